"""Where the window stands: within the screen at first, and then where the user left it."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, QSize
from PySide6.QtWidgets import QSplitter, QWidget

from ifc2f_gui.shared.room import resize_within_screen
from ifc2f_gui.window.settings import Settings

_WANTED = QSize(1180, 760)


def place(window: QWidget, settings: Settings) -> None:
    """Put the window where it was left, or in the middle of the screen; in either case within it."""
    if settings.geometry.isEmpty() or not window.restoreGeometry(settings.geometry):
        window.resize(_WANTED)
    available = window.screen().availableGeometry()
    resize_within_screen(window, window.size())
    if not available.contains(QRect(window.pos(), window.size())):
        window.move(available.center() - window.rect().center())


def remember(window: QWidget, settings: Settings) -> None:
    """Remember where the window stands."""
    settings.set_geometry(window.saveGeometry())


class Splits:
    """Splitters that stay as the user left them.

    Parameters
    ----------
    splitters : sequence of QSplitter
    settings : Settings
    """

    def __init__(self, splitters: list[QSplitter], settings: Settings) -> None:
        self.splitters, self.settings = splitters, settings
        self.are_in_columns = True
        self.are_users = self._restore()
        for splitter in splitters:
            splitter.splitterMoved.connect(self._moved)

    def _restore(self) -> bool:
        states: list[QByteArray] = self.settings.splits
        if len(states) != len(self.splitters):
            return False
        for splitter, state in zip(self.splitters, states, strict=True):
            splitter.restoreState(state)
        return True

    def show(self, in_columns: bool) -> None:
        """Take columns as they were left; where they are below each other, all have the same room."""
        self.are_in_columns = in_columns
        if not in_columns:
            for splitter in self.splitters:
                splitter.setSizes([1 << 10] * splitter.count())
        elif self.are_users:
            self._restore()

    def _moved(self) -> None:
        if not self.are_in_columns:
            return
        self.are_users = True
        self.settings.set_splits([splitter.saveState() for splitter in self.splitters])
