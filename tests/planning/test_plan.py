"""Planning: alpha vectors against the true optimum of the order, by enumeration."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import model_reader
import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import answered, bare, planned
from numpy.typing import NDArray
from strategies import Problem, plain_costs, problems, random_network, random_problem

from ifc2f import IFC2FClassifier
from ifc2f.learning.train import with_plan
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.alpha_vectors import alpha_vectors
from ifc2f.planning.plan import _run, affordable_features, expected_cost, plan
from ifc2f.policies.from_network import plan_network
from ifc2f.session import Session
from ifc2f.settings import Settings

Array = NDArray[np.float64]
TREATMENTS = ["exact", "parent", "marginal"]
SOLVERS = ["full", "perseus"]
PLENTY = 1000  # beliefs: more than the answer sequences of any stage here, so a stage has all of them


def beliefs(rng: np.random.Generator, n_classes: int, n: int = 40) -> Array:
    """Return beliefs all over the simplex: corners, edges and inside."""
    inside = rng.dirichlet(np.ones(n_classes), size=n)
    edges = rng.dirichlet(np.full(n_classes, 0.1), size=n)
    return np.vstack([np.eye(n_classes), inside, edges])


def stage_value(problem: Problem, vectors: Array, belief: Array) -> Array:
    """Return min over stopping and the vectors of a set, for beliefs of shape (n, L)."""
    stop = oracle.stopping_cost(problem.misclassification, belief)
    return np.minimum(stop, (belief @ vectors.T).min(axis=1)) if len(vectors) else stop


def live_assignments(problem: Problem, model: Model) -> Iterator[tuple[int, dict[int, int], Array]]:
    """Yield every stage, assignment of its index features, and alpha set of a model."""
    for k, stage in enumerate(model_reader.stages(model.to_bytes())):
        for assignment, vectors in stage.sets.items():
            yield k, dict(zip(stage.index, assignment, strict=True)), vectors


def executed(problem: Problem, model: Model) -> oracle.Expectation:
    """Return the expected cost of a model's policy by running a session through every answer sequence."""

    def policy(answers: dict[int, int]) -> int | None:
        return answered(model, answers).next()

    def decide(answers: dict[int, int]) -> int:
        return problem.network.classes.index(answered(model, answers).decide())

    return oracle.policy_cost(problem.network, problem.costs, problem.misclassification, policy, decide)


def best(problem: Problem) -> float:
    """Return the optimum of the order."""
    return oracle.optimum(problem.network, problem.costs, problem.misclassification)


# ---- The exact treatment -------------------------------------------------------------------------


@settings(max_examples=40)
@given(problem=problems(), n_beliefs=st.sampled_from([1, 3, 10, PLENTY]), solver=st.sampled_from(SOLVERS))
def test_exact_sets_bound_the_truth_from_above(problem: Problem, n_beliefs: int, solver: str) -> None:
    """At every belief and every assignment of the live values, however few beliefs were backed up."""
    model = planned(problem, treatment="exact", solver=solver, n_beliefs=n_beliefs)
    belief = beliefs(np.random.default_rng(0), len(problem.network.classes))
    for k, live, vectors in live_assignments(problem, model):
        assert sorted(live) == oracle.live_features(problem.network, k)
        truth = oracle.optimal_value(
            problem.network, problem.costs, problem.misclassification, k, belief, live
        )
        assert (stage_value(problem, vectors, belief) >= truth - 1e-5).all()


@settings(max_examples=60)
@given(problem=problems(), seed=st.integers(0, 3))
def test_exact_policy_is_the_optimum_with_beliefs_enough(problem: Problem, seed: int) -> None:
    model = planned(problem, treatment="exact", n_beliefs=PLENTY, seed=seed)
    assert executed(problem, model).total == pytest.approx(best(problem), abs=1e-5)


@settings(max_examples=25)
@given(problem=problems())
def test_exact_values_meet_the_truth_at_reachable_beliefs(problem: Problem) -> None:
    """Every answer sequence, not only those the optimum takes."""
    network, costs, q = problem.network, problem.costs, problem.misclassification
    sets = model_reader.stages(planned(problem, treatment="exact", n_beliefs=PLENTY).to_bytes())
    n_values = [feature.table.shape[1] for feature in network.features]
    for k, stage in enumerate(sets):
        for sequence in itertools.product(*(range(n) for n in n_values[:k])):
            answers = dict(enumerate(sequence))
            belief = oracle.posterior(network, answers)[None, :]
            vectors = stage.sets[tuple(answers[f] for f in stage.index)]
            truth = oracle.optimal_value(network, costs, q, k, belief, answers)
            np.testing.assert_allclose(stage_value(problem, vectors, belief), truth, atol=1e-5)


