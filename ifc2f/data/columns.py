"""Turn what scikit-learn users pass as X into a float32 matrix; texts become category numbers."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from ifc2f.data.matrix import is_sparse

_TIMES = (datetime.date, datetime.time, datetime.timedelta)
UNKNOWN = -1.0  # the number of a text that training did not see: no category has it


class Named(Protocol):
    """What finding a feature's cells takes: its name and, of categories, their texts and numbers."""

    @property
    def name(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...] | None: ...
    @property
    def values(self) -> NDArray[np.float32]: ...


class ForeignFrame:
    """A polars data frame or pyarrow table, seen as the functions here see a data frame of pandas.

    Attributes
    ----------
    native : polars.DataFrame or pyarrow.Table
    columns : list of str
    dtypes : list of numpy dtype
    iloc : ForeignFrame
        Itself: ``frame.iloc[rows, c]`` are cells of column c.
    """

    def __init__(self, native: Any) -> None:
        self.native = native
        is_table = type(native).__name__ == "Table"
        self.columns = list(native.column_names if is_table else native.columns)
        columns = map(_without_dictionary, native.columns) if is_table else native.get_columns()
        self._cells = [column.to_numpy() for column in columns]
        self.dtypes = [cells.dtype for cells in self._cells]
        self.shape = tuple(native.shape)
        self.iloc = self

    def __getitem__(self, place: tuple[Any, int]) -> Any:
        rows, c = place
        return self._cells[c][rows]

    def with_numbers(self, numbers: dict[int, list[float]]) -> Any:
        """Return a frame of the native kind, some columns replaced."""
        columns = {
            name: np.array(numbers[c]) if c in numbers else self._cells[c]
            for c, name in enumerate(self.columns)
        }
        kind = type(self.native)
        return kind.from_pydict(columns) if hasattr(kind, "from_pydict") else kind(columns)


def _without_dictionary(column: Any) -> Any:
    """Return a column of pyarrow with its texts themselves, not their numbers."""
    return column.cast(column.type.value_type) if hasattr(column.type, "index_type") else column


def as_frame(X: Any) -> Any:
    """Return polars data frames and pyarrow tables so that they are seen as data frames; the rest as it is.

    Raises
    ------
    ValueError
        If it is a lazy frame of polars or a data frame of Dask.
    """
    package, name = type(X).__module__.partition(".")[0], type(X).__name__
    if (package, name) in (("polars", "DataFrame"), ("pyarrow", "Table")):
        return ForeignFrame(X)
    if (package, name) == ("polars", "LazyFrame"):
        raise ValueError("X is a lazy frame: pass X.collect()")
    if hasattr(X, "__dask_graph__") and hasattr(X, "columns"):
        raise ValueError("X is a data frame of Dask: pass X.compute(), or one of its partitions at a time")
    return X


def native(X: Any) -> Any:
    """Return what the user passed: the opposite of `as_frame`."""
    return X.native if isinstance(X, ForeignFrame) else X


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
    """Return the columns of a data frame that do not hold numbers.

    Raises
    ------
    ValueError
        If one holds times, or lists and the like: as texts, each would be a category of its own, and tell
        nothing.
    """
    for c, dtype in enumerate(X.dtypes):
        if getattr(dtype, "kind", "O") in "mM":
            raise ValueError(f"column {X.columns[c]!r} holds {dtype}: convert it to a number first")
    found = [c for c, dtype in enumerate(X.dtypes) if not _is_numeric(X.iloc[:, c], dtype)]
    for c in found:
        _refuse_what_is_no_category(X.iloc[:, c], X.columns[c])
    return found


def _refuse_what_is_no_category(column: Iterable[Any], name: Any) -> None:
    """Refuse a column of which some cell is a time or holds other values."""
    kinds = {type(cell): cell for cell in column}
    for kind, cell in kinds.items():
        if issubclass(kind, list | tuple | set | frozenset | dict | np.ndarray):
            raise ValueError(
                f"column {name!r} holds a {kind.__name__}, {cell!r}: give each value a column of its own"
            )
        if issubclass(kind, _TIMES) or kind.__name__ == "Period":
            raise ValueError(f"column {name!r} holds a time, {cell}: convert it to a number first")


def is_written_number(text: str | bytes) -> bool:
    """Return whether a text reads as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


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
    except OverflowError:  # a whole number too large for any float: refused as infinite
        return True
    except (TypeError, ValueError):
        return False
    return not any(isinstance(value, str | bool | np.bool_) for value in column)


def is_missing(value: Any) -> bool:
    """Return whether a cell is None, NaN, NaT, pandas' NA or masked."""
    if value is None or value is np.ma.masked or type(value).__name__ in ("NAType", "NaTType"):
        return True
    differs = value != value
    return bool(differs) if isinstance(differs, bool | np.bool_) else False


def cells_of(X: Any, wanted: NDArray[Any]) -> NDArray[Any]:
    """Return some columns of a matrix that may be sparse, dense, shape (n, n wanted)."""
    return X.tocsc()[:, wanted].toarray() if is_sparse(X) else plain_matrix(X)[:, wanted]


