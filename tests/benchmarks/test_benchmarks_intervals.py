"""How often intervals hold on rows held out: the measure itself, on a small set."""

import numpy as np
from sklearn.datasets import load_breast_cancer

from benchmarks.intervals import of_set, recounted
from ifc2f import IFC2FClassifier


def test_intervals_of_a_small_model_hold_what_more_rows_say():
    X, y = load_breast_cancer(return_X_y=True)
    found = of_set(X[:, :8], y, n_trained=150, n_trials=2)
    assert found["trained"] == 150
    assert found["others"] == 569 - 300
    assert found["expected_percent"] == "81", "2 Phi(1.645 / sqrt(1 + 150 / 269)) - 1"
    assert 75 <= int(found["holds_percent"]) <= 100
    assert found["happened_within"] <= found["within_two_errors"] <= found["groups"] == 10
    assert found["within_two_errors"] >= 7


def test_tables_are_counted_again_from_the_rows_that_are_there():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 2)), np.repeat([0, 1], 150)
    X[y == 1] += 1.0
    model = IFC2FClassifier(0.001, policy="ordered").fit(X, y).model_
    X[::7, 0] = np.nan
    network = recounted(model, X, y)
    k = next(k for k, feature in enumerate(network.features) if feature.parent < 0)
    feature, column = network.features[k], model.columns[k]
    known = ~np.isnan(X[:, column])
    codes = np.searchsorted(feature.values, X[known, column].astype(np.float32), side="right")
    counts = np.ones(feature.table.shape[1:])
    np.add.at(counts, (codes, y[known]), 1)
    np.testing.assert_allclose(feature.table[0], counts / counts.sum(axis=0), atol=1e-6)
