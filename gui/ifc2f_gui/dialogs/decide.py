"""The confirmation before a case is closed while results are pending, or against the advice."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from ifc2f_gui.case.case import PENDING, Finding
from ifc2f_gui.case.describe import class_name
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import finding_text
from ifc2f_gui.shared.modal import is_accepted
from ifc2f_gui.shared.room import grow_to_contents
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Line, button, focus_first, label, literal

LETTERS_WIDE = 64  # of a dialog that asks for a reason
_LONGEST_REASON = 1000


def confirmed(desk: Desk, parent: QWidget) -> str | None:
    """Ask for confirmation if it is needed; return the reason given, or None not to decide."""
    if not (pending_results(desk) or desk.decides_against_advice):
        return ""
    dialog = DecideDialog(desk, parent)
    return dialog.reason.text().strip() if is_accepted(dialog) else None


def confirmed_going_on(desk: Desk, parent: QWidget) -> str | None:
    """Ask why to go on where the advice is to stop; return the reason, or None not to go on."""
    dialog = GoOnDialog(desk, parent)
    return dialog.reason.text().strip() if is_accepted(dialog) else None


def pending_results(desk: Desk) -> list[tuple[int, Finding]]:
    """Return the pending results, each with its feature."""
    return [(k, finding) for k, finding in desk.found.findings if finding.state == PENDING]


def pending_notes(desk: Desk) -> list[QLabel]:
    """Return labels that list the pending results; none if there are none."""
    pending = pending_results(desk)
    if not pending:
        return []
    told = (
        f"• {desk.features[k].name} ({finding_text(desk.features[k], finding)})" for k, finding in pending
    )
    head = tr("These results are still pending and are not counted:")
    return [label(head), label("\n".join(told), "notice")]


def advice_notes(desk: Desk) -> list[QLabel]:
    """Return labels with the advice that is not followed."""
    return [label(tr("The advice differs:")), label(desk.advice.text, "notice")]


def reason_line() -> Line:
    """Return a line for the user's reason."""
    made = Line()
    made.setMaxLength(_LONGEST_REASON)
    made.setAccessibleName(tr("Reason (optional)"))
    made.setPlaceholderText(tr("Reason (optional)"))
    return made


class Confirmation(QDialog):
    """A few sentences, as tall as they need."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show all of them."""
        super().showEvent(event)
        grow_to_contents(self)

    def buttons(self, does: QPushButton) -> QDialogButtonBox:
        """Return a row with the button that confirms, and `back`."""
        buttons = QDialogButtonBox()
        self.back = button(tr("Back to the case"))
        buttons.addButton(does, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.back, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        does.setDefault(True)
        return buttons


class GoOnDialog(Confirmation):
    """Shows the advice, and asks why to go on nevertheless."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Continue anyway"))
        self.setMinimumWidth(LETTERS_WIDE * self.fontMetrics().averageCharWidth())
        self.reason = reason_line()
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        for note in advice_notes(desk):
            box.addWidget(note)
        box.addWidget(label(tr("Why are you going on? The case and its report will show your reason.")))
        box.addWidget(self.reason)
        self.go_on = button(tr("Continue anyway"))
        box.addWidget(self.buttons(self.go_on))
        focus_first(self.reason)


class DecideDialog(Confirmation):
    """Lists what is pending, and asks why where the advice is not to decide now."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Decide now"))
        name = class_name(desk.model, desk.found.decision)
        self.setMinimumWidth(LETTERS_WIDE * self.fontMetrics().averageCharWidth())
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(label(tr("Close the case as {name}?", name=name), "name"))
        for note in pending_notes(desk):
            box.addWidget(note)
        self.reason = reason_line()
        if desk.decides_against_advice:
            for note in advice_notes(desk):
                box.addWidget(note)
            box.addWidget(
                label(tr("Why are you deciding now? The case and its report will show your reason."))
            )
            box.addWidget(self.reason)
        self.decide = button(tr("Decide: {name}", name=literal(name)))
        box.addWidget(self.buttons(self.decide))
        if desk.decides_against_advice:
            focus_first(self.reason)
        else:
            self.back.setFocus(Qt.FocusReason.TabFocusReason)
