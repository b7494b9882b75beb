"""The value function of an ordered policy over the simplex of class probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.planning.alpha_vectors import alpha_vectors, live_features
from ifc2f.plots._display import (
    FAINT,
    INK,
    Display,
    bare,
    class_names,
    colour,
    model_of,
    shorten,
    tidy,
    tint,
)

_GRID = 120  # points along a side of the triangle
_CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 3**0.5 / 2]])


class ValueFunctionDisplay(Display):
    """Expected further cost at every posterior: of deciding, and of going on.

    With two classes, a graph in which each alpha vector is a line. With three, a triangle in which each
    corner means that its class is certain, coloured by what the policy does, with lines of equal cost.

    Parameters
    ----------
    vectors : array_like, shape (n, L)
        Alpha vectors for going on; n may be 0.
    misclassification : array_like, shape (L, L)
        Rows true, columns decided for.
    classes : sequence of L labels
        Two or three.
    belief : array_like, shape (L,), optional
        A posterior to mark, such as the prior.
    title : str, optional

    Raises
    ------
    ValueError
        If there are not two or three classes.
    """

    def __init__(
        self,
        vectors: ArrayLike,
        misclassification: ArrayLike,
        classes: Sequence[Any],
        *,
        belief: ArrayLike | None = None,
        title: str = "Value function",
    ) -> None:
        self.classes = class_names(classes)
        if len(self.classes) not in (2, 3):
            raise ValueError(
                f"a value function can be drawn over two or three classes, not over {len(self.classes)}"
            )
        self.misclassification: NDArray[np.float64] = np.asarray(misclassification, dtype=np.float64)
        self.vectors: NDArray[np.float64] = np.asarray(vectors, dtype=np.float64).reshape(
            -1, len(self.classes)
        )
        self.belief = None if belief is None else np.asarray(belief, dtype=np.float64)
        self.title = title

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        *,
        stage: int = 0,
        answers: Mapping[int | str, int] | None = None,
        ax: Any = None,
    ) -> ValueFunctionDisplay:
        """Draw the value function of one stage.

        Parameters
        ----------
        estimator : IFC2FClassifier or Model
            With an ordered policy, two or three classes.
        stage : int, default=0
            Number of the acquisition to decide on, from 0.
        answers : mapping of feature (name or index) to bin, optional
            Bins of the earlier features on which the vectors depend
            (`ifc2f.planning.alpha_vectors.live_features`); default: the most probable bin of each.
        ax : matplotlib Axes, optional

        Raises
        ------
        ValueError
            If the policy is of another kind or has no such stage, or there are more than three classes.
        """
        model = model_of(estimator)
        given = {model.feature_index(name): value for name, value in (answers or {}).items()}
        if answers is None:
            marginal = model.network.marginals()
            given = {k: int(marginal[k].sum(axis=1).argmax()) for k in live_features(model, stage)}
        vectors = alpha_vectors(model, stage, given)
        title = f"Value before acquisition {stage + 1}: {shorten(model.feature_names[stage], 30)}"
        display = cls(
            vectors,
            model.misclassification,
            model.classes,
            belief=model.network.prior if stage == 0 else None,
            title=title,
        )
        return display.plot(ax)

    def stopping(self, beliefs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the expected cost of deciding now, shape (m,), at beliefs of shape (m, L)."""
        return np.asarray((beliefs @ self.misclassification).min(axis=1))

    def continuing(self, beliefs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the expected cost of going on, shape (m,); infinite without vectors."""
        if not len(self.vectors):
            return np.full(len(beliefs), np.inf)
        return np.asarray((beliefs @ self.vectors.T).min(axis=1))

    def size(self) -> tuple[float, float]:
        """Return width and height, in inches, that suit the picture."""
        return (6.4, 4.4) if len(self.classes) == 2 else (5.8, 5.4)

    def _draw(self, ax: Any) -> None:
        ax.set_title(self.title, loc="left", color=INK)
        (self._draw_line if len(self.classes) == 2 else self._draw_triangle)(ax)

    def _draw_line(self, ax: Any) -> None:
        p = np.linspace(0, 1, 1001)
        beliefs = np.stack([1 - p, p], axis=1)
        stop, go_on = self.stopping(beliefs), self.continuing(beliefs)
        values = beliefs @ self.vectors.T
        best = np.unique(values.argmin(axis=1)).tolist() if len(self.vectors) else []
        for i, k in enumerate(best):
            ax.plot(p, values[:, k], color=FAINT, linewidth=0.6, label="alpha vectors" if i == 0 else None)
        asks = go_on < stop
        ax.fill_between(
            p, 0, 1, where=asks, color=colour(4), alpha=0.2, linewidth=0, transform=ax.get_xaxis_transform(),
            label="goes on",
        )  # fmt: skip
        ax.plot(p, stop, color=INK, linewidth=1.6, linestyle="--", label="deciding now")
        ax.plot(p, np.minimum(stop, go_on), color=colour(0), linewidth=2.4, label="value: the better of both")
        if self.belief is not None:
            at = self.belief[np.newaxis]
            value = np.minimum(self.stopping(at), self.continuing(at))
            ax.plot(self.belief[1], value, "o", color=colour(5), markersize=8, zorder=4, label="prior")
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1.25 * stop.max())
        ax.set_xlabel(f"probability of {self.classes[1]}")
        ax.set_ylabel("expected further cost")
        tidy(ax, "y")
        ax.legend(frameon=False, loc="upper left", ncols=2)

    def _draw_triangle(self, ax: Any) -> None:
        steps = np.array([(i, j, _GRID - i - j) for i in range(_GRID + 1) for j in range(_GRID + 1 - i)])
        beliefs = steps / _GRID
        x, y = (beliefs @ _CORNERS).T
        stop, go_on = self.stopping(beliefs), self.continuing(beliefs)
        action = np.where(go_on < stop, 3, (beliefs @ self.misclassification).argmin(axis=1))
        paint = [*(tint(colour(i), 0.55) for i in range(3)), "#ffffff"]
        (outline,) = ax.fill(*_CORNERS.T, facecolor="none", edgecolor=INK, linewidth=1.2, zorder=3)
        hexagons = ax.scatter(x, y, c=[paint[a] for a in action], s=16, marker="h", linewidths=0)
        hexagons.set_clip_path(outline)
        ax.tricontour(x, y, np.minimum(stop, go_on), levels=8, colors=INK, linewidths=0.6, alpha=0.6)
        for (cx, cy), name, below in zip(_CORNERS, self.classes, (True, True, False), strict=True):
            ax.annotate(
                f"{name} certain", (cx, cy), xytext=(0, -8 if below else 8), textcoords="offset points",
                ha="center", va="top" if below else "bottom",
            )  # fmt: skip
        for i, name in enumerate([*(f"decides for {name}" for name in self.classes), "goes on"]):
            if (action == i).any():
                ax.scatter(
                    [], [], c=[paint[i]], marker="s", s=80, edgecolors=FAINT, linewidths=0.6, label=name
                )
        if self.belief is not None:
            ax.plot(*(self.belief @ _CORNERS), "o", color=INK, markersize=7, label="prior")
        ax.plot([], [], color=INK, linewidth=0.6, label="equal expected cost")
        bare(ax)
        ax.set_aspect("equal")
        ax.set_xlim(-0.12, 1.12)
        ax.set_ylim(-0.1, 1.0)
        ax.legend(frameon=False, loc="upper left", fontsize=9, bbox_to_anchor=(-0.02, 0.98))

    def describe(self) -> str:
        """Return where the policy goes on, and the expected costs there."""
        if len(self.classes) == 2:
            p = np.linspace(0, 1, 1001)
            beliefs = np.stack([1 - p, p], axis=1)
            asks = self.continuing(beliefs) < self.stopping(beliefs)
            where = (
                f"goes on where the probability of {self.classes[1]} is from {p[asks].min():.3f} to "
                f"{p[asks].max():.3f}"
                if asks.any()
                else "never goes on"
            )
        else:
            steps = np.array([(i, j, 60 - i - j) for i in range(61) for j in range(61 - i)]) / 60
            asks = self.continuing(steps) < self.stopping(steps)
            where = f"goes on in {100 * asks.mean():.0f} % of the triangle of class probabilities"
        text = f"{self.title}. The policy {where}; alpha vectors: {len(self.vectors)}."
        if self.belief is not None:
            at = self.belief[np.newaxis]
            value = min(self.stopping(at)[0], self.continuing(at)[0])
            text += f" At the prior deciding costs {self.stopping(at)[0]:.3g}, the policy {value:.3g}."
        return text
