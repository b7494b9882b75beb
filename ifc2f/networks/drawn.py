"""Planning from simulated instances: a graph learned from them, what it asks, and bounds of the cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.planning.mean_bounds import EVIDENCE, SHARES, Estimate, Pilot, added, least_mean, most_mean
from ifc2f.policies.choose import train_by_policy
from ifc2f.session import Session
from ifc2f.settings import Settings

__all__ = ["average_cost", "given_blanket", "learnt_graph", "least_cost", "paths"]

N_LEARNT, N_TRIED = 10_000, 100_000
N_FOLLOWED = 2_000
LEAST_FOLLOWED = 10_000  # instances, for a bound that follows an answer
SHARE_BEFORE = 0.02  # of instances, besides those of an estimate, that choose its bound
Progress = Callable[[str], None]


def learnt_graph(
    network: BayesianNetwork,
    target: int,
    asked: Sequence[int],
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    *,
    budget: float,
    seed: int,
    meta: dict[str, Any],
    progress: Progress = lambda stage: None,
) -> Model:
    """Return a model whose policy graph was learned from 10,000 instances that the network draws.

    Its probabilities are estimates, not the network's own. A state that was never drawn is no category of the
    model; a class that was not is one, by an instance of which nothing else is known.
    """
    drawn = network.draw(N_LEARNT, seed, [target, *asked])
    never = np.setdiff1d(np.arange(len(network.states[target])), drawn[:, target])
    y = np.concatenate([drawn[:, target], never])
    unknown = np.full((len(never), len(asked)), np.nan, np.float32)
    data = TrainingData(
        matrix=np.concatenate([drawn[:, list(asked)].astype(np.float32), unknown]),
        y=y.astype(np.int32),
        names=[network.names[i] for i in asked],
        classes=network.states[target],
        categorical=range(len(asked)),
        labels={k: network.states[i] for k, i in enumerate(asked)},
    )
    settings = Settings(seed=seed)
    about: dict[str, Any] = {"budget": budget, "settings": settings, "meta": meta, "progress": progress}
    return train_by_policy("graph", data, costs, misclassification, **about)


def paths(
    model: Model, network: BayesianNetwork, asked: Sequence[int], seed: int, n: int = N_FOLLOWED
) -> list[list[tuple[int, int]]]:
    """Return what a model asks of n drawn instances, as positions in `asked`, and the states they answer.

    A path ends before a state that the model does not know.
    """
    number = {network.names[i]: k for k, i in enumerate(asked)}
    questions = [number[name] for name in model.feature_names]
    bins = [
        {
            network.states[asked[question]].index(str(label)): at
            for at, label in enumerate(feature.labels or ())
        }
        for question, feature in zip(questions, model.network.features, strict=True)
    ]
    drawn = network.draw(n, seed, asked)[:, list(asked)]
    found = []
    session = Session(model)
    for row in drawn:
        session.restart()
        path: list[tuple[int, int]] = []
        while (k := session.next()) is not None:
            state = int(row[questions[k]])
            if state not in bins[k]:
                break
            session.answer_bin(k, bins[k][state])
            path.append((questions[k], state))
        found.append(path)
    return found


def average_cost(
    model: Model, network: BayesianNetwork, target: int, seed: int, n: int = N_TRIED
) -> Estimate:
    """Return what instances drawn from the network cost on average.

    A state that the model does not know is a missing answer. The mean is at most `above` with a probability
    above 0.999, however rare the instances are that make the costs.
    """
    dearest = np.maximum(model.costs.cost, model.costs.discount_cost).sum(dtype=np.float64)
    most = min(float(dearest), model.budget) + float(model.misclassification.max())
    before = _costs(model, network, target, seed + 1, _before(n))
    costs = _costs(model, network, target, seed, n)
    even = np.ones(n)
    above = most_mean(costs, even, Pilot.of(before, even[: len(before)]), most)
    mean, error = added(costs) / n, float(costs.std(ddof=1)) / math.sqrt(n)
    return Estimate(mean, error, -math.inf, above)


def least_cost(
    network: BayesianNetwork,
    target: int,
    asked: Sequence[int],
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    seed: int,
    n: int = N_TRIED,
    posterior: Callable[[NDArray[np.uint8]], NDArray[np.float64]] | None = None,
    deciding: float | None = None,
) -> float:
    """Return what no policy costs less than, with a probability above 0.999, from n drawn instances.

    A policy decides at once, or pays for one question. After its answer it decides, or pays for another, and
    then is mistaken at least as often as if everything were known that can be asked for. (With fewer than
    10,000 instances, only the first is paid for.) `posterior` gives P(class | all that) of instances, shape
    (n, L); by default it is given the target's parents, its children and their other parents: nothing says
    more. `deciding` is what deciding at once costs, where that is known.
    """
    mistakes = misclassification.astype(np.float64)
    drawn = [network.draw(some, own) for own, some in ((seed + 1, _before(n)), (seed, n))]
    tell = posterior or partial(given_blanket, network, target)
    decided = [tell(states) @ mistakes for states in drawn]  # what each decision costs on average, (n, L)
    known = [some.min(axis=1, keepdims=True) for some in decided]
    if deciding is None:
        at_once = [mistakes[states[:, target]] for states in drawn]
        columns = (np.split(some, len(mistakes), axis=1) for some in at_once)
        deciding = min(_least(before, own) for before, own in zip(*columns, strict=True))
    first = [costs.price(k, ()) for k in range(len(asked))]
    if n < LEAST_FOLLOWED:
        return min(deciding, min(first) + _least(known[0], known[1]))

    second = _second_prices(costs, first)

    def after(k: int, at: int) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        """Return what decisions and going on cost after question k, and its answers."""
        return np.hstack([decided[at], known[at] + second[k]]), drawn[at][:, asked[k]]

    likely = [first[k] + _pilot(*after(k, 0)).mean for k in range(len(asked))]
    ranked = np.argsort(likely, kind="stable").tolist()
    share = _best_share(*after(ranked[0], 0), n)
    least = deciding
    for k in ranked:
        (before, groups_before), (values, groups) = after(k, 0), after(k, 1)
        least = min(least, first[k] + _least(before, values, groups_before, groups, share, least - first[k]))
    return least


def _second_prices(costs: AcquisitionCosts, first: Sequence[float]) -> list[float]:
    """Return the least price of another question after each."""
    numbers = range(len(first))
    if costs.are_apart:
        least, next_, *_ = *sorted(first), 0.0, 0.0
        return [next_ if price == least else least for price in first]
    return [min((costs.price(j, (k,)) for j in numbers if j != k), default=0.0) for k in numbers]


def _pilot(before: NDArray[np.float64], groups: NDArray[np.uint8]) -> Pilot:
    """Return what instances tell of the column that costs least in each group."""
    sums = np.stack([np.bincount(groups, column, 256) for column in before.T], axis=1)
    likely = before[np.arange(len(before)), sums.argmin(axis=1)[groups]]
    return Pilot.of(likely, np.ones(len(before)))


def _best_share(before: NDArray[np.float64], groups: NDArray[np.uint8], n: int) -> float:
    """Return the share of the largest rate that is best for n instances, as those before tell.

    What varies little allows a high rate; if one column of several does, the others still need a low one.
    """
    pilot, even, needed = _pilot(before, groups), np.ones(len(before)), EVIDENCE * len(before) / n
    return max(SHARES, key=lambda share: least_mean(before, even, pilot, 0.0, groups, share, needed))


def _least(
    before: NDArray[np.float64],
    values: NDArray[np.float64],
    groups_before: NDArray[np.uint8] | None = None,
    groups: NDArray[np.uint8] | None = None,
    share: float | None = None,
    enough: float = math.inf,
) -> float:
    """Return what the best choice of a column for each group costs at least, or `enough` if that is less."""
    of_group = np.zeros(len(before), np.uint8) if groups_before is None else groups_before
    pilot, even = _pilot(before, of_group), np.ones(len(values))
    return least_mean(values, even, pilot, 0.0, groups, share, enough=enough)


def _before(n: int) -> int:
    return max(int(SHARE_BEFORE * n), 2)


def given_blanket(network: BayesianNetwork, target: int, states: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return P(target | all other variables) of instances, shape (n, L)."""
    classes = np.arange(len(network.states[target]))[np.newaxis]
    weights = np.ones((len(states), classes.size))
    for i, above in enumerate(network.parents):
        if i == target or target in above:
            family = (*above, i)
            weights *= network.tables[i][
                tuple(classes if j == target else states[:, j, np.newaxis] for j in family)
            ]
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _costs(model: Model, network: BayesianNetwork, target: int, seed: int, n: int) -> NDArray[np.float64]:
    """Return what each of n drawn instances costs, acquisitions and mistakes."""
    columns = [network.index(name) for name in model.feature_names]
    drawn = network.draw(n, seed, [target, *columns])
    cells = drawn[:, columns].astype(np.float32)
    found = model.classify(cells, columns=np.arange(len(columns)), unknown="missing")
    number = {label: i for i, label in enumerate(network.states[target])}
    decided = np.array([number[str(label)] for label in found.label.tolist()])
    return np.asarray(found.cost.astype(np.float64) + model.misclassification[drawn[:, target], decided])
