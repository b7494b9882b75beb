"""Integer models: a trained model with its numbers made whole, for devices that do without floating point.

The C runtime that follows them on a device (``csrc/integer``) runs here as well, so what a device
will do is known before it is flashed. docs/format.md lays out the bytes.
"""

from __future__ import annotations

import operator
import struct
import zlib
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.acquisition import Acquisition
from ifc2f.errors import ModelError, check, status_text
from ifc2f.format import CRC_AT, NO_INDEX
from ifc2f.graph_nodes import Node, read_graph
from ifc2f.kernels import Float32, Float64, Int32, pointer
from ifc2f.model import Model
from ifc2f.network import Feature, Network

__all__ = ["IntegerModel", "choose_scales", "to_integer"]

MAGIC = b"\x89IFC2I\r\n"
VERSION = 3
THRESHOLDS, VECTORS, GRAPH = 0, 1, 2
KINDS = ("thresholds", "vectors", "graph")
WIDE_TABLES, WIDE_SETS = 1, 2
NO_READING = -(2**31)  # stands for a value that is not there
LEAST_READING, LARGEST_READING = -(2**31) + 3, 2**31 - 1
NO_BUDGET = 2**32 - 1
HEADER = struct.Struct("<HBBIIHHIII4I2i")  # behind the magic
RECORD, GRAPH_RECORD, NODE = struct.Struct("<HBB5H"), struct.Struct("<HBB"), struct.Struct("<4Hi")
BUDGET_AT = 24
MOST_BITS_APART = {8: 16.0, 16: 30.0}  # of a factor 2 that a table tells classes apart by
LEAST_UNIT = 32  # in 2^-16 of a factor 2; a posterior needs 16 factors in 16 bits of units
MOST_DECIMALS = 6
READING_BITS = 30
HALF_A_UNIT = 2.0**-24  # of the last place in single precision: what rounding may have taken of a budget


