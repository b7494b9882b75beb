"""An integer model compared with its original, on the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Int32
from ifc2f.exchange.integer.model import IntegerModel
from ifc2f.exchange.integer.readings import NO_READING, readings_of
from ifc2f.model import Model


@dataclass(frozen=True)
class Differences:
    """How an integer model differs from the one it was made from, on the same rows.

    Attributes
    ----------
    n_rows : int
    n_decisions : int
        Decisions of the float model: its acquisitions, and one to stop in each row.
    decisions : int
        How many of them differ: all in a row from the first that does.
    classes : int
        Rows that get another class.
    features : int
        Rows in which other features are acquired.
    posterior : float
        Largest difference of a probability, where the features are the same.
    n_incomplete : int
        Rows that lack a value that may be asked for. Thresholds and alpha vectors treat what depends on it as
        if no other answer depended on that value.
    classes_incomplete : int
        How many of these get another class.
    host_cost, device_cost : float
        What a row costs on average with either: acquisitions, and mistakes where the true classes are given.
    """

    n_rows: int
    n_decisions: int
    decisions: int
    classes: int
    features: int
    posterior: float
    n_incomplete: int
    classes_incomplete: int
    host_cost: float
    device_cost: float


def with_failing(matrix: NDArray[Any], share: float, seed: int = 0) -> NDArray[Any]:
    """Return rows in which each value, with a probability of `share`, is missing; the draws are seeded."""
    fails = np.random.default_rng(seed).random(matrix.shape) < share
    return np.where(fails, matrix.dtype.type(np.nan), matrix)


def compare(
    model: Model, integer: IntegerModel, matrix: NDArray[Any], truth: NDArray[np.int64] | None = None
) -> Differences:
    """Follow both models on the same rows.

    Parameters
    ----------
    model : Model
    integer : IntegerModel
        Made from it.
    matrix : ndarray, shape (n, K)
        Values of the model's features; NaN where one is missing.
    truth : ndarray of int, shape (n,), optional
        Number of the true class of each row.
    """
    theirs = model.classify(matrix, columns=np.arange(model.n_features), unknown="missing")
    readings = readings_of(model, integer.scales, matrix)[:, integer.features]
    ours = integer.classify(readings)
    number = np.append(integer.features, -1)  # of each of its features in the model, -1 for none
    their_label = _class_numbers(model, theirs.label)
    other_class = ours.label != their_label
    is_incomplete = (readings == NO_READING).any(axis=1)
    width = max(theirs.order.shape[1], ours.order.shape[1])
    their_order, our_order = (
        np.pad(order, ((0, 0), (0, width + 1 - order.shape[1])), constant_values=-1)
        for order in (_by_feature(model, theirs.order), number[ours.order])
    )
    same = np.logical_and.accumulate(their_order == our_order, axis=1)
    n_acquisitions = (their_order >= 0).sum(axis=1)
    equal = np.minimum(same.sum(axis=1), n_acquisitions + 1)
    same_features = same.all(axis=1)
    apart = np.abs(theirs.posterior - ours.posterior)[same_features]
    return Differences(
        n_rows=len(matrix),
        n_decisions=int((n_acquisitions + 1).sum()),
        decisions=int((n_acquisitions + 1 - equal).sum()),
        classes=int(other_class.sum()),
        features=int((~same_features).sum()),
        posterior=float(apart.max(initial=0)),
        n_incomplete=int(is_incomplete.sum()),
        classes_incomplete=int((other_class & is_incomplete).sum()),
        host_cost=_mean_cost(model, theirs.cost, their_label, truth),
        device_cost=_mean_cost(model, ours.cost, ours.label, truth),
    )


def _class_numbers(model: Model, labels: Any) -> NDArray[np.int64]:
    """Return the numbers of class labels."""
    number = {label: i for i, label in enumerate(model.classes)}
    return np.array([number[label] for label in labels.tolist()], dtype=np.int64)


def _mean_cost(model: Model, acquisition: Float32, label: Any, truth: NDArray[np.int64] | None) -> float:
    """Return what a row costs on average: acquisitions, and mistakes where the true classes are given."""
    if not len(acquisition):
        return 0.0
    mistakes = 0.0 if truth is None else model.misclassification[truth, label].mean(dtype=np.float64)
    return float(acquisition.mean(dtype=np.float64) + mistakes)


def _by_feature(model: Model, order: Int32) -> Int32:
    """Return an order of columns as one of features."""
    number = np.full(int(model.columns.max(initial=0)) + 2, -1, dtype=np.int32)
    number[model.columns] = np.arange(model.n_features)
    return number[order]
