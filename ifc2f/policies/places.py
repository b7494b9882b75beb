"""From places to the nodes of a policy graph.

Equal nodes are one, and so are decisions for the same class with beliefs that are nearly equal.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.files.format import SMALLEST_PROBABILITY
from ifc2f.files.graph_nodes import Node
from ifc2f.model import Model
from ifc2f.policies.expansion import NOTHING, Place

__all__ = ["nodes_of"]

ALIKE = 0.05  # beliefs of decisions that are one differ by about as much

Float64 = NDArray[np.float64]


@dataclass(eq=False)
class _Draft:
    """A node whose branches were made before, with the sums over all states that reach it."""

    question: int
    cut: int
    branches: tuple[int, ...]
    is_first: bool
    mass: Float64
    reach: float
    total: float


def nodes_of(root: Place, model: Model) -> list[Node]:
    """Return the nodes of the graph that starts at a place, the root first and branches after their nodes.

    Parameters
    ----------
    root : Place
    model : Model
        Of its network and costs.
    """
    return _Nodes(model).graph(root)


class _Nodes:
    def __init__(self, model: Model) -> None:
        self.features = model.network.features
        self.mistakes = model.misclassification.astype(np.float64)
        self.drafts: list[_Draft] = []
        self.number: dict[Hashable, int] = {}
        self.made: dict[int, int] = {}  # by id of the place

    def graph(self, root: Place) -> list[Node]:
        top = self._node(root)
        reached = {top}
        for at in range(top, -1, -1):
            if at in reached:
                reached.update(self.drafts[at].branches)
        order = sorted(reached, reverse=True)
        number = {at: n for n, at in enumerate(order)}
        return [self._numbered(self.drafts[at], number) for at in order]

    def _numbered(self, draft: _Draft, number: dict[int, int]) -> Node:
        weight = draft.mass.sum()
        posterior = draft.mass / weight
        about: dict[str, Any] = {
            "posterior": np.where(posterior < SMALLEST_PROBABILITY, 0.0, posterior).astype(np.float32),
            "value": draft.total / draft.reach
            if draft.reach > 0
            else float((posterior @ self.mistakes).min()),
            "rows": draft.reach,
        }
        if draft.question < 0:
            return Node(**about)
        low, high, missing = (number[branch] for branch in draft.branches)
        return Node(
            feature=draft.question,
            cut=draft.cut,
            low=low,
            high=high,
            missing=missing,
            one_apart=bool(self.features[draft.question].categorical),
            own_missing=draft.is_first,
            first_meeting=draft.is_first,
            **about,
        )

    def _node(self, place: Place) -> int:
        if id(place) not in self.made:
            self.made[id(place)] = self._leaf(place) if place.question < 0 else self._asked(place)
        return self.made[id(place)]

    def _leaf(self, place: Place) -> int:
        mass = _mass_of(place)
        posterior = mass / mass.sum()
        label = int((posterior @ self.mistakes).argmin())
        key = (label, *np.rint(posterior / ALIKE).astype(int).tolist())
        return self._made(key, _Draft(-1, 0, (), False, mass, place.reach, place.total))

    def _asked(self, place: Place) -> int:
        low, high = (self._node(after) for after in place.after)
        is_first = place.missing is not None
        heavier = max(place.after, key=lambda after: float(after.mass.sum()))
        missing = self._node(heavier if place.missing is None else place.missing)
        if low == high == missing:
            return low
        key = ("asks", place.question, place.cut, low, high, missing, is_first)
        sums = _mass_of(place), place.reach, place.total
        return self._made(key, _Draft(place.question, place.cut, (low, high, missing), is_first, *sums))

    def _made(self, key: Hashable, draft: _Draft) -> int:
        at = self.number.setdefault(key, len(self.drafts))
        if at == len(self.drafts):
            self.drafts.append(draft)
        else:
            same = self.drafts[at]
            same.mass = same.mass + draft.mass
            same.reach += draft.reach
            same.total += draft.total
        return at


def _mass_of(place: Place) -> Float64:
    """Return what comes to a place; to one that nothing came to, a trifle of what it was made for."""
    return place.mass if place.mass.sum() > NOTHING else NOTHING * place.posterior
