"""Workbooks that are odd or damaged: what a spreadsheet shows of them, or an error in words, and soon."""

import random
import zipfile

import numpy as np
import pytest
from workbooks import DAY, MAIN, PERCENT, TIME, sheet, write

from ifc2f.data import workbook
from ifc2f.data.table import read_table

ROWS = [["a", "b"], ['<c t="s"><v>0</v></c>', 1], ['<c t="s"><v>1</v></c>', 2]]
SHARED = "<si><t>x</t></si><si><t>y</t></si>"


def parts_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path, parts, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize(
    "cell", ['<c t="s"/>', '<c t="s"><v/></c>', '<c t="b"/>', "<c/>", '<c t="str"/>', '<c t="inlineStr"/>']
)
def test_cells_without_a_value_are_missing(tmp_path, cell):
    rows = [["a", "b"], [cell, 1], [2.5, 2]]
    np.testing.assert_array_equal(
        read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}))["a"], [np.nan, 2.5]
    )


@pytest.mark.parametrize("number", ["-1", "2", "99999999999", "x", "0.0"])
def test_texts_that_are_not_shared_are_damage(tmp_path, number):
    rows = [["a", "b"], [f'<c t="s"><v>{number}</v></c>', 1]]
    with pytest.raises(ValueError, match="damaged workbook"):
        read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}, SHARED))


@pytest.mark.parametrize("style", ["-1", "99"])
def test_numbers_of_a_style_that_is_not_there_are_plain(tmp_path, style):
    rows = [["a", "b"], [f'<c s="{style}"><v>2.5</v></c>', 1]]
    assert read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}))["a"].tolist() == [2.5]


@pytest.mark.parametrize(
    ("value", "style", "shown"),
    [
        (1, DAY, "1900-01-01"),
        (59, DAY, "1900-02-28"),
        (61, DAY, "1900-03-01"),
        (45322.25 + 0.5 / 86400, DAY, "2024-01-31 06:00:00.500"),
        (12.3 / 86400, TIME, "00:00:12.300"),
        (3 + 12.3 / 86400, TIME, "00:00:12.300"),
        (1e-9, PERCENT, "0.0000001%"),
        (-1e-9, PERCENT, "-0.0000001%"),
        (1e20, PERCENT, "10000000000000000000000%"),
    ],
)
def test_numbers_are_shown_as_spreadsheets_do(tmp_path, value, style, shown):
    path = write(tmp_path / "t.xlsx", {"One": sheet([["a", "b"], [(value, style), 1], [1, 2]])})
    with path.open("rb") as raw:
        assert workbook.sheet_of(raw, "t").text.decode().splitlines()[1] == f"{shown},1"


def test_small_percentages_are_numbers(tmp_path):
    rows = [["a", "b"], *([(value, PERCENT), 1] for value in (0.5, 1e-7, 1e-9))]
    found = read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}))["a"]
    np.testing.assert_allclose(found, [50, 1e-5, 1e-7], rtol=1e-12)


def test_pairs_of_coded_characters_are_one(tmp_path):
    rows = [["a", "b"], ['<c t="str"><v>_xD83D__xDE00_</v></c>', 1], ['<c t="str"><v>_xD83D_</v></c>', 1]]
    assert read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}))["a"].tolist() == ["😀", "\ufffd"]


@pytest.mark.parametrize(
    "named",
    [
        lambda name: name.replace("sharedStrings", "SharedStrings"),
        lambda name: name.replace("/", "\\"),
        str.upper,
        lambda name: name,
    ],
    ids=["capital", "backslashes", "capitals", "as they are"],
)
@pytest.mark.parametrize("beginning", ["", "./", "../xl/", "/xl/"])
def test_parts_are_found_however_programs_write_their_paths(tmp_path, named, beginning):
    path = write(tmp_path / "t.xlsx", {"One": sheet(ROWS)}, SHARED)
    parts = parts_of(path)
    relations = "xl/_rels/workbook.xml.rels"
    parts[relations] = parts[relations].replace(b'"worksheets', f'"{beginning}worksheets'.encode())
    packed(path, {named(name): content for name, content in parts.items()})
    assert read_table(path)["a"].tolist() == ["x", "y"]


def test_rows_that_come_twice_hold_the_cells_of_both(tmp_path):
    text = sheet([["a", "b"], [1]]).replace(
        "</sheetData>", '<row r="2"><c r="B2"><v>3</v></c></row></sheetData>'
    )
    table = read_table(write(tmp_path / "t.xlsx", {"One": text}))
    assert (table["a"].tolist(), table["b"].tolist()) == ([1.0], [3.0])


