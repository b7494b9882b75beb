"""Memory that is free again, and that the C library keeps for later."""

from __future__ import annotations

import ctypes
import sys

from ifc2f.core.kernels import k_log_k

__all__ = ["give_back"]


def give_back() -> None:
    """Give free memory back to the system, and that of tables of logarithms, which are soon made again.

    The C library of GNU keeps up to twice the size of the largest block that was freed, in every thread.
    """
    k_log_k.cache_clear()
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
