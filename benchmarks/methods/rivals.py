"""The methods a user would pick instead: a decision tree, cost-efficient boosting, and boosting on
everything.

Each is fitted for costs e per feature, all at once, since most of the work is the same: its settings for
one e are those with the least inner cross-validated J = error + e x features. A feature counts once per
instance, if the instance's path (all paths of an ensemble) tests it and its value is there: a missing
answer costs nothing, as for our own method.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import scipy.sparse
import scipy.special
from sklearn.feature_selection import f_classif
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from ifc2f.assessment.tree_paths import paths_of

from .prices import PriceList, Target, Uniform

# Columns beyond this many are filtered before boosting, by the F test on the training rows: with ten
# thousand genes a grid of settings would not end within the cap. The tree is always given everything.
MAX_BOOSTED_COLUMNS = 300
MAX_DEPTH = 12


@dataclass
class Outcome:
    """The result of every test instance: its label, and which of the present columns it read.

    ``read`` is the order: 0 is not read, lower numbers were read before.
    """

    label: np.ndarray  # (n,) int
    columns: np.ndarray  # (m,) int
    read: np.ndarray  # (n, m) int

    @property
    def n_features(self) -> np.ndarray:
        """Features read, (n,)."""
        return np.asarray((self.read > 0).sum(axis=1), dtype=float)


def decide(probability: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """The decisions that cost least, the first of equal ones; ``matrix[true, decided]``."""
    return np.asarray((probability @ matrix).argmin(axis=1))


@dataclass
class Fitted:
    """A fitted rival, its settings, and the seconds of choosing and fitting for all costs together."""

    outcome: Callable[[Any], Outcome]
    chosen: dict[str, Any]
    seconds: float


def inner_folds(y: np.ndarray, seed: int, n_folds: int = 5) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Inner folds; fewer than ``n_folds`` if a class is smaller than that."""
    n_folds = int(max(2, min(n_folds, np.bincount(y)[np.unique(y)].min())))
    splitter = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    yield from splitter.split(np.zeros(len(y)), y)


# --- decision tree -------------------------------------------------------------------------------------


class Tree:
    """A CART tree that can be cut at any depth, with the features each instance's path reads."""

    def __init__(self, seed: int) -> None:
        self.classifier = DecisionTreeClassifier(max_depth=MAX_DEPTH, random_state=seed)

    def fit(self, X: Any, y: np.ndarray) -> Tree:
        self.classifier.fit(X, y)
        return self

    def outcomes(self, X: Any, depths: Sequence[int]) -> list[Outcome]:
        """The outcome of the tree cut at each depth (ascending); a node at the cut answers."""
        tree = self.classifier.tree_
        n = X.shape[0]
        used, compact = np.unique(tree.feature[tree.feature >= 0], return_inverse=True)
        column = np.full(tree.node_count, -1)
        column[tree.feature >= 0] = compact
        values = dense_columns(X, used)
        along = paths_of(self.classifier, X)
        majority = self.classifier.classes_[tree.value[:, 0, :].argmax(axis=1)]

        node_at = np.zeros(n, int)
        read = np.zeros((n, len(used)), int)
        results = []
        depth = 0
        for target in depths:
            while depth < min(target, along.shape[1] - 1):
                rows = np.flatnonzero(tree.feature[node_at] >= 0)
                at = (rows, column[node_at[rows]])
                read[at] = np.where(read[at] > 0, read[at], depth + 1)
                depth += 1
                node_at[rows] = along[rows, depth]
            results.append(Outcome(majority[node_at], used, np.where(np.isnan(values), 0, read)))
        return results


def fit_trees(X: Any, y: np.ndarray, targets: Sequence[Target], seed: int) -> list[Fitted]:
    """CART, its depth (0: always the majority) by inner cross-validated cost for each target."""
    started = time.process_time()
    depths = list(range(MAX_DEPTH + 1))
    total = np.zeros((len(targets), len(depths)))
    for train, test in inner_folds(y, seed):
        outcomes = Tree(seed).fit(X[train], y[train]).outcomes(X[test], depths)
        total += [[total_of(target, outcome, y[test]) for outcome in outcomes] for target in targets]
    tree = Tree(seed).fit(X, y)
    seconds = time.process_time() - started
    return [
        Fitted(_at_depth(tree, depth), {"depth": depth}, seconds) for depth in map(int, total.argmin(axis=1))
    ]


def _at_depth(tree: Tree, depth: int) -> Callable[[Any], Outcome]:
    return lambda X: tree.outcomes(X, [depth])[0]


# --- boosting ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoostingSettings:
    """One point of the grid; ``penalty`` is charged per instance and feature, in units of gain."""

    penalty: float
    n_leaves: int
    learning_rate: float
    min_leaf: int


