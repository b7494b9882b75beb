"""The record of a case in a window: read-only, copied, saved and printed by real clicks."""

import json

import pytest
from hands import press
from ifc2f_gui.dialogs import printing
from ifc2f_gui.dialogs.record import RecordDialog
from ifc2f_gui.shared import theme
from ifc2f_gui.window.appearance import LARGEST
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QPushButton

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(window, qtbot):
    dialog = next(made for made in window.findChildren(RecordDialog) if made.isVisible())
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def click(qtbot, dialog, text):
    made = next(each for each in dialog.findChildren(QPushButton) if each.text() == text)
    qtbot.mouseClick(made, Qt.MouseButton.LeftButton)


def test_the_timeline_breaks_no_word_in_the_largest_text(window, qtbot):
    window.desk.answer(3, "answered", 47.0, 47.0, "years")
    theme.apply("system", LARGEST)
    press(qtbot, window, Qt.Key.Key_H, CTRL)
    dialog = opened(window, qtbot)
    text = dialog.text
    text.document().size()  # lays it out
    block, lines = text.document().begin(), []
    while block.isValid():
        layout = block.layout()
        for i in range(layout.lineCount() - 1):
            line = layout.lineAt(i)
            lines.append(block.text()[: line.textStart() + line.textLength()])
        block = block.next()
    theme.apply("system", 1.0)
    dialog.close()
    assert lines
    assert all(line[-1] in " -\u2028" for line in lines), lines  # the last is a break that was meant


@pytest.fixture
def paper(tmp_path, monkeypatch):
    """A printer that prints to a file."""

    def chosen(parent):
        printer = QPrinter()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "printed.pdf"))
        return printer

    monkeypatch.setattr(printing, "chosen_printer", chosen)
    return tmp_path / "printed.pdf"


def test_the_record_is_copied_saved_and_printed(window, enter, qtbot, person, tmp_path, paper):
    enter("47")
    press(qtbot, window, Qt.Key.Key_H, CTRL)
    dialog = opened(window, qtbot)
    assert "47 years" in dialog.text.toPlainText()
    click(qtbot, dialog, "Copy")
    assert "Age: 47 years" in QApplication.clipboard().text()
    person.path = str(tmp_path / "a.csv")
    click(qtbot, dialog, "Save as CSV…")
    assert (tmp_path / "a.csv").read_text().count("\n") == 2
    person.path = str(tmp_path / "a.json")
    click(qtbot, dialog, "Save as FHIR…")
    assert json.loads((tmp_path / "a.json").read_text())["resourceType"] == "QuestionnaireResponse"
    click(qtbot, dialog, "Print…")
    assert paper.read_bytes().startswith(b"%PDF")
    person.path = str(tmp_path / "no folder" / "a.csv")
    click(qtbot, dialog, "Save as CSV…")
    assert "could not be written" in person.said[-1]
    dialog.close()


def test_copy_for_the_record_and_print_have_keys(window, enter, qtbot, paper):
    enter("47")
    press(qtbot, window, Qt.Key.Key_C, CTRL | SHIFT)
    assert "Age: 47 years" in QApplication.clipboard().text()
    press(qtbot, window, Qt.Key.Key_P, CTRL | SHIFT)
    assert paper.read_bytes().startswith(b"%PDF")


def test_a_case_whose_model_is_gone_is_shown_and_cannot_be_changed(
    window, enter, qtbot, person, tmp_path, model_path
):
    enter("47")
    person.path = str(tmp_path / "x.case.json")
    press(qtbot, window, Qt.Key.Key_S, CTRL)
    window.opening.open_demo()
    other = json.loads((tmp_path / "x.case.json").read_text())
    other["model"] |= {"sha256": "0" * 64, "path": ""}
    (tmp_path / "lost.case.json").write_text(json.dumps(other))
    model = window.desk.model
    person.choose = 1  # Cancel: the model is not to be had
    assert not window.open_path(str(tmp_path / "lost.case.json"))
    dialog = opened(window, qtbot)
    words = dialog.text.toPlainText()
    assert "not change it" in words
    assert "47 years" in words
    assert window.desk.model is model
    assert window.desk.case.findings() == []
    dialog.close()
