"""The common part of all displays: axes, colours, and access to an estimator or a model."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.files.meta import label_text
from ifc2f.model import Model

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

# Colours that colour-blind people can distinguish (Okabe and Ito, Color universal design, 2008).
CLASS_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#6A3D9A")
INK, FAINT, GRID = "#222222", "#777777", "#dddddd"


D = TypeVar("D", bound="Display")


class Display(ABC):
    """A picture.

    Attributes
    ----------
    ax_ : matplotlib Axes
        The axes of the picture.
    figure_ : matplotlib Figure
    """

    ax_: Axes
    figure_: Figure | SubFigure

    def plot(self: D, ax: Axes | None = None) -> D:
        """Draw.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw on; default: a new figure.

        Returns
        -------
        Display
            Itself.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        """
        pyplot = _pyplot()
        if ax is None:
            _, ax = pyplot.subplots(figsize=self.size(), layout="constrained")
        self.ax_, self.figure_ = ax, ax.figure
        with pyplot.rc_context({"text.parse_math": False}):  # a dollar in a name is a dollar
            self._draw(ax)
        texts: list[Any] = ax.findobj(lambda artist: hasattr(artist, "set_parse_math"))
        for text in texts:
            text.set_parse_math(False)
        return self

    def size(self) -> tuple[float, float]:
        """Return width and height, in inches, that suit the picture."""
        return 6.4, 4.4

    @abstractmethod
    def describe(self) -> str:
        """Return a description of the picture, for people who cannot see it."""

    @abstractmethod
    def _draw(self, ax: Any) -> None: ...


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot
    except ModuleNotFoundError as error:
        raise ImportError("plots need matplotlib: pip install 'ifc2f[plot]'") from error
    return matplotlib.pyplot


def colour(index: int) -> str:
    """Return the colour of a class."""
    return CLASS_COLOURS[index % len(CLASS_COLOURS)]


def tint(paint: str, share: float) -> str:
    """Return a colour mixed with white: 0 is white, 1 the colour."""
    parts = (round(255 - share * (255 - int(paint[i : i + 2], 16))) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def tidy(ax: Any, grid: str | None = None) -> None:
    """Remove decoration; `grid` is the axis whose values are read off."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.set_axisbelow(True)
    if grid is not None:
        ax.grid(axis=grid, color=GRID, linewidth=0.8)


def bare(ax: Any) -> None:
    """Remove all axes, for a picture that is not a chart."""
    ax.set_xticks([])
    ax.set_yticks([])
    for spine in ax.spines.values():
        spine.set_visible(False)


def shorten(text: str, most: int) -> str:
    """Return a text of at most `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def model_of(estimator: Any) -> Model:
    """Return the model of a fitted estimator, or a model itself.

    Raises
    ------
    TypeError
        If it is neither.
    NotFittedError
        If the estimator was not fitted.
    """
    if isinstance(estimator, Model):
        return estimator
    if hasattr(estimator, "acquire") and hasattr(estimator, "get_params"):
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(estimator)
        return estimator.model_  # type: ignore[no-any-return]
    raise TypeError(f"a display needs an IFC2FClassifier or a Model, not {estimator!r}")


def acquire(estimator: Any, X: Any, budget: float | None = None) -> Acquisition:
    """Return what an estimator or a model acquires in each row."""
    if isinstance(estimator, Model):
        return estimator.classify(X, budget=budget)
    model_of(estimator)
    return estimator.acquire(X, budget=budget)  # type: ignore[no-any-return]


def class_names(classes: Sequence[Any]) -> tuple[str, ...]:
    """Return the texts of class labels."""
    return tuple(label_text(label.item() if hasattr(label, "item") else label) for label in classes)


def class_codes(y: Any, classes: Sequence[Any], n_rows: int | None = None) -> NDArray[np.int64]:
    """Return the number of each label among the classes, shape (n,).

    Raises
    ------
    ValueError
        If a label is none of them, or there are not as many as rows, where their number is given.
    """
    number = {name: i for i, name in enumerate(class_names(classes))}
    texts = class_names(list(np.asarray(y).tolist()))
    if n_rows not in (None, len(texts)):
        raise ValueError(f"y has {len(texts)} labels, but X has {n_rows} rows: give one for each")
    unknown = next((text for text in texts if text not in number), None)
    if unknown is not None:
        raise ValueError(f"y holds {unknown!r}, which is not one of the classes {', '.join(number)}")
    return np.array([number[text] for text in texts], dtype=np.int64)
