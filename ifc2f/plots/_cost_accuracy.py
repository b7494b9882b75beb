"""Accuracy against cost: the policy under budgets from nothing to all that it wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.assessment.measures import wilson_interval
from ifc2f.plots._display import FAINT, INK, Display, acquire, class_codes, colour, model_of, tidy

_N_BUDGETS = 24


class CostAccuracyDisplay(Display):
    """Accuracy against the average cost of an instance.

    Parameters
    ----------
    cost : array_like of float, shape (B,)
        Average acquisition cost of an instance, one for each budget; ascending.
    accuracy : array_like of float, shape (B,)
        Share of instances classified correctly.
    n : int
        Number of instances; the band is Wilson's 95 % interval.
    name : str, optional
        Name of the curve.

    Notes
    -----
    The last point is the unchanged policy. The others stop it early: it was not planned for those budgets,
    and a policy planned for them may do better.
    """

    def __init__(self, cost: ArrayLike, accuracy: ArrayLike, n: int, *, name: str | None = None) -> None:
        self.cost: NDArray[np.float64] = np.asarray(cost, dtype=np.float64)
        self.accuracy: NDArray[np.float64] = np.asarray(accuracy, dtype=np.float64)
        self.n = n
        self.name = name
        if self.cost.ndim != 1 or self.cost.shape != self.accuracy.shape or not len(self.cost):
            raise ValueError(
                f"cost and accuracy must have the same length, not the shapes {self.cost.shape} and "
                f"{self.accuracy.shape}"
            )

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        budgets: Sequence[float] | None = None,
        name: str | None = None,
        ax: Any = None,
    ) -> CostAccuracyDisplay:
        """Classify rows under several budgets and draw the curve.

        Parameters
        ----------
        estimator : IFC2FClassifier or Model
        X : array_like or data frame, shape (n, n_features)
        y : array_like, shape (n,)
        budgets : sequence of float, optional
            Default: 0, the most that the policy spends on a row, and values between.
        name : str, optional
        ax : matplotlib Axes, optional
        """
        model = model_of(estimator)
        free = acquire(estimator, X)
        truth = class_codes(y, model.classes, len(free.label))
        if budgets is None:
            spent = np.unique(free.cost.astype(np.float64))
            at = np.linspace(0, len(spent) - 1, min(_N_BUDGETS, len(spent))).round().astype(int)
            budgets = np.unique(np.append(0.0, spent[at])).tolist()
        points = []
        for budget in sorted(budgets):
            acquisition = acquire(estimator, X, budget)
            points.append(
                (acquisition.cost.mean(), (class_codes(acquisition.label, model.classes) == truth).mean())
            )
        points.append((free.cost.mean(), (class_codes(free.label, model.classes) == truth).mean()))
        cost, accuracy = np.array(points, dtype=np.float64).T
        return cls(cost, accuracy, len(truth), name=name).plot(ax)

    @classmethod
    def from_predictions(
        cls, y_true: Any, acquisitions: Sequence[Any], *, name: str | None = None, ax: Any = None
    ) -> CostAccuracyDisplay:
        """Draw the curve of several results on the same rows, such as those of several classifiers.

        Parameters
        ----------
        y_true : array_like, shape (n,)
        acquisitions : sequence of Acquisition
            Ordered by average cost.
        name : str, optional
        ax : matplotlib Axes, optional
        """
        truth = np.asarray(y_true)
        acquisition = sorted(acquisitions, key=lambda one: float(one.cost.mean()))
        if odd := [len(one.label) for one in acquisition if len(one.label) != len(truth)]:
            raise ValueError(f"y_true has {len(truth)} labels, but a result has {odd[0]} rows")
        cost = [one.cost.mean() for one in acquisition]
        accuracy = [(one.label == truth).mean() for one in acquisition]
        return cls(cost, accuracy, len(truth), name=name).plot(ax)

    def _draw(self, ax: Any) -> None:
        low, high = np.array(
            [wilson_interval(round(share * self.n), self.n) for share in self.accuracy]
        ).T  # fmt: skip
        earlier = len(ax.get_lines()) // 2  # curves that were drawn here before
        (line,) = ax.plot(
            self.cost, self.accuracy, color=colour(earlier), marker="o", markersize=4, label=self.name
        )
        ax.fill_between(self.cost, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
        ax.plot(
            self.cost[-1], self.accuracy[-1], "o", color=INK if not earlier else line.get_color(),
            markersize=8, zorder=3,
            label=f"without a limit: {100 * self.accuracy[-1]:.1f} % at {self.cost[-1]:.3g}",
        )  # fmt: skip
        ax.set_xlabel("average cost of the features acquired")
        ax.set_ylabel("share classified rightly")
        ax.set_title("Accuracy against cost", loc="left", color=INK)
        if not earlier:
            ax.text(
                1, 1.01, f"{self.n} rows, band: 95 % interval", transform=ax.transAxes, ha="right",
                va="bottom", fontsize=9, color=FAINT,
            )  # fmt: skip
        ax.set_ylim(top=1.0)
        tidy(ax, "both")
        ax.legend(frameon=False, loc="lower right")

    def describe(self) -> str:
        """Return the ends of the curve and its middle, as text."""
        chosen = sorted({0, len(self.cost) // 2, len(self.cost) - 1})
        points = [
            f"{100 * self.accuracy[i]:.1f} % right at an average cost of {self.cost[i]:.3g}" for i in chosen
        ]
        return f"Accuracy against cost on {self.n} rows: {'; '.join(points)}."