class Boosting:
    """LightGBM on some columns, with the features each instance reads among its first trees."""

    def __init__(
        self,
        settings: BoostingSettings,
        n_rounds: int,
        seed: int,
        prices: Uniform | PriceList,
        matrix: np.ndarray | None = None,
    ) -> None:
        self.prices = prices
        self.matrix = matrix  # what mistakes cost; None: all the same
        self.settings = settings
        self.n_rounds = n_rounds
        self.seed = seed

    def fit(self, X: Any, y: np.ndarray) -> Boosting:
        import lightgbm

        self.columns = promising(X, y)
        self.classes, codes = np.unique(y, return_inverse=True)
        self.prior = np.bincount(codes) / len(codes)
        n_classes = int(self.classes.max()) + 1
        self.costs = (1.0 - np.eye(n_classes) if self.matrix is None else self.matrix)[self.classes]
        parameters: dict[str, Any] = {
            "objective": "binary" if len(self.classes) == 2 else "multiclass",
            "num_leaves": self.settings.n_leaves,
            "learning_rate": self.settings.learning_rate,
            "min_data_in_leaf": self.settings.min_leaf,
            "seed": self.seed,
            "deterministic": True,
            "force_col_wise": True,
            "num_threads": 1,
            "verbosity": -1,
        }
        if len(self.classes) > 2:
            parameters["num_class"] = len(self.classes)
        if self.settings.penalty > 0.0:
            parameters["cegb_tradeoff"] = 1.0
            penalties = self.settings.penalty * self.prices.relative(self.columns)
            parameters["cegb_penalty_feature_lazy"] = penalties.tolist()
        chosen = np.ascontiguousarray(dense_columns(X, self.columns))
        data = lightgbm.Dataset(chosen, codes, params=parameters, free_raw_data=True)
        self.booster = lightgbm.train(parameters, data, self.n_rounds)
        return self

    def outcomes(self, X: Any, rounds: Sequence[int]) -> list[Outcome]:
        """The outcome after each number of rounds (ascending); after 0, the majority with nothing read."""
        values = np.ascontiguousarray(dense_columns(X, self.columns))
        n = len(values)
        per_round = 1 if len(self.classes) == 2 else len(self.classes)
        n_trees = self.booster.current_iteration() * per_round
        leaves = (
            self.booster.predict(values, pred_leaf=True, num_threads=1) if n_trees and n else np.zeros((n, 0))
        )
        leaves = np.asarray(leaves).astype(int).reshape(n, -1)
        paths = leaf_features(self.booster.dump_model(), len(self.columns))
        read = np.zeros((n, len(self.columns)), int)
        present = ~np.isnan(values)
        score = np.zeros((n, per_round))
        results = []
        done = turn = 0
        for wanted in rounds:
            target = min(wanted, self.booster.current_iteration())
            for tree in range(done * per_round, target * per_round):
                path = paths[tree][leaves[:, tree]]
                read = np.where((read == 0) & (path > 0), turn + path, read)
                turn += int(paths[tree].max(initial=0))
            if target > done:
                more = self.booster.predict(
                    values, start_iteration=done, num_iteration=target - done, raw_score=True, num_threads=1
                )
                score += np.asarray(more).reshape(n, per_round)
            done = target
            results.append(Outcome(self._decide(score, done), self.columns, np.where(present, read, 0)))
        return results

    def _decide(self, score: np.ndarray, done: int) -> np.ndarray:
        if done == 0:
            probability = np.tile(self.prior, (len(score), 1))
        elif len(self.classes) == 2:
            probability = scipy.special.expit(np.hstack([-score, score]))
        else:
            probability = scipy.special.softmax(score, axis=1)
        return decide(probability, self.costs)


def leaf_features(model: dict[str, Any], n_columns: int) -> list[np.ndarray]:
    """For each tree of a dumped model a (leaves, columns) array: the depth, from 1, of the first test."""
    tables = []
    for tree in model["tree_info"]:
        table = np.zeros((max(1, tree["num_leaves"]), n_columns), int)
        stack: list[tuple[dict[str, Any], tuple[int, ...]]] = [(tree["tree_structure"], ())]
        while stack:
            node, tested = stack.pop()
            if "split_feature" in node:
                tested = (*tested, node["split_feature"])
                stack += [(node["left_child"], tested), (node["right_child"], tested)]
            else:
                for depth, column in reversed(list(enumerate(tested, 1))):
                    table[node.get("leaf_index", 0), column] = depth
        tables.append(table)
    return tables


# What is tried. A penalty is compared with a gain, twice a reduction of log-loss per instance, so the one
# that serves a cost e best lies some times above e.
ROUNDS = (0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 80)
PENALTIES = (0.0, 0.002, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 1.0, 3.0, 10.0, 30.0, 100.0)
RATES = (0.15, 0.5)


