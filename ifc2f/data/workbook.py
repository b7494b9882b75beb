"""Workbooks of spreadsheets (XLSX) as CSV: what the first sheet with a table shows, row by row."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import BinaryIO, NamedTuple
from xml.etree import ElementTree

from ifc2f.core.words import words

MAGIC = b"PK\3\4"
_LARGEST_BYTES = 1 << 29  # of a part, and of the CSV text
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


class _TooLargeError(ValueError):
    """A workbook that would take too much memory."""


# What reading raises where a part is not as it should be; a locked one is a RuntimeError.
_OF_DAMAGE = (
    ElementTree.ParseError, zlib.error, LookupError, ValueError, EOFError, StopIteration, NotImplementedError,
    RuntimeError,
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
            if "xl/workbook.xml" not in archive.namelist():
                return None
            return _Workbook(archive, source).first_table()
    except (zipfile.BadZipFile, zipfile.LargeZipFile):
        return None
    except _TooLargeError:
        raise
    except _OF_DAMAGE as error:
        raise ValueError(
            words("{source}: a damaged workbook; save it again from the spreadsheet", source=source)
        ) from error


class _Workbook:
    """The parts of an open workbook."""

    def __init__(self, archive: zipfile.ZipFile, source: str) -> None:
        self._archive, self._source = archive, source
        self._texts = self._shared_texts()
        self._formats = self._number_formats()

    def first_table(self) -> Sheet:
        """Return the first visible sheet with several rows and columns, else the first one."""
        root = next(self._elements("xl/workbook.xml", "workbook"))
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
        names, first = [name for name, _ in sheets], None
        for name, target in sheets:
            path = target[1:] if target.startswith("/") else f"xl/{target}"
            rows = dict(self._rows(path))
            others = [other for other in names if other != name]
            if sum(len(row) > 1 for row in rows.values()) > 1:
                return Sheet(self._csv(rows), [name, *others])
            first = first or (rows, [name, *others])
        rows, names = first or ({}, [])
        return Sheet(self._csv(rows), names)

    _day_0 = _DAY_0

    def _elements(self, path: str, kind: str) -> Iterator[ElementTree.Element]:
        """Yield the elements of a kind of a part, and forget each afterwards."""
        if self._archive.getinfo(path).file_size > _LARGEST_BYTES:
            raise self._too_large()
        n_yielded = n_since = 0
        with self._archive.open(path) as part:
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
        if path not in self._archive.namelist():
            return []
        return [_decoded(_text(element)) for element in self._elements(path, "si")]

    def _number_formats(self) -> list[str]:
        """Return what each style makes of a number: "date", "time", "percent", or an empty text."""
        path = "xl/styles.xml"
        if path not in self._archive.namelist():
            return []
        root = next(self._elements(path, "styleSheet"))
        codes = {
            int(element.get("numFmtId", "0")): element.get("formatCode", "")
            for element in root.iter()
            if _kind(element) == "numFmt"
        }
        styles = next((element for element in root if _kind(element) == "cellXfs"), ())
        return [_meaning(int(style.get("numFmtId", "0")), codes) for style in styles]

    def _rows(self, path: str) -> Iterator[tuple[int, dict[int, str]]]:
        """Yield the number of each row that holds something, and its cells by column."""
        last = 0
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
                if shown := " ".join(self._shown(cell).split()):
                    cells[column] = shown
            if cells:
                yield last, cells

    def _shown(self, cell: ElementTree.Element) -> str:
        """Return what a cell shows."""
        kind, value = cell.get("t", "n"), ""
        for part in cell:
            if _kind(part) == "v":
                value = part.text or ""
            elif _kind(part) == "is":
                return _decoded(_text(part))
        if kind == "s":
            return self._texts[int(value)]
        if kind == "e":
            return ""  # a formula without a result
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        if kind != "n" or not value.strip():
            return _decoded(value)
        style = int(cell.get("s", "0"))
        return self._number(float(value), self._formats[style] if style < len(self._formats) else "")

    def _number(self, value: float, meaning: str) -> str:
        if meaning == "percent":
            return f"{100 * value:.15g}%"
        if meaning in ("date", "time") and value >= 0:
            with suppress(OverflowError):  # after the year 9999
                seconds = round(86400 * value)
                return self._time(seconds % 86400 if meaning == "time" else seconds)
        return f"{value:.15g}"  # as many digits as spreadsheets show

    def _time(self, seconds: int) -> str:
        day = self._day_0 + timedelta(seconds=seconds)
        if seconds < 86400:
            return f"{day:%H:%M:%S}"
        return f"{day:%Y-%m-%d}" if seconds % 86400 == 0 else f"{day:%Y-%m-%d %H:%M:%S}"

    def _csv(self, rows: dict[int, dict[int, str]]) -> bytes:
        """Return rows as CSV: empty rows as empty lines, so that a line has the number of its row."""
        width = 1 + max((max(cells) for cells in rows.values()), default=0)
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

    def _too_large(self) -> _TooLargeError:
        text = words("{source}: the workbook is too large; save its sheet as CSV", source=self._source)
        return _TooLargeError(text)


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
    """Return a text with the characters that it names by their code."""
    return _CODED.sub(lambda found: chr(int(found[1], 16)), text)


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
