"""What reading features costs: the same for each, or the tests' own prices with group discounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ifc2f.costs import AcquisitionCosts


NEVER = np.iinfo(np.int64).max  # the turn of what is not bought


class Uniform:
    """Every feature costs the same."""

    def __init__(self, cost: float) -> None:
        self.mean = cost

    def relative(self, columns: np.ndarray) -> np.ndarray:
        """Price of each column in units of the mean price."""
        return np.ones(len(columns))

    def charge(self, columns: np.ndarray, read: np.ndarray) -> np.ndarray:
        """Cost of each instance; ``read`` (n, len(columns)) says which of the columns it read."""
        return np.asarray(self.mean * (read > 0).sum(axis=1))


class PriceList:
    """Each feature buys the tests it needs; the first bought of a group costs more than later ones."""

    def __init__(self, costs: AcquisitionCosts) -> None:
        n_tests = len(costs.cost)
        self.needed = np.zeros((len(costs.tests_of), n_tests), dtype=bool)
        for column, needed in enumerate(costs.tests_of):
            self.needed[column, list(needed)] = True
        self.group = np.asarray(costs.group)
        grouped = self.group >= 0
        self.later = np.where(grouped, costs.discount_cost, costs.cost).astype(float)
        self.opening = np.where(grouped, costs.cost - costs.discount_cost, 0.0).astype(float)
        self.alone = np.array([self._cost(row[None].astype(int))[0] for row in self.needed])
        self.mean = float(self.alone.mean())
        self.all = float(self._cost(np.ones((1, n_tests), dtype=int))[0])

    def relative(self, columns: np.ndarray) -> np.ndarray:
        """Price of each column bought alone in units of the mean price."""
        return np.asarray(self.alone[columns] / self.mean)

    def charge(self, columns: np.ndarray, read: np.ndarray) -> np.ndarray:
        """Cost of each instance; ``read`` (n, len(columns)) says which of the columns it read.

        Numbers in ``read`` are the order: 0 is not read, lower ones were read before.
        """
        turn = np.where(read > 0, read, NEVER).astype(np.int64)
        tests = np.full((len(turn), len(self.later)), NEVER, dtype=np.int64)
        for column, turns in zip(columns, turn.T, strict=True):
            needed = self.needed[column]
            tests[:, needed] = np.minimum(tests[:, needed], turns[:, None])
        return self._cost(np.where(tests < NEVER, tests, 0))

    def _cost(self, turn: np.ndarray) -> np.ndarray:
        """Cost of tests (n, n_tests) bought in turn, 0 where they were not; equal turns go by number."""
        cost = (turn > 0) @ self.later
        turns = np.where(turn > 0, turn, NEVER)
        for group in range(int(self.group.max(initial=-1)) + 1):
            tests = np.flatnonzero(self.group == group)
            first = tests[turns[:, tests].argmin(axis=1)]
            cost = cost + self.opening[first] * (turn[:, tests] > 0).any(axis=1)
        return np.asarray(cost)


@dataclass(frozen=True)
class Target:
    """What a rival minimises: costs of mistakes + charges, with at most ``budget`` features.

    A mistake costs ``mistake``, times an entry of ``mistakes[true, decided]`` where these differ.
    """

    prices: Uniform | PriceList
    mistake: float = 1.0
    mistakes: np.ndarray | None = None
    budget: int | None = None

    @property
    def e(self) -> float:
        """Mean price of a feature in units of a mistake."""
        if self.mistakes is None:
            return self.prices.mean / self.mistake
        n = len(self.mistakes)
        return self.prices.mean / (self.mistake * float(self.mistakes.sum() / (n * (n - 1))))

    def matrix(self, n_classes: int) -> np.ndarray:
        """What deciding for each class (column) costs in each class (row)."""
        each = 1.0 - np.eye(n_classes) if self.mistakes is None else self.mistakes
        return np.asarray(self.mistake * each)

    def mistaken(self, label: np.ndarray, y: np.ndarray) -> np.ndarray:
        """What the decisions cost each instance."""
        if self.mistakes is None:
            return np.asarray(self.mistake * (label != y))
        return np.asarray(self.mistake * self.mistakes[y, label])

    def total(self, label: np.ndarray, y: np.ndarray, columns: np.ndarray, read: np.ndarray) -> float:
        """Total cost of some instances."""
        return float(self.mistaken(label, y).sum() + self.prices.charge(columns, read).sum())


def uniform(costs: Sequence[float]) -> list[Target]:
    """Targets at a cost e per feature, a mistake costing 1."""
    return [Target(Uniform(e)) for e in costs]


# Of two policies within a budget that are right as often the one that reads less is the better.
BUDGET_PRICE = 1e-4


def budgets(numbers: Sequence[float]) -> list[Target]:
    """Targets with a limit on the number of features, which cost almost nothing."""
    return [Target(Uniform(BUDGET_PRICE), budget=int(number)) for number in numbers]
