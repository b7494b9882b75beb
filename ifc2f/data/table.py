"""Tables from files: CSV by the standard library, Parquet by pyarrow.

CSV is read in one way on every machine, whatever else is installed, so that one file gives one table: no
reader with its own rules for missing values and rounding stands in between.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from ifc2f.core.checks import listed
from ifc2f.core.errors import ColumnError
from ifc2f.data.decimals import Decimals
from ifc2f.data.dialect import Dialect, not_in, opened

MISSING = frozenset({"", "?", "NA", "N/A", "NaN", "nan", "NULL", "null", "None"})
INDEX_COLUMN = re.compile(r"__index_level_\d+__")  # how pandas names a row index it stores in Parquet
NUMBER_WITH_COMMA = re.compile(r"[+-]?\d[\d.]*(,\d+)+(\.\d*)?([eE][+-]?\d+)?")
WHOLE_NUMBER = re.compile(r"([+-]?\d+)\.0*")

PathLike = str | os.PathLike[str]
Column = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Table:
    """Named columns of equal length.

    Attributes
    ----------
    names : tuple of str
        Column names, all different.
    columns : tuple of arrays of shape (n_rows,)
        A numeric column is float64 with NaN where a cell is missing; a categorical one holds str, or None.
    source : str
        Where it came from, for messages.
    dialect : Dialect or None
        How the file was written, if it is CSV.
    """

    names: tuple[str, ...]
    columns: tuple[Column, ...]
    source: str
    dialect: Dialect | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.columns[0])

    @cached_property
    def categorical(self) -> tuple[bool, ...]:
        """Which columns are categorical."""
        return tuple(column.dtype == object for column in self.columns)

    def __getitem__(self, name: str) -> Column:
        """Return a column by name; ValueError if there is none."""
        if name not in self._index:
            raise ValueError(f"{self.source}: there is no column {name!r}; columns are {listed(self.names)}")
        return self.columns[self._index[name]]

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    def select(self, names: Iterable[str]) -> Table:
        """Return some columns, in the order given; ValueError if one is missing."""
        kept = tuple(names)
        return Table(kept, tuple(self[name] for name in kept), self.source, self.dialect)

    def without(self, names: Collection[str]) -> Table:
        """Return all columns but some; ValueError if one of those is missing or none is left."""
        for name in names:
            self[name]
        kept = [name for name in self.names if name not in names]
        if not kept:
            raise ValueError(f"{self.source}: no column is left beside {listed(tuple(names))}")
        return self.select(kept)

    def labels(self, name: str, n_before: int = 0) -> Column:
        """Return a column as class labels: int64 if all are whole numbers, else float64 or str.

        `n_before` rows of the file came before these; for messages.

        Raises
        ------
        ValueError
            If the column does not exist or a label is missing.
        """
        column = self[name]
        missing = np.flatnonzero(_is_missing(column))
        if missing.size:
            row = n_before + int(missing[0]) + 1
            raise ValueError(f"{self.source}: column {name!r} has no class in row {row}")
        if column.dtype == object:
            return column.astype(str)
        whole = column.astype(np.int64) if np.all(np.abs(column) < 2.0**53) else None
        return whole if whole is not None and np.array_equal(whole, column) else column

    def matrix(self) -> npt.NDArray[Any]:
        """Return the cells as (n_rows, n_columns): float64, or object if some column is categorical."""
        matrix = np.empty(
            (self.n_rows, len(self.names)), dtype=object if any(self.categorical) else np.float64
        )
        for index, column in enumerate(self.columns):
            matrix[:, index] = column
        return matrix


def read_table(
    path: PathLike,
    categorical: Collection[str] = (),
    columns: Collection[str] | None = None,
    *,
    separator: str | None = None,
    encoding: str | None = None,
) -> Table:
    """Read a CSV or, if its name ends in ``.parquet`` or ``.pq``, a Parquet file.

    A CSV file has one header line. Its cells are separated by what gives the first rows the same number of
    cells: commas, semicolons, tabs or bars. Where these are no commas, decimals may have a comma in place
    of the point, as spreadsheets write them in many countries. The text is UTF-8 or UTF-16, or Windows-1252
    if it is neither; `Table.dialect` tells what was found. Spaces round a cell do not count; a cell that is
    empty or reads ``?``, ``NA``, ``N/A``, ``NaN``, ``NULL`` or ``None`` is missing.

    A column of numbers is numeric, a column of texts or booleans categorical. A column that mixes numbers and
    texts is refused, because it is more often a slip than meant. Categories that are whole numbers read alike
    with and without decimals ("3.0" is "3").

    Parameters
    ----------
    path : str or path
        The file.
    categorical : collection of str
        Columns to read as categories whatever they hold; names that the table lacks are ignored.
    columns : collection of str, optional
        Columns to read, in this order; what the others hold does not matter. Default: all.
    separator, encoding : str, optional
        Of a CSV file, where they are known: a character or "comma", "semicolon", "tab" or "bar"; a name of
        Python's codecs.

    Raises
    ------
    OSError
        If the file cannot be read.
    ImportError
        If a Parquet file is given and pyarrow is not installed.
    ValueError
        If the file is empty or damaged, two separators fit it alike, its encoding is not known, column names
        repeat or are empty, a line has too few or too many cells, a column asked for is not there, or one
        mixes numbers and texts, or what a comma in a number means is not certain. The message names file,
        line and column; a `ColumnError` tells which column, if only that cannot be read.
    """
    path = Path(path)
    if path.suffix.lower() in {".parquet", ".pq"}:
        return _read_parquet(path, categorical, columns)
    part = next(_csv_parts(path, None, separator, encoding))
    names = _chosen(columns, part.header, path)
    return _table_of_texts(part, names, categorical, Decimals(str(path)), path)


def _table_of_texts(
    part: _Part, names: Sequence[str], categorical: Collection[str], decimals: Decimals, path: Path
) -> Table:
    """Convert some rows of a CSV file."""
    if not part.rows:
        raise ValueError(f"{path}: the table has a header but no rows")
    all_cells = part.columns()
    cells_of = {name: all_cells[name] for name in names}
    if part.dialect.separator != ",":
        cells_of = decimals.with_points(cells_of, part.lines, categorical)
    columns = []
    for name, cells in cells_of.items():
        try:
            columns.append(
                _column_of_texts(cells, name in categorical, part.lines, f"{path}: column {name!r}")
            )
        except ValueError as error:
            raise ColumnError(str(error), name) from error
    return Table(tuple(names), tuple(columns), str(path), part.dialect)


def column_names(
    path: PathLike, separator: str | None = None, encoding: str | None = None
) -> tuple[str, ...]:
    """Return the names of a CSV file's columns; raises as `read_table` does."""
    return tuple(next(_csv_parts(Path(path), 1, separator, encoding)).header)


