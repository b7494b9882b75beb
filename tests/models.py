"""From random problems to models and sessions, in as few words as the tests need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategies import Problem

from ifc2f.model import Model
from ifc2f.plan import plan
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
