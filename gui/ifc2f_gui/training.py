"""Train and validate a model from a table, in a process of its own, so that it can be stopped at any moment.

``python -m ifc2f_gui.training JOB`` reads a job (JSON) and prints a JSON object per line: ``progress`` with a
sentence and a share, at the end ``warnings`` (sentences) and ``result``, or ``error``.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from ifc2f.fingerprints import remembering, sketch_of
from ifc2f.table import Table, read_table
from ifc2f.train import TrainingData, train
from numpy.typing import NDArray

from ifc2f.costs import DERIVED, AcquisitionCosts, misclassification
from ifc2f.model import Model

HELD_OUT = 0.25
N_STEPS = 10  # sentences of a whole job: reading, four for each of two trainings, validating
N_CALIBRATION = 10

Progress = Callable[[str], None]


@dataclass
class Job:
    """What to train.

    Attributes
    ----------
    table : str
        Path of a CSV or Parquet file.
    target : str
        The column of classes.
    ignore : list of str
        Columns to leave out.
    cost : float
        Cost of every feature, where `costs` names none.
    costs : dict
        What is known of a feature's cost, by its name: a dict with `cost` where it is another, and where
        wanted `discount_cost`, `group` and `delay`, as `AcquisitionCosts.from_spec` takes them.
    mistakes : list of (true, decided, cost), classes as texts
    output : str
        Where the model goes.
    title, intended_use : str
    columns : list of str or None
        Columns to read, those to leave out among them; None: all.
    """

    table: str
    target: str
    output: str
    ignore: list[str] = field(default_factory=list)
    cost: float = 0.01
    costs: dict[str, dict[str, Any]] = field(default_factory=dict)
    mistakes: list[tuple[str, str, float]] = field(default_factory=list)
    title: str = ""
    intended_use: str = ""
    columns: list[str] | None = None

    def to_json(self) -> str:
        """Return the job as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


def run(job: Job, progress: Progress) -> dict[str, Any]:
    """Train on three quarters and validate on the rest; then train on all rows and save that model.

    Returns
    -------
    dict
        What `validate` returns, of the held-out rows.

    Raises
    ------
    ValueError, OSError
        If the table, target or costs do not fit, or the model cannot be written.
    """
    progress(f"reading {Path(job.table).name}")
    data = training_data(read_table(job.table, columns=job.columns), job.target, job.ignore)
    costs = AcquisitionCosts.from_spec({name: _cost(job, name) for name in data.names}, data.names)
    by_text = {str(label): label for label in data.classes}
    pairs = {(by_text[true], by_text[decided]): cost for true, decided, cost in job.mistakes}
    meta = {"title": job.title or Path(job.table).stem, "intended_use": job.intended_use}
    model, result = train_validated(data, costs, misclassification(pairs, data.classes), meta, progress)
    remembering(model, sketch_of(data.matrix[:, model.columns])).save(job.output)
    return result


def _cost(job: Job, name: str) -> dict[str, Any]:
    """Return what a feature costs: the cost of all unless it has its own or is computed from others."""
    own = job.costs.get(name, {})
    return own if str(own.get("group", "")).startswith(DERIVED) else {"cost": job.cost} | own


def train_validated(
    data: TrainingData,
    costs: AcquisitionCosts,
    mistakes: NDArray[np.float32],
    meta: dict[str, Any],
    progress: Progress,
) -> tuple[Model, dict[str, Any]]:
    """Return a model of all rows that carries the validation of one of three quarters of them."""
    learning, held_out = split(data.y)
    part = TrainingData(
        data.matrix[learning], data.y[learning], data.names, data.classes, data.categorical, data.labels
    )
    first = train(part, costs, mistakes, progress=progress)
    progress("validating on the rows kept aside")
    result = validate(first, data.matrix[held_out], data.y[held_out])
    validation = {name: value for name, value in result.items() if not isinstance(value, list)}
    validation["how"] = (
        "a model of three quarters of the rows, tried on the rest; then trained again on all rows"
    )
    return train(data, costs, mistakes, meta={**meta, "validation": validation}, progress=progress), result


