"""CSV files, and sheets of workbooks, as texts: rows of cells under a header, with the lines they stand in.

This reader handles what programs add to a table: gzip, Excel's first line ``sep=;``, a column of row numbers
without a name, a separator at the end of every line. Where pyarrow is installed, it reads the plain parts.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ifc2f.core.checks import listed
from ifc2f.core.words import words
from ifc2f.data import arrow_csv, workbook
from ifc2f.data.csv_lines import Lines
from ifc2f.data.decimals import Decimals
from ifc2f.data.dialect import Dialect, not_in, opened

MISSING = frozenset({"", "?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None"})
PathLike = str | os.PathLike[str]
GZIP = b"\x1f\x8b"
_BUFFER_BYTES = 1 << 18
_MOST_TITLES = 8  # lines above the names that are looked through
_LINES_AT_ONCE = 50_000  # of a file that is read whole: what one odd line makes slower


class Note(str):
    """What was odd about a file, in words.

    Attributes
    ----------
    kind : str
        "no names", "numbers as names", "limits", "sheets" or "lines left out".
    what : tuple
        The columns, cells or lines that it is about: with the kind, what other words can be made of.
    """

    kind: str
    what: tuple[object, ...]

    def __new__(cls, text: str, kind: str, what: Sequence[object]) -> Note:
        """Make a note from its words, its kind, and its subject."""
        made = super().__new__(cls, text)
        made.kind, made.what = kind, tuple(what)
        return made


def note_of_limits(name: str, example: str, n: int | None = None) -> Note:
    """Say that the limits of a column are read as numbers, and how many, if that is known."""
    number = "" if n is None else f"{n} "
    what = f"the cell {example} is" if n == 1 else f"{number}cells such as {example} are"
    return Note(f"column {name!r}: {what} read as the number alone", "limits", [name, n, example])


@dataclass(frozen=True)
class Reading:
    """How a CSV file is to be read, as far as it is known.

    Attributes
    ----------
    separator, encoding : str or None
        None: as is found.
    missing : frozenset of str
        Texts of missing cells.
    skip_bad_lines : bool
        Leave out lines that have other cells than the header, which otherwise end the reading.
    has_header : bool
        Whether the first line holds the names of columns. They are "column 1" and so on otherwise.
    limits_as_numbers : bool or frozenset of str
        Read limits among the numbers of a column, such as "<5", as the number alone: of these, or all.
    """

    separator: str | None = None
    encoding: str | None = None
    missing: frozenset[str] = MISSING
    skip_bad_lines: bool = False
    has_header: bool = True
    limits_as_numbers: bool | frozenset[str] = False

    def reads_limits(self, column: str) -> bool:
        """Whether limits among the numbers of a column are read as numbers."""
        of = self.limits_as_numbers
        return of if isinstance(of, bool) else column in of


class Part(NamedTuple):
    """Some rows of a CSV file as texts: those that are not blank, with the numbers of their lines."""

    columns: dict[str, Sequence[str]]
    dialect: Dialect
    lines: Sequence[int]
    skipped: list[int]
    notes: tuple[Note, ...]
    n_bytes_read: int
    sheets: Sequence[str] = ()  # of a workbook, the one that is read first


def column_names(
    path: PathLike, separator: str | None = None, encoding: str | None = None
) -> tuple[str, ...]:
    """Return the names of a CSV file's columns; raises as `read_table` does."""
    return tuple(next(csv_parts(Path(path), 1, Reading(separator, encoding))).columns)


