"""Policy graphs: running them, growing them, and choosing among them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import oracle
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare
from numpy.typing import NDArray
from strategies import Problem, random_problem

from ifc2f import IFC2FClassifier, graph, graph_nodes
from ifc2f.choose import CAUTION, N_DRAWN, Candidate, Doubt, Order, _chosen, _folds, _parts, train_by_policy
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.errors import ModelError
from ifc2f.graph import Ground, Growth, Material, grow
from ifc2f.graph_nodes import Node
from ifc2f.model import Model
from ifc2f.session import Session
from ifc2f.train import TrainingData

# ---- Random graphs on random networks ----------------------------------------


def random_nodes(rng: np.random.Generator, problem: Problem, depth: int) -> list[Node]:
    """Return a random graph, a tree but for borrowed branches; features may be met more than once."""
    nodes: list[Node] = []
    features = problem.network.features

    def add(left: int, above: frozenset[int]) -> int:
        i = len(nodes)
        weights = rng.random(len(problem.network.classes)) + 1e-3
        leaf = Node(posterior=(weights / weights.sum()).astype(np.float32), value=float(rng.random()))
        nodes.append(leaf)
        k = int(rng.integers(len(features)))
        if left == 0 or features[k].n_values < 2 or rng.random() < 0.2:
            return i
        one_apart, own = bool(rng.integers(2)), bool(rng.integers(2))
        cut = int(rng.integers(features[k].n_values - (not one_apart)))
        low, high = add(left - 1, above | {k}), add(left - 1, above | {k})
        missing = add(left - 1, above) if own else (low, high)[int(rng.integers(2))]
        nodes[i] = replace(
            leaf,
            feature=k,
            cut=cut,
            low=low,
            high=high,
            missing=missing,
            one_apart=one_apart,
            own_missing=own,
            first_meeting=k not in above,
        )
        return i

    add(depth, frozenset())
    return nodes


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Problem, list[Node], np.random.Generator]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    problem = random_problem(rng, draw(st.integers(1, 5)), n_classes=draw(st.integers(2, 4)))
    return problem, random_nodes(rng, problem, draw(st.integers(0, 5))), rng


def with_graph(problem: Problem, nodes: list[Node]) -> Model:
    return bare(problem).with_policies({"GRAF": graph_nodes.graph_section(nodes)})


def random_instance(rng: np.random.Generator, problem: Problem) -> list[int | None]:
    """Return a value for every feature, None for some."""
    return [
        None if rng.random() < 0.3 else int(rng.integers(feature.n_values))
        for feature in problem.network.features
    ]


def walk(nodes: list[Node], instance: list[int | None]) -> tuple[int, list[int], bool]:
    """Walk a graph in plain Python: the last node, features met in order, and whether one was borrowed."""
    i, met, borrowed = 0, [], False
    while nodes[i].feature >= 0:
        node = nodes[i]
        value = instance[node.feature]
        if node.feature not in met:
            met.append(node.feature)
        if value is None:
            borrowed |= not node.own_missing
            i = node.missing
        else:
            i = node.low if (value == node.cut if node.one_apart else value <= node.cut) else node.high
    return i, met, borrowed


def follow(session: Session, instance: list[int | None]) -> list[int]:
    """Answer what the session asks for; return the features in the order asked."""
    asked = []
    while (k := session.next()) is not None:
        asked.append(k)
        value = instance[k]
        if value is None:
            session.missing(k)
        else:
            session.answer_bin(k, value)
    return asked


@given(graphs())
def test_a_session_follows_the_graph_like_a_plain_walk(
    drawn: tuple[Problem, list[Node], np.random.Generator],
) -> None:
    problem, nodes, rng = drawn
    instance = random_instance(rng, problem)
    session = Session(with_graph(problem, nodes))
    last, met, borrowed = walk(nodes, instance)
    assert follow(session, instance) == met
    if last == 0:
        expected = problem.network.prior
    elif borrowed:
        plain = Session(bare(problem))
        for k in met:
            if instance[k] is not None:
                plain.answer_bin(k, instance[k])
        expected = plain.posterior
    else:
        expected = nodes[last].posterior
    np.testing.assert_allclose(session.posterior, expected, rtol=1e-5, atol=1e-6)


@given(graphs())
def test_a_graph_may_be_read_back(drawn: tuple[Problem, list[Node], np.random.Generator]) -> None:
    problem, nodes, _ = drawn
    model = with_graph(problem, nodes)
    assert graph_nodes.graph_section(graph_nodes.read_graph(model)) == model.policies["GRAF"]
    assert model.policy == "graph"
    assert len(graph_nodes.lines(model)) >= 1


@given(graphs())
def test_order_of_answers_and_detours_leave_no_trace(
    drawn: tuple[Problem, list[Node], np.random.Generator],
) -> None:
    problem, nodes, rng = drawn
    model = with_graph(problem, nodes)
    instance = random_instance(rng, problem)
    given_bins = {k: v for k, v in enumerate(instance) if v is not None}
    sessions = []
    for _ in range(2):
        session = Session(model)
        for k in rng.permutation(len(instance)).tolist():
            if instance[k] is None:
                session.missing(k)
            else:
                session.answer_bin(k, int(rng.integers(problem.network.features[k].n_values)))
                session.retract(k)
                session.answer_bin(k, given_bins[k])
        sessions.append(session)
    assert sessions[0].posterior.tobytes() == sessions[1].posterior.tobytes()
    assert sessions[0].next() is None
    assert sessions[0].decide() == sessions[1].decide()


@given(graphs())
def test_an_answer_beside_the_graph_gives_the_posterior_of_the_network(
    drawn: tuple[Problem, list[Node], np.random.Generator],
) -> None:
    problem, nodes, rng = drawn
    instance = [int(rng.integers(f.n_values)) for f in problem.network.features]
    _, met, _ = walk(nodes, list(instance))
    session, plain = Session(with_graph(problem, nodes)), Session(bare(problem))
    for k, value in enumerate(instance):
        session.answer_bin(k, value)
        plain.answer_bin(k, value)
    if len(met) < len(instance):
        assert session.posterior.tobytes() == plain.posterior.tobytes()
    for k in set(range(len(instance))) - set(met):
        session.retract(k)
    again = Session(with_graph(problem, nodes))
    follow(again, list(instance))
    assert session.posterior.tobytes() == again.posterior.tobytes()


@given(graphs())
def test_another_prior_changes_the_odds_by_its_own(
    drawn: tuple[Problem, list[Node], np.random.Generator],
) -> None:
    problem, nodes, rng = drawn
    instance = [int(rng.integers(f.n_values)) for f in problem.network.features]
    model = with_graph(problem, nodes)
    prior = rng.dirichlet(np.ones(model.n_classes))
    session, moved = Session(model), Session(model, prior=prior)
    assert follow(session, list(instance)) == follow(moved, list(instance))
    odds = session.posterior * prior / problem.network.prior
    np.testing.assert_allclose(moved.posterior, odds / odds.sum(), rtol=1e-4, atol=1e-5)


@given(graphs())
def test_a_model_at_another_prior_answers_as_a_session_at_it(
    drawn: tuple[Problem, list[Node], np.random.Generator],
) -> None:
    problem, nodes, rng = drawn
    model = with_graph(problem, nodes)
    prior = rng.dirichlet(np.ones(model.n_classes)).astype(np.float32)
    session = Session(model, prior=prior)
    there = Session(model.changed(network=replace(problem.network, prior=prior)))
    instance = random_instance(rng, problem)
    assert follow(session, instance) == follow(there, instance)
    np.testing.assert_allclose(there.posterior, session.posterior, rtol=1e-4, atol=1e-5)


def test_a_prior_of_other_classes_is_refused() -> None:
    problem = random_problem(np.random.default_rng(1), 3, n_classes=2)
    model = with_graph(problem, small_graph(problem))
    for prior in ([0.2, 0.3, 0.5], [1.0]):
        network = replace(problem.network, prior=np.array(prior, dtype=np.float32))
        with pytest.raises(ValueError, match="the prior must be 2 numbers, one per class"):
            model.changed(network=network)


def counted(problem: Problem, nodes: list[Node], of_leaves: dict[int, NDArray[np.float64]]) -> list[Node]:
    """Return the graph that would be grown on these rows of each class, with the costs that are counted."""
    rows, value = dict(of_leaves), {}
    above: dict[int, list[int]] = {0: []}
    for i, node in enumerate(nodes):
        if node.feature >= 0:
            looked = [*above[i], node.feature] if node.feature not in above[i] else above[i]
            above |= {node.low: looked, node.high: looked}
            if node.own_missing:
                above[node.missing] = above[i]
    for i in reversed(range(len(nodes))):
        node = nodes[i]
        if node.feature < 0:
            value[i] = float((rows[i] @ problem.misclassification).min())
            continue
        branches = [node.low, node.high] + ([node.missing] if node.own_missing else [])
        rows[i] = sum((rows[b] for b in branches), np.zeros(len(problem.network.prior)))
        known = node.feature in above[i]
        price = 0.0 if known else oracle.purchase_cost(problem.costs, above[i], node.feature)
        value[i] = price * float((rows[node.low] + rows[node.high]).sum()) + sum(value[b] for b in branches)
    total = {i: float(rows[i].sum()) for i in rows}
    return [
        replace(
            node,
            rows=total[i],
            value=value[i] / total[i],
            posterior=(rows[i] / total[i]).astype(np.float32),
        )
        for i, node in enumerate(nodes)
    ]


@given(graphs())
def test_costs_expected_at_another_prior_are_those_of_rows_that_weigh_by_class(
    drawn: tuple[Problem, list[Node], np.random.Generator],
) -> None:
    problem, nodes, rng = drawn
    n_classes = len(problem.network.prior)
    leaves = {i: rng.random(n_classes) + 0.01 for i, node in enumerate(nodes) if node.feature < 0}
    before = counted(problem, nodes, leaves)
    prior = rng.dirichlet(np.ones(n_classes)).astype(np.float32)
    factor = prior.astype(np.float64) / problem.network.prior
    wanted = counted(problem, nodes, {i: rows * factor for i, rows in leaves.items()})
    costs, q = problem.costs, problem.misclassification
    found = graph_nodes.at_prior(before, problem.network.prior, prior, costs, q)
    model = with_graph(problem, before)
    assert graph_nodes.read_graph(model.changed(network=replace(problem.network, prior=prior)))
    for node, other in zip(found, wanted, strict=True):
        assert node.value == pytest.approx(other.value, rel=1e-4, abs=1e-6)
        np.testing.assert_allclose(node.posterior, other.posterior, rtol=1e-4, atol=1e-6)
    twice = replace(costs, cost=2 * costs.cost, discount_cost=2 * costs.discount_cost)
    for node, dear in zip(
        before, graph_nodes.read_graph(model.changed(costs=twice, misclassification=2 * q)), strict=True
    ):
        assert dear.value == pytest.approx(2 * node.value, rel=1e-4, abs=1e-6)


def test_a_grown_graph_expects_what_its_rows_say_and_stops_where_that_does_not_pay() -> None:
    X, y = parity(300)
    X[::7, 1] = np.nan
    model = grown(X, y, plain(0.03, 4), Growth())
    nodes = graph_nodes.read_graph(model)
    beliefs = np.array([node.posterior for node in nodes], dtype=np.float64)
    same = graph_nodes.at_other_beliefs(nodes, beliefs, model.costs, model.misclassification, stop_early=True)
    assert len(same) == len(nodes) > 5
    for node, again in zip(nodes, same, strict=True):
        assert again.value == pytest.approx(node.value, abs=1e-5)
        assert (again.feature, again.low, again.high) == (node.feature, node.low, node.high)
    blunt = 0.9 * model.network.prior + 0.1 * beliefs
    few = graph_nodes.at_other_beliefs(nodes, blunt, model.costs, model.misclassification, stop_early=True)
    assert len(few) < len(nodes)
    Model.build(
        model.network, model.costs, model.misclassification, policies={"GRAF": graph_nodes.graph_section(few)}
    )


@given(graphs(), st.floats(0, 0.3))
def test_a_budget_is_kept(drawn: tuple[Problem, list[Node], np.random.Generator], budget: float) -> None:
    problem, nodes, rng = drawn
    session = Session(with_graph(problem, nodes), budget=budget)
    follow(session, random_instance(rng, problem))
    assert session.cost <= budget


@given(graphs())
def test_cells_that_are_not_asked_for_change_nothing(
    drawn: tuple[Problem, list[Node], np.random.Generator],
) -> None:
    problem, nodes, rng = drawn
    model = with_graph(problem, nodes)
    X = np.array(
        [[rng.integers(f.n_values) for f in problem.network.features] for _ in range(20)], dtype=float
    )
    looks = model.classify(X)
    bare_cells = np.full_like(X, np.nan)
    for row, order in enumerate(looks.order):
        asked = order[order >= 0]
        bare_cells[row, asked] = X[row, asked]
    again = model.classify(bare_cells)
    assert looks.posterior.tobytes() == again.posterior.tobytes()
    assert looks.label.tolist() == again.label.tolist()
    assert looks.cost.tobytes() == again.cost.tobytes()


# ---- Damaged sections ----------------------------------------


@pytest.fixture(scope="module")
def problem() -> Problem:
    return random_problem(np.random.default_rng(4), 3, n_classes=2)


def small_graph(problem: Problem, **changes: object) -> list[Node]:
    even = np.array([0.5, 0.5], dtype=np.float32)
    root = Node(posterior=even, feature=1, cut=0, low=1, high=2, missing=1, first_meeting=True)
    return [replace(root, **changes), Node(posterior=even), Node(posterior=even)]


@pytest.mark.parametrize(
    "changes",
    [
        {"feature": 3},
        {"cut": 3},
        {"low": 0},
        {"high": 3},
        {"missing": 7},
        {"value": -1.0},
        {"value": float("nan")},
        {"rows": float("inf")},
        {"posterior": np.array([0.7, 0.7], dtype=np.float32)},
        {"posterior": np.array([-0.5, 1.5], dtype=np.float32)},
        {"posterior": np.array([np.nan, 0.5], dtype=np.float32)},
    ],
)
def test_a_graph_out_of_range_is_refused(problem: Problem, changes: dict[str, object]) -> None:
    with_graph(problem, small_graph(problem))
    with pytest.raises(ModelError, match="out of range"):
        with_graph(problem, small_graph(problem, **changes))


def test_a_section_of_another_length_is_refused(problem: Problem) -> None:
    section = graph_nodes.graph_section(small_graph(problem))
    for damaged in (section[:-1], section + b"\0", section[:4], b"", b"\0\0\0\0"):
        with pytest.raises(ModelError, match="out of range"):
            bare(problem).with_policies({"GRAF": damaged})


@settings(max_examples=300)
@given(graphs(), st.data())
def test_changed_bytes_are_refused_or_harmless(
    drawn: tuple[Problem, list[Node], np.random.Generator], data: st.DataObject
) -> None:
    problem, nodes, rng = drawn
    section = bytearray(graph_nodes.graph_section(nodes))
    for _ in range(data.draw(st.integers(1, 3))):
        section[data.draw(st.integers(0, len(section) - 1))] = data.draw(st.integers(0, 255))
    try:
        model = bare(problem).with_policies({"GRAF": bytes(section)})
    except ModelError:
        return
    session = Session(model)
    assert len(follow(session, random_instance(rng, problem))) <= len(problem.network.features)
    assert session.posterior.sum() == pytest.approx(1.0, abs=2e-3)


# ---- Growing ----------------------------------------


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
    return graph.graph_model(pruned, ground, data, **about)


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
    for node in graph_nodes.read_graph(model := grown(X, y, plain(0.03, 4), Growth())):
        stop = float((model.misclassification.T @ node.posterior).min())
        if node.feature >= 0:
            assert node.value < stop
        else:
            assert node.value == pytest.approx(stop, abs=1e-6)


def test_no_look_is_taken_that_costs_more_than_any_mistake() -> None:
    X, y = parity(200)
    model = grown(X, y, plain(1.5, 4), Growth())
    assert [node.feature for node in graph_nodes.read_graph(model)] == [-1]
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
    assert max(len(branch) for branch in paths(graph_nodes.read_graph(clf.model_))) <= 1


def paths(nodes: list[Node], i: int = 0, met: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the different features on every way through a graph."""
    node = nodes[i]
    if node.feature < 0:
        return [met]
    seen = met if node.feature in met else (*met, node.feature)
    return [path for child in (node.low, node.high, node.missing) for path in paths(nodes, child, seen)]


