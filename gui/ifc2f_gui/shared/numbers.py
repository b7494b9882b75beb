"""Numbers as people write them: read without guessing, shown in the user's locale."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLocale

from ifc2f_gui.shared.texts import shortened, tr

LARGEST = float(np.finfo(np.float32).max)  # of the runtime
_SPACE_MARKS = "\u00a0\u202f\u2009\u066c'’"  # that separate thousands and never decimals
_STEP = 2.0**-23  # of single precision, at most, for each unit of a number
_MOST_SHOWN = 30  # letters of what is no number
_SHORTEST = QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value
_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_EXPONENT = re.compile("×10\\^|أس")  # of Swedish, Persian, Arabic ...


@dataclass(frozen=True)
class Reading:
    """What a text may mean as a number.

    Attributes
    ----------
    values : tuple of float
        None if it is no number, one, or two where a sign may stand for thousands or decimals.
    problem : str
        If there is no value: what is wrong, as a sentence.
    """

    values: tuple[float, ...]
    problem: str = ""


def read_number(text: str) -> Reading:
    """Read a number written with a decimal point or comma, whatever the locale.

    "5,4" and "5.4" are 5.4; "1.234,5" and "1,234.5" are 1234.5. "1,234" alone may be 1.234 or 1234: both are
    returned, and the caller asks. Nothing is cut off: a text with anything else in it is no number.
    """
    stripped = _ascii(text.strip()).strip()
    if not stripped:
        return Reading((), tr("Please enter a number, or choose one of the other answers."))
    spaced = re.search(r"\s", stripped) and not re.search(r"[^\s\d.,+\-]", stripped)
    if spaced and not _SPACE_GROUPS.fullmatch(stripped):
        return Reading(
            (), tr("There is a space or a line break inside the number: please enter one number only.")
        )
    bare = (
        stripped.translate({ord(mark): None for mark in _SPACE_MARKS})
        if _SPACE_GROUPS.fullmatch(stripped)
        else stripped
    )
    values = [value for candidate in _candidates(bare) if (value := _value(candidate)) is not None]
    if not values:
        return Reading(
            (),
            tr(
                "“{text}” is not a number: please enter the number alone.",
                text=shortened(stripped, _MOST_SHOWN),
            ),
        )
    if problem := next(filter(None, map(too_large, values)), ""):
        return Reading((), problem)
    return Reading(tuple(dict.fromkeys(values)))


def two_ways(text: str, reading: Reading) -> str:
    """Say that a text has two readings, and how to write either of them."""
    one, other = map(editable, reading.values)
    return tr(
        "“{text}” can be read in two ways: enter {one} or {other}.", text=text.strip(), one=one, other=other
    )


def too_large(value: float) -> str:
    """Return a message if the number is too large for the runtime; else an empty text."""
    return "" if abs(value) <= LARGEST else tr("This number is too large.")


_SPACE_GROUPS = re.compile(rf"[+-]?\d{{1,3}}([{_SPACE_MARKS}]\d{{3}})+([.,]\d*)?")


def _ascii(text: str) -> str:
    """Write digits, decimal sign, minus and exponent of any script as 1.5e-3; drop marks of direction."""
    seen = (letter for letter in text if unicodedata.category(letter) != "Cf")
    digits = "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in seen)
    return _EXPONENT.sub("e", digits.replace("\u066b", ".").replace("−", "-"))


def _candidates(text: str) -> list[str]:
    """Return the ways to read points and commas, each as a text with at most one decimal point."""
    signs = [letter for letter in text if letter in ".,"]
    if not signs:
        return [text]
    if len(set(signs)) == 2:
        decimal = signs[-1]
        grouping = "," if decimal == "." else "."
        whole, fraction = text.rsplit(decimal, 1)
        if decimal in whole or grouping in fraction or not _is_grouped(whole, grouping):
            return []
        return [whole.replace(grouping, "") + "." + fraction]
    sign = signs[0]
    if len(signs) > 1:
        return [text.replace(sign, "")] if _is_grouped(text, sign) else []
    decimal_reading = text.replace(sign, ".")
    whole = text.split(sign)[0].lstrip("+-")
    if _is_grouped(text, sign) and not whole.startswith("0"):
        return [decimal_reading, text.replace(sign, "")]
    return [decimal_reading]


def _is_grouped(text: str, sign: str) -> bool:
    """Whether a sign separates groups of three digits."""
    return re.fullmatch(rf"[+-]?\d{{1,3}}({re.escape(sign)}\d{{3}})+", text) is not None


def _value(text: str) -> float | None:
    return float(text) if _PLAIN.fullmatch(text) else None


def locale() -> QLocale:
    """Return the user's locale, without signs for thousands: they are what makes numbers ambiguous."""
    return _without_groups(QLocale().name())


@lru_cache(maxsize=2)
def _without_groups(name: str) -> QLocale:
    here = QLocale(name)
    options = QLocale.NumberOption
    here.setNumberOptions(options.OmitGroupSeparator | options.RejectGroupSeparator)
    return here


def fixed(value: float, decimals: int) -> str:
    """Return a number with a fixed number of decimals."""
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞" if value < 0 else "–"
    shown = locale().toString(abs(float(value)), "f", decimals)
    return shown if value >= 0 or not any(unicodedata.decimal(letter, 0) for letter in shown) else "−" + shown


def signed(value: float, decimals: int) -> str:
    """Return a number with its sign; a true minus, so that columns align."""
    shown = fixed(abs(value), decimals)
    return ("+" if value >= 0 else "−") + shown


def plain(value: float) -> str:
    """Return a measured number as short as it goes, up to 7 digits: all that single precision holds."""
    return locale().toString(float(value), "g", 7)


def decimals_of(smallest: float) -> int:
    """Return the decimals of all costs of a model: they show its smallest one with two digits."""
    return min(6, max(2, 1 - math.floor(math.log10(smallest * 1.0001))))  # costs are rounded to float32


def with_unit(shown: str, unit: str) -> str:
    """Return a number with its unit, if it has one; no line breaks between them."""
    return f"{shown}\u00a0{unit}" if unit else shown


def edge(value: float) -> str:
    """Return a bin's edge; 8.3 is one step of single precision off where it lies between 8.2 and 8.4."""
    value = float(value)
    short = float(f"{value:.6g}")
    return plain(short if abs(short - value) <= _STEP * abs(value) else value)


def editable(value: float) -> str:
    """Return a number as people would type it: all its digits, and never with two meanings (1.2340)."""
    text = locale().toString(float(value), "g", _SHORTEST)
    return text if len(read_number(text).values) < 2 else text + "0"


def probability(value: float) -> str:
    """Return a probability with three decimals; what is not certain is never shown as 0 or 1."""
    value = float(value)
    if 0.0 < value < 0.0005:
        return "<" + fixed(0.001, 3)
    if 0.9995 <= value < 1.0:
        return ">" + fixed(0.999, 3)
    return fixed(value, 3)


def percent(value: float) -> str:
    """Return a probability in percent, short."""
    return locale().toString(100.0 * float(value), "g", 4)
