"""The alpha vectors of an ordered policy, as arrays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.checks import whole_number
from ifc2f.files.ordered_section import OrderedPolicy, read_ordered
from ifc2f.model import Model

__all__ = ["alpha_vectors", "live_features"]


def live_features(model: Model, stage: int) -> tuple[int, ...]:
    """Return the features before a stage whose answers its alpha vectors depend on, ascending.

    Raises
    ------
    ValueError
        If the model has no ordered policy, or the policy no such stage.
    """
    return _ordered(model, stage).index_features(stage)


def alpha_vectors(
    model: Model, stage: int = 0, answers: Mapping[int, int] | None = None
) -> NDArray[np.float32]:
    """Return the vectors that say what acquiring feature number `stage` and going on is expected to cost.

    At posterior p that is the least p'α over the vectors α; stopping costs the least p'Q_j.

    Parameters
    ----------
    model : Model
        With an ordered policy.
    stage : int, default=0
        The acquisition that is decided about, from 0.
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
    ordered, given = _ordered(model, stage), answers or {}
    live, sets = ordered.index_features(stage), ordered.sets(stage)
    sizes = [model.network.features[k].n_values for k in live]
    for k, size in zip(live, sizes, strict=True):
        if k in given and not 0 <= given[k] < size:
            raise ValueError(f"feature {model.feature_names[k]!r} has bins 0 to {size - 1}, not {given[k]}")
    is_known = live and all(k in given for k in live)
    number = sets[int(np.ravel_multi_index([given[k] for k in live], sizes))] if is_known else sets[-1]
    return ordered.alpha_set(number).astype(np.float32)


def _ordered(model: Model, stage: int) -> OrderedPolicy:
    section = model.policies.get("ORDR")
    if section is None or model.policy != "ordered":
        raise ValueError(
            f"alpha vectors belong to an ordered policy, but this model's is {model.policy or 'missing'}"
        )
    if not 0 <= whole_number(stage, "stage must be a number") < model.n_stages:
        raise ValueError(f"the policy has stages 0 to {model.n_stages - 1}, not {stage}")
    return read_ordered(section, model.n_classes)
