"""Count the rows of a code matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.core.kernels import (
    Float64,
    Int32,
    Int64,
    UInt8,
    class_labels,
    class_sizes,
    over_ranges,
    pointer,
)
from ifc2f.learning.bit_sets import BitSets
from ifc2f.learning.counts import Counts, all_pairs
from ifc2f.learning.information import Information, OfPairs
from ifc2f.learning.joined_codes import JoinedCodes
from ifc2f.learning.pair_counter import Merging, Occurrences, PairCounter, pair_blocks

__all__ = ["conditional_information", "count", "family_counts", "information", "pair_counter"]

LEAST_FEATURES = 64  # from so many on bit sets are worth the time to fill them,
MOST_MEAN_VALUES = (
    20  # up to so many values, for their time grows with the square (python -m benchmarks.scale)
)


def count(
    codes: UInt8,
    y: npt.ArrayLike,
    n_values: int,
    n_classes: int,
    *,
    pairs: npt.ArrayLike | None = None,
    n_jobs: int = 1,
) -> Counts:
    """Count the rows of a code matrix.

    Parameters
    ----------
    codes
        uint8, feature-major: shape (K, n_rows); codes from `n_values` on (such as 255) are missing values.
    y
        Class numbers 0 .. n_classes - 1, shape (n_rows,).
    n_values
        V, the largest number of values of a feature.
    n_classes
        L.
    pairs
        Shape (P, 2): pairs of feature indices to count jointly; none by default. See `all_pairs`.
    n_jobs
        Number of threads; the result does not depend on it.

    Raises
    ------
    ValueError
        If `y` does not fit, or a pair names a feature that does not exist.
    """
    codes, labels = _checked(codes, y, n_classes)
    features = _features(codes, labels, n_values, n_classes, n_jobs)
    chosen = _checked_pairs(pairs, len(codes))
    classes = class_sizes(labels, n_classes)
    return Counts(classes, features, chosen, _joint(codes, labels, chosen, n_values, n_classes, n_jobs))


def information(
    codes: UInt8,
    y: npt.ArrayLike,
    n_values: int,
    n_classes: int,
    *,
    merging: Merging | None = None,
    n_jobs: int = 1,
) -> Information:
    """Return the information of features on the class and on each other.

    The same as ``count(..., pairs=all_pairs(K)).information()``, in blocks, so that the pair counts need not
    all be in memory. Parameters as in `count`; if there is a `merging`, some values count as one.
    """
    codes, labels = _checked(codes, y, n_classes)
    n_features, n_rows = codes.shape
    occurrences = Occurrences.of(codes, labels, n_values, n_classes, n_jobs, merging)
    counter = _counter(codes, occurrences, n_jobs)
    pairs = all_pairs(n_features)
    of_pairs = OfPairs.empty(len(pairs))
    for first, last, joint in pair_blocks(counter, n_jobs):
        part = slice(counter.n_pairs_before(first), counter.n_pairs_before(last))
        of_pairs.fill(part, joint, n_rows, n_jobs)
    return of_pairs.information(occurrences.counts, pairs, n_rows, n_jobs)


def conditional_information(
    codes: UInt8, y: npt.ArrayLike, n_values: int, n_classes: int, *, n_jobs: int = 1
) -> Float64:
    """Return I(F_i; F_j | C) in nats of all pairs of features, shape (K, K); see `information`."""
    return information(codes, y, n_values, n_classes, n_jobs=n_jobs).conditional


def pair_counter(
    codes: UInt8,
    y: npt.ArrayLike,
    n_values: int,
    n_classes: int,
    *,
    n_jobs: int = 1,
    wide: bool | None = None,
) -> PairCounter:
    """Return the faster of two counters of all pairs of features; the counts are the same.

    Parameters as in `count`; `wide` says whether the processor counts the bits of wide words, by default what
    it does.
    """
    codes, labels = _checked(codes, y, n_classes)
    return _counter(codes, Occurrences.of(codes, labels, n_values, n_classes, n_jobs), n_jobs, wide)


def _counter(
    codes: UInt8, occurrences: Occurrences, n_jobs: int = 1, wide: bool | None = None
) -> PairCounter:
    if wide is None:
        wide = bool(lib.ifc2f_counts_wide_words())
    few_values = occurrences.values.mean() <= MOST_MEAN_VALUES if len(codes) else False
    if wide and few_values and len(codes) >= LEAST_FEATURES:
        return BitSets(codes, occurrences, n_jobs)
    return JoinedCodes(codes, occurrences, n_jobs)


def family_counts(
    codes: UInt8, y: npt.ArrayLike, family: Sequence[int], n_values: Sequence[int] | Int64, n_classes: int
) -> Int64:
    """Count the rows for every combination of values of a few features and the class.

    Parameters
    ----------
    codes, y, n_classes
        As in `count`.
    family
        Feature indices f_1 .. f_m, usually parents first and their child last.
    n_values
        Number of values V_f of *every* feature, shape (K,).

    Returns
    -------
    ndarray
        int64, shape (V_f1, .., V_fm, L). Only rows in which all of them are present count.
    """
    codes, labels = _checked(codes, y, n_classes)
    shape = [int(n_values[f]) for f in family]
    if len(family) == 2:
        joint = _joint(codes, labels, _checked_pairs([family], len(codes)), max(shape), n_classes, 1)
        pair: Int64 = joint[0, : shape[0], : shape[1]].copy()
        return pair
    if len(family) == 1:
        chosen = np.ascontiguousarray(codes[family[0] : family[0] + 1])
        alone: Int64 = _features(chosen, labels, shape[0], n_classes, 1)[0]
        return alone
    present = np.ones(codes.shape[1], dtype=np.bool_)
    cell = np.zeros(codes.shape[1], dtype=np.int64)
    for f, n in zip(family, shape, strict=True):
        present &= codes[f] < n
        cell = cell * n + codes[f]
    cell = (cell * n_classes + labels)[present]
    size = int(np.prod(shape, dtype=np.int64)) * n_classes
    return np.bincount(cell, minlength=size).astype(np.int64).reshape(*shape, n_classes)


def _checked(codes: UInt8, y: npt.ArrayLike, n_classes: int) -> tuple[UInt8, Int32]:
    if codes.ndim != 2 or codes.dtype != np.uint8:
        raise ValueError(
            f"codes must be uint8 of shape (K, n_rows), got {codes.dtype} of shape {codes.shape}"
        )
    return np.ascontiguousarray(codes), class_labels(y, codes.shape[1], n_classes)


def _checked_pairs(pairs: npt.ArrayLike | None, n_features: int) -> Int32:
    chosen = np.ascontiguousarray([] if pairs is None else pairs, dtype=np.int32).reshape(-1, 2)
    if len(chosen) and (chosen.min() < 0 or chosen.max() >= n_features):
        raise ValueError(
            f"pairs name features {chosen.min()} .. {chosen.max()}, outside 0 .. {n_features - 1}"
        )
    return chosen


def _features(codes: UInt8, labels: Int32, n_values: int, n_classes: int, n_jobs: int) -> Int64:
    features = np.zeros((len(codes), n_values, n_classes), dtype=np.int64)
    inputs = pointer(codes), codes.shape[1]
    outputs = pointer(labels), n_values, n_classes, pointer(features)
    over_ranges(len(codes), lambda lo, hi: lib.ifc2f_class_counts(*inputs, lo, hi, *outputs), n_jobs)
    return features


def _joint(codes: UInt8, labels: Int32, pairs: Int32, n_values: int, n_classes: int, n_jobs: int) -> Int64:
    joint = np.zeros((len(pairs), n_values, n_values, n_classes), dtype=np.int64)
    if len(pairs) > 1 and np.array_equal(pairs, all_pairs(len(codes))):
        counter = pair_counter(codes, labels, n_values, n_classes, n_jobs=n_jobs)
        counter.write_pairs(0, len(counter), joint, n_jobs)
        return joint
    inputs = pointer(codes), codes.shape[1], pointer(pairs)
    outputs = pointer(labels), n_values, n_classes, pointer(joint)
    over_ranges(len(pairs), lambda lo, hi: lib.ifc2f_pair_counts(*inputs, lo, hi, *outputs), n_jobs)
    return joint
