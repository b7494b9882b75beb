"""The richer networks that ``benchmarks.dependence`` compares."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from benchmarks import dependence


@pytest.mark.parametrize("kind", range(5))
def test_each_richer_network_is_a_distribution_and_draws_from_it(kind: int) -> None:
    rng = np.random.default_rng(0)
    y = (np.arange(200) % 2).astype(np.int32)
    bins = rng.integers(0, 3, (3, 200)).astype(np.uint8)
    bins[1] = (bins[0] + y) % 3  # pairwise dependence
    name, mixture = list(dependence.networks(bins, y, np.full(3, 3)))[kind]
    every = np.array(list(itertools.product(range(3), repeat=3)), dtype=np.uint8).T
    joint = np.mean([np.exp(network.log_joint(every)).sum(axis=1) for network in mixture.networks], axis=0)
    assert joint.sum() == pytest.approx(1.0), name
    np.testing.assert_allclose(mixture.posterior(every).sum(axis=1), 1.0)
    drawn = mixture.draw(20_000, rng)
    shares = np.bincount(np.ravel_multi_index(tuple(drawn), (3, 3, 3)), minlength=27) / 20_000
    np.testing.assert_allclose(shares, joint, atol=0.015)
