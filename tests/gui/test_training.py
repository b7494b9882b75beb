"""The training dialog and its process."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from ifc2f_gui import demo
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.training.job import Job
from ifc2f_gui.training.validation import split
from ifc2f_gui.training.worker import run, training_data
from PySide6.QtCore import Qt

from ifc2f.model import Model
from ifc2f.table import read_table


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 240)
    x = rng.normal(y[:, None] * np.array([2.0, 1.0, 0.0]), 1.0)
    lines = ["crp,temperature,height,cough,outcome"]
    for row, c in zip(x, y, strict=True):
        cough = "wet" if c and row[0] > 1 else "none"
        lines.append(",".join([*(f"{v:.3f}" for v in row), cough, "ill" if c else "well"]))
    path = tmp_path / "patients.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def dialog(qtbot, qapp):
    dialog = TrainDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.stop()


def test_a_job_trains_validates_and_saves(table, tmp_path):
    said = []
    output = tmp_path / "m.ifc2f"
    job = Job(
        table,
        "outcome",
        str(output),
        ["height"],
        0.02,
        {"crp": {"cost": 0.05, "discount_cost": 0.03, "group": "blood", "delay": "1 day"}},
        [("ill", "well", 5.0)],
        "Fever",
        "Test",
    )
    result = run(job, said.append)
    model = Model.load(output)
    assert "height" not in model.feature_names
    assert model.meta["title"] == "Fever"
    assert model.meta["intended_use"] == "Test"
    assert model.meta["training"]["n_rows"] == 240
    assert model.misclassification.tolist() == [[0.0, 5.0], [1.0, 0.0]]
    crp = model.feature_index("crp")
    assert model.meta["features"][crp]["delay"] == "1 day"
    assert "blood" in model.costs.group_names
    held_out = split(training_data(read_table(table), "outcome", []).y)[1]
    assert result["rows"] == len(held_out) == sum(map(sum, result["confusion"])) == sum(result["questions"])
    assert result["accuracy"] == pytest.approx(np.trace(result["confusion"]) / result["rows"])
    assert model.meta["validation"]["accuracy"] == result["accuracy"] > 0.7
    assert sum(n for _, _, n in result["calibration"]) == 2 * result["rows"]
    assert said[0] == "reading patients.csv"
    again = tmp_path / "again.ifc2f"
    job.output = str(again)
    run(job, said.append)
    assert again.read_bytes() == output.read_bytes()


def test_rows_kept_aside_have_every_class_in_its_proportion():
    y = np.repeat([0, 1, 2], [40, 20, 2]).astype(np.int32)
    learning, held_out = split(y)
    assert np.bincount(y[held_out]).tolist() == [10, 5, 1]
    assert sorted([*learning, *held_out]) == list(range(62))


@pytest.mark.parametrize(
    ("lines", "target", "problem"),
    [
        (["a,b", "1,x", "2,x"], "b", "one class"),
        (["a,b", "1,x", "2,y", "3,y"], "b", "one row only"),
        (["a,b", "1,x", "2,"], "b", "no class in row 2"),
        (["a,b", "1,x", "2,y"], "c", "no column"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tmp_path, lines, target, problem):
    path = tmp_path / "t.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        training_data(read_table(path), target, [])


def test_the_dialog_trains_shows_figures_and_saves(dialog, table, tmp_path, person, qtbot):
    dialog.open_table(table)
    assert dialog.inputs.target.currentText() == "outcome"
    assert dialog.inputs.classes == ["ill", "well"]
    dialog.inputs.columns.item(2, 0).setCheckState(Qt.CheckState.Unchecked)
    dialog.inputs.columns.item(0, 1).setText("0,05")
    dialog.inputs.mistakes.item(0, 1).setText("5")
    dialog.go.click()
    assert dialog.is_running
    assert dialog.cancel.isVisible()
    assert not dialog.inputs.isEnabled()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=30000)
    assert dialog.message.text() == ""
    assert dialog.bar.value() == 1000
    assert "% right on 60 rows" in dialog.results.summary.text()
    assert dialog.stages.currentIndex() == 1
    assert "questions: " in dialog.results.questions.accessibleDescription()
    assert "forecast" in dialog.results.calibration.accessibleDescription()
    person.path = str(tmp_path / "out")
    with qtbot.waitSignal(dialog.model_made) as caught:
        dialog.save.click()
    model = Model.load(caught.args[0])
    assert "height" not in model.feature_names
    assert model.costs.cost.max() == np.float32(0.05)
    assert model.misclassification[0, 1] == 5.0


COSTS = """feature,cost,discount_cost,group,delay
crp,1.234,0.5,blood,1 day
cough,0,,,immediate
ferritin,3,,blood,
"""


def test_costs_are_taken_from_a_file(dialog, table, tmp_path, person, qtbot):
    path = tmp_path / "costs.csv"
    path.write_text(COSTS, encoding="utf-8")
    dialog.inputs.open_costs(str(path))
    assert "choose a table" in dialog.message.text()
    dialog.open_table(table)
    dialog.inputs.columns.item(1, 1).setText("0.02")
    person.path = str(path)
    dialog.inputs.costs.click()
    assert "ferritin" in dialog.message.text()
    assert "2 of 4 questions" in dialog.state.text()
    job = dialog.inputs.job("out")
    assert job.costs == {
        "crp": {"cost": 1.234, "discount_cost": 0.5, "group": "blood", "delay": "1 day"},
        "temperature": {"cost": 0.02},
        "cough": {"cost": 0.0, "discount_cost": 0.0, "delay": "immediate"},
    }
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=30000)
    assert dialog.message.text() == ""


@pytest.mark.parametrize(
    ("header", "rows", "left_out"),
    [
        ("crp;age;outcome", ["5,2;{a};{c}", "<5,0;{a};{c}"], ["crp"]),  # how laboratories write a limit
        ("crp;version;outcome", ["5,2;1.1;{c}", "6,5;1.2;{c}"], ["version"]),
        ("crp;zip;age;outcome", ["<5;A1;{a};{c}", "5;12;{a};{c}"], ["crp", "zip"]),
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


def test_a_table_is_refused_if_no_column_is_left(dialog, tmp_path, person):
    path = tmp_path / "lab.csv"
    path.write_text("crp\n5\n<5\n")
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
    dialog.inputs.open_costs(str(prices))
    assert not dialog.message.text()
    assert dialog.inputs.job("m.ifc2f").costs == {"CRP": {"cost": 5.25, "discount_cost": 5.25}}


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
    dialog.inputs.open_costs(str(path))
    assert said in dialog.message.text()
    assert dialog.inputs.job("out").costs == {"crp": {"cost": 0.07}}


def test_a_question_computed_from_others_has_no_cost_of_its_own(dialog, table, tmp_path):
    dialog.open_table(table)
    dialog.inputs.columns.item(2, 3).setText("derived:crp+temperature")
    output = tmp_path / "m.ifc2f"
    run(dialog.inputs.job(str(output)), lambda text: None)
    model = Model.load(output)
    if "height" in model.feature_names:
        assert len(model.costs.tests_of[model.feature_index("height")]) == 2


def test_what_training_warns_of_is_said_beside_its_result(dialog, tmp_path, qtbot):
    path = tmp_path / "coin.csv"
    path.write_text("a,outcome\n" + "".join(f"{i % 2},{'ill' if i % 4 < 2 else 'well'}\n" for i in range(80)))
    dialog.open_table(str(path))
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=30000)
    assert "no feature tells anything about the class" in dialog.message.text()
    assert dialog.save.isVisible()
    assert dialog.save.hasFocus() or dialog.focusWidget() is dialog.save


def test_training_is_cancelled_at_once_and_leaves_nothing(dialog, table, qtbot):
    dialog.open_table(table)
    dialog.go.click()
    process = dialog.process._process
    qtbot.waitUntil(lambda: process.processId() != 0)
    dialog.cancel.click()
    assert not dialog.is_running
    assert "cancelled" in dialog.state.text()
    assert dialog.go.isVisible()
    assert not dialog.save.isVisible()
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=30000)
    assert dialog.save.isVisible()


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [("cost", "cheap", "not a number"), ("cost", "-1", "not negative"), ("cost", "1,234", "two ways")],
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
    assert "deciding ill when well is true" in dialog.message.text()


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
    assert "classes" in dialog.message.text()


def test_an_error_in_training_is_said(dialog, table, qtbot):
    dialog.open_table(table)
    os.unlink(table)
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=30000)
    assert "No such file" in dialog.message.text()
    assert dialog.go.isVisible()


def test_a_table_that_is_opened_or_dropped_goes_to_training(empty_window, table, tmp_path, person, qtbot):
    person.path = table
    empty_window.menus.run("open")
    dialog = empty_window.train_dialog
    assert dialog.isVisible()
    assert dialog.inputs.table.names[-1] == "outcome"
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b\n1\n")
    assert not empty_window.open_path(str(bad))
    assert "line 2" in dialog.message.text()
    assert dialog.inputs.table.names[-1] == "outcome"
    dialog.close()


def test_closing_the_window_during_training_asks(window, table, person, qtbot):
    window.menus.run("train")
    window.train_dialog.open_table(table)
    window.train_dialog.go.click()
    person.choose = 1
    assert not window.close()
    assert window.train_dialog.is_running
    assert "being trained" in person.said[-1]
    person.choose = 0
    assert window.close()
    assert not window.train_dialog.is_running


def test_closing_the_window_with_a_trained_model_that_is_not_saved_asks(
    window, table, person, qtbot, tmp_path
):
    window.menus.run("train")
    dialog = window.train_dialog
    dialog.open_table(table)
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=30000)
    dialog.close()
    person.choose = 2
    assert not window.close()
    assert "trained model is not saved" in person.said[-1]
    person.choose, person.path = 0, str(tmp_path / "nowhere" / "m.ifc2f")
    assert not window.close()
    assert "No such file" in dialog.message.text()
    assert dialog.isVisible()
    person.path = str(tmp_path / "m.ifc2f")
    assert window.close()
    assert Model.load(person.path).meta["title"] == "patients"
    said = len(person.said)
    window.close()
    assert len(person.said) == said


def test_hiding_the_dialog_lets_training_go_on(window, table, person, qtbot):
    window.menus.run("train")
    dialog = window.train_dialog
    dialog.open_table(table)
    dialog.go.click()
    person.choose = 0
    dialog.close()
    assert dialog.is_running
    window.desk.answer(3, "answered", 47.0, 47.0, "years")
    person.choose = 1
    dialog.show()
    dialog.close()
    assert not dialog.is_running


def test_a_job_survives_as_json():
    job = Job("t.csv", "y", "o", costs={"ä": 0.5}, mistakes=[("a", "b", 2.0)])
    assert json.loads(job.to_json())["costs"] == {"ä": 0.5}


def test_the_bundled_demo_model_is_what_its_command_makes():
    assert demo.build().sha256 == Model.load(demo.PATH).sha256, "make it anew: python -m ifc2f_gui.demo"
    assert Path(demo.PATH).stat().st_size < 500_000
