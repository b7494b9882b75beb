"""Slow, plain, obviously right answers to what ifc2f computes: all by enumeration, in double precision.

Nothing here shares a line with the library. A network is anything with ``features`` (each with ``parent``
and a table ``P(value | parent value, class)`` of shape (U, V, L)) and ``prior``; costs are anything with
``cost``, ``discount_cost``, ``group`` and ``tests_of``. Answers are a dict from feature index to bin, in the
order of the acquisitions.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Answers = Mapping[int, int]
Policy = Callable[[dict[int, int]], "int | None"]


# ---- Probabilities -------------------------------------------------------------------------------


def tables(network: Any) -> list[Array]:
    """Return every feature's table as float64, shape (U, V, L)."""
    return [np.asarray(feature.table, dtype=np.float64) for feature in network.features]


def class_prior(network: Any, prior: ArrayLike | None = None) -> Array:
    """Return ``prior``, or the network's own, normalised to sum 1 in float64."""
    weights = np.asarray(network.prior if prior is None else prior, dtype=np.float64)
    return weights / weights.sum()


def joint(network: Any, prior: ArrayLike | None = None) -> Array:
    """Return P(class, F_1, ..., F_K) as one array of shape (L, V_1, ..., V_K)."""
    if getattr(network, "factor", None) is None:
        return _joint(network, class_prior(network, prior), None)
    of_factor = np.asarray(network.factor, dtype=np.float64)
    return sum(_joint(network, class_prior(network, prior) * chance, h) for h, chance in enumerate(of_factor))


def _joint(network: Any, prior: Array, of_factor: int | None) -> Array:
    """Return the joint of all features and, of a network with a factor, one value of it."""
    n_features = len(network.features)
    product = prior.reshape((-1,) + (1,) * n_features)
    for k, (feature, table) in enumerate(zip(network.features, tables(network), strict=True)):
        n_parent_values, n_values, n_classes = table.shape
        shape = [n_classes] + [1] * n_features
        shape[1 + k] = n_values
        if feature.parent < 0 or feature.parent == n_features:
            factor = table[0 if feature.parent < 0 else of_factor].T.reshape(shape)
        else:
            shape[1 + feature.parent] = n_parent_values
            factor = np.moveaxis(table, -1, 0).reshape(
                shape
            )  # parents come first, so (L, U, V) is in axis order
        product = product * factor
    return product


def class_and_answers(network: Any, answers: Answers, prior: ArrayLike | None = None) -> Array:
    """Return P(class, answers), shape (L,): the joint summed over everything that is not observed."""
    everything = joint(network, prior)
    index = tuple(answers.get(k, slice(None)) for k in range(len(network.features)))
    part = everything[(slice(None), *index)]
    return part.reshape(part.shape[0], -1).sum(axis=1)


def posterior(network: Any, answers: Answers, prior: ArrayLike | None = None) -> Array:
    """Return P(class | answers), shape (L,)."""
    weights = class_and_answers(network, answers, prior)
    return weights / weights.sum()


def evidence(network: Any, answers: Answers, prior: ArrayLike | None = None) -> float:
    """Return P(answers)."""
    return float(class_and_answers(network, answers, prior).sum())


def feature_posterior(network: Any, feature: int, answers: Answers, prior: ArrayLike | None = None) -> Array:
    """Return P(feature, class | answers), shape (V, L); the mass of an answered feature lies on its value."""
    n_values, n_classes = tables(network)[feature].shape[1:]
    weights = np.zeros((n_values, n_classes))
    for value in range(n_values):
        if answers.get(feature, value) == value:
            weights[value] = class_and_answers(network, {**answers, feature: value}, prior)
    return weights / weights.sum()


