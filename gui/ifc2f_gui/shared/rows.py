"""A row of widgets that breaks into several where the width is short, so that it cuts and widens nothing."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

from ifc2f_gui.shared.theme import GRID

FILL, APART, END = range(3)  # parts share the width; the first is left, the others right; all are right
_UNPLACED = 1 << 16  # wide enough for a single row, before there is a width


class Rows(QLayout):
    """Needs no more width than its widest part, and the height of its rows as they stand.

    Parameters
    ----------
    sides : int
        FILL, APART or END.
    most : int, optional
        Parts in a row.
    """

    def __init__(self, sides: int, most: int = 9) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._sides, self._most = sides, most
        self._placed = _UNPLACED  # the width it has, which Qt forgets when a part changes
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(GRID)

    def addItem(self, item: QLayoutItem) -> None:
        """Add a part at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of parts."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return a part; None beyond the last, where Qt stops."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove a part."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Take the width that there is, and no height."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows that a width makes."""
        heights = [max(item.sizeHint().height() for item in row) for row in self._in_rows(width)]
        return sum(heights) + self.spacing() * max(0, len(heights) - 1)

    def minimumSize(self) -> QSize:
        """Return the width of the widest part, and the height at the present width."""
        widest = max((item.minimumSize().width() for item in self._shown), default=0)
        return QSize(widest, self.heightForWidth(max(widest, self._placed)))

    def sizeHint(self) -> QSize:
        """Return the size of a single row, as far as so many parts may be in one."""
        rows = self._chunks(self._most)
        width = max((self._width(row, least=False) for row in rows), default=0)
        return QSize(width, self.heightForWidth(width))

    def setGeometry(self, rect: QRect) -> None:
        """Place the parts; another number of rows asks for another height."""
        before = self.minimumSize().height()
        super().setGeometry(rect)
        self._placed = rect.width()
        y = rect.y()
        for row in self._in_rows(rect.width()):
            height = max(item.sizeHint().height() for item in row)
            self._place(row, QRect(rect.x(), y, rect.width(), height))
            y += height + self.spacing()
        if self.minimumSize().height() != before:
            self.update()

    @property
    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _chunks(self, n: int) -> list[list[QLayoutItem]]:
        shown = self._shown
        return [shown[i : i + n] for i in range(0, len(shown), n)]

    def _width(self, row: list[QLayoutItem], *, least: bool) -> int:
        widths = [(item.minimumSize() if least else item.sizeHint()).width() for item in row]
        return sum(widths) + self.spacing() * (len(row) - 1)

    def _in_rows(self, width: int) -> list[list[QLayoutItem]]:
        """Return the parts in rows of as many as fit in every one."""
        for n in range(min(self._most, len(self._items)), 1, -1):
            rows = self._chunks(n)
            if all(self._width(row, least=True) <= width for row in rows):
                return rows
        return self._chunks(1)

    def _place(self, row: list[QLayoutItem], room: QRect) -> None:
        """Place a row: parts that shrink have their width first, then those that expand, or all, the rest."""
        widths = [item.minimumSize().width() for item in row]
        left = room.width() - sum(widths) - self.spacing() * (len(row) - 1)
        for i, item in enumerate(row):
            more = max(0, min(left, item.sizeHint().width() - widths[i]))
            widths[i] += more
            left -= more
        growing = [i for i, item in enumerate(row) if item.expandingDirections() & Qt.Orientation.Horizontal]
        if self._sides == FILL and not growing:
            growing = list(range(len(row)))
        for n, i in enumerate(growing):
            more = left // (len(growing) - n)
            widths[i] += more
            left -= more
        leads = row[0] is self._shown[0] and self._sides != END
        gap = 1 if leads else 0  # the part before which room is left
        x = room.x()
        for i, item in enumerate(row):
            if i == gap:
                x += left
            height = min(item.sizeHint().height(), room.height())
            top = room.y() + (room.height() - height) // 2
            item.setGeometry(QRect(x, top, max(0, widths[i]), height))
            x += widths[i] + self.spacing()
