"""The bytes of a model file, as docs/format.md describes them: writing, and reading back the network.

The C runtime does the checks: it opens every file that is written here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.files.meta import write_meta
from ifc2f.network import Feature, Network

MAGIC = b"\x89IFC2F\r\n"
FORMAT_VERSION = 1
HEADER_BYTES, ENTRY_BYTES, CRC_AT = 20, 16, 16
NO_INDEX = 0xFFFF
REQUIRED = 1
MAX_FEATURES, MAX_VALUES, MAX_CLASSES = 65000, 255, 255
GINI_WEIGHT = 0.5  # of an adaptive policy, where nothing better is known
FEATURE = struct.Struct("<6H5I")
IS_FACTOR = 2  # in the place of whether a feature is categorical
SMALLEST_PROBABILITY = np.float32(1e-30)
PARTS = ("DIMS", "FEAT", "VALS", "TABL", "PRIO", "COST", "MISC")  # sections of every model, in their order

Sections = dict[str, bytes]


def encode(sections: Sequence[tuple[str, bytes, bool]]) -> bytes:
    """Join sections (tag, content, required) into a file with header, directory and checksum."""
    offset = HEADER_BYTES + ENTRY_BYTES * len(sections)
    directory, body = b"", b""
    for tag, content, required in sections:
        directory += tag.encode("latin-1") + struct.pack("<III", REQUIRED * required, offset, len(content))
        padded = content + b"\0" * (-len(content) % 4)
        body += padded
        offset += len(padded)
    head = MAGIC + struct.pack("<HHI", FORMAT_VERSION, len(sections), offset)
    crc = zlib.crc32(directory + body, zlib.crc32(head))
    return head + struct.pack("<I", crc) + directory + body


def decode(data: bytes) -> Sections:
    """Split the bytes of a file that the runtime has opened into its sections."""
    (count,) = struct.unpack_from("<H", data, 10)
    sections = {}
    for i in range(count):
        tag, _, offset, length = struct.unpack_from("<4sIII", data, HEADER_BYTES + ENTRY_BYTES * i)
        sections[tag.decode("latin-1")] = data[offset : offset + length]
    return sections


def _floats(values: NDArray[Any]) -> bytes:
    without_negative_zero: NDArray[np.float32] = np.asarray(values, dtype=np.float32) + np.float32(0)
    return without_negative_zero.astype("<f4").tobytes()


def _check_limits(network: Network) -> None:
    if len(network.features) > MAX_FEATURES:
        raise ValueError(
            f"a model holds at most {MAX_FEATURES} features, not {len(network.features)}: set max_features"
        )
    if len(network.classes) > MAX_CLASSES:
        raise ValueError(f"a model holds at most {MAX_CLASSES} classes, not {len(network.classes)}")
    for feature in network.features:
        if feature.n_values > MAX_VALUES:
            raise ValueError(
                f"feature {feature.name!r} has {feature.n_values} values, above {MAX_VALUES}: use fewer bins"
            )


def _family(features: Sequence[Feature]) -> tuple[list[int], list[int]]:
    """Return first child and next sibling of each feature and of the factor, NO_INDEX where there is none."""
    first_child, next_sibling = [NO_INDEX] * (len(features) + 1), [NO_INDEX] * (len(features) + 1)
    for k in reversed(range(len(features))):
        parent = features[k].parent
        if parent >= 0:
            next_sibling[k], first_child[parent] = first_child[parent], k
    return first_child, next_sibling


def _feature_records(network: Network) -> bytes:
    features = network.features
    first_child, next_sibling = _family(features)
    records = bytearray()
    value = table = bin_ = up = 0
    for k, feature in enumerate(features):
        n_parent_values = len(feature.table)
        records += FEATURE.pack(
            feature.categorical,
            feature.n_values,
            NO_INDEX if feature.parent < 0 else feature.parent,
            n_parent_values,
            first_child[k],
            next_sibling[k],
            value,
            table,
            bin_,
            up,
            feature.column,
        )
        value += len(feature.values)
        table += feature.table.size
        bin_ += feature.n_values
        up += n_parent_values
    if network.factor is not None:
        children = first_child[-1], NO_INDEX
        starts = value, table, bin_, up
        records += FEATURE.pack(IS_FACTOR, len(network.factor), NO_INDEX, 1, *children, *starts, 0)
    return bytes(records)


def _tables(network: Network) -> bytes:
    factor = [] if network.factor is None else [network.factor]
    return b"".join(map(_probabilities, [*(feature.table for feature in network.features), *factor]))


def _probabilities(values: NDArray[Any]) -> bytes:
    """Write probabilities; those too small for the runtime's normal numbers become 0."""
    return _floats(np.where((values >= 0) & (values < SMALLEST_PROBABILITY), np.float32(0), values))


def cost_section(costs: AcquisitionCosts, budget: float) -> bytes:
    """Write budget, tests and which tests each feature needs.

    Tests are numbered in the order in which features need them: where each feature has one of its own, test k
    is that of feature k, which the runtime handles faster and small devices rely on.
    """
    needed = [test for tests_of in costs.tests_of for test in tests_of]
    order = list(dict.fromkeys([*needed, *range(len(costs.cost))]))
    number = {test: i for i, test in enumerate(order)}
    tests = b"".join(
        struct.pack(
            "<ffHH",
            costs.cost[test] + 0.0,  # -0 becomes 0
            costs.discount_cost[test] + 0.0,
            NO_INDEX if costs.group[test] < 0 else costs.group[test],
            0,
        )
        for test in order
    )
    starts = np.cumsum([0, *(len(tests_of) for tests_of in costs.tests_of)]).astype("<u4")
    listed = np.array([number[test] for test in needed], dtype="<u2").tobytes()
    return struct.pack("<f", budget + 0.0) + tests + starts.tobytes() + listed + b"\0" * (-len(listed) % 4)


