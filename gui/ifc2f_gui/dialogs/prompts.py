"""Questions and messages in dialogs. Tests replace these functions."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QLabel, QMessageBox, QWidget

from ifc2f_gui.shared.room import grow_higher
from ifc2f_gui.shared.texts import reason, shortened, tr
from ifc2f_gui.shared.widgets import show_text

_NOT_IN_NAMES = '/\\:*?"<>|'
_LONGEST_NAME, _LONGEST_LINE = 80, 200  # letters of a file's name, and of a line
# None or one; not kept in the settings: names of folders can be those of people.
_last_folder: list[Path] = []


def warn(parent: QWidget | None, title: str, text: str) -> None:
    """Say what went wrong."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
    box.deleteLater()


def choose(parent: QWidget | None, title: str, text: str, options: Sequence[str], cancel: int) -> int:
    """Ask for one of some options; closing the window means the option `cancel`."""
    box = QMessageBox(QMessageBox.Icon.Question, title, text, QMessageBox.StandardButton.NoButton, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    roles = QMessageBox.ButtonRole
    buttons = [
        box.addButton(option, roles.RejectRole if i == cancel else roles.AcceptRole)
        for i, option in enumerate(options)
    ]
    box.setDefaultButton(buttons[0])
    box.setEscapeButton(buttons[cancel])
    box.exec()
    clicked = box.clickedButton()
    box.deleteLater()
    return next((i for i, made in enumerate(buttons) if made is clicked), cancel)


def show_problem(dialog: QDialog, message: QLabel, problem: str) -> None:
    """Show in a dialog what is wrong, and give it the height for it; nothing for an empty text."""
    show_text(message, "⚠ " + problem if problem else "")
    grow_higher(dialog)


def open_path(parent: QWidget | None, title: str, filters: str) -> str:
    """Ask for a file to open; empty if none was chosen."""
    path = QFileDialog.getOpenFileName(parent, title, str(folder()), filters)[0]
    return used(path)


def folder() -> Path:
    """Return the folder to begin in: that of the last file, where the program was started, or documents.

    A program that is started from a menu or by its icon stands in a folder that is nobody's place for files.
    """
    if _last_folder and _last_folder[0].is_dir():
        return _last_folder[0]
    here = Path.cwd()
    programs = {Path(here.anchor), Path(sys.executable).parent.resolve(), Path(sys.prefix).resolve()}
    if here not in programs and os.access(here, os.W_OK):
        return here
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))


def used(path: str) -> str:
    """Take note of the folder of a file that was chosen, until the program ends; return the path."""
    if path:
        _last_folder[:] = [Path(path).resolve().parent]
    return path


def file_name(name: str, what: str, ending: str) -> str:
    """Return the name to propose for a file: a case's or a model's, as far as a file may be called so."""
    safe = "".join("-" if letter in _NOT_IN_NAMES or not letter.isprintable() else letter for letter in name)
    return (safe.strip(" .-")[:_LONGEST_NAME] or what) + ending


def save_path(parent: QWidget | None, title: str, name: str, filters: str) -> str:
    """Ask for a file to write; empty if none was chosen."""
    return used(QFileDialog.getSaveFileName(parent, title, str(folder() / name), filters)[0])


def save_path_ending(parent: QWidget | None, title: str, name: str, filters: str, *endings: str) -> str:
    """Ask for a file to write; a name with none of the endings that it may have gets the first.

    The system's dialog asks before it overwrites the file it knows of. Where the whole name is that of a
    file, it is therefore shown again, with that name.
    """
    path = save_path(parent, title, name, filters)
    last = tuple(ending[ending.rindex(".") :] for ending in endings)
    while path and not path.lower().endswith(last):
        path += endings[0]
        if Path(path).exists():
            path = save_path(parent, title, path, filters)
    return path


def text(parent: QWidget | None, title: str, question: str, given: str) -> str | None:
    """Ask for a line of text; None if the user cancels. A text that is too long ends in an ellipsis."""
    answer, accepted = QInputDialog.getText(parent, title, question, text=given)
    return shortened(answer.strip(), _LONGEST_LINE) if accepted else None


def say_not_written(parent: QWidget | None, path: str, error: OSError) -> None:
    """Say that a file could not be written, and that nothing is lost."""
    text = tr(
        "{path} could not be written: {why}.\n\nThe case is still open and unchanged; choose "
        "another place, or free some space and save again.",
        path=path,
        why=reason(error),
    )
    warn(parent, tr("Not saved"), text)
