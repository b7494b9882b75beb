"""The certificate: lower <= optimum <= upper wherever the optimum can be enumerated, and a small gap."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import lib
from models import bare, planned
from numpy.typing import NDArray
from strategies import Problem, problems, random_problem

from benchmarks.promises import random_model
from ifc2f import AcquisitionCosts, IFC2FClassifier, certificate, expected_cost
from ifc2f.alpha_vectors import alpha_vectors
from ifc2f.bounds import _Grid, _Lines, _Order
from ifc2f.cli import main
from ifc2f.drawing import draw_bins, random_bits
from ifc2f.format import adaptive_section


def optimum_of_all_policies(problem: Problem) -> float:
    """Return the smallest expected cost of any policy that may look in any order, by trying all."""
    joint = oracle.joint(problem.network)
    q = problem.misclassification.astype(np.float64)
    n_features = len(problem.network.features)

    def value(answers: dict[int, int]) -> float:
        index = tuple(answers.get(k, slice(None)) for k in range(n_features))
        weights = joint[(slice(None), *index)].reshape(len(q), -1).sum(axis=1)
        best = float((weights @ q).min())
        for k in set(range(n_features)) - set(answers):
            price = oracle.purchase_cost(problem.costs, list(answers), k) * weights.sum()
            values = range(problem.network.features[k].n_values)
            best = min(best, price + sum(value({**answers, k: v}) for v in values))
        return best

    return value({})


@settings(deadline=None)
@given(problem=problems(max_features=5), treatment=st.sampled_from(["exact", "parent", "marginal"]))
def test_the_optimum_of_an_order_lies_between_the_bounds(problem: Problem, treatment: str) -> None:
    model = planned(problem, treatment=treatment)
    found = certificate(model)
    best = oracle.optimum(problem.network, problem.costs, problem.misclassification)
    assert found.of_order
    assert found.method == "value function"
    assert found.lower <= best <= found.upper
    assert found.lower == pytest.approx(best, rel=1e-4, abs=1e-9)


@settings(deadline=None, max_examples=30)
@given(problem=problems(max_features=3), kind=st.sampled_from(["ADPT", "ORDR"]))
def test_information_relaxation_bounds_every_policy(problem: Problem, kind: str) -> None:
    model = bare(problem).with_policies({"ADPT": adaptive_section(1.0)})
    found = certificate(model)
    assert found.method == "information relaxation"
    assert not found.of_order
    assert found.lower <= optimum_of_all_policies(problem) <= found.upper
    assert found.standard_error == 0


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**32 - 1), n_classes=st.integers(3, 5), m=st.integers(1, 6))
def test_the_grid_reproduces_beliefs_and_bounds_concave_functions_from_below(
    seed: int, n_classes: int, m: int
) -> None:
    rng = np.random.default_rng(seed)
    grid = _Grid(n_classes, m)
    beliefs = rng.dirichlet(np.full(n_classes, 0.4), 50) * rng.random((50, 1))
    corners, weights = grid.corners(beliefs)
    assert (weights >= -1e-12).all()
    np.testing.assert_allclose(np.einsum("nic,ni->nc", grid.points[corners], weights), beliefs, atol=1e-12)
    planes = rng.random((n_classes, 7))
    values = np.broadcast_to((grid.points @ planes).min(axis=1), (50, len(grid.points)))
    assert (grid.at(beliefs, values) <= (beliefs @ planes).min(axis=1) + 1e-12).all()


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1))
def test_interpolation_stays_below_the_optimum(seed: int) -> None:
    """Unfolding fewer stages than there are, so that the grid decides."""
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, 4, 3, int(rng.integers(3, 5)), shape="tree")
    order = _Order(planned(problem, treatment="exact"))
    depth = int(rng.integers(0, 4))
    order.__dict__["unfolded"] = _shortened(order, depth)
    best = oracle.optimum(problem.network, problem.costs, problem.misclassification)
    coarse, method = order.lower_bound(50)
    fine, _ = order.lower_bound(2000)
    assert method == "interpolation"
    assert coarse <= best * (1 + 1e-6)
    assert fine <= best * (1 + 1e-6)
    assert fine >= 0.95 * best


def _shortened(order: _Order, depth: int) -> tuple[NDArray[np.float64], list[NDArray[np.intp]]]:
    beliefs, answers = order.unfolded
    for k in reversed(range(depth, len(answers))):
        beliefs = beliefs.reshape(-1, order.sizes[k], beliefs.shape[1]).sum(axis=1)
        answers = [a[:: order.sizes[k]] for a in answers[:k]]
    return beliefs, answers


def test_thinning_a_concave_function_only_lowers_it() -> None:
    p = np.linspace(0, 1, 20_001)
    full = _Lines(p, p * (1 - p))
    thin = full.thinned()
    assert 100 < len(thin.p) <= 4096
    assert (thin.at(p) <= full.y + 1e-15).all()
    assert np.abs(thin.at(p) - full.y).max() < 1e-6


@pytest.mark.parametrize(("n_classes", "most"), [(2, 0.01), (3, 0.05)])
@pytest.mark.parametrize("shape", ["tree", "naive"])
def test_the_gap_of_exact_plans_is_small(n_classes: int, most: float, shape: str) -> None:
    rng = np.random.default_rng(5)
    problem = random_problem(rng, 12, 3, n_classes, shape=shape, scale=0.02, shared=False)
    found = certificate(planned(problem, treatment="exact"))
    assert found.lower <= found.upper
    assert found.gap <= most


def test_the_bounds_of_an_estimator_and_a_graph() -> None:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(200, 3))
    y = X[:, 0] + 0.5 * X[:, 1] > 0
    clf = IFC2FClassifier(0.02).fit(X, y)
    assert clf.certificate_.of_order
    assert clf.certificate_.lower <= clf.expected_cost_.total <= clf.certificate_.upper
    graph = certificate(IFC2FClassifier(0.02, policy="graph").fit(X, y).model_)
    assert graph.method == "information relaxation"
    assert 0 < graph.lower < graph.upper < 0.5


@pytest.mark.parametrize("policy", ["ordered", "adaptive", "graph"])
def test_where_nothing_tells_anything_the_cost_is_that_of_deciding(policy: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that no feature tells anything
        clf = IFC2FClassifier(policy=policy).fit(np.zeros((40, 2)), np.arange(40) % 4 == 0)
    assert clf.certificate_.lower <= 0.25 <= clf.certificate_.upper
    assert clf.certificate_.gap < 1e-4


def test_a_model_that_asks_nothing_and_one_without_a_policy() -> None:
    problem = random_problem(np.random.default_rng(0), 2)
    nothing = certificate(planned(problem, n_stages=0))
    assert nothing.gap < 1e-4
    with pytest.raises(ValueError, match="no policy"):
        certificate(bare(problem))


def test_a_plan_made_for_other_costs_is_not_taken_at_its_word() -> None:
    """What such a policy costs is measured; with its old promise the upper bound fell below the lower one."""
    model = random_model(2, 2, "tree", 5.0)  # planned for 0.02 a look
    names = model.feature_names
    for part in (
        {"costs": AcquisitionCosts.from_spec(0.03, names)},
        {"budget": 0.25},
    ):
        changed = model.changed(**part)
        found = certificate(changed)
        actual = expected_cost(changed, n_instances=200_000, seed=1)
        assert actual.standard_error > 0  # so many sequences that the cost is simulated
        assert found.upper >= actual.total - 3 * actual.standard_error
        assert found.lower <= found.upper


@pytest.mark.parametrize("n_features", [3, 20])
def test_with_one_class_there_is_nothing_to_pay_for(n_features: int) -> None:
    model = planned(random_problem(np.random.default_rng(3), n_features, 4, 1))
    found = certificate(model)
    assert (found.lower, found.upper, found.gap) == (0.0, 0.0, 0.0)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**31), st.integers(0, 2**31))
def test_random_numbers_are_those_of_the_core(seed: int, stream: int, index: int) -> None:
    at = np.array([index], dtype=np.uint32)
    assert int(random_bits(seed, stream, at)[0]) == lib.ifc2f_random(seed, stream, index)


def test_drawn_instances_follow_the_network() -> None:
    problem = random_problem(np.random.default_rng(3), 3, 3, 2, shape="chain")
    bins = draw_bins(problem.network, 40_000, 1)
    joint = oracle.joint(problem.network).sum(axis=0)
    shares = np.zeros(joint.shape)
    np.add.at(shares, tuple(bins.T), 1 / len(bins))
    np.testing.assert_allclose(shares, joint, atol=0.01)


def test_the_command_shows_the_certificate_and_the_size_of_the_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = planned(random_problem(np.random.default_rng(3), 4, scale=0.02, shared=False), treatment="exact")
    path = str(tmp_path / "m.ifc2f")
    model.save(path)
    assert main(["inspect", path]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "of the optimum" in shown
    n_vectors = len(alpha_vectors(model, 0)) if model.n_stages else 0
    assert main(["inspect", path, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["policy"]["alpha_vectors"] >= max(n_vectors, 1)
    assert document["policy"]["alpha_sets"] >= model.n_stages
    assert document["certificate"]["lower"] <= document["certificate"]["upper"]
