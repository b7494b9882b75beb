"""The bins of columns: which bin a value is in, and how many rows each bin has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.core.kernels import Float32, Int64, UInt8, class_labels, class_sizes, pointer
from ifc2f.data.matrix import Columns

__all__ = ["MAX_BINS", "MISSING", "Binning", "Binnings"]

MISSING: int = lib.IFC2F_CODE_MISSING  # the code of a missing value, 255
MAX_BINS: int = lib.IFC2F_MAX_BINS


@dataclass(frozen=True, eq=False)
class Binning:
    """The bins of one column.

    Attributes
    ----------
    values
        float32, strictly increasing. Numeric column: the inner edges, shape (V - 1,). Categorical column: the
        categories, shape (V,).
    categorical
        Which of the two.
    is_coarse
        bool, shape of `values`: which inner edges are there for the class, and not only to
        make bins finer. None: all.
    """

    values: Float32
    categorical: bool = False
    is_coarse: npt.NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        values = np.array(self.values, dtype=np.float32)
        if values.ndim != 1 or not np.all(np.isfinite(values)) or not np.all(values[1:] > values[:-1]):
            raise ValueError(f"bin values must be finite and strictly increasing, got {self.values}")
        if self.n_values > MAX_BINS:
            raise ValueError(f"a column can have at most {MAX_BINS} bins or categories, got {self.n_values}")
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def n_values(self) -> int:
        """V, the number of bins or categories."""
        return len(self.values) + (0 if self.categorical else 1)

    @property
    def coarse_edges(self) -> npt.NDArray[np.bool_]:
        """`is_coarse`, of all edges."""
        return np.ones(len(self.values), dtype=np.bool_) if self.is_coarse is None else self.is_coarse

    @property
    def coarse_bins(self) -> Int64 | None:
        """The coarse bin that each bin is in, shape (V,); None if all bins are coarse, or categories."""
        if self.categorical or self.coarse_edges.all():
            return None
        return np.concatenate([[0], np.cumsum(self.coarse_edges)]).astype(np.int64)

    def codes(self, column: npt.ArrayLike) -> UInt8:
        """Return the code of each value, uint8, shape (n_rows,); 255 for NaN and for an unknown category."""
        column = np.asarray(column, dtype=np.float32)
        codes: UInt8 = Binnings.of([self]).codes(column[:, np.newaxis])[0]
        return codes


@dataclass(frozen=True, eq=False)
class Binnings(Sequence[Binning]):
    """The bins of all columns of a matrix, in flat arrays; item c is the `Binning` of column c.

    Attributes
    ----------
    values
        float32, the bin values of one column after the other.
    starts
        int64, shape (K + 1,): column c owns ``values[starts[c]:starts[c + 1]]``.
    categorical
        bool, shape (K,).
    is_coarse
        bool, shape of `values`; see `Binning`.
    """

    values: Float32
    starts: Int64
    categorical: npt.NDArray[np.bool_]
    is_coarse: npt.NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, binnings: Iterable[Binning]) -> Binnings:
        """Join the binnings of single columns."""
        items = list(binnings)
        starts = np.concatenate([[0], np.cumsum([len(item.values) for item in items])]).astype(np.int64)
        values = np.concatenate([np.empty(0, dtype=np.float32), *(item.values for item in items)])
        is_coarse = np.concatenate([np.empty(0, dtype=np.bool_), *(item.coarse_edges for item in items)])
        return cls(values, starts, np.array([item.categorical for item in items], dtype=np.bool_), is_coarse)

    def __len__(self) -> int:
        return len(self.categorical)

    def __getitem__(self, column: int) -> Binning:  # type: ignore[override]  # no slices: see select()
        column = range(len(self))[column]
        own = slice(self.starts[column], self.starts[column + 1])
        is_coarse = None if self.is_coarse is None else self.is_coarse[own]
        return Binning(self.values[own], bool(self.categorical[column]), is_coarse)

    def __iter__(self) -> Iterator[Binning]:
        return (self[column] for column in range(len(self)))

    @property
    def n_values(self) -> Int64:
        """V of every column, shape (K,)."""
        return np.diff(self.starts) + ~self.categorical

    @property
    def n_coarse(self) -> Int64:
        """Number of coarse bins, or of categories, of every column, shape (K,)."""
        if self.is_coarse is None:
            return self.n_values
        before = np.concatenate([[0], np.cumsum(self.is_coarse)]).astype(np.int64)
        return np.diff(before[self.starts]) + ~self.categorical

    def select(self, columns: Sequence[int]) -> Binnings:
        """Return the binnings of these columns, in this order."""
        chosen = np.asarray(columns, dtype=np.int64)
        sizes = np.diff(self.starts)[chosen]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        at = np.arange(starts[-1]) + np.repeat(self.starts[:-1][chosen] - starts[:-1], sizes)
        is_coarse = None if self.is_coarse is None else self.is_coarse[at]
        return Binnings(self.values[at], starts, self.categorical[chosen], is_coarse)

    def codes(self, matrix: Any, n_jobs: int = 1) -> UInt8:
        """Return the codes of a matrix, uint8, *feature-major*: shape (K, n_rows), 255 for a missing value.

        Parameters
        ----------
        matrix
            Shape (n_rows, K), dense or SciPy sparse, or `Columns`; NaN is missing. An infinite value falls in
            an end bin.
        n_jobs
            Number of threads; the result does not depend on it.

        Raises
        ------
        ValueError
            If `matrix` does not have K columns.
        """
        columns = self._fitting(matrix)
        codes = np.empty((columns.n_columns, columns.n_rows), dtype=np.uint8)
        arguments = *self._pointers, pointer(codes)
        columns.over(lambda lo, hi: lib.ifc2f_codes(columns.c_columns, lo, hi, *arguments), n_jobs)
        return codes

    def codes_of(self, columns: Columns, k: int) -> UInt8:
        """Return the codes of one of the columns, shape (n_rows,)."""
        codes: UInt8 = self.select([k]).codes(columns.select([k]))[0]
        return codes

    def counts(self, matrix: Any, y: npt.ArrayLike, n_classes: int, n_jobs: int = 1) -> Int64:
        """Return the number of rows in each bin by class, int64, shape (K, V, L), V the largest number.

        Parameters
        ----------
        matrix, n_jobs
            As in `codes`. A sparse matrix takes time and memory by its stored entries.
        y
            Class numbers 0 .. n_classes - 1, shape (n_rows,).
        """
        columns = self._fitting(matrix)
        labels = class_labels(y, columns.n_rows, n_classes)
        sizes = class_sizes(labels, n_classes)
        n_values = int(self.n_values.max(initial=1))
        counts = np.zeros((columns.n_columns, n_values, n_classes), dtype=np.int64)
        classes = pointer(labels), pointer(sizes), n_values, n_classes
        arguments = *self._pointers, *classes, pointer(counts)
        columns.over(lambda lo, hi: lib.ifc2f_bin_counts(columns.c_columns, lo, hi, *arguments), n_jobs)
        return counts

    def _fitting(self, matrix: Any) -> Columns:
        columns = Columns.of(matrix)
        if columns.n_columns != len(self):
            raise ValueError(
                f"these bins are for {len(self)} columns, but the matrix has {columns.n_columns}"
            )
        return columns

    @property
    def _pointers(self) -> tuple[Any, Any, Any]:
        return pointer(self.values), pointer(self.starts), pointer(self.categorical.view(np.uint8))
