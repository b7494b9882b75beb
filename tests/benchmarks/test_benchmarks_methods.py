"""What each method of the benchmarks answers on a fold, and what it is charged."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from benchmarks.data import datasets
from benchmarks.methods import adapters, rivals
from benchmarks.methods.prices import PriceList, Uniform, uniform
from ifc2f.assessment.tree_paths import paths_of
from ifc2f.costs import AcquisitionCosts


def wine_with_gaps() -> tuple[np.ndarray, np.ndarray]:
    wine = datasets.load("wine")
    X = wine.X.copy()
    X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
    return X, wine.y


@pytest.mark.parametrize("depth", [0, 1, 2, rivals.MAX_DEPTH])
def test_a_cut_tree_answers_and_is_charged_as_the_tree_of_that_depth(depth: int) -> None:
    X, y = wine_with_gaps()
    outcome = rivals.Tree(0).fit(X[::2], y[::2]).outcomes(X[1::2], [depth])[0]
    if depth == 0:
        np.testing.assert_array_equal(outcome.label, np.bincount(y[::2]).argmax())
        assert not outcome.n_features.any()
        return
    # Equally good columns are chosen from at random as a tree grows: only a tree as deep is the same.
    whole = DecisionTreeClassifier(max_depth=rivals.MAX_DEPTH, random_state=0).fit(X[::2], y[::2])
    for row, path in enumerate(paths_of(whole, X[1::2])):
        read = {whole.tree_.feature[node] for node in path[:depth] if node >= 0} - {-2}
        assert outcome.n_features[row] == sum(not np.isnan(X[1::2][row, column]) for column in read)
    if depth == rivals.MAX_DEPTH:
        np.testing.assert_array_equal(outcome.label, whole.predict(X[1::2]))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_boosting_answers_as_its_booster_and_is_charged_for_the_features_on_its_paths(n_classes: int) -> None:
    pytest.importorskip("lightgbm", reason="the extra 'bench' is not installed")
    X, y = wine_with_gaps()
    X, y = X[y < n_classes], y[y < n_classes]
    boosting = rivals.Boosting(rivals.BoostingSettings(0.02, 4, 0.3, 5), 6, 0, Uniform(0.01)).fit(
        X[::2], y[::2]
    )
    test = X[1::2]
    for rounds, outcome in zip([0, 2, 6], boosting.outcomes(test, [0, 2, 6]), strict=True):
        if rounds == 0:
            assert not outcome.n_features.any()
            continue
        score = boosting.booster.predict(test, num_iteration=rounds)
        label = (score > 0.5).astype(int) if n_classes == 2 else score.argmax(axis=1)
        np.testing.assert_array_equal(outcome.label, label)
        trees = boosting.booster.dump_model(num_iteration=rounds)["tree_info"]
        for row in range(0, len(test), 7):
            read = set().union(*(_read(tree["tree_structure"], test[row]) for tree in trees))
            assert outcome.n_features[row] == sum(not np.isnan(test[row, column]) for column in read)


def _read(node: dict, row: np.ndarray) -> set[int]:
    """Columns that a row's path through a dumped tree tests."""
    if "split_feature" not in node:
        return set()
    value = row[node["split_feature"]]
    if np.isnan(value) and node["missing_type"] == "NaN":
        left = node["default_left"]
    else:
        left = np.nan_to_num(value) <= node["threshold"]
    return {node["split_feature"]} | _read(node["left_child" if left else "right_child"], row)


def test_a_dear_feature_is_not_read() -> None:
    wine = datasets.load("wine")
    free, dear = rivals.fit_trees(wine.X, wine.y, uniform((0.0001, 1.0)), 0)
    assert free.chosen["depth"] > 0
    assert dear.chosen["depth"] == 0
    assert not dear.outcome(wine.X).n_features.any()


def test_a_missing_answer_is_not_charged() -> None:
    X = np.array([[1.0, np.nan, 3.0], [1.0, 2.0, np.nan]])
    order = np.array([[1, 0, -1], [2, 1, 0]])
    np.testing.assert_array_equal(adapters.charged_features(order, X), [1.0, 2.0])


def test_the_first_test_of_a_group_costs_more_and_a_derived_feature_what_it_needs() -> None:
    names = ("age", "TT4", "T4U", "FTI")
    spec = {
        "age": 1.0,
        "TT4": {"cost": 14.0, "discount_cost": 12.0, "group": "blood"},
        "T4U": {"cost": 11.0, "discount_cost": 9.0, "group": "blood"},
        "FTI": {"cost": 0.0, "group": "derived:TT4+T4U"},
    }
    tests = PriceList(AcquisitionCosts.from_spec(spec, names))
    read = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [1, 1, 0, 1]], dtype=bool)
    np.testing.assert_allclose(tests.charge(np.arange(4), read), [0.0, 1.0, 14.0, 23.0, 24.0])
    np.testing.assert_allclose(tests.charge(np.array([2, 3]), np.array([[True, False]])), [11.0])
    assert tests.all == pytest.approx(24.0)
    np.testing.assert_allclose(tests.relative(np.array([0, 3])) * tests.mean, [1.0, 23.0])


def test_removing_features_is_exact_and_seeded() -> None:
    X = np.ones((20, 40))
    removed = adapters.without(X, 10.0, 0, np.arange(40))
    np.testing.assert_array_equal(np.isnan(removed).sum(axis=1), 4)
    np.testing.assert_array_equal(removed, adapters.without(X, 10.0, 0, np.arange(40)))
    assert not np.isnan(X).any()
