"""From statements about an uncertain value to a likelihood for each bin or category."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

ODDS = (2.0, 4.0, 10.0, 30.0)  # how many times as likely one would say so if it is true


def of_odds(n_values: int, chosen: int, odds: float) -> tuple[float, ...]:
    """Return the likelihoods of "probably this value": `odds` for it, 1 for each other."""
    return tuple(odds if v == chosen else 1.0 for v in range(n_values))


def of_range(
    edges: Sequence[float], seen: tuple[float, float] | None, low: float, high: float
) -> tuple[float, ...]:
    """Return the likelihoods of "between low and high": the share of each bin that lies between them.

    A bin is taken to be filled evenly. The outer ones end where the training data did; where that is not
    told, or the range goes beyond, they count whole if the range reaches into them.

    Raises
    ------
    ValueError
        If `low` is above `high`.
    """
    if not low <= high:
        raise ValueError(f"the range from {low} to {high} is empty")
    first, last = (-math.inf, math.inf) if seen is None else seen
    ends = [min([first, *edges[:1]]), *edges, max([last, *edges[-1:]])]
    ends[0], ends[-1] = (-math.inf if low < ends[0] else ends[0]), (math.inf if high > ends[-1] else ends[-1])
    shares = [_share(low, high, a, b) for a, b in pairwise(ends)]
    if not any(shares):  # a single number, or a bin of no width
        at = bisect_right(edges, low)
        shares = [float(v == at) for v in range(len(shares))]
    return tuple(shares)


def _share(low: float, high: float, start: float, end: float) -> float:
    """Return the share of a bin that lies within a range."""
    overlap = min(high, end) - max(low, start)
    if overlap <= 0.0:
        return 0.0
    return overlap / (end - start) if math.isfinite(end - start) else 1.0
