"""The record of a case in a window: read-only, copied, saved and printed by real clicks."""

import errno
import json
import os

import pytest
from hands import is_whole, press, settle
from ifc2f_gui.case.words import finding_text
from ifc2f_gui.dialogs import printing
from ifc2f_gui.dialogs.record import RecordDialog
from ifc2f_gui.report import case_report, pdf
from ifc2f_gui.report.pdf import MARGINS
from ifc2f_gui.shared import theme
from ifc2f_gui.shared.numbers import percent
from ifc2f_gui.window.appearance import LARGEST
from PySide6.QtCore import Qt
from PySide6.QtGui import QPageLayout
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
    assert dialog.said.text() == f"Saved: {paper}"
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


@pytest.mark.parametrize("key", [(Qt.Key.Key_P, CTRL | SHIFT), (Qt.Key.Key_P, CTRL)], ids=["print", "write"])
def test_a_report_that_cannot_be_written_leaves_the_one_before_and_says_so(
    window, enter, qtbot, person, tmp_path, paper, monkeypatch, key
):
    def full(path, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for module in (printing, case_report):
        monkeypatch.setattr(module, "write_atomically", full)
    paper.write_bytes(b"the report before")
    person.path = str(paper)
    enter("47")
    press(qtbot, window, *key)
    assert "the disk is full" in person.said[-1]
    assert paper.read_bytes() == b"the report before"
    assert window.page.done_label.toolTip() == ""


def test_a_printed_record_names_its_case_on_every_page(window, enter, qtbot, paper, monkeypatch):
    feet = []
    draw = pdf._draw_foot
    monkeypatch.setattr(pdf, "_draw_foot", lambda *args: feet.append(args[-1]) or draw(*args))
    enter("47")
    window.desk.set_name("Ward 3, bed 2")
    press(qtbot, window, Qt.Key.Key_H, CTRL)
    dialog = opened(window, qtbot)
    click(qtbot, dialog, "Print…")
    assert feet == [f"Ward 3, bed 2 · Fever of unknown origin, {window.desk.model.sha256[:12]}"]
    dialog.close()


def test_what_is_printed_has_the_margins_of_the_report_as_pdf(window, monkeypatch):
    monkeypatch.setattr(printing, "is_accepted", lambda dialog: True)
    layout = printing.chosen_printer(window).pageLayout()
    assert layout.margins(QPageLayout.Unit.Millimeter) == MARGINS
    assert MARGINS.left() >= 15


def test_a_printer_that_fails_says_so(window, enter, qtbot, person, monkeypatch):
    class Broken(QPrinter):
        def printerState(self):
            return QPrinter.PrinterState.Error

        def outputFileName(self):
            return ""

    monkeypatch.setattr(printing, "chosen_printer", lambda parent: Broken())
    enter("47")
    press(qtbot, window, Qt.Key.Key_P, CTRL | SHIFT)
    assert "error" in person.said[-1]


def test_what_is_done_beside_the_case_is_said_until_the_case_changes(
    window, enter, qtbot, person, tmp_path, paper
):
    said = window.page.done_label
    enter("47")
    place = window.page.buttons[-1].mapTo(window, window.page.buttons[-1].rect().topLeft())
    press(qtbot, window, Qt.Key.Key_C, CTRL | SHIFT)
    assert said.toolTip() == "Copied."
    press(qtbot, window, Qt.Key.Key_P, CTRL | SHIFT)
    assert said.toolTip() == f"Saved: {paper}"
    person.path = str(tmp_path / ("long " * 40 + "report.html"))
    qtbot.mouseClick(window.page.buttons[-1], Qt.MouseButton.LeftButton)
    settle()
    assert said.toolTip() == f"Saved: {person.path}"
    assert said.text().startswith("Saved: ")
    assert said.text().endswith("report.html")
    assert is_whole(said)
    assert window.page.buttons[-1].mapTo(window, window.page.buttons[-1].rect().topLeft()) == place
    window.page.go_to_question()
    press(qtbot, window, Qt.Key.Key_U)
    assert said.text() == said.toolTip() == ""


def test_an_uncertain_answer_stands_in_all_records_with_the_names_of_its_values(
    window, qtbot, person, tmp_path
):
    desk = window.desk
    k = next(f.index for f in desk.features if f.choices is not None and len(f.choices) > 1)
    choices = desk.features[k].choices
    odds = tuple(float(v + 1) for v in range(len(choices)))
    desk.ask(k)
    desk.answer(k, "uncertain", likelihoods=odds)
    desk.retract(k)
    desk.answer(k, "uncertain", likelihoods=odds)
    press(qtbot, window, Qt.Key.Key_C, CTRL | SHIFT)
    copied = QApplication.clipboard().text()
    press(qtbot, window, Qt.Key.Key_H, CTRL)
    dialog = opened(window, qtbot)
    person.path = str(tmp_path / "a.csv")
    click(qtbot, dialog, "Save as CSV…")
    person.path = str(tmp_path / "a.json")
    click(qtbot, dialog, "Save as FHIR…")
    shown = finding_text(desk.features[k], desk.case.finding(k)).replace("\u00a0", " ")
    assert shown.startswith(f"{choices[-1]} {percent(round(odds[-1] / sum(odds), 2))} %")
    written = (tmp_path / "a.csv").read_text(encoding="utf-8")
    response = (tmp_path / "a.json").read_text(encoding="utf-8")
    for text, n in ((copied, 1), (written, 3), (response, 1), (dialog.text.toPlainText(), 4)):
        assert text.replace("\u00a0", " ").count(f"uncertain: {shown}") == n, text
    dialog.close()
