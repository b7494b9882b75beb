"""Values that are known before the first acquisition: the same whichever way they are given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare, planned
from numpy.typing import NDArray
from strategies import Problem, problems, random_problem

from ifc2f import BatchScorer, IFC2FClassifier
from ifc2f.cli.rows import ModelRows
from ifc2f.data.table import Table
from ifc2f.files.format import adaptive_section
from ifc2f.metrics import acquire
from ifc2f.model import Model
from ifc2f.session import Session


def model_of(problem: Problem, kind: str) -> Model:
    """Return the model of a problem; rows of an adaptive one are followed together."""
    return (
        planned(problem)
        if kind == "ordered"
        else bare(problem).with_policies({"ADPT": adaptive_section(0.5)})
    )


def rows_of(problem: Problem, seed: int, n: int = 30) -> NDArray[np.float32]:
    """Return rows of bins, each of which is its own value; some cells are missing."""
    rng = np.random.default_rng(seed)
    rows = np.stack([rng.integers(f.n_values, size=n) for f in problem.network.features], axis=1)
    return np.where(rng.random(rows.shape) < 0.3, np.nan, rows).astype(np.float32)


@settings(max_examples=60)
@given(problems(max_features=6, min_features=2), st.integers(0, 1000), st.data())
@pytest.mark.parametrize("kind", ["ordered", "adaptive"])
def test_a_batch_is_what_sessions_are_that_were_told(
    kind: str, problem: Problem, seed: int, data: st.DataObject
) -> None:
    model, rows = model_of(problem, kind), rows_of(problem, seed)
    known = data.draw(st.lists(st.integers(0, model.n_features - 1), unique=True))
    budget = data.draw(st.sampled_from([None, 0.3]))
    found = model.classify(rows, known=known, budget=budget)
    for r, row in enumerate(rows):
        session = Session(model, budget=budget)
        values = [
            f.labels[int(v)] if f.labels and v == v else v
            for f, v in zip(problem.network.features, row, strict=True)
        ]
        for k in known:
            if row[k] == row[k]:
                session.know(k, values[k])
        while (k := session.next()) is not None:
            session.missing(k) if row[k] != row[k] else session.answer(k, values[k])
        assert found.posterior[r].tobytes() == session.posterior.tobytes()
        assert found.label[r] == session.decide()
        assert found.cost[r] == np.float32(session.cost)
        order = found.order[r]
        assert order[order >= 0].tolist() == session.acquired
        assert not {*session.acquired} & {k for k in known if row[k] == row[k]}


def test_known_names_features_of_the_model_once_each() -> None:
    problem = random_problem(np.random.default_rng(3), 5, 3, 3, scale=0.02)
    model, rows = planned(problem), rows_of(problem, 1)
    first = model.feature_names[0]
    twice = model.classify(rows, known=[0, first, 0])
    np.testing.assert_array_equal(twice.posterior, model.classify(rows, known=[first]).posterior)
    with pytest.raises(ValueError, match="no feature 'age'"):
        model.classify(rows, known=["age"])
    with pytest.raises(ValueError, match="no feature 5"):
        model.classify(rows, known=[5])
    rows[2, 0] = np.inf
    with pytest.raises(ValueError, match=r"row 2, .*inf"):
        model.classify(rows, known=[0])


def table(n: int = 600) -> tuple[pd.DataFrame, NDArray[np.int_]]:
    """Return rows of which age is free to know, and two values of a blood count tell more."""
    random = np.random.default_rng(5)
    y = random.integers(0, 2, n)
    rows = pd.DataFrame({"age": 50 + 6 * y + 8 * random.normal(size=n)})
    for name in ("red", "white"):
        rows[name] = 1.2 * y + random.normal(size=n)
    rows["noise"] = random.normal(size=n)
    return rows.mask(pd.DataFrame(random.random(rows.shape) < 0.1, columns=rows.columns)), y


COSTS = {
    "feature_cost": {"age": 0.01, "noise": 0.01},
    "tests": {"blood": {"cost": 0.03, "features": ["red", "white"]}},
}


@pytest.mark.parametrize("policy", ["ordered", "adaptive", "graph"])
def test_estimator_frames_functions_and_scorers_agree(policy: str) -> None:
    rows, y = table()
    classifier = IFC2FClassifier(**COSTS, policy=policy, random_state=0).fit(rows[:400], y[:400])
    found = classifier.acquire(rows[400:], known=["age"])
    assert found.cost.mean() < classifier.acquire(rows[400:]).cost.mean() + 0.01
    for r, row in enumerate(rows[400:].to_dict("records")[:60]):
        asked: list[str] = []
        one = classifier.acquire_from(
            lambda name, row=row, asked=asked: asked.append(name) or row[name], known={"age": row["age"]}
        )
        assert "age" not in asked or np.isnan(row["age"])
        np.testing.assert_array_equal(one.posterior[0], found.posterior[r])
        assert one.cost[0] == found.cost[r]
    model = classifier.model_
    np.testing.assert_array_equal(acquire(classifier, rows[400:], known=["age"]).posterior, found.posterior)
    if "age" in model.feature_names:
        scored = BatchScorer(model, known=["age"])(rows[400:])
        np.testing.assert_array_equal(scored["cost"], found.cost)
    with pytest.raises(ValueError, match="known names 'weight', which is not a column of X"):
        classifier.acquire(rows, known=["weight"])


def test_what_the_model_does_not_use_may_be_known() -> None:
    rows, y = table()
    classifier = IFC2FClassifier(**COSTS, policy="ordered", features=["red", "white"], random_state=0).fit(
        rows, y
    )
    found = classifier.acquire(rows, known=["noise", "age"])
    np.testing.assert_array_equal(found.posterior, classifier.acquire(rows).posterior)


def test_a_panel_is_asked_for_in_one_call_in_part_or_not_at_all() -> None:
    rows, y = table()
    classifier = IFC2FClassifier(**COSTS, policy="adaptive", random_state=0).fit(rows, y)
    calls: list[tuple[str, list[str]]] = []

    def ask_panel(panel: str, columns: list[str]) -> dict[str, float]:
        calls.append((panel, columns))
        return {"white": 0.4}

    one = classifier.acquire_from(lambda name: 50.0, ask_panel=ask_panel)
    assert calls == [("blood", ["red", "white"])]
    assert one.cost[0] == pytest.approx(0.03 + 0.01 * (one.n_features[0] - 1))
    nothing = classifier.acquire_from(lambda name: 50.0, ask_panel=lambda panel, columns: {})
    assert not {"red", "white"} & {classifier.feature_names_in_[c] for c in nothing.order[0]}
    with pytest.raises(ValueError, match="'age' is no column of the panel 'blood'"):
        classifier.acquire_from(lambda name: 50.0, ask_panel=lambda panel, columns: {"age": 3.0})


def test_a_guarantee_is_not_for_rows_of_which_something_was_known() -> None:
    problem = random_problem(np.random.default_rng(3), 5, 3, 3, scale=0.02)
    model, rows = planned(problem), rows_of(problem, 1)
    bound = {"threshold": 0.9, "alpha": 0.1, "delta": 0.1, "n_rows": 100, "n_answered": 50, "n_wrong": 0}
    sure = model.with_meta({**model.meta, "guarantee": bound})
    assert sure.classify(rows).threshold == 0.9
    assert sure.classify(rows, known=[0]).threshold == 0.0


LISTED: list[tuple[Any, list[str]]] = [
    ("age", ["age"]),
    (np.str_("age"), ["age"]),
    (0, ["age"]),
    (np.int64(0), ["age"]),
    (np.array(["age"]), ["age"]),
    (pd.Index(["age", "red"]), ["age", "red"]),
    ({"age", "red"}, ["age", "red"]),
    (("age", 0, "red", "age"), ["age", "red"]),
    (None, []),
    ([], []),
]


@pytest.mark.parametrize(("known", "meant"), LISTED)
def test_one_column_several_or_none_may_be_known(known: Any, meant: list[str]) -> None:
    rows, y = table()
    classifier = IFC2FClassifier(**COSTS, policy="adaptive", random_state=0).fit(rows, y)
    wanted = classifier.acquire(rows, known=meant)
    model = classifier.model_
    assert "age" in model.feature_names
    for found in (
        classifier.acquire(rows, known=known),
        acquire(classifier, rows, known=known),
        model.classify(rows, known=known),
    ):
        np.testing.assert_array_equal(found.posterior, wanted.posterior)
        np.testing.assert_array_equal(found.cost, wanted.cost)
    np.testing.assert_array_equal(BatchScorer(model, known=known)(rows)["cost"], wanted.cost)


@pytest.mark.parametrize(
    "known",
    [{"age": 54}, [True, False], True, 1.0, [1.0], b"age", [b"age"], [["age"]], [None], np.array("age")],
)
def test_what_lists_no_columns_is_refused(known: Any) -> None:
    rows, y = table()
    classifier = IFC2FClassifier(**COSTS, policy="ordered", random_state=0).fit(rows, y)
    with pytest.raises(TypeError, match="known"):
        classifier.acquire(rows, known=known)
    with pytest.raises(TypeError, match=r"known|a feature"):
        classifier.model_.classify(rows, known=known)
    with pytest.raises(TypeError, match=r"known|a feature"):
        BatchScorer(classifier.model_, known=known)


def test_functions_take_and_return_values_by_column_once_each() -> None:
    rows, y = table()
    classifier = IFC2FClassifier(**COSTS, policy="adaptive", random_state=0).fit(rows, y)
    wanted = classifier.acquire_from(lambda name: 50.0, known={"age": 54.0})
    for known in (pd.Series({"age": 54.0}), {0: 54}, {"age": np.float32(54)}):
        found = classifier.acquire_from(lambda name: 50.0, known=known)
        np.testing.assert_array_equal(found.posterior, wanted.posterior)
    for odd in (["age"], "age", 54, [("age", 54)]):
        with pytest.raises(TypeError, match="known must give values by column"):
            classifier.acquire_from(lambda name: 50.0, known=odd)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="known gives column 'age' twice"):
        classifier.acquire_from(lambda name: 50.0, known={"age": 54, 0: 20})
    for odd in (None, [1.0, 2.0]):
        with pytest.raises(TypeError, match="ask_panel must give values by column"):
            classifier.acquire_from(lambda name: 50.0, ask_panel=lambda panel, columns, odd=odd: odd)
    with pytest.raises(ValueError, match="ask_panel gives column 'white' twice"):
        classifier.acquire_from(lambda name: 50.0, ask_panel=lambda panel, columns: {"white": 1, 2: 1})


def test_what_the_model_does_not_use_leaves_its_guarantee() -> None:
    rows, y = table()
    classifier = IFC2FClassifier(policy="ordered", features=["red", "white"], random_state=0).fit(rows, y)
    bound = {"threshold": 0.9, "alpha": 0.1, "delta": 0.1, "n_rows": 100, "n_answered": 50, "n_wrong": 0}
    classifier._set_model(classifier.model_.with_meta({**classifier.model_.meta, "guarantee": bound}))
    for column, threshold in (("age", 0.9), ("red", 0.0)):
        assert classifier.acquire(rows, known=[column]).threshold == threshold
        assert classifier.acquire_from(lambda name: 0.5, known={column: 0.5}).threshold == threshold


def test_a_value_found_after_all_was_measured() -> None:
    rows, y = table()
    rows = rows.mask(pd.DataFrame({"age": (y == 1) & (np.arange(len(y)) % 2 == 0)}), axis=0)
    classifier = IFC2FClassifier(
        missing="category", policy="ordered", feature_cost=0.001, random_state=0
    ).fit(rows, y)
    values = {"age": 50.0, "red": 0.6, "white": 0.6, "noise": 0.0}
    asked: list[str] = []
    one = classifier.acquire_from(lambda name: asked.append(name) or values[name], known={"age": None})
    assert "age" in asked
    session = Session(classifier.model_)
    session.know("age measured", "yes")
    for name in map(str, one.acquired(0)):
        session.answer(name, "yes" if name.endswith(" measured") else values[name])
    np.testing.assert_array_equal(one.posterior[0], session.posterior)


def test_whether_a_known_column_has_a_value_is_known_without_the_value() -> None:
    problem = random_problem(np.random.default_rng(3), 5, 3, 3, scale=0.02)
    model, matrix = planned(problem), rows_of(problem, 1)
    about = [dict(feature) for feature in model.meta["features"]]
    about[0]["measured"] = "age"
    model = model.with_meta({**model.meta, "features": about})
    empty = Table("rows", (), ())
    found = ModelRows(model, empty, matrix).classify("missing", ["age"])
    np.testing.assert_array_equal(found.posterior, model.classify(matrix, known=[0]).posterior)
    with pytest.raises(ValueError, match="no feature 'agee'"):
        ModelRows(model, empty, matrix).classify("missing", ["agee"])
