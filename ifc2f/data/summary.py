"""A first look at data in chunks: classes, ranges, texts, and how often which value occurs in which class.

Summaries of chunks merge into the summary of all rows. Values of a column are counted one by one while it has
few different ones; then its bin edges are those of the whole data, exactly. Of a column with more, a t-digest
for each class is kept (Dunning and Ertl 2019; Apache DataSketches), whose ranks are good to about a
thousandth. Zeros are counted apart, so that sparse data stay small.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Float64, Int64
from ifc2f.data.chunks import Chunk, check_columns
from ifc2f.data.matrix import Columns, is_sparse
from ifc2f.data.quantise import check_exact
from ifc2f.data.texts import numbered_labels

__all__ = ["Summary", "summarise"]

MOST_VALUES = 1024  # different values of a column that are counted one by one
MOST_CATEGORIES = 255
DIGEST_SIZE = 500  # centroids; twice as many halve the error
DIGEST_POINTS = 2000  # values between which a cut may be made
REPEATED_AT_ONCE = 1 << 20
TAKEN_AT_ONCE = 4040  # values that a digest merges in one go: their order is nothing to it but time

UInt64 = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Summary:
    """What was seen of some rows.

    Attributes
    ----------
    number : int
        A chunk that is in it, for messages.
    names : tuple of str, or None
    classes : ndarray, shape (L,)
        Class labels, ascending.
    class_counts : ndarray of int64, shape (L,)
    low, high : ndarray of float32, shape (C,)
        Range of each column; NaN where nothing is present.
    texts : dict of int to set of str
        The texts of columns that hold some.
    n_missing : int
        Cells without a value.
    missing : ndarray of int64, shape (C, L), or None
        Rows without a value. None if values are not counted, only their ranges.
    keys : ndarray of uint64, shape (M,)
        Column and value (as bits that ascend with it) of every value counted, ascending; 0 is left out.
    counts : ndarray of int64, shape (M, L)
        How often they occur.
    digests : dict of int to list of L digests
        Of the columns with more values than are counted; None for a class without any.
    """

    number: int
    names: tuple[str, ...] | None
    classes: NDArray[Any]
    class_counts: Int64
    low: Float32
    high: Float32
    texts: dict[int, set[str]]
    n_missing: int = 0
    missing: Int64 | None = None
    keys: UInt64 = field(default_factory=lambda: np.empty(0, dtype=np.uint64))
    counts: Int64 = field(default_factory=lambda: np.empty((0, 0), dtype=np.int64))
    digests: dict[int, list[Any]] = field(default_factory=dict)

    @property
    def n_columns(self) -> int:
        """C."""
        return len(self.low)

    @property
    def n_rows(self) -> int:
        """The number of rows seen."""
        return int(self.class_counts.sum())

    def merge(self, other: Summary) -> Summary:
        """Return the summary of the rows of both.

        Raises
        ------
        ValueError
            If they have other columns, mix texts and numbers in one, or classes of different kinds.
        """
        self._check_columns_of(other)
        classes = _joined_classes(self, other)
        texts = {
            c: self.texts.get(c, set()) | other.texts.get(c, set()) for c in {**self.texts, **other.texts}
        }
        ranges = np.fmin(self.low, other.low), np.fmax(self.high, other.high)
        merged = Summary(
            self.number,
            self.names,
            classes,
            self._at(classes, self.class_counts) + other._at(classes, other.class_counts),
            *ranges,
            texts,
            self.n_missing + other.n_missing,
        )
        merged._refuse_mixtures(self, other)
        if self.missing is None or other.missing is None:
            return merged
        missing = self._at(classes, self.missing) + other._at(classes, other.missing)
        mine, others = self._with_classes(classes), other._with_classes(classes)
        digested = {*self.digests, *other.digests}
        mine, others = mine._digesting(digested), others._digesting(digested)
        keys, position = np.unique(np.concatenate([mine.keys, others.keys]), return_inverse=True)
        counts = np.zeros((len(keys), len(classes)), dtype=np.int64)
        counts[position[: len(mine.keys)]] += mine.counts
        counts[position[len(mine.keys) :]] += others.counts
        joined = Summary(
            merged.number,
            merged.names,
            classes,
            merged.class_counts,
            merged.low,
            merged.high,
            texts,
            merged.n_missing,
            missing,
            keys,
            counts,
            {c: _merged(mine.digests[c], others.digests[c]) for c in digested},
        )
        return joined._digesting(joined._too_many())

    def _check_columns_of(self, other: Summary) -> None:
        stand_in = Chunk(other.number, np.empty((0, other.n_columns)), {}, np.empty(0), other.names)
        check_columns(stand_in, self.names, self.n_columns)

    def _at(self, classes: NDArray[Any], values: Int64) -> Int64:
        """Spread what belongs to this summary's classes (the last axis) over more classes."""
        spread = np.zeros((*values.shape[:-1], len(classes)), dtype=np.int64)
        if len(self.classes):
            spread[..., np.searchsorted(classes, self.classes)] = values
        return spread

    def _with_classes(self, classes: NDArray[Any]) -> Summary:
        position = np.searchsorted(classes, self.classes).tolist() if len(self.classes) else []
        digests: dict[int, list[Any]] = {}
        for c, own in self.digests.items():
            digests[c] = [None] * len(classes)
            for at, digest in zip(position, own, strict=True):
                digests[c][at] = digest
        assert self.missing is not None
        return Summary(
            self.number,
            self.names,
            classes,
            self._at(classes, self.class_counts),
            self.low,
            self.high,
            self.texts,
            self.n_missing,
            self._at(classes, self.missing),
            self.keys,
            self._at(classes, self.counts),
            digests,
        )

    def _refuse_mixtures(self, one: Summary, other: Summary) -> None:
        for c, texts in self.texts.items():
            if texts and not np.isnan(self.low[c]):
                chunk, rest = (one, other) if one.texts.get(c) else (other, one)
                raise ValueError(
                    f"{self.column_name(c)} holds texts in chunk {chunk.number} and numbers in chunk "
                    f"{rest.number}"
                )
            if len(texts) > MOST_CATEGORIES:
                raise ValueError(
                    f"{self.column_name(c)} has more than {MOST_CATEGORIES} categories, the limit"
                )

    def column_name(self, c: int) -> str:
        """Return how a message names a column."""
        return f"column {c}" if self.names is None else f"column {self.names[c]!r}"

    def _too_many(self) -> set[int]:
        columns, n_values = np.unique(self.keys >> np.uint64(32), return_counts=True)
        return {int(c) for c in columns[n_values > MOST_VALUES]} - set(self.digests)

    def _digesting(self, columns: Collection[int]) -> Summary:
        """Return the summary with digests in place of the counted values of these columns."""
        new = [c for c in columns if c not in self.digests]
        if not new:
            return self
        column = self.keys >> np.uint64(32)
        digests = dict(self.digests)
        for c in new:
            own = slice(*np.searchsorted(column, [c, c + 1]))
            values = _values(self.keys[own]).astype(np.float64)
            digests[c] = [_digest_of(values, n) for n in self.counts[own].T]
        kept = ~np.isin(column, np.array(new, dtype=np.uint64))
        return Summary(
            self.number,
            self.names,
            self.classes,
            self.class_counts,
            self.low,
            self.high,
            self.texts,
            self.n_missing,
            self.missing,
            self.keys[kept],
            self.counts[kept],
            digests,
        )

    def categories(self, c: int) -> Float32:
        """Return the distinct values of a column that was counted one by one, ascending.

        Raises
        ------
        ValueError
            If they are more than a category may have, or too large for single precision to distinguish.
        """
        own = slice(*np.searchsorted(self.keys >> np.uint64(32), [c, c + 1]))
        values = _values(self.keys[own])
        assert self.missing is not None
        if self.n_rows > self.missing[c].sum() + self.counts[own].sum():
            values = np.sort(np.append(values, np.float32(0)))
        if c in self.digests or len(values) > MOST_CATEGORIES:
            raise ValueError(f"{self.column_name(c)} has more than {MOST_CATEGORIES} categories, the limit")
        check_exact(values, self.column_name(c))
        return values

    def histograms(self) -> Columns:
        """Return all columns as histograms: a row for each class, and values weighed by their counts."""
        assert self.missing is not None
        column, value, of_class, weight = [], [], [], []
        at, k = np.nonzero(self.counts)
        column.append((self.keys[at] >> np.uint64(32)).astype(np.int64))
        value.append(_values(self.keys[at]))
        of_class.append(k)
        weight.append(self.counts[at, k])
        at, k = np.nonzero(self.missing)
        column.append(at)
        value.append(np.full(len(at), np.nan, dtype=np.float32))
        of_class.append(k)
        weight.append(self.missing[at, k])
        for c, digests in self.digests.items():
            points, counts = _points(digests)
            at, k = np.nonzero(counts)
            column.append(np.full(len(at), c))
            value.append(points[at])
            of_class.append(k)
            weight.append(counts[at, k])
        columns = np.concatenate(column)
        order = np.argsort(columns, kind="stable")
        starts = np.searchsorted(columns[order], np.arange(self.n_columns + 1)).astype(np.int64)
        return Columns(
            (self.n_rows, self.n_columns),
            np.concatenate(value)[order].astype(np.float32),
            np.concatenate(of_class)[order].astype(np.int32),
            starts,
            np.concatenate(weight)[order].astype(np.int64),
        )


