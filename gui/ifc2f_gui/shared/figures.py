"""A table of figures, whose texts are broken into lines where the width is short."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontInfo, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import RowMark

_MOST_ASKED = 31  # sizes of the font: the width that a table of figures asks for
_NAMES = 0.6  # of the width of a table of figures: at most for a name that takes it from the figures


class Figures(QTableWidget):
    """A table of figures: read only, sorted as given, numbers to the right.

    Where the width is short, texts are broken into lines.

    Parameters
    ----------
    name : str
        For screen readers.
    parent : QWidget, optional
    rows_in_sight : int, optional
        Rows, or all if there are fewer, that are seen without scrolling, with no room below the last. 0: any
        height.
    """

    def __init__(self, name: str, parent: QWidget | None = None, rows_in_sight: int = 0) -> None:
        super().__init__(parent)
        self._texts: list[list[str]] = []  # heads, then rows
        self._is_broken = False  # into lines, for want of width
        self._rows_in_sight = rows_in_sight
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
        self._texts = [list(heads), *map(list, rows)]
        self.updateGeometry()
        self.setColumnCount(len(heads))
        self.setRowCount(len(rows))
        self._show_texts(is_broken=False)
        for j in range(len(heads)):
            mode = QHeaderView.ResizeMode.Fixed if j == 0 else QHeaderView.ResizeMode.ResizeToContents
            self.horizontalHeader().setSectionResizeMode(j, mode)
        self._fit()

    def _show_texts(self, is_broken: bool) -> None:
        """Put the texts into the cells, in short lines or as they are."""
        self._is_broken = is_broken
        for i, row in enumerate(self._texts, -1):
            for j, text in enumerate(row):
                made = _cell(_broken(text, j) if is_broken else text, j)
                if i < 0:
                    self.setHorizontalHeaderItem(j, made)
                else:
                    self.setItem(i, j, made)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the names what the figures leave."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Break texts where they have no room, and give the first column what the others leave."""
        if self.columnCount() == 0:
            return
        is_broken = self._needed > self.viewport().width()
        if is_broken != self._is_broken:
            self._show_texts(is_broken)
        header, room = self.horizontalHeader(), self.viewport().width()
        needed = max(self.sizeHintForColumn(0), header.sectionSizeHint(0))
        left = room - sum(header.sectionSize(j) for j in range(1, self.columnCount()))
        self.setColumnWidth(0, max(left, min(needed, round(_NAMES * room))))
        self.resizeRowsToContents()
        for i in range(self.rowCount() if is_broken else 0):  # lines of two rows keep apart
            self.setRowHeight(i, self.rowHeight(i) + GRID // 2)
        if self._rows_in_sight:
            bar = self.horizontalScrollBar().sizeHint().height() if header.length() > room else 0
            head = header.sizeHint().height() + GRID + bar
            seen = sum(self.rowHeight(i) for i in range(min(self.rowCount(), self._rows_in_sight)))
            self.setMinimumHeight(head + seen)
            self.setMaximumHeight(head + self.verticalHeader().length())

    @property
    def _needed(self) -> int:
        """The width of all columns if no text is broken into lines."""
        return self._width_of(self._texts)

    def _width_of(self, texts: Sequence[Sequence[str]]) -> int:
        bold = self.font()
        bold.setBold(True)  # as Qt measures heads
        fonts = [QFontMetrics(bold), *(self.fontMetrics() for _ in texts[1:])]
        widths = [[_width(text, font) for text in row] for row, font in zip(texts, fonts, strict=True)]
        return sum(max(column) + 2 * GRID for column in zip(*widths, strict=True))

    def minimumSizeHint(self) -> QSize:
        """Ask for the width of all columns with broken texts, unless these are many, or rows are limited."""
        least = super().minimumSizeHint()
        if self.isHidden() or self._rows_in_sight or not self._texts:
            return least
        broken = [[_broken(text, j) for j, text in enumerate(row)] for row in self._texts]
        needed = self._width_of(broken) + self.verticalScrollBar().sizeHint().width()
        needed += 2 * self.frameWidth()
        return least.expandedTo(QSize(min(needed, _MOST_ASKED * QFontInfo(self.font()).pixelSize()), 0))


def _width(text: str, font: QFontMetrics) -> int:
    return max(map(font.horizontalAdvance, text.split("\n")))


_PART = re.compile("\\S+?(?:[-\u2011](?=[^\\W\\d])|(?!\\S))\\s*")  # up to a blank, or a hyphen before a word


def _broken(text: str, column: int) -> str:
    """Return a text in short lines: a name, or a figure with its words."""
    if "\n" in text:
        return text
    if not column:
        return in_lines(text)
    parts = _PART.findall(text)
    room = max([_OF_FIGURES, *(len(part.rstrip()) for part in parts)])
    lines = [""]
    for part in parts:
        if len((lines[-1] + part).rstrip()) > room:
            lines.append("")
        lines[-1] += part
    return "\n".join(map(str.rstrip, lines))


def _cell(text: str, column: int) -> QTableWidgetItem:
    """Return a cell: the first column to the left, figures to the right."""
    item = QTableWidgetItem(text)
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item


_OF_FIGURES = 8  # letters in a line of a column of figures
_SHORT_LINE, _LONG_LINE = 12, 24  # letters of a name, in the head of a row or column


def in_lines(name: str) -> str:
    """Return a name in lines that are as short as its longest word allows."""
    longest = max(map(len, name.split()), default=0)
    return "\n".join(textwrap.wrap(name, min(_LONG_LINE, max(_SHORT_LINE, longest)))) or name
