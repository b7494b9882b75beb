"""A sample of the rows of chunks, for the parts that need rows and not counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ifc2f.core.kernels import Int64
from ifc2f.data.chunks import Chunk, ChunkSource
from ifc2f.data.matrix import is_sparse
from ifc2f.data.quantise import Binning, Binnings, fit_binnings
from ifc2f.data.reservoir import Reservoir
from ifc2f.data.summary import Summary, summarise
from ifc2f.learning.chunked import Bins, Coder, Summarised
from ifc2f.learning.train import Progress
from ifc2f.learning.training_data import TrainingData, check_classes
from ifc2f.settings import Settings

__all__ = ["Sampled", "sample_chunks", "sample_of"]

MOST_CELLS = 1 << 27  # of a dense sample (512 MB)


@dataclass(frozen=True, eq=False)
class Sampled(Summarised):
    """A sample of all rows, and facts of the others.

    Attributes
    ----------
    summary : Summary
        Of all rows, without their values.
    rows : Reservoir
        The rows kept.
    given : Bins or None
        Bins of all columns, if they are not to be found.
    categorical : sequence of int
        Columns of numbers that are categories.
    features : sequence of int, or None
        The columns to keep, if they are not to be chosen.
    """

    rows: Reservoir
    given: Bins | None = None
    categorical: Sequence[int] = ()
    features: Sequence[int] | None = None

    @property
    def labels(self) -> dict[int, tuple[str, ...]]:
        """Texts of columns that hold texts."""
        if self.given is not None:
            return self.given.labels
        return {c: tuple(sorted(texts)) for c, texts in self.summary.texts.items()}

    @property
    def class_counts(self) -> Int64:
        """Rows of each class, of all rows; shape (L,)."""
        return self.summary.class_counts

    def training_data(self) -> TrainingData:
        """Return the rows kept as data to train on."""
        chunk = self.rows.as_chunk(self.summary.names)
        return TrainingData(
            matrix=chunk.encoded(self.labels),
            y=chunk.class_numbers(self.summary.classes),
            names=self.names,
            classes=self.classes,
            categorical=sorted({*self.labels, *self.categorical}),
            labels=self.labels,
            given=None if self.given is None else self.given.binnings,
            features=self.features,
        )

    def bins(self, settings: Settings, n_jobs: int = 1) -> Bins:
        """Return the bins of all columns: those given, or those that the rows kept have, and all texts.

        However rows were cut into chunks, they are the same: a sketch of values would not be.
        """
        if self.given is not None:
            return self.given
        data = self.training_data()
        numeric = data.columns, data.y, settings.n_bins, settings.binning
        named: dict[str, Any] = {"categorical": data.categorical, "names": self.names, "n_jobs": n_jobs}
        found = fit_binnings(*numeric, **named)
        if not self.labels:
            return Bins(found, {})
        binnings = list(found)
        for c, texts in self.labels.items():
            binnings[c] = Binning(np.arange(len(texts), dtype=np.float32), categorical=True)
        return Bins(Binnings.of(binnings), self.labels)

    def coder(self, columns: Sequence[int], binnings: Binnings) -> Coder:
        """Return an encoder for some columns of any chunk in these bins."""
        named = self.labels, self.summary.classes, self.summary.names
        return Coder(columns, binnings, *named, self.n_columns)


Look = tuple[Summary, Reservoir]


def sample_chunks(
    source: ChunkSource,
    size: int,
    seed: int,
    *,
    categorical: Sequence[int] = (),
    given: Bins | None = None,
    features: Sequence[int] | None = None,
    progress: Progress = lambda stage: None,
) -> Sampled:
    """Keep some rows of chunks, in one pass over them.

    Parameters
    ----------
    source
        Gives the chunks.
    size
        Most rows kept; fewer if a dense matrix of them would take more than 512 MB.
    seed
        Which rows are kept follows from it and from where they are in the data.
    categorical, given, features
        As for `ifc2f.learning.chunked.count_chunks`.

    Raises
    ------
    ValueError
        If chunks do not fit each other, hold infinite values, or there are no rows.
    """
    look = partial(sample_of, size=size, seed=seed)
    summary, rows = source.located().gather("looking at rows", look, _merged, progress)
    if not summary.n_rows:
        raise ValueError("the chunks hold no rows to learn from")
    check_classes(summary.classes.tolist())
    return Sampled(summary, rows, given, categorical, features)


def sample_of(chunk: Chunk, size: int, seed: int) -> Look:
    """Return the summary of a chunk and the rows kept of it."""
    if not is_sparse(chunk.matrix):
        size = min(size, max(MOST_CELLS // max(chunk.n_columns, 1), 1))
    return summarise(chunk, values=False), Reservoir.of(chunk, size, seed)


def _merged(one: Look, other: Look) -> Look:
    return one[0].merge(other[0]), one[1].merge(other[1])
