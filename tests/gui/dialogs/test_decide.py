"""Closing a case is confirmed once, where a result is to come or the advice is otherwise."""

import pytest
from hands import in_dialog, press, seen
from ifc2f_gui.case.case_file import case_to_json, read_case
from ifc2f_gui.dialogs import decide
from ifc2f_gui.report.case_report import report_html
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

REAL_CONFIRMED = decide.confirmed
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(window, monkeypatch):
    """The desk of a window whose confirmation is the real one."""
    monkeypatch.setattr(decide, "confirmed", REAL_CONFIRMED)
    return window.desk


def words(dialog):
    """Return all that a dialog says."""
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def certain(window, qtbot):
    """Bring the case to where the advice is to stop."""
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    qtbot.keyClicks(window.page.question.entry.line, "47")
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.advice.stop


def test_as_advised_and_with_nothing_pending_nothing_is_asked(window, desk, qtbot):
    certain(window, qtbot)
    press(qtbot, window, Qt.Key.Key_Return)
    assert desk.case.decision is None, "a Return too many decides nothing"
    press(qtbot, window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert desk.case.decision.reason == "advice"
    press(qtbot, window, Qt.Key.Key_Return)
    assert desk.case.decision is not None, "a second Return takes nothing back"
    assert window.focusWidget() is window.page.posterior.bars


def test_what_is_pending_is_listed_and_the_case_stays_open_unless_confirmed(window, desk, qtbot):
    window.desk.ask(2)
    press(qtbot, window, Qt.Key.Key_P)
    certain(window, qtbot)

    def look(dialog):
        assert "crp" in words(dialog)
        assert "advice is otherwise" not in words(dialog)
        assert not dialog.reason.isVisible()
        assert QApplication.focusWidget() is dialog.back
        press(qtbot, dialog, Qt.Key.Key_Return)
        return True

    told = in_dialog(look)
    qtbot.mouseClick(window.page.advice.decide, Qt.MouseButton.LeftButton)
    assert seen(told)
    assert desk.case.decision is None
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    told = in_dialog(lambda dialog: qtbot.mouseClick(dialog.decide, Qt.MouseButton.LeftButton) or True)
    press(qtbot, window, Qt.Key.Key_D, CTRL)
    assert seen(told)
    assert desk.case.decision.reason == "advice"


def test_a_reason_is_asked_against_the_advice_and_kept(window, desk, qtbot, tmp_path):
    def answer(dialog):
        assert "The advice differs" in words(dialog)
        assert desk.advice.text in words(dialog)
        qtbot.keyClicks(QApplication.focusWidget(), "The patient leaves today.")
        press(qtbot, dialog, Qt.Key.Key_Return)
        return True

    told = in_dialog(answer)
    press(qtbot, window, Qt.Key.Key_D, CTRL)
    assert seen(told)
    assert desk.case.decision.why == desk.case.overrides[0].why == "The patient leaves today."
    assert (
        report_html(desk).count("The patient leaves today.") == 4
    )  # its result, its override, and the timeline
    path = tmp_path / "x.case.json"
    path.write_text(case_to_json(desk.case, desk.model), encoding="utf-8")
    assert read_case(path, desk.model, desk.features).decision == desk.case.decision


def test_escape_decides_nothing(window, desk, qtbot):
    told = in_dialog(lambda dialog: press(qtbot, dialog, Qt.Key.Key_Escape) or True)
    press(qtbot, window, Qt.Key.Key_D, CTRL)
    assert seen(told)
    assert desk.case.decision is None
    assert desk.case.overrides == []
    assert desk.asked is not None
