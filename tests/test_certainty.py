"""How sure a posterior is: against the numbers of rows, by drawing rows and training again."""

from __future__ import annotations

import itertools
import math
import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare
from numpy.typing import NDArray
from scipy import stats
from strategies import Problem, plain_costs, random_network

from ifc2f import Model, Session
from ifc2f.network import Feature, Network

Array = NDArray[np.float64]
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


def drawn_log_ratios(network: Network, n_rows: int, answers: dict[int, int], n_draws: int) -> Array:
    """Draw the tables as so many rows leave them open; return ln P(answers | 1st class) - ln P(... | 2nd)."""
    rng = np.random.default_rng(4)
    marginals: list[Array] = []
    tables = []
    for feature in network.features:
        table = feature.table.astype(float)
        above = marginals[feature.parent] if feature.parent >= 0 else np.ones((1, 2))
        marginals.append(np.einsum("uvl,ul->vl", table, above))
        drawn = np.empty((n_draws, *table.shape))
        for u, c in np.ndindex(table.shape[0], 2):
            n = n_rows * network.prior[c] * above[u, c]
            drawn[:, u, :, c] = rng.dirichlet(n * table[u, :, c] + 1 / table.shape[1], n_draws)
        tables.append(drawn)
    of_class = np.zeros((n_draws, 2))
    values_of = [(answers[k],) if k in answers else range(f.n_values) for k, f in enumerate(network.features)]
    for values in itertools.product(*values_of):
        above_at = [values[f.parent] if f.parent >= 0 else 0 for f in network.features]
        of_class += np.prod([t[:, u, v] for t, u, v in zip(tables, above_at, values, strict=True)], axis=0)
    return np.log(of_class[:, 0] / of_class[:, 1])


@pytest.mark.parametrize("n_rows", [30, 500])
@pytest.mark.parametrize("answers", [{1: 0}, {1: 0, 3: 0}, {0: 2, 1: 1, 2: 0, 3: 1}])
def test_the_ends_are_quantiles_of_tables_that_are_drawn(n_rows: int, answers: dict[int, int]) -> None:
    network = random_network(np.random.default_rng(4), 4, 3, 2, concentration=0.5)
    session = Session(model_of(network, n_rows), prior=[0.5, 0.5])
    for k, v in answers.items():
        session.answer_bin(k, v)
    ends = session.interval(0.9)[0]
    expected = np.quantile(drawn_log_ratios(network, n_rows, answers, 4000), [0.05, 0.95])
    np.testing.assert_allclose(np.log(ends / (1 - ends)), expected, atol=0.2 * np.ptp(expected))


def exact_lower_end(n_answers: int, n_rows: int, rare: float) -> float:
    """Return the logit of the lower end for the first class, of two that are as frequent as each other.

    The answers, of two values, have the probability 1 - `rare` in it, and `rare` in the second class.
    """
    n = n_rows / 2
    squares = 2 * stats.norm.ppf(0.95) ** 2 / n
    for p, level in ((1 - rare, 0.05), (rare, 0.95)):
        mean = (n * p + 0.5) / (n + 1)
        shape = mean / (1 - mean) * (n + 2)
        squares += n_answers * math.log(stats.gamma.ppf(level, shape) / shape * mean / p) ** 2
    return n_answers * math.log((1 - rare) / rare) - math.sqrt(squares)


@pytest.mark.parametrize("n_answers", [1, 2, 3, 8, 12, 20])
def test_the_interval_stays_wide_where_the_posterior_is_rounded_to_1(n_answers: int) -> None:
    """Answers that training hardly saw leave more open the more there are, in single precision as well."""
    rare, n_rows = 2.0**-14, 50
    table = np.array([[[1 - rare, rare], [rare, 1 - rare]]], dtype=np.float32)
    names = [f"f{k}" for k in range(n_answers)]
    values = np.array([0.5], dtype=np.float32)
    features = tuple(
        Feature(name=name, column=k, values=values, categorical=False, labels=None, parent=-1, table=table)
        for k, name in enumerate(names)
    )
    network = Network(features=features, classes=("a", "b"), prior=np.full(2, 0.5, dtype=np.float32))
    session = Session(model_of(network, n_rows))
    for k in range(n_answers):
        session.answer_bin(k, 0)
    (low, high), (other_low, other_high) = session.interval()
    expected = exact_lower_end(n_answers, n_rows, float(np.float32(rare)))
    assert math.log1p(-other_high) - math.log(other_high) == pytest.approx(expected, abs=1e-3)
    assert low == pytest.approx(1 - other_high)
    assert low > 0.9
    assert high >= session.posterior[0] - 1e-7
    assert other_low <= session.posterior[1] + 1e-7
    assert (session.posterior[0] == 1.0) == (n_answers > 1)
    assert (session.posterior[1] == 0.0) == (n_answers > 8)


def test_a_class_that_is_not_possible_has_no_interval() -> None:
    session = Session(model_of(random_network(np.random.default_rng(1), 3), 50), prior=[1.0, 0.0])
    session.answer_bin(0, 0)
    assert session.interval().tolist() == [[1.0, 1.0], [0.0, 0.0]]


def test_what_is_not_told_is_refused() -> None:
    network = random_network(np.random.default_rng(1), 3)
    with pytest.raises(ValueError, match="how many rows"):
        Session(model_of(network, None)).interval()
    for level in (0.0, 1.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="between 0 and 1"):
            Session(model_of(network, 10)).interval(level)


def test_a_higher_level_never_narrows_the_interval() -> None:
    """Up to the last number below 1, of which a quantile cannot be told from that of 1."""
    network = random_network(np.random.default_rng(5), 6, 3, 3, concentration=0.5)
    session = Session(model_of(network, 100))
    for k in range(6):
        session.answer_bin(k, 0)
    levels = (1e-9, 0.5, 0.9, 0.999, 1 - 1e-9, 1 - 1e-12, 1 - 1e-15, 1 - 2.0**-53)
    ends = np.array([session.interval(level) for level in levels])
    assert (np.diff(ends[:, :, 0], axis=0) <= 1e-12).all()
    assert (np.diff(ends[:, :, 1], axis=0) >= -1e-12).all()


def test_an_even_uncertain_answer_leaves_the_interval_as_it_was() -> None:
    session = Session(model_of(random_network(np.random.default_rng(2), 4, 3), 200))
    session.answer_bin(1, 0)
    before = session.interval()
    session.answer_likelihoods(2, np.ones(len(session.likelihoods(2))))
    np.testing.assert_allclose(session.interval(), before, atol=1e-6)


@pytest.mark.parametrize(
    "meta",
    [
        {"policy": {"power": 0.5}},
        {"calibration": {"power": 0.5}},
        {"policy": {"power": 2.0}, "calibration": {"power": 0.25}},
        {"policy": {"power": 0.5}, "calibration": {"power": "much"}},
    ],
)
def test_a_power_of_the_likelihoods_spreads_the_interval_less(meta: dict[str, object]) -> None:
    network = random_network(np.random.default_rng(3), 4, 3)
    plain, tempered = model_of(network, 200), model_of(network, 200)
    tempered = tempered.with_meta(tempered.meta | meta)
    widths = []
    for model in (plain, tempered):
        session = Session(model, prior=[0.4, 0.6])
        session.answer_bin(1, 0)
        low, high = session.interval()[0]
        widths.append(np.log(high / (1 - high)) - np.log(low / (1 - low)))
    assert widths[1] == pytest.approx(widths[0] / 2)
