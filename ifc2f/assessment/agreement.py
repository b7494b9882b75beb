"""Numbers of one case that do not fit together, as if they came from two cases.

A model's bins forget how closely two measurements follow one another. What is kept of the training rows is
how each column is spread and how the columns are correlated: a Gaussian copula. Its statistic for some
numbers is what the copula says of them together less what each says alone; it is high where they disagree.
The C core computes it (`csrc/confidence/copula.c`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.model import Model

__all__ = ["Agreement", "agreement_of", "with_agreement"]

N_QUANTILES = 33
SHRINKAGE = 1e-3  # of correlations, so that copies of a column do not make them singular
_DECIMALS = 4

Float64 = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Agreement:
    """How a model's numeric features fit together in its training rows.

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
    quantiles: Float64
    correlation: Float64

    @classmethod
    def of(cls, model: Model) -> Agreement | None:
        """Return what a model's file holds; None if it holds nothing of this, or nothing that makes sense."""
        told: Any = model.meta.get("agreement")
        try:
            features = tuple(told["features"])
            quantiles = np.array(told["quantiles"], dtype=np.float64)
            lower = [np.array(row, dtype=np.float64) for row in told["correlation"]]
        except (TypeError, KeyError, ValueError, OverflowError):
            return None
        n = len(features)
        is_whole = (
            all(type(k) is int and 0 <= k < model.n_features for k in features)
            and quantiles.ndim == 2
            and len(quantiles) == n
            and [row.shape for row in lower] == [(i,) for i in range(n)]
        )
        if not is_whole:
            return None
        correlation = np.eye(n)
        for i, row in enumerate(lower):
            correlation[i, :i] = correlation[:i, i] = row
        found = cls(features, quantiles, correlation)
        return found if lib.ifc2f_check_copula(found._copula(), _work()) == lib.IFC2F_OK else None

    def excess(self, values: Mapping[int, float]) -> float:
        """Return by how much the statistic of some numbers exceeds its threshold; 0 or less is in order.

        Parameters
        ----------
        values : mapping of int to float
            Numbers by feature; those it does not know are passed over.
        """
        return float(lib.ifc2f_disagreement(self._copula(), self._numbers(values), _work()))

    def doubtful(self, values: Mapping[int, float]) -> int | None:
        """Return the feature without which the others fit together best; None if all are in order."""
        found = lib.ifc2f_doubtful(self._copula(), self._numbers(values), _work())
        return None if found == lib.IFC2F_IN_ORDER else self.features[found]

    def _copula(self) -> Any:
        quantiles, correlation = (_doubles(each) for each in (self.quantiles, self.correlation))
        return ffi.new("ifc2f_copula *", (quantiles, correlation, *self.quantiles.shape))

    def _numbers(self, values: Mapping[int, float]) -> Any:
        return _doubles(np.array([values.get(k, np.nan) for k in self.features]))


def agreement_of(matrix: NDArray[Any]) -> tuple[Float64, Float64]:
    """Return the quantiles, shape (K, N), and the correlation, shape (K, K), of the columns of a matrix.

    A missing cell counts like the median.
    """
    columns = np.ascontiguousarray(matrix.T, dtype=np.float64)
    quantiles = np.nanquantile(columns, np.linspace(0.0, 1.0, N_QUANTILES), axis=1).T.copy()
    scores = np.empty(columns.shape)
    for of, column, to in zip(quantiles, columns, scores, strict=True):
        lib.ifc2f_normal_scores(_doubles(of), N_QUANTILES, _doubles(column), len(column), _doubles(to))
    spread = scores.std(axis=1, keepdims=True)
    centred = (scores - scores.mean(axis=1, keepdims=True)) / np.where(spread > 0, spread, 1.0)
    correlation = (1.0 - SHRINKAGE) * (centred @ centred.T) / len(matrix)
    np.fill_diagonal(correlation, 1.0)
    return quantiles, correlation


def with_agreement(model: Model, matrix: NDArray[Any]) -> Model:
    """Return the model with a copula of its numeric features in its file.

    Parameters
    ----------
    model : Model
    matrix : array, shape (n, n_columns)
        The rows it was trained on. NaN is missing.
    """
    numeric = [k for k, feature in enumerate(model.network.features) if not feature.categorical]
    columns = model.columns
    kept = [k for k in numeric if np.isfinite(matrix[:, columns[k]]).any()][: lib.IFC2F_MOST_TOGETHER]
    if len(kept) < 2:
        return model
    quantiles, correlation = agreement_of(matrix[:, columns[kept]])
    told = {
        "features": kept,
        "quantiles": [[float(f"{value:.6g}") for value in row] for row in quantiles],
        "correlation": [np.round(correlation[i, :i], _DECIMALS).tolist() for i in range(len(kept))],
    }
    return model.with_meta({**model.meta, "agreement": told})


def _doubles(numbers: Float64) -> Any:
    return ffi.from_buffer("double *", numbers)


def _work() -> Any:
    return _doubles(np.empty(lib.ifc2f_copula_work()))
