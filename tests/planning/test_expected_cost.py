"""The expected cost of a policy, enumerated and simulated, against the oracle's walk through all answers."""

from __future__ import annotations

import math

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import ffi, lib
from models import answered, bare, planned
from strategies import Problem, problems, random_problem

from ifc2f.classifier import IFC2FClassifier
from ifc2f.files.format import adaptive_section
from ifc2f.model import Model
from ifc2f.planning.plan import Expectation, enumerated_cost, expected_cost, plan
from ifc2f.session import Session


def with_budget(problem: Problem, budget: float, **options: object) -> Model:
    """Return the planned model of a problem whose sessions spend at most `budget`."""
    policies = {"ORDR": plan(bare(problem), **options)}
    return Model.build(
        problem.network, problem.costs, problem.misclassification, budget=budget, policies=policies
    )


def simulated(model: Model, n_instances: int, seed: int) -> Expectation:
    """Return the expected cost by simulation, whether or not enumeration would do."""
    n_bytes = lib.ifc2f_simulate_bytes(model.c_model, n_instances)
    memory = ffi.new("uint32_t[]", n_bytes // 4 + 1)
    out = ffi.new("ifc2f_expectation *")
    status = lib.ifc2f_simulate(model.c_model, model.budget, n_instances, seed, memory, n_bytes, out)
    assert status == lib.IFC2F_OK
    return Expectation(
        out.total, out.acquisition, out.misclassification, out.n_acquired, out.standard_error, out.n_sequences
    )


def walked(problem: Problem, model: Model) -> oracle.Expectation:
    """Return the cost of a model's policy by the oracle's own enumeration."""

    def policy(answers: dict[int, int]) -> int | None:
        return answered(model, answers).next()

    return oracle.policy_cost(problem.network, problem.costs, problem.misclassification, policy)


@settings(max_examples=60)
@given(
    problem=problems(),
    treatment=st.sampled_from(["exact", "parent", "marginal"]),
    share=st.sampled_from([math.inf, 1.0, 0.5, 0.2, 0.0]),
)
def test_enumerated_cost_equals_the_oracle(problem: Problem, treatment: str, share: float) -> None:
    budget = share * oracle.total_cost(problem.costs, range(len(problem.network.features)))
    model = with_budget(problem, budget if share < math.inf else math.inf, treatment=treatment)
    expected = walked(problem, model)
    found = expected_cost(model)
    assert found.total == pytest.approx(expected.total, abs=1e-5)
    assert found.acquisition == pytest.approx(expected.acquisition, abs=1e-5)
    assert found.misclassification == pytest.approx(expected.misclassification, abs=1e-5)
    assert found.n_features == pytest.approx(expected.n_acquired, abs=1e-5)
    assert found.standard_error == 0.0
    assert found.total == pytest.approx(found.acquisition + found.misclassification, abs=1e-12)


@settings(max_examples=20)
@given(problem=problems(max_features=6), seed=st.integers(0, 2**32 - 1))
def test_simulated_cost_agrees_with_enumerated(problem: Problem, seed: int) -> None:
    """The difference is within five standard errors, or rounding where every instance costs the same."""
    model = planned(problem)
    exact = expected_cost(model)
    estimate = simulated(model, 20_000, seed)
    assert estimate.n_sequences == 20_000
    assert abs(estimate.total - exact.total) <= 5 * estimate.standard_error + 1e-5


def test_standard_errors_are_right() -> None:
    """Over 100 seeds the standardised differences have mean 0 and deviation 1."""
    model = planned(random_problem(np.random.default_rng(4), 6, 3, 3, scale=0.02))
    exact = expected_cost(model).total
    scores = []
    for seed in range(100):
        estimate = simulated(model, 500, seed)
        scores.append((estimate.total - exact) / estimate.standard_error)
    assert abs(np.mean(scores)) < 0.35
    assert 0.8 < np.std(scores) < 1.25
    assert max(map(abs, scores)) < 4.5


def test_simulation_is_seeded() -> None:
    model = planned(random_problem(np.random.default_rng(4), 6, 3, 3, scale=0.02))
    runs = [simulated(model, 100, seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_a_larger_model_is_simulated_and_agrees_with_drawn_instances() -> None:
    """Sixteen features: instances drawn here by NumPy and classified cost what the simulation says."""
    rng = np.random.default_rng(12)
    problem = random_problem(rng, 16, 3, 3, scale=0.01)
    model = planned(problem, n_beliefs=30)
    estimate = expected_cost(model)
    assert estimate.standard_error > 0
    assert estimate.n_sequences == 100_000
    n = 20_000
    classes = rng.choice(3, size=n, p=oracle.class_prior(problem.network))
    values = np.zeros((n, 16), dtype=np.int64)
    for k, (feature, table) in enumerate(
        zip(problem.network.features, oracle.tables(problem.network), strict=True)
    ):
        u = values[:, feature.parent] if feature.parent >= 0 else np.zeros(n, dtype=np.int64)
        cumulative = np.cumsum(table[u, :, classes], axis=1)
        values[:, k] = (rng.random((n, 1)) * cumulative[:, -1:] > cumulative).sum(axis=1)
    result = model.classify(values.astype(np.float32))
    assigned = np.array([problem.network.classes.index(label) for label in result.label])
    total = result.cost + problem.misclassification[classes, assigned]
    error = math.hypot(total.std() / math.sqrt(n), estimate.standard_error)
    assert abs(total.mean() - estimate.total) < 4.5 * error
    counted = result.n_features.mean()
    assert abs(counted - estimate.n_features) < 4.5 * result.n_features.std() * math.sqrt(1 / n + 1e-5) + 1e-9


def test_planned_cost_of_the_exact_policy_is_what_the_session_says() -> None:
    """Before any look, one-step enumeration gives the cost of the whole policy."""
    for seed in range(10):
        problem = random_problem(np.random.default_rng(seed), 5, 3, 2)
        model = planned(problem, treatment="exact", n_beliefs=1000)
        session = Session(model)
        if session.next() is not None:
            assert session.cost_of_continuing(0) == pytest.approx(expected_cost(model).total, abs=1e-5)


def test_expected_cost_needs_a_policy() -> None:
    with pytest.raises(ValueError, match="policy"):
        expected_cost(bare(random_problem(np.random.default_rng(0), 3)))


def asks_little(policy: str) -> Model:
    """Return a model whose policy meets some of very many answer sequences."""
    if policy == "adaptive":
        problem = random_problem(np.random.default_rng(3), 8, n_classes=2, scale=0.05)
        return bare(problem).with_policies({"ADPT": adaptive_section()})
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 900)
    X = y[:, np.newaxis] + rng.normal(0, 1.5, (900, 4))
    return IFC2FClassifier(0.1, policy="graph").fit(X, y).model_


@pytest.mark.filterwarnings("ignore:on held-out rows, the policy costs")  # noise
@pytest.mark.parametrize("policy", ["adaptive", "graph"])
def test_no_more_than_few_sequences_are_tried_where_all_there_are_would_be_too_many(
    policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = asks_little(policy)
    everything = enumerated_cost(model, 100_000)
    assert everything is not None
    n = everything.n_sequences
    assert 5 < n < math.prod(feature.n_values for feature in model.network.features) / 10
    monkeypatch.setattr("ifc2f.planning.plan.MAX_SEQUENCES", n)
    monkeypatch.setattr("ifc2f.planning.plan.FEW_SEQUENCES", n - 1)
    assert enumerated_cost(model) is None
    assert expected_cost(model, n_instances=1000).n_sequences == 1000
    monkeypatch.setattr("ifc2f.planning.plan.FEW_SEQUENCES", n)
    assert enumerated_cost(model) == everything
