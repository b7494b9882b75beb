"""The frame of the focus round what is painted in a scroll area."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QWidget

from ifc2f_gui.shared.theme import colours

_WIDTH, _ROUND = 2, 4  # pixels


class FrameInSight(QWidget):
    """Frames what is in sight of a widget that has the focus: its own edges may be scrolled away.

    Parameters
    ----------
    area : QScrollArea
    framed : QWidget
        In that area.
    """

    def __init__(self, area: QScrollArea, framed: QWidget) -> None:
        super().__init__(area)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._framed, self._seen = framed, area.viewport()
        for watched in (self._framed, self._seen):
            watched.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Come and go with the focus, and keep the size of what is in sight."""
        if watched is self._framed and event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.setGeometry(self._seen.geometry())
            self.setVisible(event.type() == QEvent.Type.FocusIn)
            self.raise_()
        elif watched is self._seen and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.setGeometry(self._seen.geometry())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours().accent, _WIDTH))
        inset = _WIDTH / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), _ROUND, _ROUND)
