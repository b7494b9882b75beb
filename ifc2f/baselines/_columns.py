"""A dense or sparse matrix read by column, and class labels as numbers."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from ifc2f.core.kernels import Float64

_BLOCK_VALUES = 1 << 20  # 8 MB of float64 at a time


class Columns:
    """Columns of a matrix as contiguous float64 vectors; a sparse matrix is unpacked a block at a time.

    Parameters
    ----------
    matrix : ndarray or sparse matrix of shape (n_rows, n_columns)
    """

    def __init__(self, matrix: Any) -> None:
        self._matrix = matrix.tocsc() if sp.issparse(matrix) else matrix
        self.n_rows: int = matrix.shape[0]
        self.n_columns: int = matrix.shape[1]

    def take(self, which: slice | npt.NDArray[np.intp]) -> Float64:
        """Return the columns `which` as the rows of a new array (count, n_rows)."""
        part = self._matrix[:, which]
        dense = part.toarray() if sp.issparse(part) else part
        return np.array(dense.T, dtype=np.float64, order="C", copy=True)

    def blocks(self) -> Iterator[tuple[int, Float64]]:
        """Yield (index of the first column, block as from `take`) over all columns."""
        width = max(1, _BLOCK_VALUES // max(1, self.n_rows))
        for first in range(0, self.n_columns, width):
            yield first, self.take(slice(first, min(first + width, self.n_columns)))


def safe(squares: Float64) -> npt.NDArray[np.bool_]:
    """Return which sums of squares were computed without an overflow or underflow."""
    return (squares > 1e-200) & (squares < 1e200)


def bring_into_range(columns: Float64) -> None:
    """Scale the rows of `columns` in place by powers of two, each to a largest magnitude in [1/2, 1).

    So that neither squares nor products leave the range of double precision; exact but for subnormal results.
    """
    exponents = np.frexp(np.abs(columns).max(axis=1))[1]
    np.ldexp(columns, -exponents[:, np.newaxis], out=columns)


def label_numbers(y: npt.NDArray[Any], exact: bool) -> tuple[Float64, npt.NDArray[Any]]:
    """Return labels as numbers, and the classes.

    The number of a label is its place among the sorted classes. With `exact`, numeric labels are taken as
    they are, as the public code does: results for more than two classes then depend on the spacing of the
    labels too.
    """
    classes, index = np.unique(y, return_inverse=True)
    numeric = np.issubdtype(classes.dtype, np.number)
    return (y if exact and numeric else index).astype(np.float64), classes
