"""What was answered, in order, and what each answer did; any of it can be changed, retracted or paused."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ifc2f_gui.case.case import TELLING, Finding
from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import finding_text
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.rows import FILL, Rows
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, colours
from ifc2f_gui.shared.widgets import Card, RowMark, button

Index = QModelIndex | QPersistentModelIndex
LEFT, RIGHT, EFFECT, FEATURE, PAUSED = (Qt.ItemDataRole.UserRole + i for i in range(5))


class AnswersModel(QAbstractListModel):
    """Rows of the desk's findings."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.rows: list[tuple[int, Finding]] = []

    def refresh(self) -> None:
        """Take the findings anew."""
        self.beginResetModel()
        self.rows = self.desk.found.findings
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of findings."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = 0) -> Any:
        """Return the parts of a row; as a whole it is one sentence."""
        i = index.row()
        k, finding = self.rows[i]
        feature = self.desk.features[k]
        if role == LEFT:
            return f"{i + 1}  {feature.name}"
        if role == RIGHT:
            return finding_text(feature, finding)
        if role == EFFECT:
            return self._effect(i)
        if role == FEATURE:
            return k
        if role == PAUSED:
            return finding.paused
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return f"{feature.name}: {finding_text(feature, finding)}. {self._effect(i)}"
        return None

    def _effect(self, i: int) -> str:
        """Say how the answer moved the explained class."""
        _, finding = self.rows[i]
        if finding.paused:
            return tr("paused: kept, not counted")
        if finding.state not in TELLING:
            return tr("probabilities unchanged")
        step, target = self.desk.found.steps[i], self.desk.explained
        label = class_names(self.desk.model)[target]
        before, after = probability(step.before[target]), probability(step.after[target])
        return tr("{name} {before} → {after}", name=label, before=before, after=after)


class AnswerRow(QStyledItemDelegate):
    """Paints a row in two lines: question and answer, and below what it did."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Two lines and room round them."""
        return QSize(120, 2 * option.fontMetrics.height() + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        c = colours()
        painter.save()
        from PySide6.QtWidgets import QStyle  # takes time to load, and the first question does not need it

        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(option.rect, option.palette.highlight())
        main = option.palette.highlightedText().color() if chosen else c.text
        quiet = main if chosen else c.quiet
        room = QRectF(option.rect).adjusted(4, 3, -4, -3)
        top = QRectF(room.left(), room.top(), room.width(), room.height() / 2)
        below = QRectF(room.left(), top.bottom(), room.width(), room.height() / 2)
        font = QFont(option.font)
        font.setStrikeOut(bool(index.data(PAUSED)))
        painter.setFont(font)
        painter.setPen(quiet if index.data(PAUSED) else main)
        metrics = painter.fontMetrics()
        middle = Qt.AlignmentFlag.AlignVCenter
        name_width = min(metrics.horizontalAdvance(index.data(LEFT)), room.width() * 0.45)
        answer = metrics.elidedText(
            index.data(RIGHT), Qt.TextElideMode.ElideRight, round(room.width() - name_width - GRID)
        )
        taken = metrics.horizontalAdvance(answer) + GRID
        painter.drawText(top, middle | Qt.AlignmentFlag.AlignRight, answer)
        name = metrics.elidedText(index.data(LEFT), Qt.TextElideMode.ElideRight, round(room.width() - taken))
        painter.drawText(top, middle | Qt.AlignmentFlag.AlignLeft, name)
        painter.setFont(option.font)
        painter.setPen(quiet)
        indent = metrics.horizontalAdvance("0  ")
        text = metrics.elidedText(
            index.data(EFFECT), Qt.TextElideMode.ElideLeft, round(room.width() - indent)
        )
        painter.drawText(below.adjusted(indent, 0, 0, 0), middle | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()


class AnswersPanel(Card):
    """The list of answers, and what can be done with the selected one."""

    edit_wanted = Signal()
    retract_wanted = Signal()
    pause_wanted = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("ANSWERS"), parent)
        self.desk = desk
        self.known = button(tr("Known values"), "link", tr("Enter or paste values that you know already"))
        self.head.addWidget(self.known)
        self.rows = AnswersModel(desk)
        self.view = QListView()
        self.view.setModel(self.rows)
        self.view.setItemDelegate(AnswerRow(self.view))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setAccessibleName(tr("Answers so far"))
        RowMark(self.view)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.box.addWidget(self.view, 1)
        self.edit = button(tr("Edit"), description=tr("Change the selected answer"))
        self.retract = button(tr("Retract"), description=tr("Retract the selected answer"))
        self.pause = button(tr("Pause"), description=tr("Keep the selected answer, but do not count it"))
        line = Rows(FILL)
        for made in (self.edit, self.retract, self.pause):
            line.addWidget(made)
        self.box.addLayout(line)
        self.edit.clicked.connect(self.edit_wanted)
        self.retract.clicked.connect(self.retract_wanted)
        self.pause.clicked.connect(self.pause_wanted)
        self.view.activated.connect(lambda _: self.edit_wanted.emit())
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._enable())
        desk.case_changed.connect(self.refresh)
        self.refresh()

    @property
    def selected(self) -> int | None:
        """The feature of the selected answer."""
        chosen = self.view.selectedIndexes()  # Qt's current row need not be selected, and so not be seen
        return chosen[0].data(FEATURE) if chosen else None

    def refresh(self) -> None:
        """Show the desk's findings; the selection stays on its feature."""
        kept = self.selected
        self.rows.refresh()
        self.title.setText(tr("ANSWERS ({n})", n=len(self.rows.rows)))
        for i, (k, _) in enumerate(self.rows.rows):
            if k == kept:
                self.view.setCurrentIndex(self.rows.index(i))
        if kept is None or self.selected is None:
            self.view.scrollToBottom()
        self._enable()

    def _enable(self) -> None:
        finding = None if self.selected is None else self.desk.active.finding(self.selected)
        for made in (self.edit, self.retract):
            made.setEnabled(finding is not None)
        self.pause.setEnabled(finding is not None and finding.state in TELLING)
        self.pause.setText(tr("Count") if finding is not None and finding.paused else tr("Pause"))
