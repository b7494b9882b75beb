"""The parts of an integer model with an ordered policy: thresholds for two classes, else alpha vectors."""

from __future__ import annotations

import operator
import struct
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Float64
from ifc2f.exchange.integer.model import RECORD, THRESHOLDS, VECTORS, WIDE_SETS, WIDE_TABLES
from ifc2f.exchange.integer.numbers import LEAST_UNIT, MOST_BITS_APART, Parts, bytes_of, penalties, unit_for
from ifc2f.exchange.integer.readings import raw_edges
from ifc2f.files.format import NO_INDEX
from ifc2f.files.ordered_section import read_ordered
from ifc2f.model import Model
from ifc2f.network import Network

__all__ = ["ordered_parts"]


@dataclass(frozen=True)
class _Stage:
    """Where a stage's sets begin, and its index features."""

    first: int
    index: tuple[int, ...]


@dataclass(frozen=True)
class _Policy:
    """Stages, and the alpha vectors of each set: of each stage the fallback first."""

    stages: list[_Stage]
    sets: list[Float64]


def _read_policy(model: Model) -> _Policy:
    ordered = read_ordered(model.policies["ORDR"], model.n_classes)
    stages, numbers = [], list[int]()
    for k in range(len(ordered.stages)):
        own = ordered.sets(k)
        stages.append(_Stage(own.start, ordered.index_features(k)))
        numbers += [*own[-1:], *own[:-1]]
    return _Policy(stages, [ordered.alpha_set(number).astype(np.float64) for number in numbers])


def _looking(stops: list[tuple[float, float]], reach: float) -> list[tuple[float, float]]:
    """Return the open intervals of scores in which no stop is, as far as scores reach."""
    found, at = [], -np.inf
    for low, high in sorted(stop for stop in stops if stop[0] <= stop[1]):
        found.append((at, low))
        at = max(at, high)
    found.append((at, np.inf))
    return [(low, high) for low, high in found if low < high and low < reach and high > -reach]


def _stop(excess: Float64) -> tuple[float, float]:
    """Return the scores at which a decision costs no more than all vectors of a set.

    Parameters
    ----------
    excess : ndarray, shape (n, 2)
        What each vector costs beyond the decision, by class.

    Returns
    -------
    tuple of float
        The lowest score and the highest, log2 of P(second class) / P(first); there is none if they are not
        ascending.
    """
    first, second = excess.T
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.log2(-first / second)  # where the two cost the same
    low = np.where(first < 0, np.where(second > 0, odds, np.inf), -np.inf)
    high = np.where(second < 0, np.where(first > 0, odds, -np.inf), np.inf)
    return float(low.max()), float(high.min())


def _intervals(policy: _Policy, costs: Float64, reach: float) -> list[tuple[float, float]] | None:
    """Return between which scores each set wants to go on: (0, 0) for nowhere.

    The least expected cost of going on is concave in p = P(second class), and that of a decision linear:
    the p at which a decision costs no more form an interval. With a decision that is right for each class
    both intervals reach an end, and going on pays between them. None where costs are such that it pays on
    both sides of a decision.
    """
    found = []
    for vectors in policy.sets:
        stops = [_stop(vectors - costs[:, label]) for label in range(2) if len(vectors)]
        pieces = _looking(stops, reach) if len(vectors) else []
        if len(pieces) > 1:
            return None
        found += pieces or [(0.0, 0.0)]
    return found


def _cut(costs: Float64) -> float | None:
    """Return the score above which the second class costs less; None if that is so below a score."""
    first, second = costs[0, 1] - costs[0, 0], costs[1, 0] - costs[1, 1]
    if first < 0 and second < 0:
        return None
    if second <= 0:
        return -np.inf if first < 0 else np.inf
    return float(np.log2(first / second)) if first > 0 else -np.inf


