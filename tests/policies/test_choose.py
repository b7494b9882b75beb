"""Choosing a policy by held-out rows."""

from __future__ import annotations

import re
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from grown_graphs import parity, plain, training_data
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer

from ifc2f import IFC2FClassifier, Session
from ifc2f.costs import misclassification
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.policies import held_out
from ifc2f.policies.candidates import (
    BREADTH,
    CAUTION,
    Adaptive,
    Candidate,
    Nothing,
    Order,
    best_candidate,
    candidates_of,
)
from ifc2f.policies.choose import train_by_policy
from ifc2f.policies.folds import N_DRAWN, _parts, folds
from ifc2f.policies.forest import Forest, ForestRows
from ifc2f.policies.graph import Growth
from ifc2f.policies.held_out import Tried, compared
from ifc2f.policies.problem import Problem
from ifc2f.settings import Settings


def test_auto_says_what_it_chose_and_what_the_others_scored() -> None:
    X, y = parity(300)
    told: list[str] = []
    data = training_data(X, y)
    q = misclassification(None, data.classes)
    model = train_by_policy("auto", data, plain(0.01, 4), q, progress=told.append)
    about = model.meta["policy"]
    scores = about["cross_validation"]
    assert len(scores) == 5 * 2 + 3 * 2 + 1 + 2 + 1
    assert f"chosen: {about['name']}" in told
    for kind in ("graph", "adaptive", "ordered"):
        best = min((name for name in scores if name.startswith(kind)), key=lambda name: scores[name])
        assert f"{best}: cost {scores[best]:.4g}" in told
    assert about["name"].startswith("graph")  # the class is an interaction
    assert model.policy == "graph"


def gates(n: int, n_sensors: int = 4) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return rows whose first feature alone tells nothing, but which of the others does."""
    rng = np.random.default_rng(0)
    gate, y = rng.integers(0, n_sensors, n), rng.integers(0, 2, n)
    sensors = rng.integers(0, 2, (n, n_sensors))
    sensors[np.arange(n), gate] = y
    return np.column_stack([gate, sensors]).astype(np.float32), y.astype(np.int32)


def test_looking_ahead_is_followed_where_it_pays_and_tried_once_where_it_does_not() -> None:
    ahead, beside = Adaptive(0.1, breadth=BREADTH), Adaptive(0.1)
    for (X, y), pays in ((gates(600), True), (parity(300), False)):
        data = training_data(X, y)
        costs = plain(0.01, data.n_columns)
        problem = Problem(costs, misclassification(None, data.classes), np.inf, Settings(), 1)
        candidates = [Growth(), beside, ahead]
        found = compared(problem, data, candidates, lambda stage: None)
        assert all((tried[ahead] is tried[beside]) is not pays for tried in found.tried[1:])
        if pays:
            assert found.costs_of_rows([ahead]).mean() == pytest.approx(0.02, abs=0.003)  # gate and sensor
            assert found.costs_of_rows([beside]).mean() > 0.026


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_no_part_is_compared_in_the_thread_that_waits(n_jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There an interrupt would have to wait for the C core."""
    at_work: list[int] = []
    do = held_out._tried

    def noted(*arguments: Any) -> Any:
        at_work.append(threading.get_ident())
        return do(*arguments)

    monkeypatch.setattr(held_out, "_tried", noted)
    data = training_data(*parity(100))
    train_by_policy("graph", data, plain(0.01, 4), misclassification(None, data.classes), n_jobs=n_jobs)
    assert len(at_work) == _parts(100)[0] == 10
    assert threading.get_ident() not in at_work


