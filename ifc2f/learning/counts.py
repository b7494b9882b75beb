"""Additive counts: all that training needs to know of the data once it is in bins.

Counts of two sets of rows add up to the counts of both, so chunks, threads, machines and streams can count
separately and be merged. Only rows in which all the features concerned are present are counted.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ifc2f.core.kernels import (
    Float64,
    Int32,
    Int64,
    UInt8,
)
from ifc2f.data.bins import MISSING
from ifc2f.files.reading import require_regular
from ifc2f.files.writing import write_atomically
from ifc2f.learning.information import Information, OfPairs

__all__ = ["Counts", "FadingCounts", "added_up", "all_pairs", "merged_codes"]

MAX_ROWS = 2**62
FORMAT = 1  # of files
# What reading a damaged archive of arrays ends in: RuntimeError where bits say that it is encrypted or packed
# in an unknown way; where it is a single array, AttributeError before Python 3.11 and TypeError since.
DAMAGED = (
    *(ValueError, KeyError, EOFError, OSError, RuntimeError, TypeError, AttributeError),
    *(zipfile.BadZipFile, zlib.error),
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
            raise OverflowError(
                f"{self.n_rows} and {other.n_rows} rows together exceed the largest count, 2**62"
            )
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
            features[k] = added_up(features[k], group)
            joint[first] = np.moveaxis(added_up(np.moveaxis(joint[first], 1, 0), group), 0, 1)
            joint[second] = np.moveaxis(added_up(np.moveaxis(joint[second], 2, 0), group), 0, 2)
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
            If it cannot be read, or is no regular file.
        """
        where = os.fspath(path)
        require_regular(path)
        with open(path, "rb") as stream:
            try:
                with np.load(stream, allow_pickle=False) as file:
                    arrays = {
                        name: file[name] for name in ("format", "classes", "features", "pairs", "joint")
                    }
            except DAMAGED as error:
                raise ValueError(f"{where}: not a file of counts, or a damaged one ({error})") from None
        if arrays["format"].tolist() != FORMAT:
            raise ValueError(f"{where}: counts of format {arrays['format']}, but this library reads {FORMAT}")
        counts = cls(arrays["classes"], arrays["features"], arrays["pairs"], arrays["joint"])
        if wrong := counts._what_is_wrong():
            raise ValueError(f"{where}: damaged counts: {wrong}")
        return counts

    def _what_is_wrong(self) -> str | None:
        parts = (self.classes, self.features, self.joint)
        if any(part.dtype != np.int64 for part in parts) or self.pairs.dtype != np.int32:
            return "an array has the wrong type"
        if self.features.ndim != 3 or self.classes.shape != self.features.shape[-1:]:
            return f"classes {self.classes.shape} and features {self.features.shape} do not match"
        n_features, n_values, n_classes = self.features.shape
        if self.joint.ndim != 4:
            return f"the counts of pairs have {self.joint.ndim} dimensions, not 4"
        if self.pairs.shape != (len(self.joint), 2) or self.joint.shape[1:] != (
            n_values,
            n_values,
            n_classes,
        ):
            return f"pairs {self.pairs.shape} and their counts {self.joint.shape} do not match"
        if len(self.pairs) and not 0 <= self.pairs.min() <= self.pairs.max() < n_features:
            return "a pair names a feature that does not exist"
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
        of_pairs = OfPairs.empty(len(self.pairs))
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


def added_up(counts: Int64, group: Int64) -> Int64:
    """Add up the items of a group, along the first axis, whose length stays: what is left of it is 0."""
    merged = np.zeros_like(counts)
    np.add.at(merged, group, counts[: len(group)])
    return merged


def merged_codes(group: Int64) -> UInt8:
    """Return the code that each code becomes, shape (256,), if value a becomes ``group[a]``."""
    becomes = np.full(MISSING + 1, MISSING, dtype=np.uint8)
    becomes[: len(group)] = group
    return becomes


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
            raise ValueError("this chunk differs from the earlier ones in features, values, classes or pairs")
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


def all_pairs(n_features: int) -> Int32:
    """Return the pairs (i, j), i < j, of K features in ascending order, shape (K (K - 1) / 2, 2)."""
    return np.stack(np.triu_indices(n_features, 1), axis=1).astype(np.int32)
