"""Whole numbers in place of costs and probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Float64
from ifc2f.exchange.integer.model import NO_BUDGET

__all__ = ["Parts", "bytes_of", "penalties", "unit_for"]

MOST_BITS_APART = {8: 16.0, 16: 30.0}  # of a factor 2 between classes in a table
LEAST_UNIT = 32  # in 2^-16 of a factor 2; a posterior needs 16 factors in 16 bits of units
HALF_A_UNIT = 2.0**-24  # of the last place in single precision: what rounding may have taken of a budget


def bytes_of(values: NDArray[Any], bits: int) -> bytes:
    return values.astype(np.int64).astype("<u2" if bits == 16 else "u1").tobytes()


def whole_costs(cost: Float32, budget: float) -> tuple[NDArray[np.int64], int, float]:
    """Return costs and the budget as whole numbers of 16 bits, and how many units are a cost of 1.

    Costs with up to four decimals stay as they are, if they fit.
    """
    largest = float(cost.max(initial=0))
    for scale in 10.0 ** np.arange(5):
        exact = np.rint(cost * scale)
        if largest * scale < 2**16 and np.array_equal((exact / scale).astype(np.float32), cost):
            break
    else:
        scale = (2**16 - 1) / largest
        exact = np.rint(cost * scale)
    limit = np.floor(budget * scale * (1 + HALF_A_UNIT))
    return exact.astype(np.int64), int(min(limit, NO_BUDGET)), float(scale)


def penalties(table: Float32, most: float) -> Float64:
    """Return by how many bits each class is less likely than the likeliest, along the last axis."""
    with np.errstate(divide="ignore"):
        bits = np.log2(table.astype(np.float64))
    best = bits.max(axis=-1, keepdims=True)
    return np.minimum(np.where(np.isfinite(best), best - bits, 0.0), most)


def unit_for(most: float, limit: int, least: int = 1) -> int:
    """Return how many 2^-16 of a factor 2 a number counts, so that `most` factors are at most `limit`."""
    return max(int(np.ceil(most * 2**16 / limit)), least)


@dataclass(frozen=True)
class Parts:
    """A model's file: its records, then the other parts in the order of the header's offsets."""

    kind: int
    wide: int
    n_steps: int
    unit: int
    records: bytes
    behind: list[bytes]
    last: tuple[int, int] = (0, 0)  # words of the header
