"""The tree network of a model: which feature depends on which, and how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.plots._display import FAINT, INK, Display, bare, model_of, shorten, tint
from ifc2f.plots._layout import leaf_rows

_MOST_FEATURES = 30
_LONGEST = 26  # letters of a name
_FACTOR = "the factor"  # of a network: what features have in common, which nobody can acquire
_LINE = "#0072B2"
_BOX = {"boxstyle": "round,pad=0.35", "edgecolor": FAINT, "linewidth": 0.6}


class DependencyTreeDisplay(Display):
    """The features and their parents, with mutual information in bits.

    The class is a parent of all features and is not drawn. A factor, which nobody can acquire, is drawn as
    one more feature.

    Parameters
    ----------
    features : sequence of K str
    parents : sequence of K int
        The parent of each feature: an earlier feature, or -1.
    relevance : array_like of float, shape (K,)
        I(feature; class), bits.
    dependence : array_like of float, shape (K,)
        I(feature; parent | class), bits; 0 without a parent.
    factor : int, optional
        Which of the features is the factor, whatever their names.
    """

    def __init__(
        self,
        features: Sequence[str],
        parents: Sequence[int],
        relevance: ArrayLike,
        dependence: ArrayLike,
        factor: int | None = None,
    ) -> None:
        self.features = tuple(features)
        self.parents = tuple(int(parent) for parent in parents)
        self.relevance: NDArray[np.float64] = np.asarray(relevance, dtype=np.float64)
        self.dependence: NDArray[np.float64] = np.asarray(dependence, dtype=np.float64)
        self.factor = factor

    @classmethod
    def from_estimator(
        cls, estimator: Any, *, max_features: int = _MOST_FEATURES, ax: Any = None
    ) -> DependencyTreeDisplay:
        """Draw the network of a model, with information computed from the network itself.

        Parameters
        ----------
        estimator : IFC2FClassifier or Model
        max_features : int, default=30
            Draw at most this many features, the first in the order.
        ax : matplotlib Axes, optional
        """
        network = model_of(estimator).network
        relevance, dependence = network.information()
        shown = network.features[:max_features]
        names = [feature.name for feature in shown]
        parents = [feature.parent for feature in shown]
        alone = [*relevance[: len(shown)]]
        beyond = [*dependence[: len(shown)]]
        factor = None
        if network.factor is not None and len(network.features) in parents:
            factor = len(shown)
            parents = [factor if parent == len(network.features) else parent for parent in parents]
            names, parents = [*names, _FACTOR], [*parents, -1]
            alone, beyond = [*alone, network.information_of_factor()], [*beyond, 0.0]
        return cls(names, parents, alone, beyond, factor).plot(ax)

    def _placed(self) -> list[tuple[int, int, float]]:
        children: dict[int, list[int]] = {}
        for k, parent in enumerate(self.parents):
            children.setdefault(parent, []).append(k)
        return leaf_rows(children.get(-1, []), lambda k: children.get(k, []))

    def _step(self) -> float:
        """Return the inches from one feature to the next that depends on it."""
        longest = max((min(len(name), _LONGEST) for name in self.features), default=0)
        return 1.15 + 0.085 * (longest + 5)

    def size(self) -> tuple[float, float]:
        """Return width and height, in inches, that suit the picture."""
        placed = self._placed()
        depth = max((d for _, d, _ in placed), default=0)
        rows = max((row for *_, row in placed), default=0)
        return max(5.2, (depth + 1) * self._step()), 1.2 + 0.42 * (rows + 1)

    def _draw(self, ax: Any) -> None:
        bare(ax)
        ax.set_title("Dependences within each class", loc="left", color=INK)
        placed = self._placed()
        if not placed:
            ax.text(0.5, 0.5, "the model has no features", ha="center", va="center", transform=ax.transAxes)
            return
        at = {k: (self._step() * depth, -row) for k, depth, row in placed}
        strongest = max(self.dependence.max(initial=0), 1e-12)
        most = max(self.relevance.max(initial=0), 1e-12)
        for k, (x, y) in at.items():
            paint = 0.12 + 0.45 * float(self.relevance[k] / most)
            ax.text(
                x, y, f"{shorten(self.features[k], _LONGEST)}  {self.relevance[k]:.2f}", va="center",
                fontsize=9.5, color=INK, zorder=3,
                bbox={**_BOX, "facecolor": tint("#56B4E9", paint)},
            )  # fmt: skip
            if self.parents[k] >= 0:
                px, py = at[self.parents[k]]
                corner = x - 0.62
                width = 0.8 + 3.5 * float(self.dependence[k] / strongest)
                ax.plot([px + 0.2, corner, corner], [py, py, y], color=FAINT, linewidth=0.8, zorder=1)
                ax.plot([corner, x], [y, y], color=_LINE, linewidth=width, zorder=2, solid_capstyle="butt")
                ax.text(
                    corner + 0.04, y + 0.12, f"{self.dependence[k]:.2f}", va="bottom", fontsize=8.5,
                    color=_LINE,
                )  # fmt: skip
        ax.set_xlim(-0.15, max(5.2, max(x for x, _ in at.values()) + self._step()))
        ax.set_ylim(min(y for _, y in at.values()) - 1.1, 0.7)
        told = "in a box: I(feature; class); on a line: I(feature; parent | class); bits"
        if self.factor is not None:
            told += "\nthe factor: what features have in common; nobody can acquire it"
        ax.text(0, -0.02, told, transform=ax.transAxes, fontsize=9, color=FAINT, va="top")

    def describe(self) -> str:
        """Return every dependence and its information, as text."""
        if not self.features:
            return "The model has no features."
        told = [
            f"{name} on {self.features[parent]} ({bits:.2f} bits)"
            for name, parent, bits in zip(self.features, self.parents, self.dependence, strict=True)
            if parent >= 0
        ]
        alone = [
            name
            for k, (name, parent) in enumerate(zip(self.features, self.parents, strict=True))
            if parent < 0 and k != self.factor
        ]
        depends = [f"Within each class {'; '.join(told)}."] if told else []
        depends += [f"Depending on the class alone: {', '.join(alone)}."] if alone else []
        return " ".join(depends)
