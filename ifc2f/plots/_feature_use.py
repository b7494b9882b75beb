"""Which features are acquired in the instances of each class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.plots._display import (
    INK,
    Display,
    acquire,
    bare,
    class_codes,
    class_names,
    model_of,
    shorten,
)

_MOST_FEATURES = 30


class FeatureUseDisplay(Display):
    """Share of the instances of each class in which each feature was acquired.

    Parameters
    ----------
    use : array_like of float, shape (K, L)
        From 0 to 1; NaN in a column of a class without instances.
    features : sequence of K str
    classes : sequence of L labels
    n_features : array_like of float, shape (L,), optional
        Average number of acquisitions for an instance of each class.
    """

    def __init__(
        self,
        use: ArrayLike,
        features: Sequence[str],
        classes: Sequence[Any],
        *,
        n_features: ArrayLike | None = None,
    ) -> None:
        self.use: NDArray[np.float64] = np.asarray(use, dtype=np.float64)
        self.features = tuple(features)
        self.classes = class_names(classes)
        self.n_features = None if n_features is None else np.asarray(n_features, dtype=np.float64)
        wanted = (len(self.features), len(self.classes))
        if self.use.shape != wanted:
            raise ValueError(f"use must have shape {wanted}, features by classes, not {self.use.shape}")

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, ax: Any = None) -> FeatureUseDisplay:
        """Classify rows and draw which features were acquired.

        Parameters
        ----------
        estimator : IFC2FClassifier or Model
        X : array_like or data frame, shape (n, n_features)
        y : array_like, shape (n,)
            The true classes.
        ax : matplotlib Axes, optional
        """
        model = model_of(estimator)
        return cls.from_predictions(
            y,
            acquire(estimator, X),
            model.classes,
            columns=dict(zip(model.columns.tolist(), model.feature_names, strict=True)),
            ax=ax,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        acquisition: Any,
        classes: Sequence[Any],
        *,
        columns: dict[int, str] | None = None,
        ax: Any = None,
    ) -> FeatureUseDisplay:
        """Draw which features were acquired in a result.

        Parameters
        ----------
        y_true : array_like, shape (n,)
        acquisition : Acquisition
            Of the same rows.
        classes : sequence of labels
        columns : dict of int to str, optional
            Names of columns; default: ``x0``, ``x1``, ...
        ax : matplotlib Axes, optional
        """
        order = np.asarray(acquisition.order)
        truth = class_codes(y_true, classes, len(order))
        seen = [int(c) for c in np.unique(order) if c >= 0]
        names = columns or {c: f"x{c}" for c in seen}
        shown = [c for c in names if c in seen]
        size = np.bincount(truth, minlength=len(classes)).astype(np.float64)
        use = np.full((len(shown), len(classes)), np.nan)
        n_features = np.full(len(classes), np.nan)
        for i in np.flatnonzero(size):
            of_class = order[truth == i]
            use[:, i] = [(of_class == c).any(axis=1).mean() for c in shown]
            n_features[i] = acquisition.n_features[truth == i].mean()
        display = cls(use, [names[c] for c in shown], classes, n_features=n_features)
        return display.plot(ax)

    def size(self) -> tuple[float, float]:
        """Return width and height, in inches, that suit the picture."""
        return 3.6 + 0.95 * len(self.classes), 1.6 + 0.3 * min(max(len(self.features), 1), _MOST_FEATURES)

    def _most_used(self) -> NDArray[np.intp]:
        """Return the features to draw, in their order: those used most where there are many."""
        most = np.nan_to_num(self.use).max(axis=1, initial=0)
        return np.sort(np.argsort(-most, kind="stable")[:_MOST_FEATURES])

    def _draw(self, ax: Any) -> None:
        shown = self._most_used()
        use = self.use[shown]
        bare(ax)
        title = "Features acquired, by true class"
        if len(shown) < len(self.features):
            title += f" ({len(shown)} most used of {len(self.features)})"
        ax.set_title(title, loc="left", color=INK, x=0)
        if not len(shown):
            ax.text(0.5, 0.5, "no feature is acquired", ha="center", va="center", transform=ax.transAxes)
            return
        ax.imshow(use, cmap="Blues", vmin=0, vmax=1.15, aspect="auto")
        for (row, column), share in np.ndenumerate(use):
            text = "–" if np.isnan(share) else f"{100 * share:.0f} %"
            ax.text(
                column,
                row,
                text,
                ha="center",
                va="center",
                fontsize=9,
                color="white" if share > 0.65 else INK,
            )
        ax.set_yticks(range(len(shown)), [shorten(self.features[k], 36) for k in shown])
        labels = [shorten(name, 14) for name in self.classes]
        if self.n_features is not None:
            labels = [f"{name}\n{n:.1f} features" for name, n in zip(labels, self.n_features, strict=True)]
        ax.set_xticks(range(len(labels)), labels)
        ax.tick_params(length=0)
        ax.set_xticks(np.arange(len(labels) + 1) - 0.5, minor=True)
        ax.set_yticks(np.arange(len(shown) + 1) - 0.5, minor=True)
        ax.grid(which="minor", color="white", linewidth=2)
        ax.tick_params(which="minor", length=0)

    def describe(self) -> str:
        """Return the features acquired most in each class."""
        told = []
        for i, name in enumerate(self.classes):
            if not len(self.features) or np.isnan(self.use[:, i]).any():
                continue
            top = [k for k in np.argsort(-self.use[:, i], kind="stable")[:5] if self.use[k, i] > 0]
            listed = ", ".join(f"{self.features[k]} {100 * self.use[k, i]:.0f} %" for k in top)
            told.append(f"{name}: {listed or 'none'}")
        return "Share of rows in which a feature was acquired, by true class. " + "; ".join(told) + "."
