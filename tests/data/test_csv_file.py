"""What programs put around a table: gzip, Excel's line, row numbers without a name, separators at the end."""

import gzip

import numpy as np
import pytest
import workbooks

from ifc2f.data.csv_file import Reading, read_rows
from ifc2f.data.table import read_table, read_tables, read_what_can_be

PLAIN = "a,b\n1,x\n2,y\n"
SAME = {
    "plain": PLAIN,
    "Excel's line": "sep=,\r\na,b\r\n1,x\r\n2,y\r\n",
    "Excel's line in quotes": '"sep=;"\na;b\n1;x\n2;y\n',
    "Excel's line and a mark of byte order": "\ufeffsep=\t\na\tb\n1\tx\n2\ty\n",
    "a separator at the end of every line": "a,b,\n1,x,\n2,y,\n",
    "two separators at the end": "a;b;;\n1;x;;\n2;y; ;\n",
    "a separator at the end of rows alone": "a,b\n1,x,\n2,y,\n",
    "a separator at the end of one row": "a,b\n1,x\n2,y,\n",
    "spaces between cells": "a b\n1 x\n2 y\n",
    "blank lines": "\n\na,b\n\n1,x\n2,y\n\n",
    "old Macintosh's line ends": "a,b\r1,x\r2,y\r",
}


def table_of(folder, content, **how):
    path = folder / "t.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_table(path, **how)


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
@pytest.mark.parametrize("name", SAME)
def test_what_stands_around_a_table_changes_nothing(name, compress, tmp_path):
    table = table_of(tmp_path, compress(SAME[name].encode()))
    assert table.names == ("a", "b")
    assert table["a"].tolist() == [1.0, 2.0]
    assert table["b"].tolist() == ["x", "y"]
    assert table.notes == ()
    parts = [part for part, _ in read_tables(tmp_path / "t.csv", 1)]
    assert [part["b"][0] for part in parts] == ["x", "y"]


def test_a_compressed_file_that_is_damaged_is_refused(tmp_path):
    whole = gzip.compress((PLAIN * 3000).encode())
    for damaged in (whole[:-9], whole[:20] + b"\0\1\2" + whole[23:], whole[:12]):
        with pytest.raises(ValueError, match=r"t\.csv: a damaged gzip file"):
            table_of(tmp_path, damaged)


def test_columns_without_a_name_are_called_as_pandas_does_and_told(tmp_path):
    table = table_of(tmp_path, ",a,,b\n0,1,x,2\n1,3,y,4\n")
    assert table.names == ("Unnamed: 0", "a", "Unnamed: 2", "b")
    assert table.notes == ("columns 'Unnamed: 0', 'Unnamed: 2' have no name in the header",)
    with pytest.raises(ValueError, match="two columns are called 'Unnamed: 0'"):
        table_of(tmp_path, ",Unnamed: 0\n0,1\n")
    with pytest.raises(ValueError, match="the file is empty"):
        table_of(tmp_path, ",,\n,,\n")


