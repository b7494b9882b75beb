"""Growing and pruning a policy graph, against the same in plain Python."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import oracle
from grown_graphs import COSTS, random_material
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ifc2f.core.kernels import UInt8
from ifc2f.costs import AcquisitionCosts
from ifc2f.policies.graph import (
    BLIND_DEPTH,
    MIN_ROWS,
    PARENT_ROWS,
    Growth,
    Material,
    cost_of_prior,
    grow,
    pruned,
    walk,
)
from ifc2f.settings import Settings

LEAST_GAIN = 1e-9
N_BEST, N_FREE_PARTS = 4, 6  # as in csrc/training/growing.h


def entropy(sums: NDArray[np.float64]) -> float:
    return sum(x * math.log(x) for x in [float(sums.sum())] if x > 0) - sum(
        x * math.log(x) for x in sums.tolist() if x > 0
    )


@dataclass
class Plain:
    """A node: class sums and weight of its rows; what it asks, and its branches: low, high, missing."""

    rows: NDArray[np.intp]
    sums: NDArray[np.float64]
    weight: float
    posterior: NDArray[np.float64]
    stop: float  # cost of deciding, and of the best that was found
    value: float
    column: int = -1
    cut: int = 0
    price: float = 0.0
    shares: list[float] = field(default_factory=list)
    branches: list[Plain | None] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)  # worth trying

    def follow(self, other: Plain) -> None:
        """Be cut as another node is."""
        self.column, self.cut, self.price = other.column, other.cut, other.price
        self.shares, self.branches, self.value = other.shares, other.branches, other.value

    def settle(self) -> None:
        """Be a leaf if the cut does not pay."""
        if not is_less(self.value, self.stop):
            self.column, self.branches, self.value = -1, [], self.stop


@dataclass(frozen=True)
class Cut:
    column: int
    code: int
    price: float


def is_less(cost: float, than: float) -> bool:
    return cost < than - LEAST_GAIN * than


class Best:
    """The cuts with the highest scores, ties for the earlier one."""

    def __init__(self, size: int) -> None:
        self.size, self.found = size, list[tuple[float, Cut]]()

    def offer(self, score: float, cut: Cut, least: float) -> None:
        at = len(self.found)
        while at and score > self.found[at - 1][0] + least:
            at -= 1
        self.found.insert(at, (score, cut))
        del self.found[self.size :]


@dataclass
class Grower:
    material: Material
    costs: AcquisitionCosts
    q: NDArray[np.float64]
    growth: Growth
    budget: float
    work: float
    n_read: int = 0

    def leaf(self, rows: NDArray[np.intp], parent: NDArray[np.float64]) -> Plain:
        weights = self.weights(rows)
        sums = (self.targets(rows) * weights[:, np.newaxis]).sum(axis=0)
        posterior = (sums + PARENT_ROWS * parent) / (sums.sum() + PARENT_ROWS)
        stop = float((posterior @ self.q).min())
        return Plain(rows, sums, float(np.float32(weights.sum())), posterior, stop, stop)

    def weights(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        drawn = rows >= len(self.material.labels)
        return np.where(drawn, min(self.growth.drawn / max(drawn.sum(), 1), 1.0), 1.0)

    @property
    def charge(self) -> float:
        _, mistake = cost_of_prior(self.material.ground.prior, self.q.astype(np.float32))
        return self.growth.complexity * mistake

    def price(self, column: int, acquired: list[int]) -> float:
        return 0.0 if column in acquired else oracle.purchase_cost(self.costs, acquired, column)

    def fits_budget(self, price: float, acquired: list[int]) -> bool:
        spent = sum(oracle.purchase_cost(self.costs, acquired[:i], k) for i, k in enumerate(acquired))
        return bool(spent + price <= self.budget * 1.000001)

    def later(self, column: int, acquired: list[int]) -> float:
        """Return what a column costs once its tests' groups are paid for."""
        if column in acquired:
            return 0.0
        bought = {test for other in acquired for test in self.costs.tests_of[other]}
        return sum(
            float(self.costs.discount_cost[t] if self.costs.group[t] >= 0 else self.costs.cost[t])
            for t in self.costs.tests_of[column]
            if t not in bought
        )

    def find_cuts(self, node: Plain, acquired: list[int], depth: int, is_one: bool) -> None:
        """Find the cuts worth trying: by gain for price, by the gain of all free cuts, by the later price."""
        node.cuts, material, growth = [], self.material, self.growth
        if (
            depth >= Settings.graph_depth
            or node.weight < 2 * MIN_ROWS
            or entropy(node.sums) <= LEAST_GAIN * node.weight
            or (node.sums @ self.q).min() <= self.charge
        ):
            return
        rows, weights = node.rows, self.weights(node.rows)
        targets = self.targets(rows) * weights[:, np.newaxis]
        of_prior, _ = cost_of_prior(material.ground.prior, self.q.astype(np.float32))
        thrift, worth = growth.thrift / of_prior, node.stop - self.charge / node.weight
        by_gain, by_all, by_later = Best(1 if is_one else N_BEST), Best(1), Best(1)
        for column in range(len(material.codes)):
            price, lacks = self.price(column, acquired), self.is_missing(column)
            if not self.fits_budget(price, acquired) or (price >= worth and not lacks.any()):
                continue
            self.n_read += len(rows)
            present = ~lacks[rows]
            if price * weights[present].sum() >= worth * weights.sum() or not present.any():
                continue
            told = entropy(node.sums) - sum(
                entropy(targets[part].sum(axis=0)) for part in (present, ~present)
            )
            best, code, everything = self.gains(column, rows[present], weights[present], targets[present])
            least = LEAST_GAIN * weights[present].sum()
            if not best or (told + best) / (1 + thrift * price) <= least:
                continue
            cut = Cut(column, code, price)
            by_gain.offer((told + best) / (1 + thrift * price), cut, least)
            if price > 0:
                by_all.offer((told + everything) / (1 + thrift * price), cut, least)
            later = self.later(column, acquired)
            if later < price:
                by_later.offer((told + best) / (1 + thrift * later), cut, least)
        for _, cut in by_gain.found + (by_all.found + by_later.found) * (not is_one):
            if cut.column not in [other.column for other in node.cuts]:
                node.cuts.append(cut)

    def gains(
        self, column: int, rows: NDArray[np.intp], weights: NDArray[np.float64], targets: NDArray[np.float64]
    ) -> tuple[float, int, float]:
        """Return the gain of the best cut, its code, and the gain of all cuts that are free after it."""
        codes, chance = self.material.codes[column][rows], 0.5 * (targets.shape[1] - 1)

        def sums(part: NDArray[np.bool_]) -> NDArray[np.float64]:
            return np.asarray(targets[part].sum(axis=0))

        def best(part: NDArray[np.bool_]) -> tuple[float, int, NDArray[np.bool_]]:
            gain, code, side = 0.0, 0, part
            for cut, is_low in self.cuts(column, codes, part):
                low, high = part & is_low, part & ~is_low
                if min(weights[low].sum(), weights[high].sum()) < MIN_ROWS:
                    continue
                gained = entropy(sums(part)) - entropy(sums(low)) - entropy(sums(high))
                if gained > gain + LEAST_GAIN * weights[part].sum():
                    gain, code, side = gained, cut, low
            return gain, code, side

        whole = np.ones(len(rows), dtype=bool)
        gain, code, side = best(whole)
        if self.material.ground.binnings.categorical[column]:
            apart = [codes == c for c in np.unique(codes) if weights[codes == c].sum() >= MIN_ROWS]
            rest = ~np.any(apart, axis=0) if apart else whole
            everything = entropy(sums(whole)) - sum(entropy(sums(part)) for part in [*apart, rest])
            return gain, code, everything - chance * (len(apart) - 2)
        parts, total, everything = [(gain, whole, side)], 0.0, gain
        for n_parts in range(1, N_FREE_PARTS):
            p = int(np.argmax([part[0] for part in parts]))
            gained, part, low = parts[p]
            if n_parts > 1 and gained <= chance:
                break
            total += gained - chance * (n_parts > 1)
            everything = total
            halves = [(*best(half)[::2], half) for half in (part & low, part & ~low)]
            parts[p], other = [(g, half, s) for g, s, half in halves]
            parts.append(other)
        return gain, code, everything

    def is_missing(self, column: int) -> NDArray[np.bool_]:
        return self.material.codes[column] >= self.material.ground.binnings.n_values[column]

    def cut_node(
        self, node: Plain, acquired: list[int], depth: int, cut: Cut, bound: float, like: Plain | None = None
    ) -> Plain:
        """Return the node as it is if it is cut, and grown below: greedily, or as another node is.

        Its cost may be only a bound.
        """
        made = self.leaf(node.rows, node.posterior)
        made.column, made.cut, made.price, made.posterior = cut.column, cut.code, cut.price, node.posterior
        codes, lacks = self.material.codes[cut.column][node.rows], self.is_missing(cut.column)[node.rows]
        is_low = (
            codes == cut.code if self.material.ground.binnings.categorical[cut.column] else codes <= cut.code
        )
        parts = [is_low & ~lacks, ~is_low & ~lacks, lacks]
        weights = self.weights(node.rows)
        made.shares = [float(np.float32(weights[part].sum() / weights.sum())) for part in parts]
        made.branches = [self.leaf(node.rows[part], node.posterior) if part.any() else None for part in parts]
        if like is not None and min(weights[part].sum() for part in parts[:2]) < MIN_ROWS:
            made.value = bound
            return made
        made.value = self.cost_of_cut(made)
        after = [None, None, None] if like is None else like.branches
        for branch, share, below, other in zip(
            made.branches, made.shares, self.below(acquired, cut.column), after, strict=True
        ):
            if branch is not None and is_less(made.value, bound):
                if like is None:
                    self.grow(branch, below, depth + 1)
                else:
                    self.grow_like(branch, below, depth + 1, other)
                made.value += share * branch.value
        return made

    def cut_like(self, like: Plain | None, acquired: list[int]) -> Cut | None:
        """Return the cut of a node elsewhere at its price here, None where it has none or none is left."""
        if like is None or like.column < 0:
            return None
        price = self.price(like.column, acquired)
        return Cut(like.column, like.cut, price) if self.fits_budget(price, acquired) else None

    def grow_like(self, node: Plain, acquired: list[int], depth: int, like: Plain | None) -> None:
        cut = self.cut_like(like, acquired)
        if cut is not None:
            node.follow(self.cut_node(node, acquired, depth, cut, node.stop, like))
            node.settle()

    def raise_branch(self, node: Plain, acquired: list[int], depth: int) -> None:
        for branch in node.branches[:2]:
            cut = self.cut_like(branch, acquired)
            if cut is not None:
                made = self.cut_node(node, acquired, depth, cut, node.value, branch)
                if is_less(made.value, node.value):
                    node.follow(made)

    def cost_of_cut(self, node: Plain) -> float:
        return node.price * (node.shares[0] + node.shares[1]) + self.charge / node.weight

    def below(self, acquired: list[int], column: int) -> list[list[int]]:
        bought = acquired if column in acquired else [*acquired, column]
        return [bought, bought, acquired]

    def grow(self, node: Plain, acquired: list[int], depth: int = 0) -> None:
        self.find_cuts(node, acquired, depth, True)
        if node.cuts:
            node.follow(self.cut_node(node, acquired, depth, node.cuts[0], node.stop))
            node.settle()

    def improve(self, node: Plain, acquired: list[int], work: float, depth: int = 0) -> None:
        if not node.cuts or work <= 0:
            return
        begun = self.n_read
        self.find_cuts(node, acquired, depth, False)
        rolled_out, first = self.n_read, int(node.column >= 0)
        least = node.value if first else sys.float_info.max
        for cut in node.cuts[first:]:
            if self.n_read - rolled_out >= work:
                break
            made = self.cut_node(node, acquired, depth, cut, least)
            if is_less(made.value, least):
                least = made.value
                node.follow(made)
        if node.column < 0:
            return
        if depth < BLIND_DEPTH or is_less(least, node.stop):
            left, cost = work - (self.n_read - begun), self.cost_of_cut(node)
            for branch, share, below in zip(
                node.branches, node.shares, self.below(acquired, node.column), strict=True
            ):
                if branch is not None:
                    self.improve(branch, below, left * (len(branch.rows) / len(node.rows)), depth + 1)
                    cost += share * branch.value
            node.value = cost
            self.raise_branch(node, acquired, depth)
        node.settle()

    def targets(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return what rows say of their class: a training row in part its label."""
        material, share = self.material, np.float32(self.growth.labels)
        labels = np.eye(len(material.ground.prior), dtype=np.float32)[material.labels]
        targets = material.guesses.copy()
        targets[: len(labels)] = share * labels + (1 - share) * targets[: len(labels)]
        return targets[rows].astype(np.float64)

    def cuts(
        self, column: int, codes: UInt8, part: NDArray[np.bool_]
    ) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        """Yield each cut of a part: its code, and which rows go low."""
        there = np.unique(codes[part]).tolist()
        if self.material.ground.binnings.categorical[column]:
            yield from ((code, codes == code) for code in there)
            return
        for code, after in pairwise(there):  # in the middle of the codes that no row has
            yield code + (after - 1 - code) // 2, codes <= code


@settings(deadline=None, max_examples=30)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 3),
    st.sampled_from([0, 30]),
    st.sampled_from([0.3, 1.0]),
    st.sampled_from([np.inf, 0.035]),
    st.sampled_from([0.1, 1.0, 4.0]),
    st.sampled_from([0.0, 30.0, 1000.0]),
)
def test_a_graph_is_that_of_plain_python(
    seed: int, n_classes: int, n_drawn: int, complexity: float, budget: float, scale: float, work: float
) -> None:
    rng = np.random.default_rng(seed)
    material = random_material(rng, int(rng.integers(5, 60)), n_drawn, n_classes)
    costs = AcquisitionCosts.from_spec(COSTS, ["a", "b", "c"])
    q = (scale * rng.uniform(0.5, 2, (n_classes, n_classes)) * (1 - np.eye(n_classes))).astype(np.float32)
    growth = Growth(float(rng.choice([5.0, 25.0])), float(rng.choice([0.5, 1.0])), complexity)
    found = pruned(grow(material, costs, q, growth, budget, work=work), material.ground.prior, q, complexity)
    plain = Grower(material, costs, q.astype(np.float64), growth, budget, work * material.codes.size)
    root = plain.leaf(np.arange(material.codes.shape[1]), material.ground.prior)
    plain.grow(root, [])
    plain.improve(root, [], work * material.codes.size)

    def same(i: int, node: Plain) -> None:
        there = found.nodes[i]
        np.testing.assert_allclose(found.posterior[i], node.posterior, rtol=1e-5, atol=1e-9)
        assert there.feature == node.column
        if node.column >= 0:
            assert (there.cut, round(there.price, 5)) == (node.cut, round(node.price, 5))
            for child, branch in zip((there.low, there.high, there.missing), node.branches, strict=True):
                assert (child < 0) == (branch is None)
                if branch is not None:
                    same(child, branch)

    same(0, root)
    matrix = np.array([[0.5, 1.0, 3.5], [np.nan, 0.0, 0.5], [2.5, np.nan, np.nan]], dtype=np.float32)
    _, decision, price = walk(found, material.ground, matrix, q)
    for row, cost in zip(matrix, q[0, decision] + price, strict=True):
        assert abs(cost - _followed(root, row, material, q)) < 1e-5


def _followed(node: Plain, row: NDArray[np.float32], material: Material, q: NDArray[np.float32]) -> float:
    """Return what looks and deciding cost where the row is of the first class."""
    codes, paid = material.ground.binnings.codes(row[np.newaxis])[:, 0], 0.0
    while node.column >= 0:
        code = int(codes[node.column])
        low, high, missing = node.branches
        if code >= material.ground.binnings.n_values[node.column]:
            node = missing or (low if node.shares[0] >= node.shares[1] else high)
            continue
        paid += node.price
        is_low = code == node.cut if material.ground.binnings.categorical[node.column] else code <= node.cut
        node = low if is_low else high
    return paid + float(q[0, int(np.argmin(node.posterior @ q))])
