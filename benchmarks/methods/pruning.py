"""CART grown in full and cut back by cost-complexity, the cut chosen for the total cost of held-out rows.

Pruning by cost-complexity is that of Breiman, Friedman, Olshen and Stone (1984), with Gini impurity, as in
scikit-learn's ``ccp_alpha``; here a tree is grown once and cut at all values of alpha.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from ifc2f.assessment.tree_paths import paths_of

from .prices import Target
from .rivals import Fitted, Outcome, decide, dense_columns, inner_folds, total_of

MAX_ALPHAS = 40


class PrunedTree:
    """A full tree, and for each node the least alpha at which it becomes a leaf."""

    def __init__(self, seed: int, matrix: np.ndarray | None = None) -> None:
        self.classifier = DecisionTreeClassifier(random_state=seed)
        self.matrix = matrix  # what leaves decide by; None: the majority

    def fit(self, X: Any, y: np.ndarray) -> PrunedTree:
        self.classifier.fit(X, y)
        tree = self.classifier.tree_
        self.leaf_at = collapse(tree)
        classes = self.classifier.classes_
        costs = (1.0 - np.eye(int(classes.max()) + 1) if self.matrix is None else self.matrix)[classes]
        self.label = decide(tree.value[:, 0, :], costs)
        return self

    def alphas(self) -> np.ndarray:
        """Values of alpha between those at which the tree changes, from the full tree to its root."""
        at = np.unique(self.leaf_at[self.leaf_at > 0.0])
        between = np.concatenate([[0.0], np.sqrt(at[:-1] * at[1:]), at[-1:]])
        kept = np.linspace(0, len(between) - 1, min(len(between), MAX_ALPHAS)).round().astype(int)
        return np.asarray(between[kept])

    def outcomes(self, X: Any, alphas: Sequence[float], budget: int | None = None) -> list[Outcome]:
        """The outcome of the tree pruned at each alpha; a row stops before it reads more than the budget."""
        tree = self.classifier.tree_
        used = np.unique(tree.feature[tree.feature >= 0])
        values = dense_columns(X, used)
        along = paths_of(self.classifier, X)
        return [self._outcome(values, used, along, alpha, budget) for alpha in alphas]

    def _outcome(
        self, values: np.ndarray, used: np.ndarray, along: np.ndarray, alpha: float, budget: int | None
    ) -> Outcome:
        n = len(values)
        read = np.zeros((n, len(used)), int)
        at = along[:, 0].copy()
        going = np.arange(n)
        for depth in range(along.shape[1] - 1):
            going = going[self.leaf_at[at[going]] > alpha]
            column = np.searchsorted(used, self.classifier.tree_.feature[at[going]])
            if budget is not None:
                fits = (read[going, column] > 0) | ((read[going] > 0).sum(axis=1) < budget)
                going, column = going[fits], column[fits]
            before = read[going, column]
            read[going, column] = np.where(before > 0, before, depth + 1)
            at[going] = along[going, depth + 1]
        return Outcome(self.label[at], used, np.where(np.isnan(values), 0, read))


def collapse(tree: Any) -> np.ndarray:
    """For each node the alpha at which weakest-link pruning makes it a leaf; 0 for the leaves there are."""
    n = tree.node_count
    risk = tree.impurity * tree.weighted_n_node_samples / tree.weighted_n_node_samples[0]
    left, right = tree.children_left, tree.children_right
    parent = np.full(n, -1)
    for node in np.flatnonzero(left >= 0):
        parent[left[node]] = parent[right[node]] = node
    below, leaves = risk.copy(), np.ones(n, int)
    for inside in np.flatnonzero(left >= 0)[::-1]:  # children have higher numbers
        below[inside] = below[left[inside]] + below[right[inside]]
        leaves[inside] = leaves[left[inside]] + leaves[right[inside]]
    leaf_at = np.where(left >= 0, np.inf, 0.0)
    inner = left >= 0
    alpha = 0.0
    while inner.any():
        nodes = np.flatnonzero(inner)
        gain = (risk[nodes] - below[nodes]) / (leaves[nodes] - 1)
        weakest = int(nodes[gain.argmin()])
        alpha = max(alpha, float(gain.min()))
        saved, gone = risk[weakest] - below[weakest], leaves[weakest] - 1
        doomed = [weakest]
        while doomed:
            at = doomed.pop()
            if inner[at]:
                inner[at], leaf_at[at] = False, alpha
                doomed += [int(left[at]), int(right[at])]
        above = weakest
        while above >= 0:
            below[above] += saved
            leaves[above] -= gone
            above = int(parent[above])
    return leaf_at


def fit_pruned_trees(
    X: Any, y: np.ndarray, targets: Sequence[Target], seed: int, leaves: str = "majority"
) -> list[Fitted]:
    """CART, its alpha by inner cross-validated cost for each target.

    ``leaves``: whether a leaf decides for its ``"majority"``, or for what ``"cost"`` least.
    """
    started = time.process_time()
    matrix = targets[0].matrix(int(y.max()) + 1) if leaves == "cost" else None
    tree = PrunedTree(seed, matrix).fit(X, y)
    alphas = tree.alphas() if tree.classifier.tree_.node_count > 1 else np.zeros(1)
    total = np.zeros((len(targets), len(alphas)))
    for train, test in inner_folds(y, seed):
        part = PrunedTree(seed, matrix).fit(X[train], y[train])
        for row, target in enumerate(targets):
            outcomes = part.outcomes(X[test], list(alphas), target.budget)
            total[row] += [total_of(target, outcome, y[test]) for outcome in outcomes]
    seconds = time.process_time() - started
    # Of equally good trees the smallest.
    best = total.shape[1] - 1 - total[:, ::-1].argmin(axis=1)
    return [
        Fitted(_pruned(tree, float(alphas[at]), target.budget), {"alpha": float(alphas[at])}, seconds)
        for target, at in zip(targets, best, strict=True)
    ]


def _pruned(tree: PrunedTree, alpha: float, budget: int | None) -> Callable[[Any], Outcome]:
    return lambda X: tree.outcomes(X, [alpha], budget)[0]
