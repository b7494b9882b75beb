"""A forest of randomised trees: class probabilities of rows, and which columns it uses.

Trees are grown in C, one call each, on rows drawn with replacement, trying sqrt(K) random columns at each
cut. Each follows from its number and the seed, so the forest does not depend on threads. Where rows are many,
each tree is grown on a part of them, and there are fewer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import Float64, UInt8, k_log_k, pointer
from ifc2f.core.threads import shared
from ifc2f.data import quantise
from ifc2f.settings import Settings

__all__ = ["MANY_ROWS", "Forest", "ForestRows"]

MAX_DEPTH = 40
MANY_ROWS = 16_384  # rows of a tree at most; where there are more, trees are fewer
FEWER = 2  # at least half of them are grown
CELLS_AT_ONCE = 1 << 13  # class probabilities of the rows that are judged in one call


class ForestRows:
    """Rows of codes as a forest takes them: row after row, training rows first, wrapped in a C structure.

    Parameters
    ----------
    codes : ndarray of uint8, shape (K, n_rows)
    labels : ndarray of int, shape (n_training,)
        Classes of the first rows; the others are only judged.
    binnings : Binnings
    n_classes : int
    """

    def __init__(
        self, codes: UInt8, labels: NDArray[Any], binnings: quantise.Binnings, n_classes: int
    ) -> None:
        self.codes = np.ascontiguousarray(codes.T)
        self.labels = np.ascontiguousarray(labels, dtype=np.uint8)
        self.n_values = binnings.n_values.astype(np.int32)
        self.categorical = binnings.categorical.astype(np.uint8)
        self.n_rows, self.n_columns = self.codes.shape
        self.n_training, self.n_classes = len(self.labels), n_classes
        self.c = ffi.new("ifc2f_forest_rows *")
        self.c.codes, self.c.labels = pointer(self.codes), pointer(self.labels)
        self.c.n_values, self.c.categorical = pointer(self.n_values), pointer(self.categorical)
        self.c.n_rows, self.c.n_training = self.n_rows, self.n_training
        self.c.n_columns, self.c.n_classes = self.n_columns, self.n_classes


class _Memory:
    """What one thread grows its trees in, one after the other: a C structure `ifc2f_tree`, and its arrays."""

    def __init__(self, rows: ForestRows, options: Any) -> None:
        n = int(options.n_drawn)
        self.nodes = np.empty((2 * n + 1, ffi.sizeof("ifc2f_tree_node") // 4), dtype=np.int32)
        self.gains, self.seen = np.empty(2 * n + 1), np.empty(n, dtype=np.uint32)
        self.mixtures = np.empty((n // 2, rows.n_classes))
        self.work = np.empty(lib.ifc2f_grow_tree_work(rows.c, options), dtype=np.uint32)
        self.c, self.c_work = ffi.new("ifc2f_tree *"), pointer(self.work)
        self.c.nodes = ffi.from_buffer("ifc2f_tree_node[]", self.nodes)
        self.c.gains, self.c.mixtures = pointer(self.gains), pointer(self.mixtures)
        self.c.seen = pointer(self.seen)


@dataclass(frozen=True, eq=False)
class _Tree:
    """The arrays of a C structure `ifc2f_tree`, as long as they are used."""

    nodes: NDArray[Any]
    gains: Float64
    mixtures: Float64
    seen: NDArray[np.uint32]

    @classmethod
    def in_memory(cls, memory: _Memory, is_ranking: bool) -> _Tree:
        """Copy the tree that was grown there."""
        tree = memory.c
        return cls(
            memory.nodes[: tree.n_nodes].copy(),
            memory.gains[: tree.n_nodes if is_ranking else 0].copy(),
            memory.mixtures[: tree.n_mixtures].copy(),
            memory.seen[: tree.n_seen].copy(),
        )


def _size(n_trees: int, n_rows: int) -> tuple[int, int]:
    """Return how many trees are grown, of n_trees with few rows, and on how many rows each."""
    fewer = max(n_trees * MANY_ROWS // max(n_rows, MANY_ROWS), -(-n_trees // FEWER))
    return fewer, min(n_rows, MANY_ROWS)


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees grown on the training rows of some rows.

    Attributes
    ----------
    rows : ForestRows
    trees : list
    """

    rows: ForestRows
    trees: list[_Tree]

    @classmethod
    def grown(
        cls, rows: ForestRows, seed: int, n_trees: int = Settings.graph_trees, is_ranking: bool = False
    ) -> Forest:
        """Grow a forest, of `n_trees` trees if rows are not many; without columns it has no trees.

        Only a forest that `is_ranking` knows the importance of columns.
        """
        if not rows.n_columns:
            return cls(rows, [])
        options = ffi.new("ifc2f_forest_options *")
        n_trees, options.n_drawn = _size(n_trees, rows.n_training)
        options.seed = seed & 0xFFFFFFFF
        options.n_tried, options.max_depth = math.isqrt(rows.n_columns), MAX_DEPTH
        logs = pointer(k_log_k(options.n_drawn))
        spare: list[_Memory] = []  # that no thread uses at present

        def tree(index: int) -> _Tree:
            try:
                memory = spare.pop()
            except IndexError:
                memory = _Memory(rows, options)
            lib.ifc2f_grow_tree(rows.c, options, logs, index, memory.c, memory.c_work)
            grown = _Tree.in_memory(memory, is_ranking)
            spare.append(memory)
            return grown

        return cls(rows, shared(tree, range(n_trees)))

    def importance(self) -> Float64:
        """Return how much each column's cuts lower the entropy of the class, shape (K,)."""
        total = np.zeros(self.rows.n_columns)
        for tree in self.trees:
            np.add.at(total, tree.nodes[:, 0], tree.gains)
        return total

    def guesses(self, prior: Float64) -> NDArray[np.float32]:
        """Return class probabilities of all rows, shape (n_rows, L).

        A row has those of the trees that did not see it; where all did, its label, of a row that is only
        judged the prior.
        """
        rows = self.rows
        guesses = np.empty((rows.n_rows, rows.n_classes), dtype=np.float32)
        trees = ffi.new("ifc2f_tree[]", len(self.trees))
        for c, tree in zip(trees, self.trees, strict=True):
            c.nodes = ffi.from_buffer("ifc2f_tree_node[]", tree.nodes)
            c.mixtures, c.seen = pointer(tree.mixtures), pointer(tree.seen)
            c.n_nodes, c.n_mixtures, c.n_seen = len(tree.nodes), len(tree.mixtures), len(tree.seen)
        prior = np.ascontiguousarray(prior, dtype=np.float64)
        step = max(CELLS_AT_ONCE // rows.n_classes, 64)

        def judge(first: int) -> None:
            last = min(first + step, rows.n_rows)
            work = np.empty(lib.ifc2f_guess_work(rows.c, last - first))
            arguments = pointer(prior), first, last, pointer(guesses), pointer(work)
            lib.ifc2f_guess(rows.c, trees, len(self.trees), *arguments)

        shared(judge, range(0, rows.n_rows, step))
        return guesses
