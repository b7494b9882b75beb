"""Policy graphs as models hold them: their nodes, and the section of the model file."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.files.format import SMALLEST_PROBABILITY

__all__ = ["MAX_NODES", "Node", "at_other_beliefs", "at_prior", "graph_section", "read_nodes", "shares"]

LEAF = 0xFFFF
MAX_NODES = LEAF - 1
ONE_APART, OWN_MISSING, FIRST_MEETING = 1, 2, 4
SHARED = 1e-3  # share by which a node's rows and those of its branches differ if others lead to them
NODE = struct.Struct("<6H2f")


@dataclass(frozen=True, eq=False, kw_only=True)
class Node:
    """A node of a policy graph.

    Attributes
    ----------
    feature : int
        Index of the feature it asks for; -1 where it stops.
    cut : int
        Bins up to it lead to `low`; with `one_apart` just this one does.
    low, high, missing : int
        Nodes for an answer, and for none; later ones.
    one_apart : bool
    own_missing : bool
        Whether training rows lacked the feature here; if not, `missing` is the larger of the other two, and
        the posterior after it is the network's.
    first_meeting : bool
        Whether no node above asks for the same feature.
    value : float
        Expected further cost.
    rows : float
        Weight of the root's rows that come here: with a node's it gives the shares of its branches, unless
        others lead to them too.
    posterior : ndarray of float32, shape (L,)
    """

    posterior: NDArray[np.float32]
    value: float = 0.0
    rows: float = 0.0
    feature: int = -1
    cut: int = 0
    low: int = 0
    high: int = 0
    missing: int = 0
    one_apart: bool = False
    own_missing: bool = False
    first_meeting: bool = False


def graph_section(nodes: Sequence[Node]) -> bytes:
    """Return the bytes of a graph section (docs/format.md, GRAF).

    Raises
    ------
    ValueError
        If there are more nodes than a section can number.
    """
    if len(nodes) > MAX_NODES:
        raise ValueError(f"a policy graph has at most {MAX_NODES} nodes, not {len(nodes)}")
    records = b"".join(
        NODE.pack(
            LEAF if node.feature < 0 else node.feature,
            node.cut,
            node.low,
            node.high,
            node.missing,
            ONE_APART * node.one_apart + OWN_MISSING * node.own_missing + FIRST_MEETING * node.first_meeting,
            node.value,
            node.rows,
        )
        for node in nodes
    )
    posteriors = b"".join(node.posterior.astype("<f4").tobytes() for node in nodes)
    return struct.pack("<I", len(nodes)) + records + posteriors


def read_nodes(section: bytes, n_classes: int) -> list[Node]:
    """Return the nodes that the bytes of a graph section hold, the root first."""
    (n,) = struct.unpack_from("<I", section)
    posteriors = np.frombuffer(section, dtype="<f4", offset=4 + NODE.size * n).reshape(n, n_classes)
    nodes = []
    for i in range(n):
        feature, cut, low, high, missing, flags, value, rows = NODE.unpack_from(section, 4 + NODE.size * i)
        leaf = feature == LEAF
        nodes.append(
            Node(
                feature=-1 if leaf else feature,
                cut=cut,
                low=low,
                high=high,
                missing=missing,
                one_apart=bool(flags & ONE_APART),
                own_missing=bool(flags & OWN_MISSING),
                first_meeting=bool(flags & FIRST_MEETING),
                value=value,
                rows=rows,
                posterior=posteriors[i].astype(np.float32),
            )
        )
    return nodes


def at_prior(
    nodes: Sequence[Node],
    before: NDArray[np.float32],
    prior: NDArray[np.float32],
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
) -> list[Node]:
    """Return the nodes of a graph under another class prior: the same questions, other beliefs.

    Parameters
    ----------
    nodes : sequence of Node
    before, prior : ndarray of float32, shape (L,)
        The prior that the nodes' class probabilities are for, and the one wanted. A class that was
        impossible before stays so.
    costs, misclassification
        Those of the model.

    Raises
    ------
    ValueError
        If the priors are not of as many classes.
    """
    if prior.shape != before.shape:
        raise ValueError(
            f"the prior must be {len(before)} numbers, one per class, not of shape {prior.shape}"
        )
    factor = np.divide(prior, before, out=np.zeros(len(prior)), where=before > 0, dtype=np.float64)
    beliefs = np.array([node.posterior for node in nodes], dtype=np.float64) * factor
    total = beliefs.sum(axis=1, keepdims=True)
    beliefs = np.where(total > 0, beliefs / np.where(total > 0, total, 1.0), prior)
    return at_other_beliefs(nodes, beliefs, costs, misclassification)


def at_other_beliefs(
    nodes: Sequence[Node],
    beliefs: NDArray[np.float64],
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    *,
    stop_early: bool = False,
) -> list[Node]:
    """Return the nodes of a graph with other class probabilities, and what is then expected to be paid.

    Of the rows that come to a node, those of a class count more by as much as the class has become more
    probable there; so branches change their probabilities with the node's beliefs.

    Parameters
    ----------
    nodes : sequence of Node
    beliefs : ndarray of float64, shape (n_nodes, L)
        New class probabilities of each.
    costs : AcquisitionCosts
        Of the model's features.
    misclassification : ndarray of float32, shape (L, L)
    stop_early : bool, default=False
        Leave out questions that do not pay under the new beliefs.
    """
    prices = _prices(nodes, costs)
    found = list(nodes)
    for i in reversed(range(len(nodes))):
        node = nodes[i]
        stop = float((beliefs[i] @ misclassification).min())
        posterior = np.where(beliefs[i] < SMALLEST_PROBABILITY, 0.0, beliefs[i]).astype(np.float32)
        found[i] = replace(node, posterior=posterior, value=stop)
        if node.feature < 0:
            continue
        children, chances = _branches(nodes, node, beliefs[i])
        present = 1.0 - (chances[2] if node.own_missing else 0.0)
        going_on = prices[i] * present + sum(
            chance * found[child].value for chance, child in zip(chances, children, strict=True)
        )
        if not stop_early or going_on < stop:
            found[i] = replace(found[i], value=going_on)
        else:
            found[i] = Node(posterior=posterior, value=stop, rows=node.rows)
    return _renumbered(found)


def _branches(
    nodes: Sequence[Node], node: Node, beliefs: NDArray[np.float64]
) -> tuple[list[int], NDArray[np.float64]]:
    """Return where a node's answers, and rows that lack it, lead to, and with what probabilities."""
    children = [node.low, node.high, *([node.missing] if node.own_missing else [])]
    before = node.posterior.astype(np.float64)
    factor = np.divide(beliefs, before, out=np.zeros(len(before)), where=before > 0)
    likelier = np.array([nodes[child].posterior @ factor for child in children])
    weights = shares(nodes, node, children) * likelier
    if not weights.sum() > 0:
        weights = np.ones(len(children))
    return children, weights / weights.sum()