# ---- Choosing ----------------------------------------


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


def test_more_rows_never_make_a_comparison_cheaper() -> None:
    work = [n_parts * (N_DRAWN + n_fitted) for n_parts, n_fitted in map(_parts, range(10, 100_000, 10))]
    assert all(after > before - 15 for before, after in pairwise(work))  # rounded in each of 15 parts
    assert _parts(100)[0] == 15
    assert _parts(10**7)[0] == 1


@pytest.mark.parametrize("n", [9, 10, 57, 900, 5000, 60_000])
def test_rows_are_held_out_evenly_from_those_fitted(n: int) -> None:
    y = np.random.default_rng(n).choice(3, size=n, p=[0.6, 0.3, 0.1]).astype(np.int32)
    folds = list(_folds(y, 3))
    assert bool(folds) == (n >= 10)
    for fitted, held in folds:
        assert not np.intersect1d(fitted, held).size
        assert list(fitted) == sorted(set(fitted))
        assert len(fitted) <= 0.8 * n + 1
        for part in (fitted, held):
            shares = np.bincount(y[part], minlength=3) / len(part)
            np.testing.assert_allclose(
                shares, np.bincount(y, minlength=3) / n, atol=1.5 / len(part) + 1.5 / n
            )
    if n == 57:
        assert [sum(r in held for _, held in folds) for r in range(n)] == [3] * n


