"""pyarrow's reader and the built-in one give the same tables, notes, lines and errors."""

import gzip
import hashlib
import re
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_csv_file import SAME
from test_odd_files import CASES, written

from ifc2f.cli import main
from ifc2f.data import arrow_csv
from ifc2f.data.table import read_table, read_tables

pytest.importorskip("pyarrow", reason="needs the extra ifc2f[data]")  # loaded, it reads small files too

ODD = {  # what one of the two parsers may understand in its own way
    "quoted": 'a,b\n"1","x"\n"2",""\n',
    "a quote inside a cell": 'a,b\n1,x"y\n2,"z"\n',
    "doubled quotes": 'a,b\n1,"x ""y"""\n2,""""\n',
    "a quote behind a blank": 'a,b\n1, "x"\n2,"y"\n',
    "letters behind a quote": 'a,b\n1,"x"y\n2,z\n',
    "a separator in quotes": 'a,b\n1,"x,y"\n2,z\n',
    "a line in quotes": 'a,b\n1,"x\ny"\n2,"z\r\nz"\n3,u\n',
    "a quote that stays open": 'a,b\n1,x\n2,"y\n3,z\n',
    "lines in quotes of two cells": 'a,b\n"1\n2","x"\n"\n","y"\n',
    "blank lines": "a,b\n1,x\n\n2,y\n\n\n3,z\n",
    "lines of blanks": "a,b\n1,x\n  \n2,y\n",
    "one column": "a\n1\n\n2\n3",
    "no end of the last line": "a,b\n1,x\n2,y",
    "line ends of all kinds": "a,b\n1,x\r\n2,y\r3,z\n4,u",
    "a return inside a line": "a,b\n1,x\ry,z\n4,u\n",
    "too many cells": "a,b\n1,x\n2,y,z\n3,u\n",
    "too few cells": "a,b,c\n1,x,\n2\n3,u,v\n",
    "empty cells too many": "a,b\n1,x,\n2,y\n3,z, ,\n",
    "row numbers": ",a,b\n0,1,x\n1,2,y\n",
    "an empty end": "a,b,\n1,x,\n2,y, \n",
    "something under no name": "a,b,\n1,x,\n2,y,\n3,z,u\n",
    "a zero byte": "a,b\n1,x\n2,y\0\n",
    "a mark inside": "a,b\n1,x\n\ufeff2,y\n",
    "odd numbers": "a,b\nnan(x),inf\n1,2\n",
    "numbers too large": "a,b\n1e400,-1e400\n1,2\n",
    "infinity": "a,b\ninf,-Infinity\n1,2\n",
    "NaN among numbers": "a,b\nnan,-nan\n1,2\n",
    "digits of other scripts": "a,b\n１,٣\n2,4\n",
    "a plus": "a,b\n+1,+ 1\n2,3\n",
    "a cell longer than a block": f"a,b\n1,{'x' * 100_000}\n2,y\n",
    "a cell longer than is read": f"a,b\n1,x\n2,{'y' * 140_000}\n",
    "numbers among texts": "a,b\n1,x\n2,3\nz,y\n",
    "decimal commas late": "a;b\n1;x\n2;y\n3,5;z\n",
    "points, then commas": "a;b\n1.5;x\n2;y\n3,5;z\n",
    "commas, then points": "a;b\n1,5;x\n2;y\n3.5;z\n",
    "grouped": "a;b\n1.234,5;x\n2,5;y\n1.000,0;z\n",
    "dates, then none": "a,b\n2024-01-02,x\n2024-01-03,y\nlater,z\n",
}  # fmt: skip
FILES = {
    **{name: text.encode() for name, text in ODD.items()},
    **{f"around: {name}": text.encode() for name, text in SAME.items()},
    **{f"{name}, {how}": written(cells, how) for name, cells, _, how in CASES},
    "Windows-1252": "größe,b\n1,ä\n2,€\n".encode("cp1252"),
    "Latin-1 separated by a sign beyond ASCII": "a§b\n1§x\n2§y\n".encode("latin-1"),
}
HOW = [
    {},
    {"skip_bad_lines": True},
    {"has_header": False},
    {"missing_marks": ["1", "x"]},
    {"categorical": ["a", "x"], "columns": ["a"]},
    {"encoding": "latin-1", "separator": "§"},
]


@contextmanager
def without_pyarrow():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow_csv, "pays", lambda path: False)
        yield


def told(tables):
    """Return all that tables say, or the error that ends them, so that it can be compared."""
    found = []
    try:
        for table in tables:
            columns = [
                (column.dtype.str, [None if cell is None else repr(cell) for cell in column.tolist()])
                for column in table.columns
            ]
            texts = [table.texts(name).tolist() for name in table.names if table[name].dtype == object]
            about = (table.dialect, table.units, [(note, note.kind, note.what) for note in table.notes])
            found.append((table.names, columns, texts, table.lines.tolist(), *about))
    except ValueError as error:
        found.append(re.sub(r"in position \d+(-\d+)?", "", str(error)))
    return found


