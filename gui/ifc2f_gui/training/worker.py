"""Train and validate a model from a table, in a separate process that can be stopped at any moment.

``python -m ifc2f_gui.training.worker JOB`` reads a job (JSON) and prints a JSON object per line:
``progress`` with a sentence and a share, at the end ``warnings`` (sentences) and ``result``, or ``error``.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f.assessment.fingerprints import remembering, sketch_of
from ifc2f.core.words import as_json, hear_warnings, words
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.cost_entries import DERIVED
from ifc2f.data.table import Table, read_table
from ifc2f.learning.prices import warn_of_prices
from ifc2f.learning.training_data import TrainingData
from ifc2f_gui.training.job import Job, table_name
from ifc2f_gui.training.stages import READING, SAVING, Stages
from ifc2f_gui.training.validation import Progress, train_validated


def run(job: Job, progress: Progress) -> dict[str, Any]:
    """Train on three quarters and validate on the rest; then train on all rows and save that model.

    Returns
    -------
    dict
        What `validate` returns, of the held-out rows; the names of columns that the model saved does not use,
        and of those that the job leaves out; how many rows without a class were dropped; the unit of costs.

    Raises
    ------
    ValueError, OSError
        If the table, target or costs do not fit, or the model cannot be written.
    """
    progress(READING)
    table = read_table(
        job.table,
        columns=job.columns,
        separator=job.separator,
        encoding=job.encoding,
        missing_marks=job.missing_marks,
        limits_as_numbers=job.limits_as_numbers,
    )
    if job.merge_spellings:
        table = table.with_one_spelling()
    n_rows = table.n_rows
    if job.drop_unlabelled:
        table = table.having(job.target)
    data = training_data(table, job.target, job.ignore, job.codes)
    costs = AcquisitionCosts.from_spec({name: _cost(job, name) for name in data.names}, data.names)
    by_text = {str(label): label for label in data.classes}
    pairs = {(by_text[true], by_text[decided]): cost for true, decided, cost in job.mistakes}
    meta = {
        "title": job.title or table_name(job.table),
        "intended_use": job.intended_use,
        **{
            key: text
            for key in ("model_version", "limits", "unit_of_costs")
            if (text := str(getattr(job, key)))
        },
        "features": {name: dict(words) for name, words in job.about.items() if name in data.names},
    }
    mistakes = misclassification(pairs, data.classes)
    warn_of_prices(costs, mistakes)
    for text in job.price_findings(data.names):
        warnings.warn(text, stacklevel=2)
    model, result = train_validated(data, costs, mistakes, meta, progress, job.policy, job.alpha)
    progress(SAVING)
    remembering(model, sketch_of(data.matrix[:, model.columns])).save(job.output)
    used = set(model.feature_names)
    prices = np.concatenate([model.costs.cost, model.misclassification.ravel()])
    unused = [name for name in data.names if name not in used]
    return result | {
        "unused": unused,
        "left_out": job.ignore,
        "dropped": n_rows - table.n_rows,
        "unit_of_costs": job.unit_of_costs,
        "smallest_cost": float(prices[prices > 0].min(initial=np.inf)) if prices.any() else 1.0,
    }


def _cost(job: Job, name: str) -> dict[str, Any]:
    """Return what a feature costs: the cost of all unless it has its own or is computed from others."""
    own = job.costs.get(name, {})
    return own if str(own.get("group", "")).startswith(DERIVED) else {"cost": job.cost} | own


def training_data(table: Table, target: str, ignore: list[str], codes: Sequence[str] = ()) -> TrainingData:
    """Number classes and categories of a table; `codes` are columns of numbers that are categories.

    Raises
    ------
    ValueError
        If a column is not there, there is one class only, or a class has one row only.
    """
    classes, y = np.unique(table.labels(target), return_inverse=True)
    counts = np.bincount(y)
    if len(classes) < 2:
        raise ValueError(
            words(
                "all rows have the same class in {target!r}, {label}; training needs two classes",
                target=target,
                label=classes[0],
            )
        )
    if counts.min() < 2:
        raise ValueError(
            words(
                "only one row has the class {label}; is {target!r} what is to be decided?",
                label=classes[counts.argmin()],
                target=target,
            )
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
    categories = sorted({*labels, *(k for k, name in enumerate(features.names) if name in codes)})
    return TrainingData(matrix, y.astype(np.int32), features.names, classes.tolist(), categories, labels)


def _once(told: Sequence[Any]) -> list[Any]:
    """Return each warning once: two trainings warn, and where their figures differ, the model's count."""
    kept: dict[str, Any] = {}
    for each in told:
        values = each["values"].values() if isinstance(each, dict) else [""]
        has_figures_only = all(isinstance(value, int | float) for value in values)
        kept[each["template"] if has_figures_only else json.dumps(each)] = each
    return list(kept.values())


def main(job_path: str) -> int:
    """Run a job and print its progress and result."""
    stages = Stages()

    def tell(kind: str, content: Any) -> None:
        print(json.dumps({kind: content}, ensure_ascii=True), flush=True)

    def progress(text: str) -> None:
        told, share = stages.tell(text)
        tell("progress", [as_json(told), share])

    try:
        job = Job(**json.loads(Path(job_path).read_text(encoding="utf-8")))
        with warnings.catch_warnings(record=True) as caught:
            hear_warnings()
            result = run(job, progress)
        tell("warnings", _once([as_json(w.message) for w in caught if w.category is UserWarning]))
        tell("result", result)
    except (ValueError, OSError, ImportError, MemoryError) as error:
        tell("error", as_json(error) or type(error).__name__)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
