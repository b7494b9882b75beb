"""Fixtures of the window's tests. They run offscreen, with settings of their own, and no dialog waits."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTEST_QT_API", "pyside6")


def _why_qt_cannot_start() -> str:
    """Return why Qt cannot start, or an empty text. In another process: a missing platform ends it."""
    code = "from PySide6.QtWidgets import QApplication; QApplication([])"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return (
        ""
        if tried.returncode == 0
        else (tried.stderr.strip().splitlines() or ["it ended without a word"])[-1]
    )


QT_PROBLEM = _why_qt_cannot_start()
if QT_PROBLEM:
    collect_ignore_glob = ["*"]


def pytest_report_header() -> str | None:
    """Say so if these tests are left out."""
    return f"tests/gui SKIPPED: Qt cannot start: {QT_PROBLEM}" if QT_PROBLEM else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Any:
    """Let garbage wait for the event loop, as in the program: pytest-qt sends events after the test, too.

    Before tests without a window it is collected: these have threads, and widgets must not end in another.
    """
    if "qapp" not in getattr(item, "fixturenames", ()):
        return (yield)
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        if "qapp" not in getattr(nextitem, "fixturenames", ()):
            gc.collect()


if not QT_PROBLEM:
    from hands import installed
    from ifc2f_gui.app import make_application
    from ifc2f_gui.case.autosave import Autosave
    from ifc2f_gui.dialogs import decide, prompts
    from ifc2f_gui.window.main_window import MainWindow
    from ifc2f_gui.window.settings import Settings
    from PySide6.QtCore import QEvent, QLocale, QSettings, Qt
    from window_models import clinic_model

    class Answers:
        """Stands in for the person before the dialogs: gives prepared answers and keeps what was said."""

        def __init__(self) -> None:
            self.said: list[str] = []
            self.choose = 0
            self.path = ""
            self.text: str | None = None
            self.reason: str | None = ""

    @pytest.fixture(scope="session")
    def qapp() -> Any:
        """The application, as the program makes it, but without motion."""
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
        application = make_application()
        application.setProperty("still", True)
        return application

    @pytest.fixture(autouse=True)
    def person(qapp, monkeypatch) -> Answers:
        """Answer dialogs in the person's place."""
        person = Answers()

        def choose(parent, title, text, options, cancel):
            person.said.append(text)
            return person.choose

        monkeypatch.setattr(prompts, "choose", choose)
        monkeypatch.setattr(prompts, "warn", lambda parent, title, text: person.said.append(text))
        monkeypatch.setattr(prompts, "open_path", lambda *args: person.path)
        monkeypatch.setattr(prompts, "save_path", lambda *args: person.path)
        monkeypatch.setattr(prompts, "text", lambda *args: person.text)
        monkeypatch.setattr(decide, "confirmed", lambda *args: person.reason)
        monkeypatch.setattr(decide, "confirmed_going_on", lambda *args: person.reason)
        return person

    @pytest.fixture
    def settings(tmp_path) -> Settings:
        """Settings in a file of the test."""
        return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))

    @pytest.fixture
    def empty_window(qapp, qtbot, settings, tmp_path):
        """The window at its start, without a model."""
        window = MainWindow(settings, Autosave(tmp_path / "unsaved"))
        window.resize(1180, 760)  # Qt's offscreen screen is smaller
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        yield window
        if window.desk is not None:
            window.desk.end_what_if(keep=False)
            window.desk.case.mark_saved()
        window.close()
        window.deleteLater()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    @pytest.fixture(scope="session")
    def clinic_bytes() -> bytes:
        """The small clinical model."""
        return clinic_model().to_bytes()

    @pytest.fixture
    def model_path(tmp_path, clinic_bytes) -> str:
        """Path of the small clinical model."""
        path = tmp_path / "fever.ifc2f"
        path.write_bytes(clinic_bytes)
        return str(path)

    @pytest.fixture
    def window(empty_window, model_path):
        """The window with the small clinical model."""
        assert empty_window.open_path(model_path)
        return empty_window

    @pytest.fixture
    def enter(window, qtbot):
        """Type into the input and press Enter."""

        def enter(text: str) -> None:
            line = window.page.question.entry.line
            line.clear()
            qtbot.keyClicks(line, text)
            qtbot.keyClick(line, Qt.Key.Key_Return)

        return enter

    @pytest.fixture
    def german(qapp):
        """German words, numbers and dates."""
        before, locale = QLocale(), QLocale(QLocale.Language.German, QLocale.Country.Germany)
        with installed(qapp, locale):
            QLocale.setDefault(locale)
            yield
        QLocale.setDefault(before)

    @pytest.fixture(params=["en", "de"])
    def language(request, qapp):
        with installed(qapp, QLocale(request.param)):
            yield request.param
