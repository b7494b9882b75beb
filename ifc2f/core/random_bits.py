"""Random numbers of the C core, for whole arrays: the same on every machine and under every NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["random_bits"]

UInt32 = NDArray[np.uint32]

GOLDEN = np.uint32(0x9E3779B9)


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