def test_forests_have_half_their_trees_while_policies_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    grown: list[int] = []
    grow = Forest.grown

    def noted(rows: ForestRows, seed: int, n_trees: int) -> Forest:
        grown.append(n_trees)
        return grow(rows, seed, n_trees)

    monkeypatch.setattr(Forest, "grown", noted)
    few = Settings(graph_trees=5)
    data = training_data(*parity(100))
    train_by_policy("graph", data, plain(0.01, 4), misclassification(None, data.classes), settings=few)
    assert grown[:10] == [3] * 10
    assert set(grown[10:]) == {5}, "the graph itself, and what labels are shrunk to"


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(5, 60))
def test_a_kind_is_chosen_by_its_better_half_and_not_by_its_luckiest_setting(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    usual = rng.random(n)
    graphs: list[Candidate] = [Growth(drawn) for drawn in (5.0, 25.0, 125.0, 625.0)]
    candidates = [*graphs, Order()]
    lucky = np.array([usual + 0.1, usual + 0.1, usual - 0.05, usual + 0.1, usual])
    assert best_candidate(candidates, lucky) == Order()
    good = np.array([usual + 0.1, usual - 0.05, usual - 0.05, usual + 0.1, usual])
    assert best_candidate(candidates, good) == graphs[1]  # the first of equals
    assert best_candidate(graphs, good[:4]) == graphs[1]
    assert best_candidate(candidates, np.tile(usual, (5, 1))) == graphs[0]


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(5, 60))
def test_a_setting_that_behaves_unlike_the_others_must_save_more_than_chance(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.random((1, n)) + np.array([0.0, 0.01, 0.02])[:, np.newaxis]
    candidates: list[Candidate] = [Adaptive(0.1), Adaptive(0.25), Adaptive(0.5)]
    assert best_candidate(candidates, rows) == Adaptive(0.1)
    noise = rng.normal(size=n)
    noise -= noise.mean() + rng.random() * 0.001  # a little less, by chance
    strange = np.concatenate([rows[:1], rows[:1], rows[:1] + noise])
    apart = strange - strange.mean(axis=0)
    error = apart.std(axis=1, ddof=1) / np.sqrt(n)
    saved = apart.mean(axis=1)[0] - apart.mean(axis=1)[2]
    expected = Adaptive(0.5) if saved > CAUTION * (error[2] - error[0]) else Adaptive(0.1)
    assert best_candidate(candidates, strange) == expected


def test_auto_takes_the_ordered_policy_where_it_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_policy(model: Model, rest: TrainingData, *_: object) -> Tried:
        return Tried(np.full(len(rest.y), -1.0 if model.policy == "ordered" else 9.0), rest.y)

    monkeypatch.setattr(Tried, "of", by_policy)
    X, _ = parity(100)
    clf = IFC2FClassifier(policy="auto").fit(X, X[:, 0] > 0)
    assert clf.model_.policy == "ordered"
    assert clf.choice_["name"] == "ordered"
    assert clf.choice_["cross_validation"]["ordered"] == -1.0


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), deciding=st.floats(0.0, 1.0))
def test_what_is_chosen_never_costs_more_held_out_than_asking_nothing(seed: int, deciding: float) -> None:
    rng = np.random.default_rng(seed)
    candidates: list[Candidate] = [Growth(5.0), Growth(25.0), Adaptive(0.1), Order(), Nothing()]
    costs = np.concatenate([rng.random((4, 40)), np.full((1, 40), deciding)])
    best = best_candidate(candidates, costs)
    scores = costs.mean(axis=1)
    assert best == Nothing() or scores[candidates.index(best)] < scores[-1]


def test_auto_asks_nothing_where_no_question_tells_anything() -> None:
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(120, 6)), rng.random(120) < 0.25
    with pytest.warns(UserWarning, match=r"deciding at once, which costs 0\.\d+: the model asks nothing"):
        clf = IFC2FClassifier(policy="auto", feature_cost=0.02).fit(X, y)
    assert clf.choice_["name"] == "nothing"
    acquisition = clf.acquire(X)
    assert not acquisition.n_features.any()
    assert not acquisition.cost.any()
    assert set(clf.predict(X).tolist()) == {False}
    np.testing.assert_allclose(clf.predict_proba(X)[:, 1], y.mean(), atol=0.02)
    assert Session(clf.model_).next() is None


