"""Rows of a table that have no class: the assistant counts them, and leaves them out if told to."""

import pytest
from hands import type_in_cell
from ifc2f_gui.training.worker import run
from PySide6.QtCore import Qt

from ifc2f.model import Model


@pytest.fixture
def with_gaps(tmp_path):
    """Return a function that writes a table of 200 rows, of which some have no outcome."""

    def write(n_gaps):
        lines = ["crp,cough,outcome"]
        for i in range(200):
            outcome = "" if i < n_gaps else "ill" if i % 3 else "well"
            lines.append(f"{i % 37},{'wet' if i % 3 else 'dry'},{outcome}")
        path = tmp_path / f"gaps-{n_gaps}.csv"
        path.write_text("\n".join(lines) + "\n")
        return str(path)

    return write


@pytest.mark.parametrize("n_gaps", [1, 12])
def test_rows_without_a_class_are_counted_and_left_out_by_a_tick(
    n_gaps, with_gaps, fast_dialog, tmp_path, qtbot
):
    dialog, inputs = fast_dialog, fast_dialog.inputs
    dialog.open_table(with_gaps(n_gaps))
    box = inputs.drop_unlabelled
    assert box.isVisible()
    assert (str(n_gaps) if n_gaps > 1 else "the one row") in box.text()
    assert f"{n_gaps} of 200 rows have no class" in dialog.message.text()
    assert "--" not in dialog.message.text(), "no option of the command line"
    assert (inputs.classes, inputs.counts.isVisible()) == ([], False)
    inputs.steps.setCurrentIndex(3)
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert not dialog.is_running
    assert inputs.steps.currentIndex() == 0
    assert box.hasFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert dialog.message.text() == ""
    assert inputs.classes == ["ill", "well"]
    assert sum(int(told.split()[-1]) for told in inputs.counts.text().rstrip(".").split(",")) == 200 - n_gaps
    output = tmp_path / "m.ifc2f"
    result = run(inputs.job(str(output)), lambda text: None)
    assert result["dropped"] == n_gaps
    assert Model.load(output).meta["training"]["n_rows"] == 200 - n_gaps
    dialog.results.show_result(result, inputs.classes)
    assert f"without a class, which were left out: {n_gaps}." in dialog.results.columns.text()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert inputs.classes == [], "the tick was taken away again"


def test_nothing_is_offered_where_all_rows_have_a_class_or_none(with_gaps, dialog, qtbot):
    inputs = dialog.inputs
    dialog.open_table(with_gaps(12))
    qtbot.keyClick(inputs.drop_unlabelled, Qt.Key.Key_Space)
    qtbot.keyClick(inputs.target, Qt.Key.Key_Up)
    assert inputs.target.currentText() == "cough"
    assert inputs.drop_unlabelled.isHidden()
    assert not inputs.job("out").drop_unlabelled
    dialog.open_table(with_gaps(200))
    assert inputs.drop_unlabelled.isHidden()
    assert "The column outcome is empty" in dialog.message.text()
    assert inputs.job("out") is None


@pytest.mark.parametrize("entered", ["400", "1.500"])
def test_costs_of_mistakes_outlive_the_tick_but_no_other_outcome(entered, with_gaps, dialog, qtbot):
    inputs = dialog.inputs
    dialog.open_table(with_gaps(12))
    box = inputs.drop_unlabelled
    qtbot.keyClick(box, Qt.Key.Key_Space)
    inputs.steps.setCurrentIndex(3)
    type_in_cell(qtbot, inputs.mistakes, 0, 1, entered)
    told = inputs.trade.told.text()
    inputs.steps.setCurrentIndex(0)
    for classes in ([], ["ill", "well"]):
        qtbot.keyClick(box, Qt.Key.Key_Space)
        assert inputs.classes == classes
    assert (inputs.mistakes.text(0, 1), inputs.trade.told.text()) == (entered, told)
    qtbot.keyClick(inputs.target, Qt.Key.Key_Up)
    qtbot.keyClick(inputs.target, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert inputs.mistakes.text(0, 1) == "1"