@settings(max_examples=40)
@given(problem=problems(), n_beliefs=st.sampled_from([1, 5, 100]), solver=st.sampled_from(SOLVERS))
def test_few_beliefs_cost_no_less_than_the_optimum(problem: Problem, n_beliefs: int, solver: str) -> None:
    model = planned(problem, treatment="exact", n_beliefs=n_beliefs, solver=solver)
    achieved = executed(problem, model).total
    stop = float(oracle.stopping_cost(problem.misclassification, oracle.class_prior(problem.network)))
    assert best(problem) - 1e-5 <= achieved <= stop + 1e-5


@pytest.mark.parametrize("treatment", TREATMENTS)
@pytest.mark.parametrize("seed", [281, 335, *range(12)])
def test_a_trained_policy_costs_no_more_than_stopping_at_once(treatment: str, seed: int) -> None:
    """What `parent` plans with seed 281, and `marginal` with 335, is worse and must not be kept."""
    rng = np.random.default_rng(seed)
    n_features, n_classes = int(rng.integers(2, 6)), int(rng.integers(2, 4))
    concentration, scale = float(rng.choice([0.3, 1, 3])), float(rng.choice([0.02, 0.1, 0.3]))
    problem = random_problem(
        rng, n_features, 3, n_classes, shared=False, concentration=concentration, scale=scale
    )
    model = with_plan(bare(problem), Settings(treatment=treatment, n_beliefs=PLENTY))
    stop = float(oracle.stopping_cost(problem.misclassification, oracle.class_prior(problem.network)))
    assert best(problem) - 1e-5 <= executed(problem, model).total <= stop + 1e-5


@settings(max_examples=60)
@given(problem=problems(), share=st.sampled_from([0.7, 0.5, 0.3]), is_naive=st.booleans())
def test_a_plan_passes_over_what_its_budget_does_not_pay_for(
    problem: Problem, share: float, is_naive: bool
) -> None:
    """It is the optimum of the features that are paid for, if none of them hangs on one that is not."""
    network = problem.network
    if is_naive:
        network = random_network(
            np.random.default_rng(3), len(network.features), 3, len(network.classes), "naive"
        )
    budget = share * sum(oracle.stage_costs(problem.costs, len(network.features)))
    model = Model.build(network, problem.costs, problem.misclassification, budget=budget)
    model = model.with_policies({"ORDR": plan(model, treatment="exact", n_beliefs=PLENTY)})
    paid = affordable_features(model)
    parents = [network.features[k].parent for k in paid]
    costs, features = problem.costs.select(paid), [network.features[k] for k in paid]
    reached = expected_cost(model).total
    if all(parent < 0 or parent in paid for parent in parents):
        position = {-1: -1, **{k: at for at, k in enumerate(paid)}}
        kept = [replace(f, parent=position[p]) for f, p in zip(features, parents, strict=True)]
        smaller = replace(network, features=tuple(kept))
        best_of_paid = oracle.optimum(smaller, costs, problem.misclassification)
        if budget >= sum(oracle.stage_costs(costs, len(paid))) + 1e-6:
            assert reached == pytest.approx(best_of_paid, abs=1e-5)
    assert reached <= oracle.stopping_cost(problem.misclassification, oracle.class_prior(network)) + 1e-5


def test_a_budget_is_kept_for_the_best_test_and_a_dear_one_passed_over() -> None:
    """Right in .7, .7, .97 of cases for .005, .005, .10: the cheap ones would use up a budget of .10."""
    features = tuple(
        Feature(f"f{k}", k, np.array([0.5], dtype=np.float32), False, None, -1, table)
        for k, table in enumerate(
            np.array([[[right, 1 - right], [1 - right, right]]], dtype=np.float32)
            for right in (0.7, 0.7, 0.97)
        )
    )
    network = Network(features, (0, 1), np.array([0.5, 0.5], dtype=np.float32))
    for policy in ("ordered", "adaptive"):
        model = plan_network(network, [0.005, 0.005, 0.10], budget=0.10, policy=policy)
        assert expected_cost(model).total == pytest.approx(0.13, abs=1e-6)
    dear_first = Model.build(network, plain_costs([0.2, 0.005, 0.10]), 1 - np.eye(2, dtype=np.float32))
    model = dear_first.with_policies({"ORDR": plan(dear_first)})
    assert Session(model, budget=0.15).next() in (1, 2)


