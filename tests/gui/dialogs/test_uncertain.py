"""Answers that one is not sure of, by real keys: odds, or a range."""

import numpy as np
import pytest
from hands import in_dialog, press, seen
from hypothesis import given
from hypothesis import strategies as st
from ifc2f_gui.case.case import UNCERTAIN
from ifc2f_gui.case.case_file import read_case, write_case
from ifc2f_gui.case.likelihoods import of_odds, of_range
from ifc2f_gui.report.case_report import report_html
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from ifc2f.session import Session

CTRL = Qt.KeyboardModifier.ControlModifier


def test_probably_is_odds_in_window_session_case_and_report(window, qtbot, tmp_path):
    window.desk.ask(1)

    def fill(dialog):
        press(qtbot, dialog, Qt.Key.Key_Down)
        press(qtbot, dialog, Qt.Key.Key_Down)
        assert [spin.value() for spin in dialog.odds] == [1.0, 4.0, 1.0]
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        return True

    told = in_dialog(fill)
    qtbot.mouseClick(window.page.question.uncertain_button, Qt.MouseButton.LeftButton)
    assert seen(told)
    desk, session = window.desk, Session(window.desk.model)
    session.answer_likelihoods("cough", [1.0, 4.0, 1.0])
    assert desk.found.posterior.tobytes() == session.posterior.tobytes()
    assert desk.found.session.cost == session.cost
    assert "dry 67\u00a0%" in window.page.answers.rows.index(0).data()
    assert "→" in window.page.answers.rows.index(0).data()
    assert "dry 67\u00a0%" in report_html(desk)
    write_case(tmp_path / "a.case.json", desk.case, desk.model)
    again = read_case(tmp_path / "a.case.json", desk.model, desk.features)
    assert again.findings() == desk.case.findings()


def test_a_range_is_converted_and_shown_as_entered(window, qtbot):
    window.desk.ask(0)

    def fill(dialog):
        qtbot.keyClicks(QApplication.focusWidget(), "102")
        press(qtbot, dialog, Qt.Key.Key_Tab)
        qtbot.keyClicks(QApplication.focusWidget(), "101")
        press(qtbot, dialog, Qt.Key.Key_Tab)
        qtbot.keyClicks(QApplication.focusWidget(), "°F")
        press(qtbot, dialog, Qt.Key.Key_Return)
        assert "smaller" in dialog.message.text()
        dialog.high.setFocus()
        dialog.high.selectAll()
        qtbot.keyClicks(dialog.high, "103")
        press(qtbot, dialog, Qt.Key.Key_Return)
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_U, CTRL)
    assert seen(told)
    finding = window.desk.case.finding(0)
    assert (finding.state, finding.span, finding.unit) == (UNCERTAIN, (102.0, 103.0), "°F")
    assert finding.likelihoods[0] == 0.0
    assert "102 to 103\xa0°F" in window.page.answers.rows.index(0).data()


def test_no_value_is_answered_that_nobody_chose(window, qtbot):
    window.desk.ask(1)

    def fill(dialog):
        press(qtbot, dialog, Qt.Key.Key_Return)
        assert dialog.isVisible()
        assert "choose the most likely value" in dialog.message.text()
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_U, CTRL)
    assert seen(told)
    assert window.desk.case.findings() == []


def test_what_rules_out_every_value_is_refused(window, qtbot):
    window.desk.ask(1)

    def fill(dialog):
        dialog.chosen.setCurrentIndex(0)
        for spin in dialog.odds:
            spin.setValue(0.0)
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        assert dialog.isVisible()
        assert "must be possible" in dialog.message.text()
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_U, CTRL)
    assert seen(told)
    assert window.desk.case.findings() == []


EDGES = st.lists(st.floats(-50, 50), min_size=1, max_size=6, unique=True).map(sorted)


@given(EDGES, st.floats(-80, 80), st.floats(0, 60), st.booleans())
def test_a_range_weighs_bins_by_how_much_of_them_lies_in_it(edges, low, width, is_told):
    high = low + width
    found = of_range(edges, (-60.0, 60.0) if is_told else None, low, high)
    assert len(found) == len(edges) + 1
    assert min(found) >= 0.0
    assert 0.0 < max(found) <= 1.0 + 1e-12
    bins = {int(np.searchsorted(edges, x, side="right")) for x in np.linspace(low, high, 7)}
    touched = {v for v, share in enumerate(found) if share > 0.0}
    assert touched <= set(range(min(bins), max(bins) + 1))
    inner = [v for v in range(1, len(edges)) if low <= edges[v - 1] and edges[v] <= high]
    assert all(found[v] == pytest.approx(1.0) for v in inner)


def test_a_range_that_is_empty_is_refused_and_odds_are_those_of_one_value():
    with pytest.raises(ValueError, match="empty"):
        of_range([1.0], None, 2.0, 1.0)
    assert of_odds(3, 1, 4.0) == (1.0, 4.0, 1.0)
