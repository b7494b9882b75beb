"""What is doubtful in a table of one's own: limits among numbers, spellings of one category."""

import pytest
from ifc2f_gui.training.columns import KIND, NOTE, RANGE
from ifc2f_gui.training.worker import run
from PySide6.QtCore import Qt
from workbooks import DAY, sheet, write

from ifc2f.model import Model


@pytest.fixture
def messy(tmp_path):
    lines = ["crp,sex,ward,outcome"]
    for i in range(120):
        crp = "<0.5" if i % 10 == 0 else f"{i % 30 + i % 2 * 8}.5"
        sex = ("f", "m", "F", " m", "M")[i % 5]
        lines.append(f"{crp},{sex},{i % 4},{('well', 'ill', 'Well')[i % 2 * (1 if i % 3 else 0)]}")
    lines += [f"7.5,f,1,{name}" for name in ("Well", "Well", "Ill", "Ill")]
    path = tmp_path / "messy.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("choose", [0, 1, 2], ids=["number", "left out", "cancelled"])
def test_limits_among_numbers_are_asked_about(choose, fast_dialog, messy, person, tmp_path):
    person.choose = choose
    is_read = fast_dialog.open_table(messy)
    assert "“<0.5”" in person.said[0] or "'<0.5'" in person.said[0]
    if choose == 2:
        assert not is_read
        assert "is text among numbers" in fast_dialog.message.text()
        assert "--" not in fast_dialog.message.text()
        return
    job = fast_dialog.inputs.job(str(tmp_path / "m.ifc2f"))
    assert ("crp" in job.columns, job.limits_as_numbers) == (choose == 0, ["crp"] * (choose == 0))
    told = "crp: cells such as “<0.5” are read as the number alone (12)."
    assert (told in fast_dialog.inputs.notes.text()) == (choose == 0)
    run(job, lambda text: None)
    assert Model.load(job.output).meta["training"]["n_rows"] == 124


@pytest.mark.parametrize("choose", [0, 1], ids=["numbers", "left out"])
def test_limits_of_several_columns_are_asked_about_once_and_of_no_other(
    choose, fast_dialog, tmp_path, person
):
    """Only columns that were named are read so: one of which something else is asked first is named later."""
    path = tmp_path / "laboratory.csv"
    rows = [(f"{i}.5", i, i, "ab"[i % 2]) for i in range(1, 60)]
    rows += [("<0.5", "> 200", 7, "a"), ("2.5", 9, "clotted", "b"), ("3.5", 8, "<4", "b")]
    path.write_text(
        "crp,ferritin,troponin,outcome\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    )
    person.choose = choose
    assert fast_dialog.open_table(str(path))
    about_limits, about_marks, *about_others = person.said
    assert "crp (“<0.5”), ferritin (“> 200”)" in about_limits
    assert "troponin" not in about_limits
    assert "clotted" in about_marks
    job = fast_dialog.inputs.job(str(tmp_path / "m.ifc2f"))
    if choose == 0:
        assert len(about_others) == 1
        assert "“<4”" in about_others[0] or "'<4'" in about_others[0]
        assert job.limits_as_numbers == ["crp", "ferritin", "troponin"]
        assert fast_dialog.inputs.table["ferritin"].max() == 200
    else:
        assert about_others == []
        assert (job.columns, job.limits_as_numbers) == (["outcome"], [])


def test_spellings_are_read_as_one_by_a_tick_and_nothing_entered_is_lost(
    fast_dialog, messy, person, tmp_path, qtbot
):
    inputs = fast_dialog.inputs
    fast_dialog.open_table(messy)
    assert inputs.merge.isVisible()
    assert inputs.classes == ["Ill", "Well", "ill", "well"]
    assert "tick above" in inputs.profiles.text(1, NOTE)
    inputs.profiles.cellWidget(2, KIND).setCurrentIndex(1)  # the ward is a code
    inputs.columns.item(0, 1).setText("0.05")
    qtbot.keyClick(inputs.merge, Qt.Key.Key_Space)
    assert inputs.classes == ["ill", "well"]
    assert inputs.profiles.text(1, RANGE) == "2 different"
    assert inputs.profiles.text(1, NOTE) == ""
    assert inputs.profiles.codes == ["ward"]
    assert inputs.columns.text(0, 1) == "0.05"
    job = inputs.job(str(tmp_path / "m.ifc2f"))
    run(job, lambda text: None)
    model = Model.load(job.output)
    assert list(model.classes) == ["ill", "well"]
    labels = {f.name: f.labels for f in model.network.features}
    assert set(labels.get("sex") or "fm") == {"f", "m"}
    qtbot.keyClick(inputs.merge, Qt.Key.Key_Space)
    assert inputs.classes == ["Ill", "Well", "ill", "well"]
    assert not inputs.job("out").merge_spellings


def test_nothing_is_offered_where_all_is_spelled_in_one_way(fast_dialog, table):
    fast_dialog.open_table(table)
    assert fast_dialog.inputs.merge.isHidden()


def test_a_spreadsheet_is_chosen_read_and_trained_from(fast_dialog, tmp_path, person, qtbot):
    path = tmp_path / "ward.xlsx"
    rows = [["crp", "visit", "outcome"]]
    rows += [[i / 4 + 9 * (i % 2), (45000 + i, DAY), ("well", "ill")[i % 2]] for i in range(80)]
    write(path, {"Patients": sheet(rows), "Codes": sheet([["a", "b"], [1, 2]])})
    person.path = str(path)
    qtbot.mouseClick(fast_dialog.inputs.choose, Qt.MouseButton.LeftButton)
    inputs = fast_dialog.inputs
    assert inputs.table is not None
    assert fast_dialog.message.text() == ""
    assert not inputs.written.isEnabled()
    assert "The sheet “Patients” is read, and not “Codes”." in inputs.notes.text()
    assert inputs.description.title.text() == "ward"
    assert inputs.profiles.text(1, NOTE).startswith("Left out: dates")
    job = inputs.job(str(tmp_path / "m.ifc2f"))
    run(job, lambda text: None)
    assert Model.load(job.output).meta["training"]["n_rows"] == 80


def test_a_spreadsheet_that_is_dropped_on_the_window_goes_to_training(empty_window, tmp_path):
    path = tmp_path / "ward.XLSX"
    write(path, {"One": sheet([["crp", "outcome"], *([i, "ab"[i % 2]] for i in range(9))])})
    assert empty_window.open_path(str(path))
    assert empty_window.train_dialog.isVisible()