@settings(max_examples=40)
@given(problem=problems(min_features=2), treatment=st.sampled_from(["parent", "marginal"]))
def test_all_treatments_agree_on_naive_models(problem: Problem, treatment: str) -> None:
    """Without feature edges there are no live values, and all treatments are exact."""
    rng = np.random.default_rng(3)
    network = random_network(rng, len(problem.network.features), 3, len(problem.network.classes), "naive")
    naive = Problem(network, problem.costs, problem.misclassification)
    model = planned(naive, treatment=treatment, n_beliefs=PLENTY)
    assert executed(naive, model).total == pytest.approx(best(naive), abs=1e-5)


def test_perseus_covers_every_belief_at_which_going_on_pays_and_improves_no_further() -> None:
    """At the last stage, where no later set differs: the same decisions as by a backup at every belief."""
    n_vectors, excess = [0, 0], 0.0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        network = random_network(rng, 2, 20, 3, "naive")
        problem = Problem(network, plain_costs([0.01, 0.01]), np.float32(1) - np.eye(3, dtype=np.float32))
        first = network.prior * network.features[0].table[0]  # a row for each answer to the first feature
        belief = first / first.sum(axis=1, keepdims=True)
        full, perseus = (
            alpha_vectors(planned(problem, solver=solver, n_beliefs=PLENTY, seed=seed), 1)
            for solver in SOLVERS
        )
        stop = oracle.stopping_cost(problem.misclassification, belief)
        by_full, by_perseus = stage_value(problem, full, belief), stage_value(problem, perseus, belief)
        assert np.array_equal(by_full < stop - 1e-6, by_perseus < stop - 1e-6)
        n_vectors = [n_vectors[0] + len(full), n_vectors[1] + len(perseus)]
        excess = max(excess, float((by_perseus - by_full).max()))
    assert n_vectors[1] < n_vectors[0]
    assert excess > 1e-4


# ---- Heuristics: what they cost over the optimum -------------------------------------------------


@pytest.mark.parametrize(("treatment", "limit"), [("exact", 1e-4), ("parent", 0.05), ("marginal", 0.4)])
def test_excess_over_the_optimum(treatment: str, limit: float, capsys: pytest.CaptureFixture[str]) -> None:
    """The mean relative excess over 60 random trees where looking pays; that of heuristics is printed."""
    excess = []
    rng = np.random.default_rng(2021)
    while len(excess) < 60:
        problem = random_problem(rng, 5, 3, 2 + len(excess) % 2, "tree", shared=False, concentration=0.5)
        optimum = best(problem)
        stop = float(oracle.stopping_cost(problem.misclassification, oracle.class_prior(problem.network)))
        if optimum > 0.95 * stop or optimum < 0.01:
            continue
        model = planned(problem, treatment=treatment, n_beliefs=PLENTY)
        excess.append(executed(problem, model).total / optimum - 1.0)
    mean, worst = float(np.mean(excess)), float(np.max(excess))
    with capsys.disabled():
        print(f"\n{treatment}: {100 * mean:.2f} % over the optimum on average, {100 * worst:.2f} % at worst")
    assert min(excess) >= -1e-4
    assert mean <= limit


# ---- Shape of value functions --------------------------------------------------------------------


@settings(max_examples=40)
@given(problem=problems(), seed=st.integers(0, 100))
def test_true_value_functions_are_concave(problem: Problem, seed: int) -> None:
    """Lemmas 1 and 2, Theorem 2 of the paper, for the truth and for the planned sets alike."""
    rng = np.random.default_rng(seed)
    n_classes = len(problem.network.classes)
    a, b = beliefs(rng, n_classes), beliefs(rng, n_classes)[::-1]
    weight = rng.random((len(a), 1))
    between = weight * a + (1 - weight) * b
    model = planned(problem, treatment="exact")
    for k, live, vectors in live_assignments(problem, model):

        def truth(x: Array, k: int = k, live: dict[int, int] = live) -> Array:
            return oracle.optimal_value(problem.network, problem.costs, problem.misclassification, k, x, live)

        for value in (truth, lambda x, v=vectors: stage_value(problem, v, x)):
            chord = weight[:, 0] * value(a) + (1 - weight[:, 0]) * value(b)
            assert (value(between) >= chord - 1e-9).all()


