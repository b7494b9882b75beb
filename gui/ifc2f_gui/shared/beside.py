"""Parts beside each other where the window is wide enough, else one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QSizePolicy, QWidget

from ifc2f_gui.shared.theme import GRID

_LETTERS = 20  # of width that a part has at least beside others


class Beside(QWidget):
    """Needs no more width than its widest part."""

    def __init__(self, parts: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts = parts
        self.box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(GRID)
        self.box.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        for part in parts:
            self.box.addWidget(part, 1)

    @property
    def _least(self) -> int:
        """The width that each part has beside the others."""
        widest = max(part.minimumSizeHint().width() for part in self.parts)
        return max(widest, _LETTERS * self.fontMetrics().averageCharWidth())

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part alone, and the height that all need as they stand."""
        height = self.box.totalMinimumSize().height()
        if self.box.hasHeightForWidth() and self.width() > 0:
            height = max(height, self.box.totalMinimumHeightForWidth(self.width()))
        return QSize(max(part.minimumSizeHint().width() for part in self.parts), height)

    def sizeHint(self) -> QSize:
        """Return what the parts want as they stand."""
        return self.box.totalSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside each other if the width is enough for it."""
        super().resizeEvent(event)
        needed = len(self.parts) * self._least + (len(self.parts) - 1) * GRID
        directions = QBoxLayout.Direction
        self.box.setDirection(directions.LeftToRight if needed <= self.width() else directions.TopToBottom)
        self.updateGeometry()
