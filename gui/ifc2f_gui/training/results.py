"""The page of results: what the model did on rows it has not seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from ifc2f.assessment.measures import wilson_interval
from ifc2f_gui.shared.numbers import fixed
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, colours
from ifc2f_gui.shared.widgets import Figures, label

_MOST_ROWS = 4  # of the decisions in sight without scrolling


class Results(QWidget):
    """A sentence, calibration, questions a case took, and decisions against classes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = label(role="large")
        self.how = label(
            tr("A model of three quarters of the rows, tried on the rest. The saved one is of all rows."),
            "quiet",
        )
        self.calibration = _plot(tr("Calibration"), tr("forecast"), tr("happened"))
        self.questions = _plot(tr("Questions per case"), tr("questions"), tr("cases"))
        self.confusion = Figures(tr("Decisions on the rows kept aside"))
        self.rivals = Figures(tr("The model beside others, on the same rows"))
        grid = QGridLayout()
        grid.setSpacing(GRID)
        heads = (tr("CALIBRATION: forecast and what happened"), tr("QUESTIONS A CASE TOOK"))
        for column, (head, plot) in enumerate(zip(heads, (self.calibration, self.questions), strict=True)):
            grid.addWidget(label(head, "title"), 0, column)
            grid.addWidget(plot, 1, column)
        grid.setRowStretch(1, 1)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(self.summary)
        box.addWidget(self.how)
        box.addLayout(grid, 3)
        box.addWidget(label(tr("DECISIONS: rows true, columns decided"), "title"))
        box.addWidget(self.confusion, 2)
        box.addWidget(label(tr("BESIDE OTHERS: on the same rows"), "title"))
        box.addWidget(self.rivals, 1)

    def show_result(self, result: dict[str, Any], classes: list[str]) -> None:
        """Show what `validate` returned; classes without names are numbered."""
        text = tr(
            "{accuracy} % right on {rows} rows kept aside, with {questions} questions and a cost of {cost} "
            "on average",
            accuracy=fixed(100 * result["accuracy"], 1),
            rows=result["rows"],
            questions=fixed(result["mean_questions"], 1),
            cost=fixed(result["mean_cost"], 4),
        )
        self.summary.setText(text)
        self._show_calibration(result["calibration"])
        self._show_questions(result["questions"])
        self._show_confusion(result["confusion"], classes)
        self._show_rivals(result)

    def _show_calibration(self, bins: list[tuple[float, float, int]]) -> None:
        c = colours()
        self.calibration.clear()
        self.calibration.plot([0, 1], [0, 1], pen=pg.mkPen(c.quiet, style=Qt.PenStyle.DashLine))
        forecast, happened, n = map(list, zip(*bins, strict=True))
        ticks = [[(tick, fixed(tick, 1)) for tick in (0.0, 0.5, 1.0)]]
        for side in ("left", "bottom"):
            self.calibration.getAxis(side).setTicks(ticks)
        sizes = [5 + 2 * np.log1p(count) for count in n]
        self.calibration.plot(
            forecast, happened, pen=None, symbol="o", symbolSize=sizes, symbolBrush=c.accent, symbolPen=None
        )
        told = (
            tr("forecast {f}, happened {h}", f=fixed(f, 2), h=fixed(h, 2))
            for f, h in zip(forecast, happened, strict=True)
        )
        self.calibration.setAccessibleDescription("; ".join(told))

    def _show_questions(self, counts: list[int]) -> None:
        self.questions.clear()
        at = list(range(len(counts)))
        brush = colours().accent
        self.questions.addItem(pg.BarGraphItem(x=at, height=counts, width=0.8, brush=brush, pen=None))
        ticks = [(k, str(k)) for k in at[:: 1 + len(counts) // 12]]
        self.questions.getAxis("bottom").setTicks([ticks])
        told = (tr("questions: {k}, cases: {n}", n=n, k=k) for k, n in enumerate(counts) if n)
        self.questions.setAccessibleDescription("; ".join(told))

    def _show_confusion(self, confusion: list[list[int]], classes: list[str]) -> None:
        names = classes or [str(i) for i in range(len(confusion))]
        rows = [
            [name, *map(str, row), _share(row[i], sum(row))]
            for i, (name, row) in enumerate(zip(names, confusion, strict=True))
        ]
        self.confusion.fill([tr("True"), *names, tr("decided rightly (95 % interval)")], rows)
        row = self.confusion.verticalHeader().defaultSectionSize()
        self.confusion.setMinimumHeight((1 + min(len(rows), _MOST_ROWS)) * row + GRID)

    def _show_rivals(self, result: dict[str, Any]) -> None:
        """Show the model beside asking everything, and beside a decision tree."""
        names = {"everything": tr("all questions asked"), "cart": tr("decision tree (CART)")}
        rows = [[tr("this model"), *_figures(result)]]
        rows += [[names.get(name, name), *_figures(each)] for name, each in result.get("rivals", {}).items()]
        self.rivals.fill([tr("Who asks"), tr("Right"), tr("Questions"), tr("Average cost of a case")], rows)
        row = self.rivals.verticalHeader().defaultSectionSize()
        self.rivals.setMinimumHeight((1 + len(rows)) * row + GRID)


def _figures(of: dict[str, Any]) -> list[str]:
    right = tr("{n} %", n=fixed(100 * of["accuracy"], 1))
    return [right, fixed(of["mean_questions"], 1), fixed(of["mean_cost"], 4)]


def _share(n_right: int, n: int) -> str:
    """Return a share with its interval: sensitivity, of the class that is sought, and specificity."""
    if n == 0:
        return "–"
    low, high = wilson_interval(n_right, n)
    return tr(
        "{p} % ({low} to {high})",
        p=fixed(100 * n_right / n, 1),
        low=fixed(100 * low, 1),
        high=fixed(100 * high, 1),
    )


def _plot(name: str, x: str, y: str) -> pg.PlotWidget:
    plot = pg.PlotWidget(background=None)
    plot.setAccessibleName(name)
    plot.setMenuEnabled(False)
    plot.setMouseEnabled(False, False)
    plot.hideButtons()
    plot.setMinimumHeight(140)
    plot.viewport().setAutoFillBackground(False)
    for side, text in (("bottom", x), ("left", y)):
        axis = plot.getAxis(side)
        axis.setPen(pg.mkPen(colours().line))
        axis.setTextPen(pg.mkPen(colours().quiet))
        axis.setLabel(text)
    return plot
