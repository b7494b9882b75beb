"""Weights of rows: a row that weighs 2 is there twice, one that weighs 0 is not there."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import patients
from scipy import sparse
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier
from sklearn.model_selection import cross_validate

from ifc2f import IFC2FClassifier
from ifc2f.data.weights import class_weights, repetitions
from ifc2f.metrics import total_cost

SMALL = {"graph_trees": 8, "graph_depth": 4}


def repeated(X, y, weights):
    rows = np.repeat(np.arange(len(y)), weights)
    return (X.iloc[rows] if isinstance(X, pd.DataFrame) else X[rows]), y[rows]


def drawn(seed, n):
    X, sick = patients(n, seed)
    weights = np.random.default_rng(seed).integers(0, 4, n)
    weights[X["colour"] == "blue"] = 0  # a category that only rows without weight have
    return X, np.where(sick, "ill", "well"), weights


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(60, 150))
def test_whole_weights_give_the_model_of_repeated_rows(seed, n):
    X, y, weights = drawn(seed, n)
    expected = (
        IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(*repeated(X, y, weights)).model_.to_bytes()
    )
    for given_weights in (weights, weights.astype(float), weights.tolist(), pd.Series(weights)):
        fitted = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(X, y, sample_weight=given_weights)
        assert fitted.model_.to_bytes() == expected
    order = np.random.default_rng(seed).permutation(n)  # an ordered policy is of counts
    moved = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(X.iloc[order], y[order], weights[order])
    assert moved.model_.to_bytes() == expected
    cut = n // 3
    chunks = [(X[:cut], y[:cut], weights[:cut]), (X[cut:], y[cut:], weights[cut:])]
    assert (
        IFC2FClassifier(feature_cost=0.001, policy="ordered").fit_chunks(chunks).model_.to_bytes() == expected
    )


@pytest.mark.parametrize("policy", ["adaptive", "graph", "auto"])
def test_whole_weights_give_the_policy_of_repeated_rows(policy):
    X, y, weights = drawn(0, 150)
    expected = IFC2FClassifier(policy=policy, **SMALL).fit(*repeated(X, y, weights)).model_.to_bytes()
    weighted = IFC2FClassifier(policy=policy, **SMALL).fit(X, y, weights).model_.to_bytes()
    assert weighted == expected
    assert IFC2FClassifier(policy=policy, **SMALL).fit_chunks([(X, y, weights)]).model_.to_bytes() == (
        IFC2FClassifier(policy=policy, **SMALL).fit_chunks([repeated(X, y, weights)]).model_.to_bytes()
    )


def test_streams_sparse_matrices_and_dask_take_weights():
    rng = np.random.default_rng(0)
    X, weights = rng.integers(0, 4, (200, 3)).astype(float), rng.integers(0, 3, 200)
    y = (X[:, 0] + rng.integers(0, 3, 200) > 3).astype(int)
    expected = IFC2FClassifier(policy="ordered").fit(*repeated(X, y, weights)).model_.to_bytes()
    assert (
        IFC2FClassifier(policy="ordered").fit(sparse.csc_array(X), y, weights).model_.to_bytes() == expected
    )
    edges = [[0.5, 1.5, 2.5]] * 3
    stream, plain = (
        IFC2FClassifier(edges=edges, policy="ordered"),
        IFC2FClassifier(edges=edges, policy="ordered"),
    )
    for part in (slice(0, 90), slice(90, 200)):
        stream.partial_fit(X[part], y[part], classes=[0, 1], sample_weight=weights[part])
        plain.partial_fit(*repeated(X[part], y[part], weights[part]), classes=[0, 1])
    assert stream.model_.to_bytes() == plain.model_.to_bytes()
    da = pytest.importorskip("dask.array", reason="needs the extra ifc2f[dask]")
    arrays = [da.from_array(a, chunks=(70, 3)[: a.ndim]) for a in (X, y, weights)]
    assert IFC2FClassifier(policy="ordered").fit(*arrays).model_.to_bytes() == expected
    with pytest.raises(ValueError, match="X has 3 partitions and sample_weight has 2"):
        IFC2FClassifier(policy="ordered").fit(*arrays[:2], da.from_array(weights, chunks=100))


@settings(deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    weights=st.lists(st.floats(1e-3, 100) | st.just(0.0), min_size=1, max_size=40).filter(any),
)
def test_shares_keep_the_sums_of_classes_to_within_a_row(seed, weights):
    weights = np.array(weights)
    codes = np.arange(len(weights)) % 3
    times = repetitions(weights, codes, seed)
    whole = np.array_equal(weights, np.floor(weights))
    scale = 1.0 if whole else np.count_nonzero(weights) / weights.sum()
    assert (np.abs(times - weights * scale) < 1 + 1e-6).all()
    assert (times[weights == 0] == 0).all()
    for k in range(3):
        assert abs(times[codes == k].sum() - scale * weights[codes == k].sum()) <= 1 + 1e-6
    if not whole:
        np.testing.assert_array_equal(repetitions(weights / 4, codes, seed), times)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], r"must have shape \(80,\), a weight for each row, not \(1,\)"),
        (np.full(80, -1.0), "is -1.0 in row 0: weights are finite and not negative"),
        (np.r_[np.ones(79), np.nan], "is nan in row 79"),
        (np.zeros(80), "every weight is zero"),
        (["a"] * 80, "must be numbers"),
        (np.full(80, 1e9), "the whole-number weights stand for 8e[+]10 rows"),
    ],
)
def test_weights_that_are_none_are_refused(weights, message):
    X, y = patients(80)
    with pytest.raises(ValueError, match=message):
        IFC2FClassifier(policy="ordered").fit(X, y, weights)


def test_shares_and_class_weights_are_refused_in_chunks_with_what_to_do():
    X, y = patients(80)
    with pytest.raises(ValueError, match=r"chunk 0: sample_weight is 0\.5 in row 0, but training in chunks"):
        IFC2FClassifier(policy="ordered").fit_chunks([(X, y, np.full(80, 0.5))])
    with pytest.raises(ValueError, match="class_weight needs all rows at once"):
        IFC2FClassifier(class_weight="balanced", policy="ordered").fit_chunks([(X, y)])


def test_class_weights_make_classes_weigh_alike_or_as_they_are_told():
    X, y = patients(400)
    prior = IFC2FClassifier(class_weight="balanced", policy="ordered").fit(X, y).model_.network.prior
    np.testing.assert_allclose(prior, [0.5, 0.5], atol=0.01)
    whole = IFC2FClassifier(class_weight={True: 3}, policy="ordered").fit(X, y)
    assert whole.model_.to_bytes() == IFC2FClassifier(policy="ordered").fit(X, y, 1 + 2 * y).model_.to_bytes()
    with pytest.raises(
        ValueError, match=r"class_weight names 'ill', which is not one of the classes \[False, True\]"
    ):
        IFC2FClassifier(class_weight={"ill": 2}, policy="ordered").fit(X, y)
    assert class_weights({1: 5}, np.array([0, 1]), np.array([0, 1, 1])).tolist() == [1, 5, 5]


def test_ensembles_and_validation_pass_weights_on():
    X, y = patients(200)
    X = X[["fever", "age"]].fillna(37).to_numpy()
    for ensemble in (
        BaggingClassifier(
            IFC2FClassifier(feature_cost=0.001, policy="ordered"), n_estimators=3, random_state=0
        ),
        AdaBoostClassifier(
            IFC2FClassifier(feature_cost=0.001, max_features=1, policy="ordered"), n_estimators=3
        ),
    ):
        assert ensemble.fit(X, y).score(X, y) > 0.8
    cross_validate(
        IFC2FClassifier(policy="ordered"),
        X,
        y,
        params={"sample_weight": np.ones(200)},
        cv=2,
        error_score="raise",
    )


def test_weights_come_in_every_kind_of_column_that_labels_come_in():
    X, y, weights = drawn(3, 120)
    weights += 1
    table = pa.table({"class": y, "weight": weights})
    relation = duckdb.from_arrow(table)
    chosen = IFC2FClassifier(0.001, policy="ordered")
    expected = clone(chosen).fit(X, y, weights)
    acquisition = expected.acquire(X)
    cost = total_cost(y, acquisition, sample_weight=weights)
    for kind in (
        relation.select("weight"),
        table.select(["weight"]),
        table["weight"],
        pl.Series(weights),
        pd.Series(weights, dtype="Int64"),
    ):
        assert clone(chosen).fit(X, y, kind).model_.to_bytes() == expected.model_.to_bytes()
        assert clone(chosen).fit_chunks([(X, y, kind)]).model_.to_bytes() == expected.model_.to_bytes()
        assert total_cost(relation.select("class"), acquisition, sample_weight=kind) == cost
    with pytest.raises(ValueError, match="sample_weight must be one column, a weight for each row, not 2"):
        clone(chosen).fit(X, y, table)
