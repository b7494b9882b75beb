"""Why: how much each answer speaks for or against a class, and what to be careful about."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.evidence import Weight
from ifc2f_gui.case.words import decibans, warnings
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, colours
from ifc2f_gui.shared.widgets import Card, Figures, label, show_text


class Weights(QWidget):
    """Paints a signed bar per answer: to the right it speaks for the class, to the left against it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Weights of evidence"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.names: list[str] = []
        self.weights: list[Weight] = []

    def show_weights(self, names: list[str], weights: list[Weight]) -> None:
        """Show weights."""
        self.names, self.weights = names, weights
        self.setAccessibleDescription(self.in_words())
        self.setToolTip(self.in_words().replace("; ", "\n"))
        self.updateGeometry()
        self.update()

    def in_words(self) -> str:
        """Return what the bars show."""
        return "; ".join(
            tr(
                "{name} {weight}, without it {p}",
                name=name,
                weight=decibans(w.decibans),
                p=probability(w.without),
            )
            for name, w in zip(self.names, self.weights, strict=True)
        )

    @property
    def _row(self) -> int:
        return round(self.fontMetrics().height() * 2.4)

    def sizeHint(self) -> QSize:
        """A row for each answer."""
        return QSize(240, self._row * max(1, len(self.names)))

    def minimumSizeHint(self) -> QSize:
        """The height is needed; the width may shrink."""
        return QSize(180, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw name and number in one line, and the bar below."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = colours()
        largest = max([10.0, *(abs(w.decibans) for w in self.weights if abs(w.decibans) < float("inf"))])
        centre, half = self.width() / 2, self.width() / 2 - 4
        line = painter.fontMetrics().height()
        painter.setPen(QPen(c.quiet, 1))
        if self.weights:
            painter.drawLine(QPointF(centre, line), QPointF(centre, self._row * len(self.weights) - 6))
        for i, (name, weight) in enumerate(zip(self.names, self.weights, strict=True)):
            top = i * self._row
            number = decibans(weight.decibans)
            taken = painter.fontMetrics().horizontalAdvance(number) + 8
            room = QRectF(2, top, self.width() - 4, line)
            painter.setPen(c.text)
            painter.drawText(room, Qt.AlignmentFlag.AlignRight, number)
            shown = painter.fontMetrics().elidedText(
                name, Qt.TextElideMode.ElideRight, round(self.width() - taken)
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft, shown)
            length = half * min(1.0, abs(weight.decibans) / largest)
            left = centre if weight.decibans >= 0 else centre - length
            bar = QRectF(left, top + line + 2, max(1.0, length), line * 0.8)
            painter.fillRect(bar, c.accent if weight.decibans >= 0 else c.bad)
            self._draw_without(painter, weight, bar, centre)
        if self.hasFocus():
            painter.setPen(QPen(c.accent, 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _draw_without(self, painter: QPainter, weight: Weight, bar: QRectF, centre: float) -> None:
        """Say in the half that the bar leaves free what the class would be without the answer."""
        speaks_for = weight.decibans >= 0
        free = QRectF(2 if speaks_for else centre + 6, bar.top(), centre - 8, bar.height())
        side = Qt.AlignmentFlag.AlignLeft if speaks_for else Qt.AlignmentFlag.AlignRight
        text = tr("without {p}", p=probability(weight.without))
        if painter.fontMetrics().horizontalAdvance(text) > free.width():
            text = f"({probability(weight.without)})"
        painter.setPen(colours().quiet)
        painter.drawText(free, side | Qt.AlignmentFlag.AlignVCenter, text)


class WhyPanel(Card):
    """Weights for a class the user chooses (the leading one unless chosen), and warnings."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("WHY"), parent)
        self.desk = desk
        self.target = QComboBox()
        self.target.setAccessibleName(tr("Class to explain"))
        self.target.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.target.setMinimumContentsLength(10)
        self.target.activated.connect(self._chosen)
        self.head.addWidget(self.target)
        self.warning = label(role="notice")
        self.note = label(role="quiet")
        self.weights = Weights()
        inside = QWidget()
        inside.setObjectName("body")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.warning)
        column.addWidget(self.weights)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        self.table = Figures(tr("Weights of evidence as a table"))
        self.stack = QStackedLayout()
        self.box.addLayout(self.stack, 1)  # first: a widget added to a loose layout is a window for a moment
        self.stack.addWidget(scroll)
        self.stack.addWidget(self.table)
        self.box.addWidget(self.note)
        desk.model_changed.connect(self._fill_targets)
        desk.case_changed.connect(self.refresh)
        self._fill_targets()
        self.refresh()

    def _fill_targets(self) -> None:
        self.target.clear()
        self.target.addItem(tr("leading class"))
        self.target.addItems(class_names(self.desk.model))

    def _chosen(self, index: int) -> None:
        self.desk.set_target(None if index == 0 else index - 1)

    def show_table(self, table: bool) -> None:
        """Show the table in place of the bars."""
        self.stack.setCurrentIndex(1 if table else 0)
        self.refresh()

    def refresh(self) -> None:
        """Explain the desk's posterior."""
        desk = self.desk
        target = desk.explained
        weights = desk.found.weights(target)
        names = [desk.features[w.feature].name for w in weights]
        self.weights.show_weights(names, weights)
        show_text(self.warning, "\n".join("⚠ " + text for text in warnings(desk)))
        name = class_names(desk.model)[target]
        scale = tr("→ for {name}, ← against. 10 dB: ten times the odds.", name=name)
        show_text(self.note, scale if weights else tr("Answers will be weighed here."))
        if self.stack.currentIndex() == 1:
            heads = [tr("Answer given"), tr("Weight"), tr("Without")]
            rows = [
                [n, decibans(w.decibans), probability(w.without)] for n, w in zip(names, weights, strict=True)
            ]
            total = sum(w.decibans for w in weights)
            self.table.fill(heads, [*rows, [tr("Together"), decibans(total), ""]])
