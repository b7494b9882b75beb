"""Bins: edges of every method, the faults such code has had, and codes."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f.data.matrix import Columns
from ifc2f.data.quantise import (
    MAX_BINS,
    METHODS,
    MISSING,
    Binning,
    Binnings,
    fit_binning,
    fit_binnings,
    sorted_edges,
)
from ifc2f.learning.count_rows import count

finite = st.floats(-1e6, 1e6, width=32)
columns = st.one_of(
    st.lists(finite, min_size=1, max_size=40),
    st.lists(st.sampled_from([-1.5, 0.0, 0.25, 2.0, 7.0]), min_size=1, max_size=40),
)


def classes_of(n: int) -> np.ndarray:
    return np.arange(n) % 2


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60)
@given(column=columns, n_bins=st.integers(2, 12))
def test_edges_increase_and_every_value_has_a_bin(method: str, column: list[float], n_bins: int) -> None:
    values = np.array(column, dtype=np.float32)
    binning = fit_binning(values, classes_of(len(values)), n_bins, method)
    codes = binning.codes(values)
    assert binning.n_values <= n_bins
    assert np.all(np.diff(binning.values) > 0)
    assert codes.max() < binning.n_values
    assert np.array_equal(codes, [sum(edge <= v for edge in binning.values) for v in values])
    if method != "equal-width":
        assert np.array_equal(np.unique(codes), np.arange(binning.n_values)), "an empty bin"
        assert codes[values.argmax()] == binning.n_values - 1


@settings(max_examples=60)
@given(column=columns, n_bins=st.integers(2, 12))
def test_quantile_bins_are_as_many_as_values_allow(column: list[float], n_bins: int) -> None:
    binning = fit_binning(column, classes_of(len(column)), n_bins, "quantile")
    distinct = len(np.unique(np.array(column, dtype=np.float32) + np.float32(0)))
    assert (binning.n_values > 1) == (distinct > 1)
    if distinct == len(column) and len(column) >= n_bins:
        sizes = np.bincount(binning.codes(column))
        assert len(sizes) == n_bins
        assert sizes.max() - sizes.min() <= 1


def test_repeated_values_give_no_duplicate_edges() -> None:
    column = np.array([0] * 90 + list(range(1, 11)), dtype=float)
    binning = fit_binning(column, classes_of(100), 5, "quantile")
    assert np.all(np.diff(binning.values) > 0)
    sizes = np.bincount(binning.codes(column), minlength=binning.n_values)
    assert sizes.min() > 0
    assert sizes[0] == 90
    assert binning.n_values == 5


@pytest.mark.parametrize("method", METHODS)
def test_largest_value_is_in_the_last_bin(method: str) -> None:
    column = np.array([3.0, 3.1, 4.0, 5.2, 6.0, 6.7])
    y = np.array([0, 0, 0, 1, 1, 1])
    binning = fit_binning(column, y, 3, method)
    codes = binning.codes(column)
    assert codes[-1] == binning.n_values - 1
    counts = count(codes[np.newaxis], y, 3, 2)
    assert np.array_equal(counts.features.sum(axis=1), [[3, 3]])


def test_equal_width_is_the_published_rule() -> None:
    column = np.array([3.0, 3.1, 6.7, np.nan, 4.0])
    binning = fit_binning(column, [0, 1, 0, 1, 0], 3, "equal-width")
    assert np.array_equal(binning.values, np.linspace(3, 7, 4).astype(np.float32)[1:-1])
    integer_maximum = fit_binning(np.array([0.5, 1.0, 4.0]), [0, 1, 0], 4, "equal-width")
    assert np.array_equal(integer_maximum.values, [1, 2, 3])
    assert integer_maximum.codes([4.0])[0] == 3
    of_the_page = fit_binning(np.array([0.1, 0.7, 1.2]), [0, 1, 0], 4, "equal-width")  # docs/method.md
    assert np.array_equal(of_the_page.values, np.float32([0.5, 1, 1.5]))


def test_value_on_an_edge_is_above_it() -> None:
    assert Binning(np.array([1.0, 2.0])).codes([0.999, 1.0, 1.5, 2.0, 99.0]).tolist() == [0, 1, 1, 2, 2]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("value", [np.inf, -np.inf, 1e300, -3.2e38])
def test_infinite_value_is_refused_by_name(method: str, value: float) -> None:
    matrix = np.array([[1.0, 5.4], [2.0, 9.3], [3.0, value]])
    with pytest.raises(ValueError, match="column 'pressure'"):
        fit_binnings(matrix, [0, 1, 0], 3, method, names=["age", "pressure"])
    with pytest.raises(ValueError, match="column 1"):
        fit_binnings(matrix, [0, 1, 0], 3, method)


def test_infinite_value_at_run_time_is_in_an_end_bin() -> None:
    assert Binning(np.array([1.0, 2.0])).codes([-np.inf, np.inf]).tolist() == [0, 2]


@pytest.mark.parametrize("method", METHODS)
def test_missing_values_do_not_move_edges(method: str) -> None:
    rng = np.random.default_rng(2)
    column = rng.normal(size=60)
    y = (column > 0.3).astype(int)
    holes = np.concatenate([column, np.full(20, np.nan)])
    with_holes = fit_binning(holes, np.concatenate([y, np.ones(20, dtype=int)]), 4, method)
    assert np.array_equal(with_holes.values, fit_binning(column, y, 4, method).values)
    assert with_holes.codes(holes)[-20:].tolist() == [MISSING] * 20


@pytest.mark.parametrize("method", METHODS)
def test_column_without_values_or_with_one_has_one_bin(method: str) -> None:
    matrix = np.array([[np.nan, 4.0], [np.nan, 4.0], [np.nan, 4.0]])
    binnings = fit_binnings(matrix, [0, 1, 1], 4, method)
    assert binnings.n_values.tolist() == [1, 1]
    assert binnings.codes(matrix).tolist() == [[MISSING] * 3, [0] * 3]
    assert fit_binnings(np.empty((0, 2)), [], 4, method).n_values.tolist() == [1, 1]


def test_edges_that_meet_in_float32_are_kept_once() -> None:
    column = np.array([16777216.0, 16777218.0])
    binning = fit_binning(column, [0, 1], 10, "equal-width")
    assert np.all(np.diff(binning.values) > 0)
    assert binning.codes(column)[0] < binning.codes(column)[1] == binning.n_values - 1


def test_values_are_rounded_to_float32_before_binning() -> None:
    just_below = 2.9999999999999996
    binning = fit_binning(np.array([2.0, 4.0]), [0, 1], 4, "equal-width")
    assert binning.codes([just_below])[0] == binning.codes([3.0])[0] == 2


def class_entropy(counts: np.ndarray) -> np.ndarray:
    """Return the entropy in bits of class counts, shape (..., L)."""
    n = counts.sum(axis=-1, keepdims=True)
    p = np.divide(counts, n, out=np.zeros(counts.shape), where=n > 0)
    return np.asarray(-(p * np.log2(p, out=np.zeros(p.shape), where=p > 0)).sum(axis=-1))


def described_cuts(x: np.ndarray, y: np.ndarray) -> list[float]:
    """Oracle: the recursion of Fayyad and Irani as in the paper, in bits, without a limit on the bins."""
    distinct, value = np.unique(x, return_inverse=True)
    if len(distinct) < 2 or len(np.unique(y)) < 2:
        return []
    n, counts = len(y), np.zeros((len(distinct), y.max() + 1))
    np.add.at(counts, (value, y), 1)
    below = counts.cumsum(axis=0)[:-1]
    above, every = counts.sum(axis=0) - below, counts.sum(axis=0)
    rest = (below.sum(axis=1) * class_entropy(below) + above.sum(axis=1) * class_entropy(above)) / n
    best = 0
    for at in range(1, len(rest)):
        best = at if rest[at] < rest[best] - 1e-9 else best
    sides = every, below[best], above[best]
    k, k1, k2 = (np.count_nonzero(side) for side in sides)
    entropy, entropy1, entropy2 = map(class_entropy, sides)
    delta = np.log2(3.0**k - 2) - (k * entropy - k1 * entropy1 - k2 * entropy2)
    if entropy - rest[best] <= (np.log2(n - 1) + delta) / n:
        return []
    low, high = distinct[best : best + 2]
    middle = float(np.float32((float(low) + float(high)) / 2))
    return [*described_cuts(x[x <= low], y[x <= low]), middle, *described_cuts(x[x >= high], y[x >= high])]


@pytest.mark.parametrize("n", [120, 5000])
@pytest.mark.parametrize("seed", range(15))
def test_entropy_cuts_are_those_of_the_recursion(seed: int, n: int) -> None:
    """With many rows, most are not looked at one by one."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, int(rng.integers(2, 5)), n)
    x = (rng.normal(size=n) + y * rng.uniform(0, 3)).round(int(rng.integers(0, 4))).astype(np.float32)
    binning = fit_binning(x, y, MAX_BINS, "entropy")
    assert binning.values.tolist() == described_cuts(x, y)


