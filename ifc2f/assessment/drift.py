"""Drift: whether the latest rows of a stream come from another distribution than those before.

Rows are compared by windows of `WINDOW` rows or more: the bins of each column and the classes by the G test,
and what held-out rows cost by the difference of means. The t-th comparison may be wrong with probability
ALPHA / (t (t + 1)), shared among the columns. This sums to ALPHA over a stream without end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ifc2f.core.kernels import Float64, Int64
from ifc2f.learning.counts import Counts

__all__ = ["Drift", "HeldOutCosts", "Shift", "values_of"]

WINDOW = 500  # rows
ALPHA = 0.025  # of a false alarm in a stream, of columns and of costs each
LEAST_SHIFT = 0.05  # smaller shifts are not reported, however certain: total variation, or share of the cost
LEAST_EXPECTED = 5.0  # rows of a value, below which values are compared together


def values_of(counts: Counts) -> Int64:
    """Count the rows with each value of each column, missing ones included, and then those of each class."""
    values = counts.features.sum(axis=2)
    missing = counts.n_rows - values.sum(axis=1)
    n_columns, n_values = values.shape
    found = np.zeros((n_columns + 1, max(n_values + 1, len(counts.classes))), dtype=np.int64)
    found[:-1, :n_values], found[:-1, -1] = values, missing
    found[-1, : len(counts.classes)] = counts.classes
    return found


@dataclass(frozen=True)
class Shift:
    """A column whose distribution has changed; the classes come after the columns.

    Attributes
    ----------
    column : int
    distance : float
        Total variation: the share of the rows that have other values than before.
    """

    column: int
    distance: float


@dataclass(frozen=True, eq=False)
class Drift:
    """Counts of values before the current window and in it.

    Attributes
    ----------
    before, window : ndarray of int64, shape (K + 1, V)
        Rows with each value; the classes come last.
    n_compared : int
        Windows compared so far.
    """

    before: Int64
    window: Int64
    n_compared: int = 0

    @classmethod
    def of(cls, counts: Int64) -> Drift:
        """Begin with a first chunk's counts of values."""
        return cls(np.zeros_like(counts), counts)

    def followed_by(self, counts: Int64) -> tuple[Drift, list[Shift]]:
        """Add a chunk; return what has changed if that fills the window."""
        if self.window[-1].sum() >= WINDOW:
            self = replace(self, before=self.before + self.window, window=np.zeros_like(counts))
        window = self.window + counts
        if window[-1].sum() < WINDOW or not self.before.any():
            return replace(self, window=window), []
        n_compared = self.n_compared + 1
        level = ALPHA / (n_compared * (n_compared + 1) * len(counts))
        shifts = [
            Shift(k, _distance(b, w))
            for k, (b, w) in enumerate(zip(self.before, window, strict=True))
            if _p_value(b, w) <= level
        ]
        shifts = [shift for shift in shifts if shift.distance >= LEAST_SHIFT]
        before = self.before.copy()
        before[[shift.column for shift in shifts]] = 0  # what comes is compared with rows after the change
        return Drift(before, window, n_compared), shifts


def _distance(before: Int64, window: Int64) -> float:
    return float(np.abs(before / before.sum() - window / window.sum()).sum() / 2)


def _p_value(before: Int64, window: Int64) -> float:
    """Return the p-value of the G test that both come from one distribution."""
    from scipy.stats import chi2  # not for all who only read a model

    table = np.stack([before, window]).astype(np.float64)
    totals = table.sum(axis=1, keepdims=True)
    if not totals.all():
        return 1.0
    expected = totals * table.sum(axis=0) / totals.sum()
    rare = expected.min(axis=0) < LEAST_EXPECTED
    table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    table = table[:, table.sum(axis=0) > 0]
    expected = totals * table.sum(axis=0) / totals.sum()
    ratio = np.where(table > 0, table, 1.0) / expected
    statistic = 2.0 * float((table * np.log(ratio)).sum())
    return float(chi2.sf(statistic, table.shape[1] - 1)) if table.shape[1] > 1 else 1.0


@dataclass(frozen=True)
class HeldOutCosts:
    """What held-out rows cost, in sums: before the current window, and in it.

    Attributes
    ----------
    before, window : tuple of three floats
        Number of rows, sum of their costs, and of the squares of these.
    n_compared : int
    """

    before: tuple[float, float, float] = (0.0, 0.0, 0.0)
    window: tuple[float, float, float] = (0.0, 0.0, 0.0)
    n_compared: int = 0

    def followed_by(self, costs: Float64) -> tuple[HeldOutCosts, tuple[float, float] | None]:
        """Add the costs of rows; return the mean before and now if it has risen and the window is full."""
        seen = (float(len(costs)), float(costs.sum()), float((costs**2).sum()))
        window = _added(self.window, seen)
        if window[0] < WINDOW:
            return replace(self, window=window), None
        if self.before[0] < WINDOW:
            return replace(self, before=_added(self.before, window), window=(0.0, 0.0, 0.0)), None
        n_compared = self.n_compared + 1
        then, now = self.before[1] / self.before[0], window[1] / window[0]
        if _is_higher(self.before, window, ALPHA / (n_compared * (n_compared + 1))):
            return HeldOutCosts(window, n_compared=n_compared), (then, now)
        return HeldOutCosts(_added(self.before, window), n_compared=n_compared), None


def _added(a: tuple[float, float, float], b: tuple[float, float, float]) -> tuple[float, float, float]:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _is_higher(before: tuple[float, float, float], now: tuple[float, float, float], level: float) -> bool:
    from scipy.stats import norm

    means = [total / n for n, total, _ in (before, now)]
    variance = sum(max(squares / n - (total / n) ** 2, 0.0) / n for n, total, squares in (before, now))
    rise = means[1] - means[0]
    return rise > LEAST_SHIFT * means[0] and rise > norm.isf(level) * variance**0.5
