"""What the streaming selectors have in common: checks, and the selection as scikit-learn knows it."""

from abc import ABCMeta, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from ifc2f.baselines._columns import Columns
from ifc2f.core.scikit import checks_parameters


class StreamingSelector(SelectorMixin, BaseEstimator, metaclass=ABCMeta):
    """Base of the selectors that see the columns once each, in their order, and keep a working set.

    Attributes
    ----------
    selected_ : ndarray of int
        Indices of the columns kept, in the order in which they were taken in.
    classes_ : ndarray
        The class labels, ascending.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where X had column names.
    """

    _parameter_constraints: dict[str, list[Any]] = {"exact": ["boolean"]}  # noqa: RUF012

    @checks_parameters
    def fit(self, X: Any, y: Any) -> "StreamingSelector":
        """Stream the columns of X and keep a selection.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Finite numbers.
        y : array-like of shape (n_samples,)
            Class labels.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X or y are not of these shapes, X is not finite, or y is continuous.
        """
        X, y = validate_data(self, X, y, accept_sparse="csc", dtype=np.float64, ensure_min_samples=2)
        check_classification_targets(y)
        self.classes_ = np.unique(y)
        self.selected_ = np.asarray(self._select(Columns(X), y), dtype=np.intp)
        return self

    @abstractmethod
    def _select(self, columns: Columns, y: npt.NDArray[Any]) -> list[int]:
        """Return the indices of the columns kept."""

    def _get_support_mask(self) -> npt.NDArray[np.bool_]:
        check_is_fitted(self, "selected_")
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[self.selected_] = True
        return mask

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        return tags