def test_auto_adapts_on_the_ordered_network_where_that_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    X, _ = parity(100)
    y = X[:, 0] > 0
    ordered = IFC2FClassifier(policy="ordered").fit(X, y).model_.network

    def by_network(model: Model, rest: TrainingData, *_: object) -> Tried:
        is_tree = model.meta["training"]["settings"].get("structure") == "tree"
        return Tried(np.full(len(rest.y), -1.0 if is_tree and model.policy == "adaptive" else 9.0), rest.y)

    monkeypatch.setattr(Tried, "of", by_network)
    for policy in ("adaptive", "auto"):
        clf = IFC2FClassifier(policy=policy).fit(X, y)
        assert clf.choice_["name"].startswith("adaptive, tree network")
        assert clf.model_.policy == "adaptive"
        found = clf.model_.network.features
        assert [f.name for f in found] == [f.name for f in ordered.features]
        expected = ordered.tempered(clf.choice_["power"])
        for feature, of_ordered in zip(found, expected.features, strict=True):
            np.testing.assert_array_equal(feature.table, of_ordered.table)


def halves() -> list[tuple[IFC2FClassifier, NDArray[np.float64], NDArray[np.bool_]]]:
    """Fit each half of the rows; return what is fitted, and cost and overconfidence of the other half."""
    X, y = load_breast_cancer(return_X_y=True)
    found = []
    for part in (0, 1):
        fitted, held = np.arange(len(y)) % 2 == part, np.arange(len(y)) % 2 != part
        clf = IFC2FClassifier(policy="adaptive", structure="naive").fit(X[fitted], y[fitted])
        acquisition = clf.acquire(X[held])
        is_right = acquisition.label == y[held]
        found.append((clf, acquisition.cost + ~is_right, acquisition.posterior.max(axis=1) - is_right))
    return found


def test_what_is_chosen_means_what_it_says_and_tells_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "ifc2f.policies.held_out.CERTAIN", np.inf
    )  # one half would rather save than be calibrated
    tempered = halves()
    monkeypatch.setattr("ifc2f.policies.held_out.best_power", lambda beliefs: len(list(beliefs)) and 1.0)
    too_sure = float(np.mean([sure.mean() for *_, sure in halves()]))
    assert abs(np.mean([sure.mean() for *_, sure in tempered])) < 0.75 * too_sure
    assert all(clf.choice_["power"] < 1 for clf, *_ in tempered)
    promised = np.mean([clf.choice_["held_out_cost"] for clf, *_ in tempered])
    assert promised == pytest.approx(np.mean([cost.mean() for _, cost, _ in tempered]), abs=0.03)


