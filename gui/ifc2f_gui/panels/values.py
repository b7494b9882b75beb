"""A table in which the values of several questions are entered together, or pasted."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QHeaderView,
    QLineEdit,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.case.case import Finding
from ifc2f_gui.case.describe import Described, one_line
from ifc2f_gui.case.entered import Read, read_lines, read_value
from ifc2f_gui.shared.cells import Index, WholeText
from ifc2f_gui.shared.numbers import plain, with_unit
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, colours
from ifc2f_gui.shared.widgets import Reserved, announce

QUESTION, VALUE, HINT = range(3)
_OF_VALUE, _OF_HINT = 0.22, 0.42  # of the width: a number or a choice is shorter than what is said of it


class AtTop(WholeText):
    """Edits a value at the top of its row, next to the first of its lines of text."""

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Give the editor no more height than a line needs."""
        super().updateEditorGeometry(editor, option, index)
        needed = max(editor.sizeHint().height(), option.fontMetrics.height())
        editor.resize(editor.width(), min(editor.height(), needed))


class Values(QTableWidget):
    """A row for each question, of which the value can be edited. Pasting fills rows by their names.

    Return and Tab lead from value to value, and Tab out of the table at its ends.
    """

    entered = Signal(int)  # the row of a value that was typed or pasted
    paste_wanted = Signal()
    finished = Signal()  # Return, where no value is being edited

    def __init__(self, features: list[Described], parent: QWidget | None = None) -> None:
        super().__init__(len(features), 3, parent)
        self.features = features
        self.pasted: list[str] = []  # what could not be read of the last paste
        self.setAccessibleName(tr("Values that are known"))
        self.setHorizontalHeaderLabels([tr("Question"), tr("Value"), tr("Unit or choices")])
        self.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self.setTabKeyNavigation(False)
        self.setItemDelegate(WholeText(self))
        self.verticalHeader().hide()
        for i, feature in enumerate(features):
            for column, text in ((QUESTION, feature.question), (VALUE, ""), (HINT, hint(feature))):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                if column != VALUE:
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.setItem(i, column, item)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setItemDelegateForColumn(VALUE, AtTop(self))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.sectionResized.connect(self.resizeRowsToContents)  # lines are broken anew
        self.itemChanged.connect(self._tell_of)
        if features:
            self.setCurrentCell(0, VALUE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the columns."""
        super().resizeEvent(event)
        room = self.viewport().width()
        value, told = round(_OF_VALUE * room), round(_OF_HINT * room)
        for column, width in ((QUESTION, room - value - told), (VALUE, value), (HINT, told)):
            self.setColumnWidth(column, width)

    def text(self, row: int) -> str:
        """Return the value that is entered in a row."""
        item = self.item(row, VALUE)
        return "" if item is None else item.text().strip()

    def commit(self) -> None:
        """Take what is being typed: a click on a button ends it only where the button takes the focus."""
        for editor in self.viewport().findChildren(QLineEdit):
            if editor.isVisible():
                self.commitData(editor)

    def _tell_of(self, item: QTableWidgetItem) -> None:
        if item.column() == VALUE:
            self.entered.emit(item.row())

    def say(self, row: int, text: str) -> None:
        """Show what is wrong with a row, and mark it; or what it takes."""
        value, told = self.item(row, VALUE), self.item(row, HINT)
        assert value is not None
        assert told is not None
        bold = self.font()
        bold.setBold(True)
        with QSignalBlocker(self):  # nothing is entered here
            for item in (value, told):
                item.setData(Qt.ItemDataRole.ForegroundRole, colours().bad if text else None)
            value.setData(Qt.ItemDataRole.FontRole, bold if text else None)
            told.setText(f"⚠ {text}" if text else hint(self.features[row]))
            told.setToolTip(told.text())

    def event(self, event: QEvent) -> bool:
        """Keep letters for the values: some are keys of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            others = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
            if event.text().isprintable() and event.text() and not others:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste lines, or a row with heads; be finished at Return."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # A Return that ends a value comes here too, before the value has been taken.
            if not event.isAutoRepeat() and self.state() != QAbstractItemView.State.EditingState:
                self.finished.emit()
        else:
            super().keyPressEvent(event)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Go to the value below, or above, or out of the table."""
        hints = QAbstractItemDelegate.EndEditHint
        super().closeEditor(editor, hints.NoHint)
        if hint in (hints.EditNextItem, hints.EditPreviousItem):
            self.focusNextPrevChild(hint == hints.EditNextItem)
        elif hint == hints.SubmitModelCache:
            self._step(1)

    def _step(self, by: int) -> bool:
        """Go to another value; return whether there is one."""
        row = self.currentRow() + by
        is_there = 0 <= row < self.rowCount()
        if is_there:
            self.setCurrentCell(row, VALUE)
        return is_there

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab leads to the next value, and from the last one out of the table."""
        return self._step(1 if forward else -1) or super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin where Tab comes in."""
        ends = {Qt.FocusReason.TabFocusReason: 0, Qt.FocusReason.BacktabFocusReason: self.rowCount() - 1}
        if event.reason() in ends:
            self.setCurrentCell(ends[event.reason()], VALUE)
        super().focusInEvent(event)

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
    return with_unit(low_high, feature.units[0].name).strip()


class ValuesForm(QWidget):
    """The table of values with what is wrong in it; nothing moves when that is said.

    `takes_ranges`: whether a limit such as "<0.5" is an uncertain answer, which is never free of cost.
    """

    def __init__(
        self, features: list[Described], parent: QWidget | None = None, *, takes_ranges: bool = False
    ) -> None:
        super().__init__(parent)
        self._takes_ranges = takes_ranges
        self.values = Values(features)
        self._read: dict[int, Read] = {}  # by row
        self.values.entered.connect(self._look_at)
        self.values.paste_wanted.connect(self.paste)
        self.message = Reserved(role="bad")
        self.message.reserve("0")
        self.unusual = QCheckBox(tr("Use anyway"))
        about = tr("Use values outside the training range anyway")
        self.unusual.setToolTip(about)
        self.unusual.setAccessibleDescription(about)
        room = self.unusual.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.unusual.setSizePolicy(room)
        self.unusual.hide()
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(GRID)
        box.addWidget(self.values, 1)
        box.addWidget(self.message)
        box.addWidget(self.unusual)
        self.setFocusProxy(self.values)

    def paste(self) -> None:
        """Fill in what the clipboard says."""
        self.values.paste(QApplication.clipboard().text())
        self.say(" ".join(self.values.pasted))

    def say(self, problem: str) -> None:
        """Say what is wrong; an empty text for nothing."""
        self._show(problem)
        if problem:
            announce(self, problem)
            self.values.setFocus()

    def _show(self, problem: str) -> None:
        self.message.setText("⚠ " + problem if problem else "")

    def _look_at(self, row: int) -> None:
        """Read a value that was entered, and say at once what is wrong with it."""
        text, feature = self.values.text(row), self.values.features[row]
        read = read_value(feature, text, self._takes_ranges) if text else Read()
        self._read[row] = read
        problem = read.problem or (_outside(feature) if read.unusual else "")
        self.values.say(row, problem)
        unusual = self._rows(wrong=False)
        if read.unusual or not unusual:
            self.unusual.setChecked(False)  # it was for other values
        self.unusual.setVisible(bool(unusual))
        self._show(self._what_to_check())
        if problem:
            announce(self, f"{feature.name}: {problem}")

    def _rows(self, wrong: bool) -> list[int]:
        """Return the rows that cannot be read, or else those whose values are unusual."""
        return sorted(row for row, read in self._read.items() if (read.problem if wrong else read.unusual))

    def _what_to_check(self) -> str:
        rows = self._rows(wrong=True) or ([] if self.unusual.isChecked() else self._rows(wrong=False))
        names = ", ".join(self.values.features[i].name for i in rows)
        return tr("Please check: {names}.", names=names) if rows else ""

    def read(self) -> dict[int, Finding] | None:
        """Return the values by feature; None if one cannot be read, which its row then says."""
        values = self.values
        values.commit()
        problem = self._what_to_check()
        self.say(problem)
        if problem:
            rows = self._rows(wrong=True) or self._rows(wrong=False)
            values.setCurrentCell(rows[0], VALUE)
            return None
        return {
            values.features[i].index: read.finding
            for i, read in sorted(self._read.items())
            if read.finding is not None
        }


def _outside(feature: Described) -> str:
    """Say that a value is outside training, and what was seen there, in few words: the column is narrow."""
    if feature.range is None:
        return tr("No training case had such a value. Is it mistyped, or in another unit?")
    low, high = map(plain, feature.range)
    seen = with_unit(tr("{low} to {high}", low=low, high=high), feature.units[0].name).strip()
    return tr("In training: {seen}. Mistyped, or another unit?", seen=seen)