def summarise(chunk: Chunk, values: bool, only: Collection[int] | None = None) -> Summary:
    """Summarise one chunk.

    Parameters
    ----------
    chunk
        Some rows.
    values
        Whether values are counted besides their range.
    only
        The columns whose values are counted; all by default.

    Raises
    ------
    ValueError
        If a column holds an infinite value.
    """
    classes, y = numbered_labels(chunk.labels)
    columns = Columns.of(chunk.matrix)
    low, high = columns.ranges()
    texts = {c: set(cells.texts) for c, cells in chunk.texts.items()}
    n_missing = int(np.isnan(columns.values).sum())
    n_missing -= sum(cells.n_present for cells in chunk.texts.values())
    class_counts = np.bincount(y, minlength=len(classes))
    plain = Summary(chunk.number, chunk.names, classes, class_counts, low, high, texts, n_missing)
    for c in np.flatnonzero(np.isinf(low) | np.isinf(high))[:1]:
        raise ValueError(
            f"chunk {chunk.number}, {plain.column_name(int(c))} holds an infinite value (or one beyond "
            "float32); replace it, or use NaN for a missing value"
        )
    if not values:
        return plain
    counted = np.ones(columns.n_columns, dtype=np.bool_)
    if only is not None:
        counted[:] = False
        counted[list(only)] = True
    digests: dict[int, list[Any]] = {}
    if not is_sparse(chunk.matrix):
        of_class = [y == k for k in range(len(classes))]
        for c in np.flatnonzero(counted):
            if len(np.unique(chunk.matrix[: 2 * MOST_VALUES, c])) > MOST_VALUES:
                counted[c] = False
                column = chunk.matrix[:, c].astype(np.float64)
                present = (column != 0) & ~np.isnan(column)
                digests[int(c)] = [_digest(column[present & rows]) for rows in of_class]
    column, value, row = _entries(chunk.matrix, columns, counted)
    missing = np.zeros((columns.n_columns, len(classes)), dtype=np.int64)
    absent = np.isnan(value)
    np.add.at(missing, (column[absent], y[row[absent]]), 1)
    taken = ~absent & (value != 0) & counted[column]
    keys, position = np.unique(_keys(column[taken], value[taken]), return_inverse=True)
    counts = np.bincount(position * len(classes) + y[row[taken]], minlength=len(keys) * len(classes))
    full = Summary(
        plain.number,
        plain.names,
        classes,
        plain.class_counts,
        low,
        high,
        texts,
        plain.n_missing,
        missing,
        keys,
        counts.reshape(len(keys), len(classes)).astype(np.int64),
        digests,
    )
    return full._digesting(full._too_many())


