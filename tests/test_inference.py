"""Exact tree inference: posteriors equal enumeration, and are the same bits however they were reached."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from models import answered, bare, planned, readings
from numpy.typing import NDArray
from strategies import WITH_FACTOR, Problem, masks, plain_costs, problems, random_network, random_problem

from ifc2f.network import Feature, Network
from ifc2f.session import Session


def as_problem(network: Network) -> Problem:
    """Return a problem with free features and 0-1 costs."""
    n_classes = len(network.classes)
    return Problem(
        network,
        plain_costs([0.0] * len(network.features)),
        (1 - np.eye(n_classes)).astype(np.float32),
    )


# ---- Against enumeration -------------------------------------------------------------------------


@given(problem=problems(shapes=WITH_FACTOR, max_features=6, max_values=4), data=st.data())
def test_everything_equals_enumeration(problem: Problem, data: st.DataObject) -> None:
    answers = data.draw(masks(problem.network))
    session = answered(bare(problem), answers)
    np.testing.assert_allclose(session.posterior, oracle.posterior(problem.network, answers), atol=1e-6)
    for k in range(len(problem.network.features)):
        expected = oracle.feature_posterior(problem.network, k, answers)
        np.testing.assert_allclose(session.feature_posterior(k), expected, atol=1e-6)
    expected_evidence = math.log(oracle.evidence(problem.network, answers))
    assert session.log_evidence == pytest.approx(expected_evidence, abs=1e-5)
    assert session.conflict is False


@given(problem=problems(shapes=WITH_FACTOR, max_features=6), data=st.data())
def test_the_users_prior_takes_the_trained_ones_place(problem: Problem, data: st.DataObject) -> None:
    answers = data.draw(masks(problem.network))
    n_classes = len(problem.network.classes)
    weights = data.draw(st.lists(st.integers(1, 1000), min_size=n_classes, max_size=n_classes))
    prior = np.array(weights) / sum(weights)
    session = answered(bare(problem), answers, prior=prior)
    np.testing.assert_allclose(
        session.posterior, oracle.posterior(problem.network, answers, prior), atol=1e-6
    )
    for k in range(len(problem.network.features)):
        expected = oracle.feature_posterior(problem.network, k, answers, prior)
        np.testing.assert_allclose(session.feature_posterior(k), expected, atol=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_all_masks_of_a_small_model(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, n_features=6, n_values=3, n_classes=2 + seed % 2)
    model = bare(problem)
    n_values = [feature.table.shape[1] for feature in problem.network.features]
    for mask in itertools.product([False, True], repeat=6):
        answers = {k: int(rng.integers(n_values[k])) for k in range(6) if mask[k]}
        session = Session(model)
        for k in range(6):
            if mask[k]:
                session.answer_bin(k, answers[k])
            else:
                session.missing(k)
        np.testing.assert_allclose(session.posterior, oracle.posterior(problem.network, answers), atol=1e-6)
        assert readings(session) == readings(answered(model, answers)), "missing differs from not asked"


# ---- The same bits whatever the path -------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_every_subset_in_every_order_gives_the_same_bits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, n_features=4, n_values=3, n_classes=2 + seed % 2)
    model = bare(problem)
    values = [int(rng.integers(feature.table.shape[1])) for feature in problem.network.features]
    for size in range(5):
        for subset in itertools.combinations(range(4), size):
            expected = readings(answered(model, {k: values[k] for k in subset}))
            for order in itertools.permutations(subset):
                assert readings(answered(model, {k: values[k] for k in order})) == expected


@given(problem=problems(shapes=WITH_FACTOR, min_features=2, max_features=8, max_values=4), data=st.data())
def test_history_leaves_no_trace(problem: Problem, data: st.DataObject) -> None:
    """Answers, changes of mind, readings in between, another prior and back: only the last answers count."""
    model = bare(problem)
    features = problem.network.features
    prior = problem.network.prior
    session = Session(model, prior=prior)
    state: dict[int, int] = {}
    steps = st.lists(
        st.tuples(
            st.sampled_from(["answer", "answer", "answer", "missing", "retract", "read", "prior"]),
            st.integers(0, len(features) - 1),
            st.integers(0, 254),
        ),
        max_size=20,
    )
    for action, k, number in data.draw(steps, label="steps"):
        if action == "answer":
            state[k] = number % features[k].table.shape[1]
            session.answer_bin(k, state[k])
        elif action == "missing":
            state.pop(k, None)
            session.missing(k, paid=bool(number % 2))
        elif action == "retract":
            state.pop(k, None)
            session.retract(k)
        elif action == "read":
            session.feature_posterior(k)
            assert session.posterior.sum() == pytest.approx(1.0, abs=1e-5)
        else:
            prior = np.roll(prior, 1 + number)
            session.set_prior(prior)
    assert readings(session) == readings(answered(model, dict(sorted(state.items())), prior=prior))


@given(problem=problems(min_features=2, max_features=8, max_values=4), data=st.data())
def test_cost_of_continuing_leaves_no_trace(problem: Problem, data: st.DataObject) -> None:
    answers = data.draw(masks(problem.network))
    model = planned(problem)
    session = answered(model, answers)
    for k in range(len(problem.network.features)):
        if k not in answers:
            session.cost_of_continuing(k)
    assert readings(session) == readings(answered(model, answers))


@given(problem=problems(shapes=WITH_FACTOR))
def test_nothing_observed_gives_the_prior_to_the_bit(problem: Problem) -> None:
    session = Session(bare(problem))
    assert session.posterior.tobytes() == problem.network.prior.tobytes()
    session.answer_bin(0, 0)
    session.retract(0)
    assert session.posterior.tobytes() == problem.network.prior.tobytes()
    for k in range(len(problem.network.features)):
        session.missing(k, paid=True)
    assert session.posterior.tobytes() == problem.network.prior.tobytes()


@pytest.mark.parametrize("prior", [[1.0, 0.0], [0.0, 1.0]])
def test_a_class_that_cannot_be_stays_impossible(prior: list[float]) -> None:
    problem = random_problem(np.random.default_rng(4), 5, 3, 2)
    session = answered(bare(problem), {3: 0, 1: 1}, prior=prior)
    assert session.posterior.tolist() == prior
    expected = oracle.feature_posterior(problem.network, 4, {3: 0, 1: 1}, prior)
    np.testing.assert_allclose(session.feature_posterior(4), expected, atol=1e-6)
    assert session.conflict is False


def test_many_classes_and_values() -> None:
    rng = np.random.default_rng(9)
    problem = as_problem(random_network(rng, 12, [40, 255, 2, 17, 3, 9, 30, 2, 8, 100, 5, 6], 60, "tree"))
    values = [int(rng.integers(feature.n_values)) for feature in problem.network.features]
    for hidden in ({0}, {1, 4}, set(range(0, 12, 2)), set(range(1, 12))):
        assert_agrees_in_logarithms(problem, {k: v for k, v in enumerate(values) if k not in hidden})


# ---- Large models: nothing underflows ------------------------------------------------------------


def assert_agrees_in_logarithms(problem: Problem, answers: dict[int, int]) -> None:
    """Compare evidence and posterior of a large model with elimination in log space."""
    session = answered(bare(problem), answers)
    expected = oracle.log_class_and_answers(problem.network, answers)
    log_total = float(np.logaddexp.reduce(expected))
    assert session.log_evidence == pytest.approx(log_total, abs=2e-3)
    posterior = session.posterior.astype(np.float64)
    assert posterior.sum() == pytest.approx(1.0, abs=1e-6)
    log_expected = expected - log_total
    seen = log_expected > -60.0
    np.testing.assert_allclose(np.log(posterior[seen]), log_expected[seen], atol=2e-3)
    assert (posterior[~seen] < 1e-25).all()
    for k in {0, len(problem.network.features) // 2, len(problem.network.features) - 1} - set(answers):
        cells = [
            oracle.log_class_and_answers(problem.network, {**answers, k: v})
            for v in range(problem.network.features[k].table.shape[1])
        ]
        np.testing.assert_allclose(
            session.feature_posterior(k), np.exp(np.array(cells) - log_total), atol=1e-4
        )


@pytest.mark.parametrize("shape", ["naive", "chain", "star", "tree"])
@pytest.mark.parametrize("concentration", [0.3, 50.0])
@pytest.mark.parametrize("observed", ["all", "all but the root", "half"])
def test_300_features_do_not_underflow(shape: str, concentration: float, observed: str) -> None:
    rng = np.random.default_rng(300)
    problem = as_problem(random_network(rng, 300, 4, 3, shape, concentration))
    answers = {
        k: int(rng.integers(feature.table.shape[1]))
        for k, feature in enumerate(problem.network.features)
        if observed == "all" or (observed == "half" and k % 2) or (observed == "all but the root" and k)
    }
    assert_agrees_in_logarithms(problem, answers)


def biased_features(n_features: int, odds: float, shape: str) -> Network:
    """Return features whose value 0 speaks for class 0, and 1 for class 1, by ``odds``."""
    low = np.float32(1.0 / odds)
    edges = np.array([0.5, 1.5], dtype=np.float32)
    rest = np.float32(1.0) - low - low * low
    # Both values are rare under both classes, so that the evidence falls as fast as the odds move.
    row = np.array([[low, low * low], [low * low, low], [rest, rest]], dtype=np.float32)
    features = []
    for k in range(n_features):
        parent = 0 if shape == "star" and k else -1
        table = np.stack([row] * (3 if parent == 0 else 1))
        features.append(Feature(f"f{k}", k, edges, False, None, parent, table))
    return Network(tuple(features), ("c0", "c1"), np.array([0.25, 0.75], dtype=np.float32))


@pytest.mark.parametrize("shape", ["naive", "star"])
@pytest.mark.parametrize("known_root", [True, False])
def test_a_class_far_behind_can_catch_up(shape: str, known_root: bool) -> None:
    """150 answers put class 1 behind by a factor of 1e-450, the next 150 bring it back: the prior stands."""
    network = biased_features(301, 1000.0, shape)
    answers = {k: 0 if k <= 150 else 1 for k in range(1, 301)}
    if known_root:
        answers = {0: 2, **answers}
    problem = as_problem(network)
    assert_agrees_in_logarithms(problem, answers)
    session = answered(bare(problem), answers)
    np.testing.assert_allclose(session.posterior, [0.25, 0.75], atol=1e-3)
    shuffled = {int(k): answers[int(k)] for k in np.random.default_rng(0).permutation(list(answers))}
    assert readings(answered(bare(problem), shuffled)) == readings(session)


@pytest.mark.parametrize("n_children", [40, 300])
def test_a_hidden_value_far_behind_can_catch_up(n_children: int) -> None:
    """Half of the children speak for one value of a root that is not seen, the rest for the other: a draw."""
    edges = np.array([0.5], dtype=np.float32)
    root = Feature(
        "root", 0, edges, False, None, -1, np.array([[[0.25, 0.5], [0.75, 0.5]]], dtype=np.float32)
    )
    row = np.array([[[0.999, 0.99], [0.001, 0.01]], [[0.001, 0.01], [0.999, 0.99]]], dtype=np.float32)
    children = [Feature(f"f{k}", k, edges, False, None, 0, row) for k in range(1, n_children + 1)]
    network = Network((root, *children), ("c0", "c1"), np.array([0.5, 0.5], dtype=np.float32))
    answers = {k: int(k > n_children // 2) for k in range(1, n_children + 1)}
    # Class 0 explains each pair of answers worse by (0.999 * 0.001) / (0.99 * 0.01): give it the odds back.
    odds = (0.999 * 0.001 / (0.99 * 0.01)) ** (n_children // 2)
    problem = as_problem(network)
    if n_children == 40:
        prior = np.array([1.0, odds]) / (1.0 + odds)
        session = answered(bare(problem), answers, prior=prior)
        np.testing.assert_allclose(session.posterior, [0.5, 0.5], atol=1e-3)
        np.testing.assert_allclose(session.feature_posterior(0), [[0.125, 0.25], [0.375, 0.25]], atol=1e-3)
    assert_agrees_in_logarithms(problem, answers)


# ---- Answers the model holds impossible ----------------------------------------------------------


def with_zeros(network: Network, rng: np.random.Generator) -> Network:
    """Return the network with some probabilities set to zero, and the others scaled up to sum 1."""
    features = []
    for feature in network.features:
        table = feature.table.copy()
        table[rng.random(table.shape) < 0.4] = 0.0
        table[:, 0, :] = np.where(table.sum(axis=1) == 0.0, np.float32(1.0), table[:, 0, :])
        features.append(replace(feature, table=(table / table.sum(axis=1, keepdims=True)).astype(np.float32)))
    return replace(network, features=tuple(features))


@given(problem=problems(shapes=WITH_FACTOR, min_features=2), data=st.data(), seed=st.integers(0, 1000))
def test_impossible_answers_are_a_conflict(problem: Problem, data: st.DataObject, seed: int) -> None:
    network = with_zeros(problem.network, np.random.default_rng(seed))
    answers = data.draw(masks(network))
    session = answered(bare(replace(problem, network=network)), answers)
    weights = oracle.class_and_answers(network, answers)
    posterior: NDArray[np.float32] = session.posterior
    assert session.conflict is bool(weights.sum() == 0.0)
    if session.conflict:
        assert posterior.tobytes() == network.prior.tobytes()
        assert session.log_evidence == -math.inf
    else:
        np.testing.assert_allclose(posterior, weights / weights.sum(), atol=1e-6)
    for k in range(len(network.features)):
        cells = session.feature_posterior(k)
        if session.conflict:
            assert k in answers or not cells.any()
        else:
            assert cells.sum() == pytest.approx(1.0, abs=1e-5)
            np.testing.assert_allclose(cells, oracle.feature_posterior(network, k, answers), atol=1e-6)
    for feature in list(answers):
        session.retract(feature)
    assert posterior_is_prior(session, network)


def posterior_is_prior(session: Session, network: Network) -> bool:
    """Return whether the session shows the network's prior, to the bit."""
    return session.posterior.tobytes() == network.prior.tobytes()


def test_no_posterior_is_subnormal() -> None:
    """Some processors and programs take such numbers for 0, so bits would differ between machines."""
    table = np.array([[[0.9, 0.1], [0.1, 0.9]]], dtype=np.float32)
    features = tuple(
        Feature(f"f{k}", k, np.array([0.5], dtype=np.float32), False, None, -1, table) for k in range(60)
    )
    network = Network(features, (0, 1), np.array([0.5, 0.5], dtype=np.float32))
    session = Session(bare(as_problem(network)))
    smallest = []
    for k in range(59):
        session.answer_bin(k, 0)
        for shown in (session.posterior, session.feature_posterior(59)):
            assert ((shown == 0) | (shown >= np.finfo(np.float32).tiny)).all()
        smallest.append(session.posterior.min())
    assert 0 < smallest[35] < 1e-34  # 9^-36: still told,
    assert smallest[-1] == 0  # 9^-59: no more
