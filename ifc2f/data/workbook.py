"""Workbooks of spreadsheets (XLSX) as CSV: what the first sheet with a table shows, row by row."""

from __future__ import annotations

import csv
import errno
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from decimal import Decimal
from typing import BinaryIO, NamedTuple
from xml.etree import ElementTree

from ifc2f.core.words import words

MAGIC = b"PK\3\4"
_BOOK = "xl/workbook.xml"
_LARGEST_BYTES = 1 << 29  # of all parts that are read, of the cells, and of the CSV text
_LARGEST_SWOLLEN = 1 << 25  # of a part that is compressed as no program's sheets are
_SWOLLEN = 200  # sheets of programs are 5 to 50 times larger than when compressed
_LONGEST_FORMAT = 1000
_MOST_ROWS = 1 << 20  # of a sheet, as the format has it
_MOST_ELEMENTS = 1 << 20  # in a row, or in another part that is read at once
_MOST_TEXTS = 1 << 24
_DATES = {*range(14, 23), *range(27, 37), 45, 47, *range(50, 59)}  # formats without a code, and no spans
_TIMES = {*range(18, 22), *range(32, 36), 45, 47, 55, 56}  # of these, without a day
_PERCENT = {9, 10}
_NO_CODE = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')  # in a format: texts, colours, fillings
_CODED = re.compile(r"_x([0-9A-Fa-f]{4})_")  # in a text: a character that XML cannot hold
_PLACE = re.compile(r"([A-Z]{1,3})\d+")
_DAY_0 = datetime(1899, 12, 30)  # as days count from 1 March 1900 on
_DAYS_TO_1904 = 1462
_AFTER_NO_DAY = 60  # 29 February 1900, which spreadsheets count, and no calendar has
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # those of the format


class _RefusedError(ValueError):
    """A workbook that is not damaged, but not read: it would take too much memory, or shows no sheet."""


# What reading raises where a part is not as it should be; a locked one is a RuntimeError.
_OF_DAMAGE = (
    ElementTree.ParseError, zlib.error, LookupError, ValueError, EOFError, StopIteration, NotImplementedError,
    RuntimeError, zipfile.BadZipFile, zipfile.LargeZipFile,
)  # fmt: skip


class Sheet(NamedTuple):
    """A sheet as CSV in UTF-8, of which each line is a row, and the names of all sheets, its own first."""

    text: bytes
    names: list[str]


def sheet_of(raw: BinaryIO, source: str) -> Sheet | None:
    """Return the first sheet that holds a table; None if the file is no workbook of this kind.

    Raises
    ------
    ValueError
        If it is damaged, or too large.
    """
    try:
        with zipfile.ZipFile(raw) as archive:
            book = _Workbook(archive, source)
            return book.first_table() if book.has(_BOOK) else None
    except _RefusedError:
        raise
    except (*_OF_DAMAGE, OSError) as error:
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # a place before the file's beginning
            raise
        raise ValueError(
            words("{source}: a damaged workbook; save it again from the spreadsheet", source=source)
        ) from error


