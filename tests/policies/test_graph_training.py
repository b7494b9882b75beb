"""Growing policy graphs, and choosing a policy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from grown_graphs import grown, parity, plain, training_data
from numpy.typing import NDArray

from ifc2f import IFC2FClassifier
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.files.graph_nodes import Node
from ifc2f.model import Model
from ifc2f.policies.choose import train_by_policy
from ifc2f.policies.graph import Ground, Growth, Material, grow
from ifc2f.session import Session


def test_a_graph_learns_what_no_tree_network_holds() -> None:
    X, y = parity()
    model = grown(X[:400], y[:400], plain(0.01, X.shape[1]), Growth(5.0, thrift=0.0))
    acquisition = model.classify(X[400:])
    assert np.mean(acquisition.label == y[400:]) > 0.85
    assert set(np.unique(acquisition.order)) <= {-1, 0, 1, 2, 3}


def bits(n_rows: int, n_bits: int = 8) -> NDArray[np.float32]:
    return np.random.default_rng(4).integers(0, 2, size=(n_rows, n_bits)).astype(np.float32)


def cost_of(model: Model, X: NDArray[np.float32], y: NDArray[np.int32]) -> float:
    acquisition = model.classify(X)
    return float(np.mean((acquisition.label != y) + acquisition.cost))


@pytest.mark.parametrize(
    ("holds", "optimum"),
    [
        (lambda b: b[:, :3].sum(axis=1) % 2, 0.03),
        (lambda b: b[:, :4].sum(axis=1) % 2, 0.04),
        (lambda b: (b[:, 0] * b[:, 1]) + (b[:, 2] * b[:, 3]) > 0, 0.01 * (2.625)),
    ],
    ids=["parity of three", "parity of four", "(a and b) or (c and d)"],
)
def test_roll_outs_find_questions_that_tell_nothing_by_themselves(holds: Any, optimum: float) -> None:
    X = bits(3000)
    y = np.asarray(holds(X)).astype(np.int32)
    model = grown(X[:1500], y[:1500], plain(0.01, 8), Growth())
    assert cost_of(model, X[1500:], y[1500:]) < optimum + 0.0005


def test_roll_outs_on_a_sample_of_many_rows_find_them_too() -> None:
    X = bits(42_000)
    y = (X[:, :4].sum(axis=1) % 2).astype(np.int32)
    model = grown(X[:40_000], y[:40_000], plain(0.01, 8), Growth())
    assert cost_of(model, X[40_000:], y[40_000:]) < 0.04 + 0.0005


@pytest.mark.parametrize("seed", range(5))
def test_no_question_is_asked_in_vain_before_a_parity(seed: int) -> None:
    """None of the three tells anything by itself, so noise is often tried first."""
    X = np.random.default_rng(seed).integers(0, 2, size=(2000, 10)).astype(np.float32)
    y = (X[:, :3].sum(axis=1) % 2).astype(np.int32)
    model = grown(X, y, plain(0.01, 10), Growth(labels=1.0))
    assert cost_of(model, X, y) == pytest.approx(0.03)


def test_a_dear_question_is_valued_by_all_that_its_answer_tells() -> None:
    rng = np.random.default_rng(5)
    code = rng.integers(20, size=2000)
    y = np.random.default_rng(7).permutation(np.arange(20) % 2)[code].astype(np.int32)
    hints = (y[:, None] + rng.normal(scale=2.0, size=(2000, 3))).astype(
        np.float32
    )  # each beats any single code
    X = np.column_stack([code, hints]).astype(np.float32)
    costs = AcquisitionCosts.from_spec(
        {"x0": 0.1, "x1": 0.05, "x2": 0.05, "x3": 0.05}, [f"x{c}" for c in range(4)]
    )
    model = grown(X[:1000], y[:1000], costs, Growth(), categorical=(0,))
    assert cost_of(model, X[1000:], y[1000:]) < 0.12


def test_training_does_not_depend_on_threads() -> None:
    X, y = parity(200)
    data = training_data(X[:60], y[:60])
    q = misclassification(None, data.classes)
    one, two = (train_by_policy("graph", data, plain(0.02, 4), q, n_jobs=n) for n in (1, 2))
    assert one.to_bytes() == two.to_bytes()


def test_every_look_of_a_pruned_graph_pays_for_itself() -> None:
    X, y = parity(300)
    for node in (model := grown(X, y, plain(0.03, 4), Growth())).graph_nodes():
        stop = float((model.misclassification.T @ node.posterior).min())
        if node.feature >= 0:
            assert node.value < stop
        else:
            assert node.value == pytest.approx(stop, abs=1e-6)


def test_a_graph_of_too_many_nodes_is_pruned_harder(monkeypatch: pytest.MonkeyPatch) -> None:
    X, _ = parity(400)
    y = (X @ np.array([4, 2, 1, 0], dtype=np.float32) > 0).astype(np.int32)
    whole = grown(X, y, plain(0.001, 4), Growth(1.0, 1.0))
    monkeypatch.setattr("ifc2f.policies.graph.MAX_NODES", 5)
    small = grown(X, y, plain(0.001, 4), Growth(1.0, 1.0))
    assert len(whole.graph_nodes()) > 5 >= len(small.graph_nodes()) > 1


def test_no_look_is_taken_that_costs_more_than_any_mistake() -> None:
    X, y = parity(200)
    model = grown(X, y, plain(1.5, 4), Growth())
    assert [node.feature for node in model.graph_nodes()] == [-1]
    assert Session(model).next() is None


def test_missing_rows_have_a_branch_of_their_own() -> None:
    rng = np.random.default_rng(3)
    X, y = parity(400)
    X[(y == 1) & (rng.random(400) < 0.6), 0] = np.nan  # being missing tells of class 1
    model = grown(X, y, plain(0.01, 4), Growth(5.0, thrift=0.0))
    session = Session(model)
    while session.next() not in (model.feature_index("x0"), None):
        session.answer(session.next(), 1.0)
    assert session.next() == model.feature_index("x0")
    session.missing("x0")
    assert session.posterior[1] > 0.9


def test_categories_are_set_apart_one_by_one() -> None:
    rng = np.random.default_rng(5)
    X = rng.integers(0, 5, size=(500, 2)).astype(np.float32)
    y = (X[:, 0] == 2).astype(np.int32)
    model = grown(X, y, plain(0.01, 2), Growth(5.0, thrift=0.0), categorical=(0, 1))
    acquisition = model.classify(X)
    assert np.array_equal(acquisition.label, y)
    assert acquisition.n_features.max() == 1


def test_the_second_test_of_a_group_is_taken_at_its_discount() -> None:
    rng = np.random.default_rng(6)
    hidden = rng.integers(0, 2, size=800)
    X = (hidden[:, None] + rng.normal(scale=0.7, size=(800, 3))).astype(np.float32)
    y = hidden.astype(np.int32)
    spec = {f"x{c}": {"cost": 0.05, "discount_cost": 0.001, "group": "blood"} for c in (0, 1)} | {"x2": 0.05}
    costs = AcquisitionCosts.from_spec(spec, ["x0", "x1", "x2"])
    model = grown(X, y, costs, Growth(thrift=80.0))
    acquisition = model.classify(X)
    pairs = [set(order[order >= 0].tolist()) for order in acquisition.order]
    more = [acquired for acquired in pairs if len(acquired) > 1]  # others are sure after one
    assert all({0, 1} <= acquired for acquired in more)
    assert len(more) > 0.75 * len(pairs)
    assert sum(2 in pair for pair in pairs) < 0.5 * len(pairs)


@pytest.mark.filterwarnings("ignore:on held-out rows, the policy costs")  # noise
def test_a_graph_keeps_the_budget_it_was_grown_for() -> None:
    X, y = parity(300)
    clf = IFC2FClassifier(0.02, policy="graph", budget=0.03).fit(X, y)
    assert clf.acquire(X).cost.max() <= 0.03
    assert max(len(branch) for branch in paths(clf.model_.graph_nodes())) <= 1


def paths(nodes: list[Node], i: int = 0, met: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the different features on every way through a graph."""
    node = nodes[i]
    if node.feature < 0:
        return [met]
    seen = met if node.feature in met else (*met, node.feature)
    return [path for child in (node.low, node.high, node.missing) for path in paths(nodes, child, seen)]


