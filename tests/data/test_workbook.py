"""Workbooks of spreadsheets: the table that a CSV file of the sheet would be."""

import io
import random
import zipfile

import numpy as np
import pytest
from workbooks import DAY, MAIN, NO_DAY, OWN_DAY, PERCENT, SPAN, STRICT, TIME, sheet, write

from ifc2f.data import workbook
from ifc2f.data.table import read_table, read_tables
from ifc2f.data.times import DAYS, SECONDS

TEXT, ONCE = '<c t="str"><v>{}</v></c>', f'<worksheet xmlns="{MAIN}"><sheetData>{{}}</sheetData></worksheet>'
HEAD = f"<row>{TEXT.format('a')}{TEXT.format('b')}</row>"


@pytest.mark.parametrize("namespace", [MAIN, STRICT])
def test_cells_are_read_as_they_are_shown(tmp_path, namespace):
    rows = [
        ["id", "day", "own", "share", "crp", "note", "at", "span", "yes", "plain"],
        ["a,1", (45292, DAY), (45292.5, OWN_DAY), (0.125, PERCENT), (36.2 + 2e-15, NO_DAY),
         '<c t="s"><v>0</v></c>', (0.75, TIME), (1.5, SPAN), '<c t="b"><v>1</v></c>', 3],
        [],
        ['q"2', (45293, DAY), (45293.5, OWN_DAY), (0.5, PERCENT), '<c t="e"><v>#N/A</v></c>',
         '<c t="s"><v>1</v></c>', (0.25, TIME), (0.5, SPAN), '<c t="b"><v>0</v></c>', None],
    ]  # fmt: skip
    shared = (
        "<si><t>two\nlines</t></si>"
        "<si><r><t>rich </t></r><r><t>text</t></r><rPh sb='0' eb='1'><t>read</t></rPh></si>"
    )
    path = write(tmp_path / "t.xlsx", {"One": sheet(rows, namespace=namespace)}, shared, namespace=namespace)
    table = read_table(path)
    assert table.names == tuple(rows[0])
    assert table["id"].tolist() == ["a,1", 'q"2']
    assert (table["day"].tolist(), table.units["day"]) == ([19723.0, 19724.0], DAYS)
    assert np.diff(table["own"]).tolist() == [86400.0 if table.units["own"] == SECONDS else 1.0]
    assert (table["share"].tolist(), table.units["share"]) == ([12.5, 50.0], "%")
    np.testing.assert_array_equal(table["crp"], [36.2, np.nan])
    assert table["note"].tolist() == ["two lines", "rich text"]
    assert (table["at"].tolist(), table.units["at"]) == ([64800.0, 21600.0], SECONDS)
    assert table["span"].tolist() == [1.5, 0.5]
    assert table["yes"].tolist() == ["TRUE", "FALSE"]
    np.testing.assert_array_equal(table["plain"], [3.0, np.nan])
    assert [table.place(i) for i in range(2)] == ["line 2", "line 4"]
    assert table.dialect is None
    assert table.notes == ()


def test_days_count_from_1904_where_the_workbook_says_so(tmp_path):
    rows = [["day", "b"], [(43830, DAY), 1], [(43831, DAY), 2]]
    path = write(tmp_path / "t.xlsx", {"One": sheet(rows)}, settings='<workbookPr date1904="1"/>')
    assert read_table(path)["day"].tolist() == [19723.0, 19724.0]


def test_the_first_visible_sheet_with_a_table_is_read_and_named(tmp_path):
    table = sheet([["a", "b"], [1, "x"], [2, "y"]])
    sheets = {"Hidden": table, "Read me": sheet([["For the ward"]]), "Data": table, "Codes": table}
    found = read_table(write(tmp_path / "t.xlsx", sheets, hidden=("Hidden",)))
    assert found["a"].tolist() == [1.0, 2.0]
    (note,) = found.notes
    assert (note.kind, note.what) == ("sheets", ("Data", "Read me", "Codes"))


@pytest.mark.parametrize("names", [["One"], ["One", "Two"]])
def test_a_workbook_that_shows_no_sheet_says_so(tmp_path, names):
    table = sheet([["a", "b"], [1, "x"], [2, "y"]])
    path = write(tmp_path / "t.xlsx", dict.fromkeys(names, table), hidden=tuple(names))
    with pytest.raises(ValueError, match=r"t\.xlsx: all sheets of the workbook are hidden; show the one"):
        read_table(path)