class _Workbook:
    """The parts of an open workbook."""

    def __init__(self, archive: zipfile.ZipFile, source: str) -> None:
        self._archive, self._source = archive, source
        self._parts = {_plain(part.filename): part for part in archive.infolist()}
        self._n_bytes = 0
        self._texts = self._shared_texts()
        self._formats = self._number_formats()

    def has(self, path: str) -> bool:
        """Whether there is a part."""
        return _plain(path) in self._parts

    def first_table(self) -> Sheet:
        """Return the first visible sheet with several rows and columns, else the first one."""
        root = next(self._elements(_BOOK, "workbook"))
        targets = {
            rel.get("Id"): rel.get("Target", "")
            for rel in self._elements("xl/_rels/workbook.xml.rels", "Relationship")
        }
        for element in root.iter():
            if _kind(element) == "workbookPr" and element.get("date1904") in ("1", "true"):
                self._day_0 = _DAY_0 + timedelta(days=_DAYS_TO_1904)
        sheets = [
            (element.get("name", ""), targets[next(v for k, v in element.items() if k.endswith("}id"))])
            for element in root.iter()
            if _kind(element) == "sheet" and element.get("state", "visible") == "visible"
        ]
        if not sheets:
            raise _RefusedError(
                words(
                    "{source}: all sheets of the workbook are hidden; show the one that holds the table",
                    source=self._source,
                )
            )
        names, first = [name for name, _ in sheets], None
        for name, target in sheets:
            rows = self._rows(posixpath.join("/xl", target.replace("\\", "/")))
            others = [other for other in names if other != name]
            if sum(len(row) > 1 for row in rows.values()) > 1:
                return Sheet(self._csv(rows), [name, *others])
            first = first or (rows, [name, *others])
        rows, names = first or ({}, [])
        return Sheet(self._csv(rows), names)

    _day_0 = _DAY_0

    def _elements(self, path: str, kind: str) -> Iterator[ElementTree.Element]:
        """Yield the elements of a kind of a part, and forget each afterwards."""
        info = self._parts[_plain(path)]
        self._n_bytes += info.file_size
        is_swollen = info.file_size > max(_LARGEST_SWOLLEN, _SWOLLEN * info.compress_size)
        if self._n_bytes > _LARGEST_BYTES or is_swollen:
            raise self._too_large()
        if info.compress_type not in _COMPRESSIONS:
            raise ValueError(f"compression {info.compress_type}")
        n_yielded = n_since = 0
        with self._archive.open(info) as part:
            for _, element in ElementTree.iterparse(part):
                n_since += 1
                if n_since > _MOST_ELEMENTS or n_yielded > _MOST_TEXTS:
                    raise self._too_large()
                if _kind(element) == kind:
                    yield element
                    element.clear()
                    n_yielded, n_since = n_yielded + 1, 0

    def _shared_texts(self) -> list[str]:
        path = "xl/sharedStrings.xml"
        if not self.has(path):
            return []
        return [_in_a_line(_decoded(_text(element))) for element in self._elements(path, "si")]

    def _number_formats(self) -> list[str]:
        """Return what each style makes of a number: "date", "time", "percent", or an empty text."""
        path = "xl/styles.xml"
        if not self.has(path):
            return []
        root = next(self._elements(path, "styleSheet"))
        codes = {
            int(element.get("numFmtId", "0")): element.get("formatCode", "")[:_LONGEST_FORMAT]
            for element in root.iter()
            if _kind(element) == "numFmt"
        }
        styles = next((element for element in root if _kind(element) == "cellXfs"), ())
        return [_meaning(int(style.get("numFmtId", "0")), codes) for style in styles]

    def _rows(self, path: str) -> dict[int, dict[int, str]]:
        """Return the cells by column of each row that holds something, by its number."""
        rows: dict[int, dict[int, str]] = {}
        last = n_bytes = 0
        for row in self._elements(path, "row"):
            last = int(row.get("r") or last + 1)
            if last < 1:
                raise ValueError(f"row {last}")
            if last > _MOST_ROWS:
                raise self._too_large()
            cells: dict[int, str] = {}
            column = -1
            for cell in row:
                place = _PLACE.fullmatch(cell.get("r", ""))
                column = column + 1 if place is None else _column(place[1])
                if shown := self._shown(cell):
                    cells[column] = shown
                    n_bytes += len(shown)
                    if n_bytes > _LARGEST_BYTES:
                        raise self._too_large()
            if cells:
                rows.setdefault(last, {}).update(cells)
        return rows

    def _shown(self, cell: ElementTree.Element) -> str:
        """Return what a cell shows, in a line."""
        kind, value = cell.get("t", "n"), ""
        for part in cell:
            if _kind(part) == "v":
                value = part.text or ""
            elif _kind(part) == "is":
                return _in_a_line(_decoded(_text(part)))
        if kind == "e" or not value.strip():
            return ""  # a formula without a result
        if kind == "s":
            if (number := int(value)) < 0:
                raise IndexError(number)
            return self._texts[number]
        if kind == "b":
            return "TRUE" if value.strip() in ("1", "true") else "FALSE"
        if kind != "n":
            return _in_a_line(_decoded(value))
        style = int(cell.get("s", "0"))
        meaning = self._formats[style] if 0 <= style < len(self._formats) else ""
        return self._number(float(value), meaning)

    def _number(self, value: float, meaning: str) -> str:
        if meaning == "percent":
            number = f"{100 * value:.15g}"
            return f"{Decimal(number):f}%" if "e" in number else f"{number}%"
        if meaning in ("date", "time") and value >= 0:
            with suppress(OverflowError):  # after the year 9999
                return self._time(value, with_day=meaning == "date")
        return f"{value:.15g}"  # as many digits as spreadsheets show

    def _time(self, value: float, with_day: bool) -> str:
        milliseconds = round(86_400_000 * value)
        if self._day_0 == _DAY_0 and 1 <= value < _AFTER_NO_DAY:
            milliseconds += 86_400_000
        since, in_day = timedelta(milliseconds=milliseconds), milliseconds % 86_400_000
        time = (_DAY_0 + timedelta(milliseconds=in_day)).isoformat(
            timespec="milliseconds" if milliseconds % 1000 else "seconds"
        )[11:]
        if not with_day or since < timedelta(days=1):
            return time
        day = f"{self._day_0 + since:%Y-%m-%d}"
        return f"{day} {time}" if in_day else day

    def _csv(self, rows: dict[int, dict[int, str]]) -> bytes:
        """Return rows as CSV: empty rows as empty lines, so that a line has the number of its row."""
        width = 1 + max((max(cells) for cells in rows.values()), default=0)
        if width * len(rows) > _LARGEST_BYTES:  # of which most cells are empty
            raise self._too_large()
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        line = 0
        for number in sorted(rows):
            out.write("\n" * (number - line - 1))
            writer.writerow([rows[number].get(column, "") for column in range(width)])
            line = number
            if out.tell() > _LARGEST_BYTES:
                raise self._too_large()
        return out.getvalue().encode("utf-8", "replace")

    def _too_large(self) -> _RefusedError:
        text = words("{source}: the workbook is too large; save its sheet as CSV", source=self._source)
        return _RefusedError(text)


