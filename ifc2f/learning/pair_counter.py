"""The common part of the ways to count all pairs of features."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.core.kernels import Int32, Int64, UInt8, class_sizes, over_ranges, pointer

__all__ = ["Occurrences", "PairCounter", "pair_blocks"]

BLOCK_CELLS = 1 << 22  # cells of pair counts held at a time when only the information is wanted (32 MB)


@dataclass(frozen=True, eq=False)
class Occurrences:
    """The values that occur in the columns of a code matrix.

    Attributes
    ----------
    counts
        int64, shape (K, V, L): rows of each class with each value of each feature.
    values
        int32, shape (K,): number of values of each feature, up to the largest that occurs.
    has_missing
        bool, shape (K,): whether a row lacks the feature.
    order
        int32, shape (n_rows,): the rows sorted by class.
    sizes
        int64, shape (L,): number of rows of each class.
    """

    counts: Int64
    values: Int32
    has_missing: npt.NDArray[np.bool_]
    order: Int32
    sizes: Int64

    @classmethod
    def of(cls, codes: UInt8, labels: Int32, n_values: int, n_classes: int, n_jobs: int = 1) -> Occurrences:
        """Look at the columns once."""
        counts = np.zeros((len(codes), n_values, n_classes), dtype=np.int64)
        inputs = pointer(codes), codes.shape[1]
        outputs = pointer(labels), n_values, n_classes, pointer(counts)
        over_ranges(len(codes), lambda lo, hi: lib.ifc2f_class_counts(*inputs, lo, hi, *outputs), n_jobs)
        occurs = counts.sum(axis=2) > 0
        values = np.where(occurs.any(axis=1), n_values - occurs[:, ::-1].argmax(axis=1), 0)
        return cls(
            counts,
            values.astype(np.int32),
            counts.sum(axis=(1, 2)) < codes.shape[1],
            np.argsort(labels.astype(np.min_scalar_type(n_classes)), kind="stable").astype(np.int32),
            class_sizes(labels, n_classes),
        )


class PairCounter:
    """Counts all pairs of the features of a code matrix; a subclass says how.

    The work is cut into units, each some neighbouring features.

    Parameters
    ----------
    codes
        uint8, shape (K, n_rows); codes from V on are missing values.
    occurrences
        What occurs in them.
    """

    starts: Int32  # (n_units + 1,): the first feature of each unit

    def __init__(self, codes: UInt8, occurrences: Occurrences) -> None:
        self.n_features, self.n_rows = codes.shape
        _, self.n_values, self.n_classes = occurrences.counts.shape

    def __len__(self) -> int:
        return len(self.starts) - 1

    def n_pairs_before(self, unit: int) -> int:
        """Return the number of pairs (i, j), i < j, whose i is in a unit before this one."""
        i = int(self.starts[unit])
        before: int = i * (2 * self.n_features - i - 1) // 2
        return before

    def write_pairs(self, first: int, last: int, joint: Int64, n_jobs: int = 1) -> None:
        """Write the counts of all pairs (i, j), i < j, whose i is in units `first` .. `last` - 1.

        `joint` has the shape (number of those pairs, V, V, L), pairs in ascending order.
        """
        raise NotImplementedError


def pair_blocks(counter: PairCounter, n_jobs: int = 1) -> Iterator[tuple[int, int, Int64]]:
    """Yield (first unit, last unit + 1, counts of the pairs that begin there), a few units at a time.

    The counts are in one buffer, which the next block overwrites.
    """
    shape = counter.n_values, counter.n_values, counter.n_classes
    most = max(1, BLOCK_CELLS // math.prod(shape))
    memory = np.empty((0, *shape), dtype=np.int64)
    last = 0
    while last < len(counter):
        first = last
        last += 1
        before = counter.n_pairs_before(first)
        while last < len(counter) and counter.n_pairs_before(last + 1) - before <= most:
            last += 1
        n_pairs = counter.n_pairs_before(last) - before
        if n_pairs > len(memory):
            memory = np.empty((max(n_pairs, most), *shape), dtype=np.int64)
        joint = memory[:n_pairs]
        counter.write_pairs(first, last, joint, n_jobs)
        yield first, last, joint
