"""Models of policies planned on networks: posteriors and costs as the runtime gives them, against sums."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_networks import EXAMPLES, asked_joint, posterior_by_sums, random_bayesian
from test_search import problem

from ifc2f import DecisionGraph, Model, Session, certificate, plan_graph
from ifc2f.cli import graph_lines
from ifc2f.networks import drawn, junction_tree, narrowed, plan
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.junction_tree import JunctionTree, TooWide

CHANCE = 2e-3  # that the bound is missed by more than this is far below 0.001


def planned(seed, n_variables, kind="plain", **options):
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    found = plan_graph(
        network,
        network.names[target],
        costs,
        ask=[network.names[i] for i in asked],
        misclassification_cost=mistakes,
        budget=budget,
        gap=0.0,
        **options,
    )
    used = [network.index(name) for name in found.model.feature_names]
    return found, asked_joint(network, target, used), network


def cost_of_following(model, joint):
    """Return what instances cost on average, each followed to its end and every posterior compared."""
    total = 0.0
    for states in np.argwhere(joint.sum(axis=-1) > 0).tolist():
        session, answers = Session(model), {}
        while (k := session.next()) is not None:
            session.answer_bin(k, states[k])
            answers[k] = states[k]
            mass = posterior_by_sums(joint, answers)
            np.testing.assert_allclose(session.posterior, mass / mass.sum(), atol=1e-6)
        decided = model.classes.index(session.decide())
        mass = joint[tuple(states)]
        total += mass.sum() * session.cost + mass @ model.misclassification[:, decided]
    return total


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(2, 7), st.sampled_from(["plain", "groups", "budget"]))
def test_sessions_give_the_networks_posterior_and_the_cost_that_was_planned(seed, n_variables, kind):
    """Every instance is followed to its end; every posterior on its way is compared."""
    found, joint, _ = planned(seed, n_variables, kind)
    total = cost_of_following(found.model, joint)
    np.testing.assert_allclose(total, found.upper, atol=1e-5)
    np.testing.assert_allclose(found.lower, found.upper, atol=1e-9)


@settings(max_examples=EXAMPLES // 4)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["plain", "groups", "budget"]))
def test_bounds_hold_where_the_search_ends_after_following_a_graph_learned_from_instances(seed, kind):
    before = drawn.N_LEARNT
    drawn.N_LEARNT = 300
    try:
        whole = planned(seed, 7, kind)[0]
        found, joint, _ = planned(seed, 7, kind, max_beliefs=12)
    finally:
        drawn.N_LEARNT = before
    assert found.n_beliefs <= 12
    assert found.lower - 1e-9 <= whole.upper <= found.upper + 1e-9
    rows = np.argwhere(joint.sum(axis=-1) > 0)
    told = found.model.classify(rows.astype(float), columns=np.arange(rows.shape[1]))
    decided = [found.model.classes.index(label) for label in told.label.tolist()]
    mass = joint[tuple(rows.T)].reshape(len(rows), -1)
    mistakes = (mass * found.model.misclassification[:, decided].T).sum()
    np.testing.assert_allclose(mass.sum(axis=1) @ told.cost + mistakes, found.upper, atol=1e-5)


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(3, 7))
def test_posteriors_stay_exact_where_answers_are_missing(seed, n_variables):
    found, joint, _ = planned(seed, n_variables)
    rng = np.random.default_rng(seed)
    possible = np.argwhere(joint.sum(axis=-1) > 0)
    for states in possible[rng.permutation(len(possible))[:5]]:
        session, answers = Session(found.model), {}
        while (k := session.next()) is not None:
            if rng.random() < 0.5:
                session.missing(k)
                continue
            session.answer_bin(k, int(states[k]))
            answers[k] = int(states[k])
            mass = posterior_by_sums(joint, answers)
            np.testing.assert_allclose(session.posterior, mass / mass.sum(), atol=1e-6)


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(3, 7), st.integers(1, 6))
def test_a_smaller_graph_costs_what_it_says(seed, n_variables, max_nodes):
    whole = planned(seed, n_variables)[0]
    small, joint, _ = planned(seed, n_variables, max_nodes=max_nodes)
    assert len(small.model.graph_nodes()) <= max_nodes
    assert small.upper >= whole.upper - 1e-9
    assert small.lower <= whole.upper + 1e-9
    rows = np.argwhere(joint.sum(axis=-1) > 0)
    found = small.model.classify(rows.astype(float), columns=np.arange(rows.shape[1]))
    decided = [small.model.classes.index(label) for label in found.label.tolist()]
    mass = joint[tuple(rows.T)].reshape(len(rows), -1)
    mistakes = (mass * small.model.misclassification[:, decided].T).sum()
    np.testing.assert_allclose(mass.sum(axis=1) @ found.cost + mistakes, small.upper, atol=1e-5)


def at_first_too_wide():
    """Return what searches as plan.Search does, but for the first time."""
    whole, times = plan.Search, []

    def search(*problem):
        times.append(0)
        if len(times) == 1:
            raise TooWide("too wide")
        return whole(*problem)

    return search


@settings(max_examples=EXAMPLES // 2)
@given(
    st.integers(0, 2**32 - 1), st.integers(3, 7), st.integers(1, 400), st.sampled_from(["plain", "budget"])
)
def test_of_a_too_wide_network_some_questions_are_planned_with_exactly(seed, n_variables, most_cells, kind):
    """Or it is as learned from instances, with bounds that hold."""
    whole = planned(seed, n_variables, kind)[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "Search", at_first_too_wide())
        patch.setattr(narrowed, "MOST_CELLS", most_cells)
        patch.setattr(drawn, "N_LEARNT", 300)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where no question tells anything
            found, joint, _ = planned(seed, n_variables, kind)
    assert found.lower <= whole.upper + CHANCE
    assert whole.upper <= found.upper + 1e-6
    if not found.n_beliefs:
        return
    total = cost_of_following(found.model, joint)
    np.testing.assert_allclose(total, found.upper, atol=1e-5)


def test_questions_are_kept_while_the_junction_tree_is_small():
    network = random_bayesian(np.random.default_rng(0), 7, least_states=2)
    asked = [0, 1, 2, 3, 4, 5]
    followed = [[(4, 0), (1, 0)], [(4, 1)], [(4, 0), (0, 1)]]
    sizes = [JunctionTree(network, 6, some).n_cells for some in ([], [asked[4]], asked)]
    assert narrowed.narrowed(network, 6, asked, followed) is not None
    with pytest.MonkeyPatch.context() as patch:
        for most, kept in ((sizes[0] - 1, None), (sizes[1], [4])):
            patch.setattr(narrowed, "MOST_CELLS", most)
            found = narrowed.narrowed(network, 6, asked, followed)
            assert found == kept if kept is None else found is not None and set(kept) <= set(found)
    assert narrowed.shortened(followed, [1, 4]) == [[(1, 0), (0, 0)], [(1, 1)], [(1, 0)]]


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("most_cells", [1 << 24, 0])
def test_where_a_too_wide_network_pays_for_no_question_the_cost_is_that_of_deciding(
    most_cells, keeps, monkeypatch
):
    """To the last digit, with questions kept or without, if the target's own probabilities are in reach."""
    network = random_bayesian(np.random.default_rng(4), 6, least_states=2)

    monkeypatch.setattr(plan, "Search", at_first_too_wide())
    monkeypatch.setattr(junction_tree, "MOST_CELLS", most_cells)
    if not keeps and most_cells:
        monkeypatch.setattr(plan, "narrowed", lambda *_: [])
    monkeypatch.setattr(drawn, "N_LEARNT", 300)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that every question costs more than any mistake
        found = plan_graph(network, "v2", 10.0)
    truth = 1 - asked_joint(network, 2, []).max()
    assert len(found.model.graph_nodes()) == 1
    if most_cells:
        np.testing.assert_allclose([found.lower, found.upper], truth, atol=1e-9)
    else:
        assert found.lower <= truth <= found.upper
        assert found.lower < found.upper


