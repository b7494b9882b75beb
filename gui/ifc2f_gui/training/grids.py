"""Grids to fill in: the questions with their costs, and the costs of mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ifc2f.data.cost_entries import FIELDS
from ifc2f_gui.shared.figures import in_lines
from ifc2f_gui.shared.numbers import editable, read_number, two_ways
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import colours

_LONGEST_NAME = 40  # letters of a column's name that are shown whole
_COST_WIDTH = "0000.000"  # a cost that has room in its cell while it is typed


def read_cost(text: str) -> tuple[float | None, str]:
    """Return a cost, or None and what is wrong with the text."""
    if not text.strip():
        return None, tr("Please enter a cost.")
    reading = read_number(text)
    if len(reading.values) > 1:
        return None, two_ways(text, reading)
    if not reading.values:
        return None, reading.problem
    if reading.values[0] < 0:
        return None, tr("A cost cannot be negative.")
    return reading.values[0], ""


class Grid(QTableWidget):
    """A grid of texts, with boxes to tick. It scrolls smoothly: one column may be wider than the view."""

    edited = Signal(int, int)  # row and column of a text that the user has entered

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._whole: dict[int, QAbstractItemDelegate] = {}  # by the column
        self._listen(self.itemDelegate())

    def _listen(self, delegate: QAbstractItemDelegate) -> None:
        delegate.commitData.connect(lambda _: self.edited.emit(self.currentRow(), self.currentColumn()))

    def keep_whole(self, delegates: Mapping[int, QAbstractItemDelegate]) -> None:
        """Let rows be high enough for the texts of some columns, at any width; to be asked for once."""
        self._whole = dict(delegates)
        for column, delegate in self._whole.items():
            self.setItemDelegateForColumn(column, delegate)
            self._listen(delegate)
        self.edited.connect(lambda row, _: self._fit_row(row))
        fit = QTimer(self, interval=0, singleShot=True)  # after all columns have their widths
        fit.timeout.connect(self.fit_rows)
        self.horizontalHeader().sectionResized.connect(lambda *_: fit.start())

    def keep_in_sight(self, rows: int) -> None:
        """Have the height of some rows and the heads, at least."""
        self.setMinimumHeight((rows + 1) * self.verticalHeader().defaultSectionSize())

    def sizeHint(self) -> QSize:
        """Return no more height than is needed: the grid takes what is left."""
        return QSize(super().sizeHint().width(), max(self.minimumHeight(), self.minimumSizeHint().height()))

    def fit_rows(self) -> None:
        """Give rows the height that their texts need."""
        for row in range(self.rowCount()):
            self._fit_row(row)

    def _fit_row(self, row: int) -> None:
        least = self.verticalHeader().defaultSectionSize()
        if any(self.text(row, column) for column in self._whole):
            self.setRowHeight(row, max(least, self.sizeHintForRow(row)))
        elif self.rowHeight(row) > least:
            self.setRowHeight(row, least)

    def text(self, row: int, column: int) -> str:
        """Return what a cell holds."""
        item = self.item(row, column)
        return "" if item is None else item.text().strip()

    def mark(self, row: int, column: int, is_wrong: bool) -> None:
        """Mark a cell that something is wrong with, or take the mark away."""
        if (item := self.item(row, column)) is not None:
            bold = self.font()
            bold.setBold(True)
            item.setData(Qt.ItemDataRole.ForegroundRole, colours().bad if is_wrong else None)
            item.setData(Qt.ItemDataRole.FontRole, bold if is_wrong else None)

    def has_marks(self, row: int) -> bool:
        """Whether something is wrong in a row."""
        items = (self.item(row, column) for column in range(self.columnCount()))
        return any(
            item is not None and item.data(Qt.ItemDataRole.ForegroundRole) is not None for item in items
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Empty a cell by the keys that do so in spreadsheets."""
        item, keys = self.currentItem(), (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
        if event.key() not in keys or item is None or not item.flags() & Qt.ItemFlag.ItemIsEditable:
            super().keyPressEvent(event)
        elif item.text():
            item.setText("")
            self.edited.emit(item.row(), item.column())

    def show_cell(self, row: int, column: int) -> None:
        """Select a cell, scroll to it and give it the keys."""
        self.setCurrentCell(row, column)
        self.scrollTo(self.currentIndex())
        self.setFocus(Qt.FocusReason.OtherFocusReason)


class QuestionsGrid(Grid):
    """A row for each question: whether it may be asked, and a column for each field of its cost."""

    used = Signal(int, bool)  # a question that was ticked, or no longer is

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.itemChanged.connect(self._tell_use)

    def _tell_use(self, item: QTableWidgetItem) -> None:
        if item.column() == 0:
            self.used.emit(item.row(), item.checkState() == Qt.CheckState.Checked)

    def show_questions(self, names: Sequence[str]) -> None:
        """List questions, all of them ticked and without a cost of their own."""
        heads = _heads()
        self.setColumnCount(len(heads))
        for column, (head, told) in enumerate(heads):
            item = QTableWidgetItem(head)
            item.setToolTip(told)
            self.setHorizontalHeaderItem(column, item)
        self.setRowCount(len(names))
        flags = Qt.ItemFlag
        for row, name in enumerate(names):
            item = QTableWidgetItem(name)
            item.setFlags(flags.ItemIsEnabled | flags.ItemIsUserCheckable | flags.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked)
            item.setToolTip(name)
            self.setItem(row, 0, item)
            for column in range(1, len(heads)):
                self.setItem(row, column, QTableWidgetItem(""))
        self._set_widths(names)

    def _set_widths(self, names: Sequence[str]) -> None:
        """Give columns widths that hold while costs are typed; the user may change them."""
        header, letters = self.horizontalHeader(), self.fontMetrics()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        # Room for the box to tick and what is about it, of which Qt asks the style and not its sheet.
        box = 3 * letters.height()
        wanted = [letters.horizontalAdvance(text) + box for text in (*names, _heads()[0][0])]
        header.resizeSection(0, min(max(wanted), _LONGEST_NAME * letters.averageCharWidth()))
        cost = letters.horizontalAdvance(_COST_WIDTH) + letters.height()
        for column in range(1, self.columnCount()):
            header.resizeSection(column, max(cost, header.sectionSizeHint(column)))

    @property
    def names(self) -> list[str]:
        """The questions, row by row."""
        return [self.text(row, 0) for row in range(self.rowCount())]

    def is_used(self, row: int) -> bool:
        """Whether a question is ticked."""
        item = self.item(row, 0)
        return item is not None and item.checkState() == Qt.CheckState.Checked

    def use(self, row: int, wanted: bool) -> None:
        """Tick a question, or not."""
        item = self.item(row, 0)
        if item is not None:
            item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)

    @staticmethod
    def is_cost(column: int) -> bool:
        """Whether a column holds costs."""
        return column > 0 and FIELDS[column - 1] not in ("group", "delay")

    def show_fields(self, row: int, values: dict[str, float | str]) -> None:
        """Show what is known of a question's cost; fields that are not named are emptied.

        A discounted cost that is the cost itself is not shown: it is no discount.
        """
        for column, field in enumerate(FIELDS, 1):
            value = values.get(field, "")
            if field == "discount_cost" and value == values.get("cost"):
                value = ""
            shown = editable(value) if isinstance(value, float) else value
            self.setItem(row, column, QTableWidgetItem(shown))


