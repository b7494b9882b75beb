"""Values that are known before the first question: entered together, or pasted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from ifc2f_gui.case.case import Finding
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.panels.values import ValuesForm
from ifc2f_gui.shared.room import resize_in_letters
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, label


class KnownDialog(QDialog):
    """Takes the values of all questions that are open; those left empty stay open."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Known values"))
        resize_in_letters(self, 54, 37)
        self.form = ValuesForm([desk.features[row.feature] for row in desk.found.open])
        self.found: dict[int, Finding] = {}
        told = tr(
            "Values that you know already, such as age and sex. They count like answers and cost nothing. "
            "You can paste lines with a name and a value, or a row of a spreadsheet with its header."
        )
        self.paste_button = button(tr("Paste"))
        self.paste_button.clicked.connect(self.form.paste)
        buttons = QDialogButtonBox()
        self.take = button(tr("Use these values"), "primary")
        buttons.addButton(self.paste_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(button(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(label(told))
        box.addWidget(self.form, 1)
        box.addWidget(buttons)
        self.form.values.setFocus(Qt.FocusReason.TabFocusReason)

    def accept(self) -> None:
        """Take the values if all can be read; else their rows say what is wrong."""
        found = self.form.read()
        if found is not None:
            self.found = found
            super().accept()
