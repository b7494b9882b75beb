"""The adaptive policy: what is looked at next is computed from exact inference at run time."""

from __future__ import annotations

import copy
import struct
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare
from numpy.typing import NDArray
from strategies import Problem, plain_costs, random_problem

from ifc2f import IFC2FClassifier
from ifc2f.core.errors import ModelError
from ifc2f.files.format import adaptive_section
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import expected_cost
from ifc2f.session import Session


@st.composite
def problems(draw: st.DrawFn) -> tuple[Problem, float, np.random.Generator]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    problem = random_problem(rng, draw(st.integers(1, 6)), n_classes=draw(st.integers(2, 4)))
    return problem, draw(st.sampled_from([0.0, 0.25, 1.0, 2.0])), rng


def adaptive(problem: Problem, weight: float, breadth: int = 0) -> Model:
    return bare(problem).with_policies({"ADPT": adaptive_section(weight, breadth)})


def badness(q: NDArray[np.float64], belief: NDArray[np.float64], weight: float) -> float:
    total, deciding = belief.sum(), (q.T @ belief).min()
    gini = belief @ q @ belief / total if total > 0 else 0.0
    return float(deciding + weight * min(gini, 100 * deciding))


def gains(session: Session, weight: float) -> dict[int, tuple[float, float]]:
    """Return gain and cost of every open feature that costs less than deciding now, in plain Python.

    A gain is at least that in the cost of deciding.
    """
    q = session.model.misclassification.astype(np.float64)
    belief = session.posterior.astype(np.float64)
    found = {}
    for k in range(session.model.n_features):
        cost = session.feature_cost(k)
        if session.state(k) == "open" and cost < session.cost_of_stopping:
            joint = session.feature_posterior(k).astype(np.float64)
            saved = [badness(q, belief, w) - sum(badness(q, row, w) for row in joint) for w in (0.0, weight)]
            found[k] = max(saved), cost
    return found


def value_of_one(session: Session, k: int) -> float:
    """Return the cost of looking at a feature and deciding."""
    left = session.feature_posterior(k).astype(np.float64) @ session.model.misclassification
    return float(session.feature_cost(k) + left.min(axis=1).sum())


def value_of_two(session: Session, k: int) -> float:
    """Return the cost of looking at a feature, at a second one where that pays, and deciding."""
    total = session.feature_cost(k)
    for value, reached in enumerate(session.feature_posterior(k).astype(np.float64).sum(axis=1)):
        then = copy.copy(session)
        then.answer_bin(k, value)
        others = [j for j in range(session.model.n_features) if then.state(j) == "open"]
        total += reached * min([then.cost_of_stopping, *(value_of_one(then, j) for j in others)])
    return total


@given(problems())
def test_the_look_with_the_most_gain_per_cost_comes_next_if_two_looks_cost_no_more_than_the_base(
    drawn: tuple[Problem, float, np.random.Generator],
) -> None:
    problem, weight, rng = drawn
    session = Session(adaptive(problem, weight))
    near = 2e-5 * (1 + weight) * max(1.0, float(problem.misclassification.max()))
    for _ in range(len(problem.network.features) + 1):
        worth = gains(session, weight)
        chosen = session.next()
        values = {k: value_of_two(session, k) for k in worth}
        base = min([session.cost_of_stopping, *(value_of_one(session, k) for k in worth)])
        if chosen is None:
            assert session.cost_of_stopping <= min([base, *values.values()]) + near
            return
        assert values[chosen] <= base + near
        favourites = [k for k, (gain, cost) in worth.items() if gain > cost + near]

        def is_first(k: int, worth: dict[int, tuple[float, float]] = worth) -> bool:
            gain, cost = worth[k]
            return all(gain * other_cost >= other * cost - near for other, other_cost in worth.values())

        if not (chosen in favourites and is_first(chosen)):
            first = [k for k in favourites if is_first(k)]
            assert not first or any(values[k] > base - near for k in first)
            assert values[chosen] <= min(values.values()) + near
        session.answer_bin(chosen, int(rng.integers(problem.network.features[chosen].n_values)))
    pytest.fail("the policy did not stop when everything was answered")


