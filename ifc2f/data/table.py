"""Tables from files: CSV and XLSX by the standard library, Parquet by pyarrow.

CSV is read in one way on every machine, whatever else is installed, so that one file gives one table: no
reader with its own rules for missing values and rounding stands in between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f.core.checks import listed
from ifc2f.core.errors import ColumnError
from ifc2f.core.words import words
from ifc2f.data.csv_file import (
    MISSING,
    Note,
    Part,
    PathLike,
    Reading,
    chosen_columns,
    csv_parts,
    note_of_limits,
)
from ifc2f.data.decimals import Decimals
from ifc2f.data.dialect import Dialect
from ifc2f.data.limits import limits_of, without_signs
from ifc2f.data.parquet_file import SUFFIXES, parquet_parts
from ifc2f.data.spellings import one_spelling
from ifc2f.data.text_columns import Column, Converted, category_column, column_of_texts
from ifc2f.data.texts import Texts


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
    numbered : dict of str to Texts
        Texts of categorical columns by name, where reading has numbered them; see `texts`.
    dialect : Dialect or None
        How the file was written, if it is CSV.
    units : dict
        Units of columns by name, if the file gives them: "%", "$", or days and seconds for dates and times.
    notes : tuple of Note
        Oddities of the file that did not prevent reading it.
    lines : ndarray of int64, shape (n_rows,), or None
        The line of a CSV file in which each row begins.
    """

    names: tuple[str, ...]
    columns: tuple[Column, ...]
    source: str
    numbered: Mapping[str, Texts] = field(default_factory=dict)
    dialect: Dialect | None = None
    units: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    lines: npt.NDArray[np.int64] | None = None

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
            raise ValueError(
                words(
                    "{source}: there is no column {name!r}; columns are {names}",
                    source=self.source,
                    name=name,
                    names=listed(self.names),
                )
            )
        return self.columns[self._index[name]]

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    def select(self, names: Iterable[str]) -> Table:
        """Return some columns, in the order given; ValueError if one is missing."""
        kept = tuple(names)
        return replace(self, names=kept, columns=tuple(self[name] for name in kept))

    def without(self, names: Collection[str]) -> Table:
        """Return all columns except some; ValueError if one of those is missing or none is left."""
        for name in names:
            self[name]
        kept = [name for name in self.names if name not in names]
        if not kept:
            raise ValueError(
                words(
                    "{source}: no column is left beside {names}",
                    source=self.source,
                    names=listed(tuple(names)),
                )
            )
        return self.select(kept)

    def with_one_spelling(self) -> Table:
        """Return the table with the most common spelling of texts that differ only in capitals and blanks."""
        columns = (one_spelling(column) if column.dtype == object else column for column in self.columns)
        return replace(self, columns=tuple(columns), numbered={})

    def texts(self, name: str) -> Texts:
        """Return the cells of a categorical column by the numbers of their texts."""
        numbered = self.numbered.get(name)
        return Texts.of_cells(self[name]) if numbered is None else numbered

    def with_measured(self, columns: Mapping[str, str]) -> Table:
        """Return the table with further columns, by name, that say "yes" where another one has a value."""
        texts = np.array(["yes", "no"], dtype=object)
        told = tuple(texts[self._is_missing(of).astype(np.intp)] for of in columns.values())
        return replace(self, names=(*self.names, *columns), columns=(*self.columns, *told))

    def having(self, name: str) -> Table:
        """Return the rows in which a column is not missing; ValueError if it is not there."""
        missing = self._is_missing(name)
        return self.take(~missing) if missing.any() else self

    def _is_missing(self, name: str) -> npt.NDArray[np.bool_]:
        """Which cells of a column of either kind are missing."""
        column = self[name]
        return self.texts(name).codes < 0 if column.dtype == object else np.isnan(column)

    def take(self, rows: npt.NDArray[Any]) -> Table:
        """Return some rows, by their numbers or a mask."""
        lines = None if self.lines is None else self.lines[rows]
        numbered = {name: texts.take(rows) for name, texts in self.numbered.items()}
        columns = tuple(column[rows] for column in self.columns)
        return replace(self, columns=columns, numbered=numbered, lines=lines)

    def place(self, row: int) -> str:
        """Return where a row, counted from 0, is: its line in a CSV file, otherwise its number from 1."""
        if self.lines is None:
            return words("row {row}", row=row + 1)
        return words("line {line}", line=self.lines[row])

    def labels(self, name: str) -> Column:
        """Return a column as class labels: int64 if all are whole numbers, else float64 or str.

        Raises
        ------
        ValueError
            If the column does not exist or a label is missing.
        """
        column = self[name]
        missing = np.flatnonzero(self._is_missing(name))
        if missing.size:
            where = self.place(int(missing[0]))
            option = "--drop-rows-without-class"
            raise ColumnError(
                words(
                    "{source}, {where}: column {name!r} has no class; correct it, or leave out all such "
                    "rows ({option})",
                    source=self.source,
                    where=where,
                    name=name,
                    option=option,
                ),
                name,
                option,
            )
        if column.dtype == object:
            texts = self.texts(name)
            return np.array(texts.texts)[texts.codes] if len(texts) else column.astype(str)
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
    ignore: Collection[str] = (),
    separator: str | None = None,
    encoding: str | None = None,
    missing_marks: Collection[str] = (),
    skip_bad_lines: bool = False,
    has_header: bool = True,
    limits_as_numbers: bool | Collection[str] = False,
) -> Table:
    """Read a CSV file, which may be compressed by gzip, an XLSX or a Parquet file (``.parquet``, ``.pq``).

    Of a workbook (XLSX), the first visible sheet with several rows and columns is read, as it would be saved
    as CSV; `Table.notes` names it where there are others.

    A CSV file has one header line. The separator is the one that gives the first rows the same number of
    cells: comma, semicolon, tab or bar. If it is not a comma, decimals may have a comma instead of a point,
    as spreadsheets write them in many countries. The text is UTF-8 or UTF-16, or Windows-1252 if it is
    neither; `Table.dialect` holds what was found. Spaces around a cell do not count; a cell that is empty or
    reads ``?``, ``NA``, ``N/A``, ``#N/A``, ``<NA>``, ``NaN``, ``NULL`` or ``None`` is missing.

    A column of numbers is numeric, and a column of texts or booleans is categorical. Dates such as
    2024-03-01 and times of day become days and seconds. Money, percentages and numbers with thousands
    separators become numbers, if this holds for all cells of a column and they can be read in only one way.
    `Table.units` holds the units. A column that mixes numbers and texts is refused, because that is usually
    a mistake. Categories that are whole numbers read alike with and without decimals ("3.0" is "3").

    Parameters
    ----------
    path : str or path
        The file.
    categorical : collection of str
        Columns to read as categories whatever they hold; names that the table lacks are ignored.
    columns : collection of str, optional
        Columns to read, in this order; the contents of the others do not matter. Default: all.
    ignore : collection of str
        Columns not to read.
    separator, encoding : str, optional
        Separator and encoding of a CSV file, if known: a character or "comma", "semicolon", "tab" or "bar";
        the name of a Python codec.
    missing_marks : collection of str
        Further texts that mean a missing cell in a CSV file.
    skip_bad_lines : bool, default=False
        Skip lines of a CSV file whose number of cells does not match the header; `Table.notes` counts them.
    has_header : bool, default=True
        Whether a CSV file begins with the names of its columns; otherwise they are "column 1" and so on.
    limits_as_numbers : bool or str or collection of str, default=False
        Read limits among the numbers of a column, such as ``<0.5``, as the number alone: of all columns, or
        of those named; `Table.notes` counts them.

    Raises
    ------
    OSError
        If the file cannot be read.
    ImportError
        If a Parquet file is given and pyarrow is not installed.
    ValueError
        If the file is empty or damaged, two separators fit it equally well, its encoding is unknown, column
        names repeat, a line has too few or too many cells, a column to read or to ignore does not exist, a
        column mixes numbers and texts, or a comma in a number is ambiguous. The message names the file, the
        line, the column, and the option that settles it. If only one column cannot be read, it is a
        `ColumnError` that names the column.
    """
    reading = reading_of(separator, encoding, missing_marks, skip_bad_lines, has_header, limits_as_numbers)
    table, errors = read_what_can_be(path, categorical, columns, ignore, reading)
    if errors:
        raise joined_errors(errors)
    return table


