"""Columns of texts that stand for numbers, in the forms that people and programs use.

Plain numbers, dates, times of day, money, shares in percent, and numbers with something between thousands.
A column is read as one of these if all of its cells can be, and in one way only; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ifc2f.data.times import DAYS, EPOCH, SECONDS, Written

__all__ = ["Written", "numbers_of", "parse_number"]

_DATE = re.compile(r"(\d{4})([-/])(\d{1,2})\2(\d{1,2})")
_DATE_WITH_POINTS = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?")
_ENGLISH = (",.", ".")
_CURRENCY = r"[$€£¥]|EUR|USD|GBP|CHF|JPY"
_MONEY_BEFORE = re.compile(rf"([+-]?)({_CURRENCY})\s*([+-]?)(\d.*)")
_MONEY_BEHIND = re.compile(rf"([+-]?\d(?:.*\S)?)\s*({_CURRENCY})")
_PERCENT = re.compile(r"([+-]?[\d.,](?:.*\S)?)\s*(%)")
_STYLES = (",.", " .", "'.", ".,", " ,", "',", ".", ",")  # what stands between thousands, and before decimals
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'"})


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


def numbers_of(cells: Sequence[str]) -> Written | None:
    """Return what the cells of a column stand for; None if some stand for no number, or it is not certain.

    Parameters
    ----------
    cells : sequence of str
        Those that are there, without blanks around them.
    """
    plain = _all(cells, _plain)
    if plain is not None:
        return Written(plain)
    for read in (_dates, _times, _with_sign, _grouped):
        if (found := read(cells)) is not None:
            return found
    return None


def _all(cells: Sequence[str], read: Callable[[str], float | None]) -> NDArray[np.float64] | None:
    """Return the number of each cell; None as soon as one has none."""
    numbers = np.empty(len(cells))
    for i, cell in enumerate(cells):
        number = read(cell)
        if number is None:
            return None
        numbers[i] = number
    return numbers


def _plain(cell: str) -> float | None:
    try:
        return parse_number(cell)
    except ValueError:
        return None


def _dates(cells: Sequence[str]) -> Written | None:
    """Days: 2024-03-01, 2024/3/1 or 1.3.2024, and a time of day where wanted; 03/04/2024 is not certain."""
    numbers = _all(cells, _date)
    return None if numbers is None else Written(numbers, DAYS)


def _date(cell: str) -> float | None:
    day, _, clock = cell.replace("T", " ", 1).rstrip("Z").partition(" ")
    if found := _DATE.fullmatch(day):
        year, _, month, of_month = found.groups()
    elif found := _DATE_WITH_POINTS.fullmatch(day):
        of_month, month, year = found.groups()
    else:
        return None
    try:
        date = np.datetime64(f"{year}-{int(month):02}-{int(of_month):02}")
    except ValueError:  # there is no such day
        return None
    seconds = _time(clock) if clock else 0.0
    return None if seconds is None else float((date - EPOCH).astype(np.int64)) + seconds / 86400.0


def _times(cells: Sequence[str]) -> Written | None:
    numbers = _all(cells, _time)
    return None if numbers is None else Written(numbers, SECONDS)


def _time(cell: str) -> float | None:
    found = _CLOCK.fullmatch(cell)
    if not found:
        return None
    hours, minutes, seconds = int(found[1]), int(found[2]), float((found[3] or "0").replace(",", "."))
    return 3600.0 * hours + 60.0 * minutes + seconds if hours < 24 and minutes < 60 and seconds < 61 else None


def _with_sign(cells: Sequence[str]) -> Written | None:
    """Money and shares in percent, if all cells have the same sign; $1,234 has a comma between thousands."""
    bare: list[str] = []
    signs: set[str] = set()
    for cell in cells:
        if found := _PERCENT.fullmatch(cell) or _MONEY_BEHIND.fullmatch(cell):
            number, sign = found.groups()
        elif found := _MONEY_BEFORE.fullmatch(cell):
            minus, sign, other, digits = found.groups()
            number = (minus or other) + digits
        else:
            return None
        bare.append(number)
        signs.add(sign)
        if len(signs) > 1:
            return None
    sign = signs.pop()
    is_english = sign in "$£" and cells[0][-1] != sign
    written = _grouped(bare, _ENGLISH if is_english else _STYLES)
    return None if written is None else Written(written.numbers, sign)


def _grouped(cells: Sequence[str], styles: Sequence[str] = _STYLES) -> Written | None:
    """Numbers with something between thousands or a decimal comma, if all ways to read them agree."""
    cells = [cell.translate(_SPACES) for cell in cells]
    found: NDArray[np.float64] | None = None
    for style in styles:
        group, point = style[:-1], style[-1]
        if all(map(_pattern(style).fullmatch, cells)):
            plain = [cell.replace(group, "") if group else cell for cell in cells]
            numbers = np.array([float(cell.replace(point, ".")) for cell in plain])
            if found is not None and not np.array_equal(found, numbers):
                return None
            found = numbers
    return None if found is None else Written(found)


@cache
def _pattern(style: str) -> re.Pattern[str]:
    """Return what numbers of a style match."""
    group, point = re.escape(style[:-1]), re.escape(style[-1])
    if group:
        return re.compile(rf"[+-]?(?:\d{{1,3}}(?:{group}\d{{3}})+|\d+)(?:{point}\d+)?")
    return re.compile(rf"[+-]?(?:\d+{point}?\d*|{point}\d+)")
