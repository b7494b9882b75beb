"""Additive counts: all that training needs to know of the data once it is in bins.

Counts of two sets of rows add up to the counts of both, so chunks, threads, machines and streams can count
apart and be merged. Only rows in which all the features concerned are present are counted.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.bit_sets import BitSets
from ifc2f.files import write_atomically
from ifc2f.groups import Groups
from ifc2f.kernels import Float64, Int32, Int64, UInt8, class_labels, k_log_k, over_ranges, pointer
from ifc2f.pair_counter import Occurrences, PairCounter, pair_blocks

__all__ = ["Counts", "Information", "all_pairs", "conditional_information", "count", "family_counts"]
__all__ += ["FadingCounts", "information", "pair_counter"]

MAX_ROWS = 2**62
FORMAT = 1  # of files
# What reading a damaged archive of arrays ends in: RuntimeError where bits say that it is encrypted or packed
# in an unknown way, TypeError where it is a single array.
DAMAGED = (ValueError, KeyError, EOFError, OSError, RuntimeError, TypeError, zipfile.BadZipFile, zlib.error)
LEAST_FEATURES = 64  # from so many on bit sets are worth the time to fill them,
MOST_MEAN_VALUES = (
    20  # up to so many values, for their time grows with the square (python -m benchmarks.scale)
)


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
    present
        Number of rows in which a feature is present, shape (K,).
    together
        Number of rows in which both are present, shape (K, K), symmetric, diagonal 0.
    in_common
        I(F_i; C) over those rows at [i, j], shape (K, K), diagonal 0.
    """

    alone: Float64
    conditional: Float64
    between: Float64
    present: Float64
    together: Float64
    in_common: Float64

    @property
    def beyond(self) -> Float64:
        """What F_i tells of the class after an answer to F_j, or none, at [i, j]; never below 0.

        I(F_i; C | F_j) = I(F_i; C) + I(F_i; F_j | C) - I(F_i; F_j) in the rows that have both features, and
        I(F_i; C) in the share of F_i's rows that lack F_j.
        """
        given = np.maximum(self.in_common + self.conditional - self.between, 0.0)
        share = self.together / np.maximum(self.present, 1.0)[:, np.newaxis]
        return np.asarray(share * given + (1.0 - share) * self.alone[:, np.newaxis])

    def select(self, features: Sequence[int]) -> Information:
        """Return the information of some features, in the order given."""
        chosen, grid = list(features), np.ix_(features, features)
        return Information(
            self.alone[chosen],
            self.conditional[grid],
            self.between[grid],
            self.present[chosen],
            self.together[grid],
            self.in_common[grid],
        )


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
        return sum(self.classes.tolist())  # Python integers: a sum of file contents must not wrap round

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
        if self.n_rows + other.n_rows > MAX_ROWS:
            raise OverflowError(f"{self.n_rows} and {other.n_rows} rows are more than can be counted, 2**62")
        return Counts(
            self.classes + other.classes,
            self.features + other.features,
            self.pairs,
            self.joint + other.joint,
        )

    def merged(self, groups: Mapping[int, Int64]) -> Counts:
        """Return the counts with values of some features merged: ``groups[k][a]`` is what a of k becomes."""
        features, joint = self.features.copy(), self.joint.copy()
        for k, group in groups.items():
            first, second = self.pairs[:, 0] == k, self.pairs[:, 1] == k
            features[k] = _added_up(features[k], group)
            joint[first] = np.moveaxis(_added_up(np.moveaxis(joint[first], 1, 0), group), 0, 1)
            joint[second] = np.moveaxis(_added_up(np.moveaxis(joint[second], 2, 0), group), 0, 2)
        return Counts(self.classes, features, self.pairs, joint)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the counts to a file, replacing an old one only once the new one is complete."""
        buffer = io.BytesIO()
        np.savez(
            buffer,
            format=np.int64(FORMAT),
            classes=self.classes,
            features=self.features,
            pairs=self.pairs,
            joint=self.joint,
        )
        write_atomically(path, buffer.getvalue())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Counts:
        """Read a file that `save` wrote.

        Raises
        ------
        ValueError
            If it is no such file or is damaged; the message names it.
        OSError
            If it cannot be read.
        """
        where = os.fspath(path)
        with open(path, "rb") as stream:
            try:
                with np.load(stream, allow_pickle=False) as file:
                    arrays = {
                        name: file[name] for name in ("format", "classes", "features", "pairs", "joint")
                    }
            except DAMAGED as error:
                raise ValueError(f"{where}: not a file of counts, or a damaged one ({error})") from None
        if arrays["format"].tolist() != FORMAT:
            raise ValueError(f"{where}: counts of format {arrays['format']}, this library reads {FORMAT}")
        counts = cls(arrays["classes"], arrays["features"], arrays["pairs"], arrays["joint"])
        if wrong := counts._what_is_wrong():
            raise ValueError(f"{where}: damaged counts: {wrong}")
        return counts

    def _what_is_wrong(self) -> str | None:
        parts = (self.classes, self.features, self.joint)
        if any(part.dtype != np.int64 for part in parts) or self.pairs.dtype != np.int32:
            return "an array has another type"
        if self.features.ndim != 3 or self.classes.shape != self.features.shape[-1:]:
            return f"classes {self.classes.shape} and features {self.features.shape} do not fit"
        n_features, n_values, n_classes = self.features.shape
        if self.joint.ndim != 4:
            return f"the counts of pairs have {self.joint.ndim} dimensions, not 4"
        if self.pairs.shape != (len(self.joint), 2) or self.joint.shape[1:] != (
            n_values,
            n_values,
            n_classes,
        ):
            return f"pairs {self.pairs.shape} and their counts {self.joint.shape} do not fit"
        if len(self.pairs) and not 0 <= self.pairs.min() <= self.pairs.max() < n_features:
            return "a pair names a feature that is not there"
        if any(part.min(initial=0) < 0 for part in parts) or self.n_rows > MAX_ROWS:
            return "a count is out of range"
        sums = self.features.sum(axis=1, dtype=float), self.joint.sum(axis=(1, 2), dtype=float)
        if max(part.max(initial=0) for part in sums) > 1.5 * MAX_ROWS:  # whole sums would wrap round
            return "more rows of a feature than can be counted"
        if np.any(self.features.sum(axis=1) > self.classes) or np.any(
            self.joint.sum(axis=(1, 2)) > self.classes
        ):
            return "more rows of a feature than rows"
        return None

    def information(self, n_jobs: int = 1) -> Information:
        """Return the information of the counted pairs, 0 for others."""
        of_pairs = _OfPairs.empty(len(self.pairs))
        of_pairs.fill(slice(None), self.joint, self.n_rows, n_jobs)
        return of_pairs.information(self.features, self.pairs, self.n_rows, n_jobs)

    def select(self, features: Sequence[int]) -> Counts:
        """Return the counts of some features, in the order given, and of all their pairs.

        Raises
        ------
        ValueError
            If not all pairs of those features were counted.
        """
        chosen = np.asarray(features, dtype=np.int64)
        pairs = all_pairs(len(chosen))
        number = np.full((len(self.features),) * 2, -1, dtype=np.int64)
        number[self.pairs[:, 0], self.pairs[:, 1]] = np.arange(len(self.pairs))
        first, second = chosen[pairs[:, 0]], chosen[pairs[:, 1]]
        turned = number[first, second] < 0
        found = np.where(turned, number[second, first], number[first, second])
        if lost := np.flatnonzero(found < 0).tolist():
            raise ValueError(f"features {first[lost[0]]} and {second[lost[0]]} were not counted together")
        joint = self.joint[found]
        joint[turned] = joint[turned].transpose(0, 2, 1, 3)
        return Counts(self.classes, self.features[chosen], pairs, joint)


def _added_up(counts: Int64, group: Int64) -> Int64:
    """Add up the items of a group, along the first axis, whose length stays: what is left of it is 0."""
    merged = np.zeros_like(counts)
    np.add.at(merged, group, counts[: len(group)])
    return merged


@dataclass(frozen=True, eq=False)
class FadingCounts:
    """Counts in which a row weighs half as much after every `half_life` rows that came later.

    They follow a stream whose distribution changes. They depend on how it was cut into chunks, for the rows
    of one chunk weigh alike, so unlike `Counts` they equal nothing that is counted in another way.

    Attributes
    ----------
    half_life : float
        In rows.
    classes, features, joint : ndarray of float64
        Weights of rows, shaped as in `Counts`.
    pairs : ndarray of int32, shape (P, 2)
    """

    half_life: float
    classes: Float64
    features: Float64
    pairs: Int32
    joint: Float64

    @classmethod
    def of(cls, counts: Counts, half_life: float) -> FadingCounts:
        """Start with the counts of a first chunk.

        Raises
        ------
        ValueError
            If the half-life is not positive and finite.
        """
        if not 0 < half_life < np.inf:
            raise ValueError(f"half_life must be a positive number of rows, got {half_life}")
        parts = (counts.classes, counts.features, counts.joint)
        classes, features, joint = (part.astype(np.float64) for part in parts)
        return cls(float(half_life), classes, features, counts.pairs, joint)

    def followed_by(self, chunk: Counts) -> FadingCounts:
        """Return the weights after the rows of one more chunk."""
        if self.features.shape != chunk.features.shape or not np.array_equal(self.pairs, chunk.pairs):
            raise ValueError("a chunk with other features, values, classes or pairs cannot follow")
        left = 0.5 ** (chunk.n_rows / self.half_life)
        return FadingCounts(
            self.half_life,
            left * self.classes + chunk.classes,
            left * self.features + chunk.features,
            self.pairs,
            left * self.joint + chunk.joint,
        )

    def rounded(self) -> Counts:
        """Return the nearest whole counts, to learn from."""
        parts = (self.classes, self.features, self.joint)
        classes, features, joint = (np.rint(part).astype(np.int64) for part in parts)
        return Counts(classes, features, self.pairs, joint)


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
    counter = pair_counter(codes, labels, n_values, n_classes, n_jobs=n_jobs)
    pairs = all_pairs(n_features)
    of_pairs = _OfPairs.empty(len(pairs))
    for first, last, joint in pair_blocks(counter, n_jobs):
        part = slice(counter.n_pairs_before(first), counter.n_pairs_before(last))
        of_pairs.fill(part, joint, n_rows, n_jobs)
    return of_pairs.information(counted.features, pairs, n_rows, n_jobs)


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
    """Return what counts all pairs of features, in the way that is faster for them; the counts are the same.

    Parameters as in `count`; `wide` says whether the processor counts the bits of wide words, by default what
    it does.
    """
    codes, labels = _checked(codes, y, n_classes)
    occurrences = Occurrences.of(codes, labels, n_values, n_classes, n_jobs)
    if wide is None:
        wide = bool(lib.ifc2f_counts_wide_words())
    few_values = occurrences.values.mean() <= MOST_MEAN_VALUES if len(codes) else False
    if wide and few_values and len(codes) >= LEAST_FEATURES:
        return BitSets(codes, occurrences, n_jobs)
    return Groups(codes, occurrences, n_jobs)


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
        counter = pair_counter(codes, labels, n_values, n_classes, n_jobs=n_jobs)
        counter.write_pairs(0, len(counter), joint, n_jobs)
        return joint
    inputs = pointer(codes), codes.shape[1], pointer(pairs)
    outputs = pointer(labels), n_values, n_classes, pointer(joint)
    over_ranges(len(pairs), lambda lo, hi: lib.ifc2f_pair_counts(*inputs, lo, hi, *outputs), n_jobs)
    return joint


@dataclass(frozen=True, eq=False)
class _OfPairs:
    """Quantities of `Information` by pair, each of shape (P,); those of the first and the second feature."""

    conditional: Float64
    between: Float64
    together: Float64
    first: Float64
    second: Float64

    @classmethod
    def empty(cls, n_pairs: int) -> _OfPairs:
        return cls(*(np.zeros(n_pairs) for _ in range(5)))

    def fill(self, part: slice, joint: Int64, n_rows: int, n_jobs: int) -> None:
        """Write what the counts of a part of the pairs, shape (p, V, V, L), say."""
        _, n_values, _, n_classes = joint.shape
        logs = k_log_k(n_rows)
        table = pointer(logs), len(logs)
        counts = pointer(joint)
        of_class, of_all = pointer(self.conditional[part]), pointer(self.between[part])

        def kernel(lo: int, hi: int) -> None:
            lib.ifc2f_cmi(counts, lo, hi, n_values, n_classes, *table, of_class)
            lib.ifc2f_mi(counts, lo, hi, n_values, n_values, n_classes, *table, of_all)

        over_ranges(len(joint), kernel, n_jobs)
        together = joint.reshape(len(joint), n_values * n_values * n_classes).sum(axis=1)
        self.together[part] = together
        if len(some := np.flatnonzero(together < n_rows)):  # in all rows each tells what it tells alone
            self.first[part][some] = class_information(joint[some].sum(axis=2), n_rows, n_jobs)
            self.second[part][some] = class_information(joint[some].sum(axis=1), n_rows, n_jobs)

    def information(self, features: Int64, pairs: Int32, n_rows: int, n_jobs: int) -> Information:
        """Return them as matrices, 0 for pairs that were not counted."""

        def matrix(upper: Float64, lower: Float64) -> Float64:
            found = np.zeros((len(features), len(features)))
            found[pairs[:, 0], pairs[:, 1]] = upper
            found[pairs[:, 1], pairs[:, 0]] = lower
            return found

        alone = class_information(features, n_rows, n_jobs)
        whole = self.together == n_rows
        return Information(
            alone,
            matrix(self.conditional, self.conditional),
            matrix(self.between, self.between),
            features.sum(axis=(1, 2)).astype(np.float64),
            matrix(self.together, self.together),
            matrix(
                np.where(whole, alone[pairs[:, 0]], self.first),
                np.where(whole, alone[pairs[:, 1]], self.second),
            ),
        )


def class_information(features: Int64, n_rows: int, n_jobs: int = 1) -> Float64:
    """Return I(F; C) in nats, shape (K,), of counts of shape (K, V, L) of at most `n_rows` rows."""
    n_features, n_values, n_classes = features.shape
    logs = k_log_k(n_rows)
    alone = np.empty(n_features)
    counts = pointer(np.ascontiguousarray(features))
    arguments = n_values, n_classes, 1, pointer(logs), len(logs), pointer(alone)
    over_ranges(n_features, lambda lo, hi: lib.ifc2f_mi(counts, lo, hi, *arguments), n_jobs)
    return alone
