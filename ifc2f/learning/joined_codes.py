"""Features joined into groups, so that one pass over the rows of two groups counts many pairs of features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import Int32, Int64, UInt8, over_ranges, pointer
from ifc2f.learning.pair_counter import Occurrences, PairCounter

__all__ = ["JoinedCodes"]

MOST_SLOTS = 128  # of a group: a table of two such groups fits the first-level cache
JOINED_AT_ONCE = 1 << 23  # codes of groups that are held, if each is read only once (8 MB)


class JoinedCodes(PairCounter):
    """The rows of K features, joined, and sorted by class.

    A unit is a group. Parameters as in `PairCounter`.
    """

    def __init__(self, codes: UInt8, occurrences: Occurrences, n_jobs: int = 1) -> None:
        super().__init__(codes, occurrences)
        self._codes, self._order, self._digits = codes, occurrences.order, _digits(occurrences)
        self._values = occurrences.values
        self._slots = np.maximum(self._values + occurrences.has_missing, 1).astype(np.int32)
        self.starts = _starts(self._slots, most_slots(self.n_rows, self.n_classes))
        self._bounds = np.concatenate([[0], np.cumsum(occurrences.sizes)]).astype(np.int64)
        self._n_jobs = n_jobs

    @cached_property
    def _all_joined(self) -> _Joined:
        return self._joined(0, self.n_rows)

    def _joined(self, begin: int, end: int) -> _Joined:
        """Join the codes of some rows in the order of classes."""
        bounds = np.clip(self._bounds, begin, end) - begin
        joined = np.empty((len(self), end - begin), dtype=np.uint8)
        arrays = joined, self.starts, self._values, self._slots, bounds
        pointers = [pointer(array) for array in arrays]
        numbers = end - begin, self.n_features, len(self), self.n_classes
        c_groups = ffi.new("ifc2f_joined *", [*pointers, *numbers])
        source = pointer(self._codes), self.n_rows, pointer(self._digits), pointer(self._order[begin:end])
        over_ranges(
            len(self),
            lambda lo, hi: lib.ifc2f_join_codes(c_groups, *source, lo, hi, pointers[0]),
            self._n_jobs,
        )
        return _Joined(c_groups, pointers)

    def write_pairs(self, first: int, last: int, joint: Int64, n_jobs: int = 1) -> None:
        joint[:] = 0  # counts of long stretches of rows are added up
        counts = pointer(joint)
        is_read_once = last - first == len(self)
        step = max(JOINED_AT_ONCE // max(len(self), 1), 1) if is_read_once else self.n_rows
        for begin in range(0, self.n_rows, max(step, 1)):
            end = min(begin + step, self.n_rows)
            joined = self._joined(begin, end) if is_read_once else self._all_joined

            def kernel(lo: int, hi: int, c_groups: Any = joined.c) -> None:
                work = np.empty(lib.IFC2F_PAIR_WORK, dtype=np.uint16)
                lib.ifc2f_all_pair_counts(
                    c_groups, first, first + lo, first + hi, self.n_values, counts, pointer(work)
                )

            over_ranges(last - first, kernel, n_jobs)


@dataclass(frozen=True, eq=False)
class _Joined:
    """A C structure `ifc2f_joined`, and what it points to."""

    c: Any
    kept_alive: list[Any]


def _digits(occurrences: Occurrences) -> UInt8:
    """Return, for each feature and code, the value that it counts as; one more than the last is missing."""
    digits: UInt8 = np.minimum(occurrences.becomes, occurrences.values[:, np.newaxis]).astype(np.uint8)
    return digits


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
