"""AACO: ask for what would have helped most on the nearest training rows.

Valancius, Lennon and Oliva, "Acquisition conditioned oracle for nongreedy active feature acquisition", ICML
2024. Candidate sets of further features are drawn at random; each is judged by a predictor's loss on the
training rows that are nearest in what is known, plus alpha per cost. Of the best set the feature is asked
that helps most alone; the row stops where the best set is empty. The predictor is the one GDFS begins with, 5
rows are near, 100 sets are drawn; alpha is chosen on held-out rows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .networks import Data, pretrained
from .prices import Target
from .rivals import Fitted, total_of
from .trails import Choose, Inputs, Rule, held_out, marginal, n_steps, stopping, walk

NEAR = 5
SETS = 100
ALPHAS = (0.5, 1.0, 2.0, 4.0, 8.0)  # the loss is a log loss, so a cost counts more than its share of errors
MAX_CHECKED = 200
ROWS_AT_ONCE = 64


@dataclass
class Oracle:
    """A predictor and the training rows it is asked about."""

    inputs: Inputs
    values: np.ndarray
    there: np.ndarray
    y: np.ndarray
    predictor: Any
    seed: int

    def chooser(self, target: Target, matrix: np.ndarray, alpha: float) -> Choose:
        """How it chooses at a cost alpha times that of the target; within a budget it must not stop."""

        def choose(
            values: np.ndarray, shown: np.ndarray, turn: np.ndarray
        ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            posterior = np.exp(self._log(values, shown))
            price = alpha * marginal(target.prices, self.inputs.columns, turn) / matrix.max()
            found = [
                self._best(values[part], shown[part], turn[part], price[part], target.budget is not None)
                for part in np.array_split(np.arange(len(turn)), len(turn) // ROWS_AT_ONCE + 1)
            ]
            score, worth = (np.concatenate(parts) for parts in zip(*found, strict=True))
            return posterior, score, worth

        return choose

    def _best(
        self, values: np.ndarray, shown: np.ndarray, turn: np.ndarray, price: np.ndarray, forced: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        """How good each feature is to ask next, and 1 where going on is better than to stop, else 0."""
        n, m = shown.shape
        near = self._near(values, shown)
        random = np.random.default_rng(self.seed)
        more = random.random((SETS, m)) < random.random((SETS, 1)) * min(1.0, 10.0 / m)
        more[0] = False
        sets = shown[:, None, :] | more  # (n, SETS, m)
        added = more & (turn == 0)[:, None, :]
        loss = self._loss(near, sets) + (added * price[:, None, :]).sum(axis=2)
        if forced:
            loss = np.where(added.any(axis=2), loss, np.inf)
        chosen = loss.argmin(axis=1)
        wanted = added[np.arange(n), chosen]
        alone = self._loss(near, shown[:, None, :] | np.eye(m, dtype=bool))
        return np.where(wanted, -alone, -1e6 - alone), wanted.any(axis=1).astype(float)

    def _near(self, values: np.ndarray, shown: np.ndarray) -> np.ndarray:
        """The training rows nearest in what is shown (missing counts as the mean), (n, NEAR)."""
        weight = shown[:, self.inputs.owner].astype(np.float32)
        apart = weight @ (self.values**2).T - 2.0 * (weight * values) @ self.values.T
        # Before anything is known all rows are as near: any will do, so some at random.
        apart += 1e-6 * np.random.default_rng(self.seed).random(apart.shape)
        return np.argsort(apart, axis=1)[:, :NEAR]

    def _loss(self, near: np.ndarray, sets: np.ndarray) -> np.ndarray:
        """Log loss of the predictor on the near rows, each set of features shown, (n, sets)."""
        n, n_sets, m = sets.shape
        rows = np.repeat(near[:, None, :], n_sets, axis=1).reshape(-1)
        masks = np.repeat(sets, NEAR, axis=1).reshape(-1, m) & self.there[rows]
        log = self._log(self.values[rows] * masks[:, self.inputs.owner], masks)
        return np.asarray(-log[np.arange(len(rows)), self.y[rows]].reshape(n, n_sets, NEAR).mean(axis=2))

    def _log(self, values: np.ndarray, masks: np.ndarray) -> np.ndarray:
        import torch

        with torch.no_grad():
            seen = np.hstack([values, masks]).astype(np.float32)
            log = torch.log_softmax(self.predictor(torch.from_numpy(seen)), dim=1)
        return np.asarray(log.numpy().astype(float))


def fit_aaco(
    X: Any, y: np.ndarray, targets: Sequence[Target], seed: int, categorical: Sequence[int] = ()
) -> list[Fitted]:
    """The oracle, its alpha by the cost of held-out rows."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    started = time.process_time()
    matrix = targets[0].matrix(int(y.max()) + 1)
    train, check = held_out(y, seed)
    inputs = Inputs(X[train], y[train], categorical)
    predictor = pretrained(Data.of(inputs, X[train], y[train]), len(matrix))
    predictor.eval()
    oracle = Oracle(inputs, *inputs.of(X[train]), y[train], predictor, seed)
    check = check[:MAX_CHECKED]
    chosen = []
    for target in targets:
        steps = n_steps(target, len(inputs.columns))
        found: list[tuple[float, float, Rule, Choose]] = []
        for alpha in (0.0,) if target.budget is not None else ALPHAS:
            choose = oracle.chooser(target, matrix, alpha)
            rule = Rule(steps, 0.0 if target.budget is None else -np.inf)
            trail = walk(inputs, X[check], steps, choose)
            total = total_of(target, trail.stopped(rule, matrix), y[check])
            found.append((total, alpha, rule, choose))
        chosen.append(min(found, key=lambda each: each[:2]))
    seconds = time.process_time() - started
    return [
        Fitted(stopping(inputs, choose, rule, matrix), {"alpha": alpha}, seconds)
        for _, alpha, rule, choose in chosen
    ]
