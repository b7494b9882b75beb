"""Explanations: weights of evidence by their definition, their laws, and what people read of them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import answered, bare, planned, readings
from strategies import WITH_FACTOR, Problem, masks, problems, random_problem

from ifc2f import IFC2FClassifier, Session, explain
from ifc2f.model import Model


def log_odds(model: Model, answers: dict[int, int], i: int) -> float:
    """Return the logarithm of a class's odds, from evidence rather than from a rounded posterior."""
    p = answered(model, answers).posterior.astype(np.float64)
    return math.log(p[i]) - math.log(p.sum() - p[i])


@settings(max_examples=25)
@given(problem=problems(shapes=WITH_FACTOR), data=st.data())
def test_weights_are_shapley_values_and_add_up(problem: Problem, data: st.DataObject) -> None:
    """By the definition: what an answer adds to the log odds, averaged over all orders of the answers."""
    model = bare(problem)
    answers = data.draw(masks(problem.network))
    i = data.draw(st.integers(0, model.n_classes - 1))
    session = answered(model, answers)
    before = readings(session)
    found = explain(session, model.classes[i])
    assert readings(session) == before
    wanted = dict.fromkeys(answers, 0.0)
    for order in permutations(answers):
        told: dict[int, int] = {}
        last = log_odds(model, told, i)
        for k in order:
            told[k] = answers[k]
            now = log_odds(model, told, i)
            wanted[k] += (now - last) / math.factorial(len(answers))
            last = now
    assert [each.name for each in found.evidence] == [model.feature_names[k] for k in answers]
    assert [each.weight for each in found.evidence] == pytest.approx(
        list(wanted.values()), rel=1e-3, abs=1e-3
    )
    change = log_odds(model, answers, i) - log_odds(model, {}, i)
    assert found.weight == pytest.approx(change, rel=1e-3, abs=1e-3)
    assert all(each.error == 0.0 for each in found.evidence)


def test_more_answers_than_sets_can_be_formed_of_are_explained_within_their_errors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = random_problem(np.random.default_rng(3), 9, shared=False)
    session = answered(bare(problem), dict.fromkeys(range(9), 0))
    exact = explain(session)
    monkeypatch.setattr("ifc2f.explanation.MOST_EXACT", 2)
    drawn = explain(session)
    assert drawn.weight == pytest.approx(exact.weight, abs=1e-6)
    for a, b in zip(exact.evidence, drawn.evidence, strict=True):
        assert abs(a.weight - b.weight) <= 4 * b.error + 1e-6
        assert b.error < 0.2
    assert drawn == explain(session), "the same orders each time"


def test_what_says_nothing_has_no_weight_and_what_is_impossible_a_finite_one() -> None:
    problem = random_problem(np.random.default_rng(1), 3, 2, 2, shared=False)
    same, certain = (np.array(table, dtype=np.float32) for table in ([[0.5, 0.5]] * 2, [[1, 0], [0, 1]]))
    first, second, third = problem.network.features
    tables = [
        replace(first, table=np.stack([same.T]), parent=-1),
        replace(second, table=np.stack([certain.T]), parent=-1),
        replace(third, table=np.stack([certain.T]), parent=-1),
    ]
    model = bare(replace(problem, network=replace(problem.network, features=tuple(tables))))
    silent, telling = explain(answered(model, {0: 1, 1: 1}), model.classes[1]).evidence
    assert silent.weight == 0.0
    assert telling.weight == pytest.approx(math.log(1e30))
    assert math.isfinite(explain(answered(model, {1: 1, 2: 0})).weight), "answers that contradict each other"


def test_questions_are_those_of_the_session_by_net_saving() -> None:
    model = planned(random_problem(np.random.default_rng(2), 5))
    session = answered(model, {1: 0})
    found = explain(session)
    assert {q.name for q in found.questions} == set(model.feature_names) - {model.feature_names[1]}
    assert [q.net for q in found.questions] == sorted((q.net for q in found.questions), reverse=True)
    for q in found.questions:
        worth = session.worth(q.name)
        assert (q.saving, q.change, q.cost) == (worth.saving, worth.change, session.feature_cost(q.name))
    asked = session.next()
    assert found.next == (None if asked is None else model.feature_names[asked])
    assert found.stopping == session.cost_of_stopping
    session.answer_likelihoods(0, [1.0] * len(session.likelihoods(0)))
    assert explain(session).evidence[-1].answer == "uncertain"
    with pytest.raises(ValueError, match="the model has no class 'x'"):
        explain(session, "x")


def frame(n: int) -> tuple[pd.DataFrame, np.ndarray]:
    rng = np.random.default_rng(4)
    y = rng.random(n) < 0.4
    kind = np.where(rng.random(n) < 0.1 + 0.8 * y, "a<b", "c")
    return pd.DataFrame({"level": y * 1.5 + rng.normal(0, 1, n), "kind": kind}), np.where(y, "ill", "well")


@pytest.mark.parametrize("policy", ["ordered", "graph"])
def test_a_row_is_explained_by_what_is_acquired_of_it(policy: str) -> None:
    X, y = frame(300)
    classifier = IFC2FClassifier(0.01, policy=policy, graph_trees=20).fit(X, y)
    X.loc[5, "kind"] = "new"
    for row in (0, 1, 5):
        acquisition = classifier.acquire(X.iloc[[row]]) if row != 5 else None
        found = classifier.explain(X.iloc[[row]])
        if acquisition is not None:
            assert [each.name for each in found.evidence] == acquisition.acquired(0)
            assert found.decision == acquisition.label[0]
            of_class = acquisition.classes.index(found.label)
            assert found.probability == pytest.approx(acquisition.posterior[0, of_class], abs=1e-6)
        else:
            assert "kind" not in [each.name for each in found.evidence]
    with pytest.raises(ValueError, match="explain takes one row, not 2"):
        classifier.explain(X[:2])
    with pytest.raises(ValueError, match="'kind': a category that training did not see"):
        classifier.set_params(unknown="error").explain(X.iloc[[5]])


def test_what_people_read() -> None:
    X, y = frame(300)
    session = Session(IFC2FClassifier(0.01, policy="ordered").fit(X, y).model_)
    assert "P(well) went from 0." in str(explain(session))
    session.answer("kind", "a<b")
    found = explain(session, "ill")
    lines = str(found).splitlines()
    assert lines[1].split() == ["feature", "answer", "odds", "times", "P(ill)", "without", "it"]
    assert lines[2].split()[:2] == ["kind", "a<b"]
    assert not any(line != line.rstrip() for line in lines)
    assert "<td>a&lt;b</td>" in found._repr_html_()