@given(problems(), st.floats(0, 0.2))
def test_budget_and_order_of_answers(
    drawn: tuple[Problem, float, np.random.Generator], budget: float
) -> None:
    problem, weight, rng = drawn
    model = adaptive(problem, weight)
    session = Session(model, budget=budget)
    answers = []
    while (k := session.next()) is not None:
        answers.append((k, int(rng.integers(problem.network.features[k].n_values))))
        session.answer_bin(*answers[-1])
    assert session.cost <= budget
    again = Session(model)
    for k, value in reversed(answers):
        again.answer_bin(k, value)
    assert again.posterior.tobytes() == session.posterior.tobytes()
    session.set_budget(np.inf)
    if not problem.costs.group_names:
        assert again.next() == session.next()


@given(problems())
def test_the_cost_of_continuing_is_that_of_two_looks(
    drawn: tuple[Problem, float, np.random.Generator],
) -> None:
    problem, weight, _ = drawn
    session = Session(adaptive(problem, weight))
    for k in range(len(problem.network.features)):
        assert session.cost_of_continuing(k) == pytest.approx(value_of_two(session, k), abs=2e-5)


def cost_of_following(session: Session, k: int) -> float:
    """Return what looking at a feature and then following the policy really costs under the network."""
    total = session.feature_cost(k)
    for value, reached in enumerate(session.feature_posterior(k).astype(np.float64).sum(axis=1)):
        if reached > 0:
            then = copy.copy(session)
            then.answer_bin(k, value)
            following = then.next()
            left = then.cost_of_stopping if following is None else cost_of_following(then, following)
            total += reached * left
    return total


@given(problems(), st.sampled_from([0, 1, 3]))
@settings(deadline=None, max_examples=60)
def test_continuing_never_costs_more_than_is_told_nor_the_policy_than_stopping(
    drawn: tuple[Problem, float, np.random.Generator], breadth: int
) -> None:
    problem, weight, rng = drawn
    if len(problem.network.features) > 4:
        return
    session = Session(adaptive(problem, weight, breadth))
    for _ in range(2):
        near = 1e-4 * max(1.0, float(problem.misclassification.max()))
        chosen = session.next()
        for k in range(len(problem.network.features)):
            if session.state(k) == "open":
                assert cost_of_following(session, k) <= session.cost_of_continuing(k) + near
        if chosen is None:
            return
        assert session.cost_of_continuing(chosen) <= session.cost_of_stopping + near
        session.answer_bin(chosen, int(rng.integers(problem.network.features[chosen].n_values)))


@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.floats(1, 99), st.integers(1, 3))
def test_doubt_is_no_more_than_the_cost_of_deciding_times_one_and_the_ratio_of_mistakes(
    seed: int, n_classes: int, ratio: float, spread: int
) -> None:
    rng = np.random.default_rng(seed)
    q = rng.uniform(1, ratio, (n_classes, n_classes)) * (1 - np.eye(n_classes))
    belief = rng.dirichlet(np.full(n_classes, 10.0**-spread))
    assert belief @ q @ belief <= (1 + ratio) * (q.T @ belief).min() * (1 + 1e-9)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("cost", [1e6, 1e12])
def test_no_look_is_taken_that_cannot_change_the_decision(n_classes: int, cost: float) -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, n_classes, 300)
    X = np.c_[y + rng.normal(0, 0.7, 300), y + rng.normal(size=300), np.where(rng.random(300) < 0.2, 0, y)]
    q = 1 - np.eye(n_classes)
    q[-1, :-1] = cost
    clf = IFC2FClassifier(0.01, misclassification_cost=q, policy="adaptive").fit(X, y)
    at_once = float((clf.model_.network.prior @ clf.model_.misclassification).min())
    assert clf.expected_cost_.total <= at_once * (1 + 1e-6)


@pytest.mark.parametrize(
    "section",
    [
        b"",
        b"\0\0",
        b"\0" * 4,
        b"\0" * 12,
        struct.pack("<fI", -1, 0),
        struct.pack("<fI", np.nan, 0),
        struct.pack("<fI", 1, 256),
    ],
)
def test_a_damaged_section_is_refused(section: bytes) -> None:
    problem = random_problem(np.random.default_rng(0), 2)
    with pytest.raises(ModelError, match="out of range"):
        bare(problem).with_policies({"ADPT": section})


def test_an_adaptive_estimator_is_whole() -> None:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(200, 3))
    y = X[:, 0] + 0.5 * X[:, 1] > 0
    clf = IFC2FClassifier(0.02, policy="adaptive").fit(X, y)
    assert clf.model_.policy == "adaptive"
    assert clf.model_.meta["policy"]["name"].startswith("adaptive")
    assert clf.score(X, y) > 0.8
    acquisition = clf.acquire(X)
    assert 0 < acquisition.n_features.mean() < 2.5
    assert clf.expected_cost_.total < 0.5


