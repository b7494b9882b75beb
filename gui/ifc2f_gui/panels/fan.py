"""The fan of a question: the posterior after each answer that it may get, and how probable that answer is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ifc2f_gui.case.advice import change_in_words, cost_text
from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.evidence import Possible
from ifc2f_gui.shared.numbers import fixed, percent, probability
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, class_colour, colours

_LINES = 4.7  # of text: the title, the fan, and a line below its largest dot
_LARGEST = 0.55  # radius of a certain answer, in lines


class Fan(QWidget):
    """Draws a dot for each answer: its place is the probability then, its size how often it is given.

    It has its room from the start, so that nothing moves when the user looks at another question.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.title = ""
        self.answers: list[Possible] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("What an answer would do"))
        for changed in (desk.case_changed, desk.asked_changed, desk.regarded_changed):
            changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the question that is looked at, or else the one that is asked."""
        desk, shown = self.desk, self.desk.shown
        self.answers = [] if shown is None else desk.found.possible(shown)
        self.title = desk.features[shown].name if shown is not None and self.answers else ""
        words = self.in_words()
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.update()

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """The answers as a table: text, how probable, the explained class's probability then."""
        target = self.desk.explained
        return [(a.text, percent_of(a), probability(a.posterior[target])) for a in self.answers]

    def in_words(self) -> str:
        """Return all that is drawn."""
        row = next((row for row in self.desk.found.open if row.feature == self.desk.shown), None)
        if row is None or not self.answers:
            return ""
        name = class_names(self.desk.model)[self.desk.explained]
        lines = [
            tr("{text} ({share} of cases): {name} {p}", text=text, share=share, name=name, p=p)
            for text, share, p in self.rows
        ]
        head = tr(
            "{question}: {change} By itself it is expected to save {saving}.",
            question=self.title,
            change=change_in_words(row.worth.change),
            saving=cost_text(self.desk.model, row.saving),
        )
        if any(answer.changes for answer in self.answers):
            lines.append(tr("A filled dot: this answer would change the decision."))
        return "\n".join([head, *lines])

    def sizeHint(self) -> QSize:
        """As high as its lines."""
        return QSize(300, round(_LINES * self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        """The width may shrink."""
        return QSize(180, self.sizeHint().height())

    @property
    def heading(self) -> str:
        """What the fan shows, in fewer words where all of them would need more room than there is."""
        names = {"name": class_names(self.desk.model)[self.desk.explained], "question": self.title}
        texts = (
            tr("Probability of {name} after each answer to {question}", **names),
            tr("{name} after each answer to {question}", **names),
        )
        metrics = self.fontMetrics()
        fitting = next((text for text in texts if metrics.horizontalAdvance(text) <= self.width()), "")
        return fitting or metrics.elidedText(texts[-1], Qt.TextElideMode.ElideMiddle, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the title, then the fan on an axis from 0 to 1."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, c = self.fontMetrics().height(), colours()
        target = self.desk.explained
        painter.setPen(c.quiet)
        if not self.answers:
            self._invite(painter)
            return
        painter.drawText(QRectF(0, 0, self.width(), line), Qt.AlignmentFlag.AlignVCenter, self.heading)
        room = QRectF(GRID, 1.5 * line, self.width() - 2 * GRID, 1.6 * line)
        painter.setPen(QPen(c.line, 1))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        painter.setPen(c.quiet)
        for tick, side in ((0.0, Qt.AlignmentFlag.AlignLeft), (1.0, Qt.AlignmentFlag.AlignRight)):
            place = QRectF(0, self.height() - line, self.width(), line)
            painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, fixed(tick, 0))
        self._draw_answers(painter, room, target, line)

    def _invite(self, painter: QPainter) -> None:
        """Say how the room is filled while no question is asked."""
        text = (
            tr("Point at an open question to see what its answers would do.")
            if self.desk.found.open
            else tr("No question is left.")
        )
        painter.drawText(QRectF(self.rect()), Qt.TextFlag.TextWordWrap, text)

    def _draw_answers(self, painter: QPainter, room: QRectF, target: int, line: int) -> None:
        """Draw a ray from the probability of now to each answer's; filled dots change the decision."""
        colour = class_colour(target)
        now = float(self.desk.found.posterior[target])
        start = QPointF(room.left() + room.width() * now, room.top() - line * 0.15)
        ends = [
            (QPointF(room.left() + room.width() * float(a.posterior[target]), room.bottom()), a)
            for a in self.answers
        ]
        painter.setPen(QPen(colours().line, 1.5))
        for end, _ in ends:
            painter.drawLine(start, end)
        painter.setPen(QPen(colour, 1.5))
        for end, answer in sorted(ends, key=lambda pair: -pair[1].probability):
            radius = max(2.5, _LARGEST * line * math.sqrt(answer.probability))
            painter.setBrush(colour if answer.changes else colours().card)
            painter.drawEllipse(end, radius, radius)
        painter.setPen(QPen(colours().text, 2))
        painter.drawLine(start - QPointF(0, 3), start + QPointF(0, 3))
        self._write_texts(painter, room, ends, line)

    def _write_texts(
        self, painter: QPainter, room: QRectF, ends: Sequence[tuple[QPointF, Possible]], line: int
    ) -> None:
        """Label the dots with the answers, the most probable first, as far as there is room."""
        painter.setPen(colours().quiet)
        metrics = painter.fontMetrics()
        gap = metrics.horizontalAdvance("0") / 2  # besides what a width has: or two would read as one
        edge = metrics.horizontalAdvance("0") * 3
        taken: list[tuple[float, float]] = [(0, edge), (self.width() - edge, self.width())]
        for end, answer in sorted(ends, key=lambda pair: -pair[1].probability):
            width = metrics.horizontalAdvance(answer.text) + 4
            left = min(max(end.x() - width / 2, 0.0), self.width() - width)
            if all(left + width + gap < a or left > b + gap for a, b in taken):
                taken.append((left, left + width))
                place = QRectF(left, self.height() - line, width, line)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, answer.text)


def percent_of(answer: Possible) -> str:
    """Return how often an answer is given."""
    return tr("{n} %", n=percent(round(answer.probability, 2 if answer.probability >= 0.01 else 3)))
