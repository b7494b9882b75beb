"""Score columns by their adjusted mutual information with the class, and keep the best.

The score is (I - E I) / (average of the two entropies - E I), where E I is the exact expectation of the
mutual information I of two labellings with these group sizes (Vinh, Epps and Bailey, JMLR 11, 2010): 1 for a
column that is the class under another name, 0 on average for one that is independent of it. It is
scikit-learn's adjusted_mutual_info_score in all but one case: a column with a single value scores 0 even when
there is a single class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.core.kernels import (
    Float64,
    Int64,
    class_labels,
    class_sizes,
    k_log_k,
    over_ranges,
    pointer,
)
from ifc2f.data.matrix import Columns

__all__ = [
    "AVERAGES",
    "MEASURED_ON",
    "authors_minimum",
    "filter",
    "rank",
    "relevance_of_bins",
    "relevance_of_values",
]

TIE = 1e-9  # scores closer than this are equal
LEAST_THRESHOLD = 1e-12  # where halving the threshold ends

MEASURED_ON = ("bins", "values")
AVERAGES = {"mean": lib.IFC2F_AVERAGE_MEAN, "max": lib.IFC2F_AVERAGE_MAX}


def relevance_of_bins(features: Int64, average: str = "mean", n_jobs: int = 1) -> Float64:
    """Score columns from their counts of bins and classes.

    Parameters
    ----------
    features
        int64, shape (K, V, L), as in `ifc2f.learning.counts.Counts`.
    average
        How the entropies of column and class are joined: "mean" or "max" (the larger one).
    n_jobs
        Number of threads; the result does not depend on it.

    Returns
    -------
    ndarray
        float64, shape (K,), at most 1.
    """
    kind = _average(average)
    n_columns, n_values, n_classes = features.shape
    counts = np.ascontiguousarray(features, dtype=np.int64)
    logs = k_log_k(int(counts.sum(axis=(1, 2)).max(initial=0)))
    scores = np.empty(n_columns)
    arguments = n_values, n_classes, kind, pointer(logs), len(logs), pointer(scores)

    def kernel(lo: int, hi: int) -> None:
        work = np.empty(2 * (n_values + n_classes), dtype=np.int64)
        lib.ifc2f_ami_counts(pointer(counts), lo, hi, *arguments, pointer(work))

    over_ranges(n_columns, kernel, n_jobs)
    return scores


def relevance_of_values(
    matrix: Any, y: npt.ArrayLike, n_classes: int, average: str = "mean", n_jobs: int = 1
) -> Float64:
    """Score columns by their raw values, each distinct float32 value being a label of its own.

    Good for columns with repeated values; a column of distinct values scores 0, informative or not.

    Parameters
    ----------
    matrix
        Shape (n_rows, K), dense or SciPy sparse, or `Columns`. The rows where a column is NaN are left out of
        its score. A sparse one is not made dense: time and memory grow with its stored entries.
    y
        Class numbers 0 .. n_classes - 1, shape (n_rows,).
    average, n_jobs
        As in `relevance_of_bins`.

    Returns
    -------
    ndarray
        float64, shape (K,).
    """
    kind = _average(average)
    columns = Columns.of(matrix)
    labels = class_labels(y, columns.n_rows, n_classes)
    sizes = class_sizes(labels, n_classes)
    logs = k_log_k(columns.n_rows)
    scores = np.empty(columns.n_columns)
    classes = pointer(labels), pointer(sizes), n_classes
    arguments = kind, pointer(logs), len(logs), pointer(scores)

    def kernel(lo: int, hi: int) -> None:
        work = columns.work(n_classes, columns.n_rows + 1)
        lib.ifc2f_ami_values(columns.c_columns, lo, hi, *classes, *arguments, pointer(work))

    over_ranges(columns.n_columns, kernel, n_jobs)
    return scores


def rank(scores: npt.ArrayLike) -> list[int]:
    """Return the columns by descending score; among scores closer than 1e-9 the lower column comes first."""
    values = np.asarray(scores, dtype=np.float64)
    order = np.argsort(-values, kind="stable")
    is_new_group = np.diff(values[order], prepend=np.inf) < -TIE
    return [int(c) for c in order[np.lexsort((order, np.cumsum(is_new_group)))]]


def filter(
    scores: npt.ArrayLike, start: float = 1.0, min_features: float = 1, max_features: int | None = None
) -> list[int]:
    """Keep the columns whose score exceeds a threshold, which is halved until enough do.

    Parameters
    ----------
    scores
        Shape (K,).
    start
        First threshold.
    min_features
        Smallest number of columns that is enough (see `authors_minimum` for the method's published code).
    max_features
        Largest number kept, the best ones; None for no limit.

    Returns
    -------
    list of int
        Columns in the order of `rank`. Halving ends at 1e-12, so there are fewer than `min_features` if fewer
        are informative, and none if no column is: then the class prior is all there is to
        know.

    Raises
    ------
    ValueError
        If `start` is not positive and finite, or a limit is below 1 or contradicts the other.
    """
    values = np.asarray(scores, dtype=np.float64)
    if not 0 < start < np.inf:
        raise ValueError(f"the first threshold must be positive and finite, got {start}")
    if not min_features > 0:
        raise ValueError(f"min_features must be positive, got {min_features}")
    if max_features is not None and max_features < max(1, min_features):
        raise ValueError(
            f"max_features must be at least 1 and min_features ({min_features}), got {max_features}"
        )
    threshold = float(start)
    while np.count_nonzero(values > threshold) < min_features and threshold >= LEAST_THRESHOLD:
        threshold /= 2
    above = np.flatnonzero(values > threshold)
    return [int(c) for c in above[rank(values[above])[:max_features]]]


def authors_minimum(n_columns: int) -> float:
    """Return min(K / 2, 15), the smallest number of columns kept by the code of the method's authors."""
    return min(n_columns / 2, 15)


def _average(name: str) -> int:
    if name not in AVERAGES:
        raise ValueError(f"average must be one of {', '.join(AVERAGES)}; got {name!r}")
    kind: int = AVERAGES[name]
    return kind