def training_data(table: Table, target: str, ignore: list[str]) -> TrainingData:
    """Number classes and categories of a table.

    Raises
    ------
    ValueError
        If a column is not there, there is one class only, or a class has one row only.
    """
    classes, y = np.unique(table.labels(target), return_inverse=True)
    counts = np.bincount(y)
    if len(classes) < 2:
        raise ValueError(f"all rows of {target!r} have one class, {classes[0]!s}; two are needed")
    if counts.min() < 2:
        raise ValueError(
            f"the class {classes[counts.argmin()]!s} has one row only; is {target!r} the column of classes?"
        )
    features = table.without([*ignore, target])
    labels: dict[int, tuple[str, ...]] = {}
    matrix = np.empty((table.n_rows, len(features.names)), dtype=np.float32)
    for k, (column, categorical) in enumerate(zip(features.columns, features.categorical, strict=True)):
        if categorical:
            labels[k] = tuple(sorted({text for text in column if text is not None}))
            number = {text: float(i) for i, text in enumerate(labels[k])} | {None: np.nan}
            matrix[:, k] = [number[text] for text in column]
        else:
            matrix[:, k] = column
    return TrainingData(matrix, y.astype(np.int32), features.names, classes.tolist(), sorted(labels), labels)


def split(y: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows to learn from and rows to hold out, always the same: a share of each class."""
    rng = np.random.Generator(np.random.PCG64(0))
    held_out = np.zeros(len(y), dtype=bool)
    for label in range(int(y.max()) + 1):
        rows = np.flatnonzero(y == label)
        rng.shuffle(rows)
        held_out[rows[: max(1, round(HELD_OUT * len(rows)))]] = True
    return np.flatnonzero(~held_out), np.flatnonzero(held_out)


def validate(model: Model, matrix: NDArray[np.float32], y: NDArray[np.int32]) -> dict[str, Any]:
    """Return figures of the policy on rows the model has not seen.

    Returns
    -------
    dict
        rows, accuracy, mean_questions, mean_cost (questions and mistakes); lists: `confusion` (rows true,
        columns decided), `questions` (rows that took 0, 1, ... questions), `calibration` (mean forecast,
        observed share and count, in ten bins of the probability of each class).
    """
    looks = model.classify(matrix, unknown="missing")
    index = {repr(label): i for i, label in enumerate(model.classes)}
    decided = np.array([index[repr(label)] for label in looks.label.tolist()])
    confusion = np.zeros((model.n_classes, model.n_classes), dtype=np.int64)
    np.add.at(confusion, (y, decided), 1)
    mistakes = model.misclassification[y, decided]
    return {
        "rows": len(y),
        "accuracy": float((decided == y).mean()),
        "mean_questions": float(looks.n_features.mean()),
        "mean_cost": float(looks.cost.mean(dtype=np.float64) + mistakes.mean(dtype=np.float64)),
        "confusion": confusion.tolist(),
        "questions": np.bincount(looks.n_features).tolist(),
        "calibration": _calibration(looks.posterior, y),
    }


def _calibration(posterior: NDArray[np.float32], y: NDArray[np.int32]) -> list[tuple[float, float, int]]:
    forecast = posterior.ravel().astype(np.float64)
    happened = (np.arange(posterior.shape[1]) == y[:, np.newaxis]).ravel()
    bins = np.minimum((forecast * N_CALIBRATION).astype(int), N_CALIBRATION - 1)
    return [
        (float(forecast[bins == b].mean()), float(happened[bins == b].mean()), int((bins == b).sum()))
        for b in range(N_CALIBRATION)
        if (bins == b).any()
    ]


def main(job_path: str) -> int:
    """Run a job and print its progress and result."""
    done = 0

    def tell(kind: str, content: Any) -> None:
        print(json.dumps({kind: content}, ensure_ascii=True), flush=True)

    def progress(text: str) -> None:
        nonlocal done
        done += 1
        tell("progress", [text, min(1.0, done / N_STEPS)])

    try:
        job = Job(**json.loads(Path(job_path).read_text(encoding="utf-8")))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", UserWarning)
            result = run(job, progress)
        tell("warnings", list(dict.fromkeys(str(w.message) for w in caught if w.category is UserWarning)))
        tell("result", result)
    except (ValueError, OSError, ImportError, MemoryError) as error:
        tell("error", str(error) or type(error).__name__)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
