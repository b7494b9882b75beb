"""Sessions: what they ask, what they cost, when they stop, and what they decide."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import answered, bare, planned, readings, run
from strategies import Problem, masks, plain_costs, problems, random_problem

from ifc2f.costs import AcquisitionCosts
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.session import Session


def one_test(quality: float = 0.9, cost: float = 0.01, prior: float = 0.5) -> Problem:
    """Return a single two-valued test that is right with probability ``quality``, and 0-1 costs."""
    table = np.array([[[quality, 1 - quality], [1 - quality, quality]]], dtype=np.float32)
    feature = Feature("test", 0, np.array([0.5], dtype=np.float32), False, None, -1, table)
    network = Network((feature,), ("healthy", "ill"), np.array([1 - prior, prior], dtype=np.float32))
    return Problem(network, plain_costs([cost]), np.array([[0, 1], [1, 0]], dtype=np.float32))


# ---- Decisions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("offset", [-1e-4, -1e-6, 1e-6, 1e-4])
def test_costly_misses_switch_the_class_at_one_eleventh(offset: float) -> None:
    """Rows are true classes: a missed illness costs 10, a false alarm 1, so 10 p = 1 - p at the switch."""
    problem = replace(one_test(), misclassification=np.array([[0, 1], [10, 0]], dtype=np.float32))
    p = 1 / 11 + offset
    session = Session(bare(problem))
    session.set_prior([1 - p, p])
    assert session.decide() == ("ill" if offset > 0 else "healthy")
    assert session.cost_of_stopping == pytest.approx(min(10 * p, 1 - p), rel=1e-5)
    fresh = Session(bare(problem), prior=[1 - p, p])
    assert fresh.decide() == session.decide()


def test_the_switch_survives_answers() -> None:
    """The same threshold holds for the posterior, not only for the prior."""
    problem = replace(one_test(quality=0.8), misclassification=np.array([[0, 1], [10, 0]], dtype=np.float32))
    for ratio, label in ((0.99, "healthy"), (1.01, "ill")):
        odds = ratio * 0.1 * 0.25  # posterior odds of 0.1 are P = 1/11; the answer multiplies odds by 4
        session = answered(bare(problem), {0: 1}, prior=[1 / (1 + odds), odds / (1 + odds)])
        assert session.decide() == label


@given(problem=problems(), data=st.data())
def test_decisions_minimise_expected_cost(problem: Problem, data: st.DataObject) -> None:
    session = answered(bare(problem), data.draw(masks(problem.network)))
    expected = session.posterior.astype(np.float64) @ problem.misclassification.astype(np.float64)
    label = problem.network.classes.index(session.decide())
    assert expected[label] <= expected.min() + 1e-6
    assert session.cost_of_stopping == pytest.approx(expected.min(), abs=1e-6)


def test_a_tie_between_classes_takes_the_lower_one() -> None:
    assert Session(bare(one_test())).decide() == "healthy"


# ---- When to stop --------------------------------------------------------------------------------


def test_a_policy_may_stop_with_no_feature() -> None:
    """Looking gains 0.5 - 0.1 = 0.4: worth it below that cost, not above; then the prior is all there is."""
    assert Session(planned(one_test(quality=0.9, cost=0.39))).next() == 0
    session = Session(planned(one_test(quality=0.9, cost=0.41)))
    assert session.next() is None
    assert session.posterior.tolist() == [0.5, 0.5]
    assert session.cost == 0.0
    assert session.acquired == []


@pytest.mark.parametrize("treatment", ["exact", "parent", "marginal"])
@pytest.mark.parametrize(("quality", "cost"), [(0.5, 0.0), (0.75, 0.25)])
def test_a_tie_stops(treatment: str, quality: float, cost: float) -> None:
    """All numbers are sums of powers of two, so the tie is exact in single precision."""
    session = Session(planned(one_test(quality, cost), treatment=treatment))
    assert session.next() is None


def test_a_tie_stops_at_any_belief() -> None:
    """The vector planned at even odds costs 0.125 + 0.25, stopping as much where a class has 3/8."""
    model = planned(one_test(quality=0.75, cost=0.125))
    for ill, expected in ((0.5, 0), (0.4375, 0), (0.375, None), (0.3125, None), (0.625, None), (0.5625, 0)):
        assert Session(model, prior=[1 - ill, ill]).next() == expected


@given(problem=problems())
def test_next_asks_open_features_and_ends(problem: Problem) -> None:
    model = planned(problem)
    session = Session(model)
    seen = set()
    while (feature := session.next()) is not None:
        assert session.next() == feature, "asking twice changes the answer"
        assert feature not in seen
        seen.add(feature)
        session.answer_bin(feature, 0)
    assert session.acquired == list(seen) or set(session.acquired) == seen
    assert session.next() is None


@settings(max_examples=40)
@given(problem=problems(max_features=7), data=st.data())
def test_answers_of_ones_own_accord_are_not_asked_again(problem: Problem, data: st.DataObject) -> None:
    """Answers may come before the policy asks; it goes on with what is open, the posterior stays exact."""
    answers = data.draw(masks(problem.network))
    session = answered(planned(problem), answers)
    while (feature := session.next()) is not None:
        assert feature not in answers
        assert session.cost_of_continuing(feature) >= session.feature_cost(feature)
        answers[feature] = 0
        session.answer_bin(feature, 0)
    assert session.acquired == list(answers)
    np.testing.assert_allclose(session.posterior, oracle.posterior(problem.network, answers), atol=1e-6)


@settings(max_examples=60)
@given(problem=problems(), data=st.data())
def test_the_policy_is_the_optimum_from_any_prior(problem: Problem, data: st.DataObject) -> None:
    """Alpha vectors hold for any belief: with all beliefs at hand, going on is never worse than stopping."""
    network, costs, q = problem.network, problem.costs, problem.misclassification
    model = planned(problem, treatment="exact", n_beliefs=1000)
    values = [data.draw(st.integers(0, f.table.shape[1] - 1)) for f in network.features]
    answers: dict[int, int] = {}
    for k in range(len(network.features)):
        session = answered(model, answers)
        belief = oracle.posterior(network, answers)
        stop = float(oracle.stopping_cost(q, belief))
        best = float(oracle.optimal_value(network, costs, q, k, belief, answers))
        if session.next() is None:
            assert stop <= best + 1e-5
            break
        assert session.next() == k
        assert best <= stop + 1e-5
        assert session.cost_of_continuing(k) == pytest.approx(best, abs=1e-5)
        answers[k] = values[k]


# ---- Costs ---------------------------------------------------------------------------------------


@given(problem=problems(max_features=8), data=st.data())
def test_costs_equal_the_oracle(problem: Problem, data: st.DataObject) -> None:
    """Groups, shared tests, missing values paid or not, answers replaced and taken back."""
    n_features = len(problem.network.features)
    session = Session(bare(problem))
    acquired: list[int] = []
    steps = st.lists(
        st.tuples(
            st.sampled_from(["answer", "answer", "missing", "paid", "retract"]),
            st.integers(0, n_features - 1),
        ),
        max_size=15,
    )
    for action, k in data.draw(steps, label="steps"):
        if action == "answer":
            session.answer_bin(k, 0)
        elif action == "retract":
            session.retract(k)
        else:
            session.missing(k, paid=action == "paid")
        if action in ("answer", "paid") and k not in acquired:
            acquired.append(k)
        elif action in ("retract", "missing") and k in acquired:
            acquired.remove(k)
        assert list(session.acquired) == acquired
        assert session.cost == pytest.approx(oracle.total_cost(problem.costs, acquired), abs=1e-5)
    open_features = set(range(n_features)) - set(acquired)
    for k in open_features:
        if session.state(k) == "open":
            expected = oracle.purchase_cost(problem.costs, acquired, k)
            assert session.feature_cost(k) == pytest.approx(expected, abs=1e-5)


def test_groups_and_derived_features_by_hand() -> None:
    problem = random_problem(np.random.default_rng(0), n_features=4, shape="naive")
    costs = AcquisitionCosts(
        cost=np.array([5, 4, 2], dtype=np.float32),
        discount_cost=np.array([1, 1, 2], dtype=np.float32),
        group=np.array([0, 0, -1], dtype=np.int32),
        group_names=("blood",),
        tests_of=((0,), (1,), (2,), (1, 2)),
        delay=("",) * 4,
    )
    session = Session(bare(replace(problem, costs=costs)))
    assert [session.feature_cost(k) for k in range(4)] == [5, 4, 2, 6]
    session.answer_bin(0, 0)
    assert [session.feature_cost(k) for k in (1, 2, 3)] == [1, 2, 3]
    session.answer_bin(3, 0)
    assert session.cost == 8
    assert [session.feature_cost(k) for k in (1, 2)] == [0, 0]
    session.retract(0)  # test 1 is now the first of the group
    assert session.cost == 6


@given(problem=problems(max_features=6), data=st.data())
def test_spent_never_exceeds_the_budget(problem: Problem, data: st.DataObject) -> None:
    full = oracle.total_cost(problem.costs, range(len(problem.network.features)))
    budget = np.float32(data.draw(st.floats(0.0, 1.2)) * full)
    model = planned(problem)
    session = Session(model, budget=float(budget))
    while (feature := session.next()) is not None:
        value = data.draw(st.integers(-1, problem.network.features[feature].table.shape[1] - 1))
        if value < 0:
            session.missing(feature, paid=data.draw(st.booleans()))
        else:
            session.answer_bin(feature, value)
        assert np.float32(session.cost) <= budget


def equal_tests(n: int) -> Problem:
    """Return `n` tests at 0.1 that are each right three times in four; mistakes are dear."""
    table = np.array([[[0.75, 0.25], [0.25, 0.75]]], dtype=np.float32)
    edges = np.array([0.5], dtype=np.float32)
    features = tuple(Feature(f"f{k}", k, edges, False, None, -1, table) for k in range(n))
    network = Network(features, (0, 1), np.array([0.5, 0.5], dtype=np.float32))
    return Problem(network, plain_costs([0.1] * n), np.array([[0, 100], [100, 0]], dtype=np.float32))


@pytest.mark.parametrize(("budget", "n_acquired"), [(math.inf, 11), (1.0, 10), (0.99, 9), (0.3, 3), (0.0, 0)])
def test_ten_tests_at_a_tenth_cost_one(budget: float, n_acquired: int) -> None:
    """Ten sums of 0.1 in single precision are more than 1, but a budget of 1 pays for ten tests."""
    contradicting = {k: k % 2 for k in range(11)}
    session = run(planned(equal_tests(11), n_beliefs=2048), contradicting, budget=budget)
    assert session.acquired == list(range(n_acquired))
    assert session.cost == float(np.float32(float(np.float32(0.1)) * n_acquired)), "the sum is rounded once"


def test_300_acquisitions_are_counted_right() -> None:
    problem = random_problem(np.random.default_rng(1), n_features=300, shape="naive", shared=False)
    problem = replace(problem, costs=plain_costs([0.25] * 300))
    session = Session(bare(problem))
    for k in reversed(range(300)):
        session.answer_bin(k, 0)
    assert session.acquired == list(reversed(range(300)))
    assert session.cost == 75.0
    session.retract(7)
    session.missing(8, paid=True)
    session.missing(9)
    assert len(session.acquired) == 298
    assert session.cost == 74.5


# ---- Answers -------------------------------------------------------------------------------------


def test_values_find_their_bins() -> None:
    """A value equal to an edge lies above it; everything past the last edge is in the last bin."""
    edges = np.array([1.5, 2.5], dtype=np.float32)
    table = np.full((1, 3, 2), 1 / 3, dtype=np.float32)
    feature = Feature("size", 0, edges, False, None, -1, table)
    network = Network((feature,), (0, 1), np.array([0.5, 0.5], dtype=np.float32))
    problem = Problem(network, plain_costs([0.0]), np.array([[0, 1], [1, 0]], dtype=np.float32))
    session = Session(bare(problem))
    below = float(np.nextafter(np.float32(1.5), np.float32(0)))
    for value, expected in ((-1e30, 0), (below, 0), (1.5, 1), (2.4, 1), (2.5, 2), (1e30, 2)):
        session.answer("size", value)
        assert session.state("size") == expected
    for value in (math.nan, math.inf, -math.inf):
        with pytest.raises(ValueError, match="size"):
            session.answer("size", value)
        assert session.state("size") == 2, "a refused answer changes nothing"


def test_categories_by_label_and_number() -> None:
    table = np.full((1, 3, 2), 1 / 3, dtype=np.float32)
    values = np.array([1, 4, 9], dtype=np.float32)
    feature = Feature("colour", 0, values, True, ("red", "green", "blue"), -1, table)
    network = Network((feature,), (0, 1), np.array([0.5, 0.5], dtype=np.float32))
    problem = Problem(network, plain_costs([0.0]), np.array([[0, 1], [1, 0]], dtype=np.float32))
    session = Session(bare(problem))
    session.answer("colour", "green")
    assert session.state("colour") == 1
    session.answer(0, "blue")
    assert session.state("colour") == 2
    for value in ("mauve", 5, 9, 1):  # numbers inside the model are not the caller's
        with pytest.raises(ValueError, match=rf"colour.*{value}|{value}.*colour"):
            session.answer("colour", value)
    assert session.state("colour") == 2


def test_a_number_stands_for_the_category_of_its_digits() -> None:
    """Not for the category at that place: grades 1, 2, 3 stand at 0, 1, 2."""
    table = np.full((1, 3, 2), 1 / 3, dtype=np.float32)
    prior = np.array([0.5, 0.5], dtype=np.float32)
    costs, mistakes = plain_costs([0.0]), np.array([[0, 1], [1, 0]], dtype=np.float32)
    for labels in (("1", "2", "3"), None):
        values = np.arange(3) + (labels is None)
        feature = Feature("grade", 0, values.astype(np.float32), True, labels, -1, table)
        session = Session(bare(Problem(Network((feature,), (0, 1), prior), costs, mistakes)))
        for value in (1, 1.0, np.int64(1), np.float32(1)):
            session.answer("grade", 3)
            session.answer("grade", value)
            assert session.state("grade") == 0
        for value in (0, 4, 1.5):
            with pytest.raises(ValueError, match="grade"):
                session.answer("grade", value)


def test_a_session_is_of_a_model_and_a_feature_has_a_whole_number() -> None:
    path = Path(__file__).parent / "golden" / "coin.ifc2f"
    with pytest.raises(TypeError, match=r"Model\.load\(path\).*coin"):
        Session(path)
    model = Model.load(path)
    assert repr(model) == f"<Model: 1 features, classes {', '.join(map(repr, model.classes))}>"
    with pytest.raises(TypeError, match=r"name or number, not 0\.7"):
        Session(model).answer_bin(0.7, 0)


@pytest.mark.parametrize("value", [None, math.nan])
def test_a_missing_value_is_no_answer(value: float | None) -> None:
    session = Session(Model.load(Path(__file__).parent / "golden" / "coin.ifc2f"))
    with pytest.raises(ValueError, match=r"call missing\(\)"):
        session.answer(0, value)


@given(problem=problems(), data=st.data())
def test_a_missing_value_moves_no_probability(problem: Problem, data: st.DataObject) -> None:
    answers = data.draw(masks(problem.network))
    session = answered(bare(problem), answers)
    before = (session.posterior.tobytes(), session.log_evidence)
    for k in range(len(problem.network.features)):
        if k not in answers:
            session.missing(k, paid=data.draw(st.booleans()))
            assert (session.posterior.tobytes(), session.log_evidence) == before


@given(problem=problems(), data=st.data())
def test_refused_calls_change_nothing(problem: Problem, data: st.DataObject) -> None:
    session = Session(bare(problem))
    n_features = len(problem.network.features)
    session.answer_bin(0, 0)
    before = (session.posterior.tobytes(), list(session.acquired), session.cost)
    with pytest.raises((ValueError, IndexError)):
        session.answer_bin(0, problem.network.features[0].table.shape[1])
    for call in (
        lambda: session.answer_bin(n_features, 0),
        lambda: session.answer("no such feature", 0),
        lambda: session.missing(n_features),
        lambda: session.retract(n_features),
        lambda: session.set_prior([1.0]),
        lambda: session.set_prior([-0.5] + [1.5] + [0.0] * (len(problem.network.classes) - 2)),
        lambda: session.set_prior([0.3] * len(problem.network.classes)),
        lambda: session.set_prior([math.nan] * len(problem.network.classes)),
    ):
        with pytest.raises((ValueError, IndexError, KeyError)):
            call()
    assert (session.posterior.tobytes(), list(session.acquired), session.cost) == before


@pytest.mark.parametrize("feature", [True, np.True_, 0.5, 1.0, None, b"a", [0], float("nan")])
def test_what_names_no_feature_is_refused(feature: object) -> None:
    session = Session(planned(one_test()))
    with pytest.raises(TypeError, match="given by its name or number, not"):
        session.answer(feature, 0.0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [None, np.nan, np.ma.masked, 10**400, b"1", np.datetime64("2020"), np.timedelta64(1, "s"), 1j, [1]],
)
def test_what_is_no_number_is_no_answer(value: object) -> None:
    session = Session(planned(one_test()))
    name = session.model.feature_names[0]
    with pytest.raises(ValueError, match=f"feature '{name}': .* (number|missing)"):
        session.answer(0, value)
    assert session.state(0) == "open"


@pytest.mark.parametrize("bin", [True, 0.5, None, "0"])
def test_what_numbers_no_bin_is_refused(bin: object) -> None:
    with pytest.raises(TypeError, match="number of its bin, not"):
        Session(planned(one_test())).answer_bin(0, bin)  # type: ignore[arg-type]


def test_budgets_and_priors_of_other_types() -> None:
    session = Session(planned(one_test()))
    session.set_budget(10**400)
    session.set_budget(1e300)
    for budget in ("5", None, [1], 1j):
        with pytest.raises(TypeError, match="budget must be a number >= 0"):
            session.set_budget(budget)  # type: ignore[arg-type]
    for prior in ("a", ["a", "b"], {0: 0.5}, [0.5, 0.5j], [10**400, 1]):
        with pytest.raises(ValueError, match="prior must be 2 numbers"):
            session.set_prior(prior)  # type: ignore[arg-type]


def _pickled(session: Session) -> Session:
    twin: Session = pickle.loads(pickle.dumps(session))
    return twin


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, _pickled])
@given(problem=problems(), data=st.data())
def test_a_copied_session_goes_its_own_way(
    copied: Callable[[Session], Session], problem: Problem, data: st.DataObject
) -> None:
    answers = data.draw(masks(problem.network))
    session = answered(planned(problem), answers, budget=1.0)
    before = readings(session), session.acquired, session.cost
    twin = copied(session)
    assert (readings(twin), twin.acquired, twin.cost) == before
    twin.restart()
    twin.set_prior(np.eye(len(problem.network.prior))[0])
    assert (readings(session), session.acquired, session.cost) == before
