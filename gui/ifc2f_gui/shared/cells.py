"""Cells of tables: whole at any width, and texts of several lines that are edited as such."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ifc2f_gui.shared.texts import tidied

Index = QModelIndex | QPersistentModelIndex
_ASIDE = 12  # pixels of a cell that hold no text: the style sheet's padding and Qt's margin, at both sides
_LINES = 3  # of text that an editor has room for
_HINTS, _MODIFIERS = QAbstractItemDelegate.EndEditHint, Qt.KeyboardModifier
_ENDING: dict[int, QAbstractItemDelegate.EndEditHint] = {  # keys that end editing, and where they lead
    Qt.Key.Key_Return: _HINTS.NoHint,
    Qt.Key.Key_Enter: _HINTS.NoHint,
    Qt.Key.Key_Tab: _HINTS.EditNextItem,
    Qt.Key.Key_Backtab: _HINTS.EditPreviousItem,
}


class WholeText(QStyledItemDelegate):
    """Asks for the height of a text as broken into lines in the width that it really has."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of the text, of which Qt leaves out that the cell is padded."""
        narrow = QStyleOptionViewItem(option)
        narrow.rect = option.rect.adjusted(0, 0, -_ASIDE, 0)
        return super().sizeHint(narrow, index)


class LinesOfText(WholeText):
    """Edits a text whose line breaks are kept. Return takes it; Shift+Return begins another line."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return an editor of several lines: Qt's own joins them."""
        made = QPlainTextEdit(parent)
        made.document().setDocumentMargin(0)
        made.setFrameStyle(0)
        return made

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Put the cell's text into the editor, all of it selected."""
        assert isinstance(editor, QPlainTextEdit)
        editor.setPlainText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
        editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Put what was typed or pasted into the cell, line by line."""
        assert isinstance(editor, QPlainTextEdit)
        model.setData(index, tidied(editor.toPlainText()))

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Give the editor room for some lines, within the table."""
        height = max(option.rect.height(), _LINES * option.fontMetrics.lineSpacing() + 8)
        table = editor.parentWidget()
        assert table is not None
        top = max(0, min(option.rect.top(), table.height() - height))
        editor.setGeometry(option.rect.left(), top, option.rect.width(), height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the text at Return, unless it begins a line, and at Tab, which leads to the next cell."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        hint = _ENDING.get(event.key())
        if hint is None or not isinstance(watched, QPlainTextEdit):
            return super().eventFilter(watched, event)
        if hint == _HINTS.NoHint and event.modifiers() & (_MODIFIERS.ShiftModifier | _MODIFIERS.AltModifier):
            watched.insertPlainText("\n")
        else:
            self.commitData.emit(watched)
            self.closeEditor.emit(watched, hint)
        return True
