"""The forest: each tree against the same in plain Python, and what it says of rows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import lib
from numpy.typing import NDArray

from ifc2f.core.kernels import UInt8
from ifc2f.core.threads import Threads
from ifc2f.data import quantise
from ifc2f.data.quantise import MISSING
from ifc2f.policies import forest
from ifc2f.policies.forest import Forest, ForestRows

LEAST_GAIN = 1e-9


def entropy(counts: NDArray[np.int64]) -> float:
    n = int(counts.sum())
    return sum(-c * math.log(c / n) for c in counts.tolist() if c)


@dataclass
class PlainTree:
    """A tree grown in plain Python: its nodes in the order in which they are made, depth first."""

    codes: UInt8  # (K, n)
    y: NDArray[np.int64]
    n_values: list[int]
    categorical: list[bool]
    n_classes: int
    seed: int
    index: int
    n_tried: int

    def __post_init__(self) -> None:
        n = len(self.y)
        self.n_random = 0
        self.columns = list(range(len(self.codes)))
        self.sample = np.array(sorted(self.random() % n for _ in range(n)))
        self.nodes: list[tuple[int, int] | list[float]] = []
        self.grow(self.sample, 0)

    def random(self) -> int:
        self.n_random += 1
        return int(lib.ifc2f_random(self.seed, self.index, self.n_random - 1))

    def counts(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        return np.bincount(self.y[rows], minlength=self.n_classes)

    def grow(self, rows: NDArray[np.intp], depth: int) -> None:
        counts = self.counts(rows)
        found = self.best_cut(rows) if depth < forest.MAX_DEPTH and np.count_nonzero(counts) > 1 else None
        if found is None:
            self.nodes.append((counts / counts.sum()).tolist())
            return
        column, cut, parts = found
        self.nodes.append((column, cut))
        for part in parts:
            if len(part):
                self.grow(part, depth + 1)

    def best_cut(self, rows: NDArray[np.intp]) -> tuple[int, int, list[NDArray[np.intp]]] | None:
        best, found = 0.0, None
        n_columns = len(self.columns)
        for i in range(self.n_tried):
            if self.n_tried < n_columns:
                j = i + self.random() % (n_columns - i)
                self.columns[i], self.columns[j] = self.columns[j], self.columns[i]
        for column in self.columns[: self.n_tried]:
            codes = self.codes[column][rows].astype(int)
            there = codes < self.n_values[column]
            values = sorted(set(codes[there].tolist()))
            one_apart = self.categorical[column]
            for v, after in zip(values, [*values[1:], 0], strict=False):
                low = there & (codes == v if one_apart else codes <= v)
                if low.sum() == there.sum():
                    continue
                parts = [rows[low], rows[there & ~low], rows[~there]]
                gain = entropy(self.counts(rows)) - sum(entropy(self.counts(part)) for part in parts)
                if gain > best + LEAST_GAIN * there.sum():
                    best, found = gain, (column, v if one_apart else v + (after - 1 - v) // 2, parts)
        return found


Rows = tuple[UInt8, NDArray[np.int64], quantise.Binnings]


def random_rows(seed: int, n: int, n_columns: int, n_classes: int) -> Rows:
    """Return codes, some of them missing, classes that the first and the last column tell of, and bins."""
    rng = np.random.default_rng(seed)
    sizes = rng.choice([2, 3, 7, 40, 255], n_columns)
    kinds = rng.random(n_columns) < 0.3  # columns of categories
    binnings = quantise.Binnings.of(
        quantise.Binning(np.arange(size - (not kind), dtype=np.float32), bool(kind))
        for size, kind in zip(sizes.tolist(), kinds.tolist(), strict=True)
    )
    codes = np.stack([rng.integers(size, size=n) for size in sizes]).astype(np.uint8)
    told = codes[0] / sizes[0] + codes[-1] / sizes[-1] + rng.normal(scale=0.1, size=n)
    y = np.clip(told / 2 * n_classes, 0, n_classes - 1).astype(np.int64)
    codes[rng.random(codes.shape) < rng.choice([0.0, 0.2])] = MISSING
    return codes, y, binnings


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 60),
    n_columns=st.sampled_from([1, 2, 5, 10, 100]),
    n_classes=st.sampled_from([2, 3, 7]),
)
def test_trees_are_those_of_plain_python(seed: int, n: int, n_columns: int, n_classes: int) -> None:
    codes, y, binnings = random_rows(seed, n, n_columns, n_classes)
    trees = Forest.grown(ForestRows(codes, y, binnings, n_classes), seed, n_trees=3).trees
    for index in range(3):
        plain = PlainTree(
            codes,
            y,
            binnings.n_values.tolist(),
            binnings.categorical.tolist(),
            n_classes,
            seed,
            index,
            math.isqrt(n_columns),
        )
        tree = trees[index]
        assert tree.seen.tolist() == sorted(set(plain.sample.tolist()))
        assert len(tree.nodes) == len(plain.nodes)
        for record, node in zip(tree.nodes, plain.nodes, strict=True):
            column, leads, _, packed = record.tolist()
            cut, n_values = packed & 255, packed >> 8 & 255
            if isinstance(node, tuple):
                assert (column, cut) == node
                assert n_values == binnings.n_values[column]
            else:
                assert n_values == 0
                of_leaf = np.eye(n_classes)[leads] if leads >= 0 else tree.mixtures[-1 - leads]
                np.testing.assert_allclose(of_leaf, node, rtol=1e-12)


def test_importance_is_what_cuts_gain() -> None:
    codes, y, binnings = random_rows(3, 300, 5, 3)
    grown = Forest.grown(ForestRows(codes, y, binnings, 3), 1, is_ranking=True)
    expected = np.zeros(5)
    for tree in grown.trees:
        for (column, *_), gain in zip(tree.nodes.tolist(), tree.gains.tolist(), strict=True):
            expected[column] += gain
    np.testing.assert_allclose(grown.importance(), expected, rtol=1e-12)
    told_by = grown.importance().argsort()[::-1][:2]
    assert set(told_by.tolist()) == {0, 4}


@pytest.mark.parametrize("n_jobs", [1, 2, 5])
def test_guesses_do_not_depend_on_threads(n_jobs: int) -> None:
    codes, y, binnings = random_rows(4, 9000, 6, 2)
    prior = np.array([0.5, 0.5])

    def guesses() -> NDArray[np.float32]:
        return Forest.grown(ForestRows(codes, y[:8000], binnings, 2), 1).guesses(prior)

    alone = guesses()
    with Threads(n_jobs):
        assert guesses().tobytes() == alone.tobytes()
    right = alone[8000:].argmax(axis=1) == y[8000:]
    assert right.mean() > 0.75


def test_rows_that_no_tree_can_judge_have_their_label_or_the_prior() -> None:
    codes, y, binnings = random_rows(5, 20, 3, 2)
    prior = np.array([0.25, 0.75])
    of_one = Forest.grown(ForestRows(codes, y[:1], binnings, 2), 0).guesses(prior)
    assert of_one[0].tolist() == np.eye(2)[y[0]].tolist()  # every tree saw it
    assert of_one[1:, y[0]].tolist() == [1.0] * 19
    nothing = ForestRows(codes[:0], y[:5], quantise.Binnings.of([]), 2)
    without_columns = Forest.grown(nothing, 0).guesses(prior)
    assert without_columns[:5].tolist() == np.eye(2)[y[:5]].tolist()
    assert without_columns[5:].tolist() == [[0.25, 0.75]] * 15


def test_many_rows_have_fewer_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    codes, y, binnings = random_rows(6, 3000, 4, 2)
    rows = ForestRows(codes, y, binnings, 2)
    assert len(Forest.grown(rows, 2).trees) == 200
    monkeypatch.setattr(forest, "MANY_ROWS", 1500)
    assert len(Forest.grown(rows, 2).trees) == 100
    monkeypatch.setattr(forest, "MANY_ROWS", 600)
    trees = Forest.grown(rows, 2).trees
    assert len(trees) == 100
    assert all(450 < len(tree.seen) <= 600 for tree in trees)
    assert len(np.unique(np.concatenate([tree.seen for tree in trees]))) > 2990
    right = Forest(rows, trees).guesses(np.array([0.5, 0.5])).argmax(axis=1) == y
    assert right.mean() > 0.75


def test_trees_are_fewer_where_rows_are_many() -> None:
    for n in range(16_384, 300_000, 500):
        n_trees, n_drawn = forest._size(200, n)
        assert 100 <= n_trees <= 200
        assert n_trees == 100 or n_trees * n > 200 * 16_384 - n  # the last tree would be one too many
        assert n_drawn == 16_384
    assert forest._size(200, 16_000) == (200, 16_000)
    assert forest._size(1, 10**7)[0] == 1
