"""A page of text with tables, in which a word is broken only where no line has room for it."""

from __future__ import annotations

from PySide6.QtGui import QFontMetricsF, QResizeEvent, QTextCursor, QTextLength, QTextTable
from PySide6.QtWidgets import QTextBrowser, QWidget

_MOST = 0.6  # of the width: for the first column of a table


class Document(QTextBrowser):
    """Shows HTML. The first column of a table has its share of the width, and room for its longest word.

    Qt would break words of a column whose width is given in percent, without a hyphen.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._shares: list[float | None] = []  # of the first columns of the tables

    def show_html(self, html: str) -> None:
        """Show a page from its first line."""
        self._shares = []  # of tables that are deleted now
        self.setHtml(html)
        self._shares = [_first_share(table) for table in self._tables]
        self._fit()

    @property
    def _tables(self) -> list[QTextTable]:
        frames = self.document().rootFrame().childFrames()
        return [frame for frame in frames if isinstance(frame, QTextTable)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the tables to the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.viewport().width() - 2.0 * self.document().documentMargin()
        tables = [(table, share) for table, share in zip(self._tables, self._shares, strict=False) if share]
        widths = [_width_of_first(table, share, room) for table, share in tables]
        for table, share in tables:  # those of the same share stand below each other
            width = max(width for width, (_, other) in zip(widths, tables, strict=True) if other == share)
            rest = [QTextLength()] * (table.columns() - 1)
            shape = table.format()
            shape.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, width), *rest])
            table.setFormat(shape)


def _width_of_first(table: QTextTable, share: float, room: float) -> float:
    """Return the width of a first column: its share, less where others need more, more where it does."""
    least, *others = (_width_of_words(table, column) for column in range(table.columns()))
    return min(max(least, min(share * room, room - sum(others))), _MOST * room)


def _first_share(table: QTextTable) -> float | None:
    """Return the share of the width that a first column is given, if it is."""
    widths = table.format().columnWidthConstraints()
    is_share = bool(widths) and widths[0].type() == QTextLength.Type.PercentageLength
    return widths[0].rawValue() / 100.0 if is_share else None


def _width_of_words(table: QTextTable, column: int) -> float:
    """Return the width that the longest word of a column needs, of cells that are in that column alone."""
    widest = 0.0
    for row in range(table.rows()):
        cell = table.cellAt(row, column)
        if cell.columnSpan() == 1:
            cursor: QTextCursor = cell.firstCursorPosition()
            metrics = QFontMetricsF(cursor.charFormat().font())
            cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            widest = max([widest, *map(metrics.horizontalAdvance, cursor.selectedText().split())])
    return widest + 2.0 * (table.format().cellPadding() + table.format().cellSpacing()) + 2.0
