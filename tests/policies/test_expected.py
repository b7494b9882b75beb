"""Costs to choose a policy by: labels are shrunk towards what a forest says of rows with such values."""

from __future__ import annotations

import numpy as np
import pytest
from grown_graphs import parity, plain, training_data
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier

from ifc2f.costs import misclassification
from ifc2f.policies.candidates import Adaptive, Candidate, Nothing
from ifc2f.policies.expected import expected_mistakes
from ifc2f.policies.graph import Growth
from ifc2f.policies.held_out import SHARE, Comparison, Tried, compared
from ifc2f.policies.problem import Problem
from ifc2f.policies.tempering import Beliefs
from ifc2f.settings import Settings

CANDIDATES: list[Candidate] = [Growth(), Adaptive(), Nothing()]


def problem_of(n_columns: int, n_classes: int, mistakes: NDArray[np.float32] | None = None) -> Problem:
    q = misclassification(None, range(n_classes)) if mistakes is None else mistakes
    return Problem(plain(0.01, n_columns), q, np.inf, Settings(), 1)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), n_classes=st.integers(2, 4), n_repeats=st.integers(1, 3))
def test_labels_are_shrunk_towards_what_decisions_cost_on_average(
    seed: int, n_classes: int, n_repeats: int
) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(12, 40))
    y = rng.integers(0, n_classes, n).astype(np.int32)
    data = training_data(rng.random((n, 2)).astype(np.float32), np.append(y[:-n_classes], range(n_classes)))
    q = (rng.uniform(0.5, 2.0, (n_classes, n_classes)) * (1 - np.eye(n_classes))).astype(np.float32)
    problem = problem_of(2, n_classes, q)
    parts, tried = [], []
    for _ in range(n_repeats):
        half = rng.permutation(n)
        for held, fitted in ((half[: n // 2], half[n // 2 :]), (half[n // 2 :], half[: n // 2])):
            parts.append((np.sort(fitted), np.sort(held)))
            decisions = rng.integers(0, n_classes, (len(CANDIDATES), len(held))).astype(np.int32)
            prices = rng.random((len(CANDIDATES), len(held)))
            tried.append(
                {
                    c: Tried(q[data.y[np.sort(held)], d] + price, d)
                    for c, d, price in zip(CANDIDATES, decisions, prices, strict=True)
                }
            )
    shares = 0.98 * np.eye(n_classes)[data.y] + 0.02 * rng.dirichlet(np.ones(n_classes), n)
    found = Comparison(problem, data, parts, tried, shares @ q.astype(np.float64))
    mixed = (1 - SHARE) * np.eye(n_classes)[data.y] + SHARE * shares
    for c, costs in zip(CANDIDATES, found.costs_to_choose_by(CANDIDATES), strict=True):
        for row in range(n):
            of_row = []
            for (_, held), of_part in zip(parts, tried, strict=True):
                for at in np.flatnonzero(held == row):
                    decision = of_part[c].decision[at]
                    price = of_part[c].costs[at] - q[data.y[row], decision]
                    of_row.append(price + mixed[row] @ q[:, decision].astype(np.float64))
            assert costs[row] == pytest.approx(np.mean(of_row), abs=1e-6)
    without = Comparison(problem, data, parts, tried)
    np.testing.assert_array_equal(without.costs_to_choose_by(CANDIDATES), without.costs_of_rows(CANDIDATES))


def test_a_forest_that_misses_what_a_policy_finds_does_not_count() -> None:
    """Of the parity of columns among others no single column tells anything; roll-outs find it."""
    rng = np.random.default_rng(3)
    X, y = parity(400)
    data = training_data(np.column_stack([X, rng.integers(0, 2, (400, 12))]).astype(np.float32), y)
    problem = problem_of(data.n_columns, 2)
    found = compared(problem, data, CANDIDATES, lambda stage: None)
    assert found.expected is not None
    observed = found.costs_of_rows(CANDIDATES)
    assert observed[0].mean() < 0.1 < 0.3 < observed[2].mean()
    blind = Comparison(problem, data, found.parts, found.tried, np.full((400, 2), 0.5))
    np.testing.assert_array_equal(blind.costs_to_choose_by(CANDIDATES), observed)


def test_what_decisions_cost_is_what_another_forest_says() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 4)).astype(np.float32)
    probability = 1 / (1 + np.exp(-3 * X[:, 0] - 2 * X[:, 1]))
    y = (rng.random(600) < probability).astype(np.int32)
    q = np.array([[0, 1], [5, 0]], dtype=np.float32)
    found = expected_mistakes(problem_of(4, 2, q), training_data(X, y))
    assert found is not None
    forest = RandomForestClassifier(Settings.graph_trees, oob_score=True, random_state=0).fit(X, y)
    true = np.column_stack([1 - probability, probability]) @ q
    error = np.abs(found - true).mean()
    assert error < 1.1 * np.abs(forest.oob_decision_function_ @ q - true).mean()
    assert error < 0.6 * np.abs(np.eye(2)[y] @ q - true).mean()  # a label is a worse guess


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), n_classes=st.integers(2, 5), power=st.floats(0.3, 1.5))
def test_raised_posteriors_are_those_of_bayes_rule(seed: int, n_classes: int, power: float) -> None:
    rng = np.random.default_rng(seed)
    posterior, prior = rng.dirichlet(np.ones(n_classes), 7), rng.dirichlet(np.ones(n_classes))
    truth = rng.integers(0, n_classes, 7).astype(np.int32)
    beliefs = Beliefs(posterior, prior, truth)
    raised = beliefs.raised(power)
    expected = prior * (posterior / prior) ** power
    np.testing.assert_allclose(raised, expected / expected.sum(axis=1, keepdims=True), rtol=1e-6)
    assert beliefs.log_loss(power) == pytest.approx(-np.log(raised[np.arange(7), truth]).sum())
