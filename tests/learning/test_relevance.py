"""Adjusted mutual information against scikit-learn, and the choice of columns."""

import itertools
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import adjusted_mutual_info_score

from ifc2f import IFC2FClassifier
from ifc2f.data.quantise import fit_binnings
from ifc2f.learning.count_rows import count
from ifc2f.learning.relevance import (
    authors_minimum,
    filter,
    rank,
    relevance_of_bins,
    relevance_of_values,
)

AVERAGES = {"mean": "arithmetic", "max": "max"}
# scikit-learn 1.7 takes a labelling with a group for each row or two for measurements
MANY_GROUPS = pytest.mark.filterwarnings("ignore:The number of unique classes is greater:UserWarning")


def random_labellings(n: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return small labellings of all kinds: few and many groups, constant and all-distinct ones."""
    rng = np.random.default_rng(7)
    result = []
    for _ in range(n):
        rows = int(rng.integers(2, 40))
        y = rng.integers(0, rng.integers(1, 5), rows)
        kind = rng.integers(0, 10)
        if kind == 0:
            x = np.full(rows, 3)
        elif kind == 1:
            x = rng.permutation(rows)
        elif kind == 2:
            x = 2 - y
        else:
            x = rng.integers(0, rng.integers(2, rows + 2), rows) + y * rng.integers(0, 3)
        result.append((x, y))
    return result


@MANY_GROUPS
@pytest.mark.parametrize("average", AVERAGES)
def test_score_of_values_is_scikit_learns(average: str) -> None:
    for x, y in random_labellings(500):
        score = relevance_of_values(x[:, np.newaxis], y, int(y.max()) + 1, average)[0]
        expected = adjusted_mutual_info_score(y, x, average_method=AVERAGES[average])
        if len(np.unique(x)) == 1:
            expected = 0.0  # scikit-learn: 1 if the class is constant too
        assert score == pytest.approx(expected, abs=1e-9)


@MANY_GROUPS
@pytest.mark.parametrize("average", AVERAGES)
def test_score_of_bins_is_scikit_learns(average: str) -> None:
    for x, y in random_labellings(500):
        codes = np.unique(x, return_inverse=True)[1].astype(np.uint8)[np.newaxis]
        counts = count(codes, y, int(codes.max()) + 1, int(y.max()) + 1)
        expected = adjusted_mutual_info_score(y, x, average_method=AVERAGES[average])
        if len(np.unique(x)) == 1:
            expected = 0.0
        assert relevance_of_bins(counts.features, average)[0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("average", AVERAGES)
def test_class_itself_scores_one_on_tiny_data(n: int, average: str) -> None:
    for y in (np.arange(n), np.arange(n) % 2):
        assert relevance_of_values(y[:, np.newaxis], y, n, average)[0] == 1.0
        counts = count(y[np.newaxis].astype(np.uint8), y, n, n)
        assert relevance_of_bins(counts.features, average)[0] == 1.0


@pytest.mark.parametrize("y", [[0, 1], [0, 0, 1], [0, 0, 0], [0, 1, 2, 3]])
def test_constant_column_scores_zero(y: list[int]) -> None:
    assert relevance_of_values(np.ones((len(y), 1)), y, 4)[0] == 0.0
    assert relevance_of_bins(count(np.zeros((1, len(y)), np.uint8), y, 2, 4).features)[0] == 0.0


def test_column_without_any_value_scores_zero() -> None:
    matrix = np.full((4, 1), np.nan)
    assert relevance_of_values(matrix, [0, 1, 0, 1], 2)[0] == 0.0
    assert relevance_of_bins(np.zeros((1, 3, 2), dtype=np.int64))[0] == 0.0


def test_missing_values_are_left_out() -> None:
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, 80)
    x = (rng.integers(0, 6, (80, 5)) + y[:, np.newaxis]).astype(float)
    x[rng.random(x.shape) < 0.2] = np.nan
    scores = relevance_of_values(x, y, 3)
    for c in range(5):
        present = ~np.isnan(x[:, c])
        assert scores[c] == pytest.approx(relevance_of_values(x[present, c : c + 1], y[present], 3)[0], abs=0)


def test_zeros_of_either_sign_are_one_value() -> None:
    x = np.array([[0.0], [-0.0], [1.0], [1.0]])
    assert relevance_of_values(x, [0, 0, 1, 1], 2)[0] == 1.0


def test_values_equal_in_float32_are_one_value() -> None:
    x = np.array([[1.0], [1.0 + 1e-12], [2.0], [2.0 - 1e-12]])
    assert relevance_of_values(x, [0, 0, 1, 1], 2)[0] == 1.0


@pytest.mark.parametrize("average", AVERAGES)
def test_sparse_scores_are_the_dense_ones(average: str) -> None:
    from scipy.sparse import coo_array, csc_array, csr_matrix

    rng = np.random.default_rng(5)
    y = rng.integers(0, 3, 60)
    x = rng.integers(-1, 4, (60, 12)).astype(float) * (rng.random((60, 12)) < np.linspace(0, 1, 12))
    x[3, 4] = np.nan
    dense = relevance_of_values(x, y, 3, average)
    for sparse in (csc_array(x), csr_matrix(x)):
        assert relevance_of_values(sparse, y, 3, average) == pytest.approx(dense, abs=1e-12)
    repeated = coo_array((np.ones(4), ([0, 0, 1, 2], [0, 0, 0, 0])), shape=(60, 1))  # 2, 1, 1, 0, ...
    assert relevance_of_values(repeated, y, 3, average) == pytest.approx(
        relevance_of_values(repeated.toarray(), y, 3, average), abs=1e-12
    )


def test_result_does_not_depend_on_threads() -> None:
    rng = np.random.default_rng(1)
    x = rng.integers(0, 9, (50, 23)).astype(np.float32)
    y = rng.integers(0, 2, 50)
    counts = count(x.T.astype(np.uint8).copy(), y, 9, 2).features
    assert np.array_equal(relevance_of_values(x, y, 2), relevance_of_values(x, y, 2, n_jobs=3))
    assert np.array_equal(relevance_of_bins(counts), relevance_of_bins(counts, n_jobs=3))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"relevance": "values"},
        {"binning": "entropy", "max_features": 3},
        {"binning": "quantile", "n_bins": 4, "relevance": "values"},
        {"binning": "equal-width", "merge_categories": True},
    ],
)
@pytest.mark.parametrize("is_sparse", [False, True])
def test_columns_coded_at_once_give_the_model_of_columns_in_blocks(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], is_sparse: bool
) -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 300)
    X = np.round(rng.normal(size=(300, 8)) + y[:, np.newaxis] * rng.uniform(0, 1, 8), 1)
    X[:, 3] = rng.integers(0, 5, 300)
    X[:, 6] = np.where(rng.random(300) < 0.96, 0.0, X[:, 6])
    X[:, 7] = rng.permutation(X[:, 7])  # tells nothing: only fine edges
    classifier = IFC2FClassifier(policy="ordered", n_beliefs=20, categorical_features=[3]).set_params(
        **settings
    )
    given = scipy.sparse.csc_matrix(X) if is_sparse else X
    at_once = classifier.fit(given, y).model_.to_bytes()
    monkeypatch.setattr("ifc2f.learning.train.MOST_AT_ONCE", 0)
    assert classifier.fit(given, y).model_.to_bytes() == at_once


def test_noise_and_constants_change_nothing_and_rank_behind() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    useful = y[:, np.newaxis] ^ (rng.random((200, 3)) < [0.1, 0.2, 0.3])
    scores = relevance_of_values(useful, y, 2)
    noise = rng.integers(0, 2, (200, 20))
    more = np.hstack([useful, np.ones((200, 1)), noise])
    with_noise = relevance_of_values(more, y, 2)
    assert np.array_equal(with_noise[:3], scores)
    assert with_noise[3] == 0.0
    assert rank(with_noise)[:3] == rank(scores) == [0, 1, 2]
    assert filter(with_noise, 1.0, 3) == [0, 1, 2]
    assert 3 not in filter(with_noise, 1.0, 24)


@pytest.mark.parametrize(
    ("y", "message"), [([0, 1, 2], "outside 0 .. 1"), ([0, 1], "one class for each row")]
)
def test_wrong_classes_are_refused(y: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        relevance_of_values(np.zeros((3, 1)), y, 2)


def test_unknown_average_is_refused() -> None:
    with pytest.raises(ValueError, match="'geometric'"):
        relevance_of_values(np.zeros((2, 1)), [0, 1], 2, "geometric")


def test_rank_breaks_near_ties_by_column() -> None:
    assert rank([0.1, 0.5, 0.5 + 5e-10, 0.3, 0.5 - 5e-10]) == [1, 2, 4, 3, 0]
    assert rank([0.1, 0.2, 0.2 + 1e-8]) == [2, 1, 0]
    assert rank([]) == []


@given(st.lists(st.floats(-1, 1), max_size=30))
def test_rank_is_a_permutation_in_descending_order(scores: list[float]) -> None:
    order = rank(scores)
    assert sorted(order) == list(range(len(scores)))
    assert all(scores[b] <= scores[a] + 1e-9 * len(scores) for a, b in itertools.pairwise(order))


def test_filter_halves_until_enough_exceed() -> None:
    scores = [0.2, 0.3, 0.05, 0.26, -0.1]
    assert filter(scores, 1.0) == [1, 3]  # 1, 0.5, 0.25
    assert filter(scores, 1.0, 3) == [1, 3, 0]  # 0.125
    assert filter(scores, 1.0, 3, max_features=3) == [1, 3, 0]
    assert filter(scores, 0.8, authors_minimum(5)) == [1, 3, 0]  # 0.8, 0.4, 0.2: two are fewer than 5 / 2
    assert filter(scores, 1.0, 1, max_features=1) == [1]
    assert filter([1.0], 1.0) == [0]


def test_filter_ends_when_nothing_is_relevant() -> None:
    assert filter([0.0, -0.2, 0.0]) == []
    assert filter([0.0, 1e-14]) == []
    assert filter([]) == []
    assert filter([0.5, 0.0, 0.4], 1.0, 3) == [0, 2]


@pytest.mark.parametrize(
    "arguments", [(0.0, 1, None), (float("inf"), 1, None), (1.0, 0, None), (1.0, 5, 4), (1.0, 0.5, 0)]
)
def test_filter_refuses_contradictions(arguments: tuple[float, float, int | None]) -> None:
    with pytest.raises(ValueError, match=r"threshold|min_features|max_features"):
        filter([0.1, 0.2], *arguments)


def test_authors_minimum() -> None:
    assert authors_minimum(5) == 2.5
    assert authors_minimum(500) == 15


def training_part(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the training rows of a reference data set, or skip, naming what is missing."""
    folder = os.environ.get("IFC2F_DATA")
    if not folder:
        pytest.skip(f"needs reference/{name}.npz: set IFC2F_DATA to the data folder")
    path = Path(folder) / "reference" / f"{name}.npz"
    if not path.is_file():
        pytest.skip(f"needs {path}")
    with np.load(path) as data:
        train = data["split"] == 0
        return data["X"][train].astype(np.float64), np.unique(data["y"][train], return_inverse=True)[1]


def test_relevant_columns_of_mll() -> None:
    x, y = training_part("MLL")
    scores = relevance_of_values(x, y, 3)
    kept = filter(scores, 0.8, authors_minimum(x.shape[1]))
    assert len(kept) == 159
    assert kept[:3] == [3381, 2756, 3014]
    assert scores[3381] == pytest.approx(0.21437677566096763, abs=1e-9)
    assert len(filter(scores, 1.0)) == 73
    larger = filter(relevance_of_values(x, y, 3, "max"), 0.8, authors_minimum(x.shape[1]))
    assert len(larger) == 24
    assert larger[:4] == [3014, 546, 3381, 2047]
    codes = fit_binnings(x, y, 4, "equal-width").codes(x)
    binned = relevance_of_bins(count(codes, y, 4, 3).features)
    assert rank(binned)[:3] == [3624, 5235, 5385]
    assert len(filter(binned, 0.8, authors_minimum(x.shape[1]))) == 49


def test_relevant_columns_of_madelon() -> None:
    x, y = training_part("madelon")
    scores = relevance_of_values(x, y, 2)
    kept = filter(scores, 0.8, authors_minimum(x.shape[1]))
    assert len(kept) == 25
    assert kept[:8] == [241, 128, 338, 475, 336, 406, 459, 472]
    assert scores[241] == pytest.approx(0.014344713039085454, abs=1e-9)
    assert len(filter(scores, 1.0)) == 4
