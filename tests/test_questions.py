"""What a session tells of questions: the worth of one answer and of several; uncertain answers."""

from __future__ import annotations

import pickle
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare, planned
from oracle import joint
from speed import slowness
from strategies import Problem, random_network

from ifc2f import AcquisitionCosts, Model, Session
from ifc2f.files.format import adaptive_section
from ifc2f.network import Feature, Network

SEEDS = st.integers(0, 2**32 - 1)
POLICIES = ("ordered", "adaptive", "none")


def problem_of(seed: int, n_features: int = 5, n_classes: int = 3) -> Problem:
    rng = np.random.default_rng(seed)
    network = random_network(rng, n_features, [2, 3, 4, 2, 3][:n_features], n_classes, concentration=0.7)
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in network.features])
    mistakes = rng.uniform(0.2, 3.0, (n_classes, n_classes)).astype(np.float32)
    np.fill_diagonal(mistakes, 0.0)
    return Problem(network, costs, mistakes)


def model_of(problem: Problem, policy: str) -> Model:
    if policy == "none":
        return bare(problem)
    if policy == "ordered":
        return planned(problem)
    return bare(problem).with_policies({"ADPT": adaptive_section()})


def with_witnesses(network: Network, told: dict[int, np.ndarray]) -> Network:
    """Return the network with a child of each feature that was answered uncertainly: 1 where it was seen."""
    children = []
    for k, likelihoods in told.items():
        seen = np.repeat((likelihoods / likelihoods.max() / 2.0)[:, np.newaxis], len(network.classes), axis=1)
        table = np.stack([1.0 - seen, seen], axis=1).astype(np.float32)
        at = len(network.features) + len(children)
        children.append(Feature(f"witness {k}", at, np.array([0.5], np.float32), False, None, k, table))
    return replace(network, features=(*network.features, *children))


@given(SEEDS, st.sampled_from(POLICIES), st.lists(st.integers(0, 2), min_size=5, max_size=5))
@settings(deadline=None, max_examples=60)
def test_an_uncertain_answer_is_an_answer_to_a_child_of_the_feature(
    seed: int, policy: str, kinds: list[int]
) -> None:
    rng = np.random.default_rng(seed)
    problem = problem_of(seed)
    session = Session(model_of(problem, policy))
    sizes = [feature.n_values for feature in problem.network.features]
    told = {k: rng.uniform(0.05, 1.0, sizes[k]) for k, kind in enumerate(kinds) if kind == 1}
    certain = {k: int(rng.integers(sizes[k])) for k, kind in enumerate(kinds) if kind == 2}
    for k in rng.permutation([*told, *certain]).tolist():
        if k in told:
            session.answer_likelihoods(k, told[k] * rng.uniform(0.1, 50.0))
        else:
            session.answer_bin(k, certain[k])
    network = with_witnesses(problem.network, told)
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in network.features])
    child = Session(bare(Problem(network, costs, problem.misclassification)))
    for k, code in certain.items():
        child.answer_bin(k, code)
    for k in told:
        child.answer_bin(f"witness {k}", 1)
    np.testing.assert_allclose(session.posterior, child.posterior, atol=2e-6)
    for k in range(5):
        np.testing.assert_allclose(session.feature_posterior(k), child.feature_posterior(k), atol=2e-6)
    again = pickle.loads(pickle.dumps(session))
    assert again.posterior.tobytes() == session.posterior.tobytes()
    if policy != "none":
        asked = session.next()
        assert asked is None or session.state(asked) == "open"
        assert again.next() == asked


@given(SEEDS, st.permutations(range(5)))
@settings(deadline=None, max_examples=30)
def test_uncertain_answers_in_any_order_give_the_same_bits(seed: int, order: list[int]) -> None:
    rng = np.random.default_rng(seed)
    problem = problem_of(seed)
    told = [rng.uniform(0.0, 1.0, feature.n_values) for feature in problem.network.features]
    model = bare(problem)
    forwards, shuffled = Session(model), Session(model)
    for k in range(5):
        forwards.answer_likelihoods(k, told[k])
    for k in order:
        shuffled.answer_likelihoods(k, told[order[0]][:1].repeat(len(told[k])) + np.arange(len(told[k])))
        shuffled.answer_likelihoods(k, told[k])
    assert forwards.posterior.tobytes() == shuffled.posterior.tobytes()
    for k in range(5):
        assert forwards.likelihoods(k).tobytes() == shuffled.likelihoods(k).tobytes()


