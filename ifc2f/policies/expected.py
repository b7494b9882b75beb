"""The average cost of decisions given the values of a row, by a forest; a label is only one draw."""

from __future__ import annotations

import numpy as np

from ifc2f.core.kernels import Float64
from ifc2f.learning.training_data import TrainingData
from ifc2f.policies.forest import Forest, ForestRows
from ifc2f.policies.problem import Problem
from ifc2f.policies.tempering import Beliefs, best_power

__all__ = ["expected_mistakes"]


def expected_mistakes(problem: Problem, data: TrainingData) -> Float64 | None:
    """Return what each decision costs each row by the class probabilities of a forest.

    A row is judged by the trees that did not see it, which use all columns for free. The forest is
    calibrated.

    Returns
    -------
    ndarray of float64, shape (n, L), or None
        None if no column is informative.
    """
    ground = problem.ground(data)
    if not ground.columns or data.n_classes == 1:
        return None
    codes = ground.binnings.codes(data.matrix[:, ground.columns])
    rows = ForestRows(codes, data.y, ground.binnings, data.n_classes)
    settings = problem.settings
    guesses = Forest.grown(rows, settings.seed + 1, settings.graph_trees).guesses(ground.prior)
    beliefs = Beliefs(guesses.astype(np.float64), ground.prior, data.y)
    return np.asarray(beliefs.raised(best_power([beliefs])) @ problem.misclassification.astype(np.float64))