def test_an_impossible_answer_leaves_the_belief_as_it_was():
    tables = (np.array([0.3, 0.7]), np.array([[0.9, 0.1, 0.0], [0.2, 0.8, 0.0]]))
    network = BayesianNetwork(("ill", "test"), (("yes", "no"), ("low", "high", "odd")), ((), (0,)), tables)
    session = Session(plan_graph(network, "ill", 0.01).model)
    assert session.next() == 0
    session.answer("test", "odd")
    np.testing.assert_allclose(session.posterior, [0.3, 0.7], atol=1e-6)
    assert session.next() is None


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(3, 6))
def test_at_another_prior_posteriors_and_expected_costs_are_those_of_that_prior(seed, n_variables):
    found, joint, _ = planned(seed, n_variables)
    model = found.model
    if model.n_classes < 2 or model.graph_nodes()[0].feature < 0:
        return
    rng = np.random.default_rng(seed)
    before = joint.reshape(-1, joint.shape[-1]).sum(axis=0)
    prior = rng.dirichlet(np.ones(len(before))) * (before > 0)
    if prior.sum() <= 0:
        return
    prior = prior / prior.sum()
    other = joint * np.divide(prior, before, out=np.zeros(len(before)), where=before > 0)
    changed = model.changed(network=replace(model.network, prior=prior.astype(np.float32)))
    total = 0.0
    for states in np.argwhere(other.sum(axis=-1) > 0):
        session, answers = Session(changed), {}
        while (k := session.next()) is not None:
            session.answer_bin(k, int(states[k]))
            answers[k] = int(states[k])
            mass = posterior_by_sums(other, answers)
            np.testing.assert_allclose(session.posterior, mass / mass.sum(), atol=2e-5)
        decided = changed.classes.index(session.decide())
        mass = other[tuple(states)]
        total += mass.sum() * session.cost + mass @ changed.misclassification[:, decided]
    np.testing.assert_allclose(changed.graph_nodes()[0].value, total, atol=1e-4)


