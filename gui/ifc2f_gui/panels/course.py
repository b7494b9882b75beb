"""The course of the posterior over the answers, a line per class."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget

from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.evidence import Consequences
from ifc2f_gui.case.outlook import decision_threshold
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import class_colour, class_symbol, colours
from ifc2f_gui.shared.widgets import Card, Figures

_MOST_SYMBOLS = 16  # on a line


class CoursePanel(Card):
    """Lines with the classes' symbols; the case's own lines are dashed beside a what-if."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("COURSE OVER THE ANSWERS"), parent)
        self.desk = desk
        self.plot = pg.PlotWidget(background=None)
        self.plot.setMenuEnabled(False)
        self.plot.setMouseEnabled(False, False)
        self.plot.hideButtons()
        self.plot.setYRange(0.0, 1.0, padding=0.06)
        self.plot.getAxis("left").setTicks([[(0.0, "0"), (0.5, probability(0.5)[:3]), (1.0, "1")]])
        self.plot.setAccessibleName(tr("Course of the posterior"))
        self.plot.setMinimumHeight(110)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.viewport().setAutoFillBackground(False)
        self.lines: list[pg.PlotCurveItem] = []
        self.case_lines: list[pg.PlotCurveItem] = []
        self.table = Figures(tr("Course of the posterior as a table"))
        self.stack = QStackedLayout()
        self.box.addLayout(self.stack, 1)  # first: a widget added to a loose layout is a window for a moment
        self.stack.addWidget(self.plot)
        self.stack.addWidget(self.table)
        desk.model_changed.connect(self.rebuild)
        desk.case_changed.connect(self.refresh)
        desk.outlook_changed.connect(self._mark_limits)
        self.rebuild()

    def rebuild(self) -> None:
        """Make the lines anew, for another model or other colours."""
        self.plot.clear()
        c = colours()
        half_a_letter = self.fontMetrics().height() // 2  # of the upper end's number
        self.plot.plotItem.setContentsMargins(0, half_a_letter, half_a_letter, 0)
        for name in ("left", "bottom"):
            axis = self.plot.getAxis(name)
            axis.setPen(pg.mkPen(c.line))
            axis.setTextPen(pg.mkPen(c.quiet))
            axis.setStyle(tickLength=-4, tickFont=QApplication.font())
            axis.label.setFont(QApplication.font())
        self.plot.getAxis("bottom").setLabel(tr("Answers given"), color=c.quiet.name())
        self.plot.getAxis("left").setLabel(tr("Probability"), color=c.quiet.name())
        self.case_lines = [self._line(i, 1.5, Qt.PenStyle.DashLine) for i in self._classes]
        self.lines = [self._line(i, 2, Qt.PenStyle.SolidLine) for i in self._classes]
        self._brushes = [
            pg.mkBrush(class_colour(i)) for i in self._classes
        ]  # kept: drawn symbols are found by them
        self.threshold = pg.InfiniteLine(
            angle=0, pen=pg.mkPen(c.accent, width=1.5, style=Qt.PenStyle.DashLine)
        )
        self.band = pg.LinearRegionItem(
            orientation="horizontal", movable=False, brush=pg.mkBrush(_faint(c.accent)), pen=pg.mkPen(None)
        )
        for item in (self.band, self.threshold):
            item.setZValue(-1)
            self.plot.addItem(item, ignoreBounds=True)
        self.symbols = pg.ScatterPlotItem(size=8, pen=pg.mkPen(None))
        self.plot.addItem(self.symbols)
        self.refresh()

    @property
    def _classes(self) -> range:
        return range(self.desk.model.n_classes)

    def _line(self, i: int, width: float, style: Qt.PenStyle) -> pg.PlotCurveItem:
        line = pg.PlotCurveItem(pen=pg.mkPen(class_colour(i), width=width, style=style), antialias=True)
        self.plot.addItem(line)
        return line

    def show_table(self, table: bool) -> None:
        """Show the table in place of the lines."""
        self.stack.setCurrentIndex(1 if table else 0)
        self.refresh()

    def refresh(self) -> None:
        """Draw the desk's course."""
        if len(self.lines) != self.desk.model.n_classes:
            return  # the model changed; rebuild() comes next
        course = _course(self.desk.found)
        case = None if self.desk.base is None else _course(self.desk.base)
        for i, line in enumerate(self.lines):
            line.setData(np.arange(len(course)), course[:, i])
        self._draw_symbols(course)
        for i, line in enumerate(self.case_lines):
            line.setVisible(case is not None)
            if case is not None:
                line.setData(np.arange(len(case)), case[:, i])
        last = max(len(course), 0 if case is None else len(case)) - 1
        self.plot.setXRange(0, max(4, last), padding=0.04)
        step = max(1, -(-last // 10))
        ticks = [(k, str(k)) for k in range(0, max(4, last) + 1, step)]
        self.plot.getAxis("bottom").setTicks([ticks])
        self._mark_limits()
        self.plot.setAccessibleDescription(self.in_words())
        if self.stack.currentIndex() == 1:
            self._fill()

    def _mark_limits(self) -> None:
        """Mark, for the explained one of two classes, where the decision changes and where asking pays."""
        of_second, outlook, target = (
            decision_threshold(self.desk.found),
            self.desk.outlook,
            self.desk.explained,
        )
        self.threshold.setVisible(of_second is not None)
        if of_second is not None:
            self.threshold.setValue(of_second if target == 1 else 1.0 - of_second)
        asking = None if outlook is None else outlook.asking
        self.band.setVisible(asking is not None)
        if asking is not None:
            low, high = asking
            self.band.setRegion((low, high) if target == 1 else (1.0 - high, 1.0 - low))

    def _draw_symbols(self, course: NDArray[np.float32]) -> None:
        """Mark the lines with their classes' symbols, at the last answer and not too densely before it."""
        at = np.arange(len(course) - 1, -1, -(1 + len(course) // _MOST_SYMBOLS))
        self.symbols.setData(
            x=np.tile(at, len(self._classes)),
            y=course[at].T.ravel(),
            symbol=[class_symbol(i) for i in self._classes for _ in at],
            brush=[brush for brush in self._brushes for _ in at],
        )

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
