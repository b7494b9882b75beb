"""From the rows of a table to one summary per entry and cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from . import protocols, store
from .declare import Entry
from .run import Cell, format_cost, key_of
from .store import Store

STAGES = ("preprocess", "plan", "classify")


@dataclass(frozen=True)
class Summary:
    """What the folds of one entry at one cost gave.

    ``status`` is "ok", "over the cap", "error: ..." or "not run". Arrays are over the folds that are done, whose
    labels are ``folds``.
    """

    status: str
    folds: tuple[str, ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    accuracy: np.ndarray = field(default_factory=lambda: np.zeros(0))
    features: np.ndarray = field(default_factory=lambda: np.zeros(0))
    seconds: Mapping[str, np.ndarray] = field(default_factory=dict)
    test_per_train: float = np.nan

    @property
    def ok(self) -> bool:
        return self.status == store.OK

    def total_cost(self, e: float) -> np.ndarray:
        """J = error + e x features of each fold."""
        return np.asarray(1.0 - self.accuracy + e * self.features)

    def mean(self, quantity: str, e: float) -> float:
        """Mean over the folds of "accuracy", "features", "J" or a stage's seconds; NaN where there is no result."""
        if not self.ok:
            return np.nan
        if quantity == "J":
            values = self.total_cost(e)
        elif quantity in STAGES:
            values = self.seconds[quantity]
        else:
            values = getattr(self, quantity)
        return float(np.mean(values))


class Results:
    """The rows of a table, found by entry and cost."""

    def __init__(self, table: Store) -> None:
        self.table = table
        self.rows = {tuple(row[column] for column in store.KEY): row for row in table.rows()}
        self.environments = sorted({row["environment"] for row in self.rows.values()})

    def summary(self, entry: Entry, e: float | None) -> Summary:
        """The summary of an entry at one of its costs; of one that knows no costs, whatever ``e`` is."""
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
            {stage: _numbers(rows, f"{stage}_s") for stage in STAGES},
            float(np.mean(_numbers(rows, "n_test") / _numbers(rows, "n_train"))),
        )

    def failures(self) -> list[str]:
        """Lines that name what failed, the folds of one entry taken together."""
        lines: dict[str, int] = {}
        for row in self.rows.values():
            if row["status"].startswith("error"):
                line = f"{row['data']}, {row['method']} {row['settings']}: {row['status']}"
                lines[line] = lines.get(line, 0) + 1
        return [f"{line} ({count} rows)" for line, count in lines.items()]


def _numbers(rows: Iterable[dict[str, str]], column: str) -> np.ndarray:
    return np.array([float(row[column] or "nan") for row in rows])
