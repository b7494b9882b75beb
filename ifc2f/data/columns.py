"""Cells and matrices as scikit-learn users pass them: what counts as missing, as a number, as a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.words import words
from ifc2f.data.cells import CELLS_AT_ONCE, CellsByColumn
from ifc2f.data.matrix import is_sparse

UNKNOWN = -1.0  # the number of a text that training did not see: no category has it


def is_written_number(text: str | bytes) -> bool:
    """Return whether a text reads as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def is_missing(value: Any) -> bool:
    """Return whether a cell is None, NaN, NaT, pandas' NA or masked."""
    if value is None or value is np.ma.masked or type(value).__name__ in ("NAType", "NaTType"):
        return True
    differs = value != value
    return bool(differs) if isinstance(differs, bool | np.bool_) else False


def cells_of(X: Any, wanted: NDArray[Any]) -> NDArray[Any]:
    """Return some columns of a matrix that may be sparse, dense, shape (n, n wanted)."""
    return X.tocsc()[:, wanted].toarray() if is_sparse(X) else plain_matrix(X)[:, wanted]


def plain_matrix(X: Any) -> NDArray[Any]:
    """Return an array of numbers: what is masked becomes NaN.

    Raises
    ------
    ValueError
        If it is sparse, or holds complex numbers, times, texts that are no numbers, or a whole number that is
        too large.
    """
    if hasattr(X, "toarray") and not isinstance(X, np.ndarray):
        raise ValueError("X is sparse, but a missing value is not a zero: pass X.toarray()")
    if np.ma.isMaskedArray(X):
        X = np.ma.filled(X.astype(np.result_type(X.dtype, np.float32)), np.nan)
    matrix: NDArray[Any] = np.asarray(X)
    if matrix.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: X holds {matrix.dtype}")
    if matrix.dtype.kind in "mM":
        raise ValueError(f"X holds {matrix.dtype}, which is not a real number: convert it to a number first")
    if matrix.dtype.kind in "OU":
        text = next((t for t in matrix.flat if isinstance(t, str) and not is_written_number(t)), None)
        if text is not None:
            raise ValueError(
                f"X holds {str(text)!r}, which is not a number; give texts in a data frame, where columns of "
                "texts are categories"
            )
        if any(isinstance(cell, int) and abs(cell) >= 2**1024 for cell in matrix.flat):
            raise ValueError("X holds a whole number too large for floating point")
    return matrix


def plain_labels(y: Any) -> Any:
    """Return whole numbers and booleans of pandas' nullable types as such: they would become fractions."""
    kind = getattr(getattr(y, "dtype", None), "numpy_dtype", None)
    if kind is None or kind.kind not in "biu" or y.isna().any():
        return y
    return y.to_numpy(dtype=kind)


def category_text(value: Any) -> str:
    """Return the text of a category; whole numbers read alike with and without decimals, 3.0 as 3.

    So a column of whole numbers stays the same when a missing cell makes its numbers floats.
    """
    return str(int(value)) if isinstance(value, float | np.floating) and value.is_integer() else str(value)


def check_categories(values: NDArray[Any], name: str) -> None:
    """Refuse numbers as categories that are equal in single precision.

    Raises
    ------
    ValueError
        The message names the column and two categories.
    """
    distinct = np.unique(values)
    with np.errstate(over="ignore"):
        rounded = distinct.astype(np.float32)
    same = np.flatnonzero(rounded[1:] == rounded[:-1])
    if same.size:
        one, other = (f"{value:.17g}" for value in distinct[same[0] : same[0] + 2])
        raise ValueError(
            words(
                "column {name!r} has the categories {one} and {other}, which are equal in single "
                "precision: give them as texts",
                name=name,
                one=one,
                other=other,
            )
        )


def as_float32(X: Any) -> Any:
    """Round to single precision; what is too large for it becomes infinite. A sparse matrix stays sparse."""
    with np.errstate(over="ignore"):
        return X.astype(np.float32, copy=False) if is_sparse(X) else np.ascontiguousarray(X, dtype=np.float32)


def first_infinite(X: Any) -> int | None:
    """Return the first column of a dense or compressed sparse matrix that holds infinity, or None."""
    if isinstance(X, CellsByColumn):
        return X.first_infinite()
    if not is_sparse(X):
        step = max(CELLS_AT_ONCE // max(X.shape[1], 1), 1)
        infinite = np.zeros(X.shape[1], dtype=np.bool_)
        for row in range(0, len(X), step):
            is_infinite = np.isinf(X[row : row + step])
            if is_infinite.any():
                infinite |= is_infinite.any(axis=0)
        return int(np.argmax(infinite)) if infinite.any() else None
    stored = np.flatnonzero(np.isinf(X.data))
    if not stored.size:
        return None
    if X.format == "csr":
        return int(X.indices[stored].min())
    return int(np.searchsorted(X.indptr, stored[0], side="right")) - 1


class NumberedNames(Sequence[str]):
    """The names x0, x1, ... of columns that have none, made on demand: there may be millions."""

    def __init__(self, numbers: range) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> NumberedNames: ...
    def __getitem__(self, index: int | slice) -> str | NumberedNames:
        chosen = self._numbers[index]
        return NumberedNames(chosen) if isinstance(chosen, range) else f"x{chosen}"


def float_rows(rows: NDArray[Any], columns: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """Return rows as float32, and where in them columns are; what is too large becomes infinite.

    Rows that are float32 already are not copied, others only in these columns.
    """
    if rows.dtype == np.float32 and rows.flags.c_contiguous:
        return rows, np.ascontiguousarray(columns, dtype=np.uint32)
    with np.errstate(over="ignore"):
        matrix = np.ascontiguousarray(rows[:, columns], dtype=np.float32)
    return matrix, np.arange(len(columns), dtype=np.uint32)
