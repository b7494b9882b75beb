"""Frames of every kind hold the same cells, and give the same model."""

import datetime
import decimal
import pickle
from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f import IFC2FClassifier
from ifc2f.data.columns import category_text, is_missing
from ifc2f.data.csv_file import MISSING
from ifc2f.data.frames import Categories, Numbers, as_array, frame_of
from ifc2f.data.texts import Texts, factorized, numbered_labels
from ifc2f.data.times import DAYS, DURATION, SECONDS

pa = pytest.importorskip("pyarrow", reason="needs the extra ifc2f[data]")
pl = pytest.importorskip("polars", reason="polars is not installed")


class Stream:
    """What is known by its Arrow stream alone."""

    def __init__(self, table):
        self.__arrow_c_stream__ = table.__arrow_c_stream__


def relation(table):
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    return duckdb.from_arrow(table)


KINDS = {
    "pandas": lambda table: table.to_pandas(),
    "objects": lambda table: table.to_pandas().astype({"kind": object, "yes": object}),
    "category": lambda table: table.to_pandas().astype({"kind": "category", "yes": "category"}),
    "nullable": lambda table: table.to_pandas().convert_dtypes(),
    "pandas on arrow": lambda table: table.to_pandas(types_mapper=pd.ArrowDtype),
    "polars": pl.from_arrow,
    "polars categorical": lambda table: pl.from_arrow(table).cast({"kind": pl.Categorical}),
    "pyarrow": lambda table: table,
    "in batches": lambda table: pa.Table.from_batches(table.to_batches(max_chunksize=70)),
    "dictionary": lambda table: table.set_column(
        3, "kind", pa.chunked_array([part.dictionary_encode() for part in table["kind"].chunks])
    ),
    "record batch": lambda table: table.combine_chunks().to_batches()[0],
    "reader": lambda table: table.to_reader(),
    "stream": Stream,
    "duckdb": relation,
}


def table(n=300):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    gap = rng.random(n) < 0.1
    columns = {
        "x": pa.array(rng.normal(size=n) + y, pa.float64()),
        "small": pa.array((rng.normal(size=n) + y).astype(np.float32), pa.float32(), mask=gap),
        "count": pa.array(rng.integers(0, 9, n) + 3 * y, pa.int64()),
        "kind": pa.array(rng.choice(["ü", "up", "down"], n), pa.string(), mask=gap),
        "yes": pa.array(rng.random(n) < 0.2 + 0.6 * y, pa.bool_(), mask=gap[::-1]),
    }
    return pa.table(columns), y


@cache
def fitted_to_pandas():
    """Return a classifier fitted to the table as a frame of pandas, and what it acquires there."""
    whole, y = table()
    fitted = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(whole.to_pandas(), y)
    return fitted, fitted.acquire(whole.to_pandas())


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_frame_gives_the_same_model_and_the_same_looks(kind):
    whole, y = table()
    expected, acquisition = fitted_to_pandas()
    fitted = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(KINDS[kind](whole), y)
    assert fitted.model_.to_bytes() == expected.model_.to_bytes()
    assert {3, 4} <= set(acquisition.order.ravel().tolist())
    for found in (
        fitted.acquire(KINDS[kind](whole)),
        expected.acquire(KINDS[kind](whole)),
        expected.model_.classify(KINDS[kind](whole)),
    ):
        assert found.posterior.tobytes() == acquisition.posterior.tobytes()
        assert found.order.tobytes() == acquisition.order.tobytes()
    chunks = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit_chunks(
        lambda: [(KINDS[kind](whole.slice(at, 100)), y[at : at + 100]) for at in (0, 100, 200)]
    )
    assert chunks.model_.to_bytes() == expected.model_.to_bytes()


def test_an_array_gives_the_model_of_a_frame_of_it():
    x = np.random.default_rng(0).normal(size=(200, 3))
    for dtype in (np.float64, np.float32):
        X = x.astype(dtype)
        y = X[:, 0] > 0
        whole = IFC2FClassifier(policy="ordered").fit(X, y).model_.to_bytes()
        assert (
            IFC2FClassifier(policy="ordered")
            .fit(pd.DataFrame(X, columns=["x0", "x1", "x2"]), y)
            .model_.to_bytes()
            == whole
        )


