"""The window: panels round the desk, menus from the table of shortcuts, files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QEvent, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

import ifc2f
from ifc2f.errors import ModelError
from ifc2f.model import Model
from ifc2f_gui import demo
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case import ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNKNOWN, Case
from ifc2f_gui.case.case_file import SUFFIX, CaseError, OtherModelError, case_to_json, read_case, write_case
from ifc2f_gui.case.describe import describe, model_title, model_version
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.dialogs.card import CardDialog
from ifc2f_gui.dialogs.help import HelpDialog
from ifc2f_gui.dialogs.prior import PriorDialog
from ifc2f_gui.panels.advice_bar import AdviceBar
from ifc2f_gui.panels.answers import AnswersPanel
from ifc2f_gui.panels.course import CoursePanel
from ifc2f_gui.panels.others import OthersPanel
from ifc2f_gui.panels.posterior import PosteriorPanel
from ifc2f_gui.panels.question import QuestionPanel
from ifc2f_gui.panels.why import WhyPanel
from ifc2f_gui.report.case_report import write_report
from ifc2f_gui.shared import theme
from ifc2f_gui.shared.shortcuts import ANSWER, FILE, MENUS, SHORTCUTS
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, label, literal
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.training.inputs import TABLES
from ifc2f_gui.window.settings import Settings
from ifc2f_gui.window.start import StartPage

AUTOSAVE_MS = 300
WORD_MS = 400  # between two letters that are typed one after the other
_WITHOUT_MODEL = {
    "open",
    "demo",
    "train",
    "quit",
    "help",
    "about",
    "larger",
    "smaller",
    "normal",
    "dark",
    "light",
}


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
        self.settings, self.autosave = settings, autosave
        self.desk: Desk | None = None
        self.case_path = ""
        self.train_dialog: TrainDialog | None = None
        self._autosave_failed = False
        self._said = QElapsedTimer()
        self._autosave_timer = QTimer(self)
        self._autosave_timer.setSingleShot(True)
        self._autosave_timer.setInterval(AUTOSAVE_MS)
        self._autosave_timer.timeout.connect(self.autosave_now)
        theme.apply(settings.scheme, settings.zoom)
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        self.start = StartPage(settings)
        self.start.demo_wanted.connect(self.on_demo)
        self.start.open_wanted.connect(self.on_open)
        self.start.train_wanted.connect(self.on_train)
        self.start.path_wanted.connect(self.open_path)
        self.pages.addWidget(self.start)
        self.setAcceptDrops(True)
        self._make_menus()
        self.resize(1180, 760)
        self._refresh_actions()
        self._show_title()

    # ---- Menus ---------------------------------------------------------------------------------------------

    def _make_menus(self) -> None:
        """Make an action for every row of the table that names one."""
        self.actions_by_name: dict[str, QAction] = {}
        for heading in MENUS:
            menu = self.menuBar().addMenu(tr(heading))
            for row in SHORTCUTS:
                if row.menu != heading or not row.name:
                    continue
                action = QAction(tr(row.text), self)
                action.setShortcuts([QKeySequence(key) for key in row.keys])
                action.setCheckable(row.checkable)
                action.setAutoRepeat(heading != ANSWER)  # a key held down answers one question only
                slot: Callable[[], None] = getattr(self, f"on_{row.name}")
                action.triggered.connect(lambda _=False, slot=slot: slot())
                menu.addAction(action)
                self.actions_by_name[row.name] = action
            if heading == FILE:
                self.recent_menu = menu.addMenu(tr("Recent"))
                self.recent_menu.aboutToShow.connect(self._fill_recent)
        schemes = QActionGroup(self)
        schemes.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for name in ("dark", "light"):
            schemes.addAction(self.actions_by_name[name])
            self.actions_by_name[name].setChecked(self.settings.scheme == name)

    def _fill_recent(self) -> None:
        menu = self.recent_menu
        menu.clear()
        for path in [*self.settings.recent_models, *self.settings.recent_cases]:
            action = menu.addAction(literal(Path(path).name))
            action.setToolTip(path)
            action.triggered.connect(partial(self.open_path, path))
        menu.addSeparator()
        keep = menu.addAction(tr("Remember recent cases"))
        keep.setCheckable(True)
        keep.setChecked(self.settings.keeps_cases)
        keep.toggled.connect(self.settings.keep_cases)
        menu.addAction(tr("Forget recent cases"), self.settings.clear_cases)

    def _refresh_actions(self) -> None:
        desk = self.desk
        for name, action in self.actions_by_name.items():
            action.setEnabled(desk is not None or name in _WITHOUT_MODEL)
        if desk is None:
            return
        enabled = {
            "undo": desk.active.can_undo,
            "redo": desk.active.can_redo,
            "keep_what_if": desk.what_if is not None,
            "suggested": desk.chosen is not None,
            "decide": desk.active.decision is None,
        }
        for name in (UNKNOWN, NOT_AVAILABLE, PENDING, FAILED):
            enabled[name.replace(" ", "_")] = desk.asked is not None
        for name, on in enabled.items():
            self.actions_by_name[name].setEnabled(on)
        self.actions_by_name["what_if"].setChecked(desk.what_if is not None)
        for made, name in ((self.undo_button, "undo"), (self.redo_button, "redo")):
            made.setEnabled(self.actions_by_name[name].isEnabled())

    # ---- The case page -------------------------------------------------------------------------------------

    def _make_case_page(self, desk: Desk) -> None:
        """Lay out the panels in three columns: question, posterior, what it was made of."""
        self.question = QuestionPanel(desk)
        self.others = OthersPanel(desk)
        self.posterior = PosteriorPanel(desk)
        self.course = CoursePanel(desk)
        self.answers = AnswersPanel(desk)
        self.why = WhyPanel(desk)
        self.advice = AdviceBar(desk)
        self.question.suggestion_wanted.connect(self.on_suggested)
        self.answers.edit_wanted.connect(self.on_edit)
        self.answers.retract_wanted.connect(self.on_retract)
        self.answers.pause_wanted.connect(self.on_pause)
        self.advice.go_on_wanted.connect(self.on_go_on)
        self.advice.decide_wanted.connect(self.on_decide)
        self.posterior.prior.clicked.connect(self.on_prior)
        columns = QSplitter(Qt.Orientation.Horizontal)
        columns.setHandleWidth(GRID)
        columns.setChildrenCollapsible(False)
        pairs = (
            (self.question, self.others, 4, 3),
            (self.posterior, self.course, 1, 1),
            (self.answers, self.why, 1, 1),
        )
        for upper, lower, tall, short in pairs:
            column = QSplitter(Qt.Orientation.Vertical)
            column.setHandleWidth(GRID)
            column.setChildrenCollapsible(False)
            column.addWidget(upper)
            column.addWidget(lower)
            column.setSizes([tall * 120, short * 120])
            column.setStretchFactor(0, tall)
            column.setStretchFactor(1, short)
            columns.addWidget(column)
            if upper is self.posterior:
                self.middle = column
        columns.setSizes([350, 390, 330])
        columns.setObjectName("body")
        self.room = QScrollArea()  # large text on a small screen needs more than there is
        self.room.setWidgetResizable(True)
        self.room.setFrameShape(QFrame.Shape.NoFrame)
        self.room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.room.setWidget(columns)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)
        page = QWidget()
        box = QVBoxLayout(page)
        box.setContentsMargins(GRID, GRID, GRID, GRID)
        box.setSpacing(GRID)
        box.addLayout(self._make_head())
        box.addWidget(self._make_what_if_bar())
        box.addWidget(self.room, 1)
        box.addWidget(self.advice)
        box.addLayout(self._make_buttons())
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        desk.model_changed.connect(self._model_changed)
        desk.case_changed.connect(self._case_changed)
        desk.asked_changed.connect(self._refresh_actions)
        self.question.entry_replaced.connect(self._set_tab_order)
        self._set_tab_order()

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Scroll to what has the focus; of the question, to its words as well."""
        if now is None or not self.room.isAncestorOf(now):
            return
        if self.question.isAncestorOf(now):
            self.room.ensureWidgetVisible(self.question.title, 2 * GRID, 2 * GRID)
        self.room.ensureWidgetVisible(now, 2 * GRID, GRID)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep in sight what has the focus."""
        super().resizeEvent(event)
        if self.desk is not None:
            QTimer.singleShot(0, self, lambda: self._follow_focus(None, QApplication.focusWidget()))

    def _set_tab_order(self) -> None:
        """Go from the input through the other answers to the list, the figures, the advice and the rest."""
        chain = [
            *(self.question.entry.stops if self.question.entry is not None else []),
            self.question.answer_button, self.question.unknown_button, self.question.not_available_button,
            self.question.pending_button, self.question.failed_button, self.others.search, self.others.view,
            self.posterior.prior, self.posterior.bars, self.answers.view, self.answers.edit,
            self.answers.retract, self.answers.pause, self.why.target, self.why.weights,
            self.advice.go_on, self.advice.decide, *self.buttons, self.card_button, self.question.back,
        ]  # fmt: skip
        for first, second in pairwise(chain):
            QWidget.setTabOrder(first, second)

    def _make_head(self) -> QHBoxLayout:
        self.model_label = label(role="large", wrap=False)
        self.hash_label = label(role="quiet", wrap=False)
        self.case_label = label(role="quiet", wrap=False)
        about = tr("What the model is for, made from, and known to do")
        self.card_button = button(tr("Model card"), "link", about)
        self.card_button.clicked.connect(self.on_card)
        line = QHBoxLayout()
        line.setContentsMargins(GRID, 0, GRID, 0)
        line.setSpacing(GRID)
        for part in (self.model_label, self.hash_label, self.card_button):
            line.addWidget(part)
        line.addStretch(1)
        line.addWidget(self.case_label)
        return line

    def _make_what_if_bar(self) -> QWidget:
        self.what_if_bar = QWidget()
        line = QHBoxLayout(self.what_if_bar)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID)
        notice = label(tr("What if: answers given now go to a copy; the case stays as it is."), "notice")
        keep = button(tr("Keep these answers"))
        back = button(tr("Back to the case"))
        keep.clicked.connect(self.on_keep_what_if)
        back.clicked.connect(self.on_what_if)
        line.addWidget(notice, 1)
        line.addWidget(keep)
        line.addWidget(back)
        self.what_if_bar.hide()
        return self.what_if_bar

    def _make_buttons(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(GRID)
        self.saved_label = label(role="quiet", wrap=False)
        line.addWidget(self.saved_label)
        line.addStretch(1)
        made = {}
        for name, text in (
            ("undo", tr("Undo")),
            ("redo", tr("Redo")),
            ("budget", tr("Budget")),
            ("what_if", tr("What if")),
            ("save", tr("Save")),
            ("report", tr("Report")),
        ):
            made[name] = button(text)
            made[name].clicked.connect(getattr(self, f"on_{name}"))
            line.addWidget(made[name])
        self.buttons = [*made.values()]
        self.undo_button, self.redo_button, self.what_if_button = made["undo"], made["redo"], made["what_if"]
        return line

    def _model_changed(self) -> None:
        assert self.desk is not None
        model = self.desk.model
        version = model_version(model)
        self.model_label.setText(model_title(model))
        self.hash_label.setText(" · ".join(filter(None, [version, model.sha256[:8]])))
        self.hash_label.setToolTip(f"SHA-256 {model.sha256}")
        QTimer.singleShot(0, self, self._share_middle)

    def _share_middle(self) -> None:
        """Give the bars the height their number needs, and the course the rest."""
        panel = self.posterior
        around = panel.sizeHint().height() - panel.room.sizeHint().height()
        height = panel.bars.sizeHint().height() + around + GRID
        self.middle.setSizes([height, max(160, self.middle.height() - height)])

    def _case_changed(self) -> None:
        assert self.desk is not None
        self.what_if_bar.setVisible(self.desk.what_if is not None)
        self.what_if_button.setVisible(self.desk.what_if is None)
        self._refresh_actions()
        self._show_title()
        self._autosave_timer.start()

    def _show_title(self) -> None:
        if self.desk is None:
            self.setWindowTitle("ifc2f")
            return
        case = self.desk.case
        name = case.name or (
            Path(self.case_path).name.removesuffix(SUFFIX) if self.case_path else tr("New case")
        )
        state = tr("unsaved changes") if case.is_dirty else tr("saved") if self.case_path else ""
        self.case_label.setText(name)
        self.saved_label.setText(state)
        self.setWindowModified(case.is_dirty)
        self.setWindowTitle(f"{name}[*] – {model_title(self.desk.model)} – ifc2f")

    # ---- Opening -------------------------------------------------------------------------------------------

    def on_open(self) -> None:
        """Ask for a model or case file and open it."""
        filters = tr("Models and cases (*.ifc2f *.json);;All files (*)")
        if path := prompts.open_path(self, tr("Open model or case"), filters):
            self.open_path(path)

    def on_demo(self) -> None:
        """Open the bundled demo model."""
        self.open_model(str(demo.PATH), remember=False)

    def open_path(self, path: str) -> bool:
        """Open a model or a case, or a table to train from, by its ending; return whether it is open now."""
        if path.lower().endswith(".json"):
            return self.open_case(path)
        if path.lower().endswith(TABLES):
            self.on_train()
            assert self.train_dialog is not None
            return self.train_dialog.open_table(path)
        return self.open_model(path)

    def open_model(self, path: str, remember: bool = True) -> bool:
        """Open a model with a new case. On an error, or if the user cancels, all stays as it is."""
        model = self._load_model(path)
        return model is not None and self.may_leave_case() and self._take_model(model, path, remember)

    def _load_model(self, path: str) -> Model | None:
        try:
            return Model.load(path)
        except OSError as error:
            prompts.warn(
                self,
                tr("Not opened"),
                tr("{path} cannot be read: {why}.", path=path, why=error.strerror or error),
            )
        except ModelError as error:
            prompts.warn(self, tr("Not a usable model"), str(error))
        return None

    def _take_model(self, model: Model, path: str, remember: bool = True, case: Case | None = None) -> bool:
        try:
            if self.desk is None:
                self.desk = Desk(model, path, self)
                self._make_case_page(self.desk)
                if case is not None:
                    self.desk.use_case(case)
                else:
                    self._case_changed()
                self._model_changed()
            else:
                self.desk.use_model(model, path, case)
        except ValueError as error:
            prompts.warn(self, tr("Not a usable model"), f"{path}: {error}")
            return False
        if self.autosave is not None:
            self.autosave.clear()
        self.case_path = ""
        self._show_title()
        self.question.focus_entry()
        if remember and path:
            self.settings.add_model(path)
        return True

    def open_case(self, path: str, recovered: bool = False) -> bool:
        """Open a case, with its model if that is another one and can be found."""
        case = self._read_case(path)
        if isinstance(case, OtherModelError):
            return self._open_with_model(path, case, recovered)
        if case is None or self.desk is None or not self.may_leave_case():
            return False
        case = self._read_case(path)  # again: what was saved on leaving may have gone to this very file
        if not isinstance(case, Case):
            return False
        try:
            self.desk.use_case(case)
        except ValueError as error:  # well formed, but the model does not take it
            prompts.warn(self, tr("Not a usable case"), f"{path}: {error}")
            return False
        self._opened_case(path, recovered)
        return True

    def _read_case(self, path: str, model: Model | None = None) -> Case | OtherModelError | None:
        """Read a case of a model (the desk's unless given), or say why not."""
        if model is None and self.desk is not None:
            model = self.desk.model
        try:
            return read_case(path, model, describe(model) if model is not None else ())
        except OtherModelError as error:
            return error
        except CaseError as error:
            prompts.warn(self, tr("Not a usable case"), str(error))
        except OSError as error:
            prompts.warn(
                self,
                tr("Not opened"),
                tr("{path} cannot be read: {why}.", path=path, why=error.strerror or error),
            )
        return None

    def _open_with_model(self, path: str, needed: OtherModelError, recovered: bool) -> bool:
        """Open a case of another model with that model; ask for its file if it is not where it was."""
        model, model_path = self._find_model(needed), needed.model["path"]
        if model is None:
            text = tr("{why} It was not found at {path} with the SHA-256 {sha}….", why=str(needed),
                      path=model_path or tr("its place"), sha=needed.model["sha256"][:12])  # fmt: skip
            options = [tr("Choose the model file…"), tr("Cancel")]
            if prompts.choose(self, tr("Another model is needed"), text, options, cancel=1) == 1:
                return False
            model_path = prompts.open_path(self, tr("Open model"), tr("Models (*.ifc2f);;All files (*)"))
            model = self._load_model(model_path) if model_path else None
            if model is None:
                return False
            if model.sha256 != needed.model["sha256"]:
                prompts.warn(
                    self,
                    tr("Another model is needed"),
                    tr("{path} is not the model of this case.", path=model_path),
                )
                return False
        case = self._read_case(path, model)
        if (
            not isinstance(case, Case)
            or not self.may_leave_case()
            or not self._take_model(model, model_path, case=case)
        ):
            return False
        self._opened_case(path, recovered)
        return True

    def _find_model(self, needed: OtherModelError) -> Model | None:
        """Return the model at the place the case names, or the demo model, if it is the very same."""
        for path in (needed.model["path"], str(demo.PATH)):
            try:
                model = Model.load(path)
            except (OSError, ValueError):  # no model, or no path at all: a file may name anything
                continue
            if model.sha256 == needed.model["sha256"]:
                return model
        return None

    def _opened_case(self, path: str, recovered: bool) -> None:
        assert self.desk is not None
        if recovered:
            self.case_path = ""  # the file of the case before is not this one's
            self.desk.case.mark_unsaved()
        else:
            self.case_path = str(Path(path).resolve())
            self.settings.add_case(path)
        self._show_title()
        self.question.focus_entry()

    def recover(self) -> None:
        """Offer cases that a crash left behind."""
        for path in self.autosave.left_behind() if self.autosave is not None else []:
            text = tr("The program ended before a case was saved. Open what is left of it?")
            options = [tr("Open it"), tr("Delete it"), tr("Decide later")]
            answer = prompts.choose(self, tr("Unsaved case"), text, options, cancel=2)
            taken = answer == 0 and self.open_case(str(path), recovered=True) and self.autosave_now()
            if answer == 1 or taken:  # what no other copy holds stays
                path.unlink(missing_ok=True)
            if answer == 0:
                return

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if event.mimeData().hasUrls() and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped, when the drop is over."""
        path = event.mimeData().urls()[0].toLocalFile()
        event.acceptProposedAction()
        QTimer.singleShot(0, self, lambda: self.open_path(path))

    # ---- Saving --------------------------------------------------------------------------------------------

    def may_leave_case(self) -> bool:
        """Ask what to do with unsaved changes; return whether the case may go."""
        if self.desk is None or not (self.desk.case.is_dirty or self.desk.what_if is not None):
            return True
        text = tr("The case has changes that are not saved.")
        if self.desk.what_if is not None:
            text += " " + tr("What-if answers are not part of it.")
        answer = prompts.choose(
            self, tr("Unsaved case"), text, [tr("Save"), tr("Discard"), tr("Cancel")], cancel=2
        )
        return self.on_save() if answer == 0 else answer == 1

    def on_save(self) -> bool:
        """Save the case; return whether it is saved."""
        return self._save_to(self.case_path) if self.case_path else self.on_save_as()

    def on_save_as(self) -> bool:
        """Save the case under a name that is asked for."""
        name = self.desk.case.name if self.desk is not None else ""
        proposal = (name or tr("case")) + SUFFIX
        path = prompts.save_path_ending(self, tr("Save case"), proposal, tr("Cases (*.json)"), SUFFIX)
        return bool(path) and self._save_to(path)

    def _save_to(self, path: str) -> bool:
        assert self.desk is not None
        try:
            write_case(path, self.desk.case, self.desk.model, self.desk.model_path)
        except OSError as error:
            prompts.say_not_written(self, path, error)
            return False
        self.desk.case.mark_saved()
        self.case_path = str(Path(path).resolve())
        self.settings.add_case(path)
        if self.autosave is not None:
            self.autosave.clear()
        self._show_title()
        return True

    def autosave_now(self) -> bool:
        """Keep a copy of unsaved changes; say once if that fails. Return whether there is one now."""
        self._autosave_timer.stop()
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
                self.statusBar().showMessage(
                    tr("No copy for a crash can be kept: {why}", why=error.strerror or error)
                )
        return not self._autosave_failed

    def on_report(self) -> None:
        """Ask for a file and write the report."""
        assert self.desk is not None
        filters = tr("PDF (*.pdf);;Web page (*.html)")
        path = prompts.save_path(self, tr("Write report"), tr("report") + ".pdf", filters)
        if not path:
            return
        try:
            write_report(path, self.desk)
        except OSError as error:
            prompts.say_not_written(self, path, error)

    # ---- The case ------------------------------------------------------------------------------------------

    def on_new_case(self) -> None:
        """Begin another case."""
        assert self.desk is not None
        if self.may_leave_case():
            self.case_path = ""
            self.desk.use_case(Case())
            self._show_title()
            self.question.focus_entry()

    def on_rename(self) -> None:
        """Ask for a name of the case."""
        assert self.desk is not None
        name = prompts.text(
            self,
            tr("Name the case"),
            tr("Name (kept in the case file and its reports only):"),
            self.desk.active.name,
        )
        if name is not None:
            self.desk.set_name(name)

    def on_prior(self) -> None:
        """Ask for pre-test probabilities."""
        assert self.desk is not None
        dialog = PriorDialog(self.desk, self)
        if dialog.exec():
            self.desk.set_prior(dialog.prior)

    def on_budget(self) -> None:
        """Ask for the largest cost to be spent."""
        assert self.desk is not None
        dialog = BudgetDialog(self.desk, self)
        if dialog.exec():
            self.desk.set_budget(dialog.budget)

    def on_undo(self) -> None:
        """Take the last change back."""
        assert self.desk is not None
        self.desk.undo()

    def on_redo(self) -> None:
        """Make it again."""
        assert self.desk is not None
        self.desk.redo()

    def on_what_if(self) -> None:
        """Start a what-if, or go back to the case."""
        assert self.desk is not None
        if self.desk.what_if is None:
            self.desk.start_what_if()
        else:
            self.desk.end_what_if(keep=False)
        self.question.focus_entry()

    def on_keep_what_if(self) -> None:
        """Make the what-if answers those of the case."""
        assert self.desk is not None
        self.desk.end_what_if(keep=True)
        self.question.focus_entry()

    def on_unknown(self) -> None:
        """Answer: unknown."""
        self._say(UNKNOWN)

    def on_not_available(self) -> None:
        """Answer: not available."""
        self._say(NOT_AVAILABLE)

    def on_pending(self) -> None:
        """Answer: ordered, result pending."""
        self._say(PENDING)

    def on_failed(self) -> None:
        """Answer: done without a usable result."""
        self._say(FAILED)

    def _say(self, state: str) -> None:
        """Answer without a value; letters of a typed word ("unknown") answer one question, not several."""
        in_a_word = self._said.isValid() and self._said.elapsed() < WORD_MS
        self._said.restart()
        if not in_a_word:
            self.question.say(state)

    def on_suggested(self) -> None:
        """Go back to the question the model asks."""
        assert self.desk is not None
        self.desk.ask(None)
        self.question.focus_entry()

    def on_edit(self) -> None:
        """Ask the selected answer's question again."""
        assert self.desk is not None
        if self.answers.selected is not None:
            self.desk.ask(self.answers.selected)
            self.question.focus_entry()

    def on_retract(self) -> None:
        """Retract the selected answer."""
        assert self.desk is not None
        if self.answers.selected is not None:
            self.desk.retract(self.answers.selected)

    def on_pause(self) -> None:
        """Pause the selected answer, or count it again."""
        assert self.desk is not None
        selected = self.answers.selected
        finding = None if selected is None else self.desk.active.finding(selected)
        if selected is not None and finding is not None and finding.state == ANSWERED:
            self.desk.pause(selected, not finding.paused)

    def on_go_on(self) -> None:
        """Go on whatever the advice."""
        assert self.desk is not None
        self.desk.go_on()
        self.question.focus_entry()

    def on_decide(self) -> None:
        """Decide whatever the advice."""
        assert self.desk is not None
        self.desk.decide()
        self.advice.go_on.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- View ----------------------------------------------------------------------------------------------

    def on_to_question(self) -> None:
        """Go to the question."""
        self.question.focus_entry()

    def on_to_others(self) -> None:
        """Go to the open questions."""
        self.others.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def on_to_answers(self) -> None:
        """Go to the answers."""
        view = self.answers.view
        if self.answers.selected is None and self.answers.rows.rowCount():
            view.setCurrentIndex(self.answers.rows.index(self.answers.rows.rowCount() - 1))
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def on_to_figures(self) -> None:
        """Go to the posterior."""
        panel = self.posterior
        shown = panel.table if panel.stack.currentIndex() else panel.bars
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def on_tables(self) -> None:
        """Show tables in place of plots, or plots again."""
        as_tables = self.actions_by_name["tables"].isChecked()
        for panel in (self.posterior, self.course, self.why):
            panel.show_table(as_tables)

    def on_larger(self) -> None:
        """Enlarge the text."""
        self.set_zoom(self.settings.zoom + 0.1)

    def on_smaller(self) -> None:
        """Make the text smaller."""
        self.set_zoom(self.settings.zoom - 0.1)

    def on_normal(self) -> None:
        """Show the text in the system's size."""
        self.set_zoom(1.0)

    def set_zoom(self, zoom: float) -> None:
        """Set the text size, 1 for the system's."""
        self.settings.set_zoom(round(min(2.5, max(0.7, zoom)), 2))
        self._restyle()

    def on_dark(self) -> None:
        """Use dark colours, or the system's again."""
        self._set_scheme("dark")

    def on_light(self) -> None:
        """Use light colours, or the system's again."""
        self._set_scheme("light")

    def _set_scheme(self, name: str) -> None:
        self.settings.set_scheme(name if self.actions_by_name[name].isChecked() else "system")
        self._restyle()

    def _restyle(self) -> None:
        theme.apply(self.settings.scheme, self.settings.zoom)
        if self.desk is not None:
            self.course.rebuild()
            self.desk.case_changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the system when it turns dark or light."""
        super().changeEvent(event)
        if (
            event.type() == QEvent.Type.ThemeChange
            and self.settings.scheme == "system"
            and self.desk is not None
        ):
            self._restyle()

    # ---- Other windows -------------------------------------------------------------------------------------

    def on_card(self) -> None:
        """Show the model card."""
        assert self.desk is not None
        CardDialog(self.desk.model, self.desk.features, self).open()

    def on_help(self) -> None:
        """Show the help page."""
        HelpDialog(self).open()

    def on_about(self) -> None:
        """Say what this is."""
        text = tr(
            "ifc2f {version}\n\nSupports a decision by a qualified person; it does not make it.",
            version=ifc2f.__version__,
        )
        prompts.warn(self, tr("About"), text)

    def on_train(self) -> None:
        """Show the training dialog; training goes on when it is hidden."""
        if self.train_dialog is None:
            self.train_dialog = TrainDialog(self)
            self.train_dialog.model_made.connect(self.open_model)
        self.train_dialog.show()
        self.train_dialog.raise_()

    def on_quit(self) -> None:
        """Close the window, with the questions that go with it."""
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close unless training or unsaved changes keep the user here."""
        if not self._may_leave_training() or not self.may_leave_case():
            event.ignore()
            return
        if self.train_dialog is not None:
            self.train_dialog.stop()
        self._autosave_timer.stop()
        if self.autosave is not None:
            self.autosave.close()
        event.accept()

    def _may_leave_training(self) -> bool:
        """Ask about a training, or a model that came of it and is saved nowhere."""
        if self.train_dialog is None:
            return True
        if self.train_dialog.has_unsaved_model:
            options = [tr("Save"), tr("Discard"), tr("Cancel")]
            text = tr("The trained model is not saved.")
            self.on_train()  # the question is about what it shows, and errors are said there
            answer = prompts.choose(self, tr("Training"), text, options, cancel=2)
            return answer == 1 or (answer == 0 and bool(self.train_dialog.save_as()))
        if not self.train_dialog.is_running:
            return True
        text = tr("A model is being trained. Stop the training and close?")
        options = [tr("Stop and close"), tr("Keep training")]
        return prompts.choose(self, tr("Training"), text, options, cancel=1) == 0
