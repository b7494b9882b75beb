"""Sizes of windows: in heights of a letter, within the screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(16, 48)  # that a system draws round a window, at most; unknown before the window is shown


def resize_within_screen(window: QWidget, size: QSize) -> None:
    """Give a window a size, or what the screen has of it: its last row of buttons has to be on the screen."""
    window.resize(size.boundedTo(window.screen().availableGeometry().size() - FRAME))


def grow_to_contents(window: QWidget) -> None:
    """Give a window that is shown what its layout needs, of which Qt gives two thirds of the screen."""
    layout = window.layout()
    assert layout is not None
    width = max(window.width(), layout.totalSizeHint().width())
    resize_within_screen(window, QSize(width, max(window.height(), layout.totalHeightForWidth(width))))


def grow_higher(window: QWidget) -> None:
    """Give a window the height that it needs at its width, where it has less."""
    layout = window.layout()
    assert layout is not None
    layout.activate()
    needed = max(layout.minimumHeightForWidth(window.width()), layout.totalMinimumSize().height())
    window.resize(window.width(), max(window.height(), needed))


def resize_in_letters(window: QWidget, width: int, height: int) -> None:
    """Give a window a size in heights of a letter, so that it grows with the text."""
    letter = window.fontMetrics().height()
    resize_within_screen(window, QSize(width * letter, height * letter))
