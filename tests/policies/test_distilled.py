"""Policy graphs distilled from adaptive policies: what they cost is what they say, and little more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from models import bare
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.model_selection import train_test_split
from strategies import plain_costs, random_network, random_problem

from ifc2f import IFC2FClassifier
from ifc2f.exchange.integer.compare import compare
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.readings import choose_scales
from ifc2f.exchange.plain_c import plain_c
from ifc2f.files.format import adaptive_section
from ifc2f.files.graph_nodes import graph_section
from ifc2f.model import Model
from ifc2f.planning.instances import cells, draw_instances, posteriors
from ifc2f.planning.plan import expected_cost
from ifc2f.policies.distilled import distil
from ifc2f.policies.expansion import Expansion
from ifc2f.policies.places import nodes_of
from ifc2f.session import Session

SEEDS = range(12)


def random_adaptive(seed: int, *, shared: bool = True, budget: float = np.inf) -> Model:
    """Return a model of a random network with an adaptive policy."""
    rng = np.random.default_rng(seed)
    n_classes, n_features = 2 + seed % 3, 2 + seed % 4
    problem = random_problem(rng, n_features, 4, n_classes=n_classes, shared=shared, scale=0.05)
    return bare(problem).changed(policies={"ADPT": adaptive_section(0.5)}, budget=budget)


def expanded(model: Model, least: float, missing: float = 0.02) -> tuple[Expansion, Model]:
    """Return the places of a model, and the model with their graph."""
    found = Expansion(model, least, missing)
    return found, model.with_policies({"GRAF": graph_section(nodes_of(found.root, model))})


@pytest.fixture(scope="module")
def trained() -> dict[str, tuple[Model, Any, Any]]:
    """Return models with adaptive policies, and rows that they were not trained on."""
    found = {}
    for name, load in (("breast cancer", load_breast_cancer), ("wine", load_wine)):
        X, y = load(return_X_y=True)
        rows = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
        classifier = IFC2FClassifier(policy="adaptive", max_features=8, n_bins=5).fit(rows[0], rows[2])
        found[name] = classifier.model_, rows[1], rows[3]
    return found


@pytest.mark.parametrize("least", [1e-2, 1e-4, 1e-6])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_graph_costs_is_known_exactly(seed: int, least: float) -> None:
    found, graph = expanded(random_adaptive(seed), least, missing=0.0)
    by_enumeration = expected_cost(graph, max_sequences=10**7).total
    assert found.cost == pytest.approx(by_enumeration, rel=1e-4)


def test_a_graph_whose_nodes_are_cheap_costs_no_more_than_the_policy() -> None:
    """But for what two cuts of an answer tell only together: 1 in 200 on average here, 1 in 40 at most."""
    models = [random_adaptive(seed) for seed in range(40)]
    costs = np.array([expected_cost(model, max_sequences=10**7).total for model in models])
    graphs = np.array([Expansion(model, 1e-7, 0.0).cost for model in models])
    assert graphs.mean() <= costs.mean() * 1.005
    assert (graphs <= costs * 1.025 + 1e-6).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_nodes_that_cost_more_make_smaller_graphs(seed: int) -> None:
    model = random_adaptive(seed)
    sizes = [len(expanded(model, least)[1].graph_nodes()) for least in (1e-1, 1e-3, 1e-6)]
    assert sizes[0] <= sizes[1] + 2
    assert sizes[1] <= sizes[2] + 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_graph_ends_even_if_nodes_cost_nothing(seed: int) -> None:
    model = random_adaptive(seed)
    found = Expansion(model, 1e-14, 0.02)
    most = 2 * np.prod([feature.n_values + 1 for feature in model.network.features])
    assert len(nodes_of(found.root, model)) <= most


def test_a_feature_of_one_value_and_an_impossible_answer_do_no_harm() -> None:
    rng = np.random.default_rng(0)
    network = random_network(rng, 3, [1, 3, 2], shape="naive")
    table = network.features[1].table.copy()
    table[:, 2] = 0.0
    table /= table.sum(axis=1, keepdims=True)
    features = (network.features[0], replace(network.features[1], table=table), network.features[2])
    network = replace(network, features=features)
    mistakes = (1 - np.eye(2)).astype(np.float32)
    model = Model.build(network, plain_costs([0.0, 0.001, 0.001]), mistakes)
    model = model.with_policies({"ADPT": adaptive_section(0.5)})
    found, graph = expanded(model, 1e-9)
    assert found.cost == pytest.approx(expected_cost(model).total, rel=1e-5)
    impossible = graph.classify(np.array([[0.0, 2.0, 0.0]]), columns=np.arange(3), unknown="missing")
    assert impossible.label[0] in model.classes


@pytest.mark.parametrize("seed", SEEDS)
def test_a_graph_goes_on_where_answers_are_missing(seed: int) -> None:
    model = random_adaptive(seed)
    _, graph = expanded(model, 1e-7, missing=1.0)
    rng = np.random.default_rng(seed)
    bins = draw_instances(model, 500, seed, n_followed=model.n_features)
    rows = cells(model, bins)
    rows[rng.random(rows.shape) < 0.3] = np.nan
    beliefs, _, weights = posteriors(model, bins)
    mistakes = beliefs @ model.misclassification.astype(np.float64)
    costs = []
    for each in (model, graph):
        done = each.classify(rows, columns=np.arange(model.n_features))
        decided = [model.classes.index(label) for label in done.label.tolist()]
        costs.append((weights * (done.cost + mistakes[np.arange(500), decided])).mean())
    assert costs[1] <= costs[0] * 1.05 + 1e-3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_graph_keeps_to_the_budget(seed: int) -> None:
    model = random_adaptive(seed, budget=0.04)
    _, graph = expanded(model, 1e-6)
    rows = cells(model, draw_instances(model, 300, seed, n_followed=model.n_features))
    done = graph.classify(rows, columns=np.arange(model.n_features))
    assert done.cost.max() <= np.float32(0.04)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_posterior_is_that_of_the_node_from_start_to_end(seed: int) -> None:
    """Each answer is met once on every way, so the runtime never falls back on the network."""
    _, graph = expanded(random_adaptive(seed), 1e-4)
    nodes = graph.graph_nodes()
    session = Session(graph)
    for row in draw_instances(graph, 30, seed, n_followed=graph.n_features):
        session.restart()
        while (k := session.next()) is not None:
            session.answer_bin(k, int(row[k]))
        at = 0
        while (node := nodes[at]).feature >= 0:
            v = int(row[node.feature])
            is_low = v == node.cut if node.one_apart else v <= node.cut
            at = node.low if is_low else node.high
        if at:
            assert session.posterior == pytest.approx(nodes[at].posterior, abs=1e-6)


@pytest.mark.parametrize("name", ["breast cancer", "wine"])
def test_the_stated_gap_holds_on_other_drawn_instances(
    name: str, trained: dict[str, tuple[Model, Any, Any]]
) -> None:
    model = trained[name][0]
    found = distil(model, gap=0.3)
    assert found.is_reached
    bins = draw_instances(model, 10_000, 77, n_followed=model.n_features)
    beliefs, _, weights = posteriors(model, bins)
    mistakes = beliefs @ model.misclassification.astype(np.float64)
    costs = []
    for each in (model, found.model):
        done = each.classify(cells(model, bins), columns=np.arange(model.n_features))
        decided = [model.classes.index(label) for label in done.label.tolist()]
        costs.append(float((weights * (done.cost + mistakes[np.arange(len(bins)), decided])).mean()))
    assert costs[1] <= costs[0] * 1.3
    assert found.gap.cost == pytest.approx(costs[0] / weights.mean(), rel=0.05)


@pytest.mark.parametrize("name", ["breast cancer", "wine"])
def test_a_graph_decides_the_same_on_every_device(
    name: str, trained: dict[str, tuple[Model, Any, Any]]
) -> None:
    model, X, _ = trained[name]
    graph = distil(model, gap=0.4).model
    rows = X[:, model.columns].astype(np.float32)
    for bits in (8, 16):
        scales = choose_scales(graph, rows)
        found = compare(graph, to_integer(graph, bits, scales=scales), rows)
        assert (found.classes, found.features) == (0, 0)
    for form in ("table", "code"):
        assert plain_c(graph, "graph", choose_scales(graph, rows), form).n_steps > 3


def test_bounds_of_the_size_hold(trained: dict[str, tuple[Model, Any, Any]]) -> None:
    model = trained["wine"][0]
    stages = list[str]()
    found = distil(model, gap=0.01, max_nodes=40, progress=stages.append)
    assert found.n_nodes == len(found.model.graph_nodes()) <= 40
    assert not found.is_reached
    assert found.gap.at_most > 0.01
    assert f"{found.n_nodes} nodes" in stages[-1]
    small = distil(model, gap=0.01, fits=lambda graph: len(to_integer(graph).to_bytes()) <= 300)
    assert len(to_integer(small.model).to_bytes()) <= 300
    with pytest.raises(ValueError, match="small enough"):
        distil(model, fits=lambda graph: False)


def test_a_model_says_what_it_was_distilled_from(trained: dict[str, tuple[Model, Any, Any]]) -> None:
    model = trained["wine"][0]
    found = distil(model, gap=1.0, seed=3)
    told = found.model.meta["distilled"]
    assert told == {
        "cost": found.gap.cost,
        "more": found.gap.more,
        "standard_error": found.gap.standard_error,
        "n_instances": 10_000,
        "missing": 0.02,
        "sha256": model.sha256,
    }
    assert found.model.to_bytes() == distil(model, gap=1.0, seed=3).model.to_bytes()
    dearer = replace(model.costs, cost=2 * model.costs.cost, discount_cost=2 * model.costs.discount_cost)
    assert "distilled" not in found.model.changed(costs=dearer).meta


def test_what_cannot_be_distilled_is_refused() -> None:
    model = random_adaptive(0)
    with pytest.raises(ValueError, match="the model's policy is graph"):
        distil(expanded(model, 0.01)[1])
    for wrong in ({"gap": 0.0}, {"gap": np.nan}, {"missing": 1.5}, {"max_nodes": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            distil(model, **wrong)
