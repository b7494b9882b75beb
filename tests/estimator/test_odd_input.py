"""What users pass that is odd or wrong: settings, costs, labels, cells."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from rows import patients
from scipy import sparse
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import NotFittedError
from test_classifier import bits

from ifc2f import IFC2FClassifier, Session


def numbers(n=80):
    """Return four columns of numbers and a class that two of them tell."""
    X = np.random.default_rng(0).normal(size=(n, 4))
    return X, (X[:, 0] + X[:, 1] > 0).astype(int)


@pytest.mark.parametrize(
    "params", [{"n_bins": np.int64(4)}, {"max_features": np.int32(3)}, {"relevance_start": np.float32(1)}]
)
def test_settings_may_be_numpy_numbers(params):
    """As searches give them."""
    X, y = numbers()
    plain = {name: value.item() for name, value in params.items()}
    assert (
        IFC2FClassifier(policy="ordered", **params).fit(X, y).model_.sha256
        == IFC2FClassifier(policy="ordered", **plain).fit(X, y).model_.sha256
    )


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("budget", [1e39, 1e300, 10**400])
def test_a_budget_beyond_single_precision_is_no_limit(budget):
    X, y = numbers()
    assert (
        IFC2FClassifier(budget=budget, policy="ordered").fit(X, y).model_.sha256
        == IFC2FClassifier(policy="ordered").fit(X, y).model_.sha256
    )


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"feature_cost": 2e20}, "the feature cost is 2e[+]20: above 1e[+]20"),
        ({"feature_cost": [10**400] * 4}, "feature costs must be numbers"),
        ({"misclassification_cost": 1e30}, "assigning class 0 when 1 is true is 1e[+]30: above 1e[+]20"),
        ({"misclassification_cost": {(0, 1): 10**400}}, "above 1e[+]20"),
    ],
)
def test_costs_beyond_a_models_limits_are_named(params, message):
    X, y = numbers()
    with pytest.raises(ValueError, match=message):
        IFC2FClassifier(policy="ordered", **params).fit(X, y)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (np.array([None, "a"] * 40, dtype=object), "no label in row 0"),
        (pd.Series(["a", None] * 40, dtype="string"), "no label in row 1"),
        (
            np.array(["2020", "2021"] * 40, dtype="M8[ns]"),
            "numbers, texts or booleans, not datetime64",
        ),
        (np.arange(80) % 2 * np.timedelta64(1, "s"), "not timedelta64"),
    ],
)
def test_labels_that_are_none_are_refused(labels, message):
    with pytest.raises(ValueError, match=message):
        IFC2FClassifier(policy="ordered").fit(numbers()[0], labels)


def test_too_many_classes_are_refused_before_any_work(capsys):
    with pytest.raises(ValueError, match="at most 255 classes, not 256"):
        IFC2FClassifier(verbose=1, policy="ordered").fit(np.zeros((512, 1)), np.arange(512) % 256)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("q", "column 'a' holds 'q'"),
        (1j, "column 'a' holds complex"),
        (pd.Timestamp("2020"), "column 'a' holds days since 1970-01-01, but that of fit held plain numbers"),
        ("5 %", "column 'a' holds %, but that of fit held plain numbers"),
    ],
)
def test_what_is_no_number_at_predict_is_refused_by_column(cell, message):
    X, y = numbers()
    frame = pd.DataFrame(X, columns=list("abcd"))
    model = IFC2FClassifier(policy="ordered").fit(frame, y)
    with pytest.raises(ValueError, match=message):
        model.predict(frame.assign(a=cell))


def test_fewer_columns_than_the_last_category_are_refused_by_name():
    X, y = numbers()
    frame = pd.DataFrame(X, columns=list("abcd")).assign(t=np.where(y, "yes", "no"))
    model = IFC2FClassifier(policy="ordered").fit(frame, y)
    with pytest.raises(ValueError, match="now missing:\n- t"):
        model.predict(frame[list("abcd")])


@pytest.mark.parametrize("names", [[0, 1, 2, 3], pd.MultiIndex.from_product([[0, 1], ["p", "q"]])])
def test_columns_without_texts_as_names_may_not_be_reordered(names):
    X, y = numbers()
    frame = pd.DataFrame(X, columns=names)
    model = IFC2FClassifier(policy="ordered").fit(frame, y)
    with pytest.raises(ValueError, match="but those of fit were"):
        model.predict(frame.iloc[:, [2, 3, 0, 1]])


def test_categories_that_single_precision_does_not_tell_apart_are_refused():
    X, y = numbers()
    X[:, 1] = 2.0**24 + np.arange(len(X)) % 2
    with pytest.raises(ValueError, match="column 'x1' has the categories 16777216 and 16777217"):
        IFC2FClassifier(categorical_features=[1], policy="ordered").fit(X, y)


def test_masked_cells_are_missing(fitted, cancer):
    X = np.ma.masked_array(np.array(cancer[0][:5], dtype=float), mask=True)
    assert IFC2FClassifier(policy="ordered").fit(*numbers()).model_.classify(X).n_features.max() == 0
    sparse_rows = sparse.csr_matrix(np.nan_to_num(cancer[1].to_numpy()[:5]))
    assert bits(fitted.model_.classify(sparse_rows)) == bits(fitted.model_.classify(sparse_rows.toarray()))
    with pytest.raises(ValueError, match="datetime64"):
        fitted.model_.classify(np.zeros((2, 30), dtype="M8[s]"))


@pytest.mark.parametrize(
    ("meta", "error", "message"),
    [
        ([1], TypeError, "meta must be a dict"),
        ({"features": [{}]}, TypeError, "features of meta must be a dict of dicts"),
        ({"features": {"zz": {}}}, ValueError, "describes 'zz', which is not a feature"),
        ({"title": object()}, TypeError, "must be JSON values"),
        ({1: 2}, TypeError, "must be JSON values"),
        ({"title": "\ud800"}, ValueError, "unpaired surrogate"),
    ],
)
def test_descriptions_of_other_types_are_refused(meta, error, message):
    X, y = numbers()
    with pytest.raises(error, match=message):
        IFC2FClassifier(policy="ordered").fit(X, y, meta=meta)


def test_a_value_beyond_a_models_edges_is_refused_by_name():
    X, y = numbers()
    X[:, 0] = np.where(y, 3.3e38, -3.3e38)
    with pytest.raises(ValueError, match="column 'x0' holds an infinite value"):
        IFC2FClassifier(policy="ordered").fit(X, y)


def test_no_limit_can_be_given_as_infinity():
    X, y = load_breast_cancer(return_X_y=True)
    free = IFC2FClassifier(policy="ordered").fit(X, y).model_
    assert IFC2FClassifier(budget=np.inf, policy="ordered").fit(X, y).model_.sha256 == free.sha256


def test_the_expected_cost_is_that_of_the_fit_whatever_the_generator_gave_since():
    X, y = load_breast_cancer(return_X_y=True)
    generator = np.random.RandomState(3)
    clf = IFC2FClassifier(random_state=generator, max_features=4, policy="ordered").fit(X, y)
    state = generator.get_state()[1].tolist()
    first = clf.expected_cost_
    assert generator.get_state()[1].tolist() == state
    del clf.expected_cost_
    assert clf.expected_cost_ == first


def test_categories_that_single_precision_would_mix_up_are_refused():
    """The neighbour 2^24 + 1 of the category 2^24 is the same number in single precision."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (60, 1)).astype(float)
    y = X[:, 0] > 1
    largest = 2.0**24 - 1
    clf = IFC2FClassifier(categorical_features=[0], policy="ordered").fit(X + largest - 2, y)
    with pytest.warns(UserWarning, match="1 values were categories not seen"):
        clf.predict([[largest + 1]])
    for fit in (
        lambda X: IFC2FClassifier(categorical_features=[0], policy="ordered").fit(X, y),
        lambda X: IFC2FClassifier(categorical_features=[0], policy="ordered").fit_chunks(
            [(X[:30], y[:30]), (X[30:], y[30:])]
        ),
        lambda X: IFC2FClassifier(categorical_features=[0], edges=[np.unique(X)], policy="ordered").fit(X, y),
    ):
        with pytest.raises(ValueError, match="has the category 16777216, but single precision"):
            fit(X + largest - 1)


