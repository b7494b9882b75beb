"""The input of structure, order and tables: rows in bins, or counts of all their pairs.

Both answer the same questions with the same numbers, so a model is the same whichever it is learned from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from ifc2f.core.kernels import Int32, Int64, UInt8, class_sizes
from ifc2f.data.bins import Binnings
from ifc2f.data.matrix import Columns
from ifc2f.learning import count_rows
from ifc2f.learning.counts import Counts, merged_codes
from ifc2f.learning.information import Information

__all__ = ["CodedRows", "CountedPairs", "Evidence", "Families", "families"]

MOST_HELD = 1 << 22  # codes that are held for `families`; those of more rows are found again


class Families(Protocol):
    """Counts of some features at a time, and of L classes.

    Attributes
    ----------
    classes : ndarray of int64, shape (L,)
        Rows of each class.
    """

    @property
    def classes(self) -> Int64: ...

    def family(self, features: Sequence[int]) -> Int64:
        """Return the counts of some features and the class, shape (V_1, .., V_m, L).

        Raises
        ------
        ValueError
            If that many features were not counted together.
        """
        ...


class Evidence(Families, Protocol):
    """Counts of K features and L classes.

    Attributes
    ----------
    n_values : ndarray of int64, shape (K,)
        Number of values of each feature.
    """

    @property
    def n_values(self) -> Int64: ...

    def information(self, n_jobs: int = 1, groups: Mapping[int, Int64] | None = None) -> Information:
        """Return the information of the features on the class and on each other.

        If there are groups, it is that of the values `merged`.
        """
        ...

    def select(self, features: Sequence[int]) -> Evidence:
        """Return the counts of some features, in the order given."""
        ...

    def merged(self, groups: Mapping[int, Int64]) -> Evidence:
        """Return the counts with values of some features merged: ``groups[k][a]`` is what a of k becomes."""
        ...


@dataclass(frozen=True, eq=False)
class CodedRows:
    """Rows in memory.

    Attributes
    ----------
    codes : ndarray of uint8, shape (K, n_rows)
        255 is missing.
    y : ndarray of int32, shape (n_rows,)
    n_values : ndarray of int64, shape (K,)
    n_classes : int
    """

    codes: UInt8
    y: Int32
    n_values: Int64
    n_classes: int

    @property
    def classes(self) -> Int64:
        return class_sizes(self.y, self.n_classes)

    def information(self, n_jobs: int = 1, groups: Mapping[int, Int64] | None = None) -> Information:
        largest = int(self.n_values.max(initial=1))
        merging = (groups, int(_numbers_of(groups, self.n_values).max(initial=1))) if groups else None
        counted = self.codes, self.y, largest, self.n_classes
        return count_rows.information(*counted, merging=merging, n_jobs=n_jobs)

    def family(self, features: Sequence[int]) -> Int64:
        return count_rows.family_counts(self.codes, self.y, features, self.n_values, self.n_classes)

    def select(self, features: Sequence[int]) -> CodedRows:
        chosen = list(features)
        return CodedRows(
            np.ascontiguousarray(self.codes[chosen]), self.y, self.n_values[chosen], self.n_classes
        )

    def merged(self, groups: Mapping[int, Int64]) -> CodedRows:
        codes = self.codes.copy()
        for k, group in groups.items():
            becomes = merged_codes(group).tobytes()
            codes[k] = np.frombuffer(codes[k].tobytes().translate(becomes), dtype=np.uint8)
        return CodedRows(codes, self.y, _numbers_of(groups, self.n_values), self.n_classes)


@dataclass(frozen=True, eq=False)
class _RowsCodedAnew:
    """Rows whose bins are found again for each family of features, and not held.

    Attributes
    ----------
    columns : Columns
        K columns.
    y : ndarray of int32, shape (n_rows,)
    binnings : Binnings
        Of the columns.
    n_classes : int
    """

    columns: Columns
    y: Int32
    binnings: Binnings
    n_classes: int

    @property
    def classes(self) -> Int64:
        return class_sizes(self.y, self.n_classes)

    def family(self, features: Sequence[int]) -> Int64:
        codes = np.stack([self.binnings.codes_of(self.columns, k) for k in features])
        n_values = self.binnings.n_values[list(features)]
        return CodedRows(codes, self.y, n_values, self.n_classes).family(range(len(features)))


def families(columns: Columns, y: Int32, binnings: Binnings, n_classes: int) -> Families:
    """Return the families of some columns in these bins, without holding the codes of many rows."""
    if columns.n_rows * columns.n_columns > MOST_HELD:
        return _RowsCodedAnew(columns, y, binnings, n_classes)
    return CodedRows(binnings.codes(columns), y, binnings.n_values, n_classes)


@dataclass(frozen=True, eq=False)
class CountedPairs:
    """Counts of pairs of features; the rows themselves are gone.

    Attributes
    ----------
    counts : Counts
        With ``pairs = all_pairs(K)``, or some of those in their order if others are not asked for.
    n_values : ndarray of int64, shape (K,)
    """

    counts: Counts
    n_values: Int64

    @property
    def classes(self) -> Int64:
        return self.counts.classes

    def information(self, n_jobs: int = 1, groups: Mapping[int, Int64] | None = None) -> Information:
        counts = self.counts.merged(groups) if groups else self.counts
        return counts.information(n_jobs)

    def family(self, features: Sequence[int]) -> Int64:
        shape = tuple(slice(int(self.n_values[f])) for f in features)
        if len(features) == 1:
            alone: Int64 = self.counts.features[features[0]][shape]
            return alone
        if len(features) > 2:
            raise ValueError(
                f"{len(features)} features have to be counted together, but counts of chunks keep pairs: "
                "choose the structure 'tree', 'line' or 'naive'"
            )
        i, j = features
        wanted = min(i, j) * len(self.n_values) + max(i, j)
        joint: Int64 = self.counts.joint[int(np.searchsorted(self._pair_numbers, wanted))]
        joint = joint if i < j else joint.transpose(1, 0, 2)
        return joint[shape]

    @cached_property
    def _pair_numbers(self) -> Int64:
        pairs = self.counts.pairs.astype(np.int64)
        return np.asarray(pairs[:, 0] * len(self.n_values) + pairs[:, 1])

    def select(self, features: Sequence[int]) -> CountedPairs:
        chosen = list(features)
        return CountedPairs(self.counts.select(chosen), self.n_values[chosen])

    def merged(self, groups: Mapping[int, Int64]) -> CountedPairs:
        return CountedPairs(self.counts.merged(groups), _numbers_of(groups, self.n_values))


def _numbers_of(groups: Mapping[int, Int64], n_values: Int64) -> Int64:
    numbers: Int64 = n_values.copy()
    for k, group in groups.items():
        numbers[k] = group.max(initial=-1) + 1
    return numbers