def _scores(table: Float32, most: float) -> Float64:
    """Return log2 of the second class's numbers over the first's, along the last axis, cut at -+most."""
    behind = penalties(table, most)
    difference: Float64 = behind[..., 0] - behind[..., 1]
    return difference


def _with_rows_for_no_parent(network: Network) -> list[Float32]:
    """Return the features' tables, of shape (1, V, L); with a parent (U + 1, V, L).

    The first rows are then for a parent that is not answered: P(value | class), the parent and its own
    parents summed out, as when no other answer depends on the parent.
    """
    alone: list[Float64] = []
    tables = []
    for feature in network.features:
        table = feature.table.astype(np.float64)
        weights = np.ones((1, table.shape[2])) if feature.parent < 0 else alone[feature.parent]
        alone.append(np.einsum("uc,uvc->vc", weights, table))
        first = alone[-1][np.newaxis] if feature.parent >= 0 else table[:0]
        tables.append(np.concatenate([first, table]).astype(np.float32))
    return tables


def _records(
    model: Model, policy: _Policy, scales: Float32, cost: NDArray[np.int64]
) -> tuple[bytes, bytes, bytes]:
    """Return the features' records, their edges, and the stages' index entries."""
    features = model.network.features
    tables = _with_rows_for_no_parent(model.network)
    sizes = [f.n_values for f in features]
    records, edges, index, n_rows = b"", list[int](), list[tuple[int, int]](), 1
    for k, feature in enumerate(features):
        stage = policy.stages[k] if k < len(policy.stages) else _Stage(0, ())
        strides = accumulate((sizes[f] for f in stage.index[:0:-1]), operator.mul, initial=1)
        parent = NO_INDEX if feature.parent < 0 else feature.parent
        first = NO_INDEX if feature.categorical else len(edges)
        first_set = stage.first + (len(stage.index) > 0)
        places = (value & NO_INDEX for value in (parent, first, n_rows, first_set, len(index)))
        records += RECORD.pack(int(cost[k]), feature.n_values, len(stage.index) & 0xFF, *places)
        edges += [] if feature.categorical else raw_edges(feature, float(scales[k]))
        index += [(f, stride & NO_INDEX) for f, stride in zip(reversed(stage.index), strides, strict=False)]
        n_rows += tables[k].size // model.n_classes
    _refuse_more_than(NO_INDEX - 1, "bin edges", len(edges))
    _refuse_more_than(NO_INDEX, "table rows", n_rows)
    _refuse_more_than(NO_INDEX, "index entries", len(index))
    _refuse_more_than(NO_INDEX, "alpha sets", len(policy.sets))
    _refuse_more_than(255, "index features at a stage", max((len(s.index) for s in policy.stages), default=0))
    entries = b"".join(struct.pack("<HH", *entry) for entry in index)
    return records, struct.pack(f"<{len(edges)}i", *edges), entries


def _refuse_more_than(most: int, what: str, count: int) -> None:
    if count > most:
        raise ValueError(
            f"the model has {count} {what}, and an integer model at most {most}: train with fewer bins, "
            "features or beliefs (n_bins, max_features, n_beliefs), or with policy='graph'"
        )


def ordered_parts(model: Model, scales: Float32, cost: NDArray[np.int64], bits: int, set_bits: int) -> Parts:
    """Return the parts of a model of the ordered policy."""
    policy = _read_policy(model)
    records, edges, index = _records(model, policy, scales, cost)
    wide = WIDE_TABLES * (bits == 16) | WIDE_SETS * (set_bits == 16)
    n_steps = len(policy.stages)
    found = _thresholds(model, policy, bits, set_bits) if model.n_classes == 2 else None
    if found is not None:
        unit, tables, sets, last = found
        return Parts(THRESHOLDS, wide, n_steps, unit, records, [edges, index, sets, tables], last)
    unit, tables = _tables(model, bits)
    starts, vectors = _whole_sets(model, policy, set_bits)
    return Parts(VECTORS, wide, n_steps, unit, records, [edges, index, starts, tables, vectors])


