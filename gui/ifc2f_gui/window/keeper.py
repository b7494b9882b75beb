"""The open case: its desk, its file, and a copy in case of a crash."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case_file import SUFFIX, CaseError, case_to_json, name_for_files, read_case, write_case
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.hold import Hold, differences, written_by
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.texts import reason, tr
from ifc2f_gui.window.settings import Settings

AUTOSAVE_MS = 300
_MOST_LINES = 8  # of differences between two cases
_COPY, _REPLACE = 0, 1  # what to do about another window's file


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
    hold : Hold or None
        Of that file.
    """

    changed = Signal()  # the file, or whether it holds the case as it is
    trouble = Signal(str)  # to be shown without a dialog

    def __init__(self, settings: Settings, autosave: Autosave | None, window: QWidget) -> None:
        super().__init__(window)
        self.settings, self.autosave = settings, autosave
        self.desk: Desk | None = None
        self.path = ""
        self.hold: Hold | None = None
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
        title = tr("Unsaved case")
        if not self.desk.case.is_dirty:
            text = tr("What-if answers are not part of the case and will be lost.")
            return prompts.choose(self._window, title, text, [tr("Discard"), tr("Cancel")], cancel=1) == 0
        text = tr("The case has changes that are not saved.")
        if self.desk.what_if is not None:
            text += " " + tr("What-if answers are not part of it.")
        options = [tr("Save"), tr("Discard"), tr("Cancel")]
        answer = prompts.choose(self._window, title, text, options, cancel=2)
        return self.save() if answer == 0 else answer == 1

    # ---- The file ------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the case; return whether it is saved."""
        return self.save_to(self.path) if self.path else self.save_as()

    def save_as(self) -> bool:
        """Save the case under a name that is asked for."""
        name = name_for_files(self.desk.case.name if self.desk is not None else "", self.path)
        proposal, filters = prompts.file_name(name, tr("case"), SUFFIX), tr("Cases (*.json)")
        path = prompts.save_path_ending(self._window, tr("Save case"), proposal, filters, SUFFIX)
        return bool(path) and self.save_to(path)

    def save_to(self, path: str) -> bool:
        """Save the case there, and say why if that fails; ask before what another window wrote is lost."""
        assert self.desk is not None
        path = str(Path(path).resolve())
        hold = self.hold if self.hold is not None and path == self.path else Hold(path)
        problem = self._in_the_way(hold)
        answer = self._ask(problem) if problem else _REPLACE
        if answer == _REPLACE and self._write(path):
            hold.seen()
            self.desk.case.mark_saved()
            self._drop_copy()
            self._use(hold)
            return True
        if hold is not self.hold:
            hold.release()
        return answer == _COPY and self._save_copy(path)

    def _write(self, path: str) -> bool:
        assert self.desk is not None
        try:
            write_case(path, self.desk.case, self.desk.model, self.desk.model_path)
        except OSError as error:
            prompts.say_not_written(self._window, path, error)
            return False
        return True

    def _in_the_way(self, hold: Hold) -> str:
        """Return what prevents writing to a file; an empty text if nothing does."""
        name = Path(hold.path).name
        if hold is self.hold and hold.has_changed:
            return " ".join(
                [
                    tr(
                        "{file} was changed by {who} since it was opened here.",
                        file=name,
                        who=written_by(hold.path),
                    ),
                    self._what_differs(hold.path),
                ]
            )
        if hold.take():
            return tr("{file} is open in another window ({who}).", file=name, who=hold.holder())
        return ""

    def _what_differs(self, path: str) -> str:
        """Say in what a file's case differs from the one here."""
        assert self.desk is not None
        try:
            there = read_case(path, self.desk.model, self.desk.features)
        except (OSError, CaseError):
            return tr("It now holds another case, or none.")
        lines = differences(there, self.desk.case, self.desk.features)
        more = [tr("and {n} more", n=len(lines) - _MOST_LINES)] if len(lines) > _MOST_LINES else []
        return "\n\n" + "\n".join([*lines[:_MOST_LINES], *more]) if lines else ""

    def _ask(self, problem: str) -> int:
        """Ask what to do about another window's file."""
        options = [tr("Save a copy…"), tr("Replace it"), tr("Cancel")]
        return prompts.choose(self._window, tr("Save case"), problem, options, cancel=2)

    def _save_copy(self, path: str) -> bool:
        """Save the case next to a file, under a name that is asked for; return whether it is saved."""
        name = Path(path).name.removesuffix(SUFFIX) + " " + tr("(copy)") + SUFFIX
        proposal, filters = str(Path(path).with_name(name)), tr("Cases (*.json)")
        other = prompts.save_path_ending(self._window, tr("Save case"), proposal, filters, SUFFIX)
        return bool(other) and self.save_to(other)

    def came_from(self, path: str) -> None:
        """Take note that this file holds the case; say so if another window has it open."""
        hold = self.hold if self.hold is not None and self.hold.path == str(Path(path).resolve()) else None
        if hold is not None:
            hold.seen()
        self._use(hold or Hold(str(Path(path).resolve())))
        assert self.hold is not None
        if self.hold.take():
            text = tr(
                "{file} is open in another window ({who}). You can save your changes as a copy.",
                file=Path(path).name,
                who=self.hold.holder(),
            )
            prompts.warn(self._window, tr("Already open"), text)

    def _use(self, hold: Hold) -> None:
        if self.hold is not None and self.hold is not hold:
            self.hold.release()
        self.hold, self.path = hold, hold.path
        self.settings.add_case(hold.path)
        self.changed.emit()

    def came_from_nowhere(self) -> None:
        """Take note that no file is this case's."""
        if self.hold is not None:
            self.hold.release()
        self.hold, self.path = None, ""
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
                self.trouble.emit(tr("No backup copy can be kept: {why}", why=reason(error)))
        return not self._autosave_failed

    def model_taken(self) -> None:
        """Forget file and copy of the case before: there is another model, and another case."""
        self._drop_copy()
        self.came_from_nowhere()

    def close(self) -> None:
        """Delete the copy: the program ends normally."""
        self._timer.stop()
        if self.hold is not None:
            self.hold.release()
        if self.autosave is not None:
            self.autosave.close()

    def _drop_copy(self) -> None:
        if self.autosave is not None:
            self.autosave.clear()
