"""The parts of an integer model with a policy graph."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32
from ifc2f.exchange.asked import asked_features
from ifc2f.exchange.integer.model import GRAPH, GRAPH_RECORD, NODE, WIDE_TABLES
from ifc2f.exchange.integer.numbers import Parts, bytes_of
from ifc2f.exchange.integer.readings import raw_edges
from ifc2f.files.format import NO_INDEX
from ifc2f.files.graph_nodes import Node
from ifc2f.model import Model

__all__ = ["Whole", "graph_parts", "labels_and_shares", "split_nodes"]


@dataclass
class Whole:
    """A node as the device has it: thresholds on raw readings."""

    feature: int
    low: int
    high: int
    missing: int
    cut: int
    posterior: NDArray[np.float32]


def split_nodes(model: Model, scales: Float32) -> list[Whole]:
    """Return the graph's nodes; one that sets a value apart becomes two thresholds on the same feature."""
    features = model.network.features
    numeric = [k for k in asked_features(model) if not features[k].categorical]
    raw = {k: raw_edges(features[k], float(scales[k])) for k in numeric}
    nodes = model.graph_nodes()
    place = list(accumulate((1 + _is_two(node, raw) for node in nodes), initial=0))

    def whole(node: Node, cut: int, low: int, high: int) -> Whole:
        return Whole(node.feature, low, high, place[node.missing], cut, node.posterior)

    result = []
    for i, node in enumerate(nodes):
        low, high = place[node.low], place[node.high]
        if node.feature < 0:
            result.append(Whole(-1, 0, 0, 0, 0, node.posterior))
        elif node.one_apart:
            ends = _apart(node.cut, raw.get(node.feature), place[i] + 1, low, high)
            result += [whole(node, *each) for each in ends]
        elif features[node.feature].categorical:
            result.append(whole(node, node.cut + 1, low, high))
        else:
            result.append(whole(node, raw[node.feature][node.cut], low, high))
    result[0].posterior = model.network.prior
    return result


def _is_two(node: Node, raw: dict[int, list[int]]) -> bool:
    """Return whether a node becomes two thresholds: it sets a category apart, or a bin between two others."""
    if node.feature < 0 or not node.one_apart:
        return False
    edges = raw.get(node.feature)
    return edges is None or 0 < node.cut < len(edges)


def _apart(v: int, edges: list[int] | None, second: int, low: int, high: int) -> list[tuple[int, int, int]]:
    """Return the thresholds, each with what is below and what is not, that lead one value to `low`.

    Parameters
    ----------
    v : int
        The category, or the bin.
    edges : list of int or None
        Where the bins of a numeric feature begin, but the first.
    second : int
        Number of the second threshold's node, if there is one.
    low, high : int
        Nodes for this value and for the others.
    """
    if edges is None:
        return [(v + 1, second, high), (v, high, low)]
    if v == 0:
        return [(edges[0], low, high)]
    if v == len(edges):
        return [(edges[-1], high, low)]
    return [(edges[v], second, high), (edges[v - 1], high, low)]


def _decisions(model: Model, posteriors: Float32) -> NDArray[np.int64]:
    """Return the class decided for at each of the posteriors, shape (n, L), as the float runtime finds it."""
    costs = model.misclassification
    values = np.zeros_like(posteriors)
    for i in range(model.n_classes):  # in its order, so that ties fall alike
        values += posteriors[:, i : i + 1] * costs[i]
    labels: NDArray[np.int64] = values.argmin(axis=1)
    return labels


def _shares(posteriors: Float32, total: int) -> NDArray[np.int64]:
    """Return probabilities in whole units that sum to `total`, shape (n, L)."""
    sums = np.cumsum(posteriors.astype(np.float64), axis=1)
    up_to: NDArray[np.int64] = np.rint(sums * total / sums[:, -1:]).astype(np.int64)
    return np.diff(up_to, axis=1, prepend=0)


def labels_and_shares(
    model: Model, nodes: list[Whole], total: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the class decided for at each node, and its probabilities in units of which `total` are 1."""
    posteriors = np.stack([node.posterior for node in nodes]).astype(np.float32)
    sums = np.add.accumulate(posteriors, axis=1)[:, -1:]  # in the runtime's order
    normal = (posteriors / sums).astype(np.float32)
    return _decisions(model, normal), _shares(normal, total)


def graph_parts(model: Model, scales: Float32, cost: NDArray[np.int64], bits: int) -> Parts:
    """Return the parts of a model of a policy graph, which has the features that the graph asks for."""
    nodes = split_nodes(model, scales)
    labels, shares = labels_and_shares(model, nodes, (1 << bits) - 1)
    inner = [i for i, node in enumerate(nodes) if node.feature >= 0]
    number = {i: n for n, i in enumerate(inner)}
    rows = [(int(labels[i]), shares[i].tobytes()) for i in inner]
    ends: dict[tuple[int, bytes], int] = {}
    for i, node in enumerate(nodes):
        if node.feature < 0:  # ends that say the same are one
            number[i] = ends.setdefault((int(labels[i]), shares[i].tobytes()), len(inner) + len(ends))
    rows += ends
    if len(rows) >= NO_INDEX:
        raise ValueError(f"the graph has {len(rows)} nodes, but an integer model holds at most 65534")
    asked = asked_features(model)
    place = {k: i for i, k in enumerate(asked)}
    described = [(int(cost[k]), model.network.features[k]) for k in asked]
    records = b"".join(
        GRAPH_RECORD.pack(price, f.n_values if f.categorical else 0, 0) for price, f in described
    )
    records += b"".join(
        NODE.pack(place[n.feature], number[n.low], number[n.high], number[n.missing], n.cut)
        for n in (nodes[i] for i in inner)
    )
    table = np.array([np.frombuffer(share, dtype=np.int64) for _, share in rows])[:, :-1]
    wide = WIDE_TABLES * (bits == 16)
    behind = [bytes_of(table, bits), bytes(label for label, _ in rows)]
    return Parts(GRAPH, wide, len(inner), 1, records, behind)