def _thresholds(
    model: Model, policy: _Policy, bits: int, set_bits: int
) -> tuple[int, bytes, bytes, tuple[int, int]] | None:
    """Return unit, tables, sets, and the prior's score and that from which the second class is decided for.

    None where costs are such that thresholds do not say what vectors do.
    """
    most = MOST_BITS_APART[bits]
    tables = [_scores(table, most) for table in _with_rows_for_no_parent(model.network)]
    prior = float(_scores(model.network.prior, most))
    largest = max([abs(prior), *(float(np.abs(table).max()) for table in tables)])
    reach = abs(prior) + sum(float(np.abs(table).max()) for table in tables)
    costs = model.misclassification.astype(np.float64)
    intervals, cut = _intervals(policy, costs, reach), _cut(costs)
    if intervals is None or cut is None:
        return None
    between = np.array(intervals, dtype=np.float64).reshape(-1, 2)
    within = np.abs(between[np.abs(between) < min(reach, MOST_BITS_APART[16])]).max(initial=0)
    limit = 2 ** (bits - 1) - 1
    unit = max(unit_for(largest, limit, LEAST_UNIT), unit_for(float(within), 2 ** (set_bits - 1) - 2))
    units = 2**16 / unit
    is_empty = between[:, :1] >= between[:, 1:]
    whole = np.stack([np.floor(between[:, 0] * units) + 1, np.ceil(between[:, 1] * units)], axis=1)
    sets = np.where(is_empty, 0, whole).clip(-(2 ** (set_bits - 1)), 2 ** (set_bits - 1) - 1)
    numbers = np.concatenate([[0.0], *(table.ravel() for table in tables)]) * units
    from_score = float(np.clip(np.floor(cut * units) + 1, -(2**31), 2**31 - 1))
    last = (int(np.rint(prior * units)), int(from_score))
    return unit, bytes_of(np.rint(numbers), bits), bytes_of(sets, set_bits), last


def _tables(model: Model, bits: int) -> tuple[int, bytes]:
    """Return the unit, and the penalties of the classes: in the prior, then in each table."""
    probabilities = [model.network.prior, *_with_rows_for_no_parent(model.network)]
    tables = [penalties(table, MOST_BITS_APART[bits]) for table in probabilities]
    unit = unit_for(max(float(table.max()) for table in tables), (1 << bits) - 1)
    return unit, b"".join(bytes_of(np.rint(table * 2**16 / unit), bits) for table in tables)


def _whole_sets(model: Model, policy: _Policy, bits: int) -> tuple[bytes, bytes]:
    """Return where each set's vectors start, and all vectors: first the costs of deciding for each class."""
    deciding = model.misclassification.T.astype(np.float64)
    largest = max([deciding.max(), *(vectors.max(initial=0) for vectors in policy.sets)])
    scale = ((1 << bits) - 1) / (largest or 1.0)
    stopping = np.rint(deciding * scale).astype(np.int64)
    kept = [_needed(np.rint(vectors * scale).astype(np.int64), stopping) for vectors in policy.sets]
    starts = list(accumulate((len(vectors) for vectors in kept), initial=len(stopping)))
    _refuse_more_than(NO_INDEX, "alpha vectors", starts[-1])
    return bytes_of(np.array(starts), 16), bytes_of(np.concatenate([stopping, *kept]), bits)


def _needed(vectors: NDArray[np.int64], stopping: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the vectors that are somewhere below all others and below every decision."""
    found = np.unique(vectors, axis=0)
    found = found[np.argsort(found.sum(axis=1), kind="stable")]
    n_stops = n = len(stopping)
    kept = np.concatenate([stopping, found])
    for vector in found:
        if not (kept[:n] <= vector).all(axis=1).any():
            kept[n] = vector
            n += 1
    return kept[n_stops:n]
