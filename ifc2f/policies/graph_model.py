"""A model of a policy graph, or of the network that its rows were drawn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.data import quantise
from ifc2f.files.graph_nodes import Node, graph_section
from ifc2f.learning.evidence import Families, families
from ifc2f.learning.train import labels_of
from ifc2f.learning.training_data import Described, TrainingData
from ifc2f.model import Model
from ifc2f.network import Network
from ifc2f.policies.graph import Graph, Ground, Pruned, network_with_parents, reached_nodes

__all__ = ["graph_model", "network_model"]


def _with_cuts(
    ground: Ground, reached: Sequence[tuple[int, frozenset[int]]], graph: Graph
) -> quantise.Binnings:
    """Return the network's bins with the graph's cuts as further edges."""
    edges = [set(binning.values.tolist()) for binning in ground.coarse]
    for i, _ in reached:
        node = graph.nodes[i]
        if node.feature >= 0 and not ground.binnings.categorical[node.feature]:
            edges[node.feature].add(float(ground.binnings[node.feature].values[node.cut]))
    return quantise.Binnings.of(
        quantise.Binning(np.array(sorted(values), dtype=np.float32), bool(categorical))
        for values, categorical in zip(edges, ground.coarse.categorical, strict=True)
    )


def graph_model(graph: Pruned, ground: Ground, data: Described, **rest: Any) -> Model:
    """Return the model of a pruned graph: the graph, and the network on its bins and the graph's cuts.

    Parameters
    ----------
    graph : Pruned
    ground : Ground
        What it was grown on.
    data : Described
        The same rows.
    evidence : callable, optional
        As for `network_model`.
    rest
        As for `network_model`.
    """
    reached = reached_nodes(graph)
    binnings = _with_cuts(ground, reached, graph)
    model, sequence = _network_model(ground, binnings, data, **rest)
    nodes = _nodes(graph, reached, ground, binnings, {k: i for i, k in enumerate(sequence)})
    return model.with_policies({"GRAF": graph_section(nodes)})


def network_model(ground: Ground, data: Described, **rest: Any) -> Model:
    """Return the model of the network of a `Ground`, without a policy.

    Parameters
    ----------
    ground : Ground
    data : Described
        What it was made of.
    evidence : callable, optional
        Returns counts of the ground's columns in bins; by default of the rows of `data`, which is then
        `TrainingData`.
    costs : AcquisitionCosts
        Of all columns.
    misclassification : ndarray of float32, shape (L, L)
    budget : float
    meta : callable
        Called with the network; returns the description of the model.
    """
    return _network_model(ground, ground.coarse, data, **rest)[0]


def _network_model(
    ground: Ground,
    binnings: quantise.Binnings,
    data: Described,
    *,
    evidence: Callable[[quantise.Binnings], Families] | None = None,
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    budget: float,
    meta: Callable[[Network], dict[str, Any]],
) -> tuple[Model, list[int]]:
    if evidence is None:
        assert isinstance(data, TrainingData)
        columns = data.columns.select(ground.columns)
        counts: Families = families(columns, data.y, binnings, data.n_classes)
    else:
        counts = evidence(binnings)

    def describe(k: int) -> dict[str, Any]:
        column, binning = ground.columns[k], binnings[k]
        return {
            "name": data.names[column],
            "column": column,
            "values": binning.values,
            "categorical": binning.categorical,
            "labels": labels_of(data, column, binning.values),
        }

    network, sequence = network_with_parents(counts, ground.parents, describe)
    network = Network(network.features, tuple(data.classes), network.prior)
    of_network = costs.select([ground.columns[k] for k in sequence])
    return Model.build(network, of_network, misclassification, budget=budget, meta=meta(network)), sequence


def _nodes(
    graph: Pruned,
    reached: Sequence[tuple[int, frozenset[int]]],
    ground: Ground,
    binnings: quantise.Binnings,
    position: Mapping[int, int],
) -> list[Node]:
    """Return the nodes that are left, with cuts between the bins of the model."""
    number = {i: n for n, (i, _) in enumerate(reached)}
    rows = {0: float(graph.nodes[0].weight)}
    nodes = []
    for i, above in reached:
        node, k = graph.nodes[i], graph.nodes[i].feature
        about: dict[str, Any] = {
            "value": float(graph.value[i]),
            "rows": rows[i],
            "posterior": np.where(graph.posterior[i] < 1e-30, 0.0, graph.posterior[i]).astype(np.float32),
        }
        if k < 0:
            nodes.append(Node(**about))
            continue
        rows |= {c: rows[i] * node.share[b] for b, c in enumerate((node.low, node.high, node.missing))}
        larger = node.low if node.share[0] >= node.share[1] else node.high
        categorical = bool(ground.binnings.categorical[k])
        nodes.append(
            Node(
                feature=position[k],
                cut=int(np.searchsorted(binnings[k].values, ground.binnings[k].values[node.cut])),
                low=number[node.low],
                high=number[node.high],
                missing=number[node.missing if node.missing >= 0 else larger],
                one_apart=categorical,
                own_missing=node.missing >= 0,
                first_meeting=k not in above,
                **about,
            )
        )
    return nodes
