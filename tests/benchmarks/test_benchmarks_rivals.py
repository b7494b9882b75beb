"""The stronger rivals on small tables: what they answer, what they are charged, and budgets of features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from benchmarks.data import datasets
from benchmarks.methods import aaco, networks, pruning, rivals, streed, trails
from benchmarks.methods.prices import PriceList, Target, Uniform, budgets, uniform
from ifc2f.assessment.tree_paths import paths_of
from ifc2f.costs import AcquisitionCosts

BENCH = "the extra 'bench' is not installed"


def wine_with_gaps() -> tuple[np.ndarray, np.ndarray]:
    wine = datasets.load("wine")
    X = wine.X.copy()
    X[np.random.default_rng(0).random(X.shape) < 0.05] = np.nan
    return X, wine.y


@pytest.fixture
def small_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason=BENCH)
    monkeypatch.setattr(networks, "PRETRAINING", 150)
    monkeypatch.setattr(networks, "TRAINING", 60)
    monkeypatch.setattr(aaco, "SETS", 20)


def check(fitted: Sequence[rivals.Fitted], X: np.ndarray, y: np.ndarray, most_wrong: float) -> None:
    """The rival is right often enough, and reads nothing that is missing."""
    for each in fitted:
        outcome = each.outcome(X)
        assert (outcome.label != y).mean() <= most_wrong
        assert not (np.isnan(X[:, outcome.columns]) & (outcome.read > 0)).any()


def within(fitted: Sequence[rivals.Fitted], X: np.ndarray, numbers: Sequence[int]) -> None:
    for each, number in zip(fitted, numbers, strict=True):
        assert each.outcome(X).n_features.max() <= number


@pytest.mark.parametrize("alpha", [0.0, 0.005, 0.02, 0.1, 1.0])
def test_a_pruned_tree_is_scikit_learns(alpha: float) -> None:
    X, y = wine_with_gaps()
    ours = pruning.PrunedTree(3).fit(X[::2], y[::2]).outcomes(X[1::2], [alpha])[0]
    theirs = DecisionTreeClassifier(ccp_alpha=alpha, random_state=3).fit(X[::2], y[::2])
    np.testing.assert_array_equal(ours.label, theirs.predict(X[1::2]))
    for row, path in list(enumerate(paths_of(theirs, X[1::2])))[::5]:
        read = set(theirs.tree_.feature[path[path >= 0]]) - {-2}
        assert ours.n_features[row] == sum(not np.isnan(X[1::2][row, column]) for column in read)


def test_leaves_decide_for_what_costs_least() -> None:
    X = np.arange(20.0)[:, None] // 10
    y = np.array([0] * 9 + [1] + [1] * 10)
    dear = np.array([[0.0, 1.0], [100.0, 0.0]])  # to miss class 1
    tree = pruning.PrunedTree(0, dear).fit(X, y)
    np.testing.assert_array_equal(tree.outcomes(X, [0.0])[0].label, 1)
    np.testing.assert_array_equal(pruning.PrunedTree(0).fit(X, y).outcomes(X, [0.0])[0].label, X[:, 0])


def test_pruned_trees() -> None:
    X, y = wine_with_gaps()
    check(pruning.fit_pruned_trees(X[::2], y[::2], uniform([0.001, 0.01]), 0), X[1::2], y[1::2], 0.2)
    numbers = (1, 3)
    within(pruning.fit_pruned_trees(X[::2], y[::2], budgets(numbers), 0), X[1::2], numbers)


def test_wide_boosting_within_budgets() -> None:
    pytest.importorskip("lightgbm", reason=BENCH)
    wine = datasets.load("wine")
    rows = wine.y < 2
    X, y = wine.X[rows][:, :5], wine.y[rows]
    numbers = (1, 3)
    fitted = rivals.fit_cegb(X[::2], y[::2], budgets(numbers), 0, wide=True)
    within(fitted, X[1::2], numbers)
    check(fitted, X[1::2], y[1::2], 0.25)


@pytest.mark.parametrize("tuned", [False, True])
def test_streed(tuned: bool) -> None:
    pytest.importorskip("pystreed", reason=BENCH)
    X, y = wine_with_gaps()
    check(streed.fit_streed(X[::2], y[::2], uniform([0.001, 0.01]), 0, 3, tuned), X[1::2], y[1::2], 0.3)
    numbers = (1, 2, 3)
    within(streed.fit_streed(X[::2], y[::2], budgets(numbers), 0, 3, tuned), X[1::2], numbers)


def test_streed_finds_the_cheapest_tree_with_groups() -> None:
    pytest.importorskip("pystreed", reason=BENCH)
    bits = np.array(np.meshgrid([0, 1], [0, 1], [0, 1])).reshape(3, -1).T.repeat(5, axis=0).astype(float)
    y = (bits[:, 0] != bits[:, 1]).astype(int)
    spec: dict[str, Any] = {
        "a": {"cost": 0.3, "discount_cost": 0.1, "group": "g"},
        "b": {"cost": 0.3, "discount_cost": 0.1, "group": "g"},
        "c": 0.1,
    }
    prices = PriceList(AcquisitionCosts.from_spec(spec, ("a", "b", "c")))
    target = Target(prices)
    (fitted,) = streed.fit_streed(bits, y, [target], 0)
    outcome = fitted.outcome(bits)
    assert rivals.total_of(target, outcome, y) / len(y) == pytest.approx(0.4)


@pytest.mark.parametrize("fit", [networks.fit_gdfs, networks.fit_dime, aaco.fit_aaco])
@pytest.mark.usefixtures("small_networks")
def test_networks(fit: Any) -> None:
    X, y = wine_with_gaps()
    check(fit(X[::2], y[::2], uniform([0.001]), 0, categorical=(0,)), X[1::2], y[1::2], 0.35)
    numbers = (1, 3)
    fitted = fit(X[::2], y[::2], budgets(numbers), 0)
    within(fitted, X[1::2], numbers)
    full = fitted[1].outcome(X[1::2])
    assert (full.n_features + np.isnan(X[1::2][:, full.columns]).any(axis=1) * 3 >= 3).all()


@pytest.mark.parametrize("fit", [networks.fit_gdfs, networks.fit_dime, aaco.fit_aaco])
@pytest.mark.usefixtures("small_networks")
def test_networks_take_prices_and_unequal_mistakes(fit: Any) -> None:
    X, y = wine_with_gaps()
    names = tuple(f"f{index}" for index in range(X.shape[1]))
    prices = PriceList(AcquisitionCosts.from_spec(dict.fromkeys(names, 2.0), names))
    free = Target(prices, 1e-4, np.ones((3, 3)) - np.eye(3))  # a mistake costs next to nothing
    (fitted,) = fit(X[::2], y[::2], [free], 0)
    assert not fitted.outcome(X[1::2]).n_features.any()


def test_marginal_prices_know_open_groups() -> None:
    spec: dict[str, Any] = {
        "a": {"cost": 5.0, "discount_cost": 1.0, "group": "g"},
        "b": {"cost": 5.0, "discount_cost": 1.0, "group": "g"},
        "c": 2.0,
    }
    prices = PriceList(AcquisitionCosts.from_spec(spec, ("a", "b", "c")))
    turn = np.array([[0, 0, 0], [1, 0, 0], [1, 3, 2]])
    expected = [[5.0, 5.0, 2.0], [0.0, 1.0, 2.0], [0.0, 0.0, 0.0]]
    np.testing.assert_allclose(trails.marginal(prices, np.arange(3), turn), expected)
    np.testing.assert_allclose(trails.marginal(Uniform(0.1), np.arange(3), turn), 0.1)


def test_a_rule_stops_a_trail() -> None:
    turn = np.array([[1, 2, 0], [2, 1, 0]])
    there = np.array([[True, True, True], [True, False, True]])
    posterior = np.array([[[0.6, 0.4]] * 2, [[0.3, 0.7], [0.8, 0.2]], [[0.1, 0.9], [0.1, 0.9]]])
    worth = np.array([[0.4, 0.4], [0.3, 0.2], [0.1, 0.1]])
    trail = trails.Trail(np.arange(3), turn, there, posterior, worth)
    stopped = trail.stopped(trails.Rule(2, 0.2), 1.0 - np.eye(2))
    np.testing.assert_array_equal(stopped.label, [1, 0])
    np.testing.assert_array_equal(stopped.read, [[1, 2, 0], [0, 0, 0]])  # one answer was missing
    np.testing.assert_array_equal(trail.stopped(trails.Rule(0), 1.0 - np.eye(2)).label, [0, 0])
