"""Dialogs over a window, deleted once they are closed: a window would keep every dialog that it showed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog


def is_accepted(dialog: QDialog) -> bool:
    """Show a dialog and wait until it closes; return whether it was accepted.

    Its Python attributes can still be read, until events are handled again.
    """
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted


def show_over(dialog: QDialog) -> None:
    """Show a dialog over its window and go on."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
