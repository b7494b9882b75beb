"""Profiles of a table's columns: kind, range, missing cells, distribution, and what is odd about them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.data.findings import Finding, table_findings
from ifc2f.data.table import Table
from ifc2f.data.times import DAYS

NUMBER, CODE, TEXT, DATE, OUT = "number", "code", "text", "date", "left out"
FEW_VALUES = 10  # of whole numbers, which may be codes
# What begins with a digit is a range or a remark, unless it is so many per something, as in "10^9/L".
_OF_UNIT = r"(?:[^()\[\]\d]|\d[^()\[\]]*/\s*(?=[^\W\d]))[^()\[\]]*?"
_UNIT = re.compile(rf".*\S\s*(?:\(\s*({_OF_UNIT})\s*\)|\[\s*({_OF_UNIT})\s*\])\s*")
_LONGEST_UNIT = 15  # letters: more are a remark
_BARS = "▁▂▃▄▅▆▇█"
_N_BARS = 10
_DAY = re.compile(r"\d{1,2}/\d{1,2}/(\d{2}|\d{4})")  # read as a text: its first part is a day or a month
_SET_ASIDE = ("row number", "identifier")  # kinds of findings of what no new case repeats


@dataclass(frozen=True)
class Profile:
    """A column.

    Attributes
    ----------
    name : str
    kind : str
        `NUMBER`, `CODE`, `TEXT`, or `DATE`, as it is taken at first; see `may_be_code`.
    may_be_code : bool
        Few different whole numbers: the user decides whether they are measurements or codes.
    span : tuple of two floats or None
        Smallest and largest number.
    n_values, n_missing : int
    bars : str
        Its distribution in block letters: of numbers over their range, of texts the most frequent first.
    finding : Finding or None
        What is odd about it.
    """

    name: str
    kind: str
    may_be_code: bool
    span: tuple[float, float] | None
    n_values: int
    n_missing: int
    bars: str
    finding: Finding | None

    @property
    def is_empty(self) -> bool:
        """Whether no cell holds anything."""
        return self.n_values == 0

    @property
    def is_set_aside(self) -> bool:
        """Whether it is left out unless the user wants it, because no new case repeats its values."""
        return (
            self.is_empty
            or self.kind == DATE
            or (self.finding is not None and self.finding.kind in _SET_ASIDE)
        )

    @property
    def unit(self) -> str:
        """The unit that the name of a measurement ends with, as in "CRP (mg/l)"; empty if it has none."""
        named = _UNIT.fullmatch(self.name) if self.kind == NUMBER else None
        unit = (named[1] or named[2]) if named is not None else ""
        return unit if len(unit) <= _LONGEST_UNIT else ""


def profiles(table: Table, target: str) -> list[Profile]:
    """Return the profiles of all columns but that of the classes."""
    found = {finding.column: finding for finding in reversed(table_findings(table, target))}
    columns = zip(table.names, table.columns, strict=True)
    return [
        _profile(name, column, found.get(name), table.units.get(name) == DAYS)
        for name, column in columns
        if name != target
    ]


def _profile(name: str, column: NDArray[Any], finding: Finding | None, is_date: bool) -> Profile:
    if column.dtype == object:
        texts, counts = np.unique([text for text in column if text is not None], return_counts=True)
        bars = _drawn(np.sort(counts)[::-1][:_N_BARS])
        kind = DATE if len(texts) and all(map(_DAY.fullmatch, map(str, texts))) else TEXT
        return Profile(name, kind, False, None, len(texts), len(column) - int(counts.sum()), bars, finding)
    there = column[np.isfinite(column)]
    n_missing = len(column) - len(there)
    if not len(there):
        return Profile(name, NUMBER, False, None, 0, n_missing, "", finding)
    values = np.unique(there)
    few = 2 < len(values) <= FEW_VALUES and bool((values == np.round(values)).all())
    heights = np.histogram(there, bins=min(_N_BARS, len(values)))[0]
    span = float(values[0]), float(values[-1])
    kind = DATE if is_date else NUMBER
    return Profile(name, kind, few and not is_date, span, len(values), n_missing, _drawn(heights), finding)


def _drawn(heights: NDArray[np.int64]) -> str:
    """Return heights as block letters; what is not empty is seen."""
    if not len(heights) or heights.max() == 0:
        return ""
    steps = np.ceil(heights / heights.max() * len(_BARS)).astype(int)
    return "".join(_BARS[step - 1] if step else " " for step in steps)
