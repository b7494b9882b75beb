"""The part of the estimator that classifies rows, acquiring some of their features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from ifc2f.acquisition import Acquisition
from ifc2f.core.callers import warn_caller
from ifc2f.core.checks import named
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
    _column: Callable[[Any, str], int]

    @property
    def model_(self) -> Model:
        raise NotImplementedError

    def acquire(
        self, X: Any, *, budget: float | None = None, known: Iterable[int | str] | None = ()
    ) -> Acquisition:
        """Acquire the features of each row one at a time, as the policy asks.

        Parameters
        ----------
        X : array_like, sparse matrix, data frame or Dask collection, shape (n, n_features)
            NaN is a missing value. Cells that the policy does not ask for have no effect.
        budget : float, optional
            The most to spend on a row; default: the budget of training.
        known : iterable of int or str, optional
            Columns whose values are known before the first acquisition, such as age and sex. They cost
            nothing and count from the start. Where a cell is missing, the policy may still ask for it.

        Returns
        -------
        Acquisition or dask.dataframe.DataFrame
            Label, posterior, number, cost and order of acquisitions, per row. For a Dask collection:
            `Acquisition.to_frame` of its partitions, computed on the workers on request.

        Raises
        ------
        ValueError
            If the columns do not match those of `fit`, a cell that is known or was asked for is infinite, or
            `known` names a column that X does not have.
        """
        check_is_fitted(self)
        of_known = self._features_of([self._column(column, "known") for column in named(known, "known")])
        acquired = partial(self._acquired, budget=budget, known=of_known)
        if is_dask(X):
            on_workers: Acquisition = acquisitions_of(partial(acquired, some=False), X)
            return on_workers
        return acquired(X)

    def _features_of(self, columns: Iterable[int]) -> list[int]:
        """Return the model's features that are columns of X, or tell whether one of them holds a value."""
        own = set(columns)
        companions = {i + self.n_features_in_ for i, column in enumerate(self._measured) if column in own}
        return [k for k, column in enumerate(self.model_.columns.tolist()) if column in own | companions]

    def _acquired(
        self, X: Any, budget: float | None = None, known: Sequence[int] = (), some: bool = True
    ) -> Acquisition:
        """Return what is acquired; rows may be none unless `some` are wanted."""
        matrix, places = np.empty((0, self.n_features_in_ + len(self._measured))), None
        if some or X.shape[0] > 0:
            matrix, places = self._asked_cells(X)
        is_polars = type(X).__module__.partition(".")[0] == "polars"
        kind: Literal["pandas", "polars"] = "polars" if is_polars else "pandas"
        acquisition = self._acquisition(matrix, budget, places, known)
        return replace(acquisition, index=getattr(X, "index", None), kind=kind)

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
        self,
        matrix: Any,
        budget: float | None = None,
        places: NDArray[np.intp] | None = None,
        known: Sequence[int] = (),
    ) -> Acquisition:
        acquisition = self.model_.classify(
            matrix,
            budget=budget,
            unknown=self.unknown,
            known=known,
            columns=places,
            n_jobs=self._n_threads(),
        )
        if acquisition.n_unknown:
            warn_caller(
                f"{acquisition.n_unknown} values were categories not seen in training; they count as missing",
            )
        return replace(acquisition, label=acquisition.label.astype(self.classes_.dtype, copy=False))

    def acquire_from(
        self,
        ask: Callable[[Any], Any],
        *,
        known: Mapping[Any, Any] | None = None,
        ask_panel: Callable[[str, list[Any]], Mapping[Any, Any]] | None = None,
    ) -> Acquisition:
        """Classify one instance, calling a function for each value that the policy asks for, and for no
        other.

        Columns are given by name if X had names in `fit`, otherwise by number. None and NaN are missing.

        Parameters
        ----------
        ask : callable
            Called with a column; returns its value. No column is asked for twice.
        known : mapping, optional
            Values that are known before the first acquisition, by column. They cost nothing. For a value
            that is missing, the policy may still ask.
        ask_panel : callable, optional
            Called once with the name and the columns of a panel, a test that reveals several features;
            returns the values that there are, by column. By default, `ask` is called for each of them.

        Returns
        -------
        Acquisition
            Of one row.

        Raises
        ------
        ValueError
            If a value is not usable, or `known` or what `ask_panel` returns names a column that is not there
            or names one twice.
        TypeError
            If `known` or what `ask_panel` returns is not a mapping.
        """
        check_is_fitted(self)
        instance = _Instance(self.model_, self.n_features_in_, self._measured)
        called = self._names() if hasattr(self, "feature_names_in_") else range(self.n_features_in_)
        values = {} if known is None else self._values_of(known, "known")
        instance.know(values)
        is_told = bool(self._features_of(values))
        while (test := instance.session.next_test()) is not None:
            asked = instance.asked(test if ask_panel is not None else None)
            wanted = instance.wanted(asked)
            if ask_panel is not None and len(wanted) > 1:
                found = ask_panel(test, [called[column] for column in wanted])
                values = self._values_of(found, "ask_panel")
                if others := values.keys() - set(wanted):
                    raise ValueError(f"ask_panel: {called[min(others)]!r} is no column of the panel {test!r}")
                values = {**dict.fromkeys(wanted), **values}
            else:
                values = {column: ask(called[column]) for column in wanted}
            instance.answer(asked, values)
        session = instance.session
        return Acquisition(
            label=label_array([session.decide()]).astype(self.classes_.dtype, copy=False),
            posterior=session.posterior[np.newaxis],
            n_features=np.array([len(session.acquired)], dtype=np.int32),
            cost=np.array([session.cost], dtype=np.float32),
            order=self.model_.columns[session.acquired][np.newaxis],
            threshold=0.0 if is_told else deferral_threshold(self.model_.meta),
            classes=self.model_.classes,
            names=dict(zip(self.model_.columns.tolist(), self.model_.feature_names, strict=True)),
        )

    def _values_of(self, given: Mapping[Any, Any], parameter: str) -> dict[int, Any]:
        """Return values by the numbers of their columns."""
        if not hasattr(given, "items"):
            raise TypeError(f"{parameter} must give values by column, such as {{'age': 54}}, not {given!r}")
        values: dict[int, Any] = {}
        for column, value in given.items():
            if (number := self._column(column, parameter)) in values:
                raise ValueError(f"{parameter} gives column {self._names()[number]!r} twice")
            values[number] = value
        return values

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
            raise ValueError(f"explain takes one row, not {matrix.shape[0]}: choose one, such as X.iloc[[3]]")
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


