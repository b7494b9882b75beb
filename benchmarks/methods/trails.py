"""Policies that ask up to a number of features and can stop after each: where they stop is chosen afterwards.

What a policy would do if it never stopped, its trail, is computed once; rules of stopping are compared on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from .prices import PriceList, Target, Uniform
from .rivals import Outcome, decide, dense_columns, promising, total_of

MAX_COLUMNS = 100  # columns beyond that are left out, those that the F test finds worst
MAX_STEPS = 12
MAX_PRICED_STEPS = 40  # where later tests of a group cost less, or nothing
HELD_OUT = 0.2


class Inputs:
    """Features as inputs of a network: numbers standardised, categories as one input each, 0 if missing."""

    def __init__(self, X: Any, y: np.ndarray, categorical: Sequence[int] = ()) -> None:
        self.columns = promising(X, y, MAX_COLUMNS)
        values = dense_columns(X, self.columns)
        self.mean, self.scale = np.nanmean(values, axis=0), np.nanstd(values, axis=0) + 1e-9
        self.codes = [
            np.unique(column[~np.isnan(column)]) if at in categorical else None
            for at, column in zip(self.columns, values.T, strict=True)
        ]
        widths = [1 if codes is None else len(codes) for codes in self.codes]
        self.owner = np.repeat(np.arange(len(widths)), widths)  # the feature of each input

    def of(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Inputs (n, inputs) and whether each feature is there (n, features)."""
        values = dense_columns(X, self.columns)
        there = ~np.isnan(values)
        filled = np.where(there, (values - self.mean) / self.scale, 0.0)
        parts = [
            filled[:, [at]] if codes is None else (values[:, [at]] == codes)
            for at, codes in enumerate(self.codes)
        ]
        return np.hstack(parts).astype(np.float32), there


@dataclass
class Trail:
    """The course of n rows, step by step: after t steps the posterior, and how much going on is worth."""

    columns: np.ndarray
    turn: np.ndarray  # (n, features): the step at which each was asked, from 1; 0: never
    there: np.ndarray  # (n, features) bool
    posterior: np.ndarray  # (steps + 1, n, classes)
    worth: np.ndarray  # (steps + 1, n)

    def stopped(self, rule: Rule, matrix: np.ndarray) -> Outcome:
        """The outcome where a row stops once going on is worth no more than the rule says."""
        n_steps = min(rule.limit, len(self.worth) - 1)
        stops = self.worth[: n_steps + 1] <= rule.least
        stops[n_steps] = True
        at = stops.argmax(axis=0)
        rows = np.arange(len(at))
        asked = np.where(self.turn <= at[:, None], self.turn, 0)
        label = decide(self.posterior[at, rows], matrix)
        return Outcome(label, self.columns, np.where(self.there, asked, 0))


@dataclass(frozen=True)
class Rule:
    """Stop after ``limit`` steps, or once going on is worth no more than ``least``."""

    limit: int
    least: float = -np.inf


def best_rule(trail: Trail, y: np.ndarray, target: Target, matrix: np.ndarray) -> tuple[Rule, float]:
    """The rule that costs least on these rows, and what it costs; within a budget none but the budget."""
    n_steps = len(trail.worth) - 1
    if target.budget is not None:
        rules = [Rule(min(target.budget, n_steps))]
    else:
        finite = trail.worth[np.isfinite(trail.worth)]
        levels = np.unique(np.quantile(finite, np.linspace(0.0, 1.0, 41)))
        limits = sorted({0, 1, 2, 3, 5, 8, 12, n_steps} & set(range(n_steps + 1)))
        rules = [Rule(limit, least) for limit in limits for least in (-np.inf, *map(float, levels))]
    totals = [total_of(target, trail.stopped(rule, matrix), y) for rule in rules]
    best = int(np.argmin(totals))
    return rules[best], totals[best]


def n_steps(target: Target, n_features: int) -> int:
    """How many features are asked at most."""
    if target.budget is not None:
        return min(n_features, target.budget)
    return min(n_features, MAX_STEPS if isinstance(target.prices, Uniform) else MAX_PRICED_STEPS)


def held_out(y: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows to train on and rows to choose on, stratified where the classes are large enough."""
    rows = np.arange(len(y))
    counts = np.bincount(y)
    n_classes = int((counts > 0).sum())
    enough = counts[counts > 0].min() >= 2 and HELD_OUT * len(y) >= n_classes
    train, test = train_test_split(
        rows, test_size=HELD_OUT, random_state=seed, stratify=y if enough else None
    )
    return np.sort(train), np.sort(test)


def marginal(prices: Uniform | PriceList, columns: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """What each feature would cost each row now, (n, features)."""
    if isinstance(prices, Uniform):
        return np.full(turn.shape, prices.mean)
    before = prices.charge(columns, turn)
    costs = np.empty(turn.shape)
    last = int(turn.max(initial=0)) + 1
    for at in range(turn.shape[1]):
        more = turn.copy()
        more[:, at] = np.where(more[:, at] > 0, more[:, at], last)
        costs[:, at] = prices.charge(columns, more) - before
    return costs


Choose = Callable[[np.ndarray, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]


def walk(inputs: Inputs, X: Any, steps: int, choose: Choose) -> Trail:
    """Ask ``steps`` features of each row.

    ``choose`` gets the inputs shown so far (n, inputs), which features are shown (n, features), and the turns
    of those asked (n, features); it gives the posterior, how good each feature is, and what going on is
    worth.
    """
    values, there = inputs.of(X)
    n = len(values)
    turn = np.zeros(there.shape, int)
    posteriors, worths = [], []
    for step in range(steps + 1):
        shown = (turn > 0) & there
        posterior, score, worth = choose(values * shown[:, inputs.owner], shown, turn)
        posteriors.append(posterior)
        worths.append(worth)
        if step < steps:
            following = np.where(turn > 0, -np.inf, score).argmax(axis=1)
            turn[np.arange(n), following] = step + 1
    return Trail(inputs.columns, turn, there, np.array(posteriors), np.array(worths))


def stopping(inputs: Inputs, choose: Choose, rule: Rule, matrix: np.ndarray) -> Callable[[Any], Outcome]:
    """The policy that stops by a rule."""
    return lambda X: walk(inputs, X, rule.limit, choose).stopped(rule, matrix)
