"""The alpha vectors of an ordered policy, as arrays."""

from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.checks import whole_number
from ifc2f.model import Model

__all__ = ["alpha_vectors", "live_features"]

_HEAD, _STAGE = struct.Struct("<5I"), struct.Struct("<3I")


def live_features(model: Model, stage: int) -> tuple[int, ...]:
    """Return the features before a stage whose answers its alpha vectors depend on, ascending.

    Raises
    ------
    ValueError
        If the model has no ordered policy, or the policy no such stage.
    """
    section = _section(model, stage)
    n_stages = _HEAD.unpack_from(section)[0]
    _, first, n = _STAGE.unpack_from(section, _HEAD.size + _STAGE.size * stage)
    return struct.unpack_from(f"<{n}H", section, _HEAD.size + _STAGE.size * n_stages + 2 * first)


def alpha_vectors(
    model: Model, stage: int = 0, answers: Mapping[int, int] | None = None
) -> NDArray[np.float32]:
    """Return the vectors that say what looking at feature number `stage` and going on is expected to cost.

    At posterior p that is the least p'α over the vectors α; stopping costs the least p'Q_j.

    Parameters
    ----------
    model : Model
        With an ordered policy.
    stage : int, default=0
        The look that is decided about, from 0.
    answers : mapping of int to int, optional
        Bins of the features that `live_features` names. If one is not there, the vectors are those for a
        missing answer.

    Returns
    -------
    ndarray of float32, shape (n, L)
        No rows: the policy always stops here.

    Raises
    ------
    ValueError
        As `live_features`, or if an answer is no bin of its feature.
    """
    section, live, given = _section(model, stage), live_features(model, stage), answers or {}
    n_stages, n_sets, n_vectors, n_index, _ = _HEAD.unpack_from(section)
    first_set = _STAGE.unpack_from(section, _HEAD.size + _STAGE.size * stage)[0]
    sizes = [model.network.features[k].n_values for k in live]
    for k, size in zip(live, sizes, strict=True):
        if k in given and not 0 <= given[k] < size:
            raise ValueError(f"feature {model.feature_names[k]!r} has bins 0 to {size - 1}, not {given[k]}")
    if all(k in given for k in live):
        offset = int(np.ravel_multi_index([given[k] for k in live], sizes)) if live else 0
    else:
        offset = int(np.prod(sizes))
    at = _HEAD.size + _STAGE.size * n_stages + (2 * n_index + 3) // 4 * 4
    starts = np.frombuffer(section, dtype="<u4", count=n_sets + 1, offset=at)
    vectors = np.frombuffer(section, dtype="<f4", offset=at + 4 * (n_sets + 1))
    own = vectors.reshape(n_vectors, model.n_classes)[
        starts[first_set + offset] : starts[first_set + offset + 1]
    ]
    return own.astype(np.float32)


def _section(model: Model, stage: int) -> bytes:
    section = model.policies.get("ORDR")
    if section is None or model.policy != "ordered":
        raise ValueError(
            f"alpha vectors belong to an ordered policy, but this model's is {model.policy or 'missing'}"
        )
    if not 0 <= whole_number(stage, "a stage is a number") < model.n_stages:
        raise ValueError(f"the policy has stages 0 to {model.n_stages - 1}, not {stage}")
    return section
