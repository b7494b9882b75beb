"""A matrix is the same whether it is dense or sparse, and a sparse one is never made dense."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from ifc2f import IFC2FClassifier
from ifc2f.data import matrix as matrix_module
from ifc2f.data.columns import NumberedNames, first_infinite
from ifc2f.data.matrix import Columns
from ifc2f.data.quantise import METHODS, fit_binnings
from ifc2f.learning.relevance import relevance_of_values

FORMATS = (sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.csr_matrix, sparse.lil_array)


def sparse_data(seed: int, n_rows: int = 60, n_columns: int = 14) -> tuple[np.ndarray, np.ndarray]:
    """Return rows of which most cells are 0, some negative or missing, and classes that depend on them."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n_rows)
    x = np.round(rng.normal(size=(n_rows, n_columns)) + y[:, np.newaxis] * rng.integers(0, 2, n_columns), 1)
    x *= rng.random(x.shape) < rng.random(n_columns)
    x[:, 3] = 0.0
    x[rng.random(x.shape) < 0.02] = np.nan
    return x, y


def with_stored_zeros(x: np.ndarray) -> sparse.csr_array:
    """Return a matrix with stored zeros and the entries of each row in descending order of column."""
    rng = np.random.default_rng(1)
    stored = (x != 0) | (rng.random(x.shape) < 0.2)
    rows, columns = np.nonzero(stored[:, ::-1])
    columns = x.shape[1] - 1 - columns
    starts = np.concatenate([[0], np.cumsum(stored.sum(axis=1))])
    result = sparse.csr_array((x[rows, columns], columns, starts), shape=x.shape)
    assert not result.has_sorted_indices
    assert result.nnz > np.count_nonzero(x)
    return result


@settings(max_examples=30)
@given(seed=st.integers(0, 1000), n_bins=st.integers(2, 9), method=st.sampled_from(METHODS))
def test_sparse_bins_counts_and_scores_are_the_dense_ones(seed: int, n_bins: int, method: str) -> None:
    x, y = sparse_data(seed)
    dense = fit_binnings(x, y, n_bins, method, categorical=[5])
    for matrix in (sparse.csr_array(x), with_stored_zeros(x), sparse.csc_array(x.astype(np.float32))):
        bins = fit_binnings(matrix, y, n_bins, method, categorical=[5], n_jobs=2)
        assert np.array_equal(bins.values, dense.values)
        assert np.array_equal(bins.starts, dense.starts)
        assert np.array_equal(bins.codes(matrix), dense.codes(x))
        assert np.array_equal(bins.counts(matrix, y, 3), dense.counts(x, y, 3))
        assert relevance_of_values(matrix, y, 3) == pytest.approx(relevance_of_values(x, y, 3), abs=1e-12)
        for ends, same in zip(Columns.of(matrix).ranges(), Columns.of(x).ranges(), strict=True):
            assert np.array_equal(ends, same, equal_nan=True)


def test_counts_are_those_of_the_codes() -> None:
    x, y = sparse_data(3)
    bins = fit_binnings(x, y, 4, "quantile")
    counts = bins.counts(x, y, 3)
    codes = bins.codes(x)
    for c, v, k in itertools.product(range(len(bins)), range(counts.shape[1]), range(3)):
        assert counts[c, v, k] == ((codes[c] == v) & (y == k)).sum()


def test_repeated_entries_add_up_and_the_callers_matrix_stays_as_it_is() -> None:
    repeated = sparse.csc_array((np.ones(4), np.array([2, 0, 0, 1]), np.array([0, 4])), shape=(3, 1))
    assert not repeated.has_canonical_format
    columns = Columns.of(repeated)
    assert columns.column(0).tolist() == [2.0, 1.0, 1.0]
    assert repeated.nnz == 4


def test_selected_columns() -> None:
    x, _ = sparse_data(4)
    for matrix in (x, sparse.csr_array(x)):
        chosen = Columns.of(matrix).select([7, 0, 3, 7])
        for at, c in enumerate([7, 0, 3, 7]):
            assert np.array_equal(chosen.column(at), x[:, c].astype(np.float32), equal_nan=True)
        assert Columns.of(matrix).select([]).shape == (60, 0)


