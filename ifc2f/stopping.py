"""The optimum of an order of looks: whether to look at the next feature or to decide, in double precision.

docs/method.md, section "Certificate", says what is computed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import Purchases
from ifc2f.model import Model
from ifc2f.plan import MAX_ASSIGNMENTS

__all__ = ["Order"]

Float64 = NDArray[np.float64]

MAX_BREAKPOINTS = 4096  # of a value function of two classes; more are thinned, which only lowers it
MAX_SEQUENCES = 200_000  # of answers that are followed one by one


class Order:
    """The decision problem of looking at features 0 .. n - 1 of a model in that order.

    Attributes
    ----------
    n : int
        Looks at most.
    q : ndarray, shape (L, L)
        Misclassification costs.
    prior : ndarray, shape (L,)
    parent : list of int
        Each feature's parent, or -1.
    tables : list of ndarray, shape (U, V, L)
        P(feature = v | parent = u, class).
    sizes : list of int
        Each feature's number of values.
    prices : list of float
        What each look costs after those before it.
    live : list of list of int
        Features before each stage that condition one at or after it; the last entry is empty.
    """

    def __init__(self, model: Model) -> None:
        network = model.network
        self.n = model.n_stages
        self.q = model.misclassification.astype(np.float64)
        self.prior = network.prior.astype(np.float64) / network.prior.sum(dtype=np.float64)
        self.parent = [feature.parent for feature in network.features[: self.n]]
        tables = [feature.table.astype(np.float64) for feature in network.features[: self.n]]
        self.tables = [table / table.sum(axis=1, keepdims=True) for table in tables]
        self.sizes = [table.shape[1] for table in self.tables]
        purchases = Purchases(model.costs)
        self.prices: list[float] = []
        for k in range(self.n):
            self.prices.append(purchases.price(k))
            purchases.buy(k)
        self.live = [sorted({p for p in self.parent[k:] if 0 <= p < k}) for k in range(self.n + 1)]

    def stop(self, beliefs: Float64) -> Float64:
        """Return the cost of deciding at beliefs (..., L), normalised or not."""
        cost: Float64 = (beliefs @ self.q).min(axis=-1)
        return cost

    def given(self, k: int, bins: NDArray[Any]) -> Float64:
        """Return P(feature k = v | its parent's bin, class) for instances (n, k or more), shape (n, V, L)."""
        parent = self.parent[k]
        table: Float64 = self.tables[k][
            bins[:, parent] if parent >= 0 else np.zeros(len(bins), dtype=np.intp)
        ]
        return table

    def optimum(self) -> float | None:
        """Return the smallest expected cost, or with two classes hardly less; None if it is out of reach."""
        if math.prod(self.sizes) <= MAX_SEQUENCES:
            return _by_enumeration(self)
        assignments = [math.prod(self.sizes[j] for j in live) for live in self.live]
        if len(self.prior) == 2 and max(assignments) <= MAX_ASSIGNMENTS:
            return _by_value_functions(self)
        return None


# ---- By following every sequence of answers ----------------------------------------------------------


def _by_enumeration(order: Order) -> float:
    n_classes = len(order.prior)
    bins = np.zeros((1, 0), dtype=np.intp)
    # P(class, answers); sequences that differ in the last answer stand together
    beliefs = order.prior[np.newaxis]
    for k, size in enumerate(order.sizes):
        beliefs = (beliefs[:, np.newaxis] * order.given(k, bins)).reshape(-1, n_classes)
        last = np.tile(np.arange(size), len(bins))
        bins = np.column_stack([np.repeat(bins, size, axis=0), last])
    costs = order.stop(beliefs)
    for k in reversed(range(order.n)):
        beliefs = beliefs.reshape(-1, order.sizes[k], n_classes).sum(axis=1)
        looked = costs.reshape(-1, order.sizes[k]).sum(axis=1) + order.prices[k] * beliefs.sum(axis=1)
        costs = np.minimum(order.stop(beliefs), looked)
    return float(costs[0])


# ---- Two classes: piecewise linear functions of one number -------------------------------------------


def _by_value_functions(order: Order) -> float:
    """Back up from the last stage to the first.

    Axes of `functions` are the live features of the stage in ascending order: those of stage k without the
    parent of feature k are those of stage k + 1 without feature k and the parent.
    """
    functions = np.array(_stop_line(order), dtype=object)
    for k in reversed(range(order.n)):
        of_values = [_back_up_lines(order, functions, k, u) for u in range(len(order.tables[k]))]
        if order.parent[k] < 0:
            functions = of_values[0]
        else:
            functions = np.stack(of_values, axis=order.live[k].index(order.parent[k]))
    return float(functions.item().at(order.prior[np.newaxis, 1])[0])


class _Lines:
    """A concave piecewise linear function of p = P(class 1): its breakpoints, 0 and 1 among them."""

    def __init__(self, p: Float64, y: Float64) -> None:
        self.p, self.y = p, y

    def at(self, p: Float64) -> Float64:
        value: Float64 = np.interp(p, self.p, self.y)
        return value

    def thinned(self) -> _Lines:
        """Drop what lies on a straight line, and more where there are too many: chords run below."""
        p, y = self.p, self.y
        least = 1e-14 * float(y.max())
        while len(p) > 2:
            share = (p[1:-1] - p[:-2]) / (p[2:] - p[:-2])
            above = y[1:-1] - (y[:-2] + share * (y[2:] - y[:-2]))
            if len(p) > MAX_BREAKPOINTS:
                least = max(least, float(np.median(above)))
            drop = above <= least
            drop[1::2] &= ~drop[:-1:2]  # no two neighbours at once
            drop[2::2] &= ~drop[1:-1:2]
            if not drop.any():
                break
            keep = np.concatenate([[True], ~drop, [True]])
            p, y = p[keep], y[keep]
        return _Lines(p, y)


def _stop_line(order: Order) -> _Lines:
    """Return the cost of deciding."""
    at_0, at_1 = order.q
    p = np.array([0.0, 1.0])
    slope = (at_1[0] - at_0[0]) - (at_1[1] - at_0[1])
    if slope != 0 and 0 < (crossing := (at_0[1] - at_0[0]) / slope) < 1:
        p = np.array([0.0, crossing, 1.0])
    return _Lines(p, order.stop(np.stack([1 - p, p], axis=1)))


def _back_up_lines(order: Order, functions: NDArray[Any], k: int, u: int) -> NDArray[Any]:
    """Return min(stop, look at feature k, its parent = u) for every assignment of the other live values."""
    after = []
    for v in range(order.sizes[k]):
        known = {k: v, order.parent[k]: u}
        index = tuple(known.get(j, slice(None)) for j in order.live[k + 1])
        after.append(np.asarray(functions[index], dtype=object))
    out = np.empty(np.broadcast_shapes(*(part.shape for part in after)), dtype=object)
    for index in np.ndindex(out.shape):
        out[index] = _looked_at(order, k, u, [part[index] for part in after])
    return out


def _looked_at(order: Order, k: int, u: int, after: list[_Lines]) -> _Lines:
    tables, stop = order.tables[k][u], _stop_line(order)
    points = [stop.p]
    for (at_0, at_1), function in zip(tables, after, strict=True):
        if at_0 > 0 and at_1 > 0:  # where the posterior after this answer is a breakpoint
            points.append(function.p * at_0 / (function.p * at_0 + (1 - function.p) * at_1))
    p = np.unique(np.concatenate(points))
    look = np.full(len(p), order.prices[k])
    for (at_0, at_1), function in zip(tables, after, strict=True):
        reached = (1 - p) * at_0 + p * at_1
        look += reached * function.at(p * at_1 / np.where(reached > 0, reached, 1.0))
    gain = stop.at(p) - look
    change = np.flatnonzero(gain[:-1] * gain[1:] < 0)
    share = gain[change] / (gain[change] - gain[change + 1])
    crossing = p[change] + share * (p[change + 1] - p[change])
    both = np.concatenate([p, crossing])
    value = np.concatenate([np.minimum(look, stop.at(p)), stop.at(crossing)])
    first = np.unique(both, return_index=True)[1]
    return _Lines(both[first], value[first]).thinned()
