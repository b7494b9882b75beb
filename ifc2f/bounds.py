"""How far a policy's expected cost can be from the optimum: bounds on both sides, under the model's network.

For the ordered policy the optimum is that of its order; docs/method.md, section "Certificate", says what is
computed and why it is a bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import Purchases
from ifc2f.drawing import draw_bins
from ifc2f.model import Model
from ifc2f.network import Network
from ifc2f.plan import MAX_ASSIGNMENTS, expected_cost
from ifc2f.session import Session

__all__ = ["Certificate", "certificate"]

Float64 = NDArray[np.float64]

MAX_BREAKPOINTS = 4096  # of a value function of two classes; more are thinned, which only lowers it
MAX_UNFOLDED = 20_000  # answer sequences that are followed one by one from the prior
GRIDS = (3_000, 24_000, 100_000)  # points at most, tried in turn until the gap is small
SMALL_GAP = 0.02
GRID_WORK = 400_000_000  # interpolated values in all, at most
MAX_CELLS = 1 << 22  # values drawn or enumerated at a time for information relaxation
N_DRAWN = 100_000
MAX_CLASSES = 16  # for interpolation
STANDARD_ERRORS = 2.0  # by which a simulated bound is moved outward


@dataclass(frozen=True)
class Certificate:
    """Bounds of the optimal expected total cost under the model's network, per instance.

    Attributes
    ----------
    lower : float
        No policy that is compared with costs less.
    upper : float
        What the model's own policy costs at most.
    method : {"value function", "interpolation", "information relaxation"}
        What gave the lower bound: the exact value function of the order; one interpolated between beliefs; or
        policies that see every answer and pay for one look at most, which may be far below any real one.
    of_order : bool
        Whether the optimum is that of the model's order of looks; else that of all policies.
    standard_error : float
        The larger one of the two bounds; 0 where nothing was simulated. Bounds are two of their own standard
        errors further out than their estimates, so each holds with a probability of about 0.98.
    """

    lower: float
    upper: float
    method: str
    of_order: bool
    standard_error: float

    @property
    def gap(self) -> float:
        """By which share of the optimum the policy's cost may be above it: 0.01 is "within 1 %"."""
        if self.upper <= self.lower:
            return 0.0
        return self.upper / self.lower - 1.0 if self.lower > 0 else math.inf


def certificate(model: Model, *, seed: int = 0) -> Certificate:
    """Bound the optimal expected cost from both sides.

    Parameters
    ----------
    model : Model
    seed : int, default=0
        Of simulations, where enumerating is too much.

    Raises
    ------
    ValueError
        If the model has no policy.

    References
    ----------
    Lower bounds of a concave value function by interpolation: Lovejoy, Operations Research 39(1), 1991.
    Information relaxation: Brown, Smith and Sun, Operations Research 58(4), 2010.
    """
    if model.policy is None:
        raise ValueError("the model has no policy to certify")
    margin = _rounding(model)
    upper, upper_error = _upper(model, seed)
    upper = (upper + STANDARD_ERRORS * upper_error) * (1 + margin)
    order = _Order(model) if model.policy == "ordered" else None
    if order is None or not order.is_tractable:
        bound = _relaxed(model, seed)
        lower = max(bound.mean - STANDARD_ERRORS * bound.error, 0.0) * (1 - margin)
        errors = max(bound.error, upper_error)
        return Certificate(lower, upper, "information relaxation", False, errors)
    for n_points in GRIDS:
        lower, method = order.lower_bound(n_points)
        found = Certificate(lower * (1 - margin), upper, method, True, upper_error)
        if method == "value function" or found.gap <= SMALL_GAP:
            break
    return found