def read_rows(path: PathLike, numbers: Collection[str] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """Read a CSV file as (line number, {column: cell}) with all cells as text, for small files such as costs.

    Cells of the columns `numbers` have a decimal point where the file writes a comma. Raises as `read_table`
    does.
    """
    part = next(csv_parts(Path(path), None, Reading()))
    cells_of = part.columns
    if part.dialect.separator != ",":
        texts = set(cells_of) - set(numbers)
        cells_of = Decimals(os.fspath(path)).with_points(cells_of, part.lines, texts)
    for line, row in zip(part.lines, zip(*cells_of.values(), strict=True), strict=True):
        yield line, dict(zip(cells_of, map(str.strip, row), strict=True))


def csv_parts(path: Path, rows_at_once: int | None, reading: Reading) -> Iterator[Part]:
    """Yield some rows at a time, or all; at least once.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is damaged, or written in a way that cannot be found out; the message names file and line.
    """
    dialect, lines = Dialect(",", reading.encoding or "utf-8-sig"), None
    try:
        with path.open("rb", buffering=_BUFFER_BYTES) as raw, ExitStack() as stack:
            plain, sheets = _plain(raw, stack, str(path))
            if sheets:
                reading = replace(reading, separator=",", encoding="utf-8")
            file, dialect, n_before = opened(plain, str(path), reading.separator, reading.encoding)
            if isinstance(file, io.TextIOWrapper):
                stack.enter_context(file)
            lines = _Rows(file, dialect, n_before, path, reading)
            for part in lines.parts(rows_at_once):
                yield part._replace(
                    n_bytes_read=_bytes_read(raw), sheets=sheets, notes=(*_of_sheets(sheets), *part.notes)
                )
    except UnicodeError as error:
        raise not_in(dialect.encoding, str(path), error) from error
    except csv.Error as error:
        at = 0 if lines is None else lines.number
        raise ValueError(
            words(
                "{path}, line {line}: damaged CSV ({why}); correct it, or skip such lines (--skip-bad-lines)",
                path=path,
                line=at,
                why=error,
            )
        ) from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ValueError(words("{path}: a damaged gzip file ({why})", path=path, why=error)) from error


def _plain(raw: Any, stack: ExitStack, source: str) -> tuple[BinaryIO, list[str]]:
    """Return a file, or what it holds if it is compressed or a workbook, and the names of the sheets."""
    beginning = raw.peek(4)[:4]
    if beginning == workbook.MAGIC and raw.seekable():
        if (sheet := workbook.sheet_of(raw, source)) is not None:
            return io.BytesIO(sheet.text), sheet.names
        raw.seek(0)
    if beginning[:2] != GZIP:
        return raw, []
    return stack.enter_context(gzip.GzipFile(fileobj=raw)), []  # type: ignore[return-value]


def _of_sheets(names: Sequence[str]) -> list[Note]:
    """Say which sheet of several is read."""
    if len(names) < 2:
        return []
    text = f"of the workbook's sheets, {names[0]!r} is read, and not {listed(names[1:])}"
    return [Note(text, "sheets", names)]


def _bytes_read(raw: BinaryIO) -> int:
    """Return how far a file was read; 0 for a pipe, whose position is unknown."""
    return raw.tell() if raw.seekable() else 0


class _Block(NamedTuple):
    """Rows that fit the header, by columns, and the lines they begin in."""

    lines: Sequence[int]
    columns: Sequence[Sequence[str]]

    @classmethod
    def of_rows(cls, lines: Sequence[int], rows: Sequence[Sequence[str]], n_columns: int) -> _Block:
        return cls(lines, list(zip(*rows, strict=True)) if rows else [()] * n_columns)

    @classmethod
    def joined(cls, blocks: Sequence[_Block]) -> _Block:
        lines = [line for block in blocks for line in block.lines] if len(blocks) > 1 else blocks[0].lines
        columns = zip(*(block.columns for block in blocks), strict=True)
        return cls(lines, [arrow_csv.joined_cells(parts) for parts in columns])

    def is_blank(self, column: int) -> bool:
        return _is_blank(self.columns[column])

    def without_end(self, n: int, path: Path) -> _Block:
        """Return the first columns; ValueError if there is something in others, which have no name."""
        if all(map(self.is_blank, range(n, len(self.columns)))):
            return _Block(self.lines, self.columns[:n])
        rows = ((line, [column[row] for column in self.columns[n:]]) for row, line in enumerate(self.lines))
        line, cells = next((line, cells) for line, cells in rows if not _is_blank(cells))
        raise ValueError(
            words("{path}, line {line}: {cells} has no name in the header", path=path, line=line, cells=cells)
        )


class _Rows:
    """The rows of an open CSV file: the header, then those that fit it."""

    def __init__(
        self, file: Iterator[str], dialect: Dialect, n_before: int, path: Path, reading: Reading
    ) -> None:
        self._n_before = n_before
        self._first = 1
        self._file = file
        self._reader = csv.reader(file, delimiter=dialect.separator, strict=True)
        self._dialect, self._path, self._reading = dialect, path, reading
        self._by_pyarrow = isinstance(file, Lines) and arrow_csv.pays(path)
        self._skipped: list[int] = []
        self._n_cells = 0
        self._last: list[arrow_csv.ArrowCells] = []  # the rows before, if pyarrow has read them
        self._numeric: set[int] | None = None  # columns of plain numbers so far

    @property
    def number(self) -> int:
        """The number of the line that the row read last begins in."""
        return self._n_before + self._first

    def parts(self, rows_at_once: int | None) -> Iterator[Part]:
        """Yield some rows at a time under the names of their columns, or all."""
        first = next(self._rows(), [])
        self._n_cells = len(first)
        header = _Header.of(first, self._path) if self._reading.has_header else _Header.without(first)
        before = self._below_no_title(first) if self._reading.has_header else [(self.number, first)]
        blocks = self._blocks(rows_at_once, before) if rows_at_once else iter([self._whole(before)])
        for number, block in enumerate(blocks):
            if number == 0:
                header = header.without_empty_end(block)
                check_names(header.names, self._path)
            named = block.without_end(len(header.names), self._path)
            columns = dict(zip(header.names, named.columns, strict=True))
            yield Part(columns, self._dialect, block.lines, self._skipped, header.notes, 0)
            self._skipped = []

    def _below_no_title(self, first: list[str]) -> list[tuple[int, list[str]]]:
        """Refuse a first line that is a title above the names; return what was read to find that out."""
        line, read = self.number, list[tuple[int, list[str]]]()
        if self._reading.skip_bad_lines or sum(map(bool, map(str.strip, first))) != 1:
            return read
        for row in islice(self._rows(), _MOST_TITLES):
            filled = [cell for cell in row if cell.strip()]
            if any(_is_number(cell.replace(",", ".")) for cell in filled):
                return [*read, *self._fitting(row)]  # no names
            if len(filled) > 1:
                raise ValueError(
                    words(
                        "{path}, line {line}: {cell!r} stands alone above lines with several cells, like a "
                        "title; delete what is above the names of the columns, or name every column",
                        path=self._path,
                        line=line,
                        cell="".join(first).strip(),
                    )
                )
            read += self._fitting(row)
        return read

    def _fitting(self, row: list[str]) -> list[tuple[int, list[str]]]:
        """Return a row and the line it begins in; nothing if it is skipped."""
        return [(self.number, row)] if len(row) == self._n_cells or self._fits(row) else []

    def _whole(self, before: list[tuple[int, list[str]]]) -> _Block:
        return _Block.joined(list(self._blocks(_LINES_AT_ONCE if self._by_pyarrow else None, before)))

    def _blocks(self, rows_at_once: int | None, before: list[tuple[int, list[str]]]) -> Iterator[_Block]:
        """Yield rows by columns, at least once."""
        some = False
        while True:
            block = None if before or rows_at_once is None else self._plain_block(rows_at_once)
            if block is None:
                block = self._block(rows_at_once, before)
            if len(block.lines) or not some:
                yield block
            if rows_at_once is None or len(block.lines) < rows_at_once:
                return
            before, some = [], True

    def _plain_block(self, n: int) -> _Block | None:
        """Return the next lines as rows, n or fewer at the end, if pyarrow can read them."""
        if not (self._by_pyarrow and isinstance(self._file, Lines)):
            return None
        lines = self._file.take(n)
        cells = None
        with suppress(UnicodeError):
            if lines:
                text = self._file.as_utf8(lines)
                form = self._n_cells, self._dialect.separator
                cells = arrow_csv.cells_of_lines(lines, text, *form, self._numeric_columns())
        if cells is None:
            self._file.put_back(lines)
            return None
        first = self._n_before + self._reader.line_num + 1
        self._n_before += len(lines)
        self._last = cells
        return _Block(range(first, first + len(lines)), cells)

    def _numeric_columns(self) -> set[int]:
        """Return the columns to read as numbers; none where a comma may be in them."""
        if self._dialect.separator != ",":
            return set()
        if self._last:
            numeric = {c for c, cells in enumerate(self._last) if cells.are_better_as_numbers}
            self._numeric = numeric if self._numeric is None else self._numeric & numeric
            self._last = []
        return self._numeric or set()

    def _block(self, rows_at_once: int | None, before: list[tuple[int, list[str]]]) -> _Block:
        lines, rows = [line for line, _ in before], [row for _, row in before]
        for row in self._rows() if len(rows) != rows_at_once else ():
            if len(row) != self._n_cells and not self._fits(row):
                continue
            lines.append(self.number)
            rows.append(row)
            if len(rows) == rows_at_once:
                break
        return _Block.of_rows(lines, rows, self._n_cells)

    def _rows(self) -> Iterator[list[str]]:
        """Yield the lines that are not blank."""
        while True:
            self._first = self._reader.line_num + 1
            try:
                row = next(self._reader, None)
            except csv.Error as error:
                if not self._reading.skip_bad_lines or "end of data" in str(error):
                    raise
                self._skipped.append(self.number)
                continue
            if row is None:
                return
            if row:
                yield row

    def _fits(self, row: list[str]) -> bool:
        """Cut off a separator at the end of a line; raise or skip what has other cells than the header."""
        if len(row) > self._n_cells and _is_blank(row[self._n_cells :]):
            del row[self._n_cells :]
            return True
        if self._reading.skip_bad_lines:
            self._skipped.append(self.number)
            return False
        raise ValueError(
            words(
                "{path}, line {line}: {n} cells, but the header has {n_names}; correct the line, or skip "
                "such lines (--skip-bad-lines)",
                path=self._path,
                line=self.number,
                n=len(row),
                n_names=self._n_cells,
            )
        )


class _Header(NamedTuple):
    """The names of columns, and notes on them."""

    names: list[str]
    notes: tuple[Note, ...] = ()

    @classmethod
    def without(cls, row: list[str]) -> _Header:
        """Return numbered names for a file that has none."""
        return cls([f"column {number}" for number in range(1, len(row) + 1)])

    @classmethod
    def of(cls, row: list[str], path: Path) -> _Header:
        """Return the names of a header; ValueError if there is none, or one name for two columns."""
        names = [cell.strip() for cell in row]
        if not any(names):
            raise ValueError(words("{path}: the file is empty; it needs a header line", path=path))
        check_names([name for name in names if name], path)
        numbers = [name for name in names if _is_number(name)]
        if numbers and numbers != [str(n) for n in range(len(numbers))]:
            text = f"the first line is read as names, but holds {numbers[0]} (see --no-header)"
            return cls(names, (Note(text, "numbers as names", numbers[:1]),))
        return cls(names)

    def without_empty_end(self, block: _Block) -> _Header:
        """Return it without empty columns at the end; name others that have no name as pandas does."""
        n = len(self.names)
        while not self.names[n - 1] and block.is_blank(n - 1):
            n -= 1
        named = [name or f"Unnamed: {c}" for c, name in enumerate(self.names[:n])]
        unnamed = [name for name, own in zip(named, self.names, strict=False) if name != own]
        if not unnamed:
            return _Header(named, self.notes)
        them = f"column {unnamed[0]!r} has" if len(unnamed) == 1 else f"columns {listed(unnamed)} have"
        return _Header(named, (*self.notes, Note(f"{them} no name in the header", "no names", unnamed)))


def check_names(names: Sequence[str], path: Path) -> None:
    """Refuse a table with one name for two columns."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(
                words(
                    "{path}: two columns are called {name!r}; rename one, or say that the first line holds "
                    "no names (--no-header)",
                    path=path,
                    name=name,
                )
            )
        seen.add(name)


def chosen_columns(
    columns: Collection[str] | None, names: Sequence[str], ignore: Collection[str], path: Path
) -> tuple[str, ...]:
    """Return the columns to read: those asked for, without those to ignore.

    Raises
    ------
    ValueError
        If one of either is not there, or none is left.
    """
    known = set(names)
    asked = tuple(names if columns is None else columns)
    if absent := [name for name in (*asked, *ignore) if name not in known]:
        rest = words(" and {n} more that are needed", n=len(absent) - 1) if len(absent) > 1 else ""
        raise ValueError(
            words(
                "{path}: there is no column {name!r}{rest}; columns are {names}",
                path=path,
                name=absent[0],
                rest=rest,
                names=listed(names),
            )
        )
    chosen = tuple(name for name in asked if name not in ignore)
    if not chosen:
        raise ValueError(
            words("{path}: no column is left to read; columns are {names}", path=path, names=listed(names))
        )
    return chosen


def _is_blank(cells: Sequence[str]) -> bool:
    return not any(cell.strip() for cell in arrow_csv.different(cells))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.lower() not in ("nan", "inf", "infinity")