def test_bounds_are_in_the_certificate_until_something_else_is_decided_by():
    found, *_ = planned(5, 5)
    told = certificate(found.model)
    assert (told.method, told.lower, told.upper) == ("search", found.lower, found.upper)
    assert told.gap == pytest.approx(found.gap)
    again = Model(found.model.to_bytes())
    assert certificate(again) == told
    assert certificate(again.with_meta({**again.meta, "title": "?"})) == told
    other = again.changed(costs=again.costs, misclassification=2 * again.misclassification)
    assert "plan" not in other.meta
    assert certificate(other).method != "search"


@pytest.mark.parametrize(
    "damage",
    [None, 3, {}, {"lower": 1, "upper": 0}, {"lower": "a", "upper": 2}, {"lower": 0.1, "upper": None}],
)
def test_noted_bounds_that_are_none_are_not_taken_for_bounds(damage):
    model = planned(5, 5)[0].model
    assert certificate(model.with_meta({**model.meta, "plan": damage})).method != "search"


def test_the_same_network_gives_the_same_bytes():
    assert planned(11, 6)[0].model.to_bytes() == planned(11, 6)[0].model.to_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ask": []}, "ask names no variable"),
        ({"ask": ["v1", "v1"]}, "names 'v1' twice"),
        ({"ask": ["v0"]}, "'v0' is the target"),
        ({"ask": ["fever"]}, "no variable 'fever'; it has 'v0'"),
        ({"gap": -0.1}, "gap must be a number of at least 0, not -0.1"),
        ({"gap": float("nan")}, "gap must be a number of at least 0, not nan"),
        ({"max_beliefs": 0}, "max_beliefs must be at least 1, not 0"),
        ({"max_nodes": 0}, "max_nodes must be from 1 to 65534, not 0"),
        ({"max_nodes": 65535}, "max_nodes must be from 1 to 65534, not 65535"),
        ({"budget": -1}, "budget"),
    ],
)
def test_what_cannot_be_planned_is_refused_by_name(options, message):
    network = random_bayesian(np.random.default_rng(2), 4)
    with pytest.raises(ValueError, match=message):
        plan_graph(network, "v0", 0.01, **options)


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(3, 7))
def test_a_decision_graph_tells_how_probable_the_network_makes_its_places(seed, n_variables):
    found, joint, _ = planned(seed, n_variables)
    names = found.model.feature_names

    def check(node, possible):
        truth = joint[np.ix_(*possible, range(joint.shape[-1]))].sum()
        np.testing.assert_allclose(node.probability, truth, atol=1e-5)
        for branch in node.branches:
            k = names.index(node.feature)
            if branch.values:
                check(branch.node, [*possible[:k], list(branch.values), *possible[k + 1 :]])
            else:
                assert branch.node.probability == 0

    check(DecisionGraph.of(found.model).root, [list(range(n)) for n in joint.shape[:-1]])


def test_a_large_graph_is_told_in_part_and_each_question_of_it_once(monkeypatch):
    model = planned(1, 7, "groups")[0].model
    whole = graph_lines.lines(model)
    asked = [line.split("look at")[0].strip() for line in whole if "look at" in line and "[" in line]
    numbers = [text[text.index("[") :] for text in asked]
    assert len(set(numbers)) == len(numbers)
    for line in whole:
        if "go on at" in line:
            assert line.split("go on at ")[1] in numbers
    monkeypatch.setattr(graph_lines, "MOST_LINES", 2)
    assert graph_lines.lines(model) == [*whole[:2], "... and so on: ifc2f graph writes the whole graph"]