@given(SEEDS, st.integers(0, 4))
@settings(deadline=None, max_examples=30)
def test_a_certain_answer_by_likelihoods_is_the_answer_to_the_bit(seed: int, k: int) -> None:
    problem = problem_of(seed)
    one, other = Session(planned(problem)), Session(planned(problem))
    code = seed % problem.network.features[k].n_values
    one.answer_likelihoods(k, np.arange(problem.network.features[k].n_values) == code)
    other.answer_bin(k, code)
    assert one.posterior.tobytes() == other.posterior.tobytes()
    assert one.state(k) == code
    assert one.next() == other.next()


def test_even_likelihoods_tell_nothing_and_cost_a_look() -> None:
    problem = problem_of(3)
    session = Session(bare(problem))
    session.answer_likelihoods(2, [5.0] * 4)
    np.testing.assert_allclose(session.posterior, problem.network.prior, atol=1e-6)
    assert (session.state(2), session.acquired, session.cost) == ("uncertain", [2], np.float32(0.01))
    session.missing(2)
    assert (session.state(2), session.cost) == ("missing", 0.0)


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        ([1.0], "one for each bin or category"),
        ([0.0, 0.0], "not all 0"),
        ([1.0, -0.1], "0 or more"),
        ([1.0, np.nan], "0 or more"),
        ([1.0, np.inf], "0 or more"),
        (["x", 1.0], "2 numbers, not"),
        (None, "2 numbers"),
    ],
)
def test_likelihoods_that_are_none_are_refused_and_change_nothing(given_: object, words: str) -> None:
    session = Session(bare(problem_of(1)))
    before = session.posterior
    with pytest.raises(ValueError, match=words):
        session.answer_likelihoods(0, given_)
    assert session.state(0) == "open"
    assert session.posterior.tobytes() == before.tobytes()


@given(SEEDS, st.lists(st.integers(0, 4), max_size=3, unique=True))
@settings(deadline=None, max_examples=40)
def test_what_an_answer_is_worth_is_what_trying_each_of_them_shows(seed: int, answered: list[int]) -> None:
    problem = problem_of(seed)
    session = Session(bare(problem))
    for k in answered:
        session.answer_bin(k, seed % problem.network.features[k].n_values)
    decided = session.decide()
    for k in range(5):
        worth = session.worth(k)
        if k in answered:
            assert (worth.change, worth.saving) == (0.0, 0.0)
            continue
        saving, change = session.cost_of_stopping, 0.0
        for v in range(problem.network.features[k].n_values):
            trial = pickle.loads(pickle.dumps(session))
            trial.answer_bin(k, v)
            np.testing.assert_allclose(worth.posterior[v], trial.posterior, atol=2e-5)
            saving -= worth.probability[v] * trial.cost_of_stopping
            change += worth.probability[v] * (trial.decide() != decided)
        assert worth.probability.sum() == pytest.approx(1.0, abs=1e-5)
        assert worth.saving == pytest.approx(saving, abs=2e-6)
        assert worth.change == pytest.approx(change, abs=2e-5)


def of_sets(problem: Problem, told: dict[int, np.ndarray], asked: list[int]) -> np.ndarray:
    """Return P(class, values of the asked features | likelihoods told), shape (L, number of sets)."""
    everything = joint(problem.network)
    for k, likelihoods in told.items():
        shape = [1] * everything.ndim
        shape[1 + k] = -1
        everything = everything * likelihoods.reshape(shape)
    rest = tuple(1 + k for k in range(everything.ndim - 1) if k not in asked)
    found = everything.sum(axis=rest).reshape(len(problem.network.classes), -1)
    return np.asarray(found / found.sum())


def worth_by_hand(problem: Problem, told: dict[int, np.ndarray], asked: list[int]) -> tuple[float, float]:
    """Return what answers to features save together, and how often they change the decision."""
    costs = problem.misclassification.astype(np.float64).T @ of_sets(problem, told, asked)
    now = costs.sum(axis=1).argmin()
    saved = costs[now] - costs.min(axis=0)
    mass = of_sets(problem, told, asked).sum(axis=0)
    return float(saved.sum()), float(mass[saved > 1e-7 * mass].sum())


