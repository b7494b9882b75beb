"""Cut numeric columns into bins and number the values of categorical ones.

Values are rounded to float32 before anything else, so that training and run time see the same numbers. A
numeric value is in the bin given by the number of inner edges at or below it: bins are closed on the left,
and the largest value of training is in the last bin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.core.kernels import (
    Float32,
    Int32,
    Int64,
    UInt8,
    class_labels,
    class_sizes,
    k_log_k,
    over_ranges,
    pointer,
)
from ifc2f.core.words import words
from ifc2f.data.matrix import Columns

__all__ = ["MAX_BINS", "METHODS", "MISSING", "Binning", "Binnings", "fit_binning", "fit_binnings"]

MISSING: int = lib.IFC2F_CODE_MISSING  # the code of a missing value, 255
MAX_BINS: int = lib.IFC2F_MAX_BINS
LARGEST_EDGE = 3e38  # of a model; single precision ends a little above
FIRST_ROUNDED = 1 << 24  # whole numbers from here on share their number in single precision


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
        bool, shape of `values`: which inner edges are there for what they tell of the class, and not only to
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

    def select(self, columns: Sequence[int]) -> Binnings:
        """Return the binnings of these columns, in this order."""
        return Binnings.of(self[column] for column in columns)

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
        over_ranges(
            columns.n_columns,
            lambda lo, hi: lib.ifc2f_codes(columns.c_columns, lo, hi, *arguments),
            n_jobs,
        )
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
        over_ranges(
            columns.n_columns,
            lambda lo, hi: lib.ifc2f_bin_counts(columns.c_columns, lo, hi, *arguments),
            n_jobs,
        )
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


def fit_binning(column: npt.ArrayLike, y: npt.ArrayLike, n_bins: int, method: str) -> Binning:
    """Find the bins of one numeric column; see `fit_binnings`."""
    return fit_binnings(np.asarray(column)[:, np.newaxis], y, n_bins, method)[0]


def fit_binnings(
    matrix: Any,
    y: npt.ArrayLike,
    n_bins: int,
    method: str,
    *,
    categorical: Iterable[int] = (),
    names: Sequence[str] | None = None,
    n_jobs: int = 1,
) -> Binnings:
    """Find the bins of every column.

    Parameters
    ----------
    matrix
        Shape (n_rows, K), dense or SciPy sparse, or `Columns`. NaN is missing and plays no part; an entry
        that a sparse matrix does not store is 0.
    y
        Class numbers 0 .. L - 1, shape (n_rows,); only "entropy" and "mixed" look at them.
    n_bins
        Largest number of bins of a numeric column, 2 .. 255.
    method
        "equal-width": `n_bins` bins of one width between floor(minimum) and ceiling(maximum), as in the code
        of the method's authors; bins may be empty. "quantile": bins of counts as equal as repeated values
        allow, none empty. "entropy": supervised cuts by description length (Fayyad and Irani, IJCAI 1993),
        the best first; a column that tells nothing of the class has one bin. A constant column has one bin
        too, except that "equal-width" cuts the unit interval around a constant that is no integer. "mixed":
        half of the bins by the cuts of "entropy", which are marked coarse, the rest by those of "quantile",
        fewer where many rows share one value, none where nearly all do.
    categorical
        The columns whose distinct values are categories.
    names
        Column names for error messages.
    n_jobs
        Number of threads; the result does not depend on it.

    Raises
    ------
    ValueError
        If a column holds an infinite value (or one beyond 3e38), a categorical column has more than
        255 values, or an argument is out of range.
    """
    columns = Columns.of(matrix)
    check_method(n_bins, method)
    labels = np.asarray(y)
    n_classes = int(labels.max()) + 1 if labels.size else 1
    labels = class_labels(labels, columns.n_rows, n_classes)
    is_categorical = np.zeros(columns.n_columns, dtype=np.bool_)
    is_categorical[list(categorical)] = True
    low, high = columns.ranges(n_jobs)
    refuse_infinite(low, high, names)
    if method in BY_RANGE:
        edges = BY_RANGE[method](low, high, n_bins)
    else:
        sizes = class_sizes(labels, n_classes)
        edges = sorted_edges(columns, labels, sizes, n_bins, method, n_jobs)
    if not is_categorical.any():
        return edges.binnings()
    return Binnings.of(
        Binning(_categories(columns.column(c), c, names), True) if is_categorical[c] else edges.of(c)
        for c in range(columns.n_columns)
    )


def check_method(n_bins: int, method: str) -> None:
    """Refuse a method that is not there, or a number of bins out of range."""
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}; got {method!r}")
    if not 2 <= n_bins <= MAX_BINS:
        raise ValueError(f"n_bins must be between 2 and {MAX_BINS}, got {n_bins}")


def in_coarse_bins(counts: Int64, binnings: Binnings) -> Int64:
    """Return counts of shape (K, V, L) with the bins of each column put together as its coarse ones."""
    if binnings.is_coarse is None or binnings.is_coarse.all():
        return counts
    merged: Int64 = counts.copy()
    for k, binning in enumerate(binnings):
        if (bins := binning.coarse_bins) is not None:
            merged[k] = 0
            np.add.at(merged[k], bins, counts[k, : len(bins)])
    return merged


def _column_name(column: int, names: Sequence[str] | None) -> str:
    if names is None:
        return words("column {number}", number=column)
    return words("column {name!r}", name=names[column])


def refuse_infinite(low: Float32, high: Float32, names: Sequence[str] | None) -> None:
    """Refuse columns whose range (NaN if all is missing) is not finite, or beyond what a model holds."""
    bad = np.flatnonzero((low < -LARGEST_EDGE) | (high > LARGEST_EDGE))
    if len(bad):
        raise ValueError(
            words(
                "{column} holds an infinite value (or one beyond {largest:g}); replace it, or use NaN for a "
                "missing value",
                column=_column_name(int(bad[0]), names),
                largest=LARGEST_EDGE,
            )
        )


@dataclass(frozen=True, eq=False)
class Edges:
    """Inner edges of numeric columns.

    Attributes
    ----------
    values : ndarray of float32, shape (K, n)
        Of each column, ascending.
    number : ndarray of int32, shape (K,)
        How many of a row count.
    is_coarse : ndarray of bool, shape (K, n)
        See `Binning`.
    """

    values: Float32
    number: Int32
    is_coarse: npt.NDArray[np.bool_]

    @classmethod
    def coarse(cls, values: Float32, number: Int32) -> Edges:
        """Return edges all of which are coarse."""
        return cls(values, number, np.ones(values.shape, dtype=np.bool_))

    def of(self, column: int) -> Binning:
        """Return the bins of a column."""
        own = column, slice(self.number[column])
        return Binning(self.values[own], False, self.is_coarse[own])

    def binnings(self) -> Binnings:
        """Return the bins of all columns."""
        n_columns, n = self.values.shape
        starts = np.concatenate([[0], np.cumsum(self.number, dtype=np.int64)])
        is_there = np.arange(n) < self.number[:, np.newaxis]
        no_categories = np.zeros(n_columns, dtype=np.bool_)
        return Binnings(self.values[is_there], starts, no_categories, self.is_coarse[is_there])

    def refined(self, other: Edges) -> Edges:
        """Return these edges and, as fine ones, those of `other` that are not among them."""
        values = np.concatenate([self._padded(), other._padded()], axis=1)
        is_coarse = np.concatenate([self.is_coarse, np.zeros(other.values.shape, dtype=np.bool_)], axis=1)
        order = np.lexsort((~is_coarse, values), axis=1)
        values, is_coarse = (np.take_along_axis(each, order, axis=1) for each in (values, is_coarse))
        is_there = np.isfinite(values)
        is_there[:, 1:] &= values[:, 1:] > values[:, :-1]
        front = np.argsort(~is_there, axis=1, kind="stable")
        values, is_coarse = (np.take_along_axis(each, front, axis=1) for each in (values, is_coarse))
        return Edges(values, is_there.sum(axis=1).astype(np.int32), is_coarse)

    def _padded(self) -> Float32:
        is_there = np.arange(self.values.shape[1]) < self.number[:, np.newaxis]
        return np.where(is_there, self.values, np.float32(np.inf))


def equal_width_edges(least: Float32, largest: Float32, n_bins: int) -> Edges:
    """Return edges lo + i (hi - lo) / n_bins.

    lo and hi are the whole numbers round the range of a column, which is NaN if all its values are missing.
    """
    low = np.nan_to_num(np.floor(least, dtype=np.float64))
    high = np.nan_to_num(np.ceil(largest, dtype=np.float64))
    steps = np.arange(1, n_bins, dtype=np.float64)
    edges = (low[:, np.newaxis] + ((high - low) / n_bins)[:, np.newaxis] * steps).astype(np.float32)
    n_edges = np.full(len(edges), n_bins - 1, dtype=np.int32)
    # A constant integer, or edges so close that float32 makes them equal: each edge once, if it cuts.
    for c in np.flatnonzero((edges[:, 1:] <= edges[:, :-1]).any(axis=1) | (low == high)):
        distinct = np.unique(edges[c])
        distinct = distinct[distinct > low[c]]
        edges[c, : len(distinct)] = distinct
        n_edges[c] = len(distinct)
    return Edges.coarse(edges, n_edges)


def coarse_method(n_bins: int, method: str) -> tuple[int, str]:
    """Return the number of bins and the method that give the coarse edges alone."""
    return (max(n_bins // 2, 2), "entropy") if method == "mixed" else (n_bins, method)


Pointers = tuple[Any, ...]  # arguments of a kernel that follow one another


def _by_entropy(columns: Columns, lo: int, hi: int, classes: Pointers, outputs: Pointers, work: Any) -> None:
    lib.ifc2f_entropy_edges(columns.c_columns, lo, hi, *classes, *outputs, work)


def _by_quantiles(
    columns: Columns,
    lo: int,
    hi: int,
    classes: Pointers,
    outputs: Pointers,
    work: Any,
    spares_common: bool = False,
) -> None:
    del classes  # of no interest to it
    n_bins, *found = outputs
    lib.ifc2f_quantile_edges(columns.c_columns, lo, hi, n_bins, spares_common, *found, work)


def _cut(
    cut_range: Callable[..., None], columns: Columns, labels: Int32, sizes: Int64, n_bins: int, n_jobs: int
) -> Edges:
    """Cut all columns by a function that cuts those from `lo` to before `hi`."""
    edges = np.empty((columns.n_columns, n_bins - 1), dtype=np.float32)
    n_edges = np.empty(columns.n_columns, dtype=np.int32)
    logs = k_log_k(columns.n_rows)
    n_classes = len(sizes)
    classes = pointer(labels), pointer(sizes), n_classes, pointer(logs), len(logs)
    outputs = n_bins, pointer(edges), pointer(n_edges)

    def kernel(lo: int, hi: int) -> None:
        cut_range(columns, lo, hi, classes, outputs, pointer(columns.work(n_classes)))

    over_ranges(columns.n_columns, kernel, n_jobs)
    return Edges.coarse(edges, n_edges)


def _mixed(columns: Columns, labels: Int32, sizes: Int64, n_bins: int, n_jobs: int) -> Edges:
    n_coarse, supervised = coarse_method(n_bins, "mixed")
    of_columns = columns, labels, sizes
    coarse = sorted_edges(*of_columns, n_coarse, supervised, n_jobs)
    sparing = partial(_by_quantiles, spares_common=True)
    return coarse.refined(_cut(sparing, *of_columns, n_bins - n_coarse + 1, n_jobs))


# Methods that look at the sorted values of a column, and those for which its range is enough.
BY_VALUES: Mapping[str, Callable[[Columns, Int32, Int64, int, int], Edges]] = {
    "mixed": _mixed,
    "entropy": partial(_cut, _by_entropy),
    "quantile": partial(_cut, _by_quantiles),
}
BY_RANGE: Mapping[str, Callable[[Float32, Float32, int], Edges]] = {"equal-width": equal_width_edges}
METHODS = (*BY_VALUES, *BY_RANGE)


def sorted_edges(
    columns: Columns, labels: Int32, sizes: Int64, n_bins: int, method: str, n_jobs: int
) -> Edges:
    """Return edges by a method of `BY_VALUES`.

    `labels` are the classes of the rows of `columns`, `sizes` how many rows each class has.
    """
    return BY_VALUES[method](columns, labels, sizes, n_bins, n_jobs)


def _categories(column: Float32, index: int, names: Sequence[str] | None) -> Float32:
    categories = np.unique(column[~np.isnan(column)])
    if len(categories) > MAX_BINS:
        raise ValueError(
            words(
                "{column} has {n} categories, and at most {most} are possible: leave the column out, or "
                "merge rare categories",
                column=_column_name(index, names),
                n=len(categories),
                most=MAX_BINS,
            )
        )
    check_exact(categories, _column_name(index, names))
    return categories


def check_exact(categories: npt.NDArray[Any], column: str) -> None:
    """Refuse numbers as categories that single precision does not tell from the whole numbers beside them.

    A row to be classified may hold one of those, and would be taken for a row of that category.
    """
    large = categories[np.abs(categories) >= FIRST_ROUNDED]
    if large.size:
        raise ValueError(
            words(
                "{column} has the category {category:.17g}, but single precision distinguishes whole "
                "numbers only below {limit}: give categories as texts",
                column=column,
                category=large[0],
                limit=FIRST_ROUNDED,
            )
        )