def chance_of_drawing(network: Any, answers: Sequence[int] | NDArray[np.uint8], n_followed: int) -> float:
    """Return how probable `draw_instances` draws an instance's first answers, by its definition."""
    prior = class_prior(network)
    no_factor = np.ones((1, len(prior)))
    of_factor = no_factor if network.factor is None else np.asarray(network.factor, dtype=np.float64)
    total = 0.0
    for c, h in itertools.product(np.flatnonzero(prior), range(len(of_factor))):
        plain = even = 1.0
        given = {-1: 0, len(network.features): h} | dict(enumerate(answers))
        for k, value in enumerate(answers):
            chances = tables(network)[k][given[network.features[k].parent]]
            chance = chances[value, c] / chances[:, c].sum()
            plain *= chance
            if k < n_followed:
                evenly = (chance > 0) / (chances[:, c] > 0).sum()
                chance += (evenly - chance) / n_followed
            even *= chance
        of_class = prior[c] / 2 + 0.5 / (prior > 0).sum()
        total += of_class * of_factor[h, c] / of_factor[:, c].sum() * (0.75 * plain + 0.25 * even)
    return total


def log_class_and_answers(network: Any, answers: Answers, prior: ArrayLike | None = None) -> Array:
    """Return log P(class, answers), shape (L,), for networks too large to enumerate."""
    # messages[k][v] = log P(answers below k | F_k = v, class); children are summed out before their parents.
    messages = [np.zeros(table.shape[1:]) for table in tables(network)]
    with np.errstate(divide="ignore"):
        total = np.log(class_prior(network, prior))
        for k in reversed(range(len(messages))):
            values = [answers[k]] if k in answers else list(range(messages[k].shape[0]))
            terms = np.log(tables_of(network, k)[:, values, :]) + messages[k][values]
            upward = np.logaddexp.reduce(terms, axis=1)
            parent = network.features[k].parent
            if parent < 0:
                total = total + upward[0]
            else:
                messages[parent] = messages[parent] + upward
    return total


def tables_of(network: Any, feature: int) -> Array:
    """Return one feature's table as float64, shape (U, V, L)."""
    return np.asarray(network.features[feature].table, dtype=np.float64)


# ---- Costs ---------------------------------------------------------------------------------------


def purchase_cost(costs: Any, acquired: Sequence[int], feature: int) -> float:
    """Return what looking at ``feature`` costs after the features ``looked``: the tests not bought yet.

    The first test bought of a group costs ``cost``, each later one ``discount_cost``.
    """
    bought = {test for earlier in acquired for test in costs.tests_of[earlier]}
    groups = {int(costs.group[test]) for test in bought}
    total = 0.0
    for test in costs.tests_of[feature]:
        if test in bought:
            continue
        group = int(costs.group[test])
        discounted = group >= 0 and group in groups
        total += float(costs.discount_cost[test] if discounted else costs.cost[test])
        bought.add(test)
        groups.add(group)
    return total


def total_cost(costs: Any, acquired: Sequence[int]) -> float:
    """Return the cost of the features ``acquired``, in that order."""
    return sum(purchase_cost(costs, acquired[:i], feature) for i, feature in enumerate(acquired))


def stopping_cost(misclassification: ArrayLike, belief: ArrayLike) -> Any:
    """Return min_j Q_j' belief for beliefs of shape (..., L)."""
    return (np.asarray(belief, dtype=np.float64) @ np.asarray(misclassification, dtype=np.float64)).min(
        axis=-1
    )


def best_class(misclassification: ArrayLike, belief: ArrayLike) -> int:
    """Return the class with the smallest expected cost, the lower index on a tie."""
    return int(
        np.argmin(np.asarray(belief, dtype=np.float64) @ np.asarray(misclassification, dtype=np.float64))
    )


# ---- The optimum of an order ---------------------------------------------------------------------


def stage_costs(costs: Any, n_stages: int) -> list[float]:
    """Return what feature k costs after features 0 .. k-1, for every k."""
    return [purchase_cost(costs, range(k), k) for k in range(n_stages)]


