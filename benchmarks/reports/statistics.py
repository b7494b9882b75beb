"""Ranks of methods over data sets, the tests on them, and intervals of paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.stats


@dataclass(frozen=True)
class Friedman:
    """Both forms of Friedman's test on average ranks of k methods over n data sets.

    ``chi_square`` has k - 1 degrees of freedom, Iman and Davenport's ``f`` has k - 1 and (k - 1)(n - 1).
    """

    ranks: np.ndarray
    chi_square: float
    p_chi_square: float
    f: float
    p_f: float
    n_sets: int

    def critical_difference(self, alpha: float = 0.05) -> float:
        """Nemenyi's critical difference of two average ranks (Demsar 2006, section 3.2.2)."""
        k = len(self.ranks)
        q = scipy.stats.studentized_range.ppf(1.0 - alpha, k, np.inf) / np.sqrt(2.0)
        return float(q * np.sqrt(k * (k + 1) / (6.0 * self.n_sets)))


def rank(values: np.ndarray, larger_is_better: bool) -> np.ndarray:
    """Ranks 1 (best) to k within each row; equal values share the mean rank, NaN (no result) ranks worst.

    Parameters
    ----------
    values : ndarray of shape (n, k)
        A value per data set (row) and method (column).
    """
    signed = -values if larger_is_better else values
    return np.asarray(scipy.stats.rankdata(np.where(np.isnan(signed), np.inf, signed), axis=1))


def friedman(ranks: np.ndarray, correct_ties: bool = False) -> Friedman:
    """Friedman's test on ranks, its chi-square form and the F form of Iman and Davenport (1980).

    Parameters
    ----------
    ranks : ndarray of shape (n, k)
        Ranks within each row, as from `rank`.
    correct_ties : bool, default=False
        Divide chi-square by 1 - sum(t^3 - t) / (n (k^3 - k)), t the sizes of the groups of equal ranks. The
        published tests do not.
    """
    n, k = ranks.shape
    if n < 2 or k < 2:
        raise ValueError(f"Friedman's test needs at least two rows and two columns, got {n} and {k}")
    mean = ranks.mean(axis=0)
    chi_square = 12.0 * n / (k * (k + 1)) * (np.sum(mean**2) - k * (k + 1) ** 2 / 4.0)
    if correct_ties:
        groups = [np.unique(row, return_counts=True)[1].astype(float) for row in ranks]
        tied = sum(float(np.sum(sizes**3 - sizes)) for sizes in groups)
        untied = 1.0 - tied / (n * (k**3 - k))
        chi_square = chi_square / untied if untied > 0.0 else 0.0  # all equal: nothing differs
    slack = n * (k - 1) - chi_square  # 0 where all rows agree: the F form is then infinite
    f = (n - 1) * chi_square / slack if slack > 1e-9 else np.inf
    return Friedman(
        mean,
        float(chi_square),
        float(scipy.stats.chi2.sf(chi_square, k - 1)),
        float(f),
        float(scipy.stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
        n,
    )


def nemenyi(ranks: np.ndarray) -> np.ndarray:
    """P-values of Nemenyi's test, shape (k, k), of all pairs of columns (by scikit-posthocs)."""
    import scikit_posthocs

    return np.asarray(scikit_posthocs.posthoc_nemenyi_friedman(ranks))


@dataclass(frozen=True)
class Interval:
    """A mean with its two-sided interval; ``low`` and ``high`` are NaN where one value gives none."""

    mean: float
    low: float
    high: float


def corrected_resampled_t(
    differences: np.ndarray, test_per_train: float, confidence: float = 0.95
) -> Interval:
    """Interval of the mean of paired differences over repeated folds (Nadeau and Bengio 2003).

    Folds share training rows, so the variance of the mean is s^2 (1/m + n_test/n_train) and not s^2/m.

    Parameters
    ----------
    differences : ndarray of shape (m,)
        One difference per fold.
    test_per_train : float
        n_test / n_train.
    """
    m = len(differences)
    mean = float(np.mean(differences))
    if m < 2:
        return Interval(mean, np.nan, np.nan)
    spread = float(np.std(differences, ddof=1) * np.sqrt(1.0 / m + test_per_train))
    return _t_interval(mean, spread, m - 1, confidence)


def paired_t(differences: np.ndarray, confidence: float = 0.95) -> Interval:
    """Interval of the mean of independent differences: those of the test instances of one given split."""
    m = len(differences)
    mean = float(np.mean(differences))
    if m < 2:
        return Interval(mean, np.nan, np.nan)
    return _t_interval(mean, float(np.std(differences, ddof=1) / np.sqrt(m)), m - 1, confidence)


def _t_interval(mean: float, spread: float, degrees: int, confidence: float) -> Interval:
    half = float(scipy.stats.t.ppf(0.5 + confidence / 2.0, degrees)) * spread
    return Interval(mean, mean - half, mean + half)


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """Exponent of a power law through the points, by least squares on logarithms; NaN with fewer than two."""
    values = np.asarray(y, dtype=float)
    there = np.isfinite(values) & (values > 0.0)
    if there.sum() < 2:
        return float("nan")
    return float(np.polyfit(np.log(np.asarray(x, dtype=float)[there]), np.log(values[there]), 1)[0])
