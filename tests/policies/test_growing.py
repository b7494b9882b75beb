"""Growing policy graphs, and choosing a policy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ifc2f import IFC2FClassifier
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.files.graph_nodes import Node
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.policies import graph, graph_model
from ifc2f.policies.choose import CAUTION, Candidate, Doubt, Order, _chosen, train_by_policy
from ifc2f.policies.graph import Ground, Growth, Material, grow
from ifc2f.session import Session


def parity(n: int = 600, n_noise: int = 2) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return rows whose class no single feature tells: whether the first two have the same sign."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, 2 + n_noise)).astype(np.float32)
    X[:, 0] += 0.3  # a hint at the first cut: a tree takes one feature at a time
    return X, ((X[:, 0] > 0) == (X[:, 1] > 0)).astype(np.int32)


def training_data(X: NDArray[np.float32], y: NDArray[np.int32], **more: object) -> TrainingData:
    names = [f"x{c}" for c in range(X.shape[1])]
    return TrainingData(X, y, names, tuple(range(int(y.max()) + 1)), **more)  # type: ignore[arg-type]


def grown(
    X: NDArray[np.float32], y: NDArray[np.int32], costs: AcquisitionCosts, growth: Growth, **more: object
) -> Model:
    """Return the model of one graph, without choosing its settings."""
    data = training_data(X, y, **more)
    ground = Ground.of(data)
    material = Material.of(ground, data)
    q = misclassification(None, data.classes)
    raw = graph.grow(material, costs.select(ground.columns), q, growth)
    pruned = graph.pruned(raw, ground.prior, q, growth.complexity)
    about = {"costs": costs, "misclassification": q, "budget": np.inf, "meta": lambda network: {}}
    return graph_model.graph_model(pruned, ground, data, **about)


def plain(cost: float, n: int) -> AcquisitionCosts:
    return AcquisitionCosts.from_spec(cost, [f"x{c}" for c in range(n)])


def test_a_graph_learns_what_no_tree_network_holds() -> None:
    X, y = parity()
    model = grown(X[:400], y[:400], plain(0.01, X.shape[1]), Growth(5.0, thrift=0.0))
    looks = model.classify(X[400:])
    assert np.mean(looks.label == y[400:]) > 0.85
    assert set(np.unique(looks.order)) <= {-1, 0, 1, 2, 3}


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
    looks = model.classify(X)
    assert np.array_equal(looks.label, y)
    assert looks.n_features.max() == 1


def test_the_second_test_of_a_group_is_taken_at_its_discount() -> None:
    rng = np.random.default_rng(6)
    hidden = rng.integers(0, 2, size=800)
    X = (hidden[:, None] + rng.normal(scale=0.7, size=(800, 3))).astype(np.float32)
    y = hidden.astype(np.int32)
    spec = {f"x{c}": {"cost": 0.05, "discount_cost": 0.001, "group": "blood"} for c in (0, 1)} | {"x2": 0.05}
    costs = AcquisitionCosts.from_spec(spec, ["x0", "x1", "x2"])
    model = grown(X, y, costs, Growth(thrift=80.0))
    looks = model.classify(X)
    pairs = [set(order[order >= 0].tolist()) for order in looks.order]
    assert sum({0, 1} <= pair for pair in pairs) > 0.9 * len(pairs)
    assert sum(2 in pair for pair in pairs) < 0.5 * len(pairs)


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


def test_auto_says_what_it_chose_and_what_the_others_scored() -> None:
    X, y = parity(300)
    told: list[str] = []
    data = training_data(X, y)
    q = misclassification(None, data.classes)
    model = train_by_policy("auto", data, plain(0.01, 4), q, progress=told.append)
    about = model.meta["policy"]
    scores = about["cross_validation"]
    assert len(scores) == 12 + 2 * 4 + 1
    assert f"chosen: {about['name']}" in told
    for kind in ("graph", "adaptive", "ordered"):
        best = min((name for name in scores if name.startswith(kind)), key=lambda name: scores[name])
        assert f"{best}: cost {scores[best]:.4g}" in told
    assert about["name"].startswith("graph")  # the class is an interaction
    assert model.policy == "graph"


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(5, 60))
def test_a_kind_is_chosen_by_its_better_half_and_not_by_its_luckiest_setting(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    usual = rng.random(n)
    graphs: list[Candidate] = [Growth(drawn) for drawn in (5.0, 25.0, 125.0, 625.0)]
    candidates = [*graphs, Order()]
    lucky = np.array([usual + 0.1, usual + 0.1, usual - 0.05, usual + 0.1, usual])
    assert _chosen(candidates, lucky) == Order()
    good = np.array([usual + 0.1, usual - 0.05, usual - 0.05, usual + 0.1, usual])
    assert _chosen(candidates, good) == graphs[1]  # the first of equals
    assert _chosen(graphs, good[:4]) == graphs[1]
    assert _chosen(candidates, np.tile(usual, (5, 1))) == graphs[0]


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(5, 60))
def test_a_setting_that_behaves_unlike_the_others_must_save_more_than_chance(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.random((1, n)) + np.array([0.0, 0.01, 0.02])[:, np.newaxis]
    candidates: list[Candidate] = [Doubt(0.1), Doubt(0.25), Doubt(0.5)]
    assert _chosen(candidates, rows) == Doubt(0.1)
    noise = rng.normal(size=n)
    noise -= noise.mean() + rng.random() * 0.001  # a little less, by chance
    strange = np.concatenate([rows[:1], rows[:1], rows[:1] + noise])
    apart = strange - strange.mean(axis=0)
    error = apart.std(axis=1, ddof=1) / np.sqrt(n)
    saved = apart.mean(axis=1)[0] - apart.mean(axis=1)[2]
    expected = Doubt(0.5) if saved > CAUTION * (error[2] - error[0]) else Doubt(0.1)
    assert _chosen(candidates, strange) == expected


def test_auto_takes_the_ordered_policy_where_it_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_policy(model: Model, rest: TrainingData, *_: object) -> NDArray[np.float64]:
        return np.full(len(rest.y), -1.0 if model.policy == "ordered" else 9.0)

    monkeypatch.setattr("ifc2f.policies.choose._total_costs", by_policy)
    X, _ = parity(100)
    clf = IFC2FClassifier(policy="auto").fit(X, X[:, 0] > 0)
    assert clf.model_.policy == "ordered"
    assert clf.choice_["name"] == "ordered"
    assert clf.choice_["cross_validation"]["ordered"] == -1.0


def test_auto_adapts_on_the_ordered_network_where_that_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    X, _ = parity(100)
    y = X[:, 0] > 0
    ordered = IFC2FClassifier().fit(X, y).model_.network

    def by_network(model: Model, rest: TrainingData, *_: object) -> NDArray[np.float64]:
        is_sparing = model.network.features[0].n_values == ordered.features[0].n_values
        return np.full(len(rest.y), -1.0 if is_sparing and model.policy == "adaptive" else 9.0)

    monkeypatch.setattr("ifc2f.policies.choose._total_costs", by_network)
    for policy in ("adaptive", "auto"):
        clf = IFC2FClassifier(policy=policy).fit(X, y)
        assert clf.choice_["name"].startswith("adaptive, sparing network")
        assert clf.model_.policy == "adaptive"
        found = clf.model_.network.features
        assert [f.name for f in found] == [f.name for f in ordered.features]
        for feature, expected in zip(found, ordered.features, strict=True):
            np.testing.assert_array_equal(feature.table, expected.table)


def test_auto_is_ordered_where_data_are_too_wide_for_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    X, _ = parity(100)
    y = X[:, 0] > 0
    wide = scipy.sparse.csr_matrix(X)
    monkeypatch.setattr("ifc2f.policies.choose.MOST_DENSE", 10)
    assert IFC2FClassifier(policy="auto").fit(wide, y).model_.policy == "ordered"
    with pytest.raises(ValueError, match="use policy='ordered'"):
        IFC2FClassifier(policy="graph").fit(wide, y)


@pytest.mark.parametrize("policy", ["adaptive", "graph", "auto"])
def test_every_policy_keeps_to_the_features_and_edges_given(policy: str) -> None:
    X, y = parity(200)
    edges = [[-0.5, 0.0, 0.5]] * X.shape[1]
    clf = IFC2FClassifier(policy=policy, features=[0, 1, 3], edges=edges).fit(X, y)
    assert set(clf.model_.columns.tolist()) <= {0, 1, 3}
    for feature in clf.model_.network.features:
        assert set(feature.values.tolist()) <= {-0.5, 0.0, 0.5}


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
    looks = clf.acquire(X[:50])
    one = clf.acquire_from(lambda column: X[7, column])
    assert one.label[0] == looks.label[7]
    assert one.posterior.tobytes() == looks.posterior[7].tobytes()
    assert Model(clf.model_.to_bytes()).policy == "graph"


@pytest.mark.filterwarnings("ignore:no feature tells:UserWarning")
@pytest.mark.parametrize("n", [1, 4, 12])
def test_few_rows_are_enough_to_have_a_model(n: int) -> None:
    X = np.arange(2 * n, dtype=np.float32).reshape(n, 2)
    clf = IFC2FClassifier(policy="graph").fit(X, np.arange(n) % 2)
    assert len(clf.predict(X)) == n
