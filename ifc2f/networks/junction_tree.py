"""Exact posteriors of a target and of many variables, for many sets of answers at a time.

A junction tree of what the target and the questions depend on: the moral graph, with the target taken out, as
each of its classes is an observation of its own, is triangulated by the rule of least fill. Messages go up
and down the tree once; arrays have an axis for the sets of answers and one for the classes.

References
----------
Jensen, Lauritzen, Olesen, Bayesian updating in causal probabilistic networks by local computations, 1990.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from string import ascii_letters

import numpy as np
from numpy.typing import NDArray

from ifc2f.networks.bayesian import BayesianNetwork

__all__ = ["JunctionTree", "TooWide", "added", "moral_graph"]

MOST_CELLS = 1 << 24  # of all cliques, times the classes
CELLS_AT_ONCE = 1 << 20

Float64 = NDArray[np.float64]


class TooWide(ValueError):
    """A network whose cliques are too large to be exact about."""


def moral_graph(network: BayesianNetwork, variables: Iterable[int]) -> dict[int, set[int]]:
    """Return the neighbours of some variables, closed under parents, in their moral graph."""
    near: dict[int, set[int]] = {i: set() for i in variables}
    for i in near:
        for a, b in combinations((*network.parents[i], i), 2):
            near[a].add(b)
            near[b].add(a)
    return near


@dataclass(eq=False)
class _Clique:
    variables: tuple[int, ...]  # ascending
    parent: int = -1  # a later one
    potential: Float64 | None = None  # (L, states of the variables ...)
    told: tuple[int, ...] = ()  # whose observations enter here, and whose posterior is read off here


class JunctionTree:
    """Exact inference for one target.

    Parameters
    ----------
    network : BayesianNetwork
    target : int
    asked : sequence of int
        Variables that can be observed.
    together : sequence of int, optional
        Variables whose joint distribution is wanted too: a clique is made that has them all.

    Raises
    ------
    TooWide
        If the cliques would be too large.
    """

    def __init__(
        self, network: BayesianNetwork, target: int, asked: Sequence[int], together: Sequence[int] = ()
    ) -> None:
        self.network, self.target, self.asked = network, target, tuple(asked)
        self.together = tuple(sorted(together))
        self.n_classes = len(network.states[target])
        self._variables = network.ancestors([target, *asked])
        near = moral_graph(network, self._variables)
        for i in near.pop(target):
            near[i].discard(target)
        for a, b in combinations(self.together, 2):
            near[a].add(b)
            near[b].add(a)
        self._cliques = self._joined(self._eliminated(near))
        self.n_cells = self.n_classes * sum(self._size(clique.variables) for clique in self._cliques)
        if self.n_cells > MOST_CELLS:
            raise TooWide(
                f"exact posteriors of {network.names[target]!r} need tables of {self.n_cells:.3g} numbers"
            )
        self._place_tables()
        self._messages = _children(self._cliques)

    @property
    def at_once(self) -> int:
        """How many sets of answers fit into the memory that is worth it."""
        return max(CELLS_AT_ONCE // self.n_cells, 1)

    def _size(self, variables: Iterable[int]) -> int:
        return math.prod(len(self.network.states[i]) for i in variables)

    def _eliminated(self, near: dict[int, set[int]]) -> list[_Clique]:
        """Return a clique for each variable, in the order in which they were eliminated."""
        near = {i: set(others) for i, others in near.items()}
        cost = {i: self._fill(near, i) for i in near}
        cliques: list[_Clique] = []
        number: dict[int, int] = {}
        while near:
            i = min(cost, key=lambda k: (cost[k], k))
            others = near.pop(i)
            del cost[i]
            number[i] = len(cliques)
            cliques.append(_Clique(tuple(sorted({i, *others}))))
            if math.log2(self._size(cliques[-1].variables)) > 40:
                raise TooWide(
                    f"the junction tree of {self.network.names[self.target]!r} has a clique too large for "
                    "memory"
                )
            for a in others:
                near[a].discard(i)
                near[a] |= others - {a}
            for a in others.union(*(near[b] for b in others)):
                cost[a] = self._fill(near, a)
        first = list(number)
        for at, clique in enumerate(cliques):
            later = [number[i] for i in clique.variables if i != first[at]]
            clique.parent = min(later, default=-1)
        return cliques

    def _fill(self, near: dict[int, set[int]], i: int) -> tuple[float, float]:
        """Return the weight of the edges that eliminating a variable adds, and that of its clique."""
        missing = sum(
            len(self.network.states[a]) * len(self.network.states[b])
            for a, b in combinations(near[i], 2)
            if b not in near[a]
        )
        return missing, sum(math.log(len(self.network.states[a])) for a in (i, *near[i]))

    def _joined(self, cliques: list[_Clique]) -> list[_Clique]:
        """Return the cliques without those that a neighbour contains; the last one is the root of all."""
        for at, clique in enumerate(cliques):
            if clique.parent >= 0 and set(cliques[clique.parent].variables) <= set(clique.variables):
                above = cliques[clique.parent]
                # the parent takes over what its child has, so that it stays behind its other children
                above.variables, clique.variables = clique.variables, ()
                for other in cliques[:at]:
                    if other.parent == at:
                        other.parent = clique.parent
        kept = [at for at, clique in enumerate(cliques) if clique.variables]
        number = {at: n for n, at in enumerate(kept)}
        for at in kept:
            parent = cliques[at].parent
            cliques[at].parent = number[parent] if parent >= 0 else len(kept) - 1
        found = [cliques[at] for at in kept] or [_Clique(())]
        found[-1].parent = -1
        return found

    def _place_tables(self) -> None:
        """Multiply every table into a clique that has its variables."""
        for clique in self._cliques:
            clique.potential = np.ones(
                [self.n_classes, *(len(self.network.states[i]) for i in clique.variables)]
            )
        smallest = sorted(self._cliques, key=lambda clique: self._size(clique.variables))
        for i in self._variables:
            family = (*self.network.parents[i], i)
            needed = set(family) - {self.target}
            clique = next(c for c in smallest if needed <= set(c.variables))
            assert clique.potential is not None
            axes = [self.target, *clique.variables]
            clique.potential *= _spread(self.network.tables[i], family, axes)
            if i != self.target:
                home = next(c for c in smallest if i in c.variables)
                home.told = (*home.told, i)
        self._of_together = next(
            (c for c in smallest if set(self.together) <= set(c.variables)), smallest[-1]
        )

    def joints(self, evidence: NDArray[np.integer]) -> tuple[list[Float64], Float64]:
        """Return what is believed after answers.

        Parameters
        ----------
        evidence : ndarray of int, shape (n, n_asked)
            States of the variables asked; -1 where one is not known.

        Returns
        -------
        joints : list of ndarray
            Of each variable asked P(its state, class, answers), shape (n, V, L).
        together : ndarray
            P(states of `together`, class, answers), shape (n, their states in ascending order ..., L).
        """
        n_at_once = self.at_once
        parts = [self._propagated(evidence[at : at + n_at_once]) for at in range(0, len(evidence), n_at_once)]
        joints = [np.concatenate(arrays) for arrays in zip(*(part[0] for part in parts), strict=True)]
        return joints, np.concatenate([part[1] for part in parts])

    def _propagated(self, evidence: NDArray[np.integer]) -> tuple[list[Float64], Float64]:
        column = {i: k for k, i in enumerate(self.asked)}
        beliefs: list[Float64] = []
        up: list[Float64] = []
        for at, clique in enumerate(self._cliques):
            assert clique.potential is not None
            belief = np.repeat(clique.potential[np.newaxis], len(evidence), axis=0)
            for i in clique.told:
                if i in column and (evidence[:, column[i]] >= 0).any():
                    seen = _observed(evidence[:, column[i]], len(self.network.states[i]))
                    belief *= _along(seen[:, np.newaxis], clique.variables.index(i), len(clique.variables))
            for child in self._messages[at]:
                belief *= _spread_message(up[child], self._between(child), clique.variables)
            beliefs.append(belief)
            up.append(_summed(belief, clique.variables, self._between(at)))
        for at in reversed(range(len(self._cliques) - 1)):
            clique = self._cliques[at]
            above = _summed(beliefs[clique.parent], self._cliques[clique.parent].variables, self._between(at))
            ratio = np.divide(above, up[at], out=np.zeros_like(above), where=up[at] > 0)
            beliefs[at] *= _spread_message(ratio, self._between(at), clique.variables)
        joints: dict[int, Float64] = {}
        for clique, belief in zip(self._cliques, beliefs, strict=True):
            for i in clique.told:
                if i in column:
                    joints[i] = np.swapaxes(_summed(belief, clique.variables, (i,)), 1, 2)
        of = self._of_together
        together = _summed(beliefs[self._cliques.index(of)], of.variables, self.together)
        return [joints[i] for i in self.asked], np.moveaxis(together, 1, -1)

    def _between(self, at: int) -> tuple[int, ...]:
        """Return the variables that a clique shares with its parent."""
        clique = self._cliques[at]
        above = self._cliques[clique.parent].variables if clique.parent >= 0 else ()
        return tuple(i for i in clique.variables if i in above)


def _children(cliques: Sequence[_Clique]) -> list[list[int]]:
    below: list[list[int]] = [[] for _ in cliques]
    for at, clique in enumerate(cliques):
        if clique.parent >= 0:
            below[clique.parent].append(at)
    return below


def _spread(table: Float64, family: Sequence[int], axes: Sequence[int]) -> Float64:
    """Return a table with its axes in the order of `axes`, of which those it lacks have length 1."""
    there = [i for i in axes if i in family]
    ordered = np.transpose(table, [family.index(i) for i in there])
    sizes = iter(ordered.shape)
    return ordered.reshape([next(sizes) if i in family else 1 for i in axes])


def _spread_message(message: Float64, of: Sequence[int], axes: Sequence[int]) -> Float64:
    sizes = iter(message.shape[2:])
    return message.reshape([*message.shape[:2], *(next(sizes) if i in of else 1 for i in axes)])


def _summed(belief: Float64, variables: Sequence[int], kept: Sequence[int]) -> Float64:
    axes = [0, 1, *(2 + at for at, i in enumerate(variables) if i in kept)]
    return added(belief, axes)


def added(values: Float64, kept: Sequence[int]) -> Float64:
    """Add up along all axes but some; einsum is up to four times as fast as a sum over several axes."""
    if len(kept) == values.ndim:
        return values
    axes = ascii_letters[: values.ndim]
    return np.asarray(np.einsum(f"{axes}->{''.join(axes[axis] for axis in kept)}", values))


def _observed(states: NDArray[np.integer], n_states: int) -> Float64:
    """Return 1 for each state that an answer leaves possible, shape (n, V)."""
    column = states[:, np.newaxis]
    return np.asarray((column == np.arange(n_states)) | (column < 0), dtype=np.float64)


def _along(values: Float64, axis: int, n_axes: int) -> Float64:
    """Return values of shape (n, 1, V) along one of the axes behind the first two."""
    return values.reshape([len(values), 1, *(values.shape[-1] if at == axis else 1 for at in range(n_axes))])
