"""3-NN with settled ties."""

import baseline_oracles as oracles
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f.baselines import SAOLA, NearestNeighbours, with_neighbours


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), k=st.integers(1, 7))
def test_ties_go_to_the_earlier_row_and_the_smaller_label(seed, k):
    random = np.random.default_rng(seed)
    X, queries = (
        random.integers(0, 3, size=(30, 3)).astype(float),
        random.integers(0, 3, size=(10, 3)).astype(float),
    )
    y = random.integers(-2, 3, size=30)
    model = NearestNeighbours(k).fit(X, y)
    np.testing.assert_array_equal(model.predict(queries), oracles.nearest_neighbours(X, y, queries, k))
    order = np.argsort(((X[np.newaxis] - queries[:, np.newaxis]) ** 2).sum(axis=2), axis=1, kind="stable")
    np.testing.assert_array_equal(model.kneighbors(queries), order[:, :k])


def test_sparse_input_and_few_rows():
    X, y = np.array([[0.0, 1.0], [2.0, 0.0]]), ["b", "a"]
    model = NearestNeighbours(5).fit(sp.csr_matrix(X), y)
    assert model.kneighbors(sp.csr_matrix(X)).tolist() == [[0, 1], [1, 0]]
    assert model.predict(X).tolist() == ["a", "a"]
    np.testing.assert_array_equal(model.predict_proba(X), [[0.5, 0.5]] * 2)


def test_without_columns_the_majority_class_is_predicted():
    empty = np.empty((4, 0))
    y = [2, 1, 1, 0]
    assert NearestNeighbours(accept_empty=True).fit(empty, y).predict(empty[:2]).tolist() == [1, 1]
    with pytest.raises(ValueError, match="0 feature"):
        NearestNeighbours().fit(empty, y)


@pytest.mark.filterwarnings("ignore:No features were selected")
def test_pipeline_with_a_selector_that_keeps_nothing():
    random = np.random.default_rng(0)
    y = np.r_[np.zeros(12, int), np.ones(8, int)]
    X = np.column_stack([y + random.normal(size=20) * 0.1, random.normal(size=20)])
    assert with_neighbours(SAOLA()).fit(X, y).score(X, y) == 1.0
    noise = np.tile([[1.0], [-1.0]], (10, 1))
    assert with_neighbours(SAOLA()).fit(noise, y).predict(noise).tolist() == [0] * 20
