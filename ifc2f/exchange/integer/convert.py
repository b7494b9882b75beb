"""Turn a model into an integer model."""

from __future__ import annotations

import zlib

from ifc2f.core.kernels import Float32
from ifc2f.exchange.asked import asked_features
from ifc2f.exchange.integer.graph import graph_parts
from ifc2f.exchange.integer.model import HEADER, MAGIC, VECTORS, VERSION, IntegerModel
from ifc2f.exchange.integer.numbers import Parts, whole_costs
from ifc2f.exchange.integer.ordered import ordered_parts
from ifc2f.exchange.integer.readings import choose_scales
from ifc2f.files.format import CRC_AT
from ifc2f.model import Model

__all__ = ["to_integer"]


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
        raise ValueError(f"bits must be 8 or 16, and vector_bits 8, 16 or None, not {bits} and {vector_bits}")
    if model.policy == "adaptive":
        raise ValueError(
            "an adaptive policy needs exact inference in floating point: make a graph of it with "
            "ifc2f distil, or export with target float32"
        )
    if model.policy is None:
        raise ValueError("the model has no policy to follow: train with policy='graph' or 'ordered'")
    if not model.c_model.simple_costs:
        raise ValueError(
            "an integer model needs one cost for each feature, without shared or discounted costs: "
            "export with target float32"
        )
    scales = choose_scales(model) if scales is None else scales
    cost, budget, cost_scale = whole_costs(model.costs.cost, model.budget)
    features = asked_features(model)
    if model.policy == "graph":
        parts = graph_parts(model, scales, cost, bits)
    else:
        parts = ordered_parts(model, scales, cost, bits, vector_bits or bits)
    data = _encode(parts, len(features), model.n_classes, budget)
    return IntegerModel(data, scales, cost_scale, features)


def _encode(parts: Parts, *numbers: int) -> bytes:
    """Return the file, each part at a multiple of 4 bytes; `numbers`: of features, of classes, the budget."""
    at, body, offsets = len(MAGIC) + HEADER.size, parts.records, list[int]()
    for part in parts.behind:
        body += bytes(-(at + len(body)) % 4)
        offsets.append(at + len(body))
        body += part
    words = [*offsets, *[0] * (4 - len(offsets)), *parts.last]
    if parts.kind == VECTORS:
        words = [*offsets, 0]

    def header(crc: int) -> bytes:
        start = VERSION, parts.kind, parts.wide, at + len(body), crc
        return MAGIC + HEADER.pack(*start, *numbers, parts.n_steps, parts.unit, *words)

    whole = header(0)
    crc = zlib.crc32(body, zlib.crc32(whole[CRC_AT + 4 :], zlib.crc32(whole[:CRC_AT])))
    return header(crc) + body
