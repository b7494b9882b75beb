"""The page of results: what the model did on rows it has not seen."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ifc2f.assessment.measures import wilson_interval
from ifc2f_gui.shared.beside import Beside
from ifc2f_gui.shared.chart import Chart
from ifc2f_gui.shared.figures import Figures, in_lines
from ifc2f_gui.shared.numbers import decimals_of, fixed, with_unit
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, colours
from ifc2f_gui.shared.widgets import label

_MOST_ROWS = 4  # of the decisions in sight without scrolling
_MOST_NAMES = 12  # of columns, in a sentence
_WIDEST_BAR = 40.0  # pixels


class Calibration(Chart):
    """How often each forecast came true, with the diagonal; larger dots stand for more rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Calibration"), tr("Predicted probability"), tr("Observed share"), parent)
        ticks = [(tick, fixed(tick, 1)) for tick in (0.0, 0.5, 1.0)]
        self.set_axes((0.0, 1.0), ticks, (0.0, 1.0), ticks)
        self.bins: list[tuple[float, float, int]] = []

    def show_bins(self, bins: list[tuple[float, float, int]]) -> None:
        """Show pairs of forecast and what happened, and of how many rows each is."""
        self.bins = bins
        told = (tr("predicted {f}, observed {h}", f=fixed(f, 2), h=fixed(h, 2)) for f, h, _ in bins)
        self.setAccessibleDescription("; ".join(told))
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Draw the diagonal and the dots."""
        painter.setPen(QPen(colours().quiet, 1, Qt.PenStyle.DashLine))
        painter.drawLine(self.place(0.0, 0.0), self.place(1.0, 1.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours().accent)
        for forecast, happened, n in self.bins:
            radius = 2.5 + math.log1p(n)
            painter.drawEllipse(self.place(forecast, happened), radius, radius)


class Questions(Chart):
    """How many cases took how many questions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Questions per case"), tr("Questions"), tr("Cases"), parent)
        self.counts: list[int] = []

    def show_counts(self, counts: list[int]) -> None:
        """Show the number of cases that took k questions, for k = 0, 1, ..."""
        self.counts = counts
        most = max([1, *counts])
        across = [(float(k), str(k)) for k in range(0, len(counts), 1 + len(counts) // 12)]
        ends = (-0.5, max(1.0, len(counts) - 1.0) + 0.5)  # the bars at both ends are whole
        self.set_axes(ends, across, (0.0, most), [(0.0, "0"), (most, str(most))])
        told = (tr("questions: {k}, cases: {n}", n=n, k=k) for k, n in enumerate(counts) if n)
        self.setAccessibleDescription("; ".join(told))

    def draw(self, painter: QPainter) -> None:
        """Draw a bar for each number of questions."""
        width = 0.8 * min(self.place(1.0, 0.0).x() - self.place(0.0, 0.0).x(), _WIDEST_BAR)
        for k, n in enumerate(self.counts):
            top, foot = self.place(k, n), self.place(k, 0.0)
            bar = QRectF(QPointF(top.x() - width / 2, top.y()), QPointF(top.x() + width / 2, foot.y()))
            painter.fillRect(bar, colours().accent)


class Results(QWidget):
    """A sentence, calibration, questions a case took, and decisions against classes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = label(role="large")
        self.how = label(
            tr(
                "These are the figures of a model trained on three quarters of the rows and tested "
                "on the rest. The model you save is trained on all rows. Costs are those of questions and "
                "mistakes together."
            ),
            "quiet",
        )
        self.estimate = label()
        self.columns = label(role="quiet")
        self.calibration = Calibration()
        self.questions = Questions()
        self.confusion = Figures(tr("Decisions on the held-out rows"), rows_in_sight=_MOST_ROWS)
        self.rivals = Figures(tr("The model and other methods on the same rows"), rows_in_sight=_MOST_ROWS)
        heads = (tr("CALIBRATION: predicted and observed"), tr("QUESTIONS PER CASE"))
        plots = zip(heads, (self.calibration, self.questions), strict=True)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(self.summary)
        box.addWidget(self.estimate)
        box.addWidget(self.how)
        box.addWidget(self.columns)
        box.addWidget(Beside([_headed(head, plot) for head, plot in plots]), 3)
        box.addWidget(label(tr("DECISIONS: true class in rows, decision in columns"), "title"))
        box.addWidget(self.confusion, 2)
        box.addWidget(label(tr("OTHER METHODS on the same rows"), "title"))
        box.addWidget(self.rivals, 1)

    def show_result(self, result: dict[str, Any], classes: list[str]) -> None:
        """Show what `validate` returned; classes without names are numbered."""
        text = tr(
            "Measured on {rows} held-out rows: {accuracy} % correct, with {questions} questions and a cost "
            "of {cost} per case on average",
            accuracy=fixed(100 * result["accuracy"], 1),
            rows=result["rows"],
            questions=fixed(result["mean_questions"], 1),
            cost=_cost(result, result["mean_cost"]),
        )
        self.summary.setText(text)
        self.estimate.setText(beside_estimate(result))
        self._show_columns(result)
        self.calibration.show_bins(result["calibration"])
        self.questions.show_counts(result["questions"])
        self._show_confusion(result["confusion"], classes)
        self._show_rivals(result)

    def _show_columns(self, result: dict[str, Any]) -> None:
        """Say which columns the model does not use, and why; and how many rows were left out."""
        told = []
        if unused := result.get("unused"):
            text = tr(
                "Not used, because they add too little to the other columns: {names}.",
                names=_several(unused),
            )
            told.append(text)
        if left_out := result.get("left_out"):
            told.append(
                tr("Left out in the table or the list of questions: {names}.", names=_several(left_out))
            )
        if dropped := result.get("dropped"):
            told.append(tr("Rows without a class, which were left out: {n}.", n=dropped))
        self.columns.setText("\n".join(told))
        self.columns.setVisible(bool(told))

    def _show_confusion(self, confusion: list[list[int]], classes: list[str]) -> None:
        names = [in_lines(name) for name in classes] or [str(i) for i in range(len(confusion))]
        rows = [
            [name, *map(str, row), _share(row[i], sum(row))]
            for i, (name, row) in enumerate(zip(names, confusion, strict=True))
        ]
        self.confusion.fill([tr("True"), *names, tr("decided correctly (95 % interval)")], rows)

    def _show_rivals(self, result: dict[str, Any]) -> None:
        """Compare the model with asking everything, and with a decision tree."""
        names = {"everything": tr("all questions asked"), "cart": tr("decision tree (CART)")}
        rows = [[tr("this model"), *_figures(result, result)]]
        rows += [
            [names.get(name, name), *_figures(each, result)]
            for name, each in result.get("rivals", {}).items()
        ]
        unit, cost = result.get("unit_of_costs", ""), tr("Average cost of a case")
        cost = tr("{what}, in {unit}", what=cost, unit=unit) if unit else cost
        self.rivals.fill([tr("Method"), tr("Correct"), tr("Questions"), cost], rows)


def _headed(head: str, plot: QWidget) -> QWidget:
    """Return a plot below its head."""
    made = QWidget()
    box = QVBoxLayout(made)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(GRID)
    box.addWidget(label(head, "title"))
    box.addWidget(plot, 1)
    return made


def beside_estimate(result: dict[str, Any]) -> str:
    """Say how what a case costs, as measured, compares with what the model itself expects."""
    measured, estimate = result["mean_cost"], result["estimate"]
    values = {
        "estimated": _cost(result, estimate["mean_cost"]),
        "measured": _cost(result, measured),
    }
    above = measured - estimate["mean_cost"]
    if above > estimate["margin"]:
        return tr(
            "By its own probabilities, the model expected a cost of {estimated} per case; {measured} was "
            "measured. That is more than chance would usually explain. Rely on the measured cost.",
            **values,
        )
    if -above > estimate["margin"] + estimate["unseen"]:
        return tr(
            "By its own probabilities, the model expected a cost of {estimated} per case; {measured} was "
            "measured. That is clearly less: the model overestimates its costs.",
            **values,
        )
    return tr(
        "By its own probabilities, the model expected a cost of {estimated} per case; {measured} was "
        "measured. Chance alone could explain the difference.",
        **values,
    )


def _several(names: list[str]) -> str:
    """Join names, the first of many."""
    shown = ", ".join(names[:_MOST_NAMES])
    return (
        shown if len(names) <= _MOST_NAMES else shown + " " + tr("and {n} more", n=len(names) - _MOST_NAMES)
    )


def _amount(result: dict[str, Any], cost: float) -> str:
    """Return a cost with the decimals that it has wherever the model is shown."""
    return fixed(cost, decimals_of(result.get("smallest_cost", 1.0)))


def _cost(result: dict[str, Any], cost: float) -> str:
    return with_unit(_amount(result, cost), result.get("unit_of_costs", ""))


def _figures(of: dict[str, Any], result: dict[str, Any]) -> list[str]:
    right = tr("{n} %", n=fixed(100 * of["accuracy"], 1))
    return [right, fixed(of["mean_questions"], 1), _amount(result, of["mean_cost"])]


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
