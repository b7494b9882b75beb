"""The tree network a model holds: features with their bins, parents and tables, classes and prior."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ClassLabel = str | int | float | bool


@dataclass(frozen=True)
class Feature:
    """One feature of the network.

    Attributes
    ----------
    name : str
    column : int
        Its column in the training matrix.
    values : ndarray of float32
        Numeric: the V - 1 inner bin edges, strictly increasing; a value equal to an edge lies above it.
        Categorical: the V values that stand for the categories, strictly increasing.
    categorical : bool
    labels : tuple of str or None
        Texts of the categories, in the order of `values`; None for a numeric feature and for numeric
        categories.
    parent : int
        Index of an earlier feature, or -1.
    table : ndarray of float32, shape (U, V, L)
        P(value v | parent's value u, class i); U = 1 without a parent.
    """

    name: str
    column: int
    values: NDArray[np.float32]
    categorical: bool
    labels: tuple[str, ...] | None
    parent: int
    table: NDArray[np.float32]

    @property
    def n_values(self) -> int:
        """Number of bins or categories."""
        return len(self.values) + (0 if self.categorical else 1)


@dataclass(frozen=True)
class Network:
    """A tree network: each feature has the class as a parent and at most one other feature.

    Attributes
    ----------
    features : tuple of Feature
        Parents stand before their children.
    classes : tuple
        The L class labels.
    prior : ndarray of float32, shape (L,)
    """

    features: tuple[Feature, ...]
    classes: tuple[ClassLabel, ...]
    prior: NDArray[np.float32]
