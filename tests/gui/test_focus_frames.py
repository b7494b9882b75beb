"""The frame of what has the focus is whole, beside headers and scroll bars too, and moves nothing."""

import pytest
from hands import settle
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.shared import theme
from ifc2f_gui.training.dialog import TrainDialog
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton, QScrollArea, QTableView
from window_models import wide_model


def views(window):
    """Return the lists and tables of a window that can be seen."""
    return [
        view
        for view in window.findChildren(QAbstractItemView)
        if view.isVisible() and view.focusPolicy() & Qt.FocusPolicy.TabFocus and view.height() > 4
    ]


def edges(image):
    """Return the colours of an image along its four edges."""
    right, bottom = image.width() - 1, image.height() - 1
    across = {image.pixelColor(x, y).name() for x in range(right + 1) for y in (0, bottom)}
    return across | {image.pixelColor(x, y).name() for y in range(bottom + 1) for x in (0, right)}


def assert_frames_are_whole(window, go_there):
    """Reach each view, and look at all four of its edges."""
    found = views(window)
    assert found
    for view in found:
        away = next(b for b in window.findChildren(QPushButton) if b.isVisible() and b.isEnabled())
        away.setFocus()
        settle()
        before = view.viewport().geometry()
        if isinstance(view, QTableView):
            assert_heads_stand_beside_their_cells(view)
        accent = theme.colours().accent.name()
        assert accent not in edges(view.grab().toImage()), view.accessibleName()
        go_there(view)
        settle()
        assert view.hasFocus(), view.accessibleName()
        assert edges(view.grab().toImage()) == {accent}, view.accessibleName()
        assert view.viewport().geometry() == before, view.accessibleName()


def assert_heads_stand_beside_their_cells(table):
    """The frame is that of the whole: heads of rows and columns have none that would shift them."""
    cells = table.viewport().geometry()
    across, down = (header.viewport() for header in (table.horizontalHeader(), table.verticalHeader()))
    assert not across.isVisible() or across.mapTo(table, QPoint(0, 0)).x() == cells.x()
    assert not down.isVisible() or down.mapTo(table, QPoint(0, 0)).y() == cells.y()


def click(view):
    """Click on the first row, at its left."""
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, view.rowHeight(0) // 2))


def tab(view):
    """Press Tab until it gets there."""
    for _ in range(100):
        if view.hasFocus():
            return
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)


@pytest.mark.parametrize("size", [(1366, 728), (683, 384)])
def test_the_frame_of_what_is_painted_is_whole_wherever_it_is_scrolled_to(size, empty_window, tmp_path):
    path = tmp_path / "wide.ifc2f"
    wide_model().save(path)
    empty_window.opening.open_model(str(path))
    for k in range(14):
        empty_window.desk.answer(k, ANSWERED, 1.0, 1.0, "")
    empty_window.resize(*size)
    page = empty_window.page
    for painted in (page.posterior.bars, page.why.strengths):
        area = painted.parentWidget()
        while not isinstance(area, QScrollArea):
            area = area.parentWidget()
        settle()
        accent, bar = theme.colours().accent.name(), area.verticalScrollBar()
        tab(painted)
        assert painted.hasFocus()
        for place in (bar.minimum(), bar.maximum()):
            bar.setValue(place)
            settle()
            image = area.grab(area.viewport().geometry()).toImage()
            right, bottom = image.width() - 1, image.height() - 1
            seen = {image.pixelColor(x, y).name() for x in range(8, right - 7) for y in (0, bottom)}
            seen |= {image.pixelColor(x, y).name() for y in range(8, bottom - 7) for x in (0, right)}
            assert seen == {accent}, painted.accessibleName()
        empty_window.page.question.back.setFocus()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_frame_of_a_list_or_table_of_a_case_is_whole(scheme, window, enter):
    enter("47")
    window.appearance.set_scheme(scheme)
    assert_frames_are_whole(window, tab)
    window.menus.actions["tables"].setChecked(True)
    window.menus.run("tables")
    assert sum(isinstance(view, QTableView) for view in views(window)) >= 4
    assert_frames_are_whole(window, tab)
    window.appearance.set_scheme("system")


def test_the_frame_of_a_grid_of_the_assistant_is_whole(qtbot, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("crp,age,outcome\n" + "".join(f"{i % 7 / 2},{i % 5},{'ab'[i % 2]}\n" for i in range(40)))
    dialog = TrainDialog(None)
    qtbot.addWidget(dialog)
    assert dialog.open_table(str(path))
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    for step in range(4):
        dialog.inputs.steps.setCurrentIndex(step)
        settle()
        assert_frames_are_whole(dialog, click)