def test_auto_takes_the_ordered_policy_where_it_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_policy(model: Model, rest: TrainingData, *_: object) -> NDArray[np.float64]:
        return np.full(len(rest.y), -1.0 if model.policy == "ordered" else 9.0)

    monkeypatch.setattr("ifc2f.choose._total_costs", by_policy)
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

    monkeypatch.setattr("ifc2f.choose._total_costs", by_network)
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
    monkeypatch.setattr("ifc2f.choose.MOST_DENSE", 10)
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


def test_what_graphs_may_use_is_kept_to() -> None:
    X, y = parity(200, 8)
    usual = {"graph_trees": 200, "graph_depth": 12, "graph_columns": 40, "graph_cuts": 250}
    clf = IFC2FClassifier(0.001, policy="graph", graph_trees=20, graph_depth=2, graph_columns=3, graph_cuts=4)
    clf.fit(X, y)
    assert len(clf.model_.columns) == 3
    assert max(map(len, paths(graph_nodes.read_graph(clf.model_)))) <= 2
    for feature in clf.model_.network.features:
        assert feature.n_values <= 4 - 1 + 6
    about = clf.model_.meta["training"]["settings"]
    assert about == {"graph_trees": 20, "graph_depth": 2, "graph_columns": 3, "graph_cuts": 4, "seed": 0}
    told = IFC2FClassifier(policy="graph", **usual).fit(X, y).model_.meta["training"]["settings"]
    assert told == {"seed": 0}
    ordered = IFC2FClassifier(**usual).fit(X, X[:, 0] > 0)
    assert not usual.keys() & ordered.model_.meta["training"]["settings"].keys()