def adaptive_section(gini_weight: float = GINI_WEIGHT, breadth: int = 0) -> bytes:
    """Return the section of an adaptive policy.

    Parameters
    ----------
    gini_weight : float
        How much the Gini cost (that of deciding at random by the posterior) counts in addition to that of
        deciding.
    breadth : int
        How many first acquisitions, 0 to 255, are compared by all that follows them, besides that which gains
        most for its cost and those that open others; 0: none is.
    """
    return struct.pack("<fI", gini_weight, breadth)


def write_model(
    network: Network,
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    budget: float,
    policies: Mapping[str, bytes],
    meta: Mapping[str, Any],
) -> bytes:
    """Return the bytes of a model.

    Parameters
    ----------
    network : Network
    costs : AcquisitionCosts
        Of the network's features, in their order.
    misclassification : ndarray of float32, shape (L, L)
        Rows true, columns assigned.
    budget : float
        Largest cost a session may spend; infinity for none.
    policies : mapping
        Policy sections by tag.
    meta : mapping
        What is for people; JSON values.
    """
    _check_limits(network)
    n_groups = int(max(costs.group, default=-1)) + 1
    dims = struct.pack("<4I", len(network.features), len(network.classes), len(costs.cost), n_groups)
    values = b"".join(_floats(feature.values) for feature in network.features)
    parts = {
        "DIMS": dims,
        "FEAT": _feature_records(network),
        "VALS": values,
        "TABL": _tables(network),
        "PRIO": _probabilities(network.prior),
        "COST": cost_section(costs, budget),
        "MISC": _floats(misclassification),
    }
    return with_policies(parts, policies, meta)


def with_policies(parts: Sections, policies: Mapping[str, bytes], meta: Mapping[str, Any]) -> bytes:
    """Return the bytes of a model of these parts, without the policies or the META that they may have."""
    sections = [
        *((tag, parts[tag], True) for tag in PARTS),
        *((tag, content, True) for tag, content in sorted(policies.items())),
        ("META", write_meta(meta), False),
    ]
    return encode(sections)


def numeric_features(sections: Sections) -> list[bool]:
    """Return which features of an opened model's sections are numeric."""
    return [record[0] == 0 for record in FEATURE.iter_unpack(sections["FEAT"]) if record[0] != IS_FACTOR]


def network_from(sections: Sections, meta: Mapping[str, Any]) -> Network:
    """Return the network of an opened model's sections."""
    n_features, n_classes = struct.unpack_from("<II", sections["DIMS"])
    values = np.frombuffer(sections["VALS"], dtype="<f4")
    tables = np.frombuffer(sections["TABL"], dtype="<f4")
    features = []
    for k in range(n_features):
        categorical, n_values, parent, n_parent, _, _, value, table, _, _, column = FEATURE.unpack_from(
            sections["FEAT"], FEATURE.size * k
        )
        entry = meta["features"][k]
        features.append(
            Feature(
                name=entry["name"],
                column=column,
                values=values[value : value + n_values - (not categorical)].astype(np.float32),
                categorical=bool(categorical),
                labels=tuple(entry["labels"]) if "labels" in entry else None,
                parent=-1 if parent == NO_INDEX else parent,
                table=tables[table : table + n_parent * n_values * n_classes]
                .reshape(n_parent, n_values, n_classes)
                .astype(np.float32),
            )
        )
    prior = np.frombuffer(sections["PRIO"], dtype="<f4").astype(np.float32)
    factor = None
    if len(sections["FEAT"]) > FEATURE.size * n_features:
        _, n_values, *_, table, _, _, _ = FEATURE.unpack_from(sections["FEAT"], FEATURE.size * n_features)
        factor = tables[table : table + n_values * n_classes].reshape(n_values, n_classes).astype(np.float32)
    return Network(tuple(features), tuple(meta["classes"]), prior, factor)


def costs_from(sections: Sections, meta: Mapping[str, Any]) -> tuple[AcquisitionCosts, float]:
    """Return acquisition costs and budget of an opened model's sections."""
    n_features, _, n_tests, _ = struct.unpack_from("<4I", sections["DIMS"])
    data = sections["COST"]
    (budget,) = struct.unpack_from("<f", data)
    tests = [struct.unpack_from("<ffHH", data, 4 + 12 * t) for t in range(n_tests)]
    at = 4 + 12 * n_tests
    starts = np.frombuffer(data, dtype="<u4", count=n_features + 1, offset=at)
    listed = np.frombuffer(data, dtype="<u2", count=int(starts[-1]), offset=at + 4 * (n_features + 1))
    costs = AcquisitionCosts(
        cost=np.array([test[0] for test in tests], dtype=np.float32),
        discount_cost=np.array([test[1] for test in tests], dtype=np.float32),
        group=np.array([-1 if test[2] == NO_INDEX else test[2] for test in tests], dtype=np.int32),
        group_names=tuple(meta["groups"]),
        tests_of=tuple(tuple(int(t) for t in listed[a:b]) for a, b in pairwise(starts)),
        delay=tuple(entry.get("delay", "") for entry in meta["features"]),
    )
    return costs, float(budget)