def _chosen(columns: Collection[str] | None, names: Sequence[str], path: Path) -> tuple[str, ...]:
    """Return the columns to read; ValueError if one is not there, or there are none."""
    chosen = tuple(names if columns is None else columns)
    if not chosen:
        raise ValueError(f"{path}: no column is left to read; columns are {listed(names)}")
    known = set(names)
    if absent := [name for name in chosen if name not in known]:
        rest = f" and {len(absent) - 1} more that are needed" if len(absent) > 1 else ""
        raise ValueError(f"{path}: there is no column {absent[0]!r}{rest}; columns are {listed(names)}")
    return chosen


def read_rows(path: PathLike, numbers: Collection[str] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """Read a CSV file as (line number, {column: cell}) with all cells as text, for small files such as costs.

    Cells of the columns `numbers` have a decimal point where the file writes a comma. Raises as `read_table`
    does.
    """
    part = next(_csv_parts(Path(path), None))
    cells_of = part.columns()
    if part.dialect.separator != ",":
        texts = set(part.header) - set(numbers)
        cells_of = Decimals(os.fspath(path)).with_points(cells_of, part.lines, texts)
    for line, row in zip(part.lines, zip(*cells_of.values(), strict=True), strict=True):
        yield line, dict(zip(part.header, map(str.strip, row), strict=True))


class _Part(NamedTuple):
    """Some rows of a CSV file as texts: those that are not blank, with the numbers of their lines."""

    header: list[str]
    dialect: Dialect
    lines: list[int]
    rows: list[list[str]]
    n_bytes_read: int

    def columns(self) -> dict[str, Sequence[str]]:
        """Return the cells by column."""
        cells = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.header)
        return dict(zip(self.header, cells, strict=True))


