"""Whether a value was measured as a feature of its own: ``missing="category"``."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.base import clone

from ifc2f import AcquisitionCosts, IFC2FClassifier, Model, Session
from ifc2f.learning.measured import with_companions
from ifc2f.learning.training_data import TrainingData

N = 240
RANDOM = np.random.default_rng(0)
Y = np.arange(N) % 2
X = RANDOM.normal(size=(N, 2))
X[RANDOM.random(N) < np.where(Y == 1, 0.95, 0.05), 0] = np.nan
TRAINED, HELD_OUT = slice(0, N // 2), slice(N // 2, N)
pytestmark = pytest.mark.filterwarnings("ignore:.*no feature is informative", "ignore:.*deciding at once")


def fitted(X=X, y=Y, **options):
    options = {"policy": "ordered", "missing": "category"} | options
    return IFC2FClassifier(**options).fit(X[TRAINED], y[TRAINED])


@pytest.mark.parametrize("policy", ["ordered", "adaptive"])
def test_what_is_not_measured_tells_the_class(policy):
    right = {
        missing: fitted(policy=policy, missing=missing, min_features=1).score(X[HELD_OUT], Y[HELD_OUT])
        for missing in ("auto", "category")
    }
    assert right["category"] > 0.9
    assert right["auto"] < 0.65


def test_not_measurable_is_an_answer_and_not_asked_for_tells_nothing():
    model = Model(fitted().model_.to_bytes())
    session = Session(model)
    before = session.posterior
    session.missing("x0 measured")
    np.testing.assert_array_equal(session.posterior, before)
    session.answer("x0 measured", "no")
    no = (np.isnan(X[TRAINED, 0]) & (Y[TRAINED] == 1)).sum() / np.isnan(X[TRAINED, 0]).sum()
    assert session.posterior[1] == pytest.approx(no, abs=0.02)
    session.answer("x0 measured", "yes")
    assert session.posterior[1] < 0.1


def frame(n=N):
    """Return rows of a data frame: texts, numbers, and a class that both, measured or not, tell."""
    random = np.random.default_rng(3)
    y = random.integers(0, 2, n)
    age = np.where(
        random.random(n) < 0.4 + 0.4 * y, np.nan, np.round(40 + 15 * y + 10 * random.normal(size=n))
    )
    smoker = np.where(random.random(n) < 0.5, "yes", np.where(y == 1, "often", "never")).astype(object)
    smoker[random.random(n) < 0.7 - 0.4 * y] = None
    return pd.DataFrame({"age": age, "smoker": smoker, "noise": random.normal(size=n)}), y


COSTS = {"age": 0.02, "smoker": 0.01, "noise": 0.01}


def test_rows_of_a_frame_functions_and_sessions_acquire_the_same():
    rows, y = frame()
    classifier = fitted(rows, y, feature_cost=COSTS)
    assert "age measured" in classifier.model_.feature_names
    assert classifier.n_features_in_ == 3
    assert len(classifier._acquired(rows[:0], some=False).label) == 0  # as of a part of a Dask collection
    copy = pickle.loads(pickle.dumps(classifier))
    found = copy.acquire(rows[HELD_OUT])
    for at, row in enumerate(rows[HELD_OUT].to_dict("records")[:40]):
        asked = []
        one = classifier.acquire_from(lambda name, row=row, asked=asked: asked.append(name) or row[name])
        assert len(set(asked)) == len(asked)
        assert {*asked} <= {*rows.columns}
        np.testing.assert_array_equal(one.posterior[0], found.posterior[at])
        assert one.cost[0] == found.cost[at]
    whole = rows.notna().all(axis=1)
    again = clone(classifier).set_params(feature_cost=0.01).fit(rows[whole], y[whole])
    assert {*again.model_.feature_names} <= {*rows.columns}


def test_a_value_and_whether_it_was_measured_are_one_test_and_paid_for_once():
    rows, y = frame()
    model = fitted(rows, y, feature_cost=COSTS).model_
    at = model.feature_names.index("age")
    assert model.costs.panels["age"] == (at - 1, at)
    assert model.feature_names[at - 1] == "age measured"
    session = Session(model)
    session.answer_panel("age", {"age measured": "yes", "age": 50})
    assert session.cost == pytest.approx(0.02)
    session.restart()
    session.answer_panel("age", {"age measured": "no"})
    assert session.cost == pytest.approx(0.02)
    assert session.state("age") == "missing"


@settings(max_examples=10)
@given(st.integers(0, 2**32 - 1))
def test_companions_cost_nothing_after_what_they_are_of_and_as_much_before(seed):
    """Also in groups, panels and for derived columns; what the other columns cost stays."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 7))
    names = [f"x{c}" for c in range(n)]
    groups = [["", "blood", "panel:p", "x1"][random.integers(4)] for _ in names]
    prices = {"cost": 3.0, "discount_cost": 1.0}
    spec = {name: prices | {"group": group} for name, group in zip(names, groups, strict=True)}
    parts = [name for name in names if random.random() < 0.5] or ["x0"]
    spec["sum"], names = {"group": f"derived:{'+'.join(parts)}"}, [*names, "sum"]
    costs = AcquisitionCosts.from_spec(spec, names)
    matrix = np.where(random.random((9, n + 1)) < 0.3, np.nan, 1.0).astype(np.float32)
    data = TrainingData(matrix, np.zeros(9, np.int32), names, ["a", "b"])
    more, theirs, companions = with_companions(data, costs)
    np.testing.assert_array_equal(more.matrix[:, : n + 1], matrix)
    for at, (name, column) in enumerate(companions.items(), n + 1):
        assert more.names[at] == name
        np.testing.assert_array_equal(more.matrix[:, at], ~np.isnan(matrix[:, column]))
        assert theirs.price(at, [column]) == theirs.price(column, [at]) == 0.0
        assert theirs.price(at, []) == costs.price(column, [])
    order = random.permutation(n + 1).tolist()
    for k in range(n + 1):
        assert theirs.price(order[k], order[:k]) == costs.price(order[k], order[:k])


