"""Growing and pruning a policy graph, against the same in plain Python."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.data import quantise
from ifc2f.policies.graph import (
    MIN_ROWS,
    SMOOTHING,
    Ground,
    Growth,
    Material,
    cost_of_prior,
    grow,
    pruned,
    total_costs,
)
from ifc2f.settings import Settings

LEAST_GAIN = 1e-9


def entropy(sums: NDArray[np.float64]) -> float:
    return sum(x * math.log(x) for x in [float(sums.sum())] if x > 0) - sum(
        x * math.log(x) for x in sums.tolist() if x > 0
    )


@dataclass
class Plain:
    """A node: class sums and weight of its rows; what it asks, and its branches: low, high, missing."""

    sums: NDArray[np.float64]
    weight: float
    column: int = -1
    cut: int = 0
    price: float = 0.0
    shares: list[float] = field(default_factory=list)
    branches: list[Plain | None] = field(default_factory=list)
    posterior: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


@dataclass
class Grower:
    material: Material
    costs: AcquisitionCosts
    q: NDArray[np.float64]
    growth: Growth
    budget: float

    def grow(self, rows: NDArray[np.intp], looked: list[int], depth: int = 0) -> Plain:
        material, growth = self.material, self.growth
        n_training = len(material.labels)
        weights = np.where(rows < n_training, 1.0, growth.drawn / max((rows >= n_training).sum(), 1))
        targets = self.targets(rows) * weights[:, np.newaxis]
        node = Plain(targets.sum(axis=0), float(weights.sum()))
        of_prior, mistake = cost_of_prior(material.ground.prior, self.q.astype(np.float32))
        if (
            depth >= Settings.graph_depth
            or node.weight < 2 * MIN_ROWS
            or entropy(node.sums) <= LEAST_GAIN * node.weight
        ):
            return node
        if (node.sums @ self.q).min() <= growth.complexity * mistake:
            return node
        spent = sum(oracle.purchase_cost(self.costs, looked[:i], k) for i, k in enumerate(looked))
        best, found = 0.0, None
        for column in range(len(material.codes)):
            known = column in looked
            price = 0.0 if known else oracle.purchase_cost(self.costs, looked, column)
            if spent + price > self.budget * 1.000001:
                continue
            for cut, low, present in self.cuts(column, rows):
                inside, outside = weights[low].sum(), weights[present & ~low].sum()
                if min(inside, outside) < MIN_ROWS:
                    continue
                parts = [targets[part].sum(axis=0) for part in (low, present & ~low, ~present)]
                gain = entropy(node.sums) - sum(map(entropy, parts))
                score = gain / (1 + growth.thrift / of_prior * price)
                if score > best + LEAST_GAIN * weights[present].sum():
                    best, found = score, (column, cut, price, [low, present & ~low, ~present])
        if found is None:
            return node
        node.column, node.cut, node.price, parts = found
        bought = looked if node.column in looked else [*looked, node.column]
        node.shares = [float(np.float32(weights[part].sum() / node.weight)) for part in parts]  # for ties
        for part, above in zip(parts, (bought, bought, looked), strict=True):
            node.branches.append(self.grow(rows[part], above, depth + 1) if part.any() else None)
        return node

    def targets(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return what rows say of their class: a training row in part its label."""
        material, share = self.material, np.float32(self.growth.labels)
        labels = np.eye(len(material.ground.prior), dtype=np.float32)[material.labels]
        targets = material.guesses.copy()
        targets[: len(labels)] = share * labels + (1 - share) * targets[: len(labels)]
        return targets[rows].astype(np.float64)

    def cuts(
        self, column: int, rows: NDArray[np.intp]
    ) -> Iterator[tuple[int, NDArray[np.bool_], NDArray[np.bool_]]]:
        """Yield each cut: its code, which rows go low, and which have a value."""
        codes = self.material.codes[column][rows]
        n_values = int(self.material.ground.binnings.n_values[column])
        present = codes < n_values
        there = np.unique(codes[present]).tolist()
        if self.material.ground.binnings.categorical[column]:
            yield from ((code, codes == code, present) for code in there)
            return
        for code, after in pairwise(there):  # in the middle of the codes that no row has
            yield code + (after - 1 - code) // 2, present & (codes <= code), present

    def prune(self, node: Plain, parent: NDArray[np.float64]) -> tuple[float, float]:
        """Make nodes leaves where looking does not pay; return the expected cost, and that with charges."""
        node.posterior = (node.sums + SMOOTHING * parent) / (node.sums.sum() + SMOOTHING)
        stop = float((node.posterior @ self.q).min())
        if node.column < 0:
            return stop, stop
        found = [self.prune(branch, node.posterior) for branch in node.branches if branch is not None]
        shares = [s for s, branch in zip(node.shares, node.branches, strict=True) if branch is not None]
        look = node.price * (node.shares[0] + node.shares[1])
        _, mistake = cost_of_prior(self.material.ground.prior, self.q.astype(np.float32))
        go = look + sum(share * value for share, (value, _) in zip(shares, found, strict=True))
        charged = look + sum(share * value for share, (_, value) in zip(shares, found, strict=True))
        charged += self.growth.complexity * mistake / node.weight
        if charged < stop - LEAST_GAIN * stop:
            return go, charged
        node.column = -1
        return stop, stop


