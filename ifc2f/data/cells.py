"""The cells of data frames as numbers of single precision, read in the memory they came in.

A copy of a frame as a matrix takes as much memory as the frame, and more where its columns are categories.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import lib
from ifc2f.core.kernels import Float32

__all__ = ["CELLS_AT_ONCE", "Cells", "CellsByColumn"]

CELLS_AT_ONCE = 1 << 16  # of a matrix that is gone through in parts, so that these stay in the cache
LEAST_ROWS = 1024  # of each column that are copied to a matrix at a time
_KINDS = {
    "f4": lib.IFC2F_CELL_FLOAT,
    "f8": lib.IFC2F_CELL_DOUBLE,
    "i4": lib.IFC2F_CELL_INT32,
    "i8": lib.IFC2F_CELL_INT64,
    "u1": lib.IFC2F_CELL_PLACE8,
    "u2": lib.IFC2F_CELL_PLACE16,
}


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a column.

    Attributes
    ----------
    stored : ndarray, shape (n,)
        Numbers; or, unsigned, places of numbers.
    numbers : ndarray of float32 or None
        The number at each place.
    """

    stored: NDArray[Any]
    numbers: Float32 | None = None

    @classmethod
    def of(cls, values: NDArray[Any]) -> Cells:
        """Return numbers as they are stored, if kernels can read them so, and as float32 otherwise."""
        is_plain = values.dtype.isnative and values.flags.aligned and not values.strides[0] % values.itemsize
        if is_plain and values.dtype.kind in "biuf" and values.itemsize <= 2:
            places = np.arange(1 << (8 * values.itemsize), dtype=f"u{values.itemsize}")
            known = places.astype(bool) if values.dtype.kind == "b" else places.view(values.dtype)
            return cls(values.view(places.dtype), known.astype(np.float32))
        if is_plain and values.dtype.kind in "if" and values.dtype.str[1:] in _KINDS:
            return cls(values)
        return cls(_rounded(values))

    @classmethod
    def of_codes(cls, codes: NDArray[np.signedinteger], numbers: NDArray[Any]) -> Cells:
        """Return cells by their position among some numbers, NaN where it is negative."""
        numbers = np.append(_rounded(numbers), np.float32(np.nan))
        if codes.itemsize > 2:
            return cls(numbers[codes])
        known = np.full(1 << (8 * codes.itemsize), np.nan, dtype=np.float32)
        known[: len(numbers)] = numbers
        return cls(codes.view(f"u{codes.itemsize}"), known)

    def take(self, rows: Any) -> Float32:
        """Return the numbers of some rows."""
        cells: Float32 = self.stored[rows] if self.numbers is None else self.numbers[self.stored[rows]]
        return _rounded(cells)

    @property
    def is_infinite(self) -> bool:
        """Whether a cell is infinite in single precision."""
        if self.numbers is not None and np.isfinite(self.numbers[~np.isnan(self.numbers)]).all():
            return False
        parts = range(0, len(self.stored), CELLS_AT_ONCE)
        return any(np.isinf(self.take(slice(row, row + CELLS_AT_ONCE))).any() for row in parts)

    @property
    def c_fields(self) -> tuple[int, int, int, int]:
        """The fields of ``ifc2f_cells``, which are valid while this object lives."""
        stored, numbers = self.stored, self.numbers
        places = 0 if numbers is None else numbers.ctypes.data
        return stored.ctypes.data, places, stored.strides[0] // stored.itemsize, _KINDS[stored.dtype.str[1:]]


@dataclass(frozen=True, eq=False)
class CellsByColumn:
    """A matrix of float32 by columns that lie apart; NaN is a missing value.

    Like those of an array, some of its rows are a copy, ``matrix[rows]``, and so are some of one column,
    ``matrix[rows, c]``; all rows of some columns, ``matrix[:, columns]``, are not.

    Attributes
    ----------
    columns : tuple of Cells
    n_rows : int
    """

    columns: tuple[Cells, ...]
    n_rows: int

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return self.n_rows, len(self.columns)

    def __len__(self) -> int:
        return self.n_rows

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return self._rows(key)
        rows, chosen = key
        if isinstance(chosen, int | np.integer):
            return self.columns[chosen].take(rows)
        part = self.select(range(len(self.columns))[chosen] if isinstance(chosen, slice) else chosen)
        return part if isinstance(rows, slice) and rows == slice(None) else part[rows]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        matrix = self._rows(slice(None))
        return matrix if dtype is None else matrix.astype(dtype, copy=False)

    def select(self, columns: Sequence[int]) -> CellsByColumn:
        """Return some columns, in the order given."""
        return CellsByColumn(tuple(self.columns[c] for c in columns), self.n_rows)

    def followed_by(self, columns: Sequence[Cells]) -> CellsByColumn:
        """Return these columns and then others."""
        return CellsByColumn((*self.columns, *columns), self.n_rows)

    def first_infinite(self) -> int | None:
        """Return the first column that holds infinity, or None."""
        return next((c for c, cells in enumerate(self.columns) if cells.is_infinite), None)

    def _rows(self, rows: Any) -> Float32:
        wanted = range(self.n_rows)[rows] if isinstance(rows, slice) else _numbers_of_rows(rows)
        matrix = np.empty((len(wanted), len(self.columns)), dtype=np.float32)
        step = max(CELLS_AT_ONCE // max(len(self.columns), 1), LEAST_ROWS)
        for first in range(0, len(wanted), step):
            part: Any = wanted[first : first + step]
            if isinstance(part, range):
                part = slice(part.start, part.stop, part.step) if part.step > 0 else np.array(part)
            for c, cells in enumerate(self.columns):
                matrix[first : first + step, c] = cells.take(part)
        return matrix


def _numbers_of_rows(rows: Any) -> NDArray[np.intp]:
    chosen = np.asarray(rows)
    return np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen.astype(np.intp, copy=False)


def _rounded(values: NDArray[Any]) -> Float32:
    """Round to single precision; what is too large for it becomes infinite."""
    with np.errstate(over="ignore"):
        return values.astype(np.float32, copy=False)
