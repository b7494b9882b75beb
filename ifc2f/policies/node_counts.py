"""Counts of rows down a graph: class sums of its nodes from more rows than it was grown on.

A node's class sums add up like other counts, so a graph is grown on a sample, and where it stops and what it
then says are learned from all rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import Int32, Int64, UInt8, pointer
from ifc2f.core.threads import shared
from ifc2f.data.chunks import Chunk
from ifc2f.data.quantise import Binnings
from ifc2f.learning.chunked import Coder
from ifc2f.policies.graph import Graph, GraphRows

__all__ = ["NodeCounter", "count_down", "with_more_rows"]

_BRANCHES = ("low", "high", "missing")
_NODE = np.dtype(
    [(name, np.int32) for name in ("feature", "cut", *_BRANCHES)]
    + [("price", np.float32), ("weight", np.float32), ("share", np.float32, 3)]
)  # ifc2f_node


def _nodes(graph: Graph) -> NDArray[Any]:
    """Return the nodes as an array that is not the graph's."""
    assert ffi.sizeof("ifc2f_node") == _NODE.itemsize
    records = ffi.buffer(graph.nodes, graph.n_nodes * _NODE.itemsize)
    return np.array(np.frombuffer(records, dtype=_NODE))


@dataclass(frozen=True, eq=False)
class NodeCounter:
    """Counts the rows of any chunk down a graph; it can be sent to another process.

    Attributes
    ----------
    coder : Coder
        Of the columns and bins that the graph was grown on.
    nodes : ndarray
        Records `ifc2f_node`.
    n_jobs : int
    """

    coder: Coder
    nodes: NDArray[Any]
    n_jobs: int

    @classmethod
    def of(cls, graph: Graph, coder: Coder, n_jobs: int = 1) -> NodeCounter:
        """Return a counter for this graph."""
        return cls(coder, _nodes(graph), n_jobs)

    def __call__(self, chunk: Chunk) -> Int64:
        """Return the rows of each class that pass each node, shape (n_nodes, L)."""
        codes, y = self.coder.codes(chunk, self.n_jobs)
        of_graph = self.coder.binnings, len(self.coder.classes)
        return _count(self.nodes, codes, y, *of_graph, self.n_jobs)


def count_down(
    graph: Graph, codes: UInt8, y: Int32, binnings: Binnings, n_classes: int, n_jobs: int = 1
) -> Int64:
    """Return the rows of each class that pass each node, shape (n_nodes, L).

    Parameters
    ----------
    graph : Graph
    codes : ndarray of uint8, shape (K, n)
        In the bins that the graph was grown on.
    y : ndarray of int32, shape (n,)
    binnings : Binnings
    n_classes : int
        L.
    n_jobs : int
        Threads; the result does not depend on it.
    """
    return _count(_nodes(graph), codes, y, binnings, n_classes, n_jobs)


def _count(
    nodes: NDArray[Any], codes: UInt8, y: Int32, binnings: Binnings, n_classes: int, n_jobs: int
) -> Int64:
    labels, no_guesses = y.astype(np.uint8), np.empty((0, n_classes), dtype=np.float32)
    c_nodes = ffi.from_buffer("ifc2f_node[]", nodes)

    def count(part: slice) -> Int64:
        counts = np.zeros((len(nodes), n_classes), dtype=np.int64)
        rows = GraphRows(codes[:, part], labels[part], no_guesses, binnings)
        lib.ifc2f_count_down(rows.c, c_nodes, pointer(counts))
        return counts

    ends = [len(y) * i // n_jobs for i in range(n_jobs + 1)]
    parts = [slice(lo, hi) for lo, hi in pairwise(ends)]
    total: Int64 = np.sum(shared(count, parts, n_jobs), axis=0, dtype=np.int64)
    return total


def with_more_rows(graph: Graph, more: Int64) -> Graph:
    """Return a graph whose sums, weights and shares include more rows than it was grown on.

    Parameters
    ----------
    graph : Graph
        Not pruned.
    more : ndarray of int64, shape (n_nodes, L)
        The further rows of each class that pass each node. Each weighs as a training row does and says no
        more than its label, so that none of them leaves the graph as it is.
    """
    nodes = _nodes(graph)
    before, added = nodes["weight"].astype(np.float64), more.sum(axis=1)
    after = before + added
    inner = nodes["feature"] >= 0
    for b, branch in enumerate(_BRANCHES):
        has = inner & (nodes[branch] >= 0)
        of_branch = before[has] * nodes["share"][has, b] + added[nodes[branch][has]]
        nodes["share"][has, b] = of_branch / after[has]
    nodes["weight"] = after
    records = ffi.new("ifc2f_node[]", len(nodes))
    ffi.memmove(records, nodes.tobytes(), nodes.nbytes)
    return Graph(records, graph.n_nodes, graph.sums + more)
