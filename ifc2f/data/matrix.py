"""A matrix of training data, dense or sparse, read by columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import (
    RANGES_PER_JOB,
    READS_PER_JOB,
    Float32,
    Int32,
    Int64,
    float_matrix,
    over_ranges,
    pointer,
    work_memory,
)
from ifc2f.data.cells import CellsByColumn

__all__ = ["Columns", "is_sparse"]

_C_CELLS = np.dtype([("cells", "p"), ("numbers", "p"), ("step", "p"), ("kind", "i4")], align=True)
BLOCK_ENTRIES = 1 << 24  # entries of a block of columns that is worked on at a time (64 MB of float32)


def is_sparse(matrix: object) -> bool:
    """Return whether this is a SciPy sparse matrix or array."""
    return hasattr(matrix, "tocsc") and hasattr(matrix, "nnz")


@dataclass(frozen=True, eq=False)
class Columns:
    """A matrix of float32; NaN is a missing value.

    Attributes
    ----------
    shape : tuple
        (n_rows, n_columns).
    values : ndarray of float32
        Dense: the matrix, rows first. Sparse: the stored values, column after column.
    rows : ndarray of int32 or None
        Sparse: the row of each stored value, a row at most once in a column. None if dense.
    starts : ndarray of int64 or None
        Sparse: column c stores ``values[starts[c]:starts[c + 1]]``; its other rows hold 0.
    weights : ndarray of int64 or None
        Sparse: how many rows each stored value stands for, with the values of a column ascending; None: one.
    apart : CellsByColumn or None
        Dense: the columns, if they form no matrix; `values` is empty then.
    """

    shape: tuple[int, int]
    values: Float32
    rows: Int32 | None = None
    starts: Int64 | None = None
    weights: Int64 | None = None
    apart: CellsByColumn | None = None

    @classmethod
    def of(cls, matrix: Any) -> Columns:
        """Return a matrix as columns, rounded to float32; a SciPy sparse one is not made dense.

        Repeated entries of a sparse matrix are added up, as SciPy defines it; stored zeros are zeros.

        Raises
        ------
        ValueError
            If it does not have two dimensions.
        """
        if isinstance(matrix, Columns):
            return matrix
        if isinstance(matrix, CellsByColumn):
            return cls(matrix.shape, np.empty((0, 0), dtype=np.float32), apart=matrix)
        if not is_sparse(matrix):
            values = float_matrix(matrix)
            return cls((values.shape[0], values.shape[1]), values)
        if matrix.ndim != 2:
            raise ValueError(f"expected a matrix of shape (n_rows, n_columns), got shape {matrix.shape}")
        compressed = matrix.tocsc()
        if not compressed.has_canonical_format:
            compressed = compressed.copy()  # the caller's own is left as it is
            compressed.sum_duplicates()
        with np.errstate(over="ignore"):  # too large for float32: infinite, which the caller refuses by name
            values = np.ascontiguousarray(compressed.data, dtype=np.float32)
        return cls(
            compressed.shape,
            values,
            np.ascontiguousarray(compressed.indices, dtype=np.int32),
            np.ascontiguousarray(compressed.indptr, dtype=np.int64),
        )

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self.shape[0]

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return self.shape[1]

    def select(self, columns: Sequence[int]) -> Columns:
        """Return some columns, in the order given."""
        chosen = np.asarray(columns, dtype=np.int64)
        if np.array_equal(chosen, np.arange(self.n_columns)):
            return self
        if self.apart is not None:
            return Columns.of(self.apart.select(chosen.tolist()))
        shape = (self.n_rows, len(chosen))
        if self.rows is None or self.starts is None:
            return Columns(shape, np.ascontiguousarray(self.values[:, chosen]))
        lengths = self.starts[chosen + 1] - self.starts[chosen]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        entries = np.repeat(self.starts[chosen] - starts[:-1], lengths) + np.arange(starts[-1])
        return Columns(shape, self.values[entries], self.rows[entries], starts)

    def blocks(self, cells: int = 1) -> Iterator[tuple[int, Columns]]:
        """Yield (first column, block) for blocks of neighbouring columns.

        They are so wide that neither they nor `cells` numbers for each of their columns take much memory.
        """
        in_memory = self.n_rows if self.rows is None and self.apart is None else 1
        width = max(1, BLOCK_ENTRIES // max(1, in_memory, 16 * cells))
        if width >= self.n_columns:
            yield 0, self
            return
        for lo in range(0, self.n_columns, width):
            hi = min(lo + width, self.n_columns)
            if self.apart is not None:
                yield lo, self.select(range(lo, hi))
            elif self.rows is None or self.starts is None:
                yield lo, Columns((self.n_rows, hi - lo), np.ascontiguousarray(self.values[:, lo:hi]))
            else:
                begin, end = int(self.starts[lo]), int(self.starts[hi])
                part = self.values[begin:end], self.rows[begin:end], self.starts[lo : hi + 1] - begin
                yield lo, Columns((self.n_rows, hi - lo), *part)

    @cached_property
    def c_columns(self) -> Any:
        """What the kernels take; it is valid while this object lives."""
        sparse = self.rows is not None and self.starts is not None
        apart, fields = ffi.NULL, None
        if self.apart is not None:
            fields = np.array([cells.c_fields for cells in self.apart.columns], dtype=_C_CELLS)
            apart = ffi.cast("ifc2f_cells *", ffi.from_buffer(fields))
        parts = [
            pointer(self.values),
            pointer(self.rows) if sparse else ffi.NULL,  # type: ignore[arg-type]
            pointer(self.starts) if sparse else ffi.NULL,  # type: ignore[arg-type]
            ffi.NULL if self.weights is None else pointer(self.weights),
            *self.shape,
            apart,
        ]
        self.__dict__["_kept_alive"] = parts, fields
        return ffi.new("ifc2f_columns *", parts)

    def work(self, n_classes: int, n_more: int = 0) -> Int64:
        """Return scratch memory for one thread of a kernel on these columns."""
        most = self.n_rows if self.starts is None else int(np.diff(self.starts).max(initial=0))
        return work_memory(most, n_classes, n_more)

    def over(self, kernel: Callable[[int, int], None], n_jobs: int = 1) -> None:
        """Call a kernel that mostly reads, on ranges of columns; see `over_ranges`."""
        over_ranges(self.n_columns, kernel, n_jobs, READS_PER_JOB if self.rows is None else RANGES_PER_JOB)

    def ranges(self, n_jobs: int = 1) -> tuple[Float32, Float32]:
        """Return smallest and largest value of every column, both NaN if all are missing; found once."""
        if (known := self.__dict__.get("_ranges")) is not None:
            return known[0], known[1]
        low = np.empty(self.n_columns, dtype=np.float32)
        high = np.empty(self.n_columns, dtype=np.float32)
        outputs = pointer(low), pointer(high)
        self.over(lambda lo, hi: lib.ifc2f_ranges(self.c_columns, lo, hi, *outputs), n_jobs)
        absent = low > high
        low[absent] = high[absent] = np.nan
        low.flags.writeable = high.flags.writeable = False
        self.__dict__["_ranges"] = low, high
        return low, high

    def column(self, c: int) -> Float32:
        """Return the values of one column, shape (n_rows,), with the zeros a sparse matrix leaves out."""
        if self.apart is not None:
            return self.apart.columns[c].take(slice(None))
        if self.rows is None or self.starts is None:
            return self.values[:, c]
        own = slice(self.starts[c], self.starts[c + 1])
        column = np.zeros(self.n_rows, dtype=np.float32)
        column[self.rows[own]] = self.values[own]
        return column