def test_no_node_is_cut_whose_rows_cost_no_more_than_the_cut() -> None:
    X, y = parity(300)
    for complexity in (0.3, 1.0, 5.0):
        data = training_data(X, y)
        material = Material.of(Ground.of(data), data)
        q = misclassification(None, data.classes)
        graph = grow(material, plain(0.0, 4), q, Growth(complexity=complexity))
        cut = [i for i in range(graph.n_nodes) if graph.nodes[i].feature >= 0]
        assert cut
        assert graph.sums[cut].min(axis=1).min() > complexity  # a mistake costs 1


def test_an_estimator_with_a_graph_is_whole() -> None:
    X, y = parity(300)
    clf = IFC2FClassifier(0.01, policy="graph").fit(X, y)
    assert set(clf.order_.tolist()) <= set(range(4))
    assert clf.expected_cost_.total < 0.5
    acquisition = clf.acquire(X[:50])
    one = clf.acquire_from(lambda column: X[7, column])
    assert one.label[0] == acquisition.label[7]
    assert one.posterior.tobytes() == acquisition.posterior[7].tobytes()
    assert Model(clf.model_.to_bytes()).policy == "graph"


@pytest.mark.filterwarnings("ignore:on held-out rows, the policy costs")  # noise
@pytest.mark.filterwarnings("ignore:no feature is informative:UserWarning")
@pytest.mark.parametrize("n", [1, 4, 12])
def test_few_rows_are_enough_to_have_a_model(n: int) -> None:
    X = np.arange(2 * n, dtype=np.float32).reshape(n, 2)
    clf = IFC2FClassifier(policy="graph").fit(X, np.arange(n) % 2)
    assert len(clf.predict(X)) == n


def test_what_graphs_may_use_is_kept_to() -> None:
    X, y = parity(200, 8)
    usual = {"graph_trees": 200, "graph_depth": 12, "graph_columns": 40, "graph_cuts": 250}
    clf = IFC2FClassifier(0.001, policy="graph", graph_trees=20, graph_depth=2, graph_columns=3, graph_cuts=4)
    clf.fit(X, y)
    assert len(clf.model_.columns) == 3
    assert max(map(len, paths(clf.model_.graph_nodes()))) <= 2
    for feature in clf.model_.network.features:
        assert feature.n_values <= 4 - 1 + 6
    about = clf.model_.meta["training"]["settings"]
    assert about == {"graph_trees": 20, "graph_depth": 2, "graph_columns": 3, "graph_cuts": 4, "seed": 0}
    told = IFC2FClassifier(policy="graph", **usual).fit(X, y).model_.meta["training"]["settings"]
    assert told == {"seed": 0}
    ordered = IFC2FClassifier(**usual).fit(X, X[:, 0] > 0)
    assert not usual.keys() & ordered.model_.meta["training"]["settings"].keys()
