"""Data in chunks: larger than memory, in a stream, or on the machines of a cluster.

What is learned from a chunk is merged by addition, so it does not matter how the rows are cut into chunks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ifc2f.data import columns
from ifc2f.data.frames import as_array, frame_of
from ifc2f.data.matrix import is_sparse
from ifc2f.data.texts import Texts, numbered
from ifc2f.data.weights import whole_weights

__all__ = ["Chunk", "ChunkSource", "Chunks", "Rows", "as_chunk"]

T = TypeVar("T")
Rows = tuple[Any, Any] | tuple[Any, Any, Any]  # X, y and how often each row counts


@runtime_checkable
class ChunkSource(Protocol):
    """A source of chunks that can be read more than once."""

    def columns(self) -> tuple[tuple[str, ...] | None, int]:
        """Return the names of the columns, if they have any, and their number."""
        ...

    def located(self) -> ChunkSource:
        """Return the same chunks; each knows where it starts, which may require their lengths."""
        ...

    def gather(
        self,
        what: str,
        measure: Callable[[Chunk], T],
        merge: Callable[[T, T], T],
        tell: Callable[[str], None],
    ) -> T:
        """Measure every chunk and merge the results.

        Parameters
        ----------
        what
            What is done, for `tell`.
        measure
            Called with every chunk; depends on nothing else.
        merge
            Joins two results and leaves them as they are; the order of the chunks is kept.
        tell
            Called with a sentence now and then.

        Raises
        ------
        ValueError
            If there is no chunk.
        """
        ...


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some rows.

    Attributes
    ----------
    number : int
        The first is 0; for messages.
    matrix : ndarray of float32 or SciPy sparse matrix, shape (n, C)
        NaN is missing, and stands in columns of texts.
    texts : dict of int to Texts, shape (n,)
        The cells of columns that hold texts.
    labels : ndarray, shape (n,)
        Class labels.
    names : tuple of str, or None
        Column names, if the rows have them.
    start : int
        Rows of the data before these.
    """

    number: int
    matrix: Any
    texts: dict[int, Texts]
    labels: NDArray[Any]
    names: tuple[str, ...] | None
    start: int = 0

    @property
    def n_rows(self) -> int:
        """n."""
        return len(self.labels)

    @property
    def n_columns(self) -> int:
        """C."""
        return int(self.matrix.shape[1])

    def repeated(self, weights: Any) -> Chunk:
        """Repeat each row by its weight; weights may all be 0 here.

        Raises
        ------
        ValueError
            If they are no whole numbers, one for each row.
        """
        try:
            times = whole_weights(weights, self.n_rows, "training in chunks")
        except ValueError as error:
            raise ValueError(f"chunk {self.number}: {error}") from error
        rows = np.repeat(np.arange(self.n_rows), times)
        matrix = self.matrix.tocsr() if is_sparse(self.matrix) else self.matrix
        texts = {c: cells.take(rows) for c, cells in self.texts.items()}
        return replace(self, matrix=matrix[rows], texts=texts, labels=self.labels[rows])

    def encoded(self, labels: dict[int, tuple[str, ...]]) -> Any:
        """Return the matrix with texts replaced by their numbers in `labels`.

        A text that is not among them is -1, which no category has, so that it counts as missing.
        """
        if not labels:
            return self.matrix
        matrix = self.matrix.copy()
        for c, known in labels.items():
            if c in self.texts:
                matrix[:, c] = self.texts[c].numbers(numbered(known))
        return matrix

    def class_numbers(self, classes: NDArray[Any]) -> NDArray[np.int32]:
        """Return the position of each label in `classes`, which ascend.

        Raises
        ------
        ValueError
            If a label is not among them.
        """
        if not self.n_rows:
            return np.empty(0, dtype=np.int32)
        unknown: Sequence[int] | NDArray[Any] = (0,)
        if (classes.dtype.kind == "U") == (self.labels.dtype.kind == "U"):
            at = np.minimum(np.searchsorted(classes, self.labels), len(classes) - 1)
            unknown = np.flatnonzero(classes[at] != self.labels)
        if len(unknown):
            label = self.labels[unknown[0]].item()
            known = ", ".join(repr(c) for c in classes[:10].tolist())
            raise ValueError(
                f"chunk {self.number} holds the class {label!r}, which is not one of {known}: name all "
                "classes "
                "at the start"
            )
        return at.astype(np.int32)


def as_chunk(
    X: Any, y: Any, number: int = 0, start: int = 0, weights: Any = None, meant: Collection[Any] = ()
) -> Chunk:
    """Check the rows of a chunk.

    Parameters
    ----------
    X
        Matrix, SciPy sparse matrix or data frame, shape (n, C).
    y
        Class labels, shape (n,): whole numbers, texts or booleans.
    number
        The first chunk is 0; for messages.
    start
        Rows of the data before these.
    weights
        How many rows each row stands for: whole numbers, shape (n,); None: one.
    meant
        Columns of texts that are categories, whatever they look like, by number or name.

    Raises
    ------
    ValueError
        If X holds no numbers, y no labels, or their lengths differ; the message names chunk and column.
    """
    where = f"chunk {number}"
    names: tuple[str, ...] | None = None
    texts: dict[int, Texts] = {}
    frame = frame_of(X)
    if frame is not None:
        names = frame.names
        texts = {c: column.texts() for c, column in frame.text_columns(meant)}
        X = frame.matrix(dict.fromkeys(texts, ()))
        if texts:
            X[:, list(texts)] = np.nan
    elif not is_sparse(X):
        X = np.asarray(X)
    elif X.format not in ("csr", "csc"):
        X = X.tocsr()  # of which rows can be taken
    if X.ndim != 2:
        raise ValueError(f"{where}: X must have two dimensions, (rows, columns), not {X.ndim}")
    if X.dtype.kind not in "fiub":
        raise ValueError(f"{where}: X holds {X.dtype}, not real numbers; texts need a data frame")
    chunk = Chunk(number, columns.as_float32(X), texts, _labels(y, X.shape[0], where), names, start)
    return chunk if weights is None else chunk.repeated(weights)


