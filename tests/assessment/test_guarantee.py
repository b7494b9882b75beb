"""The guarantee: what it promises holds, and what it does not cover is deferred everywhere."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from copy import copy
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import planned
from scipy import sparse
from scipy.stats import binom
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from strategies import random_problem

from benchmarks.promises import failures
from ifc2f import (
    Guarantee,
    IFC2FClassifier,
    Model,
    ModelError,
    Session,
    calibrate,
    calibration_of,
    guarantee,
    guarantee_of,
)
from ifc2f.assessment.fingerprints import (
    fingerprints,
    join_sketches,
    remembering,
    seems_known,
    sketch_of,
    warn_if_known,
)
from ifc2f.assessment.guarantees import STARTS, find_threshold, thresholds
from ifc2f.cli import main


def drawn(rng: np.random.Generator, n: int, error_at: float) -> tuple[np.ndarray, np.ndarray]:
    """Return posteriors of two classes and mistakes that grow rarer with them, but not as they promise."""
    confidence = 1 - 0.5 * rng.random(n) ** 2
    wrong = rng.random(n) < np.minimum(error_at * 4 * (1 - confidence), 1)
    return np.stack([confidence, 1 - confidence], axis=1), wrong


@pytest.mark.parametrize("error_at", [0.3, 0.6, 1.0])
def test_the_bound_fails_in_at_most_a_delta_share(error_at: float) -> None:
    """Against the true error above each threshold, known from a large sample."""
    alpha, delta, n_trials = 0.1, 0.1, 1000
    rng = np.random.default_rng(0)
    many, wrong = drawn(rng, 1_000_000, error_at)
    order = np.argsort(many[:, 0])
    sure, tail = many[order, 0], wrong[order][::-1].cumsum()[::-1]
    failures = found = 0
    for _ in range(n_trials):
        result = find_threshold(*drawn(rng, 300, error_at), alpha, delta)
        if result.threshold is not None:
            at = np.searchsorted(sure, result.threshold)
            found += 1
            failures += tail[at] / (len(sure) - at) > alpha
    assert failures <= binom.ppf(0.999, n_trials, delta)
    assert found > n_trials / 2 or error_at == 1


def test_over_a_thousand_splits_of_a_real_set_the_bound_holds() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    X, y = X[order], y[order]
    acquisition = IFC2FClassifier(0.001, policy="ordered").fit(X[:190], y[:190]).acquire(X[190:])
    found = failures(acquisition.posterior, acquisition.label != y[190:], 0.05, 0.1, np.random.default_rng(0))
    assert found["found"] > 900
    assert found["failed_on_rest"] <= found["allowed"]
    assert found["failed_on_all"] <= found["allowed"]


@given(st.integers(0, 2**32 - 1), st.integers(1, 400), st.floats(0.01, 0.5), st.floats(0.01, 0.5))
def test_what_is_found_is_what_the_rows_say(seed: int, n: int, alpha: float, delta: float) -> None:
    posterior, wrong = drawn(np.random.default_rng(seed), n, 0.5)
    found = find_threshold(posterior, wrong, alpha, delta)
    if found.threshold is None:
        assert (found.n_rows, found.n_answered, found.n_wrong) == (n, 0, 0)
        return
    answered = posterior[:, 0] >= found.threshold
    assert (found.n_answered, found.n_wrong) == (answered.sum(), wrong[answered].sum())
    assert found.n_wrong / found.n_answered <= alpha
    stricter = find_threshold(posterior, wrong, alpha / 2, delta)
    assert stricter.threshold is None or stricter.threshold >= found.threshold


def test_thresholds_start_where_everything_is_answered() -> None:
    for n_classes in (2, 3, 7):
        tried = thresholds(n_classes)
        assert tried[0] == pytest.approx(1 / n_classes)
        assert (np.diff(tried) > 0).all()
        assert max(STARTS) == len(tried) - 1


def nearly_right(model: Model, X: np.ndarray) -> np.ndarray:
    """Return the classes that a model names, but for one row: held-out rows have to be of two classes."""
    labels = model.classify(X).label
    labels[-1] = next(label for label in model.classes if label != labels[0])
    return labels


def test_rows_of_one_class_are_refused() -> None:
    model = planned(random_problem(np.random.default_rng(1), 3))
    X = np.zeros((300, 3), dtype=np.float32)
    with pytest.raises(ValueError, match=r"all 300 rows are of class 'c\d': a guarantee needs rows of two"):
        guarantee(model, X, model.classify(X).label)


def test_no_threshold_defers_everything_and_says_why() -> None:
    problem = random_problem(np.random.default_rng(1), 3)
    model = planned(problem)
    X = np.zeros((20, 3), dtype=np.float32)
    labels = nearly_right(model, X)
    few = guarantee(model, X, labels, alpha=0.05, delta=0.05)
    found = guarantee_of(few)
    assert found == Guarantee(None, 0.05, 0.05, 20, 0, 0)
    least = math.ceil(math.log(0.05 / len(STARTS)) / math.log(0.95))
    assert f"at least {least} rows" in str(found)
    assert few.classify(X).deferred.all()
    assert Session(few).deferred
    assert not model.classify(X).deferred.any()
    assert not Session(model).deferred


def test_rows_session_and_file_agree_on_what_is_deferred(tmp_path: Path) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    clf = IFC2FClassifier(policy="ordered").fit(X[:250], y[:250])
    found = clf.guarantee(X[250:], y[250:], alpha=0.05, delta=0.1)
    assert found.threshold is not None
    acquisition = clf.acquire(X)
    assert 0 < acquisition.deferred[:200:10].sum() < 20
    weighted = clone(clf).fit(X[:250], y[:250])
    halved = weighted.guarantee(X[250:], y[250:], delta=0.1, sample_weight=np.where(y[250:] == 0, 1.0, 0.0))
    assert halved.n_rows == (y[250:] == 0).sum()
    assert halved == guarantee_of(
        guarantee(clf.model_, X[250:], y[250:], delta=0.1, sample_weight=1 - y[250:])
    )
    with pytest.raises(ValueError, match=r"sample_weight is -1.0 in row 0"):
        guarantee(clf.model_, X[250:], y[250:], sample_weight=-np.ones(len(y) - 250))
    clf.save(tmp_path / "m.ifc2f")
    model = Model.load(tmp_path / "m.ifc2f")
    assert guarantee_of(model) == found
    for row in range(0, 200, 10):
        session = Session(model)
        while (k := session.next()) is not None:
            session.answer(k, X[row, model.columns[k]])
        assert session.deferred == acquisition.deferred[row]
    np.testing.assert_array_equal(
        acquisition.deferred, acquisition.posterior.max(axis=1).astype(float) < found.threshold
    )
    assert guarantee_of(model.changed(budget=0.01)) is None  # of other decisions it says nothing
    assert guarantee_of(model.with_policies(model.policies)) is None


def test_rows_that_were_trained_on_are_warned_of() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    clf = IFC2FClassifier(policy="ordered").fit(X[:300], y[:300])
    with pytest.warns(UserWarning, match="50 of 319 rows are equal to rows the model was trained or"):
        clf.guarantee(X[250:], y[250:])
    with pytest.warns(UserWarning, match="10 of 40 rows"):
        clf.calibrate(X[290:330], y[290:330])
    with pytest.warns(UserWarning, match="40 of 40 rows"):
        clf.calibrate(X[290:330], y[290:330])  # after a change of the model those that changed it count too
    with pytest.warns(UserWarning, match="30 of 239 rows"):
        clf.guarantee(X[300:539], y[300:539])


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_sparse_rows_are_known_again_and_not_made_dense(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    X = sparse.random(400, 30, 0.9, random_state=0, dtype=np.float32).tocsr()
    y = (np.asarray(X[:, :4].sum(axis=1)).ravel() > 1.8).astype(int)
    IFC2FClassifier(policy="ordered").fit(X[:200], y[:200]).save(tmp_path / "m.ifc2f")
    model = Model.load(tmp_path / "m.ifc2f")
    assert 0 < model.n_features < 30
    seen = []
    monkeypatch.setattr(
        "ifc2f.assessment.guarantees.warn_if_known",
        lambda *given: seen.append(given[1]) or warn_if_known(*given),
    )
    with pytest.warns(UserWarning, match="was trained on some of these rows"):
        guarantee(model, X[:200].asformat(form), y[:200])
    found = guarantee(model, X[200:].asformat(form), y[200:])
    assert found.to_bytes() == guarantee(model, X[200:].toarray(), y[200:]).to_bytes()
    assert [sparse.issparse(cells) for cells in seen] == [True, True, False]


@pytest.mark.parametrize("policy", [pytest.param("ordered", marks=pytest.mark.long), "graph"])
def test_a_model_that_was_saved_knows_its_rows_again(policy: str, tmp_path: Path) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    clf = IFC2FClassifier(policy=policy, features=[0, 1, 20, 21, 22, 27]).fit(X[:200], y[:200])
    clf.calibrate(X[200:300], y[200:300])
    clf.save(tmp_path / "m.ifc2f")
    model = Model.load(tmp_path / "m.ifc2f")
    for rows in (slice(0, 200), slice(200, 300), slice(100, 400)):
        for promise in (guarantee, calibrate):
            with pytest.warns(UserWarning, match="was trained on some of these rows"):
                promise(model, X[rows], y[rows])
    once = calibrate(guarantee(model, X[300:400], y[300:400]), X[300:400], y[300:400])
    with pytest.warns(UserWarning, match="a guarantee needs rows it has not seen"):
        guarantee(once, X[300:], y[300:])
    assert guarantee_of(guarantee(once, X[400:], y[400:], 0.3, 0.1)) is not None


def test_rows_that_a_model_of_chunks_was_calibrated_on_are_warned_of() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    clf = IFC2FClassifier(policy="ordered").fit_chunks([(X[:200], y[:200])])
    clf.calibrate(X[200:300], y[200:300])
    with pytest.warns(UserWarning, match="20 of 100 rows"):
        clf.guarantee(X[280:380], y[280:380])


def test_one_instance_asked_through_a_callable_is_deferred_as_in_a_batch() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    clf = IFC2FClassifier(policy="ordered").fit(X[:250], y[:250])
    clf.guarantee(X[250:], y[250:], alpha=0.05, delta=0.1)
    batch = clf.acquire(X[:100])
    assert 0 < batch.deferred.sum() < 100
    for row in range(100):
        one = clf.acquire_from(lambda column, row=row: X[row, column])
        assert one.deferred[0] == batch.deferred[row]
        assert one.threshold == batch.threshold


def test_with_another_prior_or_budget_there_is_no_guarantee_anywhere() -> None:
    model = planned(random_problem(np.random.default_rng(1), 3))
    X = np.zeros((20, 3), dtype=np.float32)
    deferring = guarantee(model, X, nearly_right(model, X))  # too few rows: it defers all
    prior = deferring.network.prior
    assert Session(deferring, prior=prior, budget=deferring.budget).deferred
    for other in (Session(deferring, prior=prior[::-1]), Session(deferring, budget=0.5)):
        assert not other.deferred
        assert not copy(other).deferred
    assert not deferring.classify(X, budget=0.5).deferred.any()
    session = Session(deferring, budget=0.5)
    session.set_budget(deferring.budget)
    assert session.deferred


@pytest.mark.parametrize("change", [guarantee, calibrate])
def test_labels_that_are_not_there_or_not_one_per_row_are_refused(change: Callable[..., Model]) -> None:
    model = planned(random_problem(np.random.default_rng(1), 3))
    X = np.zeros((200, 3), dtype=np.float32)
    labels = model.classify(X).label.tolist()
    for missing in (None, np.nan):
        with pytest.raises(ValueError, match="y has no label in row 7"):
            change(model, X, [*labels[:7], missing, *labels[8:]])
    for y in ([[label] for label in labels], labels[0], labels[:-1], [*labels, labels[0]]):
        with pytest.raises(ValueError, match="each of the 200 rows"):
            change(model, X, y)
    with pytest.raises(ValueError, match=r"which the model does not know|no row has a class"):
        change(model, X, np.zeros(200, dtype=int))


def test_labels_may_come_in_any_column() -> None:
    model = planned(random_problem(np.random.default_rng(1), 3))
    X = np.zeros((200, 3), dtype=np.float32)
    texts = nearly_right(model, X).tolist()
    frame = pl.DataFrame({"y": texts})
    columns = [
        tuple(texts),
        np.array(texts, dtype=object),
        *(pd.Series(texts, dtype=kind) for kind in ("object", "string", "category")),
        frame["y"],
        frame["y"].cast(pl.Categorical),
    ]
    expected = guarantee_of(guarantee(model, X, texts))
    assert expected is not None
    assert expected.n_answered == 200
    for column in columns:
        assert guarantee_of(guarantee(model, X, column)) == expected
    with pytest.raises(ValueError, match="no label in row 0"):
        guarantee(model, X, np.ma.masked_all(200, dtype=int))
    with pytest.raises(ValueError, match="no label in row 1"):
        guarantee(model, X, pd.Series([texts[0], pd.NA, *texts[2:]], dtype="string"))


def test_a_row_of_a_class_the_model_does_not_know_is_a_mistake() -> None:
    model = planned(random_problem(np.random.default_rng(1), 3))
    X = np.zeros((200, 3), dtype=np.float32)
    labels = model.classify(X).label.tolist()
    found = guarantee_of(guarantee(model, X, ["new", 3, *labels[2:]], alpha=0.1))
    assert found is not None
    assert (found.n_answered, found.n_wrong) == (200, 2)


@given(st.integers(0, 2**32 - 1))
def test_fingerprints_tell_rows_apart_whatever_they_are_stored_in(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(-1, 2, (30, 5)).astype(np.float32)
    X[rng.random(X.shape) < 0.1] = np.nan
    X[rng.random(X.shape) < 0.1] = -0.0
    marks = fingerprints(X)
    np.testing.assert_array_equal(marks, fingerprints(sparse.csc_matrix(X)))
    key = [tuple("nan" if np.isnan(v) else float(v) + 0.0 for v in row) for row in X]
    same = np.array([[a == b for b in key] for a in key])
    np.testing.assert_array_equal(marks[:, None] == marks, same)
    some = np.array([3, 0])
    for stored in (X, X.astype(np.float64), np.asfortranarray(X), sparse.csc_matrix(X)):
        np.testing.assert_array_equal(fingerprints(stored, some), fingerprints(X[:, some]))


@pytest.mark.parametrize("at_once", [1, 7, 50, 1000])
@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_fingerprints_of_parts_are_those_of_the_whole(
    monkeypatch: pytest.MonkeyPatch, at_once: int, form: str
) -> None:
    X = sparse.random(40, 30, 0.2, random_state=0, format=form, dtype=np.float32)
    whole = fingerprints(X.toarray())
    monkeypatch.setattr("ifc2f.assessment.fingerprints.STORED_AT_ONCE", at_once)
    np.testing.assert_array_equal(fingerprints(X), whole)


@given(st.integers(0, 2**32 - 1), st.integers(0, 200))
def test_sketches_of_parts_are_joined_to_that_of_the_whole(seed: int, cut: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (200, 5)).astype(np.float32)
    whole = sketch_of(X)
    assert sketch_of(rng.permutation(X)) == whole
    assert join_sketches(sketch_of(X[:cut]), sketch_of(X[cut:])) == whole
    assert len(whole) == 32


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([2, 6, 40, 1000]))
def test_a_model_knows_its_rows_again_but_not_those_that_are_equal_by_chance(
    seed: int, n_values: int
) -> None:
    """With few values most rows of any two tables are equal: then nothing is known of either."""
    rng = np.random.default_rng(seed)
    X, others = rng.integers(0, n_values, (2, 400, 2)).astype(np.float32)
    model = planned(random_problem(rng, 2))
    assert not seems_known(model, X)
    model = remembering(model, sketch_of(X))
    assert not seems_known(model, others)
    if n_values == 1000:
        assert seems_known(model, X)
        assert seems_known(model, np.concatenate([others, X[:200]]))
        assert seems_known(remembering(model, sketch_of(others)), others)
    odd = model.with_meta({**model.meta, "rows_known": ["x", [], [1.5], {}, [-1]]})
    assert not seems_known(odd, X)


@pytest.mark.parametrize("in_chunks", [[], ["--rows-at-once", "60"]])
def test_commands_warn_of_rows_that_a_model_has_learnt_from(
    in_chunks: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    words = np.array(["low", "high"])[(X[:, 0] > 14).astype(int)]
    for name, rows in (("train", slice(0, 250)), ("held", slice(250, 569)), ("all", slice(0, 569))):
        with (tmp_path / f"{name}.csv").open("w") as file:
            file.write("number,a,b,c,size,ill\n")
            for i in range(569)[rows]:
                file.write(f"{i},{X[i, 1]:.9g},{X[i, 7]:.9g},{X[i, 20]:.9g},{words[i]},{y[i]}\n")
    train, held, both = (str(tmp_path / f"{name}.csv") for name in ("train", "held", "all"))
    model, made = str(tmp_path / "m.ifc2f"), str(tmp_path / "c.ifc2f")
    of_class = ["--target", "ill", "-o"]
    assert (
        main(["train", train, "--policy", "ordered", "--ignore", "number", *in_chunks, *of_class, model]) == 0
    )
    capsys.readouterr()

    def warned(command: str, of: str, rows: str, output: str = str(tmp_path / "out.ifc2f")) -> bool:
        assert main([command, of, rows, *of_class, output]) == 0
        return "the model was trained on rows of" in capsys.readouterr().err

    assert warned("guarantee", model, train)
    assert warned("guarantee", model, both)
    assert warned("calibrate", model, train)
    assert not warned("guarantee", model, held)
    assert not warned("calibrate", model, held, made)
    assert warned("guarantee", made, held)
    assert warned("guarantee", made, train)


@pytest.mark.parametrize(
    ("alpha", "delta", "name"), [(0, 0.1, "alpha"), (0.1, 1, "delta"), (2, 0.1, "alpha")]
)
def test_levels_out_of_range_are_refused(alpha: float, delta: float, name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a number between 0 and 1"):
        find_threshold(np.full((3, 2), 0.5), np.zeros(3, dtype=bool), alpha, delta)
    with pytest.raises(ValueError, match="there are none"):
        find_threshold(np.zeros((0, 2)), np.zeros(0, dtype=bool), 0.1, 0.1)


@pytest.mark.parametrize("entry", [0.9, {"alpha": 0.1}, {"threshold": "0.9"}, {"threshold": True}])
def test_a_damaged_guarantee_is_refused(entry: object) -> None:
    model = planned(random_problem(np.random.default_rng(1), 2))
    with pytest.raises(ModelError, match="guarantee has no threshold"):
        model.with_meta({**model.meta, "guarantee": entry})


@pytest.mark.parametrize(
    "change",
    [{"alpha": 2}, {"delta": 0}, {"n_rows": 0}, {"n_wrong": 21}, {"n_answered": -1}, {"alpha": "0.1"}],
)
def test_a_guarantee_that_cannot_be_is_not_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object]
) -> None:
    model = planned(random_problem(np.random.default_rng(1), 2))
    X = np.zeros((20, 2), dtype=np.float32)
    meta = guarantee(model, X, nearly_right(model, X)).meta
    odd = model.with_meta({**meta, "guarantee": {**meta["guarantee"], **change}})
    assert guarantee_of(odd) is None
    odd.save(tmp_path / "m.ifc2f")
    assert main(["inspect", str(tmp_path / "m.ifc2f")]) == 0
    assert "held-out rows" not in capsys.readouterr().out


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    names = [f"x{c}" for c in range(X.shape[1])]
    for name, rows in (("train", slice(0, 250)), ("held", slice(250, 569))):
        table = np.column_stack([X[rows], y[rows]])
        header = ",".join([*names, "ill"])
        np.savetxt(tmp_path / f"{name}.csv", table, "%.9g", ",", header=header, comments="")
    model, made = str(tmp_path / "m.ifc2f"), str(tmp_path / "g.ifc2f")
    held = str(tmp_path / "held.csv")
    assert (
        main(["train", str(tmp_path / "train.csv"), "--policy", "ordered", "--target", "ill", "-o", model])
        == 0
    )
    assert main(["calibrate", model, held, "--target", "ill", "-o", made]) == 0
    text = capsys.readouterr().out
    found = calibration_of(Model.load(made))
    assert found is not None
    assert "Brier score" in text
    assert ("no better" in text) == (found.after.brier >= found.before.brier)
    assert main(["guarantee", model, held, "--target", "ill", "--alpha", "0.0001", "-o", made]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "every case is deferred" in text
    assert "a larger --alpha or --delta on other rows" in text
    assert main(["guarantee", model, held, "--target", "ill", "--alpha", "0.1", "-o", made]) == 0
    assert "are deferred" in " ".join(capsys.readouterr().out.split())
    assert main(["evaluate", made, held, "--target", "ill", "--json"]) == 0
    answered = json.loads(capsys.readouterr().out)["answered"]
    assert main(["predict", made, held]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(",deferred")
    assert sum(line.endswith(",0") for line in lines[1:]) == answered["n"]
    assert main(["inspect", made]) == 0
    assert "Guarantee" in capsys.readouterr().out
    assert main(["predict", made, held, "--budget", "0.02"]) == 0
    captured = capsys.readouterr()
    assert "not hold for another prior or budget" in captured.err
    assert not captured.out.splitlines()[0].endswith("deferred")


@pytest.mark.parametrize(("n", "said"), [(1, "on this one row:"), (2, "on these 2 rows:")])
def test_few_rows_are_spoken_of_as_people_do(n: int, said: str) -> None:
    assert said in str(find_threshold(np.tile([0.9, 0.1], (n, 1)), np.zeros(n, dtype=bool), 0.05, 0.05))