def _plain(path: str) -> str:
    """Return a part's path as it is compared: parts differ in more than capitals."""
    return posixpath.normpath(path.replace("\\", "/")).lstrip("/").lower()


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


def _kind(element: ElementTree.Element) -> str:
    """Return an element's name without its namespace, of which there are two."""
    return element.tag.rpartition("}")[2]


def _text(element: ElementTree.Element) -> str:
    """Return a text, which may be of several runs; not how it is read aloud in Japanese."""
    if _kind(element) == "rPh":
        return ""
    own = element.text or "" if _kind(element) == "t" else ""
    return own + "".join(map(_text, element))


def _decoded(text: str) -> str:
    """Return a text with the characters that it names by their code, of which two may make one."""
    decoded, n_coded = _CODED.subn(lambda found: chr(int(found[1], 16)), text)
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if n_coded else text


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _meaning(number: int, codes: dict[int, str]) -> str:
    """Return what a format makes of a number."""
    if number not in codes:
        kinds = {"time": _TIMES, "date": _DATES, "percent": _PERCENT}
        return next((kind for kind, numbers in kinds.items() if number in numbers), "")
    code = _NO_CODE.sub("", codes[number]).split(";")[0].lower()
    if "%" in code:
        return "percent"
    is_span = re.search(r"\[[hms]+\]", codes[number].lower())  # 26 hours are no time of day
    if is_span or "general" in code:
        return ""
    return "date" if re.search("[dy]|^[^hs]*m[^hs]*$", code) else "time" if re.search("[hs]", code) else ""
