"""Data frames of every kind, seen by columns: numbers, or categories that are coded once.

Frames of pandas and polars are read as they are; anything else with an Arrow stream, such as tables and
record batches of pyarrow and relations of DuckDB, is read by pyarrow. No cell is looked at one by one where
the frame knows which cells are alike. Texts are read as in files (`ifc2f.data.text_columns`), unless the
frame calls them categories.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32
from ifc2f.data.cells import CELLS_AT_ONCE, CellsByColumn
from ifc2f.data.columns import as_float32, is_missing
from ifc2f.data.frame_columns import Categories, Column, Numbers, is_plain_number, smallest_codes
from ifc2f.data.text_columns import doubt_of_texts
from ifc2f.data.texts import factorized, numbered
from ifc2f.data.times import times_of_arrow, times_of_objects, times_of_pandas, times_of_polars

__all__ = ["Categories", "Frame", "Numbers", "as_array", "frame_of"]

MOST_APART = 1000  # columns, each of which takes time of its own where it is not in a matrix
_TIMES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
_CONTAINERS = (list, tuple, set, frozenset, dict, np.ndarray)


class Named(Protocol):
    """What it takes to find a feature's cells: its name and, for categories, their texts and numbers."""

    @property
    def name(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...] | None: ...
    @property
    def values(self) -> NDArray[np.float32]: ...


