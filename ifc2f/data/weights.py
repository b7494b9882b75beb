"""Weights of rows, as how often each row counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.core.kernels import Int64
from ifc2f.core.random_bits import random_bits
from ifc2f.data.frames import as_array

__all__ = ["checked_weights", "class_weights", "repetitions", "whole_weights"]

MOST_REPEATED = 16  # rows of weighted ones on average, beyond MOST_ROWS of them
MOST_ROWS = 10_000_000
STREAM = 0x57454947


def checked_weights(weights: ArrayLike, n_rows: int, some: bool = True) -> NDArray[np.float64]:
    """Return weights as numbers, one for each row.

    Raises
    ------
    ValueError
        If they are of another shape, negative, not finite, or 0 all though `some` are wanted.
    """
    weights = as_array(weights, "sample_weight must be one column, a weight for each row")
    try:
        numbers = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError("sample_weight must be numbers, one for each row") from error
    if numbers.ndim == 0:
        numbers = np.full(n_rows, numbers)
    if numbers.shape != (n_rows,):
        raise ValueError(
            f"sample_weight must have shape ({n_rows},), a weight for each row, not {numbers.shape}"
        )
    for row in np.flatnonzero(~(np.isfinite(numbers) & (numbers >= 0)))[:1]:
        raise ValueError(f"sample_weight is {numbers[row]} in row {row}: weights are finite and not negative")
    if some and not numbers.any():
        raise ValueError("every weight is zero: there is no row to learn from")
    return numbers


def whole_weights(weights: ArrayLike, n_rows: int, what: str) -> Int64:
    """Return weights that are whole numbers, one for each row; ValueError if one is not."""
    numbers = checked_weights(weights, n_rows, some=False)
    for row in np.flatnonzero(numbers != np.floor(numbers))[:1]:
        raise ValueError(
            f"sample_weight is {numbers[row]} in row {row}, but {what} takes whole numbers: how many rows "
            "each stands for"
        )
    return _affordable(numbers)


def class_weights(class_weight: Any, classes: NDArray[Any], codes: NDArray[Any]) -> NDArray[np.float64]:
    """Return the weight of each row by its class.

    Parameters
    ----------
    class_weight : dict or "balanced"
        Weights by class label, 1 where a class is left out; or such that all classes weigh alike.
    classes : ndarray
    codes : ndarray
        Positions of the rows' classes.

    Raises
    ------
    ValueError
        If a label is none of the classes.
    """
    if isinstance(class_weight, str):  # "balanced"
        counts = np.bincount(codes, minlength=len(classes))
        of_class = len(codes) / (len(classes) * counts)
    else:
        known = classes.tolist()
        for label in class_weight:
            if label not in known:
                raise ValueError(f"class_weight names {label!r}, which is not one of the classes {known}")
        of_class = np.array([class_weight.get(label, 1.0) for label in known], dtype=np.float64)
    return np.asarray(of_class[codes])


def repetitions(weights: NDArray[np.float64], codes: NDArray[Any], seed: int) -> Int64:
    """Return how often each row counts.

    Whole weights are that number. Others are taken as shares: they are scaled so that those above 0 are 1 on
    average, and rounded up or down at random, so that in each class the sum is kept to within one row.
    """
    if np.array_equal(weights, np.floor(weights)):
        return _affordable(weights)
    shares = weights / weights.max()
    scaled = shares * (np.count_nonzero(weights) / shares.sum())
    order = np.lexsort((random_bits(seed, STREAM, np.arange(len(codes), dtype=np.uint32)), codes))
    sums = np.cumsum(scaled[order])
    steps = np.floor(np.round(sums, 9) + 0.5)
    times = np.empty(len(codes), dtype=np.int64)
    times[order] = np.diff(steps, prepend=0.0).astype(np.int64)
    return times


def _affordable(weights: NDArray[np.float64]) -> Int64:
    total = float(weights.sum())
    if total > max(MOST_REPEATED * len(weights), MOST_ROWS):
        raise ValueError(
            f"the whole-number weights stand for {total:.3g} rows, too many: give smaller ones, or "
            "fractions, of "
            "which only the ratios count"
        )
    return weights.astype(np.int64)
