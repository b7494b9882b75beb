"""Tables, columns and costs that training is given."""

import gzip
import zipfile
from pathlib import Path

import numpy as np
import pytest
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.training.columns import note
from ifc2f_gui.training.worker import run
from PySide6.QtCore import Qt

from ifc2f.model import Model

COSTS = """feature,cost,discount_cost,group,delay
crp,1.234,0.5,blood,1 day
cough,0,,,immediate
ferritin,3,,blood,
"""


@pytest.mark.parametrize("choose", [0, 1, 2], ids=["missing", "left out", "cancelled"])
def test_a_text_among_numbers_may_stand_for_missing_values(choose, fast_dialog, tmp_path, person):
    path = tmp_path / "gaps.csv"
    rows = "".join(f"{i / 4 if i % 9 else '-'},{i % 5},{'ab'[i % 2]}\n" for i in range(60))
    path.write_text("crp,age,outcome\n" + rows)
    person.choose = choose
    is_read = fast_dialog.open_table(str(path))
    assert "--missing-mark" not in person.said[0], "an option of the command line"
    assert "crp" in person.said[0]
    assert len(person.said) == 1
    if choose == 2:
        assert not is_read
        assert fast_dialog.inputs.table is None
        return
    assert is_read
    job = fast_dialog.inputs.job("out")
    assert job.columns == (["crp", "age", "outcome"] if choose == 0 else ["age", "outcome"])
    assert job.missing_marks == (["-"] if choose == 0 else [])
    if choose == 0:
        assert np.isnan(fast_dialog.inputs.table["crp"]).sum() == 7


def test_a_column_without_any_value_is_left_out_by_name(dialog, tmp_path):
    path = tmp_path / "remarks.csv"
    path.write_text("crp,remarks,outcome\n" + "".join(f"{i % 11 * 1.5},,{'ab'[i % 2]}\n" for i in range(40)))
    assert dialog.open_table(str(path))
    job = dialog.inputs.job("out")
    assert job.ignore == ["remarks"]
    notes = [note(profile) for profile in dialog.inputs.profiles.profiles]
    assert notes[1] == "Left out: every cell is empty."


def test_costs_are_taken_from_a_file(fast_dialog, table, tmp_path, person, qtbot):
    path = tmp_path / "costs.csv"
    path.write_text(COSTS, encoding="utf-8")
    fast_dialog.inputs.of_costs.open_costs(str(path))
    assert "choose a table" in fast_dialog.message.text()
    fast_dialog.open_table(table)
    fast_dialog.inputs.columns.item(1, 1).setText("0.02")
    person.path = str(path)
    fast_dialog.inputs.of_costs.costs.click()
    assert "ferritin" in fast_dialog.message.text()
    assert "2 of 4 questions" in fast_dialog.state.text()
    job = fast_dialog.inputs.job("out")
    assert job.costs == {
        "crp": {"cost": 1.234, "discount_cost": 0.5, "group": "blood", "delay": "1 day"},
        "temperature": {"cost": 0.02},
        "cough": {"cost": 0.0, "delay": "immediate"},
    }
    fast_dialog.go.click()
    qtbot.waitUntil(lambda: not fast_dialog.is_running, timeout=120_000)
    assert fast_dialog.message.text() == ""


@pytest.mark.parametrize(
    ("header", "rows", "left_out"),
    [
        ("crp;age;outcome", ["5,2;{a};{c}", "about 5,0;{a};{c}"], ["crp"]),
        ("crp;version;outcome", ["5,2;1.1;{c}", "6,5;1.2;{c}"], ["version"]),
        ("crp;zip;age;outcome", ["about 5;A1;{a};{c}", "5;12;{a};{c}"], ["crp", "zip"]),
    ],
)
def test_columns_that_cannot_be_read_are_left_out_if_the_user_wants(
    dialog, tmp_path, person, header, rows, left_out
):
    path = tmp_path / "lab.csv"
    lines = [rows[i % 2].format(a=30 + i % 2, c="ill" if i % 2 else "well") for i in range(40)]
    path.write_text("\n".join([header, *lines]))
    person.choose = 1
    dialog.open_table(str(path))
    assert dialog.inputs.table is None
    assert repr(left_out[0]) in dialog.message.text()
    person.choose = 0
    person.said.clear()
    dialog.open_table(str(path))
    assert len(person.said) == len(left_out)
    assert all(repr(name) in text for name, text in zip(left_out, person.said, strict=True))
    assert dialog.message.text() == ""
    assert dialog.inputs.table.names == tuple(name for name in header.split(";") if name not in left_out)
    job = dialog.inputs.job(str(tmp_path / "m.ifc2f"))
    run(job, lambda text: None)
    assert not set(left_out) & set(Model.load(job.output).feature_names)


