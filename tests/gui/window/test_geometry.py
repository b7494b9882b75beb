"""The first window is within the screen, and later ones stand where they were left."""

import json
import os
import subprocess
import sys

import pytest
from hands import finish_outlook, press
from ifc2f_gui.panels import posterior
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest

PROGRAM = """
import sys
from ifc2f_gui.app import make_application
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings
from PySide6.QtCore import QSettings
application = make_application()
window = MainWindow(Settings(QSettings(sys.argv[1], QSettings.Format.IniFormat)), None)
window.show()
window.menus.run("demo")
application.processEvents()
there, frame = window.screen().availableGeometry(), window.frameGeometry()
print(there.width(), there.height(), frame.x(), frame.y(), frame.width(), frame.height())
window.close()
"""


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (683, 384)])
def test_the_first_window_is_within_the_screen(tmp_path, size):
    screen = {"name": "one", "x": 0, "y": 0, "width": size[0], "height": size[1], "logicalDpi": 96, "dpr": 1}
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": [screen]}))
    environment = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={config}"}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "settings.ini")],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    width, height, x, y, w, h = map(int, run.stdout.split())
    assert (width, height) == size
    assert x >= 0
    assert y >= 0
    assert x + w <= width
    assert y + h <= height


def test_size_and_columns_are_remembered(window, qtbot, settings, tmp_path, model_path, monkeypatch):
    monkeypatch.setattr(posterior, "_LEAST_BAR", 0)  # Qt's offscreen screen has no room for more in a row
    window.resize(780, 740)
    finish_outlook(window.desk)
    QTest.qWait(20)
    bar = window.page.room.verticalScrollBar()
    assert not bar.isVisible(), "one that comes and goes takes its width from a column"
    columns, left_column = window.page.splitters[:2]
    before = [columns.sizes(), left_column.sizes()]
    for splitter, by in ((columns, QPoint(40, 0)), (left_column, QPoint(0, -30))):
        handle = splitter.handle(1)
        start = handle.rect().center()
        qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(handle, start + by)
        qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + by)
    left = [columns.sizes(), left_column.sizes()]
    assert left[0] != before[0]
    assert settings.splits
    window.desk.case.mark_saved()
    press(qtbot, window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()
    again = MainWindow(Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)), None)
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (780, 740)
    again.show()
    assert again.open_path(model_path)  # another model has other texts, and so other least heights
    finish_outlook(again.desk)
    QTest.qWait(20)
    assert [each.sizes() for each in again.page.splitters[:2]] == left