def _joined_classes(one: Summary, other: Summary) -> NDArray[Any]:
    """Return the classes of both, ascending; a chunk without rows has none of any kind."""
    if not len(one.classes) or not len(other.classes):
        return one.classes if len(one.classes) else other.classes
    if (one.classes.dtype.kind == "U") != (other.classes.dtype.kind == "U"):
        raise ValueError(
            f"the classes of chunk {one.number} or {other.number} are texts, those of the other numbers"
        )
    return np.unique(np.concatenate([one.classes, other.classes]))


def _entries(matrix: Any, columns: Columns, counted: NDArray[np.bool_]) -> tuple[Int64, Float32, Int64]:
    """Return column, value and row of the entries of a matrix that are not left out as zeros.

    Of a dense one, columns that are not counted have entries only where they have no value.
    """
    if columns.rows is not None and columns.starts is not None:
        column = np.repeat(np.arange(columns.n_columns), np.diff(columns.starts))
        return column, columns.values, columns.rows.astype(np.int64)
    row, column = np.nonzero(np.isnan(matrix) | (counted & (matrix != 0)))
    return column, matrix[row, column], row


def _keys(column: Int64, value: Float32) -> UInt64:
    bits = (value + np.float32(0)).view(np.uint32)
    ascending = np.where(bits >> 31 != 0, ~bits, bits | np.uint32(0x80000000))
    keys: UInt64 = (column.astype(np.uint64) << np.uint64(32)) | ascending
    return keys


