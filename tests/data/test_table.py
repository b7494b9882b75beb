"""Reading tables: kinds of columns, missing cells, and files that are refused."""

import builtins
import datetime
import os
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.data.csv_file import read_rows
from ifc2f.data.table import Table, read_table, read_tables


def csv_file(folder: Path, text: str | bytes, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_kinds_of_columns_and_missing_cells(tmp_path):
    table = read_table(csv_file(tmp_path, "age,sex,smoker,code\n1.5,m,True,3.0\n, f ,,?\n-2e3,NA,False,4\n"))
    assert table.names == ("age", "sex", "smoker", "code")
    assert table.categorical == (False, True, True, False)
    assert table.n_rows == 3
    np.testing.assert_array_equal(table["age"], [1.5, np.nan, -2000])
    assert table["sex"].tolist() == ["m", "f", None]
    assert table["smoker"].tolist() == ["True", None, "False"]
    np.testing.assert_array_equal(table["code"], [3, np.nan, 4])


def test_a_listed_column_holds_categories_whatever_it_looks_like(tmp_path):
    table = read_table(
        csv_file(tmp_path, "code,mix\n3.0,1\n007,a\n,2.50\n"), categorical=["code", "mix", "absent"]
    )
    assert table["code"].tolist() == ["3", "007", None]
    assert table["mix"].tolist() == ["1", "a", "2.50"]


def test_a_column_without_a_value_is_numeric(tmp_path):
    table = read_table(csv_file(tmp_path, "a,b\n1,\n2,?\n"))
    assert np.isnan(table["b"]).all()


@pytest.mark.parametrize("text", ["a;b\n1;2,5\n", "a\tb\n1\t2,5\n"])
def test_other_delimiters_and_byte_order_mark(text, tmp_path):
    table = read_table(csv_file(tmp_path, b"\xef\xbb\xbf" + text.encode()), categorical=["b"])
    assert table.names == ("a", "b")
    assert table["b"].tolist() == ["2,5"]


def test_quotes_line_ends_and_blank_lines(tmp_path):
    table = read_table(csv_file(tmp_path, 'a,"b, c"\r\n"x\ny",1\r\n\r\n"z ""q""",2\r\n'))
    assert table.names == ("a", "b, c")
    assert table["a"].tolist() == ["x\ny", 'z "q"']


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("\n\n", "the file is empty"),
        ("a,b\n", "a header but no rows"),
        ("a,b,a\n1,2,3\n", "two columns are called 'a'"),
        ("a,b\n1,2\n3\n", r"t.csv, line 3: 1 cells, but the header has 2"),
        ("a,b\n1,2\n\n3,4,5\n", r"t.csv, line 4: 3 cells, but the header has 2"),
        ("a,b\n1,2\n1,x\n", r"t.csv: column 'b', line 3: 'x' is text among numbers"),
        ("a,b\n1,\n1,x\n1,\n1,2\n", r"t.csv: column 'b', line 5: '2' is a number among texts"),
        ('a,b\n1,"2\n', r"damaged CSV"),
        (b"a,b\n1,\x81\n", "not a CSV file in UTF-8, .* save it again as UTF-8"),
        (b"\x00\x01\x02\xff", "not a CSV file: it holds zero bytes"),
    ],
)
def test_files_that_are_refused(text, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        read_table(csv_file(tmp_path, text))


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.csv"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(IsADirectoryError):
        read_table(tmp_path)


def test_columns_by_name(tmp_path):
    table = read_table(csv_file(tmp_path, "a,b,target\n1,x,0\n2,y,1\n"))
    assert table.without(["target"]).names == ("a", "b")
    assert table.select(["b", "a"]).names == ("b", "a")
    assert table.matrix().tolist() == [[1.0, "x", 0.0], [2.0, "y", 1.0]]
    assert table.select(["a"]).matrix().dtype == np.float64
    for ask in (
        lambda: table["y"],
        lambda: table.without(["y"]),
        lambda: table.select(["y"]),
        lambda: table.labels("y"),
    ):
        with pytest.raises(
            ValueError, match=r"t.csv: there is no column 'y'; columns are 'a', 'b', 'target'"
        ):
            ask()
    with pytest.raises(ValueError, match="no column is left"):
        table.without(["a", "b", "target"])


def test_a_message_does_not_list_ten_thousand_columns():
    table = Table(tuple(f"x{i}" for i in range(10_000)), (np.zeros(1),) * 10_000, "wide")
    with pytest.raises(ValueError, match="'x7' and 9992 more") as error:
        table["y"]
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("cells", "labels", "kind"),
    [
        (["0", "1"], [0, 1], "i"),
        (["1.0", "2.0"], [1, 2], "i"),
        (["0.5", "2"], [0.5, 2.0], "f"),
        (["1e300", "2"], [1e300, 2.0], "f"),
        (["no", "yes"], ["no", "yes"], "U"),
    ],
)
def test_class_labels(cells, labels, kind, tmp_path):
    table = read_table(csv_file(tmp_path, "a,t\n" + "".join(f"1,{cell}\n" for cell in cells)))
    assert table.labels("t").tolist() == labels
    assert table.labels("t").dtype.kind == kind


