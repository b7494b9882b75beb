"""How far a policy's expected cost can be from the optimum: bounds on both sides, under the model's network.

For the ordered policy the optimum is that of its order; docs/method.md, section "Certificate", says what is
computed and why it is a bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ifc2f.core.kernels import Float64, UInt8
from ifc2f.costs import Purchases
from ifc2f.model import Model, checked_model
from ifc2f.planning.instances import cells, draw_instances, posteriors
from ifc2f.planning.martingale import simulated_costs
from ifc2f.planning.optimum import optimum_of_order
from ifc2f.planning.plan import enumerated_cost, plan_finely

__all__ = ["Certificate", "certificate"]

MAX_CELLS = 1 << 22  # values drawn or enumerated at a time
N_DRAWN = 100_000  # instances, for information relaxation
MOST_PRICED = 500  # features, of which all pairs of looks are priced
N_FIRST, N_FOLLOWED = 2_000, 32_000  # instances along an order, to begin with and at most
STANDARD_ERRORS = 4.0  # by which a simulated bound is moved outward
SMALL_SHARE = 0.001  # of a bound, that it need not be moved less than
SMALL_GAP = 0.01


@dataclass(frozen=True)
class Certificate:
    """Bounds of the optimal expected total cost under the model's network, per instance.

    Attributes
    ----------
    lower : float
        No policy that is compared with costs less.
    upper : float
        What the model's own policy costs at most.
    method : {"value function", "martingale", "information relaxation"}
        What gave the lower bound: the exact value function of the order; stopping with all answers known, a
        martingale charged for knowing them; or policies that see every answer and pay for two looks at most,
        which may be far below any real one.
    of_order : bool
        Whether the optimum is that of the model's order of looks; else that of all policies.
    standard_error : float
        The larger one of the two bounds; 0 where nothing was simulated. Bounds are four of their own standard
        errors further out than their estimates, so each holds with a probability above 0.999 as far as
        averages of so many instances are normal. What several rare answers make together may be in neither
        estimate nor error.
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

    @property
    def shown_percent(self) -> float:
        """The gap in percent, rounded to two digits, or to a whole number."""
        percent = 100 * self.gap
        return round(percent) if 10 <= percent < math.inf else float(f"{percent:.2g}")


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
    Information relaxation: Brown, Smith and Sun, Operations Research 58(4), 2010. `ifc2f.planning.martingale`
    has those of the bounds along an order.
    """
    if checked_model(model, "a certificate").policy is None:
        raise ValueError("the model has no policy to certify")
    if model.policy == "ordered":
        lower, upper, method = _along_order(model, seed)
    else:
        lower, upper, method = _relaxed(model, seed), _upper(model, seed), "information relaxation"
    margin = _rounding(model)
    return Certificate(
        lower.below * (1 - margin),
        upper.above * (1 + margin),
        method,
        model.policy == "ordered",
        max(lower.error, upper.error),
    )


def _along_order(model: Model, seed: int) -> tuple[_Mean, _Mean, str]:
    """Bound the optimum of the model's order, and what its policy costs: exactly, where that can be."""
    optimum, cost = optimum_of_order(model), enumerated_cost(model)
    lower = None if optimum is None else _Mean(optimum, 0.0)
    upper = None if cost is None else _Mean(cost.total, 0.0)
    method = "martingale" if lower is None else "value function"
    if lower is None or upper is None:
        below, above = _simulated(model, model, seed)
        finer = plan_finely(model) if above.above > (1 + SMALL_GAP) * below.below else None
        if finer not in (None, model.policies["ORDR"]):
            again = _simulated(model, model.with_policies({"ORDR": finer}), seed)
            below = min(below, again[0], key=lambda mean: mean.error)  # the higher one might be so by chance
            above = min(above, again[1], key=lambda mean: mean.error)
        lower, upper = lower or below, upper or above
    return lower, upper, method


def _simulated(model: Model, planned: Model, seed: int) -> tuple[_Mean, _Mean]:
    """Return estimates of a lower bound of the optimum and of the policy's cost, by a plan's vectors."""

    def means(n: int, seed: int) -> tuple[_Mean, _Mean]:
        bins = draw_instances(model, n, seed, n_followed=model.n_stages)
        n_looked = model.classify(cells(model, bins), columns=np.arange(model.n_features)).n_features
        below, above, weights = simulated_costs(planned, bins, n_looked)
        return _Mean.of(below, weights), _Mean.of(above, weights)

    first = means(N_FIRST, seed + 1)
    share = max(STANDARD_ERRORS * mean.error / mean.mean if mean.mean > 0 else 0.0 for mean in first)
    wanted = math.ceil(N_FIRST * min(share / SMALL_SHARE, 100.0) ** 2)
    return means(max(_affordable(min(wanted, N_FOLLOWED), model.n_features), N_FIRST), seed)