class _Instance:
    """The session of one instance, whose values are given by column."""

    def __init__(self, model: Model, n_columns: int, measured: Sequence[int]) -> None:
        self.session = Session(model)
        numbers = model.columns.tolist()
        self._columns = [c if c < n_columns else measured[c - n_columns] for c in numbers]
        self._tells_of = [c >= n_columns for c in numbers]  # whether its column has a value, not which
        self._given: dict[int, Any] = {}

    def know(self, values: Mapping[int, Any]) -> None:
        """Take values as known before the first acquisition; one that is missing leaves its feature open."""
        for k, column in enumerate(self._columns):
            if column in values and self._tells_of[k]:
                self.session.know(k, "no" if columns.is_missing(values[column]) else "yes")
            elif column in values and not columns.is_missing(values[column]):
                self.session.know(k, values[column])

    def asked(self, panel: str | None) -> list[int]:
        """Return the features that are asked for now: the next one, or those of the panel that are open."""
        members = self.session.model.costs.panels.get(panel, ()) if panel is not None else ()
        following = self.session.next()
        return [k for k in members if self.session.state(k) == "open"] or [
            k for k in (following,) if k is not None
        ]

    def wanted(self, asked: Sequence[int]) -> list[int]:
        """Return the columns whose values are needed for that, and were not given yet."""
        return [c for c in dict.fromkeys(self._columns[k] for k in asked) if c not in self._given]

    def answer(self, asked: Sequence[int], values: Mapping[int, Any]) -> None:
        """Answer these features; those with a value first, so that a panel is paid for."""
        self._given.update(values)
        is_missing = {k: columns.is_missing(self._given[self._columns[k]]) for k in asked}
        for k in sorted(asked, key=lambda k: is_missing[k] and not self._tells_of[k]):
            if self._tells_of[k]:
                self.session.answer_bin(k, int(not is_missing[k]))
            elif is_missing[k]:
                self.session.missing(k)
            else:
                self.session.answer(k, self._given[self._columns[k]])
                self._tell_found(self._columns[k])

    def _tell_found(self, column: int) -> None:
        """Correct what was known of a column whose value was missing at first and is there now."""
        for k, of in enumerate(self._columns):
            if of == column and self._tells_of[k] and self.session.state(k) == 0:
                self.session.know(k, "yes")
