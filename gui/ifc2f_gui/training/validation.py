"""Train on three quarters of the rows and try the model on the rest; then train on all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.assessment.agreement import with_agreement
from ifc2f.assessment.guarantees import guarantee
from ifc2f.costs import AcquisitionCosts
from ifc2f.learning.train import train
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.planning.plan import expected_cost
from ifc2f_gui.training.job import n_held_out
from ifc2f_gui.training.rivals import rivals
from ifc2f_gui.training.stages import TESTING, TRAINING, TRYING_OUT

N_CALIBRATION = 10
N_SIMULATED = 20_000  # instances, where a policy's expected cost cannot be enumerated

Progress = Callable[[str], None]


def train_validated(
    data: TrainingData,
    costs: AcquisitionCosts,
    mistakes: NDArray[np.float32],
    meta: dict[str, Any],
    progress: Progress,
    policy: str = "ordered",
    alpha: float | None = None,
) -> tuple[Model, dict[str, Any]]:
    """Return a model of all rows that carries the validation of one of three quarters of them.

    With `alpha` it is the latter, with a guarantee found on the rest.
    """
    learning, held_out = split(data.y)
    part = TrainingData(
        data.matrix[learning], data.y[learning], data.names, data.classes, data.categorical, data.labels
    )
    progress(TRYING_OUT)
    first = _train(policy, part, costs, mistakes, meta, progress)
    progress(TESTING)
    result = validate(first, data.matrix[held_out], data.y[held_out])
    result["rivals"] = rivals(first, part, data.matrix[held_out], data.y[held_out], costs)
    validation = {name: value for name, value in result.items() if not isinstance(value, list | dict)}
    if alpha is not None:
        labels = [data.classes[code] for code in data.y[held_out]]
        guaranteed = guarantee(with_agreement(first, part.matrix), data.matrix[held_out], labels, alpha)
        validation["how"] = "a model of three quarters of the rows, tried on the rest"
        return guaranteed.with_meta({**guaranteed.meta, "validation": validation}), result
    validation["how"] = (
        "a model of three quarters of the rows, tried on the rest; then trained again on all rows"
    )
    progress(TRAINING)
    model = _train(policy, data, costs, mistakes, {**meta, "validation": validation}, progress)
    return with_agreement(model, data.matrix), result


def _train(
    policy: str,
    data: TrainingData,
    costs: AcquisitionCosts,
    mistakes: NDArray[np.float32],
    meta: dict[str, Any],
    progress: Progress,
) -> Model:
    if policy == "ordered":
        return train(data, costs, mistakes, meta=meta, progress=progress)
    from ifc2f.policies.choose import train_by_policy  # loads much that an ordered policy does not need

    return train_by_policy(policy, data, costs, mistakes, meta=meta, progress=progress)


def split(y: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows to learn from and rows to hold out, always the same: a share of each class."""
    rng = np.random.Generator(np.random.PCG64(0))
    held_out = np.zeros(len(y), dtype=bool)
    for label in range(int(y.max()) + 1):
        rows = np.flatnonzero(y == label)
        rng.shuffle(rows)
        held_out[rows[: n_held_out(len(rows))]] = True
    return np.flatnonzero(~held_out), np.flatnonzero(held_out)


def validate(model: Model, matrix: NDArray[np.float32], y: NDArray[np.int32]) -> dict[str, Any]:
    """Return figures of the policy on rows the model has not seen.

    Returns
    -------
    dict
        rows, accuracy, mean_questions, mean_cost (questions and mistakes); lists: `confusion` (rows true,
        columns decided), `questions` (rows that took 0, 1, ... questions), `calibration` (mean forecast,
        observed share and count, in ten bins of the probability of each class); `estimate`, a dict: the
        `mean_cost` that the model itself expects; the `margin` of chance, two standard errors; and what
        mistakes that these rows do not show (`unseen`) may cost beyond that.
    """
    acquisition = model.classify(matrix, unknown="missing")
    index = {repr(label): i for i, label in enumerate(model.classes)}
    decided = np.array([index[repr(label)] for label in acquisition.label.tolist()])
    confusion = np.zeros((model.n_classes, model.n_classes), dtype=np.int64)
    np.add.at(confusion, (y, decided), 1)
    costs = acquisition.cost.astype(np.float64) + model.misclassification[y, decided]
    return {
        "rows": len(y),
        "accuracy": float((decided == y).mean()),
        "mean_questions": float(acquisition.n_features.mean()),
        "mean_cost": float(costs.mean()),
        "confusion": confusion.tolist(),
        "questions": np.bincount(acquisition.n_features).tolist(),
        "calibration": _calibration(acquisition.posterior, y),
        "estimate": _estimate(model, costs),
    }


def _estimate(model: Model, costs: NDArray[np.float64]) -> dict[str, float]:
    """Return the model's own expected cost of a case, and how far rows differ from it by chance.

    A mistake that none of n rows shows may still happen in 3 of n cases ("rule of three", at 95 %).
    """
    expected = expected_cost(model, n_instances=N_SIMULATED)
    error = costs.std() / np.sqrt(len(costs))
    of_one = float(model.misclassification.max()) / len(costs)  # one differing row means nothing
    return {
        "mean_cost": expected.total,
        "margin": max(float(2.0 * np.hypot(error, expected.standard_error)), of_one),
        "unseen": 3.0 * of_one,
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
