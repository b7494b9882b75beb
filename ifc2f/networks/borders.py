"""The answers that still matter: beliefs with the same future are known by the same few answers.

In the moral graph of the target, the questions and all that they depend on, answers cut off parts. What
is left around the target depends on the answers only through those on its border: two sets of answers with
the same border are one belief, with the same future.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.junction_tree import moral_graph

__all__ = ["Border", "Borders", "screen"]

UNIT = 1000  # capacities are whole numbers
NO_LIMIT = 1 << 24


@dataclass(frozen=True)
class Border:
    """What remains after the answers to some questions.

    Attributes
    ----------
    told : tuple of int
        Questions whose answers still matter, ascending.
    left : tuple of int
        Questions that are still informative, ascending.
    """

    told: tuple[int, ...]
    left: tuple[int, ...]


class Borders:
    """Borders of the answers to questions about a target.

    Parameters
    ----------
    network : BayesianNetwork
    target : int
    asked : sequence of int
        The variables that can be asked for; questions are numbered in their order.
    """

    def __init__(self, network: BayesianNetwork, target: int, asked: Sequence[int]) -> None:
        variables = network.ancestors([target, *asked])
        near = moral_graph(network, variables)
        bit = {i: 1 << at for at, i in enumerate(variables)}
        self._near = {bit[i]: sum(bit[j] for j in near[i]) for i in variables}
        self._target = bit[target]
        self._asked = [bit[i] for i in asked]
        self._found: dict[frozenset[int], Border] = {}

    def border(self, answered: Iterable[int]) -> Border:
        """Return what remains after the answers to some questions, whatever the answers are."""
        key = frozenset(answered)
        if key not in self._found:
            walls = sum(self._asked[k] for k in key)
            reached = open_ = self._target
            while open_:
                lowest = open_ & -open_
                new = self._near[lowest] & ~reached
                reached |= new
                open_ = (open_ ^ lowest) | (new & ~walls)
            numbered = list(enumerate(self._asked))
            self._found[key] = Border(
                tuple(k for k, bit in numbered if k in key and bit & reached),
                tuple(k for k, bit in numbered if k not in key and bit & reached),
            )
        return self._found[key]


def screen(network: BayesianNetwork, target: int, asked: Sequence[int], most: int) -> tuple[int, ...] | None:
    """Return variables that, if known, make the questions uninformative about the target.

    Of those with at most `most` combinations of states they are the closest to the questions that are
    found, because these say least; None if none are few enough.
    """
    variables = network.ancestors([target, *asked])
    near = moral_graph(network, variables)
    all_told = Borders(network, target, asked).border(range(len(asked))).told
    nearest = tuple(asked[k] for k in all_told)
    if _combinations(network, nearest) <= most:
        return nearest
    found, inside = None, {target}
    while True:
        cut = _least_cut(network, near, inside, nearest)
        if _combinations(network, cut) <= most:
            found = cut
        wider = inside | ({j for i in inside for j in near[i]} - set(nearest))
        if wider == inside:
            return found
        inside = wider


def _combinations(network: BayesianNetwork, variables: Iterable[int]) -> int:
    return math.prod(len(network.states[i]) for i in variables)


def _least_cut(
    network: BayesianNetwork, near: Mapping[int, set[int]], inside: Set[int], questions: Sequence[int]
) -> tuple[int, ...]:
    """Return the vertex cut of fewest combinations, the one nearest to the questions, by greatest flow.

    Each variable is an edge from its entrance to its exit, as wide as the logarithm of its number of states.
    """
    number = {i: at for at, i in enumerate(near)}
    n = len(number)
    sink = 2 * n
    edges = {
        (2 * number[i], 2 * number[i] + 1): NO_LIMIT
        if i in inside
        else round(UNIT * math.log2(max(len(network.states[i]), 1))) + 1
        for i in near
    }
    edges |= {(2 * number[i] + 1, 2 * number[j]): NO_LIMIT for i in near for j in near[i]}
    edges |= {(2 * number[i], 2 * number[j]): NO_LIMIT for i in inside for j in inside if i != j}
    edges |= {(2 * number[i] + 1, sink): NO_LIMIT for i in questions}
    ends = np.array(list(edges), dtype=np.int32).reshape(-1, 2)
    widths = csr_matrix((np.array(list(edges.values()), dtype=np.int32), ends.T), shape=(sink + 1, sink + 1))
    source = 2 * number[next(iter(inside))]
    left = (widths - maximum_flow(widths, source, sink).flow).tocsr()
    left.data[left.data < 0] = 0
    left.eliminate_zeros()
    back = breadth_first_order(left.T.tocsr(), sink, return_predecessors=False)
    reached = set(back.tolist())
    return tuple(i for i in near if 2 * number[i] + 1 in reached and 2 * number[i] not in reached)
