"""Choose the feature parents of every feature; the class is a parent of every feature, too.

Features are numbered by descending relevance, and feature 0 is the root.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ifc2f._core import lib
from ifc2f.core.kernels import Float64

__all__ = ["KINDS", "parents", "strongest_earlier", "topological_order"]

KINDS = ("tree", "forest", "line", "random", "clique", "naive")
TIE = 1e-9  # edge weights closer than this are equal


def parents(information: Float64, kind: str = "tree", seed: int = 0) -> list[list[int]]:
    """Return the feature parents of every feature, each list ascending.

    Parameters
    ----------
    information
        I(F_i; F_j | C) in nats, shape (K, K), symmetric; only "tree" uses more than its shape. See
        `ifc2f.learning.count_rows.conditional_information`.
    kind
        "tree": maximum spanning tree rooted at feature 0 (Chow and Liu 1968, within class); features without
        any information about others hang on the root. "line": the feature before it. "random": none, one or
        two features before it, drawn from `seed`. "clique": all features before it. "naive": none. A
        "forest" is had along an order only: see `strongest_earlier`.
    seed
        Seed of "random", 0 .. 2**32 - 1; the same seed gives the same structure on every machine.

    Raises
    ------
    ValueError
        If `kind` is unknown, or of no use here, or `information` is not a square matrix of finite numbers.
    """
    n = len(information)
    if information.shape != (n, n) or not np.all(np.isfinite(information)):
        raise ValueError(
            f"information must be a square matrix of finite numbers, got shape {information.shape}"
        )
    if kind == "tree":
        return [[] if parent < 0 else [parent] for parent in _spanning_tree(information)]
    if kind == "line":
        return [[] if k == 0 else [k - 1] for k in range(n)]
    if kind == "random":
        return [_random_parents(k, seed) for k in range(n)]
    if kind == "clique":
        return [list(range(k)) for k in range(n)]
    if kind == "naive":
        return [[] for _ in range(n)]
    if kind == "forest":
        raise ValueError("structure 'forest' needs the order 'information', not 'blanket'")
    raise ValueError(f"structure must be one of {', '.join(KINDS)}; got {kind!r}")


def strongest_earlier(information: Float64, least: Float64) -> list[list[int]]:
    """Give every feature the one feature before it that it depends on most beyond chance, if on any.

    Parameters
    ----------
    information
        I(F_i; F_j | C) in nats, shape (K, K), features numbered in the order they are looked at.
    least
        Shape (K, K): information up to this much is taken for chance.

    Returns
    -------
    list of list of int
        One parent or none for each feature.
    """
    parents: list[list[int]] = [[]]
    for k in range(1, len(information)):
        excess = information[k, :k] - least[k, :k]
        strongest = int(np.argmax(excess >= excess.max() - TIE))
        parents.append([strongest] if excess[strongest] > TIE else [])
    return parents[: len(information)]


def topological_order(parents: Sequence[Sequence[int]]) -> list[int]:
    """Return the features so that parents come before their children, the lowest possible number first.

    Raises
    ------
    ValueError
        If the parents form a cycle.
    """
    remaining = list(range(len(parents)))
    placed: set[int] = set()
    order: list[int] = []
    while remaining:
        ready = next((k for k in remaining if placed.issuperset(parents[k])), None)
        if ready is None:
            raise ValueError(f"features {remaining} are their own ancestors")
        remaining.remove(ready)
        placed.add(ready)
        order.append(ready)
    return order


def _spanning_tree(weights: Float64) -> list[int]:
    """Return the parent of each node (-1 for node 0) in a maximum spanning tree grown from node 0.

    Of equally heavy edges the one to the lower new node, and for that node the lower parent, wins. Absent
    edges weigh 0, so that a disconnected part is joined to node 0.
    """
    n = len(weights)
    parent = np.zeros(n, dtype=np.int64)
    if n == 0:
        return []
    best = np.maximum(weights[0], 0.0)
    outside = np.arange(n) > 0
    for _ in range(n - 1):
        heaviest = best[outside].max()
        node = int(np.flatnonzero(outside & (best >= heaviest - TIE))[0])
        outside[node] = False
        offer = weights[node]
        better = outside & ((offer > best + TIE) | ((offer >= best - TIE) & (node < parent)))
        best[better] = offer[better]
        parent[better] = node
    parent[0] = -1
    return [int(p) for p in parent]


def _random_parents(k: int, seed: int) -> list[int]:
    """Draw none, one or two of the features 0 .. k - 1, each number equally likely, then each subset."""
    draws = (lib.ifc2f_random(seed, k, index) for index in itertools.count())
    n_parents = min(next(draws) % 3, k)
    chosen: set[int] = set()
    while len(chosen) < n_parents:
        chosen.add(next(draws) % k)
    return sorted(chosen)
