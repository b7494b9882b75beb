"""Deciding for another class than the model's: which one, what it is expected to cost, and why."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ifc2f_gui.case.advice import cost_text
from ifc2f_gui.case.describe import class_name, class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs.decide import LETTERS_WIDE, Confirmation, advice_notes, pending_notes, reason_line
from ifc2f_gui.shared.modal import is_accepted
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.room import grow_to_contents
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Choice, button, label, literal


class Chosen(NamedTuple):
    """What to decide, and why in the user's words."""

    label: str
    why: str


def chosen(desk: Desk, parent: QWidget) -> Chosen | None:
    """Ask which class to decide; return it with the reason given, or None not to decide."""
    dialog = OtherClassDialog(desk, parent)
    return Chosen(dialog.label, dialog.reason.text().strip()) if is_accepted(dialog) else None


class OtherClassDialog(Confirmation):
    """Offers every class but the model's. Nothing is chosen beforehand."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Choose another class"))
        self.setMinimumWidth(LETTERS_WIDE * self.fontMetrics().averageCharWidth())
        self.desk = desk
        self.classes = self._offer()
        self.about = label()
        self.about.setMinimumHeight(2 * self.about.fontMetrics().lineSpacing())  # there before its text
        self.reason = reason_line()
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        name = class_name(desk.model, desk.found.decision)
        box.addWidget(label(tr("The model would choose {name}. Close the case as:", name=name)))
        advice = advice_notes(desk) if desk.decides_against_advice else []
        for part in (self.classes, self.about, *pending_notes(desk), *advice):
            box.addWidget(part)
        box.addWidget(label(tr("Why this class? The case and its report will show your reason.")))
        box.addWidget(self.reason)
        self.decide = button("")
        box.addWidget(self.buttons(self.decide))
        self.classes.currentIndexChanged.connect(self._show_choice)
        self._show_choice()
        self.classes.setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def label(self) -> str:
        """The class that is chosen, as the model has it; empty while none is."""
        return str(self.classes.currentData() or "")

    def _offer(self) -> Choice:
        made = Choice()
        made.setAccessibleName(tr("Final class"))
        made.setPlaceholderText(tr("Choose a class"))
        model, best = self.desk.model, self.desk.found.decision
        for name, each in zip(class_names(model), map(str, model.classes), strict=True):
            if each != best:
                made.addItem(name, each)
        made.setCurrentIndex(-1)
        return made

    def _show_choice(self) -> None:
        """Say how probable the chosen class is, and what deciding for it is expected to cost."""
        found, model = self.desk.found, self.desk.model
        self.decide.setEnabled(bool(self.label))
        if not self.label:
            self.decide.setText(tr("Decide"))
            self.about.setText("")
            return
        name, i = class_name(model, self.label), list(map(str, model.classes)).index(self.label)
        self.decide.setText(tr("Decide: {name}", name=literal(name)))
        self.about.setText(
            tr(
                "{name} has a probability of {p}. Expected cost of mistakes: {cost} if you choose "
                "{name}, {lowest} if you choose {best}.",
                name=name,
                p=probability(float(found.posterior[i])),
                cost=cost_text(model, float(found.costs_of_deciding[i]), self.desk.decimals),
                best=class_name(model, found.decision),
                lowest=cost_text(model, found.stopping, self.desk.decimals),
            )
        )
        if self.isVisible():
            grow_to_contents(self)