def cells_by_name(X: Any, features: Sequence[Named]) -> NDArray[np.float64]:
    """Return what a data frame holds of each feature, shape (n, K): texts as the numbers of their categories.

    Raises
    ------
    ValueError
        If two columns have one name, a column is not there, or holds something but numbers where the model
        takes numbers.
    """
    at = {name: c for c, name in enumerate(column_names(X))}
    if (absent := next((f.name for f in features if f.name not in at), None)) is not None:
        raise ValueError(f"X has no column {absent!r}, which the model looks at")
    matrix = np.empty((X.shape[0], len(features)), dtype=np.float64)
    for k, feature in enumerate(features):
        column, dtype = X.iloc[:, at[feature.name]], list(X.dtypes)[at[feature.name]]
        if feature.labels is not None:
            numbers = dict(zip(feature.labels, feature.values.tolist(), strict=True))
            matrix[:, k] = [
                np.nan if is_missing(cell) else numbers.get(category_text(cell), UNKNOWN) for cell in column
            ]
        elif isinstance(dtype, np.dtype) and dtype.kind in "iufb":
            matrix[:, k] = column
        else:
            _check_numbers(column, feature.name)
            matrix[:, k] = [np.nan if is_missing(cell) else _as_float(cell) for cell in column]
    return matrix


def _as_float(number: Any) -> float:
    """Return a number of any type, infinite if it is too large: an error only where it is asked for."""
    try:
        return float(number)
    except OverflowError:  # a whole number
        return np.inf if number > 0 else -np.inf


def _check_numbers(column: Iterable[Any], name: Any) -> None:
    """Refuse a column of which a cell is neither a number nor missing."""
    cell = next((cell for cell in column if not _is_number_or_missing(cell)), None)
    if cell is not None:
        raise ValueError(f"column {name!r} holds {cell!r}, but the model takes numbers there")


def plain_matrix(X: Any) -> NDArray[Any]:
    """Return an array of numbers: what is masked becomes NaN.

    Raises
    ------
    ValueError
        If it is sparse, or holds complex numbers, times, texts that are no numbers, or a whole number that is
        too large.
    """
    if hasattr(X, "toarray") and not isinstance(X, np.ndarray):
        raise ValueError("X is sparse, but a missing value is no zero: pass X.toarray()")
    if np.ma.isMaskedArray(X):
        X = np.ma.filled(X.astype(np.result_type(X.dtype, np.float32)), np.nan)
    matrix: NDArray[Any] = np.asarray(X)
    if matrix.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: X holds {matrix.dtype}")
    if matrix.dtype.kind in "mM":
        raise ValueError(f"X holds {matrix.dtype}, which is no real number: convert it to a number first")
    if matrix.dtype.kind in "OU":
        text = next((t for t in matrix.flat if isinstance(t, str) and not is_written_number(t)), None)
        if text is not None:
            raise ValueError(
                f"X holds {str(text)!r}, which is no number; give texts in a data frame, where columns of "
                "texts are categories"
            )
        if any(isinstance(cell, int) and abs(cell) >= 2**1024 for cell in matrix.flat):
            raise ValueError("X holds a whole number that is too large for any floating-point one")
    return matrix


def plain_labels(y: Any) -> Any:
    """Return whole numbers and booleans of pandas' nullable types as such: they would become fractions."""
    kind = getattr(getattr(y, "dtype", None), "numpy_dtype", None)
    if kind is None or kind.kind not in "biu" or y.isna().any():
        return y
    return y.to_numpy(dtype=kind)


def check_types(X: Any, categorical: Collection[int]) -> None:
    """Refuse a data frame that holds something but numbers outside its columns of categories.

    Raises
    ------
    ValueError
        The message names the column and a cell.
    """
    for c, dtype in enumerate(X.dtypes):
        column = X.iloc[:, c]
        if getattr(dtype, "kind", "O") == "c":
            raise ValueError(f"column {X.columns[c]!r} holds complex numbers: Complex data not supported")
        if c in categorical or getattr(dtype, "kind", "O") in "iufb" or _is_numeric(column, dtype):
            continue
        _check_numbers(column, X.columns[c])


def _is_number_or_missing(cell: Any) -> bool:
    if is_missing(cell):
        return True
    try:
        _as_float(cell)
    except (TypeError, ValueError):
        return False
    return not isinstance(cell, np.datetime64 | np.timedelta64)


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
    check_types(X, labels)
    encoded: dict[int, list[float]] = {}
    for c, texts in labels.items():
        numbers = {text: float(number) for number, text in enumerate(texts)}
        encoded[c] = [
            np.nan if is_missing(value) else numbers.get(category_text(value), UNKNOWN)
            for value in X.iloc[:, c]
        ]
    if isinstance(X, ForeignFrame):
        return X.with_numbers(encoded)
    X = X.copy(deep=False)
    for c, cells in encoded.items():
        X.isetitem(c, cells)
    return X


def check_categories(X: Any, categorical: Sequence[int], names: Sequence[str]) -> None:
    """Refuse numbers as categories that would be one and the same in single precision.

    Raises
    ------
    ValueError
        The message names the column and two categories.
    """
    for c in categorical:
        distinct = np.unique(X[:, [c]].toarray() if is_sparse(X) else X[:, c])
        with np.errstate(over="ignore"):
            rounded = distinct.astype(np.float32)
        same = np.flatnonzero(rounded[1:] == rounded[:-1])
        if same.size:
            one, other = (f"{value:.17g}" for value in distinct[same[0] : same[0] + 2])
            raise ValueError(
                f"column {names[c]!r} has the categories {one} and {other}, which single precision does not "
                "tell apart: give them as texts"
            )


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
