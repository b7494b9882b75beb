"""Planning from simulated instances: a graph learned from them, what it asks, and bounds of the cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.planning.mean_bounds import Estimate, Pilot, added, least_mean, most_mean
from ifc2f.policies.choose import train_by_policy
from ifc2f.session import Session
from ifc2f.settings import Settings

__all__ = ["average_cost", "learnt_graph", "least_cost", "paths"]

N_LEARNT, N_TRIED = 10_000, 100_000
N_FOLLOWED = 2_000
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
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    seed: int,
    n: int = N_TRIED,
    posterior: Callable[[NDArray[np.uint8]], NDArray[np.float64]] | None = None,
    deciding: float | None = None,
) -> float:
    """Return what no policy costs less than, with a probability above 0.999, from n drawn instances.

    A policy decides at once, or pays for one question and then is mistaken at least as often as if everything
    were known that can be asked for. `posterior` gives P(class | all that) of instances, shape (n, L); by
    default it is given the target's parents, its children and their other parents: nothing says more.
    `deciding` is what deciding at once costs, where that is known.
    """
    mistakes = misclassification.astype(np.float64)
    known: list[NDArray[np.float64]] = []
    at_once: list[NDArray[np.float64]] = []
    for own_seed, n_drawn in ((seed + 1, _before(n)), (seed, n)):
        states = network.draw(n_drawn, own_seed)
        told = _given_blanket(network, target, states) if posterior is None else posterior(states)
        known.append((told @ mistakes).min(axis=1))
        at_once.append(mistakes[states[:, target]])
    asking = _least_mean(known[1], known[0])
    if deciding is None:
        # The least of the bounds is above the cost of the best decision only if that decision's own bound is.
        deciding = min(
            _least_mean(*of_decision) for of_decision in zip(at_once[1].T, at_once[0].T, strict=True)
        )
    return min(deciding, min(costs.price(k, ()) for k in range(len(costs.tests_of))) + asking)


def _least_mean(values: NDArray[np.float64], before: NDArray[np.float64]) -> float:
    """Return what the mean of non-negative values is at least, by what others were before them."""
    return least_mean(values, np.ones(len(values)), Pilot.of(before, np.ones(len(before))), 0.0)


def _before(n: int) -> int:
    return max(int(SHARE_BEFORE * n), 2)


def _given_blanket(network: BayesianNetwork, target: int, states: NDArray[np.uint8]) -> NDArray[np.float64]:
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
