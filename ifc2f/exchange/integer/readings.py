"""The readings of a device: raw units of each feature, and the bin edges in these units."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Float64, Int32
from ifc2f.model import Model
from ifc2f.network import Feature

__all__ = ["choose_scales"]

NO_READING = -(2**31)  # stands for a value that is not there
LEAST_READING, LARGEST_READING = -(2**31) + 3, 2**31 - 1
MOST_DECIMALS = 6
READING_BITS = 30


def choose_scales(model: Model, matrix: Float64 | Float32 | None = None) -> Float32:
    """Return for each feature the number of raw units in one unit of its values.

    Where all values of a feature are whole, or have few decimals, that is a power of ten at which readings
    are the values themselves. Elsewhere it is the largest power of two at which edges and values have at
    most 30 bits.

    Parameters
    ----------
    model : Model
    matrix : ndarray, shape (n, K), optional
        Values of the features.
    """
    scales = np.zeros(model.n_features, dtype=np.float32)
    for k, feature in enumerate(model.network.features):
        if not feature.categorical:
            column = np.empty(0) if matrix is None else matrix[:, k]
            scales[k] = _scale_of(feature, column[np.isfinite(column)])
    return scales


def _scale_of(feature: Feature, values: NDArray[Any]) -> float:
    largest = max((float(np.abs(part).max()) for part in (values, feature.values) if len(part)), default=1.0)
    for scale in 10.0 ** np.arange(MOST_DECIMALS + 1) if len(values) else ():
        readings = np.rint(values.astype(np.float64) * scale)
        is_small = largest * scale < 2.0**READING_BITS
        if is_small and np.array_equal((readings / scale).astype(np.float32), values.astype(np.float32)):
            return float(scale)
    bits = READING_BITS - int(np.ceil(np.log2(max(largest, 1e-30))))
    return float(2.0 ** min(bits, 120))


def scale_text(scale: float) -> str:
    """Return a scale without rounding: 100, or 2^32 where nine digits do not hold it."""
    text, (half, exponent) = f"{scale:.9g}", np.frexp(scale)
    return text if float(text) == scale or half != 0.5 else f"2^{int(exponent) - 1}"


def readings_of(model: Model, scales: Float32, matrix: NDArray[Any]) -> Int32:
    """Return values as a device would read them.

    Parameters
    ----------
    model : Model
    scales : ndarray of float32, shape (K,)
    matrix : ndarray, shape (n, K)
        NaN where a value is not there. A category that the model does not know is not there either.
    """
    readings = np.full(matrix.shape, NO_READING, dtype=np.int32)
    for k, feature in enumerate(model.network.features):
        column = np.asarray(matrix[:, k])
        if feature.categorical:
            at = np.searchsorted(feature.values, column.astype(np.float32)).clip(max=feature.n_values - 1)
            known = feature.values[at] == column.astype(np.float32)
            readings[known, k] = at[known]
        else:
            known = ~np.isnan(column)
            scaled = np.rint(column[known].astype(np.float64) * float(scales[k]))
            readings[known, k] = scaled.clip(LEAST_READING, LARGEST_READING)
    return readings


def raw_edges(feature: Feature, scale: float) -> list[int]:
    """Return the smallest reading at each edge: reading / scale, in single precision, is not below it.

    Raises
    ------
    ValueError
        If an edge is beyond the range of a reading of 32 bits.
    """
    edges = []
    for edge in feature.values.tolist():
        reading = float(np.ceil(edge * scale))
        if (
            LEAST_READING <= reading <= LARGEST_READING
        ):  # else there may be no end of readings that round to it
            with np.errstate(over="ignore"):
                while np.float32((reading - 1) / scale) >= np.float32(edge):
                    reading -= 1
        if not LEAST_READING <= reading <= LARGEST_READING:
            raise ValueError(
                f"feature {feature.name!r}: the edge {edge:g} is {reading:g} in raw units, "
                "beyond 32 bits; give it a smaller scale"
            )
        edges.append(int(reading))
    return edges
