"""Row numbers as C pointers."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import ffi

Sizes = npt.NDArray[np.uintp]


def sizes(array: Sizes) -> Any:
    """Return a C pointer to the ``size_t`` elements of a contiguous array, which it keeps alive."""
    if array.dtype != np.uintp or not array.flags.c_contiguous:
        raise TypeError(f"a kernel needs a contiguous array of {np.dtype(np.uintp)}, got {array.dtype}")
    return ffi.from_buffer("size_t[]", array)
