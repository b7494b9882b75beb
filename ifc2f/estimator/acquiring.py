"""What the estimator does with rows to classify: it acquires some of their features."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from ifc2f.acquisition import Acquisition
from ifc2f.data import columns
from ifc2f.data.dask_chunks import acquisitions_of, is_dask
from ifc2f.data.frames import Frame, frame_of
from ifc2f.explanation import Explanation, explain
from ifc2f.files.meta import deferral_threshold, label_array
from ifc2f.model import Model
from ifc2f.session import Session

__all__ = ["AcquiresFeatures"]


class AcquiresFeatures:
    """Mixin of `IFC2FClassifier`; its parameters are those of that class."""

    # Attributes and methods of the estimator that are used here.
    unknown: str
    classes_: NDArray[Any]
    n_features_in_: int
    _measured: Sequence[int]
    _checked_rows: Callable[[Any], Any]
    _frame_cells: Callable[[Frame, Sequence[int]], Any]
    _n_threads: Callable[[], int]
    _names: Callable[[], Sequence[str]]

    @property
    def model_(self) -> Model:
        raise NotImplementedError

    def acquire(self, X: Any, *, budget: float | None = None) -> Acquisition:
        """Acquire the features of each row one at a time, as the policy asks.

        Parameters
        ----------
        X : array_like, sparse matrix, data frame or Dask collection, shape (n, n_features)
            NaN is a missing value. Cells that the policy does not ask for have no effect.
        budget : float, optional
            The most to spend on a row; default: the budget of training.

        Returns
        -------
        Acquisition or dask.dataframe.DataFrame
            Label, posterior, number, cost and order of acquisitions, per row. For a Dask collection:
            `Acquisition.to_frame` of its partitions, computed on the workers on request.

        Raises
        ------
        ValueError
            If the columns do not match those of `fit`, or a cell that was asked for is infinite.
        """
        if is_dask(X):
            check_is_fitted(self)
            on_workers: Acquisition = acquisitions_of(partial(self._acquired, budget=budget, some=False), X)
            return on_workers
        return self._acquired(X, budget)

    def _acquired(self, X: Any, budget: float | None = None, some: bool = True) -> Acquisition:
        """Return what is acquired; rows may be none unless `some` are wanted."""
        check_is_fitted(self)
        matrix, places = np.empty((0, self.n_features_in_ + len(self._measured))), None
        if some or X.shape[0] > 0:
            matrix, places = self._asked_cells(X)
        is_polars = type(X).__module__.partition(".")[0] == "polars"
        kind: Literal["pandas", "polars"] = "polars" if is_polars else "pandas"
        return replace(self._acquisition(matrix, budget, places), index=getattr(X, "index", None), kind=kind)

    def _asked_cells(self, X: Any) -> tuple[Any, NDArray[np.intp] | None]:
        """Return rows as the model classifies them, checked, and in which column of them each feature is.

        Of a data frame, only columns that the policy may ask for are read. None: features have their own
        columns.
        """
        frame = None if self._measured or not self.model_.n_features else frame_of(X)
        if frame is None:
            return self._checked_rows(X), None
        return self._frame_cells(frame, self.model_.columns.tolist()), np.arange(self.model_.n_features)

    def _acquisition(
        self, matrix: Any, budget: float | None = None, places: NDArray[np.intp] | None = None
    ) -> Acquisition:
        acquisition = self.model_.classify(
            matrix, budget=budget, unknown=self.unknown, columns=places, n_jobs=self._n_threads()
        )
        if acquisition.n_unknown:
            warnings.warn(
                f"{acquisition.n_unknown} values were categories not seen in training; they count as missing",
                stacklevel=2,
            )
        return replace(acquisition, label=acquisition.label.astype(self.classes_.dtype, copy=False))

    def acquire_from(self, ask: Callable[[Any], Any]) -> Acquisition:
        """Classify one instance, calling a function for each value that the policy asks for, and for no
        other.

        Parameters
        ----------
        ask : callable
            Called with a column: its name if X had names in `fit`, otherwise its number. Returns the value,
            or None or NaN if there is none. No column is asked for twice.

        Returns
        -------
        Acquisition
            Of one row.
        """
        check_is_fitted(self)
        named = hasattr(self, "feature_names_in_")
        names = self._names()
        session, given = Session(self.model_), dict[int, Any]()
        while (feature := session.next()) is not None:
            number = int(self.model_.columns[feature])
            is_companion = number >= self.n_features_in_
            column = self._measured[number - self.n_features_in_] if is_companion else number
            if column not in given:
                given[column] = ask(names[column] if named else column)
            if is_companion:
                session.answer_bin(feature, int(not columns.is_missing(given[column])))
            elif columns.is_missing(given[column]):
                session.missing(feature)
            else:
                session.answer(feature, given[column])
        return Acquisition(
            label=label_array([session.decide()]).astype(self.classes_.dtype, copy=False),
            posterior=session.posterior[np.newaxis],
            n_features=np.array([len(session.acquired)], dtype=np.int32),
            cost=np.array([session.cost], dtype=np.float32),
            order=self.model_.columns[session.acquired][np.newaxis],
            threshold=deferral_threshold(self.model_.meta),
            classes=self.model_.classes,
            names=dict(zip(self.model_.columns.tolist(), self.model_.feature_names, strict=True)),
        )

    def explain(self, X: Any, label: Any = None) -> Explanation:
        """Explain the classification of one instance, with the features that the policy acquires.

        Parameters
        ----------
        X : array_like, sparse matrix or data frame, shape (1, n_features)
            One row, such as ``X.iloc[[3]]``.
        label : optional
            The class to explain; default: the one decided.

        Returns
        -------
        Explanation
            What each answer adds to the odds of the class; see `ifc2f.explain`, which takes any session.

        Raises
        ------
        ValueError
            If X has another number of rows, or for `label` if there is no such class.
        """
        matrix = self._checked_rows(X)
        if matrix.shape[0] != 1:
            raise ValueError(f"explain takes one row, not {matrix.shape[0]}: choose it, as by X.iloc[[3]]")
        cells = columns.cells_of(matrix, self.model_.columns)[0]
        session = Session(self.model_)
        while (k := session.next()) is not None:
            feature = self.model_.network.features[k]
            if not feature.categorical and not columns.is_missing(cells[k]):
                session.answer(k, cells[k])
            elif (number := np.flatnonzero(feature.values == cells[k])).size:
                session.answer_bin(k, int(number[0]))
            elif self.unknown == "missing" or columns.is_missing(cells[k]):
                session.missing(k)
            else:
                raise ValueError(f"feature {feature.name!r}: a category that training did not see")
        return explain(session, label)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class decided for each row, shape (n,)."""
        acquisition: Any = self.acquire(X)
        label: NDArray[Any] = acquisition["label"] if is_dask(X) else acquisition.label
        return label

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return P(class | answers) of each row, shape (n, n_classes), columns in the order of `classes_`."""
        acquisition: Any = self.acquire(X)
        if is_dask(X):
            of_classes: NDArray[np.float64] = acquisition[[f"P({label})" for label in self.classes_]]
            return of_classes
        posterior = acquisition.posterior.astype(np.float64)
        return np.asarray(posterior / posterior.sum(axis=1, keepdims=True))
