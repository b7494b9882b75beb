"""Values that are known without a look."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import random_network

from ifc2f import AcquisitionCosts, Model, Session, plan_network


def model_of(seed: int, policy: str) -> Model:
    network = random_network(np.random.default_rng(seed), 5, [2, 3, 2, 2, 3], 3, "tree", concentration=0.6)
    names = [feature.name for feature in network.features]
    grouped = {name: {"cost": 0.02, "discount_cost": 0.01, "group": "g"} for name in names[:2]}
    costs = AcquisitionCosts.from_spec(grouped | dict.fromkeys(names[2:], 0.015), names)
    return plan_network(network, costs, policy=policy)


def value_of(model: Model, k: int, code: int) -> str | float:
    """Return a value of a feature that falls into a bin or is a category."""
    feature = model.network.features[k]
    if feature.labels:
        return feature.labels[code]
    if feature.categorical:
        return float(feature.values[code])
    return float(feature.values[code - 1]) if code else float(feature.values[0]) - 1.0


@given(
    st.integers(0, 2**32 - 1),
    st.sets(st.integers(0, 4), min_size=1),
    st.sampled_from(["ordered", "adaptive"]),
)
@settings(deadline=None, max_examples=50)
def test_what_is_known_counts_like_an_answer_and_costs_nothing(
    seed: int, known: set[int], policy: str
) -> None:
    rng = np.random.default_rng(seed)
    model = model_of(seed, policy)
    codes = {k: int(rng.integers(feature.n_values)) for k, feature in enumerate(model.network.features)}
    session, answered = Session(model), Session(model)
    for k in known:
        session.know(k, value_of(model, k, codes[k]))
        answered.answer(k, value_of(model, k, codes[k]))
        assert session.state(k) == codes[k]
    assert session.posterior.tobytes() == answered.posterior.tobytes()
    assert (session.cost, session.acquired) == (0.0, [])
    while (k := session.next()) is not None:
        assert k not in known
        session.answer_bin(k, codes[k])
    again = pickle.loads(pickle.dumps(session))
    assert again.posterior.tobytes() == session.posterior.tobytes()
    assert (again.cost, again.acquired) == (session.cost, session.acquired)
    fresh = Session(model)
    for k in session.acquired:
        fresh.answer_bin(k, codes[k])
    assert fresh.cost == session.cost  # what is known has bought no test of a group
    for k in [*known, *session.acquired]:
        session.retract(k)
    assert session.posterior.tobytes() == Session(model).posterior.tobytes()
    assert session.cost == 0.0


@pytest.mark.parametrize("value", [np.nan, None, np.inf, "no such"])
def test_what_is_no_value_is_not_known(value: object) -> None:
    session = Session(model_of(0, "ordered"))
    with pytest.raises(ValueError, match=session.model.feature_names[0]):
        session.know(0, value)
    assert session.state(0) == "open"
