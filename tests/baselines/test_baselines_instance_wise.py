"""ETANA and F-ETANA against their plain forms, and what they promise."""

import itertools
import math

import baseline_oracles as oracles
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import ffi, lib

from ifc2f.baselines import ETANA, FETANA
from ifc2f.baselines._memory import sizes
from ifc2f.core.kernels import pointer


def make_data(seed, n=40, p=5, n_classes=3):
    random = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), random.integers(0, n_classes, n - n_classes)])
    X = 3 * random.normal(size=(n, p)) + 2 * y[:, np.newaxis] * (random.random(p) < 0.7)
    return X, y, 3 * random.normal(size=(20, p)) + 1


def grid_of(n_classes, steps, decimal):
    choose = np.array(
        [[math.comb(n, k) for k in range(n_classes + 1)] for n in range(steps + n_classes)], np.uintp
    )
    return ffi.new("ifc2f_belief_grid *", (n_classes, steps, decimal, sizes(choose))), choose


@st.composite
def beliefs(draw, n_classes):
    """Beliefs, many of them with equal parts or on the border between two grid points."""
    parts = draw(st.lists(st.integers(0, 40), min_size=n_classes, max_size=n_classes).filter(any))
    if draw(st.booleans()):
        parts = [part * draw(st.floats(0.1, 10)) for part in parts]
    return np.array(parts) / sum(parts)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), n_classes=st.integers(1, 5))
def test_beliefs_are_rounded_to_the_right_grid_point(data, n_classes):
    belief = data.draw(beliefs(n_classes))
    for steps, decimal in ((10, True), (10, False), (7, False)):
        grid, _choose = grid_of(n_classes, steps, decimal)
        points = [p for p in itertools.product(range(steps + 1), repeat=n_classes) if sum(p) == steps]
        wanted = oracles.round_decimal(belief) if decimal else oracles.round_remainders(belief, steps)
        assert points[lib.ifc2f_round_belief(grid, pointer(belief))] == wanted


def test_uniform_beliefs_are_rounded_as_published():
    assert oracles.round_decimal(np.full(3, 1 / 3)) == (4, 3, 3)
    assert oracles.round_decimal(np.full(4, 1 / 4)) == (3, 3, 2, 2)
    assert oracles.round_decimal(np.full(2, 1 / 2)) == (5, 5)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3, 4])
@pytest.mark.parametrize("cost", [0.0001, 0.02, 0.2])
def test_etana_is_its_plain_form(exact, n_classes, cost):
    for seed in range(3):
        X, y, queries = make_data(seed, n_classes=n_classes)
        model = ETANA(cost, n_bins=4, exact=exact).fit(X, y)
        labels, counts, beliefs = oracles.etana(X, y, queries, cost, 4, exact)
        found = model.acquire(queries)
        np.testing.assert_array_equal(found.label, labels)
        np.testing.assert_array_equal(found.n_features, counts)
        np.testing.assert_array_equal(model.predict_proba(queries), beliefs)


def test_etana_counts_what_it_looked_at_and_the_code_one_less():
    X, y, queries = make_data(0, n_classes=2)
    to_the_end = ETANA(0.0, n_steps=1000).fit(X, y).acquire(queries)
    np.testing.assert_array_equal(to_the_end.n_features, (to_the_end.order >= 0).sum(axis=1))
    np.testing.assert_array_equal(to_the_end.cost, 0.0)
    quick = ETANA(0.5).fit(X, y).acquire(queries)
    assert quick.n_features.max() == 0
    assert quick.order.shape == (len(queries), 0)
    majority = np.bincount(y).argmax()
    assert (quick.label == majority).all()  # nothing looked at: the more frequent class
    long = ETANA(1e-9, exact=True).fit(X[:, :1], y).acquire(queries[:, :1])
    seen = (long.order >= 0).sum(axis=1)
    assert set(zip(seen.tolist(), long.n_features.tolist(), strict=True)) <= {(1, 0), (0, 0)}
    assert seen.max() == 1


def test_order_of_features_is_that_of_acquisition():
    X, y, queries = make_data(1)
    model = ETANA(0.001).fit(X, y)
    found = model.acquire(queries)
    for row, n in zip(found.order, found.n_features, strict=True):
        assert row[:n].tolist() == model.order_[:n].tolist()
        assert (row[n:] == -1).all()


def test_only_the_plain_grid_goes_with_exact():
    X, y, _ = make_data(0)
    with pytest.raises(ValueError, match="n_steps must be 10, got 20"):
        ETANA(n_steps=20, exact=True).fit(X, y)


@pytest.mark.parametrize("exact", [False, True])
def test_f_etana_trains_as_its_plain_form(exact):
    for seed in range(3):
        X, y, queries = make_data(seed, n=20, p=4)
        model = FETANA(0.05, max_iter=60, patience=5, random_state=seed, exact=exact).fit(X, y)
        thresholds, order = oracles.f_etana_thresholds(
            X, y, 0.05, 4, 60, 5, lambda stream, i, seed=model._seed: lib.ifc2f_random(seed, stream, i), exact
        )
        np.testing.assert_allclose(model._thresholds, thresholds, rtol=1e-9, atol=1e-12)
        assert model.order_.tolist() == order.tolist()
        assert not (thresholds == 1.0).all()

        found = model.acquire(queries)
        seen = (found.order >= 0).sum(axis=1)
        stops = seen < X.shape[1]
        np.testing.assert_array_equal(found.n_features, seen + (stops if exact else 0))
        products = np.einsum("cnl,nl->nc", thresholds[:, np.minimum(seen, 3)], model.predict_proba(queries))
        assert (products[stops].min(axis=1) < 0).all()
        if exact:
            np.testing.assert_array_equal(found.label[stops], (products[stops] < 0).argmax(axis=1))
        else:
            np.testing.assert_array_equal(found.label, found.posterior.argmax(axis=1))


def test_f_etana_training_ends_with_patience():
    X, y, _ = make_data(2, n_classes=2)
    impatient = FETANA(1e-6, patience=1, random_state=0).fit(X, y)
    patient = FETANA(1e-6, patience=50, max_iter=5000, random_state=0).fit(X, y)
    assert (patient.n_iter_ >= np.maximum(50, impatient.n_iter_)).all()
    assert patient.n_iter_.max() <= 5000


@pytest.mark.parametrize("make", [lambda: ETANA(0.01), lambda: FETANA(0.01, random_state=0)])
def test_one_class_is_answered_at_once(make):
    model = make().fit(np.arange(6.0).reshape(3, 2), ["only"] * 3)
    found = model.acquire([[0.0, 9.0]])
    assert found.label.tolist() == ["only"]
    assert found.posterior.tolist() == [[1.0]]


def test_the_maximum_is_in_the_last_bin():
    X = np.array([[3.0], [4.0], [6.7], [6.0]])
    codes = ETANA(n_bins=3).fit(X, [0, 0, 1, 1])._bins.codes(X)
    assert codes.ravel().tolist() == [0, 0, 2, 2]


def test_labels_in_the_order_of_a_set_come_back_in_their_own():
    X, y, queries = make_data(4, n_classes=2)
    signed = ETANA(0.01, exact=True).fit(X, 2 * y - 1)  # the set of -1 and 1 begins with 1
    plain = ETANA(0.01, exact=True).fit(X, y)
    assert signed.classes_.tolist() == [-1, 1]
    np.testing.assert_allclose(signed.predict_proba(queries).sum(axis=1), 1.0)
    agree = signed.predict(queries) == 2 * plain.predict(queries) - 1
    assert agree.mean() > 0.9
