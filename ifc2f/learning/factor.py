"""The network of a factor: numbers follow what they have in common, so that each may depend on all others.

A tree gives each feature one parent. Where many measurements follow the same causes, such as the size of
what is measured, each depends on all others: given one of them, two further ones still tell the same. Two
factors of each class stand for such causes, as in factor analysis (Lawley and Maxwell, The Statistician
12(3), 1962), on the normal scores of each number within its class. ``csrc/include/ifc2f_factor.h`` says how
they are found from counts of pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from ifc2f._core import lib
from ifc2f.core.kernels import Float64, pointer
from ifc2f.data import categories
from ifc2f.learning import tables
from ifc2f.learning.evidence import Evidence
from ifc2f.learning.train import Kept, feature_of
from ifc2f.learning.training_data import Described
from ifc2f.network import Feature, Network
from ifc2f.settings import Settings

__all__ = ["MOST_NUMBERS", "factor_network"]

MOST_NUMBERS = 64  # that follow the factors, the most relevant ones: their pairs are counted
FEWEST_NUMBERS = 3  # that have more in common than a tree can tell
STRETCHES = (5, 4)  # that each factor may be cut into: the more, where that takes at most
MOST_CELLS = 50_000  # probabilities (200 kB) of the numbers that follow
N_FACTORS = 2


def factor_network(data: Described, kept: Kept, settings: Settings) -> Network:
    """Learn the network of a factor.

    Numbers and features of two values follow the factor; other categories depend on the class alone.

    Parameters
    ----------
    data : Described
    kept : Kept
        Its features, and their counts.
    settings : Settings
        Of which `smoothing` is used.
    """
    evidence, n_classes = kept.evidence, data.n_classes
    numeric = frozenset(np.flatnonzero(~kept.binnings.categorical).tolist())
    n_values = evidence.n_values
    alone = [
        tables.learned_table(evidence.family, [k], settings.smoothing, numeric)
        for k in range(len(kept.columns))
    ]
    follow = [k for k in range(len(alone)) if n_values[k] == 2 or (k in numeric and n_values[k] > 2)]
    follow = follow[:MOST_NUMBERS]
    has_factor = len(follow) >= FEWEST_NUMBERS
    n_stretches = _stretches(int(n_values[follow].sum()) * n_classes)
    found = (
        dict(zip(follow, _loadings(evidence, follow, alone, n_classes), strict=True)) if has_factor else {}
    )
    features = tuple(
        _feature(data, kept, k, len(alone), _table(table, found[k], n_stretches))
        if k in found
        else _feature(data, kept, k, -1, table[np.newaxis])
        for k, table in enumerate(alone)
    )
    prior = tables.normalised_float32(tables.class_prior(evidence.classes)[:, np.newaxis])[:, 0]
    n_given = n_stretches**2
    factor = np.full((n_given, n_classes), 1 / n_given, dtype=np.float32) if has_factor else None
    return Network(features, tuple(data.classes), prior, factor)


def _feature(data: Described, kept: Kept, k: int, parent: int, table: Float64) -> Feature:
    own = kept.mergings.get(kept.columns[k])
    of_categories = categories.expanded(tables.normalised_float32(table), None, own)
    return feature_of(data, kept, k, parent, of_categories)


def _loadings(evidence: Evidence, follow: Sequence[int], alone: Sequence[Float64], n_classes: int) -> Float64:
    """Return what the factors weigh in each number's scores in each class, shape (n, L, 2)."""
    n = len(follow)
    scores = [_unit_scores(alone[k]) for k in follow]
    products, rows = np.zeros((n, n, n_classes)), np.zeros((n, n, n_classes))
    for i, j in combinations(range(n), 2):
        counts = np.ascontiguousarray(evidence.family([follow[i], follow[j]]), dtype=np.int64)
        of_pair = pointer(scores[i]), pointer(scores[j]), pointer(products[i, j]), pointer(rows[i, j])
        lib.ifc2f_score_products(pointer(counts), *counts.shape, *of_pair)
    loadings, work = np.empty((n, n_classes, N_FACTORS)), np.empty(2 * n * n + 4 * n)
    lib.ifc2f_factor_loadings(
        pointer(products), pointer(rows), n, n_classes, pointer(loadings), pointer(work)
    )
    return loadings


def _unit_scores(alone: Float64) -> Float64:
    scores, work = np.empty_like(alone), np.empty(2 * len(alone) + 1)
    lib.ifc2f_unit_scores(pointer(alone), *alone.shape, pointer(scores), pointer(work))
    return scores


def _stretches(n_cells: int) -> int:
    """Return into how many stretches each factor is cut, for so many bins of all numbers times classes."""
    return next((n for n in STRETCHES if n * n * n_cells <= MOST_CELLS), STRETCHES[-1])


def _table(alone: Float64, loadings: Float64, n_stretches: int) -> Float64:
    """Return P(bin | value of the factor, class), shape (V of the factor, V, L)."""
    table = np.empty((n_stretches**2, *alone.shape))
    work = np.empty(lib.ifc2f_factor_work(len(alone), n_stretches))
    own = np.ascontiguousarray(loadings)
    of_number = pointer(alone), *alone.shape, pointer(own), n_stretches
    lib.ifc2f_factor_table(*of_number, pointer(table), pointer(work))
    return table