def _heads() -> tuple[tuple[str, str], ...]:
    """Return the heads of the list of questions, and what goes into its columns."""
    return (
        (tr("Question"), tr("Tick the questions that may be asked.")),
        (tr("Cost"), tr("What the question costs; empty: the cost of a question above.")),
        (
            tr("Discounted"),
            tr("Its cost once another question of its group has been asked; empty: no discount."),
        ),
        (tr("Group"), tr("Questions that share a sample or a visit belong to one group.")),
        (tr("Delay"), tr("How long the answer takes; this is shown with the question.")),
    )


class MistakesGrid(Grid):
    """The cost of deciding a column's class when a row's is true."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.classes: list[str] = []

    def show_cost(self, true: int, decided: int, cost: float) -> None:
        """Show what a mistake costs."""
        item = QTableWidgetItem(editable(cost))
        item.setToolTip(self.meaning(true, decided))
        self.setItem(true, decided, item)

    def meaning(self, true: int, decided: int) -> str:
        """Say which mistake a cell gives the cost of."""
        return tr(
            "deciding for {decided} when {true} is true",
            decided=self.classes[decided],
            true=self.classes[true],
        )

    def costs(self) -> list[list[float]] | None:
        """Return the costs, shape (L, L); None if one of them is no cost."""
        n = range(self.rowCount())
        read = [[read_cost(self.text(i, j))[0] for j in n] for i in n]
        costs = [[cost for cost in row if cost is not None] for row in read]
        return costs if all(len(row) == len(n) for row in costs) else None

    def show_classes(self, classes: list[str]) -> None:
        """Let every mistake cost 1. Long names have several lines, so that more columns are seen."""
        self.classes = classes
        self.setRowCount(len(classes))
        self.setColumnCount(len(classes))
        for i, name in enumerate(classes):
            self.setHorizontalHeaderItem(i, _head(name))
            self.setVerticalHeaderItem(i, _head(name))
            for j in range(len(classes)):
                self.show_cost(i, j, float(i != j))
        self._set_widths()

    def _set_widths(self) -> None:
        """Show every head whole."""
        across = self.horizontalHeader()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        cost = self.fontMetrics().horizontalAdvance(_COST_WIDTH) + self.fontMetrics().height()
        for column in range(self.columnCount()):
            across.resizeSection(column, max(cost, across.sectionSizeHint(column)))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)


def _head(name: str) -> QTableWidgetItem:
    """Return the head of a class's row or column, in several lines where its name is long."""
    made = QTableWidgetItem(in_lines(name))
    made.setToolTip(name)
    return made
