"""Drift: streams that stay as they are give no alarm, and those that change one that names what changed."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from scipy.stats import binom

from ifc2f import IFC2FClassifier
from ifc2f.assessment.drift import ALPHA, Drift, HeldOutCosts

SHARES = np.array([[0.2, 0.2, 0.2, 0.2, 0.2], [0.9, 0.09, 0.009, 0.001, 0.0], [0.5, 0.5, 0.0, 0.0, 0.0]])


def test_streams_that_stay_as_they_are_give_alarms_in_at_most_an_alpha_share() -> None:
    rng = np.random.default_rng(0)
    n_streams, alarms = 40, np.zeros(2, dtype=int)
    for _ in range(n_streams):
        drift = Drift.of(rng.multinomial(200, SHARES))
        costs, found = HeldOutCosts(), [0, 0]
        for _ in range(10):
            drift, shifts = drift.followed_by(rng.multinomial(300, SHARES))
            costs, risen = costs.followed_by(rng.exponential(size=300) * (rng.random(300) < 0.2))
            found[0] += len(shifts)
            found[1] += risen is not None
        assert drift.n_compared >= 3
        alarms += np.array(found) > 0
    assert (alarms <= binom.ppf(0.999, n_streams, ALPHA)).all()


@pytest.mark.parametrize("column", [0, 1, 2])
def test_a_change_is_told_once_where_it_is(column: int) -> None:
    rng = np.random.default_rng(1)
    changed = SHARES.copy()
    changed[column] = np.roll(changed[column], 1) * 0.5 + changed[column] * 0.5
    if column == 0:
        changed[column] = [0.3, 0.2, 0.2, 0.2, 0.1]
    drift = Drift.of(rng.multinomial(500, SHARES))
    told = []
    for shares in [SHARES] * 4 + [changed] * 8:
        drift, shifts = drift.followed_by(rng.multinomial(500, shares))
        told += [(shift.column, len(told)) for shift in shifts]
    assert [which for which, _ in told] == [column]


def test_costs_that_rise_are_told_and_those_that_fall_are_not() -> None:
    rng = np.random.default_rng(2)
    for factor, wanted in ((1.5, 1), (0.5, 0)):
        costs, told = HeldOutCosts(), []
        for scale in [1.0] * 4 + [factor] * 4:
            costs, risen = costs.followed_by(scale * rng.exponential(size=600))
            told += [risen] if risen else []
        assert len(told) == wanted
        assert all(1.3 < now / then < 1.7 for then, now in told)


def chunks(seed: int, shift: float, noise: float = 0.3) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, (6, 600))
    X = y[..., None] + rng.normal(0, [noise, 1.0], (6, 600, 2))
    X[3:, :, 0] += shift
    return list(zip(X, y, strict=True))


def warned(seed: int, shift: float) -> tuple[list[str], IFC2FClassifier]:
    """Return what a stream is told whose model is used between the chunks."""
    edges = [np.linspace(-1, 2, 7).tolist()] * 2
    stream = IFC2FClassifier(0.01, policy="ordered", edges=edges)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for X, y in chunks(seed, shift):
            stream = pickle.loads(pickle.dumps(stream.partial_fit(X, y, classes=[0, 1])))
            stream.predict(X[:2])
    return [str(each.message) for each in found if "plan again" in str(each.message)], stream


def test_a_stream_warns_of_the_feature_and_of_the_cost() -> None:
    told, stream = warned(0, 0.8)
    assert len(told) == 2
    assert "'x0'" in told[0]
    assert "cost" in told[1]
    whole = IFC2FClassifier(0.01, policy="ordered", edges=stream.edges)
    X, y = (np.concatenate(parts) for parts in zip(*chunks(0, 0.8), strict=True))
    assert whole.fit(X, y).model_.to_bytes() == stream.model_.to_bytes()
    assert not warned(1, 0.0)[0]
