"""Checks of arguments, and lists of names for messages."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ifc2f.core.words import words

__all__ = ["listed", "named", "whole_number"]


def whole_number(value: Any, what: str) -> int:
    """Return a whole number of any type; a truth value, a fraction or a text is a TypeError."""
    try:
        if not isinstance(value, bool | np.bool_):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"{what}, not {value!r}")


def named(given: Iterable[int | str] | int | str | None, parameter: str) -> list[Any]:
    """Return the columns or features that a parameter lists, or the only one that it names; None: none."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        raise TypeError(f"{parameter} lists columns, without values: the rows hold the values; got {given!r}")
    if isinstance(given, str | bytes | int | np.integer):
        return [given]
    try:
        return list(given)
    except TypeError:
        raise TypeError(f"{parameter} lists columns by name or number, not {given!r}") from None


def listed(names: Sequence[object], most: int = 8) -> str:
    """Join names for a message, the first few of many, each in quotation marks."""
    if not len(names):
        return ""
    shown = words("{name!r}", name=names[0])
    for name in names[1:most]:
        shown = words("{names}, {name!r}", names=shown, name=name)
    return shown if len(names) <= most else words("{names} and {n} more", names=shown, n=len(names) - most)
