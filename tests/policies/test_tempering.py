"""How sure a network may be is found from what it believed of held-out rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.policies.tempering import Beliefs, best_power


def beliefs(true_power: float, n: int, seed: int = 0) -> Beliefs:
    """Return beliefs that are right if they are raised to a power."""
    rng = np.random.default_rng(seed)
    prior = np.array([0.5, 0.3, 0.2])
    posterior = rng.dirichlet([1.0, 1.0, 1.0], n)
    right = prior * (posterior / prior) ** true_power
    right /= right.sum(axis=1, keepdims=True)
    truth = (rng.random((n, 1)) > right.cumsum(axis=1)[:, :2]).sum(axis=1)
    return Beliefs(posterior, prior, truth.astype(np.int32))


@pytest.mark.parametrize("power", [0.5, 0.8, 1.0, 1.3])
def test_the_power_that_is_right_is_found_over_all_folds(power):
    folds = [beliefs(power, 4000, seed) for seed in range(5)]
    assert abs(best_power(folds) - power) <= 0.05


def test_few_rows_change_little_and_none_change_nothing():
    assert best_power([]) == 1.0
    assert best_power([beliefs(1.0, 0)]) == 1.0
    assert 0.7 <= best_power([beliefs(0.5, 3)]) <= 1.3


@given(st.integers(0, 1000), st.floats(0.3, 1.5))
def test_the_loss_is_that_of_the_tempered_posterior(seed, power):
    some = beliefs(1.0, 20, seed)
    tempered = some.prior * (some.posterior / some.prior) ** power
    tempered /= tempered.sum(axis=1, keepdims=True)
    expected = -np.log(tempered[np.arange(20), some.truth]).sum()
    assert some.log_loss(power) == pytest.approx(expected, rel=1e-9)


def test_an_impossible_class_does_no_harm():
    some = Beliefs(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.5, 0.5]), np.array([1, 1], dtype=np.int32))
    assert np.isfinite(some.log_loss(0.3))
    assert best_power([some]) < 1.0
