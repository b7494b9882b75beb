"""How a CSV file is written is found from the file; at a tie it is asked for."""

import csv
import io
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f import read_table
from ifc2f.cli import main
from ifc2f.data.csv_file import Reading, column_names
from ifc2f.data.dialect import SEPARATORS, checked_encoding, checked_separator
from ifc2f.data.file_chunks import FileChunks
from ifc2f.data.table import read_tables

TEXT = 'größe,klasse\n1.5,"ja, müde"\n2.5,nein\n3.5,nein\n'
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
}


def written(folder, text, encoding="utf-8"):
    """Return the path of a file with this text."""
    path = folder / "t.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return str(path)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("mark", SEPARATORS)
def test_encoding_and_separator_are_found_and_told(tmp_path, encoding, mark):
    text = TEXT.replace("größe,", f"größe{mark}").replace(',"ja, müde"', f'{mark}"ja, müde"')
    text = text.replace(",nein", f"{mark}nein")
    table = read_table(written(tmp_path, text, encoding))
    assert table.names == ("größe", "klasse")
    assert table["klasse"].tolist() == ["ja, müde", "nein", "nein"]
    assert str(table.dialect) == f"{ENCODINGS[encoding]}, {SEPARATORS[mark]} between cells"
    assert table.without(["größe"]).dialect == table.dialect


@pytest.mark.parametrize("row", ["70;30;A", "70,5;30;A", '"70;5";30;A'])
@pytest.mark.parametrize("n", [1, 3, 200])
def test_a_comma_in_a_name_separates_nothing(tmp_path, row, n):
    table = read_table(written(tmp_path, "Gewicht, kg;Alter;Klasse\n" + f"{row}\n" * n))
    assert table.names == ("Gewicht, kg", "Alter", "Klasse")
    assert table["Alter"].tolist() == [30.0] * n


def test_a_tie_is_refused_by_name_and_settled_by_the_user(tmp_path, capsys):
    path = written(tmp_path, "Gewicht, kg;Klasse\n70,5;A\n71,5;B\n70,2;A\n71,9;B\n")
    with pytest.raises(
        ValueError, match=r"t\.csv: its cells may be separated by commas or semicolons; say which"
    ):
        read_table(path)
    for mark in (";", "semicolon"):
        assert read_table(path, separator=mark)["Gewicht, kg"].tolist() == [70.5, 71.5, 70.2, 71.9]
    assert column_names(path, ";") == ("Gewicht, kg", "Klasse")
    model = str(tmp_path / "m.ifc2f")
    assert main(["train", path, "--policy", "ordered", "--target", "Klasse", "-o", model]) != 0
    assert "--separator" in capsys.readouterr().err
    assert (
        main(
            [
                "train",
                path,
                "--policy",
                "ordered",
                "--target",
                "Klasse",
                "-o",
                model,
                "--separator",
                "semicolon",
            ]
        )
        == 0
    )
    assert main(["predict", model, path, "--separator", ";"]) == 0


def test_a_guess_at_the_encoding_is_said_and_can_be_overruled(tmp_path, capsys):
    text = "größe;klasse\n1;ja\n2;nein\n3;ja\n4;nein\n"
    path, model = written(tmp_path, text, "cp1252"), str(tmp_path / "m.ifc2f")
    assert main(["train", path, "--policy", "ordered", "--target", "klasse", "-o", model]) == 0
    assert "read as Windows-1252, semicolon between cells" in capsys.readouterr().err
    assert (
        main(
            ["train", path, "--policy", "ordered", "--target", "klasse", "-o", model, "--encoding", "latin-1"]
        )
        == 0
    )
    assert "Windows-1252" not in capsys.readouterr().err
    assert read_table(path, encoding="cp850").names[0] != "größe"
    for chunk in FileChunks(path, "klasse", 2, reading=Reading(";", "cp1252")):
        assert chunk.names == ("größe",)


def test_an_encoding_that_begins_late_is_found(tmp_path):
    lines = "a,b\n" + "1,x\n" * 50_000
    path = written(tmp_path, lines.encode() + "2,ü\n".encode("cp1252"))
    assert read_table(path)["b"][-1] == "ü"
    *_, (last, share) = read_tables(path, 10_000)
    assert last["b"][-1] == "ü"
    assert share == 1.0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_pipe_is_read_too(tmp_path, encoding):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    data = ("größe;b\n" + "1;2\n" * 40_000).encode(encoding)
    writer = threading.Thread(target=Path(pipe).write_bytes, args=(data,), daemon=True)
    writer.start()
    table = read_table(pipe)
    writer.join()
    assert table.names == ("größe", "b")
    assert table.n_rows == 40_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a;b\n1;2\n3;4;5\n", "line 3: 3 cells, but the header has 2"),
        ("a,b\n1,2\n3\n", "line 3: 1 cells, but the header has 2"),
        (b"a,b\n\x811,2\n", "not a CSV file in UTF-8, UTF-16 or Windows-1252"),
        (b"\0\0\0\1", "not a CSV file: it holds zero bytes"),
        (b"PK\3\4\x14\0\6\0", "a damaged workbook; save it again"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            'a workbook of a spreadsheet.*save its sheet .* as "CSV UTF-8"',
        ),
        (b'<table border="1">\n<tr><td>a</td></tr>\n</table>\n', "a web page or XML.*as XLSX or CSV"),
        (b"\xef\xbb\xbf\r\n <!DOCTYPE html>\n<html>\n", "a web page or XML"),
        (b'<?xml version="1.0"?>\n<Workbook>\n', "a web page or XML"),
    ],
)
def test_what_is_damaged_is_still_named_by_its_line(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        read_table(written(tmp_path, text))


def test_a_wrong_encoding_or_separator_is_refused_by_name(tmp_path):
    path = written(tmp_path, TEXT)
    for wrong in ("utf-99", "zlib", "base64"):
        with pytest.raises(ValueError, match=f"'{wrong}' is not a known encoding"):
            read_table(path, encoding=wrong)
    for wrong in ("ab", '"', "\n", "x", ""):
        with pytest.raises(ValueError, match="the separator must be one character"):
            read_table(path, separator=wrong)
    for wrong, name in (("ascii", "ascii"), ("utf-16", "UTF-16")):
        with pytest.raises(ValueError, match=f"not a text in {name}"):
            read_table(path, encoding=wrong)
        with pytest.raises(ValueError, match=f"not a text in {name}"):
            read_table(path, encoding=wrong, separator=",")
    assert checked_encoding("UTF8") == "utf-8-sig"
    assert checked_separator("tab") == checked_separator("\\t") == "\t"


CELLS = st.text(st.sampled_from('ab ,;|\t"1.'), max_size=6).map(lambda text: f"x{text}x")


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(list(SEPARATORS)),
    st.integers(2, 4).flatmap(
        lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=2, max_size=8)
    ),
)
def test_what_csv_writes_is_never_read_otherwise(tmp_path_factory, mark, rows):
    """Either the same cells come back, or the file is refused."""
    header = [f"{i}{cell}" for i, cell in enumerate(rows[0])]
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=mark, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(
        [header, *rows[1:]]
    )
    path = written(tmp_path_factory.mktemp("csv"), buffer.getvalue())
    table = read_table(path, categorical=header)
    assert table.names == tuple(header)
    assert table.dialect.separator == mark
    for j, name in enumerate(header):
        assert table[name].tolist() == [row[j] for row in rows[1:]]
