"""What others bring and expect: data frames of several kinds, scikit-learn's machinery, pickles."""

import pickle

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from ifc2f import IFC2FClassifier, Model, Session, calibrate, certificate, expected_cost, guarantee
from ifc2f.plots import AcquisitionPathDisplay


@pytest.fixture(scope="module")
def mixed():
    """A pandas frame with numbers, whole numbers, texts and truth values, some of them missing."""
    rng = np.random.default_rng(0)
    y = rng.integers(3, size=300)
    frame = pd.DataFrame(
        {
            "size": y + rng.normal(size=300),
            "count": pd.array(rng.poisson(2 + 3 * y), dtype="Int64"),
            "colour": pd.array(np.array(["red", "green", "blue"])[(y + rng.integers(2, size=300)) % 3]),
            "old": pd.array(rng.random(300) < 0.2 + 0.3 * y, dtype="boolean"),
        }
    )
    for c in range(4):
        frame.iloc[c + 3 :: 17, c] = pd.NA
    return frame, np.array(["a", "b", "c"])[y]


def as_kind(frame, kind):
    if kind == "pandas":
        return frame
    table = pa.Table.from_pandas(frame, preserve_index=False)
    if kind == "pyarrow with dictionaries":
        at = table.column_names.index("colour")
        return table.set_column(at, "colour", table["colour"].dictionary_encode())
    return table if kind == "pyarrow" else pl.from_arrow(table)


