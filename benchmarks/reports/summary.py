"""From the rows of a table to one summary per entry and cost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..data import protocols
from ..runs import declare, store
from ..runs.declare import COST, Entry
from ..runs.runner import Cell, format_cost, key_of
from ..runs.store import Store
from .markdown import NO_RESULT

STAGES = ("preprocess", "plan", "classify")


@dataclass(frozen=True)
class Summary:
    """The results of the folds of one entry at one cost.

    ``status`` is "ok", "over the cap", "error: ..." or "not run". Arrays are over the folds that are done,
    whose labels are ``folds``.
    """

    status: str
    folds: tuple[str, ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    accuracy: np.ndarray = field(default_factory=lambda: np.zeros(0))
    features: np.ndarray = field(default_factory=lambda: np.zeros(0))
    cost: np.ndarray = field(default_factory=lambda: np.zeros(0))
    total: np.ndarray = field(default_factory=lambda: np.zeros(0))  # of features and mistakes, normalised
    expected: np.ndarray = field(default_factory=lambda: np.zeros(0))  # what the model itself expects J to be
    seconds: Mapping[str, np.ndarray] = field(default_factory=dict)
    test_per_train: float = np.nan

    @property
    def ok(self) -> bool:
        return self.status == store.OK

    def total_cost(self, e: float) -> np.ndarray:
        """J = error + e x features of each fold."""
        return np.asarray(1.0 - self.accuracy + e * self.features)

    def mean(self, quantity: str, e: float) -> float:
        """Mean over folds of a field, "J" or a stage's seconds; NaN for no result."""
        if not self.ok or not self.folds:
            return np.nan
        if quantity == "J":
            values = self.total_cost(e)
        elif quantity in STAGES:
            values = self.seconds[quantity]
        else:
            values = getattr(self, quantity)
        return float(np.mean(values))

    def on(self, labels: Iterable[str]) -> Summary:
        """The same on some of its folds."""
        at = [self.folds.index(label) for label in labels]
        return replace(
            self,
            folds=tuple(self.folds[i] for i in at),
            keys=tuple(self.keys[i] for i in at),
            accuracy=self.accuracy[at],
            features=self.features[at],
            cost=self.cost[at],
            total=self.total[at],
            expected=self.expected[at] if self.expected.size else self.expected,
            seconds={stage: values[at] for stage, values in self.seconds.items()},
        )


def on_common_folds(summaries: Mapping[str, Summary]) -> dict[str, Summary]:
    """The summaries on the folds that all with results have done, so that their means compare."""
    there = [summary for summary in summaries.values() if summary.ok]
    common = [label for label in there[0].folds if all(label in s.folds for s in there)] if there else []
    return {name: s.on(common) if s.ok else s for name, s in summaries.items()}


class Results:
    """The rows of a table, found by entry and cost."""

    def __init__(self, table: Store) -> None:
        self.table = table
        self.rows = {tuple(row[column] for column in store.KEY): row for row in table.rows()}
        self.environments = sorted({row["environment"] for row in self.rows.values()})

    def summary(self, entry: Entry, e: float | None) -> Summary:
        """The summary of an entry at one of its costs; ``e`` does not matter if the method knows no costs."""
        cost = format_cost(e) if entry.costs else ""
        keys = [key_of(Cell(entry, label), cost) for label in protocols.labels(entry.protocol)]
        there = [(key, self.rows[key]) for key in keys if key in self.rows]
        if not there:
            return Summary("not run")
        bad = [row["status"] for _, row in there if row["status"] != store.OK]
        if bad:
            return Summary(store.OVER if store.OVER in bad else bad[0])
        rows = [row for _, row in there]
        return Summary(
            store.OK,
            tuple(row["fold"] for row in rows),
            tuple(key for key, _ in there),
            _numbers(rows, "accuracy"),
            _numbers(rows, "features"),
            _numbers(rows, "cost"),
            _totals(rows),
            np.array(
                [json.loads(row["details"] or "{}").get("expected", np.nan) for row in rows], dtype=float
            ),
            {stage: _numbers(rows, f"{stage}_s") for stage in STAGES},
            float(np.mean(_numbers(rows, "n_test") / _numbers(rows, "n_train"))),
        )

    def unfinished(self, entries: Iterable[Entry]) -> list[str]:
        """Lines that name the data sets of which only some folds are done."""
        least: dict[str, int] = {}
        for entry in entries:
            summary = self.summary(entry, entry.costs[0] if entry.costs else None)
            if summary.ok and len(summary.folds) < len(protocols.labels(entry.protocol)):
                least[entry.data] = min(least.get(entry.data, 99), len(summary.folds))
        return [f"{data}: {n} folds only" for data, n in least.items()]

    def failures(self) -> list[str]:
        """Lines that name what failed, with the data sets where it did."""
        where: dict[str, dict[str, None]] = {}
        for row in self.rows.values():
            if row["status"].startswith("error"):
                line = f"{row['method']} {row['settings']}: {row['status']}"
                where.setdefault(line, {})[row["data"]] = None
        return [f"{line} ({', '.join(sets)})" for line, sets in where.items()]


def _totals(rows: Sequence[dict[str, str]]) -> np.ndarray:
    """Costs of features and mistakes, divided by the standard cost if there is one."""
    details = [json.loads(row["details"] or "{}") for row in rows]
    wrong = 1.0 - _numbers(rows, "accuracy")
    mistakes = [each.get("mistakes", error) for each, error in zip(details, wrong, strict=True)]
    standard = np.array([each.get("standard", 1.0) for each in details], dtype=float)
    return np.asarray((_numbers(rows, "cost") + mistakes) / standard)


def _numbers(rows: Iterable[dict[str, str]], column: str) -> np.ndarray:
    return np.array([float(row[column] or "nan") for row in rows])


def mean_of(quantity: str) -> Callable[[Summary], float]:
    """The mean over the folds of a quantity, as a function of a summary."""
    return lambda summary: summary.mean(quantity, COST)


def training_seconds(summary: Summary) -> float:
    """Seconds of everything before the first test row."""
    return summary.mean("preprocess", COST) + summary.mean("plan", COST)


def deciding_seconds(summary: Summary) -> float:
    """Seconds to select and classify, as in the paper's table."""
    classify = summary.mean("classify", COST)
    selects = summary.ok and bool(summary.keys) and summary.keys[0][3] in declare.STREAMING
    return classify + summary.mean("preprocess", COST) if selects else classify


def summary_of(results: Sequence[Results], entry: Entry) -> Summary:
    """The summary of an entry in the first table that has it."""
    found = [each.summary(entry, COST) for each in results]
    return next((each for each in found if each.status != "not run"), Summary("not run"))


def why_not(summary: Summary) -> str:
    """The text of a cell without numbers."""
    if summary.status == "not run":
        return "not run"
    return NO_RESULT if summary.status == store.OVER else "failed"


def pair(summary: Summary, e: float = COST) -> str:
    """Accuracy / features, or why there are none."""
    if not summary.ok:
        return why_not(summary)
    return f"{summary.mean('accuracy', e):.4f} / {summary.mean('features', e):.2f}"