def optimal_value(
    network: Any,
    costs: Any,
    misclassification: ArrayLike,
    stage: int,
    belief: ArrayLike,
    live: Answers,
    n_stages: int | None = None,
) -> Any:
    """Return J_stage(belief, live): stop, or acquire the next feature of the order, whichever is cheaper.

    ``belief`` has shape (..., L) and may be unnormalised (J is positively homogeneous); ``live`` holds at
    least the values of the features below ``stage`` that condition a later one. Features 0 .. n_stages - 1
    may be looked at.
    """
    last = len(network.features) if n_stages is None else n_stages
    prices = stage_costs(costs, last)
    table = tables(network)
    q = np.asarray(misclassification, dtype=np.float64)

    def value(k: int, pi: Array, known: dict[int, int]) -> Array:
        stop = (pi @ q).min(axis=-1)
        if k == last:
            return stop
        parent = network.features[k].parent
        u = known[parent] if parent >= 0 else 0
        go_on = prices[k] * pi.sum(axis=-1)
        for v in range(table[k].shape[1]):
            go_on = go_on + value(k + 1, table[k][u, v] * pi, {**known, k: v})
        return np.minimum(stop, go_on)

    return value(stage, np.asarray(belief, dtype=np.float64), dict(live))


def optimum(network: Any, costs: Any, misclassification: ArrayLike, n_stages: int | None = None) -> float:
    """Return the smallest expected total cost any policy of the order can have, from the class prior."""
    return float(optimal_value(network, costs, misclassification, 0, class_prior(network), {}, n_stages))


# ---- The cost of a given policy ------------------------------------------------------------------


@dataclass(frozen=True)
class Expectation:
    """Expected costs of a policy, as executed."""

    acquisition: float
    misclassification: float
    n_acquired: float

    @property
    def total(self) -> float:
        """Expected total cost."""
        return self.acquisition + self.misclassification


def policy_cost(
    network: Any,
    costs: Any,
    misclassification: ArrayLike,
    policy: Policy,
    decide: Policy | None = None,
    prior: ArrayLike | None = None,
) -> Expectation:
    """Return the expected cost of ``policy``, classes from ``prior``, by enumerating all answer sequences.

    ``policy`` maps the answers so far to a feature, or None to stop; ``decide`` maps them to a class, and is
    the best decision under ``prior`` if not given.
    """
    everything = joint(network, prior)
    q = np.asarray(misclassification, dtype=np.float64)
    n_features = len(network.features)

    def walk(answers: dict[int, int]) -> Array:
        index = tuple(answers.get(k, slice(None)) for k in range(n_features))
        part = everything[(slice(None), *index)]
        weights = part.reshape(part.shape[0], -1).sum(axis=1)  # P(class, answers)
        if weights.sum() == 0.0:
            return np.zeros(3)
        feature = policy(dict(answers))
        if feature is None:
            label = best_class(q, weights) if decide is None else decide(dict(answers))
            assert label is not None
            reached = weights.sum()
            return np.array(
                [reached * total_cost(costs, list(answers)), weights @ q[:, label], reached * len(answers)]
            )
        assert feature not in answers
        n_values = everything.shape[1 + feature]
        return sum((walk({**answers, feature: v}) for v in range(n_values)), start=np.zeros(3))

    acquisition, misclassified, n_acquired = walk({})
    return Expectation(float(acquisition), float(misclassified), float(n_acquired))


def optimal_policy(
    network: Any, costs: Any, misclassification: ArrayLike, n_stages: int | None = None
) -> Policy:
    """Return the optimum of the order as a policy; a tie stops."""
    last = len(network.features) if n_stages is None else n_stages

    def policy(answers: dict[int, int]) -> int | None:
        k = len(answers)
        if k == last:
            return None
        belief = class_and_answers(network, answers)
        stop = stopping_cost(misclassification, belief)
        best = optimal_value(network, costs, misclassification, k, belief, answers, n_stages)
        return None if stop <= best else k

    return policy


def live_features(network: Any, stage: int, n_stages: int | None = None) -> list[int]:
    """Return the features looked at before ``stage`` that condition a feature of a later stage."""
    last = len(network.features) if n_stages is None else n_stages
    return sorted({network.features[k].parent for k in range(stage, last)} & set(range(stage)))
