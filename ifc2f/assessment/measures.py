"""How well classified instances agree with the truth: an interval for accuracy, calibration, Brier score."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.integer]
Floats = NDArray[np.floating]


def wilson_interval(n_right: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval for a proportion of `n_right` in `n` > 0.

    References
    ----------
    Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = n_right / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    # The share lies inside, whatever is rounded.
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


@dataclass(frozen=True)
class ReliabilityBin:
    """Instances whose largest class probability lies in one range.

    Attributes
    ----------
    low, high : float
        The range; its upper end belongs to the next bin, but for 1.
    n : int
        Instances in it.
    confidence : float
        Mean of their largest class probability.
    accuracy : float
        Share of them whose most probable class is the true one.
    """

    low: float
    high: float
    n: int
    confidence: float
    accuracy: float


def reliability(posterior: Floats, truth: Integers, n_bins: int = 10) -> list[ReliabilityBin]:
    """Group instances by their largest class probability, in ranges of equal width; empty ones are left out.

    Parameters
    ----------
    posterior : ndarray, shape (n, L)
    truth : ndarray of int, shape (n,)
        Index of the true class.
    n_bins : int, default=10

    Raises
    ------
    ValueError
        If there is no range to put them in.
    """
    if n_bins < 1:
        raise ValueError(f"n_bins must be a whole number of at least 1, not {n_bins}")
    confidence = posterior.max(axis=1).astype(np.float64)
    right = posterior.argmax(axis=1) == truth
    bin_of = np.minimum((confidence * n_bins).astype(int), n_bins - 1)
    bins = []
    for index in np.unique(bin_of):
        inside = bin_of == index
        bins.append(
            ReliabilityBin(
                low=float(index / n_bins),
                high=float((index + 1) / n_bins),
                n=int(inside.sum()),
                confidence=float(confidence[inside].mean()),
                accuracy=float(right[inside].mean()),
            )
        )
    return bins


def expected_calibration_error(bins: list[ReliabilityBin]) -> float:
    """Return the mean distance between confidence and accuracy, bins weighted by their instances.

    References
    ----------
    Naeini, Cooper, Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning, AAAI 2015.
    """
    return sum(b.n * abs(b.confidence - b.accuracy) for b in bins) / sum(b.n for b in bins)


def brier_score(posterior: Floats, truth: Integers) -> float:
    """Return the mean squared distance between posterior and truth, summed over all classes: from 0 to 2.

    References
    ----------
    Brier, Verification of forecasts expressed in terms of probability, Monthly Weather Review 78 (1950).
    """
    return float(((posterior - np.eye(posterior.shape[1])[truth]) ** 2).sum(axis=1).mean())


def confusion(truth: Integers, assigned: Integers, n_classes: int) -> NDArray[np.int64]:
    """Count instances by true class (rows) and assigned class (columns), shape (L, L)."""
    counts = np.bincount(truth * n_classes + assigned, minlength=n_classes * n_classes)
    return counts.reshape(n_classes, n_classes).astype(np.int64)