@pytest.mark.parametrize("policy", ["adaptive", "graph", "auto"])
@pytest.mark.parametrize("to", [scipy.sparse.csr_matrix, scipy.sparse.csc_array])
def test_a_wide_sparse_matrix_gives_the_model_of_a_dense_one(
    policy: str, to: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its columns are few, it is the same to the byte, whether it is made dense or not."""
    X, y = parity(300)
    X[np.abs(X) < 0.4] = 0
    X[:20, 1] = np.nan
    parameters = {"policy": policy, "graph_trees": 20}
    dense = IFC2FClassifier(**parameters).fit(X, y).model_.to_bytes()
    assert IFC2FClassifier(**parameters).fit(to(X), y).model_.to_bytes() == dense
    monkeypatch.setattr("ifc2f.policies.wide.MOST_DENSE", 10)
    fitted = IFC2FClassifier(**parameters).fit(to(X), y)
    assert fitted.model_.to_bytes() == dense
    assert np.array_equal(fitted.predict(to(X)), fitted.predict(X))


@pytest.mark.parametrize("policy", ["adaptive", "graph", "auto"])
def test_of_a_wide_sparse_matrix_the_most_relevant_columns_are_looked_at(
    policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    words = scipy.sparse.random_array((600, 5000), density=0.01, rng=rng, format="lil")
    y = rng.integers(0, 2, 600)
    telling = [17, 1234, 4999]
    for c in telling:
        words[:, [c]] = (((rng.random(600) < 0.8) == y) * 1.0)[:, np.newaxis]
    monkeypatch.setattr("ifc2f.policies.wide.MOST_DENSE", 10)
    monkeypatch.setattr("ifc2f.policies.wide.MOST_COLUMNS", 20)
    parameters = {"policy": policy, "graph_trees": 20, "graph_columns": 10}
    fitted = IFC2FClassifier(**parameters).fit(words.tocsr(), y)
    assert set(telling) <= set(fitted.order_.tolist())
    assert (fitted.predict(words.tocsr()) == y).mean() > 0.85
    assert fitted.choice_["name"].partition(",")[0] == fitted.model_.policy
    if policy == "graph":
        assert fitted.model_.n_features <= 10
    names = IFC2FClassifier(**parameters, features=telling[:2]).fit(words.tocsr(), y).model_.columns
    assert set(names.tolist()) <= set(telling[:2])
    chunks = [(words[:200].tocsr(), y[:200]), (words[200:].tocsr(), y[200:])]
    assert IFC2FClassifier(**parameters).fit_chunks(chunks).model_.sha256 == fitted.model_.sha256
    sampled = IFC2FClassifier(**parameters, graph_rows=400).fit_chunks(chunks)
    assert (sampled.predict(words.tocsr()) == y).mean() > 0.85


@pytest.mark.parametrize("policy", ["adaptive", "graph", "auto"])
def test_every_policy_keeps_to_the_features_and_edges_given(policy: str) -> None:
    X, y = parity(200)
    edges = [[-0.5, 0.0, 0.5]] * X.shape[1]
    clf = IFC2FClassifier(policy=policy, features=[0, 1, 3], edges=edges).fit(X, y)
    assert set(clf.model_.columns.tolist()) <= {0, 1, 3}
    for feature in clf.model_.network.features:
        assert set(feature.values.tolist()) <= {-0.5, 0.0, 0.5}


def test_more_rows_never_make_a_comparison_cheaper() -> None:
    work = [n_parts * (N_DRAWN + n_fitted) for n_parts, n_fitted in map(_parts, range(10, 100_000, 10))]
    assert all(after > before - 10 for before, after in pairwise(work))  # rounded in each of ten parts
    assert _parts(100)[0] == 10
    assert _parts(10**7)[0] == 1


@pytest.mark.parametrize("n", [9, 10, 57, 900, 5000, 60_000])
def test_rows_are_held_out_evenly_from_those_fitted(n: int) -> None:
    y = np.random.default_rng(n).choice(3, size=n, p=[0.6, 0.3, 0.1]).astype(np.int32)
    parts = list(folds(y, 3))
    assert bool(parts) == (n >= 10)
    for fitted, held in parts:
        assert not np.intersect1d(fitted, held).size
        assert list(fitted) == sorted(set(fitted))
        assert len(fitted) <= 0.8 * n + 1
        for part in (fitted, held):
            shares = np.bincount(y[part], minlength=3) / len(part)
            np.testing.assert_allclose(
                shares, np.bincount(y, minlength=3) / n, atol=1.5 / len(part) + 1.5 / n
            )
    if n == 57:
        assert [sum(r in held for _, held in parts) for r in range(n)] == [2] * n


@pytest.mark.parametrize("page", ["method.md", "training.md"])
def test_the_pages_count_the_candidates(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    ((n_graphs, n_adaptive),) = re.findall(r"compares (\d+) graphs, (\d+) adaptive policies", text)
    found = candidates_of("auto", Settings())
    assert int(n_graphs) == sum(isinstance(each, Growth) for each in found)
    assert int(n_adaptive) == sum(isinstance(each, Adaptive) for each in found)
    assert sum(isinstance(each, Order) for each in found) == 2, "on a tree and on a forest"
    assert sum(isinstance(each, Nothing) for each in found) == 1
