"""A record speaks the user's language as the window does; what programs read keeps the model's names."""

import re

from hands import press
from ifc2f_gui.dialogs.record import RecordDialog
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.report.record import timeline_csv
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_no_name_of_the_demo_model_is_left_in_english(german, empty_window, qtbot, person):
    window = empty_window
    qtbot.mouseClick(window.start.demo, Qt.MouseButton.LeftButton)
    desk = window.desk
    qtbot.keyClicks(window.page.question.entry.line, "105")
    press(qtbot, window, Qt.Key.Key_Return)
    qtbot.mouseClick(window.page.question.pending_button, Qt.MouseButton.LeftButton)
    press(qtbot, window, Qt.Key.Key_D, CTRL)
    assert desk.active.decision is not None
    names = [*map(str, desk.model.classes), *desk.model.feature_names]
    english = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names))
    press(qtbot, window, Qt.Key.Key_C, CTRL | SHIFT)
    press(qtbot, window, Qt.Key.Key_H, CTRL)
    dialog = next(made for made in window.findChildren(RecordDialog) if made.isVisible())
    texts = QApplication.clipboard().text(), dialog.text.toPlainText()
    for text in (*texts, re.sub("<[^>]*>", " ", report_html(desk))):
        assert english.findall(text) == []
        assert "gutartig" in text
    assert english.search(timeline_csv(dialog.content)), "a table for programs has the model's names"
