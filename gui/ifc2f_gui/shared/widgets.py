"""Small parts that several panels share."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLayout,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.shared.theme import GRID


def label(text: str = "", role: str = "", wrap: bool = True) -> QLabel:
    """Return a label of plain text; roles are those of the style sheet."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    made.setIndent(0)  # a style sheet's padding would bring an indent of its own
    if role:
        made.setProperty("role", role)
    return made


def literal(text: str) -> str:
    """Return a text for a button or menu in which an ampersand is one, and marks no key."""
    return text.replace("&", "&&")


def button(text: str, role: str = "", description: str = "") -> QPushButton:
    """Return a push button that does not steal Enter from other inputs."""
    made = QPushButton(text)
    made.setAutoDefault(False)
    set_role(made, role)
    if description:
        made.setToolTip(description)
        made.setAccessibleDescription(description)
    return made


def set_role(widget: QWidget, role: str) -> None:
    """Change a widget's role in the style sheet."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        restyle(widget)


def restyle(widget: QWidget) -> None:
    """Let the style sheet see a changed property."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def show_text(target: QLabel, text: str) -> None:
    """Show a text, or hide the label if there is none."""
    target.setText(text)
    target.setVisible(bool(text))


class RowMark(QObject):
    """Selects a row of a list when the list takes the focus, so that keys act on a row that is seen.

    Qt makes the first row the current one without selecting it.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Select once the list has the focus; a click selects by itself."""
        if event.type() == QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            by_click = event.reason() == Qt.FocusReason.MouseFocusReason
            if not by_click and isinstance(watched, QAbstractItemView):
                QTimer.singleShot(0, watched, lambda: _select_a_row(watched))
        return super().eventFilter(watched, event)


def _select_a_row(view: QAbstractItemView) -> None:
    chosen, rows = view.selectionModel(), view.model()
    if not chosen.hasSelection() and rows.rowCount():
        row = max(0, view.currentIndex().row())
        flags = QItemSelectionModel.SelectionFlag
        chosen.setCurrentIndex(rows.index(row, 0), flags.ClearAndSelect | flags.Rows)


class Card(QFrame):
    """A frame with a title and, at its right, room for small buttons."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "true")
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(2 * GRID, GRID + 4, 2 * GRID, GRID + 4)
        self.box.setSpacing(GRID)
        self.head = QHBoxLayout()
        self.head.setSpacing(GRID)
        self.title = label(title, "title", wrap=False)
        self.head.addWidget(self.title)
        self.head.addStretch(1)
        self.box.addLayout(self.head)
        self.setAccessibleName(title)


class Figures(QTableWidget):
    """A table of figures: read only, sorted as given, numbers to the right."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        RowMark(self)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)

    def fill(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show rows of texts; the first column is text, the others are numbers."""
        self.setColumnCount(len(heads))
        self.setRowCount(len(rows))
        for j, text in enumerate(heads):
            self.setHorizontalHeaderItem(j, _cell(text, j))
        for i, row in enumerate(rows):
            for j, text in enumerate(row):
                self.setItem(i, j, _cell(text, j))
        for j in range(len(heads)):
            stretch = QHeaderView.ResizeMode.Stretch if j == 0 else QHeaderView.ResizeMode.ResizeToContents
            self.horizontalHeader().setSectionResizeMode(j, stretch)
        self.resizeRowsToContents()


def _cell(text: str, column: int) -> QTableWidgetItem:
    """Return a cell: the first column to the left, figures to the right."""
    item = QTableWidgetItem(text)
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item


def clear_layout(layout: QLayout) -> None:
    """Remove all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
