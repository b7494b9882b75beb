"""Why: how strongly each answer speaks for or against a class, and warnings."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QStyle,
    QStyleOptionComboBox,
    QVBoxLayout,
    QWidget,
)

from ifc2f.session import Influence
from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import meaning_of_strength, scale_of_strength, strength, warnings
from ifc2f_gui.shared.figures import Figures
from ifc2f_gui.shared.frame import FrameInSight
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, class_colour, colours, draw_symbol
from ifc2f_gui.shared.widgets import Card, label, show_text

_BETWEEN = 12  # pixels about a name and what stands beside it
_IN_LINES = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere


class Strengths(QWidget):
    """Paints a bar per answer: to the right it speaks for the class, to the left against it.

    A bar for a class has that class's colour and symbol. What speaks against one of two classes speaks for
    the other; against one of more, the bar is grey.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("How strongly each answer speaks"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.names: list[str] = []
        self.influences: list[Influence] = []
        self.classes: tuple[str, ...] = ()
        self.target = 0

    def show_influences(
        self, names: list[str], influences: list[Influence], classes: tuple[str, ...], target: int
    ) -> None:
        """Show what answers do to the probability of a class."""
        self.names, self.influences, self.classes, self.target = names, influences, classes, target
        words = self.in_words()
        self.setAccessibleDescription(words)
        self.setToolTip(words.replace("; ", "\n"))
        self.updateGeometry()
        self.update()

    def in_words(self) -> str:
        """Return what the bars show."""
        return "; ".join(
            tr(
                "{name}: {strength}, without it {p}",
                name=name,
                strength=self._strength(each),
                p=probability(each.without),
            )
            for name, each in zip(self.names, self.influences, strict=True)
        )

    def _strength(self, each: Influence) -> str:
        return strength(each.log_factor, self.classes[self.target])

    def _speaks_for(self, each: Influence) -> int | None:
        """Return the class that an answer speaks for; None if that is several."""
        if each.log_factor >= 0.0:
            return self.target
        return 1 - self.target if len(self.classes) == 2 else None

    @property
    def _heights(self) -> tuple[int, int]:
        """The heights of names and of what their answers say, in rows of the same height.

        The latter is 0 where both have room beside each other; else they are below each other, in lines.
        """
        metrics, room = self.fontMetrics(), QRect(0, 0, max(1, self.width() - 4), 1 << 16)
        wide = metrics.horizontalAdvance
        texts = [self._strength(each) for each in self.influences]
        if all(
            wide(name) + wide(text) + _BETWEEN <= self.width()
            for name, text in zip(self.names, texts, strict=True)
        ):
            return metrics.height(), 0
        of_names, of_texts = (
            max(metrics.boundingRect(room, _IN_LINES, text).height() for text in of)
            for of in (self.names, texts)
        )
        return of_names, of_texts

    @property
    def _row(self) -> int:
        return sum(self._heights) + round(self.fontMetrics().height() * 1.4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height that the rows have at this width."""
        super().resizeEvent(event)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """A row for each answer."""
        return QSize(240, self._row * max(1, len(self.names)))

    def minimumSizeHint(self) -> QSize:
        """The height is needed; the width may shrink."""
        return QSize(180, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the answers that are seen: the others would take as long."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        finite = (abs(each.log_factor) for each in self.influences if math.isfinite(each.log_factor))
        largest = max([math.log(10.0), *finite])
        heights = self._heights
        height = self._row
        seen = slice(event.rect().top() // height, event.rect().bottom() // height + 1)
        rows = list(enumerate(zip(self.names, self.influences, strict=True)))
        for i, (name, each) in rows[seen]:
            top = self._draw_texts(painter, i * height, heights, name, each)
            self._draw_row(painter, top, each, largest)

    def _draw_texts(
        self, painter: QPainter, top: int, heights: tuple[int, int], name: str, each: Influence
    ) -> int:
        """Draw a name and what its answer says, beside or below each other; return where they end."""
        of_name, of_text = heights
        room = QRect(2, top, self.width() - 4, of_name)
        painter.setPen(colours().text)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | _IN_LINES, name)
        if of_text:
            room = QRect(2, top + of_name, self.width() - 4, of_text)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | _IN_LINES, self._strength(each))
        return top + of_name + of_text

    def _draw_row(self, painter: QPainter, top: int, each: Influence, largest: float) -> None:
        """Draw the bar of an answer, and what the class would be without it."""
        c, line = colours(), painter.fontMetrics().height()
        centre, half = self.width() / 2, self.width() / 2 - line
        length = max(1.0, half * min(1.0, abs(each.log_factor) / largest))
        left = centre if each.log_factor >= 0 else centre - length
        bar = QRectF(left, top + 2, length, line * 0.8)
        painter.setPen(QPen(c.quiet, 1))
        painter.drawLine(QPointF(centre, bar.top() - 2), QPointF(centre, bar.bottom() + 2))
        self._draw_bar(painter, each, bar)
        self._draw_without(painter, each, bar, centre)

    def _draw_bar(self, painter: QPainter, each: Influence, bar: QRectF) -> None:
        """Draw a bar, and at its end the symbol of the class that it speaks for."""
        spoken_for = self._speaks_for(each)
        painter.fillRect(bar, colours().quiet if spoken_for is None else class_colour(spoken_for))
        if spoken_for is not None:
            size = bar.height() * 0.8
            x = bar.right() + size if each.log_factor >= 0 else bar.left() - size
            draw_symbol(painter, spoken_for, QPointF(x, bar.center().y()), size)

    def _draw_without(self, painter: QPainter, each: Influence, bar: QRectF, centre: float) -> None:
        """Say in the half that the bar leaves free what the class would be without the answer."""
        speaks_for = each.log_factor >= 0
        free = QRectF(2 if speaks_for else centre + 6, bar.top(), centre - 8, bar.height())
        side = Qt.AlignmentFlag.AlignLeft if speaks_for else Qt.AlignmentFlag.AlignRight
        text = tr("without {p}", p=probability(each.without))
        if painter.fontMetrics().horizontalAdvance(text) > free.width():
            text = f"({probability(each.without)})"
        painter.setPen(colours().quiet)
        painter.drawText(free, side | Qt.AlignmentFlag.AlignVCenter, text)


class _Target(QComboBox):
    """A choice whose first text is whole; names of classes may be cut."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Class to explain"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)

    def sizeHint(self) -> QSize:
        """Return the size of the first text, if that is the longer."""
        return super().sizeHint().expandedTo(self.minimumSizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return the size of the first text, or of some letters."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        metrics = self.fontMetrics()
        text = QSize(
            metrics.horizontalAdvance(self.itemText(0)) + metrics.averageCharWidth(), metrics.height()
        )
        framed = self.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, text, self)
        return super().minimumSizeHint().expandedTo(QSize(framed.width(), 0))


class WhyPanel(Card):
    """How answers speak for a class the user chooses (the leading one unless chosen), and warnings."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(tr("WHY"), parent)
        self.desk = desk
        self.target = _Target()
        self.target.activated.connect(self._chosen)
        self.head.addWidget(self.target)
        self.warning = label(role="notice")
        self.note = label(role="quiet")
        self.strengths = Strengths()
        inside = QWidget()
        inside.setObjectName("body")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.warning)
        column.addWidget(self.strengths)
        column.addStretch(1)
        self.room = scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        FrameInSight(scroll, self.strengths)
        self.table = Figures(tr("How strongly each answer speaks, as a table"))
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for all lines of the note, which splitters ignore."""
        super().resizeEvent(event)
        self._fit_note()

    def minimumSizeHint(self) -> QSize:
        """No word of a warning is wider than its room."""
        least, margins = super().minimumSizeHint(), self.box.contentsMargins()
        inside, bar = self.room.widget(), self.room.verticalScrollBar()
        assert inside is not None
        width = inside.minimumSizeHint().width() + bar.sizeHint().width()
        return least.expandedTo(QSize(width + margins.left() + margins.right() + 2 * self.frameWidth(), 0))

    def _fit_note(self) -> None:
        margins = self.box.contentsMargins()
        width = self.contentsRect().width() - margins.left() - margins.right()
        self.note.setMinimumHeight(self.note.heightForWidth(width) if width > 0 else 0)

    def refresh(self) -> None:
        """Explain the desk's posterior."""
        desk = self.desk
        target = desk.explained
        influences = desk.found.influences(target)
        classes = class_names(desk.model)
        names = [desk.features[each.feature].name for each in influences]
        self.strengths.show_influences(names, influences, classes, target)
        show_text(self.warning, "\n".join("⚠ " + text for text in warnings(desk)))
        as_table = self.stack.currentIndex() == 1
        note = (meaning_of_strength if as_table else scale_of_strength)(classes[target])
        show_text(self.note, note if influences else tr("The evidence from each answer will appear here."))
        self._fit_note()
        if as_table:
            heads = [tr("Answer given"), tr("The answer is"), tr("Without")]
            rows = [
                [name, strength(each.log_factor, classes[target]), probability(each.without)]
                for name, each in zip(names, influences, strict=True)
            ]
            self.table.fill(heads, rows)