KINDS = ["polars", "pyarrow", "pyarrow with dictionaries"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_of_any_kind_gives_the_same_model_and_answers(mixed, kind):
    frame, y = mixed
    of_pandas = IFC2FClassifier(policy="ordered").fit(frame, y)
    other = as_kind(frame, kind)
    classifier = IFC2FClassifier(policy="ordered").fit(other, y)
    assert classifier.model_.to_bytes() == of_pandas.model_.to_bytes()
    assert list(classifier.feature_names_in_) == list(frame.columns)
    np.testing.assert_array_equal(classifier.predict(other), of_pandas.predict(frame))
    np.testing.assert_array_equal(classifier.predict_proba(frame), of_pandas.predict_proba(other))
    path = AcquisitionPathDisplay.from_estimator(classifier, other, row=7)
    assert path.describe() == AcquisitionPathDisplay.from_estimator(classifier, frame, row=7).describe()


@pytest.mark.parametrize("kind", KINDS)
def test_chunks_of_any_kind_are_counted_alike(mixed, kind):
    frame, y = mixed
    halves = [slice(0, 150), slice(150, 300)]
    of_pandas = IFC2FClassifier(policy="ordered").fit_chunks([(frame[h], y[h]) for h in halves])
    other = IFC2FClassifier(policy="ordered").fit_chunks([(as_kind(frame[h], kind), y[h]) for h in halves])
    assert other.model_.to_bytes() == of_pandas.model_.to_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_other_columns_are_refused_by_name(mixed, kind):
    frame, y = mixed
    classifier = IFC2FClassifier(policy="ordered").fit(as_kind(frame, kind), y)
    renamed = frame.rename(columns={"colour": "color"})
    with pytest.raises(ValueError, match="colour"):
        classifier.predict(as_kind(renamed, kind.split()[0]))
    with pytest.raises(ValueError, match="column 'size' holds 'x'"):
        classifier.predict(as_kind(frame.assign(size="x"), kind))


def test_labels_of_other_kinds(mixed):
    frame, y = mixed
    expected = IFC2FClassifier(policy="ordered").fit(frame, y).model_.to_bytes()
    for labels in (pl.Series(y.tolist()), pa.array(y.tolist()), pd.Series(y)):
        assert IFC2FClassifier(policy="ordered").fit(frame, labels).model_.to_bytes() == expected


def test_a_lazy_frame_is_refused_with_what_to_do(mixed):
    frame, y = mixed
    with pytest.raises(ValueError, match=r"pass X.collect\(\)"):
        IFC2FClassifier(policy="ordered").fit(as_kind(frame, "polars").lazy(), y)


@pytest.mark.parametrize("kind", ["pandas", *KINDS[:2]])
@pytest.mark.parametrize("of", [pd.to_datetime, pd.to_timedelta])
def test_times_are_numbers_of_their_unit(kind, of):
    days = np.random.default_rng(0).integers(0, 400, 80)
    frame = pd.DataFrame({"when": of(days, unit="D")})
    fitted = IFC2FClassifier(policy="ordered").fit(as_kind(frame, kind), days > 200)
    (feature,), (told,) = fitted.model_.network.features, fitted.model_.meta["features"]
    in_days = told["unit"] == "days since 1970-01-01"
    assert in_days or told["unit"] == "seconds"
    assert any(190 < edge / (1 if in_days else 86400) < 210 for edge in feature.values)
    assert (fitted.predict(as_kind(frame, kind)) == (days > 200)).all()


def test_two_columns_of_one_name_are_refused():
    table = pa.table([pa.array([1.0, 2.0]), pa.array([3.0, 4.0])], names=["a", "a"])
    with pytest.raises(ValueError, match="two columns are named 'a'"):
        IFC2FClassifier(policy="ordered").fit(table, [0, 1])


def test_pipeline_and_search_over_costs():
    X, y = load_iris(return_X_y=True, as_frame=True)
    pipeline = make_pipeline(FunctionTransformer(), IFC2FClassifier(policy="ordered"))
    assert cross_val_score(pipeline, X, y, cv=3).mean() > 0.85
    grid = {"ifc2fclassifier__feature_cost": [3.0, 0.01], "ifc2fclassifier__n_bins": [3, 8]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(X, y)
    assert search.best_params_["ifc2fclassifier__feature_cost"] == 0.01
    by_name = dict.fromkeys(X.columns, 0.02) | {"petal width (cm)": {"cost": 0.01, "discount_cost": 0.005}}
    searched = GridSearchCV(IFC2FClassifier(policy="ordered"), {"feature_cost": [by_name, 0.05]}, cv=3).fit(
        X, y
    )
    assert searched.best_score_ > 0.85


def test_a_clone_has_the_parameters_and_nothing_learnt(mixed):
    frame, y = mixed
    fitted = IFC2FClassifier(
        feature_cost=dict.fromkeys(frame.columns, 0.05), budget=0.2, policy="ordered"
    ).fit(frame, y)
    copy = clone(fitted)
    assert copy.get_params() == fitted.get_params()
    assert not hasattr(copy, "model_")
    assert copy.fit(frame, y).model_.to_bytes() == fitted.model_.to_bytes()


@pytest.mark.parametrize("kind", ["pickle", "joblib", "model file"])
def test_what_was_stored_answers_alike(mixed, kind, tmp_path):
    frame, y = mixed
    fitted = IFC2FClassifier(policy="ordered").fit(frame, y)
    path = tmp_path / "stored"
    if kind == "model file":
        fitted.save(path)
        stored = Model.load(path)
        kept = {key: value for key, value in stored.meta.items() if key != "rows_known"}
        assert kept != stored.meta, "a file remembers rows"
        assert stored.with_meta(kept).to_bytes() == fitted.model_.to_bytes()
        return
    if kind == "joblib":
        joblib.dump(fitted, path)
        again = joblib.load(path)
    else:
        again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict_proba(frame), fitted.predict_proba(frame))
    assert again.model_.to_bytes() == fitted.model_.to_bytes()
    assert again.get_params() == fitted.get_params()


@pytest.mark.parametrize("kind", ["pandas", *KINDS])
def test_a_model_finds_the_columns_of_a_frame_by_name(mixed, kind):
    frame, y = mixed
    classifier = IFC2FClassifier(policy="ordered").fit(frame, y)
    model, expected = classifier.model_, classifier.acquire(frame)
    others = frame[frame.columns[::-1]].assign(note="not asked for")
    acquisition = model.classify(as_kind(others, kind), unknown="missing")
    assert acquisition.posterior.tobytes() == expected.posterior.tobytes()
    assert acquisition.order.tolist() == expected.order.tolist()
    name = model.feature_names[0]
    with pytest.raises(ValueError, match=f"X has no column '{name}', which the model acquires"):
        model.classify(as_kind(frame.drop(columns=name), kind))
    with pytest.raises(ValueError, match=f"X has no column '{name}', which the model acquires"):
        AcquisitionPathDisplay.from_estimator(model, as_kind(frame.drop(columns=name), kind))
    shown = AcquisitionPathDisplay.from_estimator(model, as_kind(others, kind), row=7)
    assert shown.describe() == AcquisitionPathDisplay.from_estimator(classifier, frame, row=7).describe()


def test_whole_numbers_too_large_for_any_float_are_refused():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = IFC2FClassifier(policy="ordered").fit(X, y).model_
    large = X.astype(object)
    for sign in (1, -1):
        large.loc[1, model.feature_names[0]] = sign * 10**400
        with pytest.raises(ValueError, match=rf"row 1, feature '.*': {sign * np.inf} is not a finite number"):
            model.classify(large)
        with pytest.raises(ValueError, match="X holds a whole number too large"):
            model.classify(large.to_numpy())


@pytest.mark.filterwarnings("ignore:2 of 150 rows are equal")  # of which the size is missing
@pytest.mark.parametrize("kind", ["pandas", *KINDS])
@pytest.mark.parametrize("change", [calibrate, guarantee])
def test_held_out_rows_may_be_a_frame(mixed, kind, change):
    frame, y = mixed
    half = len(y) // 2
    classifier = IFC2FClassifier(policy="ordered").fit(frame[:half], y[:half])
    model, held = classifier.model_, as_kind(frame[half:].reset_index(drop=True), kind)
    getattr(classifier, change.__name__)(held, y[half:])
    assert change(model, held, y[half:]).to_bytes() == classifier.model_.to_bytes()


def test_a_model_of_columns_without_names_takes_a_frame_by_position():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = IFC2FClassifier(policy="ordered").fit(X.to_numpy(), y).model_
    assert model.classify(X).label.tolist() == model.classify(X.to_numpy()).label.tolist()


@pytest.mark.parametrize(
    "function", [Session, calibrate, certificate, expected_cost, guarantee], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("other", [IFC2FClassifier(policy="ordered"), "model.ifc2f", None])
def test_what_is_no_model_is_refused_with_what_to_give(function, other):
    rows = ([[1.0]], [0]) if function in (calibrate, guarantee) else ()
    with pytest.raises(
        TypeError, match=r"needs a Model, such as Model\.load\(path\) or a classifier's model_"
    ):
        function(other, *rows)


def test_a_frame_of_dask_is_refused_by_a_model_with_what_to_do(mixed):
    dd = pytest.importorskip("dask.dataframe")
    frame, y = mixed
    classifier = IFC2FClassifier(policy="ordered").fit(frame, y)
    with pytest.raises(ValueError, match=r"X is a Dask collection: pass X\.compute\(\)"):
        classifier.model_.classify(dd.from_pandas(frame, npartitions=2))
