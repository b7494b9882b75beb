"""How a CSV file is written: its encoding, and what separates its cells."""

from __future__ import annotations

import codecs
import csv
import functools
import io
import itertools
import re
from typing import Any, BinaryIO, NamedTuple

from ifc2f.core.words import words
from ifc2f.data.csv_lines import CUT_AT_LINE_FEEDS, Lines

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_MANY = {",": words("commas"), ";": words("semicolons"), "\t": words("tabs"), "|": words("bars")}
_ENCODINGS = {"utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252"}
_BEGINNING_BYTES = 1 << 16  # for finding the separator
_BLOCK_BYTES = 1 << 20
_WORKBOOKS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")  # how XLSX and ODS begin, and XLS
# How web pages begin, as which some systems export tables under the name of a spreadsheet.
_MARKUP = (b"<!doctype", b"<html", b"<head", b"<meta", b"<style", b"<body", b"<div", b"<table", b"<?xml")
_DECLARED = re.compile(r'\ufeff?"?sep=(.)"?\r?\n')  # Excel's own line above the header


class Dialect(NamedTuple):
    """What separates cells, and the name of the encoding as Python's codecs know it."""

    separator: str
    encoding: str

    def __str__(self) -> str:
        separator = SEPARATORS.get(self.separator, repr(self.separator))
        return f"{encoding_name(self.encoding)}, {separator} between cells"


def encoding_name(encoding: str) -> str:
    """Return an encoding as people call it."""
    return next((name for start, name in _ENCODINGS.items() if encoding.startswith(start)), encoding)


def checked_separator(text: str | None) -> str | None:
    """Return a separator given by itself or by its name, such as "tab"; None stays None.

    Raises
    ------
    ValueError
        If it is no single character that can separate cells.
    """
    named = {name: mark for mark, name in SEPARATORS.items()} | {r"\t": "\t"}
    mark = named.get(text, text) if text is not None else None
    if mark is not None and (len(mark) != 1 or mark in '"\r\n' or mark.isalnum()):
        raise ValueError(
            words(
                "the separator must be one character or one of {values}, not {text!r}",
                values=", ".join(SEPARATORS.values()),
                text=text,
            )
        )
    return mark


def checked_encoding(name: str | None) -> str | None:
    """Return an encoding as Python's codecs call it; None stays None.

    Raises
    ------
    ValueError
        If it is no encoding of text.
    """
    if name is None:
        return None
    try:
        known = codecs.lookup(name)
        "".encode(name)
    except (LookupError, TypeError, ValueError) as error:
        raise ValueError(
            words("{name!r} is not a known encoding; try utf-8, utf-16 or cp1252 (Windows-1252)", name=name)
        ) from error
    return "utf-8-sig" if known.name == "utf-8" else known.name


def opened(
    raw: BinaryIO, source: str, separator: str | None = None, encoding: str | None = None
) -> tuple[io.TextIOWrapper | Lines, Dialect, int]:
    """Return the text of a CSV file, how it is written, and how many lines of it were read already.

    A first line such as ``sep=;`` belongs to the latter: it gives the separator, unless that is known.

    Parameters
    ----------
    raw : file
        At its beginning. Of a pipe, which cannot be read twice, only the beginning shows the encoding.
    source : str
        For messages.
    separator, encoding : str, optional
        What is known of it.

    Raises
    ------
    ValueError
        If the text is not in the encoding, or in none of those known, or two separators fit alike.
    """
    separator, encoding = checked_separator(separator), checked_encoding(encoding)
    beginning = raw.read(_BEGINNING_BYTES)
    encoding = encoding or _encoding(beginning, raw, source)
    if raw.seekable():
        raw.seek(0)
        stream: Any = raw
    else:
        stream = io.BufferedReader(_Again(beginning, raw))
    try:
        text = codecs.getincrementaldecoder(encoding)(errors="replace").decode(beginning)
    except UnicodeError as error:
        raise not_in(encoding, source, error) from error
    declared = _DECLARED.match(text)
    if separator is None:
        is_cut = len(beginning) == _BEGINNING_BYTES
        separator = declared[1] if declared else _separator(text, is_cut, source)
    by_lines = encoding in CUT_AT_LINE_FEEDS and b"\n" in beginning
    file = Lines(stream, encoding) if by_lines else io.TextIOWrapper(stream, encoding=encoding, newline="")
    if declared:
        next(file)
    return file, Dialect(separator, encoding), 1 if declared else 0


def not_in(encoding: str, source: str, error: UnicodeError) -> ValueError:
    """Return the error of a text that is not in an encoding."""
    return ValueError(
        words(
            "{source}: not a text in {encoding} ({why}); name its encoding (encoding=..., on the command "
            "line --encoding)",
            source=source,
            encoding=encoding_name(encoding),
            why=error,
        )
    )