def test_what_is_known_of_text_files_does_not_hold_for_a_workbook(tmp_path):
    path = write(tmp_path / "t.xlsx", {"One": sheet([["a", "b"], ["1;5", 2], ["2;5", 3]])})
    assert read_table(path, separator=";", encoding="utf-16")["a"].tolist() == ["1;5", "2;5"]


def test_a_workbook_is_read_in_parts_as_in_whole(tmp_path):
    rows = [["a", "b"], *([i + 0.5, "xy"[i % 2]] for i in range(100))]
    path = write(tmp_path / "t.xlsx", {"One": sheet(rows, first=3)})
    whole = read_table(path)
    parts = [table for table, _ in read_tables(path, 9)]
    assert len(parts) == 12
    np.testing.assert_array_equal(np.concatenate([table["a"] for table in parts]), whole["a"])
    assert whole.place(0) == "line 4"


def test_errors_name_the_row_and_what_to_do(tmp_path):
    path = write(tmp_path / "t.xlsx", {"One": sheet([["a", "b"], [1, 2], ["x", 3], [3, 4]])})
    with pytest.raises(ValueError, match=r"column 'a', line 3: 'x' is text among numbers"):
        read_table(path)
    with pytest.raises(ValueError, match="the file is empty"):
        read_table(write(tmp_path / "e.xlsx", {"One": sheet([])}))
    with zipfile.ZipFile(tmp_path / "t.ods", "w") as archive:
        archive.writestr("content.xml", "<office/>")
    with pytest.raises(ValueError, match="CSV UTF-8"):
        read_table(tmp_path / "t.ods")


def test_a_workbook_that_would_take_too_much_memory_is_refused(tmp_path, monkeypatch):
    path = write(tmp_path / "t.xlsx", {"One": sheet([["a", "b"], *([i, i] for i in range(5000))])})
    monkeypatch.setattr(workbook, "_LARGEST_BYTES", 10_000)
    with pytest.raises(ValueError, match="too large"):
        read_table(path)
    wide = [["a", "b"], *([i, i] for i in range(40)), [""] * 25 + [1]]
    path = write(tmp_path / "w.xlsx", {"One": sheet(wide)})
    monkeypatch.setattr(workbook, "_LARGEST_BYTES", 900)
    with pytest.raises(ValueError, match="too large"):
        read_table(path)


@pytest.mark.parametrize("number", [-5, 0, (1 << 20) + 1, 10**10, 10**20])
def test_rows_that_no_sheet_has_are_refused(tmp_path, number):
    cells = '<c t="str"><v>a</v></c><c t="str"><v>b</v></c>'
    rows = f'<row r="1">{cells}</row><row r="2">{cells}</row><row r="{number}">{cells}</row>'
    text = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    with pytest.raises(ValueError, match=r"damaged workbook|too large"):
        read_table(write(tmp_path / "t.xlsx", {"One": text}))


def test_the_last_row_of_a_sheet_is_read(tmp_path):
    table = read_table(write(tmp_path / "t.xlsx", {"One": sheet([["a", "b"], [1, 2]], first=(1 << 20) - 1)}))
    assert table["a"].tolist() == [1.0]


def test_entities_that_multiply_are_refused(tmp_path):
    entities = [f'<!ENTITY a "{"x" * 1000}">']
    entities += [f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 20}">' for i in range(8)]
    row = '<row r="1"><c t="str"><v>&i;</v></c></row>'
    body = f'<worksheet xmlns="{MAIN}"><sheetData>{row}</sheetData></worksheet>'
    text = f"<!DOCTYPE w [{''.join(entities)}]>{body}"
    with pytest.raises(ValueError, match="damaged workbook"):
        read_table(write(tmp_path / "t.xlsx", {"One": text}))


