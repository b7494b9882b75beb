"""Call the counting kernels of the C core on NumPy arrays, split over threads."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import ffi, lib
from ifc2f.core.threads import current, shared

__all__ = ["Float32", "Float64", "Int32", "Int64", "UInt8", "class_labels", "float_matrix", "k_log_k"]
__all__ += [
    "RANGES_PER_JOB",
    "READS_PER_JOB",
    "class_information",
    "class_sizes",
    "over_ranges",
    "pointer",
    "work_memory",
]

Float32 = npt.NDArray[np.float32]
Float64 = npt.NDArray[np.float64]
Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]
UInt8 = npt.NDArray[np.uint8]

MAX_TABLE = 1 << 20  # entries of k log k kept in a table; larger counts are rare and computed when met

LABELS_AT_ONCE = 1 << 16
RANGES_PER_JOB = 16  # columns of a sparse matrix differ in size, and between ranges work can be stopped
READS_PER_JOB = 2  # of a dense matrix, rows first, by kernels that do little else: each range reads all of it

_C_TYPES = {
    np.dtype(name): ffi.typeof(c_type)
    for name, c_type in (
        ("f4", "float[]"),
        ("f8", "double[]"),
        ("i4", "int32_t[]"),
        ("i8", "int64_t[]"),
        ("u1", "uint8_t[]"),
        ("u2", "uint16_t[]"),
        ("u4", "uint32_t[]"),
        ("u8", "uint64_t[]"),
    )
}


def pointer(array: npt.NDArray[Any]) -> Any:
    """Return a C pointer to the elements of a C-contiguous array, which it keeps alive.

    Raises
    ------
    ValueError
        If the array is not C-contiguous, for then its memory is not what the kernel expects.
    """
    if not array.flags.c_contiguous:
        raise ValueError(f"a kernel needs a C-contiguous array, got strides {array.strides}")
    return ffi.from_buffer(_C_TYPES[array.dtype], array)


def over_ranges(
    n: int, kernel: Callable[[int, int], None], n_jobs: int = 1, per_job: int = RANGES_PER_JOB
) -> None:
    """Call ``kernel(lo, hi)`` on ranges that cover ``0 .. n - 1``, in `n_jobs` threads,
    or in those of the block of `Threads` that the caller is in; `per_job` ranges for each thread at most.

    Kernels write only what belongs to their range, so the result does not depend on `n_jobs`.
    """
    if n_jobs < 1:
        raise ValueError(f"n_jobs must be at least 1, got {n_jobs}")
    threads = current()
    if n <= 1 or (threads is None and n_jobs == 1):
        kernel(0, n)
        return
    n_ranges = min(per_job * (n_jobs if threads is None else threads.n_jobs), n)
    bounds = [n * i // n_ranges for i in range(n_ranges + 1)]
    shared(lambda ends: kernel(*ends), pairwise(bounds), n_jobs)


def work_memory(n_entries: int, n_classes: int, n_more: int = 0) -> Int64:
    """Return scratch memory for one thread in a counting kernel; see ``ifc2f_count_work`` and the kernel.

    It is a mapping of its own, which goes back to the system when it is freed; heaps of threads keep theirs.
    """
    n = lib.ifc2f_count_work(n_entries, n_classes) + n_more
    return np.frombuffer(mmap.mmap(-1, max(8 * n, 1)), dtype=np.int64)[:n]


@lru_cache(maxsize=4)
def k_log_k(n: int) -> Float64:
    """Return the table of k log k (nats) for `n` rows, shape (min(n, 2**20) + 1,), read-only."""
    table = np.empty(min(n, MAX_TABLE) + 1)
    lib.ifc2f_k_log_k(pointer(table), len(table))
    table.flags.writeable = False
    return table


def float_matrix(matrix: npt.ArrayLike) -> Float32:
    """Return `matrix` as float32, rows first and contiguous, without a copy where it already is.

    Raises
    ------
    ValueError
        If it does not have two dimensions.
    """
    array = np.asarray(matrix)
    if array.ndim != 2:
        raise ValueError(f"expected a matrix of shape (n_rows, n_columns), got shape {array.shape}")
    with np.errstate(over="ignore"):  # too large for float32: infinite, which the caller refuses by name
        return np.ascontiguousarray(array, dtype=np.float32)


def class_labels(y: npt.ArrayLike, n_rows: int, n_classes: int) -> Int32:
    """Return class numbers as int32, shape (n_rows,), after checking length and range 0 .. n_classes - 1.

    Raises
    ------
    ValueError
        If the length differs from `n_rows` or a number is outside the range.
    """
    labels = np.ascontiguousarray(y, dtype=np.int32)
    if labels.shape != (n_rows,):
        raise ValueError(f"y must have shape ({n_rows},), one class for each row; got {labels.shape}")
    if n_rows and (labels.min() < 0 or labels.max() >= n_classes):
        raise ValueError(
            f"y holds class numbers {labels.min()} .. {labels.max()}, outside 0 .. {n_classes - 1}"
        )
    return labels


def class_sizes(labels: Int32, n_classes: int) -> Int64:
    """Return the number of rows of each class, shape (L,); some are counted at a time, which takes copies."""
    parts = range(0, len(labels), LABELS_AT_ONCE)
    sizes = np.zeros(n_classes, dtype=np.int64)
    for row in parts:
        sizes += np.bincount(labels[row : row + LABELS_AT_ONCE], minlength=n_classes)
    return sizes


def class_information(features: Int64, n_rows: int, n_jobs: int = 1) -> Float64:
    """Return I(F; C) in nats, shape (K,), of counts of shape (K, V, L) of at most `n_rows` rows."""
    n_features, n_values, n_classes = features.shape
    logs = k_log_k(n_rows)
    alone = np.empty(n_features)
    counts = pointer(np.ascontiguousarray(features))
    arguments = n_values, n_classes, 1, pointer(logs), len(logs), pointer(alone)
    over_ranges(n_features, lambda lo, hi: lib.ifc2f_mi(counts, lo, hi, *arguments), n_jobs)
    return alone
