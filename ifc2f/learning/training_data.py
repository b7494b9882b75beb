"""The input of training, and the checks and warnings before any work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.callers import warn_caller
from ifc2f.core.kernels import class_sizes
from ifc2f.core.words import words
from ifc2f.data import quantise
from ifc2f.data.matrix import Columns
from ifc2f.files.format import MAX_CLASSES
from ifc2f.network import ClassLabel

MANY_NUMBERS = 30  # as classes; more are warned of
UNLABELLED = -1  # scikit-learn's mark of rows without a class; if 1 is the only other label, it is a class


@dataclass(frozen=True)
class TrainingData:
    """The data that a model is trained on.

    Attributes
    ----------
    matrix : ndarray of float32 or SciPy sparse matrix, shape (n, C)
        NaN is missing; categories are numbers. A sparse one is not made dense.
    y : ndarray of int32, shape (n,)
        Class numbers, 0 to L - 1.
    names : sequence of str, length C
    classes : sequence, length L
        Class labels.
    categorical : sequence of int
        Columns whose distinct values are categories.
    labels : dict
        For a column with categories that are texts: their texts, in the order of their numbers 0, 1, ...
    given : Binnings, optional
        Bins of all columns, if they are not to be found.
    features : sequence of int, optional
        The columns to keep, if they are not to be chosen.
    companions : dict
        By column, the one that says whether it holds a value, and is asked for first.
    """

    matrix: Any
    y: NDArray[np.int32]
    names: Sequence[str]
    classes: Sequence[ClassLabel]
    categorical: Sequence[int] = ()
    labels: dict[int, tuple[str, ...]] | None = None

    given: quantise.Binnings | None = None
    features: Sequence[int] | None = None
    companions: Mapping[int, int] = field(default_factory=dict)

    @property
    def n_classes(self) -> int:
        """L."""
        return len(self.classes)

    @property
    def n_columns(self) -> int:
        """C."""
        return self.columns.n_columns

    @property
    def class_counts(self) -> NDArray[np.int64]:
        """Rows of each class, shape (L,)."""
        return class_sizes(self.y, self.n_classes)

    def ranges(self, columns: Sequence[int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return smallest and largest value of some columns."""
        low, high = self.columns.ranges()
        return low[list(columns)], high[list(columns)]

    @cached_property
    def columns(self) -> Columns:
        """The matrix by columns."""
        return Columns.of(self.matrix)


class Described(Protocol):
    """The part of training data that is not counted; see `TrainingData`."""

    @property
    def names(self) -> Sequence[str]: ...
    @property
    def classes(self) -> Sequence[ClassLabel]: ...
    @property
    def labels(self) -> dict[int, tuple[str, ...]] | None: ...
    @property
    def n_classes(self) -> int: ...
    @property
    def n_columns(self) -> int: ...
    @property
    def class_counts(self) -> NDArray[np.int64]: ...
    def ranges(self, columns: Sequence[int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...


def check_training(data: Described, meta: Any) -> None:
    """Refuse, before any work, what no model can hold.

    Raises
    ------
    TypeError
        If `meta`, or what it says of features, is no dict.
    ValueError
        If there are too many classes, or `meta` describes a feature that is no column.
    """
    if data.n_classes > MAX_CLASSES:
        raise ValueError(
            words(
                "a model holds at most {most} classes, not {n_classes}",
                most=MAX_CLASSES,
                n_classes=data.n_classes,
            )
        )
    if not isinstance(meta, dict | None):
        raise TypeError(f"meta must be a dict, not {meta!r}")
    about = (meta or {}).get("features", {})
    if not isinstance(about, dict) or not all(isinstance(entry, dict) for entry in about.values()):
        raise TypeError(f"the features of meta must be a dict of dicts by name, not {about!r}")
    if about and (unknown := set(about) - set(data.names)):  # of millions of names only if need be
        raise ValueError(words("meta describes {name!r}, which is not a feature", name=min(unknown, key=str)))


def check_classes(classes: Sequence[ClassLabel], where: str = "y") -> None:
    """Refuse fractions as classes; warn of many numbers, which may be a quantity, and of -1 among others.

    Raises
    ------
    ValueError
        If a class is a number that is not whole.
    """
    numbers = [label for label in classes if isinstance(label, float | int) and not isinstance(label, bool)]
    fraction = next((label for label in numbers if label != round(label)), None)
    if fraction is not None:
        raise ValueError(
            words(
                "{where} holds {fraction}, but a class is a text or a whole number: cut a quantity into "
                "ranges first",
                where=where,
                fraction=fraction,
            )
        )
    if UNLABELLED in numbers and set(numbers) != {UNLABELLED, 1}:
        warn_caller(
            words(
                "{where} holds -1, which counts as a class like any other; if it marks rows without a "
                "class, as in scikit-learn, leave those rows out",
                where=where,
            ),
        )
    if MANY_NUMBERS < len(numbers) <= MAX_CLASSES:  # beyond that they are refused
        warn_caller(
            words(
                "{where} holds {n} different numbers, and each counts as a class; if they are a quantity, "
                "cut it into ranges first",
                where=where,
                n=len(numbers),
            ),
        )
