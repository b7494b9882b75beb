"""The bar at the bottom: the model's advice with its numbers, and the ways not to follow it."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ifc2f_gui.case.advice import (
    cheaper_than_likelier,
    cost_ahead,
    cost_text,
    further_cost,
    unit_of_costs,
    whose_estimate,
)
from ifc2f_gui.case.describe import class_name
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import closed_as
from ifc2f_gui.shared.texts import shortened, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, label, literal, set_role

_LINES = 2  # of the sentence
_LONGEST_NAME = 24  # letters on the button


class AdviceBar(QFrame):
    """Advice, costs, and the buttons to go on and to decide, which are always there."""

    go_on_wanted = Signal()
    decide_wanted = Signal()
    other_wanted = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "true")
        self.desk = desk
        self.setAccessibleName(tr("Advice"))
        self.sentence = label(role="name")
        self.sentence.setMinimumHeight(_LINES * self.sentence.fontMetrics().height())  # nothing moves
        self.costs = label(role="quiet")
        self.unit = button("", "link", tr("Show expected costs, or mistakes in 100 cases"))
        self.unit.clicked.connect(lambda: self.desk.tell_costs(not self.desk.tells_costs))
        self.go_on = button(tr("Continue anyway"))
        self.decide = button(tr("Decide now"))
        self.go_on.clicked.connect(self.go_on_wanted)
        self.decide.clicked.connect(self.decide_wanted)
        self.other = button("▾", "narrow", tr("Choose a class other than the model’s"))
        self.other.setAccessibleName(tr("Choose another class…"))
        self.other.clicked.connect(self.other_wanted)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.sentence)
        figures = QHBoxLayout()
        figures.setSpacing(GRID)
        figures.addWidget(self.costs, 1)
        figures.addWidget(self.unit)
        texts.addLayout(figures)
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        buttons.addStretch(1)
        for made in (self.go_on, self.decide, self.other):
            buttons.addWidget(made)
        self.box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.box.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        self.box.setSpacing(GRID)
        self.box.addLayout(texts, 1)
        self.box.addLayout(buttons)
        desk.case_changed.connect(self.refresh)
        desk.asked_changed.connect(self.refresh)
        desk.outlook_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the advice of the moment."""
        desk = self.desk
        advice, decision = desk.advice, desk.active.decision
        stop = advice.stop and decision is None
        self.sentence.setText(advice.text if decision is None else closed_as(desk.model, decision))
        self.costs.setText(self._costs())
        self.unit.setVisible(desk.can_tell_cases and decision is None)
        self.unit.setText(tr("In cases") if desk.tells_costs else tr("In costs"))
        self.costs.setToolTip(self._about_costs())
        self.sentence.setToolTip(whose_estimate(desk.found) if decision is None else "")
        told = [part() for label in (self.sentence, self.costs) for part in (label.text, label.toolTip)]
        self.setAccessibleDescription(" ".join(filter(None, told)))
        self.decide.setText(
            tr(
                "Decide: {name}",
                name=literal(shortened(class_name(desk.model, desk.found.decision), _LONGEST_NAME)),
            )
        )
        self.decide.setEnabled(desk.may_decide)
        self.other.setEnabled(desk.may_decide)
        self.other.setVisible(desk.model.n_classes > 1)
        note = cheaper_than_likelier(desk.found)
        if desk.what_if is not None:
            note = tr("This is a copy. Keep its answers or go back to the case before you decide.")
        self.decide.setToolTip(note)
        self.decide.setAccessibleDescription(note)
        self.go_on.setText(
            tr("Reopen") if decision is not None else tr("Continue anyway") if advice.stop else tr("Continue")
        )
        self.go_on.setEnabled(desk.can_go_on)
        set_role(self.decide, "primary" if stop and advice.is_safe and desk.may_decide else "")

    def _costs(self) -> str:
        found, model = self.desk.found, self.desk.model

        def shown(cost: float) -> str:
            return cost_text(model, cost, self.desk.decimals)

        spent = shown(found.session.cost)
        if math.isfinite(found.budget):
            spent = tr("{spent} of {budget}", spent=spent, budget=shown(found.budget))
        if self.desk.active.decision is not None:
            mistake = shown(found.cost_of_deciding(self.desk.active.decision.label))
            return tr("Spent {spent} · expected cost of mistakes {mistake}", spent=spent, mistake=mistake)
        coming = further_cost(found, self.desk.decimals, self.desk.outlook)
        return tr(
            "Spent {spent} · expected further cost {coming} (mistakes included)", spent=spent, coming=coming
        )

    def _about_costs(self) -> str:
        unit = tr("Unit of costs: {unit}.", unit=unit_of_costs(self.desk.model))
        if self.desk.active.decision is not None or not self.desk.found.is_bound:
            return unit
        if cost_ahead(self.desk.found, self.desk.outlook) is None:
            note = tr("The further cost is at most this: the best way to go on may cost less.")
        else:
            note = tr("The further cost is an average over the most probable courses of this case.")
        return f"{unit} {note}"
