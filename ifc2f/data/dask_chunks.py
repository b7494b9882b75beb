"""Dask arrays and data frames as chunks: measured on the workers, merged as a tree."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np

from ifc2f.data.chunks import Chunk, as_chunk

__all__ = ["DaskChunks", "is_dask"]

T = TypeVar("T")

MERGED_AT_ONCE = 8  # results of neighbouring chunks that one task merges


def is_dask(X: object) -> bool:
    """Return whether this is a Dask collection."""
    return hasattr(X, "__dask_graph__") and hasattr(X, "to_delayed")


class DaskChunks:
    """The partitions of a Dask array or data frame and of its class labels.

    They are computed by the scheduler that Dask uses: that of the current `dask.distributed.Client`, if there
    is one. A task depends on its partition alone, so one that is lost with its worker is simply done again.

    Parameters
    ----------
    X
        Dask array of shape (n, C), cut along rows only, or Dask data frame.
    y
        Dask array or series of shape (n,), cut at the same rows; a series has the index of a frame X.
    weights
        How many rows each row stands for, likewise; None: one.
    meant
        Columns of texts that are categories, whatever they look like, by number or name.

    Raises
    ------
    TypeError
        If one of them is no Dask collection.
    ValueError
        If X does not have two dimensions or the two are cut at different rows.
    """

    def __init__(self, X: Any, y: Any, weights: Any = None, meant: Collection[Any] = ()) -> None:
        self._meant = meant
        given = {"X": X, "y": y} if weights is None else {"X": X, "y": y, "sample_weight": weights}
        for name, value in given.items():
            if not is_dask(value):
                raise TypeError(
                    f"{' and '.join(given)} must all be Dask collections, but {name} is a "
                    f"{type(value).__name__}"
                )
        self._names: tuple[str, ...] | None = None
        if hasattr(X, "columns"):
            self._names, self._n_columns = tuple(str(name) for name in X.columns), len(X.columns)
        else:
            if X.ndim != 2:
                raise ValueError(f"X must have two dimensions, (rows, columns), not {X.ndim}")
            self._n_columns = int(X.shape[1])
            X = X.rechunk({1: -1})
        rows = _partitions(X)
        others = [_partitions(y), [None] * len(rows) if weights is None else _partitions(weights)]
        for name, parts in zip(("y", "sample_weight"), others, strict=True):
            if len(rows) != len(parts):
                raise ValueError(
                    f"X has {len(rows)} partitions and {name} has {len(parts)}: cut both at the same rows "
                    "(rechunk or repartition one of them)"
                )
        self._partitions = list(zip(rows, *others, strict=True))
        self._starts = [0] * len(rows)

    def columns(self) -> tuple[tuple[str, ...] | None, int]:
        """Return the names of the columns, if they have any, and their number."""
        return self._names, self._n_columns

    def located(self) -> DaskChunks:
        """Return the same partitions, which say where they start: the workers count the class labels."""
        from dask.delayed import delayed

        length = delayed(_length, pure=True)
        told = [length(labels, weights) for _, labels, weights in self._partitions]
        lengths: list[int] = delayed(list)(told).compute()
        same = copy(self)
        same._starts = [0, *accumulate(lengths[:-1])] if lengths else []
        return same

    def gather(
        self,
        what: str,
        measure: Callable[[Chunk], T],
        merge: Callable[[T, T], T],
        tell: Callable[[str], None],
    ) -> T:
        """Measure all partitions on the workers; see `ifc2f.data.chunks.ChunkSource`."""
        from dask.delayed import delayed

        tell(f"{what}: {len(self._partitions)} partitions")
        if not self._partitions:
            raise ValueError("there is no chunk of rows to learn from")
        measured = delayed(_measured, pure=True)
        merged = delayed(_merged, pure=True)
        level = [
            measured(X, y, weights, number, start, self._meant, measure)
            for number, ((X, y, weights), start) in enumerate(
                zip(self._partitions, self._starts, strict=True)
            )
        ]
        while len(level) > 1:
            level = [
                merged(level[at : at + MERGED_AT_ONCE], merge) for at in range(0, len(level), MERGED_AT_ONCE)
            ]
        result: T = level[0].compute()
        return result


def acquisitions_of(acquire: Callable[[Any], Any], X: Any) -> Any:
    """Return a Dask data frame of the acquisitions in each partition, computed on demand.

    Parameters
    ----------
    acquire
        Takes some rows, which may be none, and returns an `Acquisition`.
    X
        Dask array or data frame.
    """
    import dask.dataframe as dd
    from dask.delayed import delayed

    if hasattr(X, "columns"):
        return X.map_partitions(_acquired, acquire, meta=_acquired(X._meta, acquire))
    acquisition = delayed(_acquired, pure=True)
    X = X.rechunk({1: -1})
    parts = [acquisition(part, acquire) for part in _partitions(X)]
    return dd.from_delayed(parts, meta=_acquired(np.empty((0, X.shape[1])), acquire), verify_meta=False)


def _acquired(X: Any, acquire: Callable[[Any], Any]) -> Any:
    return acquire(X).to_frame("pandas")


def _partitions(collection: Any) -> list[Any]:
    """Return the partitions as they were made.

    Dask would read small parts of a file together, more of them where there are few columns: X and y, each
    improved for itself, would be cut at different rows. As they are, both take theirs from the same tasks.
    """
    delayed = collection.to_delayed(optimize_graph=False)
    return list(delayed.ravel()) if hasattr(collection, "rechunk") else list(delayed)


def _length(labels: Any, weights: Any) -> int:
    return len(labels) if weights is None else int(np.sum(weights))


def _measured(
    X: Any,
    y: Any,
    weights: Any,
    number: int,
    start: int,
    meant: Collection[Any],
    measure: Callable[[Chunk], T],
) -> T:
    if hasattr(X, "index") and hasattr(y, "index") and len(X) == len(y) and not X.index.equals(y.index):
        row = next(row for row, (a, b) in enumerate(zip(X.index, y.index, strict=True)) if a != b)
        raise ValueError(
            f"chunk {number}, row {row}: X and y have different row labels, {X.index[row]!r} and "
            f"{y.index[row]!r}: take both from one frame, or give both the same index"
        )
    if hasattr(y, "to_numpy"):
        y = y.to_numpy()
    return measure(as_chunk(X, y, number, start, weights, meant))


def _merged(results: list[T], merge: Callable[[T, T], T]) -> T:
    total = results[0]
    for result in results[1:]:
        total = merge(total, result)
    return total
