"""Random policy graphs on random networks, and a plain walk along them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from models import bare
from strategies import Problem, random_problem

from ifc2f.files import graph_nodes
from ifc2f.files.graph_nodes import Node
from ifc2f.model import Model
from ifc2f.session import Session


def random_nodes(rng: np.random.Generator, problem: Problem, depth: int) -> list[Node]:
    """Return a random graph, a tree but for borrowed branches; features may be met more than once.

    A node has the rows of its three branches, or of its answers alone, or others, as one whose end is shared.
    """
    nodes: list[Node] = []
    features = problem.network.features

    def add(left: int, above: frozenset[int]) -> int:
        i = len(nodes)
        weights = rng.random(len(problem.network.classes)) + 1e-3
        belief = (weights / weights.sum()).astype(np.float32)
        leaf = Node(posterior=belief, value=float(rng.random()), rows=float(rng.integers(1, 50)))
        nodes.append(leaf)
        k = int(rng.integers(len(features)))
        if left == 0 or features[k].n_values < 2 or rng.random() < 0.2:
            return i
        one_apart, own = bool(rng.integers(2)), bool(rng.integers(2))
        cut = int(rng.integers(features[k].n_values - (not one_apart)))
        low, high = add(left - 1, above | {k}), add(left - 1, above | {k})
        missing = add(left - 1, above) if own else (low, high)[int(rng.integers(2))]
        of_answers = nodes[low].rows + nodes[high].rows
        nodes[i] = replace(
            leaf,
            rows=float(rng.choice([of_answers + own * nodes[missing].rows, of_answers, leaf.rows])),
            feature=k,
            cut=cut,
            low=low,
            high=high,
            missing=missing,
            one_apart=one_apart,
            own_missing=own,
            first_meeting=k not in above,
        )
        return i

    add(depth, frozenset())
    return nodes


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Problem, list[Node], np.random.Generator]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    problem = random_problem(rng, draw(st.integers(1, 5)), n_classes=draw(st.integers(2, 4)))
    return problem, random_nodes(rng, problem, draw(st.integers(0, 5))), rng


def with_graph(problem: Problem, nodes: list[Node]) -> Model:
    return bare(problem).with_policies({"GRAF": graph_nodes.graph_section(nodes)})


def random_instance(rng: np.random.Generator, problem: Problem) -> list[int | None]:
    """Return a value for every feature, None for some."""
    return [
        None if rng.random() < 0.3 else int(rng.integers(feature.n_values))
        for feature in problem.network.features
    ]


def walk(nodes: list[Node], instance: list[int | None]) -> tuple[int, list[int], bool]:
    """Walk a graph in plain Python: the last node, features met in order, and whether one was borrowed."""
    i, met, borrowed = 0, [], False
    while nodes[i].feature >= 0:
        node = nodes[i]
        value = instance[node.feature]
        if node.feature not in met:
            met.append(node.feature)
        if value is None:
            borrowed |= not node.own_missing
            i = node.missing
        else:
            i = node.low if (value == node.cut if node.one_apart else value <= node.cut) else node.high
    return i, met, borrowed


def follow(session: Session, instance: list[int | None]) -> list[int]:
    """Answer what the session asks for; return the features in the order asked."""
    asked = []
    while (k := session.next()) is not None:
        asked.append(k)
        value = instance[k]
        if value is None:
            session.missing(k)
        else:
            session.answer_bin(k, value)
    return asked