def test_many_numbers_as_classes_are_warned_of():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 2)), np.arange(300) % 70
    for labels in (y, y.astype(float)):
        with pytest.warns(UserWarning, match="y holds 70 different numbers, and each counts as a class"):
            IFC2FClassifier(max_features=1, policy="ordered").fit(X + y[:, np.newaxis], labels)
    with pytest.warns(UserWarning, match="y holds 70 different numbers, and each counts as a class"):
        IFC2FClassifier(max_features=1, policy="ordered").fit_chunks([(X + y[:, np.newaxis], y)])
    IFC2FClassifier(max_features=1, policy="ordered").fit(
        X + y[:, np.newaxis], y.astype(str)
    )  # texts mean what they say


@pytest.mark.parametrize("classes", [[-1, 0, 1], [-1, 0], [-1.0, 2.0]])
def test_a_mark_of_rows_without_a_class_is_told(classes):
    X, _ = numbers(90)
    y = np.resize(classes, 90)
    with pytest.warns(UserWarning, match="y holds -1, which counts as a class like any other"):
        IFC2FClassifier(policy="ordered").fit(X + y[:, np.newaxis], y)
    with pytest.warns(UserWarning, match="y holds -1"):
        IFC2FClassifier(policy="ordered").fit_chunks([(X + y[:, np.newaxis], y)])