CELLS = st.one_of(
    st.none(),
    st.just(float("nan")),
    st.just(pd.NA),
    st.sampled_from(["", "1", "1.0", "a", "True", "nan"]),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from([1.0, 1.5, -0.0]),
    st.sampled_from([np.float32(1), np.int8(1), np.bool_(True), decimal.Decimal("1.0"), b"a"]),
)


@given(cells=st.lists(CELLS, max_size=30))
def test_coded_cells_read_as_they_do_one_by_one(cells):
    expected = [None if is_missing(cell) else category_text(cell) for cell in cells]
    texts = Texts.of_cells(cells)
    assert texts.tolist() == expected
    assert list(texts.texts) == sorted({text for text in expected if text is not None})
    assert texts.n_present == sum(text is not None for text in expected)
    half = len(cells) // 2
    first, rest = texts.take(slice(half)), texts.take(slice(half, None))
    assert first.followed_by(rest).tolist() == expected
    assert list(first.texts) == sorted({text for text in expected[:half] if text is not None})
    column = frame_of(pd.DataFrame({"c": pd.Series(cells, dtype=object)})).column(0)
    in_files = [None if text in MISSING else text for text in expected]
    assert column.texts().tolist() == in_files or isinstance(column, Numbers)
    is_text = any(isinstance(cell, str | bytes | bool | np.bool_) for cell in cells)
    assert isinstance(column, Categories) == is_text


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["int8", "uint8", "int16", "int64", "uint64", "float64"]))
def test_labels_are_numbered_as_numpy_does(seed, kind):
    rng = np.random.default_rng(seed)
    low, high = (-3, 3) if kind == "float64" else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
    begin = [low, max(low, -2), high - 5][rng.integers(3)]
    near = [begin + int(i) for i in rng.integers(0, 6, 40)]
    labels = np.array([[low, high, near[0]][rng.integers(3)], *near], dtype=kind)
    classes, codes = numbered_labels(labels)
    wanted, places = np.unique(labels, return_inverse=True)
    np.testing.assert_array_equal(classes, wanted)
    np.testing.assert_array_equal(codes, places)
    assert classes.dtype == labels.dtype


def test_what_can_be_no_key_is_known_by_its_text():
    codes, distinct = factorized([[1], [2], [1], None])
    assert codes.tolist() == [0, 1, 0, -1]
    assert distinct == ["[1]", "[2]"]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([[1], [2]]), "column 'odd' holds a list<.*: give each value its own column"),
        (pa.array([{"a": 1}, {"a": 2}]), "column 'odd' holds a struct<"),
    ],
)
@pytest.mark.parametrize("kind", ["pyarrow", "polars", "record batch"])
def test_columns_that_are_no_category_are_refused_by_name(column, message, kind):
    X = KINDS[kind](pa.table({"odd": column}))
    pattern = "column 'odd' holds" if kind == "polars" else message
    with pytest.raises(ValueError, match=pattern):
        IFC2FClassifier(policy="ordered").fit(X, [0, 1])


def test_numbers_of_every_width_and_none_at_all():
    columns = {
        "decimal": pa.array([decimal.Decimal("1.5"), None]),
        "nothing": pa.nulls(2),
        "byte": pa.array([1, None], pa.uint8()),
        "half": pa.array(np.array([0.5, 2], np.float16)),
        "empty dictionary": pa.array([None, None], pa.dictionary(pa.int8(), pa.string())),
        "bytes": pa.array([b"q", None]),
    }
    for kind in ("pyarrow", "polars"):
        frame = frame_of(KINDS[kind](pa.table(columns)))
        assert frame.column(0).numbers("")[0] == 1.5
        assert np.isnan(frame.column(1).numbers("")).all()
        assert frame.column(2).numbers("")[0] == 1
        assert frame.column(3).numbers("").tolist() == [0.5, 2]
        assert frame.column(4).texts().tolist() == [None, None]
        assert frame.column(5).texts().tolist() == ["b'q'", None]


