"""Keyboard, menus, accessibility, size of text and colours."""

from pathlib import Path

import pytest
from hands import choose_row, press
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.shared.shortcuts import SHORTCUTS, keys_html
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton


def test_the_help_page_and_the_menus_come_from_one_table(window):
    page = keys_html()
    for row in SHORTCUTS:
        if row.keys:
            assert row.text in page.replace("&quot;", '"')
        if row.name:
            action = window.menus.actions[row.name]
            assert [key.toString() for key in action.shortcuts()] == list(row.keys)


def test_training_that_is_open_behind_gets_the_keys_when_it_is_called(window, qtbot):
    dialog = window.show_training()
    qtbot.waitUntil(dialog.isActiveWindow)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    ctrl_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    press(qtbot, window, Qt.Key.Key_T, ctrl_shift)
    qtbot.waitUntil(dialog.isActiveWindow)


def test_every_entry_of_the_menus_has_a_command(window):
    assert set(window.menus.commands) == set(window.menus.actions)


def test_without_a_model_only_entries_with_a_command_are_on(empty_window):
    menus = empty_window.menus
    assert {name for name, action in menus.actions.items() if action.isEnabled()} == set(menus.commands)
    assert "open" in menus.commands
    assert "save" not in menus.commands


def test_the_guide_lists_every_key():
    guide = (Path(__file__).parents[3] / "docs" / "window.md").read_text(encoding="utf-8")
    listed = [line for line in guide.splitlines() if line.startswith("| ") and line.count("|") == 4]
    for row in SHORTCUTS:
        if row.keys:
            assert f"| {row.menu.replace('&', '')} | {' or '.join(row.keys)} | {row.text} |" in listed


def test_no_key_has_two_meanings():
    keys = [key for row in SHORTCUTS for key in row.keys]
    assert len(set(keys)) == len(keys)


def test_a_whole_case_with_the_keyboard_alone(window, qtbot):
    qtbot.keyClicks(QApplication.focusWidget(), "47")
    press(qtbot, window, Qt.Key.Key_Return)
    press(qtbot, window, Qt.Key.Key_U)
    press(qtbot, window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.page.others.view.hasFocus()
    press(qtbot, window, Qt.Key.Key_Return)
    press(qtbot, window, Qt.Key.Key_F7)
    press(qtbot, window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.page.answers.view.hasFocus()
    press(qtbot, window, Qt.Key.Key_Delete)
    assert [k for k, _ in window.desk.case.findings()] == [3]
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(window.desk.case.findings()) == 2
    press(qtbot, window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert len(window.desk.case.findings()) == 1
    press(qtbot, window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert window.page.posterior.bars.hasFocus()
    press(qtbot, window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.case.decision is not None


def test_tab_reaches_every_input(window, qtbot):
    window.desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    choose_row(window, 3)
    window.desk.ask(4)  # so that there is something to go on from
    reached = set()
    for _ in range(60):
        reached.add(QApplication.focusWidget())
        press(qtbot, window, Qt.Key.Key_Tab)
    parts = {
        window.page.question.entry.line,
        window.page.question.answer_button,
        window.page.question.pending_button,
        window.page.others.search,
        window.page.others.view,
        window.page.posterior.prior,
        window.page.posterior.bars,
        window.page.answers.view,
        window.page.answers.retract,
        window.page.why.target,
        window.page.advice.go_on,
        window.page.advice.decide,
        window.page.undo_button,
    }
    assert parts <= reached


def test_every_input_has_a_name_for_screen_readers(window):
    for widget in [*window.findChildren(QLineEdit), *window.findChildren(QPushButton)]:
        if widget.isVisible():
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name), widget
    page = window.page
    for widget in (page.posterior.bars, page.course.plot, page.why.strengths, page.answers.view):
        assert widget.accessibleName()


def test_text_is_enlarged_and_colours_change_without_loss(window, enter, qtbot):
    enter("47")
    size = QApplication.font().pointSizeF()
    for _ in range(5):
        window.menus.run("larger")
    assert QApplication.font().pointSizeF() == pytest.approx(1.5 * size)
    window.menus.actions["dark"].trigger()
    assert window.settings.scheme == "dark"
    assert window.palette().window().color().lightnessF() < 0.3
    assert window.page.course.plot.posteriors.shape[1] == 3
    window.menus.actions["light"].trigger()
    assert window.palette().window().color().lightnessF() > 0.8
    window.menus.run("normal")
    assert [k for k, _ in window.desk.case.findings()] == [3]
