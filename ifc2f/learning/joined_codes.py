"""Features joined into groups, so that one pass over the rows of two groups counts many pairs of features."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import Int32, Int64, UInt8, over_ranges, pointer
from ifc2f.learning.pair_counter import Occurrences, PairCounter

__all__ = ["JoinedCodes"]

MOST_SLOTS = 128  # of a group: a table of two such groups fits the first-level cache


class JoinedCodes(PairCounter):
    """The rows of K features, joined, and sorted by class.

    A unit is a group. Parameters as in `PairCounter`.
    """

    def __init__(self, codes: UInt8, occurrences: Occurrences, n_jobs: int = 1) -> None:
        super().__init__(codes, occurrences)
        self._values = occurrences.values
        self._slots = np.maximum(self._values + occurrences.has_missing, 1).astype(np.int32)
        self.starts = _starts(self._slots, most_slots(self.n_rows, self.n_classes))
        self._bounds = np.concatenate([[0], np.cumsum(occurrences.sizes)]).astype(np.int64)
        self._joined = np.empty((len(self), self.n_rows), dtype=np.uint8)
        source, target = pointer(codes), pointer(self._joined)
        order = pointer(occurrences.order)
        over_ranges(
            len(self),
            lambda lo, hi: lib.ifc2f_join_codes(self._c_groups, source, order, lo, hi, target),
            n_jobs,
        )

    @cached_property
    def _c_groups(self) -> Any:
        arrays = self._joined, self.starts, self._values, self._slots, self._bounds
        self._kept_alive = [pointer(array) for array in arrays]
        numbers = self.n_rows, self.n_features, len(self), self.n_classes
        return ffi.new("ifc2f_joined *", [*self._kept_alive, *numbers])

    def write_pairs(self, first: int, last: int, joint: Int64, n_jobs: int = 1) -> None:
        joint[:] = 0  # counts of long stretches of rows are added up
        counts = pointer(joint)

        def kernel(lo: int, hi: int) -> None:
            work = np.empty(lib.IFC2F_PAIR_WORK, dtype=np.uint16)
            lib.ifc2f_all_pair_counts(
                self._c_groups, first, first + lo, first + hi, self.n_values, counts, pointer(work)
            )

        over_ranges(last - first, kernel, n_jobs)


def most_slots(n_rows: int, n_classes: int) -> int:
    """Return the most slots for which adding a table is no slower than counting a class's rows."""
    return int(min(MOST_SLOTS, (n_rows / max(n_classes, 1)) ** 0.5))


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