def reading_of(
    separator: str | None = None,
    encoding: str | None = None,
    missing_marks: Collection[str] = (),
    skip_bad_lines: bool = False,
    has_header: bool = True,
    limits_as_numbers: bool | Collection[str] = False,
) -> Reading:
    """Return how to read a CSV file, from what `read_table` takes."""
    missing = MISSING | set(missing_marks)
    limits = limits_as_numbers
    if not isinstance(limits, bool):
        limits = frozenset([limits] if isinstance(limits, str) else limits)
    return Reading(separator, encoding, missing, skip_bad_lines, has_header, limits)


def read_what_can_be(
    path: PathLike,
    categorical: Collection[str] = (),
    columns: Collection[str] | None = None,
    ignore: Collection[str] = (),
    reading: Reading | None = None,
) -> tuple[Table, list[ColumnError]]:
    """Read a table without the columns that cannot be read, and return what is wrong with these.

    Raises as `read_table` does if it is not a matter of single columns, or no column can be read.
    """
    path, reading = Path(path), reading or Reading()
    if path.suffix.lower() in SUFFIXES:
        cells, _ = next(parquet_parts(path, None, categorical, columns, ignore))
        return _table(cells, str(path)), []
    part = next(csv_parts(path, None, reading))
    names = chosen_columns(columns, list(part.columns), ignore, path)
    return _table_of_texts(part, names, categorical, Decimals(str(path)), path, reading)


