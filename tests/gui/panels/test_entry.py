"""Inputs for an answer: numbers with their units, and choices."""

import numpy as np
import pytest
from hands import press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from ifc2f.session import Session


def test_a_number_is_answered_by_enter_and_the_focus_comes_back(window, enter):
    assert window.desk.asked == 3
    enter("47")
    assert window.desk.case.finding(3).value == 47.0
    assert window.desk.asked == window.desk.found.policy_next == 0
    assert window.page.question.entry.line.hasFocus()
    assert window.page.question.entry.line.text() == ""


def test_another_unit_is_converted_and_kept_as_entered(window, enter):
    window.desk.ask(0)
    window.page.question.entry.units.setCurrentText("°F")
    assert "95 to 107.6\xa0°F" in window.page.question.entry.hint.text()
    enter("104")
    finding = window.desk.case.finding(0)
    assert finding.value == pytest.approx(40.0)
    assert (finding.entered, finding.unit) == (104.0, "°F")
    assert "104\xa0°F" in window.page.answers.rows.index(0).data()


@pytest.mark.parametrize("text", ["5,4", "5.4"])
def test_point_and_comma_are_read_alike(window, enter, text):
    window.desk.ask(2)
    enter(text)
    assert window.desk.case.finding(2).value == 5.4


def test_two_meanings_are_asked_about(window, enter, qtbot):
    window.desk.ask(4)
    enter("1,234")
    assert window.desk.case.finding(4) is None
    assert "two ways" in window.page.question.entry.message.text()
    buttons = window.page.question.entry.findChildren(QPushButton)
    assert [button.text() for button in buttons] == ["1.234", "1234"]
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert window.desk.case.finding(4).value == 1234.0


def test_a_meaning_outside_the_training_range_is_not_asked_about(window, enter):
    window.desk.ask(2)
    enter("1,234")
    assert window.desk.case.finding(2).value == 1.234


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "enter a number"),
        ("warm", "not a number"),
        ("38 9", "one number only"),
        ("nan", "not a number"),
        ("1e300", "too large"),
        ("9" * 400, "too large"),
        ("38.9.1", "not a number"),
    ],
)
def test_bad_input_is_said_beside_the_field_and_nothing_is_lost(window, enter, text, said):
    enter("47")
    before = window.desk.case.findings()
    window.page.question.entry.line.setText(text)
    window.page.question.submit()
    entry = window.page.question.entry
    assert said in entry.message.text()
    assert entry.message.isVisible()
    assert entry.line.accessibleDescription() in entry.message.text()
    assert entry.line.text() == text
    assert window.desk.case.findings() == before


def test_pasted_line_breaks_do_not_join_two_numbers(window, enter, qtbot):
    QApplication.clipboard().setText("38\n9\n")
    line = window.page.question.entry.line
    qtbot.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert window.desk.case.findings() == []
    assert "not a number" in window.page.question.entry.message.text()
    line.clear()
    QApplication.clipboard().setText(" 38 \n")
    qtbot.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert window.desk.case.finding(3).value == 38.0


def test_out_of_range_is_asked_about_and_then_warned_of(window, enter, qtbot):
    window.desk.ask(0)
    enter("47")
    assert window.desk.case.finding(0) is None
    assert "No training case had such a value" in window.page.question.entry.message.text()
    qtbot.mouseClick(window.page.question.entry.findChildren(QPushButton)[0], Qt.MouseButton.LeftButton)
    assert window.desk.case.finding(0).value == 47.0
    assert "outside the range seen in training (35 to 42)" in window.page.why.warning.text()


@pytest.mark.parametrize("text", ["<36", "≥ 41", "> 2,5", "<" * 50])
def test_a_range_is_no_number_and_goes_elsewhere(window, qtbot, text):
    window.desk.ask(0)
    window.page.question.entry.line.setText(text)  # Qt's tests press no key of other letters
    press(qtbot, window, Qt.Key.Key_Return)
    assert (
        "is a range, not a number. Enter it with “Uncertain…”." in window.page.question.entry.message.text()
    )
    assert window.desk.case.findings() == []


def test_choices_are_answered_by_number_keys(window, qtbot):
    window.desk.ask(1)
    radios = window.page.question.entry.group.buttons()
    assert [radio.text() for radio in radios] == ["1   none", "2   dry", "3   wet"]
    assert QApplication.focusWidget() in radios
    press(qtbot, window, Qt.Key.Key_3)
    assert window.desk.case.finding(1) is None
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.case.finding(1).value == "wet"
    session = Session(window.desk.model)
    session.answer(1, "wet")
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)


@pytest.mark.parametrize("typed", ["200", "38", "10", "4", "0"])
def test_a_number_typed_at_choices_is_no_answer(window, qtbot, typed):
    """It was meant for another question: its first digit may be the number of a choice."""
    window.desk.ask(1)
    for digit in typed:
        qtbot.keyClick(QApplication.focusWidget(), digit)
    assert "1 to 3" in window.page.question.entry.message.text()
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.case.findings() == []
    assert "choose one" in window.page.question.entry.message.text()
    press(qtbot, window, Qt.Key.Key_2)
    assert window.page.question.entry.message.text() == ""
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.case.finding(1).value == "dry"


def test_a_choice_is_needed(window, qtbot):
    window.desk.ask(1)
    window.page.question.submit()
    assert "choose one" in window.page.question.entry.message.text()
    assert window.desk.case.finding(1) is None


def test_more_choices_than_keys_are_a_list(qtbot):
    from ifc2f_gui.case.describe import Described, Unit
    from ifc2f_gui.panels.entry import ChoiceEntry

    names = tuple(f"choice {i}" for i in range(12))
    entry = ChoiceEntry(Described(0, "q", "q", "", "", (Unit(""),), names, None, None, False, "", "", 12))
    qtbot.addWidget(entry)
    entry.list.setCurrentRow(10)
    with qtbot.waitSignal(entry.submitted) as caught:
        entry.submit()
    assert [given.value for given in caught.args] == ["choice 10"]
