"""Smoothed probability tables from counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import numpy as np

from ifc2f.core.kernels import Float32, Float64, Int64
from ifc2f.learning.smoothing import smoothed_along_axis

__all__ = [
    "MAX_CELLS",
    "SMOOTHINGS",
    "backed_off_table",
    "class_prior",
    "learned_table",
    "network_tables",
    "normalised_float32",
    "smoothed_table",
    "sum_over",
]

MAX_CELLS = 10**6  # entries of the largest table that is built
MAX_AXES = 30  # and its axes, which NumPy limits; more than 20 take many features with a single value


def class_prior(classes: Int64) -> Float64:
    """Return P(c) = N_c / N, shape (L,).

    Raises
    ------
    ValueError
        If there are no rows.
    """
    if classes.sum() <= 0:
        raise ValueError("no rows have been counted, so there is no class prior")
    return np.asarray(classes / classes.sum(), dtype=np.float64)


def smoothed_table(counts: Int64) -> Float64:
    """Return P(F = a | B = b, c) = (N_abc + 1) / (N_bc + V_a), maximum likelihood with Laplace smoothing.

    Parameters
    ----------
    counts
        int64, shape (.., V_a, L): any number of parent axes, then the values of the feature itself, then the
        class. N_bc is the sum over the feature's values, so both are counted over the same rows.

    Returns
    -------
    ndarray
        float64 of the same shape; sums to 1 over axis -2.
    """
    n_values = counts.shape[-2]
    return np.asarray((counts + 1) / (counts.sum(axis=-2, keepdims=True) + n_values), dtype=np.float64)


def backed_off_table(joint: Int64, alone: Int64) -> Float64:
    """Return P(F = a | B = b, c) = (N_abc + 2 P(a | c)) / (N_bc + 2), P(a | c) = (N_ac + 1 / V) / (N_c + 1).

    With few rows of B = b it falls back to the feature's distribution without B, not to equal probabilities.

    Parameters
    ----------
    joint
        int64, shape (.., V, L): counts of any number of parents, the feature and the class.
    alone
        int64, shape (V, L): counts of feature and class.

    Returns
    -------
    ndarray
        float64 of the shape of `joint`; sums to 1 over axis -2.
    """
    marginal = (alone + 1 / alone.shape[0]) / (alone.sum(axis=0) + 1)
    return np.asarray((joint + 2 * marginal) / (joint.sum(axis=-2, keepdims=True) + 2), dtype=np.float64)


FamilyCounts = Callable[[Sequence[int]], Int64]


def _laplace(family_counts: FamilyCounts, family: Sequence[int], numeric: Collection[int]) -> Float64:
    return smoothed_table(family_counts(family))


def _back_off(family_counts: FamilyCounts, family: Sequence[int], numeric: Collection[int]) -> Float64:
    return backed_off_table(family_counts(family), family_counts(family[-1:]))


_TABLE_BY: Mapping[str, Callable[[FamilyCounts, Sequence[int], Collection[int]], Float64]] = {
    "gaussian": smoothed_along_axis,
    "laplace": _laplace,
    "back-off": _back_off,
}
SMOOTHINGS = tuple(_TABLE_BY)


def learned_table(
    family_counts: Callable[[Sequence[int]], Int64],
    family: Sequence[int],
    smoothing: str,
    numeric: Collection[int] = (),
) -> Float64:
    """Return P(F | its parents, class) of a family, parents first, then F.

    Parameters
    ----------
    family_counts
        As for `network_tables`.
    family
        Parents of the feature, and itself.
    smoothing
        What stands in for rows that were not seen: "gaussian", rows of neighbouring bins and of a normal
        distribution (`ifc2f.learning.smoothing`); "laplace", one row of every value (`smoothed_table`); or
        "back-off", two rows of the distribution without the parent (`backed_off_table`).
    numeric
        Features whose values are bins of a number; of the others "gaussian" makes no use of an order.

    Raises
    ------
    ValueError
        If there is no such smoothing.
    """
    if smoothing not in SMOOTHINGS:
        raise ValueError(f"smoothing must be one of {', '.join(SMOOTHINGS)}; got {smoothing!r}")
    return _TABLE_BY[smoothing](family_counts, family, numeric)


def network_tables(
    family_counts: Callable[[Sequence[int]], Int64],
    parents: Sequence[Sequence[int]],
    n_values: Sequence[int] | Int64,
    n_classes: int,
    features: Iterable[int] | None = None,
    smoothing: str = "laplace",
    numeric: Collection[int] = (),
) -> list[Float64 | None]:
    """Return the smoothed table of every feature given its parents.

    Parameters
    ----------
    family_counts
        Called with a feature's parents and itself; returns counts of shape (V_p1, .., V_pm, V_k, L), such as
        `ifc2f.learning.evidence.Evidence.family`.
    parents
        Feature parents of every feature.
    n_values
        Number of values of every feature.
    n_classes
        L.
    features
        The features wanted; all by default.
    smoothing, numeric
        As for `learned_table`.

    Returns
    -------
    list of ndarray or None
        Item k has shape (V_p1, .., V_pm, V_k, L); None if k is not wanted or its table would have more than
        10^6 entries or 30 axes.
    """
    wanted = set(range(len(parents)) if features is None else features)
    tables: list[Float64 | None] = []
    for k in range(len(parents)):
        family = [*parents[k], k]
        size = n_classes
        for f in family:  # Python integers: a clique's product passes any fixed width
            size *= int(n_values[f])
        if k in wanted and size <= MAX_CELLS and len(family) < MAX_AXES:
            tables.append(learned_table(family_counts, family, smoothing, numeric))
        else:
            tables.append(None)
    return tables


def normalised_float32(table: Float64) -> Float32:
    """Return P(F | ..), each distribution divided by its sum over axis -2 and then rounded to float32."""
    return np.asarray(table / sum_over(table, -2)[..., np.newaxis, :], dtype=np.float32)


def sum_over(values: Float64, axis: int) -> Float64:
    """Add up an axis in ascending order, so that the last bit does not depend on processor or library."""
    terms = np.moveaxis(values, axis, 0)
    total = np.array(terms[0])
    for term in terms[1:]:
        total += term
    return total
