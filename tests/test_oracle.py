"""The oracle itself: small cases worked by hand, and its own parts against each other."""

import itertools

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Problem, masks, plain_costs, problems

from ifc2f.costs import AcquisitionCosts
from ifc2f.network import Feature, Network


def two_coins() -> Network:
    """Return a network small enough to work by hand: F_1 depends on F_0 and the class."""
    edges = np.array([0.5], dtype=np.float32)
    first = np.array([[[0.75, 0.25], [0.25, 0.75]]], dtype=np.float32)
    second = np.array([[[0.5, 0.125], [0.5, 0.875]], [[1.0, 0.5], [0.0, 0.5]]], dtype=np.float32)
    return Network(
        features=(
            Feature("a", 0, edges, False, None, -1, first),
            Feature("b", 1, edges, False, None, 0, second),
        ),
        classes=("no", "yes"),
        prior=np.array([0.75, 0.25], dtype=np.float32),
    )


def test_probabilities_by_hand() -> None:
    network = two_coins()
    # P(no, a=0, b=1) = 0.75 * 0.75 * 0.5; P(yes, a=0, b=1) = 0.25 * 0.25 * 0.875
    np.testing.assert_allclose(oracle.class_and_answers(network, {0: 0, 1: 1}), [0.28125, 0.0546875])
    # b=1 alone: no: 0.75 * (0.75 * 0.5 + 0.25 * 0); yes: 0.25 * (0.25 * 0.875 + 0.75 * 0.5)
    np.testing.assert_allclose(oracle.class_and_answers(network, {1: 1}), [0.28125, 0.1484375])
    np.testing.assert_allclose(oracle.posterior(network, {}), [0.75, 0.25])
    np.testing.assert_allclose(
        oracle.posterior(network, {1: 1}, [0.5, 0.5]), np.array([0.375, 0.59375]) / 0.96875
    )
    np.testing.assert_allclose(
        oracle.feature_posterior(network, 0, {1: 1}),
        np.array([[0.28125, 0.0546875], [0, 0.09375]]) / 0.4296875,
    )


def test_optimum_by_hand() -> None:
    network = two_coins()
    q = np.array([[0.0, 1.0], [1.0, 0.0]])
    # Stop: 0.25. Look at a for 0.01: a=0 -> no, wrong 0.0625; a=1 -> 0.1875 each way: nothing gained.
    assert oracle.optimum(network, plain_costs([0.01, 5.0]), q) == pytest.approx(0.25)
    # With b free as well: a=1 then b: P(no, 1, 0) = 0.1875, P(yes, 1, 0) = 0.09375; b=1 -> yes,
    # never wrong. After a=0 b changes nothing: 0.0625 as before. Total 0.01 + 0.0625 + 0.09375.
    assert oracle.optimum(network, plain_costs([0.01, 0.0]), q) == pytest.approx(0.16625)


def test_purchases_by_hand() -> None:
    # Tests 0 and 1 in one group (the later one at 1), test 2 alone; feature 3 is derived from tests 1 and 2.
    costs = AcquisitionCosts(
        cost=np.array([5, 4, 2], dtype=np.float32),
        discount_cost=np.array([1, 1, 2], dtype=np.float32),
        group=np.array([0, 0, -1], dtype=np.int32),
        group_names=("blood",),
        tests_of=((0,), (1,), (2,), (1, 2)),
        delay=("",) * 4,
    )
    assert oracle.total_cost(costs, [0, 1]) == 6
    assert oracle.total_cost(costs, [1, 0]) == 5
    assert oracle.total_cost(costs, [3]) == 6
    assert oracle.total_cost(costs, [3, 1, 2]) == 6
    assert oracle.total_cost(costs, [0, 3]) == 5 + 1 + 2
    assert oracle.total_cost(costs, [2, 3, 0]) == 2 + 4 + 1


@given(problem=problems(), data=st.data())
def test_elimination_equals_enumeration(problem: Problem, data: st.DataObject) -> None:
    answers = data.draw(masks(problem.network))
    expected = np.log(oracle.class_and_answers(problem.network, answers))
    np.testing.assert_allclose(oracle.log_class_and_answers(problem.network, answers), expected, atol=1e-9)


@settings(max_examples=30)
@given(problem=problems(max_features=4))
def test_optimum_is_the_best_policy(problem: Problem) -> None:
    network, costs, q = problem.network, problem.costs, problem.misclassification
    best = oracle.optimum(network, costs, q)
    achieved = oracle.policy_cost(network, costs, q, oracle.optimal_policy(network, costs, q))
    assert achieved.total == pytest.approx(best, abs=1e-6)
    for depth in range(len(network.features) + 1):
        fixed = oracle.policy_cost(
            network, costs, q, lambda answers, n=depth: len(answers) if len(answers) < n else None
        )
        assert fixed.total >= best - 1e-6
        assert fixed.n_acquired == pytest.approx(depth, abs=1e-5)


@settings(max_examples=30)
@given(problem=problems(max_features=4))
def test_joint_is_a_distribution(problem: Problem) -> None:
    everything = oracle.joint(problem.network)
    assert everything.sum() == pytest.approx(1.0, abs=1e-6)
    for k, j in itertools.product(range(len(problem.network.features)), repeat=2):
        cross = oracle.feature_posterior(problem.network, k, {j: 0})
        assert cross.sum() == pytest.approx(1.0)
        if j == k:
            assert cross[1:].sum() == 0.0