@pytest.mark.parametrize("text", ["a,t\n1,0\n1,\n", "a,t\n1,no\n1,\n"])
def test_a_missing_class_is_named(text, tmp_path):
    with pytest.raises(ValueError, match="line 3: column 't' has no class;"):
        read_table(csv_file(tmp_path, text)).labels("t")


@given(st.lists(st.floats(allow_infinity=True, allow_nan=True), min_size=1, max_size=20))
def test_numbers_survive_writing_and_reading(tmp_path_factory, numbers):
    path = csv_file(
        tmp_path_factory.mktemp("table"), "x,y\n" + "".join(f"{number!r},0\n" for number in numbers)
    )
    np.testing.assert_array_equal(read_table(path)["x"], numbers)


def test_rows_of_a_small_file_are_texts_with_their_lines(tmp_path):
    assert list(read_rows(csv_file(tmp_path, "a,b\n1,\n\n2,x\n"))) == [
        (2, {"a": "1", "b": ""}),
        (4, {"a": "2", "b": "x"}),
    ]


def test_parquet_gives_what_csv_gives(tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(
        {
            "age": [1.5, None, 3.0],
            "n": [1, 2, 3],
            "sex": ["m", None, "f"],
            "smoker": [True, False, True],
            "kind": pandas.Categorical(["u", "v", None]),
            "code": [3.0, None, 4.0],
        },
        index=[5, 7, 9],
    )
    frame.to_parquet(tmp_path / "t.parquet")
    frame.to_csv(tmp_path / "t.csv", index=False)
    one = read_table(tmp_path / "t.parquet", categorical=["code"])
    other = read_table(tmp_path / "t.csv", categorical=["code"])
    assert one.names == other.names
    assert one.categorical == other.categorical == (False, False, True, True, True, True)
    for name in one.names:
        np.testing.assert_array_equal(one[name], other[name])
    assert one["code"].tolist() == ["3", None, "4"]


def test_parquet_types_that_have_no_order_or_name_are_refused(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"visits": [[1, 2]]}), path)
    with pytest.raises(ValueError, match="column 'visits' holds list"):
        read_table(path)
    parquet.write_table(pyarrow.table({"a": pyarrow.array([], pyarrow.float32())}), path)
    with pytest.raises(ValueError, match="columns but no rows"):
        read_table(path)
    parquet.write_table(
        pyarrow.table({"a": [None, None], "b": pyarrow.array([1, None], pyarrow.int8())}), path
    )
    np.testing.assert_array_equal(read_table(path).matrix(), [[np.nan, 1], [np.nan, np.nan]])


def test_a_damaged_parquet_file_is_refused(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"a": list(range(1000))}), path)
    whole = path.read_bytes()
    for damaged in (b"", b"<html>", whole[:-20], whole[:4] + bytes(len(whole) - 8) + whole[-4:]):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"t.parquet: not a Parquet file, or a damaged one"):
            read_table(path)


