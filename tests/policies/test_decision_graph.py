"""A policy written out as a graph does what the policy does."""

import json
import re

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import planned
from sklearn.datasets import load_wine
from strategies import problems, random_network

from ifc2f import IFC2FClassifier, expected_cost
from ifc2f.files.format import adaptive_section
from ifc2f.network import Feature
from ifc2f.planning.alpha_vectors import alpha_vectors, live_features
from ifc2f.policies.decision_graph import DecisionGraph
from ifc2f.session import Session


@pytest.fixture(scope="module")
def wine():
    X, y = load_wine(return_X_y=True, as_frame=True)
    return X[["flavanoids", "proline", "hue", "alcohol"]], y


@pytest.fixture(scope="module", params=["ordered", "adaptive", "graph"])
def trained(request, wine):
    X, y = wine
    bins = {} if request.param == "graph" else {"n_bins": 4}
    return IFC2FClassifier(policy=request.param, feature_cost=0.02, **bins).fit(X, y).model_


def walk(nodes, model, row):
    """Follow a written graph with the answers of a row; return what was asked and what is decided."""
    at, asked = 0, []
    while "ask" in nodes[at]:
        k = model.feature_index(nodes[at]["ask"])
        feature = model.network.features[k]
        value = int(np.searchsorted(feature.values, np.float32(row[feature.column]), side="right"))
        asked.append(k)
        (at,) = [branch["node"] for branch in nodes[at]["branches"] if value in branch["values"]]
    return list(dict.fromkeys(asked)), nodes[at]["decide"]


def test_it_asks_and_decides_as_the_policy_does(trained, wine):
    X = wine[0].to_numpy()
    written = json.loads(DecisionGraph.of(trained, min_probability=0).to_json())
    assert written["policy"] == trained.policy
    acquisition = trained.classify(X)
    for row, label, order in zip(X, acquisition.label, acquisition.order, strict=True):
        asked, decided = walk(written["nodes"], trained, row)
        assert [int(trained.columns[k]) for k in asked] == order[order >= 0].tolist()
        assert decided == str(label)


def test_probabilities_and_costs_add_up(trained):
    graph = DecisionGraph.of(trained, min_probability=0)
    nodes = graph.nodes()
    assert sum(node.probability for node, _ in nodes if node.label is not None) == pytest.approx(1, abs=1e-5)
    for node, branches in nodes:
        assert node.posterior.sum() == pytest.approx(1, abs=1e-4)
        assert (node.feature is None) == (not branches)
    if trained.policy != "graph":  # whose costs are those that it was grown with
        assert graph.root.cost == pytest.approx(expected_cost(trained).total, rel=1e-4)


@settings(max_examples=30)
@given(problems(max_features=4), st.booleans())
def test_cost_is_that_of_enumeration(problem, adaptive):
    model = planned(problem)
    if adaptive:
        model = model.with_policies({"ADPT": adaptive_section()})
    root = DecisionGraph.of(model, min_probability=0).root
    assert root.cost == pytest.approx(expected_cost(model).total, rel=1e-4, abs=1e-5)


def test_what_is_rare_is_put_together_and_still_counted(trained):
    if trained.policy == "graph":
        pytest.skip("a policy graph is shown in full")
    full, coarse = (DecisionGraph.of(trained, min_probability=p) for p in (0, 0.05))
    assert len(coarse.nodes()) < len(full.nodes())
    leaves = [node for node, branches in coarse.nodes() if not branches]
    assert sum(node.probability for node in leaves) == pytest.approx(1, abs=1e-5)
    assert any(node.label is None for node in leaves)
    assert coarse.root.cost > full.root.cost - 1e-9, "deciding at once costs no less than going on"


def test_depth_is_limited(trained):
    def depth(node):
        return max((1 + depth(branch.node) for branch in node.branches), default=0)

    assert depth(DecisionGraph.of(trained, max_depth=2).root) == 2
    assert DecisionGraph.of(trained, max_depth=0).root.feature is None


