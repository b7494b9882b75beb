"""Hashes that identify training rows, because a model must not be judged on rows that it was trained on."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import lib
from ifc2f.core.callers import warn_caller
from ifc2f.core.kernels import pointer
from ifc2f.core.random_bits import random_bits
from ifc2f.core.words import words
from ifc2f.data.columns import cells_of, float_rows
from ifc2f.data.matrix import is_sparse
from ifc2f.model import Model

__all__ = [
    "Sketch",
    "ascending",
    "fingerprints",
    "is_found_again",
    "join_sketches",
    "remembering",
    "seems_known",
    "sketch_of",
    "tell_known",
    "warn_if_known",
]

Sketch = list[int]

CELLS_AT_ONCE = 1 << 18
STORED_AT_ONCE = 1 << 18  # cells of a sparse matrix
KEY_SEED, KEY_STREAM = 0x0F11, 0x46505249
N_KEPT = 32  # numbers of a sketch
MANY_KEPT = 32 * N_KEPT  # of which as many are different, unless many rows are equal
CHANCE = 1 / 8  # of a sketch may be found again without a warning


def fingerprints(matrix: Any, columns: NDArray[Any] | None = None) -> NDArray[np.uint64]:
    """Return a number for each row of a matrix, dense or sparse, in single precision, shape (n,).

    If columns are given, it is that of a matrix of these columns alone.

    Equal rows have equal numbers; others share one with a probability of about 2^-63. The bits of each cell
    are multiplied by an odd number of its column and summed modulo 2^64, so a 0 that is not stored counts
    like one that is.
    """
    if columns is not None and is_sparse(matrix):
        matrix, columns = cells_of(matrix, columns), None
    n = matrix.shape[1] if columns is None else len(columns)
    numbers = np.arange(n, dtype=np.uint32)
    high = random_bits(KEY_SEED, KEY_STREAM, numbers).astype(np.uint64)
    low = random_bits(KEY_SEED, KEY_STREAM + 1, numbers).astype(np.uint64)
    keys = (high << np.uint64(32)) | low | np.uint64(1)
    if is_sparse(matrix):
        return _of_sparse(matrix, keys)
    marks = np.empty(matrix.shape[0], dtype=np.uint64)
    n_at_once = max(CELLS_AT_ONCE // max(n, 1), 1)
    for start in range(0, len(marks), n_at_once):
        rows, at = float_rows(matrix[start : start + n_at_once], numbers if columns is None else columns)
        own = marks[start : start + n_at_once]
        lib.ifc2f_row_marks(pointer(rows), *rows.shape, pointer(at), n, pointer(keys), pointer(own))
    return marks


def sketch_of(matrix: Any, columns: NDArray[Any] | None = None) -> Sketch:
    """Return the smallest different numbers of rows, 32 at most and 32 bits of each.

    They are a random sample of the different rows, and the same sample in whatever order rows come, so that
    another table can be asked whether it holds them.
    """
    high = fingerprints(matrix, columns)
    high >>= np.uint64(32)
    if len(high) > MANY_KEPT:
        high.partition(MANY_KEPT)
    lowest = ascending(high[:MANY_KEPT])
    if len(lowest) < N_KEPT:  # many rows are equal
        lowest = ascending(high)
    return [int(number) for number in lowest[:N_KEPT]]


def ascending(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the different numbers in order; faster than NumPy's own where nearly all are different."""
    ordered = np.sort(numbers)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def join_sketches(one: Sketch, other: Sketch) -> Sketch:
    """Return the sketch of the rows of both."""
    return sorted({*one, *other})[:N_KEPT]


def remembering(model: Model, sketch: Sketch) -> Model:
    """Return the model with a sketch, by its own features, of further rows that it has learned from."""
    known = [*_sketches(model), sketch]
    return model.with_meta({**model.meta, "rows_known": known})


def seems_known(model: Model, matrix: Any) -> bool:
    """Whether a table holds rows that a model has learned from, as far as its file remembers.

    Where rows of the table are equal to one another, rows that are equal by chance are to be expected: a
    sketched row is in another table with about twice the share of rows that are repeated there.

    Parameters
    ----------
    model : Model
    matrix : ndarray or sparse matrix, shape (n, K)
        A column for each feature of the model.
    """
    return is_found_again(_sketches(model), matrix)


def is_found_again(sketches: Sequence[Sketch], matrix: Any) -> bool:
    """Whether a table holds rows of those that some sketches are of; see `seems_known`."""
    if not sketches or not matrix.shape[1]:
        return False
    numbers = fingerprints(matrix) >> np.uint64(32)
    distinct = ascending(numbers)
    repeated = 1 - len(distinct) / max(len(numbers), 1)
    found = [np.isin(sketch, distinct).mean() for sketch in sketches]
    return any(share >= CHANCE + 4 * repeated for share in found)


def warn_if_known(model: Model, cells: Any, what: str) -> None:
    """Warn if a model has learned from some rows, as far as its file remembers.

    Parameters
    ----------
    model : Model
    cells : ndarray or sparse matrix, shape (n, K)
        As for `seems_known`.
    what : str
        What the rows are given for.
    """
    if seems_known(model, cells):
        tell_known(what)


def tell_known(what: str) -> None:
    """Warn that the model was trained on some of the given rows."""
    warn_caller(
        words(
            "the model was trained on some of these rows: {what} needs rows it has not seen, or "
            "its promise is too strong",
            what=what,
        ),
    )


def _sketches(model: Model) -> list[Sketch]:
    """Return a model's sketches; entries that make no sense are passed over."""
    told = model.meta.get("rows_known")
    return [
        sketch
        for sketch in (told if isinstance(told, list) else [])
        if isinstance(sketch, list) and sketch and all(type(number) is int for number in sketch)
    ]


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
    with np.errstate(over="ignore"):
        plain = values.astype(np.float32) + np.float32(0)
    plain[np.isnan(plain)] = np.nan
    bits: NDArray[np.uint64] = plain.view(np.uint32).astype(np.uint64)
    return bits
