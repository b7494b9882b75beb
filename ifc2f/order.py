"""The order of the ordered policy, and the table of each feature given its conditioning feature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ifc2f.kernels import Float32, Float64, Int64
from ifc2f.tables import MAX_CELLS, normalised_float32, smoothed_table

__all__ = ["OrderedTable", "ancestors", "blankets_in_turn", "conditioning", "markov_blanket_order", "ordered_tables"]


def markov_blanket_order(parents: Sequence[Sequence[int]]) -> list[int]:
    """Take the most relevant remaining feature and drop its Markov blanket, until none remains.

    The blanket of a feature is its parents, its children, and the other parents of its children.

    Parameters
    ----------
    parents
        Feature parents of every feature; features are numbered by descending relevance.

    Returns
    -------
    list of int
        The order, ascending; starts with feature 0.
    """
    n = len(parents)
    blanket: list[set[int]] = [set(p) for p in parents]
    for child in range(n):
        for parent in parents[child]:
            blanket[parent].add(child)
            blanket[parent].update(parents[child])
    order: list[int] = []
    dropped: set[int] = set()
    for k in range(n):
        if k not in dropped:
            order.append(k)
            dropped |= blanket[k]
    return order


def blankets_in_turn(parents: Sequence[Sequence[int]]) -> list[int]:
    """Return the Markov-blanket order, then that of the features it dropped, and so on until all are in.

    A dropped feature tells little once its blanket is known, but a policy that may still ask for it can only cost
    less, and one that may not is stuck when two dependent features are all there is.
    """
    sequence: list[int] = []
    rest = list(range(len(parents)))
    while rest:
        position = {k: i for i, k in enumerate(rest)}
        among_rest = [[position[p] for p in parents[k] if p in position] for k in rest]
        taken = [rest[i] for i in markov_blanket_order(among_rest)]
        sequence += taken
        rest = [k for k in rest if k not in taken]
    return sequence


def ancestors(parents: Sequence[Sequence[int]], features: Sequence[int]) -> list[int]:
    """Return these features and all their ancestors, ascending."""
    found = set(features)
    pending = list(features)
    while pending:
        for parent in parents[pending.pop()]:
            if parent not in found:
                found.add(parent)
                pending.append(parent)
    return sorted(found)


def conditioning(parents: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    """Return the conditioning feature of every feature in the order.

    It is the nearest ancestor that stands earlier in the order (of several at one distance the most
    relevant), or -1.

    Returns
    -------
    list of int
        Feature numbers, one for each entry of `order`.
    """
    nearest: list[int] = []
    for position, feature in enumerate(order):
        earlier = set(order[:position])
        level = set(parents[feature])
        seen = set(level)
        found = -1
        while level:
            if level & earlier:
                found = min(level & earlier)
                break
            level = {p for k in level for p in parents[k]} - seen
            seen |= level
        nearest.append(found)
    return nearest


@dataclass(frozen=True)
class OrderedTable:
    """One step of the order.

    Attributes
    ----------
    feature
        The feature asked for.
    given
        Its conditioning feature, or -1.
    table
        float32, shape (U, V, L): P(feature = v | given = u, class), U = 1 if there is none. Each distribution
        sums to 1 up to rounding.
    """

    feature: int
    given: int
    table: Float32


def ordered_tables(
    parents: Sequence[Sequence[int]],
    tables: Sequence[Float64 | None],
    order: Sequence[int],
    pair_counts: Callable[[tuple[int, ...]], Int64],
) -> list[OrderedTable]:
    """Return each feature of the order with its table given its conditioning feature.

    The features in between are summed out class by class, exactly: in a tree as matrix products along the
    path, in other structures by eliminating one ancestor after the other, always the one that makes the
    smallest factor. If a table is missing or a factor would pass 10^6 entries, the smoothed counts of
    conditioning feature and feature are used in its place: the same probability estimated directly.

    Parameters
    ----------
    parents
        Feature parents of every feature.
    tables
        From `ifc2f.tables.network_tables`, at least for `ancestors(parents, order)`.
    order
        From `markov_blanket_order`.
    pair_counts
        Called with (conditioning feature, feature) or (feature,) where exact summing out is too large;
        returns counts of shape (U, V, L) or (V, L), as `ifc2f.counts.family_counts` does.
    """
    steps: list[OrderedTable] = []
    for feature, given in zip(order, conditioning(parents, order), strict=True):
        table = _summed_out(parents, tables, feature, given)
        if table is None:
            table = smoothed_table(pair_counts((feature,) if given < 0 else (given, feature)))
        if given < 0:
            table = table.reshape(1, *table.shape[-2:])
        steps.append(OrderedTable(feature, given, normalised_float32(table)))
    return steps


def _summed_out(
    parents: Sequence[Sequence[int]], tables: Sequence[Float64 | None], feature: int, given: int
) -> Float64 | None:
    """Return P(feature | given, class) or P(feature | class); None if that takes too large a factor."""
    if all(len(parents[k]) <= 1 for k in ancestors(parents, [feature])):
        return _along_path(parents, tables, feature, given)
    return _eliminated(parents, tables, feature, given)


def _along_path(
    parents: Sequence[Sequence[int]], tables: Sequence[Float64 | None], feature: int, given: int
) -> Float64 | None:
    """Multiply the tables of a tree from `feature` up to `given`, or up to the root."""
    product = tables[feature]
    node = feature
    while product is not None and parents[node] and parents[node][0] != given:
        node = parents[node][0]
        step = tables[node]
        product = None if step is None else np.einsum("...uc,uvc->...vc", step, product)
    return product


@dataclass(frozen=True)
class _Factor:
    """A function of some features and the class: axes in the order of `features`, then the class."""

    features: tuple[int, ...]
    values: Float64


def _eliminated(
    parents: Sequence[Sequence[int]], tables: Sequence[Float64 | None], feature: int, given: int
) -> Float64 | None:
    """Sum the ancestors out of P(given, feature | class), then divide by P(given | class)."""
    kept = (feature,) if given < 0 else (given, feature)
    factors: list[_Factor] = []
    for k in ancestors(parents, kept):
        table = tables[k]
        if table is None:
            return None
        factors.append(_Factor((*parents[k], k), table))
    hidden = {k for factor in factors for k in factor.features} - set(kept)
    while hidden:
        scopes = {k: _scope([f for f in factors if k in f.features]) for k in hidden}
        node = min(hidden, key=lambda k: (_size(factors, scopes[k]), k))
        merged = _product([f for f in factors if node in f.features], scopes[node])
        if merged is None:
            return None
        axis = merged.features.index(node)
        summed = _Factor(merged.features[:axis] + merged.features[axis + 1 :], merged.values.sum(axis=axis))
        factors = [f for f in factors if node not in f.features] + [summed]
        hidden.remove(node)
    joint = _product(factors, kept)
    if joint is None:
        return None
    return np.asarray(joint.values / joint.values.sum(axis=-2, keepdims=True))


def _scope(factors: Sequence[_Factor]) -> tuple[int, ...]:
    return tuple(sorted({k for factor in factors for k in factor.features}))


def _size(factors: Sequence[_Factor], scope: tuple[int, ...]) -> int:
    """Return the entries of a factor over these features."""
    lengths = {k: n for f in factors for k, n in zip(f.features, f.values.shape, strict=False)}
    size = int(factors[0].values.shape[-1])
    for k in scope:
        size *= lengths[k]
    return size


def _product(factors: Sequence[_Factor], scope: tuple[int, ...]) -> _Factor | None:
    """Multiply factors into one over the features `scope`; None if it would be too large."""
    if _size(factors, scope) > MAX_CELLS:
        return None
    axis = {k: i for i, k in enumerate(scope)}
    result = np.ones((1,) * len(scope) + factors[0].values.shape[-1:])
    for factor in factors:
        ascending = sorted(range(len(factor.features)), key=lambda i: axis[factor.features[i]])
        values = factor.values.transpose(*ascending, -1)
        shape = [1] * len(scope) + [values.shape[-1]]
        for position, i in enumerate(ascending):
            shape[axis[factor.features[i]]] = values.shape[position]
        result = result * values.reshape(shape)
    return _Factor(scope, result)
