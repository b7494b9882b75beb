"""Texts that differ only in capitals and blanks, such as Yes and yes: probably one category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["known_spellings", "one_spelling", "plain", "spelled_alike"]


def plain(text: str) -> str:
    """Return a text without capitals and extra blanks."""
    return " ".join(text.split()).casefold()


def spelled_alike(texts: Iterable[str]) -> list[list[str]]:
    """Return the groups of texts that differ in spelling alone, in the order of their first."""
    groups: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        groups.setdefault(plain(text), []).append(text)
    return [group for group in groups.values() if len(group) > 1]


def one_spelling(column: NDArray[Any]) -> NDArray[Any]:
    """Return a column of texts, and None, with the most frequent spelling of each; at a tie the first."""
    chosen: dict[str, str] = {}
    for text, _ in Counter(text for text in column if text is not None).most_common():
        chosen.setdefault(plain(text), text)
    merged = np.empty(len(column), dtype=object)
    merged[:] = [None if text is None else chosen[plain(text)] for text in column]
    return merged


def known_spellings(labels: Sequence[str], numbers: Sequence[float]) -> Mapping[str, float]:
    """Return the number of each plain text that stands for one label alone."""
    groups: dict[str, list[float]] = {}
    for label, number in zip(labels, numbers, strict=True):
        groups.setdefault(plain(label), []).append(number)
    return {text: found[0] for text, found in groups.items() if len(found) == 1}
