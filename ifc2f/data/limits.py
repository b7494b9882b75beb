"""Limits among numbers, as laboratories report what they could not measure: <0.5, >= 200."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ifc2f.data.arrow_csv import different

_SIGNED = re.compile(r"\s*([<≤>≥])=?\s*(.+)", re.DOTALL)
# A number ends with no comma, and no blank: those behind it could be divided in too many ways.
_NUMBER = re.compile(r"(?:\d(?:[\d.,\s'’]*[\d.])?|[.,]\d+)(?:[eE][+-]?\d+)?")


class Limit(NamedTuple):
    """A text such as "<0.5": what the value lies below, or above."""

    is_upper: bool
    text: str  # of the number


def read_limit(text: str) -> Limit | None:
    """Return the limit that a text tells, be it a number or not; None if it begins with no sign of one."""
    found = _SIGNED.fullmatch(text)
    return None if found is None else Limit(found[1] in "<≤", found[2].strip())


def limits_of(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the different cells that are limits, in the order they come in."""
    return tuple(dict.fromkeys(cell.strip() for cell in different(cells) if _number(cell) is not None))


def without_signs(cells: Sequence[str]) -> list[str]:
    """Return cells in which the number of a limit stands alone, as it is written."""
    alone = {cell: _alone(cell) for cell in dict.fromkeys(cells)}
    return [alone[cell] for cell in cells]


def _number(cell: str) -> str | None:
    """Return the number of a limit as it is written; None of anything else."""
    limit = read_limit(cell)
    return limit.text if limit is not None and _NUMBER.fullmatch(limit.text) else None


def _alone(cell: str) -> str:
    return _number(cell) or cell