def test_a_damaged_workbook_is_refused_in_words(tmp_path):
    rows = [["day", "crp", "sex"], *([(45000 + i, DAY), i / 2, "fm"[i % 2]] for i in range(30))]
    path = write(tmp_path / "t.xlsx", {"One": sheet(rows)}, "<si><t>a</t></si>")
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    rng = random.Random(5)
    refused = []
    for _ in range(400):
        name = rng.choice(list(parts))
        text = bytearray(parts[name])
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text) + 1)
            text[at : at + rng.randrange(12)] = rng.choice([b"", b"9", b"<", b'"', b"\xff", b"-1", b"x"])
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for other, content in parts.items():
                archive.writestr(other, bytes(text) if other == name else content)
        whole = bytearray(out.getvalue())
        if rng.random() < 0.3:
            whole[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        path.write_bytes(whole)
        try:
            read_table(path)
        except ValueError as error:
            refused.append(str(error))
    assert len(refused) > 50
    assert [error for error in refused if str(path) not in error] == []


def test_formulas_without_a_result_are_missing(tmp_path):
    errors = ["#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#GETTING_DATA"]
    rows = [["a", "b"], *([f'<c t="e"><v>{error}</v></c>', 1] for error in errors), [2.5, 1]]
    table = read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}))
    np.testing.assert_array_equal(table["a"], [np.nan] * len(errors) + [2.5])


def test_characters_that_xml_cannot_hold_are_read(tmp_path):
    shared = "<si><t>two_x000D_\nlines</t></si><si><t>_x005F_x000D_</t></si>"
    rows = [
        ["a_x000d_b", "c"],
        ['<c t="s"><v>0</v></c>', TEXT.format("x_x0009_y")],
        ['<c t="s"><v>1</v></c>', "z_"],
    ]
    table = read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}, shared))
    assert table.names == ("a b", "c")
    assert (table["a b"].tolist(), table["c"].tolist()) == (["two lines", "_x000D_"], ["x y", "z_"])


def test_formats_of_times_show_no_day_and_spans_are_numbers(tmp_path):
    codes = ["hh:mm", "h:mm AM/PM", "mm:ss.0", "[h]:mm:ss", "[mm]:ss", "d/m", "mmmm", "0.0_h"]
    formats = "".join(f'<numFmt numFmtId="{200 + i}" formatCode="{code}"/>' for i, code in enumerate(codes))
    numbers = [*range(200, 200 + len(codes)), 20, 45, 46, 47, 14, 22]
    styles = "".join(f'<xf numFmtId="{number}"/>' for number in numbers)
    path = tmp_path / "t.xlsx"
    names = [f"c{i}" for i in range(len(numbers))]
    rows = [names, *([(value, i) for i in range(len(numbers))] for value in (0.75, 2.25))]
    text = f'<styleSheet xmlns="{MAIN}"><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>'
    table = read_table(write(path, {"One": sheet(rows)}, styles=text))
    of_times = [names[i] for i in (0, 1, 2, 8, 9, 11)]
    assert [table[name].tolist() for name in of_times] == [[64800.0, 21600.0]] * 6
    assert [table[names[i]].tolist() for i in (3, 4, 7, 10)] == [[0.75, 2.25]] * 4
    assert [table[names[i]].tolist()[1] for i in (5, 6, 12, 13)] == ["1900-01-02 06:00:00"] * 4


@pytest.mark.parametrize(
    ("day", "settings"),
    [
        (2958465.999999999, ""),
        (2957003.999999999, '<workbookPr date1904="1"/>'),
        (2957004.5, '<workbookPr date1904="1"/>'),
        (1e12, ""),
        (1e300, ""),
    ],
)
def test_days_that_no_calendar_has_are_numbers(tmp_path, day, settings):
    rows = [["day", "b"], [(day, DAY), 1], [(day, DAY), 2]]
    table = read_table(write(tmp_path / "t.xlsx", {"One": sheet(rows)}, settings=settings))
    assert table["day"].tolist() == [float(f"{day:.15g}")] * 2


@pytest.mark.parametrize(
    "text",
    [
        ONCE.format(HEAD + "<row>" + "<c/>" * 3000 + "</row>"),
        ONCE.format(HEAD + "<row/>" * 3000),
        ONCE.format(HEAD + "<x/>" * 3000),
        ONCE.format(HEAD + '<row r="999999999999"><c><v>1</v></c><c><v>2</v></c></row>'),
    ],
    ids=["cells", "rows", "others", "far"],
)
def test_sheets_larger_than_spreadsheets_make_are_refused_early(tmp_path, text, monkeypatch):
    monkeypatch.setattr(workbook, "_MOST_ELEMENTS", 2000)
    monkeypatch.setattr(workbook, "_MOST_ROWS", 2000)
    with pytest.raises(ValueError, match="too large"):
        read_table(write(tmp_path / "t.xlsx", {"One": text}))
