"""Values that are known before the first acquisition: the same whichever way they are given."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare, planned
from numpy.typing import NDArray
from strategies import Problem, problems, random_problem

from ifc2f import BatchScorer, IFC2FClassifier
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
