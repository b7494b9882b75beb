"""What a session tells of one question: the worth of its answer, and answers that are uncertain."""

from __future__ import annotations

import pickle
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare, planned
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
    assert time.process_time() - start < 0.05 * slowness()
    assert len(worths) == 100
