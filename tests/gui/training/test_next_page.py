"""The assistant leads from page to page: nothing is trained unseen, unless one asks for it."""

import pytest
from PySide6.QtCore import Qt


def by_mouse(qtbot, made):
    """Click a button."""
    qtbot.mouseClick(made, Qt.MouseButton.LeftButton)


def by_key(qtbot, made):
    """Press Return on a button."""
    made.setFocus()
    qtbot.keyClick(made, Qt.Key.Key_Return)


def outstanding(dialog):
    """Return the visible buttons that stand out."""
    made = (dialog.cancel, dialog.next, dialog.go, dialog.save, dialog.leave)
    return [each for each in made if each.isVisible() and each.property("role") == "primary"]


@pytest.mark.parametrize("act", [by_mouse, by_key])
def test_what_stands_out_leads_through_all_pages_and_then_trains(dialog, table, qtbot, act):
    assert outstanding(dialog) == [], "there is no table to go on with"
    dialog.open_table(table)
    steps, seen = dialog.inputs.steps, [0]
    while outstanding(dialog) == [dialog.next]:
        assert dialog.go.isVisible(), "whoever knows the pages may train at once"
        act(qtbot, dialog.next)
        seen.append(steps.currentIndex())
    assert seen == list(range(steps.count()))
    assert outstanding(dialog) == [dialog.go]
    assert not dialog.next.isVisible()
    if act is by_key:
        assert dialog.focusWidget() is dialog.go, "the key is not lost with its button"
    act(qtbot, dialog.go)
    assert dialog.is_running
    assert outstanding(dialog) == []
    dialog.stop()


def test_another_page_brings_the_next_one_back(dialog, table, qtbot):
    dialog.open_table(table)
    bar = dialog.inputs.steps.tabBar()
    last = dialog.inputs.steps.count() - 1
    for page, wanted in ((last, dialog.go), (1, dialog.next), (last, dialog.go)):
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(page).center())
        assert outstanding(dialog) == [wanted]


def test_after_training_one_button_stands_out_on_each_page(fast_dialog, table, qtbot):
    dialog = fast_dialog
    dialog.open_table(table)
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    assert outstanding(dialog) == [dialog.save]
    stages, steps = dialog.stages.tabBar(), dialog.inputs.steps.tabBar()
    qtbot.mouseClick(stages, Qt.MouseButton.LeftButton, pos=stages.tabRect(0).center())
    last = dialog.inputs.steps.count() - 1
    for page, wanted in ((0, dialog.next), (last, dialog.go)):
        qtbot.mouseClick(steps, Qt.MouseButton.LeftButton, pos=steps.tabRect(page).center())
        assert outstanding(dialog) == [wanted]
        assert dialog.save.isVisible()
    qtbot.mouseClick(stages, Qt.MouseButton.LeftButton, pos=stages.tabRect(1).center())
    assert outstanding(dialog) == [dialog.save]
