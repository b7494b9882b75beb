"""Integer models: a trained model with its numbers made whole, for devices that do without floating point.

The C runtime that follows them on a device (``csrc/ifc2f_integer.c``) runs here as well, so what a device
will do is known before it is flashed. docs/format.md lays out the bytes.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.acquisition import Acquisition
from ifc2f.errors import ModelError, check, status_text
from ifc2f.format import NO_INDEX
from ifc2f.graph import Node, read_graph
from ifc2f.kernels import Float32, Float64, Int32, pointer
from ifc2f.model import Model
from ifc2f.network import Feature

__all__ = ["IntegerModel", "choose_scales", "to_integer"]

MAGIC = b"\x89IFC2I\r\n"
VERSION = 1
ORDERED, GRAPH = 0, 1
WIDE_TABLES, WIDE_VECTORS = 1, 2
NO_READING = -(2**31)  # stands for a value that is not there
LEAST_READING, LARGEST_READING = -(2**31) + 3, 2**31 - 1
NO_BUDGET = 2**32 - 1
COUNTED = ("stages", "bin edges", "alpha sets", "alpha vectors", "index entries", "table rows")
_Parts = tuple[int, list[int], bytes, bytes]  # width, counts, what stands before the costs and behind them
HEADER, SOURCE = struct.Struct("<HBBIIHHI"), struct.Struct("<If")  # behind the magic; at the end
MOST_BITS_APART = {8: 16.0, 16: 30.0}  # of a factor 2 that a table tells classes apart by
MOST_DECIMALS = 6
READING_BITS = 30


class IntegerModel:
    """A model in whole numbers, and the runtime's view of it.

    Parameters
    ----------
    data : bytes
        As :func:`to_integer` makes them.

    Raises
    ------
    ModelError
        If they are not an integer model or are damaged.
    """

    def __init__(self, data: bytes) -> None:
        self._bytes = bytes(data)
        self._buffer = ffi.from_buffer(self._bytes)
        self.c_model = ffi.new("ifc2f_int_model *")
        status = lib.ifc2f_int_open(self.c_model, self._buffer, len(self._bytes))
        if status < 0:
            raise ModelError(status_text(status))

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
        return "graph" if self.c_model.is_graph else "ordered"

    @property
    def id(self) -> int:
        """The checksum, by which a program tells the model from others."""
        return int(self.c_model.crc)

    @property
    def session_bytes(self) -> int:
        """Bytes of memory that a session needs."""
        return int(lib.ifc2f_int_session_bytes(self.c_model))

    @cached_property
    def _sources(self) -> list[tuple[int, float]]:
        end = len(self._bytes) - 4
        return list(SOURCE.iter_unpack(self._bytes[end - SOURCE.size * self.n_features : end]))

    @property
    def columns(self) -> NDArray[np.int32]:
        """Column of the training matrix that each feature came from, shape (K,)."""
        return np.array([column for column, _ in self._sources], dtype=np.int32)

    @property
    def scales(self) -> Float32:
        """Raw units in one unit of each feature's values, shape (K,); 0 for a categorical feature."""
        return np.array([scale for _, scale in self._sources], dtype=np.float32)

    @property
    def cost_scale(self) -> float:
        """Units of the device's costs in one unit of the model's."""
        return float(struct.unpack("<f", self._bytes[-4:])[0])

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
        """
        n, K, L = len(readings), self.n_features, self.n_classes
        label, order = np.empty(n, np.int32), np.empty((n, max(K, 1)), np.int32)
        posterior, cost = np.empty((n, L), np.uint16), np.empty(n, np.uint32)
        limit = struct.unpack_from("<I", self._bytes, 24)[0] if budget is None else budget
        memory = ffi.new("uint32_t[]", self.session_bytes // 4)
        check(
            lib.ifc2f_int_classify(
                self.c_model,
                pointer(np.ascontiguousarray(readings, dtype=np.int32)),
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
    return values.astype("<u2" if bits == 16 else "u1").tobytes()


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
    limit = np.floor(budget * scale * (1 + 1e-6))
    return exact.astype(np.int64), int(min(limit, NO_BUDGET)), float(scale)


def _penalties(table: Float32, most: float) -> Float64:
    """Return how many bits each class lies behind the likeliest, along the last axis."""
    with np.errstate(divide="ignore"):
        bits = np.log2(table.astype(np.float64))
    best = bits.max(axis=-1, keepdims=True)
    return np.minimum(np.where(np.isfinite(best), best - bits, 0.0), most)


# ---- The ordered policy ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Sets:
    """Alpha vectors made whole: the costs of deciding for each class, then those of each set."""

    starts: list[int]
    vectors: NDArray[np.int64]


def _whole_sets(model: Model, section: bytes, bits: int) -> tuple[_Sets, list[tuple[int, int, int]], bytes]:
    """Return the sets, the stages (first set, first index entry, number of them) and the index entries."""
    n_stages, n_sets, n_vectors, n_index, _ = struct.unpack_from("<5I", section)
    at = 20 + 12 * n_stages
    stages = list(struct.iter_unpack("<3I", section[20:at]))
    index = section[at : at + 2 * n_index]
    at += 4 * ((n_index + 1) // 2)
    starts = np.frombuffer(section, dtype="<u4", count=n_sets + 1, offset=at)
    alpha = np.frombuffer(
        section, dtype="<f4", count=n_vectors * model.n_classes, offset=at + 4 * len(starts)
    )
    alpha = alpha.reshape(n_vectors, model.n_classes).astype(np.float64)
    deciding = model.misclassification.T.astype(np.float64)
    largest = max(alpha.max(initial=0), deciding.max())
    scale = ((1 << bits) - 1) / (largest or 1.0)
    whole = np.rint(alpha * scale).astype(np.int64)
    stopping = np.rint(deciding * scale).astype(np.int64)
    kept, ends = [stopping], [len(stopping)]
    for first, end in pairwise(starts.tolist()):
        kept.append(_needed(whole[first:end], stopping))
        ends.append(ends[-1] + len(kept[-1]))
    return _Sets(ends, np.concatenate(kept)), stages, index


def _needed(vectors: NDArray[np.int64], stopping: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return vectors without those that nowhere are below all others and below every decision."""
    found = np.unique(vectors, axis=0)
    found = found[np.argsort(found.sum(axis=1), kind="stable")]
    kept: list[NDArray[np.int64]] = []
    for vector in found:
        if not any((other <= vector).all() for other in (*stopping, *kept)):
            kept.append(vector)
    return np.array(kept, dtype=np.int64).reshape(-1, vectors.shape[1])


