"""What looking at features one at a time gave, for many instances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Acquisition:
    """Result of classifying n instances.

    Attributes
    ----------
    label : ndarray, shape (n,)
        The class decided for.
    posterior : ndarray of float32, shape (n, L)
        P(class | answers), columns in the order of the model's classes.
    n_features : ndarray of int32, shape (n,)
        Number of features looked at.
    cost : ndarray of float32, shape (n,)
        Cost of the features looked at, in the units of the feature costs.
    order : ndarray of int32, shape (n, W)
        Columns looked at, in the order of the looks; -1 behind the last. W is the largest number of looks.
    n_unknown : int
        Categories met that the model does not know and that were taken as missing.
    threshold : float
        Of the model's guarantee: how probable the most probable class must be; 0 without one, and with
        another budget than it was found with.
    """

    label: NDArray[Any]
    posterior: NDArray[np.float32]
    n_features: NDArray[np.int32]
    cost: NDArray[np.float32]
    order: NDArray[np.int32]
    n_unknown: int = 0
    threshold: float = 0.0

    @property
    def deferred(self) -> NDArray[np.bool_]:
        """Which instances are for a person to decide, because the model's guarantee does not cover them."""
        return np.asarray(self.posterior.max(axis=1).astype(np.float64) < self.threshold)
