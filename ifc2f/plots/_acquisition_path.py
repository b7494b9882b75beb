"""The course of one instance: what was asked, what was answered, and the posterior after each answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.data.columns import UNKNOWN, cells_of, is_missing, plain_matrix
from ifc2f.data.matrix import is_sparse
from ifc2f.model import Model
from ifc2f.plots._display import FAINT, INK, Display, class_names, colour, model_of, shorten, tidy
from ifc2f.session import Session

_MOST_CLASSES = 6  # drawn apart; the others together


class AcquisitionPathDisplay(Display):
    """The posterior after each acquisition for one instance.

    Parameters
    ----------
    posterior : array_like, shape (S + 1, L)
        Class probabilities before the first acquisition and after each of S acquisitions.
    acquired : sequence of S str
        The features acquired, with their answers.
    classes : sequence of L labels
    cost : array_like of float, shape (S + 1,), optional
        Cost spent before the first acquisition and after each.
    decision : label, optional
        The decision.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from ifc2f import IFC2FClassifier
    >>> from ifc2f.plots import AcquisitionPathDisplay
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> classifier = IFC2FClassifier().fit(X, y)
    >>> display = AcquisitionPathDisplay.from_estimator(classifier, X.iloc[[70]])
    """

    def __init__(
        self,
        posterior: ArrayLike,
        acquired: Sequence[str],
        classes: Sequence[Any],
        *,
        cost: ArrayLike | None = None,
        decision: Any = None,
    ) -> None:
        self.posterior: NDArray[np.float64] = np.asarray(posterior, dtype=np.float64)
        self.acquired = tuple(acquired)
        self.classes = class_names(classes)
        self.cost = None if cost is None else np.asarray(cost, dtype=np.float64)
        self.decision = None if decision is None else class_names([decision])[0]
        wanted = (len(self.acquired) + 1, len(self.classes))
        if self.posterior.shape != wanted:
            raise ValueError(
                f"posterior must have shape {wanted}, a row before the first of {len(self.acquired)} "
                f"acquisitions and one after each, not {self.posterior.shape}"
            )

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, *, row: int = 0, ax: Any = None
    ) -> AcquisitionPathDisplay:
        """Follow the policy through one row and draw its path.

        Parameters
        ----------
        estimator : IFC2FClassifier or Model
        X : array_like or data frame, shape (n, n_features)
            As for `IFC2FClassifier.acquire`, or with a `Model` for `Model.classify`.
        row : int, default=0
            Number of the row: the first is 0, the last is -1.
        ax : matplotlib Axes, optional

        Raises
        ------
        ValueError
            If X has no such row, or lacks a column that the model acquires.
        """
        model = model_of(estimator)
        session = Session(model)
        posterior, acquired, cost = [session.posterior], [], [0.0]
        cells = _cells(model, X, row)
        while (k := session.next()) is not None:
            name, value = model.feature_names[k], cells[k]
            if is_missing(value) or not _answer(session, k, value):
                session.missing(k)
                acquired.append(f"{name}: missing")
            else:
                acquired.append(f"{name}: {_text(model, session, k, value)}")
            posterior.append(session.posterior)
            cost.append(session.cost)
        display = cls(np.array(posterior), acquired, model.classes, cost=cost, decision=session.decide())
        return display.plot(ax)

    @classmethod
    def from_predictions(
        cls,
        posterior: ArrayLike,
        acquired: Sequence[str],
        classes: Sequence[Any],
        *,
        cost: ArrayLike | None = None,
        decision: Any = None,
        ax: Any = None,
    ) -> AcquisitionPathDisplay:
        """Draw an existing path, for example one recorded while a `Session` ran."""
        return cls(posterior, acquired, classes, cost=cost, decision=decision).plot(ax)

    def size(self) -> tuple[float, float]:
        """Return width and height, in inches, that suit the picture."""
        return 7.5, 1.5 + 0.42 * len(self.posterior)

    def _draw(self, ax: Any) -> None:
        share, names = self._drawn_classes()
        y = np.arange(len(share))
        left = np.zeros(len(share))
        for i, name in enumerate(names):
            paint = FAINT if i == _MOST_CLASSES < len(self.classes) - 1 else colour(i)
            ax.barh(y, share[:, i], left=left, height=0.62, color=paint, label=name, edgecolor="white")
            for step in np.flatnonzero(share[:, i] >= 0.08).tolist():
                text = f"{100 * share[step, i]:.0f} %"
                middle = left[step] + share[step, i] / 2
                ax.text(middle, step, text, ha="center", va="center", color=_on(paint), fontsize=9)
            left += share[:, i]
        ax.set_yticks(y, ["before any acquisition", *(shorten(text, 44) for text in self.acquired)])
        ax.set_ylim(len(share) - 0.5, -0.5)
        ax.set_xlim(0, 1)
        ax.set_xlabel("probability of each class")
        tidy(ax)
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        if self.cost is not None:
            for step, spent in enumerate(self.cost):
                ax.text(1.015, step, f"{spent:.4g}", va="center", fontsize=9, color=FAINT)
            ax.text(1.015, -0.62, "spent", va="bottom", fontsize=9, color=FAINT)
        title = "Acquisition path of one instance"
        if self.decision is not None:
            title += f": decided for {self.decision}"
        ax.set_title(title, loc="left", color=INK, pad=26)
        ax.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=len(names), frameon=False, borderaxespad=0.2,
            handlelength=1, handleheight=1, columnspacing=1.2,
        )  # fmt: skip

    def _drawn_classes(self) -> tuple[NDArray[np.float64], list[str]]:
        """Return the classes to draw: all, or the most probable ones and the others together."""
        if len(self.classes) <= _MOST_CLASSES + 1:
            return self.posterior, list(self.classes)
        by_share = np.argsort(-self.posterior.max(axis=0), kind="stable")
        shown, rest = np.sort(by_share[:_MOST_CLASSES]), by_share[_MOST_CLASSES:]
        together = self.posterior[:, rest].sum(axis=1, keepdims=True)
        names = [self.classes[i] for i in shown]
        return np.hstack([self.posterior[:, shown], together]), [*names, f"{len(rest)} others"]

    def describe(self) -> str:
        """Return the path step by step, as text."""
        steps = []
        for name, row in zip(("Before any acquisition", *self.acquired), self.posterior, strict=True):
            best = int(row.argmax())
            steps.append(f"{name}: {self.classes[best]} {100 * row[best]:.0f} %")
        if self.decision is not None:
            steps.append(f"decided for {self.decision}")
        return "; ".join(steps) + "."


def _on(paint: str) -> str:
    """Return the colour of text that is readable on a colour."""
    red, green, blue = (int(paint[i : i + 2], 16) for i in (1, 3, 5))
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 150 else INK


def _cells(model: Model, X: Any, row: int) -> list[Any]:
    """Return the cell of each feature of the model in one row, as `Model.classify` finds it."""
    X, columns = model.found_by_name(X)
    n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
    if not -n_rows <= row < n_rows:
        raise ValueError(f"there is no row {row}: X has {n_rows} rows")
    one = X.tocsr()[[row]] if is_sparse(X) else plain_matrix(X)[[row]]
    return list(cells_of(one, model.columns if columns is None else columns)[0])


def _answer(session: Session, k: int, value: Any) -> bool:
    """Answer a feature; False if it is a category that the model does not know."""
    known = session.model.network.features[k]
    if not known.categorical:
        session.answer(k, value)
        return True
    if value == UNKNOWN or value not in known.values:
        return False
    session.answer_bin(k, int(np.flatnonzero(known.values == value)[0]))
    return True


def _text(model: Model, session: Session, k: int, value: Any) -> str:
    """Return an answer as a person would write it."""
    feature = model.network.features[k]
    if feature.labels is not None:
        return feature.labels[int(session.state(k))]
    unit = model.meta["features"][k].get("unit")
    return f"{float(value):.4g}" + (f" {unit}" if unit else "")