def _ordered(model: Model, scales: Float32, bits: int, vector_bits: int) -> _Parts:
    """Return the parts of a model's file."""
    features = model.network.features
    sets, stages, index = _whole_sets(model, model.policies["ORDR"], vector_bits)
    most = MOST_BITS_APART[bits]
    penalties = [_penalties(feature.table, most) for feature in features]
    prior = _penalties(model.network.prior, most)
    largest = max([prior.max(), *(part.max() for part in penalties)])
    unit = max(int(np.ceil(largest * 2**16 / ((1 << bits) - 1))), 1)
    records, edges, n_edges, n_rows = b"", b"", 0, 1
    tables = _bytes_of(np.rint(prior * 2**16 / unit), bits)
    for feature, penalty in zip(features, penalties, strict=True):
        parent = NO_INDEX if feature.parent < 0 else feature.parent
        place = (n_edges & 0xFFFF, n_rows & 0xFFFF)  # where these do not fit, their counts are refused
        records += struct.pack("<BBHHH", feature.n_values, feature.categorical, parent, *place)
        if not feature.categorical:
            own = raw_edges(feature, float(scales[len(records) // 8 - 1]))
            edges += struct.pack(f"<{len(own)}i", *own)
            n_edges += len(own)
        tables += _bytes_of(np.rint(penalty * 2**16 / unit), bits)
        n_rows += penalty.size // model.n_classes
    stages.append((len(sets.starts) - 1, len(index) // 2, 0))  # where the last stage's end
    stage_bytes = np.array(stages, dtype="<u4")[:, :2].astype("<u2").tobytes()
    counts = [
        len(stages) - 1,
        n_edges,
        len(sets.starts) - 1,
        len(sets.vectors),
        len(index) // 2,
        n_rows,
        unit,
    ]
    behind = np.array(sets.starts, dtype="<u4").astype("<u2").tobytes() + index
    wide = WIDE_TABLES * (bits == 16) | WIDE_VECTORS * (vector_bits == 16)
    return wide, counts, edges + records + stage_bytes, behind + _bytes_of(sets.vectors, vector_bits) + tables


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


def _thresholds(model: Model, scales: Float32) -> list[_Whole]:
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


def _graph(model: Model, scales: Float32, bits: int) -> _Parts:
    """Return the parts of a model's file."""
    nodes = _thresholds(model, scales)
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
        struct.pack("<4Hi", n.feature, number[n.low], number[n.high], number[n.missing], n.cut)
        for n in (nodes[i] for i in inner)
    )
    table = np.array([np.frombuffer(share, dtype=np.int64) for _, share in rows])
    behind = _bytes_of(table, bits) + bytes(label for label, _ in rows)
    behind += bytes(f.n_values if f.categorical else 0 for f in model.network.features)
    return WIDE_TABLES * (bits == 16), [len(inner), len(rows), 0, 0, 0, 0, 0], records, behind


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
    if model.policy == "graph":
        kind, parts = GRAPH, _graph(model, scales, bits)
    else:
        kind, parts = ORDERED, _ordered(model, scales, bits, vector_bits or bits)
    wide, counts, before, behind = parts
    for what, count in zip(COUNTED, counts, strict=False):
        if count >= 2**16:
            raise ValueError(
                f"the model has {count} {what}, and an integer model at most 65535: train with fewer bins, "
                "features or beliefs (n_bins, max_features, n_beliefs), or with policy='graph'"
            )
    cost, budget, cost_scale = whole_costs(model.costs.cost, model.budget)
    cost_bytes = _bytes_of(cost, 16)
    sources = b"".join(
        SOURCE.pack(c, s) for c, s in zip(model.columns.tolist(), scales.tolist(), strict=True)
    )
    body = struct.pack("<6HI", *counts) + before + cost_bytes + behind
    body += sources + struct.pack("<f", cost_scale)
    length = len(MAGIC) + HEADER.size + len(body)
    head = MAGIC + struct.pack("<HBBI", VERSION, kind, wide, length)
    rest = struct.pack("<HHI", model.n_features, model.n_classes, budget) + body
    crc = zlib.crc32(rest, zlib.crc32(head))
    return IntegerModel(head + struct.pack("<I", crc) + rest)


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
    """

    n_rows: int
    n_decisions: int
    decisions: int
    classes: int
    features: int
    posterior: float


def compare(model: Model, integer: IntegerModel, matrix: NDArray[Any]) -> Differences:
    """Follow both models on the rows of a matrix of the model's features, shape (n, K)."""
    theirs = model.classify(matrix, columns=np.arange(model.n_features), unknown="missing")
    ours = integer.classify(readings_of(model, integer.scales, matrix))
    label = np.asarray(model.classes, dtype=object)[ours.label]
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
        classes=int((label != np.asarray(theirs.label, dtype=object)).sum()),
        features=int((~same_features).sum()),
        posterior=float(apart.max(initial=0)),
    )


def _by_feature(model: Model, order: Int32) -> Int32:
    """Return an order of columns as one of features."""
    number = np.full(int(model.columns.max(initial=0)) + 2, -1, dtype=np.int32)
    number[model.columns] = np.arange(model.n_features)
    return number[order]
