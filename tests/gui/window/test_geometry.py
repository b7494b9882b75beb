"""The first window is within the screen, and later ones stand where they were left."""

import json
import os
import subprocess
import sys

import pytest
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


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (960, 540), (683, 384)])
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


def test_size_and_columns_are_remembered(window, qtbot, settings, tmp_path):
    window.resize(700, 600)
    columns = window.page.splitters[0]
    handle = columns.handle(1)
    start = handle.rect().center()
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + QPoint(40, 0))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + QPoint(40, 0))
    left = columns.sizes()
    assert settings.splits
    window.desk.case.mark_saved()
    window.close()
    again = MainWindow(Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)), None)
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (700, 600)
    again.show()
    again.menus.run("demo")
    QTest.qWait(20)
    assert again.page.splitters[0].sizes() == left
