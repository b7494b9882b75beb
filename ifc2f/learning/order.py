"""The order of the ordered policy, and the table of each feature given its conditioning feature."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ifc2f.core.kernels import Float32, Float64, Int64
from ifc2f.costs import AcquisitionCosts, Purchases
from ifc2f.learning.tables import MAX_CELLS, learned_table, normalised_float32, sum_over

ORDERS = ("information", "blanket")
MOST_ORDERS = 16  # tried for a budget
TIE = 1e-9  # of values closer than this, relative to the largest, the lower feature wins

__all__ = [
    "ORDERS",
    "OrderedTable",
    "ancestors",
    "conditioning",
    "information_order",
    "markov_blanket_order",
    "ordered_tables",
    "orders_within",
    "with_companions_first",
]


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


def information_order(
    relevance: Float64, beyond: Float64, costs: AcquisitionCosts, parents: Sequence[int] | None = None
) -> list[int]:
    """Take in turn the feature that adds most information on the class to those before it, per cost.

    What feature i adds to the others is the least of I(F_i; C | F_j) over the features j already taken,
    as in conditional mutual information maximisation (Fleuret, JMLR 5, 2004); here its price divides it.

    Parameters
    ----------
    relevance
        I(F_i; C), shape (K,), nats.
    beyond
        I(F_i; C | F_j) at [i, j], shape (K, K), nats.
    costs
        What acquiring the K features costs, each after those taken before it.
    parents
        A feature that each comes after, or -1; none by default.

    Returns
    -------
    list of int
        All K features. Of equal ones the lower number comes first; those that are free come first of all.
    """
    worth = relevance.astype(np.float64)
    purchases = Purchases(costs)
    sequence: list[int] = []
    rest = list(range(len(relevance)))
    while rest:
        ready = rest if parents is None else [k for k in rest if parents[k] not in rest]
        prices = np.array([purchases.price(k) for k in ready])
        free = prices <= 0
        value = np.where(free, worth[ready], worth[ready] / np.where(free, 1.0, prices))
        if free.any():
            value[~free] = -1.0
        taken = ready[int(np.argmax(value >= value.max() * (1 - TIE) - TIE))]
        sequence.append(taken)
        purchases.buy(taken)
        rest.remove(taken)
        worth = np.minimum(worth, beyond[:, taken])
    return sequence


def orders_within(
    order: Sequence[int], costs: AcquisitionCosts, budget: float, parents: Sequence[int] | None = None
) -> list[list[int]]:
    """Return the orders to plan if a budget does not pay for a whole order.

    Features that are cheap for their information come first, and may use up the budget for the best one. So
    there is an order for each of the first features that the budget would pay for alone but does not in the
    order: in it come later than that feature all those that leave too little for it.

    Parameters
    ----------
    order : sequence of int
    costs : AcquisitionCosts
        What acquiring the features costs.
    budget : float
        Largest cost spent on an instance.
    parents : sequence of int, optional
        A feature that each comes after, or -1; none by default.

    Returns
    -------
    list of list of int
        Orders of all features, what the budget pays for first. If none has parents before their children,
        the given one, of which the budget passes over what it does not pay for.
    """
    paid = costs.affordable(order, budget)
    found = [paid]
    for wanted in [k for k in order if k not in paid and costs.affordable([k], budget)][:MOST_ORDERS]:
        first: list[int] = []
        for k in order:
            reserved = [] if k == wanted or wanted in first else [wanted]
            acquisition = [*first, k, *reserved]
            if costs.affordable(acquisition, budget) == acquisition:
                first.append(k)
        found.append(first)
    whole = [[*first, *(k for k in order if k not in first)] for first in found]
    possible = [each for each in whole if parents is None or _are_before(parents, each)]
    return possible or [list(order)]


def with_companions_first(order: Sequence[int], companions: Mapping[int, int]) -> list[int]:
    """Put the companion of a feature just before the feature, unless it is already earlier.

    Both have one price, which is paid once. In another order a value that cannot be had would count as one
    that nobody asked for, and the plan would go on without the reason.

    Parameters
    ----------
    order : sequence of int
    companions : mapping of int to int
        By feature, its companion.
    """
    done: dict[int, None] = {}
    for k in order:
        if k in companions:
            done.setdefault(companions[k])
        done.setdefault(k)
    return list(done)


def _are_before(parents: Sequence[int], order: Sequence[int]) -> bool:
    """Return whether every parent stands before its child."""
    position = {k: at for at, k in enumerate(order)}
    return all(parents[k] < 0 or position[parents[k]] < position[k] for k in order)


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
    pair_counts: Callable[[Sequence[int]], Int64],
    smoothing: str = "laplace",
    numeric: Collection[int] = (),
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
        From `ifc2f.learning.tables.network_tables`, at least for `ancestors(parents, order)`.
    order
        From `markov_blanket_order`.
    pair_counts
        Called with (conditioning feature, feature) or (feature,) where exact summing out is too large;
        returns counts of shape (U, V, L) or (V, L), as `ifc2f.learning.count_rows.family_counts` does.
    smoothing, numeric
        Of tables learned from these counts; see `ifc2f.learning.tables.learned_table`.
    """
    steps: list[OrderedTable] = []
    for feature, given in zip(order, conditioning(parents, order), strict=True):
        table = _summed_out(parents, tables, feature, given)
        if table is None:
            family = (feature,) if given < 0 else (given, feature)
            table = learned_table(pair_counts, family, smoothing, numeric)
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
        if step is None:
            return None
        total = step[..., 0, np.newaxis, :] * product[0]
        for value in range(1, len(product)):  # in ascending order, for the same last bit everywhere
            total += step[..., value, np.newaxis, :] * product[value]
        product = total
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
        factors.append(_without_constants(_Factor((*parents[k], k), table), kept))
    order = _elimination_order(factors, kept)
    if order is None:
        return None
    for node in order:
        concerned = [f for f in factors if node in f.features]
        merged = _product(concerned, tuple(sorted({k for f in concerned for k in f.features})))
        axis = merged.features.index(node)
        rest = merged.features[:axis] + merged.features[axis + 1 :]
        factors = [f for f in factors if node not in f.features]
        factors.append(_Factor(rest, sum_over(merged.values, axis)))
    joint = _product(factors, kept).values
    return np.asarray(joint / sum_over(joint, -2)[..., np.newaxis, :])


