"""Grids to fill in: the questions with their costs, and the costs of mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from ifc2f.data.cost_entries import FIELDS
from ifc2f_gui.shared.numbers import editable, read_number
from ifc2f_gui.shared.texts import tr


class Grid(QTableWidget):
    """A grid of texts, with boxes to tick."""

    edited = Signal(int, int)  # row and column of a text that the user has entered

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.itemDelegate().commitData.connect(
            lambda _: self.edited.emit(self.currentRow(), self.currentColumn())
        )

    def text(self, row: int, column: int) -> str:
        """Return what a cell holds."""
        item = self.item(row, column)
        return "" if item is None else item.text().strip()


class QuestionsGrid(Grid):
    """A row for each question: whether it may be asked, and a column for each field of its cost."""

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
            self.setItem(row, 0, item)
            for column in range(1, len(heads)):
                self.setItem(row, column, QTableWidgetItem(""))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        # Room for the box to tick and what is about it, of which Qt asks the style and not its sheet.
        box = 3 * self.fontMetrics().height()
        wanted = [self.fontMetrics().horizontalAdvance(text) + box for text in (*names, heads[0][0])]
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, max(wanted))

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

    def fields(self, row: int) -> dict[str, str]:
        """Return what is entered for a question, by the field's name."""
        texts = {field: self.text(row, column) for column, field in enumerate(FIELDS, 1)}
        return {field: text for field, text in texts.items() if text}

    def show_fields(self, row: int, values: dict[str, float | str]) -> None:
        """Show what is known of a question's cost; fields that are not named are emptied."""
        for column, field in enumerate(FIELDS, 1):
            value = values.get(field, "")
            shown = editable(value) if isinstance(value, float) else value
            self.setItem(row, column, QTableWidgetItem(shown))


def _heads() -> tuple[tuple[str, str], ...]:
    """Return the heads of the list of questions, and what goes into its columns."""
    return (
        (tr("Question"), tr("Tick the questions that may be asked.")),
        (tr("Cost"), tr("What the question costs; empty: the cost of a question above.")),
        (
            tr("Next in group"),
            tr("Its cost once another question of its group has been asked; empty: no discount."),
        ),
        (tr("Group"), tr("Questions that share a sample or a visit belong to one group.")),
        (tr("Delay"), tr("How long the answer takes; this is shown with the question.")),
    )


class MistakesGrid(Grid):
    """The cost of deciding a column's class when a row's is true."""

    def show_cost(self, true: int, decided: int, cost: float) -> None:
        """Show what a mistake costs."""
        item = QTableWidgetItem(editable(cost))
        item.setToolTip(self.meaning(true, decided))
        self.setItem(true, decided, item)

    def meaning(self, true: int, decided: int) -> str:
        """Say of which mistake a cell tells the cost."""
        names = [self.horizontalHeaderItem(i) for i in (true, decided)]
        of_true, of_decided = ("" if item is None else item.text() for item in names)
        return tr("deciding for {decided} when {true} is true", decided=of_decided, true=of_true)

    def costs(self) -> list[list[float]] | None:
        """Return the costs, shape (L, L); None if one of them is no cost."""
        n = self.rowCount()
        readings = [[read_number(self.text(i, j)).values for j in range(n)] for i in range(n)]
        if any(len(values) != 1 or values[0] < 0 for row in readings for values in row):
            return None
        return [[values[0] for values in row] for row in readings]

    def show_classes(self, classes: list[str]) -> None:
        """Let every mistake cost 1."""
        self.setRowCount(len(classes))
        self.setColumnCount(len(classes))
        self.setHorizontalHeaderLabels(classes)
        self.setVerticalHeaderLabels(classes)
        for i in range(len(classes)):
            for j in range(len(classes)):
                self.show_cost(i, j, float(i != j))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
