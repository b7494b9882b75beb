"""Numbers that rows are recognised by: rows that a model was trained on must not vouch for it."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.drawing import random_bits
from ifc2f.matrix import is_sparse

__all__ = ["fingerprints"]

CELLS_AT_ONCE = 1 << 22
STORED_AT_ONCE = 1 << 18  # cells of a sparse matrix
KEY_SEED, KEY_STREAM = 0x0F11, 0x46505249


def fingerprints(matrix: Any) -> NDArray[np.uint64]:
    """Return a number for each row of a float32 matrix, dense or sparse, shape (n,).

    Equal rows have equal numbers; others share one with a probability of about 2^-63. The bits of each cell
    are multiplied by an odd number of its column and summed modulo 2^64, so a 0 that is not stored counts
    like one that is.
    """
    n, n_columns = matrix.shape
    columns = np.arange(n_columns, dtype=np.uint32)
    high = random_bits(KEY_SEED, KEY_STREAM, columns).astype(np.uint64)
    low = random_bits(KEY_SEED, KEY_STREAM + 1, columns).astype(np.uint64)
    keys = (high << np.uint64(32)) | low | np.uint64(1)
    if is_sparse(matrix):
        return _of_sparse(matrix, keys)
    sums = np.empty(n, dtype=np.uint64)
    n_at_once = max(CELLS_AT_ONCE // max(n_columns, 1), 1)
    for start in range(0, n, n_at_once):
        part = slice(start, start + n_at_once)
        sums[part] = _bits(np.ascontiguousarray(matrix[part])) @ keys
    return sums


def _of_sparse(matrix: Any, keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Take some rows or, where stored so, some columns at a time: millions of cells need no copies then."""
    by_columns = matrix.format == "csc"
    stored = matrix if by_columns else matrix.tocsr()
    steps = stored.indptr[1:] // STORED_AT_ONCE
    bounds = [0, *(np.flatnonzero(np.diff(steps)) + 1).tolist(), stored.shape[by_columns]]
    sums = np.zeros(stored.shape[0], dtype=np.uint64)
    for lo, hi in itertools.pairwise(bounds):
        if by_columns:
            sums += _row_sums(stored[:, lo:hi].tocsr(), keys[lo:hi])
        else:
            sums[lo:hi] = _row_sums(stored[lo:hi], keys)
    return sums


def _row_sums(rows: Any, keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    total = np.zeros(rows.nnz + 1, dtype=np.uint64)
    np.cumsum(_bits(rows.data) * keys[rows.indices], out=total[1:])
    return np.asarray(total[rows.indptr[1:]] - total[rows.indptr[:-1]])


def _bits(values: NDArray[Any]) -> NDArray[np.uint64]:
    """Return the bits of numbers in single precision, those of all NaN alike and of -0 as of 0."""
    plain = values.astype(np.float32) + np.float32(0)
    plain[np.isnan(plain)] = np.nan
    bits: NDArray[np.uint64] = plain.view(np.uint32).astype(np.uint64)
    return bits