def test_parquet_without_pyarrow_names_the_extra(tmp_path, monkeypatch):
    path = csv_file(tmp_path, b"PAR1", "t.parquet")
    real_import = builtins.__import__

    def without_pyarrow(name, *args, **kwargs):
        if name.partition(".")[0] == "pyarrow":
            raise ModuleNotFoundError(name=name)
        return real_import(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_pyarrow)
    with pytest.raises(ImportError, match=r"ifc2f\[data\]"):
        read_table(path)


def test_chosen_columns_are_read_in_the_order_asked_for_whatever_the_others_hold(tmp_path):
    path = csv_file(tmp_path, "a,mixed,b,c\n1,2,x,\n2,y,z,4\n")
    table = read_table(path, columns=["c", "a"])
    assert table.names == ("c", "a")
    np.testing.assert_array_equal(table.matrix(), [[np.nan, 1], [4, 2]])
    with pytest.raises(
        ValueError, match=r"no column 'd' and 1 more that are needed; columns are 'a', 'mixed'"
    ):
        read_table(path, columns=["a", "d", "e"])
    with pytest.raises(ValueError, match=r"no column 'd'; columns are 'a'"):
        read_table(path, columns=["d"])
    with pytest.raises(ValueError, match=r"t\.csv: no column is left to read; columns are 'a', 'mixed'"):
        read_table(path, columns=[])


def test_chosen_columns_of_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    path = tmp_path / "t.parquet"
    day = [datetime.date(2020, 1, 1)] * 2
    parquet.write_table(pyarrow.table({"a": [1, 2], "day": day, "a.b": [3.0, None]}), path)
    table = read_table(path, columns=["a.b", "a"])
    assert table.names == ("a.b", "a")
    np.testing.assert_array_equal(table.matrix(), [[3, 1], [np.nan, 2]])
    with pytest.raises(ValueError, match=r"no column 'd'; columns are 'a', 'day', 'a.b'"):
        read_table(path, columns=["d"])
    with pytest.raises(ValueError, match=r"no column is left to read; columns are 'a', 'day', 'a.b'"):
        read_table(path, columns=[])


def test_real_tables_are_read_whole():
    folder = os.environ.get("IFC2F_DATA")
    if folder is None:
        pytest.skip("needs heart_cleveland.csv: IFC2F_DATA is not set")
    table = read_table(Path(folder) / "heart_cleveland.csv")
    assert table.n_rows == 303
    assert len(table.names) == 14
    assert int(np.isnan(table.without(["target"]).matrix().astype(float)).sum()) == 6
    assert sorted(set(table.labels("target").tolist())) == [0, 1]


@pytest.mark.parametrize("cells", [["1,000", "12,500"], ["-1,234", ""]])
def test_numbers_with_commas_are_not_taken_for_categories(cells, tmp_path):
    path = csv_file(tmp_path, "a,b\n" + "".join(f'"{cell}",1\n' for cell in cells))
    with pytest.raises(ValueError, match=r"column 'a', line 2: .* is a number with a comma"):
        read_table(path)
    assert read_table(path, categorical=["a"]).categorical == (True, False)


