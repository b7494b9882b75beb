"""The default order and parents, against plain NumPy on rows repeated by their counts."""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ifc2f.classifier import IFC2FClassifier
from ifc2f.costs import AcquisitionCosts
from ifc2f.learning.count_rows import count, information
from ifc2f.learning.counts import all_pairs
from ifc2f.learning.order import information_order
from ifc2f.learning.structure import strongest_earlier

V, L = 3, 2


def mutual_information(a: NDArray[np.int64], b: NDArray[np.int64]) -> float:
    """Oracle: plug-in I(A; B) in nats."""
    table = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(table, (a, b), 1 / len(a))
    product = table.sum(1, keepdims=True) * table.sum(0)
    return float(np.sum(table[table > 0] * np.log(table[table > 0] / product[table > 0])))


def given_values(a: NDArray[np.int64], b: NDArray[np.int64], c: NDArray[np.int64]) -> float:
    """Oracle: plug-in I(A; B | C) in nats, value by value of C."""
    return sum(float((c == v).mean()) * mutual_information(a[c == v], b[c == v]) for v in np.unique(c))


def sample(seed: int, n_features: int, n: int = 60) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return codes, shape (K, n), that depend on the class and on each other, and classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, L, n)
    codes = [np.where(rng.random(n) < 0.5, y, rng.integers(0, V, n))]
    for _ in range(n_features - 1):
        copied = codes[rng.integers(len(codes))]
        codes.append(np.where(rng.random(n) < 0.6, copied, rng.integers(0, V, n)))
    return np.array(codes, dtype=np.uint8), y.astype(np.int32)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_information_beyond_another_feature_is_conditional_information(seed: int) -> None:
    codes, y = sample(seed, 4)
    told = information(codes, y, V, L)
    alone, beyond = told.alone, told.beyond
    for i in range(4):
        assert alone[i] == pytest.approx(mutual_information(codes[i], y), abs=1e-12)
        for j in set(range(4)) - {i}:
            assert beyond[i, j] == pytest.approx(given_values(codes[i], y, codes[j]), abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.sampled_from([0.1, 0.5, 0.9]))
def test_information_beyond_a_feature_that_is_sometimes_missing(seed: int, share: float) -> None:
    """Conditional information in the rows with both; where the other is missing, the feature alone."""
    codes, y = sample(seed, 4)
    codes[np.random.default_rng(seed).random(codes.shape) < share] = 255
    told = information(codes, y, V, L)
    beyond = count(codes, y, V, L, pairs=all_pairs(4)).information().beyond
    for i, j in itertools.permutations(range(4), 2):
        present = codes[i] < 255
        both = present & (codes[j] < 255)
        alone = mutual_information(codes[i][present], y[present]) if present.any() else 0.0
        given_j = given_values(codes[i][both], y[both], codes[j][both])
        lacking = 1.0 - both.sum() / max(present.sum(), 1)
        assert told.beyond[i, j] == pytest.approx((1 - lacking) * given_j + lacking * alone, abs=1e-12)
        assert beyond[i, j] == told.beyond[i, j]


def test_rows_where_two_features_are_present_are_counted() -> None:
    rng = np.random.default_rng(0)
    codes = np.where(rng.random((4, 50)) < 0.5, 255, rng.integers(0, V, (4, 50))).astype(np.uint8)
    y = rng.integers(0, L, 50)
    expected = np.array([[int(((a < 255) & (b < 255)).sum()) for b in codes] for a in codes])
    np.fill_diagonal(expected, 0)
    told = information(codes, y, V, L)
    assert told.together.tolist() == expected.tolist()
    assert count(codes, y, V, L, pairs=all_pairs(4)).information().together.tolist() == expected.tolist()
    assert told.select([2, 0]).together.tolist() == expected[np.ix_([2, 0], [2, 0])].tolist()