@dataclass(frozen=True, eq=False)
class Frame:
    """A data frame by its columns, each read when it is first asked for.

    Attributes
    ----------
    native
        What the user passed, or a table of pyarrow in its place.
    labels : list
        Names of the columns as the frame has them.
    n_rows : int
    read : callable
        Returns a column by its number.
    whole : ndarray or None
        All columns as one matrix, if the frame has them so and they are numbers.
    """

    native: Any
    labels: list[Any]
    n_rows: int
    read: Callable[[int], Column]
    whole: NDArray[Any] | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the columns; ValueError if two have one name."""
        names = [str(label) for label in self.labels]
        seen: set[str] = set()
        for name in names:
            if name in seen:
                raise ValueError(f"two columns are named {name!r}: names must differ")
            seen.add(name)
        return tuple(names)

    @cached_property
    def _columns(self) -> dict[int, Column]:
        return {}

    def column(self, c: int) -> Column:
        """Return a column.

        Raises
        ------
        ValueError
            If it holds times, complex numbers, or lists and the like.
        """
        if c not in self._columns:
            self._columns[c] = Numbers(self.whole[:, c]) if self.whole is not None else self.read(c)
        return self._columns[c]

    def text_columns(self, meant: Collection[Any] = ()) -> Iterator[tuple[int, Categories]]:
        """Yield the columns that do not hold numbers, and those `meant` to be texts, by number or name."""
        for c in range(len(self.labels)) if self.whole is None else ():
            column = self.column(c)
            if isinstance(column, Categories) and (
                not column.is_numeric or c in meant or self.names[c] in meant
            ):
                yield c, column

    def units(self, texts: Collection[int]) -> dict[str, str]:
        """Return the unit of columns by name, as far as their cells show it."""
        columns = {c: column for c, column in self._columns.items() if c not in texts}
        units = {c: column.unit for c, column in columns.items()}
        return {self.names[c]: unit for c, unit in units.items() if unit is not None}

    def doubt(self, c: int) -> str | None:
        """Return why the reading of a column of texts is uncertain, and how to settle it; or None."""
        column = self.column(c)
        if isinstance(column, Numbers) or column.is_declared or not all(map(_is_text, column.distinct)):
            return None
        doubt = doubt_of_texts(sorted({*map(str.strip, column.distinct)}))
        return None if doubt is None else f"column {self.names[c]!r} {doubt}"

    def matrix(self, labels: Mapping[int, Sequence[str]], columns: Sequence[int] | None = None) -> Float32:
        """Return the cells in single precision, shape (n, C): texts of some columns as their numbers.

        Of some `columns` only, in their order, if they are given: no other is read.

        Raises
        ------
        ValueError
            If a column that has no labels does not hold numbers.
        """
        if self.whole is not None and not labels:
            whole: Float32 = as_float32(self.whole if columns is None else self.whole[:, columns])
            return whole
        wanted = range(len(self.labels)) if columns is None else columns
        return self._matrix([(c, numbered(labels[c]) if c in labels else None) for c in wanted])

    def cells(self, labels: Mapping[int, Sequence[str]]) -> CellsByColumn | Float32:
        """Return what `matrix` does, of cells that stay where they are unless there are very many columns.

        Raises
        ------
        ValueError
            If a column that has no labels does not hold numbers.
        """
        if len(self.labels) > MOST_APART:
            return self.matrix(labels)
        cells = []
        for c, label in enumerate(self.labels):
            number_of = numbered(labels[c]) if c in labels else None
            cells.append(self.column(c).cells(label, number_of))
        return CellsByColumn(tuple(cells), self.n_rows)

    def by_name(self, features: Sequence[Named]) -> Float32:
        """Return the cells of a model's features, shape (n, K): texts as the numbers of their categories.

        Raises
        ------
        ValueError
            If two columns have one name, a column is not there, or holds something but numbers where the
            model takes numbers.
        """
        at = {name: c for c, name in enumerate(self.names)}
        if (absent := next((f.name for f in features if f.name not in at), None)) is not None:
            raise ValueError(f"X has no column {absent!r}, which the model acquires")
        wanted: list[tuple[int, Mapping[str, float] | None]] = []
        for feature in features:
            known = feature.labels
            number_of = None if known is None else dict(zip(known, feature.values.tolist(), strict=True))
            wanted.append((at[feature.name], number_of))
        return self._matrix(wanted)

    def _matrix(self, wanted: Sequence[tuple[int, Mapping[str, float] | None]]) -> Float32:
        matrix = np.empty((self.n_rows, len(wanted)), dtype=np.float32)
        cells: list[NDArray[Any]] = []
        for c, number_of in wanted:
            column = self.column(c)
            cells.append(column.numbers(self.labels[c]) if number_of is None else column.coded(number_of))
        step = max(CELLS_AT_ONCE // max(len(wanted), 1), 1)
        with np.errstate(
            over="ignore"
        ):  # too large: infinite, which is refused by name where it is asked for
            for row in range(0, self.n_rows, step):
                for k, column_cells in enumerate(cells):
                    matrix[row : row + step, k] = column_cells[row : row + step]
        return matrix

    def unrounded(self, matrix: CellsByColumn | Float32, labels: Collection[int]) -> Unrounded:
        """Return the cells as they were before they were rounded to a matrix."""
        return Unrounded(self, matrix, labels)


@dataclass(frozen=True, eq=False)
class Unrounded:
    """Cells of a frame as numbers, without a copy of all: ``cells[rows, c]`` are some of a column."""

    frame: Frame
    matrix: CellsByColumn | Float32
    labels: Collection[int]

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return self.matrix.shape[0], self.matrix.shape[1]

    def __getitem__(self, place: tuple[Any, int]) -> NDArray[Any]:
        rows, c = place
        if c in self.labels:
            cells: NDArray[Any] = self.matrix[rows, c]
            return cells
        return self.frame.column(c).numbers(self.frame.labels[c], rows)


def frame_of(X: Any) -> Frame | None:
    """Return a data frame by its columns, or None if X is none.

    Raises
    ------
    ValueError
        If it is a lazy frame of polars or a collection of Dask.
    ImportError
        If it takes pyarrow to read it, which is not installed.
    """
    package, kind = type(X).__module__.partition(".")[0], type(X).__name__
    if hasattr(X, "__dask_graph__"):
        raise ValueError("X is a Dask collection: pass X.compute(), or one of its partitions at a time")
    if package == "polars":
        if kind == "LazyFrame":
            raise ValueError("X is a lazy frame: pass X.collect()")
        return _of_polars(X) if kind == "DataFrame" else None
    if hasattr(X, "columns") and hasattr(X, "dtypes") and hasattr(X, "iloc"):
        return _of_pandas(X)
    if not _is_stream(X):
        return None
    table = _arrow_table(X)
    return Frame(table, list(table.column_names), table.num_rows, lambda c: _of_arrow(table, c))


def as_array(y: Any, what: str = "y must be one column, a class for each row") -> Any:
    """Return the cells of a frame that has one column, such as a relation of DuckDB; the rest as it is."""
    if not _is_stream(y) or hasattr(y, "iloc") or type(y).__module__.partition(".")[0] == "polars":
        return y
    table = _arrow_table(y)
    if table.num_columns != 1:
        raise ValueError(f"{what}, not {table.num_columns}")
    return _plain(table.column(0)).to_numpy()


def _is_stream(X: Any) -> bool:
    """Return whether X exports Arrow batches, as a frame does; an object with a single type is a column."""
    streams = hasattr(X, "__arrow_c_stream__") or hasattr(X, "__arrow_c_array__")
    return streams and not hasattr(X, "dtype") and (not hasattr(X, "type") or hasattr(X, "columns"))


def _arrow_table(X: Any) -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError as error:
        raise ImportError(
            f"a {type(X).__name__} is read by pyarrow, which is not installed: install ifc2f[data]"
        ) from error
    return X if isinstance(X, pyarrow.Table) else pyarrow.table(X)


def _of_pandas(X: Any) -> Frame:
    from pandas.api.types import infer_dtype

    dtypes = list(X.dtypes)
    is_plain = bool(dtypes) and len(set(dtypes)) == 1 and isinstance(dtypes[0], np.dtype)
    is_whole = is_plain and dtypes[0].kind in "iuf" and _is_one_array(X)

    def read(c: int) -> Column:
        column, dtype, name = X.iloc[:, c], dtypes[c], X.columns[c]
        kind = getattr(dtype, "kind", "O")
        if kind in "mM":
            return Numbers(*times_of_pandas(column))
        if kind == "c":
            raise ValueError(f"column {name!r} holds complex numbers: Complex data not supported")
        if kind in "iuf":
            plain = isinstance(dtype, np.dtype)
            return Numbers(column.to_numpy() if plain else column.to_numpy(np.float64, na_value=np.nan))
        if type(dtype).__name__ == "CategoricalDtype":
            return _checked(column.array.codes, column.array.categories.tolist(), name, True)
        if dtype == np.dtype(object) and infer_dtype(column, skipna=True) != "string":
            return _of_objects(column.to_numpy(), name)
        codes, distinct = column.factorize()
        return _checked(codes, distinct.tolist(), name)

    return Frame(X, list(X.columns), X.shape[0], read, X.to_numpy() if is_whole else None)


def _is_one_array(X: Any) -> bool:
    """Return whether a frame of pandas has its columns in one array, so that a matrix of them is no copy."""
    return np.may_share_memory(X.iloc[:1].to_numpy(), X.iloc[:1, 0].to_numpy())


def _of_polars(X: Any) -> Frame:
    import polars

    def read(c: int) -> Column:
        column = X.to_series(c)
        dtype = column.dtype
        if dtype.is_numeric():
            has_no_array = dtype.is_decimal() or "128" in str(dtype)  # NumPy has no integers so long
            return Numbers((column.cast(polars.Float64) if has_no_array else column).to_numpy())
        if dtype == polars.Null:
            return Numbers(np.full(len(column), np.nan))
        if dtype == polars.Boolean:
            return Categories(column.cast(polars.Int8).fill_null(-1).to_numpy(), (False, True))
        if dtype.is_temporal():
            return Numbers(*times_of_polars(column))
        is_declared = isinstance(dtype, polars.Categorical | polars.Enum)
        if not is_declared and dtype != polars.String:
            return _of_objects(column.to_numpy(), column.name)
        texts = column.cast(polars.String)
        distinct = texts.drop_nulls().unique().sort().to_list()
        numbers = texts.cast(polars.Enum(distinct)).to_physical().cast(polars.Int32).fill_null(-1)
        return Categories(smallest_codes(numbers.to_numpy(), len(distinct)), distinct, is_declared)

    return Frame(X, list(X.columns), X.height, read)


def _of_arrow(table: Any, c: int) -> Column:
    import pyarrow as pa

    column, name = table.column(c), table.column_names[c]
    is_declared = pa.types.is_dictionary(column.type)
    column = _plain(column) if is_declared and len(column) == 0 else column
    type_ = column.type.value_type if is_declared else column.type
    if (times := times_of_arrow(column)) is not None:
        return Numbers(*times)
    if pa.types.is_temporal(type_):  # an interval of months and days, or times in a dictionary
        raise ValueError(f"column {name!r} holds {type_}: convert it to a number first")
    if pa.types.is_nested(type_):
        raise ValueError(f"column {name!r} holds a {type_}: give each value its own column")
    if pa.types.is_null(type_):
        return Numbers(np.full(len(column), np.nan))
    if not is_declared and (
        pa.types.is_integer(type_) or pa.types.is_floating(type_) or pa.types.is_decimal(type_)
    ):
        column = column.cast(pa.float64()) if pa.types.is_decimal(type_) else column
        if column.num_chunks == 1:  # not copied
            return Numbers(column.chunk(0).to_numpy(zero_copy_only=False))
        return Numbers(column.to_numpy())
    if not is_declared:
        column = column.cast(pa.large_string()) if "view" in str(type_) else column
        column = column.dictionary_encode()
    coded = column.unify_dictionaries()
    coded = coded.chunk(0) if coded.num_chunks == 1 else coded.combine_chunks()
    coded = coded.chunk(0) if isinstance(coded, pa.ChunkedArray) else coded
    codes = coded.indices.fill_null(-1) if coded.null_count else coded.indices
    return _checked(codes.to_numpy(), coded.dictionary.to_pylist(), name, is_declared)


def _plain(column: Any) -> Any:
    """Return a column of pyarrow with its values themselves, not their numbers."""
    return column.cast(column.type.value_type) if hasattr(column.type, "index_type") else column


def _of_objects(cells: NDArray[Any], name: Any) -> Column:
    """Return a column of Python objects: numbers or times if all that is present is, else categories."""
    _refuse_no_categories({type(cell): cell for cell in cells}.values(), name)
    codes, distinct = factorized(cells)
    column = _checked(codes, distinct, name)
    if isinstance(column, Categories) and all(map(is_plain_number, distinct)):
        return Numbers(column.numbers(name))
    return column


def _checked(codes: Any, distinct: Sequence[Any], name: Any, is_declared: bool = False) -> Column:
    """Return categories, or times as numbers; a value that is missing after all is none."""
    _refuse_no_categories(distinct, name)
    codes = smallest_codes(codes, len(distinct))
    if any(map(is_missing, distinct)):
        present = [value for value in distinct if not is_missing(value)]
        place = np.cumsum([not is_missing(value) for value in distinct]) - 1
        place[list(map(is_missing, distinct))] = -1
        codes, distinct = np.append(place, -1)[codes], present
        codes = smallest_codes(codes, len(distinct))
    if (time := next((value for value in distinct if isinstance(value, _TIMES)), None)) is not None:
        if (times := times_of_objects(distinct)) is None:
            raise ValueError(
                f"column {name!r} holds a time, {time}, among other values: give numbers, or times alone"
            )
        return Numbers(np.append(times.numbers, np.nan)[codes], times.unit)
    return Categories(codes, distinct, is_declared)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _refuse_no_categories(values: Iterable[Any], name: Any) -> None:
    """Refuse values that hold others, or numbers of another kind, whose texts would mean nothing."""
    for value in values:
        kind = type(value)
        if isinstance(value, _CONTAINERS):
            raise ValueError(
                f"column {name!r} holds a {kind.__name__}, {value!r}: give each value its own column"
            )
        if kind.__name__ == "Period":
            raise ValueError(f"column {name!r} holds a time, {value}: convert it to a number first")
        if isinstance(value, complex | np.complexfloating):
            raise ValueError(f"column {name!r} holds complex numbers: Complex data not supported")
