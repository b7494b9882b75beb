"""How sure a posterior is: an interval from the numbers of rows that the model's tables were counted from."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.model import Model

Float64 = NDArray[np.float64]


class Certainty:
    """The part of :class:`~ifc2f.Session` that tells how sure its posterior is."""

    model: Model
    posterior: Any  # of Session
    likelihoods: Any
    _has_models_prior: bool

    def interval(self, level: float = 0.9) -> Float64:
        """Return an interval for each class's probability, shape (L, 2): lower and upper ends.

        It tells what the training rows leave open of the tables, not whether the network is of the right
        kind. Each row of a table is taken to be as uncertain as the rows of its class and parent value leave
        it; to first order, that spreads the logit of the posterior normally (docs/confidence.md). Of an
        uncertain answer, and of a prior that was set, nothing is left open. With a policy graph the spread is
        that of the network.

        Parameters
        ----------
        level : float, default=0.9
            Share of cases whose probability, had there been rows without end, lies in the interval.

        Raises
        ------
        ValueError
            If the level is not between 0 and 1, or the model does not tell how many rows it was trained on.
        """
        if not 0.0 < level < 1.0:
            raise ValueError(f"level must be between 0 and 1, not {level!r}")
        n_rows = rows_behind(self.model)
        if n_rows is None:
            raise ValueError("the model does not tell how many rows it was trained on")
        likelihoods = [self.likelihoods(k).astype(np.float64) for k in range(self.model.n_features)]
        variance = _log_evidence_variance(self.model, likelihoods, n_rows)
        variance *= power_of(self.model) ** 2
        if self._has_models_prior:
            with np.errstate(divide="ignore"):
                variance = variance + 1.0 / (n_rows * self.model.network.prior.astype(np.float64))
        return _around(self.posterior.astype(np.float64), variance, NormalDist().inv_cdf((1.0 + level) / 2.0))


def rows_behind(model: Model) -> int | None:
    """Return how many rows a model was trained on; None if it does not tell."""
    training = model.meta.get("training")
    found = training.get("n_rows") if isinstance(training, dict) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else None


def power_of(model: Model) -> float:
    """Return the power that training raised the likelihoods to; 1 if it did not."""
    policy = model.meta.get("policy")
    power = policy.get("power") if isinstance(policy, dict) else None
    usable = isinstance(power, int | float) and not isinstance(power, bool) and math.isfinite(power)
    return float(power) if usable and power is not None else 1.0


def _around(posterior: Float64, variance: Float64, z: float) -> Float64:
    """Return the intervals of probabilities whose classes' log weights have these variances."""
    ends = np.repeat(posterior[:, np.newaxis], 2, axis=1)
    for i, p in enumerate(posterior):
        others = np.delete(posterior, i)
        if not 0.0 < p < 1.0 or others.sum() == 0.0:
            continue
        shares = others / others.sum()
        spread = z * math.sqrt(float(variance[i] + (shares**2 * np.delete(variance, i))[shares > 0].sum()))
        logit = math.log(p) - math.log(float(others.sum()))
        ends[i] = [_sigmoid(logit - spread), _sigmoid(logit + spread)]
    return ends


def _sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x)) if x > -700.0 else 0.0


@lru_cache(maxsize=4)
def _tables(model: Model) -> tuple[list[Float64], list[Float64]]:
    """Return the tables (U, V, L), and P(feature = v | class) (V, L) of each feature."""
    tables: list[Float64] = []
    marginals: list[Float64] = []
    for feature in model.network.features:
        table = feature.table.astype(np.float64)
        above = marginals[feature.parent] if feature.parent >= 0 else np.ones((1, table.shape[2]))
        tables.append(table)
        marginals.append(np.einsum("uvl,ul->vl", table, above))
    return tables, marginals


def _log_evidence_variance(model: Model, likelihoods: list[Float64], n_rows: int) -> Float64:
    """Return the variance of ln P(answers | class) over what the rows leave open of the tables, shape (L,).

    The derivative of ln P(answers | class) with respect to ln P(v | u, class) is the probability of v and u
    given the answers and the class. A row of a table counted from N rows is Dirichlet with N + V.
    """
    tables, marginals = _tables(model)
    parents = [feature.parent for feature in model.network.features]
    below, messages = _upwards(tables, parents, likelihoods)
    beliefs: list[Float64] = []
    variance = np.zeros(model.n_classes)
    of_class = n_rows * model.network.prior.astype(np.float64)
    for k, (table, parent) in enumerate(zip(tables, parents, strict=True)):
        above = beliefs[parent] if parent >= 0 else np.ones((1, model.n_classes))
        with np.errstate(divide="ignore", invalid="ignore"):
            outside = np.where(messages[k] > 0.0, above / messages[k], 0.0)
            joint = outside[:, np.newaxis] * table * below[k]
            joint = np.nan_to_num(joint / joint.sum(axis=(0, 1)))
            spread = np.nan_to_num(joint**2 / table).sum(axis=1) - joint.sum(axis=1) ** 2
        beliefs.append(joint.sum(axis=0))
        of_parent = marginals[parent] if parent >= 0 else np.ones((1, model.n_classes))
        variance += (np.maximum(spread, 0.0) / (of_class * of_parent + table.shape[1] + 1.0)).sum(axis=0)
    return variance


def _upwards(
    tables: list[Float64], parents: list[int], likelihoods: list[Float64]
) -> tuple[list[Float64], list[Float64]]:
    """Return for each feature P(answers at and below | value) (V, L) and P(... | parent's value) (U, L).

    Both are scaled within a class, which takes nothing from what they are used for.
    """
    n_classes = tables[0].shape[2]
    below = [np.repeat(each[:, np.newaxis], n_classes, axis=1) for each in likelihoods]
    messages: list[Float64] = [np.empty(0)] * len(tables)
    for k in range(len(tables) - 1, -1, -1):
        message = np.einsum("uvl,vl->ul", tables[k], below[k])
        largest = message.max(axis=0)
        messages[k] = message / np.where(largest > 0.0, largest, 1.0)
        if parents[k] >= 0:
            below[parents[k]] = below[parents[k]] * messages[k]
    return below, messages
