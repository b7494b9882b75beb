"""Cells that stay where a data frame has them are the numbers of a matrix."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f.data import frames as frames_module
from ifc2f.data.cells import Cells, CellsByColumn
from ifc2f.data.columns import first_infinite
from ifc2f.data.frames import frame_of
from ifc2f.data.matrix import Columns
from ifc2f.data.quantise import METHODS, fit_binnings
from ifc2f.learning.relevance import relevance_of_values

KINDS = ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", ">f4", ">i2", "longdouble")
IN_PLACE = {"?", "i1", "u1", "i2", "u2", "i4", "i8", "f2", "f4", "f8"}


def cells_of(kind: str, n: int = 40) -> np.ndarray:
    """Return a column that is neither contiguous nor the beginning of its memory."""
    rng = np.random.default_rng(3)
    values = np.arange(2 * n).astype(kind) if kind == "?" else rng.integers(0, 100, 2 * n).astype(kind)
    if np.dtype(kind).kind == "f":
        values[rng.random(2 * n) < 0.2] = np.nan
    return values[1::2]


@pytest.mark.parametrize("kind", KINDS)
def test_cells_are_numbers_of_any_kind_in_place(kind: str) -> None:
    values = cells_of(kind)
    for column in (values, values[::-1], values[3:20], values[:0]):
        cells = Cells.of(column)
        assert np.shares_memory(cells.stored, values) == (kind in IN_PLACE and len(column) > 0)
        matrix = CellsByColumn((cells, Cells.of(np.ones(len(column)))), len(column))
        expected = np.stack([column.astype(np.float32), np.ones(len(column), np.float32)], axis=1)
        found = Columns.of(matrix)
        assert np.array_equal(np.asarray(matrix), expected, equal_nan=True)
        for ends, same in zip(found.ranges(), Columns.of(expected).ranges(), strict=True):
            assert np.array_equal(ends, same, equal_nan=True)


def mixed_frame(rng: np.random.Generator, n: int) -> tuple[pd.DataFrame, np.ndarray]:
    y = rng.integers(0, 3, n)
    numbers = rng.normal(size=(n, 3)) + y[:, np.newaxis]
    numbers[rng.random(numbers.shape) < 0.1] = np.nan
    words = np.array(["red", "green", "", "blue", None], dtype=object)
    columns: dict[str, Any] = {
        "double": numbers[:, 0],
        "single": numbers[:, 1].astype(np.float32),
        "half": numbers[:, 2].astype(np.float16),
        "whole": rng.integers(-5, 5, n),
        "small": rng.integers(-5, 5, n).astype(np.int8),
        "truth": rng.random(n) < 0.5,
        "text": words[rng.integers(0, 5, n)],
        "category": pd.Categorical.from_codes(rng.integers(-1, 3, n), ["a", "b", "c"]),
        "many": [f"word {number}" for number in rng.integers(0, 200, n)],
        "money": [f"{number} €" for number in rng.integers(0, 9, n)],
        "maybe": pd.array(rng.integers(0, 4, n), dtype="Int16"),
    }
    return pd.DataFrame(columns), y


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1000), n=st.integers(1, 80), method=st.sampled_from(METHODS))
def test_bins_codes_and_scores_are_those_of_the_matrix(seed: int, n: int, method: str) -> None:
    rng = np.random.default_rng(seed)
    data, y = mixed_frame(rng, n)
    frame = frame_of(data)
    assert frame is not None
    labels = {c: column.different_texts() for c, column in frame.text_columns()}
    cells, matrix = frame.cells(labels), frame.matrix(labels)
    assert np.array_equal(np.asarray(cells), matrix, equal_nan=True)
    assert cells.shape == matrix.shape
    bins, same = (
        fit_binnings(of, y, 5, method, categorical=sorted(labels), n_jobs=2) for of in (cells, matrix)
    )
    assert np.array_equal(bins.values, same.values)
    assert np.array_equal(bins.codes(cells), same.codes(matrix))
    assert np.array_equal(bins.counts(cells, y, 3), same.counts(matrix, y, 3))
    assert np.array_equal(relevance_of_values(cells, y, 3), relevance_of_values(matrix, y, 3))


def test_parts_are_those_of_an_array() -> None:
    data, _ = mixed_frame(np.random.default_rng(1), 70_000)
    data = data[["double", "small", "category", "single"]]
    frame = frame_of(data)
    assert frame is not None
    cells, matrix = frame.cells({2: ("a", "b", "c")}), frame.matrix({2: ("a", "b", "c")})
    some, mask = np.array([5, -1, 66_000, 5]), np.arange(70_000) % 3 == 0
    for rows in (slice(None), slice(4, 69_000, 7), slice(None, None, -1), slice(9, 9), some, mask, [3, 1]):
        assert np.array_equal(cells[rows], matrix[rows], equal_nan=True)
        assert np.array_equal(cells[rows, 1], matrix[rows, 1], equal_nan=True)
        assert np.array_equal(cells[rows, 1:3], matrix[rows, 1:3], equal_nan=True)
    assert np.array_equal(np.asarray(cells[:, [3, 0]]), matrix[:, [3, 0]], equal_nan=True)
    part = Columns.of(cells).select([3, 0])
    assert np.array_equal(part.column(1), matrix[:, 0], equal_nan=True)


def test_very_many_columns_become_a_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = mixed_frame(np.random.default_rng(1), 50)
    frame = frame_of(data[["double", "single", "small"]])
    assert frame is not None
    monkeypatch.setattr(frames_module, "MOST_APART", 3)
    assert isinstance(frame.cells({}), CellsByColumn)
    monkeypatch.setattr(frames_module, "MOST_APART", 2)
    assert np.array_equal(frame.cells({}), frame.matrix({}), equal_nan=True)


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "longdouble"])
def test_the_first_infinite_column_is_told(kind: str) -> None:
    columns = [np.zeros(70_000, dtype=kind) for _ in range(3)]
    assert first_infinite(CellsByColumn(tuple(map(Cells.of, columns)), 70_000)) is None
    columns[1][69_999] = -np.inf
    columns[2][0] = np.inf
    assert first_infinite(CellsByColumn(tuple(map(Cells.of, columns)), 70_000)) == 1


def test_what_single_precision_does_not_hold_is_infinite() -> None:
    large = Cells.of(np.array([0.0, 1e39]))
    assert large.is_infinite
    assert np.array_equal(large.take(slice(None)), [0.0, np.inf])
