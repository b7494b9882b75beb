"""All questions still open, with what each is expected to save and to cost: any of them may be asked next."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.evidence import Open
from ifc2f_gui.shared.numbers import fixed
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Card, Line, RowMark

Index = QModelIndex | QPersistentModelIndex
FEATURE_ROLE = Qt.ItemDataRole.UserRole


class OpenModel(QAbstractTableModel):
    """Rows of the desk's open features."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.rows: list[Open] = []

    def refresh(self) -> None:
        """Take the open features anew."""
        self.beginResetModel()
        self.rows = self.desk.found.open
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of open features."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Question, saving, cost."""
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        """Return the heads."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Question"), tr("Saves"), tr("Costs"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        """Return texts, alignment, and the whole row in words for a screen reader."""
        row = self.rows[index.row()]
        feature = self.desk.features[row.feature]
        if role == Qt.ItemDataRole.DisplayRole:
            return (self._name(row), self._saving(row), self._cost(row))[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(index.column())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = tr(
                "{question}: expected to save {saving} by itself, costs {cost}",
                question=feature.question,
                saving=self._saving(row),
                cost=self._cost(row),
            )
            return (
                words
                if role == Qt.ItemDataRole.AccessibleTextRole or index.column()
                else feature.help or words
            )
        return row.feature if role == FEATURE_ROLE else None

    def _name(self, row: Open) -> str:
        name = self.desk.features[row.feature].name
        name = f"▸ {name}" if row.feature == self.desk.asked else name
        if self.desk.found.is_over_budget(row):
            name = tr("{name} (over budget)", name=name)
        return tr("{name} (always asked)", name=name) if self.desk.features[row.feature].mandatory else name

    def _saving(self, row: Open) -> str:
        return "–" if row.saving is None else fixed(row.saving, self.desk.decimals)

    def _cost(self, row: Open) -> str:
        return tr("free") if row.cost == 0.0 else fixed(row.cost, self.desk.decimals)


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


class OthersPanel(Card):
    """The list, with a line to find a question by its name."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.desk = desk
        self.search = Line()
        self.search.setPlaceholderText(tr("Find…"))
        self.search.setAccessibleName(tr("Find an open question by name"))
        self.search.setClearButtonEnabled(True)
        self.rows = OpenModel(desk)
        self.filter = QSortFilterProxyModel()
        self.filter.setSourceModel(self.rows)
        self.filter.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.view = QTableView()
        self.view.setModel(self.filter)
        self.view.setAccessibleName(tr("Open questions, the most useful first"))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setShowGrid(False)
        self.view.setTabKeyNavigation(False)
        RowMark(self.view)
        self.view.verticalHeader().hide()
        self.view.setWordWrap(False)
        self.view.setMinimumHeight(3 * self.view.fontMetrics().height() + GRID)
        header = self.view.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(30)
        header.setResizeContentsPrecision(0)  # measure the rows in sight only
        for column in range(3):
            mode = QHeaderView.ResizeMode.ResizeToContents if column else QHeaderView.ResizeMode.Stretch
            header.setSectionResizeMode(column, mode)
        self.head.addWidget(self.search, 2)
        self.box.addWidget(self.view, 1)
        self.search.textChanged.connect(self.filter.setFilterFixedString)
        self.search.returnPressed.connect(self.ask_first)
        self.view.activated.connect(self._ask)
        self.view.clicked.connect(self._ask)
        desk.case_changed.connect(self.refresh)
        desk.asked_changed.connect(self.view.viewport().update)
        self.refresh()

    def refresh(self) -> None:
        """Show the open features of the desk."""
        self.rows.refresh()
        self.title.setText(tr("OPEN QUESTIONS ({n})", n=len(self.rows.rows)))
        self.setAccessibleName(tr("Open questions"))
        height = self.view.fontMetrics().height() + 8
        self.view.verticalHeader().setDefaultSectionSize(height)

    def ask_first(self) -> None:
        """Ask the first question that is listed."""
        if self.filter.rowCount():
            self._ask(self.filter.index(0, 0))

    def _ask(self, index: QModelIndex) -> None:
        feature = index.data(FEATURE_ROLE)
        self.search.clear()
        self.desk.ask(feature)
