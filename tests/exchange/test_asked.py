"""A device has the features that its graph asks for, and decides as before."""

from __future__ import annotations

import numpy as np
import pytest
from graphs import random_nodes, with_graph
from hypothesis import given, settings
from hypothesis import strategies as st
from models import planned
from strategies import random_problem

from ifc2f.exchange.asked import asked_features, without_unasked
from ifc2f.exchange.export import TARGETS, export


def test_all_features_of_other_policies_are_asked_for() -> None:
    model = planned(random_problem(np.random.default_rng(1), 5, n_classes=2, shared=False))
    assert asked_features(model) == [0, 1, 2, 3, 4]
    assert without_unasked(model) is model


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_answers_are_the_same_to_the_bit_without_what_is_never_asked_for(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, int(rng.integers(4, 12)), n_classes=int(rng.integers(2, 4)))
    model = with_graph(problem, random_nodes(rng, problem, 2))
    smaller = without_unasked(model)
    features = model.network.features
    needed = set(asked_features(model))
    needed |= {features[k].parent for k in needed if features[k].parent >= 0}
    assert needed <= {model.columns.tolist().index(column) for column in smaller.columns}
    sizes = [feature.n_values for feature in features]
    matrix = np.full((60, int(model.columns.max()) + 1), np.nan, np.float32)
    matrix[:, model.columns] = np.column_stack([rng.integers(0, size, 60) for size in sizes])
    matrix[rng.random(matrix.shape) < 0.3] = np.nan
    before, after = model.classify(matrix), smaller.classify(matrix)
    for field in ("label", "posterior", "cost"):
        assert np.array_equal(getattr(before, field), getattr(after, field)), field
    width = min(before.order.shape[1], after.order.shape[1])
    assert np.array_equal(before.order[:, :width], after.order[:, :width])
    assert (before.order[:, width:] < 0).all()


@pytest.mark.parametrize("target", TARGETS)
def test_headers_and_sessions_have_only_what_is_asked_for(target: str) -> None:
    rng = np.random.default_rng(6)
    problem = random_problem(rng, 40, n_classes=2, shared=False, shape="naive")
    model = with_graph(problem, random_nodes(rng, problem, 3))
    made = export(model, target, "toy")
    asked = asked_features(model)
    assert 1 < len(asked) < 16
    assert [made.model.feature_names[k] for k in made.features] == [model.feature_names[k] for k in asked]
    assert f"TOY_N_FEATURES = {len(asked)}," in made.header()
    if made.integer is None:
        assert made.least_session_bytes == (32 + 16 * 2 + 3 * len(asked) + 3) // 4 * 4
    else:
        assert made.session_bytes == 16 + 4 * len(asked)
