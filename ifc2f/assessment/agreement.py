"""Numbers of one case that do not go together, as those of two cases do not.

A model's bins forget how closely two measurements follow one another. What is kept of the training rows is
how each column is spread and how the columns are correlated: a Gaussian copula. Its statistic for some
numbers is what the copula says of them together less what each says alone; it is high where they disagree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.model import Model

__all__ = ["Agreement", "agreement_of", "with_agreement"]

MOST_FEATURES = 64
N_QUANTILES = 33
SHRINKAGE = 1e-3  # of correlations, so that copies of a column do not make them singular
TAIL = 0.005  # ranks nearer to the ends than this tell no more
FALSE_ALARMS = 0.03  # share of cases that are flagged, if the copula holds
N_DRAWS = 4000
_DECIMALS = 4


@dataclass(frozen=True, eq=False)
class Agreement:
    """How a model's numeric features go together in its training rows.

    Attributes
    ----------
    features : tuple of K int
        The model's features that it knows.
    quantiles : ndarray of float64, shape (K, N)
        Evenly spaced quantiles of each, ascending.
    correlation : ndarray of float64, shape (K, K)
        Of their normal scores.
    """

    features: tuple[int, ...]
    quantiles: NDArray[np.float64]
    correlation: NDArray[np.float64]

    @classmethod
    def of(cls, model: Model) -> Agreement | None:
        """Return what a model's file holds; None if it holds nothing of this, or nothing that makes sense."""
        told: Any = model.meta.get("agreement")
        try:
            features = tuple(told["features"])
            quantiles = np.array(told["quantiles"], dtype=np.float64)
            lower = [np.array(row, dtype=np.float64) for row in told["correlation"]]
        except (TypeError, KeyError, ValueError):
            return None
        n = len(features)
        is_sound = (
            2 <= n <= MOST_FEATURES
            and all(type(k) is int and 0 <= k < model.n_features for k in features)
            and quantiles.shape == (n, N_QUANTILES)
            and bool((np.diff(quantiles, axis=1) >= 0).all())
            and [row.shape for row in lower] == [(i,) for i in range(n)]
        )
        if not is_sound:
            return None
        correlation = np.eye(n)
        for i, row in enumerate(lower):
            correlation[i, :i] = correlation[:i, i] = row
        if np.linalg.eigvalsh(correlation)[0] < SHRINKAGE / 10:
            return None
        return cls(features, quantiles, correlation)

    def excess(self, values: Mapping[int, float]) -> float:
        """Return by how much the statistic of some numbers passes its threshold; not above 0 is in order.

        Parameters
        ----------
        values : mapping of int to float
            Numbers by feature; those it does not know are passed over.
        """
        at = [i for i, k in enumerate(self.features) if k in values]
        if len(at) < 2:
            return -math.inf
        scores = np.array([self._score(i, values[self.features[i]]) for i in at])
        part = self.correlation[np.ix_(at, at)]
        statistic = scores @ np.linalg.solve(part, scores) - scores @ scores
        return float(statistic) - _threshold(part.tobytes(), len(at))

    def doubtful(self, values: Mapping[int, float]) -> int | None:
        """Return the feature without which the others go together best; None if all are in order."""
        if self.excess(values) <= 0.0:
            return None
        known = [k for k in self.features if k in values]
        return min(known, key=lambda k: self.excess({j: v for j, v in values.items() if j != k}))

    def _score(self, i: int, value: float) -> float:
        return _normal(_rank(self.quantiles[i], value))


@lru_cache(maxsize=64)
def _threshold(correlation: bytes, n: int) -> float:
    """Return what the statistic passes with a probability of `FALSE_ALARMS` under the copula.

    In the axes of the correlation it is a sum of squares of independent normal numbers, weighted by one less
    the eigenvalues.
    """
    weights = 1.0 - np.linalg.eigvalsh(np.frombuffer(correlation).reshape(n, n))
    draws = np.random.Generator(np.random.PCG64(0)).standard_normal((N_DRAWS, n))
    return float(np.quantile(draws**2 @ weights, 1.0 - FALSE_ALARMS))


def agreement_of(matrix: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the quantiles, shape (K, N), and the correlation, shape (K, K), of the columns of a matrix.

    A missing cell counts like the median.
    """
    quantiles = np.nanquantile(matrix.astype(np.float64), np.linspace(0.0, 1.0, N_QUANTILES), axis=0).T
    normal = np.vectorize(_normal, otypes=[np.float64])
    scores = np.empty(matrix.shape)
    for i in range(matrix.shape[1]):
        column = matrix[:, i].astype(np.float64)
        ranks = [0.5 if np.isnan(value) else _rank(quantiles[i], value) for value in column]
        scores[:, i] = normal(np.array(ranks))
    spread = scores.std(axis=0)
    centred = (scores - scores.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    correlation = (1.0 - SHRINKAGE) * (centred.T @ centred) / len(scores)
    np.fill_diagonal(correlation, 1.0)
    return quantiles, correlation


def with_agreement(model: Model, matrix: NDArray[Any]) -> Model:
    """Return a model whose file holds how its numeric features go together.

    Parameters
    ----------
    model : Model
    matrix : array, shape (n, n_columns)
        The rows it was trained on. NaN is missing.
    """
    numeric = [k for k, feature in enumerate(model.network.features) if not feature.categorical]
    columns = model.columns
    kept = [k for k in numeric if np.isfinite(matrix[:, columns[k]]).any()][:MOST_FEATURES]
    if len(kept) < 2:
        return model
    quantiles, correlation = agreement_of(matrix[:, columns[kept]])
    told = {
        "features": kept,
        "quantiles": [[float(f"{value:.6g}") for value in row] for row in quantiles],
        "correlation": [np.round(correlation[i, :i], _DECIMALS).tolist() for i in range(len(kept))],
    }
    return model.with_meta({**model.meta, "agreement": told})


def _rank(quantiles: NDArray[np.float64], value: float) -> float:
    """Return the share of rows below a value, those that equal it counting half."""
    low = int(np.searchsorted(quantiles, value, side="left"))
    high = int(np.searchsorted(quantiles, value, side="right"))
    last = len(quantiles) - 1
    if low == high and 0 < low <= last:  # between two quantiles
        below, above = quantiles[low - 1], quantiles[low]
        return float((low - 1 + (value - below) / (above - below)) / last)
    return float((low + high - 1) / 2.0 / last) if low < high else float(low > 0)


def _normal(rank: float) -> float:
    return NormalDist().inv_cdf(min(max(rank, TAIL), 1.0 - TAIL))
