"""Texts of several lines, typed or pasted: their lines are kept, or are seen to be joined."""

import pytest
from hands import settle
from ifc2f_gui.case.describe import describe
from ifc2f_gui.report.model_card import card_html
from ifc2f_gui.training.worker import run
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from ifc2f.model import Model

WORDS, DESCRIPTION = 1, 5  # steps of the assistant
LINES = ["Taken in the morning.", "Not after a meal.", "Write 0 below the limit."]
PASTED = f"  {LINES[0]}\r\n{LINES[1]}  \n{LINES[2]}\n"


def edit_cell(grid, row, column, qtbot):
    """Double-click a cell, and return what edits it."""
    place = grid.visualItemRect(grid.item(row, column)).center()
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    return QApplication.focusWidget()


def paste(widget, qtbot):
    QApplication.clipboard().setText(PASTED)
    qtbot.keyClick(widget, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


@pytest.fixture
def words(fast_dialog, table):
    fast_dialog.open_table(table)
    fast_dialog.inputs.steps.setCurrentIndex(WORDS)
    settle()
    return fast_dialog.inputs.words


@pytest.mark.parametrize("by", ["typing", "pasting"])
@pytest.mark.parametrize("end", [Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_a_help_text_keeps_its_lines_from_the_cell_to_the_question(
    by, end, words, fast_dialog, tmp_path, qtbot, request
):
    height = words.rowHeight(0)
    editor = edit_cell(words, 0, 3, qtbot)
    if by == "typing":
        for i, line in enumerate(LINES):
            if i:
                qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
            qtbot.keyClicks(editor, line)
    else:
        paste(editor, qtbot)
    qtbot.keyClick(editor, end)
    settle()
    assert words.text(0, 3).splitlines() == LINES
    assert words.rowHeight(0) >= 3 * words.fontMetrics().lineSpacing() > height, "all lines are seen"
    output = tmp_path / "m.ifc2f"
    run(fast_dialog.inputs.job(str(output)), lambda text: None)
    fast_dialog.close()
    empty_window = request.getfixturevalue("empty_window")
    empty_window.opening.open_model(str(output))
    (k,) = (f.index for f in empty_window.desk.features if f.name == "crp")
    empty_window.desk.ask(k)
    settle()
    shown = empty_window.page.question.help
    assert shown.text().splitlines() == LINES
    assert shown.height() >= 3 * shown.fontMetrics().height()


@pytest.mark.parametrize("column", [1, 2])
def test_wording_and_unit_are_seen_to_be_in_one_line(column, words, fast_dialog, qtbot):
    editor = edit_cell(words, 0, column, qtbot)
    paste(editor, qtbot)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    settle()
    joined = " ".join(LINES)
    assert words.item(0, column).text() == joined, "what is kept is what is seen"
    assert list(fast_dialog.inputs.job("out").about["crp"].values()) == [joined]


def test_a_help_text_is_edited_again_and_escape_leaves_it(words, qtbot):
    editor = edit_cell(words, 0, 3, qtbot)
    paste(editor, qtbot)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    settle()
    editor = edit_cell(words, 0, 3, qtbot)
    assert editor.toPlainText().splitlines() == LINES
    qtbot.keyClicks(editor, "gone")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    settle()
    assert words.text(0, 3).splitlines() == LINES
    editor = edit_cell(words, 0, 3, qtbot)
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    settle()
    assert words.rowHeight(0) == words.rowHeight(1), "the row is as high as the others again"


def test_intended_use_and_limits_keep_their_lines_on_the_card(fast_dialog, table, tmp_path, qtbot):
    fast_dialog.open_table(table)
    fast_dialog.inputs.steps.setCurrentIndex(DESCRIPTION)
    page = fast_dialog.inputs.description
    for text in (page.intended_use, page.limits):
        text.setFocus()
        paste(text, qtbot)
    page.title.setFocus()
    page.title.selectAll()
    paste(page.title, qtbot)
    output = tmp_path / "m.ifc2f"
    run(fast_dialog.inputs.job(str(output)), lambda text: None)
    model = Model.load(output)
    meta = model.meta
    assert meta["intended_use"].splitlines() == meta["limits"].splitlines() == LINES
    assert meta["title"] == " ".join(LINES)
    card = QTextDocument()
    card.setHtml(card_html(model, describe(model)))
    assert card.toPlainText().count("\n".join(LINES)) == 2


def test_the_note_of_a_column_is_whole_at_any_width(language, qtbot, tmp_path, fast_dialog):
    rows = "".join(f"P{1000 + 7 * i},{1 + i % 3},{i % 50},{'ab'[i % 2]}\n" for i in range(200))
    path = tmp_path / "t.csv"
    path.write_text("patient_id,ward,crp,outcome\n" + rows)
    fast_dialog.open_table(str(path))
    grid = fast_dialog.inputs.profiles
    for width in (820, 1200, 640):
        fast_dialog.resize(width, 700)
        settle()
        qtbot.wait(1)
        letters = grid.fontMetrics()
        noted = [row for row in range(grid.rowCount()) if grid.text(row, 5)]
        assert len(noted) == 2
        for row in noted:
            room = grid.visualItemRect(grid.item(row, 5)).adjusted(6, 0, -6, 0)
            wrapped = letters.boundingRect(
                0, 0, room.width(), 1000, Qt.TextFlag.TextWordWrap, grid.text(row, 5)
            )
            assert wrapped.height() <= room.height() + 1, (width, grid.text(row, 5))
        if width >= 820:
            assert grid.horizontalScrollBar().maximum() == 0
