"""All questions still open, with what each is expected to save and to cost: any of them may be asked next."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ifc2f_gui.case.advice import change_in_words, cost_text, saved_together
from ifc2f_gui.case.describe import cost_unit
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.evidence import Open
from ifc2f_gui.shared.numbers import fixed, percent, with_unit
from ifc2f_gui.shared.texts import shortened, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Card, Line, RowMark

Index = QModelIndex | QPersistentModelIndex
FEATURE_ROLE, SORT_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_AS_LISTED = -1  # the column that Qt takes for none
_LONGEST_UNIT = 12  # letters below a head; the advice has it whole
_MEASURED = 200  # rows whose names are looked at
_ROWS_IN_SIGHT = 2  # at least
_LEAST_OF_NAME = 8  # letters of a line that have their room beside the figures
_WIDEST = 60  # letters that the panel makes room for; figures of fifteen digits are scrolled to


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
        """Question, change, saving, cost."""
        return 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        """Return the heads."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            unit = shortened(cost_unit(self.desk.model), _LONGEST_UNIT)
            head = (tr("Question"), tr("Changes"), tr("Saves"), tr("Costs"))[section]
            return f"{head}\n{unit}" if unit and section in (2, 3) else head
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                tr("The open questions, by what they are worth; click a column header to sort"),
                tr("How often its answer alone would change the decision"),
                tr("What its answer alone is expected to save"),
                tr("What it costs"),
            )[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        """Return texts, alignment, and the whole row in words for a screen reader."""
        row = self.rows[index.row()]
        feature = self.desk.features[row.feature]
        if role == Qt.ItemDataRole.DisplayRole:
            return (self._name(row), self._change(row), self._saving(row), self._cost(row))[index.column()]
        if role == SORT_ROLE:
            return (feature.name.casefold(), row.worth.change, row.saving, row.cost)[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(index.column())
        if index.column() == 0 and role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            help_ = feature.help if role == Qt.ItemDataRole.ToolTipRole else ""
            told, name = help_ or self._in_words(row), self._whole_name(row)
            return told if told.startswith(name) else f"{name}: {told}"
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._in_words(row)
        return row.feature if role == FEATURE_ROLE else None

    def _in_words(self, row: Open) -> str:
        """Return what a row says; of a value of a test also what the test costs and saves as a whole."""
        feature, together = self.desk.features[row.feature], self.desk.found.joint_worth(row.feature)
        words = tr(
            "{question}: {change} Expected to save {saving} by itself, costs {cost}",
            question=feature.question,
            change=change_in_words(row.worth.change),
            saving=cost_text(self.desk.model, row.saving),
            cost=tr("free") if row.cost == 0.0 else cost_text(self.desk.model, row.cost),
        )
        if together is None:
            return words
        whole = tr(
            "{test} gives {n} values at this cost; together they are expected to save {saving}.",
            test=feature.panel,
            n=len(self.desk.found.together(row.feature)),
            saving=with_unit(saved_together(together, self.desk.decimals), cost_unit(self.desk.model)),
        )
        return f"{words}. {whole}"

    def longest(self, column: int) -> str:
        """Return the longest name, or the text of the row with the largest figure in a column of amounts."""
        if not self.rows:
            return ""
        if column == 0:
            return max(map(self._name, self.rows[:_MEASURED]), key=len)
        if column == 2:
            return self._saving(max(self.rows, key=lambda row: row.saving))
        return max((self._cost(find(self.rows, key=lambda row: row.cost)) for find in (min, max)), key=len)

    def _name(self, row: Open) -> str:
        asked = self.desk.asked_together or (self.desk.asked,)
        name = self._whole_name(row)
        return f"▸ {name}" if row.feature in asked else name

    def _whole_name(self, row: Open) -> str:
        feature = self.desk.features[row.feature]
        name = f"{feature.name} · {feature.panel}" if feature.panel else feature.name
        if self.desk.found.is_over_budget(row):
            name = tr("{name} (over budget)", name=name)
        return tr("{name} (always asked)", name=name) if feature.mandatory else name

    def _change(self, row: Open) -> str:
        change = row.worth.change
        return tr("{n} %", n=percent(round(change, 2)) if change >= 0.005 or change == 0.0 else "<1")

    def _saving(self, row: Open) -> str:
        return fixed(row.saving, self.desk.decimals)

    def _cost(self, row: Open) -> str:
        return tr("free") if row.cost == 0.0 else fixed(row.cost, self.desk.decimals)


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


class OthersPanel(Card):
    """The list, with a line to find a question by its name."""

    chosen = Signal()  # a question, be it the one that is asked already

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
        self.filter.setSortRole(SORT_ROLE)
        self.view = QTableView()
        self.view.setModel(self.filter)
        self.view.setAccessibleName(tr("Open questions, the most useful first"))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setShowGrid(False)
        self.view.setTabKeyNavigation(False)
        RowMark(self.view)
        self.view.verticalHeader().hide()
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.view.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(30)
        header.setSortIndicatorClearable(True)
        self.view.setSortingEnabled(True)
        self.view.sortByColumn(_AS_LISTED, Qt.SortOrder.AscendingOrder)
        self.view.setMouseTracking(True)
        self.view.viewport().installEventFilter(self)
        self.view.installEventFilter(self)
        self._widths: list[int] = []  # that the columns need
        for column in range(4):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.head.addWidget(self.search)
        self.box.addWidget(self.view, 1)
        self.search.textChanged.connect(self.filter.setFilterFixedString)
        self.search.returnPressed.connect(self.ask_first)
        self.view.activated.connect(self._ask)
        self.view.clicked.connect(self._ask)
        self.view.entered.connect(lambda index: desk.regard(index.data(FEATURE_ROLE)))
        self.view.selectionModel().currentChanged.connect(self._regard)
        desk.case_changed.connect(self.refresh)
        desk.asked_changed.connect(self.view.viewport().update)
        self.refresh()

    def refresh(self) -> None:
        """Show the open features of the desk."""
        self.rows.refresh()
        self.title.setText(tr("OPEN QUESTIONS ({n})", n=len(self.rows.rows)))
        self.setAccessibleName(tr("Open questions"))
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Make room for the heads and the longest figures, without asking every row for its texts."""
        self.view.ensurePolished()  # which gives it its font and frame
        rows, metrics = self.rows, self.view.fontMetrics()
        texts = [[rows.longest(0)], [tr("{n} %", n="100")], *([rows.longest(column)] for column in (2, 3))]
        self._widths = []
        for column, shown in enumerate(texts):
            head = str(rows.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole))
            width = max(metrics.horizontalAdvance(text) for text in [*shown, *head.split("\n")])
            self._widths.append(width + 2 * GRID)
            if column:
                self.view.setColumnWidth(column, self._widths[column])
        least, widest = (n * metrics.averageCharWidth() for n in (_LEAST_OF_NAME, _WIDEST))
        needed = min(least + 2 * GRID + sum(self._widths[1:]), widest)
        beside = self.view.verticalScrollBar().sizeHint().width() + 2 * self.view.frameWidth()
        self.view.setMinimumWidth(needed + beside)
        self._give_names_room()

    def _give_names_room(self) -> None:
        """Give names what the figures leave: two lines where one is too short, and rows are still seen."""
        view, line = self.view, self.view.fontMetrics().height()
        room = view.viewport().width()
        least = _LEAST_OF_NAME * view.fontMetrics().averageCharWidth() + 2 * GRID
        if self._widths:
            view.setColumnWidth(0, max(room - sum(self._widths[1:]), least))
        is_cut = bool(self._widths) and self._widths[0] > view.columnWidth(0)
        is_high = view.viewport().height() >= _ROWS_IN_SIGHT * (2 * line + 8)
        view.setWordWrap(is_cut and is_high)
        view.verticalHeader().setDefaultSectionSize((2 if view.wordWrap() else 1) * line + 8)
        bar = view.horizontalScrollBar().sizeHint().height() if self._has_too_little_room else 0
        rows = _ROWS_IN_SIGHT * (line + 8)
        view.setMinimumHeight(view.horizontalHeader().sizeHint().height() + rows + bar + GRID)

    @property
    def _has_too_little_room(self) -> bool:
        return self.view.horizontalHeader().length() > self.view.viewport().width()

    def _regard(self, index: QModelIndex) -> None:
        if self.view.hasFocus():
            self.desk.regard(index.data(FEATURE_ROLE))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at no question any more when mouse or focus leave the list; fit the columns to its width."""
        if event.type() == QEvent.Type.Resize and watched is self.view.viewport():
            self._give_names_room()
        left = event.type() == QEvent.Type.Leave and watched is self.view.viewport()
        if left or (event.type() == QEvent.Type.FocusOut and watched is self.view):
            self.desk.regard(None)
        return super().eventFilter(watched, event)

    def ask_first(self) -> None:
        """Ask the first question that is listed."""
        if self.filter.rowCount():
            self._ask(self.filter.index(0, 0))

    def _ask(self, index: QModelIndex) -> None:
        feature = index.data(FEATURE_ROLE)
        self.search.clear()
        self.desk.ask(feature)
        self.chosen.emit()
