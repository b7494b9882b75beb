"""Values that are known before the first question: entered together, or pasted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.case.case import Finding
from ifc2f_gui.case.describe import Described, one_line
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.entered import Read, read_lines, read_value
from ifc2f_gui.dialogs.prompts import show_problem
from ifc2f_gui.shared.numbers import plain
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, label

QUESTION, VALUE, HINT = range(3)


class Values(QTableWidget):
    """A row for each question, of which the value can be edited. Pasting fills rows by their names."""

    def __init__(self, features: list[Described], parent: QWidget | None = None) -> None:
        super().__init__(len(features), 3, parent)
        self.features = features
        self.pasted: list[str] = []  # what could not be read of the last paste
        self.setAccessibleName(tr("Values that are known"))
        self.setHorizontalHeaderLabels([tr("Question"), tr("Value"), tr("Unit, choices, or what is wrong")])
        self.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self.setTabKeyNavigation(True)
        self.verticalHeader().hide()
        for i, feature in enumerate(features):
            for column, text in ((QUESTION, feature.question), (VALUE, ""), (HINT, hint(feature))):
                item = QTableWidgetItem(text)
                if column != VALUE:
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.setItem(i, column, item)
        header = self.horizontalHeader()
        for column in range(3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        if features:
            self.setCurrentCell(0, VALUE)

    def text(self, row: int) -> str:
        """Return the value that is entered in a row."""
        item = self.item(row, VALUE)
        return "" if item is None else item.text().strip()

    def say(self, row: int, text: str) -> None:
        """Show what is wrong with a row, or what it takes."""
        item = self.item(row, HINT)
        assert item is not None
        item.setText(f"⚠ {text}" if text else hint(self.features[row]))
        item.setToolTip(item.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste lines, or a row with heads; the table moves by Return as spreadsheets do."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QApplication.clipboard().text())
        else:
            super().keyPressEvent(event)

    def paste(self, text: str) -> None:
        """Fill in what a text says; a single value goes to the current row."""
        found, self.pasted = read_lines(self.features, text)
        if not found and len(text.split()) == 1 and self.currentRow() >= 0:
            found, self.pasted = {self.features[self.currentRow()].index: text.strip()}, []
        for i, feature in enumerate(self.features):
            item = self.item(i, VALUE)
            if feature.index in found and item is not None:
                item.setText(found[feature.index])


def hint(feature: Described) -> str:
    """Return what a question takes."""
    if feature.choices is not None:
        return ", ".join(map(one_line, feature.choices))
    span = feature.range or feature.limits
    low_high = "" if span is None else tr("{low} to {high}", low=plain(span[0]), high=plain(span[1]))
    return f"{low_high} {feature.units[0].name}".strip()


class KnownDialog(QDialog):
    """Takes the values of all questions that are open; those left empty stay open."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Known values"))
        self.resize(760, 520)
        features = [desk.features[row.feature] for row in desk.found.open]
        self.values = Values(features)
        self.found: dict[int, Finding] = {}
        told = tr(
            "What is in hand already, such as age and sex. It counts like an answer and costs nothing. Lines "
            "of a name and its value, or a row of a spreadsheet with its heads, can be pasted."
        )
        self.message = label(role="bad")
        self.message.hide()
        self.unusual = QCheckBox(tr("Use values outside what was seen in training all the same"))
        self.unusual.hide()
        self.paste_button = button(tr("Paste"))
        self.paste_button.clicked.connect(self.paste)
        buttons = QDialogButtonBox()
        self.take = button(tr("Take these values"), "primary")
        buttons.addButton(self.paste_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(button(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(label(told))
        box.addWidget(self.values, 1)
        box.addWidget(self.message)
        box.addWidget(self.unusual)
        box.addWidget(buttons)
        self.values.setFocus(Qt.FocusReason.TabFocusReason)

    def paste(self) -> None:
        """Fill in what the clipboard says."""
        self.values.paste(QApplication.clipboard().text())
        show_problem(self, self.message, " ".join(self.values.pasted))

    def accept(self) -> None:
        """Take the values if all can be read; else say in their rows what is wrong."""
        read = {i: self._read(i) for i in range(self.values.rowCount()) if self.values.text(i)}
        wrong = [i for i, each in read.items() if each.problem]
        unusual = [i for i, each in read.items() if each.unusual]
        for i in range(self.values.rowCount()):
            outside = tr("No case like this was seen in training; a slip, or another unit?")
            self.values.say(i, read[i].problem or (outside if i in unusual else "") if i in read else "")
        self.unusual.setVisible(bool(unusual))
        if wrong or (unusual and not self.unusual.isChecked()):
            names = ", ".join(self.values.features[i].name for i in (wrong or unusual))
            show_problem(self, self.message, tr("Please look again at: {names}.", names=names))
            self.values.setCurrentCell((wrong or unusual)[0], VALUE)
            return
        self.found = {
            self.values.features[i].index: each.finding
            for i, each in read.items()
            if each.finding is not None
        }
        super().accept()

    def _read(self, row: int) -> Read:
        return read_value(self.values.features[row], self.values.text(row))