@pytest.mark.filterwarnings("error")
def test_two_signs_are_no_mark():
    X, y = numbers()
    IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(X, 2 * y - 1)


@pytest.mark.parametrize("budget", [None, np.inf, 10**400])
def test_no_budget_is_no_limit_everywhere(budget):
    X, y = numbers()
    clf = IFC2FClassifier(budget=budget, policy="ordered").fit(X, y)
    assert clf.model_.budget == np.inf
    session = Session(clf.model_, budget=budget)
    assert session.next() == Session(clf.model_).next()
    assert (clf.acquire(X, budget=budget).cost == clf.acquire(X).cost).all()


@pytest.mark.parametrize("dtype", ["Int64", "UInt8", "boolean", "int64[pyarrow]", "bool[pyarrow]"])
def test_labels_of_nullable_types_stay_what_they_are(dtype):
    X, sick = patients()
    classes = IFC2FClassifier(policy="ordered").fit(X, pd.Series(sick.astype(int)).astype(dtype)).classes_
    assert classes.dtype.kind == ("b" if "bool" in dtype else "u" if "U" in dtype else "i")
    with pytest.raises(ValueError, match="NaN"):
        IFC2FClassifier(policy="ordered").fit(X, pd.Series([None, *sick[1:].astype(int)]).astype(dtype))


@pytest.mark.parametrize("other", [1, 2.0, True, b"a"])
def test_a_mixture_of_texts_and_other_labels_is_refused(other):
    X, sick = patients()
    y = np.array(["ill" if s else other for s in sick], dtype=object)
    with pytest.raises(ValueError, match="y mixes texts and other labels, such as 'ill' and"):
        IFC2FClassifier(policy="ordered").fit(X, y)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ([1, 2], "a list, .1, 2.: give each value its own column"),
        ((1,), "a tuple"),
        ({"a": 1}, "a dict"),
        (np.zeros(2), "a ndarray"),
        (pd.Period("2026-01"), "a time, 2026-01: convert it to a number first"),
    ],
)
def test_cells_that_are_no_category_are_refused_by_column(cell, message):
    X, sick = patients()
    X["odd"] = pd.Series([None, cell] * (len(X) // 2), dtype=object)
    with pytest.raises(ValueError, match=f"column 'odd' holds {message}"):
        IFC2FClassifier(policy="ordered").fit(X, sick)


def test_numbers_as_texts_are_warned_of_unless_they_are_meant():
    X, sick = patients()
    plain = IFC2FClassifier(policy="ordered").fit(X, sick)
    X["age"] = X["age"].map(str)
    with pytest.warns(UserWarning, match=r"column 'age' holds numbers as text, such as '1\.0', and"):
        read = IFC2FClassifier(policy="ordered").fit(X, sick)
    assert read.model_.to_bytes() == plain.model_.to_bytes()
    meant = IFC2FClassifier(categorical_features=["age"], policy="ordered").fit(X, sick)
    told = IFC2FClassifier(policy="ordered").fit(X.astype({"age": "category"}), sick)
    assert meant.model_.to_bytes() == told.model_.to_bytes() != plain.model_.to_bytes()
    for chunks in ([(X[:10], sick[:10]), (X[10:], sick[10:])], [(X, sick)]):
        parts = IFC2FClassifier(categorical_features=["age"], policy="ordered").fit_chunks(chunks)
        assert parts.model_.to_bytes() == meant.model_.to_bytes()


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            ["unknown", *map(str, 20 + np.arange(39) % 13)],
            "column 'age' holds 'unknown' among numbers, so each number",
        ),
        (
            ["<4", *map(str, 20 + np.arange(39) % 13)],
            "column 'age' holds limits such as '<4' among numbers, so each number becomes a category; "
            "write a limit as the number alone, such as 4, or name",
        ),
        (["1,234", "2,345"] * 20, "column 'age' holds numbers with a comma, such as '1,234', which can be"),
    ],
)
def test_texts_that_may_be_meant_as_numbers_are_warned_of(cells, message):
    X = pd.DataFrame({"age": cells, "tells": np.arange(40) % 3 + np.linspace(0, 0.9, 40)})
    with pytest.warns(UserWarning, match=message):
        IFC2FClassifier(policy="ordered").fit(X, np.arange(40) % 3 > 0)


