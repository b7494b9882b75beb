"""Going on against the advice asks for a reason, by real keys."""

import pytest
from hands import in_dialog, press, seen
from ifc2f_gui.dialogs import decide
from ifc2f_gui.report.case_report import report_html
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

REAL = decide.confirmed_going_on
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(window, monkeypatch, qtbot):
    """The desk of a case in which the advice is to stop; the question is the real one."""
    monkeypatch.setattr(decide, "confirmed_going_on", REAL)
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    qtbot.keyClicks(window.page.question.entry.line, "47")
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.advice.stop
    return window.desk


def test_a_reason_is_asked_and_stands_in_the_case_and_its_report(window, desk, qtbot):
    advice = desk.advice.text

    def answer(dialog):
        assert advice in [part.text() for part in dialog.findChildren(type(window.page.advice.sentence))]
        qtbot.keyClicks(QApplication.focusWidget(), "A second look.")
        press(qtbot, dialog, Qt.Key.Key_Return)
        return True

    told = in_dialog(answer)
    qtbot.mouseClick(window.page.advice.go_on, Qt.MouseButton.LeftButton)
    assert seen(told)
    (override,) = desk.case.overrides
    assert (override.kind, override.why) == ("continued", "A second look.")
    assert "A second look." in report_html(desk)
    assert desk.asked is not None


def test_escape_does_not_go_on(window, desk, qtbot):
    told = in_dialog(lambda dialog: press(qtbot, dialog, Qt.Key.Key_Escape) or True)
    press(qtbot, window, Qt.Key.Key_G, CTRL)
    assert seen(told)
    assert desk.case.overrides == []
    assert desk.asked is None


def test_to_reopen_a_case_asks_nothing(window, desk, qtbot):
    press(qtbot, window, Qt.Key.Key_D, CTRL)
    assert desk.case.decision is not None
    press(qtbot, window, Qt.Key.Key_G, CTRL)
    assert desk.case.decision is None