class _Again(io.RawIOBase):
    """A pipe whose beginning was read, from that beginning on."""

    def __init__(self, beginning: bytes, rest: BinaryIO) -> None:
        self._beginning, self._rest = beginning, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        part, self._beginning = self._beginning[:size], self._beginning[size:]
        part = part or self._rest.read(size)
        buffer[: len(part)] = part
        return len(part)


def _encoding(beginning: bytes, raw: BinaryIO, source: str) -> str:
    """Return the encoding: by the mark of byte order, by the zeros of UTF-16, else by what can be decoded."""
    if beginning.startswith(_WORKBOOKS):
        raise ValueError(
            words(
                "{source}: a workbook of a spreadsheet, not a table in a text file; save its sheet from the "
                'spreadsheet as "CSV UTF-8", and use that file',
                source=source,
            )
        )
    if beginning.removeprefix(codecs.BOM_UTF8).lstrip().lower().startswith(_MARKUP):
        raise ValueError(
            words(
                "{source}: a web page or XML, not a table in a text file; open it in a spreadsheet, and save "
                "it from there as XLSX or CSV",
                source=source,
            )
        )
    if beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if 0 in beginning:
        even, odd = beginning[::2].count(0), beginning[1::2].count(0)
        if 4 * max(even, odd) > len(beginning) and 8 * min(even, odd) < max(even, odd):
            return "utf-16-le" if odd > even else "utf-16-be"
        raise ValueError(
            words("{source}: not a CSV file: it holds zero bytes, and is not UTF-16", source=source)
        )
    for encoding in ("utf-8-sig", "cp1252"):
        if _decodes(beginning, raw, encoding):
            return encoding
    raise ValueError(
        words(
            "{source}: not a CSV file in UTF-8, UTF-16 or Windows-1252; name its encoding (encoding=..., on "
            'the command line --encoding), or save it again as UTF-8 (in a spreadsheet: as "CSV UTF-8")',
            source=source,
        )
    )


def _decodes(beginning: bytes, raw: BinaryIO, encoding: str) -> bool:
    """Whether all of a file is in an encoding; of a pipe, its beginning."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        decoder.decode(beginning)
        if raw.seekable():
            raw.seek(len(beginning))
            while block := raw.read(_BLOCK_BYTES):
                decoder.decode(block)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _separator(text: str, is_cut: bool, source: str) -> str:
    """Return what gives all first rows the same number of cells, and the most of them.

    A space counts where nothing else separates anything. Where nothing fits all rows, the file is damaged:
    what fits most rows, or all below a title, then lets the reader name the line.
    """
    counts = {mark: _cells(text, mark, is_cut) for mark in SEPARATORS}
    fitting = {
        mark: found[0] for mark, found in counts.items() if found and found[0] > 1 and len(set(found)) == 1
    }
    if not fitting:
        tried = {mark: found for mark, found in counts.items() if found and found[0] > 1}
        blanks = _cells(text, " ", is_cut)
        if not tried and len(set(blanks)) == 1 and blanks[0] > 1:
            return " "
        below = {mark: rest[0] for mark, found in counts.items() if (rest := _below_titles(found))}
        if not tried and below:
            return max(below, key=below.__getitem__)
        return max(tried, key=lambda mark: (tried[mark].count(tried[mark][0]), tried[mark][0]), default=",")
    most = [mark for mark, n_cells in fitting.items() if n_cells == max(fitting.values())]
    if len(most) > 1:
        names = functools.reduce(
            lambda one, other: words("{one} or {other}", one=one, other=other), (_MANY[mark] for mark in most)
        )
        raise ValueError(
            words(
                "{source}: its cells may be separated by {names}; say which (separator=..., on the command "
                "line --separator)",
                source=source,
                names=names,
            )
        )
    return most[0]


def _below_titles(counts: list[int]) -> list[int]:
    """Return the numbers of cells below first lines of one cell; none if they differ."""
    rest = list(itertools.dropwhile((1).__eq__, counts))
    return rest if len(set(rest)) == 1 else []


def _cells(text: str, separator: str, is_cut: bool) -> list[int]:
    """Return how many cells the rows have; none if quotes make no sense with this separator."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    counts = []
    try:
        for row in reader:
            if row:
                counts.append(len(row))
    except csv.Error:
        is_last = reader.line_num >= text.count("\n")
        return counts if is_cut and is_last else []  # quotes that the cut left open
    return counts[:-1] if is_cut and len(counts) > 1 else counts