def cegb_grid(n: int, targets: Sequence[Target], wide: bool = False) -> list[BoostingSettings]:
    """The settings tried with n rows: penalties from twice the least cost to 32 times the largest.

    The wide grid goes on down to none at all and up to 320 times, and has trees of two leaves.
    """
    least, largest = (extreme(target.e for target in targets) for extreme in (min, max))
    leaves = (4, 8, 16, 32) if n >= 1000 else (4, 8)
    if wide:
        leaves = (2, *leaves)
    low, high = (0.0, 320.0) if wide else (2.0, 32.0)
    penalties = [p for p in PENALTIES if low * least <= p * (1.0 + 1e-9) and p <= high * largest]
    return [
        BoostingSettings(p, n_leaves, rate, 5) for p in penalties for n_leaves in leaves for rate in RATES
    ]


def fit_cegb(X: Any, y: np.ndarray, targets: Sequence[Target], seed: int, wide: bool = False) -> list[Fitted]:
    """LightGBM with a charge for the first use of a feature per instance; settings and rounds by inner cost.

    The charges are in proportion to the prices of the features; LightGBM knows no discounts. Within a
    budget an instance stops at the last of the numbers of rounds that does not exceed it.
    """
    started = time.process_time()
    prices = targets[0].prices
    matrix = targets[0].matrix(int(y.max()) + 1)
    grid = cegb_grid(len(y), targets, wide)
    total = np.zeros((len(targets), len(grid), len(ROUNDS)))
    for train, test in inner_folds(y, seed, 3 if len(y) >= 1000 else 5):
        for row, settings in enumerate(grid):
            boosting = Boosting(settings, ROUNDS[-1], seed, prices, matrix).fit(X[train], y[train])
            outcomes = boosting.outcomes(X[test], ROUNDS)
            total[:, row] += [
                [total_of(target, outcome, y[test]) for outcome in _within(target.budget, outcomes)]
                for target in targets
            ]
    fitted = []
    for target, per_cost in zip(targets, total, strict=True):
        setting, column = map(int, np.unravel_index(int(per_cost.argmin()), per_cost.shape))
        best, rounds = grid[setting], ROUNDS[column]
        boosting = Boosting(best, max(1, rounds), seed, prices, matrix).fit(X, y)
        fitted.append((_after_rounds(boosting, column, target.budget), {**asdict(best), "rounds": rounds}))
    seconds = time.process_time() - started
    return [Fitted(outcome, chosen, seconds) for outcome, chosen in fitted]


def _after_rounds(boosting: Boosting, column: int, budget: int | None) -> Callable[[Any], Outcome]:
    return lambda X: list(_within(budget, boosting.outcomes(X, ROUNDS[: column + 1])))[-1]


def _within(budget: int | None, outcomes: Sequence[Outcome]) -> Iterator[Outcome]:
    """The outcome after each number of rounds, an instance keeping its last one within the budget."""
    kept = outcomes[0]
    for outcome in outcomes:
        fits = np.ones(len(outcome.label), bool) if budget is None else outcome.n_features <= budget
        kept = Outcome(
            np.where(fits, outcome.label, kept.label),
            outcome.columns,
            np.where(fits[:, None], outcome.read, kept.read),
        )
        yield kept


def fit_ceiling(X: Any, y: np.ndarray, targets: Sequence[Target], seed: int) -> list[Fitted]:
    """LightGBM that reads every column it is given, whatever it costs: an accuracy a policy could hope for.

    200 rounds of at most 15 leaves; nothing is tuned and costs play no part.
    """
    del targets
    started = time.process_time()
    settings = BoostingSettings(0.0, 15, 0.1, 20 if len(y) >= 1000 else 5)
    boosting = Boosting(settings, 200, seed, Uniform(0.0)).fit(X, y)
    seconds = time.process_time() - started

    def outcome(X: Any) -> Outcome:
        label = boosting.outcomes(X, [boosting.n_rounds])[0].label
        return Outcome(label, boosting.columns, (~np.isnan(dense_columns(X, boosting.columns))).astype(int))

    return [Fitted(outcome, {}, seconds)]


# --- shared --------------------------------------------------------------------------------------------


def total_of(target: Target, outcome: Outcome, y: np.ndarray) -> float:
    """What some instances cost in all."""
    return target.total(outcome.label, y, outcome.columns, outcome.read)


def dense_columns(X: Any, columns: np.ndarray) -> np.ndarray:
    """Some columns as a dense float64 array."""
    if scipy.sparse.issparse(X):
        return np.asarray(X.tocsc()[:, columns].toarray(), dtype=np.float64)
    return np.asarray(X[:, columns], dtype=np.float64)


def promising(X: Any, y: np.ndarray, n_columns: int = MAX_BOOSTED_COLUMNS) -> np.ndarray:
    """The columns a rival is given, ascending: all, or the best by the F test where there are too many."""
    if X.shape[1] <= n_columns:
        return np.arange(X.shape[1])
    with np.errstate(all="ignore"):
        score = np.nan_to_num(f_classif(X, y)[0], nan=-1.0, posinf=np.inf)
    best = np.argsort(-score, kind="stable")[:n_columns]
    return np.sort(best)
