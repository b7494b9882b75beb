"""What reading features costs: the same for each, or the tests' own prices with group discounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ifc2f.costs import AcquisitionCosts


class Uniform:
    """Every feature costs the same."""

    def __init__(self, cost: float) -> None:
        self.mean = cost

    def relative(self, columns: np.ndarray) -> np.ndarray:
        """Price of each column in units of the mean price."""
        return np.ones(len(columns))

    def charge(self, columns: np.ndarray, read: np.ndarray) -> np.ndarray:
        """Cost of each instance; ``read`` (n, len(columns)) says which of the columns it read."""
        return np.asarray(self.mean * read.sum(axis=1))


class PriceList:
    """Each feature buys the tests it needs; the first of a group costs more than later ones.

    Raises
    ------
    ValueError
        if the discount differs within a group: what a set of tests costs would then depend on their order
    """

    def __init__(self, costs: AcquisitionCosts) -> None:
        n_tests = len(costs.cost)
        self.needed = np.zeros((len(costs.tests_of), n_tests), dtype=bool)
        for column, needed in enumerate(costs.tests_of):
            self.needed[column, list(needed)] = True
        grouped = costs.group >= 0
        self.later = np.where(grouped, costs.discount_cost, costs.cost).astype(float)
        self.groups = [np.flatnonzero(costs.group == group) for group in range(len(costs.group_names))]
        self.opening = []
        for name, tests in zip(costs.group_names, self.groups, strict=True):
            extra = costs.cost[tests] - costs.discount_cost[tests]
            if np.ptp(extra) > 1e-3:
                raise ValueError(f"the tests of group {name!r} have different discounts: {extra.tolist()}")
            self.opening.append(float(extra.max()))
        self.alone = np.array([self._cost(row[None])[0] for row in self.needed])
        self.mean = float(self.alone.mean())
        self.all = float(self._cost(np.ones((1, n_tests), dtype=bool))[0])

    def relative(self, columns: np.ndarray) -> np.ndarray:
        """Price of each column bought alone in units of the mean price."""
        return np.asarray(self.alone[columns] / self.mean)

    def charge(self, columns: np.ndarray, read: np.ndarray) -> np.ndarray:
        """Cost of each instance; ``read`` (n, len(columns)) says which of the columns it read."""
        return self._cost(read.astype(np.int64) @ self.needed[columns].astype(np.int64) > 0)

    def _cost(self, bought: np.ndarray) -> np.ndarray:
        cost = bought @ self.later
        for tests, extra in zip(self.groups, self.opening, strict=True):
            cost = cost + extra * bought[:, tests].any(axis=1)
        return np.asarray(cost)


@dataclass(frozen=True)
class Target:
    """What a rival is to minimise: mistake x error + what is charged."""

    prices: Uniform | PriceList
    mistake: float = 1.0

    @property
    def e(self) -> float:
        """Mean price of a feature in units of a mistake."""
        return self.prices.mean / self.mistake

    def total(self, wrong: np.ndarray, columns: np.ndarray, read: np.ndarray) -> float:
        """Total cost of some instances."""
        return float(self.mistake * wrong.sum() + self.prices.charge(columns, read).sum())


def uniform(costs: Sequence[float]) -> list[Target]:
    """Targets at a cost e per feature, a mistake costing 1."""
    return [Target(Uniform(e)) for e in costs]
