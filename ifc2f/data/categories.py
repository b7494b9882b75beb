"""Merge categories whose class frequencies are alike, as far as that makes the description shorter.

To encode the classes of a column's n rows by G groups of its V categories takes, in nats,

    sum over groups of n_g H(class | g)  +  log(V! / (v_1! .. v_G!))  +  G (log V + (L - 1) / 2 log n)

for the classes themselves, for which categories are in which group, and, of each group, for how many it has
and its class frequencies to the precision that n rows give (Rissanen, Automatica 14, 1978). As with entropy
cuts of numbers, the shortest description wins. The second term keeps rare categories from being sorted by the
few classes they were seen in; those whose rows could not save the log V nats of a name, even if all of one
class, are kept together from the start.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ifc2f.core.kernels import Float32, Float64, Int64, class_information
from ifc2f.data.quantise import Binnings

__all__ = ["Merging", "expanded", "groups_of", "merged_columns"]

DIGITS = 9  # of nats; descriptions that are closer are of one length
LEAST = 1e-6  # nats that a move has to save


@dataclass(frozen=True, eq=False)
class Merging:
    """The groups of a column's categories.

    Attributes
    ----------
    group : ndarray of int64, shape (V,)
        Of each category; groups are numbered by their first category.
    share : ndarray of float64, shape (V,)
        (n_a + 1) / (n_group + size of the group): how probable a category is in its group, in every class.
    """

    group: Int64
    share: Float64

    @classmethod
    def of(cls, counts: Int64) -> Merging:
        """Merge categories with these counts, shape (V, L)."""
        group, rows = groups_of(counts), counts.sum(axis=1, dtype=np.float64)
        of_group = np.bincount(group, weights=rows + 1)
        return cls(group, (rows + 1) / of_group[group])


def expanded(table: Float32, given: Merging | None, own: Merging | None) -> Float32:
    """Return P(category | category of the parent, class) from the table of groups.

    Parameters
    ----------
    table
        float32, shape (U, V, L).
    given, own
        The groups of the parent and of the feature; None if its values are not merged.
    """
    if given is not None:
        table = table[given.group]
    if own is None:
        return table
    return np.asarray(table[:, own.group] * own.share[:, np.newaxis], dtype=np.float32)


def merged_columns(features: Int64, binnings: Binnings) -> Int64:
    """Return counts of shape (K, V, L) with the categories of each column merged."""
    merged: Int64 = features.copy()
    for k in np.flatnonzero(binnings.categorical).tolist():
        own = features[k, : binnings.n_values[k]]
        merged[k] = 0
        np.add.at(merged[k], groups_of(own), own)
    return merged


def groups_of(counts: Int64) -> Int64:
    """Return the group of each category, shape (V,), from counts of shape (V, L).

    Groups begin as one of all, and as what merging two by two leads to. The description is made shorter by
    moving one category at a time to another group or a new one, that which saves most next, until none does;
    the better end is taken. Categories without rows are one group by themselves.
    """
    seen, classes = np.flatnonzero(counts.sum(axis=1)), np.flatnonzero(counts.sum(axis=0))
    group: Int64 = np.full(len(counts), -1, dtype=np.int64)
    if len(seen):
        own = counts[np.ix_(seen, classes)]
        item = _items(own)
        items = _Items(_added(own, item), np.bincount(item))
        ends = [
            items.improved(start) for start in (np.zeros(len(items.size), np.int64), items.agglomerated())
        ]
        group[seen] = min(ends, key=lambda end: round(items.length(end), DIGITS))[item]
    first, number = np.unique(group, return_index=True, return_inverse=True)[1:]
    return np.asarray(np.argsort(np.argsort(first))[number], dtype=np.int64)


def _items(counts: Int64) -> Int64:
    """Put together, as one item, the categories whose rows could not pay for their name if they were pure."""
    share = counts.sum(axis=0) / counts.sum()
    saved = -counts.sum(axis=1) * float((share * np.log(share)).sum())
    is_rare = np.round(saved, DIGITS) < round(math.log(len(counts)), DIGITS)
    return np.asarray(np.unique(np.where(is_rare, -1, np.arange(len(counts))), return_inverse=True)[1])


def _added(counts: Int64, group: Int64) -> Int64:
    groups: Int64 = np.zeros((int(group.max()) + 1, counts.shape[1]), dtype=np.int64)
    np.add.at(groups, group, counts)
    return groups


@dataclass(frozen=True, eq=False)
class _Items:
    """What is put into groups.

    Attributes
    ----------
    counts : ndarray of int64, shape (N, L)
        No row or column of zeros.
    size : ndarray of int64, shape (N,)
        Categories in each item.
    """

    counts: Int64
    size: Int64

    @cached_property
    def log_factorial(self) -> Float64:
        """Log k! of k = 0 .. V."""
        return np.cumsum([0.0, *(math.log(k) for k in range(1, int(self.size.sum()) + 1))])

    @cached_property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.counts.sum())

    @cached_property
    def charge(self) -> float:
        """The nats that encode the number of categories of a group and its class frequencies."""
        n_free = self.counts.shape[1] - 1
        return float(math.log(int(self.size.sum())) + n_free / 2 * math.log(self.n_rows))

    def length(self, group: Int64) -> float:
        """Return the length of the description in nats, but for what is the same for all groups."""
        groups, which = _added(self.counts, group), _added(self.size[:, np.newaxis], group)[:, 0]
        told = self.n_rows * class_information(groups[np.newaxis], self.n_rows)[0]
        return float(np.count_nonzero(which) * self.charge - self.log_factorial[which].sum() - told)

    def lost(self, one: Int64, other: Int64) -> Float64:
        """Return how many more nats encode the classes of two groups as one, from counts (P, L)."""
        pairs = np.stack([one, other], axis=1)
        return np.asarray(pairs.sum(axis=(1, 2)) * class_information(pairs, self.n_rows))

    def agglomerated(self) -> Int64:
        """Merge the two groups whose merging shortens the description most, until none does."""
        n, logs = len(self.size), self.log_factorial
        group, groups, size = np.arange(n), self.counts.copy(), self.size.copy()
        longer = np.zeros((n, n))

        def compare(low: Int64, high: Int64) -> None:
            which = logs[size[low] + size[high]] - logs[size[low]] - logs[size[high]]
            longer[low, high] = self.lost(groups[low], groups[high]) - which - self.charge

        compare(*np.triu_indices(n, 1))
        while True:
            kept, gone = divmod(int(np.argmin(np.round(longer, DIGITS))), n)
            if longer[kept, gone] > -LEAST:
                return group
            group[group == gone] = kept
            groups[kept] += groups[gone]
            size[kept] += size[gone]
            size[gone] = 0
            longer[gone], longer[:, gone] = 0.0, 0.0
            others = np.flatnonzero((size > 0) & (np.arange(n) != kept))
            compare(np.minimum(others, kept), np.maximum(others, kept))

    def improved(self, start: Int64) -> Int64:
        """Move one item at a time, as long as that shortens the description."""
        n, each, logs = len(self.size), np.arange(len(self.size)), self.log_factorial
        group, size = np.array(start), np.zeros(n, dtype=np.int64)
        groups: Int64 = np.zeros_like(self.counts)
        np.add.at(groups, group, self.counts)
        np.add.at(size, group, self.size)
        joins = np.tile(self.charge - logs[self.size], (n, 1)).T  # what an item adds to a group without it

        def compare(g: int) -> None:
            own = (group == g).astype(np.int64)
            rest = size[g] - own * self.size
            lost = self.lost(self.counts, groups[g] - self.counts * own[:, np.newaxis])
            joins[:, g] = lost + logs[rest] - logs[rest + self.size] + self.charge * (rest == 0)

        for g in np.flatnonzero(size).tolist():
            compare(g)
        while True:
            longer = np.round(joins - joins[each, group][:, np.newaxis], DIGITS)
            moved, to = divmod(int(np.argmin(longer)), n)
            if longer[moved, to] > -LEAST:
                return group
            last = int(group[moved])
            for g, sign in ((last, -1), (to, 1)):
                groups[g] += sign * self.counts[moved]
                size[g] += sign * self.size[moved]
            group[moved] = to
            compare(last)
            compare(to)
