"""The part of the estimator that uses held-out rows: to calibrate its model, and to bound its error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.assessment.calibration import Calibration, calibrate_by, calibration_of
from ifc2f.assessment.fingerprints import (
    Sketch,
    ascending,
    fingerprints,
    is_found_again,
    sketch_of,
    tell_known,
)
from ifc2f.assessment.guarantees import Guarantee, guarantee_by, guarantee_of
from ifc2f.core.callers import warn_caller
from ifc2f.data import columns
from ifc2f.model import Model

__all__ = ["LearnsFromHeldOutRows"]


class LearnsFromHeldOutRows:
    """Mixin of `IFC2FClassifier`; its parameters are those of that class."""

    # Attributes and methods of the estimator that are used here.
    unknown: str
    remember_rows: bool
    _checked_rows: Callable[[Any], Any]
    _acquisition: Callable[..., Acquisition]
    _set_model: Callable[[Model], None]
    _known_rows: NDArray[np.uint64] | None
    _sketches: list[Sketch]

    @property
    def model_(self) -> Model:
        raise NotImplementedError

    def guarantee(
        self,
        X: Any,
        y: ArrayLike,
        alpha: float = 0.05,
        delta: float = 0.05,
        *,
        sample_weight: ArrayLike | None = None,
    ) -> Guarantee:
        """Bound the error among the answered, and defer other instances to a person; see `ifc2f.guarantee`.

        Afterwards, ``acquire(X).deferred`` says which instances are deferred; so do sessions and the saved
        model. A warning names rows that `fit` or `calibrate` saw; training from chunks keeps no record.

        Parameters
        ----------
        X : array_like, sparse matrix or data frame, shape (n, n_features)
            Held-out rows: not used in training, in calibration or to choose parameters.
        y : array_like, shape (n,)
            Their classes.
        alpha : float, default=0.05
            Largest share of wrong answers among the answered.
        delta : float, default=0.05
            Probability, over the choice of rows, that the share is larger nevertheless.
        sample_weight : array_like, shape (n,), optional
            How often such instances come where the model is used, relative to how often they are among these
            rows; see `ifc2f.guarantee`.
        """
        matrix = self._checked_rows(X)
        self._warn_of_known(matrix, "a guarantee")
        acquisition = self._acquisition(matrix)
        self._change_model(guarantee_by(self.model_, acquisition, y, alpha, delta, sample_weight))
        found = guarantee_of(self.model_)
        assert found is not None
        return found

    def calibrate(self, X: Any, y: ArrayLike, *, sample_weight: ArrayLike | None = None) -> Calibration:
        """Correct overconfident or underconfident posteriors; see `ifc2f.calibrate`.

        This changes the model's tables, prior and policy, and drops its guarantee.

        Parameters
        ----------
        X : array_like, sparse matrix or data frame, shape (n, n_features)
            Rows that were not used in training. A guarantee afterwards needs further rows.
        y : array_like, shape (n,)
            Their classes, from `classes_`.
        sample_weight : array_like, shape (n,), optional
            The number of rows that each row stands for, as for `fit`.
        """
        matrix = self._checked_rows(X)
        self._warn_of_known(matrix, "calibration")
        cells = columns.cells_of(matrix, self.model_.columns)
        acquisition = self._acquisition(matrix)
        calibrated = calibrate_by(self.model_, cells, acquisition, y, self.unknown, sample_weight)
        self._change_model(calibrated, matrix)
        found = calibration_of(self.model_)
        assert found is not None
        return found

    def _change_model(self, model: Model, learnt_from: Any = None) -> None:
        """Replace the model by one made from it; the record of its training rows stays."""
        known, sketches = self._known_rows, self._sketches
        self._set_model(model)
        self._known_rows, self._sketches = known, sketches
        if learnt_from is not None and self.remember_rows:
            self._know(columns.as_float32(learnt_from))

    def _remember(self, matrix: Any) -> None:
        """Remember the rows of training: all of them in memory, a sample in files and pickles."""
        if self.remember_rows:
            self._know(matrix)
            self._sketches = [sketch_of(matrix, self.model_.columns)]

    def _know(self, matrix: Any) -> None:
        marks = fingerprints(matrix)
        self._known_rows = (
            marks if self._known_rows is None else ascending(np.concatenate([self._known_rows, marks]))
        )

    def __getstate__(self) -> Any:
        """Leave out what would reveal for every row whether it was used in training."""
        parent: Any = super()
        return {**parent.__getstate__(), "_known_rows": None}

    def _warn_of_known(self, matrix: Any, what: str) -> None:
        if self._known_rows is None:
            if is_found_again(self._sketches, columns.cells_of(matrix, self.model_.columns)):
                tell_known(what)
        else:
            n_known = int(np.isin(fingerprints(columns.as_float32(matrix)), self._known_rows).sum())
            if n_known:
                warn_caller(
                    f"{n_known} of {matrix.shape[0]} rows are equal to rows the model was trained or "
                    f"calibrated on: {what} needs rows it has not seen, or its promise is too strong",
                )