def test_dependence_by_chance_is_that_of_the_rows_in_common() -> None:
    """Features independent within class, 90 % missing: two have 20 rows in common, and no parents by them."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 2000)
    X = y[:, np.newaxis] + rng.normal(size=(2000, 12))
    X[rng.random(X.shape) < 0.9] = np.nan
    model = IFC2FClassifier(binning="quantile", n_bins=6, policy="ordered").fit(X, y).model_
    assert sum(feature.parent >= 0 for feature in model.network.features) <= 2


def plain_order(
    relevance: NDArray[np.float64], beyond: NDArray[np.float64], costs: AcquisitionCosts
) -> list[int]:
    """Oracle: the definition, every price and every least value computed anew."""
    order: list[int] = []
    while len(order) < len(relevance):
        rest = [k for k in range(len(relevance)) if k not in order]
        worth = {k: min([relevance[k], *(beyond[k, j] for j in order)]) for k in rest}
        price = {k: costs.price(k, order) for k in rest}
        free = [k for k in rest if price[k] <= 0]
        value = {k: worth[k] / (price[k] or 1.0) for k in free or rest}
        order.append(max(value, key=lambda k: (value[k], -k)))
    return order


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(0, 7))
def test_order_is_that_of_information_per_price_with_groups_and_shared_tests(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    relevance, beyond = rng.random(n), rng.random((n, n))
    entries: dict[str, dict[str, object]] = {}
    for k in range(n):
        full = float(rng.choice([0.0, 0.5, 1.0, 2.0]))
        group = str(rng.choice(["", "blood", "image"]))
        entries[f"f{k}"] = {"cost": full, "discount_cost": full / 2, "group": group}
    if n > 2 and rng.random() < 0.7:
        entries[f"f{n - 1}"] = {"group": "derived:f0+f1"}
    costs = AcquisitionCosts.from_spec(entries, list(entries))
    assert information_order(relevance, beyond, costs) == plain_order(relevance, beyond, costs)


def test_of_equal_features_the_lower_comes_first_and_free_ones_before_all() -> None:
    costs = AcquisitionCosts.from_spec([1.0, 1.0, 0.0, 0.5], ["a", "b", "c", "d"])
    relevance = np.array([0.4, 0.4 + 1e-12, 0.1, 0.2])
    assert information_order(relevance, np.ones((4, 4)), costs) == [2, 0, 1, 3]


def test_a_thousand_features_are_ordered_in_a_moment() -> None:
    rng = np.random.default_rng(0)
    n = 1000
    costs = AcquisitionCosts.from_spec(rng.random(n) + 0.1, [f"f{k}" for k in range(n)])
    start = time.process_time()
    assert sorted(information_order(rng.random(n), rng.random((n, n)), costs)) == list(range(n))
    assert len(costs.affordable(range(n), np.inf)) == n
    assert time.process_time() - start < 10  # well under 1 s; minutes if each price is found from scratch


def test_the_strongest_earlier_feature_is_the_parent_if_more_than_by_chance() -> None:
    information = np.array(
        [[0, 0.3, 0.2, 0.01], [0.3, 0, 0.2 + 1e-12, 0.02], [0.2, 0.2, 0, 0], [0.01, 0.02, 0, 0]]
    )
    assert strongest_earlier(information, np.full((4, 4), 0.02)) == [[], [0], [0], []]
    assert strongest_earlier(information, np.full((4, 4), 0.015)) == [[], [0], [0], [1]]
    assert strongest_earlier(np.zeros((0, 0)), np.zeros((0, 0))) == []


def test_the_parent_is_the_feature_with_most_information_beyond_chance() -> None:
    """Feature 1 tells less of 2 than 0 does, but with few values less of it is chance."""
    information, chance = np.zeros((3, 3)), np.zeros((3, 3))
    information[2, :2], chance[2, :2] = (0.30, 0.25), (0.28, 0.05)
    assert strongest_earlier(information, chance) == [[], [], [1]]


def weak_panel(
    seed: int, n: int, n_values: int, right: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return rows whose values each name the class with some probability, independently in each class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return np.where(rng.random((n, n_values)) < right, y[:, np.newaxis], 1 - y[:, np.newaxis]).astype(
        float
    ), y


def parents_of(structure: Any, X: NDArray[np.float64], y: NDArray[np.int64]) -> list[int]:
    fitted = IFC2FClassifier(0.0, policy="ordered", structure=structure).fit(X, y)
    return [feature.parent for feature in fitted.model_.network.features]


def test_a_forest_joins_what_depends_and_nothing_else() -> None:
    X, y = weak_panel(0, 1000, 8, 0.7)
    assert set(parents_of("forest", X, y)) == {-1}  # independent features
    assert set(parents_of("tree", X, y)) != {-1}
    X[:, 1] = np.where(np.arange(len(y)) % 3, X[:, 0], X[:, 1])
    assert len([parent for parent in parents_of("forest", X, y) if parent >= 0]) == 1


def test_a_forest_has_no_order_by_blankets() -> None:
    X, y = weak_panel(0, 500, 4, 0.7)
    with pytest.raises(ValueError, match="structure 'forest' needs the order 'information', not 'blanket'"):
        IFC2FClassifier(policy="ordered", structure="forest", order="blanket").fit(X, y)


@pytest.mark.parametrize("in_chunks", [False, True])
def test_what_the_columns_kept_pay_for_is_kept_with_them(in_chunks: bool) -> None:
    """Of forty weak values five are enough for the settings, but the others come for nothing."""
    X, y = weak_panel(0, 1000, 40, 0.6)
    noise = np.random.default_rng(1).random((len(y), 3))
    names = [f"value{i}" for i in range(40)] + [f"noise{i}" for i in range(3)]
    frame = pd.DataFrame(np.hstack([X, noise]), columns=names)
    tests = {"panel": {"cost": 0.05, "features": names[:40]}}

    def kept(**settings: Any) -> list[str]:
        clf = IFC2FClassifier(0.05, policy="ordered", min_features=5, **settings)
        fitted = clf.fit_chunks([(frame, y)]) if in_chunks else clf.fit(frame, y)
        return sorted(feature.name for feature in fitted.model_.network.features)

    assert set(kept()) < set(kept(tests=tests)) <= set(names[:40])
    assert len(kept()) < 25
    assert len(kept(tests=tests)) >= 38  # by chance one or two tell nothing on these rows
    assert len(kept(tests=tests, max_features=25)) == 25
