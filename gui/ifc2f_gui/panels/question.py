"""The question of the moment, with its inputs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.case.advice import change_in_words, cost_text, saved_together, unit_of_costs, why_asked
from ifc2f_gui.case.case import ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNKNOWN, Finding
from ifc2f_gui.case.describe import class_name, cost_unit
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.panels.entry import ChoiceEntry, Entry, Given, NumberEntry
from ifc2f_gui.panels.panel_entry import PanelEntry
from ifc2f_gui.shared.numbers import fixed, with_unit
from ifc2f_gui.shared.rows import FILL, Rows
from ifc2f_gui.shared.shortcuts import SHORTCUTS, native
from ifc2f_gui.shared.texts import said, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Card, button, label, show_text

_IN_A_ROW = 3  # buttons
_MOST_LINES = 9  # of a list of choices that are always seen


class QuestionPanel(Card):
    """Asks the desk's question; after each answer the input is empty and has the focus."""

    suggestion_wanted = Signal()
    uncertain_wanted = Signal()
    entry_replaced = Signal()
    problem_told = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("NEXT QUESTION"), parent)
        self.desk = desk
        self._shown: object = None
        self._kept: dict[type, int] = {}  # heights, which hold at a width and a font:
        self._kept_at = (0, 0)
        self.has_all_height = False  # where the page scrolls, and the list need not be in sight
        self.back = button(tr("Suggested"), "link", tr("Back to the question the model asks"))
        self.back.clicked.connect(self.suggestion_wanted)
        policy = self.back.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # it is higher than the title: what is below would move
        self.back.setSizePolicy(policy)
        self.head.addWidget(self.back)
        self.question = label(role="question")
        self.name = label(role="quiet")
        self.help = label(role="quiet")
        self.cost = label()
        self.reason = label(role="quiet")
        self.entry: Entry | None = None
        self.place = QVBoxLayout()
        self.box.addWidget(self._make_room(), 100)
        self.box.addWidget(self._make_buttons())
        self.box.addStretch(1)
        desk.case_changed.connect(self.refresh)
        desk.asked_changed.connect(self.refresh)
        desk.model_changed.connect(self._forget)
        self.refresh()

    def _make_room(self) -> QScrollArea:
        """Return the texts and the place of the input, which scroll where there is little room."""
        body = QWidget()
        body.setObjectName("body")
        self.inside = QVBoxLayout(body)
        self.inside.setContentsMargins(0, 0, 0, 0)
        self.inside.setSpacing(GRID)
        self.inside.addWidget(self.question)
        self.inside.addWidget(self.name)
        self.inside.addLayout(self.place)
        self.inside.addWidget(self.cost)
        self.inside.addWidget(self.reason)
        self.inside.addWidget(self.help)
        self.inside.addStretch(1)
        self.room = QScrollArea()
        self.room.setWidgetResizable(True)
        self.room.setFrameShape(QFrame.Shape.NoFrame)
        self.room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.room.setWidget(body)
        for watched in (body, self.room):
            watched.installEventFilter(self)
        return self.room

    def _make_buttons(self) -> QWidget:
        self.answer_button = button(tr("Answer"), "primary")
        self.answer_button.clicked.connect(self.submit)
        self.answer_button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.unknown_button = self._state_button(UNKNOWN, tr("Unknown"), tr("The answer is not known"))
        self.not_available_button = self._state_button(
            NOT_AVAILABLE, tr("Not available"), tr("Cannot be done here, or was refused")
        )
        self.pending_button = self._state_button(
            PENDING, tr("Pending"), tr("Ordered, result pending: the cost counts now, the value comes later")
        )
        self.failed_button = self._state_button(
            FAILED, tr("Failed"), tr("Done, but without a usable result: the cost counts")
        )
        self.uncertain_button = button(
            tr("Uncertain…"), description=tr("The value is known only roughly: as odds, or as a range")
        )
        self.uncertain_button.clicked.connect(self.uncertain_wanted)
        for answering in self.answer_buttons:
            answering.installEventFilter(self)
        self.buttons = QWidget()
        rows = Rows(FILL, _IN_A_ROW)
        self.buttons.setLayout(rows)
        for made in self.answer_buttons:
            rows.addWidget(made)
        return self.buttons

    @property
    def answer_buttons(self) -> tuple[QPushButton, ...]:
        """The buttons that answer, in the order of Tab."""
        return (
            self.answer_button,
            self.uncertain_button,
            self.unknown_button,
            self.not_available_button,
            self.pending_button,
            self.failed_button,
        )

    def _state_button(self, state: str, text: str, description: str) -> QPushButton:
        keys = next(s.keys for s in SHORTCUTS if s.name == state.replace(" ", "_"))
        made = button(text, description=f"{description} ({native(keys)})")
        made.clicked.connect(lambda: self.say(state))
        return made

    def _forget(self) -> None:
        self._shown, self._kept = None, {}

    def submit(self) -> None:
        """Answer with what is entered."""
        if self.entry is not None:
            self.entry.submit()

    def say(self, state: str) -> None:
        """Answer with unknown, not available, pending or failed."""
        if self.desk.asked is None:
            return
        self._shown = None
        if together := self.desk.asked_together:
            self.desk.answer_together({k: Finding(state) for k in together})
        else:
            self.desk.answer(self.desk.asked, state)

    def _record(self, given: Given) -> None:
        """Record the answer to the question that was asked, whatever is asked by now."""
        shown, self._shown = self._shown, None
        try:
            self.desk.answer(given.feature, ANSWERED, given.value, given.entered, given.unit)
        except ValueError as error:
            self._shown = shown
            if self.entry is not None:
                self.entry.refuse(said(error))

    def _record_together(self, given: dict[int, Finding]) -> None:
        """Record what a panel showed."""
        shown, self._shown = self._shown, None
        try:
            self.desk.answer_together(given)
        except ValueError as error:
            self._shown = shown
            if self.entry is not None:
                self.entry.refuse(said(error))

    def focus_entry(self) -> None:
        """Put the focus where the answer goes."""
        if self.entry is not None:
            self.entry.setFocus(Qt.FocusReason.OtherFocusReason)
            self._fit()
            self._show_entry()

    def _show_entry(self) -> None:
        """Scroll to the question and its input, or to what is said and asked of it."""
        if self.entry is not None:
            self.room.ensureWidgetVisible(self.question, 0, 0)
            for part in self.told or [self.entry]:
                self.room.ensureWidgetVisible(part, 0, 0)
            if self.told:
                self.problem_told.emit()

    @property
    def told(self) -> list[QWidget]:
        """The widgets that show a problem with an entry, and its question; empty if all is well."""
        if self.entry is None or not self.entry.has_problem:
            return []
        acts = (*self.entry.findChildren(QPushButton), *self.entry.findChildren(QCheckBox))
        return [part for part in (self.entry.message, *acts) if part.isVisibleTo(self.entry)]

    def refresh(self) -> None:
        """Show the desk's question. An entry that was begun stays while the question is the same."""
        desk = self.desk
        asked = desk.asked
        finding = None if asked is None else desk.active.finding(asked)
        together = desk.asked_together
        is_new = self._shown != (asked, finding, together)
        self.back.setVisible(desk.chosen is not None)
        self.buttons.setVisible(asked is not None)
        if is_new:
            self._shown = (asked, finding, together)
            self._replace_entry(asked)
        if asked is None:
            self._show_end()
            self._fit()
            return
        feature = desk.features[asked]
        self.title.setText(self._title())
        self.uncertain_button.setEnabled(not together)
        self.question.setText(feature.panel if together else feature.question)
        if together:
            show_text(self.name, tr("One test with {n} values, at one price.", n=len(together)))
        else:
            show_text(self.name, feature.name if feature.name != feature.question else "")
        show_text(self.help, "" if together else feature.help)
        show_text(self.cost, self._cost(asked))
        self.cost.setToolTip(tr("Unit of costs: {unit}.", unit=unit_of_costs(desk.model)))
        show_text(self.reason, self._reason(asked))
        self.setAccessibleDescription(self.question.text())
        self._fit()
        if is_new and self.isVisible():
            self.focus_entry()

    def _fit(self) -> None:
        """Let the buttons follow what is asked; take room from the list below before scrolling.

        Where a question has fewer lines of text than those before, the room for these stays: the next click
        is meant for the same button. While something is wrong with an entry nothing moves either.
        """
        if self.entry is not None and self.entry.has_problem:
            return
        self.inside.activate()
        needed = self.inside.totalHeightForWidth(self._width)
        needed = max(40, needed + self._spare(needed))
        self.room.setMaximumHeight(needed)
        column = self.parentWidget()
        if self.has_all_height:
            self.room.setMinimumHeight(max(self._least, needed))
        elif isinstance(column, QSplitter) and (list_ := column.widget(1)) is not None:
            below = list_.minimumSizeHint().height() + column.handleWidth()
            around = self.minimumSizeHint().height() - self.room.minimumHeight()
            self.room.setMinimumHeight(max(self._least, min(needed, column.height() - below - around)))

    def _spare(self, needed: int) -> int:
        """Return the height that earlier questions needed more: of a choice, for their texts alone."""
        if self.desk.asked is None:
            return 0
        at = (self._width, self.fontMetrics().height())
        if at != self._kept_at:
            self._kept, self._kept_at = {}, at
        if not isinstance(self.entry, NumberEntry):
            parts = (self.question, self.name, self.cost, self.reason, self.help)
            needed = sum(part.heightForWidth(self._width) + GRID for part in parts if not part.isHidden())
        kind = type(self.entry)
        self._kept[kind] = max(self._kept.get(kind, 0), needed)
        return self._kept[kind] - needed

    @property
    def width_wanted(self) -> int:
        """The width at which the buttons are in two rows."""
        beside = super().width_wanted - self.head.sizeHint().width()
        return self.buttons.sizeHint().width() + beside

    @property
    def _width(self) -> int:
        """The width that a scroll bar leaves, with or without one: else one stays that is needed by none."""
        return self.room.maximumViewportSize().width() - self.room.verticalScrollBar().sizeHint().width()

    @property
    def _least(self) -> int:
        """Height of the question's words and its input, which are always seen together."""
        width, line = self._width, self.fontMetrics().height()
        parts = [part for part in (self.question, self.name) if not part.isHidden()]
        heights = [part.heightForWidth(width) for part in parts]
        if self.entry is not None:
            entry = max(self.entry.heightForWidth(width), self.entry.minimumSizeHint().height())
            heights.append(min(entry, _MOST_LINES * line))
        return max(40, sum(heights) + GRID * len(heights))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the texts to the width."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit when the texts inside change; keep in sight what matters when the room does.

        The second half of a double click answers nothing: another question is asked by then.
        """
        if event.type() == QEvent.Type.MouseButtonDblClick and watched in self.answer_buttons:
            return True
        if event.type() == QEvent.Type.LayoutRequest and watched is not self.room:
            self._fit()
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._show_entry()
        return super().eventFilter(watched, event)

    def _title(self) -> str:
        chosen = self.desk.chosen
        if chosen is None:
            return tr("NEXT TEST") if self.desk.asked_together else tr("NEXT QUESTION")
        finding = self.desk.active.finding(chosen)
        if finding is None:
            return tr("YOUR QUESTION")
        return tr("RESULT THAT WAS PENDING") if finding.state == PENDING else tr("CHANGE THE ANSWER")

    def _show_end(self) -> None:
        """Say that nothing more is asked."""
        decision = self.desk.active.decision
        for part in (self.name, self.cost, self.reason):
            show_text(part, "")
        if decision is not None:
            self.title.setText(tr("DECIDED"))
            self.question.setText(class_name(self.desk.model, decision.label))
            show_text(
                self.help, tr("The case is closed. You can still change any answer; this reopens the case.")
            )
        elif not self.desk.found.has_policy and self.desk.found.open:
            self.title.setText(tr("YOUR QUESTION"))
            self.question.setText(tr("Please choose a question below."))
            show_text(self.help, tr("This model has no policy, so it does not say what to ask next."))
        else:
            self.title.setText(tr("NO FURTHER QUESTION"))
            deferred = self.desk.found.deferred
            self.question.setText(tr("For a person to decide") if deferred else tr("Ready to decide"))
            show_text(self.help, tr("The reason is given below. You can still choose any open question."))

    def _reason(self, asked: int) -> str:
        """Say what the question may do to the decision, and why it comes before others."""
        if (together := self.desk.found.joint_worth(asked)) is not None:
            return (
                "" if together.missed else change_in_words(together.change)
            )  # the list shows those of single values
        row = next((row for row in self.desk.found.open if row.feature == asked), None)
        change = "" if row is None else change_in_words(row.worth.change)
        first = why_asked(self.desk.found, self.desk.decimals) if self.desk.chosen is None else ""
        return " ".join(filter(None, [change, first]))

    def _cost(self, asked: int) -> str:
        """Return the line of cost, saving, group and delay."""
        feature, found, decimals = self.desk.features[asked], self.desk.found, self.desk.decimals
        unit = cost_unit(self.desk.model)
        row = next((row for row in found.open if row.feature == asked), None)
        parts = []
        if row is not None:
            parts.append(tr("Costs {cost}", cost=cost_text(self.desk.model, row.cost, decimals)))
            together = found.joint_worth(asked)
            saving = fixed(row.saving, decimals) if together is None else saved_together(together, decimals)
            parts.append(tr("expected to save {saving}", saving=with_unit(saving, unit)))
        if feature.group and not feature.panel:
            parts.append(tr("shares the cost of “{group}”", group=feature.group))
        if feature.delay:
            parts.append(feature.delay)
        return " · ".join(parts)

    def _replace_entry(self, asked: int | None) -> None:
        if self.entry is not None:
            self.place.removeWidget(self.entry)
            self.entry.hide()
            self.entry.deleteLater()
            self.entry = None
        if asked is None:
            return
        feature, finding = self.desk.features[asked], self.desk.active.finding(asked)
        if together := self.desk.asked_together:
            self.entry = entry = PanelEntry([self.desk.features[k] for k in together])
            entry.submitted_together.connect(self._record_together)
        else:
            kind = NumberEntry if feature.choices is None else ChoiceEntry
            self.entry = kind(feature, finding)
            self.entry.submitted.connect(self._record)
        self.entry.message.told.connect(lambda: QTimer.singleShot(0, self, self._show_entry))
        self.place.addWidget(self.entry)
        self.entry.show()  # so that it can take the focus at once
        self.entry_replaced.emit()