def _values(keys: UInt64) -> Float32:
    bits = keys.astype(np.uint32)
    return np.where(bits >> 31 != 0, bits & np.uint32(0x7FFFFFFF), ~bits).astype(np.uint32).view(np.float32)


def _new_digest() -> Any:
    try:
        from datasketches import tdigest_double
    except ModuleNotFoundError as error:
        raise ImportError(
            f"a column has more than {MOST_VALUES} different values; finding its quantiles in chunks needs "
            "datasketches: install ifc2f[chunks], choose binning='equal-width', or give edges"
        ) from error
    return tdigest_double(DIGEST_SIZE)


def _digest(values: Float64) -> Any:
    if not len(values):
        return None
    digest = _new_digest()
    digest.update(_sorted_in_parts(values))
    digest.compress()
    return Digest(digest)


def _sorted_in_parts(values: Float64) -> Float64:
    """Return values of which those that a digest merges in one go ascend."""
    parts = np.array(values)
    whole = len(parts) - len(parts) % TAKEN_AT_ONCE
    parts[:whole].reshape(-1, TAKEN_AT_ONCE).sort(axis=1)
    parts[whole:].sort()
    return parts


def _digest_of(values: Float64, counts: Int64) -> Any:
    """Return the digest of values that occur so often."""
    digest = None
    ends = np.cumsum(counts)
    for begin in range(0, int(ends[-1]) if len(ends) else 0, REPEATED_AT_ONCE):
        numbers = np.arange(begin, min(begin + REPEATED_AT_ONCE, int(ends[-1])))
        part = _digest(values[np.searchsorted(ends, numbers, side="right")])
        digest = part if digest is None else digest.merged(part)
    return digest


class Digest:
    """A t-digest that does not change and can be sent to another process."""

    def __init__(self, digest: Any) -> None:
        self.digest = digest

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _read_digest, (self.digest.serialize(),)

    def merged(self, other: Digest) -> Digest:
        """Return the digest of the values of both."""
        copy = _read_digest(self.digest.serialize()).digest
        copy.merge(other.digest)
        copy.compress()
        return Digest(copy)


def _read_digest(data: bytes) -> Digest:
    return Digest(type(_new_digest()).deserialize(data))


def _merged(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    return [b if a is None else a if b is None else a.merged(b) for a, b in zip(one, other, strict=True)]


def _points(digests: Sequence[Any]) -> tuple[Float32, Int64]:
    """Return values, ascending, and how many rows of each class are at each or below, past the one before."""
    ranks = (np.arange(DIGEST_POINTS) + 0.5) / DIGEST_POINTS
    found = [
        np.append([d.digest.get_quantile(rank) for rank in ranks], d.digest.get_max_value())
        for d in digests
        if d is not None
    ]
    points = np.unique(np.concatenate([*found, np.empty(0)]).astype(np.float32))
    points = points[points != 0]
    counts = np.zeros((len(points), len(digests)), dtype=np.int64)
    for k, d in enumerate(digests):
        if d is not None:
            below = np.asarray(d.digest.get_cdf(points.astype(np.float64)))[: len(points)]
            below[-1] = 1.0  # the largest point is the largest value
            rows = np.rint(below * d.digest.get_total_weight()).astype(np.int64)
            counts[:, k] = np.diff(rows, prepend=0)
    return points, counts
