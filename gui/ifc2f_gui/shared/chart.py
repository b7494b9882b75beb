"""Axes with ticks and titles, in which panels draw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from ifc2f_gui.shared.theme import colours

Ticks = Sequence[tuple[float, str]]
_GAP, _TICK, _PADDING = 4, 4, 0.05  # pixels; share of an axis beyond each of its ends
_LEAST = QSize(180, 110)


def apart(ticks: Ticks, metrics: QFontMetrics, top: float) -> list[tuple[QRectF, str]]:
    """Return where to write which texts of a horizontal axis: so few that none touch."""
    gap = metrics.averageCharWidth()
    widths = [metrics.horizontalAdvance(text) + 2 for _, text in ticks]
    lefts = [at - width / 2 for (at, _), width in zip(ticks, widths, strict=True)]
    shown = list(range(len(ticks)))
    while any(lefts[i] + widths[i] + gap > lefts[j] for i, j in pairwise(shown)):
        shown = shown[::2]
    return [(QRectF(lefts[i], top, widths[i], metrics.height()), ticks[i][1]) for i in shown]


class Chart(QWidget):
    """A chart whose axes a subclass sets, and in which it draws.

    Parameters
    ----------
    name : str
        For screen readers.
    x_title, y_title : str
    """

    def __init__(self, name: str, x_title: str, y_title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.x_title, self.y_title = x_title, y_title
        self.setToolTip(f"{y_title} / {x_title}")
        self.set_axes((0.0, 1.0), (), (0.0, 1.0), ())

    def set_axes(
        self, x_ends: tuple[float, float], x_ticks: Ticks, y_ends: tuple[float, float], y_ticks: Ticks
    ) -> None:
        """Set where the axes begin and end, and their ticks: places and texts."""
        self.x_ends, self.x_ticks, self.y_ends, self.y_ticks = x_ends, x_ticks, y_ends, y_ticks
        self.update()

    @property
    def room(self) -> QRectF:
        """The field that the axes bound."""
        metrics = self.fontMetrics()
        line, half_a_letter = metrics.height(), metrics.height() / 2
        widest = max((metrics.horizontalAdvance(text) for _, text in self.y_ticks), default=0)
        left = line + widest + 2 * _GAP
        below = 2 * line + 2 * _GAP
        width, height = self.width() - left - half_a_letter, self.height() - half_a_letter - below
        return QRectF(left, half_a_letter, max(1.0, width), max(1.0, height))

    @property
    def transform(self) -> QTransform:
        """The map from what the axes count to the widget's pixels; a little of each axis stays free."""
        room, (x0, x1), (y0, y1) = self.room, self.x_ends, self.y_ends
        across = (1.0 - 2.0 * _PADDING) * room.width() / (x1 - x0)
        up = (1.0 - 2.0 * _PADDING) * room.height() / (y1 - y0)
        left = room.left() + _PADDING * room.width() - x0 * across
        below = room.bottom() - _PADDING * room.height() + y0 * up
        return QTransform(across, 0.0, 0.0, -up, left, below)

    def place(self, x: float, y: float) -> QPointF:
        """Return where a point is in the widget."""
        return self.transform.map(QPointF(x, y))

    def sizeHint(self) -> QSize:
        """A size that looks good."""
        return QSize(300, 180)

    def minimumSizeHint(self) -> QSize:
        """The smallest readable size: lines of text have room, and the upright title is whole."""
        metrics = self.fontMetrics()
        title = metrics.horizontalAdvance(self.y_title) + metrics.averageCharWidth()
        return _LEAST.expandedTo(QSize(0, max(7 * metrics.height(), title)))

    def draw(self, painter: QPainter) -> None:
        """Draw the content of the chart; `transform` maps to pixels."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the axes, then what they hold."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_axes(painter)
        self.draw(painter)

    def _draw_axes(self, painter: QPainter) -> None:
        c, room, line = colours(), self.room, self.fontMetrics().height()
        painter.setPen(QPen(c.line, 1))
        painter.drawLine(room.bottomLeft(), room.topLeft())
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        middle = Qt.AlignmentFlag.AlignCenter
        across = [(self.place(x, 0.0).x(), text) for x, text in self.x_ticks]
        for at, _ in across:
            painter.drawLine(QPointF(at, room.bottom()), QPointF(at, room.bottom() - _TICK))
        painter.setPen(c.quiet)
        for place, text in apart(across, self.fontMetrics(), room.bottom() + _GAP):
            painter.drawText(place, middle, text)
        aside = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for y, text in self.y_ticks:
            at = self.place(0.0, y).y()
            painter.setPen(c.line)
            painter.drawLine(QPointF(room.left(), at), QPointF(room.left() + _TICK, at))
            painter.setPen(c.quiet)
            painter.drawText(QRectF(0, at - line / 2, room.left() - _GAP, line), aside, text)
        self._draw_titles(painter)

    def _draw_titles(self, painter: QPainter) -> None:
        """Draw the titles, which may need more room than their axes have."""
        room, line, elided = self.room, self.fontMetrics().height(), painter.fontMetrics().elidedText
        middle = Qt.AlignmentFlag.AlignCenter
        across = elided(self.x_title, Qt.TextElideMode.ElideRight, self.width())
        width = painter.fontMetrics().horizontalAdvance(across)
        left = min(max(0.0, room.center().x() - width / 2), self.width() - width)
        painter.drawText(QRectF(left, self.height() - line, width + 1.0, line), middle, across)
        painter.save()
        height = self.height()  # of which a title may need more than the axis has
        shown = elided(self.y_title, Qt.TextElideMode.ElideRight, height)
        width = painter.fontMetrics().horizontalAdvance(shown)
        top = min(max(0.0, room.center().y() - width / 2), height - width)
        painter.translate(0, top + width)
        painter.rotate(-90)
        painter.drawText(QRectF(0, 0, width, line), middle, shown)
        painter.restore()