def random_material(rng: np.random.Generator, n: int, n_drawn: int, n_classes: int) -> Material:
    """Return random rows of three columns, one of them of categories; values are missing in training rows."""
    binnings = quantise.Binnings.of(
        [
            quantise.Binning(np.arange(1, 4, dtype=np.float32), False),
            quantise.Binning(np.arange(3, dtype=np.float32), True),
            quantise.Binning(np.arange(1, 7, dtype=np.float32), False),
        ]
    )
    sizes = binnings.n_values
    y = rng.integers(n_classes, size=n)
    codes = np.stack([rng.integers(size, size=n + n_drawn) for size in sizes]).astype(np.uint8)
    codes[0, :n] = (y + codes[0, :n] // 2) % sizes[0]
    codes[2, :n] = np.where(rng.random(n) < 0.5, (2 * y + codes[1, :n]) % sizes[2], codes[2, :n])
    codes[:, :n][rng.random((3, n)) < rng.choice([0.0, 0.2])] = quantise.MISSING
    guesses = rng.dirichlet(np.ones(n_classes), n + n_drawn).astype(np.float32)
    prior = (np.bincount(y, minlength=n_classes) + 1.0) / (n + n_classes)
    ground = Ground([0, 1, 2], binnings, binnings, [[], [], []], prior)
    return Material(ground, codes, y.astype(np.uint8), guesses)


COSTS = [
    {"feature": "a", "cost": 0.02, "discount_cost": 0.005, "group": "g"},
    {"feature": "b", "cost": 0.03, "discount_cost": 0.01, "group": "g"},
    {"feature": "c", "group": "derived:a+b"},
]


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 3),
    st.sampled_from([0, 30]),
    st.sampled_from([0.3, 1.0]),
    st.sampled_from([np.inf, 0.035]),
    st.sampled_from([0.1, 1.0, 4.0]),
)
def test_a_graph_is_that_of_plain_python(
    seed: int, n_classes: int, n_drawn: int, complexity: float, budget: float, scale: float
) -> None:
    rng = np.random.default_rng(seed)
    material = random_material(rng, int(rng.integers(5, 60)), n_drawn, n_classes)
    costs = AcquisitionCosts.from_spec(COSTS, ["a", "b", "c"])
    q = (scale * rng.uniform(0.5, 2, (n_classes, n_classes)) * (1 - np.eye(n_classes))).astype(np.float32)
    growth = Growth(float(rng.choice([5.0, 25.0])), float(rng.choice([0.5, 1.0])), complexity)
    found = pruned(grow(material, costs, q, growth, budget), material.ground.prior, q, complexity)
    plain = Grower(material, costs, q.astype(np.float64), growth, budget)
    root = plain.grow(np.arange(material.codes.shape[1]), [])
    value, _ = plain.prune(root, material.ground.prior)
    assert abs(found.value[0] - value) < 1e-6

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
    found_costs = total_costs(found, material.ground, matrix, np.zeros(3, dtype=np.int32), q).tolist()
    for row, cost in zip(matrix, found_costs, strict=True):
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
