"""Discrete Bayesian networks of any structure: variables, their parents, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.checks import listed

__all__ = ["BayesianNetwork"]

SUM_TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class BayesianNetwork:
    """A discrete Bayesian network.

    Attributes
    ----------
    names : tuple of str
        Names of the n variables.
    states : tuple of tuple of str
        Names of each variable's states.
    parents : tuple of tuple of int
        Indices of each variable's parents.
    tables : tuple of ndarray of float64
        P(variable | parents) of each: an axis for each parent, in their order, and its own axis last.
    latent : tuple of int, default=()
        Indices of variables that nobody can acquire: the factor of a network of ours.

    Raises
    ------
    ValueError
        If a table has the wrong shape, a distribution does not sum to 1, or variables depend on each other in
        a cycle; the message names the variable.
    """

    names: tuple[str, ...]
    states: tuple[tuple[str, ...], ...]
    parents: tuple[tuple[int, ...], ...]
    tables: tuple[NDArray[np.float64], ...]
    latent: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise ValueError(f"two variables are named {twice!r}")
        for i, (name, table) in enumerate(zip(self.names, self.tables, strict=True)):
            shape = tuple(len(self.states[j]) for j in (*self.parents[i], i))
            if table.shape != shape:
                raise ValueError(f"the table of {name!r} has shape {table.shape}, not {shape}")
            if not (table >= 0).all() or np.abs(table.sum(axis=-1) - 1).max() > SUM_TOLERANCE:
                raise ValueError(f"probabilities of {name!r} are negative or do not sum to 1")
        _ = self.order

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The variables, ordered so that parents come before their children."""
        order: list[int] = []
        left = {i: set(above) for i, above in enumerate(self.parents)}
        while left:
            free = [i for i, above in left.items() if not above]
            if not free:
                raise ValueError(
                    f"{listed([self.names[i] for i in left])} depend on each other in a cycle, or on "
                    "variables that do"
                )
            order += free
            for i in free:
                del left[i]
            done = set(free)
            for above in left.values():
                above -= done
        return tuple(order)

    def index(self, name: str) -> int:
        """Return the index of a variable.

        Raises
        ------
        ValueError
            If there is none of this name.
        """
        if name not in self.names:
            raise ValueError(f"the network has no variable {name!r}; it has {listed(self.names)}")
        return self.names.index(name)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The variables that no other depends on."""
        above = {j for parents in self.parents for j in parents}
        return tuple(i for i in range(len(self.names)) if i not in above)

    def is_tree(self, target: str) -> bool:
        """Return whether a variable has no parents, and each other one at most one besides it."""
        at = self.index(target)
        return not self.parents[at] and all(len(set(above) - {at}) <= 1 for above in self.parents)

    def blanket(self, of: int) -> set[int]:
        """Return the parents of a variable, its children and their other parents: its Markov blanket."""
        found = set(self.parents[of])
        for i, above in enumerate(self.parents):
            found |= {i, *above} if of in above else set()
        return found - {of}

    def ancestors(self, of: Iterable[int]) -> list[int]:
        """Return some variables and all that they depend on, ascending."""
        found: set[int] = set()
        open_ = list(of)
        while open_:
            i = open_.pop()
            if i not in found:
                found.add(i)
                open_ += self.parents[i]
        return sorted(found)

    def evidence(self, found: Mapping[str, str]) -> dict[int, int]:
        """Return the indices of variables and of their states from their names."""
        known = {}
        for name, state in found.items():
            i = self.index(name)
            if state not in self.states[i]:
                raise ValueError(f"{name!r} has no state {state!r}; it has {listed(self.states[i])}")
            known[i] = self.states[i].index(state)
        return known

    def draw(self, n: int, seed: int, of: Sequence[int] | None = None) -> NDArray[np.uint8]:
        """Draw instances, shape (n, number of variables); states that `of` does not depend on are 0."""
        rng = np.random.default_rng(seed)
        needed = set(self.ancestors(range(len(self.names)) if of is None else of))
        drawn = np.zeros((n, len(self.names)), dtype=np.uint8)
        for i in self.order:
            if i in needed:
                rows = self.tables[i][tuple(drawn[:, j] for j in self.parents[i])]
                bounds = np.broadcast_to(rows, (n, rows.shape[-1])).cumsum(axis=1)
                bounds[:, -1] = np.inf
                drawn[:, i] = (rng.random(n)[:, np.newaxis] >= bounds).sum(axis=1)
        return drawn