def everything_told(path):
    """Return what the file gives as a whole and in parts, read in all ways."""
    whole = [told(read_table(path, **how) for _ in "1") for how in HOW]
    in_parts = [told(table for table, _ in read_tables(path, n)) for n in (1, 2, 3, 100)]
    as_texts = told(table for table, _ in read_tables(path, 2, ["a"]))
    return whole, in_parts, as_texts


def check_both_readers(path):
    by_pyarrow = everything_told(path)
    with without_pyarrow():
        built_in = everything_told(path)
    assert by_pyarrow == built_in


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
@pytest.mark.parametrize("name", FILES)
def test_both_readers_give_the_same(name, compress, tmp_path):
    (tmp_path / "t.csv").write_bytes(compress(FILES[name]))
    check_both_readers(tmp_path / "t.csv")


@given(
    st.lists(
        st.sampled_from(["1", "2.5", "x", ",", ",", ";", '"', "\n", "\n", "\r\n", "\r", " ", "é", "-1", "."])
    )
)
@example([*'a,b\n1,"x"\n\n2,"y"\n'])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_both_readers_give_the_same_whatever_is_written(tmp_path, pieces):
    (tmp_path / "t.csv").write_text("a,b\n1,x\n" + "".join(pieces), encoding="utf-8", newline="")
    check_both_readers(tmp_path / "t.csv")


def test_pyarrow_reads_the_plain_parts_beside_an_odd_one(tmp_path, monkeypatch):
    rows = [f"{i},{'x' if i % 2 else 'y'}" for i in range(300)]
    rows[150] = '150,"x ""y"""'
    (tmp_path / "t.csv").write_text("\n".join(["a,b", *rows]))
    n_read = []

    def counted(lines, *args, read=arrow_csv.cells_of_lines):
        cells = read(lines, *args)
        n_read.append(0 if cells is None else len(lines))
        return cells

    monkeypatch.setattr(arrow_csv, "cells_of_lines", counted)
    parts = [table for table, _ in read_tables(tmp_path / "t.csv", 100)]
    assert n_read == [100, 0, 100]
    assert np.concatenate([part["a"] for part in parts]).tolist() == list(range(300))
    assert parts[1].labels("b")[50] == 'x "y"'
    assert parts[2].lines.tolist() == list(range(202, 302))


def test_numbers_are_not_read_as_texts_first(tmp_path, monkeypatch):
    """From the second part on; where texts are asked for, not again."""
    rows = [f"{i}.50,{i},{'x' if i < 35 else i},{i}" for i in range(60)]
    (tmp_path / "t.csv").write_text("\n".join(["a,b,c,d", *rows]))
    asked = []

    def watched(lines, text, n_columns, separator, numeric, read=arrow_csv.cells_of_lines):
        asked.append(set(numeric))
        return read(lines, text, n_columns, separator, numeric)

    monkeypatch.setattr(arrow_csv, "cells_of_lines", watched)
    parts = []
    for table, _ in read_tables(tmp_path / "t.csv", 10, ["d", "c"]):
        parts.append(table)
    assert asked[0] == set()
    assert asked[2:6] == [{0, 1}] * 4
    assert np.concatenate([part["a"] for part in parts]).tolist() == [i + 0.5 for i in range(60)]
    assert np.concatenate([part["d"] for part in parts]).tolist() == [str(i) for i in range(60)]


def test_both_readers_train_the_same_model(tmp_path, monkeypatch):
    random = np.random.default_rng(0)
    y = random.integers(0, 2, 400)
    rows = [
        f"{number:.3f},{'' if i % 7 == 0 else 'red' if number > 1 else 'blue'},{label}"
        for i, (number, label) in enumerate(zip(random.normal(size=400) + y, y, strict=True))
    ]
    data, model = tmp_path / "t.csv", tmp_path / "m.ifc2f"
    data.write_text("\n".join(["a,b,y", *rows]))

    def trained(*options):
        command = ["train", data, "--target", "y", "--policy", "ordered", "-o", model, *options]
        assert main([str(word) for word in command]) == 0
        return hashlib.sha256(model.read_bytes()).hexdigest()

    for options in ((), ("--rows-at-once", 90)):
        by_pyarrow = trained(*options)
        with without_pyarrow():
            assert trained(*options) == by_pyarrow


@pytest.mark.parametrize("mark", ["-1", "0", "1e3", "inf"])
@pytest.mark.parametrize("cell", ["7", "", "?"])
def test_a_number_can_mark_missing_cells(mark, cell, tmp_path):
    (tmp_path / "t.csv").write_text(f"a,b\n5,x\n{mark},y\n{cell},z\n")
    column = read_table(tmp_path / "t.csv", missing_marks=[mark])["a"]
    np.testing.assert_array_equal(column, [5, np.nan, 7 if cell == "7" else np.nan])
