"""Networks with a factor: learned from counts, followed by a policy, written, read and drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import oracle
import pytest
from hypothesis import given
from numpy.typing import NDArray
from strategies import WITH_FACTOR, Problem, problems, random_problem

from ifc2f import IFC2FClassifier, Model, Session, certificate, distil, expected_cost, plan_network
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.exchange.bif import read_bif, write_bif
from ifc2f.files.format import adaptive_section
from ifc2f.learning.factor import factor_network
from ifc2f.learning.smoothing import smoothed_along_axis
from ifc2f.learning.train import keep_relevant
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import ModelError
from ifc2f.network import Network
from ifc2f.planning.instances import draw_instances
from ifc2f.policies.candidates import Adaptive
from ifc2f.settings import Settings

SETTINGS = Settings(binning="quantile")


def causes(n: int, seed: int = 0, n_numbers: int = 8) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return numbers that follow two causes, which do not depend on the class, and a shift that does."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    weights = np.random.default_rng(1).normal(size=(2, n_numbers))
    X = rng.normal(size=(n, 2)) @ weights + 0.4 * rng.normal(size=(n, n_numbers))
    X[:, ::2] += 0.5 * y[:, np.newaxis]
    return X.astype(np.float32), y.astype(np.int32)


def data_of(X: NDArray[np.float32], y: NDArray[np.int32]) -> TrainingData:
    return TrainingData(X, y, [f"f{k}" for k in range(X.shape[1])], (0, 1))


def learned(X: NDArray[np.float32], y: NDArray[np.int32]) -> Network:
    data = data_of(X, y)
    costs = AcquisitionCosts.from_spec(0.01, list(data.names))
    return factor_network(data, keep_relevant(data, costs, SETTINGS, 1, lambda stage: None), SETTINGS)


def model_of(network: Network, policies: dict[str, bytes] | None = None) -> Model:
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in network.features])
    return Model.build(network, costs, misclassification(None, network.classes), policies=policies)


def adaptive(problem: Problem) -> Model:
    parts = problem.network, problem.costs, problem.misclassification
    return Model.build(*parts, policies={"ADPT": adaptive_section()})


# ---- Learning ------------------------------------------------------------------------------------


def test_numbers_depend_on_each_other_as_they_were_made_to() -> None:
    X, y = causes(4000)
    network = learned(X, y)
    assert network.factor is not None
    bins = draw_instances(model_of(network), 20_000, 0, n_followed=0)
    columns = [feature.column for feature in network.features]
    ranks = X[:, columns].argsort(axis=0).argsort(axis=0)
    made = np.corrcoef(ranks.T)
    found = np.corrcoef(bins.astype(float).T)
    assert np.abs(made).max(where=~np.eye(len(made), dtype=bool), initial=0) > 0.8
    np.testing.assert_allclose(found, made, atol=0.1)


def test_a_number_keeps_its_own_table_on_average() -> None:
    X, y = causes(500)
    data = data_of(X, y)
    costs = AcquisitionCosts.from_spec(0.01, list(data.names))
    kept = keep_relevant(data, costs, SETTINGS, 1, lambda stage: None)
    network = factor_network(data, kept, SETTINGS)
    for k, marginal in enumerate(network.marginals()):
        alone = smoothed_along_axis(kept.evidence.family, [k], range(len(kept.columns)))
        np.testing.assert_allclose(marginal / marginal.sum(axis=0), alone, atol=2e-3)


def test_it_tells_more_than_a_tree_where_numbers_follow_common_causes() -> None:
    X, y = causes(3000)
    test, label = causes(3000, seed=5)
    told = {}
    for name, network in {
        "factor": learned(X, y),
        "tree": IFC2FClassifier(policy="ordered", binning="quantile").fit(X, y).model_.network,
    }.items():
        rows = np.arange(len(network.features))
        found = model_of(network, {"ADPT": adaptive_section()}).classify(test, known=rows)
        told[name] = -np.log(found.posterior[np.arange(len(label)), label]).mean()
    assert told["factor"] < 0.95 * told["tree"]


def test_with_two_numbers_there_is_no_factor() -> None:
    X, y = causes(300)
    network = learned(X[:, :2], y)
    assert network.factor is None
    assert {feature.parent for feature in network.features} == {-1}


def test_a_weight_of_rows_is_so_many_rows_and_their_order_plays_no_part() -> None:
    X, y = causes(200)
    order = np.random.default_rng(0).permutation(400)
    twice = learned(np.repeat(X, 2, axis=0)[order], np.repeat(y, 2)[order])
    again = learned(np.concatenate([X, X]), np.concatenate([y, y]))
    for one, other in zip(twice.features, again.features, strict=True):
        np.testing.assert_array_equal(one.table, other.table)


def test_chunks_learn_it_from_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    only = [Adaptive(0.5, "factor")]
    monkeypatch.setattr("ifc2f.policies.choose.candidates_of", lambda *_: only)
    monkeypatch.setattr("ifc2f.policies.from_chunks.candidates_of", lambda *_: only)
    X, y = causes(4000)

    def chunks() -> Iterator[tuple[NDArray[np.float32], NDArray[np.int32]]]:
        for first in range(0, len(y), 700):
            yield X[first : first + 700], y[first : first + 700]

    settings = {"policy": "adaptive", "feature_cost": 0.01}
    whole = IFC2FClassifier(**settings).fit(X, y)
    assert whole.model_.network.factor is not None
    by_chunks = IFC2FClassifier(**settings).fit_chunks(chunks)
    assert by_chunks.model_.to_bytes() == whole.model_.to_bytes()
    of_sample = IFC2FClassifier(**settings, graph_rows=1500).fit_chunks(chunks)
    network = of_sample.model_.network
    assert network.factor is not None
    cost = {
        name: np.mean((found.label != label) + found.cost)
        for test, label in [causes(3000, seed=9)]
        for name, found in {
            "whole": whole.model_.classify(test),
            "sample": of_sample.model_.classify(test),
        }.items()
    }
    assert cost["sample"] < 1.1 * cost["whole"]


def test_merged_categories_keep_their_own_tables_on_average() -> None:
    X, y = causes(2000)
    alike = np.random.default_rng(3).integers(1, 3, len(y))  # categories that are merged
    third = np.where(X[:, 6] < 0.25, 0, alike).astype(np.float32)
    data = replace(data_of(np.column_stack([X[:, :6], third]), y), categorical=(6,))
    costs = AcquisitionCosts.from_spec(0.01, list(data.names))
    settings = replace(SETTINGS, merge_categories=True)
    kept = keep_relevant(data, costs, settings, 1, lambda stage: None)
    network = factor_network(data, kept, settings)
    model = model_of(network, {"ADPT": adaptive_section()})
    at = list(model.columns).index(6)
    assert network.features[at].n_values == 3
    assert network.features[at].parent == len(network.features)
    shares = [(third == v).mean() for v in range(3)]
    np.testing.assert_allclose(network.marginals()[at].sum(axis=1), shares, atol=0.01)


# ---- Following and writing -----------------------------------------------------------------------


@given(problem=problems(min_features=2, shapes=("factor",)))
def test_what_is_written_is_read_back(problem: Problem) -> None:
    model = adaptive(problem)
    found, given_network = Model(model.to_bytes()).network, problem.network
    np.testing.assert_array_equal(found.factor, given_network.factor)
    for one, other in zip(found.features, given_network.features, strict=True):
        assert one.parent == other.parent
        np.testing.assert_array_equal(one.table, other.table)
    assert model.changed(meta=model.meta).to_bytes() == model.to_bytes()


@given(problem=problems(shapes=("factor",)))
def test_bif_keeps_it(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("bif") / "network.bif"
    write_bif(problem.network, path)
    found = read_bif(path)
    np.testing.assert_allclose(oracle.joint(found), oracle.joint(problem.network), atol=1e-6)
    assert found.factor is not None


@given(problem=problems(max_features=4, shapes=WITH_FACTOR))
def test_the_expected_cost_is_that_of_all_instances(problem: Problem) -> None:
    model = adaptive(problem)

    def next_of(answers: dict[int, int]) -> int | None:
        session = Session(model)
        for k, value in answers.items():
            session.answer_bin(k, value)
        return session.next()

    true = oracle.policy_cost(problem.network, problem.costs, problem.misclassification, next_of)
    assert expected_cost(model).total == pytest.approx(true.total, abs=1e-5)


def test_simulation_follows_the_factor() -> None:
    problem = random_problem(np.random.default_rng(3), 6, 3, 2, "factor", shared=False, scale=0.02)
    model = adaptive(problem)
    exact, drawn = expected_cost(model), expected_cost(model, max_sequences=1)
    assert drawn.standard_error > 0
    assert exact.total == pytest.approx(drawn.total, abs=4 * drawn.standard_error + 1e-6)


def test_a_certificate_bounds_its_policy_and_a_graph_is_distilled_from_it() -> None:
    problem = random_problem(np.random.default_rng(3), 5, 3, 2, "factor", shared=False, scale=0.02)
    model = adaptive(problem)
    found = certificate(model)
    assert found.lower_of_all <= expected_cost(model).total <= found.upper * (1 + 1e-5)
    graph = distil(model, gap=0.5)
    assert graph.model.policy == "graph"
    assert graph.model.network.factor is not None
    assert graph.gap.share >= -1e-3


@pytest.mark.filterwarnings("ignore:.*cost")  # of random prices
@given(problem=problems(max_features=4, shapes=("factor",)))
def test_an_adaptive_policy_is_planned_on_it(problem: Problem) -> None:
    model = plan_network(
        problem.network,
        problem.costs,
        misclassification_cost=problem.misclassification,
        policy="adaptive",
        meta={"features": {"f0": {"question": "What is f0?"}}},
    )
    assert model.policy == "adaptive"
    assert model.feature_names == tuple(feature.name for feature in problem.network.features)
    assert model.meta["features"][0]["question"] == "What is f0?"
    nothing = float((problem.network.prior @ problem.misclassification).min())
    assert expected_cost(model).total <= nothing * (1 + 1e-5)


def test_no_order_is_planned_with_it() -> None:
    problem = random_problem(np.random.default_rng(3), 3, 3, 2, "factor", shared=False)
    with pytest.raises(ValueError, match="has a factor"):
        plan_network(problem.network)
    tree = random_problem(np.random.default_rng(3), 3, 3, 2, "tree", shared=False)
    ordered = plan_network(tree.network).policies
    with pytest.raises(ModelError):
        Model.build(problem.network, problem.costs, problem.misclassification, policies=ordered)