def shares(nodes: Sequence[Node], node: Node, children: Sequence[int]) -> NDArray[np.float64]:
    """Return which shares of a node's rows its branches have, as far as weights go.

    A node that several branches lead to has the rows of all. If that is where a missing answer leads, no rows
    lacked it; if an answer leads there, shares are those by which the beliefs of the two make the node's own.
    """
    rows = np.array([nodes[child].rows for child in children], dtype=np.float64)
    for n in (len(children), 2):
        if abs(rows[:n].sum() - node.rows) <= SHARED * node.rows and node.rows > 0:
            rows[n:] = 0.0
            return np.asarray(rows / rows.sum())
    low, high = (nodes[child].posterior.astype(np.float64) for child in children[:2])
    apart = low - high
    distance = float(apart @ apart)
    share = float((node.posterior - high) @ apart) / distance if distance > SHARED**4 else 0.5
    share = min(max(share, 0.0), 1.0)
    return np.array([share, 1.0 - share, *[0.0] * (len(children) - 2)])


def _prices(nodes: Sequence[Node], costs: AcquisitionCosts) -> list[float]:
    """Return what the feature of each node costs after those acquired above it."""
    prices = [0.0] * len(nodes)
    above: dict[int, tuple[int, ...]] = {0: ()}
    for i, node in enumerate(nodes):
        if node.feature < 0 or i not in above:
            continue
        prices[i] = costs.price(node.feature, above[i]) if node.first_meeting else 0.0
        acquired = (*above[i], node.feature) if node.first_meeting else above[i]
        above.setdefault(node.low, acquired)
        above.setdefault(node.high, acquired)
        above.setdefault(node.missing, above[i])
    return prices


def _renumbered(nodes: Sequence[Node]) -> list[Node]:
    """Leave out nodes that no branch leads to any more."""
    reached = {0}
    for i, node in enumerate(nodes):  # branches lead to later nodes
        if i in reached and node.feature >= 0:
            reached |= {node.low, node.high, node.missing}
    number = {i: n for n, i in enumerate(sorted(reached))}
    kept = [nodes[i] for i in sorted(reached)]
    return [
        node
        if node.feature < 0
        else replace(node, low=number[node.low], high=number[node.high], missing=number[node.missing])
        for node in kept
    ]
