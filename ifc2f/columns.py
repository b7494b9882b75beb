"""Turn what scikit-learn users pass as X into a float32 matrix; texts become category numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from ifc2f.matrix import is_sparse

UNKNOWN = -1.0  # the number of a text that training did not see: no category has it


def is_dataframe(X: Any) -> bool:
    """Return whether X has named columns with types of their own."""
    return hasattr(X, "columns") and hasattr(X, "dtypes") and hasattr(X, "iloc")


def column_names(X: Any) -> list[str]:
    """Return the column names of a data frame.

    Raises
    ------
    ValueError
        If two columns have one name.
    """
    names = [str(name) for name in X.columns]
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"two columns are named {name!r}: names must differ")
        seen.add(name)
    return names


def text_columns(X: Any) -> list[int]:
    """Return the columns of a data frame that do not hold numbers."""
    return [c for c, dtype in enumerate(X.dtypes) if not _is_numeric(X.iloc[:, c], dtype)]


def _is_numeric(column: Any, dtype: Any) -> bool:
    if getattr(dtype, "kind", "O") in "iuf":
        return True
    if dtype != np.dtype(object):
        return False
    try:  # an object column of numbers and missing cells is numeric
        np.asarray(
            [np.nan if is_missing(value) or isinstance(value, str | bool) else value for value in column],
            dtype=float,
        )
    except (TypeError, ValueError):
        return False
    return not any(isinstance(value, str | bool | np.bool_) for value in column)


def is_missing(value: Any) -> bool:
    """Return whether a cell is None, NaN, NaT or pandas' NA."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value


def category_text(value: Any) -> str:
    """Return the text of a category; whole numbers read alike with and without decimals, 3.0 as 3.

    So a column of whole numbers stays the same when a missing cell makes its numbers floats.
    """
    return str(int(value)) if isinstance(value, float | np.floating) and value.is_integer() else str(value)


def categories_of(X: Any, columns: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the texts of each text column, ascending."""
    return {
        c: tuple(sorted({category_text(value) for value in X.iloc[:, c] if not is_missing(value)}))
        for c in columns
    }


def encoded(X: Any, labels: dict[int, tuple[str, ...]]) -> Any:
    """Return the data frame with the texts of some columns replaced by their numbers, NaN for none."""
    X = X.copy(deep=False)
    for c, texts in labels.items():
        numbers = {text: float(number) for number, text in enumerate(texts)}
        X.isetitem(
            c,
            [
                np.nan if is_missing(value) else numbers.get(category_text(value), UNKNOWN)
                for value in X.iloc[:, c]
            ],
        )
    return X


def as_float32(X: Any) -> Any:
    """Round to single precision; what is too large for it becomes infinite. A sparse matrix stays sparse."""
    with np.errstate(over="ignore"):
        return X.astype(np.float32, copy=False) if is_sparse(X) else np.ascontiguousarray(X, dtype=np.float32)


def first_infinite(X: Any) -> int | None:
    """Return the first column of a dense or compressed sparse matrix that holds infinity, or None."""
    if not is_sparse(X):
        infinite = np.isinf(X).any(axis=0)
        return int(np.argmax(infinite)) if infinite.any() else None
    stored = np.flatnonzero(np.isinf(X.data))
    if not stored.size:
        return None
    if X.format == "csr":
        return int(X.indices[stored].min())
    return int(np.searchsorted(X.indptr, stored[0], side="right")) - 1


class NumberedNames(Sequence[str]):
    """The names x0, x1, ... of columns that have none, made as they are asked for: there may be millions."""

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
