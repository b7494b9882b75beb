"""What ETANA and F-ETANA share: bins, tables, the order of features, and the result for an instance."""

from abc import ABCMeta, abstractmethod
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from ifc2f.acquisition import Acquisition
from ifc2f.baselines._tables import Codes, EqualWidthBins, separation, value_tables
from ifc2f.core.kernels import Float64
from ifc2f.core.scikit import Interval, checks_parameters


@dataclass(frozen=True)
class Walks:
    """The courses of some instances through the ordered features.

    Attributes
    ----------
    belief : ndarray (n, n_classes)
        P(class | features acquired).
    label : ndarray of int (n,)
        Index of the class assigned.
    n_acquired : ndarray of int32 (n,)
        Features acquired.
    n_reported : ndarray of int32 (n,)
        The same as the method counts it (differs from `n_acquired` only with ``exact=True``).
    """

    belief: Float64
    label: npt.NDArray[np.intp]
    n_acquired: npt.NDArray[np.int32]
    n_reported: npt.NDArray[np.int32]


class InstanceWiseClassifier(ClassifierMixin, BaseEstimator, metaclass=ABCMeta):
    """Base of the classifiers that acquire features in one order and stop per instance.

    Features are taken for independent given the class.
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        "feature_cost": [Interval(Real, 0, None, closed="left")],
        "n_bins": [Interval(Integral, 2, 255, closed="both")],
        "exact": ["boolean"],
    }

    @checks_parameters
    def fit(self, X: Any, y: Any) -> "InstanceWiseClassifier":
        """Find bins, tables and order, and plan when to stop.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Finite numbers.
        y : array-like of shape (n_samples,)
            Class labels.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X or y are not of these shapes, X is not finite, y is continuous, or there are more than 255
            classes.
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, labels = np.unique(y, return_inverse=True)
        if len(self.classes_) > 255:
            raise ValueError(f"y has {len(self.classes_)} classes; at most 255 are supported")
        n_classes = len(self.classes_)
        self._class_order = _set_order(self.classes_) if self.exact else np.arange(n_classes)
        labels = np.argsort(self._class_order)[labels]
        self.class_prior_ = (
            np.full(n_classes, 1.0 / n_classes) if self.exact else np.bincount(labels) / len(labels)
        )
        self._bins = EqualWidthBins(X, self.n_bins)
        codes = self._bins.codes(X)
        tables = value_tables(codes, labels, n_classes, self.n_bins)
        self.order_ = np.argsort(-separation(tables), kind="stable")
        self._tables = np.ascontiguousarray(tables[self.order_])
        self._plan(np.ascontiguousarray(codes[:, self.order_]), labels)
        return self

    @abstractmethod
    def _plan(self, codes: Codes, labels: npt.NDArray[np.intp]) -> None:
        """Decide when to stop, from the codes in the order of acquisition."""

    @abstractmethod
    def _walk(self, codes: Codes) -> Walks:
        """Classify instances from their codes in the order of acquisition."""

    def _walks(self, X: Any) -> Walks:
        check_is_fitted(self, "order_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        walks = self._walk(np.ascontiguousarray(self._bins.codes(X)[:, self.order_]))
        return replace(
            walks, belief=walks.belief[:, np.argsort(self._class_order)], label=self._class_order[walks.label]
        )

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the class assigned to each row of X: (n_samples,)."""
        label = self._walks(X).label
        return self.classes_[label]

    def predict_proba(self, X: Any) -> Float64:
        """Return the class probabilities when the method stops: (n_samples, n_classes)."""
        return self._walks(X).belief

    def acquire(self, X: Any) -> Acquisition:
        """Classify, and return what was acquired.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        Acquisition
            Features and their cost counted as the method counts them.
        """
        walks = self._walks(X)
        width = int(walks.n_acquired.max())
        seen = np.arange(width) < walks.n_acquired[:, np.newaxis]
        return Acquisition(
            label=self.classes_[walks.label],
            posterior=walks.belief.astype(np.float32),
            n_features=walks.n_reported,
            cost=(walks.n_reported * self.feature_cost).astype(np.float32),
            order=np.where(seen, self.order_[:width], -1).astype(np.int32),
        )


def _set_order(classes: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Return the order in which a Python set gives the classes, as the public code does: 1 before -1.

    It decides which class is the first in ties. Labels that are no integers stay in ascending order.
    """
    if not np.issubdtype(classes.dtype, np.integer):
        return np.arange(len(classes))
    return np.searchsorted(classes, np.array(list(set(classes.tolist()))))
