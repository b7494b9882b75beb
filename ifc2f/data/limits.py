"""Limits among numbers, as laboratories report what they could not measure: <0.5, >= 200."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ifc2f.data.arrow_csv import different
from ifc2f.data.csv_file import Note

# A number ends with no comma, and no blank: those behind it could be divided in too many ways.
_LIMIT = re.compile(r"\s*[<≤>≥]=?\s*((?:\d(?:[\d.,\s'’]*[\d.])?|[.,]\d+)(?:[eE][+-]?\d+)?)\s*")


def limits_of(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the different cells that are limits, in the order they come in."""
    return tuple(dict.fromkeys(cell.strip() for cell in different(cells) if _LIMIT.fullmatch(cell)))


def without_signs(cells: Sequence[str]) -> list[str]:
    """Return cells in which the number of a limit stands alone, as it is written."""
    alone = {cell: _alone(cell) for cell in dict.fromkeys(cells)}
    return [alone[cell] for cell in cells]


def note_of_limits(name: str, example: str, n: int | None = None) -> Note:
    """Say that the limits of a column are read as numbers, and how many, if that is known."""
    number = "" if n is None else f"{n} "
    what = f"the cell {example} is" if n == 1 else f"{number}cells such as {example} are"
    return Note(f"column {name!r}: {what} read as the number alone", "limits", [name, n, example])


def _alone(cell: str) -> str:
    found = _LIMIT.fullmatch(cell)
    return cell if found is None else found[1]