def _without_constants(factor: _Factor, kept: tuple[int, ...]) -> _Factor:
    """Drop the axes of features with a single value: there may be too many for an array."""
    axes = [i for i, k in enumerate(factor.features) if k in kept or factor.values.shape[i] > 1]
    shape = [factor.values.shape[i] for i in axes] + [factor.values.shape[-1]]
    return _Factor(tuple(factor.features[i] for i in axes), factor.values.reshape(shape))


def _elimination_order(factors: Sequence[_Factor], kept: tuple[int, ...]) -> list[int] | None:
    """Order the features that are not kept, always the one next whose factor is smallest (ties: lowest).

    None if a factor, that over the kept ones included, would have more than 10^6 entries.
    """
    n_values: dict[int, int] = {}
    neighbours: dict[int, set[int]] = {}
    for factor in factors:
        for k, n in zip(factor.features, factor.values.shape, strict=False):
            n_values[k] = n
            neighbours.setdefault(k, set()).update(factor.features)
    n_classes = factors[0].values.shape[-1]

    def size(scope: Iterable[int]) -> int:
        return math.prod((n_values[k] for k in scope), start=n_classes)

    if size(kept) > MAX_CELLS:
        return None
    sizes = {k: size(neighbours[k]) for k in neighbours if k not in kept}
    order: list[int] = []
    while sizes:
        node = min(sizes, key=lambda k: (sizes[k], k))
        if sizes.pop(node) > MAX_CELLS:
            return None
        order.append(node)
        scope = neighbours.pop(node) - {node}
        for k in scope:
            neighbours[k] = (neighbours[k] | scope) - {node}
            if k not in kept:
                sizes[k] = size(neighbours[k])
    return order


def _product(factors: Sequence[_Factor], scope: tuple[int, ...]) -> _Factor:
    """Multiply factors into one over the features `scope`."""
    result = np.ones((1,) * len(scope) + factors[0].values.shape[-1:])
    for factor in factors:
        ascending = sorted(range(len(factor.features)), key=lambda i: scope.index(factor.features[i]))
        shape = [1] * len(scope) + [factor.values.shape[-1]]
        for i in ascending:
            shape[scope.index(factor.features[i])] = factor.values.shape[i]
        result = result * factor.values.transpose(*ascending, -1).reshape(shape)
    return _Factor(scope, result)
