"""The menus: an action for every row of the table of shortcuts, and the command that serves it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from ifc2f_gui.shared.shortcuts import ANSWER, FILE, MENUS, SHORTCUTS, Shortcut
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.widgets import literal
from ifc2f_gui.window.settings import Settings

Commands = Mapping[str, Callable[[], object]]


class Menus(QObject):
    """Actions by their name in the table. Each is off until a command serves it.

    Parameters
    ----------
    window : QMainWindow
        Gets the menus, and the keys.
    recent : QMenu
        Stands at the end of the menu of files.
    """

    def __init__(self, window: QMainWindow, recent: QMenu) -> None:
        super().__init__(window)
        self.actions: dict[str, QAction] = {}
        self.commands: dict[str, Callable[[], object]] = {}
        for heading in MENUS:
            menu = window.menuBar().addMenu(tr(heading))
            for row in SHORTCUTS:
                if row.menu == heading and row.name:
                    self.actions[row.name] = self._action(row, window)
                    menu.addAction(self.actions[row.name])
            if heading == FILE:
                menu.addMenu(recent)
        schemes = QActionGroup(self)
        schemes.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for name in ("dark", "light"):
            schemes.addAction(self.actions[name])

    def _action(self, row: Shortcut, window: QMainWindow) -> QAction:
        action = QAction(tr(row.text), window)
        action.setShortcuts([QKeySequence(key) for key in row.keys])
        action.setCheckable(row.checkable)
        action.setAutoRepeat(row.menu != ANSWER)  # a key held down answers one question only
        action.setEnabled(False)
        action.triggered.connect(lambda _=False, name=row.name: self.run(name))
        return action

    def serve(self, commands: Commands) -> None:
        """Let actions run commands, by name, from now on."""
        self.commands |= commands
        self.enable(dict.fromkeys(commands, True))

    def enable(self, states: Mapping[str, bool]) -> None:
        """Switch actions on or off, by name."""
        for name, on in states.items():
            self.actions[name].setEnabled(on)

    def run(self, name: str) -> None:
        """Run a command, as its action does."""
        self.commands[name]()


class RecentMenu(QMenu):
    """Models and cases opened last, and whether cases are remembered at all."""

    path_wanted = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(tr("Recent"), parent)
        self.settings = settings
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List what the settings hold now."""
        self.clear()
        for path in [*self.settings.recent_models, *self.settings.recent_cases]:
            action = self.addAction(literal(Path(path).name))
            action.setToolTip(path)
            action.triggered.connect(lambda _=False, path=path: self.path_wanted.emit(path))
        self.addSeparator()
        keep = self.addAction(tr("Remember recent cases"))
        keep.setCheckable(True)
        keep.setChecked(self.settings.keeps_cases)
        keep.toggled.connect(self.settings.keep_cases)
        self.addAction(tr("Forget recent cases"), self.settings.clear_cases)
