"""The posterior: a bar per class with its number, on a fixed axis from 0 to 1, in a fixed order."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QStackedLayout, QWidget

from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.panels.fan import Fan
from ifc2f_gui.shared.chart import apart
from ifc2f_gui.shared.figures import Figures
from ifc2f_gui.shared.frame import FrameInSight
from ifc2f_gui.shared.numbers import plain, probability
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import class_colour, colours, draw_symbol
from ifc2f_gui.shared.widgets import Card, button, label, show_text

ANIMATION_MS = 120
_EDGE = 4  # pixels beside the symbols, for the frame of what has the focus
_LEAST_ROW = 1.3  # lines of text
_SYMBOL = 0.62  # lines of text
_LEAST_BAR = 8  # sizes of the font: the width of what is certain
_NAMES = 0.36  # of the width, at most
_MOST_SEEN = 4  # classes that are seen without scrolling, be the text as large as it may


class Bars(QWidget):
    """Paints the bars. Names, numbers and symbols are beside them, so that colour is never the only cue."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Probabilities"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.names: list[str] = []
        self.now: list[float] = []
        self.before: list[float] = []
        self.beside: list[float] | None = None
        self.thresholds: list[float | None] = []
        self.asking: list[tuple[float, float]] | None = None
        self.intervals: list[list[float]] | None = None
        self._drawn: list[float] = []
        self._from: list[float] = []
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(ANIMATION_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._advance)

    def show_figures(
        self,
        names: list[str],
        now: list[float],
        before: list[float],
        beside: list[float] | None,
        intervals: list[list[float]] | None = None,
    ) -> None:
        """Show probabilities; the bars move there from where they are, the numbers change at once."""
        same = self.names == names
        self.names, self.now, self.before, self.beside = names, now, before, beside
        self.intervals = intervals
        self._from = list(self._drawn) if same and len(self._drawn) == len(now) else now
        self._animation.stop()
        if self._from != now and _may_move() and self.isVisible():
            self._advance(0.0)
            self._animation.start()
        else:
            self._drawn = list(now)
        self.setAccessibleDescription(self.in_words())
        self.setToolTip(self.in_words())
        self.updateGeometry()
        self.update()

    def show_limits(self, thresholds: list[float | None], asking: list[tuple[float, float]] | None) -> None:
        """Mark, for each class, from which probability it is decided, and where more is asked."""
        self.thresholds, self.asking = thresholds, asking
        self.update()

    def _advance(self, share: float) -> None:
        self._drawn = [a + (b - a) * share for a, b in zip(self._from, self.now, strict=True)]
        self.update()

    def in_words(self) -> str:
        """Return what the bars show."""
        texts = []
        for i, name in enumerate(self.names):
            text = f"{name} {probability(self.now[i])}"
            if self.intervals is not None:
                text += f" ({interval_words(self.intervals[i])})"
            if self.beside is not None:
                text += " " + tr("(case {p})", p=probability(self.beside[i]))
            elif self.before[i] != self.now[i]:
                text += " " + tr("(before the last change {p})", p=probability(self.before[i]))
            texts.append(text)
        return "; ".join(texts)

    @property
    def _row(self) -> float:
        """Height of a class: as much as there is, up to what looks best."""
        room = (self.height() - self._axis_height) / max(2, len(self.names))
        return min(max(room, self.fontMetrics().height() * _LEAST_ROW), self._best_row)

    @property
    def _best_row(self) -> float:
        rows = 2.8 if len(self.names) <= 3 else 2.0 if len(self.names) <= 6 else 1.55
        return self.fontMetrics().height() * rows

    @property
    def _axis_height(self) -> int:
        return self.fontMetrics().height() + 8

    def sizeHint(self) -> QSize:
        """Every class has a row, and the axis one."""
        return QSize(360, round(self._best_row * max(2, len(self.names))) + self._axis_height)

    def minimumSizeHint(self) -> QSize:
        """The rows may be lower, and the width may shrink until names are cut and bars are hardly seen."""
        return QSize(self._least_width, self.least_height(len(self.names)))

    @property
    def _least_width(self) -> int:
        """The width at which the bars have theirs, beside names that are whole or have their share."""
        size = QFontInfo(self.font()).pixelSize()
        needed = self._width_of_symbol + self._width_of_number + _LEAST_BAR * size
        return math.ceil(min(needed + self._widest_name, needed / (1.0 - _NAMES))) + 1

    @property
    def _bold(self) -> QFont:
        bold = QFont(self.font())
        bold.setBold(True)
        return bold

    @property
    def _widest_name(self) -> int:
        metrics = QFontMetrics(self._bold)
        return max(map(metrics.horizontalAdvance, self.names), default=0) + 4

    @property
    def _width_of_symbol(self) -> int:
        return _EDGE + round(_SYMBOL * 1.7 * self.fontMetrics().height()) + 8

    @property
    def _width_of_number(self) -> int:
        return QFontMetrics(self._bold).horizontalAdvance(probability(0.9999)) + 20

    @property
    def field(self) -> QRectF:
        """Where the bars are: between names and numbers, above the axis."""
        left = self._width_of_symbol + min(self._widest_name, round(self.width() * _NAMES))
        width = max(40, self.width() - left - self._width_of_number)
        return QRectF(left, 0, width, round(self._row * len(self.names)))

    def least_height(self, n: int) -> int:
        """Return the height that as many classes and the axis need."""
        return math.ceil(self.fontMetrics().height() * _LEAST_ROW * max(2, n)) + self._axis_height

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a row for each class, then the axis."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.names:
            return
        c, bold, field = colours(), self._bold, self.field
        row, symbol = self._row, self.fontMetrics().height() * _SYMBOL
        before = _EDGE + symbol * 1.7
        name_width = math.floor(field.left() - 8 - before)
        self._axis(painter, field)
        leading = max(range(len(self.now)), key=self.now.__getitem__)
        for i, name in enumerate(self.names):
            middle = row * i + row / 2
            draw_symbol(painter, i, QPointF(_EDGE + symbol * 0.7, middle), symbol)
            painter.setFont(bold if i == leading else self.font())
            painter.setPen(c.text)
            shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, name_width)
            vertical = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(before, row * i, name_width + 4, row), vertical, shown)
            numbers = QRectF(field.right() + 4, row * i, self._width_of_number - 8, row)
            painter.drawText(numbers, vertical | Qt.AlignmentFlag.AlignRight, probability(self.now[i]))
            self._bar(painter, i, QRectF(field.left(), middle - row * 0.25, field.width(), row * 0.5))
            self._limits(painter, i, QRectF(field.left(), middle - row * 0.4, field.width(), row * 0.8))

    def _axis(self, painter: QPainter, field: QRectF) -> None:
        c = colours()
        painter.setFont(self.font())
        painter.setPen(QPen(c.line, 1))
        for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
            x = field.left() + field.width() * tick
            painter.drawLine(QPointF(x, 2), QPointF(x, field.bottom()))
        painter.setPen(c.quiet)
        numbers = [(field.left() + field.width() * tick, plain(tick)) for tick in (0.0, 0.5, 1.0)]
        for place, text in apart(numbers, self.fontMetrics(), field.bottom() + 2):
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _bar(self, painter: QPainter, i: int, room: QRectF) -> None:
        """Draw the bar, and a tick where it was before the last change or, during a what-if, an outline."""
        colour = class_colour(i)
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QRectF(room.left(), room.top(), room.width() * self._drawn[i], room.height())
        painter.fillRect(bar, _faint(colour) if self.beside is not None else colour)
        self._threshold(painter, i, room)
        if self.beside is not None:
            painter.setPen(QPen(colour, 2))
            painter.drawLine(bar.topRight(), bar.bottomRight())
            outline = QRectF(room.left(), room.top() + 3, room.width() * self.beside[i], room.height() - 6)
            painter.setPen(QPen(colours().text, 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(outline)
        elif self.before[i] != self.now[i]:
            x = room.left() + room.width() * self.before[i]
            painter.setPen(QPen(colours().text, 2))
            painter.drawLine(QPointF(x, room.top() - 3), QPointF(x, room.bottom() + 3))

    def _threshold(self, painter: QPainter, i: int, room: QRectF) -> None:
        """Draw a dashed line where the decision changes, edged: a bar may be of the line's colour."""
        threshold = self.thresholds[i] if i < len(self.thresholds) else None
        if threshold is None:
            return
        x, beyond = room.left() + room.width() * threshold, 0.3 * room.height()
        ends = QPointF(x, room.top() - beyond), QPointF(x, room.bottom() + beyond)
        for pen in (QPen(colours().card, 4.0), QPen(colours().accent, 1.5, Qt.PenStyle.DashLine)):
            painter.setPen(pen)
            painter.drawLine(*ends)

    def _limits(self, painter: QPainter, i: int, room: QRectF) -> None:
        """Draw the interval, and below the bar a line where asking pays."""
        if self.intervals is not None:
            self._interval(painter, self.intervals[i], room)
        if self.asking is not None:
            low, high = (room.left() + room.width() * end for end in self.asking[i])
            painter.setPen(QPen(colours().accent, 2))
            painter.drawLine(QPointF(low, room.bottom()), QPointF(high, room.bottom()))

    def _interval(self, painter: QPainter, ends: list[float], room: QRectF) -> None:
        """Draw a line from end to end across the end of the bar, with a cap at each."""
        low, high = (room.left() + room.width() * end for end in ends)
        y, cap = room.center().y(), room.height() * 0.14
        for colour, width in ((colours().card, 4.0), (colours().text, 1.4)):
            painter.setPen(QPen(colour, width))
            painter.drawLine(QPointF(low, y), QPointF(high, y))
            for x in (low, high):
                painter.drawLine(QPointF(x, y - cap), QPointF(x, y + cap))


def interval_words(ends: Sequence[float]) -> str:
    """Return an interval in words."""
    return tr("{low} to {high}", low=probability(ends[0]), high=probability(ends[1]))


def _faint(colour: QColor) -> QColor:
    faint = QColor(colour)
    faint.setAlphaF(0.45)
    return faint


def _application() -> QCoreApplication:
    application = QCoreApplication.instance()
    assert application is not None
    return application


def _may_move() -> bool:
    """Whether the system lets things move (it does not when the user asked for less motion)."""
    return QApplication.isEffectEnabled(Qt.UIEffect.UI_General) and not _application().property("still")


class PosteriorPanel(Card):
    """The bars or the table of the same figures."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("PROBABILITIES"), parent)
        self.desk = desk
        self.prior = button("", "link", tr("Set the probabilities before any answer"))
        self.head.addWidget(self.prior)
        self.legend = label(role="quiet")
        self.bars = Bars()
        self.room = QScrollArea()
        self.room.setWidgetResizable(True)
        self.room.setFrameShape(QFrame.Shape.NoFrame)
        self.room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bars.setObjectName("body")
        self.room.setWidget(self.bars)
        FrameInSight(self.room, self.bars)
        self.table = Figures(tr("Probabilities as a table"))
        self.fan = Fan(desk)
        self.stack = QStackedLayout()
        self.box.addLayout(self.stack, 1)  # first: a widget added to a loose layout is a window for a moment
        self.stack.addWidget(self.room)
        self.stack.addWidget(self.table)
        self.box.addWidget(self.legend)
        self.box.addWidget(self.fan)
        desk.case_changed.connect(self.refresh)
        desk.outlook_changed.connect(self._show_limits)
        self.refresh()

    @property
    def shows_table(self) -> bool:
        """Whether the table is shown."""
        return self.stack.currentIndex() == 1

    def show_table(self, table: bool) -> None:
        """Show the table in place of the bars."""
        self.stack.setCurrentIndex(1 if table else 0)
        self.refresh()

    def refresh(self) -> None:
        """Show the desk's posterior."""
        found, base = self.desk.found, self.desk.base
        names = list(class_names(self.desk.model))
        beside = None if base is None else base.posterior.tolist()
        self.prior.setText(tr("Pre-test: model’s") if found.prior is None else tr("Pre-test: yours"))
        self._place_prior()
        intervals = None if found.interval is None else found.interval.tolist()
        self.bars.show_figures(names, found.posterior.tolist(), self.desk.before.tolist(), beside, intervals)
        self.room.setMinimumHeight(self.bars.least_height(min(len(names), _MOST_SEEN)))
        self.updateGeometry()
        self._show_limits()
        if self.shows_table:
            self._fill(names)

    def minimumSizeHint(self) -> QSize:
        """The bars need their width, which a scroll area does not ask for."""
        margins, bar = self.box.contentsMargins(), self.room.verticalScrollBar()
        width = self.bars.minimumSizeHint().width() + bar.sizeHint().width()
        around = margins.left() + margins.right() + 2 * self.frameWidth()
        return super().minimumSizeHint().expandedTo(QSize(width + around, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit what the marks mean to the width."""
        super().resizeEvent(event)
        self._place_prior()
        self._fit_legend()

    def _place_prior(self) -> None:
        """Put the button below where the head has no room for it: a second row would move the bars down."""
        margins = self.box.contentsMargins()
        room = self.width() - margins.left() - margins.right() - 2 * self.frameWidth()
        needed = self.title.sizeHint().width() + self.head.spacing() + self.prior.sizeHint().width()
        is_above = self.head.indexOf(self.prior) >= 0
        if is_above and needed > room:
            self.head.removeWidget(self.prior)
            self.box.addWidget(self.prior, 0, Qt.AlignmentFlag.AlignRight)
        elif not is_above and needed <= room:
            self.box.removeWidget(self.prior)
            self.head.addWidget(self.prior)

    def _fit_legend(self) -> None:
        """Keep room for all of its lines, which splitters ignore, and for what it may say later."""
        if self.isVisible():  # before that it has no width
            margins = self.box.contentsMargins()
            width = self.width() - margins.left() - margins.right() - 2 * self.frameWidth()
            told = self.legend.text()
            self.legend.setText(self._legend(asks=True))
            self.legend.setMinimumHeight(self.legend.heightForWidth(width))
            self.legend.setText(told)

    @property
    def height_needed(self) -> int:
        """The height at which nothing is cut and nothing empty, at the width that it has."""
        self._fit_legend()
        spare = max(0, self.legend.sizeHint().height() - self.legend.minimumHeight())
        return (
            self.sizeHint().height() - self.room.sizeHint().height() + self.bars.sizeHint().height() - spare
        )

    def _show_limits(self) -> None:
        """Mark where classes are decided and, of two classes, where asking pays; say what the marks are."""
        outlook = self.desk.outlook
        range_ = None if outlook is None else outlook.asking
        asking = None if range_ is None else [(1.0 - range_[1], 1.0 - range_[0]), range_]
        self.bars.show_limits(self.desk.found.thresholds, asking)
        show_text(self.legend, self._legend(asks=asking is not None))
        self._fit_legend()

    def _legend(self, asks: bool) -> str:
        """Say what the marks are, which a table has not; `asks`: one of them is where asking pays."""
        if self.shows_table:
            return ""
        told = [self._about_change()]
        is_of_two = self.desk.model.n_classes == 2
        if self.desk.found.interval is not None:
            told.append(tr("Whiskers: 90 % interval."))
        if self._are_limits:
            told.append(
                tr("Dashed: where the decision changes.")
                if is_of_two
                else tr("Dashed: the class is decided from there on, if the others keep their ratios.")
            )
        if asks and is_of_two:
            told.append(tr("Underlined, shaded below: where asking pays."))
        return " ".join(told)

    @property
    def _are_limits(self) -> bool:
        """Whether some class is decided from some probability."""
        return any(threshold is not None for threshold in self.desk.found.thresholds)

    def _about_change(self) -> str:
        found = self.desk.found
        if self.desk.base is not None:
            return tr("Bars and numbers: what if. Dashed outline: the case.")
        if not found.steps:
            return tr("Before any answer.")
        moved = bool((self.desk.before != found.posterior).any())
        return tr("Tick: before the last change.") if moved else tr("The last change moved nothing.")

    def _fill(self, names: list[str]) -> None:
        found, base = self.desk.found, self.desk.base
        heads = [tr("Class"), tr("Pre-test"), tr("Before"), tr("Now") if base is None else tr("What if")]
        columns = [found.start, self.desk.before, found.posterior]
        if base is not None:
            heads.append(tr("Case"))
            columns.append(base.posterior)
        rows = [[name, *(probability(column[i]) for column in columns)] for i, name in enumerate(names)]
        if found.interval is not None:
            heads.append(tr("90 % interval"))
            rows = [[*row, interval_words(ends)] for row, ends in zip(rows, found.interval, strict=True)]
        if self._are_limits:
            heads.append(tr("Decided from"))
            limits = ("–" if each is None else probability(each) for each in found.thresholds)
            rows = [[*row, limit] for row, limit in zip(rows, limits, strict=True)]
        self.table.fill(heads, rows)
        if self._are_limits:
            about = tr("The class is decided from this probability on, if the others keep their ratios.")
            head = self.table.horizontalHeaderItem(len(heads) - 1)
            assert head is not None
            head.setToolTip(about)
