"""Random numbers of the C core, for whole arrays: the same on every machine and under every NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ifc2f.network import Network

__all__ = ["draw_bins", "random_bits"]

UInt32 = NDArray[np.uint32]

GOLDEN = np.uint32(0x9E3779B9)
FIRST_STREAM = 0x60000000  # apart from those of planning and of evaluation


def random_bits(seed: int, stream: int, index: UInt32) -> UInt32:
    """Return uniform 32 bits for (seed, stream, index): `ifc2f_random` of the C core."""
    with np.errstate(over="ignore"):
        start = _mixed(np.array([seed & 0xFFFFFFFF], dtype=np.uint32) + GOLDEN)
        start = _mixed(start + GOLDEN * np.array([(stream + 1) & 0xFFFFFFFF], dtype=np.uint32))
        bits: UInt32 = _mixed(start + GOLDEN * (index + np.uint32(1)))
    return bits


def _mixed(x: UInt32) -> UInt32:
    x = x ^ x >> np.uint32(16)
    x = x * np.uint32(0x85EBCA6B)
    x = x ^ x >> np.uint32(13)
    x = x * np.uint32(0xC2B2AE35)
    mixed: UInt32 = x ^ x >> np.uint32(16)
    return mixed


def draw_bins(network: Network, n: int, seed: int) -> NDArray[np.uint8]:
    """Draw instances of a network, shape (n, K): the class, then each feature given parent and class."""
    index = np.arange(n, dtype=np.uint32)
    label = _drawn(np.tile(network.prior, (n, 1)), random_bits(seed, FIRST_STREAM, index))
    bins = np.empty((n, len(network.features)), dtype=np.uint8)
    for k, feature in enumerate(network.features):
        given = bins[:, feature.parent] if feature.parent >= 0 else np.zeros(n, dtype=np.uint8)
        chances = feature.table[given, :, label]
        bins[:, k] = _drawn(chances, random_bits(seed, FIRST_STREAM + 1 + k, index))
    return bins


def _drawn(chances: NDArray[np.float32], bits: UInt32) -> NDArray[np.intp]:
    """Draw a column for each row of probabilities."""
    uniform = (bits >> np.uint32(8)).astype(np.float64) / 2**24
    total = np.cumsum(chances, axis=1, dtype=np.float64)
    at = (uniform[:, np.newaxis] * total[:, -1:] >= total).sum(axis=1)
    return np.asarray(at, dtype=np.intp)
