"""How far a policy's expected cost can be from the optimum: bounds on both sides, under the model's network.

For the ordered policy the optimum is that of its order; docs/planning.md, section "Certificate", says what is
computed and why it is a bound.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ifc2f.core.kernels import Float64, UInt8
from ifc2f.costs import Purchases
from ifc2f.model import Model, checked_model
from ifc2f.planning.alpha_vectors import alpha_vectors
from ifc2f.planning.instances import cells, draw_instances, posteriors
from ifc2f.planning.martingale import simulated_costs
from ifc2f.planning.mean_bounds import Estimate, Pilot, added, least_mean, most_mean, sure
from ifc2f.planning.optimum import optimum_of_order, stage_prices
from ifc2f.planning.plan import affordable_features, enumerated_cost, plan_finely
from ifc2f.session import Session

__all__ = ["Certificate", "certificate"]

MAX_CELLS = 1 << 22  # values drawn or enumerated at a time
N_DRAWN = 100_000  # instances, for information relaxation
MOST_PRICED = 500  # most features for which all pairs of acquisitions are priced
N_FIRST, N_FOLLOWED = 2_000, 200_000  # instances along an order, to begin with and, of two classes, at most
TOLERATED = 0.1  # of the largest cost of a decision, by which a plan's values may be wrong
RANGE_ROUNDING = 1e-6  # of the range of costs, which are in single precision
TELLING_GAP = 1.0  # a lower bound that is further off says nothing of a policy
SMALL_SHARE = 0.005  # of the cost, that bounds need not be less apart than
SMALL_GAP = 0.01


@dataclass(frozen=True)
class Certificate:
    """Bounds of the optimal expected total cost under the model's network, per instance.

    Attributes
    ----------
    lower : float
        No policy costs less: none with the model's order of acquisitions if `of_order`, else none at all.
    upper : float
        Upper bound of the cost of the model's own policy.
    method : {"value function", "martingale", "information relaxation", "search"}
        Source of the lower bound: the exact value function of the order; stopping with all answers known,
        less a martingale that charges for knowing them; policies that see every answer and pay for at most
        two of them, which may cost far less than any real one; or the search that found the policy, on a
        network that need not be the model's own (`ifc2f.plan_graph`).
    of_order : bool
        Whether `lower` holds for policies with the model's order of acquisitions; otherwise for all policies.
    standard_error : float
        The larger standard error of the two estimates; 0 if nothing was simulated. The bounds do not depend
        on it: each holds with a probability above 0.999, however rare the costly instances are.
    lower_of_all : float
        No policy costs less, whatever its order of acquisitions.
    """

    lower: float
    upper: float
    method: str
    of_order: bool
    standard_error: float
    lower_of_all: float

    @property
    def gap(self) -> float:
        """How far the policy's cost may exceed the optimum, as a share of it: 0.01 is "within 1 %"."""
        return _gap(self.lower, self.upper)

    @property
    def gap_of_all(self) -> float:
        """The gap to the optimum of all policies."""
        return _gap(self.lower_of_all, self.upper)

    @property
    def shown_percent(self) -> float:
        """The gap in percent, rounded to two digits, or to a whole number."""
        return _shown(self.gap)

    @property
    def shown_percent_of_all(self) -> float:
        """The gap to all policies, rounded in the same way."""
        return _shown(self.gap_of_all)


def _gap(lower: float, upper: float) -> float:
    if upper <= lower:
        return 0.0
    return upper / lower - 1.0 if lower > 0 else math.inf


def _shown(gap: float) -> float:
    percent = 100 * gap
    return round(percent) if 10 <= percent < math.inf else float(f"{percent:.2g}")


def certificate(model: Model, *, seed: int = 0) -> Certificate:
    """Bound the optimal expected cost from both sides.

    Parameters
    ----------
    model : Model
    seed : int, default=0
        Seed of simulations, used if enumeration is infeasible.

    Raises
    ------
    ValueError
        If the model has no policy.

    References
    ----------
    Information relaxation: Brown, Smith and Sun, Operations Research 58(4), 2010. `ifc2f.planning.martingale`
    has those of the bounds along an order.
    """
    if checked_model(model, "a certificate").policy is None:
        raise ValueError("the model has no policy to certify")
    if (found := planned_bounds(model.meta)) is not None:
        return found
    of_all = _relaxed(model, seed)
    of_order = model.policy == "ordered" and not _passes_over(model)
    if of_order:
        lower, upper, method = _along_order(model, seed)
    else:
        lower, upper, method = of_all, _upper(model, seed), "information relaxation"
    margin = _rounding(model)
    below, above = (1 - margin) * max(lower.below, 0.0), (1 + margin) * upper.above
    below_all = (1 - margin) * max(of_all.below, 0.0)
    error = max(lower.error, upper.error)
    return Certificate(max(below, below_all), above, method, of_order, error, below_all)