def exclusive_or(n_features: int, n_classes: int = 2) -> Problem:
    """Return a chain in which no answer alone tells anything, but any two neighbours tell the class."""
    first = np.full((1, n_classes, n_classes), 1 / n_classes, dtype=np.float32)
    table = np.full((n_classes,) * 3, 0.02 / n_classes)
    for u in range(n_classes):
        for c in range(n_classes):
            table[u, (u + c) % n_classes, c] += 0.98
    features = [
        Feature(
            f"f{k}",
            k,
            np.arange(1, n_classes).astype(np.float32),
            False,
            None,
            k - 1,
            table.astype(np.float32) if k else first,
        )
        for k in range(n_features)
    ]
    network = Network(
        tuple(features), tuple(range(n_classes)), np.full(n_classes, 1 / n_classes, dtype=np.float32)
    )
    return Problem(network, plain_costs([0.05] * n_features), 1 - np.eye(n_classes, dtype=np.float32))


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("weight", [0.0, 1.0])
def test_two_looks_that_pay_only_together_are_taken(n_classes: int, weight: float) -> None:
    model = adaptive(exclusive_or(4, n_classes), weight)
    session = Session(model)
    assert all(gain < 1e-5 for gain, _ in gains(session, weight).values())
    first = session.next()
    assert first is not None
    session.answer_bin(first, 1)
    second = session.next()
    assert second is not None
    assert abs(second - first) == 1
    assert expected_cost(model).total < 0.2 < (n_classes - 1) / n_classes
    assert Session(model, budget=0.09).next() is None  # the budget does not pay for both
    dear = replace(exclusive_or(4, n_classes), costs=plain_costs([0.4] * 4))
    assert Session(adaptive(dear, weight)).next() is None


def test_two_steps_are_looked_ahead_after_answers_out_of_order_and_missing_ones() -> None:
    session = Session(adaptive(exclusive_or(6), 0.0))
    session.missing(2)
    session.answer_bin(5, 0)
    assert session.next() == 4
    session.missing(4)
    assert session.next() in (0, 1)  # the neighbours that are left


def gated(n_blocks: int, n_bits: int, price: float = 0.01) -> Problem:
    """Return a network whose first feature alone tells nothing, but which of the others tell the class.

    There is a block of features for each value of the first. Those of its block are the bits of the class,
    all others are fair coins.
    """
    n_classes = 2**n_bits
    gate = np.full((1, n_blocks, n_classes), 1 / n_blocks, dtype=np.float32)
    codes = np.arange(n_blocks, dtype=np.float32)
    features = [Feature("gate", 0, codes, True, None, -1, gate)]
    for block in range(n_blocks):
        for bit in range(n_bits):
            table = np.full((n_blocks, 2, n_classes), 0.5, dtype=np.float32)
            table[block, 1] = np.arange(n_classes) >> bit & 1
            table[block, 0] = 1 - table[block, 1]
            edge = np.array([0.5], dtype=np.float32)
            features.append(Feature(f"f{block}{bit}", len(features), edge, False, None, 0, table))
    network = Network(
        tuple(features), tuple(range(n_classes)), np.full(n_classes, 1 / n_classes, dtype=np.float32)
    )
    return Problem(network, plain_costs([price] * len(features)), 1 - np.eye(n_classes, dtype=np.float32))


@pytest.mark.parametrize(("n_blocks", "n_bits"), [(2, 2), (3, 2), (3, 3), (5, 2)])
@pytest.mark.parametrize("budget_to_spare", [0.0, np.inf])
def test_a_question_that_only_opens_others_is_asked_first(
    n_blocks: int, n_bits: int, budget_to_spare: float
) -> None:
    """The gate and then the bits of its block: the optimum, also if the budget pays for no more."""
    problem = gated(n_blocks, n_bits)
    least = 0.01 * (1 + n_bits)
    model = replace_budget(adaptive(problem, 0.5, 4), least * 1.001 + budget_to_spare)
    assert Session(model).next() == 0
    assert expected_cost(model).total == pytest.approx(least, rel=1e-4)
    assert Session(model).cost_of_continuing(0) == pytest.approx(least, rel=0.02)
    assert expected_cost(adaptive(problem, 0.5)).total > 1.2 * least


def replace_budget(model: Model, budget: float) -> Model:
    return Model.build(
        model.network, model.costs, model.misclassification, budget=budget, policies=model.policies
    )
