"""Policy graphs: running them, growing them, and choosing among them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import oracle
import pytest
from graphs import follow, graphs, random_instance, walk, with_graph
from grown_graphs import grown, parity, plain
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare
from numpy.typing import NDArray
from strategies import Problem, random_problem

from ifc2f.cli import graph_lines
from ifc2f.core.errors import ModelError
from ifc2f.files import graph_nodes
from ifc2f.files.graph_nodes import Node
from ifc2f.model import Model
from ifc2f.policies.graph import Growth
from ifc2f.session import Session


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
    assert graph_nodes.graph_section(model.graph_nodes()) == model.policies["GRAF"]
    assert model.policy == "graph"
    assert len(graph_lines.lines(model)) >= 1


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
            acquired = [*above[i], node.feature] if node.feature not in above[i] else above[i]
            above |= {node.low: acquired, node.high: acquired}
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
    assert model.changed(network=replace(problem.network, prior=prior)).graph_nodes()
    for node, other in zip(found, wanted, strict=True):
        assert node.value == pytest.approx(other.value, rel=1e-4, abs=1e-6)
        np.testing.assert_allclose(node.posterior, other.posterior, rtol=1e-4, atol=1e-6)
    twice = replace(costs, cost=2 * costs.cost, discount_cost=2 * costs.discount_cost)
    for node, dear in zip(
        before, model.changed(costs=twice, misclassification=2 * q).graph_nodes(), strict=True
    ):
        assert dear.value == pytest.approx(2 * node.value, rel=1e-4, abs=1e-6)


def test_a_grown_graph_expects_what_its_rows_say_and_stops_where_that_does_not_pay() -> None:
    X, y = parity(300)
    X[::7, 1] = np.nan
    model = grown(X, y, plain(0.03, 4), Growth())
    nodes = model.graph_nodes()
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
    acquisition = model.classify(X)
    bare_cells = np.full_like(X, np.nan)
    for row, order in enumerate(acquisition.order):
        asked = order[order >= 0]
        bare_cells[row, asked] = X[row, asked]
    again = model.classify(bare_cells)
    assert acquisition.posterior.tobytes() == again.posterior.tobytes()
    assert acquisition.label.tolist() == again.label.tolist()
    assert acquisition.cost.tobytes() == again.cost.tobytes()


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