def _affordable(n: int, n_features: int) -> int:
    """Return how many instances to draw, at most n: fewer where each is large."""
    return max(min(n, MAX_CELLS // max(n_features, 1)), 1000)


def _rounding(model: Model) -> float:
    """Return by how much, relatively, single precision may miss an expected cost.

    All terms are products and sums of numbers >= 0, each rounded once; and the tables' sums are not quite 1.
    """
    network = model.network
    roundings = 4 * (len(network.features) + model.n_classes + 2) * float(np.finfo(np.float32).eps) / 2
    sums = [np.abs(f.table.sum(axis=1, dtype=np.float64) - 1).max() for f in network.features]
    return roundings + float(sum(sums)) + abs(float(network.prior.sum(dtype=np.float64)) - 1)


# ---- What the policy itself costs --------------------------------------------------------------------


def _upper(model: Model, seed: int) -> _Mean:
    """Return what an adaptive policy or a graph costs."""
    if model.policy == "adaptive" and (found := enumerated_cost(model)) is not None:
        return _Mean(found.total, 0.0)
    return _costs_under_network(model, seed)


@dataclass(frozen=True)
class _Mean:
    mean: float
    error: float

    @property
    def below(self) -> float:
        """A number that costs hardly ever average less than."""
        return max(self.mean - STANDARD_ERRORS * self.error, 0.0)

    @property
    def above(self) -> float:
        """A number that costs hardly ever average more than."""
        return self.mean + STANDARD_ERRORS * self.error

    @classmethod
    def of(cls, values: Float64, weights: Float64, *, are_all: bool = False) -> _Mean:
        """Average weighted values: drawn ones, or all there are.

        Values that are alike have no error, however their weights differ: it is that of a ratio of means.
        """
        total = _sum(weights)
        mean = _sum(weights * values) / total
        if are_all:
            return cls(mean, 0.0)
        n = len(values)
        off = weights * (values - mean)
        return cls(mean, math.sqrt(_sum(off * off) * n / (n - 1)) / total)


def _costs_under_network(model: Model, seed: int) -> _Mean:
    """Return the cost of a policy for instances of the network, whose posterior need not be the policy's."""
    bins, beliefs, weights, are_all = _instances(model, seed)
    looks = model.classify(cells(model, bins), columns=np.arange(model.n_features))
    if model.policy == "adaptive":  # then the posterior where it stops is the network's, and varies less
        beliefs = looks.posterior.astype(np.float64)
    number = {label: j for j, label in enumerate(model.classes)}
    decided = [number[label] for label in looks.label.tolist()]
    mistakes = _costs_of_deciding(model, beliefs)[np.arange(len(bins)), decided]
    return _Mean.of(looks.cost.astype(np.float64) + mistakes, weights, are_all=are_all)


def _costs_of_deciding(model: Model, beliefs: Float64) -> Float64:
    """Return what deciding each class is expected to cost, shape (n, L), added up in one order everywhere."""
    costs = np.zeros(beliefs.shape)
    for c, of_class in enumerate(model.misclassification.astype(np.float64)):
        costs += beliefs[:, c, np.newaxis] * of_class
    return costs


def _sum(values: Float64) -> float:
    """Add up numbers, rounding once: the same in every order, and so on every machine."""
    return math.fsum(values.tolist())


# ---- Information relaxation --------------------------------------------------------------------------


def _relaxed(model: Model, seed: int) -> _Mean:
    """Return what the best policy costs that sees every answer for the price of a second look.

    Who never looks pays for deciding on the prior. Who looks knows nothing when choosing the first feature;
    after its answer they decide, or pay for one more look at least, the cheapest then, and decide no better
    than by all answers.
    """
    prior = model.network.prior.astype(np.float64)
    bounds = [_Mean(float(_costs_of_deciding(model, prior[np.newaxis]).min()), 0.0)]
    affordable = [(k, price) for k, price in _prices_after(model, []) if price <= model.budget]
    if affordable:
        bins, beliefs, weights, are_all = _instances(model, seed)
        deciding = _costs_of_deciding(model, beliefs)
        for first, price in affordable:
            second = _least_after(model, first, price)
            costs = price + _costs_after(bins[:, first], deciding, second, weights)
            bounds.append(_Mean.of(costs, weights, are_all=are_all))
    return min(bounds, key=lambda mean: mean.below)


def _least_after(model: Model, first: int, price: float) -> float:
    """Return what a second look costs at least, inf if there is none; 0 where features are very many."""
    if model.n_features > MOST_PRICED:
        return 0.0
    after = (more for _, more in _prices_after(model, [first]))
    return min((more for more in after if np.float32(price + more) <= model.budget), default=math.inf)


def _prices_after(model: Model, looked: list[int]) -> list[tuple[int, float]]:
    """Return every other feature and what it costs once some have been looked at."""
    purchases = Purchases(model.costs)
    for k in looked:
        purchases.buy(k)
    return [(k, purchases.price(k)) for k in range(model.n_features) if k not in looked]


def _costs_after(bins: UInt8, deciding: Float64, second: float, weights: Float64) -> Float64:
    """Return what instances cost after the first look: the best decision for its answer, or all answers.

    Parameters
    ----------
    bins : ndarray of uint8, shape (n,)
        Answers to the first look.
    deciding : ndarray, shape (n, L)
        What deciding each class costs when all answers are known.
    second : float
        What a second look costs at least.
    weights : ndarray, shape (n,)
    """
    seen = second + deciding.min(axis=1)
    totals = [np.bincount(bins, weights * of_class) for of_class in deciding.T]
    best = np.argmin(totals, axis=0)  # class to decide after each answer
    goes_on = np.bincount(bins, weights * seen) < np.min(totals, axis=0)
    return np.asarray(np.where(goes_on[bins], seen, deciding[np.arange(len(bins)), best[bins]]))


def _instances(model: Model, seed: int) -> tuple[UInt8, Float64, Float64, bool]:
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
    bins = draw_instances(model, _affordable(N_DRAWN, n_features), seed, n_followed=model.n_features)
    beliefs, _, weights = posteriors(model, bins)
    return bins, beliefs, weights, False