def read_tables(
    path: PathLike,
    rows_at_once: int,
    categorical: Collection[str] = (),
    ignore: Collection[str] = (),
    reading: Reading | None = None,
) -> Iterator[tuple[Table, float]]:
    """Read a file as `read_table` does, but some rows at a time.

    Whether a column holds numbers or texts is decided anew for each part.

    Yields
    ------
    tuple of Table and float
        Some rows, and the share of the file that has been read.
    """
    path, reading = Path(path), reading or Reading()
    if path.suffix.lower() in SUFFIXES:
        for cells, share in parquet_parts(path, rows_at_once, categorical, None, ignore):
            yield _table(cells, str(path)), share
        return
    size = max(path.stat().st_size, 1)
    decimals = Decimals(str(path))
    for part in csv_parts(path, rows_at_once, reading):
        names = chosen_columns(None, list(part.columns), ignore, path)
        table, errors = _table_of_texts(part, names, categorical, decimals, path, reading)
        if errors:
            raise joined_errors(errors)
        yield table, part.n_bytes_read / size


def _table_of_texts(
    part: Part,
    names: Sequence[str],
    categorical: Collection[str],
    decimals: Decimals,
    path: Path,
    reading: Reading,
) -> tuple[Table, list[ColumnError]]:
    """Convert some rows of a CSV file, as far as that is possible."""
    if not len(part.lines):
        raise ValueError(words("{path}: the table has a header but no rows", path=path))
    cells_of = {name: part.columns[name] for name in names}
    errors: list[ColumnError] = []
    while part.dialect.separator != ",":
        try:
            cells_of = decimals.with_points(cells_of, part.lines, categorical)
            break
        except ColumnError as error:
            errors.append(error)
            del cells_of[error.column]
    converted: dict[str, Converted] = {}
    notes = [*part.notes]
    for name, cells in cells_of.items():
        try:
            if name in categorical:
                converted[name] = category_column(cells, reading.missing)
            else:
                converted[name], more = _measured(name, cells, part, decimals, path, reading)
                notes += more
        except ColumnError as error:
            errors.append(error)
    if not converted:
        raise joined_errors(errors)
    if part.skipped:
        n = len(part.skipped)
        what = (
            "1 line that does not match the header is"
            if n == 1
            else f"{n} lines that do not match the header are"
        )
        notes.append(Note(f"{what} left out: {listed(part.skipped)}", "lines left out", part.skipped))
    dialect = None if part.sheets else part.dialect
    table = replace(_table(converted, str(path)), dialect=dialect, notes=tuple(notes))
    return replace(table, lines=np.array(part.lines, dtype=np.int64)), errors


def _measured(
    name: str, cells: Sequence[str], part: Part, decimals: Decimals, path: Path, reading: Reading
) -> tuple[Converted, list[Note]]:
    """Convert a column that may hold numbers, and say which limits among them were read as numbers."""
    try:
        found = column_of_texts(cells, name, part.lines, path, reading.missing)
    except ColumnError as error:
        if not (reading.reads_limits(name) and error.limits):
            raise
        return _of_limits(name, part, decimals, path, reading)
    if found.texts is None or not reading.reads_limits(name):
        return found, []
    if len(limits_of(found.texts.texts)) in (0, len(found.texts.texts)):  # nothing but limits may be groups
        return found, []
    with suppress(ColumnError):  # numbers with something between thousands are texts beside limits
        numbers, notes = _of_limits(name, part, decimals, path, reading)
        if numbers.texts is None:
            return numbers, notes
    return found, []


def _of_limits(
    name: str, part: Part, decimals: Decimals, path: Path, reading: Reading
) -> tuple[Converted, list[Note]]:
    """Convert a column without the signs of its limits."""
    cells = part.columns[name]
    known = set(limits := limits_of(cells))
    n = sum(cell.strip() in known for cell in cells)
    numbers: Sequence[str] = without_signs(cells)
    if part.dialect.separator != ",":  # the number of a limit has the decimal sign of the others
        numbers = decimals.with_points({name: numbers}, part.lines)[name]
    note = note_of_limits(name, limits[0], n)
    return column_of_texts(numbers, name, part.lines, path, reading.missing), [note]


def _table(cells: Mapping[str, Converted], source: str) -> Table:
    units = {name: column.unit for name, column in cells.items() if column.unit is not None}
    texts = {name: column.texts for name, column in cells.items() if column.texts is not None}
    return Table(tuple(cells), tuple(column.cells for column in cells.values()), source, texts, units=units)


def joined_errors(errors: Sequence[ColumnError]) -> ColumnError:
    """Return one error for all columns that cannot be read, with all that settles it.

    Its column, what is wrong, marks and limits are those of the first.
    """
    first, *others = errors
    if not others:
        return first
    options = " ".join(dict.fromkeys(error.option for error in errors if error.option))
    names = listed([error.column for error in others])
    return ColumnError(
        words(
            "{first}; likewise {names}; this settles all of them: {options}",
            first=first,
            names=names,
            options=options,
        ),
        first.column,
        options,
        first.marks,
        first.what,
        first.limits,
    )
