"""Tables of the report."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

NO_RESULT = "--"  # over the cap, as the paper writes it


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; the first column is text, the others are numbers."""
    lines = [f"| {' | '.join(header)} |", "|---|" + "---:|" * (len(header) - 1)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def number(value: float, digits: int = 4) -> str:
    """A number with that many decimals, or ``--`` for none."""
    return NO_RESULT if math.isnan(value) else f"{value:.{digits}f}"


def seconds(value: float) -> str:
    """Seconds with three significant digits, or ``--`` for none."""
    return NO_RESULT if math.isnan(value) else f"{value:.3g}"


def bold(text: str) -> str:
    return f"**{text}**"