def test_any_damage_of_a_file_is_told_in_words(tmp_path):
    path = write(tmp_path / "t.xlsx", {"One": sheet(ROWS)}, SHARED)
    whole, rng = path.read_bytes(), random.Random(1)
    told = []
    for trial in range(1000):
        damaged = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            damaged[-1 - rng.randrange(min(500, len(whole)))] = rng.randrange(256)
        path.write_bytes(damaged[: rng.randrange(4, len(whole))] if trial % 10 == 0 else damaged)
        try:
            read_table(path)
        except ValueError as error:
            told.append(str(error))
    assert len(told) > 300
    assert [error for error in told if str(path) not in error] == []
    assert sum("damaged workbook" in error for error in told) > len(told) / 2


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compressions_that_workbooks_do_not_have_are_damage(tmp_path, compression):
    path = write(tmp_path / "t.xlsx", {"One": sheet(ROWS)}, SHARED)
    packed(path, parts_of(path), compression)
    with pytest.raises(ValueError, match="damaged workbook"):
        read_table(path)


@pytest.mark.parametrize(
    ("text", "shared"),
    [
        (sheet([["a", "b"], *([1, 2] for _ in range(3))]) + " " * 5_000_000, ""),
        (sheet(ROWS), SHARED + "<si/>" * 1_000_000),
        (sheet(ROWS), f"<si><t>{'x' * 5_000_000}</t></si>" + SHARED),
        (sheet(ROWS).replace("<sheetData>", f'<sheetData x="{"y" * 5_000_000}">'), SHARED),
    ],
    ids=["blanks", "shared", "text", "attribute"],
)
def test_parts_that_swell_are_refused_before_they_are_read(tmp_path, text, shared, monkeypatch):
    monkeypatch.setattr(workbook, "_LARGEST_SWOLLEN", 1 << 20)
    path = write(tmp_path / "t.xlsx", {"One": text}, shared)
    assert path.stat().st_size < 100_000
    with pytest.raises(ValueError, match="too large"):
        read_table(path)


def test_long_texts_in_many_cells_are_refused_before_memory_is_full(tmp_path, monkeypatch):
    monkeypatch.setattr(workbook, "_LARGEST_BYTES", 1 << 20)
    rows = [["a", "b"], *(['<c t="s"><v>0</v></c>'] * 2 for _ in range(100))]
    with pytest.raises(ValueError, match="too large"):
        read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}, f"<si><t>{'x' * 30_000}</t></si>"))


def test_a_sheet_that_is_listed_again_and_again_is_refused(tmp_path, monkeypatch):
    path = write(tmp_path / "t.xlsx", {"One": sheet([["a"], *([i] for i in range(1000))])})
    parts = parts_of(path)
    entry = b'<sheet name="One" sheetId="1" r:id="rId1" state="visible"/>'
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(entry, entry * 100)
    monkeypatch.setattr(workbook, "_LARGEST_BYTES", 1 << 20)
    with pytest.raises(ValueError, match="too large"):
        read_table(packed(path, parts))


def test_formats_of_brackets_take_no_time(tmp_path):
    formats = f'<numFmts><numFmt numFmtId="200" formatCode="{"[" * 300_000}"/></numFmts>'
    styles = f'<styleSheet xmlns="{MAIN}">{formats}<cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>'
    path = write(tmp_path / "t.xlsx", {"One": sheet([["a", "b"], [(1, 0), 2]])}, styles=styles)
    assert read_table(path)["a"].tolist() == [1.0]


def test_rows_that_are_empty_up_to_the_last_column_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(workbook, "_LARGEST_BYTES", 1 << 20)
    rows = "".join(f'<row><c r="XFD{i}"><v>1</v></c><c r="A{i}"><v>1</v></c></row>' for i in range(1, 101))
    text = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    with pytest.raises(ValueError, match="too large"):
        read_table(write(tmp_path / "t.xlsx", {"One": text}))


def test_columns_without_a_name_are_counted_in_a_wide_sheet(tmp_path):
    far = '<row><c r="A2"><v>1</v></c><c r="XFD2"><v>2</v></c></row>'
    text = sheet([["a", "b"]]).replace("</sheetData>", f"{far}</sheetData>")
    table = read_table(write(tmp_path / "t.xlsx", {"One": text}))
    assert (len(table.names), len(table.notes[0].what)) == (16384, 16382)
    assert table[table.names[-1]].tolist() == [2.0]