def test_dot_names_every_node_once_and_quotes_what_it_must(wine):
    X, y = wine
    X = X.rename(columns={"flavanoids": 'fla"van\\oids'})
    model = IFC2FClassifier(policy="ordered").fit(X, y).model_
    graph = DecisionGraph.of(model)
    dot = graph.to_dot()
    declared = re.findall(r"^  n(\d+) \[", dot, flags=re.M)
    assert declared == [str(i) for i in range(len(graph.nodes()))]
    assert set(re.findall(r"-> n(\d+)", dot)) <= set(declared)
    assert 'label="fla\\"van\\\\oids' in dot
    for line in dot.splitlines():
        assert len(re.findall(r'(?<!\\)(?:\\\\)*"', line)) % 2 == 0


def test_a_model_without_policy_is_refused(trained):
    with pytest.raises(ValueError, match="no policy"):
        DecisionGraph.of(trained.with_policies({}))


def test_too_many_places_are_refused(trained, monkeypatch):
    if trained.policy == "graph":
        pytest.skip("a policy graph has as many nodes as it has")
    monkeypatch.setattr("ifc2f.policies.decision_graph.MAX_SEQUENCES", 5)
    with pytest.raises(ValueError, match="more than 5 nodes to visit: set max_depth"):
        DecisionGraph.of(trained, min_probability=0)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([0], "below 1"),
        ([1], "1 to 2"),
        ([3], "from 3"),
        ([0, 1], "below 2"),
        ([0, 2], "below 1 or 2 to 3"),
        ([1, 2, 3], "from 1"),
        ([0, 1, 2, 3], "any value"),
    ],
)
def test_bins_in_words(values, text):
    edges = np.array([1, 2, 3], dtype=np.float32)
    feature = Feature("x", 0, edges, False, None, -1, np.ones((1, 4, 1), dtype=np.float32) / 4)
    assert feature.values_text(values) == text


def test_categories_in_words():
    values = np.arange(6, dtype=np.float32)
    feature = Feature("x", 0, values, True, tuple("abcdef"), -1, np.ones((1, 6, 1), dtype=np.float32) / 6)
    assert feature.values_text([0, 3]) == "a or d"
    assert feature.values_text([0, 1, 3, 4, 5]) == "other than c"


@given(problems(max_features=5), st.integers(0, 2**32 - 1))
def test_alpha_vectors_are_those_that_sessions_decide_by(problem, seed):
    model = planned(problem)
    rng = np.random.default_rng(seed)
    for stage in range(model.n_stages):
        answers = {k: int(rng.integers(problem.network.features[k].n_values)) for k in range(stage)}
        live = live_features(model, stage)
        assert list(live) == oracle.live_features(problem.network, stage, model.n_stages)
        session = Session(model)
        for k, value in answers.items():
            session.answer_bin(k, value)
        vectors = alpha_vectors(model, stage, {k: answers[k] for k in live}).astype(np.float64)
        belief = session.posterior.astype(np.float64)
        go_on = (vectors @ belief).min(initial=np.inf)
        stop = oracle.stopping_cost(problem.misclassification, belief)
        if abs(go_on - stop) > 1e-5:
            assert (session.next() == stage) == bool(go_on < stop)


@given(st.integers(0, 2**32 - 1))
def test_information_of_a_network_is_that_of_its_joint_distribution(seed):
    rng = np.random.default_rng(seed)
    network = random_network(rng, 4, 3, 2)
    joint = oracle.joint(network)  # axes: the class, then the features
    relevance, dependence = network.information()

    def entropy(*axes):
        p = joint.sum(axis=tuple(a for a in range(5) if a not in axes)).ravel()
        return float(-(p[p > 0] * np.log2(p[p > 0])).sum())

    for k, feature in enumerate(network.features, 1):
        assert relevance[k - 1] == pytest.approx(entropy(k) + entropy(0) - entropy(0, k), abs=1e-5)
        u = feature.parent + 1
        wanted = entropy(0, k) + entropy(0, u) - entropy(0, k, u) - entropy(0) if u else 0
        assert dependence[k - 1] == pytest.approx(wanted, abs=1e-5)