def _rounding(model: Model) -> float:
    """Return by how much, relatively, single precision may miss an expected cost.

    All terms are products and sums of numbers >= 0, each rounded once; and the tables' sums are not quite 1.
    """
    network = model.network
    roundings = 4 * (len(network.features) + model.n_classes + 2) * float(np.finfo(np.float32).eps) / 2
    sums = [np.abs(f.table.sum(axis=1, dtype=np.float64) - 1).max() for f in network.features]
    return roundings + float(sum(sums)) + abs(float(network.prior.sum(dtype=np.float64)) - 1)


# ---- What the policy itself costs --------------------------------------------------------------------


def _upper(model: Model, seed: int) -> tuple[float, float]:
    """Return the cost of the model's policy, or a bound of it, and a standard error."""
    if model.policy == "graph":
        costs = _costs_under_network(model, seed)
        return costs.mean, costs.error
    found = expected_cost(model, seed=seed)
    if model.policy == "ordered" and model.treatment == "exact" and found.standard_error > 0:
        planned = _planned(model)  # acting on the best vector costs no more than that vector's plan
        # If it promises less than it costs, the plan was made for other costs or another budget.
        if abs(planned - found.total) <= STANDARD_ERRORS * found.standard_error:
            return planned, 0.0
    return found.total, found.standard_error


def _planned(model: Model) -> float:
    """Return what the plan promises at the prior: with exact treatment, an upper bound of what it costs."""
    session = Session(model)
    stop = session.cost_of_stopping
    return stop if session.next() is None else min(stop, session.cost_of_continuing(0))


@dataclass(frozen=True)
class _Mean:
    mean: float
    error: float

    @classmethod
    def of(cls, values: Float64, weights: Float64 | None) -> _Mean:
        """Average values: drawn ones, or with weights all there are."""
        if weights is not None:
            return cls(float(values @ weights / weights.sum()), 0.0)
        return cls(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))


def _costs_under_network(model: Model, seed: int) -> _Mean:
    """Return the cost of a policy whose posterior need not be the network's, for instances of the network."""
    bins, beliefs, weights = _instances(model.network, seed)
    looks = model.classify(_cells(model.network, bins), columns=np.arange(model.n_features))
    number = {label: j for j, label in enumerate(model.classes)}
    decided = [number[label] for label in looks.label.tolist()]
    mistakes = (beliefs * model.misclassification.T[decided]).sum(axis=1)
    return _Mean.of(looks.cost.astype(np.float64) + mistakes, weights)


