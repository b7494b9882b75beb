"""Intervals for a posterior, from the number of rows behind its tables; thresholds of decisions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.errors import check
from ifc2f.model import Model

_LARGEST = 1e50  # of a number in a file, such as a count of rows: nothing can be computed with larger ones


class Certainty:
    """The part of :class:`~ifc2f.Session` that gives intervals for its posterior."""

    model: Model
    _session: Any
    _has_models_prior: bool

    def interval(self, level: float = 0.9) -> NDArray[np.float64]:
        """Return an interval for each class's probability, shape (L, 2): lower and upper ends.

        It reflects how well the training rows determine the tables, not whether the network is of the right
        kind. The uncertainty of a table row follows from the number of rows with its class and parent value.
        It is skewed where these are few, so the two ends have distances of their own (docs/confidence.md). An
        uncertain answer, and a prior that you set, count as exact. With a policy graph, the spread is that
        of the network.

        Parameters
        ----------
        level : float, default=0.9
            Share of cases in which the interval contains the probability that unlimited training rows
            would give.

        Raises
        ------
        ValueError
            If the level is not between 0 and 1, or the model does not say how many rows it was trained on.
        """
        if not 0.0 < level < 1.0:
            raise ValueError(f"level must be between 0 and 1, not {level!r}")
        n_rows = rows_behind(self.model)
        if n_rows is None:
            raise ValueError("no interval: the model does not say how many rows it was trained on")
        told = (n_rows, power_of(self.model), level, self._has_models_prior)
        ends = np.empty((self.model.n_classes, 2))
        work = np.empty(lib.ifc2f_interval_work(self.model.c_model))
        trained = ffi.new("ifc2f_trained *", told)
        pointers = (ffi.from_buffer("double *", each) for each in (ends, work))
        check(lib.ifc2f_interval(self._session, trained, *pointers))
        return ends

    def decision_thresholds(self) -> list[float | None]:
        """Return for each class the probability from which it is decided, if the others keep their ratios.

        None for a class that is decided at no probability below 1, or at all of them. Of two classes there
        are no ratios to keep: the thresholds stay.
        """
        found = np.empty(self.model.n_classes)
        check(lib.ifc2f_decision_thresholds(self._session, ffi.from_buffer("double *", found)))
        return [None if math.isnan(each) else each for each in found.tolist()]


def rows_behind(model: Model) -> int | None:
    """Return how many rows a model was trained on; None if it does not say."""
    training = model.meta.get("training")
    found = training.get("n_rows") if isinstance(training, dict) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 < found < _LARGEST else None


def power_of(model: Model) -> float:
    """Return the power that training and calibration raised the likelihoods to; 1 if neither did."""
    return _told_power(model.meta.get("policy")) * _told_power(model.meta.get("calibration"))


def _told_power(entry: Any) -> float:
    power = entry.get("power") if isinstance(entry, dict) else None
    is_number = isinstance(power, int | float) and not isinstance(power, bool)
    return float(power) if is_number and power is not None and abs(power) < _LARGEST else 1.0
