"""A policy as a readable graph: questions, what follows each answer, and where it ends.

A policy graph is shown as it is, less cuts that change nothing. Of an ordered or adaptive policy the graph is
found by following it through all answers: bins that lead to the same questions and decisions are put
together, so that what is left are the cuts that matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.files.graph_nodes import Node, shares
from ifc2f.files.meta import label_text
from ifc2f.model import Model
from ifc2f.network import ClassLabel, Feature, Network
from ifc2f.session import Session

MAX_SEQUENCES = 200_000
RARE = "rare answers"


@dataclass(frozen=True, eq=False)
class Branch:
    """The branch after some answers.

    Attributes
    ----------
    text : str
        The answers, such as ``"below 12.5"``.
    values : tuple of int
        The bins or categories of these answers; none for a missing answer.
    node : DecisionNode
    """

    text: str
    values: tuple[int, ...]
    node: DecisionNode


@dataclass(frozen=True, eq=False)
class DecisionNode:
    """A question, a decision or, if both are None, a node at which the graph was cut off.

    Attributes
    ----------
    feature : str or None
        The question.
    label : class label or None
        The decision.
    probability : float
        Probability of reaching the node under the model's network, with no answer missing; for a graph
        planned on a network, under that network.
    posterior : ndarray of float64, shape (L,)
        P(class | node).
    cost : float
        Expected further cost of acquisitions and mistakes; where the graph was cut off, the cost of deciding
        there.
    branches : tuple of Branch
        Branches of a question.
    """

    feature: str | None
    label: ClassLabel | None
    probability: float
    posterior: NDArray[np.float64]
    cost: float
    branches: tuple[Branch, ...] = ()

    @cached_property
    def shape(self) -> tuple[Any, ...]:
        """The questions and decisions from here on, without numbers."""
        return (
            self.feature,
            None if self.label is None else label_text(self.label),
            tuple((branch.text, branch.values, branch.node.shape) for branch in self.branches),
        )


@dataclass(frozen=True, eq=False)
class DecisionGraph:
    """The questions and decisions of a policy, as a tree. Equal parts are merged when it is written out.

    Attributes
    ----------
    model : Model
    root : DecisionNode
    """

    model: Model
    root: DecisionNode

    @classmethod
    def of(
        cls, model: Model, *, max_depth: int | None = None, min_probability: float = 0.001
    ) -> DecisionGraph:
        """Follow a model's policy through its answers.

        Parameters
        ----------
        model : Model
        max_depth : int, optional
            Cut the graph off after this many questions.
        min_probability : float, default=0.001
            Answers that lead to a node less probable than this are merged and not followed. 0 follows all
            answers. A policy graph is shown in full.

        Raises
        ------
        ValueError
            If the model has no policy, or the policy has more than 200,000 nodes to visit.
        """
        if model.policy is None:
            raise ValueError("the model has no policy: there is nothing that it asks")
        if model.policy == "graph":
            return cls(model, _of_graph(model, max_depth))
        return cls(model, _Walk(model, max_depth, min_probability).follow(0, 1.0))

    def nodes(self) -> list[tuple[DecisionNode, list[tuple[Branch, int]]]]:
        """Return the nodes, the root first, each with its branches and the numbers of the nodes they lead to.

        Parts of the tree with the same questions and decisions are merged: their probabilities are added, and
        posterior and cost are averaged.
        """
        groups: dict[tuple[Any, ...], list[DecisionNode]] = {}
        for node in _breadth_first(self.root):
            groups.setdefault(node.shape, []).append(node)
        number = {shape: i for i, shape in enumerate(groups)}
        return [
            (_joined(alike), [(branch, number[branch.node.shape]) for branch in alike[0].branches])
            for alike in groups.values()
        ]

    def document(self) -> dict[str, Any]:
        """Return the graph as JSON values.

        ``nodes`` is a list, the root first. Each has ``probability``, ``posterior`` by class, ``cost``, and
        either ``decide``, or ``ask`` with ``branches``: each an ``answer``, the ``values`` it stands for
        (numbers of bins or categories; none if it is missing), and a ``node``. Where the graph was cut off it
        has neither.
        """
        names = [label_text(label) for label in self.model.classes]
        return {
            "policy": self.model.policy,
            "classes": names,
            "nodes": [self._entry(node, branches, names) for node, branches in self.nodes()],
        }

    @staticmethod
    def _entry(
        node: DecisionNode, branches: Sequence[tuple[Branch, int]], names: Sequence[str]
    ) -> dict[str, Any]:
        posterior = {name: _digits(p) for name, p in zip(names, node.posterior, strict=True)}
        entry: dict[str, Any] = {
            "probability": _digits(node.probability),
            "posterior": posterior,
            "cost": _digits(node.cost),
        }
        if node.feature is not None:
            entry["ask"] = node.feature
            entry["branches"] = [
                {"answer": branch.text, "values": list(branch.values), "node": child}
                for branch, child in branches
            ]
        elif node.label is not None:
            entry["decide"] = label_text(node.label)
        return entry

    def to_json(self) -> str:
        """Return `document` as text."""
        return json.dumps(self.document(), indent=2, ensure_ascii=False) + "\n"

    def to_dot(self) -> str:
        """Return the graph in the DOT language of Graphviz."""
        lines = [
            "digraph policy {",
            "  rankdir=LR;",
            '  node [fontname="sans-serif", fontsize=11];',
            '  edge [fontname="sans-serif", fontsize=9];',
        ]
        for i, (node, branches) in enumerate(self.nodes()):
            lines.append(f"  n{i} [{self._dot_style(node)}];")
            lines += [f"  n{i} -> n{child} [label={_quoted(branch.text)}];" for branch, child in branches]
        return "\n".join([*lines, "}", ""])

    def _dot_style(self, node: DecisionNode) -> str:
        reached = f"reached by {100 * node.probability:.3g} %"
        if node.feature is not None:
            return f"shape=box, style=rounded, label={_quoted(node.feature, reached)}"
        if node.label is None:
            return f"shape=plaintext, label={_quoted('...', reached)}"
        chance = node.posterior[self.model.classes.index(node.label)]
        decided = f"{label_text(node.label)} ({100 * chance:.0f} %)"
        return f'shape=box, style=filled, fillcolor="#e8e8e8", label={_quoted(decided, reached)}'


def _digits(value: float) -> float:
    return float(f"{value:.6g}")


def _quoted(*lines: str) -> str:
    texts = (line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for line in lines)
    return '"' + "\\n".join(texts) + '"'


def _breadth_first(root: DecisionNode) -> Iterator[DecisionNode]:
    level = [root]
    while level:
        yield from level
        level = [branch.node for node in level for branch in node.branches]


def _joined(alike: Sequence[DecisionNode]) -> DecisionNode:
    """Return one node for several of the same shape."""
    if len(alike) == 1:
        return alike[0]
    first = alike[0]
    weight = np.array([node.probability for node in alike])
    share = weight / weight.sum() if weight.sum() > 0 else np.full(len(alike), 1 / len(alike))
    branches = [
        Branch(same[0].text, same[0].values, _joined([branch.node for branch in same]))
        for same in zip(*(node.branches for node in alike), strict=True)
    ]
    return DecisionNode(
        first.feature,
        first.label,
        float(weight.sum()),
        np.sum([s * node.posterior for s, node in zip(share, alike, strict=True)], axis=0),
        float(share @ [node.cost for node in alike]),
        tuple(branches),
    )


class _Walk:
    """Follows a policy through all answers in a session."""

    def __init__(self, model: Model, max_depth: int | None, min_probability: float) -> None:
        self.model = model
        self.session = Session(model)
        self.max_depth = max_depth
        self.min_probability = min_probability
        self.misclassification = model.misclassification.astype(np.float64)
        self.n_places = 0

    def follow(self, depth: int, probability: float) -> DecisionNode:
        """Return the node of the session as it stands."""
        self.n_places += 1
        if self.n_places > MAX_SEQUENCES:
            raise ValueError(
                f"the policy has more than {MAX_SEQUENCES} nodes to visit: set max_depth or a larger "
                "min_probability"
            )
        session = self.session
        posterior = session.posterior.astype(np.float64)
        k = session.next()
        if k is None:
            return DecisionNode(None, session.decide(), probability, posterior, session.cost_of_stopping)
        if depth == self.max_depth:
            return DecisionNode(None, None, probability, posterior, session.cost_of_stopping)
        price = session.feature_cost(k)
        joint = session.feature_posterior(k).astype(np.float64)
        chance = joint.sum(axis=1)
        children: dict[int, DecisionNode] = {}
        rare = []
        for v in np.flatnonzero(chance > 0).tolist():
            if probability * chance[v] < self.min_probability:
                rare.append(v)
                continue
            session.answer_bin(k, v)
            children[v] = self.follow(depth + 1, probability * float(chance[v]))
            session.retract(k)
        branches = self._branches(k, children)
        if rare:
            p = float(chance[rare].sum())
            deciding = (joint[rare] @ self.misclassification).min(axis=1).sum() / p
            average = joint[rare].sum(axis=0) / p
            branches.append(
                Branch(RARE, tuple(rare), DecisionNode(None, None, probability * p, average, float(deciding)))
            )
        cost = price + sum(b.node.probability * b.node.cost for b in branches) / probability
        name = self.model.feature_names[k]
        return DecisionNode(name, None, probability, posterior, float(cost), tuple(branches))

    def _branches(self, k: int, children: dict[int, DecisionNode]) -> list[Branch]:
        """Merge the answers that lead to the same questions and decisions."""
        groups: dict[tuple[Any, ...], list[int]] = {}
        for v, node in children.items():
            groups.setdefault(node.shape, []).append(v)
        feature = self.model.network.features[k]
        return [
            Branch(feature.values_text(values), tuple(values), _joined([children[v] for v in values]))
            for values in groups.values()
        ]


def _of_graph(model: Model, max_depth: int | None) -> DecisionNode:
    nodes, network = model.graph_nodes(), model.network
    costs = model.misclassification.astype(np.float64)
    is_planned = "plan" in model.meta  # on a network of its own, whose probabilities are the nodes' shares
    n_places = 0

    def follow(node: Node, depth: int, possible: dict[int, NDArray[np.bool_]], share: float) -> DecisionNode:
        nonlocal n_places
        n_places += 1
        if n_places > MAX_SEQUENCES:
            raise ValueError(f"the graph has more than {MAX_SEQUENCES} nodes to visit: set max_depth")
        probability = share if is_planned or share == 0 else _probability(network, possible)
        posterior = node.posterior.astype(np.float64)
        expected = posterior @ costs
        if node.feature < 0:
            label = model.classes[int(expected.argmin())]
            return DecisionNode(None, label, probability, posterior, float(expected.min()))
        if depth == max_depth:
            return DecisionNode(None, None, probability, posterior, float(expected.min()))
        feature = network.features[node.feature]
        values = np.arange(feature.n_values)
        low = values == node.cut if node.one_apart else values <= node.cut
        open_ = possible.get(node.feature, np.ones(feature.n_values, dtype=np.bool_))
        parts = shares(nodes, node, (node.low, node.high)) if is_planned else np.ones(2)
        ways = [
            (
                _answers(feature, open_ & side),
                at,
                {**possible, node.feature: open_ & side},
                share * float(part),
            )
            for at, side, part in ((node.low, low, parts[0]), (node.high, ~low, parts[1]))
        ]
        if node.own_missing:
            ways.append((("missing", ()), node.missing, possible, 0.0))
        branches = [
            Branch(*answers, follow(nodes[at], depth + 1, known, part)) for answers, at, known, part in ways
        ]
        ends = {branch.node.label for branch in branches}
        if not node.first_meeting and len(ends) == 1 and None not in ends:
            return _joined(
                [branch.node for branch in branches]
            )  # asked above, and nothing depends on this cut
        return DecisionNode(feature.name, None, probability, posterior, node.value, tuple(branches))

    return follow(nodes[0], 0, {}, 1.0)


def _answers(feature: Feature, possible: NDArray[np.bool_]) -> tuple[str, tuple[int, ...]]:
    values = tuple(np.flatnonzero(possible).tolist())
    return feature.values_text(values), values


def _probability(network: Network, possible: Mapping[int, NDArray[np.bool_]]) -> float:
    """Return the probability that each of some features has one of its possible values."""
    weight = network.prior.astype(np.float64)
    below: dict[int, NDArray[np.float64]] = {}  # of answers below each value, shape (V, L)
    for k, feature in reversed(list(enumerate(network.features))):
        if k not in possible and k not in below:
            continue
        factor = below.get(k, np.ones((feature.n_values, 1)))
        if k in possible:
            factor = factor * possible[k][:, np.newaxis]
        upward = (feature.table.astype(np.float64) * factor).sum(axis=1)  # (U, L)
        if feature.parent < 0:
            weight = weight * upward[0]
        else:
            below[feature.parent] = below.get(feature.parent, 1.0) * upward
    if network.factor is not None:
        of_factor = below.get(len(network.features), np.ones((1, 1)))
        weight = weight * (network.factor.astype(np.float64) * of_factor).sum(axis=0)
    return float(weight.sum())
