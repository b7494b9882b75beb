"""The tree network nearest to a network of any structure, which a model holds with its graph.

Posteriors along the graph are exact. For answers that left the graph they are this network's: its prior
and the tables of the pairs that its tree joins are exact, what goes beyond pairs is not.

References
----------
Chow, Liu, Approximating discrete probability distributions with dependence trees, 1968.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ifc2f.learning.structure import parents, topological_order
from ifc2f.network import Feature, Network
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.junction_tree import JunctionTree

__all__ = ["nearest_tree"]

MOST_WORK = 1e8  # numbers of cliques, for all answers; beyond it features have no parent

Float64 = NDArray[np.float64]


def nearest_tree(network: BayesianNetwork, target: int, asked: Sequence[int]) -> tuple[Network, list[int]]:
    """Return the tree network of a target and some variables, and in which order it has them.

    Parameters
    ----------
    network : BayesianNetwork
    target : int
    asked : sequence of int

    Returns
    -------
    network : Network
        Its features are categorical, and named as the variables; column k is ``asked[k]``.
    order : list of int
        Positions in `asked`, parents before children.
    """
    tree = JunctionTree(network, target, asked)
    n = len(asked)
    nothing = np.full((1, n), -1)
    alone, all_of = tree.joints(nothing)
    prior = all_of[0]
    pairs = _pairs(tree, network) if n else []
    information = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            if pairs:
                information[i, j] = information[j, i] = _given_class(pairs[j][i], prior)
    above = [[] for _ in range(n)] if not pairs else parents(information)
    order = topological_order(above)
    position = {k: at for at, k in enumerate(order)}
    features = []
    for k in order:
        own = alone[k][0]  # (V, L)
        parent = above[k][0] if above[k] else -1
        joint = own[np.newaxis] if parent < 0 else pairs[parent][k]  # (U, V, L)
        features.append(
            Feature(
                name=network.names[asked[k]],
                column=k,
                values=np.arange(len(own), dtype=np.float32),
                categorical=True,
                labels=network.states[asked[k]],
                parent=-1 if parent < 0 else position[parent],
                table=_conditional(joint, own).astype(np.float32),
            )
        )
    return Network(tuple(features), network.states[target], prior.astype(np.float32)), order


def _pairs(tree: JunctionTree, network: BayesianNetwork) -> list[list[Float64]]:
    """Return P(u, v, class) of all pairs, each of shape (U, V, L); none if that is too much work."""
    sizes = [len(network.states[i]) for i in tree.asked]
    if sum(sizes) * tree.n_cells > MOST_WORK:
        return []
    found = []
    for k, size in enumerate(sizes):
        evidence = np.full((size, len(sizes)), -1)
        evidence[:, k] = np.arange(size)
        found.append(tree.joints(evidence)[0])
    return found


def _given_class(joint: Float64, prior: Float64) -> float:
    """Return I(U; V | class) in nats of P(u, v, class)."""
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    there = joint > 0
    ratio = (joint * prior)[there] / apart[there]
    return float(max((joint[there] * np.log(ratio)).sum(), 0.0))


def _conditional(joint: Float64, own: Float64) -> Float64:
    """Return P(v | u, class) of P(u, v, class); what never is, is as without the parent, or even."""
    V = len(own)
    by_class = own.sum(axis=0)
    plain = np.divide(own, by_class, out=np.full_like(own, 1 / V), where=by_class > 0)
    total = joint.sum(axis=1, keepdims=True)
    without = np.broadcast_to(plain, joint.shape).copy()
    return np.asarray(np.divide(joint, total, out=without, where=total > 0))