def planned_bounds(meta: Mapping[str, Any]) -> Certificate | None:
    """Return the bounds that a search for a policy noted; they are of the network that was planned on."""
    told = meta.get("plan")
    match told if isinstance(told, dict) else {}:
        case {"lower": float() | int() as lower, "upper": float() | int() as upper, **rest}:
            error = rest.get("standard_error", 0.0)
            if 0 <= lower <= upper and isinstance(error, float | int) and error >= 0:
                return Certificate(float(lower), float(upper), "search", False, float(error), float(lower))
    return None


def _passes_over(model: Model) -> bool:
    """Return whether the model's budget leaves out features before others that it pays for."""
    paid = [k for k in affordable_features(model) if k < model.n_stages]
    return paid != list(range(len(paid)))


def _along_order(model: Model, seed: int) -> tuple[Estimate, Estimate, str]:
    """Bound the optimum of the model's order, and what its policy costs: exactly, where that can be."""
    optimum, cost = optimum_of_order(model), enumerated_cost(model)
    lower = None if optimum is None else sure(optimum)
    upper = None if cost is None else sure(cost.total)
    method = "martingale" if lower is None else "value function"
    if lower is None or upper is None:
        below, above = _simulated(model, seed)
        lower, upper = lower or below, upper or above
    return lower, upper, method


def _simulated(model: Model, seed: int) -> tuple[Estimate, Estimate]:
    """Return estimates of a lower bound of the optimum and of the policy's cost.

    They are made with the vectors of the model's plan or, where that leaves more than a small gap, of a finer
    one. First instances choose which, and how many others are drawn.
    """
    planned, pilots = model, _pilots(model, model, seed)
    finer = plan_finely(model) if pilots[1].mean > (1 + SMALL_GAP) * pilots[0].mean else None
    if finer not in (None, model.policies["ORDR"]):
        other = model.with_policies({"ORDR": finer})
        again = _pilots(model, other, seed)
        if again[0].variance + again[1].variance < pilots[0].variance + pilots[1].variance:
            planned, pilots = other, again
    least, most = _range_along(model, planned)
    n = _enough(pilots, least, most, model.n_classes, model.n_features)
    below, above, weights = _drawn_along(model, planned, n, seed)
    return (
        _estimate(below, weights, pilots[0], least=least),
        _estimate(above, weights, pilots[1], most=most),
    )


def _pilots(model: Model, planned: Model, seed: int) -> tuple[Pilot, Pilot]:
    below, above, weights = _drawn_along(model, planned, N_FIRST, seed + 1)
    return Pilot.of(below, weights), Pilot.of(above, weights)


def _drawn_along(model: Model, planned: Model, n: int, seed: int) -> tuple[Float64, Float64, Float64]:
    bins = draw_instances(model, n, seed, n_followed=model.n_stages)
    n_acquired = model.classify(cells(model, bins), columns=np.arange(model.n_features)).n_features
    return simulated_costs(planned, bins, n_acquired, _tolerated(model))


def _dearest_decision(model: Model) -> float:
    """Return the largest cost of deciding, over all beliefs."""
    return float(model.misclassification.max(axis=0).min())


def _tolerated(model: Model) -> float:
    """Return the total error of a plan's values up to which an instance is charged."""
    return TOLERATED * _dearest_decision(model)


def _range_along(model: Model, planned: Model) -> tuple[float, float]:
    """Return the range of the costs that are averaged along the order (``ifc2f_certificate.h``)."""
    session = Session(planned)
    deciding, first = session.cost_of_stopping, planned.n_stages > 0
    vectors = alpha_vectors(planned, 0) if first else np.empty((0, model.n_classes), np.float32)
    going_on = vectors.astype(np.float64) @ session.posterior.astype(np.float64)
    promise = min([deciding, *going_on.tolist()])
    reach = _dearest_decision(model) + _tolerated(model)
    return promise - reach - RANGE_ROUNDING, promise + reach + added(stage_prices(model)) + RANGE_ROUNDING