def test_a_table_fills_the_grids_once_and_another_target_once_more(dialog, table, monkeypatch, qtbot):
    filled = []
    show = dialog.inputs.profiles.show_profiles
    monkeypatch.setattr(
        dialog.inputs.profiles, "show_profiles", lambda found: filled.append(len(found)) or show(found)
    )
    assert dialog.open_table(table)
    assert filled == [4]
    qtbot.keyClick(dialog.inputs.target, Qt.Key.Key_Up)
    assert dialog.inputs.target.currentText() == "cough"
    assert filled == [4, 4]


def test_a_table_is_refused_if_no_column_is_left(dialog, tmp_path, person):
    path = tmp_path / "lab.csv"
    path.write_text("crp\n5\nabout 5\n")
    person.choose = 0
    assert not dialog.open_table(str(path))
    assert dialog.inputs.table is None
    assert "no column is left to read; columns are 'crp'" in dialog.message.text()


def test_tables_with_decimal_commas_are_read_as_a_spreadsheet_writes_them(dialog, tmp_path):
    patients, prices = tmp_path / "patienten.csv", tmp_path / "preise.csv"
    patients.write_text("CRP;Befund\n0,5;gesund\n12,25;krank\n;krank\n", encoding="utf-8-sig")
    prices.write_text("feature;cost\nCRP;5,25\n", encoding="utf-8-sig")
    dialog.open_table(str(patients))
    np.testing.assert_array_equal(dialog.inputs.table["CRP"], [0.5, 12.25, np.nan])
    dialog.inputs.of_costs.open_costs(str(prices))
    assert not dialog.message.text()
    assert dialog.inputs.job("m.ifc2f").costs == {"CRP": {"cost": 5.25}}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "empty"),
        ("name,cost\ncrp,1\n", "no column 'feature'"),
        ("feature,cost\ncrp,1\ncrp,2\n", "listed twice"),
        ("feature,cost\ncrp,dear\n", "not a number"),
        ("feature,price\ncrp,1\n", "no field 'price'"),
    ],
)
def test_a_damaged_file_of_costs_is_said_and_changes_nothing(dialog, table, tmp_path, content, said):
    dialog.open_table(table)
    dialog.inputs.columns.item(0, 1).setText("0.07")
    path = tmp_path / "costs.csv"
    path.write_text(content, encoding="utf-8")
    dialog.inputs.of_costs.open_costs(str(path))
    assert said in dialog.message.text()
    assert dialog.inputs.job("out").costs == {"crp": {"cost": 0.07}}


def test_a_question_computed_from_others_has_no_cost_of_its_own(fast_dialog, table, tmp_path):
    fast_dialog.open_table(table)
    fast_dialog.inputs.columns.item(2, 3).setText("derived:crp+temperature")
    output = tmp_path / "m.ifc2f"
    run(fast_dialog.inputs.job(str(output)), lambda text: None)
    model = Model.load(output)
    if "height" in model.feature_names:
        assert len(model.costs.tests_of[model.feature_index("height")]) == 2


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [("cost", "cheap", "not a number"), ("cost", "-1", "cannot be negative"), ("cost", "1,234", "two ways")],
)
def test_costs_that_are_none_are_said(dialog, table, field, text, said):
    dialog.open_table(table)
    getattr(dialog.inputs, field).setText(text)
    dialog.go.click()
    assert said in dialog.message.text()
    assert not dialog.is_running


def test_cells_that_are_no_costs_are_said_with_their_name(dialog, table):
    dialog.open_table(table)
    dialog.inputs.columns.item(1, 1).setText("x")
    dialog.go.click()
    assert "temperature: " in dialog.message.text()
    dialog.inputs.columns.item(1, 1).setText("")
    dialog.inputs.mistakes.item(1, 0).setText("")
    dialog.go.click()
    assert "deciding for ill when well is true" in dialog.message.text()


