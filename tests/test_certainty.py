"""How sure a posterior is: against the numbers of rows, by drawing rows and training again."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare
from numpy.typing import NDArray
from strategies import Problem, plain_costs, random_network

from ifc2f import Model, Session
from ifc2f.network import Network

N_TRIALS = int(os.environ.get("CERTAINTY_TRIALS", "12"))


def model_of(network: Network, n_rows: int | None) -> Model:
    n = len(network.features)
    mistakes = (1 - np.eye(len(network.classes))).astype(np.float32)
    model = bare(Problem(network, plain_costs([0.01] * n), mistakes))
    return model if n_rows is None else model.with_meta({"training": {"n_rows": n_rows}})


def drawn(network: Network, n: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return rows of a network, shape (n, 1 + K): the class, then the bins."""
    rows = np.empty((n, 1 + len(network.features)), dtype=np.intp)
    rows[:, 0] = rng.choice(
        len(network.classes), n, p=network.prior.astype(float) / network.prior.astype(float).sum()
    )
    for k, feature in enumerate(network.features):
        above = rows[:, 1 + feature.parent] if feature.parent >= 0 else np.zeros(n, dtype=np.intp)
        chances = np.cumsum(feature.table[above, :, rows[:, 0]], axis=1)
        rows[:, 1 + k] = (rng.random((n, 1)) * chances[:, -1:] >= chances).sum(axis=1)
    return rows


def counted(network: Network, rows: NDArray[np.intp]) -> Network:
    """Return the network with prior and tables counted from rows (class first), each cell with one more."""
    features = []
    for k, feature in enumerate(network.features):
        counts = np.ones(feature.table.shape)
        above = rows[:, 1 + feature.parent] if feature.parent >= 0 else np.zeros(len(rows), int)
        np.add.at(counts, (above, rows[:, 1 + k], rows[:, 0]), 1)
        features.append(
            replace(feature, table=(counts / counts.sum(axis=1, keepdims=True)).astype(np.float32))
        )
    prior = np.bincount(rows[:, 0], minlength=len(network.classes)) + 1.0
    return replace(network, features=tuple(features), prior=(prior / prior.sum()).astype(np.float32))


def coverage(n_rows: int, n_trials: int, level: float = 0.9) -> float:
    """Return how often the interval of a model from so many rows holds what the true network says."""
    held = total = 0
    for trial in range(n_trials):
        rng = np.random.default_rng(trial)
        truth = random_network(rng, 6, 3, 2, "tree", concentration=2.0)
        rows = drawn(truth, n_rows + 20, rng)
        learnt = Session(model_of(counted(truth, rows[:n_rows]), n_rows))
        right = Session(model_of(truth, None))
        for row in rows[n_rows:]:
            learnt.restart()
            right.restart()
            for k in rng.permutation(6)[: rng.integers(1, 7)].tolist():
                learnt.answer_bin(k, row[1 + k])
                right.answer_bin(k, row[1 + k])
            low, high = learnt.interval(level)[0]
            held += low <= right.posterior[0] <= high
            total += 1
    return held / total


@pytest.mark.parametrize("n_rows", [300, 3000])
def test_the_interval_holds_what_it_says(n_rows: int) -> None:
    found = coverage(n_rows, N_TRIALS)
    print(f"{n_rows} rows: {100 * found:.1f} % of intervals of 90 %")
    assert 0.8 < found < 0.99


@given(st.integers(0, 10**6), st.lists(st.integers(0, 4), unique=True, max_size=5))
@settings(deadline=None, max_examples=30)
def test_ends_stand_around_the_posterior_and_narrow_with_rows(seed: int, answered: list[int]) -> None:
    network = random_network(np.random.default_rng(seed), 5, 3, 3)
    ends = {}
    for n_rows, level in ((100, 0.9), (100, 0.5), (10000, 0.9)):
        session = Session(model_of(network, n_rows))
        for k in answered:
            session.answer_bin(k, seed % network.features[k].n_values)
        ends[n_rows, level] = found = session.interval(level)
        assert found.shape == (3, 2)
        assert (found[:, 0] <= session.posterior + 1e-6).all()
        assert (found[:, 1] >= session.posterior - 1e-6).all()
    assert (np.ptp(ends[100, 0.9], axis=1) >= np.ptp(ends[100, 0.5], axis=1)).all()
    assert (np.ptp(ends[100, 0.9], axis=1) >= np.ptp(ends[10000, 0.9], axis=1) - 1e-9).all()


def test_the_spread_is_that_of_numerical_differences() -> None:
    """Perturb each table row as a Dirichlet would, and add up what that does to ln P(answers | class)."""
    rng = np.random.default_rng(4)
    network, n_rows = random_network(rng, 4, 3, 2), 500
    model = model_of(network, n_rows)
    session = Session(model, prior=[0.5, 0.5])
    for k in (1, 3):
        session.answer_bin(k, 0)
    drawn = []
    marginals: list[NDArray[np.float64]] = []
    for feature in network.features:
        above = marginals[feature.parent] if feature.parent >= 0 else np.ones((1, 2))
        marginals.append(np.einsum("uvl,ul->vl", feature.table.astype(float), above))
    for _ in range(400):
        features = []
        for feature in network.features:
            above = marginals[feature.parent] if feature.parent >= 0 else np.ones((1, 2))
            table = np.empty_like(feature.table)
            for u in range(table.shape[0]):
                for c in range(2):
                    n = n_rows * network.prior[c] * above[u, c] + feature.n_values
                    table[u, :, c] = rng.dirichlet(feature.table[u, :, c] * n)
            features.append(replace(feature, table=np.maximum(table, 1e-6)))
        again = Session(model_of(replace(network, features=tuple(features)), None), prior=[0.5, 0.5])
        for k in (1, 3):
            again.answer_bin(k, 0)
        p = float(again.posterior[0])
        drawn.append(np.log(p / (1 - p)))
    low, high = session.interval(0.9)[0]
    told = (np.log(high / (1 - high)) - np.log(low / (1 - low))) / (2 * 1.6448536)
    assert told == pytest.approx(np.std(drawn), rel=0.15)


def test_what_is_not_told_is_refused() -> None:
    network = random_network(np.random.default_rng(1), 3)
    with pytest.raises(ValueError, match="how many rows"):
        Session(model_of(network, None)).interval()
    for level in (0.0, 1.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="between 0 and 1"):
            Session(model_of(network, 10)).interval(level)


def test_an_even_uncertain_answer_leaves_the_interval_as_it_was() -> None:
    session = Session(model_of(random_network(np.random.default_rng(2), 4, 3), 200))
    session.answer_bin(1, 0)
    before = session.interval()
    session.answer_likelihoods(2, np.ones(len(session.likelihoods(2))))
    np.testing.assert_allclose(session.interval(), before, atol=1e-6)


def test_a_power_of_the_likelihoods_spreads_the_interval_less() -> None:
    network = random_network(np.random.default_rng(3), 4, 3)
    plain, tempered = model_of(network, 200), model_of(network, 200)
    tempered = tempered.with_meta(tempered.meta | {"policy": {"power": 0.5}})
    widths = []
    for model in (plain, tempered):
        session = Session(model, prior=[0.4, 0.6])
        session.answer_bin(1, 0)
        low, high = session.interval()[0]
        widths.append(np.log(high / (1 - high)) - np.log(low / (1 - low)))
    assert widths[1] == pytest.approx(widths[0] / 2)
