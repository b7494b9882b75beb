"""Arrays as C pointers, with the type and layout checked that ``ffi.from_buffer`` does not check."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import ffi

Doubles = npt.NDArray[np.float64]
Sizes = npt.NDArray[np.uintp]

_C_TYPES = {
    np.dtype(np.float64): "double[]",
    np.dtype(np.uintp): "size_t[]",
    np.dtype(np.int32): "int32_t[]",
    np.dtype(np.uint32): "uint32_t[]",
    np.dtype(np.uint8): "uint8_t[]",
}


def pointer(array: npt.NDArray[Any], dtype: npt.DTypeLike) -> Any:
    """Return a C pointer to a contiguous array of exactly `dtype`; it keeps the array alive."""
    wanted = np.dtype(dtype)
    if array.dtype != wanted or not array.flags.c_contiguous:
        raise TypeError(f"expected a contiguous array of {wanted}, got {array.dtype}")
    return ffi.from_buffer(_C_TYPES[wanted], array)


def doubles(array: Doubles) -> Any:
    """Return a C pointer to float64 values."""
    return pointer(array, np.float64)


def sizes(array: Sizes) -> Any:
    """Return a C pointer to ``size_t`` values."""
    return pointer(array, np.uintp)
