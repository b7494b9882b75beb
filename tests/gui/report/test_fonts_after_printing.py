"""Printing leaves the window's texts as they were: Qt shares the fonts of both."""

import pytest
from hands import press
from ifc2f_gui.report.case_report import write_report
from ifc2f_gui.shared import theme
from ifc2f_gui.window.appearance import LARGEST, SMALLEST, STEP
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QMenu

CTRL = Qt.KeyboardModifier.ControlModifier
ZOOMS = [SMALLEST + STEP * k for k in range(round((LARGEST - SMALLEST) / STEP) + 1)]


def file_menu(window, qtbot):
    """Open the menu of files by its key, and return a picture of it."""
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    menu = next(each for each in window.menuBar().findChildren(QMenu) if each.isVisible())
    picture = menu.grab().toImage()
    menu.close()
    return picture


def test_menus_look_the_same_after_a_report_is_written(window, enter, qtbot, person, tmp_path):
    enter("47")
    before = file_menu(window, qtbot)
    person.path = str(tmp_path / "report.pdf")
    press(qtbot, window, Qt.Key.Key_P, CTRL)
    assert (tmp_path / "report.pdf").stat().st_size
    assert file_menu(window, qtbot) == before


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_report_changes_no_font_of_the_window_at_any_size_of_text(window, enter, tmp_path, zoom):
    enter("47")
    theme.apply("system", zoom)
    try:
        write_report(tmp_path / "report.pdf", window.desk)
        fonts = [QApplication.font(), QApplication.font("QMenu"), window.menuBar().font()]
        assert [QFontInfo(font).pointSizeF() for font in fonts] == pytest.approx(
            [font.pointSizeF() for font in fonts], rel=0.05
        )
    finally:
        theme.apply("system", 1.0)