def test_a_table_that_cannot_be_read_is_said_and_the_one_before_stays(dialog, table, tmp_path):
    dialog.go.click()
    assert "choose a table" in dialog.message.text()
    dialog.open_table(table)
    bad = tmp_path / "bad.csv"
    bad.write_text("a,a\n1,2\n", encoding="utf-8")
    dialog.open_table(str(bad))
    assert "two columns are called 'a'" in dialog.message.text()
    assert dialog.inputs.table.source == table


def test_a_column_that_does_not_hold_classes_is_said(dialog, table):
    dialog.open_table(table)
    dialog.inputs.target.setCurrentText("crp")
    assert "crp has 237 different values. Is it really" in dialog.message.text()
    assert dialog.inputs.counts.isHidden()


def test_separator_and_encoding_are_shown_and_changed_by_keys(dialog, tmp_path, qtbot):
    inputs = dialog.inputs
    dialog.show()
    tie = tmp_path / "tie.csv"
    tie.write_text("Gewicht, kg;klasse\n70,5;ja\n71,5;nein\n70,2;ja\n", encoding="utf-8")
    assert not inputs.open_table(str(tie))
    assert "separated by commas or semicolons" in dialog.message.text()
    inputs.separator.setFocus()
    inputs.separator.setCurrentIndex(0)
    qtbot.keyClick(inputs.separator, Qt.Key.Key_Down)
    assert inputs.table.names == ("Gewicht, kg", "klasse")
    assert dialog.message.text() == ""
    assert (inputs.separator.currentText(), inputs.encoding.currentText()) == ("semicolons", "UTF-8")
    old = tmp_path / "old.csv"
    old.write_bytes("größe;klasse\n1;ja\n2;nein\n3;ja\n".encode("cp1252"))
    assert inputs.open_table(str(old))
    assert (inputs.separator.currentText(), inputs.encoding.currentText()) == ("semicolons", "Windows-1252")
    job = inputs.job(str(tmp_path / "model.ifc2f"))
    assert (job.separator, job.encoding) == (";", "cp1252")
    before = inputs.table
    inputs.encoding.setFocus()
    qtbot.keyClick(inputs.encoding, Qt.Key.Key_Up)
    assert inputs.encoding.currentText() == "UTF-16"
    assert inputs.table is before
    assert dialog.message.text() != ""


def test_what_the_reader_noted_is_shown_until_another_table_comes(dialog, table, tmp_path):
    path = tmp_path / "lab.csv"
    path.write_text("crp,,outcome\n" + "".join(f"{i},{i % 3},{'ab'[i % 2]}\n" for i in range(20)))
    dialog.show()
    assert dialog.open_table(str(path))
    assert dialog.inputs.notes.isVisible()
    assert dialog.inputs.notes.text() == "Without a name in the header: 'Unnamed: 1'."
    assert dialog.open_table(table)
    assert not dialog.inputs.notes.isVisible()


def test_a_compressed_table_is_offered_and_named_without_its_endings(dialog, table, tmp_path, monkeypatch):
    path = tmp_path / "lab.v2.csv.gz"
    path.write_bytes(gzip.compress(Path(table).read_bytes()))
    offered = []
    monkeypatch.setattr(prompts, "open_path", lambda *args: offered.append(args[-1]) or str(path))
    dialog.inputs.choose.click()
    assert "*.csv.gz" in offered[0]
    assert dialog.inputs.description.title.text() == "lab.v2"
    assert dialog.inputs.table is not None


def test_a_compressed_table_that_is_dropped_on_the_window_goes_to_training(empty_window, table, tmp_path):
    path = tmp_path / "lab.CSV.gz"
    path.write_bytes(gzip.compress(Path(table).read_bytes()))
    assert empty_window.open_path(str(path))
    assert empty_window.train_dialog.isVisible()


@pytest.mark.parametrize("ending", [".xlsx", ".ods", ".XLS"])
def test_a_workbook_says_how_to_save_it_as_a_table(empty_window, tmp_path, ending):
    path = tmp_path / f"patients{ending}"
    path.write_bytes(b"\xd0\xcf\x11\xe0")
    if ending != ".XLS":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("content.xml", "<office/>")
    assert not empty_window.open_path(str(path))
    assert "CSV UTF-8" in empty_window.train_dialog.message.text()


def test_a_workbook_that_is_cut_off_says_that_it_is_damaged(empty_window, tmp_path):
    path = tmp_path / "patients.xlsx"
    path.write_bytes(b"PK\3\4\x14\0")
    assert not empty_window.open_path(str(path))
    assert "damaged workbook" in empty_window.train_dialog.message.text()