@pytest.mark.parametrize("to", FORMATS)
def test_estimator_learns_and_decides_the_same_from_sparse_data(to: type) -> None:
    x, y = sparse_data(5, 200)
    dense = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(x, y)
    fitted = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(to(x), y)
    assert fitted.model_.to_bytes() == dense.model_.to_bytes()
    acquisition, expected = fitted.acquire(to(x)), dense.acquire(x)
    assert np.array_equal(acquisition.label, expected.label)
    assert np.array_equal(acquisition.posterior, expected.posterior)
    assert np.array_equal(acquisition.order, expected.order)
    assert acquisition.n_features.max() > 1


def test_blocks_and_threads_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = sparse_data(6, 150, 40)
    for matrix in (x, sparse.csr_array(x)):
        whole = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(matrix, y).model_.to_bytes()
        assert (
            IFC2FClassifier(feature_cost=0.001, n_jobs=3, policy="ordered").fit(matrix, y).model_.to_bytes()
            == whole
        )
        monkeypatch.setattr(matrix_module, "BLOCK_ENTRIES", 5000)
        assert len(list(Columns.of(matrix).blocks(40))) > 4
        assert IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(matrix, y).model_.to_bytes() == whole
        monkeypatch.undo()


def test_a_wide_sparse_matrix_is_never_made_dense() -> None:
    """A dense one of this shape would take 800 GB."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 2000)
    columns = np.concatenate([rng.integers(0, 100_000_000, 20000), np.full(y.sum(), 77_777_777)])
    rows = np.concatenate([rng.integers(0, 2000, 20000), np.flatnonzero(y)])
    x = sparse.coo_array((np.ones(len(rows)), (rows, columns)), shape=(2000, 100_000_000)).tocsr()
    wanted = x[:, 77_770_000:77_780_000]
    fitted = IFC2FClassifier(feature_cost=0.01, policy="ordered").fit(wanted, y)
    assert fitted.order_[0] == 7777
    assert (fitted.predict(wanted) == y).all()
    assert fitted.model_.classify(x, columns=fitted.model_.columns + 77_770_000).label.tolist() == y.tolist()


def test_names_of_columns_are_not_all_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be millions of them."""

    def refuse(self: NumberedNames) -> None:
        raise AssertionError("all names are made")

    x, y = sparse_data(8, 200)
    monkeypatch.setattr(NumberedNames, "__iter__", refuse)
    fitted = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(sparse.csr_array(x), y)
    assert len(fitted.order_) > 1


@pytest.mark.parametrize("value", [np.inf, -np.inf, 1e300])
@pytest.mark.parametrize("to", [sparse.csr_array, sparse.csc_array])
def test_infinite_values_are_refused_by_name(value: float, to: type) -> None:
    x, y = sparse_data(7)
    x[11, 9] = value
    with pytest.raises(ValueError, match="x9"):
        IFC2FClassifier(policy="ordered").fit(to(x), y)
    with pytest.raises(ValueError, match="column 9"):
        fit_binnings(to(x), y, 4, "quantile")


def test_first_infinite() -> None:
    x = np.zeros((3, 5))
    for to in (np.asarray, sparse.csr_array, sparse.csc_array):
        assert first_infinite(to(x)) is None
    x[2, 4] = x[1, 3] = np.inf
    for to in (np.asarray, sparse.csr_array, sparse.csc_array):
        assert first_infinite(to(x)) == 3


@pytest.mark.parametrize("method", METHODS)
def test_columns_that_are_all_zero_or_twice_there(method: str) -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 100)
    useful = (y * rng.integers(1, 4, 100))[:, np.newaxis]
    x = sparse.csr_array(np.hstack([np.zeros((100, 2)), useful, useful, np.zeros((100, 1))]))
    fitted = IFC2FClassifier(binning=method, min_features=1, policy="ordered").fit(x, y)
    assert fitted.order_[0] == 2
    assert set(fitted.order_) <= {2, 3}
    assert (fitted.predict(x) == y).all()


def test_numbered_names() -> None:
    names = NumberedNames(range(3_000_000))
    assert (len(names), names[2], names[-1]) == (3_000_000, "x2", "x2999999")
    assert list(names[5:8]) == ["x5", "x6", "x7"]
    with pytest.raises(IndexError):
        names[3_000_000]