def _enough(pilots: tuple[Pilot, Pilot], least: float, most: float, n_classes: int, n_features: int) -> int:
    """Return how many instances make bounds a small share of the cost apart, as far as that is affordable."""
    n = N_FIRST
    below, above = pilots[0], Pilot(-pilots[1].mean, pilots[1].variance)
    most_drawn = N_FOLLOWED // max(n_classes - 1, 1)
    while n < most_drawn and below.distance(n, least) + above.distance(n, -most) > SMALL_SHARE * above.mean:
        n *= 2
    return max(_affordable(min(n, most_drawn), n_features), N_FIRST)


def _estimate(
    values: Float64, weights: Float64, pilot: Pilot, *, least: float = -math.inf, most: float = math.inf
) -> Estimate:
    """Return the mean of weighted values, with the bounds for which their range is given."""
    total = added(weights)
    mean = added(weights * values) / total
    off = weights * (values - mean)
    error = math.sqrt(added(off * off) * len(values) / (len(values) - 1)) / total
    below = least_mean(values, weights, pilot, least) if least > -math.inf else -math.inf
    above = most_mean(values, weights, pilot, most) if most < math.inf else math.inf
    return Estimate(mean, error, below, above)


def _affordable(n: int, n_features: int) -> int:
    """Return how many instances to draw, at most n: fewer where each is large."""
    return max(min(n, MAX_CELLS // max(n_features, 1)), 1000)


def _rounding(model: Model) -> float:
    """Return by how much, relatively, single precision may miss an expected cost.

    All terms are products and sums of numbers >= 0, each rounded once; and the tables' sums are not quite 1.
    """
    network = model.network
    factors = [] if network.factor is None else [network.factor[np.newaxis]]
    n_terms = len(network.features) + sum(map(np.size, factors)) + model.n_classes
    roundings = 4 * (n_terms + 2) * float(np.finfo(np.float32).eps) / 2
    tables = [*(feature.table for feature in network.features), *factors]
    sums = [np.abs(table.sum(axis=1, dtype=np.float64) - 1).max() for table in tables]
    return roundings + float(sum(sums)) + abs(float(network.prior.sum(dtype=np.float64)) - 1)


# ---- What the policy itself costs --------------------------------------------------------------------


def _upper(model: Model, seed: int) -> Estimate:
    """Return what an adaptive policy or a graph costs, or an ordered one that passes over features."""
    if model.policy != "graph" and (found := enumerated_cost(model)) is not None:
        return sure(found.total)
    return _costs_under_network(model, seed)


def _costs_under_network(model: Model, seed: int) -> Estimate:
    """Return the cost of a policy for instances of the network, whose posterior need not be the policy's."""
    bins, beliefs, weights, are_all = _instances(model, seed)
    costs = _costs_executed(model, bins, beliefs)
    if are_all:
        return sure(added(weights * costs) / added(weights))
    first, beliefs, weights_first, _ = _instances(model, seed + 1, N_FIRST)
    pilot = Pilot.of(_costs_executed(model, first, beliefs), weights_first)
    dearest = np.maximum(model.costs.cost, model.costs.discount_cost).sum(dtype=np.float64)
    most = min(float(dearest), model.budget) + float(model.misclassification.max())
    return _estimate(costs, weights, pilot, most=most + RANGE_ROUNDING)


def _costs_executed(model: Model, bins: UInt8, beliefs: Float64) -> Float64:
    """Return what instances cost: acquisitions, and the mistake expected where the policy stops."""
    acquisition = model.classify(cells(model, bins), columns=np.arange(model.n_features))
    if model.policy != "graph":  # then the posterior where it stops is the network's, and varies less
        beliefs = acquisition.posterior.astype(np.float64)
    number = {label: j for j, label in enumerate(model.classes)}
    decided = [number[label] for label in acquisition.label.tolist()]
    mistakes = _costs_of_deciding(model, beliefs)[np.arange(len(bins)), decided]
    return np.asarray(acquisition.cost.astype(np.float64) + mistakes)


def _costs_of_deciding(model: Model, beliefs: Float64) -> Float64:
    """Return what deciding each class is expected to cost, shape (n, L), added up in one order everywhere."""
    costs = np.zeros(beliefs.shape)
    for c, of_class in enumerate(model.misclassification.astype(np.float64)):
        costs += beliefs[:, c, np.newaxis] * of_class
    return costs


# ---- Information relaxation --------------------------------------------------------------------------


def _relaxed(model: Model, seed: int) -> Estimate:
    """Return what the best policy costs that sees every answer for the price of a second acquisition.

    A policy that acquires nothing pays for deciding on the prior. Any other knows nothing when it chooses the
    first feature. After its answer it decides, or pays for at least one more acquisition, the cheapest then,
    and decides no better than by all answers.
    """
    prior = model.network.prior.astype(np.float64)
    bounds = [sure(float(_costs_of_deciding(model, prior[np.newaxis]).min()))]
    affordable = [(k, price) for k, price in _prices_after(model, []) if price <= model.budget]
    if affordable:
        drawn = _instances(model, seed)
        before = drawn if drawn[3] else _instances(model, seed + 1, N_FIRST)
        for first, price in affordable:
            second = _least_after(model, first, price)
            bounds.append(_after_first(model, first, price, second, drawn, before))
    return min(bounds, key=lambda bound: bound.below)


def _after_first(
    model: Model, first: int, price: float, second: float, drawn: _Instances, before: _Instances
) -> Estimate:
    """Return what the best costs that acquire a feature first; `before` are instances drawn beforehand."""
    bins, beliefs, weights, are_all = drawn
    costs = price + _alternatives(model, beliefs, second)
    if are_all:
        return sure(added(weights * _best_of(bins[:, first], costs, weights)) / added(weights))
    earlier = price + _alternatives(model, before[1], second)
    pilot = Pilot.of(_best_of(before[0][:, first], earlier, before[2]), before[2])
    mean = _estimate(_best_of(bins[:, first], costs, weights), weights, pilot)
    below = least_mean(costs, weights, pilot, price, bins[:, first])
    return replace(mean, below=below)


def _least_after(model: Model, first: int, price: float) -> float:
    """Return the least cost of a second acquisition, inf if there is none; 0 with very many features."""
    if model.n_features > MOST_PRICED:
        return 0.0
    after = (more for _, more in _prices_after(model, [first]))
    return min((more for more in after if np.float32(price + more) <= model.budget), default=math.inf)


def _prices_after(model: Model, acquired: list[int]) -> list[tuple[int, float]]:
    """Return every other feature and what it costs once some have been acquired."""
    purchases = Purchases(model.costs)
    for k in acquired:
        purchases.buy(k)
    return [(k, purchases.price(k)) for k in range(model.n_features) if k not in acquired]


def _alternatives(model: Model, beliefs: Float64, second: float) -> Float64:
    """Return what instances cost after the first answer, shape (n, L + 1): each decision, or all answers."""
    deciding = _costs_of_deciding(model, beliefs)
    seen = second + deciding.min(axis=1, keepdims=True)
    return np.hstack([deciding, np.minimum(seen, deciding.max(axis=1, keepdims=True))])


def _best_of(answers: UInt8, costs: Float64, weights: Float64) -> Float64:
    """Return what instances cost by the alternative that is best for their first answer."""
    totals = [np.bincount(answers, weights * alternative) for alternative in costs.T]
    return np.asarray(costs[np.arange(len(costs)), np.argmin(totals, axis=0)[answers]])


_Instances = tuple[UInt8, Float64, Float64, bool]


def _instances(model: Model, seed: int, n_drawn: int = N_DRAWN) -> _Instances:
    """Return instances of the network: bins (n, K), P(class | all bins) (n, L), weights (n,); are they all?

    They are all there are, with their probabilities, if that is not too much; else drawn ones.
    """
    sizes = [feature.n_values for feature in model.network.features]
    n_all = math.prod(sizes)
    n_features = max(len(sizes), 1)
    if n_all * n_features <= MAX_CELLS:
        bins = np.indices(sizes, dtype=np.uint8).reshape(len(sizes), n_all).T
        beliefs, chance, _ = posteriors(model, bins)
        possible = chance > 0
        return bins[possible], beliefs[possible], chance[possible], True
    bins = draw_instances(model, _affordable(n_drawn, n_features), seed, n_followed=model.n_features)
    beliefs, _, weights = posteriors(model, bins)
    return bins, beliefs, weights, False
