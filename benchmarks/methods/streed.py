"""Optimal decision trees with costs of tests and mistakes: STreeD (van der Linden et al., NeurIPS 2023).

Its cost-sensitive task knows groups with discounts. It takes binary columns: those of one feature are cuts of
a number, or one per category, and after the first of them the others are free.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .prices import PriceList, Target
from .rivals import Fitted, Outcome, dense_columns, promising

MAX_CUTS = 5  # of a number with more values than TESTED_VALUES, by quantiles
TESTED_VALUES = 12
MAX_BITS = {3: 150, 4: 80}  # columns beyond that are left out, those that the F test finds worst
SECONDS = 60.0


@dataclass(frozen=True)
class Bits:
    """Binary columns of one feature: whether its value is above each cut, or is each category."""

    cuts: np.ndarray
    categories: bool

    def of(self, values: np.ndarray) -> np.ndarray:
        """The bits of some values, (n, bits); none is set where the value is missing."""
        if self.categories:
            return np.asarray(values[:, None] == self.cuts)
        return np.asarray(values[:, None] > self.cuts)


def bits_of(values: np.ndarray, categories: bool) -> Bits:
    """The bits of a feature that has these values in training."""
    there = np.unique(values[~np.isnan(values)])
    if categories:
        return Bits(there, True)
    if len(there) > TESTED_VALUES:
        known = values[~np.isnan(values)]
        return Bits(np.unique(np.quantile(known, np.arange(1, MAX_CUTS + 1) / (MAX_CUTS + 1))), False)
    return Bits((there[:-1] + there[1:]) / 2.0, False)


def fit_streed(
    X: Any,
    y: np.ndarray,
    targets: Sequence[Target],
    seed: int,
    depth: int = 3,
    tuned: bool = False,
    categorical: Sequence[int] = (),
) -> list[Fitted]:
    """The optimal tree of a depth on the training rows; tuned, its number of nodes by five inner folds."""
    fitted = []
    for target in targets:
        started = time.process_time()
        columns = promising(X, y, MAX_BITS[depth])
        values = dense_columns(X, columns)
        bits = [bits_of(v, column in categorical) for v, column in zip(values.T, columns, strict=True)]
        if sum(len(each.cuts) for each in bits) > MAX_BITS[depth]:
            keep = promising(X, y, max(1, MAX_BITS[depth] // max(len(each.cuts) for each in bits)))
            bits = [each for each, column in zip(bits, columns, strict=True) if column in keep]
            columns = keep
        tree = _optimal_tree(X, y, target, seed, depth, tuned, columns, bits)
        chosen = {"bits": sum(len(each.cuts) for each in bits)}
        fitted.append(Fitted(tree, chosen, time.process_time() - started))
    return fitted


def _optimal_tree(
    X: Any,
    y: np.ndarray,
    target: Target,
    seed: int,
    depth: int,
    tuned: bool,
    columns: np.ndarray,
    bits: Sequence[Bits],
) -> Callable[[Any], Outcome]:
    from pystreed import STreeDCostSensitiveClassifier
    from pystreed.data import CostSpecifier

    owner = np.repeat(np.arange(len(bits)), [len(each.cuts) for each in bits])
    matrix = target.matrix(int(y.max()) + 1)
    if target.budget is not None:  # a path of a tree reads no more features than it has levels
        depth = min(depth, target.budget)
    # The solver numbers the classes it sees from 0.
    classes, codes = np.unique(y, return_inverse=True)
    seen = matrix[np.ix_(classes, classes)]
    solver = STreeDCostSensitiveClassifier(
        max_depth=depth, hyper_tune=tuned, random_seed=seed, time_limit=SECONDS
    )
    costs = CostSpecifier(seen.tolist(), _specified(target, columns, bits))
    solver.fit(_encode(X, columns, bits), codes, costs)

    def outcome(X: Any) -> Outcome:
        values = _encode(X, columns, bits).astype(bool)
        label = np.empty(len(values), int)
        read = np.zeros((len(values), len(columns)), int)
        _follow(solver.tree_, np.arange(len(values)), 1, values, owner, label, read)
        missing = np.isnan(dense_columns(X, columns))
        return Outcome(classes[label], columns, np.where(missing, 0, read))

    return outcome


def _follow(
    node: Any,
    rows: np.ndarray,
    turn: int,
    values: np.ndarray,
    owner: np.ndarray,
    label: np.ndarray,
    read: np.ndarray,
) -> None:
    """Send rows down the tree, and note what they read and where they end."""
    if not node.is_branching_node():
        label[rows] = node.label
        return
    column = owner[node.feature]
    read[rows, column] = np.where(read[rows, column] > 0, read[rows, column], turn)
    right = values[rows, node.feature]
    _follow(node.left_child, rows[~right], turn + 1, values, owner, label, read)
    _follow(node.right_child, rows[right], turn + 1, values, owner, label, read)


def _encode(X: Any, columns: np.ndarray, bits: Sequence[Bits]) -> np.ndarray:
    values = dense_columns(X, columns)
    parts = [each.of(column) for each, column in zip(bits, values.T, strict=True)]
    return np.hstack(parts).astype(np.intc)


def _specified(target: Target, columns: np.ndarray, bits: Sequence[Bits]) -> list[Any]:
    """Price, discounted price, group and bits of each feature, for the solver."""
    from pystreed.data import FeatureCostSpecifier

    specified, begin = [], 0
    for column, each in zip(columns, bits, strict=True):
        first = later = target.prices.mean
        group = "x"
        if isinstance(target.prices, PriceList):
            (test,) = np.flatnonzero(target.prices.needed[column])
            later = float(target.prices.later[test])
            first = later + float(target.prices.opening[test])
            if target.prices.group[test] >= 0:
                group = f"g{target.prices.group[test]}"
        if len(each.cuts):
            end = begin + len(each.cuts) - 1
            specified.append(FeatureCostSpecifier(first, later, group, begin, end))
            begin = end + 1
    return specified
