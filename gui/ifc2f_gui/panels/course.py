"""The course of the posterior over the answers, a line per class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStackedLayout, QWidget

from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.evidence import Consequences
from ifc2f_gui.shared.chart import Chart
from ifc2f_gui.shared.figures import Figures
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import class_colour, colours, draw_symbol
from ifc2f_gui.shared.widgets import Card

_MOST_SYMBOLS = 16  # on a line
_SYMBOL = 8  # pixels


class Course(Chart):
    """Lines with the classes' symbols; during a what-if the case's own lines are dashed.

    Attributes
    ----------
    posteriors : ndarray of shape (answers + 1, L)
        At the start and after each answer.
    case : ndarray of the same kind or None
        Those of the case during a what-if.
    threshold : float or None
        Where the decision changes.
    asking : pair of float or None
        Between which probabilities asking pays.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Course of the probabilities"), tr("Answers given"), tr("Probability"), parent)
        self.posteriors: NDArray[np.float32] = np.empty((0, 0), dtype=np.float32)
        self.case: NDArray[np.float32] | None = None
        self.threshold: float | None = None
        self.asking: tuple[float, float] | None = None

    def show_course(self, posteriors: NDArray[np.float32], case: NDArray[np.float32] | None) -> None:
        """Show these posteriors, on an axis from 0 to 1 that stays."""
        self.posteriors, self.case = posteriors, case
        last = max(4, len(posteriors) - 1, 0 if case is None else len(case) - 1)
        step = max(1, -(-last // 10))
        across = [(float(k), str(k)) for k in range(0, last + 1, step)]
        up = [(0.0, "0"), (0.5, probability(0.5)[:3]), (1.0, "1")]
        self.set_axes((0.0, float(last)), across, (0.0, 1.0), up)

    def show_limits(self, threshold: float | None, asking: tuple[float, float] | None) -> None:
        """Mark where the decision changes, and between which probabilities asking pays."""
        self.threshold, self.asking = threshold, asking
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Draw the limits, then the lines, then their symbols."""
        self._draw_limits(painter)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        lines = self._lines(self.posteriors)
        for i, line in enumerate([] if self.case is None else self._lines(self.case)):
            painter.setPen(QPen(class_colour(i), 1.5, Qt.PenStyle.DashLine))
            painter.drawPolyline(line)
        for i, line in enumerate(lines):
            painter.setPen(QPen(class_colour(i), 2))
            painter.drawPolyline(line)
        n = len(self.posteriors)
        for i, line in enumerate(lines):  # not too densely, and always at the last answer
            for k in range(n - 1, -1, -(1 + n // _MOST_SYMBOLS)):
                draw_symbol(painter, i, line[k], _SYMBOL)

    def _lines(self, posteriors: NDArray[np.float32]) -> list[list[QPointF]]:
        """Return the points of each class's line, in pixels."""
        at = self.transform
        return [[at.map(QPointF(k, p)) for k, p in enumerate(of)] for of in posteriors.T.tolist()]

    def _draw_limits(self, painter: QPainter) -> None:
        room, accent = self.room, colours().accent
        if self.asking is not None:
            low, high = (self.place(0.0, end).y() for end in self.asking)
            painter.fillRect(QRectF(QPointF(room.left(), high), QPointF(room.right(), low)), _faint(accent))
        if self.threshold is not None:
            y = self.place(0.0, self.threshold).y()
            painter.setPen(QPen(accent, 1.5, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))


class CoursePanel(Card):
    """The lines, or a table of the same figures."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("COURSE OVER THE ANSWERS"), parent)
        self.desk = desk
        self.plot = Course()
        self.table = Figures(tr("Course of the probabilities as a table"))
        self.stack = QStackedLayout()
        self.box.addLayout(self.stack, 1)  # first: a widget added to a loose layout is a window for a moment
        self.stack.addWidget(self.plot)
        self.stack.addWidget(self.table)
        desk.case_changed.connect(self.refresh)
        desk.outlook_changed.connect(self._mark_limits)
        self.refresh()

    def show_table(self, table: bool) -> None:
        """Show the table in place of the lines."""
        self.stack.setCurrentIndex(1 if table else 0)
        self.refresh()

    def refresh(self) -> None:
        """Draw the desk's course."""
        self.plot.show_course(
            _course(self.desk.found), None if self.desk.base is None else _course(self.desk.base)
        )
        self._mark_limits()
        self.plot.setAccessibleDescription(self.in_words())
        if self.stack.currentIndex() == 1:
            self._fill()

    def _mark_limits(self) -> None:
        """Mark, for the explained one of two classes, where the decision changes and where asking pays."""
        of_second, outlook, target = self.desk.found.threshold, self.desk.outlook, self.desk.explained
        threshold = of_second if of_second is None or target == 1 else 1.0 - of_second
        asking = None if outlook is None else outlook.asking
        if asking is not None and target != 1:
            asking = (1.0 - asking[1], 1.0 - asking[0])
        self.plot.show_limits(threshold, asking)

    def in_words(self) -> str:
        """Return the course of the leading class."""
        found = self.desk.found
        name = class_names(self.desk.model)[found.leading]
        values = [probability(step[found.leading]) for step in _course(found)]
        return f"{name}: " + ", ".join(values)

    def _fill(self) -> None:
        found = self.desk.found
        heads = [tr("After"), *class_names(self.desk.model)]
        names = [tr("start"), *(self.desk.features[step.feature].name for step in found.steps)]
        rows = zip(names, _course(found), strict=True)
        self.table.fill(heads, [[name, *map(probability, posterior)] for name, posterior in rows])


def _faint(colour: QColor) -> QColor:
    faint = QColor(colour)
    faint.setAlphaF(0.12)
    return faint


def _course(found: Consequences) -> NDArray[np.float32]:
    """Return the posterior at the start and after each answer, shape (answers + 1, L)."""
    return np.array([found.start, *(step.after for step in found.steps)])
