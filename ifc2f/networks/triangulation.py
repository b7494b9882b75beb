"""Cliques of a moral graph, by eliminating its variables one after another.

How large they are depends on the order. The rule of least fill finds a good one; where the cliques are large,
other rules and orders by chance are tried, and the smallest are kept.

References
----------
Kjærulff, Triangulation of graphs: algorithms giving small total state space, 1990.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

__all__ = ["Scopes", "triangulated"]

ENOUGH = 1 << 14  # states of all cliques, beyond which other orders are tried
N_BY_CHANCE = 12
SPREAD = 0.5  # of the logarithm of what chance multiplies the cost of a variable by
MOST_STATES = 1 << 40  # of a clique

Scopes = list[
    tuple[tuple[int, ...], int]
]  # variables, ascending, and the number of the parent; -1 is the root's
Near = Mapping[int, set[int]]
Rule = Callable[[Near, int, Sequence[int]], tuple[float, float]]


def triangulated(near: Near, n_states: Sequence[int]) -> Scopes | None:
    """Return the cliques of a junction tree, the root last and parents after their children.

    None if all orders that were tried lead to a clique too large to compute with.

    Parameters
    ----------
    near : mapping of int to set of int
        Neighbours of each variable.
    n_states : sequence of int
        Of all variables, by their numbers.
    """
    rng = np.random.default_rng(0)
    tried = [(rule, [1.0] * len(n_states)) for rule in (_weighted_fill, _weight, _fill)]
    best, least = None, MOST_STATES
    for attempt in range(len(tried) + N_BY_CHANCE):
        if attempt < len(tried):
            rule, factors = tried[attempt]
        else:
            rule, factors = _weighted_fill, np.exp(rng.normal(0, SPREAD, len(n_states))).tolist()
        found = _eliminated(near, n_states, rule, factors, least)
        if found is not None:
            scopes = _joined(found)
            total = sum(_size(variables, n_states) for variables, _ in scopes)
            best, least = (scopes, total) if total < least else (best, least)
        if least <= ENOUGH:
            break
    return best


def _size(variables: Iterable[int], n_states: Sequence[int]) -> int:
    return math.prod(n_states[i] for i in variables)


def _eliminated(
    near: Near, n_states: Sequence[int], rule: Rule, factors: Sequence[float], most: int
) -> Scopes | None:
    """Return a clique for each variable, in the order of elimination; None if one has over `most` states."""
    left = {i: set(others) for i, others in near.items()}

    def cost(i: int) -> tuple[float, float]:
        first, second = rule(left, i, n_states)
        return first * factors[i], second * factors[i]

    costs = {i: cost(i) for i in left}
    cliques: list[tuple[int, ...]] = []
    while left:
        i = min(costs, key=lambda k: (costs[k], k))
        others = left.pop(i)
        del costs[i]
        cliques.append((i, *others))
        if _size(cliques[-1], n_states) > most:
            return None
        for a in others:
            left[a].discard(i)
            left[a] |= others - {a}
        for a in others.union(*(left[b] for b in others)):
            costs[a] = cost(a)
    number = {clique[0]: at for at, clique in enumerate(cliques)}
    return [(tuple(sorted(clique)), min((number[i] for i in clique[1:]), default=-1)) for clique in cliques]


def _fill(left: Near, i: int, n_states: Sequence[int]) -> tuple[float, float]:
    """Return how many edges eliminating a variable adds, and the logarithm of its clique's size."""
    missing = sum(b not in left[a] for a, b in combinations(left[i], 2))
    return missing, _weight(left, i, n_states)[0]


def _weighted_fill(left: Near, i: int, n_states: Sequence[int]) -> tuple[float, float]:
    """Return the same, where an edge counts as the product of its ends' numbers of states."""
    missing = sum(n_states[a] * n_states[b] for a, b in combinations(left[i], 2) if b not in left[a])
    return missing, _weight(left, i, n_states)[0]


def _weight(left: Near, i: int, n_states: Sequence[int]) -> tuple[float, float]:
    return sum(math.log(n_states[a]) for a in (i, *left[i])), 0.0


def _joined(scopes: Scopes) -> Scopes:
    """Return the cliques without those that a neighbour contains; the last one is the root of all."""
    variables, parents = [list(column) for column in zip(*scopes, strict=True)] if scopes else ([], [])
    for at, parent in enumerate(parents):
        if parent >= 0 and set(variables[parent]) <= set(variables[at]):
            # the parent takes over what its child has, so that it stays after its other children
            variables[parent], variables[at] = variables[at], ()
            parents[:at] = [parent if other == at else other for other in parents[:at]]
    kept = [at for at, own in enumerate(variables) if own]
    number = {at: n for n, at in enumerate(kept)}
    root = len(kept) - 1
    found = [(variables[at], number[parents[at]] if parents[at] >= 0 else root) for at in kept] or [((), -1)]
    found[-1] = (found[-1][0], -1)
    return found
