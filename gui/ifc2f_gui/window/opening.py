"""Opening: a model with a new case, a case with its model, what a crash left behind."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ifc2f.model import Model
from ifc2f_gui import demo
from ifc2f_gui.case.case import Case
from ifc2f_gui.case.case_file import CaseError, OtherModelError, read_content
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.modal import show_over
from ifc2f_gui.shared.texts import said, tr
from ifc2f_gui.window.keeper import CaseKeeper
from ifc2f_gui.window.reading import case_from, model_from, model_needed
from ifc2f_gui.window.settings import Settings


class Opening(QObject):
    """Puts models and cases on the keeper's desk. On an error, or if the user cancels, all stays as it is.

    Parameters
    ----------
    keeper : CaseKeeper
    settings : Settings
    begin : callable
        Called with the desk of the first model, which is to be shown from then on.
    window : QWidget
        What dialogs stand before.
    """

    opened = Signal()

    def __init__(
        self, keeper: CaseKeeper, settings: Settings, begin: Callable[[Desk], None], window: QWidget
    ) -> None:
        super().__init__(window)
        self.keeper, self.settings = keeper, settings
        self._begin, self._window = begin, window

    def open_path(self, path: str) -> bool:
        """Open a model or a case, by its ending; return whether it is open now."""
        return self.open_case(path) if path.lower().endswith(".json") else self.open_model(path)

    def open_demo(self) -> None:
        """Open the bundled demo model."""
        self.open_model(str(demo.PATH), remember=False)

    def open_model(self, path: str, remember: bool = True) -> bool:
        """Open a model with a new case."""
        model = model_from(self._window, path)
        return model is not None and self.keeper.may_leave() and self.take_model(model, path, remember)

    def take_model(self, model: Model, path: str, remember: bool = True, case: Case | None = None) -> bool:
        """Put a model on the desk, with a case of it or a new one."""
        try:
            if self.keeper.desk is None:
                self.keeper.desk = Desk(model, path, self._window)
                self._begin(self.keeper.desk)
                if case is not None:
                    self.keeper.desk.use_case(case)
            else:
                self.keeper.desk.use_model(model, path, case)
        except ValueError as error:
            prompts.warn(self._window, tr("Not a usable model"), f"{path}: {said(error)}")
            return False
        self.keeper.model_taken()
        self.opened.emit()
        if remember and path:
            self.settings.add_model(path)
        return True

    def open_case(self, path: str, recovered: bool = False) -> bool:
        """Open a case, with its model if that is another one and can be found."""
        desk = self.keeper.desk
        model = None if desk is None else desk.model
        case = case_from(self._window, path, model)
        if isinstance(case, OtherModelError):
            return self._open_with_model(path, case, recovered)
        if case is None or desk is None or not self.keeper.may_leave():
            return False
        case = case_from(self._window, path, model)  # again: leaving may have saved to this very file
        if not isinstance(case, Case):
            return False
        try:
            desk.use_case(case)
        except ValueError as error:  # well formed, but the model does not take it
            prompts.warn(self._window, tr("Not a usable case"), f"{path}: {said(error)}")
            return False
        self._opened_case(case, path, recovered)
        return True

    def _open_with_model(self, path: str, needed: OtherModelError, recovered: bool) -> bool:
        known = self.settings.recent_models
        if recovered:  # the program's own copy, from a folder that nobody else can write to
            known = [*known, needed.model["path"]]
        found = model_needed(self._window, needed, path, known)
        if found is None:
            self._show_record(path, needed)
            return False
        model, model_path = found
        case = case_from(self._window, path, model)
        if (
            not isinstance(case, Case)
            or not self.keeper.may_leave()
            or not self.take_model(model, model_path, case=case)
        ):
            return False
        self._opened_case(case, path, recovered)
        return True

    def _show_record(self, path: str, needed: OtherModelError) -> None:
        """Show a case whose model is missing: it can be read, but not changed."""
        from ifc2f_gui.dialogs.record import RecordDialog  # most windows do not need it, and start sooner

        try:
            content = read_content(path)
        except (CaseError, OSError) as error:
            prompts.warn(self._window, tr("Not a usable case"), said(error))
            return
        note = tr("{why} Without it, you can read the case but not change it.", why=str(needed))
        show_over(RecordDialog(content, note, self._window, path=path))

    def _opened_case(self, case: Case, path: str, recovered: bool) -> None:
        if recovered:
            case.mark_unsaved()
            self.keeper.came_from_nowhere()  # the file of the case before is not this one's
        else:
            self.keeper.came_from(path)
        self.opened.emit()

    def recover(self) -> None:
        """Offer cases that a crash left behind."""
        copies = self.keeper.autosave
        for path in copies.left_behind() if copies is not None else []:
            text = tr("The program ended before a case was saved. Open its backup copy?")
            options = [tr("Open it"), tr("Delete it"), tr("Decide later")]
            answer = prompts.choose(self._window, tr("Unsaved case"), text, options, cancel=2)
            taken = answer == 0 and self.open_case(str(path), recovered=True) and self.keeper.autosave_now()
            if answer == 1 or taken:  # what no other copy holds stays
                path.unlink(missing_ok=True)
            if answer == 0:
                return