def test_cells_under_no_name_that_come_late_are_refused_and_not_lost(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,\n" + "1,\n" * 5 + "2,x\n")
    assert read_table(path).names == ("a", "Unnamed: 1")
    with pytest.raises(ValueError, match=r"line 7: \['x'\] has no name in the header"):
        list(read_tables(path, 3))


def test_a_file_without_names_gets_numbers(tmp_path):
    table = table_of(tmp_path, "5,x\n6,y\n", has_header=False)
    assert table.names == ("column 1", "column 2")
    assert table["column 1"].tolist() == [5.0, 6.0]
    assert table_of(tmp_path, "5,x\n6,y\n").notes == (
        "the first line is read as names, but holds 5 (see --no-header)",
    )
    assert table_of(tmp_path, "0,1,y\n6,5,y\n").notes == (), "as pandas names columns that have none"


def test_lines_are_counted_as_editors_do(tmp_path):
    text = 'sep=,\na,b\n\n1,"x\ny"\n2,z,3\n4,u\n'
    with pytest.raises(ValueError, match=r"line 6: 3 cells, but the header has 2; .*--skip-bad-lines"):
        table_of(tmp_path, text)
    table = table_of(tmp_path, text, skip_bad_lines=True)
    assert table.lines.tolist() == [4, 7]
    assert table.notes == ("1 line that does not match the header is left out: 6",)
    assert table.having("b").place(1) == "line 7"
    with pytest.raises(ValueError, match=r"line 7: damaged CSV .*--skip-bad-lines"):
        table_of(tmp_path, text.replace("2,z,3\n", "") + '"v"w,8\n')
    assert table_of(tmp_path, text + '"v"w,8\n9,w\n', skip_bad_lines=True)["a"].tolist() == [1, 4, 9]


def test_marks_of_missing_cells_are_those_that_are_named(tmp_path):
    text = "a,b\n1,x\nunknown,-\n3,y\n"
    with pytest.raises(ValueError, match=r"'unknown' is text among numbers; .* \(--missing-mark unknown\)"):
        table_of(tmp_path, text)
    table = table_of(tmp_path, text, missing_marks=["unknown", "-"])
    np.testing.assert_array_equal(table["a"], [1, np.nan, 3])
    assert table["b"].tolist() == ["x", None, "y"]


def test_one_mark_among_many_numbers_stands_for_missing_cells_however_frequent(tmp_path):
    text = "a,b\n" + "".join(f"{i}.5,{i % 3}\nk. A.,{'high' if i % 2 else '<1'}\n" for i in range(40))
    with pytest.raises(ValueError, match=r"missing value \(--missing-mark 'k. A.'\); likewise 'b'") as error:
        table_of(tmp_path, text)
    assert str(error.value).endswith("--missing-mark 'k. A.' --categorical b")


def test_all_columns_that_cannot_be_read_are_named_with_what_settles_them(tmp_path):
    path = tmp_path / "t.csv"
    rows = [f"{i},{f'x{i}' if i % 2 else i},{i if i % 3 else f'T{i}'},{i}" for i in range(600)]
    path.write_text("\n".join(["a,my code,ticket,d", *rows]))
    with pytest.raises(ValueError, match="likewise 'ticket'; this settles all of them: ") as error:
        read_table(path)
    assert str(error.value).endswith("--ignore 'my code' --ignore ticket")
    table, errors = read_what_can_be(path)
    assert table.names == ("a", "d")
    assert [error.column for error in errors] == ["my code", "ticket"]
    assert read_table(path, ignore=["my code", "ticket"]).names == ("a", "d")
    with pytest.raises(ValueError, match="there is no column 'code'"):
        read_table(path, ignore=["code"])


def test_small_files_such_as_costs_may_be_written_so_too(tmp_path):
    path = tmp_path / "costs.csv"
    path.write_text("sep=;\nfeature;cost;\na;0,5;\n")
    assert list(read_rows(path, numbers=["cost"])) == [(3, {"feature": "a", "cost": "0.5"})]
    assert Reading().missing >= {"", "NA", "#N/A"}


@pytest.mark.parametrize(
    "title", ["Values of 2024", "Values of 2024{0}{0}", "Values{0}{0}\nof 2024{0}{0}", '"of\n2024"']
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_title_above_the_names_is_refused_with_the_way_out(title, separator, tmp_path):
    table = (
        f"age{separator}crp{separator}ill\n50{separator}1.5{separator}yes\n60{separator}2.5{separator}no\n"
    )
    path = tmp_path / "t.csv"
    path.write_text(title.format(separator) + "\n" + table)
    with pytest.raises(ValueError, match=r"line 1: .* stands alone .* delete what is above the names"):
        read_table(path)
    path.write_text(table)  # the advice, followed
    assert read_table(path).names == ("age", "crp", "ill")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_header_that_names_the_first_column_only_is_refused_with_the_way_out(separator, tmp_path):
    rows = [["id", "", ""], ["A1", "yes", "ill"], ["A2", "no", "well"]]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(map(separator.join, rows)) + "\n")
    with pytest.raises(ValueError, match=r"line 1: 'id' stands alone .*, or name every column$"):
        read_table(path)
    rows[0] = ["id", "fever", "state"]  # the advice, followed
    path.write_text("\n".join(map(separator.join, rows)) + "\n")
    assert read_table(path).names == ("id", "fever", "state")


@pytest.mark.parametrize(
    "text", ["a\nx\ny\nx\n", "a\n1\n2\n", "a,\nx,\ny,\n", "a\n\nx,\ny\n", "a\n" + "x\ny\n" * 20]
)
def test_a_table_of_one_column_has_no_title(text, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(text)
    cells = [line.strip(",") for line in text.split()[1:]]
    assert [str(cell).removesuffix(".0") for cell in read_table(path)["a"]] == cells
    parts = [table["a"] for table, _ in read_tables(path, 3)]
    assert [str(cell).removesuffix(".0") for cell in np.concatenate(parts)] == cells


def test_a_title_of_a_sheet_is_refused_with_the_way_out(tmp_path):
    path = tmp_path / "t.xlsx"
    rows = [["Values of 2024"], [], ["age", "ill"], [50, "yes"], [60, "no"]]
    workbooks.write(path, {"Values": workbooks.sheet(rows)})
    with pytest.raises(ValueError, match=r"line 1: 'Values of 2024' stands alone"):
        read_table(path)
