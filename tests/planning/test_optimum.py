"""The optimum of an order of looks: by every sequence of answers, and by piecewise linear functions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import ffi, lib
from models import bare, planned
from strategies import Problem, problems, random_problem

from ifc2f.planning.optimum import Lines, acquisition_lines, by_enumeration, by_value_functions, stage_prices

TWO_CLASSES = problems().filter(lambda problem: len(problem.network.classes) == 2)


@settings(deadline=None, max_examples=60)
@given(problem=problems(), n_stages=st.integers(0, 5))
def test_following_every_sequence_gives_the_optimum(problem: Problem, n_stages: int) -> None:
    n_stages = min(n_stages, len(problem.network.features))
    best = oracle.optimum(problem.network, problem.costs, problem.misclassification, n_stages)
    assert by_enumeration(planned(problem, n_stages=n_stages)) == pytest.approx(best, rel=1e-6, abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(problem=TWO_CLASSES, n_stages=st.integers(0, 5), most=st.integers(3, 12))
def test_value_functions_of_two_classes_give_the_same(problem: Problem, n_stages: int, most: int) -> None:
    """With few breakpoints no more than that."""
    model = planned(problem, n_stages=min(n_stages, len(problem.network.features)))
    optimum, bound = by_value_functions(model), by_value_functions(model, most)
    assert optimum == pytest.approx(by_enumeration(model), rel=1e-9, abs=1e-12)
    assert optimum is not None
    assert bound is not None
    assert 0 <= bound <= optimum * (1 + 1e-12)


def test_prices_are_those_of_the_order() -> None:
    problem = random_problem(np.random.default_rng(8), 6)
    model = planned(problem, n_stages=5)
    np.testing.assert_allclose(stage_prices(model), oracle.stage_costs(problem.costs, 5), rtol=1e-6)


def test_what_is_out_of_reach_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifc2f.planning.optimum.MAX_SEQUENCES", 3**4 - 1)
    problem = random_problem(np.random.default_rng(0), 4, n_values=3, n_classes=3)
    sizes = [feature.n_values for feature in problem.network.features]
    model = planned(problem)
    assert by_value_functions(model) is None
    for most, is_found in ((int(np.prod(sizes)), True), (int(np.prod(sizes)) - 1, False)):
        monkeypatch.setattr("ifc2f.planning.optimum.MAX_SEQUENCES", most)
        assert (by_enumeration(model) is not None) == is_found


def concave(rng: np.random.Generator, n: int) -> Lines:
    """Return a concave function with n breakpoints, 0 at both ends."""
    p = np.concatenate([[0.0], np.sort(rng.random(n - 2)), [1.0]])
    return Lines(p, p * (1 - p))


@pytest.mark.parametrize("n", [3, 50, 3000])
def test_looking_costs_what_is_left_after_every_answer(n: int) -> None:
    """At any belief, a breakpoint or not; and no breakpoint is missing, so that it is so between them."""
    rng = np.random.default_rng(n)
    problem = random_problem(rng, 1, [3], 2)
    model = bare(problem)
    after = [concave(rng, n) for _ in range(3)]
    lines = acquisition_lines(model, 0, 0, 0.01, after, most=10**6)
    assert (np.diff(lines.p) > 0).all()
    assert (lines.p[0], lines.p[-1]) == (0.0, 1.0)
    table = oracle.tables(problem.network)[0][0]
    table = table / table.sum(axis=0)
    for p in rng.random(200):
        joint = table * np.array([1 - p, p])
        chances = joint.sum(axis=1)
        posteriors = joint[:, 1] / chances
        left = [np.interp(q, f.p, f.cost) for q, f in zip(posteriors, after, strict=True)]
        looking = 0.01 + chances @ left
        deciding = float(oracle.stopping_cost(problem.misclassification, np.array([1 - p, p])))
        assert lines.at(p) == pytest.approx(min(looking, deciding), rel=1e-9)


def test_thinning_only_lowers() -> None:
    """With 20 breakpoints of thousands the function is lower, by little, and never higher."""
    rng = np.random.default_rng(1)
    model = bare(random_problem(rng, 1, [3], 2))
    after = [concave(rng, 3000) for _ in range(3)]
    full = acquisition_lines(model, 0, 0, 0.0, after, most=10**6)
    p = np.union1d(full.p, np.linspace(0, 1, 1001))
    exact = np.interp(p, full.p, full.cost)
    for most, error in ((4096, 1e-6), (200, 1e-3), (20, 0.1)):
        thin = acquisition_lines(model, 0, 0, 0.0, after, most=most)
        assert most / 4 < len(thin.p) <= most
        below = exact - np.interp(p, thin.p, thin.cost)
        assert below.min() > -1e-15
        assert below.max() < error * exact.max()


def test_equal_breakpoints_and_straight_lines_are_kept_once() -> None:
    """Answers that tell nothing: what is left to pay is the same function, however often it is met."""
    problem = random_problem(np.random.default_rng(1), 1, [3], 2)
    feature = replace(problem.network.features[0], table=np.full((1, 3, 2), 1 / 3, dtype=np.float32))
    problem = replace(
        problem,
        network=replace(problem.network, features=(feature,)),
        misclassification=(1 - np.eye(2)).astype(np.float32),
    )
    p = np.linspace(0, 1, 101)
    after = Lines(p, np.minimum(p, 1 - p) / 2)
    lines = acquisition_lines(bare(problem), 0, 0, 0.0, [after] * 3)
    np.testing.assert_allclose(lines.p, [0, 0.5, 1], atol=1e-15)
    np.testing.assert_allclose(lines.cost, [0, 0.25, 0], atol=1e-15)


@pytest.mark.parametrize("price", [0.0, 0.1, 0.6])
def test_where_looking_crosses_deciding_there_is_a_breakpoint(price: float) -> None:
    """A look that tells all: it costs its price, and deciding is cheaper where the class is nearly known."""
    problem = random_problem(np.random.default_rng(1), 1, [2], 2)
    table = np.eye(2, dtype=np.float32)[np.newaxis]
    features = (replace(problem.network.features[0], table=table),)
    costs = (1 - np.eye(2)).astype(np.float32)
    problem = replace(problem, network=replace(problem.network, features=features), misclassification=costs)
    nothing = Lines(np.array([0.0, 1.0]), np.zeros(2))
    lines = acquisition_lines(bare(problem), 0, 0, price, [nothing, nothing])
    expected = {0.0: [0, 1], 0.1: [0, 0.1, 0.9, 1], 0.6: [0, 0.5, 1]}[price]
    np.testing.assert_allclose(lines.p, expected, atol=1e-15)
    np.testing.assert_allclose(lines.cost, [min(p, 1 - p, price) for p in expected], atol=1e-15)


def test_deciding_costs_the_lower_of_two_lines() -> None:
    for seed in range(50):
        problem = random_problem(np.random.default_rng(seed), 1, [2], 2)
        p, cost = np.empty(3), np.empty(3)
        out = ffi.from_buffer("double[]", p), ffi.from_buffer("double[]", cost)
        n = lib.ifc2f_stop_lines(bare(problem).c_model, *out)
        at = np.linspace(0, 1, 101)
        beliefs = np.stack([1 - at, at], axis=1)
        expected = (beliefs @ problem.misclassification.astype(np.float64)).min(axis=1)
        np.testing.assert_allclose(np.interp(at, p[:n], cost[:n]), expected, atol=1e-15)
