"""Random numbers of the C core, for whole arrays: the same on every machine and under every NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ifc2f.network import Network

__all__ = ["class_weights", "draw_bins", "random_bits"]

Float64 = NDArray[np.float64]
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


def draw_bins(network: Network, n: int, seed: int, *, rare_classes: bool = False) -> NDArray[np.uint8]:
    """Draw instances of a network, shape (n, K): the class, then each feature given parent and class.

    With `rare_classes` those are drawn more often than they occur: half of the instances have a class drawn
    by the prior, half any possible class. An instance then counts 1 / sum over classes of P(class | its
    answers) times `class_weights`, which is at most 2.
    """
    index = np.arange(n, dtype=np.uint32)
    shares = (network.prior * class_weights(network)).astype(np.float32) if rare_classes else network.prior
    label = _drawn(np.tile(shares, (n, 1)), random_bits(seed, FIRST_STREAM, index))
    bins = np.empty((n, len(network.features)), dtype=np.uint8)
    for k, feature in enumerate(network.features):
        given = bins[:, feature.parent] if feature.parent >= 0 else np.zeros(n, dtype=np.uint8)
        chances = feature.table[given, :, label]
        bins[:, k] = _drawn(chances, random_bits(seed, FIRST_STREAM + 1 + k, index))
    return bins


def class_weights(network: Network) -> Float64:
    """Return by what factor rare classes are drawn more often, shape (L,); 0 for one that never occurs.

    A class of which there is none among thousands would be in no average and in no standard error, however
    much mistakes about it cost.
    """
    prior = network.prior.astype(np.float64) / network.prior.sum(dtype=np.float64)
    possible = prior > 0
    even = np.divide(1 / possible.sum(), prior, out=np.zeros_like(prior), where=possible)
    return np.asarray(np.where(possible, 0.5 + 0.5 * even, 0.0))


def _drawn(chances: NDArray[np.float32], bits: UInt32) -> NDArray[np.intp]:
    """Draw a column for each row of probabilities."""
    uniform = (bits >> np.uint32(8)).astype(np.float64) / 2**24
    total = np.cumsum(chances, axis=1, dtype=np.float64)
    at = (uniform[:, np.newaxis] * total[:, -1:] >= total).sum(axis=1)
    return np.asarray(at, dtype=np.intp)
