"""Panels: one test that shows several features at once."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import lib
from strategies import random_network

from ifc2f import AcquisitionCosts, IFC2FClassifier, Model, Network, Session, expected_cost, plan_network
from ifc2f.planning.plan import plan

NAMES = ["f0", "f1", "f2", "f3", "f4"]
PRICE = 0.05


def entries(price: float = PRICE) -> dict[str, dict[str, object]]:
    """The first three features are shown by one test."""
    panel = {name: {"cost": price, "group": "panel:blood count"} for name in NAMES[:3]}
    return {**panel, "f3": {"cost": 0.02}, "f4": {"cost": 0.03}}


def network(seed: int) -> Network:
    rng = np.random.default_rng(seed)
    return random_network(rng, 5, [2, 3, 2, 2, 3], 2, "tree", concentration=0.6)


def model_of(seed: int, price: float = PRICE) -> Model:
    costs = AcquisitionCosts.from_spec(entries(price), NAMES)
    bare = Model.build(network(seed), costs, 1 - np.eye(2, dtype=np.float32))
    return bare.with_policies({"ORDR": plan(bare)})


def value_of(model: Model, k: int) -> str | float:
    """Return a value that a feature may have."""
    feature = model.network.features[k]
    return feature.labels[0] if feature.labels else float(feature.values[0])


def test_costs_tell_of_the_panel_and_keep_it_in_the_model() -> None:
    costs = AcquisitionCosts.from_spec(entries(), NAMES)
    assert costs.panels == {"blood count": (0, 1, 2)}
    assert costs.select([4, 2, 0]).panels == {"blood count": (1, 2)}
    assert costs.select([2, 3]).panels == {}
    assert costs.price(1, [0]) == 0
    assert costs.price(1, [3]) == pytest.approx(PRICE)
    assert model_of(0).costs.panels == costs.panels


def test_a_file_of_costs_has_panels(tmp_path) -> None:
    path = tmp_path / "costs.csv"
    path.write_text("feature,cost,group\nf0,5,panel:p\nf1,5,panel:p\nf2,1,\nf3,1,g\nf4,1,g\n")
    costs = AcquisitionCosts.from_spec(path, NAMES)
    assert costs.panels == {"p": (0, 1)}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"f1": {"cost": 1, "group": "panel:blood count"}}, "has one price"),
        ({"f1": {"cost": PRICE, "group": "panel:"}}, "needs a name"),
        ({"f3": {"cost": PRICE, "group": "blood count"}}, "needs a name"),
    ],
)
def test_panels_that_are_none_are_refused(changed, message) -> None:
    with pytest.raises(ValueError, match=message):
        AcquisitionCosts.from_spec(entries() | changed, NAMES)


@given(st.integers(0, 2**32 - 1), st.permutations([0, 1, 2]), st.lists(st.booleans(), min_size=3, max_size=3))
@settings(deadline=None)
def test_a_panel_is_answered_in_part_in_any_order_and_paid_once(seed, order, is_given) -> None:
    if not any(is_given):
        return
    model = model_of(seed)
    values = {NAMES[k]: value_of(model, k) for k in order if is_given[k]}
    session = Session(model)
    session.answer_bin("f3", 0)
    session.answer_panel("blood count", values)
    assert session.cost == pytest.approx(PRICE + 0.02)
    assert [session.state(k) == "missing" for k in range(3)] == [not given for given in is_given]
    one_by_one = Session(model)
    for k in sorted(order):
        if is_given[k]:
            one_by_one.answer(k, value_of(model, k))
    one_by_one.answer_bin("f3", 0)
    assert one_by_one.posterior.tobytes() == session.posterior.tobytes()
    again = pickle.loads(pickle.dumps(session))
    assert again.posterior.tobytes() == session.posterior.tobytes()
    assert (again.cost, again.next(), again.next_test()) == (
        session.cost,
        session.next(),
        session.next_test(),
    )


@pytest.mark.parametrize(
    ("panel", "values", "message"),
    [
        ("urine", {"f0": 0}, "is not a panel"),
        ("blood count", {"f3": 0}, "not a feature of the panel"),
        ("blood count", {}, "no value"),
        ("blood count", {"f0": None, "f1": "no such value"}, "f1"),
    ],
)
def test_an_answer_that_is_none_changes_nothing(panel, values, message) -> None:
    session = Session(model_of(0))
    before = copy.copy(session)
    with pytest.raises(ValueError, match=message):
        session.answer_panel(panel, values)
    assert session.posterior.tobytes() == before.posterior.tobytes()
    assert session.acquired == []


@given(st.integers(0, 2**32 - 1), st.sampled_from(["ordered", "adaptive"]))
@settings(deadline=None, max_examples=40)
def test_a_panel_that_was_begun_is_asked_to_its_end(seed: int, policy: str) -> None:
    rng = np.random.default_rng(seed)
    model = plan_network(network(seed), AcquisitionCosts.from_spec(entries(), NAMES), policy=policy)
    panel = set(model.costs.panels["blood count"])
    session = Session(model)
    asked = []
    while (k := session.next()) is not None:
        begun = panel & set(asked)
        assert not begun or begun == panel or k in panel
        assert (session.next_test() == "blood count") == (k in panel)
        asked.append(k)
        session.answer_bin(k, int(rng.integers(model.network.features[k].n_values)))
    assert not panel & set(asked) or panel <= set(asked)
    assert expected_cost(model).total <= Session(model).cost_of_stopping + 1e-6


def test_the_runtime_tells_the_group_of_a_panel() -> None:
    model = model_of(0)
    told = [lib.ifc2f_panel(model.c_model, k) for k in range(6)]
    assert told == [0, 0, 0, lib.IFC2F_STOP, lib.IFC2F_STOP, lib.IFC2F_ERR_FEATURE]
    plain = Model.build(network(0), AcquisitionCosts.from_spec(0.1, NAMES), 1 - np.eye(2, dtype=np.float32))
    assert {lib.ifc2f_panel(plain.c_model, k) for k in range(5)} == {lib.IFC2F_STOP}


PANELS = {"blood count": {"cost": PRICE, "features": NAMES[:3]}}


@pytest.mark.parametrize(
    "spec", [0.02, [9, 9, 9, 0.02, 0.02], {"f3": 0.02, "f4": {"cost": 0.02}}], ids=["number", "array", "dict"]
)
def test_panels_are_given_beside_the_costs_of_other_features(spec) -> None:
    costs = AcquisitionCosts.from_spec(spec, NAMES, PANELS)
    assert costs.panels == {"blood count": (0, 1, 2)}
    assert [costs.price(k, []) for k in (0, 2, 3, 4)] == pytest.approx([PRICE, PRICE, 0.02, 0.02])


@pytest.mark.parametrize(
    ("spec", "tests", "message"),
    [
        (0.1, {"p": {"cost": 1}}, "needs cost and features"),
        (0.1, {"p": {"cost": 1, "features": ["f0", "f0"]}}, "two panels, or twice"),
        (0.1, {"p": {"cost": 1, "features": ["f9"]}}, "'f9', which is not a feature"),
        (0.1, {"p": {"cost": -1, "features": ["f0", "f1"]}}, "negative"),
        ({"f0": 1}, PANELS, "cannot have its own cost"),
        ([1, 2], PANELS, "2 feature costs"),
    ],
)
def test_what_is_no_panel_is_refused(spec, tests, message) -> None:
    with pytest.raises(ValueError, match=message):
        AcquisitionCosts.from_spec(spec, NAMES, tests)


def test_an_estimator_buys_a_panel_as_one_test() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=1500)
    X = np.where(rng.random((1500, 12)) < 0.7, y[:, None], 1 - y[:, None]).astype(float)
    tests = {"panel": {"cost": 0.1, "features": [f"x{k}" for k in range(12)]}}
    names = np.array([f"x{k}" for k in range(12)])
    clf = IFC2FClassifier(0.1, tests=tests, structure="naive", policy="ordered").fit(
        pd.DataFrame(X, columns=names), y
    )
    acquisition = clf.acquire(pd.DataFrame(X, columns=names))
    assert set(acquisition.n_features.tolist()) == {12}
    assert acquisition.cost == pytest.approx(0.1)
    assert (acquisition.label == y).mean() > 0.88
