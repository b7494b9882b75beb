"""Two windows and one file: the later save destroys nothing without a word."""

import pytest
from hands import press
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case_file import read_case
from ifc2f_gui.case.hold import Hold
from ifc2f_gui.window.main_window import MainWindow
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

CTRL = Qt.KeyboardModifier.ControlModifier
COPY, REPLACE, CANCEL = 0, 1, 2


@pytest.fixture
def path(window, tmp_path, qtbot):
    """A case that is saved, and open in the first window."""
    path = tmp_path / "bed3.case.json"
    type_into(window, qtbot, "47")
    assert window.keeper.save_to(str(path))
    return str(path)


@pytest.fixture
def second(window, path, qtbot, qapp, settings, tmp_path, person):
    """Another window with the same case."""
    second = MainWindow(settings, Autosave(tmp_path / "unsaved 2"))
    second.resize(1180, 760)
    second.show()
    assert second.open_path(window.desk.model_path)
    assert second.open_path(path)
    yield second
    second.desk.case.mark_saved()
    second.close()
    second.deleteLater()


def type_into(window, qtbot, text):
    """Answer the question of a window."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.page.go_to_question()
    qtbot.keyClicks(window.page.question.entry.line, text)
    qtbot.keyClick(window.page.question.entry.line, Qt.Key.Key_Return)


def save(window, qtbot):
    """Press Ctrl+S."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    press(qtbot, window, Qt.Key.Key_S, CTRL)


def answers(window, path):
    """Return the features that a file answers."""
    return {k for k, _ in read_case(path, window.desk.model, window.desk.features).findings()}


def test_a_second_window_is_told_and_its_save_loses_nothing(window, second, path, person, qtbot):
    assert "open in another window (on this computer)" in person.said[-1]
    type_into(window, qtbot, "38.9")
    asked = [k for k, _ in window.desk.case.findings()]
    save(window, qtbot)
    assert not window.desk.case.is_dirty
    type_into(second, qtbot, "36")
    second.desk.set_name("second")
    person.choose = CANCEL
    person.said.clear()
    save(second, qtbot)
    assert len(person.said) == 1
    assert second.desk.case.is_dirty
    assert answers(window, path) == set(asked)
    person.choose, person.path = COPY, path.replace("bed3", "bed3 (copy)")
    save(second, qtbot)
    assert not second.desk.case.is_dirty
    assert second.keeper.path == person.path
    assert read_case(path, window.desk.model, window.desk.features).name == ""
    assert read_case(person.path, window.desk.model, window.desk.features).name == "second"


def test_who_changed_what_is_said_before_anything_is_replaced(window, second, path, person, qtbot):
    type_into(second, qtbot, "38.9")
    person.choose = REPLACE
    save(second, qtbot)
    type_into(window, qtbot, "36.6")
    person.said.clear()
    person.choose = CANCEL
    save(window, qtbot)
    (said,) = person.said
    assert "was changed by" in said
    assert "temperature: 38.9\u00a0°C in the file, 36.6\u00a0°C here" in said
    assert window.desk.case.is_dirty
    person.choose = REPLACE
    save(window, qtbot)
    assert not window.desk.case.is_dirty
    assert read_case(path, window.desk.model, window.desk.features).finding(0).value == pytest.approx(36.6)


def test_what_another_program_writes_is_seen_too(window, path, person, qtbot, tmp_path):
    other = tmp_path / "bed3.case.json"
    other.write_text(
        other.read_text(encoding="utf-8").replace('"name": ""', '"name": "other"'), encoding="utf-8"
    )
    type_into(window, qtbot, "38")
    person.choose = CANCEL
    person.said.clear()
    save(window, qtbot)
    assert "was changed" in person.said[-1]
    assert "name" in person.said[-1]
    other.write_bytes(b"{")
    save(window, qtbot)
    assert "another case, or none" in person.said[-1]
    other.unlink()
    person.said.clear()
    save(window, qtbot)
    assert person.said == []
    assert other.exists()


def test_saving_as_a_file_that_is_open_elsewhere_asks(window, second, path, person, qtbot):
    second.menus.run("new_case")
    type_into(second, qtbot, "12")
    person.path, person.choose = path, CANCEL
    person.said.clear()
    press(qtbot, second, Qt.Key.Key_S, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert "open in another window" in person.said[-1]
    assert answers(window, path) == {3}


def test_a_file_is_free_again_when_its_window_leaves_it(window, path, tmp_path):
    assert Hold(path).take()
    window.menus.run("new_case")
    hold = Hold(path)
    assert not hold.take()
    hold.release()
    assert [each.name for each in tmp_path.glob(".~*")] == []
