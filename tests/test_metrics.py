"""Costs as scores, and pipelines that have to pay for what their steps need."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV, cross_val_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    Normalizer,
    OneHotEncoder,
    OrdinalEncoder,
    StandardScaler,
)

from ifc2f import IFC2FClassifier
from ifc2f.metrics import acquire, costs_after, expected_cost_scorer, total_cost


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    y = np.where(rng.random(300) < 0.4, "ill", "well")
    sick = y == "ill"
    X = pd.DataFrame({name: rng.normal(size=300) + sick for name in "abcd"})
    X["kind"] = np.where(rng.random(300) < 0.2 + 0.6 * sick, "up", "down")
    return X, y


def test_a_score_is_what_was_spent_and_what_mistakes_cost(table):
    X, y = table
    costs = {("ill", "well"): 10, ("well", "ill"): 2}
    classifier = IFC2FClassifier(0.1, misclassification_cost=costs, policy="ordered").fit(X, y)
    acquisition = classifier.acquire(X)
    missed, alarms = (
        (y == "ill") & (acquisition.label == "well"),
        (y == "well") & (acquisition.label == "ill"),
    )
    expected = acquisition.cost.astype(float).mean() + 10 * missed.mean() + 2 * alarms.mean()
    assert total_cost(y, acquisition, costs) == pytest.approx(expected)
    assert expected_cost_scorer()(classifier, X, y) == pytest.approx(-expected)
    plain = acquisition.cost.astype(float).mean() + (acquisition.label != y).mean()
    assert expected_cost_scorer(1.0)(classifier, X, y) == pytest.approx(-plain)
    weights = np.arange(300)
    twice = total_cost(np.repeat(y, weights), acquisition[np.repeat(np.arange(300), weights)], costs)
    assert total_cost(y, acquisition, costs, sample_weight=weights) == pytest.approx(twice)
    few = -expected_cost_scorer(budget=0.1)(classifier, X, y)
    assert few == pytest.approx(total_cost(y, classifier.acquire(X, budget=0.1), costs))
    with pytest.raises(ValueError, match="y_true has 2 rows, but 300 were classified"):
        total_cost(y[:2], acquisition)
    assert total_cost(np.where(y == "ill", "other", y), acquisition) > total_cost(y, acquisition)


def test_searches_find_what_costs_least_and_scorers_travel(table):
    X, y = table
    scorer = pickle.loads(pickle.dumps(expected_cost_scorer()))
    search = GridSearchCV(
        IFC2FClassifier(0.02, policy="ordered"), {"max_features": [1, 4]}, scoring=scorer, cv=2
    ).fit(X, y)
    assert search.best_score_ == max(search.cv_results_["mean_test_score"])
    pipeline = make_pipeline(StandardScaler(), IFC2FClassifier(0.02, policy="ordered"))
    assert (
        cross_val_score(pipeline, X[list("abcd")], y, scoring=scorer, cv=2, error_score="raise") > -0.5
    ).all()


def test_acquiring_through_a_pipeline_is_acquiring_what_its_steps_give(table):
    X, y = table
    X = X[list("abcd")]
    pipeline = Pipeline(
        [
            ("scale", StandardScaler()),
            ("none", "passthrough"),
            ("decide", IFC2FClassifier(0.02, policy="ordered")),
        ]
    )
    pipeline.fit(X, y)
    acquisition = acquire(pipeline, X, budget=0.04)
    direct = pipeline[-1].acquire(pipeline[0].transform(X), budget=0.04)
    assert acquisition.posterior.tobytes() == direct.posterior.tobytes()
    assert acquire(pipeline[-1], pipeline[0].transform(X)).label.tolist() == pipeline.predict(X).tolist()
    with pytest.raises(TypeError, match="a LogisticRegression does not acquire features"):
        acquire(make_pipeline(StandardScaler(), LogisticRegression()), X)


def test_outputs_cost_what_the_inputs_cost_that_they_need(table):
    X, y = table
    price = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 8.0, "kind": 16.0}
    prepare = ColumnTransformer(
        [
            ("scale", make_pipeline(StandardScaler(), StandardScaler()), ["a"]),
            ("pca", PCA(2), ["b", "c"]),
            ("code", OrdinalEncoder(), [4]),
            ("gone", "drop", [False, False, False, False, False]),
        ],
        remainder="passthrough",
        verbose_feature_names_out=False,
    ).set_output(transform="pandas")
    prepare.fit(X)
    costs = costs_after(prepare, price)
    assert costs["feature_cost"] == {"a": 1.0, "kind": 16.0, "d": 8.0}
    assert costs["tests"] == {"b + c": {"cost": 6.0, "features": ["pca0", "pca1"]}}
    classifier = IFC2FClassifier(**costs, policy="ordered", misclassification_cost=100).fit(
        prepare.transform(X), y
    )
    acquisition = classifier.acquire(prepare.transform(X))
    columns = list(prepare.get_feature_names_out())
    for row in range(20):
        seen = {columns[c] for c in acquisition.order[row] if c >= 0}
        paid = (
            1 * ("a" in seen) + 16 * ("kind" in seen) + 8 * ("d" in seen) + 6 * bool(seen & {"pca0", "pca1"})
        )
        assert acquisition.cost[row] == paid
    with pytest.raises(ValueError, match="has no cost for the input 'kind'"):
        costs_after(prepare, dict.fromkeys("abcd", 1.0))


def test_what_mixes_a_row_keeps_nothing_apart(table):
    """A normaliser has an output of the name of each input, and needs all of them."""
    X = table[0][list("abcd")]
    costs = costs_after(Normalizer().fit(X), dict.fromkeys("abcd", 1.0))
    assert costs == {
        "feature_cost": {},
        "tests": {"a + b + c + d": {"cost": 4.0, "features": list("abcd")}},
    }


def test_a_fixed_threshold_takes_the_posterior(table):
    X, y = table
    fixed = FixedThresholdClassifier(
        IFC2FClassifier(0.02, policy="ordered"), threshold=0.2, pos_label="ill"
    ).fit(X, y)
    assert (fixed.predict(X) == "ill").sum() >= (fixed.estimator_.predict(X) == "ill").sum()


@pytest.mark.parametrize("form", ["part", "remainder", "function"])
def test_columns_passed_through_are_kept_apart(table, form):
    X = table[0]
    if form == "part":
        prepare = ColumnTransformer(
            [("scale", StandardScaler(), ["a"]), ("as_is", "passthrough", list("bcd"))]
        )
    elif form == "remainder":
        prepare = ColumnTransformer(
            [("scale", StandardScaler(), ["a"]), ("gone", "drop", ["kind"])], remainder="passthrough"
        )
    else:
        same = FunctionTransformer(feature_names_out="one-to-one")
        prepare = ColumnTransformer([("scale", StandardScaler(), ["a"]), ("as_is", same, list("bcd"))])
    costs = costs_after(prepare.fit(X), {"a": 1.0, "b": 2.0, "c": 4.0, "d": 8.0, "kind": 16.0})
    assert list(costs["feature_cost"].values()) == [1.0, 2.0, 4.0, 8.0]
    assert costs["tests"] is None


def test_a_function_of_columns_may_need_all_of_them(table):
    mixing = FunctionTransformer(
        lambda X: X - X.mean(axis=1).to_numpy()[:, None], feature_names_out="one-to-one"
    )
    costs = costs_after(mixing.fit(table[0][list("ab")]), {"a": 1.0, "b": 2.0})
    assert costs["tests"] == {"a + b": {"cost": 3.0, "features": ["a", "b"]}}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"drop": "first"},
        {"drop": "if_binary"},
        {"drop": np.array(["x", 3], dtype=object)},
        {"min_frequency": 15},
        {"min_frequency": 15, "drop": "first"},
        {"max_categories": 2},
    ],
    ids=str,
)
def test_one_hot_outputs_of_an_input_are_a_panel_at_its_price(settings):
    rows = pd.DataFrame(
        {
            "letter": ["x"] * 50 + ["y"] * 30 + ["z"] * 12 + ["w"] * 8,
            "number": [3] * 60 + [4] * 40,
        }
    )
    price = {"letter": 2.0, "number": 8.0}
    encoder = OneHotEncoder(sparse_output=False, **settings).fit(rows)
    costs = costs_after(encoder, price)
    paid = dict(costs["feature_cost"])
    for panel in (costs["tests"] or {}).values():
        assert len({name.partition("_")[0] for name in panel["features"]}) == 1
        paid |= dict.fromkeys(panel["features"], panel["cost"])
    assert paid == {name: price[name.partition("_")[0]] for name in encoder.get_feature_names_out()}
