"""The budget of a case: the largest cost that the policy may spend on questions."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from ifc2f_gui.case.advice import cost_text, unit_of_costs
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.numbers import editable, read_number, two_ways
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, focus_first, label, show_text


class BudgetDialog(QDialog):
    """One number, or the model's budget."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Budget"))
        self.budget: float | None = desk.active.budget
        self._spent = tr("Spent so far: {spent}", spent=cost_text(desk.model, desk.found.session.cost))
        self.line = QLineEdit("" if math.isinf(desk.found.budget) else editable(desk.found.budget))
        self.line.setAccessibleName(tr("The most that all questions together may cost"))
        self.line.setMaxLength(1000)
        self.line.setPlaceholderText(tr("no limit"))
        self.message = label(role="bad")
        self.use = button(tr("Use this"), "primary")
        self.reset = button(tr("Use the model’s"))
        own = desk.model.budget
        text = tr("no limit") if math.isinf(own) else cost_text(desk.model, own)
        self.reset.setToolTip(tr("The model’s budget: {budget}", budget=text))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.reset, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(self.use, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.rejected.connect(self.reject)
        self.use.clicked.connect(self._use)
        self.reset.clicked.connect(self._reset)
        self.line.textEdited.connect(lambda: prompts.show_problem(self, self.message, ""))
        form = QFormLayout()
        form.setSpacing(GRID)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(tr("At most"), self.line)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(label(tr("How much may all questions of this case cost together?")))
        box.addLayout(form)
        box.addWidget(self.message)
        box.addWidget(label(self._spent, "quiet"))
        box.addWidget(label(tr("Unit of costs: {unit}.", unit=unit_of_costs(desk.model)), "quiet"))
        box.addWidget(buttons)
        show_text(self.message, "")
        self.use.setDefault(True)
        focus_first(self.line)

    def _use(self) -> None:
        reading = read_number(self.line.text())
        problem = reading.problem
        if not self.line.text().strip():
            problem = tr("Please enter a number, or use the model’s.")
        elif len(reading.values) > 1:
            problem = two_ways(self.line.text(), reading)
        elif reading.values and reading.values[0] < 0:
            problem = tr("A budget cannot be negative.")
        if problem:
            prompts.show_problem(self, self.message, problem)
            self.line.setFocus()
            return
        self.budget = reading.values[0]
        self.accept()

    def _reset(self) -> None:
        self.budget = None
        self.accept()