def test_an_ordered_policy_asks_first_whether_a_value_can_be_measured():
    """Even where the value tells more: one that cannot be had would count as one that nobody asked for."""
    lab = np.tile([np.nan, 5.0, np.nan, 7.0, np.nan, 4.0, np.nan, 6.0], 40)
    y = np.tile([0, 1, 0, 1, 1, 0, 0, 1], 40)
    model = IFC2FClassifier(policy="ordered", missing="category").fit(lab[:, np.newaxis], y).model_
    assert model.feature_names == ("x0 measured", "x0")
    found = model.classify(np.array([[np.nan, 0.0]]), columns=[1, 0])
    assert found.posterior[0, 0] == pytest.approx(0.75, abs=0.02)


def test_features_that_are_named_bring_their_companions():
    assert fitted(features=[0]).model_.feature_names == ("x0 measured", "x0")
    assert fitted(features=[1]).model_.feature_names == ("x1",)


@pytest.mark.parametrize(
    ("train", "message"),
    [
        (lambda: fitted(csr_matrix(X)), "not sparse"),
        (lambda: fitted().predict(csr_matrix(X)), "not sparse"),
        (lambda: fitted(edges=[[0.0], [0.0]]), "leave out edges"),
        (lambda: fitted(pd.DataFrame(X, columns=["a", "a measured"])), "'a measured': rename"),
        (lambda: IFC2FClassifier(missing="category").fit_chunks([(X, Y)]), "needs all rows at once"),
        (
            lambda: IFC2FClassifier(missing="category", edges=[[0.0], [0.0]]).partial_fit(X, Y, [0, 1]),
            "needs all rows at once",
        ),
    ],
)
def test_what_it_cannot_be_had_with_is_named(train, message):
    with pytest.raises(ValueError, match=message):
        train()
