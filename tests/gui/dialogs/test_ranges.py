"""Limits as laboratories report them, such as <0.5, and choices that differ in capitals, by real keys."""

from dataclasses import replace

import pytest
from hands import in_dialog, press, seen
from ifc2f_gui.case.case import ANSWERED, UNCERTAIN
from ifc2f_gui.case.case_file import read_case, write_case
from ifc2f_gui.case.entered import read_value
from ifc2f_gui.panels.values import HINT
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from window_models import clinic_model

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("text", "span"),
    [("<4", (0.0, 4.0)), ("≤ 4", (0.0, 4.0)), (">= 20,5", (20.5, 400.0)), ("> 20.5", (20.5, 400.0))],
)
def test_a_limit_entered_as_an_answer_is_taken_over_as_a_range(window, qtbot, text, span):
    window.desk.ask(2)
    line = window.page.question.entry.line
    QApplication.clipboard().setText(text)  # no key of the test has the sign ≤
    qtbot.keyClick(line, Qt.Key.Key_V, CTRL)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert "Uncertain" in window.page.question.entry.message.text()

    def take(dialog):
        assert "0 to 400" in dialog.seen.text()
        press(qtbot, dialog, Qt.Key.Key_Return)
        return True

    told = in_dialog(take)
    qtbot.mouseClick(window.page.question.uncertain_button, Qt.MouseButton.LeftButton)
    assert seen(told)
    finding = window.desk.case.finding(2)
    assert (finding.state, finding.span) == (UNCERTAIN, span)


def test_a_limit_keeps_the_unit_it_was_entered_in(window, qtbot):
    window.desk.ask(0)
    entry = window.page.question.entry
    entry.units.setCurrentIndex(1)
    qtbot.keyClicks(entry.line, "<97")

    def take(dialog):
        press(qtbot, dialog, Qt.Key.Key_Return)
        return True

    told = in_dialog(take)
    press(qtbot, window, Qt.Key.Key_U, CTRL)
    assert seen(told)
    finding = window.desk.case.finding(0)
    assert (finding.unit, finding.span[1]) == ("°F", 97.0)


def test_an_end_that_is_missing_is_asked_for_by_what_the_dialog_has(window, qtbot):
    window.desk.ask(2)

    def fill(dialog):
        qtbot.keyClicks(dialog.high, "4")
        press(qtbot, dialog, Qt.Key.Key_Return)
        assert "smallest and the largest" in dialog.message.text()
        assert QApplication.focusWidget() is dialog.low
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_U, CTRL)
    assert seen(told)


def test_a_limit_in_a_panel_is_a_range_in_window_and_case_file(window, qtbot, tmp_path):
    path = tmp_path / "panel.ifc2f"
    clinic_model(tests={"Blood count": {"cost": 0.03, "features": ["temperature", "crp"]}}).save(path)
    assert window.open_path(str(path))
    window.desk.ask(2)
    form = window.page.question.entry.form
    form.setFocus()
    QApplication.clipboard().setText("temperature\tcrp\n38.6\t<5\n")
    press(qtbot, window, Qt.Key.Key_V, CTRL)
    qtbot.mouseClick(window.page.question.answer_button, Qt.MouseButton.LeftButton)
    desk = window.desk
    finding = desk.case.finding(2)
    assert (finding.state, finding.span, finding.unit) == (UNCERTAIN, (0.0, 5.0), "mg/L")
    write_case(tmp_path / "a.case.json", desk.case, desk.model)
    assert read_case(tmp_path / "a.case.json", desk.model, desk.features).findings() == desk.case.findings()


@pytest.mark.parametrize("text", ["<5", ">500", "≥ 1,234", "<low"])
def test_what_is_known_is_no_range_and_the_row_says_where_one_is_entered(window, qtbot, text):
    def fill(dialog):
        QApplication.clipboard().setText(f"crp {text}")
        press(qtbot, dialog, Qt.Key.Key_V, CTRL)
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        row = [feature.name for feature in dialog.form.values.features].index("crp")
        return dialog.isVisible(), dialog.form.values.item(row, HINT).text()

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_K, CTRL)
    is_open, said = seen(told)
    assert is_open
    assert f"“{text}” is a range" in said


@pytest.mark.parametrize("text", [">500", "≥ 1,234", "<low"])
def test_a_limit_beyond_all_training_is_refused_in_words(window, text):
    found = read_value(window.desk.features[2], text, takes_ranges=True)
    assert found.finding is None
    assert f"“{text}” is a range" in found.problem


def test_a_choice_that_is_written_exactly_is_taken_among_others_alike(window):
    cough = replace(window.desk.features[1], choices=("F", "M", "f", "female"))
    for choice in cough.choices:
        found = read_value(cough, choice).finding
        assert found is not None
        assert (found.state, found.value) == (ANSWERED, choice)
    assert read_value(cough, "m").finding.value == "M"
    assert read_value(cough, "x").problem


def test_the_suggested_question_is_no_choice_of_the_users_when_it_is_clicked(window, qtbot):
    panel, desk = window.page.others, window.desk
    row = next(r for r, each in enumerate(panel.rows.rows) if each.feature == desk.found.next)
    place = panel.view.visualRect(panel.filter.mapFromSource(panel.rows.index(row, 0))).center()
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.asked == desk.found.next
    assert window.page.question.title.text() == "NEXT QUESTION"
    assert not window.page.question.back.isVisible()
    assert not window.page.advice.go_on.isEnabled()