@settings(max_examples=25)
@given(problem=problems(), seed=st.integers(0, 100))
def test_the_session_takes_the_minimum_over_the_vectors(problem: Problem, seed: int) -> None:
    """The engine's decision at stage k is that of the smallest vector, at any belief it can be brought to."""
    rng = np.random.default_rng(seed)
    model = planned(problem, treatment="exact")
    sets = model_reader.stages(model.to_bytes())
    answers: dict[int, int] = {}
    for k, stage in enumerate(sets):
        vectors = stage.sets[tuple(answers[f] for f in stage.index)]
        for prior in rng.dirichlet(np.ones(len(problem.network.classes)), size=5):
            session = answered(model, answers, prior=prior)
            belief = session.posterior.astype(np.float64)[None, :]
            stop = float(oracle.stopping_cost(problem.misclassification, belief)[0])
            go_on = float((belief @ vectors.T).min()) if len(vectors) else np.inf
            if abs(go_on - stop) > 1e-6:
                assert (session.next() == k) is (go_on < stop)
        answers[k] = int(rng.integers(problem.network.features[k].table.shape[1]))


@settings(max_examples=30)
@given(problem=problems())
def test_every_vector_wins_somewhere(problem: Problem) -> None:
    """Vectors that win nowhere are dropped: each kept one is the smallest at some reachable belief.

    Fallback sets are left out: their beliefs are those with values missing.
    """
    n_values = [feature.table.shape[1] for feature in problem.network.features]
    sets = model_reader.stages(planned(problem, treatment="exact", n_beliefs=PLENTY).to_bytes())
    for k, stage in enumerate(sets):
        reached = np.array(
            [
                oracle.posterior(problem.network, dict(enumerate(sequence)))
                for sequence in itertools.product(*(range(n) for n in n_values[:k]))
            ]
        )
        for vectors in stage.sets.values():
            values = reached @ vectors.T
            stop = oracle.stopping_cost(problem.misclassification, reached)[:, None]
            smallest = np.minimum(values.min(axis=1, initial=np.inf)[:, None], stop)
            assert (values <= smallest + 1e-6).any(axis=0).all()


# ---- Missing live values -------------------------------------------------------------------------


@settings(max_examples=40)
@given(problem=problems(min_features=2), data=st.data(), treatment=st.sampled_from(TREATMENTS))
def test_missing_live_values_fall_back(problem: Problem, data: st.DataObject, treatment: str) -> None:
    """Whatever is missing, the session ends, asks open features only, and shows the exact posterior."""
    model = planned(problem, treatment=treatment)
    session = Session(model)
    answers: dict[int, int] = {}
    asked = set()
    while (feature := session.next()) is not None:
        assert feature not in asked
        asked.add(feature)
        value = data.draw(st.integers(-1, problem.network.features[feature].table.shape[1] - 1))
        if value < 0:
            session.missing(feature)
        else:
            session.answer_bin(feature, value)
            answers[feature] = value
    np.testing.assert_allclose(session.posterior, oracle.posterior(problem.network, answers), atol=1e-6)
    assert session.cost == pytest.approx(oracle.total_cost(problem.costs, list(answers)), abs=1e-5)


def test_a_fallback_goes_on_from_what_is_known() -> None:
    """A chain whose root is missing: nearly the optimum of the chain with the root summed out.

    Nearly, because later sets are backed up at beliefs with all values known.
    """
    rng = np.random.default_rng(11)
    worse = []
    for _ in range(40):
        network = random_network(rng, 3, [3, 3, 3], 2, "chain", concentration=0.4)
        problem = Problem(network, plain_costs([0.0, 0.03, 0.03]), (1 - np.eye(2)).astype(np.float32))
        model = planned(problem, treatment="exact", n_beliefs=PLENTY)
        tail = Problem(without_root(network), plain_costs([0.03, 0.03]), problem.misclassification)

        def policy(answers: dict[int, int], model: Model = model) -> int | None:
            session = Session(model)
            session.missing(0)
            for k, v in answers.items():
                session.answer_bin(k + 1, v)
            feature = session.next()
            return None if feature is None else feature - 1

        achieved = oracle.policy_cost(tail.network, tail.costs, tail.misclassification, policy).total
        worse.append(achieved - best(tail))
    assert min(worse) >= -1e-6
    assert np.mean(worse) <= 0.002
    assert max(worse) <= 0.02


def without_root(network: Network) -> Network:
    """Return a chain with its first feature summed out."""
    root, second, *others = network.features
    table = np.einsum("vl,vwl->wl", root.table[0].astype(np.float64), second.table.astype(np.float64))
    features = [replace(second, parent=-1, table=table[None].astype(np.float32))]
    features += [replace(feature, parent=feature.parent - 1) for feature in others]
    return replace(network, features=tuple(features))


# ---- Options and determinism ---------------------------------------------------------------------


