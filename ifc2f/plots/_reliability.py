"""Calibration: whether classes with probability p are true in a share p of the cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ifc2f.assessment.measures import (
    ReliabilityBin,
    brier_score,
    expected_calibration_error,
    reliability,
    wilson_interval,
)
from ifc2f.plots._display import FAINT, GRID, INK, Display, acquire, class_codes, colour, model_of, tidy


class ReliabilityDisplay(Display):
    """Share of correct answers against their predicted probability.

    Parameters
    ----------
    bins : sequence of ReliabilityBin
        Instances grouped by their largest class probability.
    brier : float
        Mean squared distance between probabilities and truth, summed over classes.
    """

    def __init__(self, bins: Sequence[ReliabilityBin], brier: float) -> None:
        self.bins = list(bins)
        self.brier = brier

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, n_bins: int = 10, ax: Any = None
    ) -> ReliabilityDisplay:
        """Classify rows and draw how their probabilities agree with the truth.

        Parameters
        ----------
        estimator : IFC2FClassifier or Model
        X : array_like or data frame, shape (n, n_features)
        y : array_like, shape (n,)
        n_bins : int, default=10
        ax : matplotlib Axes, optional
        """
        posterior = acquire(estimator, X).posterior
        return cls.from_predictions(y, posterior, model_of(estimator).classes, n_bins=n_bins, ax=ax)

    @classmethod
    def from_predictions(
        cls, y_true: Any, posterior: ArrayLike, classes: Sequence[Any], *, n_bins: int = 10, ax: Any = None
    ) -> ReliabilityDisplay:
        """Draw how probabilities agree with the truth.

        Parameters
        ----------
        y_true : array_like, shape (n,)
        posterior : array_like, shape (n, L)
            Class probabilities, columns in the order of `classes`.
        classes : sequence of L labels
        n_bins : int, default=10
        ax : matplotlib Axes, optional
        """
        probabilities = np.asarray(posterior)
        truth = class_codes(y_true, classes, len(probabilities))
        display = cls(reliability(probabilities, truth, n_bins), brier_score(probabilities, truth))
        return display.plot(ax)

    def size(self) -> tuple[float, float]:
        """Return width and height, in inches, that suit the picture."""
        return 5.2, 5.0

    def _draw(self, ax: Any) -> None:
        n = sum(b.n for b in self.bins)
        start = min(b.low for b in self.bins)
        confidence = np.array([b.confidence for b in self.bins])
        accuracy = np.array([b.accuracy for b in self.bins])
        low, high = np.array([wilson_interval(round(b.accuracy * b.n), b.n) for b in self.bins]).T
        share = np.array([b.n / n for b in self.bins])
        width = self.bins[0].high - self.bins[0].low
        ax.bar(
            [b.low + width / 2 for b in self.bins],
            share,
            width=0.92 * width,
            color=GRID,
            label="share of rows",
        )
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle="--", label="perfect")
        ax.errorbar(
            confidence, accuracy, yerr=np.stack([accuracy - low, high - accuracy]), fmt="o", color=colour(0),
            capsize=3, label="observed, 95 % interval",
        )  # fmt: skip
        ax.set_xlim(start, 1.005)
        ax.set_ylim(0, 1.02)
        ax.set_xlabel("probability of the most probable class")
        ax.set_ylabel("share of rows in which it is the true class")
        ax.set_title("Calibration", loc="left", color=INK)
        ax.text(
            1, 1.01, f"{n} rows, calibration error {expected_calibration_error(self.bins):.3f}",
            transform=ax.transAxes, ha="right", va="bottom", fontsize=9, color=FAINT,
        )  # fmt: skip
        tidy(ax, "y")
        ax.legend(frameon=False, loc="best")

    def describe(self) -> str:
        """Return the calibration error and the observed share in each range, as text."""
        listed = "; ".join(
            f"{b.low:.1f} to {b.high:.1f}: {100 * b.accuracy:.0f} % right of {b.n} rows, "
            f"{100 * b.confidence:.0f} % predicted"
            for b in self.bins
        )
        error = expected_calibration_error(self.bins)
        return (
            f"Calibration by probability of the most probable class (expected error {error:.3f}). {listed}."
        )
