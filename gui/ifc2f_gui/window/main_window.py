"""The window: the start page or the page of the open case, and everything else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget

import ifc2f
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case_file import SUFFIX
from ifc2f_gui.case.describe import model_title
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.modal import show_over
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.training.job import TABLES, WORKBOOKS
from ifc2f_gui.window.appearance import Appearance
from ifc2f_gui.window.case_page import CasePage
from ifc2f_gui.window.commands import CaseCommands
from ifc2f_gui.window.geometry import Splits, place, remember
from ifc2f_gui.window.keeper import CaseKeeper
from ifc2f_gui.window.menus import Menus, RecentMenu
from ifc2f_gui.window.opening import Opening
from ifc2f_gui.window.settings import Settings
from ifc2f_gui.window.start import StartPage

if TYPE_CHECKING:
    from ifc2f_gui.training.dialog import TrainDialog


class MainWindow(QMainWindow):
    """One model and one case.

    Parameters
    ----------
    settings : Settings
    autosave : Autosave or None
        None where no folder could be made; the user is told.
    """

    def __init__(self, settings: Settings, autosave: Autosave | None) -> None:
        super().__init__()
        self.settings = settings
        self.page: CasePage | None = None  # until the first model is open
        self.train_dialog: TrainDialog | None = None
        self.keeper = CaseKeeper(settings, autosave, self)
        self.opening = Opening(self.keeper, settings, self._begin, self)
        self.appearance = Appearance(settings, self)
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        self.start = StartPage(settings)
        self.pages.addWidget(self.start)
        self.setAcceptDrops(True)
        self.recent = RecentMenu(settings, self)
        self.menus = Menus(self, self.recent)
        self._serve()
        self._connect()
        place(self, settings)
        self.show_title()

    def _serve(self) -> None:
        """Serve what needs no model."""
        for name in ("dark", "light"):
            self.menus.actions[name].setChecked(self.settings.scheme == name)
        self.menus.serve(
            {
                "open": self.choose_file,
                "demo": self.opening.open_demo,
                "train": self.show_training,
                "quit": self.close,
                "larger": self.appearance.larger,
                "smaller": self.appearance.smaller,
                "normal": self.appearance.normal,
                "dark": lambda: self._choose_scheme("dark"),
                "light": lambda: self._choose_scheme("light"),
                "help": self.show_help,
                "about": self.show_about,
            }
        )

    def _connect(self) -> None:
        self.start.demo_wanted.connect(self.opening.open_demo)
        self.start.open_wanted.connect(self.choose_file)
        self.start.train_wanted.connect(self.show_training)
        self.start.path_wanted.connect(self.open_path)
        self.recent.path_wanted.connect(self.open_path)
        self.keeper.changed.connect(self.show_title)
        self.keeper.trouble.connect(lambda text: self.statusBar().showMessage(text))
        self.opening.opened.connect(self._go_to_question)

    @property
    def desk(self) -> Desk | None:
        """The open model and case; None until the first model is open."""
        return self.keeper.desk

    # ---- The case ------------------------------------------------------------------------------------------

    def _begin(self, desk: Desk) -> None:
        """Show the first model's desk, and serve what needs one."""
        self.page = page = CasePage(desk, self.pages)
        page.splits = Splits(page.splitters, self.settings)
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self.commands = CaseCommands(desk, page, self.keeper, self)
        self.menus.serve(self.commands.by_name())
        tables = self.menus.actions["tables"]
        self.menus.serve({"tables": lambda: page.show_tables(tables.isChecked())})
        page.command_wanted.connect(self.menus.run)
        self.appearance.changed.connect(page.recolour)
        desk.case_changed.connect(self._case_changed)
        desk.asked_changed.connect(self._refresh_actions)
        page.set_tab_order()
        page.refresh()
        page.show_model()
        self._case_changed()

    def _case_changed(self) -> None:
        self._refresh_actions()
        self.show_title()
        self.keeper.autosave_soon()

    def _refresh_actions(self) -> None:
        self.menus.enable(self.commands.possible())
        self.menus.actions["what_if"].setChecked(self.desk is not None and self.desk.what_if is not None)

    def _go_to_question(self) -> None:
        if self.page is not None:
            self.page.go_to_question()

    def show_title(self) -> None:
        """Show what is open, and whether it is saved."""
        if self.desk is None or self.page is None:
            self.setWindowTitle("ifc2f")
            return
        case, path = self.desk.case, self.keeper.path
        name = case.name or (Path(path).name.removesuffix(SUFFIX) if path else tr("New case"))
        state = tr("unsaved changes") if case.is_dirty else tr("saved") if path else ""
        self.page.show_case(name, state, path)
        self.setWindowModified(case.is_dirty)
        self.setWindowTitle(f"{name}[*] – {model_title(self.desk.model)} – ifc2f")

    # ---- Files ---------------------------------------------------------------------------------------------

    def choose_file(self) -> None:
        """Ask for a model or case file and open it."""
        filters = tr("Models and cases (*.ifc2f *.json);;All files (*)")
        if path := prompts.open_path(self, tr("Open model or case"), filters):
            self.open_path(path)

    def open_path(self, path: str) -> bool:
        """Open a model or a case, or a table to train from, by its ending; return whether it is open now."""
        prompts.used(path)
        if path.lower().endswith((*TABLES, *WORKBOOKS)):
            return self.show_training().open_table(path)
        return self.opening.open_path(path)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if event.mimeData().hasUrls() and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped, when the drop is over; of several files none."""
        path, *others = (url.toLocalFile() for url in event.mimeData().urls())
        event.acceptProposedAction()
        QTimer.singleShot(0, self, lambda: self._refuse_files() if others else self.open_path(path))

    def _refuse_files(self) -> None:
        prompts.warn(self, tr("Open model or case"), tr("Please drop one file at a time."))

    # ---- Beside the case -----------------------------------------------------------------------------------

    def _choose_scheme(self, name: str) -> None:
        """Use these colours, or the system's again."""
        self.appearance.set_scheme(name if self.menus.actions[name].isChecked() else "system")

    def changeEvent(self, event: QEvent) -> None:
        """Follow the system when it turns dark or light."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange and self.desk is not None:
            self.appearance.follow_system()

    def show_help(self) -> None:
        """Show the keys and first steps."""
        from ifc2f_gui.dialogs.help import HelpDialog  # most windows do not need it, and start sooner

        show_over(HelpDialog(self))

    def show_about(self) -> None:
        """Say what this is."""
        text = tr(
            "ifc2f {version}\n\nSupports a decision by a qualified person; it does not make it.",
            version=ifc2f.__version__,
        )
        prompts.warn(self, tr("About"), text)

    def show_training(self) -> TrainDialog:
        """Show the training dialog; training goes on when it is hidden."""
        if self.train_dialog is None:
            from ifc2f_gui.training.dialog import TrainDialog  # most windows do not need it, and start sooner

            self.train_dialog = TrainDialog(self)
            self.train_dialog.model_made.connect(self.opening.open_model)
        self.train_dialog.show()
        self.train_dialog.raise_()
        self.train_dialog.activateWindow()  # one that was open already would stay without the keys
        return self.train_dialog

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close unless training or unsaved changes keep the user here."""
        may_end_training = self.train_dialog is None or self.train_dialog.may_end()
        if not may_end_training or not self.keeper.may_leave():
            event.ignore()
            return
        if self.train_dialog is not None:
            self.train_dialog.stop()
        self.keeper.close()
        remember(self, self.settings)
        event.accept()
