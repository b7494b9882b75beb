"""Start the program."""

from __future__ import annotations

# Before Qt, which reads the source of each module that comes after it.
import ifc2f.assessment.agreement  # isort: skip
import ifc2f.data.limits  # isort: skip
import ifc2f.learning.prices  # isort: skip
import ifc2f.session  # isort: skip

import os
import sys
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLocale, QTimer
from PySide6.QtWidgets import QApplication

from ifc2f_gui.case.autosave import Autosave, default_folder
from ifc2f_gui.shared import languages
from ifc2f_gui.shared.texts import said
from ifc2f_gui.window.garbage import GarbageCollector
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings

USAGE = """usage: ifc2f-gui [FILE]

Open the window. FILE is a model, a case, or a table to train from. Without it, the
start page offers a demo model.
"""


def run(arguments: Sequence[str]) -> int:
    """Open the window and return the exit status when it closes."""
    if "--help" in arguments or "-h" in arguments:
        print(USAGE, end="")
        return 0
    if "--version" in arguments:
        print(f"ifc2f {ifc2f.__version__}")
        return 0
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(USAGE, end="", file=sys.stderr)
        return 2
    if not can_show(os.environ):
        print("ifc2f-gui: there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set", file=sys.stderr)
        return 2
    application = make_application()
    window = make_window(Settings())
    window.show()
    QTimer.singleShot(0, window, lambda: begin(window, arguments))
    return application.exec()


def can_show(environment: Mapping[str, str]) -> bool:
    """Return whether there is a display, or a named platform of Qt; without one Qt would abort."""
    names = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform != "linux" or any(environment.get(name) for name in names)


def make_application() -> QApplication:
    """Return the one application object, with texts in the user's language."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    application = QApplication(["ifc2f", "-style", "Fusion"])
    application.setApplicationName("ifc2f")
    application.setDesktopFileName("ifc2f")
    languages.install(application, QLocale())
    GarbageCollector(application)
    return application


def make_window(settings: Settings) -> MainWindow:
    """Return the window, with or without a folder for copies of unsaved cases."""
    try:
        autosave = Autosave(default_folder())
    except OSError as error:
        window = MainWindow(settings, None)
        window.statusBar().showMessage(said(error))
        return window
    return MainWindow(settings, autosave)


def begin(window: MainWindow, arguments: Sequence[str]) -> None:
    """Open what the command line names, and offer what a crash left behind, once the window is shown."""
    if arguments:
        window.open_path(arguments[0])
    window.opening.recover()