@pytest.mark.parametrize("method", ["predict", "predict_proba", "acquire", "explain"])
@pytest.mark.parametrize(
    "row",
    [
        pd.Series({"age": 4.5, "seen": pd.Timestamp("2024-05-01"), "sex": "f"}),
        {"age": 4.5, "seen": pd.Timestamp("2024-05-01"), "sex": "f"},
        pd.Series({"age": 4.5, "seen": None, "sex": "f"}),
        np.array([4.5, "2024-05-01", "f"], dtype=object),
    ],
    ids=["series", "mapping", "series without date", "array"],
)
def test_a_row_that_is_no_table_is_refused_in_words(row, method):
    n = np.arange(40)
    days = pd.Timestamp("2024-01-01") + pd.to_timedelta(n * 7 % 13, unit="D")
    X = pd.DataFrame({"age": n % 9 * 1.5, "seen": days, "sex": np.where(n % 3, "f", "m")})
    model = IFC2FClassifier(policy="ordered").fit(X, n % 9 > 3)
    with pytest.raises(ValueError, match=f"X is of type {type(row).__name__}, not a table"):
        getattr(model, method)(row)


def test_spellings_are_merged_in_frames_as_in_files():
    X = pd.DataFrame({"smoker": pd.Series(["Yes", "yes", "yes", "no", "No ", "no"] * 5)})
    y = np.array([1, 1, 1, 0, 0, 0] * 5)
    with pytest.warns(UserWarning, match="spells categories in more than one way"):
        apart = IFC2FClassifier(policy="ordered").fit(X, y)
    merged = IFC2FClassifier(policy="ordered", merge_spellings=True).fit(X, y)
    assert merged.model_.network.features[0].labels == ("no", "yes")
    assert apart.model_.network.features[0].labels == ("No", "Yes", "no", "yes")  # blanks never count
    assert merged.predict(X).tolist() == y.tolist()
    assert merged.predict(pd.DataFrame({"smoker": ["YES", " NO"]})).tolist() == [1, 0]
    with pytest.raises(ValueError, match="merge_spellings needs all rows at once"):
        IFC2FClassifier(policy="ordered", merge_spellings=True).fit_chunks([(X, y)])


def test_all_columns_of_too_many_categories_are_named_with_what_to_type():
    n = 300
    X = pd.DataFrame(
        {"name": [f"n{i}" for i in range(n)], "x": np.arange(n) % 7, "ticket": [f"t{i}" for i in range(n)]}
    )
    y = X["x"] > 3
    with pytest.raises(ValueError, match=r"columns 'name', 'ticket' have more than 255") as error:
        IFC2FClassifier(policy="ordered").fit(X, y)
    assert "X.drop(columns=['name', 'ticket'])" in str(error.value)
    with pytest.raises(
        ValueError, match="column 'name' has more than 255 categories, such as 'n0'; leave it out"
    ):
        IFC2FClassifier(policy="ordered").fit(X.drop(columns=["ticket"]), y)


@pytest.mark.parametrize("kind", [object, str])
def test_texts_in_an_array_are_refused_with_what_to_do(kind):
    X = np.array([["1", "red"], ["2", "blue"]] * 20, dtype=kind)
    with pytest.raises(ValueError, match="X holds 'red', which is not a number; give texts in a data frame"):
        IFC2FClassifier(policy="ordered").fit(X, [0, 1] * 20)


def test_a_number_beyond_single_precision_is_no_puzzle_in_predict(fitted, cancer):
    X = cancer[1].assign(**dict.fromkeys(cancer[1].columns, 1e300))
    with pytest.raises(ValueError, match=r"not a finite number of at most 3\.4e\+38"):
        fitted.predict(X)


