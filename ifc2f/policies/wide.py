"""Sparse matrices that are too wide to be made dense: the columns on which trees are grown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ifc2f.data.matrix import is_sparse
from ifc2f.learning import relevance
from ifc2f.learning.train import scores_of_columns
from ifc2f.learning.training_data import TrainingData
from ifc2f.settings import Settings

__all__ = ["dense_part", "is_too_wide", "most_relevant", "where_dense"]

MOST_DENSE = 1 << 28  # cells of a sparse matrix that is made dense (1 GB)
MOST_COLUMNS = 1000  # of a wider one


def is_too_wide(data: TrainingData) -> bool:
    """Return whether the matrix stays sparse."""
    return is_sparse(data.matrix) and data.matrix.shape[0] * data.matrix.shape[1] > MOST_DENSE


def where_dense(data: TrainingData) -> TrainingData:
    """Return data with a dense matrix, unless it would be too large."""
    if not is_sparse(data.matrix) or is_too_wide(data):
        return data
    return replace(data, matrix=data.matrix.toarray())


def most_relevant(data: TrainingData, settings: Settings) -> list[int]:
    """Return the most relevant of the columns that may be kept, ascending.

    There are at most a thousand, fewer where these would not fit into memory either, but as many as a graph
    may use.
    """
    scores = scores_of_columns(data, Settings())  # graphs do not regard the settings of a network
    allowed = np.arange(len(scores)) if data.features is None else np.array(data.features)
    most = min(MOST_COLUMNS, max(MOST_DENSE // max(len(data.y), 1), settings.graph_columns))
    return sorted(allowed[relevance.rank(scores[allowed])[:most]].tolist())


def dense_part(data: TrainingData, columns: list[int]) -> TrainingData:
    """Return data of some columns of a sparse matrix, which are numbered anew and may all be kept."""
    position = {c: k for k, c in enumerate(columns)}
    labels = data.labels or {}
    return replace(
        data,
        matrix=data.matrix[:, columns].toarray(),
        names=[data.names[c] for c in columns],
        categorical=[position[c] for c in data.categorical if c in position],
        labels={position[c]: texts for c, texts in labels.items() if c in position},
        given=None if data.given is None else data.given.select(columns),
        features=None,
    )
