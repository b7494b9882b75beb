"""From random problems to models and sessions, in as few words as the tests need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategies import Problem

from ifc2f.core.random_bits import random_bits
from ifc2f.model import Model
from ifc2f.network import Network
from ifc2f.planning.plan import plan
from ifc2f.session import Session


def bare(problem: Problem) -> Model:
    """Return the model of a problem without a policy."""
    return Model.build(problem.network, problem.costs, problem.misclassification)


def planned(problem: Problem, **options: Any) -> Model:
    """Return the model of a problem with a policy planned under ``options``."""
    model = bare(problem)
    return model.with_policies({"ORDR": plan(model, **options)})


def answered(model: Model, answers: Mapping[int, int], **options: Any) -> Session:
    """Return a session with these answers given, in their order."""
    session = Session(model, **options)
    for feature, value in answers.items():
        session.answer_bin(feature, value)
    return session


def readings(session: Session) -> bytes:
    """Return every number a session shows, except those that depend on the order of the looks, as bytes."""
    n_features = len(session.model.network.features)
    numbers: list[NDArray[Any]] = [np.asarray(session.posterior, dtype=np.float32)]
    numbers += [np.asarray(session.feature_posterior(k), dtype=np.float32) for k in range(n_features)]
    numbers.append(np.asarray(session.cost_of_stopping, dtype=np.float32))
    numbers.append(np.asarray(session.log_evidence, dtype=np.float64))
    return b"".join(number.tobytes() for number in numbers)


def run(model: Model, values: Mapping[int, int], **options: Any) -> Session:
    """Return a session that followed the policy to its stop; a feature without a value is missing."""
    session = Session(model, **options)
    while (feature := session.next()) is not None:
        if feature in values:
            session.answer_bin(feature, values[feature])
        else:
            session.missing(feature)
    return session


def draw_bins(network: Network, n: int, seed: int) -> NDArray[np.intp]:
    """Draw instances of a network, shape (n, K): the class, the factor, then each feature."""
    index = np.arange(n, dtype=np.uint32)

    def drawn(chances: NDArray[np.float32], stream: int) -> NDArray[np.intp]:
        uniform = (random_bits(seed, stream, index) >> np.uint32(8)).astype(np.float64) / 2**24
        total = np.cumsum(chances, axis=1, dtype=np.float64)
        return np.asarray((uniform[:, np.newaxis] * total[:, -1:] >= total).sum(axis=1), dtype=np.intp)

    label = drawn(np.tile(network.prior, (n, 1)), 0x60000000)
    n_features = len(network.features)
    bins = np.zeros(
        (n, n_features + 2), dtype=np.intp
    )  # the factor's behind them, and 0 where nothing is given
    if network.factor is not None:
        bins[:, -2] = drawn(network.factor.T[label], 0x60000001 + n_features)
    for k, feature in enumerate(network.features):
        given = bins[:, feature.parent]
        bins[:, k] = drawn(feature.table[given, :, label], 0x60000001 + k)
    return bins[:, :n_features]