class IntegerModel:
    """A model in whole numbers, and the runtime's view of it.

    Parameters
    ----------
    data : bytes
        As :func:`to_integer` makes them.
    scales : ndarray of float32, shape (K,), optional
        Raw units in one unit of each feature's values, 0 for a categorical feature: what readings are, which
        the bytes do not say. Default: 1.
    cost_scale : float, default=1
        Units of the device's costs in one unit of the costs that it was made from.

    Raises
    ------
    ModelError
        If they are not an integer model or are damaged.
    """

    def __init__(self, data: bytes, scales: Float32 | None = None, cost_scale: float = 1.0) -> None:
        self._bytes = bytes(data)
        self._buffer = ffi.from_buffer(self._bytes)
        self.c_model = ffi.new("ifc2f_int_model *")
        status = lib.ifc2f_int_open(self.c_model, self._buffer, len(self._bytes))
        if status < 0:
            raise ModelError(status_text(status))
        self.scales = np.ones(self.n_features, dtype=np.float32) if scales is None else scales
        self.cost_scale = cost_scale

    def to_bytes(self) -> bytes:
        """Return the bytes of the model."""
        return self._bytes

    @property
    def n_features(self) -> int:
        """Number of features, K."""
        return int(self.c_model.n_features)

    @property
    def n_classes(self) -> int:
        """Number of classes, L."""
        return int(self.c_model.n_classes)

    @property
    def policy(self) -> str:
        """What decides which feature to look at next: "ordered" or "graph"."""
        return "graph" if self.c_model.kind == GRAPH else "ordered"

    @property
    def kind(self) -> str:
        """What follows the policy on the device: "thresholds", "vectors" or "graph"."""
        return KINDS[self.c_model.kind]

    @property
    def id(self) -> int:
        """The checksum, by which a program tells the model from others."""
        return int(self.c_model.crc)

    @property
    def session_bytes(self) -> int:
        """Bytes of memory that a session needs."""
        return int(lib.ifc2f_int_session_bytes(self.c_model))

    def classify(self, readings: Int32, budget: int | None = None) -> Acquisition:
        """Classify rows of readings, each in a session of its own, with the code that a device runs.

        Parameters
        ----------
        readings : ndarray of int32, shape (n, K)
            In raw units, categories by their index; ``NO_READING`` for a value that is not there.
        budget : int, optional
            In the device's units; default: the model's.

        Returns
        -------
        Acquisition
            With class indices, and `order` by features, not columns.

        Raises
        ------
        ValueError
            If the readings are not such a matrix of int32.
        """
        n, K, L = len(readings), self.n_features, self.n_classes
        if readings.shape != (n, K) or readings.dtype != np.int32:
            raise ValueError(
                f"readings must be int32 of shape (n, {K}), not {readings.dtype} of shape {readings.shape}"
            )
        label, order = np.empty(n, np.int32), np.full((n, max(K, 1)), -1, np.int32)
        posterior, cost = np.empty((n, L), np.uint16), np.empty(n, np.uint32)
        limit = struct.unpack_from("<I", self._bytes, BUDGET_AT)[0] if budget is None else budget
        memory = ffi.new("uint32_t[]", self.session_bytes // 4)
        check(
            lib.ifc2f_int_classify(
                self.c_model,
                pointer(np.ascontiguousarray(readings)),
                n,
                limit,
                memory,
                self.session_bytes,
                pointer(label),
                pointer(posterior),
                pointer(cost),
                pointer(order),
            )
        )
        return Acquisition(
            label=label,
            posterior=posterior.astype(np.float32) / np.float32(65535),
            n_features=(order >= 0).sum(axis=1).astype(np.int32),
            cost=(cost / self.cost_scale).astype(np.float32),
            order=order,
        )


# ---- Readings ----------------------------------------------------------------------------------------------


def choose_scales(model: Model, matrix: Float64 | Float32 | None = None) -> Float32:
    """Return for each feature the number of raw units in one unit of its values.

    Where all values of a feature are whole, or have few decimals, that is a power of ten at which readings
    are the values themselves. Elsewhere it is the largest power of two at which edges and values have at
    most 30 bits.

    Parameters
    ----------
    model : Model
    matrix : ndarray, shape (n, K), optional
        Values of the features.
    """
    scales = np.zeros(model.n_features, dtype=np.float32)
    for k, feature in enumerate(model.network.features):
        if not feature.categorical:
            column = np.empty(0) if matrix is None else matrix[:, k]
            scales[k] = _scale_of(feature, column[np.isfinite(column)])
    return scales


def _scale_of(feature: Feature, values: NDArray[Any]) -> float:
    largest = max((float(np.abs(part).max()) for part in (values, feature.values) if len(part)), default=1.0)
    for scale in 10.0 ** np.arange(MOST_DECIMALS + 1) if len(values) else ():
        readings = np.rint(values.astype(np.float64) * scale)
        is_small = largest * scale < 2.0**READING_BITS
        if is_small and np.array_equal((readings / scale).astype(np.float32), values.astype(np.float32)):
            return float(scale)
    bits = READING_BITS - int(np.ceil(np.log2(max(largest, 1e-30))))
    return float(2.0 ** min(bits, 120))


def readings_of(model: Model, scales: Float32, matrix: NDArray[Any]) -> Int32:
    """Return values as a device would read them.

    Parameters
    ----------
    model : Model
    scales : ndarray of float32, shape (K,)
    matrix : ndarray, shape (n, K)
        NaN where a value is not there. A category that the model does not know is not there either.
    """
    readings = np.full(matrix.shape, NO_READING, dtype=np.int32)
    for k, feature in enumerate(model.network.features):
        column = np.asarray(matrix[:, k])
        if feature.categorical:
            at = np.searchsorted(feature.values, column.astype(np.float32)).clip(max=feature.n_values - 1)
            known = feature.values[at] == column.astype(np.float32)
            readings[known, k] = at[known]
        else:
            known = ~np.isnan(column)
            scaled = np.rint(column[known].astype(np.float64) * float(scales[k]))
            readings[known, k] = scaled.clip(LEAST_READING, LARGEST_READING)
    return readings


def raw_edges(feature: Feature, scale: float) -> list[int]:
    """Return the smallest reading at each edge: reading / scale, in single precision, is not below it.

    Raises
    ------
    ValueError
        If an edge is beyond what a reading of 32 bits tells.
    """
    edges = []
    for edge in feature.values.tolist():
        reading = float(np.ceil(edge * scale))
        if (
            LEAST_READING <= reading <= LARGEST_READING
        ):  # else there may be no end of readings that round to it
            with np.errstate(over="ignore"):
                while np.float32((reading - 1) / scale) >= np.float32(edge):
                    reading -= 1
        if not LEAST_READING <= reading <= LARGEST_READING:
            raise ValueError(
                f"feature {feature.name!r}: the edge {edge:g} is {reading:g} in raw units, "
                "beyond 32 bits; give it a smaller scale"
            )
        edges.append(int(reading))
    return edges


# ---- Numbers -----------------------------------------------------------------------------------------------


def _bytes_of(values: NDArray[Any], bits: int) -> bytes:
    return values.astype(np.int64).astype("<u2" if bits == 16 else "u1").tobytes()


def whole_costs(cost: Float32, budget: float) -> tuple[NDArray[np.int64], int, float]:
    """Return costs as whole numbers of 16 bits, the budget likewise, and how many units are a cost of 1.

    Costs with up to four decimals stay as they are, if they fit.
    """
    largest = float(cost.max(initial=0))
    for scale in 10.0 ** np.arange(5):
        exact = np.rint(cost * scale)
        if largest * scale < 2**16 and np.array_equal((exact / scale).astype(np.float32), cost):
            break
    else:
        scale = (2**16 - 1) / largest
        exact = np.rint(cost * scale)
    limit = np.floor(budget * scale * (1 + HALF_A_UNIT))
    return exact.astype(np.int64), int(min(limit, NO_BUDGET)), float(scale)


def _penalties(table: Float32, most: float) -> Float64:
    """Return how many bits each class lies behind the likeliest, along the last axis."""
    with np.errstate(divide="ignore"):
        bits = np.log2(table.astype(np.float64))
    best = bits.max(axis=-1, keepdims=True)
    return np.minimum(np.where(np.isfinite(best), best - bits, 0.0), most)


def _unit(most: float, limit: int, least: int = 1) -> int:
    """Return how many 2^-16 of a factor 2 a number counts, so that `most` factors are at most `limit`."""
    return max(int(np.ceil(most * 2**16 / limit)), least)


@dataclass(frozen=True)
class _Parts:
    """A model's file: its records, and what stands behind them in the order of the header's offsets."""

    kind: int
    wide: int
    n_steps: int
    unit: int
    records: bytes
    behind: list[bytes]
    last: tuple[int, int] = (0, 0)  # words of the header


# ---- The ordered policy ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Stage:
    """Where a stage's sets begin, and its index features."""

    first: int
    index: tuple[int, ...]


@dataclass(frozen=True)
class _Policy:
    """Stages, and the alpha vectors of each set: of a stage with index features the fallback first."""

    stages: list[_Stage]
    sets: list[Float64]


def _read_policy(model: Model) -> _Policy:
    section = model.policies["ORDR"]
    n_stages, n_sets, n_vectors, n_index, _ = struct.unpack_from("<5I", section)
    at = 20 + 12 * n_stages
    raw = list(struct.iter_unpack("<3I", section[20:at]))
    index = np.frombuffer(section, dtype="<u2", count=n_index, offset=at).tolist()
    at += 4 * ((n_index + 1) // 2)
    starts = np.frombuffer(section, dtype="<u4", count=n_sets + 1, offset=at).tolist()
    flat = np.frombuffer(section, dtype="<f4", count=n_vectors * model.n_classes, offset=at + 4 * len(starts))
    alpha = flat.reshape(n_vectors, model.n_classes).astype(np.float64)
    sets = [alpha[first:end] for first, end in pairwise(starts)]
    stages, ordered = [], []
    for (first, at, n), (end, _, _) in pairwise([*raw, (n_sets, n_index, 0)]):
        stages.append(_Stage(first, tuple(index[at : at + n])))
        ordered += [*sets[end - 1 : end], *sets[first : end - 1]]
    return _Policy(stages, ordered)


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
    """Return between which scores each set wants to look on: (0, 0) for nowhere.

    The least expected cost of looking on is concave in p = P(second class), and that of a decision linear:
    the p at which a decision costs no more form an interval. With a decision that is right for each class
    both intervals reach an end, and looking pays between them. None where costs are such that it pays on
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
    behind = _penalties(table, most)
    difference: Float64 = behind[..., 0] - behind[..., 1]
    return difference


def _with_rows_for_no_parent(network: Network) -> list[Float32]:
    """Return the features' tables, of shape (1, V, L); with a parent (U + 1, V, L).

    The first rows are then for a parent that is not answered: P(value | class), the parent and its own
    parents summed out, which is what an answer says when no other tells of the parent.
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


def _ordered(model: Model, scales: Float32, cost: NDArray[np.int64], bits: int, set_bits: int) -> _Parts:
    """Return the parts of a model of the ordered policy."""
    policy = _read_policy(model)
    records, edges, index = _records(model, policy, scales, cost)
    wide = WIDE_TABLES * (bits == 16) | WIDE_SETS * (set_bits == 16)
    n_steps = len(policy.stages)
    found = _thresholds(model, policy, bits, set_bits) if model.n_classes == 2 else None
    if found is not None:
        unit, tables, sets, last = found
        return _Parts(THRESHOLDS, wide, n_steps, unit, records, [edges, index, sets, tables], last)
    unit, tables = _tables(model, bits)
    starts, vectors = _whole_sets(model, policy, set_bits)
    return _Parts(VECTORS, wide, n_steps, unit, records, [edges, index, starts, tables, vectors])


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
    unit = max(_unit(largest, limit, LEAST_UNIT), _unit(float(within), 2 ** (set_bits - 1) - 2))
    units = 2**16 / unit
    is_empty = between[:, :1] >= between[:, 1:]
    whole = np.stack([np.floor(between[:, 0] * units) + 1, np.ceil(between[:, 1] * units)], axis=1)
    sets = np.where(is_empty, 0, whole).clip(-(2 ** (set_bits - 1)), 2 ** (set_bits - 1) - 1)
    numbers = np.concatenate([[0.0], *(table.ravel() for table in tables)]) * units
    from_score = float(np.clip(np.floor(cut * units) + 1, -(2**31), 2**31 - 1))
    last = (int(np.rint(prior * units)), int(from_score))
    return unit, _bytes_of(np.rint(numbers), bits), _bytes_of(sets, set_bits), last


def _tables(model: Model, bits: int) -> tuple[int, bytes]:
    """Return the unit, and how far each class lies behind the likeliest: in the prior, then in each table."""
    probabilities = [model.network.prior, *_with_rows_for_no_parent(model.network)]
    tables = [_penalties(table, MOST_BITS_APART[bits]) for table in probabilities]
    unit = _unit(max(float(table.max()) for table in tables), (1 << bits) - 1)
    return unit, b"".join(_bytes_of(np.rint(table * 2**16 / unit), bits) for table in tables)


def _whole_sets(model: Model, policy: _Policy, bits: int) -> tuple[bytes, bytes]:
    """Return where each set's vectors start, and all vectors: first the costs of deciding for each class."""
    deciding = model.misclassification.T.astype(np.float64)
    largest = max([deciding.max(), *(vectors.max(initial=0) for vectors in policy.sets)])
    scale = ((1 << bits) - 1) / (largest or 1.0)
    stopping = np.rint(deciding * scale).astype(np.int64)
    kept = [_needed(np.rint(vectors * scale).astype(np.int64), stopping) for vectors in policy.sets]
    starts = list(accumulate((len(vectors) for vectors in kept), initial=len(stopping)))
    _refuse_more_than(NO_INDEX, "alpha vectors", starts[-1])
    return _bytes_of(np.array(starts), 16), _bytes_of(np.concatenate([stopping, *kept]), bits)


def _needed(vectors: NDArray[np.int64], stopping: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return vectors without those that nowhere are below all others and below every decision."""
    found = np.unique(vectors, axis=0)
    found = found[np.argsort(found.sum(axis=1), kind="stable")]
    kept: list[NDArray[np.int64]] = []
    for vector in found:
        if not any((other <= vector).all() for other in (*stopping, *kept)):
            kept.append(vector)
    return np.array(kept, dtype=np.int64).reshape(-1, vectors.shape[1])


# ---- The graph ---------------------------------------------------------------------------------------------


@dataclass
class _Whole:
    """A node as the device has it: thresholds on raw readings."""

    feature: int
    low: int
    high: int
    missing: int
    cut: int
    posterior: NDArray[np.float32]


def _split_nodes(model: Model, scales: Float32) -> list[_Whole]:
    """Return the graph's nodes; one that sets a category apart becomes two thresholds on the same feature."""
    features = model.network.features
    raw = [raw_edges(f, float(s)) if not f.categorical else [] for f, s in zip(features, scales, strict=True)]
    nodes = read_graph(model)
    place = list(accumulate((1 + (node.feature >= 0 and node.one_apart) for node in nodes), initial=0))

    def whole(node: Node, cut: int, low: int, high: int) -> _Whole:
        return _Whole(node.feature, low, high, place[node.missing], cut, node.posterior)

    result = []
    for i, node in enumerate(nodes):
        low, high = place[node.low], place[node.high]
        if node.feature < 0:
            result.append(_Whole(-1, 0, 0, 0, 0, node.posterior))
        elif node.one_apart:
            result += [whole(node, node.cut + 1, place[i] + 1, high), whole(node, node.cut, high, low)]
        elif features[node.feature].categorical:
            result.append(whole(node, node.cut + 1, low, high))
        else:
            result.append(whole(node, raw[node.feature][node.cut], low, high))
    result[0].posterior = model.network.prior
    return result


def _decisions(model: Model, posteriors: Float32) -> NDArray[np.int64]:
    """Return the class decided for at each of the posteriors, shape (n, L), as the float runtime finds it."""
    costs = model.misclassification
    values = np.zeros_like(posteriors)
    for i in range(model.n_classes):  # in its order, so that ties fall alike
        values += posteriors[:, i : i + 1] * costs[i]
    labels: NDArray[np.int64] = values.argmin(axis=1)
    return labels


def _shares(posteriors: Float32, total: int) -> NDArray[np.int64]:
    """Return probabilities in whole units that sum to `total`, shape (n, L)."""
    sums = np.cumsum(posteriors.astype(np.float64), axis=1)
    up_to: NDArray[np.int64] = np.rint(sums * total / sums[:, -1:]).astype(np.int64)
    return np.diff(up_to, axis=1, prepend=0)


def _graph(model: Model, scales: Float32, cost: NDArray[np.int64], bits: int) -> _Parts:
    """Return the parts of a model of a policy graph."""
    nodes = _split_nodes(model, scales)
    posteriors = np.stack([node.posterior for node in nodes]).astype(np.float32)
    sums = np.add.accumulate(posteriors, axis=1)[:, -1:]  # in the runtime's order
    normal = (posteriors / sums).astype(np.float32)
    labels = _decisions(model, normal)
    shares = _shares(normal, (1 << bits) - 1)
    inner = [i for i, node in enumerate(nodes) if node.feature >= 0]
    number = {i: n for n, i in enumerate(inner)}
    rows = [(int(labels[i]), shares[i].tobytes()) for i in inner]
    ends: dict[tuple[int, bytes], int] = {}
    for i, node in enumerate(nodes):
        if node.feature < 0:  # ends that say the same are one
            number[i] = ends.setdefault((int(labels[i]), shares[i].tobytes()), len(inner) + len(ends))
    rows += ends
    if len(rows) >= NO_INDEX:
        raise ValueError(f"the graph has {len(rows)} nodes and an integer model holds 65534")
    records = b"".join(
        GRAPH_RECORD.pack(int(cost[k]), f.n_values if f.categorical else 0, 0)
        for k, f in enumerate(model.network.features)
    )
    records += b"".join(
        NODE.pack(n.feature, number[n.low], number[n.high], number[n.missing], n.cut)
        for n in (nodes[i] for i in inner)
    )
    table = np.array([np.frombuffer(share, dtype=np.int64) for _, share in rows])[:, :-1]
    wide = WIDE_TABLES * (bits == 16)
    behind = [_bytes_of(table, bits), bytes(label for label, _ in rows)]
    return _Parts(GRAPH, wide, len(inner), 1, records, behind)


# ---- The file ----------------------------------------------------------------------------------------------


def to_integer(
    model: Model,
    bits: int = 8,
    *,
    vector_bits: int | None = None,
    scales: Float32 | None = None,
) -> IntegerModel:
    """Make a model's numbers whole.

    Parameters
    ----------
    model : Model
        With an ordered policy or a policy graph.
    bits : {8, 16}, default=8
        Of the numbers in tables (with a graph: of its probabilities).
    vector_bits : {8, 16}, optional
        Of the components of alpha vectors; default: `bits`.
    scales : ndarray of float32, shape (K,), optional
        Raw units in one unit of each feature; default: :func:`choose_scales` without data.

    Raises
    ------
    ValueError
        If the model needs what an integer model does not hold; the message says what to do.
    """
    if bits not in (8, 16) or vector_bits not in (None, 8, 16):
        raise ValueError(f"numbers have 8 or 16 bits, not {bits} or {vector_bits}")
    if model.policy == "adaptive":
        raise ValueError(
            "an adaptive policy needs exact inference in floating point: export with target float32, or "
            "train with policy='graph' or 'ordered'"
        )
    if model.policy is None:
        raise ValueError("the model has no policy to follow: train with policy='graph' or 'ordered'")
    if not model.c_model.simple_costs:
        raise ValueError(
            "an integer model has one cost for each feature, and none shared or discounted in groups: "
            "export with target float32"
        )
    scales = choose_scales(model) if scales is None else scales
    cost, budget, cost_scale = whole_costs(model.costs.cost, model.budget)
    if model.policy == "graph":
        parts = _graph(model, scales, cost, bits)
    else:
        parts = _ordered(model, scales, cost, bits, vector_bits or bits)
    return IntegerModel(_encode(model, parts, budget), scales, cost_scale)


def _encode(model: Model, parts: _Parts, budget: int) -> bytes:
    """Return the file: each part at a multiple of 4 bytes."""
    at, body, offsets = len(MAGIC) + HEADER.size, parts.records, list[int]()
    for part in parts.behind:
        body += bytes(-(at + len(body)) % 4)
        offsets.append(at + len(body))
        body += part
    words = [*offsets, *[0] * (4 - len(offsets)), *parts.last]
    if parts.kind == VECTORS:
        words = [*offsets, 0]
    sizes = model.n_features, model.n_classes

    def header(crc: int) -> bytes:
        start = VERSION, parts.kind, parts.wide, at + len(body), crc
        return MAGIC + HEADER.pack(*start, *sizes, budget, parts.n_steps, parts.unit, *words)

    whole = header(0)
    crc = zlib.crc32(body, zlib.crc32(whole[CRC_AT + 4 :], zlib.crc32(whole[:CRC_AT])))
    return header(crc) + body


@dataclass(frozen=True)
class Differences:
    """How an integer model differs from the one it was made from, on the same rows.

    Attributes
    ----------
    n_rows : int
    n_decisions : int
        Decisions of the float model: its looks, and one to stop in each row.
    decisions : int
        How many of them differ: all in a row from the first that does.
    classes : int
        Rows that get another class.
    features : int
        Rows in which other features are looked at.
    posterior : float
        Largest difference of a probability, where the features are the same.
    n_incomplete : int
        Rows that lack a value. Thresholds and alpha vectors take what depends on it as if nothing else told
        of that value.
    classes_incomplete : int
        How many of these get another class.
    """

    n_rows: int
    n_decisions: int
    decisions: int
    classes: int
    features: int
    posterior: float
    n_incomplete: int
    classes_incomplete: int


def compare(model: Model, integer: IntegerModel, matrix: NDArray[Any]) -> Differences:
    """Follow both models on the rows of a matrix of the model's features, shape (n, K)."""
    theirs = model.classify(matrix, columns=np.arange(model.n_features), unknown="missing")
    readings = readings_of(model, integer.scales, matrix)
    ours = integer.classify(readings)
    label = np.asarray(model.classes, dtype=object)[ours.label]
    other_class = label != np.asarray(theirs.label, dtype=object)
    is_incomplete = (readings == NO_READING).any(axis=1)
    width = max(theirs.order.shape[1], ours.order.shape[1])
    their_order, our_order = (
        np.pad(order, ((0, 0), (0, width + 1 - order.shape[1])), constant_values=-1)
        for order in (_by_feature(model, theirs.order), ours.order)
    )
    same = np.logical_and.accumulate(their_order == our_order, axis=1)
    n_looks = (their_order >= 0).sum(axis=1)
    equal = np.minimum(same.sum(axis=1), n_looks + 1)
    same_features = same.all(axis=1)
    apart = np.abs(theirs.posterior - ours.posterior)[same_features]
    return Differences(
        n_rows=len(matrix),
        n_decisions=int((n_looks + 1).sum()),
        decisions=int((n_looks + 1 - equal).sum()),
        classes=int(other_class.sum()),
        features=int((~same_features).sum()),
        posterior=float(apart.max(initial=0)),
        n_incomplete=int(is_incomplete.sum()),
        classes_incomplete=int((other_class & is_incomplete).sum()),
    )


def _by_feature(model: Model, order: Int32) -> Int32:
    """Return an order of columns as one of features."""
    number = np.full(int(model.columns.max(initial=0)) + 2, -1, dtype=np.int32)
    number[model.columns] = np.arange(model.n_features)
    return number[order]
