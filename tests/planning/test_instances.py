"""Drawn instances of a network, their weights and posteriors, against enumeration."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import lib
from models import bare, planned
from numpy.typing import NDArray
from strategies import WITH_FACTOR, Problem, problems, random_problem

from ifc2f import Model
from ifc2f.planning.instances import cells, draw_instances, posteriors


def all_bins(model: Model) -> NDArray[np.uint8]:
    """Return every instance that a model's network can have, shape (n, K)."""
    sizes = [feature.n_values for feature in model.network.features]
    return np.indices(sizes, dtype=np.uint8).reshape(len(sizes), -1).T


def with_impossible(problem: Problem, seed: int) -> Problem:
    """Return the problem with some probabilities 0, and with three classes or more one that never occurs."""
    rng = np.random.default_rng(seed)
    features = []
    for feature in problem.network.features:
        table = feature.table * (rng.random(feature.table.shape) > 0.2)
        table[:, 0] += table.sum(axis=1) == 0
        features.append(replace(feature, table=(table / table.sum(axis=1, keepdims=True)).astype(np.float32)))
    prior = problem.network.prior.copy()
    prior[2:] = 0
    network = replace(problem.network, features=tuple(features), prior=prior / prior.sum())
    return replace(problem, network=network)


@settings(deadline=None, max_examples=50)
@given(problem=problems(max_features=4, shapes=WITH_FACTOR), seed=st.none() | st.integers(0, 2**32 - 1))
def test_posteriors_and_weights_are_those_of_enumeration(problem: Problem, seed: int | None) -> None:
    problem = problem if seed is None else with_impossible(problem, seed)
    model = bare(problem)
    bins = all_bins(model)
    posterior, chance, weights = posteriors(model, bins)
    joint = oracle.joint(problem.network).reshape(model.n_classes, -1).T
    np.testing.assert_allclose(chance, joint.sum(axis=1), rtol=1e-5, atol=1e-30)
    possible = chance > 0
    expected = joint[possible] / joint[possible].sum(axis=1, keepdims=True)
    np.testing.assert_allclose(posterior[possible], expected, rtol=1e-5, atol=1e-30)
    assert (weights[~possible] == 0).all()
    drawing = [oracle.chance_of_drawing(problem.network, row, model.n_features) for row in bins]
    np.testing.assert_allclose(weights, chance / np.maximum(drawing, 1e-300), rtol=1e-5)
    assert weights.max() <= 8 / 3


@pytest.mark.parametrize("shape", ["chain", "factor"])
@pytest.mark.parametrize("n_followed", range(4))
def test_instances_are_drawn_as_often_as_their_weights_say(n_followed: int, shape: str) -> None:
    problem = with_impossible(random_problem(np.random.default_rng(4), 3, 3, 3, shape=shape), 1)
    network = replace(problem.network, prior=np.array([0.01, 0.99, 0.0], dtype=np.float32))
    problem = replace(problem, network=network)
    model = bare(problem)
    bins = all_bins(model)
    expected = [oracle.chance_of_drawing(problem.network, row, n_followed) for row in bins]
    assert sum(expected) == pytest.approx(1)
    drawn = draw_instances(model, 40_000, 1, n_followed=n_followed)
    shares = [(drawn == row).all(axis=1).mean() for row in bins]
    np.testing.assert_allclose(shares, expected, atol=4 * 0.5 / 200)


def test_drawing_is_seeded_and_a_longer_draw_begins_as_a_shorter_one() -> None:
    model = bare(random_problem(np.random.default_rng(4), 5))
    drawn = draw_instances(model, 100, 7, n_followed=5)
    np.testing.assert_array_equal(draw_instances(model, 50, 7, n_followed=5), drawn[:50])
    assert (draw_instances(model, 100, 8, n_followed=5) != drawn).any()


def test_hundreds_of_features_have_a_posterior_and_a_weight() -> None:
    """Their probability is 0 by underflow; far more improbable than drawn, an instance weighs nothing."""
    problem = random_problem(np.random.default_rng(1), 600, 3, 3, concentration=0.1)
    model = bare(problem)
    drawn = draw_instances(model, 50, 0, n_followed=600)
    rarest = np.zeros((1, 600), dtype=np.uint8)
    for k, feature in enumerate(problem.network.features):
        given = rarest[0, feature.parent] if feature.parent >= 0 else 0
        rarest[0, k] = feature.table[given].max(axis=1).argmin()
    posterior, chance, weights = posteriors(model, np.concatenate([drawn, rarest]))
    assert chance[-1] == 0
    np.testing.assert_allclose(posterior.sum(axis=1), 1)
    assert ((weights[:-1] > 0) & (weights[:-1] <= 8 / 3)).all()
    assert 0 <= weights[-1] < 1e-10
    for row, found in zip(drawn[:5], posterior, strict=False):
        logs = oracle.log_class_and_answers(problem.network, dict(enumerate(row.tolist())))
        expected = np.exp(logs - logs.max())
        np.testing.assert_allclose(found, expected / expected.sum(), rtol=1e-4, atol=1e-12)


def test_cells_lie_in_their_bins() -> None:
    model = bare(random_problem(np.random.default_rng(2), 6))
    bins = draw_instances(model, 100, 0, n_followed=0)
    for row, numbers in zip(bins, cells(model, bins), strict=True):
        for k, number in enumerate(numbers):
            assert lib.ifc2f_bin(model.c_model, k, number) == row[k]


def test_what_are_no_bins_is_refused() -> None:
    model = planned(random_problem(np.random.default_rng(2), 4))
    bins = draw_instances(model, 10, 0, n_followed=4)
    for wrong in (bins[:, :3], bins[0], bins.astype(np.float64), np.full((10, 4), np.nan)):
        with pytest.raises(ValueError, match=r"bins must be uint8 of shape \(n, 4\)"):
            posteriors(model, wrong)
    for k in range(4):
        outside = bins.copy()
        outside[9, k] = model.network.features[k].n_values
        with pytest.raises(ValueError, match="not a bin of the feature"):
            posteriors(model, outside)
    with pytest.raises(ValueError, match="out of range"):
        draw_instances(model, 1, 0, n_followed=5)
    np.testing.assert_array_equal(posteriors(model, np.asfortranarray(bins))[0], posteriors(model, bins)[0])
