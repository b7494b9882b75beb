"""Within the frozen window: open the demo model as a click does, and check that the first prompt is there."""

import sys
import tempfile
from pathlib import Path

from ifc2f_gui.app import begin, make_application
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

assert getattr(sys, "frozen", False), "this is to run within what PyInstaller made"
application = make_application()
with tempfile.TemporaryDirectory() as folder:
    settings = Settings(QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat))
    window = MainWindow(settings, Autosave(Path(folder) / "unsaved"))
    window.show()
    assert QTest.qWaitForWindowExposed(window)
    begin(window, [])
    QTest.mouseClick(window.start.demo, Qt.MouseButton.LeftButton)
    QTest.qWait(100)
    desk, entry = window.desk, window.page.question.entry
    assert desk.asked is not None
    assert entry.line.isVisible()
    low, high = desk.features[desk.asked].range
    prompt = desk.features[desk.asked].name
    before = desk.found.posterior.copy()
    QTest.keyClicks(entry.line, f"{low + 0.8 * (high - low):.4f}")
    QTest.keyClick(entry.line, Qt.Key.Key_Return)
    QTest.qWait(100)
    assert (desk.found.posterior != before).any()
    print(f"on {application.platformName()}: asks for {prompt!r}, and takes an answer")
