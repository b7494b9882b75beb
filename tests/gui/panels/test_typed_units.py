"""A number may be typed or pasted with its unit, as laboratories write it."""

import pytest
from hands import press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication


def numbers_with_units(window):
    """Return all measured features, and each of their units."""
    measured = [f for f in window.desk.features if f.choices is None]
    return [(f, unit) for f in measured for unit in f.units if unit.name]


@pytest.mark.parametrize("blank", ["", " ", "\u00a0", "  "])
@pytest.mark.parametrize("changed", [str, str.lower, str.upper])
def test_a_number_with_any_unit_of_its_question_is_taken(window, qtbot, blank, changed):
    found = numbers_with_units(window)
    assert len({unit.name for _, unit in found}) > 1
    for feature, unit in found:
        value = unit.from_model(sum(feature.range) / 2)
        window.desk.ask(feature.index)
        qtbot.keyClicks(QApplication.focusWidget(), f"{value:.2f}{blank}{changed(unit.name)}")
        press(qtbot, window, Qt.Key.Key_Return)
        given = window.desk.case.finding(feature.index)
        assert (given.entered, given.unit) == (pytest.approx(value, abs=0.01), unit.name)
        assert given.value == pytest.approx(sum(feature.range) / 2, abs=0.05)
        window.desk.retract(feature.index)


@pytest.mark.parametrize("text", ["{unit}", "x {unit}", "{value} {unit} {unit}", "{value} parsec"])
def test_what_is_no_number_with_a_unit_of_the_question_is_refused_as_typed(window, qtbot, text):
    for feature, unit in numbers_with_units(window):
        window.desk.ask(feature.index)
        entry = window.page.question.entry
        typed = text.format(unit=unit.name, value=f"{unit.from_model(sum(feature.range) / 2):.2f}")
        entry.line.clear()
        QApplication.clipboard().setText(typed)
        qtbot.keyClick(entry.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        press(qtbot, window, Qt.Key.Key_Return)
        assert window.desk.case.finding(feature.index) is None
        assert entry.line.text() == typed
        assert entry.has_problem