def _bytes_read(raw: BinaryIO) -> int:
    """Return how far a file was read; 0 for a pipe, which cannot tell."""
    return raw.tell() if raw.seekable() else 0


def _csv_parts(
    path: Path, rows_at_once: int | None, separator: str | None = None, encoding: str | None = None
) -> Iterator[_Part]:
    """Yield some rows at a time, or all; at least once."""
    try:
        with path.open("rb") as raw, ExitStack() as stack:
            file, dialect = opened(raw, str(path), separator, encoding)
            stack.enter_context(file)
            reader = csv.reader(file, delimiter=dialect.separator, strict=True)
            header = [cell.strip() for cell in next(filter(None, reader), [])]
            _check_names(header, path)
            lines: list[int] = []
            rows: list[list[str]] = []
            some = False
            for row in reader:
                if not row:
                    continue
                if len(row) != len(header):
                    raise ValueError(
                        f"{path}, line {reader.line_num}: {len(row)} cells, but the header has {len(header)}"
                    )
                lines.append(reader.line_num)
                rows.append(row)
                if len(rows) == rows_at_once:
                    yield _Part(header, dialect, lines, rows, _bytes_read(raw))
                    lines, rows, some = [], [], True
            if rows or not some:
                yield _Part(header, dialect, lines, rows, _bytes_read(raw))
    except UnicodeError as error:
        raise not_in(dialect.encoding, str(path), error) from error
    except csv.Error as error:
        raise ValueError(f"{path}, line {reader.line_num}: damaged CSV ({error})") from error


def read_tables(
    path: PathLike,
    rows_at_once: int,
    categorical: Collection[str] = (),
    *,
    separator: str | None = None,
    encoding: str | None = None,
) -> Iterator[tuple[Table, float]]:
    """Read a file as `read_table` does, but some rows at a time.

    Whether a column holds numbers or texts is decided anew for each part.

    Yields
    ------
    tuple of Table and float
        Some rows, and the share of the file that has been read.
    """
    path = Path(path)
    if path.suffix.lower() in {".parquet", ".pq"}:
        yield from _parquet_parts(path, rows_at_once, categorical)
        return
    size = max(path.stat().st_size, 1)
    decimals = Decimals(str(path))
    for part in _csv_parts(path, rows_at_once, separator, encoding):
        yield _table_of_texts(part, part.header, categorical, decimals, path), part.n_bytes_read / size


def _check_names(names: Sequence[str], path: Path) -> None:
    """Refuse a table without columns, without a name for one, or with one name for two."""
    if not any(names):
        raise ValueError(f"{path}: the file is empty, a header line is expected")
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if not name:
            raise ValueError(f"{path}: column {number} has no name")
        if name in seen:
            raise ValueError(f"{path}: two columns are called {name!r}")
        seen.add(name)


def _column_of_texts(cells: Sequence[str], categorical: bool, lines: Sequence[int], what: str) -> Column:
    """Convert the cells of a column to numbers if they are numbers, else to categories."""
    if not categorical:
        with suppress(ValueError):  # the fast way for the plain case: nothing missing
            if not any("_" in cell for cell in cells):
                return np.array(list(map(float, cells)), dtype=np.float64)
    cells = [cell.strip() for cell in cells]
    if not categorical:
        present = [cell for cell in cells if cell not in MISSING]
        numeric = _numbers_before_a_text(present)
        if numeric == len(present):
            return np.array([np.nan if cell in MISSING else float(cell) for cell in cells], dtype=np.float64)
        odd = numeric if numeric else next((i for i, cell in enumerate(present) if _is_number(cell)), None)
        if odd is not None:
            line = [line for line, cell in zip(lines, cells, strict=True) if cell not in MISSING][odd]
            kinds = "text among numbers" if numeric else "a number among texts"
            raise ValueError(
                f"{what}, line {line}: {present[odd]!r} is {kinds}; mend it or list the column as categorical"
            )
        if all(map(NUMBER_WITH_COMMA.fullmatch, present)):
            line = next(line for line, cell in zip(lines, cells, strict=True) if cell not in MISSING)
            raise ValueError(
                f"{what}, line {line}: {present[0]!r} is a number with a comma; write decimals with a point "
                "and nothing between thousands, or list the column as categorical"
            )
    return _categories(None if cell in MISSING else cell for cell in cells)


