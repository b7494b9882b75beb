"""Exact posteriors of a target and of many variables, for many sets of answers at a time.

A junction tree of what the target and the questions depend on: the moral graph, with the target taken out, as
each of its classes is an observation of its own, is triangulated. Messages go up and down the tree once. The
first axis of arrays is for the classes, and the last one for the sets of answers: numpy goes through as many
numbers without a break as there are sets of answers.

References
----------
Jensen, Lauritzen, Olesen, Bayesian updating in causal probabilistic networks by local computations, 1990.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from string import ascii_letters

import numpy as np
from numpy.typing import NDArray

from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.triangulation import Scopes, triangulated

__all__ = ["JunctionTree", "TooWide", "added", "moral_graph"]

MOST_CELLS = 1 << 24  # of all cliques, times the classes
CELLS_AT_ONCE = 1 << 20
LEAST_AT_ONCE, MOST_CELLS_AT_ONCE = 16, 1 << 24  # sets of answers, where their numbers are not more

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
    parent: int  # a later one
    potential: Float64  # (L, states of the variables ..., 1)
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
        n_states = [len(states) for states in network.states]
        scopes = triangulated(near, n_states)
        if scopes is None:
            raise TooWide(f"the junction tree of {network.names[target]!r} has a clique too large for memory")
        sizes = [self.n_classes * math.prod(n_states[i] for i in variables) for variables, _ in scopes]
        if sum(sizes) > MOST_CELLS:
            raise TooWide(
                f"exact posteriors of {network.names[target]!r} need tables of {sum(sizes):.3g} numbers"
            )
        self._cliques = self._absorbed(self._filled(scopes, sizes))
        self.n_cells = sum(clique.potential.size for clique in self._cliques)
        self._messages = _children(self._cliques)
        by_size = sorted(self._cliques, key=lambda clique: clique.potential.size)
        of_all = (c for c in by_size if set(self.together) <= set(c.variables))
        self._of_together = next(of_all, by_size[-1])

    @property
    def at_once(self) -> int:
        """How many sets of answers fit into the memory that is worth it."""
        least = min(LEAST_AT_ONCE, MOST_CELLS_AT_ONCE // self.n_cells)
        return max(CELLS_AT_ONCE // self.n_cells, least, 1)

    def _filled(self, scopes: Scopes, sizes: Sequence[int]) -> list[_Clique]:
        """Return the cliques, with every table multiplied into one that has its variables."""
        n_states = [len(states) for states in self.network.states]
        cliques = [
            _Clique(variables, parent, np.ones([self.n_classes, *(n_states[i] for i in variables), 1]))
            for variables, parent in scopes
        ]
        smallest = [cliques[at] for at in np.argsort(sizes, kind="stable")]
        for i in self._variables:
            family = (*self.network.parents[i], i)
            needed = set(family) - {self.target}
            clique = next(c for c in smallest if needed <= set(c.variables))
            axes = [self.target, *clique.variables]
            clique.potential *= _spread(self.network.tables[i], family, axes)[..., np.newaxis]
            if i in self.asked:
                home = next(c for c in smallest if i in c.variables)
                home.told = (*home.told, i)
        return cliques

    def _absorbed(self, cliques: list[_Clique]) -> list[_Clique]:
        """Return the cliques without those that no answer enters, directly or through others."""
        kept: list[int] = []
        wanted = set(self.together)
        for at, clique in enumerate(cliques):
            is_last = at == len(cliques) - 1
            is_asked = clique.told or any(cliques[below].parent == at for below in kept)
            if is_last or is_asked or not wanted.isdisjoint(clique.variables):
                kept.append(at)
                continue
            above = cliques[clique.parent]
            between = tuple(i for i in clique.variables if i in above.variables)
            message = _summed(clique.potential, clique.variables, between)
            above.potential *= _spread_message(message, between, above.variables)
        number = {at: n for n, at in enumerate(kept)}
        for at in kept:
            cliques[at].parent = number.get(cliques[at].parent, -1)
        return [cliques[at] for at in kept]

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
        parts = [(self._propagated(some), n) for some, n in self._parts(evidence)]
        joints = [np.concatenate([of[0][k][:n] for of, n in parts]) for k in range(len(self.asked))]
        return joints, np.concatenate([of[1][:n] for of, n in parts])

    def posteriors(self, evidence: NDArray[np.integer]) -> Float64:
        """Return P(class | answers), shape (n, L), of answers as for `joints`."""
        found = []
        for some, n in self._parts(evidence):
            belief = self._collected(some)[0][-1]
            mass = added(belief, [0, belief.ndim - 1]).T[:n]
            found.append(mass / mass.sum(axis=1, keepdims=True))
        return np.concatenate(found)

    def _parts(self, evidence: NDArray[np.integer]) -> Iterator[tuple[NDArray[np.integer], int]]:
        """Give as many sets of answers as are computed at a time, and how many of them count.

        One alone comes twice: numpy would add up its numbers in another order.
        """
        n_at_once = self.at_once
        for at in range(0, len(evidence), n_at_once):
            some = evidence[at : at + n_at_once]
            yield (some if len(some) > 1 else np.repeat(some, 2, axis=0)), len(some)

    def _collected(self, evidence: NDArray[np.integer]) -> tuple[list[Float64], list[Float64]]:
        """Return the beliefs of the cliques by what is behind them, and their messages to their parents."""
        column = {i: k for k, i in enumerate(self.asked)}
        is_told: NDArray[np.bool_] = np.any(evidence >= 0, axis=0)
        beliefs: list[Float64] = []
        up: list[Float64] = []
        for at, clique in enumerate(self._cliques):
            factors = [
                _along(evidence[:, column[i]], len(self.network.states[i]), clique.variables.index(i), clique)
                for i in clique.told
                if is_told[column[i]]
            ]
            factors += [
                _spread_message(up[child], self._between(child), clique.variables)
                for child in self._messages[at]
            ]
            beliefs.append(_product(clique.potential, factors, len(evidence)))
            up.append(_summed(beliefs[-1], clique.variables, self._between(at)))
        return beliefs, up

    def _propagated(self, evidence: NDArray[np.integer]) -> tuple[list[Float64], Float64]:
        beliefs, up = self._collected(evidence)
        for at in reversed(range(len(self._cliques) - 1)):
            clique = self._cliques[at]
            above = _summed(beliefs[clique.parent], self._cliques[clique.parent].variables, self._between(at))
            ratio = np.divide(above, up[at], out=np.zeros_like(above), where=up[at] > 0)
            beliefs[at] *= _spread_message(ratio, self._between(at), clique.variables)
        joints: dict[int, Float64] = {}
        for clique, belief in zip(self._cliques, beliefs, strict=True):
            for i in clique.told:
                joints[i] = _summed(belief, clique.variables, (i,)).T  # (n, V, L)
        of = self._of_together
        together = _summed(beliefs[self._cliques.index(of)], of.variables, self.together)
        return [joints[i] for i in self.asked], np.moveaxis(together, (-1, 0), (0, -1))

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
    """Return a table with its axes in the order of `axes`; those it lacks have length 1."""
    there = [i for i in axes if i in family]
    ordered = np.transpose(table, [family.index(i) for i in there])
    sizes = iter(ordered.shape)
    return ordered.reshape([next(sizes) if i in family else 1 for i in axes])


def _spread_message(message: Float64, of: Sequence[int], axes: Sequence[int]) -> Float64:
    sizes = iter(message.shape[1:-1])
    own = [next(sizes) if i in of else 1 for i in axes]
    return message.reshape([message.shape[0], *own, message.shape[-1]])


def _summed(belief: Float64, variables: Sequence[int], kept: Sequence[int]) -> Float64:
    axes = [0, *(1 + at for at, i in enumerate(variables) if i in kept), belief.ndim - 1]
    return added(belief, axes)


def _product(potential: Float64, factors: Sequence[Float64], n: int) -> Float64:
    """Return the product, with an axis of length n in place of the potential's last one."""
    if not factors:
        return np.repeat(potential, n, axis=-1)
    first, *others = factors
    product = potential * first
    for factor in others:
        product *= factor
    return product


def added(values: Float64, kept: Sequence[int]) -> Float64:
    """Add up along all axes but some; einsum is up to four times as fast as a sum over several axes."""
    if len(kept) == values.ndim:
        return values
    axes = ascii_letters[: values.ndim]
    return np.asarray(np.einsum(f"{axes}->{''.join(axes[axis] for axis in kept)}", values))


def _along(states: NDArray[np.integer], n_states: int, axis: int, clique: _Clique) -> Float64:
    """Return 1 for each state of a variable that answers leave possible, as a factor of a clique."""
    seen = np.asarray((np.arange(n_states)[:, np.newaxis] == states) | (states < 0), dtype=np.float64)
    shape = [1] * len(clique.variables)
    shape[axis] = n_states
    return seen.reshape([1, *shape, len(states)])