def test_an_underscore_makes_no_number(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("a,b\n1_000,1\n2_000,2\n")
    assert read_table(path)["a"].tolist() == ["1_000", "2_000"]


def test_blank_lines_may_stand_before_the_header(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("\n\na;b\n1;2\n")
    assert read_table(path).names == ("a", "b")


def test_a_pipe_is_read():
    read, write = os.pipe()
    os.write(write, b"a,b\n1,2\n")
    os.close(write)
    try:
        assert read_table(f"/dev/fd/{read}").names == ("a", "b")
    finally:
        os.close(read)


def test_many_columns_are_found_at_once():
    """Two hundred thousand took minutes while each look went through them all."""
    names = tuple(f"c{i}" for i in range(50000))
    table = Table(names, (np.zeros(1),) * len(names), "wide")
    start = time.perf_counter()
    assert table.without(["c0"]).n_rows == 1
    assert not any(table.categorical[i] for i in range(len(names)))
    assert time.perf_counter() - start < 5


@given(
    st.lists(
        st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["ill", "well"])),
        min_size=2,
    ),
    st.sampled_from(";\t"),
    st.integers(1, 5),
)
def test_decimal_commas_are_read_as_points_whole_or_in_parts(tmp_path_factory, rows, delimiter, rows_at_once):
    rows = [(0.5, "well"), *rows]  # so that the file shows what its commas mean
    lines = [f"{value!r},{text}" for value, text in rows]
    folder = tmp_path_factory.mktemp("t")
    points = csv_file(folder, "\n".join(["value,class", *lines]), "points.csv")
    german = [line.replace(",", delimiter).replace(".", ",") for line in lines]
    commas = csv_file(folder, "\n".join([f"value{delimiter}class", *german]), "commas.csv")
    for wanted, found in (
        ([read_table(points)], [read_table(commas)]),
        *zip(
            [[table] for table, _ in read_tables(points, rows_at_once)],
            [[table] for table, _ in read_tables(commas, rows_at_once)],
            strict=True,
        ),
    ):
        np.testing.assert_array_equal(found[0]["value"], wanted[0]["value"])
        assert found[0]["class"].tolist() == wanted[0]["class"].tolist()


@pytest.mark.parametrize("delimiter", ";\t")
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["1,234 2", "2,345 3"], "column 'a', line 2: '1,234' .* may mean 1.234 or 1234"),
        (["1,5 2", "2 3.5"], "column 'b', line 3: '3.5' has a decimal point, but other"),
        (["1,5 1.000"], "column 'b', line 2: '1.000' has a decimal point, but other"),
        (["1,5 2", "1,234.5 3"], "column 'a', line 2: '1,5' is a number with a comma"),
        (["5,2 2", "<5,0 3"], "column 'a', line 3: '<5,0' is text among numbers"),
    ],
)
def test_what_a_comma_means_is_never_guessed(delimiter, rows, message, tmp_path):
    text = "\n".join(["a b", *rows]).replace(" ", delimiter)
    path = csv_file(tmp_path, text)
    with pytest.raises(ValueError, match=message):
        read_table(path)
    with pytest.raises(ValueError, match=message):
        list(read_tables(path, 2))
    assert read_table(path, categorical=["a", "b"])["a"].tolist() == [row.split()[0] for row in rows]


def test_decimal_commas_beside_points_between_thousands_are_read(tmp_path):
    path = csv_file(tmp_path, "a;b\n1,234;0,5\n1.234,5;1,5\n")
    assert read_table(path)["a"].tolist() == [1.234, 1234.5]


@pytest.mark.parametrize("rows", ["1.5;x\n2,5;y\n", "2,5;x\n1.5;y\n"])
def test_parts_of_a_file_write_decimals_alike(rows, tmp_path):
    with pytest.raises(ValueError, match=r"'1\.5' has a decimal point, but other numbers have"):
        list(read_tables(csv_file(tmp_path, f"a;b\n{rows}"), 1))


def test_one_column_tells_what_the_commas_of_another_mean(tmp_path):
    table = read_table(csv_file(tmp_path, "a;b;c\n1,234;0,5;version 1,2\n 2,345 ;;version 1,3\n"))
    np.testing.assert_array_equal(table["a"], [1.234, 2.345])
    np.testing.assert_array_equal(table["b"], [0.5, np.nan])
    assert table["c"].tolist() == ["version 1,2", "version 1,3"]


def test_rows_of_a_small_file_have_points_in_the_columns_of_numbers_only(tmp_path):
    path = csv_file(tmp_path, "feature;cost\n1,5;0,25\nb;3\n")
    assert [row for _, row in read_rows(path, numbers=("cost",))] == [
        {"feature": "1,5", "cost": "0.25"},
        {"feature": "b", "cost": "3"},
    ]
    assert next(read_rows(path)) == (2, {"feature": "1,5", "cost": "0,25"})
