"""A what-if beside the case."""

from hands import press
from PySide6.QtCore import Qt


def test_a_what_if_leaves_the_case_alone_and_shows_both(window, enter):
    enter("47")
    window.menus.run("what_if")
    assert window.page.what_if_bar.isVisible()
    enter("41")
    assert [k for k, _ in window.desk.case.findings()] == [3]
    assert window.page.posterior.bars.beside == window.desk.base.posterior.tolist()
    assert window.page.posterior.bars.now == window.desk.found.posterior.tolist()
    assert len(window.page.course.plot.case) == 2
    assert len(window.page.course.plot.posteriors) == 3
    assert "case" in window.page.posterior.bars.accessibleDescription()
    window.menus.run("what_if")
    assert not window.page.what_if_bar.isVisible()
    assert window.page.posterior.bars.beside is None
    assert [k for k, _ in window.desk.case.findings()] == [3]


def test_what_if_answers_are_kept_as_one_change(window, enter):
    window.menus.run("what_if")
    enter("47")
    enter("41")
    window.menus.run("keep_what_if")
    assert [k for k, _ in window.desk.case.findings()] == [3, 0]
    window.menus.run("undo")
    assert window.desk.case.findings() == []


def test_a_copy_decides_nothing(window, qtbot, enter):
    window.menus.run("what_if")
    enter("47")
    advice = window.page.advice
    for button in (advice.decide, advice.other):
        assert not button.isEnabled()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "copy" in advice.decide.toolTip()
    press(qtbot, window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.active.decision is None
    window.menus.run("keep_what_if")
    press(qtbot, window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.case.decision is not None


def test_a_case_without_changes_is_not_said_to_have_some(window, person, enter):
    window.menus.run("what_if")
    enter("47")
    person.choose = 1
    assert not window.keeper.may_leave()
    assert person.said == ["What-if answers are not part of the case and will be lost."]
    assert window.desk.what_if is not None
    person.choose = 0
    assert window.keeper.may_leave()