def rows_of_many_classes(seed: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return values and classes, 120 to 300 of them, some of which overlap."""
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(120, 301))
    y = rng.integers(0, n_classes, n)
    x = rng.normal(size=n) + y * rng.uniform(10, 40) / n_classes
    return x.round(int(rng.integers(0, 4))).astype(np.float32), y


@pytest.mark.parametrize("seed", range(8))
def test_entropy_cuts_of_many_classes_are_those_of_the_recursion(seed: int) -> None:
    """Blocks of rows that a bound is told of grow with the classes from 129 on."""
    x, y = rows_of_many_classes(seed, 6000)
    expected = described_cuts(x, y)
    assert 1 < len(expected) < MAX_BINS
    assert fit_binning(x, y, MAX_BINS, "entropy").values.tolist() == expected


@pytest.mark.parametrize("n_classes", [2, 4, 200])
@pytest.mark.parametrize("seed", range(4))
def test_entropy_cuts_of_weighted_values_are_those_of_their_rows(seed: int, n_classes: int) -> None:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, 3000).astype(np.int32)
    x = (rng.normal(size=3000) + 9.0 * y / n_classes).round(2).astype(np.float32)
    ascending = np.argsort(x, kind="stable")
    x, y = x[ascending], y[ascending]
    weights = rng.integers(1, 5, 3000)
    sizes = np.bincount(y, weights, n_classes).astype(np.int64)
    rows, starts = np.arange(3000, dtype=np.int32), np.array([0, 3000])
    columns = Columns((int(sizes.sum()), 1), x, rows, starts, weights)
    edges = sorted_edges(columns, y, sizes, MAX_BINS, "entropy", 1)
    expected = described_cuts(np.repeat(x, weights), np.repeat(y, weights))
    assert 1 < len(expected) < MAX_BINS
    assert edges.of(0).values.tolist() == expected


def test_entropy_cuts_the_most_telling_place_first() -> None:
    x = np.arange(200.0)
    y = np.where(x < 100, 0, np.where(x < 120, 1, 2))
    assert fit_binning(x, y, 2, "entropy").values.tolist() == [99.5]
    assert fit_binning(x, y, 3, "entropy").values.tolist() == [99.5, 119.5]
    assert fit_binning(x, classes_of(200), 8, "entropy").n_values == 1


def test_categories_are_numbered_in_ascending_order() -> None:
    matrix = np.array([[7.0, 0.1], [3.0, 0.2], [np.nan, 0.3], [7.0, 0.4]])
    binnings = fit_binnings(matrix, [0, 1, 0, 1], 2, "quantile", categorical=[0])
    assert binnings[0].categorical
    assert binnings[0].values.tolist() == [3, 7]
    assert not binnings[1].categorical
    assert binnings.n_values.tolist() == [2, 2]
    assert binnings.codes(matrix).tolist() == [[1, 0, MISSING, 1], [0, 0, 1, 1]]


def test_unknown_category_is_missing() -> None:
    binning = Binning(np.array([3.0, 7.0]), categorical=True)
    assert binning.codes([2.0, 3.0, 5.0, 7.0, 8.0, np.nan]).tolist() == [255, 0, 255, 1, 255, 255]


def test_too_many_categories_are_refused_by_name() -> None:
    matrix = np.arange(300.0)[:, np.newaxis]
    with pytest.raises(ValueError, match="'id' has 300 categories, and at most 255 are possible"):
        fit_binnings(matrix, classes_of(300), 4, "quantile", categorical=[0], names=["id"])
    fit_binnings(matrix[:255], classes_of(255), 4, "quantile", categorical=[0])


@pytest.mark.parametrize("values", [[1.0, 1.0], [2.0, 1.0], [np.nan], [np.inf], np.arange(255.0)])
def test_bins_that_are_none_are_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match=r"strictly increasing|at most 255"):
        Binning(np.array(values))


@pytest.mark.parametrize(
    ("n_bins", "method", "message"),
    [(1, "quantile", "n_bins"), (256, "entropy", "n_bins"), (4, "kmeans", "'kmeans'")],
)
def test_wrong_settings_are_refused(n_bins: int, method: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fit_binnings(np.zeros((3, 1)), [0, 1, 0], n_bins, method)


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        fit_binnings(np.zeros(3), [0, 1, 0], 4, "quantile")
    with pytest.raises(ValueError, match="one class for each row"):
        fit_binnings(np.zeros((3, 1)), [0, 1], 4, "quantile")
    with pytest.raises(ValueError, match="for 2 columns, but the matrix has 3"):
        fit_binnings(np.zeros((3, 2)), [0, 1, 0], 4, "quantile").codes(np.zeros((3, 3)))


@pytest.mark.parametrize("method", METHODS)
def test_matrix_is_its_columns(method: str) -> None:
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, 90)
    matrix = rng.normal(size=(90, 7)).round(1) + y[:, np.newaxis]
    binnings = fit_binnings(matrix, y, 20, method)
    threaded = fit_binnings(matrix, y, 20, method, n_jobs=3)
    codes = binnings.codes(matrix)
    assert np.array_equal(binnings.values, threaded.values)
    assert np.array_equal(codes, binnings.codes(matrix, n_jobs=2))
    assert np.array_equal(codes, binnings.codes(np.asfortranarray(matrix)))
    for c, binning in enumerate(binnings):
        assert np.array_equal(binning.values, fit_binning(matrix[:, c], y, 20, method).values)
        assert np.array_equal(codes[c], binning.codes(matrix[:, c]))
    for columns in ([5, 2], [], [3, 3, -1]):
        chosen = binnings.select(columns)
        assert len(chosen) == len(columns)
        assert np.array_equal(chosen.codes(matrix[:, columns]), codes[columns])
        for binning, c in zip(chosen, columns, strict=True):
            assert np.array_equal(binning.values, binnings[c].values)
            assert np.array_equal(binning.coarse_edges, binnings[c].coarse_edges)
    assert np.array_equal(binnings[-1].values, binnings[6].values)
    with pytest.raises(IndexError):
        binnings[7]


def test_joined_binnings_keep_their_parts() -> None:
    parts = [
        Binning(np.array([1.0])),
        Binning(np.array([]), categorical=False),
        Binning(np.array([4.0]), True),
    ]
    joined = Binnings.of(parts)
    assert joined.n_values.tolist() == [2, 1, 1]
    assert [b.values.tolist() for b in joined] == [[1.0], [], [4.0]]
    assert len(Binnings.of([])) == 0


@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_mixed_bins_are_fewer_where_many_rows_share_a_value(share: float) -> None:
    """A column that is nearly always 0 has too few other rows for more bins; sparse or dense alike."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 1000).astype(np.int32)
    column = np.where(rng.random(1000) < share, 0.0, rng.normal(size=1000) + y).astype(np.float32)
    found = fit_binnings(column[:, np.newaxis], y, 16, "mixed")
    sparse = fit_binnings(scipy.sparse.csr_matrix(column[:, np.newaxis]), y, 16, "mixed")
    np.testing.assert_array_equal(found[0].values, sparse[0].values)
    n_fine = int((~found[0].coarse_edges).sum())
    assert n_fine <= 9 * (1.0 - share) + 1.0
    assert n_fine >= 9 * (1.0 - share) - 4.0
