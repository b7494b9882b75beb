"""How sure a network may be is found from what it believed of held-out rows."""

from __future__ import annotations

import numpy as np
import pytest
from grown_graphs import plain, training_data
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.costs import misclassification
from ifc2f.policies.candidates import Adaptive
from ifc2f.policies.held_out import Comparison, Tried
from ifc2f.policies.problem import Problem
from ifc2f.policies.tempering import Beliefs, best_power
from ifc2f.settings import Settings


def beliefs(true_power: float, n: int, seed: int = 0) -> Beliefs:
    """Return beliefs that are right if they are raised to a power."""
    rng = np.random.default_rng(seed)
    prior = np.array([0.5, 0.3, 0.2])
    posterior = rng.dirichlet([1.0, 1.0, 1.0], n)
    right = prior * (posterior / prior) ** true_power
    right /= right.sum(axis=1, keepdims=True)
    truth = (rng.random((n, 1)) > right.cumsum(axis=1)[:, :2]).sum(axis=1)
    return Beliefs(posterior, prior, truth.astype(np.int32))


@pytest.mark.parametrize("power", [0.5, 0.8, 1.0, 1.3])
def test_the_power_that_is_right_is_found_over_all_folds(power):
    folds = [beliefs(power, 4000, seed) for seed in range(5)]
    assert abs(best_power(folds) - power) <= 0.05


def test_few_rows_change_little_and_none_change_nothing():
    assert best_power([]) == 1.0
    assert best_power([beliefs(1.0, 0)]) == 1.0
    assert 0.7 <= best_power([beliefs(0.5, 3)]) <= 1.3


@given(st.integers(0, 1000), st.floats(0.3, 1.5))
def test_the_loss_is_that_of_the_tempered_posterior(seed, power):
    some = beliefs(1.0, 20, seed)
    tempered = some.prior * (some.posterior / some.prior) ** power
    tempered /= tempered.sum(axis=1, keepdims=True)
    expected = -np.log(tempered[np.arange(20), some.truth]).sum()
    assert some.log_loss(power) == pytest.approx(expected, rel=1e-9)


def test_an_impossible_class_does_no_harm():
    some = Beliefs(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.5, 0.5]), np.array([1, 1], dtype=np.int32))
    assert np.isfinite(some.log_loss(0.3))
    assert best_power([some]) < 1.0


def compared(dearer_with_power: float, spread: float, n_repeats: int = 1) -> Comparison:
    """Return overconfident trials of one policy, each row of which costs so much more once calibrated."""
    some = beliefs(0.5, 400)
    data = training_data(np.zeros((400, 1), dtype=np.float32), some.truth)
    rng = np.random.default_rng(3)
    more = rng.normal(size=400)
    more = dearer_with_power + spread * (more - more.mean()) / more.std()
    parts, tried = [], []
    for _ in range(n_repeats):
        halves = np.split(rng.permutation(400), 2)
        for held, fitted in (halves, halves[::-1]):
            costs = 1.0 + held / 400
            of_rows = Beliefs(some.posterior[held], some.prior, some.truth[held])
            no_decision = np.zeros(200, dtype=np.int32)
            parts.append((fitted, held))
            tried.append(
                {Adaptive(): Tried(costs, no_decision, of_rows, lambda power, to=costs + more[held]: to)}
            )
    problem = Problem(plain(0.01, 1), misclassification(None, range(3)), np.inf, Settings(), 1)
    return Comparison(problem, data, parts, tried)


@pytest.mark.parametrize("n_repeats", [1, 4])
def test_a_power_that_makes_the_policy_surely_dearer_is_not_taken(n_repeats):
    mean = 1.0 + np.arange(400).mean() / 400
    power, cost = compared(0.2, 1.0, n_repeats).tempering(Adaptive())
    assert (power, cost) == (1.0, pytest.approx(mean))
    power, cost = compared(0.05, 1.0, n_repeats).tempering(Adaptive())  # one standard error: may be chance
    assert abs(power - 0.5) <= 0.1
    assert cost == pytest.approx(mean + 0.05)
    power, cost = compared(-0.2, 1.0, n_repeats).tempering(Adaptive())
    assert abs(power - 0.5) <= 0.1
    assert cost == pytest.approx(mean - 0.2)