def test_labels_may_come_as_a_column_of_any_kind():
    whole, y = table()
    labels = pa.table({"y": pa.array(np.where(y, "ill", "well"))})
    expected = IFC2FClassifier(policy="ordered").fit(whole, labels.to_pandas()["y"]).model_.to_bytes()
    for column in (labels["y"], labels, pl.from_arrow(labels)["y"], labels["y"].dictionary_encode()):
        assert IFC2FClassifier(policy="ordered").fit(whole, column).model_.to_bytes() == expected
    assert as_array(relation(labels)).tolist() == labels["y"].to_pylist()
    with pytest.raises(ValueError, match="y must be one column, a class for each row, not 5"):
        IFC2FClassifier(policy="ordered").fit(whole, whole)


def test_times_among_others_are_refused_but_missing_ones_are_none():
    good = frame_of(pd.DataFrame({"c": pd.Series([pd.NaT, "a"], dtype=object)}))
    assert good.column(0).texts().tolist() == [None, "a"]
    for other in ("a", datetime.time(7)):
        bad = frame_of(pd.DataFrame({"c": pd.Series([datetime.date(2026, 1, 1), other], dtype=object)}))
        with pytest.raises(ValueError, match="column 'c' holds a time, 2026-01-01, among other values"):
            bad.column(0)


