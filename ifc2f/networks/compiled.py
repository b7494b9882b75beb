"""From the beliefs of a search to a policy graph: nodes with exact posteriors, which the runtime follows.

A question of many answers becomes a chain of nodes, each of which sets one answer apart. Equal nodes are one.
Where an answer is missing the graph goes on with the next best question, if one is worth it: what it
leads to are beliefs that the search knows. An answer that the network calls impossible leaves the
belief as it was, and the graph stops there.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.files.graph_nodes import MAX_NODES, Node
from ifc2f.networks.search import NEGLIGIBLE, Belief, Search

__all__ = ["Compiled", "compiled"]

ALTERNATIVES = 2  # questions tried where an answer is missing
SMALLEST = 1e-30
PRECISION = 1 << 21  # of a posterior's mantissa
ALIKE = 9  # digits that shares and values of equal nodes have in common
LEAST_GAIN = 1e-6  # of the cost of deciding at once: what questions save that are the first to be left out

Float64 = NDArray[np.float64]


@dataclass(frozen=True)
class Compiled:
    """A policy graph, and what it costs.

    Attributes
    ----------
    nodes : list of Node
        The root first; features are positions in `asked`.
    asked : list of int
        The questions of the search that it asks, ascending.
    expected : float
        What the policy costs on average.
    """

    nodes: list[Node]
    asked: list[int]
    expected: float


@dataclass(frozen=True)
class _Draft:
    """A node whose branches are known by their numbers among those made before."""

    question: int
    state: int
    branches: tuple[int, int, int]
    first: bool
    share: float
    value: float
    posterior: bytes


def compiled(search: Search, max_nodes: int = MAX_NODES) -> Compiled:
    """Compile the best policy that a search has found into a graph.

    Parameters
    ----------
    search : Search
    max_nodes : int
        With more nodes, questions that bring least are left out.

    Raises
    ------
    ValueError
        If `max_nodes` is below 1.
    """
    if not 1 <= max_nodes <= MAX_NODES:
        raise ValueError(f"max_nodes must be from 1 to {MAX_NODES}, not {max_nodes}")
    found = _Builder(search, 0.0, ALTERNATIVES).graph()
    least = 0.0
    while len(found.nodes) > max_nodes:
        found = _Builder(search, least, 0).graph()
        least = max(4 * least, LEAST_GAIN * search.root.stop)
    return found


class _Builder:
    """Makes the nodes; questions that save less than `least` on average are left out."""

    def __init__(self, search: Search, least: float, alternatives: int) -> None:
        self.search, self.least, self.alternatives = search, least, alternatives
        self.drafts: list[_Draft] = []
        self.number: dict[_Draft, int] = {}

    def graph(self) -> Compiled:
        asks = self._asks()
        joints = self._joints(asks)
        made: dict[Belief, int] = {}
        for belief in sorted(asks, key=lambda one: one.n_left):  # those that follow first
            at = self._leaf(belief.posterior)
            for rank, question in reversed(list(enumerate(asks[belief]))):
                at = self._asked(belief, question, joints[belief][rank], made, at)
            made[belief] = at
        root = made[self.search.root]
        nodes = self._numbered(root)
        asked = sorted({node.feature for node in nodes} - {-1})
        return Compiled(nodes, asked, self.drafts[root].value)

    # ---- What is asked ----------------------------------------

    def _asks(self) -> dict[Belief, list[int]]:
        """Return the beliefs that the policy comes to, with the questions it asks there, the best first."""
        root = self.search.root
        reach = {root: 1.0}
        queue = [(-root.n_left, 0, root)]
        asks: dict[Belief, list[int]] = {}
        while queue:
            _, _, belief = heapq.heappop(queue)
            asks[belief] = self._questions(belief, reach[belief])
            for rank, question in enumerate(asks[belief]):
                for slot in self.search.slots(question):
                    child = belief.children.get(slot)
                    if child is None or belief.chances[slot] <= 0:
                        continue
                    if child not in reach:
                        heapq.heappush(queue, (-child.n_left, len(reach), child))
                        reach[child] = 0.0
                    reach[child] += reach[belief] * belief.chances[slot] * (rank == 0)
        return asks

    def _questions(self, belief: Belief, reach: float) -> list[int]:
        saved = belief.stop - self.search.totals(belief)
        if reach * saved.max(initial=0.0) < self.least:
            return []
        best = np.argsort(-saved, kind="stable")[: 1 + self.alternatives]
        return [int(question) for question in best if saved[question] > NEGLIGIBLE]

    def _joints(self, asks: Mapping[Belief, Sequence[int]]) -> dict[Belief, list[Float64]]:
        """Return P(answer, class | belief) of every question asked, shape (V, L) each."""
        asking = [belief for belief, questions in asks.items() if questions]
        found: dict[Belief, list[Float64]] = {belief: [] for belief in asks}
        n_at_once = self.search.tree.at_once
        for at in range(0, len(asking), n_at_once):
            some = asking[at : at + n_at_once]
            joints, _ = self.search.tree.joints(self.search.evidence([belief.answers for belief in some]))
            for row, belief in enumerate(some):
                for question in asks[belief]:
                    joint = joints[question][row]
                    found[belief].append(joint / joint.sum())
        return found

    # ---- Nodes ----------------------------------------

    def _made(self, draft: _Draft) -> int:
        alike = replace(draft, share=round(draft.share, ALIKE), value=round(draft.value, ALIKE))
        at = self.number.setdefault(alike, len(self.drafts))
        if at == len(self.drafts):
            self.drafts.append(draft)
        return at

    def _leaf(self, posterior: Float64) -> int:
        stop = float((posterior @ self.search.misclassification).min())
        return self._made(_Draft(-1, 0, (0, 0, 0), False, 0.0, stop, _single(posterior)))

    def _asked(
        self, belief: Belief, question: int, joint: Float64, made: Mapping[Belief, int], missing: int
    ) -> int:
        """Return the first node of a question, or `missing` where asking does not pay after all."""
        chances = joint.sum(axis=1)
        ends = []
        for state, slot in enumerate(self.search.slots(question)):
            child = belief.children.get(slot)
            if chances[state] <= 0:
                ends.append(self._leaf(belief.posterior))
            elif child is not None and child in made:
                ends.append(made[child])
            else:
                ends.append(self._leaf(joint[state] / chances[state]))
        if len(set(ends)) == 1 and self.search.are_apart:  # asked only if it costs nothing
            return ends[0]
        values = np.array([self.drafts[end].value for end in ends])
        price = float(belief.prices[question])
        if price + chances @ values >= self.drafts[missing].value:
            return missing
        return self._chain(question, price, joint, ends, values, missing)

    def _chain(
        self, question: int, price: float, joint: Float64, ends: list[int], values: Float64, missing: int
    ) -> int:
        """Return the first of the nodes that set one answer apart after another."""
        chances = joint.sum(axis=1)
        most = max(ends, key=lambda end: (ends.count(end), end))
        apart = [state for state, end in enumerate(ends) if end != most] or [0]
        at = most
        for state in reversed(apart):
            rest = [v for v, end in enumerate(ends) if end == most or (v >= state and v in apart)]
            first = state == apart[0]
            total = float(chances[rest].sum())
            posterior = joint[rest].sum(axis=0) / total if total > 0 else joint.sum(axis=0)
            value = float(chances[rest] @ values[rest]) / total if total > 0 else 0.0
            share = float(chances[state]) / total if total > 0 else 0.0
            at = self._made(
                _Draft(
                    question,
                    state,
                    (ends[state], at, missing if first else at),
                    first,
                    share,
                    value + price * first,
                    _single(posterior),
                )
            )
        return at

    def _numbered(self, root: int) -> list[Node]:
        """Return the nodes that the root leads to, itself first and branches after what they start from."""
        rows = {root: 1.0}
        for at in range(root, -1, -1):
            draft = self.drafts[at]
            if at in rows and draft.question >= 0:
                low, high, missing = draft.branches
                for branch, share in ((low, draft.share), (high, 1 - draft.share), (missing, 0.0)):
                    rows[branch] = rows.get(branch, 0.0) + rows[at] * share
        number = {at: n for n, at in enumerate(sorted(rows, reverse=True))}
        nodes = []
        for at in number:
            draft = self.drafts[at]
            about: dict[str, Any] = {
                "posterior": np.frombuffer(draft.posterior, dtype=np.float32),
                "value": draft.value,
                "rows": rows[at],
            }
            if draft.question >= 0:
                low, high, missing = (number[branch] for branch in draft.branches)
                about |= {"low": low, "high": high, "missing": missing, "feature": draft.question}
                about |= {"cut": draft.state, "one_apart": True}
                about |= {"own_missing": draft.first, "first_meeting": draft.first}
            nodes.append(Node(**about))
        return nodes


def _single(posterior: Float64) -> bytes:
    """Return a posterior as a model holds it, to six digits, so that rounding keeps none apart."""
    mantissa, exponent = np.frexp(np.where(posterior < SMALLEST, 0.0, posterior))
    return np.ldexp(np.round(mantissa * PRECISION) / PRECISION, exponent).astype(np.float32).tobytes()
