"""What cannot be read is shown where it stands: its page, its cell, and the ways to write it."""

from pathlib import Path

import pytest
from hands import installed, type_in_cell
from ifc2f_gui.shared.theme import colours
from PySide6.QtCore import QLocale, QPoint, Qt

TABLE, COSTS, MISTAKES, POLICY = 0, 2, 3, 4  # steps of the assistant


def is_marked(grid, row, column):
    told = grid.item(row, column).data(Qt.ItemDataRole.ForegroundRole)
    return told is not None and getattr(told, "color", lambda: told)() == colours().bad


@pytest.mark.parametrize(
    ("where", "step", "row", "column"), [("mistakes", MISTAKES, 1, 0), ("columns", COSTS, 2, 2)]
)
def test_an_ambiguous_cost_is_marked_in_its_cell_and_selected_once_it_is_needed(
    where, step, row, column, dialog, table, qtbot
):
    dialog.open_table(table)
    inputs, grid = dialog.inputs, getattr(dialog.inputs, where)
    inputs.steps.setCurrentIndex(step)
    type_in_cell(qtbot, grid, row, column, "1.500")
    assert is_marked(grid, row, column)
    assert "“1.500” can be read in two ways: enter 1.5 or 1500." in dialog.message.text()
    grid.setCurrentCell(0, 1)
    inputs.steps.setCurrentIndex(TABLE)
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert not dialog.is_running
    assert inputs.steps.currentIndex() == step
    assert (grid.currentRow(), grid.currentColumn()) == (row, column)
    assert grid.hasFocus()
    qtbot.keyClick(grid, Qt.Key.Key_F2)
    editor = dialog.focusWidget()
    editor.selectAll()
    qtbot.keyClicks(editor, "1.5")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.wait(1)  # the cell takes its text in an event loop alone
    assert not is_marked(grid, row, column)
    assert dialog.message.text() == ""
    assert inputs.job("out") is not None


@pytest.mark.parametrize(("line", "step"), [("cost", COSTS), ("alpha", POLICY)])
def test_a_line_that_cannot_be_read_is_shown_and_selected(line, step, dialog, table, qtbot):
    dialog.open_table(table)
    inputs, entry = dialog.inputs, getattr(dialog.inputs, line)
    inputs.steps.setCurrentIndex(step)
    entry.selectAll()
    qtbot.keyClicks(entry, "1.500")
    inputs.steps.setCurrentIndex(TABLE)
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert not dialog.is_running
    assert inputs.steps.currentIndex() == step
    assert (entry.hasFocus(), entry.selectedText()) == (True, "1.500")
    assert "enter 1.5 or 1500" in dialog.message.text()
    qtbot.keyClicks(entry, "1.5")
    assert inputs.job("out") is not None


def test_the_ways_to_write_a_number_are_those_of_the_users_language(dialog, table, qtbot, qapp):
    dialog.open_table(table)
    dialog.inputs.steps.setCurrentIndex(MISTAKES)
    before = QLocale()
    with installed(qapp, QLocale("de")):
        QLocale.setDefault(QLocale("de"))
        type_in_cell(qtbot, dialog.inputs.mistakes, 0, 1, "1.500")
        assert "Geben Sie 1,5 oder 1500 ein." in dialog.message.text()
    QLocale.setDefault(before)


def test_a_trade_off_mends_what_is_wrong_in_the_grid(dialog, table, qtbot):
    dialog.open_table(table)
    inputs = dialog.inputs
    inputs.steps.setCurrentIndex(MISTAKES)
    type_in_cell(qtbot, inputs.mistakes, 0, 0, "x")
    inputs.trade.times.setFocus()
    qtbot.keyClick(inputs.trade.times, Qt.Key.Key_Up)
    assert "“x”" in dialog.message.text(), "a cost on the diagonal is still wrong"
    type_in_cell(qtbot, inputs.mistakes, 0, 0, "0")
    type_in_cell(qtbot, inputs.mistakes, 0, 1, "1.500")
    assert dialog.message.text()
    inputs.trade.times.setFocus()
    qtbot.keyClick(inputs.trade.times, Qt.Key.Key_Up)
    assert not is_marked(inputs.mistakes, 0, 1)
    assert dialog.message.text() == ""


def enter_in_line(qtbot, line, text):
    """Type over a line and leave it."""
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Tab)


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0), (2, 5, 0, 4, 1, 3)])
def test_the_message_names_something_wrong_until_nothing_is(order, dialog, table, qtbot):
    """Whatever is wrong, and in whatever order it is mended: cells, lines, and rows without a class."""
    lines = Path(table).read_text().splitlines()
    lines[3] = lines[3].rpartition(",")[0] + ","
    Path(table).write_text("\n".join(lines))
    dialog.open_table(table)
    inputs = dialog.inputs
    qtbot.mouseClick(inputs.drop_unlabelled, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert inputs.drop_unlabelled.isChecked()

    def in_cell(step, grid, row, column):
        def enter(text):
            inputs.steps.setCurrentIndex(step)
            type_in_cell(qtbot, grid, row, column, text)

        return enter

    def in_line(step, line):
        def enter(text):
            inputs.steps.setCurrentIndex(step)
            enter_in_line(qtbot, line, text)

        return enter

    places = {  # what the message names, by the way to enter it
        "crp: ": in_cell(COSTS, inputs.columns, 0, 1),
        "height: ": in_cell(COSTS, inputs.columns, 2, 2),
        "deciding for well when ill is true: ": in_cell(MISTAKES, inputs.mistakes, 0, 1),
        "deciding for ill when well is true: ": in_cell(MISTAKES, inputs.mistakes, 1, 0),
        "Cost of a question: ": in_line(COSTS, inputs.cost),
        "Guarantee: at most this many\xa0% wrong: ": in_line(POLICY, inputs.alpha),
    }
    names, entries = list(places), list(places.values())
    for name, enter in places.items():
        enter("x")
        assert name in dialog.message.text()
    wrong = set(names)
    for i in order:
        entries[i]("5")
        wrong.remove(names[i])
        told = [name for name in names if name in dialog.message.text()]
        assert len(told) == bool(wrong), dialog.message.text()
        assert set(told) <= wrong
    assert dialog.message.text() == ""
    inputs.steps.setCurrentIndex(TABLE)
    qtbot.mouseClick(inputs.drop_unlabelled, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert "1 of 240 rows have no class" in dialog.message.text()
    entries[0]("6")
    assert "1 of 240 rows have no class" in dialog.message.text()


def test_a_question_that_is_not_asked_needs_no_right_cost(dialog, table, qtbot):
    dialog.open_table(table)
    inputs = dialog.inputs
    inputs.steps.setCurrentIndex(COSTS)
    type_in_cell(qtbot, inputs.columns, 1, 1, "x")
    assert "temperature: " in dialog.message.text()
    inputs.columns.setCurrentCell(1, 0)
    qtbot.keyClick(inputs.columns, Qt.Key.Key_Space)
    assert not inputs.columns.is_used(1)
    assert dialog.message.text() == ""
    qtbot.keyClick(inputs.columns, Qt.Key.Key_Space)
    assert "temperature: " in dialog.message.text()