@given(SEEDS, st.sampled_from(POLICIES), st.lists(st.integers(0, 3), min_size=5, max_size=5))
@settings(deadline=None, max_examples=60)
def test_what_answers_are_worth_together_is_what_every_set_of_them_shows(
    seed: int, policy: str, kinds: list[int]
) -> None:
    """Kinds of features: asked, left open, uncertain, answered; the answered are asked as well, in vain."""
    rng = np.random.default_rng(seed)
    problem = problem_of(seed)
    session = Session(model_of(problem, policy))
    told = {}
    for k in rng.permutation(5).tolist():
        n_values = problem.network.features[k].n_values
        told[k] = rng.uniform(0.05, 1.0, n_values) if kinds[k] == 2 else np.ones(n_values)
        if kinds[k] == 3:
            told[k] = (np.arange(n_values) == rng.integers(n_values)).astype(float)
        if kinds[k] >= 2:
            session.answer_likelihoods(k, told[k])
    kept, asked = session.to_bytes(), [k for k in rng.permutation(5).tolist() if kinds[k] != 1]
    found = session.joint_worth(asked)
    saving, change = worth_by_hand(problem, told, asked)
    assert found.missed == 0.0
    assert found.saving == pytest.approx(saving, abs=3e-6)
    assert found.change == pytest.approx(change, abs=3e-5)
    assert sorted(found.features) == sorted(asked)
    alone = [session.worth(k).saving for k in found.features]
    assert alone == sorted(alone, reverse=True)
    assert found.saving >= max(alone, default=0.0) - 1e-6
    again = Session.resume(session.model, kept)
    assert session.posterior.tobytes() == again.posterior.tobytes(), "the session stays as it is"
    assert [session.worth(k).saving for k in range(5)] == [again.worth(k).saving for k in range(5)]
    if policy != "none":
        assert session.next() == again.next()


@pytest.mark.parametrize("n_features", [2, 7])
def test_what_too_many_answers_save_lies_between_the_bounds(n_features: int) -> None:
    rng = np.random.default_rng(n_features)
    n_values = 255 if n_features == 2 else 6
    network = random_network(rng, n_features, [n_values] * n_features, 2, concentration=2.0)
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in network.features])
    problem = Problem(network, costs, (1 - np.eye(2)).astype(np.float32))
    session, everything = Session(bare(problem)), list(range(n_features))
    start = time.process_time()
    found = session.joint_worth(everything)
    assert time.process_time() - start < 0.025 * slowness()
    saving, change = worth_by_hand(problem, {}, everything)
    assert found.missed > 0.0, "not all sets are followed"
    assert found.saving - 1e-4 <= saving <= found.saving + found.missed + 1e-4
    assert found.change <= change + 1e-4
    assert found.saving >= max(session.worth(k).saving for k in everything) - 1e-6
    assert n_features == 2 or found.saving > 0.8 * saving
    assert session.joint_worth(everything[:1])[1:] == (
        session.worth(0).change,
        session.worth(0).saving,
        0.0,
    )


def test_features_that_there_are_not_or_that_are_named_twice_are_refused() -> None:
    session = Session(bare(problem_of(1)))
    with pytest.raises(ValueError, match="feature 'f1' is named twice"):
        session.joint_worth([1, "f2", "f1"])
    with pytest.raises(ValueError, match="9"):
        session.joint_worth([0, 9])
    assert session.joint_worth([]) == ((), 0.0, 0.0, 0.0)


def test_answers_that_contradict_each_other_leave_nothing_to_save() -> None:
    problem = problem_of(1)
    first, second, *rest = problem.network.features
    tables = [np.zeros_like(each.table) for each in (first, second)]
    tables[0][:, 0, :], tables[1][:, 0, :] = 1.0, 1.0
    sure = [replace(each, table=table) for each, table in zip((first, second), tables, strict=True)]
    problem = replace(problem, network=replace(problem.network, features=(*sure, *rest)))
    session = Session(bare(problem))
    session.answer_bin(0, 1)
    assert session.conflict
    assert session.joint_worth([1, 2, 3])[1:] == (0.0, 0.0, 0.0)


@given(SEEDS)
@settings(deadline=None, max_examples=20)
def test_influences_know_uncertain_and_known_answers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = problem_of(seed)
    session = Session(bare(problem))
    told = rng.uniform(0.1, 1.0, 2)
    session.answer_likelihoods(0, told)
    feature = problem.network.features[1]
    value = feature.labels[0] if feature.labels else float(feature.values[0])
    session.know(1, value)
    session.answer_bin(2, 0)
    found = {each.feature: each for each in session.influences(session.model.classes[0])}
    assert set(found) == {0, 1, 2}
    rest = Session(session.model)
    rest.know(1, value)
    rest.answer_bin(2, 0)
    assert found[0].without == pytest.approx(float(rest.posterior[0]), abs=1e-6)
    assert session.state(0) == "uncertain"


@pytest.mark.alone
def test_a_hundred_questions_are_valued_within_fifty_milliseconds() -> None:
    rng = np.random.default_rng(0)
    network = random_network(rng, 100, [4] * 100, 11)
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in network.features])
    session = Session(bare(Problem(network, costs, (1 - np.eye(11)).astype(np.float32))))
    session.answer_bin(7, 1)
    start = time.process_time()
    worths = [session.worth(k) for k in range(100)]
    together = session.joint_worth(range(20))
    assert time.process_time() - start < 0.05 * slowness()
    assert len(worths) == 100
    assert together.saving >= max(worth.saving for worth in worths[:20])