def _labels(y: Any, n_rows: int, where: str) -> NDArray[Any]:
    labels = np.asarray(as_array(y))
    if labels.shape != (n_rows,):
        raise ValueError(f"{where}: y must have shape ({n_rows},), a class for each row; got {labels.shape}")
    if labels.dtype == object:
        missing = [at for at, label in enumerate(labels) if columns.is_missing(label)]
        if missing:
            raise ValueError(f"{where}, row {missing[0]}: there is no class")
        kinds = sorted({type(label).__name__ for label in labels})
        if len(kinds) > 1:
            raise ValueError(f"{where}: y mixes labels of the types {' and '.join(kinds)}")
        labels = np.array(labels.tolist()) if n_rows else labels.astype(str)
    if labels.dtype.kind == "f":
        if (gaps := np.isnan(labels)).any():
            raise ValueError(f"{where}, row {gaps.argmax()}: there is no class")
        odd = labels[~((labels == np.floor(labels)) & np.isfinite(labels))]
        if len(odd):
            raise ValueError(f"{where}: y holds {odd[0]}: classes are whole numbers, texts or booleans")
    if labels.dtype.kind not in "fiubU":
        raise ValueError(f"{where}: y holds {labels.dtype}: classes are whole numbers, texts or booleans")
    return labels


class Chunks:
    """Chunks that are made anew in every pass over them.

    Parameters
    ----------
    chunks
        A callable that returns an iterator over (X, y) or (X, y, weights), or something that can be iterated
        over repeatedly, such as a list.
    meant
        Columns of texts that are categories, whatever they look like, by number or name.

    Raises
    ------
    TypeError
        If it is an iterator, which can be passed over only once.
    """

    def __init__(
        self, chunks: Callable[[], Iterable[Rows]] | Iterable[Rows], meant: Collection[Any] = ()
    ) -> None:
        if not callable(chunks) and iter(chunks) is chunks:
            raise TypeError(
                "training passes over the chunks more than once, but an iterator can be used only once: give "
                "a callable that returns a new iterator, or a list"
            )
        self._chunks, self._meant = chunks, meant

    def __iter__(self) -> Iterator[Chunk]:
        chunks = self._chunks() if callable(self._chunks) else self._chunks
        for number, (X, y, *weights) in enumerate(chunks):
            yield as_chunk(X, y, number, 0, weights[0] if weights else None, self._meant)

    def columns(self) -> tuple[tuple[str, ...] | None, int]:
        """Return the columns of the first chunk; see `ChunkSource`."""
        for chunk in self:
            return chunk.names, chunk.n_columns
        raise ValueError("there is no chunk of rows to learn from")

    def located(self) -> Chunks:
        """Return these chunks: one after the other, they are counted on the way."""
        return self

    def gather(
        self,
        what: str,
        measure: Callable[[Chunk], T],
        merge: Callable[[T, T], T],
        tell: Callable[[str], None],
    ) -> T:
        """Measure one chunk after the other; see `ChunkSource`."""
        start = time.perf_counter()
        n_rows = 0
        gathered: list[T] = []
        for chunk in self:
            measured = measure(replace(chunk, start=n_rows))
            gathered = [merge(gathered[0], measured)] if gathered else [measured]
            n_rows += chunk.n_rows
            rate = n_rows / max(time.perf_counter() - start, 1e-9)
            tell(f"{what}: {n_rows} rows, {_rounded(rate)} rows/s")
        if not gathered:
            raise ValueError("there is no chunk of rows to learn from")
        return gathered[0]


def _rounded(rate: float) -> str:
    """Return a rate with three digits."""
    return f"{float(f'{rate:.3g}'):.0f}"


def check_columns(chunk: Chunk, names: Sequence[str] | None, n_columns: int) -> None:
    """Refuse a chunk with other columns than those before it; the message names one.

    Raises
    ------
    ValueError
        If number, names or order differ.
    """
    where = f"chunk {chunk.number}"
    if (chunk.names is None) != (names is None):
        raise ValueError(f"{where}: some chunks have column names and others have none")
    if chunk.names is not None and names is not None:
        if new := [name for name in chunk.names if name not in set(names)]:
            raise ValueError(f"{where} has a column {new[0]!r}, which other chunks do not have")
        if gone := [name for name in names if name not in set(chunk.names)]:
            raise ValueError(f"{where} has no column {gone[0]!r}, which other chunks have")
        if tuple(names) != chunk.names:
            moved = next(a for a, b in zip(chunk.names, names, strict=True) if a != b)
            raise ValueError(f"{where} has its columns in another order: {moved!r} is out of place")
    if chunk.n_columns != n_columns:
        raise ValueError(f"{where} has {chunk.n_columns} columns, others have {n_columns}")
