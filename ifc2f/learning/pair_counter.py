"""The common part of the ways to count all pairs of features."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.core.kernels import LABELS_AT_ONCE, Int32, Int64, UInt8, class_sizes, over_ranges, pointer
from ifc2f.data.bins import MISSING
from ifc2f.learning.counts import added_up, merged_codes

__all__ = ["Merging", "Occurrences", "PairCounter", "pair_blocks"]

BLOCK_CELLS = 1 << 22  # cells of pair counts held at a time when only the information is wanted (32 MB)


# By feature, the value that each of its values becomes; and how many values a feature then has at most.
Merging = tuple[Mapping[int, Int64], int]


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
    becomes
        uint8, shape (K, 256): the value that each code counts as; it may be another than itself, for some
        values of a feature may count as one.
    """

    counts: Int64
    values: Int32
    has_missing: npt.NDArray[np.bool_]
    order: Int32
    sizes: Int64
    becomes: UInt8

    @classmethod
    def of(
        cls,
        codes: UInt8,
        labels: Int32,
        n_values: int,
        n_classes: int,
        n_jobs: int = 1,
        merging: Merging | None = None,
    ) -> Occurrences:
        """Look at the columns once; `n_values` is the number before some are merged."""
        counts = np.zeros((len(codes), n_values, n_classes), dtype=np.int64)
        inputs = pointer(codes), codes.shape[1]
        outputs = pointer(labels), n_values, n_classes, pointer(counts)
        over_ranges(len(codes), lambda lo, hi: lib.ifc2f_class_counts(*inputs, lo, hi, *outputs), n_jobs)
        becomes = np.tile(np.arange(MISSING + 1, dtype=np.uint8), (len(codes), 1))
        if merging is not None:
            groups, n_values = merging
            for k, group in groups.items():
                counts[k], becomes[k] = added_up(counts[k], group), merged_codes(group)
            counts = np.ascontiguousarray(counts[:, :n_values])
        occurs, sizes = counts.sum(axis=2) > 0, class_sizes(labels, n_classes)
        values = np.where(occurs.any(axis=1), n_values - occurs[:, ::-1].argmax(axis=1), 0)
        return cls(
            counts,
            values.astype(np.int32),
            counts.sum(axis=(1, 2)) < codes.shape[1],
            _by_class(labels, sizes),
            sizes,
            becomes,
        )

    def merged(self, codes: UInt8) -> UInt8:
        """Return the values that codes count as."""
        if (self.becomes == np.arange(MISSING + 1)).all():
            return codes
        merged: UInt8 = np.empty_like(codes)
        for table, own, target in zip(self.becomes, codes, merged, strict=True):
            np.take(table, own, out=target)
        return merged


def _by_class(labels: Int32, sizes: Int64) -> Int32:
    """Return the rows sorted by class, of which some are sorted at a time: NumPy numbers them by 64 bits."""
    order = np.empty(len(labels), dtype=np.int32)
    place = np.cumsum(sizes) - sizes  # of the next row of each class
    kind = np.min_scalar_type(len(sizes))
    for row in range(0, len(labels), LABELS_AT_ONCE):
        part = labels[row : row + LABELS_AT_ONCE]
        own = class_sizes(part, len(sizes))
        places = np.repeat(place - np.cumsum(own) + own, own) + np.arange(len(part))
        order[places] = row + np.argsort(part.astype(kind), kind="stable")
        place += own
    return order


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
