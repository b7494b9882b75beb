"""Smoothed tables."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f.learning.count_rows import family_counts
from ifc2f.learning.evidence import CodedRows
from ifc2f.learning.tables import (
    class_prior,
    learned_table,
    network_tables,
    normalised_float32,
    smoothed_table,
)


def test_table_is_smoothed_by_one() -> None:
    counts = np.array([[[3, 0], [1, 0], [0, 0]], [[0, 2], [5, 2], [5, 0]]])  # shape (2, 3, 2)
    table = smoothed_table(counts)
    assert table[0, :, 0].tolist() == [4 / 7, 2 / 7, 1 / 7]
    assert table[0, :, 1].tolist() == [1 / 3, 1 / 3, 1 / 3]
    assert table[1, :, 0].tolist() == [1 / 13, 6 / 13, 6 / 13]
    assert smoothed_table(counts[0]).tolist() == table[0].tolist()


def test_prior_is_the_share_of_each_class() -> None:
    assert class_prior(np.array([3, 1, 0])).tolist() == [0.75, 0.25, 0.0]
    with pytest.raises(ValueError, match="no rows"):
        class_prior(np.zeros(2, dtype=np.int64))


def family_of(codes: np.ndarray, y: object, n_values: list[int], n_classes: int = 3):
    return CodedRows(codes, np.asarray(y, dtype=np.int32), np.array(n_values), n_classes).family


def random_codes(seed: int, n_values: list[int], n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    codes = np.stack([rng.integers(0, v, n_rows) for v in n_values]).astype(np.uint8)
    codes[rng.random(codes.shape) < 0.1] = 255
    return codes, rng.integers(0, 3, n_rows)


@settings(max_examples=30)
@given(seed=st.integers(0, 1000), n_rows=st.integers(0, 60))
def test_network_tables_are_distributions_of_the_right_shape(seed: int, n_rows: int) -> None:
    n_values = [2, 4, 3, 1]
    parents = [[], [0], [0, 1], [2]]
    codes, y = random_codes(seed, n_values, n_rows)
    tables = network_tables(family_of(codes, y, n_values), parents, n_values, 3)
    shapes = [(2, 3), (2, 4, 3), (2, 4, 3, 3), (3, 1, 3)]
    for k, (table, shape) in enumerate(zip(tables, shapes, strict=True)):
        assert table is not None
        assert table.shape == shape
        assert table.min() > 0
        assert table.sum(axis=-2) == pytest.approx(1, abs=1e-12)
        counts = family_counts(codes, y, [*parents[k], k], n_values, 3)
        assert np.array_equal(table, (counts + 1) / (counts.sum(axis=-2, keepdims=True) + n_values[k]))


@settings(max_examples=30)
@given(seed=st.integers(0, 1000), n_rows=st.integers(0, 60))
def test_where_rows_are_few_a_table_backs_off_to_what_the_feature_does_by_itself(
    seed: int, n_rows: int
) -> None:
    n_values = [2, 4, 3, 1]
    parents = [[], [0], [0, 1], [2]]
    codes, y = random_codes(seed, n_values, n_rows)
    tables = network_tables(family_of(codes, y, n_values), parents, n_values, 3, smoothing="back-off")
    for k, table in enumerate(tables):
        assert table is not None
        assert table.min() > 0
        assert table.sum(axis=-2) == pytest.approx(1, abs=1e-12)
        alone = family_counts(codes, y, [k], n_values, 3)
        itself = (alone + 1 / n_values[k]) / (alone.sum(axis=0) + 1)
        counts = family_counts(codes, y, [*parents[k], k], n_values, 3)
        n = counts.sum(axis=-2, keepdims=True)
        assert table == pytest.approx((counts + 2 * itself) / (n + 2), abs=1e-12)
        unseen = np.broadcast_to(n == 0, table.shape)
        assert table[unseen] == pytest.approx(np.broadcast_to(itself, table.shape)[unseen], abs=1e-12)


def test_another_smoothing_is_refused_by_name() -> None:
    codes, y = random_codes(0, [2, 2], 10)
    with pytest.raises(
        ValueError, match="smoothing must be one of gaussian, laplace, back-off; got 'lidstone'"
    ):
        learned_table(family_of(codes, y, [2, 2]), [0, 1], "lidstone")


def test_missing_parent_rows_do_not_count() -> None:
    codes = np.array([[0, 0, 255, 1], [1, 255, 1, 0]], dtype=np.uint8)
    table = network_tables(family_of(codes, [0, 0, 0, 0], [2, 2], 1), [[], [0]], [2, 2], 1)[1]
    assert table is not None
    assert table[:, :, 0].tolist() == [[1 / 3, 2 / 3], [2 / 3, 1 / 3]]


def test_unwanted_and_too_large_tables_are_left_out() -> None:
    n_values = [200, 200, 200]
    codes, y = random_codes(0, n_values, 50)
    tables = network_tables(family_of(codes, y, n_values), [[], [0], [0, 1]], n_values, 3)
    assert [table is None for table in tables] == [False, False, True]
    tables = network_tables(family_of(codes, y, n_values), [[], [0], [0, 1]], n_values, 3, features=[0])
    assert [table is None for table in tables] == [False, True, True]
    clique = [list(range(k)) for k in range(40)]
    codes, y = random_codes(0, [100] * 40, 5)
    assert network_tables(family_of(codes, y, [100] * 40), clique, [100] * 40, 3)[39] is None
    constant = network_tables(family_of(np.zeros((40, 5), dtype=np.uint8), y, [1] * 40), clique, [1] * 40, 3)
    assert constant[39] is None
    assert constant[3] is not None


def test_rounded_tables_sum_to_one() -> None:
    rng = np.random.default_rng(0)
    table = normalised_float32(rng.random((5, 7, 3)))
    assert table.dtype == np.float32
    assert table.sum(axis=1, dtype=np.float64) == pytest.approx(1, abs=7 * 2**-24)