@pytest.mark.parametrize("policy", ["ordered", "adaptive", "graph", "auto"])
def test_a_single_class_is_warned_of_under_every_policy(policy):
    X, _ = patients()
    with pytest.warns(UserWarning, match="no feature is informative"):
        clf = IFC2FClassifier(policy=policy).fit(X, ["ill"] * len(X))
    assert set(clf.predict(X)) == {"ill"}


@pytest.mark.filterwarnings("error")
def test_settings_without_effect_are_warned_of():
    X, sick = patients()
    with pytest.warns(UserWarning, match="with the policy 'graph' n_bins, structure have no effect"):
        chosen = IFC2FClassifier(policy="graph", n_bins=3, structure="naive").fit(X, sick)
    plain = IFC2FClassifier(policy="graph").fit(X, sick)  # nothing is said where nothing was chosen
    acquisition, others = plain.acquire(X), chosen.acquire(X)
    assert bits(acquisition) == bits(others)


@pytest.mark.parametrize("costs", [[[1, 0], [0, 1]], {(False, False): 2}, [[0, 1], [0, 1]]])
def test_costs_that_make_a_mistake_the_better_decision_are_warned_of(costs):
    X, sick = patients()
    with pytest.warns(UserWarning, match=r"if class (True|False) is true, deciding for it costs \d"):
        IFC2FClassifier(misclassification_cost=costs, policy="ordered").fit(X, sick)


@pytest.mark.parametrize("how", ["fit", "fit_chunks"])
def test_a_training_that_fails_leaves_no_model_of_other_rows(how):
    X, sick = patients()
    clf = IFC2FClassifier(policy="ordered").fit(X, sick)
    clf.set_params(feature_cost=-1)
    other = X.assign(age=-X["age"])
    with pytest.raises(ValueError, match="negative"):
        clf.fit(other, sick) if how == "fit" else clf.fit_chunks([(other, sick)])
    assert not hasattr(clf, "model_")
    for use in (clf.predict, clf.predict_proba, clf.acquire):
        with pytest.raises(NotFittedError):
            use(X)
    assert clf.set_params(feature_cost=0.01).fit(X, sick).score(X, sick) > 0.8


def test_columns_named_by_numbers_keep_them_in_costs_and_in_the_model():
    random = np.random.default_rng(3)
    y = random.integers(0, 2, 200)
    X = pd.DataFrame(random.normal(y[:, None], 1.0, (200, 3)), columns=[2005, 1990, 7])
    classifier = IFC2FClassifier({7: 0.03, 1990: 0.02, 2005: 0.01}, min_features=3, policy="ordered").fit(
        X, y
    )
    model = classifier.model_
    priced = dict(zip(model.feature_names, model.costs.cost.tolist(), strict=True))
    assert priced == pytest.approx({"2005": 0.01, "1990": 0.02, "7": 0.03})
    assert classifier.predict(X).shape == y.shape
    with pytest.raises(ValueError, match="the columns are"):
        classifier.predict(X[[7, 1990, 2005]])


@pytest.mark.parametrize("chunked", [False, True], ids=["fit", "chunks"])
@pytest.mark.parametrize(
    "kind",
    [
        np.array,
        pd.Series,
        pl.Series,
        pa.array,
        lambda y: pd.Series(y, dtype="Int64"),
        lambda y: pd.Series(y, dtype="Float64"),
        lambda y: pd.Series(y, dtype="int64[pyarrow]"),
        lambda y: pd.Series([None if label is None else bool(label) for label in y], dtype="boolean"),
        lambda y: pd.Series([None if label is None else str(label) for label in y], dtype="category"),
        lambda y: [None if label is None else str(label) for label in y],
        lambda y: [np.nan if label is None else label for label in y],
        lambda y: np.array([np.nan if label is None else label for label in y]),
    ],
)
def test_a_missing_label_is_told_by_its_row_whatever_kind_labels_are(kind, chunked):
    X, y = np.random.default_rng(0).random((30, 2)), [0, 1] * 15
    y[7] = None
    classifier = IFC2FClassifier(policy="ordered")
    with pytest.raises(ValueError, match="row 7"):
        classifier.fit_chunks([(X, kind(y))]) if chunked else classifier.fit(X, kind(y))
