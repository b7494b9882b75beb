"""Batch classification: the same bits as sessions one at a time, and nothing read that was not paid for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare, planned
from numpy.typing import NDArray
from strategies import Problem, plain_costs, problems, random_problem

from ifc2f.acquisition import Acquisition
from ifc2f.files.format import adaptive_section
from ifc2f.model import Model
from ifc2f.session import Session


def rows_for(problem: Problem, seed: int, n: int = 40, missing: float = 0.2) -> NDArray[np.float32]:
    """Return random rows of bins (a bin is its own value here), some cells NaN."""
    rng = np.random.default_rng(seed)
    columns = [rng.integers(feature.n_values, size=n) for feature in problem.network.features]
    rows = np.stack(columns, axis=1).astype(np.float32)
    rows[rng.random(rows.shape) < missing] = np.nan
    return rows


def adaptive(problem: Problem) -> Model:
    """Return the adaptive model of a problem, whose rows are followed together."""
    return bare(problem).with_policies({"ADPT": adaptive_section(0.5)})


def same_bits(a: Acquisition, b: Acquisition) -> bool:
    """Return whether two results are the same in every bit."""
    return all(
        getattr(a, field).tobytes() == getattr(b, field).tobytes()
        for field in ("label", "posterior", "n_features", "cost", "order")
    )


@settings(max_examples=60)
@given(problem=problems(max_features=7), seed=st.integers(0, 1000), share=st.sampled_from([None, 0.5, 0.1]))
@pytest.mark.parametrize("kind", ["ordered", "adaptive"])
def test_batch_equals_sessions_to_the_bit(
    kind: str, problem: Problem, seed: int, share: float | None
) -> None:
    model = planned(problem) if kind == "ordered" else adaptive(problem)
    rows = rows_for(problem, seed)
    full = oracle.total_cost(problem.costs, range(len(problem.network.features)))
    budget = None if share is None else share * full
    result = model.classify(rows, budget=budget)
    for r, row in enumerate(rows):
        session = Session(model, budget=budget)
        while (k := session.next()) is not None:
            if np.isnan(row[k]):
                session.missing(k)
            else:
                labels = problem.network.features[k].labels
                session.answer(k, row[k] if labels is None else labels[int(row[k])])
        assert result.label[r] == session.decide()
        assert result.posterior[r].tobytes() == session.posterior.tobytes()
        assert result.n_features[r] == len(session.acquired)
        assert result.cost[r] == np.float32(session.cost)
        acquired = result.order[r]
        assert acquired[acquired >= 0].tolist() == session.acquired
        if budget is not None:
            assert result.cost[r] <= np.float32(budget)
        answers = {k: int(row[k]) for k in session.acquired}
        expected = oracle.posterior(problem.network, answers)
        np.testing.assert_allclose(result.posterior[r], expected, atol=1e-6)
        assert result.cost[r] == pytest.approx(oracle.total_cost(problem.costs, session.acquired), abs=1e-5)


@settings(max_examples=60)
@given(problem=problems(max_features=7), seed=st.integers(0, 1000))
@pytest.mark.parametrize("poison", [np.nan, np.inf, 1e6])
def test_cells_not_looked_at_have_no_influence(problem: Problem, seed: int, poison: float) -> None:
    """They may be missing, infinite or an unknown category: no bit of any output changes."""
    model = planned(problem)
    rows = rows_for(problem, seed)
    result = model.classify(rows)
    cut = np.full_like(rows, poison)
    for r, acquired in enumerate(result.order):
        cut[r, acquired[acquired >= 0]] = rows[r, acquired[acquired >= 0]]
    # Cells that were asked for and found missing must stay missing.
    cut[np.isnan(rows)] = np.nan
    assert same_bits(model.classify(cut), result)


@given(problem=problems(max_features=7, min_features=2), seed=st.integers(0, 1000))
@settings(max_examples=30)
def test_layout_and_threads_do_not_matter(problem: Problem, seed: int) -> None:
    model = planned(problem)
    rows = rows_for(problem, seed)
    result = model.classify(rows)
    assert same_bits(model.classify(rows.astype(np.float64)), result)
    assert same_bits(model.classify(np.asfortranarray(rows)), result)
    assert same_bits(model.classify(rows.tolist()), result)
    shuffled = np.random.default_rng(seed).permutation(rows.shape[1])
    columns = np.argsort(shuffled)
    assert same_bits(model.classify(rows[:, shuffled], columns=columns), result)


def test_threads_give_the_same_bits() -> None:
    problem = random_problem(np.random.default_rng(2), 6, 3, 3, scale=0.02)
    model = planned(problem)
    rows = rows_for(problem, 0, n=70_000)
    done: list[int] = []
    result = model.classify(rows)
    assert same_bits(model.classify(rows, n_jobs=2, progress=done.append), result)
    assert sum(done) == len(rows)


def model_that_looks(categorical: bool) -> tuple[Problem, Model]:
    """Return a model that looks at its first feature, of three values, before all else."""
    for seed in range(200):
        problem = random_problem(np.random.default_rng(seed), 3, 3, 2, shared=False, scale=0.01)
        feature = problem.network.features[0]
        if feature.categorical is categorical and feature.n_values == 3:
            model = planned(problem)
            if Session(model).next() == 0:
                return problem, model
    raise AssertionError("no such model among the seeds")


@pytest.mark.parametrize("kind", ["ordered", "adaptive"])
def test_unknown_categories(kind: str) -> None:
    """An error that names row, feature and known categories; or missing, counted, the same bits as NaN."""
    problem, model = model_that_looks(categorical=True)
    model = model if kind == "ordered" else adaptive(problem)
    assert Session(model).next() == 0
    rows = np.zeros((5, 3), dtype=np.float32)
    rows[3, 0] = 7.0
    with pytest.raises(ValueError, match=r"row 3.*f0.*'v0'.*'v1'.*'v2'"):
        model.classify(rows)
    result = model.classify(rows, unknown="missing")
    assert result.n_unknown == 1
    gap = rows.copy()
    gap[3, 0] = np.nan
    assert same_bits(result, model.classify(gap))
    assert model.classify(gap).n_unknown == 0


@pytest.mark.parametrize("categorical", [True, False])
@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_infinite_values_are_errors_where_they_are_looked_at(categorical: bool, value: float) -> None:
    _, model = model_that_looks(categorical)
    rows = np.zeros((3, 3))
    rows[1, 0] = value
    for unknown in ("error", "missing"):
        with pytest.raises(ValueError, match=r"row 1.*f0.*inf"):
            model.classify(rows, unknown=unknown)
    rows[1, 0] = 1e300  # beyond single precision
    with pytest.raises(ValueError, match=r"row 1.*f0"):
        model.classify(rows)


def test_what_is_wrong_with_a_matrix_is_said() -> None:
    problem, model = model_that_looks(categorical=False)
    rows = np.zeros((4, 3))
    for X, options, message in (
        (rows[0], {}, "two dimensions"),
        (rows[:, :2], {}, "2 columns"),
        (rows, {"columns": [0, 1]}, "columns"),
        (rows, {"columns": [0, 1, 5]}, "columns"),
        (rows, {"columns": [0, 1, -1]}, "column"),
        (rows, {"unknown": "guess"}, "unknown"),
        (rows, {"budget": -1.0}, "budget"),
        (rows, {"budget": np.nan}, "budget"),
    ):
        with pytest.raises(ValueError, match=message):
            model.classify(X, **options)
    with pytest.raises(ValueError, match="policy"):
        bare(problem).classify(rows)
    assert len(model.classify(np.zeros((0, 3))).label) == 0


def test_300_looks_in_a_batch() -> None:
    """Free features that each tell a little are all looked at; the count does not stop at 255."""
    problem = random_problem(np.random.default_rng(1), 300, 2, 2, "naive", shared=False, concentration=50.0)
    problem = replace(problem, costs=plain_costs([0.0] * 300))
    model = planned(problem, n_beliefs=200)
    rows = rows_for(problem, 3, n=30, missing=0.0)
    result = model.classify(rows)
    most = int(result.n_features.max())
    assert most == (result.order >= 0).sum(axis=1).max()
    assert result.order.shape == (30, most)
    assert most > 255
    for r in range(30):
        answers = {int(k): int(rows[r, k]) for k in result.order[r] if k >= 0}
        expected = oracle.log_class_and_answers(problem.network, answers)
        np.testing.assert_allclose(
            result.posterior[r], np.exp(expected - np.logaddexp.reduce(expected)), atol=1e-4
        )


def test_labels_keep_their_type() -> None:
    problem, _ = model_that_looks(categorical=False)
    for classes in ((False, True), (3, 7), ("no", "yes"), (0.5, 1.5)):
        network = replace(problem.network, classes=classes)
        model = planned(replace(problem, network=network))
        assert model.classes == classes
        labels = model.classify(np.zeros((2, 3))).label
        assert labels.tolist()[0] in classes
        assert type(labels.tolist()[0]) is type(classes[0])
        assert type(Session(model).decide()) is type(classes[0])


def test_looks_of_many_rows_come_together_from_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranges differ in how many looks they take; what is returned must not tell where they were cut."""
    problem = random_problem(np.random.default_rng(4), 4, 3, scale=0.02)
    model = planned(problem)
    X = np.random.default_rng(0).integers(0, 2, (200, 4)).astype(np.float32)
    whole = model.classify(X)
    monkeypatch.setattr("ifc2f.model._CELLS_AT_ONCE", 4 * 7)
    parts = model.classify(X, n_jobs=2)
    for name in ("label", "posterior", "n_features", "cost", "order"):
        np.testing.assert_array_equal(getattr(parts, name), getattr(whole, name))
    one_by_one = [model.classify(row[np.newaxis]).order[0].tolist() for row in X]
    assert [[c for c in row if c >= 0] for row in whole.order.tolist()] == one_by_one
