"""Nearest neighbours with a rule for ties."""

from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from ifc2f._core import lib
from ifc2f.baselines._columns import Columns
from ifc2f.baselines._memory import sizes
from ifc2f.core.kernels import Float64, pointer
from ifc2f.core.scikit import Interval, checks_parameters


class NearestNeighbours(ClassifierMixin, BaseEstimator):
    """Majority vote of the nearest training instances, with every tie settled.

    Distances are Euclidean on the columns as they are. Of instances equally far the earlier in the training
    data is nearer; of classes with equally many votes the first in sorted order wins.

    Parameters
    ----------
    n_neighbors : int, default=3
        Votes. With fewer training instances, all vote.
    accept_empty : bool, default=False
        Whether data without any column are accepted, as they come from a selector that keeps none; the
        prediction is then the majority class.

    Attributes
    ----------
    classes_ : ndarray
        The class labels, ascending.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    ``sklearn.neighbors.KNeighborsClassifier`` leaves ties of distance to its search.
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "accept_empty": ["boolean"],
    }

    def __init__(self, n_neighbors: int = 3, *, accept_empty: bool = False) -> None:
        self.n_neighbors = n_neighbors
        self.accept_empty = accept_empty

    @checks_parameters
    def fit(self, X: Any, y: Any) -> "NearestNeighbours":
        """Keep the training data.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
            Class labels.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X is not finite, has no columns (but see `accept_empty`), or y is continuous.
        """
        X, y = validate_data(
            self,
            X,
            y,
            accept_sparse="csc",
            dtype=np.float64,
            ensure_min_features=0 if self.accept_empty else 1,
        )
        check_classification_targets(y)
        self.classes_, self._labels = np.unique(y, return_inverse=True)
        self._columns = Columns(X).take(slice(None))
        return self

    def kneighbors(self, X: Any) -> npt.NDArray[np.intp]:
        """Return the training rows that vote for each row of X, nearest first: (n_samples, n_votes)."""
        check_is_fitted(self, "classes_")
        X = validate_data(
            self,
            X,
            accept_sparse="csr",
            dtype=np.float64,
            reset=False,
            ensure_min_features=0 if self.accept_empty else 1,
        )
        return self._nearest(X).astype(np.intp)

    def predict_proba(self, X: Any) -> Float64:
        """Return the share of votes of each class; of all training rows if X has no columns."""
        nearest = self.kneighbors(X)
        if self.n_features_in_ == 0:
            shares = np.bincount(self._labels, minlength=len(self.classes_)) / len(self._labels)
            return np.tile(shares, (len(nearest), 1))
        votes = self._labels[nearest]
        return np.stack([(votes == label).mean(axis=1) for label in range(len(self.classes_))], axis=1)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the class with most votes for each row of X: (n_samples,)."""
        shares = self.predict_proba(X)
        return np.asarray(self.classes_[shares.argmax(axis=1)])

    def _nearest(self, X: Any) -> npt.NDArray[np.uintp]:
        n_columns, n_rows = self._columns.shape
        n_votes = min(self.n_neighbors, n_rows)
        queries = np.ascontiguousarray(X.toarray().T if sp.issparse(X) else X.T)
        nearest = np.empty((X.shape[0], n_votes), dtype=np.uintp)
        work = np.empty(n_rows + n_votes)
        lib.ifc2f_nearest_rows(
            pointer(self._columns),
            n_rows,
            pointer(queries),
            X.shape[0],
            n_columns,
            n_votes,
            sizes(nearest),
            pointer(work),
        )
        return nearest

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def with_neighbours(selector: Any, n_neighbors: int = 3) -> Pipeline:
    """Return a pipeline of a selector and a vote of the nearest neighbours on what it keeps.

    Where nothing is kept, the majority class is predicted.
    """
    return make_pipeline(selector, NearestNeighbours(n_neighbors, accept_empty=True))
