"""The inputs of the estimator, checked and turned into a matrix: X, y, and columns named by parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y, validate_data

from ifc2f.core.callers import warn_caller
from ifc2f.core.checks import listed, whole_number
from ifc2f.data import columns
from ifc2f.data.frames import Frame, as_array, frame_of
from ifc2f.data.matrix import is_sparse
from ifc2f.data.text_columns import MOST_CATEGORIES
from ifc2f.data.texts import Texts, factorized, numbered, numbered_labels
from ifc2f.data.weights import checked_weights, class_weights, repetitions
from ifc2f.estimator.header import header_of
from ifc2f.learning import chunked
from ifc2f.learning.measured import with_companion_cells

__all__ = ["ReadsRows"]

_ACCEPTED: dict[str, Any] = {
    "dtype": [np.float32, np.float64],
    "accept_sparse": ["csr", "csc"],
    "ensure_all_finite": False,
}


class ReadsRows:
    """Mixin of `IFC2FClassifier`; its parameters are those of that class."""

    # Attributes and methods of the estimator that are used here.
    edges: Any
    categorical_features: Any
    n_features_in_: int
    features: Any
    class_weight: Any
    merge_spellings: bool
    _seed: Callable[[], int]

    _labels: dict[int, tuple[str, ...]]
    _measured: Sequence[int] = ()  # columns with a companion that says whether they hold a value
    _units: Mapping[str, str] | None = None  # of the columns of `fit`; None if it did not see whole columns

    def _training_arrays(self, X: Any, y: ArrayLike) -> tuple[Any, NDArray[Any], Any]:
        """Check X and y, number the categories, and remember their texts.

        Returns X rounded to single precision, y, and the cells of X before rounding.
        """
        self._labels = {}
        self._frame_columns: list[Any] | None = None
        self._units = {}
        y = as_array(y)
        y = columns.plain_labels(y)
        _check_labels(y)
        frame = frame_of(X)
        if frame is not None:
            X, y = self._training_frame(frame, y)
            unrounded: Any = frame.unrounded(X, self._labels)
        else:
            X = columns.plain_matrix(X) if isinstance(X, np.ndarray) else X
            try:
                X, y = validate_data(self, X, y, **_ACCEPTED)
            except OverflowError:
                raise ValueError("X holds a whole number too large for floating point") from None
            self._refuse_infinite(X)
            names = self._names()
            for c in self._categorical_columns(names):
                columns.check_categories(X[:, [c]].toarray() if is_sparse(X) else X[:, c], names[c])
            X, unrounded = columns.as_float32(X), X
        return X, np.asarray(y), unrounded

    def _repetitions(self, y: NDArray[Any], sample_weight: Any) -> NDArray[np.int64] | None:
        """Return how often each row counts; None if all count once."""
        if sample_weight is None and self.class_weight is None:
            return None
        classes, codes = numbered_labels(y)
        weights = checked_weights(1.0 if sample_weight is None else sample_weight, len(y))
        if self.class_weight is not None:
            weights = checked_weights(weights * class_weights(self.class_weight, classes, codes), len(y))
        return repetitions(weights, codes, self._seed())

    def _repeated(self, matrix: Any, y: NDArray[Any], times: NDArray[np.int64]) -> tuple[Any, Any, Any]:
        """Repeat rows by their weight, and renumber the categories that are left."""
        rows = np.repeat(np.arange(len(y)), times)
        matrix = (matrix.tocsr() if is_sparse(matrix) else matrix)[rows]
        for c, texts in self._labels.items() if self.edges is None else ():
            codes = np.where(np.isnan(matrix[:, c]), -1, matrix[:, c]).astype(np.int32)
            left = Texts.of_codes(codes, texts)
            self._labels[c], matrix[:, c] = left.texts, left.numbers(numbered(left.texts))
        return matrix, y[rows], matrix

    def _training_frame(self, frame: Frame, y: Any) -> tuple[Any, Any]:
        self._frame_columns = list(frame.labels)
        _ = frame.names  # which have to differ
        validate_data(self, header_of(frame), skip_check_array=True)
        names = self._names()
        meant = self._categorical_columns(names)
        if self.edges is None:
            for c, column in frame.text_columns(meant):
                if self.merge_spellings:  # the spellings that are left stand for the others, too
                    self._labels[c] = column.texts().one_spelling().texts
                else:
                    self._labels[c] = column.different_texts()
            _refuse_too_many({names[c]: texts for c, texts in self._labels.items()})
        elif (bins := self._given_bins(names)) is not None:  # texts are numbered as they are given there
            self._labels = bins.labels
        X = frame.cells(self._labels)
        _, y = check_X_y(np.broadcast_to(np.float32(0), X.shape), y, estimator=self, **_ACCEPTED)
        self._refuse_infinite(X)
        self._units = frame.units(self._labels)
        for c in sorted({*meant} - {*self._labels}):
            columns.check_categories(frame.column(c).numbers(names[c]), names[c])
        if self.edges is None:
            self._warn_of_texts(frame, meant)
        return X, y

    def _warn_of_texts(self, frame: Frame, meant: Sequence[int]) -> None:
        """Warn of columns of texts that may be read differently from what is meant."""
        for c in range(len(frame.labels)):
            if c not in meant and (doubt := frame.doubt(c)) is not None:
                warn_caller(doubt)

    def _meant_as_texts(self) -> Sequence[Any]:
        """Return the columns, by number or name, whose texts are categories whatever they look like."""
        meant: list[Any] = []
        if not isinstance(self.categorical_features, str):
            meant = np.array(list(self.categorical_features), dtype=object).tolist()
            if meant and all(isinstance(column, bool | np.bool_) for column in meant):
                meant = np.flatnonzero(meant).tolist()
        edges = self.edges.items() if isinstance(self.edges, Mapping) else enumerate(self.edges or ())
        return meant + [key for key, own in edges if len(own) and all(isinstance(t, str) for t in own)]

    def _with_units(self, meta: dict[str, Any] | None) -> dict[str, Any] | None:
        """Return the description of the features, with units found in the cells where it has none."""
        if not self._units:
            return meta
        told = (meta or {}).get("features", {})
        units = {name: {"unit": unit, **told.get(name, {})} for name, unit in self._units.items()}
        return {**(meta or {}), "features": {**told, **units}}

    def _refuse_infinite(self, X: Any) -> None:
        infinite = columns.first_infinite(X)
        if infinite is not None:
            name = self._names()[infinite]
            raise ValueError(
                f"feature {name!r} holds infinity (inf); give a finite number, or NaN where there is none"
            )

    def _names(self) -> Sequence[str]:
        names = getattr(self, "feature_names_in_", None)
        if names is None:  # of a frame whose names are no texts, which scikit-learn does not keep
            names = getattr(self, "_frame_columns", None)
        return columns.NumberedNames(range(self.n_features_in_)) if names is None else [str(n) for n in names]

    def _categorical_columns(self, names: Sequence[str]) -> list[int]:
        """Return the columns that `categorical_features` names by index, mask or name."""
        if isinstance(self.categorical_features, str):
            return []
        wanted = np.array(list(self.categorical_features), dtype=object)
        if wanted.size and all(isinstance(column, bool | np.bool_) for column in wanted.flat):
            if wanted.shape != (len(names),):
                raise ValueError(f"categorical_features masks {len(wanted)} columns, but X has {len(names)}")
            return [int(c) for c in np.flatnonzero(wanted.astype(bool))]
        found = []
        for column in wanted.tolist():
            found.append(self._column(column, "categorical_features"))
        return found

    def _column(self, column: Any, parameter: str) -> int:
        """Return the number of a column that a parameter gives by name or number."""
        names = self._names()
        if isinstance(column, str):
            if column not in names:
                raise ValueError(f"{parameter} names {column!r}, which is not a column of X")
            return names.index(column)
        number = whole_number(column, f"{parameter} names a column by name or number")
        if not 0 <= number < len(names):
            raise ValueError(f"{parameter} names column {number}, but X has {len(names)}")
        return number

    def _checked_rows(self, X: Any) -> Any:
        """Return rows as the matrix the model classifies, after checking that they fit those of `fit`."""
        check_is_fitted(self)
        is_row = getattr(getattr(X, "dtype", None), "kind", "") == "O" and X.ndim == 1
        if (is_row or isinstance(X, Mapping)) and not is_sparse(X):  # some sparse matrices are mappings
            raise ValueError(
                f"X is of type {type(X).__name__}, not a table: pass one row as a table too, such as "
                "X.iloc[[3]] or pandas.DataFrame([row])"
            )
        return with_companion_cells(self._own_cells(X), self._measured)

    def _own_cells(self, X: Any) -> Any:
        frame = frame_of(X)
        if frame is not None:
            return self._frame_cells(frame)
        X = columns.plain_matrix(X) if isinstance(X, np.ndarray) else X
        return validate_data(self, X, reset=False, **_ACCEPTED)

    def _frame_cells(self, frame: Frame, wanted: Sequence[int] | None = None) -> Any:
        """Return the cells of a frame, or of some of its columns: no other is read."""
        # Columns first, then what they hold.
        validate_data(self, header_of(frame), reset=False, skip_check_array=True)
        self._check_unnamed_columns(frame.labels)
        matrix = frame.matrix(self._labels, wanted)
        self._check_units(frame.units(self._labels))
        return check_array(matrix, estimator=self, **_ACCEPTED)

    def _check_units(self, given: Mapping[str, str]) -> None:
        """Refuse numbers whose unit is not that of `fit`, such as days in place of years."""
        if self._units is None:
            return
        for name, unit in given.items():
            if (fitted := self._units.get(name)) != unit:
                raise ValueError(
                    f"column {name!r} holds {unit}, but that of fit held {fitted or 'plain numbers'}: give "
                    "the same"
                )

    def _check_unnamed_columns(self, given: list[Any]) -> None:
        """Refuse other columns than in `fit` where they have no texts as names, which scikit-learn checks."""
        fitted = getattr(self, "_frame_columns", None)  # None if `fit` saw no whole frame
        if fitted is None or any(isinstance(name, str) for name in [*given, *fitted]):
            return
        if given != fitted:
            raise ValueError(f"the columns are {given}, but those of fit were {fitted}")

    def _set_columns(self, names: tuple[str, ...] | None, n_columns: int) -> None:
        self.n_features_in_ = n_columns
        self.__dict__.pop("feature_names_in_", None)
        if names is not None:
            self.feature_names_in_ = np.array(names, dtype=object)

    def _given_bins(self, names: Sequence[str]) -> chunked.Bins | None:
        if self.edges is None:
            return None
        categorical = self._categorical_columns(names)
        return chunked.given_bins(self.edges, names, categorical, lambda key: self._column(key, "edges"))

    def _given_features(self) -> list[int] | None:
        if self.features is None:
            return None
        chosen = [self._column(feature, "features") for feature in np.asarray(self.features).tolist()]
        if len(set(chosen)) < len(chosen) or not chosen:
            raise ValueError(f"features must name different columns, at least one; got {self.features}")
        return chosen


def _refuse_too_many(texts: Mapping[str, Sequence[str]]) -> None:
    """Refuse columns of more categories than a model holds; the message names all of them."""
    if not (names := [name for name, own in texts.items() if len(own) > MOST_CATEGORIES]):
        return
    only = len(names) == 1
    raise ValueError(
        f"{f'column {names[0]!r} has' if only else f'columns {listed(names)} have'} more than "
        f"{MOST_CATEGORIES} categories, such as {texts[names[0]][0]!r}; leave {'it' if only else 'them'} "
        f"out, with X.drop(columns={names}), or merge rare categories"
    )


def _check_labels(y: Any) -> None:
    """Refuse labels that are not there, or mixed; the message names a row."""
    labels = np.asarray(y) if hasattr(y, "dtype") else np.asarray(y, dtype=object)
    if y is None or labels.ndim != 1 or labels.dtype.kind in "biucUSmM":
        return
    is_float = labels.dtype.kind == "f"
    codes, distinct = (-np.isnan(labels).astype(np.int32), []) if is_float else factorized(labels)
    if len(missing := np.flatnonzero(codes < 0)):
        raise ValueError(f"y has no label in row {missing[0]}: Input y contains NaN or None")
    one_of = {isinstance(label, str): label for label in distinct}
    if len(one_of) == 2:
        raise ValueError(
            f"y mixes texts and other labels, such as {one_of[True]!r} and {one_of[False]!r}: make all of "
            "them texts, or none"
        )
