"""The optimal expected cost for tables that are drawn from a known distribution."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import scipy.stats


def optimum(
    values: np.ndarray,
    chance: np.ndarray,
    label: np.ndarray,
    prices: Sequence[float],
    tests: Sequence[Sequence[int]] | None = None,
) -> float:
    """The least expected price of the tests made plus chance of a mistake, by dynamic programming.

    A state is the set of worlds that the answers so far leave possible, so a test is not worth making twice.
    Columns that are independent of all others and of the class can be left out: they never help.

    Parameters
    ----------
    values : ndarray of shape (n_worlds, n_columns), int
        What each world answers.
    chance : ndarray of shape (n_worlds,)
        How likely each world is.
    label : ndarray of shape (n_worlds,), int
        The class in each world.
    prices : sequence of float
        Price of each test.
    tests : sequence of sequences of int, optional
        Columns that each test shows; by default a test is a column.
    """
    shown = [[column] for column in range(values.shape[1])] if tests is None else tests
    splits = [_sets(np.unique(values[:, columns], axis=0, return_inverse=True)[1]) for columns in shown]
    worlds = _Worlds([float(p) for p in chance], _sets(label), min(prices))
    least_of: dict[int, float] = {}

    def least(state: int) -> float:
        """Expected cost from here on, times the chance of being here."""
        if state in least_of:
            return least_of[state]
        here, best = worlds.chance(state), worlds.mistake(state)
        seen: dict[tuple[int, ...], float] = {}
        for price, sets in zip(prices, splits, strict=True):
            parts = tuple(part for part in (state & answer for answer in sets) if part)
            if len(parts) > 1:  # of tests with the same information here, the cheapest will do
                seen[parts] = min(price, seen.get(parts, price))
        bounds = [
            (price * here + sum(map(worlds.bound, parts)), price, parts) for parts, price in seen.items()
        ]
        for bound, price, parts in sorted(bounds):
            if bound >= best:
                break
            best = min(best, price * here + sum(map(least, parts)))
        least_of[state] = best
        return best

    return least((1 << len(label)) - 1)


def _sets(codes: np.ndarray) -> list[int]:
    """The set of positions of each distinct code, as the bits of a number."""
    codes = codes.ravel()
    return [sum(1 << int(world) for world in np.flatnonzero(codes == code)) for code in np.unique(codes)]


class _Worlds:
    """Probabilities of sets of worlds, costs of deciding in them, and their least cost."""

    def __init__(self, chances: list[float], classes: list[int], cheapest: float) -> None:
        self.chances, self.classes, self.cheapest = chances, classes, cheapest
        self.chance = functools.cache(self._chance)
        self.mistake = functools.cache(self._mistake)

    def _chance(self, state: int) -> float:
        return sum(p for world, p in enumerate(self.chances) if state >> world & 1)

    def _mistake(self, state: int) -> float:
        return self.chance(state) - max(self.chance(state & members) for members in self.classes)

    def bound(self, state: int) -> float:
        """A lower bound of the least cost: decide now, or make one test and know the world."""
        return min(self.mistake(state), self.cheapest * self.chance(state))


def optimum_of_panel(n_values: int, right: float, price: float) -> float:
    """The optimum for two equally likely classes and one test that shows many values at once.

    Each value names the class with probability ``right``, independently in each class, so that the majority
    of them decides.
    """
    agree = scipy.stats.binom(n_values, right)
    wrong = agree.cdf((n_values - 1) // 2)
    if n_values % 2 == 0:
        wrong += 0.5 * agree.pmf(n_values // 2)
    return float(min(0.5, price + wrong))