@pytest.mark.parametrize("treatment", TREATMENTS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_the_same_seed_gives_the_same_bytes(treatment: str, solver: str) -> None:
    problem = random_problem(np.random.default_rng(8), 9, 3, 2, shared=True)
    model = bare(problem)
    first = plan(model, treatment=treatment, solver=solver, n_beliefs=50, seed=5)
    assert plan(model, treatment=treatment, solver=solver, n_beliefs=50, seed=5) == first
    assert isinstance(first, bytes)


def test_a_finer_plan_is_given_up_only_where_it_is_not_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With beliefs so few that a finer plan often is: the bytes are those of planning it in any case."""
    monkeypatch.setattr("ifc2f.planning.plan.FEWEST_BELIEFS", 3)
    monkeypatch.setattr("ifc2f.planning.plan.BELIEFS_OF_TWO_CLASSES", 3)
    models = [bare(random_problem(np.random.default_rng(seed), 6, 4)) for seed in range(40)]
    n_beliefs: list[int] = []

    def counted(model: Model, options: Any) -> bytes:
        n_beliefs.append(options.n_beliefs)
        return _run(model, options)

    monkeypatch.setattr("ifc2f.planning.plan._run", counted)
    found = [plan(model) for model in models]
    n_finer = sum(n > 3 for n in n_beliefs)
    monkeypatch.setattr("ifc2f.planning.plan._least_promise", lambda model, section: 0.0)
    assert found == [plan(model) for model in models]
    n_kept = sum(section != plan(model, n_beliefs=3) for model, section in zip(models, found, strict=True))
    assert 3 <= n_kept <= n_finer <= len(models) - 3


def test_another_seed_gives_other_beliefs() -> None:
    problem = random_problem(np.random.default_rng(8), 9, 3, 2, shared=False, scale=0.01)
    assert plan(bare(problem), n_beliefs=20, seed=1) != plan(bare(problem), n_beliefs=20, seed=2)


@given(problem=problems(min_features=2), n_stages=st.integers(0, 5))
@settings(max_examples=25)
def test_fewer_stages_ask_fewer_features(problem: Problem, n_stages: int) -> None:
    n_stages = min(n_stages, len(problem.network.features))
    model = planned(problem, treatment="exact", n_stages=n_stages, n_beliefs=PLENTY)
    achieved = executed(problem, model).total
    expected = oracle.optimum(problem.network, problem.costs, problem.misclassification, n_stages)
    assert achieved == pytest.approx(expected, abs=1e-5)


def test_auto_is_exact_on_small_models() -> None:
    problem = random_problem(np.random.default_rng(9), 5)
    assert plan(bare(problem)) == plan(bare(problem), treatment="exact")


def test_auto_looks_no_further_than_live_values_allow() -> None:
    """Twelve three-valued features stay live: 3^11 assignments are refused; auto stops where 3^5 are."""
    rng = np.random.default_rng(10)
    network = random_network(rng, 24, [3] * 24, 2, "naive")
    features = list(network.features)
    for k in range(12, 24):
        table = np.stack([features[k].table[0]] * 3)
        features[k] = replace(features[k], parent=k - 12, table=table)
    problem = Problem(
        replace(network, features=tuple(features)),
        plain_costs([0.01] * 24),
        (1 - np.eye(2)).astype(np.float32),
    )
    with pytest.raises(ValueError, match="4096"):
        plan(bare(problem), treatment="exact")
    assert plan(bare(problem), n_beliefs=20) == plan(
        bare(problem), treatment="exact", n_beliefs=20, n_stages=17
    )


@pytest.mark.parametrize(
    "options",
    [
        {"treatment": "best"},
        {"solver": "magic"},
        {"n_beliefs": 0},
        {"n_beliefs": 65536},
        {"n_stages": 6},
        {"n_stages": -1},
    ],
)
def test_options_out_of_range_are_refused_by_name(options: dict[str, object]) -> None:
    model = bare(random_problem(np.random.default_rng(9), 5))
    with pytest.raises(ValueError, match=next(iter(options))):
        plan(model, **options)  # type: ignore[arg-type]


def test_training_says_where_bins_end_a_plan_early(capfd: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 3000)
    shared = rng.normal(size=3000)
    X = 0.7 * y[:, None] + shared[:, None] + rng.normal(size=(3000, 8))
    told = {}
    for n_bins in (3, 32):
        of_bins = {"n_bins": n_bins, "binning": "quantile", "n_beliefs": 50}
        classifier = IFC2FClassifier(0.001, policy="ordered", verbose=1, **of_bins)
        n = classifier.fit(X, y).model_.n_stages
        told[n_bins] = n, f"the plan covers {n} of 8 features" in capfd.readouterr().err
    assert told[3] == (8, False)
    assert 0 < told[32][0] < 8
    assert told[32][1]
