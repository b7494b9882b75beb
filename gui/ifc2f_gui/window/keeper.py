"""The open case: its desk, its file, and a copy for the event of a crash."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case_file import SUFFIX, case_to_json, write_case
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.window.settings import Settings

AUTOSAVE_MS = 300


class CaseKeeper(QObject):
    """Saves the case, and asks before it is given up.

    Parameters
    ----------
    settings : Settings
    autosave : Autosave or None
        None where no folder could be made.
    window : QWidget
        What dialogs stand before.

    Attributes
    ----------
    desk : Desk or None
        None until the first model is open.
    path : str
        Of the case's file; empty while it has none.
    """

    changed = Signal()  # the file, or whether it holds the case as it is
    trouble = Signal(str)  # to be told without a dialog

    def __init__(self, settings: Settings, autosave: Autosave | None, window: QWidget) -> None:
        super().__init__(window)
        self.settings, self.autosave = settings, autosave
        self.desk: Desk | None = None
        self.path = ""
        self._window = window
        self._autosave_failed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AUTOSAVE_MS)
        self._timer.timeout.connect(self.autosave_now)

    def may_leave(self) -> bool:
        """Ask what to do with unsaved changes; return whether the case may go."""
        if self.desk is None or not (self.desk.case.is_dirty or self.desk.what_if is not None):
            return True
        text = tr("The case has changes that are not saved.")
        if self.desk.what_if is not None:
            text += " " + tr("What-if answers are not part of it.")
        options = [tr("Save"), tr("Discard"), tr("Cancel")]
        answer = prompts.choose(self._window, tr("Unsaved case"), text, options, cancel=2)
        return self.save() if answer == 0 else answer == 1

    # ---- The file ------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the case; return whether it is saved."""
        return self.save_to(self.path) if self.path else self.save_as()

    def save_as(self) -> bool:
        """Save the case under a name that is asked for."""
        name = self.desk.case.name if self.desk is not None else ""
        proposal, filters = (name or tr("case")) + SUFFIX, tr("Cases (*.json)")
        path = prompts.save_path_ending(self._window, tr("Save case"), proposal, filters, SUFFIX)
        return bool(path) and self.save_to(path)

    def save_to(self, path: str) -> bool:
        """Save the case there; say why if that fails."""
        assert self.desk is not None
        try:
            write_case(path, self.desk.case, self.desk.model, self.desk.model_path)
        except OSError as error:
            prompts.say_not_written(self._window, path, error)
            return False
        self.desk.case.mark_saved()
        self._drop_copy()
        self.came_from(path)
        return True

    def came_from(self, path: str) -> None:
        """Take note that this file holds the case."""
        self.path = str(Path(path).resolve())
        self.settings.add_case(path)
        self.changed.emit()

    def came_from_nowhere(self) -> None:
        """Take note that no file is this case's."""
        self.path = ""
        self.changed.emit()

    # ---- The copy ------------------------------------------------------------------------------------------

    def autosave_soon(self) -> None:
        """Keep a copy when changes have come to rest."""
        self._timer.start()

    def autosave_now(self) -> bool:
        """Keep a copy of unsaved changes; say once if that fails. Return whether there is one now."""
        self._timer.stop()
        if self.desk is None or self.autosave is None:
            return False
        if not self.desk.case.is_dirty:
            self.autosave.clear()
            return False
        try:
            self.autosave.write(case_to_json(self.desk.case, self.desk.model, self.desk.model_path))
            self._autosave_failed = False
        except OSError as error:
            if not self._autosave_failed:
                self._autosave_failed = True
                self.trouble.emit(tr("No copy for a crash can be kept: {why}", why=error.strerror or error))
        return not self._autosave_failed

    def model_taken(self) -> None:
        """Forget file and copy of the case before: there is another model, and another case."""
        self._drop_copy()
        self.came_from_nowhere()

    def close(self) -> None:
        """Leave no copy behind: the program ends in order."""
        self._timer.stop()
        if self.autosave is not None:
            self.autosave.close()

    def _drop_copy(self) -> None:
        if self.autosave is not None:
            self.autosave.clear()
