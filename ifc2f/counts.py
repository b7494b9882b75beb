"""Additive counts: all that training needs to know of the data once it is in bins.

Counts of two sets of rows add up to the counts of both, so chunks, threads, machines and streams can count
apart and be merged. Only rows in which all the features concerned are present are counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.groups import Groups
from ifc2f.kernels import Float64, Int32, Int64, UInt8, class_labels, k_log_k, over_ranges, pointer

__all__ = ["Counts", "Information", "all_pairs", "conditional_information", "count", "family_counts"]
__all__ += ["information"]

BLOCK_CELLS = 1 << 22  # cells of pair counts held at a time when only the information is wanted (32 MB)


@dataclass(frozen=True, eq=False)
class Information:
    """What features tell of the class and of each other, in nats.

    Plug-in estimates, never below 0, over the rows in which the features concerned are present.

    Attributes
    ----------
    alone
        I(F_i; C), shape (K,).
    conditional
        I(F_i; F_j | C), shape (K, K), symmetric, diagonal 0.
    between
        I(F_i; F_j), likewise.
    """

    alone: Float64
    conditional: Float64
    between: Float64

    @property
    def beyond(self) -> Float64:
        """I(F_i; C | F_j) = I(F_i; C) + I(F_i; F_j | C) - I(F_i; F_j) at [i, j], never below 0."""
        return np.maximum(self.alone[:, np.newaxis] + self.conditional - self.between, 0.0)

    def select(self, features: Sequence[int]) -> Information:
        """Return the information of some features, in the order given."""
        grid = np.ix_(features, features)
        return Information(self.alone[list(features)], self.conditional[grid], self.between[grid])


@dataclass(frozen=True, eq=False)
class Counts:
    """Counts of classes, of features with the class, and of some pairs of features with the class.

    Attributes
    ----------
    classes
        int64, shape (L,): rows of each class.
    features
        int64, shape (K, V, L): rows with each value of each feature; V is the largest number of values.
    pairs
        int32, shape (P, 2): the pairs (i, j) of feature indices that were counted; empty if none.
    joint
        int64, shape (P, V, V, L): rows with value a of i and b of j at ``joint[p, a, b]``.
    """

    classes: Int64
    features: Int64
    pairs: Int32
    joint: Int64

    @property
    def n_rows(self) -> int:
        """The number of rows counted."""
        return int(self.classes.sum())

    def __add__(self, other: Counts) -> Counts:
        """Return the counts of the rows of both.

        Raises
        ------
        ValueError
            If they count different features, values, classes or pairs.
        """
        if not isinstance(other, Counts):
            return NotImplemented
        if self.features.shape != other.features.shape or not np.array_equal(self.pairs, other.pairs):
            raise ValueError(
                f"counts of shape {self.features.shape} with {len(self.pairs)} pairs cannot be merged with "
                f"counts of shape {other.features.shape} with {len(other.pairs)} pairs: features, values, "
                "classes and pairs must agree"
            )
        return Counts(
            self.classes + other.classes,
            self.features + other.features,
            self.pairs,
            self.joint + other.joint,
        )

    def information(self, n_jobs: int = 1) -> Information:
        """Return the information of the counted pairs, 0 for others."""
        conditional, between = np.empty(len(self.pairs)), np.empty(len(self.pairs))
        _information_of(self.joint, conditional, between, self.n_rows, n_jobs)
        n_features = len(self.features)
        return Information(
            _alone(self.features, self.n_rows, n_jobs),
            _symmetric(conditional, self.pairs, n_features),
            _symmetric(between, self.pairs, n_features),
        )

    def select(self, features: Sequence[int]) -> Counts:
        """Return the counts of some features, in the order given, and of all their pairs.

        Raises
        ------
        ValueError
            If not all pairs of those features were counted.
        """
        chosen = np.asarray(features, dtype=np.int64)
        position = {(int(i), int(j)): p for p, (i, j) in enumerate(self.pairs)}
        pairs = all_pairs(len(chosen))
        joint = np.empty((len(pairs), *self.joint.shape[1:]), dtype=np.int64)
        for p, (i, j) in enumerate(chosen[pairs].tolist()):
            if (i, j) in position:
                joint[p] = self.joint[position[i, j]]
            elif (j, i) in position:
                joint[p] = self.joint[position[j, i]].transpose(1, 0, 2)
            else:
                raise ValueError(f"features {i} and {j} were not counted together")
        return Counts(self.classes, self.features[chosen], pairs, joint)


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
    n_features, n_rows = codes.shape
    features = np.zeros((n_features, n_values, n_classes), dtype=np.int64)
    inputs = pointer(codes), n_rows
    outputs = pointer(labels), n_values, n_classes, pointer(features)
    over_ranges(n_features, lambda lo, hi: lib.ifc2f_class_counts(*inputs, lo, hi, *outputs), n_jobs)
    chosen = _checked_pairs(pairs, n_features)
    classes = np.bincount(labels, minlength=n_classes).astype(np.int64)
    return Counts(classes, features, chosen, _joint(codes, labels, chosen, n_values, n_classes, n_jobs))


def all_pairs(n_features: int) -> Int32:
    """Return the pairs (i, j), i < j, of K features in ascending order, shape (K (K - 1) / 2, 2)."""
    return np.stack(np.triu_indices(n_features, 1), axis=1).astype(np.int32)


def information(
    codes: UInt8, y: npt.ArrayLike, n_values: int, n_classes: int, *, n_jobs: int = 1
) -> Information:
    """Return what features tell of the class and of each other.

    The same as ``count(..., pairs=all_pairs(K)).information()``, in blocks, so that the pair counts need not
    all be in memory. Parameters as in `count`.
    """
    counted = count(codes, y, n_values, n_classes, n_jobs=n_jobs)
    codes, labels = _checked(codes, y, n_classes)
    n_features, n_rows = codes.shape
    groups = Groups(codes, labels, n_values, n_classes, n_jobs)
    pairs = all_pairs(n_features)
    conditional, between = np.empty(len(pairs)), np.empty(len(pairs))
    for first, last, joint in _blocks(groups, n_jobs):
        part = slice(groups.n_pairs_before(first), groups.n_pairs_before(last))
        _information_of(joint, conditional[part], between[part], n_rows, n_jobs)
    return Information(
        _alone(counted.features, n_rows, n_jobs),
        _symmetric(conditional, pairs, n_features),
        _symmetric(between, pairs, n_features),
    )


def conditional_information(
    codes: UInt8, y: npt.ArrayLike, n_values: int, n_classes: int, *, n_jobs: int = 1
) -> Float64:
    """Return I(F_i; F_j | C) in nats of all pairs of features, shape (K, K); see `information`."""
    return information(codes, y, n_values, n_classes, n_jobs=n_jobs).conditional


def _blocks(groups: Groups, n_jobs: int) -> Iterator[tuple[int, int, Int64]]:
    """Yield (first group, last group + 1, counts of the pairs that begin there), a few groups at a time."""
    shape = groups.n_values, groups.n_values, groups.n_classes
    most = max(1, BLOCK_CELLS // math.prod(shape))
    last = 0
    while last < len(groups):
        first = last
        last += 1
        before = groups.n_pairs_before(first)
        while last < len(groups) and groups.n_pairs_before(last + 1) - before <= most:
            last += 1
        joint = np.zeros((groups.n_pairs_before(last) - before, *shape), dtype=np.int64)
        groups.add_pairs(first, last, joint, n_jobs)
        yield first, last, joint


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


def _joint(codes: UInt8, labels: Int32, pairs: Int32, n_values: int, n_classes: int, n_jobs: int) -> Int64:
    joint = np.zeros((len(pairs), n_values, n_values, n_classes), dtype=np.int64)
    if np.array_equal(pairs, all_pairs(len(codes))):
        groups = Groups(codes, labels, n_values, n_classes, n_jobs)
        groups.add_pairs(0, len(groups), joint, n_jobs)
        return joint
    inputs = pointer(codes), codes.shape[1], pointer(pairs)
    outputs = pointer(labels), n_values, n_classes, pointer(joint)
    over_ranges(len(pairs), lambda lo, hi: lib.ifc2f_pair_counts(*inputs, lo, hi, *outputs), n_jobs)
    return joint


def _information_of(joint: Int64, conditional: Float64, between: Float64, n_rows: int, n_jobs: int) -> None:
    _, n_values, _, n_classes = joint.shape
    logs = k_log_k(n_rows)
    table = pointer(logs), len(logs)
    counts, of_class, of_all = pointer(joint), pointer(conditional), pointer(between)

    def kernel(lo: int, hi: int) -> None:
        lib.ifc2f_cmi(counts, lo, hi, n_values, n_classes, *table, of_class)
        lib.ifc2f_mi(counts, lo, hi, n_values, n_values, n_classes, *table, of_all)

    over_ranges(len(joint), kernel, n_jobs)


def _alone(features: Int64, n_rows: int, n_jobs: int) -> Float64:
    n_features, n_values, n_classes = features.shape
    logs = k_log_k(n_rows)
    alone = np.empty(n_features)
    counts = pointer(np.ascontiguousarray(features))
    arguments = n_values, n_classes, 1, pointer(logs), len(logs), pointer(alone)
    over_ranges(n_features, lambda lo, hi: lib.ifc2f_mi(counts, lo, hi, *arguments), n_jobs)
    return alone


def _symmetric(values: Float64, pairs: Int32, n_features: int) -> Float64:
    matrix = np.zeros((n_features, n_features))
    matrix[pairs[:, 0], pairs[:, 1]] = values
    matrix[pairs[:, 1], pairs[:, 0]] = values
    return matrix
