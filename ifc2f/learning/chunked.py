"""Learning from chunks: a summary of the values, then counts of bins and of pairs of features."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Float64, Int32, Int64, UInt8
from ifc2f.costs import AcquisitionCosts
from ifc2f.data import quantise
from ifc2f.data.chunks import Chunk, ChunkSource, check_columns
from ifc2f.data.columns import NumberedNames
from ifc2f.data.matrix import Columns
from ifc2f.data.quantise import Binnings
from ifc2f.data.summary import Summary, summarise
from ifc2f.learning.count_rows import count
from ifc2f.learning.counts import Counts, all_pairs
from ifc2f.learning.evidence import CountedPairs
from ifc2f.learning.train import Kept, Progress, chosen_columns, narrowed, scores_of_bins
from ifc2f.learning.training_data import check_classes
from ifc2f.network import ClassLabel
from ifc2f.settings import Settings

__all__ = [
    "MOST_PAIRED",
    "Bins",
    "ChunkedData",
    "Coder",
    "Summarised",
    "count_chunk",
    "count_chunks",
    "count_families",
    "count_in_bins",
    "count_pairs",
    "given_bins",
    "refuse_settings",
]

MOST_PAIRED = 2000  # most features whose pairs are all counted
MOST_CELLS = 1 << 27  # of their counts (1 GB); above that, features are chosen before pairs are counted


@dataclass(frozen=True, eq=False)
class Bins:
    """The bins of all columns, and the texts of those that hold texts.

    Attributes
    ----------
    binnings : Binnings
    labels : dict of int to tuple of str
    """

    binnings: Binnings
    labels: dict[int, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class Summarised:
    """Properties of data in chunks that follow from the summary of all rows.

    Attributes
    ----------
    summary : Summary
        Of all rows.
    """

    summary: Summary

    @property
    def names(self) -> Sequence[str]:
        """Column names."""
        return self.summary.names or NumberedNames(range(self.n_columns))

    @property
    def classes(self) -> Sequence[ClassLabel]:
        """Class labels."""
        labels: list[ClassLabel] = self.summary.classes.tolist()
        return labels

    @property
    def n_classes(self) -> int:
        """L."""
        return len(self.summary.classes)

    @property
    def n_columns(self) -> int:
        """C."""
        return self.summary.n_columns

    def ranges(self, columns: Sequence[int]) -> tuple[Float32, Float32]:
        """Return smallest and largest value of some columns."""
        return self.summary.low[list(columns)], self.summary.high[list(columns)]


@dataclass(frozen=True, eq=False)
class ChunkedData(Summarised):
    """The contents of chunks: all that a model is learned from.

    Attributes
    ----------
    summary : Summary
        Its values, if it counted any, are not needed any more.
    bins : Bins
        Of all columns.
    columns : sequence of int
        The columns that were counted.
    counts : Counts
        Of those columns and, if they are few enough or were chosen, all their pairs.
    scores : ndarray of float64, shape (C,), or None
        Relevance of all columns if those counted were chosen by it.
    """

    bins: Bins
    columns: Sequence[int]
    counts: Counts
    scores: Float64 | None = None

    @property
    def labels(self) -> dict[int, tuple[str, ...]]:
        """Texts of columns that hold texts."""
        return self.bins.labels

    @property
    def class_counts(self) -> Int64:
        """Rows of each class, shape (L,)."""
        return self.counts.classes

    def kept(
        self, settings: Settings, features: Sequence[int] | None, costs: AcquisitionCosts, n_jobs: int = 1
    ) -> Kept:
        """Keep the relevant features, or those given.

        Where they were chosen before their pairs were counted, what they pay for is not kept with them.
        """
        binnings, scores = self.bins.binnings.select(self.columns), self.scores
        if scores is None:
            scores = np.zeros(self.n_columns)
            scores[list(self.columns)] = scores_of_bins(self.counts.features, binnings, settings, n_jobs)
        chosen = chosen_columns(scores, settings, features, None if self.scores is not None else costs)
        position = {c: k for k, c in enumerate(self.columns)}
        evidence = CountedPairs(self.counts, binnings.n_values).select([position[c] for c in chosen])
        pool = Kept(chosen, scores, evidence, self.bins.binnings.select(chosen))
        if settings.merge_categories:
            pool = pool.merged()
        return pool if features is not None else narrowed(pool, settings, n_jobs)


def refuse_settings(settings: Settings) -> None:
    """Refuse what cannot be learned by adding up counts of chunks.

    Raises
    ------
    ValueError
        Naming the setting.
    """
    if settings.relevance == "values":
        raise ValueError(
            "relevance='values' needs all rows at once: adjusted mutual information of raw values does not "
            "add up over chunks; use relevance='bins'"
        )
    if settings.structure in ("random", "clique"):
        raise ValueError(
            f"structure={settings.structure!r} needs counts of more than two features at a time, which "
            "chunks do not keep; use 'tree', 'forest', 'line' or 'naive'"
        )


def count_chunks(
    source: ChunkSource,
    settings: Settings,
    *,
    categorical: Sequence[int] = (),
    given: Bins | None = None,
    features: Sequence[int] | None = None,
    n_jobs: int = 1,
    progress: Progress = lambda stage: None,
) -> ChunkedData:
    """Count what a model is learned from, in two passes over the chunks.

    The first finds classes, ranges and, where bins depend on them, the values of the columns; the second
    counts bins and all pairs of features. Where there are more than 2000 columns, or the counts of all pairs
    would take more than 1 GB, features are chosen after the second pass and their pairs counted in a third.

    Parameters
    ----------
    source
        Gives the chunks anew in every pass.
    settings
        As for `train`.
    categorical
        Columns of numbers that are categories.
    given
        Bins, if they are not to be found.
    features
        The columns to keep, if they are not to be chosen.

    Raises
    ------
    ValueError
        If chunks do not fit each other, hold infinite values, or a setting needs all rows at once; the
        message names chunk, column or setting.
    """
    refuse_settings(settings)
    needs_values = given is None and settings.binning not in quantise.BY_RANGE
    values = needs_values or (given is None and len(categorical) > 0)
    only = None if needs_values else categorical
    summary = source.gather(
        "looking at values", partial(summarise, values=values, only=only), Summary.merge, progress
    )
    if not summary.n_rows:
        raise ValueError("the chunks hold no rows to learn from")
    check_classes(summary.classes.tolist())
    bins = given or _bins_of(summary, settings, categorical, n_jobs)
    summary = replace(summary, missing=None, keys=summary.keys[:0], counts=summary.counts[:0], digests={})
    return count_in_bins(source, settings, summary, bins, features=features, n_jobs=n_jobs, progress=progress)


def count_in_bins(
    source: ChunkSource,
    settings: Settings,
    summary: Summary,
    bins: Bins,
    *,
    features: Sequence[int] | None = None,
    n_jobs: int = 1,
    progress: Progress = lambda stage: None,
) -> ChunkedData:
    """Count what a model is learned from in known bins, in one pass over the chunks.

    Where `count_chunks` takes a third pass it takes a second one.

    Parameters
    ----------
    summary
        Of all rows.
    bins
        Of all columns.
    source, settings, features, n_jobs, progress
        As for `count_chunks`.
    """
    columns = list(range(summary.n_columns)) if features is None else list(features)
    counting = partial(count_chunk, bins=bins, classes=summary.classes, names=summary.names, n_jobs=n_jobs)
    if _can_pair(bins.binnings, columns, len(summary.classes)):
        counts = source.gather(
            "counting pairs of features", partial(counting, columns=columns), Counts.__add__, progress
        )
        return ChunkedData(summary, bins, columns, counts)
    counts = source.gather(
        "counting features", partial(counting, columns=columns, pairs=False), Counts.__add__, progress
    )
    scores = np.zeros(summary.n_columns)
    binnings = bins.binnings if features is None else bins.binnings.select(columns)
    scores[columns] = scores_of_bins(counts.features, binnings, settings, n_jobs)
    chosen = chosen_columns(scores, settings, features)
    if len(chosen) > MOST_PAIRED:
        raise ValueError(
            f"{len(chosen)} features would be kept, but chunks can count the pairs of {MOST_PAIRED} at most: "
            "set max_features"
        )
    counts = source.gather(
        "counting pairs of the features kept", partial(counting, columns=chosen), Counts.__add__, progress
    )
    return ChunkedData(summary, bins, chosen, counts, scores)


def _can_pair(binnings: Binnings, columns: Sequence[int], n_classes: int) -> bool:
    n = len(columns)
    if n > MOST_PAIRED:
        return False
    largest = int(binnings.n_values[list(columns)].max(initial=1))
    return n * (n - 1) // 2 * largest * largest * n_classes <= MOST_CELLS


def count_chunk(
    chunk: Chunk,
    bins: Bins,
    classes: NDArray[Any],
    names: Sequence[str] | None,
    columns: Sequence[int],
    pairs: bool = True,
    n_jobs: int = 1,
) -> Counts:
    """Count some columns of a chunk, and all their pairs.

    Raises
    ------
    ValueError
        If the chunk has other columns or a class that is not in `classes`.
    """
    coder = Coder.of(bins, columns, classes, names)
    if not pairs:
        return _features_only(coder.binnings, *coder.cells(chunk), len(classes), n_jobs)
    return count_pairs(chunk, coder, all_pairs(len(columns)), n_jobs)


@dataclass(frozen=True, eq=False)
class Coder:
    """An encoder for the rows of any chunk.

    Attributes
    ----------
    columns : sequence of int
        The columns that are coded.
    binnings : Binnings
        Of those columns.
    labels : dict of int to tuple of str
        The texts of columns that hold texts.
    classes : ndarray, shape (L,)
        Class labels, ascending.
    names : sequence of str, or None
        Column names, if chunks have them.
    n_columns : int
        C.
    """

    columns: Sequence[int]
    binnings: Binnings
    labels: dict[int, tuple[str, ...]]
    classes: NDArray[Any]
    names: Sequence[str] | None
    n_columns: int

    @classmethod
    def of(
        cls, bins: Bins, columns: Sequence[int], classes: NDArray[Any], names: Sequence[str] | None
    ) -> Coder:
        """Return an encoder for some of the columns with bins."""
        n_columns = len(bins.binnings)
        binnings = bins.binnings if len(columns) == n_columns else bins.binnings.select(columns)
        return cls(columns, binnings, bins.labels, classes, names, n_columns)

    def cells(self, chunk: Chunk) -> tuple[Columns, Int32]:
        """Return the columns of a chunk, and its class numbers.

        Raises
        ------
        ValueError
            If the chunk has other columns, texts in a column of numbers, or a class that is unknown.
        """
        check_columns(chunk, self.names, self.n_columns)
        for c in chunk.texts:
            if c not in self.labels and chunk.texts[c].texts:
                name = f"column {c}" if self.names is None else f"column {self.names[c]!r}"
                raise ValueError(f"chunk {chunk.number}: {name} holds texts, but its bins are for numbers")
        matrix = Columns.of(chunk.encoded(self.labels))
        every = len(self.columns) == matrix.n_columns
        return matrix if every else matrix.select(self.columns), chunk.class_numbers(self.classes)

    def codes(self, chunk: Chunk, n_jobs: int = 1) -> tuple[UInt8, Int32]:
        """Return the codes of a chunk, shape (K, n), and its class numbers, shape (n,)."""
        cells, y = self.cells(chunk)
        return self.binnings.codes(cells, n_jobs), y


def count_pairs(chunk: Chunk, coder: Coder, pairs: Int32, n_jobs: int = 1) -> Counts:
    """Count columns of a chunk and some pairs of them."""
    codes, y = coder.codes(chunk, n_jobs)
    largest = int(coder.binnings.n_values.max(initial=1))
    return count(codes, y, largest, len(coder.classes), pairs=pairs, n_jobs=n_jobs)


def count_families(
    source: ChunkSource,
    coder: Coder,
    parents: Sequence[Sequence[int]],
    n_jobs: int = 1,
    progress: Progress = lambda stage: None,
) -> CountedPairs | None:
    """Count, in one pass over the chunks, each of some columns with its parent, if it has one.

    Returns None, without reading the chunks, if the counts would take more than 1 GB.
    """
    families = {(min(k, *own), max(k, *own)) for k, own in enumerate(parents) if own}
    pairs = np.array(sorted(families), dtype=np.int32).reshape(-1, 2)
    largest = int(coder.binnings.n_values.max(initial=1))
    if len(pairs) * largest * largest * len(coder.classes) > MOST_CELLS:
        return None
    measure = partial(count_pairs, coder=coder, pairs=pairs, n_jobs=n_jobs)
    counts = source.gather("counting features with their parents", measure, Counts.__add__, progress)
    return CountedPairs(counts, coder.binnings.n_values)


def _features_only(binnings: Binnings, columns: Columns, y: Int32, n_classes: int, n_jobs: int) -> Counts:
    features = binnings.counts(columns, y, n_classes, n_jobs)
    classes: Int64 = np.bincount(y, minlength=n_classes).astype(np.int64)
    n_values = features.shape[1]
    no_pairs = np.empty((0, 2), dtype=np.int32), np.empty((0, n_values, n_values, n_classes), dtype=np.int64)
    return Counts(classes, features, *no_pairs)


def _bins_of(summary: Summary, settings: Settings, categorical: Sequence[int], n_jobs: int) -> Bins:
    """Find the bins of all columns."""
    labels = {c: tuple(sorted(texts)) for c, texts in summary.texts.items()}
    quantise.check_method(settings.n_bins, settings.binning)
    if settings.binning in quantise.BY_RANGE:
        edges = quantise.BY_RANGE[settings.binning](summary.low, summary.high, settings.n_bins)
    else:
        itself = np.arange(len(summary.classes), dtype=np.int32)
        columns = summary.histograms()
        edges = quantise.sorted_edges(
            columns, itself, summary.class_counts, settings.n_bins, settings.binning, n_jobs
        )
    if not labels and not categorical:
        return Bins(edges.binnings(), {})
    values = {c: summary.categories(c) for c in categorical}
    values |= {c: np.arange(len(texts), dtype=np.float32) for c, texts in labels.items()}
    binnings = (
        quantise.Binning(values[c], True) if c in values else edges.of(c) for c in range(summary.n_columns)
    )
    return Bins(Binnings.of(binnings), labels)


def given_bins(
    edges: Mapping[Any, Any] | Sequence[Any],
    names: Sequence[str],
    categorical: Sequence[int],
    index_of: Callable[[Any], int],
) -> Bins:
    """Check the bin edges that a user gives.

    Parameters
    ----------
    edges
        For every column, by position or in a dict by name or number: the inner edges of its bins, strictly
        increasing; the values of a column of categories; or, for a column of texts, the texts.
    names
        Column names.
    categorical
        Columns of numbers that are categories.
    index_of
        Returns the number of a column given by name or number.

    Raises
    ------
    ValueError
        If a column has no edges, or what is given for it is out of order or no number; the message names it.
    """
    if isinstance(edges, Mapping):
        by_column = {index_of(key): value for key, value in edges.items()}
        if missing := [c for c in range(len(names)) if c not in by_column]:
            raise ValueError(f"edges are given for some columns, but not for {names[missing[0]]!r}")
        given = [by_column[c] for c in range(len(names))]
    else:
        given = list(edges)
        if len(given) != len(names):
            raise ValueError(f"edges are given for {len(given)} columns, but there are {len(names)}")
    labels: dict[int, tuple[str, ...]] = {}
    binnings = []
    for c, own in enumerate(given):
        if len(own) and all(isinstance(text, str) for text in own):
            labels[c] = tuple(own)
            if len(set(labels[c])) < len(own):
                raise ValueError(f"the categories given for column {names[c]!r} contain a text twice")
            own = np.arange(len(own))
        try:
            binnings.append(quantise.Binning(own, c in labels or c in categorical))
            if c in categorical:
                quantise.check_exact(binnings[-1].values, "it")
        except (ValueError, TypeError) as error:
            raise ValueError(f"the edges of column {names[c]!r}: {error}") from None
    return Bins(Binnings.of(binnings), labels)
