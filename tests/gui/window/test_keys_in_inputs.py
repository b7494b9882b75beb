"""Keys work wherever the focus is, a focused button takes Return, and results are announced."""

import pytest
from hands import choose_row, press
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.shared.shortcuts import SHORTCUTS
from ifc2f_gui.window import case_page
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QPushButton

COMMANDS = [
    (row.name, key)
    for row in SHORTCUTS
    for key in row.keys
    if row.name and (key.startswith("Ctrl") or (key.startswith("F") and len(key) > 1))
]
INPUTS = {
    "number": lambda page: page.question.entry.line,
    "search": lambda page: page.others.search,
    "open questions": lambda page: page.others.view,
    "answers": lambda page: page.answers.view,
    "class": lambda page: page.why.target,
    "button": lambda page: page.question.answer_button,
}


@pytest.mark.parametrize("place", INPUTS)
@pytest.mark.parametrize("typed", ["", "12"])
def test_every_command_key_works_from_every_input(window, qtbot, place, typed):
    ran = []
    window.desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    window.desk.undo()
    window.desk.answer(3, ANSWERED, 48.0, 48.0, "years")
    window.desk.ask(0)
    choose_row(window, 3)
    window.menus.commands = {name: lambda name=name: ran.append(name) for name in window.menus.commands}
    window.menus.enable(dict.fromkeys(window.menus.commands, True))
    field = INPUTS[place](window.page)
    field.setFocus()
    if place in ("number", "search"):
        qtbot.keyClicks(field, typed)
    missed = []
    for name, key in COMMANDS:
        if typed and place in ("number", "search") and name == "undo":
            continue  # undoes the typing first
        combination = QKeySequence(key)[0]
        ran.clear()
        field.setFocus()
        press(qtbot, window, combination.key(), combination.keyboardModifiers())
        if ran != [name]:
            missed.append((key, list(ran)))
    assert missed == []


def test_return_presses_the_button_that_has_the_focus(window, qtbot):
    for made in window.findChildren(QPushButton):
        assert type(made).__name__ == "Button", made.text()
    window.page.question.unknown_button.setFocus()
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.case.finding(3).state == "unknown"


def test_a_click_on_an_open_question_asks_it(window, qtbot):
    view = window.page.others.view
    index = view.model().index(2, 0)
    feature = window.page.others.rows.rows[2].feature
    assert window.desk.asked != feature
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    assert window.desk.asked == feature
    assert QApplication.focusWidget() in window.page.question.entry.stops


def test_continue_is_there_only_where_it_does_something(window, qtbot):
    go_on = window.page.advice.go_on
    assert not window.desk.advice.stop
    assert not go_on.isEnabled()
    assert not window.menus.actions["go_on"].isEnabled()
    window.desk.ask(4)
    assert go_on.isEnabled()
    qtbot.mouseClick(go_on, Qt.MouseButton.LeftButton)
    assert window.desk.chosen is None
    assert not go_on.isEnabled()
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    qtbot.keyClicks(window.page.question.entry.line, "47")
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.advice.stop
    assert go_on.isEnabled()


def test_after_an_edit_the_tick_is_where_the_posterior_was(window, qtbot):
    for k, value in ((3, 47.0), (0, 38.9), (4, 1.0)):
        window.desk.answer(k, ANSWERED, value, value, "")
    before = window.desk.found.posterior.tolist()
    choose_row(window, 0)
    window.page.answers.view.setFocus()
    press(qtbot, window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    line = window.page.question.entry.line
    line.selectAll()
    qtbot.keyClicks(line, "36")
    press(qtbot, window, Qt.Key.Key_Return)
    bars = window.page.posterior.bars
    assert window.desk.case.finding(0).value == 36.0
    assert bars.before == before != bars.now
    assert "before the last change" in window.page.posterior.legend.text()


def test_results_are_announced(window, qtbot, monkeypatch):
    told = []
    monkeypatch.setattr(case_page, "announce", lambda source, text: told.append(text))
    qtbot.keyClicks(window.page.question.entry.line, "47")
    press(qtbot, window, Qt.Key.Key_Return)
    assert len(told) == 1
    assert "→" in told[0]
    assert window.desk.features[window.desk.asked].question in told[0]
    press(qtbot, window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert len(told) == 2
