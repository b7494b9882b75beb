"""Instances of a model's network: drawing them, their weights and posteriors; the work is done in C."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.errors import check
from ifc2f.core.kernels import Float32, Float64, UInt8, pointer
from ifc2f.model import Model

__all__ = ["bounds_memory", "cells", "checked_bins", "draw_instances", "posteriors"]


def draw_instances(model: Model, n: int, seed: int, *, n_followed: int) -> UInt8:
    """Draw instances of a network as bins, shape (n, K), so that rare but costly cases occur.

    Half of the classes are drawn by the prior, half evenly among the possible ones: a class with
    no instance among thousands would be in no average and in no standard error, however costly its mistakes.
    In a quarter of the instances, for the same reason, one of the first `n_followed` answers on average is
    drawn evenly. The same instances on every machine.

    Raises
    ------
    ValueError
        If `n_followed` is not from 0 to K.
    """
    bins = np.empty((n, model.n_features), dtype=np.uint8)
    memory = bounds_memory(model)
    check(lib.ifc2f_draw_instances(model.c_model, n_followed, seed & 0xFFFFFFFF, n, *memory, pointer(bins)))
    return bins


def posteriors(model: Model, bins: UInt8) -> tuple[Float64, Float64, Float64]:
    """Return P(class | bins) (n, L), P(bins) (n,), and weights (n,) of instances drawn with all K followed.

    An instance that is not possible has probability and weight 0. So has one of hundreds of features, by
    underflow, its probability only.

    Raises
    ------
    ValueError
        If `bins` are no bins of the model, shape (n, K).
    """
    bins = checked_bins(model, bins)
    posterior = np.empty((len(bins), model.n_classes))
    chance, weights = np.empty(len(bins)), np.empty(len(bins))
    out = pointer(posterior), pointer(chance), pointer(weights)
    check(lib.ifc2f_weigh(model.c_model, pointer(bins), len(bins), *bounds_memory(model), *out))
    return posterior, chance, weights


def cells(model: Model, bins: UInt8) -> Float32:
    """Return numbers that lie in these bins, shape (n, K)."""
    numbers = np.empty(bins.shape, dtype=np.float32)
    for k, feature in enumerate(model.network.features):
        values = feature.values
        if not feature.categorical:  # an edge lies in the bin above it
            below = np.nextafter(values[:1], np.float32(-np.inf)) if len(values) else np.zeros(1, np.float32)
            values = np.concatenate([below, values])
        numbers[:, k] = values[bins[:, k]]
    return numbers


def checked_bins(model: Model, bins: NDArray[Any]) -> UInt8:
    """Return bins as the kernels need them.

    Raises
    ------
    ValueError
        If they are not whole numbers of 8 bits, or not of shape (n, K).
    """
    if bins.dtype != np.uint8 or bins.ndim != 2 or bins.shape[1] != model.n_features:
        raise ValueError(
            f"bins must be uint8 of shape (n, {model.n_features}), not {bins.dtype} of shape {bins.shape}"
        )
    return np.ascontiguousarray(bins)


def bounds_memory(model: Model) -> tuple[Any, int]:
    """Return the memory that the functions of ``ifc2f_certificate.h`` need, and its bytes."""
    n_bytes = lib.ifc2f_certificate_bytes(model.c_model)
    return ffi.new("double[]", n_bytes // 8 + 1), n_bytes
