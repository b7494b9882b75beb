"""The page of an open case: the model on top, the panels in three columns, buttons below."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.case.describe import model_title, model_version
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import news
from ifc2f_gui.panels.advice_bar import AdviceBar
from ifc2f_gui.panels.answers import AnswersPanel
from ifc2f_gui.panels.course import CoursePanel
from ifc2f_gui.panels.others import OthersPanel
from ifc2f_gui.panels.posterior import PosteriorPanel
from ifc2f_gui.panels.question import QuestionPanel
from ifc2f_gui.panels.why import WhyPanel
from ifc2f_gui.shared.rows import END, Rows
from ifc2f_gui.shared.texts import shortened, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Elided, announce, button, label
from ifc2f_gui.window.geometry import Splits

_NARROW = 112  # letters: what advice, buttons and the longest words beside them need
_LOW = 28  # lines of text
_WIDTHS = [350, 390, 330]  # of the columns to each other
_LONGEST_NAME = 60  # letters of a name in a line of its own


class CasePage(QWidget):
    """Lays out the panels. A button sends its name in the table of shortcuts."""

    command_wanted = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self.desk = desk
        self.splits: Splits | None = None
        self._told = ""
        self.room = QScrollArea(self)  # large text on a small screen needs more than there is
        self.room.setWidgetResizable(True)
        self.room.setFrameShape(QFrame.Shape.NoFrame)
        self.room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._make_panels(desk, self._make_columns())
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)
        bar = self.room.verticalScrollBar()
        bar.rangeChanged.connect(lambda: QTimer.singleShot(0, self, self._keep_focus))
        aside = self.room.horizontalScrollBar()
        aside.rangeChanged.connect(lambda: QTimer.singleShot(0, self, self._stack))
        box = QVBoxLayout(self)
        box.setContentsMargins(GRID, GRID, GRID, GRID)
        box.setSpacing(GRID)
        box.addLayout(self._make_head())
        box.addWidget(self._make_what_if_bar())
        box.addWidget(self.room, 1)
        box.addWidget(self.advice)
        box.addWidget(self._make_foot())
        desk.model_changed.connect(self.show_model)
        desk.case_changed.connect(self.refresh)
        desk.asked_changed.connect(self._leave_search)

    def _make_panels(self, desk: Desk, columns: list[QSplitter]) -> None:
        """Make the panels in their final place: Qt styles a moved widget again."""
        left, middle, right = columns
        self.question, self.others = QuestionPanel(desk, left), OthersPanel(desk, left)
        self.posterior, self.course = PosteriorPanel(desk, middle), CoursePanel(desk, middle)
        self.answers, self.why = AnswersPanel(desk, right), WhyPanel(desk, right)
        self.advice = AdviceBar(desk, self)
        for column, (tall, short) in zip(columns, ((4, 3), (1, 1), (1, 1)), strict=True):
            column.setSizes([tall * 120, short * 120])
            column.setStretchFactor(0, tall)
            column.setStretchFactor(1, short)
        for wanted, command in (
            (self.question.suggestion_wanted, "suggested"),
            (self.question.uncertain_wanted, "uncertain"),
            (self.answers.known.clicked, "known"),
            (self.answers.edit_wanted, "edit"),
            (self.answers.retract_wanted, "retract"),
            (self.answers.pause_wanted, "pause"),
            (self.advice.go_on_wanted, "go_on"),
            (self.advice.decide_wanted, "decide"),
            (self.advice.other_wanted, "decide_other"),
            (self.posterior.prior.clicked, "prior"),
        ):
            wanted.connect(lambda *_, command=command: self.command_wanted.emit(command))
        self.question.entry_replaced.connect(self.set_tab_order)
        self.question.problem_told.connect(self._show_problem)
        self.others.chosen.connect(self.go_to_question)

    def _make_columns(self) -> list[QSplitter]:
        """Return the columns for two panels each: question, posterior, what it was made of."""
        self.body = QWidget()
        self.body.setObjectName("body")
        self.room.setWidget(self.body)
        across = _splitter(Qt.Orientation.Horizontal, self.body)
        below = QVBoxLayout(self.body)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(GRID)
        below.addWidget(across, 1)
        columns = [_splitter(Qt.Orientation.Vertical, across) for _ in range(3)]
        across.setSizes(_WIDTHS)
        self.splitters = [across, *columns]
        return columns

    def _make_head(self) -> QHBoxLayout:
        self.model_label, self.case_label = Elided("large"), Elided("quiet")
        self.hash_label = label(role="quiet", wrap=False)
        about = tr("What the model is for, what it was trained on, and how it performs")
        self.card_button = self._button("card", tr("Model card"), "link", about)
        line = QHBoxLayout()
        line.setContentsMargins(GRID, 0, GRID, 0)
        line.setSpacing(GRID)
        for part in (self.model_label, self.hash_label, self.card_button):
            line.addWidget(part)
        line.addStretch(1)
        line.addWidget(self.case_label)
        return line

    def _make_what_if_bar(self) -> QWidget:
        self.what_if_bar = QWidget(self)
        self.what_if_box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.what_if_bar)
        self.what_if_box.setContentsMargins(0, 0, 0, 0)
        self.what_if_box.setSpacing(GRID)
        notice = label(tr("What if: answers given now go to a copy; the case stays as it is."), "notice")
        self.what_if_box.addWidget(notice, 1)
        line = Rows(END)
        line.addWidget(self._button("keep_what_if", tr("Keep these answers")))
        line.addWidget(self._button("what_if", tr("Back to the case")))
        self.what_if_box.addLayout(line)
        self.what_if_bar.hide()
        return self.what_if_bar

    def _make_foot(self) -> QWidget:
        self.foot_bar = QWidget(self)
        self.foot = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.foot_bar)
        self.foot.setContentsMargins(0, 0, 0, 0)
        self.saved_label = label(role="quiet", wrap=False)
        self.done_label = Elided("quiet")
        told = QHBoxLayout()
        told.setSpacing(2 * GRID)
        told.addWidget(self.saved_label)
        told.addWidget(self.done_label, 1)
        self.foot.addLayout(told, 1)
        line = Rows(END)
        self.foot.addLayout(line)
        self.undo_button = self._button("undo", tr("Undo"))
        self.redo_button = self._button("redo", tr("Redo"))
        self.what_if_button = self._button("what_if", tr("What if"))
        self.buttons = [
            self.undo_button, self.redo_button,
            self._button("budget", tr("Budget")), self.what_if_button,
            self._button("save", tr("Save")), self._button("report", tr("Report")),
        ]  # fmt: skip
        for made in self.buttons:
            line.addWidget(made)
        return self.foot_bar

    def _button(self, command: str, text: str, role: str = "", description: str = "") -> QPushButton:
        made = button(text, role, description)
        made.clicked.connect(lambda: self.command_wanted.emit(command))
        return made

    # ---- Focus ---------------------------------------------------------------------------------------------

    def set_tab_order(self) -> None:
        """Go from the input through the other answers to the list, the figures, the advice and the rest."""
        chain = [
            *(self.question.entry.stops if self.question.entry is not None else []),
            *self.question.answer_buttons, self.others.search, self.others.view,
            self.posterior.prior, self.posterior.bars, self.answers.known, self.answers.view,
            self.answers.edit, self.answers.retract, self.answers.pause, self.why.target, self.why.strengths,
            self.advice.go_on, self.advice.decide, self.advice.other,
            *self.buttons, self.card_button, self.question.back,
        ]  # fmt: skip
        for first, second in pairwise(chain):
            QWidget.setTabOrder(first, second)

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Scroll to what has the focus; of the question, to its words as well."""
        if now is None or not self.room.isAncestorOf(now):
            return
        if self.question.isAncestorOf(now):
            self.room.ensureWidgetVisible(self.question.title, 2 * GRID, 2 * GRID)
        self.room.ensureWidgetVisible(now, 2 * GRID, GRID)
        self._show_problem()

    def _show_problem(self) -> None:
        """Scroll to what is wrong with an entry, and what it asks, where large text hides it."""
        for part in self.question.told:
            self.room.ensureWidgetVisible(part, 0, GRID)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep in sight what has the focus."""
        super().resizeEvent(event)
        self._fold()
        self._stack(anew=event.size().width() != event.oldSize().width())
        self._place_bars()
        QTimer.singleShot(0, self, lambda: self._follow_focus(None, QApplication.focusWidget()))

    def _keep_focus(self) -> None:
        """Keep in sight what has the focus where the advice takes room, unless the user scrolled away."""
        now = QApplication.focusWidget()
        if now is not None and not now.visibleRegion().isEmpty():
            self._follow_focus(None, now)

    def _fold(self) -> None:
        """Move buttons below their texts where large text or long words leave these too little room.

        It depends only on the width, not on the texts, so that no button moves while a case is open.
        """
        narrow = self.width() < _NARROW * self.fontMetrics().averageCharWidth()
        state = self.fontMetrics().horizontalAdvance(tr("unsaved changes"))
        buttons = sum(made.sizeHint().width() + GRID for made in self.buttons)
        is_foot_narrow = narrow or state + buttons + 4 * GRID > self.width()
        boxes = ((self.advice.box, narrow), (self.what_if_box, narrow), (self.foot, is_foot_narrow))
        ways = QBoxLayout.Direction
        for box, is_narrow in boxes:
            box.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)

    def _stack(self, *, anew: bool = False) -> None:
        """Put the columns below each other, with panels side by side that fit, where three are too wide.

        They stay so until the width changes, or `anew`, whatever their texts are by then.
        """
        across, *columns = self.splitters
        room = self.room.width() - self.room.verticalScrollBar().sizeHint().width()
        panels = [(self.question, self.others), (self.posterior, self.course), (self.answers, self.why)]
        least = [max(map(_least_width, pair)) for pair in panels]
        is_narrow = sum(least) + across.handleWidth() * (len(least) - 1) > room
        if not is_narrow and anew:
            self._share_width(least)
        is_stacked = across.orientation() == Qt.Orientation.Vertical
        if not is_narrow and (not is_stacked or not anew):
            return
        ways = Qt.Orientation
        across.setOrientation(ways.Vertical if is_narrow else ways.Horizontal)
        for column, pair in zip(columns, panels, strict=True):
            widths = [
                self.question.width_wanted if part is self.question else _least_width(part) for part in pair
            ]
            beside = is_narrow and sum(widths) + column.handleWidth() <= room
            column.setOrientation(ways.Horizontal if beside else ways.Vertical)
        if self.splits is not None and is_narrow != is_stacked:
            self.splits.show(not is_narrow)
        self.question.has_all_height = is_narrow
        self.question.refresh()

    def _place_bars(self) -> None:
        """Let the buttons, and the bar of a what-if, scroll where the height is for the advice."""
        is_low = self.height() < _LOW * self.fontMetrics().height()
        is_stacked = self.splitters[0].orientation() == Qt.Orientation.Vertical
        home = self.body if is_low and is_stacked else self
        layout = home.layout()
        if self.foot_bar.parentWidget() is not home and isinstance(layout, QVBoxLayout):
            layout.insertWidget(0 if home is self.body else 1, self.what_if_bar)
            layout.addWidget(self.foot_bar)

    def _share_width(self, least: list[int]) -> None:
        """Give the buttons of the question the width for their usual rows, unless the user shared it."""
        across = self.splitters[0]
        if self.splits is not None and self.splits.are_users:
            return
        room = self.room.width() - 2 * across.handleWidth()
        wanted = min(self.question.width_wanted, room - least[1] - least[2])
        first = max(round(room * _WIDTHS[0] / sum(_WIDTHS)), wanted)
        second = round((room - first) * _WIDTHS[1] / sum(_WIDTHS[1:]))
        across.setSizes([first, second, room - first - second])

    def go_to_question(self) -> None:
        """Put the focus where the answer goes."""
        self.question.focus_entry()

    def go_to_others(self) -> None:
        """Go to the open questions."""
        self.others.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to_answers(self) -> None:
        """Go to the answers."""
        view, rows = self.answers.view, self.answers.rows
        if self.answers.selected is None and rows.rowCount():
            view.setCurrentIndex(rows.index(rows.rowCount() - 1))
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to_figures(self) -> None:
        """Go to the posterior."""
        panel = self.posterior
        shown = panel.table if panel.stack.currentIndex() else panel.bars
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ---- What is shown -------------------------------------------------------------------------------------

    def show_model(self) -> None:
        """Show what the model is called."""
        model = self.desk.model
        self.model_label.show_text(shortened(model_title(model), _LONGEST_NAME))
        self.hash_label.setText(" · ".join(filter(None, [model_version(model), model.sha256[:8]])))
        self.hash_label.setToolTip(f"SHA-256 {model.sha256}")
        QTimer.singleShot(0, self, self._share_middle)
        QTimer.singleShot(0, self, self._leave_search)

    def _share_middle(self) -> None:
        """Give the bars the height their number needs, and the course the rest, unless the user shared it."""
        if self.splits is not None and self.splits.are_users:
            return
        middle = self.splitters[2]
        height = self.posterior.height_needed + GRID
        middle.setSizes([height, max(160, middle.height() - height)])

    def show_case(self, name: str, state: str, path: str = "") -> None:
        """Show the name of the case, whether it is saved, and as a tool tip where."""
        self.saved_label.setToolTip(path)
        self.case_label.show_text(shortened(name, _LONGEST_NAME))
        self.case_label.setToolTip(name)
        self.saved_label.setText(state)

    def tell(self, text: str) -> None:
        """Say what was done beside the case, such as where its report is, until the case changes."""
        self.done_label.show_text(text)
        if text:
            announce(self, text)

    def refresh(self) -> None:
        """Show whether there is a what-if, and what can be taken back."""
        self.done_label.show_text("")
        is_what_if = self.desk.what_if is not None
        self.what_if_bar.setVisible(is_what_if)
        self.what_if_button.setVisible(not is_what_if)
        self.undo_button.setEnabled(self.desk.active.can_undo)
        self.redo_button.setEnabled(self.desk.active.can_redo)
        told = news(self.desk)
        if told != self._told and self.isVisible():
            announce(self, told)
        self._told = told
        self._leave_search()

    def _leave_search(self) -> None:
        """Go to the figures where nothing is asked: Qt would go to the list, and scroll the rest away."""
        search, now = self.others.search, self.window().focusWidget()
        is_left = now is None or not now.isVisible() or (now is search and not search.text())
        if self.desk.asked is None and is_left and self.isVisible():
            self.go_to_figures()

    def show_tables(self, as_tables: bool) -> None:
        """Show tables in place of plots, or plots again."""
        for panel in (self.posterior, self.course, self.why):
            panel.show_table(as_tables)
        QTimer.singleShot(0, self, lambda: self._stack(anew=True))

    def recolour(self) -> None:
        """Draw everything anew, in other colours or another size."""
        self._fold()
        self.desk.case_changed.emit()
        self._stack(anew=True)
        self._place_bars()


def _least_width(panel: QWidget) -> int:
    return max(panel.minimumSizeHint().width(), panel.minimumWidth())


def _splitter(orientation: Qt.Orientation, parent: QWidget) -> QSplitter:
    made = QSplitter(orientation, parent)
    made.setHandleWidth(GRID)
    made.setChildrenCollapsible(False)
    return made