def _cells(network: Network, bins: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return numbers that lie in these bins, shape (n, K)."""
    cells = np.empty(bins.shape, dtype=np.float32)
    for k, feature in enumerate(network.features):
        values = feature.values
        if not feature.categorical:  # an edge lies in the bin above it
            below = np.nextafter(values[:1], np.float32(-np.inf)) if len(values) else np.zeros(1, np.float32)
            values = np.concatenate([below, values])
        cells[:, k] = values[bins[:, k]]
    return cells


# ---- Information relaxation --------------------------------------------------------------------------


def _relaxed(model: Model, seed: int) -> _Mean:
    """Return the cost of the best policy that sees everything once it has paid for its cheapest look.

    Who never looks pays for deciding on the prior; who looks pays for one look at least, and decides no
    better than by all answers.
    """
    q = model.misclassification.astype(np.float64)
    prior = model.network.prior.astype(np.float64)
    stop = float((prior @ q).min())
    if not model.n_features:
        return _Mean(stop, 0.0)
    cheapest = min(Purchases(model.costs).price(k) for k in range(model.n_features))
    _, beliefs, weights = _instances(model.network, seed)
    seen = _Mean.of((beliefs @ q).min(axis=1), weights)
    return _Mean(min(stop, cheapest + seen.mean), seen.error)


def _instances(network: Network, seed: int) -> tuple[NDArray[np.uint8], Float64, Float64 | None]:
    """Return instances of the network: bins (n, K), P(class | all bins) (n, L), and weights.

    All there are, with their probabilities, if that is not too much; else drawn ones, without weights.
    """
    sizes = [feature.n_values for feature in network.features]
    n_all = math.prod(sizes)
    n_features = max(len(sizes), 1)
    if n_all * n_features <= MAX_CELLS:
        bins = np.indices(sizes, dtype=np.uint8).reshape(len(sizes), n_all).T
        joint = _joint(network, bins)
        weights = joint.sum(axis=1)
        possible = weights > 0
        bins, joint, weights = bins[possible], joint[possible], weights[possible]
        return bins, joint / weights[:, np.newaxis], weights
    n = max(min(N_DRAWN, MAX_CELLS // n_features), 1000)
    bins = draw_bins(network, n, seed)
    joint = _joint(network, bins)
    return bins, joint / joint.sum(axis=1, keepdims=True), None


def _joint(network: Network, bins: NDArray[np.uint8]) -> Float64:
    """Return P(class, bins) up to a factor that is common to the classes, shape (n, L)."""
    joint = np.tile(network.prior.astype(np.float64), (len(bins), 1))
    many = len(network.features) > 20  # products of few factors are probabilities and stay as they are
    for k, feature in enumerate(network.features):
        given = bins[:, feature.parent] if feature.parent >= 0 else 0
        joint *= feature.table[given, bins[:, k]]
        if many:
            joint /= joint.max(axis=1, keepdims=True)
    return joint


# ---- The optimum of an order -------------------------------------------------------------------------


class _Order:
    """The decision problem of looking at features 0 .. n - 1 in that order, in double precision."""

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

    @cached_property
    def live(self) -> list[list[int]]:
        """Features before each stage that condition one at or after it; the last entry is empty."""
        return [sorted({p for p in self.parent[k:] if 0 <= p < k}) for k in range(self.n + 1)]

    @property
    def is_tractable(self) -> bool:
        """Whether no stage has too many assignments of live values, and there are not too many classes."""
        n_assignments = [math.prod(self.sizes[j] for j in live) for live in self.live]
        return max(n_assignments) <= MAX_ASSIGNMENTS and len(self.prior) <= MAX_CLASSES

    def stop(self, beliefs: Float64) -> Float64:
        """Return the cost of deciding at beliefs (..., L), normalised or not."""
        cost: Float64 = (beliefs @ self.q).min(axis=-1)
        return cost

    def lower_bound(self, n_points: int) -> tuple[float, str]:
        """Return a lower bound of the optimum, interpolated from so many beliefs if need be, and how."""
        if len(self.prior) == 2:
            functions = _backed_up(self, 0, partial(_back_up_lines, self))
            lines = [_stop_line(self)] if functions is None else functions.ravel().tolist()
            return float(lines[0].at(self.prior[np.newaxis, 1])[0]), "value function"
        beliefs, assignments = self.unfolded
        depth = len(assignments)
        if depth == self.n:
            costs, method = self.stop(beliefs), "value function"
        else:
            grid = _Grid.within(self, depth, n_points)
            continuing = _backed_up(self, depth, partial(_back_up_grid, self, grid))
            assert continuing is not None
            here = np.broadcast_to(
                continuing[tuple(assignments[j] for j in self.live[depth])], (len(beliefs), len(grid.points))
            )
            costs, method = np.minimum(self.stop(beliefs), grid.at(beliefs, here)), "interpolation"
        return self.folded(beliefs, costs), method

    @cached_property
    def unfolded(self) -> tuple[Float64, list[NDArray[np.intp]]]:
        """The answer sequences of as many stages as is not too much.

        P(class, answers), shape (N, L), and the answers to each feature, shape (N,). Sequences that differ in
        the last answer stand together.
        """
        beliefs = self.prior[np.newaxis]
        answers: list[NDArray[np.intp]] = []
        for k in range(self.n):
            if len(beliefs) * self.sizes[k] > MAX_UNFOLDED:
                break
            given = answers[self.parent[k]] if self.parent[k] >= 0 else np.zeros(len(beliefs), dtype=np.intp)
            beliefs = (beliefs[:, np.newaxis] * self.tables[k][given]).reshape(-1, len(self.prior))
            answers = [np.repeat(a, self.sizes[k]) for a in answers]
            answers.append(np.tile(np.arange(self.sizes[k]), len(given)))
        return beliefs, answers

    def folded(self, beliefs: Float64, costs: Float64) -> float:
        """Return the cost at the prior from the costs at the ends of the unfolded sequences."""
        for k in reversed(range(len(self.unfolded[1]))):
            beliefs = beliefs.reshape(-1, self.sizes[k], len(self.prior)).sum(axis=1)
            looked = costs.reshape(-1, self.sizes[k]).sum(axis=1) + self.prices[k] * beliefs.sum(axis=1)
            costs = np.minimum(self.stop(beliefs), looked)
        return float(costs[0])

    def after(self, functions: NDArray[Any], k: int, u: int, v: int) -> NDArray[Any]:
        """Return those functions of stage k + 1 that feature k = v, its parent = u leads to."""
        known = {k: v, self.parent[k]: u}
        part: NDArray[Any] = functions[tuple(known.get(j, slice(None)) for j in self.live[k + 1])]
        return part


BackUp = Callable[[NDArray[Any] | None, int, int], NDArray[Any]]


def _backed_up(order: _Order, depth: int, back_up: BackUp) -> NDArray[Any] | None:
    """Back up from the last stage to stage `depth`; return its functions by assignment of live values.

    ``back_up(functions, k, u)`` returns those of stage k where the parent of feature k has value u, from
    those of stage k + 1, None behind the last. Axes are live features in ascending order: those of stage k
    without the parent are those of stage k + 1 without feature k and the parent.
    """
    functions: NDArray[Any] | None = None
    for k in reversed(range(depth, order.n)):
        live = order.live[k]
        of_values = [back_up(functions, k, u) for u in range(len(order.tables[k]))]
        if order.parent[k] < 0:
            functions = of_values[0]
        else:
            functions = np.stack(of_values, axis=live.index(order.parent[k]))
    return functions


# ---- Two classes: piecewise linear functions of one number -------------------------------------------


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
            drop[1:] &= ~(drop[:-1] & (np.arange(1, len(drop)) % 2 == 1))  # no two neighbours at once
            if not drop.any():
                break
            keep = np.concatenate([[True], ~drop, [True]])
            p, y = p[keep], y[keep]
        return _Lines(p, y)


def _stop_line(order: _Order) -> _Lines:
    """Return the cost of deciding."""
    at_0, at_1 = order.q
    p = np.array([0.0, 1.0])
    slope = (at_1[0] - at_0[0]) - (at_1[1] - at_0[1])
    if slope != 0 and 0 < (crossing := (at_0[1] - at_0[0]) / slope) < 1:
        p = np.array([0.0, crossing, 1.0])
    return _Lines(p, order.stop(np.stack([1 - p, p], axis=1)))


def _back_up_lines(order: _Order, functions: NDArray[Any] | None, k: int, u: int) -> NDArray[Any]:
    """Return min(stop, look at feature k) for every assignment of the other live values."""
    stop = _stop_line(order)
    after = [
        np.array(stop, dtype=object) if functions is None else np.asarray(order.after(functions, k, u, v))
        for v in range(order.sizes[k])
    ]
    out = np.empty(np.broadcast_shapes(*(part.shape for part in after)), dtype=object)
    for index in np.ndindex(out.shape):
        out[index] = _looked_at(order, k, u, stop, [part[index] for part in after])
    return out


def _looked_at(order: _Order, k: int, u: int, stop: _Lines, after: list[_Lines]) -> _Lines:
    tables = order.tables[k][u]
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


# ---- More classes: interpolation in a triangulation of the simplex -----------------------------------


class _Grid:
    """Beliefs whose components are multiples of 1 / m, and Freudenthal's triangulation by them."""

    def __init__(self, n_classes: int, m: int) -> None:
        self.m = m
        steps = _compositions(n_classes, m)
        self.points: Float64 = steps / m
        self.radix = (m + 1) ** np.arange(n_classes - 1, dtype=np.int64)
        codes = _tails(steps) @ self.radix
        self.order = np.argsort(codes)
        self.codes = codes[self.order]

    @classmethod
    def within(cls, order: _Order, depth: int, n_points: float) -> _Grid:
        """Return the finest grid of at most so many points, or of fewer if there is too much work with it."""
        n_classes = len(order.prior)
        n_backups = sum(
            math.prod(order.sizes[j] for j in order.live[k + 1]) * len(order.tables[k]) * order.sizes[k]
            for k in range(depth, order.n)
        )
        n_points = min(GRID_WORK / (n_backups * n_classes), n_points)
        m = 1
        while n_classes > 1 and math.comb(m + n_classes, n_classes - 1) <= n_points:
            m += 1
        return cls(n_classes, m)

    def corners(self, beliefs: Float64) -> tuple[NDArray[np.intp], Float64]:
        """Return grid points around beliefs (N, L), and their weights, which give the belief, both (N, L)."""
        n, n_classes = beliefs.shape
        mass = beliefs.sum(axis=1, keepdims=True)
        scaled = np.clip(_tails(self.m * beliefs / np.where(mass > 0, mass, 1.0)), 0, self.m)
        base = np.minimum(np.floor(scaled), self.m)
        fraction = scaled - base
        turn = np.argsort(-fraction, axis=1, kind="stable")
        falling = np.take_along_axis(fraction, turn, axis=1)
        edges = np.concatenate([np.ones((n, 1)), falling, np.zeros((n, 1))], axis=1)
        codes = np.empty((n, n_classes), dtype=np.int64)
        codes[:, 0] = base.astype(np.int64) @ self.radix
        codes[:, 1:] = codes[:, :1] + np.cumsum(self.radix[turn], axis=1)
        at = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        return self.order[at], (edges[:, :-1] - edges[:, 1:]) * mass

    def at(self, beliefs: Float64, values: Float64) -> Float64:
        """Interpolate at beliefs (N, L), each in a function of its own, (N, n_points)."""
        corners, weights = self.corners(beliefs)
        value: Float64 = (np.take_along_axis(values, corners, axis=1) * weights).sum(axis=1)
        return value


def _tails(parts: NDArray[Any]) -> NDArray[Any]:
    """Return sums of all components from the second, third, ... on, shape (N, L - 1)."""
    tails: NDArray[Any] = np.cumsum(parts[:, :0:-1], axis=1)[:, ::-1]
    return tails


def _compositions(n_parts: int, total: int) -> NDArray[np.int64]:
    """Return all ways to write `total` as `n_parts` whole numbers >= 0."""
    if n_parts == 1:
        return np.array([[total]])
    rest = [_compositions(n_parts - 1, total - first) for first in range(total + 1)]
    return np.concatenate([np.insert(part, 0, first, axis=1) for first, part in enumerate(rest)])


def _back_up_grid(order: _Order, grid: _Grid, functions: NDArray[Any] | None, k: int, u: int) -> NDArray[Any]:
    """Return the cost of looking at feature k at every grid point, for every assignment of other live values.

    It is concave in the belief and interpolated where it is used; the cost of stopping is not, for that is
    known everywhere.
    """
    total: Float64 = np.full(len(grid.points), order.prices[k])
    for v in range(order.sizes[k]):
        beliefs = grid.points * order.tables[k][u, v]
        cost = order.stop(beliefs)
        if functions is not None:
            part = order.after(functions, k, u, v)
            corners, weights = grid.corners(beliefs)
            around = sum(part[..., corners[:, i]] * weights[:, i] for i in range(corners.shape[1]))
            cost = np.minimum(cost, around)
        total = total + cost
    return total
