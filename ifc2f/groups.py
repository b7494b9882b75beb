"""Features joined into groups, so that one pass over the rows of two groups counts many pairs of features."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.kernels import Int32, Int64, UInt8, class_sizes, over_ranges, pointer

__all__ = ["Groups"]

MOST_SLOTS = 128  # of a group: a table of two such groups fits the first-level cache


class Groups:
    """The rows of K features, joined, and sorted by class.

    Parameters
    ----------
    codes
        uint8, shape (K, n_rows); codes from `n_values` on are missing values.
    labels
        Class numbers, int32, shape (n_rows,).
    n_values
        V, the largest number of values of a feature.
    n_classes
        L.
    n_jobs
        Number of threads; the result does not depend on it.
    """

    def __init__(self, codes: UInt8, labels: Int32, n_values: int, n_classes: int, n_jobs: int = 1) -> None:
        self.n_features, self.n_rows = codes.shape
        self.n_values, self.n_classes = n_values, n_classes
        present = np.zeros((self.n_features, n_values, 1), dtype=np.int64)
        inputs = pointer(codes), self.n_rows
        outputs = pointer(np.zeros_like(labels)), n_values, 1, pointer(present)
        over_ranges(self.n_features, lambda lo, hi: lib.ifc2f_class_counts(*inputs, lo, hi, *outputs), n_jobs)
        occurs = present[:, :, 0] > 0
        values = np.where(occurs.any(axis=1), n_values - occurs[:, ::-1].argmax(axis=1), 0)
        has_missing = present.sum(axis=(1, 2)) < self.n_rows
        self._values = values.astype(np.int32)
        self._slots = np.maximum(self._values + has_missing, 1).astype(np.int32)
        self._starts = _starts(self._slots, self._most_slots())
        rows = np.argsort(labels, kind="stable").astype(np.int32)
        self._bounds = np.concatenate([[0], np.cumsum(class_sizes(labels, n_classes))]).astype(np.int64)
        self._joined = np.empty((len(self), self.n_rows), dtype=np.uint8)
        source, target = pointer(codes), pointer(self._joined)
        order = pointer(rows)
        over_ranges(
            len(self),
            lambda lo, hi: lib.ifc2f_join_codes(self._c_groups, source, order, lo, hi, target),
            n_jobs,
        )

    def __len__(self) -> int:
        return len(self._starts) - 1

    def _most_slots(self) -> int:
        """Adding up the table of two groups should take no longer than counting the rows of a class."""
        return int(min(MOST_SLOTS, (self.n_rows / max(self.n_classes, 1)) ** 0.5))

    @cached_property
    def _c_groups(self) -> Any:
        arrays = self._joined, self._starts, self._values, self._slots, self._bounds
        self._kept_alive = [pointer(array) for array in arrays]
        numbers = self.n_rows, self.n_features, len(self), self.n_classes
        return ffi.new("ifc2f_groups *", [*self._kept_alive, *numbers])

    def n_pairs_before(self, group: int) -> int:
        """Return the number of pairs (i, j), i < j, whose i is in a group before this one."""
        i = int(self._starts[group])
        before: int = i * (2 * self.n_features - i - 1) // 2
        return before

    def add_pairs(self, first: int, last: int, joint: Int64, n_jobs: int = 1) -> None:
        """Add the counts of all pairs (i, j), i < j, whose i is in groups `first` .. `last` - 1.

        `joint` has the shape (number of those pairs, V, V, L), pairs in ascending order.
        """
        counts = pointer(joint)

        def kernel(lo: int, hi: int) -> None:
            work = np.empty(lib.IFC2F_PAIR_WORK, dtype=np.uint16)
            lib.ifc2f_all_pair_counts(
                self._c_groups, first, first + lo, first + hi, self.n_values, counts, pointer(work)
            )

        over_ranges(last - first, kernel, n_jobs)


def _starts(slots: Int32, most: int) -> Int32:
    """Join neighbours as long as their slots multiply to no more than `most`."""
    starts = [0]
    size = 1
    for feature, n in enumerate(slots.tolist()):
        if feature > starts[-1] and size * n > most:
            starts.append(feature)
            size = 1
        size *= n
    return np.array([*starts, len(slots)] if len(slots) else [0], dtype=np.int32)