def _numbers_before_a_text(cells: Iterable[str]) -> int:
    """Count the cells before the first that is no number."""
    count = 0
    try:
        for cell in cells:
            parse_number(cell)
            count += 1
    except ValueError:
        pass
    return count


def parse_number(text: str) -> float:
    """Convert a text to a number; unlike ``float``, 1_000 is none.

    Raises
    ------
    ValueError
        If it is none.
    """
    if "_" in text:
        raise ValueError(f"could not convert string to float: {text!r}")
    return float(text)


def _is_number(cell: str) -> bool:
    return _numbers_before_a_text([cell]) == 1


def _categories(cells: Iterable[str | None]) -> Column:
    """Return an object array of texts, whole numbers without their decimals."""
    texts = list(cells)
    column = np.empty(len(texts), dtype=object)
    for index, text in enumerate(texts):
        whole = WHOLE_NUMBER.fullmatch(text) if text is not None else None
        column[index] = whole[1] if whole else text
    return column


def _is_missing(column: Column) -> npt.NDArray[np.bool_]:
    """Which cells of a column of either kind are missing."""
    if column.dtype == object:
        return np.array([cell is None for cell in column], dtype=np.bool_)
    return np.isnan(column)


def _read_parquet(path: Path, categorical: Collection[str], columns: Collection[str] | None) -> Table:
    """Read a Parquet file; a row index that pandas stored with it is left out."""
    return next(_parquet_parts(path, None, categorical, columns))[0]


def _parquet_parts(
    path: Path,
    rows_at_once: int | None,
    categorical: Collection[str],
    columns: Collection[str] | None = None,
) -> Iterator[tuple[Table, float]]:
    """Yield some rows of a Parquet file at a time, or all, and the share of them read so far."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise ImportError(f"{path}: reading Parquet needs pyarrow; install ifc2f[data]") from error
    with path.open("rb") as file:
        try:
            parquet = pyarrow.parquet.ParquetFile(file)
            names = [name for name in parquet.schema_arrow.names if not INDEX_COLUMN.fullmatch(name)]
            _check_names(names, path)
            chosen = _chosen(columns, names, path)
            n_rows = parquet.metadata.num_rows
            if n_rows == 0:
                raise ValueError(f"{path}: the table has columns but no rows")
            n_read = 0
            for part in _arrow_tables(parquet, chosen, rows_at_once):
                cells = tuple(
                    _column_of_arrow(part.column(name), name in categorical, f"{path}: column {name!r}")
                    for name in chosen
                )
                n_read += part.num_rows
                yield Table(chosen, cells, str(path)), n_read / n_rows
        except (pyarrow.ArrowException, OSError) as error:
            raise ValueError(f"{path}: not a Parquet file, or a damaged one ({error})") from error


def _arrow_tables(parquet: Any, columns: Sequence[str], rows_at_once: int | None) -> Iterator[Any]:
    import pyarrow

    if rows_at_once is None:
        yield parquet.read(columns=list(columns))
        return
    for batch in parquet.iter_batches(batch_size=rows_at_once, columns=list(columns)):
        yield pyarrow.Table.from_batches([batch])


def _column_of_arrow(column: Any, categorical: bool, what: str) -> Column:
    """Convert a pyarrow column by its type."""
    import pyarrow
    from pyarrow import types

    kind = column.type
    number = (
        types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind) or types.is_null(kind)
    )
    if number and not categorical:
        numbers: Column = column.cast(pyarrow.float64(), safe=False).to_numpy()
        return numbers
    if types.is_dictionary(kind):
        kind = kind.value_type
    text = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    if not (text or number or types.is_boolean(kind) or types.is_integer(kind)):
        raise ValueError(f"{what} holds {kind}, which is neither number, text nor boolean")
    cells = (None if cell is None else str(cell) for cell in column.to_pylist())
    return _categories(None if cell in MISSING else cell for cell in cells)