BERLIN = datetime.timezone(datetime.timedelta(hours=1))
TIMES = {
    "date": ([datetime.date(1970, 1, 3), None], pa.date32(), [2.0, np.nan], DAYS),
    "moment": ([datetime.datetime(1970, 1, 1, 6), None], pa.timestamp("ns"), [0.25, np.nan], DAYS),
    "in a zone": (
        [datetime.datetime(1970, 1, 1, 1, tzinfo=BERLIN)], pa.timestamp("ms", "Europe/Berlin"), [0], DAYS,
    ),
    "of day": ([datetime.time(1, 0, 1, 500_000), None], pa.time64("us"), [3601.5, np.nan], SECONDS),
    "duration": (
        [datetime.timedelta(minutes=1, microseconds=5), None],
        pa.duration("us"),
        [60.000005, np.nan],
        DURATION,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "kind", ["pandas", "nullable", "pandas on arrow", "polars", "pyarrow", "record batch", "duckdb"]
)
@pytest.mark.parametrize("name", TIMES)
def test_times_of_every_kind_of_frame_are_numbers(name, kind):
    if (name, kind) == ("duration", "duckdb"):
        kind = "pyarrow"  # there it becomes an interval of months, days and seconds
    cells, type_, numbers, unit = TIMES[name]
    column = frame_of(KINDS[kind](pa.table({"t": pa.array(cells, type_)}))).column(0)
    np.testing.assert_array_equal(column.numbers("t"), numbers)
    assert column.unit == unit
    objects = frame_of(pd.DataFrame({"t": pd.Series([*cells, pd.NaT], dtype=object)})).column(0)
    np.testing.assert_array_equal(objects.numbers("t"), [*numbers, np.nan])
    assert objects.unit == unit


def test_texts_are_read_as_in_files_unless_the_frame_calls_them_categories():
    cells = {
        "marks": ["12", "?", " 7.5", "NA"], "money": ["$1,234", "$5", None, "$1.50"],
        "share": ["5 %", "7 %", "", "1 %"],
        "thousands": ["1 234", "567", "8", "9"],
        "day": ["1970-01-02", "1970-01-03 12:00", "n/a", "1970-01-01"],
        "mixed": [1, "?", 2.5, "3"], "kind": [" a", "b", "?", "a"], "1-2": ["1-2", "2-3", "1-2", "1-2"],
    }  # fmt: skip
    numbers = {
        "marks": [12, np.nan, 7.5, np.nan], "money": [1234, 5, np.nan, 1.5], "share": [5, 7, np.nan, 1],
        "thousands": [1234, 567, 8, 9], "day": [1, 2.5, np.nan, 0], "mixed": [1, np.nan, 2.5, 3],
    }  # fmt: skip
    frame = frame_of(pd.DataFrame(cells))
    assert {frame.names[c]: column.texts().tolist() for c, column in frame.text_columns()} == {
        "kind": ["a", "b", None, "a"], "1-2": ["1-2", "2-3", "1-2", "1-2"],
    }  # fmt: skip
    for name, expected in numbers.items():
        np.testing.assert_array_equal(frame.column(frame.labels.index(name)).numbers(name), expected)
    assert frame.units(()) == {"money": "$", "share": "%", "day": DAYS}
    assert {frame.names[c] for c, _ in frame.text_columns(["money", 3])} == {
        "money",
        "thousands",
        "kind",
        "1-2",
    }
    declared = frame_of(pd.DataFrame(cells).astype("category"))
    assert {declared.names[c] for c, _ in declared.text_columns()} == {*cells}
    assert declared.column(0).texts().tolist() == ["12", "?", " 7.5", "NA"]


def test_texts_that_training_did_not_see_count_as_in_files():
    number_of = {"yes": 0.0, "no": 1.0, " ?": 2.0, "a": 3.0, "A": 4.0}
    cells = ["YES", " no ", "?", " ?", "NA", "a", " A", "b"]
    column = frame_of(pd.DataFrame({"c": cells})).column(0)
    np.testing.assert_array_equal(column.coded(number_of), [0, 1, np.nan, 2, np.nan, 3, 4, -1])


@pytest.mark.parametrize("convert", [lambda frame: frame, pl.from_pandas, pa.Table.from_pandas])
def test_columns_that_no_policy_asks_for_are_not_read(convert):
    """Whatever they hold; but all columns have to be there."""
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.normal(size=(200, 4)), columns=["a", "noise", "b", "more"])
    y = np.where(frame["a"] + frame["b"] > 0, "yes", "no")
    fitted = IFC2FClassifier(features=["b", "a"], policy="ordered").fit(convert(frame), y)
    other = convert(frame.assign(noise=[[0], [1]] * 100, more="a text"))
    assert fitted.predict(other).tolist() == fitted.predict(convert(frame)).tolist()
    np.testing.assert_array_equal(fitted.acquire(other).order, fitted.acquire(convert(frame)).order)
    with pytest.raises(ValueError, match="more"):
        fitted.predict(convert(frame.drop(columns="more")))


def test_a_pickle_holds_nothing_of_rows_but_a_sample_and_none_if_told():
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(20_000, 3)), columns=list("abc"))
    y = X["a"] > 0
    for remember in (True, False):
        fitted = IFC2FClassifier(remember_rows=remember, policy="ordered").fit(X, y)
        data = pickle.dumps(fitted)
        assert len(data) < len(fitted.model_.to_bytes()) + 4000
        again = pickle.loads(data)
        if remember:
            with pytest.warns(UserWarning, match="trained on some of these rows: a guarantee needs"):
                again.guarantee(X[:10_000], y[:10_000])
        else:
            again.guarantee(X[:10_000], y[:10_000])
            fitted.calibrate(X, y)
            fitted.guarantee(X, y)


@pytest.mark.parametrize("dtype", sorted(pl.datatypes.group.NUMERIC_DTYPES, key=str))
def test_polars_numbers_of_every_type_are_numbers(dtype):
    dtype = pl.Decimal(10, 2) if dtype is pl.Decimal else dtype
    try:
        cells = pl.Series("a", [1, None, 3], dtype=pl.Int64).cast(dtype)
    except pl.exceptions.PolarsError:
        pytest.skip(f"this Polars makes no {dtype}")
    column = frame_of(pl.DataFrame({"a": cells})).column(0)
    np.testing.assert_array_equal(column.numbers("a").astype(np.float64), [1.0, np.nan, 3.0])
