"""The folds of training rows on which policies are compared."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.random_bits import random_bits

__all__ = ["MOST_HELD", "N_DRAWN", "folds"]

N_FOLDS = 5
N_REPEATS = 2  # where rows are few, folds are drawn again
KEYS_AT_ONCE = 1 << 16
MOST_FITTED = 50_000  # rows to fit with a single part
MOST_HELD = 5_000  # rows that costs are averaged over, in all parts of a repeat
N_DRAWN = 300  # rows drawn from a network while candidates are compared
MOST_ROWS = 17_000  # fitted and drawn, in all parts


def folds(y: NDArray[np.int32], seed: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield (rows to fit, held-out rows): each class is dealt evenly to the folds, in a random order."""
    n = len(y)
    if n < 2 * N_FOLDS:
        return
    n_parts, n_fitted = _parts(n)
    for part in range(n_parts):
        repeat, f = divmod(part, N_FOLDS)
        if f == 0:
            order = np.lexsort((_keys(n, seed & 0xFFFFFFFF, 0xF01D + repeat), y))
        n_held = len(range(f, n, N_FOLDS))
        fitted = _evenly(n - n_held, n_fitted)
        held = _evenly(n_held, MOST_HELD // min(n_parts, N_FOLDS))
        in_group = fitted % (N_FOLDS - 1)  # neighbours in the order, of which one is held out
        places = fitted // (N_FOLDS - 1) * N_FOLDS + in_group + (in_group >= f)
        yield np.sort(order[places]), np.sort(order[held * N_FOLDS + f])


def _keys(n: int, seed: int, stream: int) -> NDArray[np.uint32]:
    """Return random numbers, some at a time, for which it takes several others to make one."""
    keys = np.empty(n, dtype=np.uint32)
    for first in range(0, n, KEYS_AT_ONCE):
        last = min(first + KEYS_AT_ONCE, n)
        keys[first:last] = random_bits(seed, stream, np.arange(first, last, dtype=np.uint32))
    return keys


def _parts(n: int) -> tuple[int, int]:
    """Return how many parts of n rows are held out in turn, and how many rows are fitted for each.

    Few rows are dealt to folds several times, because scores differ by chance. Once the work is that of
    `MOST_ROWS` it stays the same: more rows mean fewer parts, and where too many are left for these, some
    of them. With one part it grows again, because graphs gain from rows that others do not need.
    """
    beside = n * (N_FOLDS - 1) // N_FOLDS
    of_part = N_DRAWN + beside  # drawn rows take as long as others
    n_parts = min(-(-MOST_ROWS // of_part), N_FOLDS * N_REPEATS)
    at_most = MOST_FITTED if n_parts == 1 else MOST_ROWS // n_parts - N_DRAWN
    return n_parts, min(beside, at_most)


def _evenly(n_rows: int, n: int) -> NDArray[np.intp]:
    """Return n of 0 .. n_rows - 1, or all if they are fewer, in ascending order: as many of each stretch."""
    n = min(n, n_rows)
    return np.arange(n) * n_rows // max(n, 1)
