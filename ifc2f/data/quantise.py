"""Cut numeric columns into bins and number the values of categorical ones.

Values are rounded to float32 before anything else, so that training and run time see the same numbers. A
numeric value is in the bin given by the number of inner edges at or below it: bins are closed on the left,
and the largest value of training is in the last bin.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.core.kernels import (
    Float32,
    Int32,
    Int64,
    class_labels,
    class_sizes,
    k_log_k,
    over_ranges,
    pointer,
)
from ifc2f.core.words import words
from ifc2f.data.bins import MAX_BINS, MISSING, Binning, Binnings
from ifc2f.data.matrix import Columns

__all__ = ["MAX_BINS", "METHODS", "MISSING", "Binning", "Binnings", "fit_binning", "fit_binnings"]

LARGEST_EDGE = 3e38  # of a model; single precision ends a little above
FIRST_ROUNDED = 1 << 24  # whole numbers from here on share their number in single precision

Pointers = tuple[Any, ...]  # arguments of a kernel that follow one another


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
        the best first; a column without information on the class has one bin. A constant column has one bin
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
        edges = sorted_edges(columns, labels, sizes, n_bins, method, n_jobs, is_categorical)
    if not is_categorical.any():
        return edges.binnings()
    return Binnings.of(
        Binning(_categories(columns, c, names), True) if is_categorical[c] else edges.of(c)
        for c in range(columns.n_columns)
    )


def check_method(n_bins: int, method: str) -> None:
    """Refuse an unknown method, or a number of bins out of range."""
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

    @property
    def pointers(self) -> Pointers:
        """Values and numbers, as kernels write them."""
        return pointer(self.values), pointer(self.number)

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


@dataclass(frozen=True, eq=False)
class _Sorting:
    """Columns that are cut by their sorted values, and the classes of their rows."""

    columns: Columns
    labels: Int32
    sizes: Int64
    is_left_out: npt.NDArray[np.bool_]
    n_jobs: int

    def room(self, n_bins: int) -> Edges:
        """Return a place for edges, none so far."""
        n_columns = self.columns.n_columns
        values = np.empty((n_columns, n_bins - 1), dtype=np.float32)
        return Edges.coarse(values, np.zeros(n_columns, dtype=np.int32))

    def cut(self, kernel: Callable[..., None], *arguments: Any) -> None:
        """Call a kernel on ranges of columns: with these, ``lo, hi``, the arguments and scratch memory."""
        c_columns = self.columns.c_columns
        work_of: dict[int, Any] = {}  # by thread

        def cut_range(lo: int, hi: int) -> None:
            thread = threading.get_ident()
            if (work := work_of.get(thread)) is None:
                work = work_of[thread] = pointer(self.columns.work(len(self.sizes)))
            for first, last in _stretches(~self.is_left_out[lo:hi]):
                kernel(c_columns, lo + first, lo + last, *arguments, work)

        over_ranges(self.columns.n_columns, cut_range, self.n_jobs)
        work_of.clear()  # a thread may hold `cut_range` a little longer

    @property
    def classes(self) -> Pointers:
        """What kernels take that look at the class."""
        logs = k_log_k(self.columns.n_rows)
        return pointer(self.labels), pointer(self.sizes), len(self.sizes), pointer(logs), len(logs)


def _stretches(is_wanted: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return where stretches of what is wanted begin and end."""
    steps = np.flatnonzero(np.diff(is_wanted, prepend=False, append=False))
    return [(int(first), int(last)) for first, last in steps.reshape(-1, 2)]


def _by_entropy(of: _Sorting, n_bins: int) -> Edges:
    edges = of.room(n_bins)
    of.cut(lib.ifc2f_entropy_edges, *of.classes, n_bins, *edges.pointers)
    return edges


def _by_quantiles(of: _Sorting, n_bins: int) -> Edges:
    edges = of.room(n_bins)
    of.cut(lib.ifc2f_quantile_edges, n_bins, False, *edges.pointers)
    return edges


def _mixed(of: _Sorting, n_bins: int) -> Edges:
    n_coarse, _ = coarse_method(n_bins, "mixed")
    n_fine = n_bins - n_coarse + 1
    coarse, fine = of.room(n_coarse), of.room(n_fine)
    numbers = n_coarse, n_fine
    of.cut(lib.ifc2f_mixed_edges, *of.classes, *numbers, *coarse.pointers, *fine.pointers)
    return coarse.refined(fine)


# Methods that look at the sorted values of a column, and those for which its range is enough.
BY_VALUES: Mapping[str, Callable[[_Sorting, int], Edges]] = {
    "mixed": _mixed,
    "entropy": _by_entropy,
    "quantile": _by_quantiles,
}
BY_RANGE: Mapping[str, Callable[[Float32, Float32, int], Edges]] = {"equal-width": equal_width_edges}
METHODS = (*BY_VALUES, *BY_RANGE)


def sorted_edges(
    columns: Columns,
    labels: Int32,
    sizes: Int64,
    n_bins: int,
    method: str,
    n_jobs: int,
    is_left_out: npt.NDArray[np.bool_] | None = None,
) -> Edges:
    """Return edges by a method of `BY_VALUES`; columns that are left out get none.

    `labels` are the classes of the rows of `columns`, `sizes` how many rows each class has.
    """
    left_out = np.zeros(columns.n_columns, dtype=np.bool_) if is_left_out is None else is_left_out
    return BY_VALUES[method](_Sorting(columns, labels, sizes, left_out, n_jobs), n_bins)


def _categories(columns: Columns, c: int, names: Sequence[str] | None) -> Float32:
    categories = np.empty(MAX_BINS, dtype=np.float32)
    n = lib.ifc2f_distinct(columns.c_columns, c, MAX_BINS, pointer(categories))
    if n > MAX_BINS:
        column = columns.column(c)
        raise ValueError(
            words(
                "{column} has {n} categories, and at most {most} are possible: leave the column out, or "
                "merge rare categories",
                column=_column_name(c, names),
                n=len(np.unique(column[~np.isnan(column)])),
                most=MAX_BINS,
            )
        )
    check_exact(categories[:n], _column_name(c, names))
    return categories[:n]


def check_exact(categories: npt.NDArray[Any], column: str) -> None:
    """Refuse numbers as categories that single precision cannot distinguish from their neighbours.

    A row to classify may hold such a neighbour, and would count as a row of that category.
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
