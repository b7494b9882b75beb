"""What is shown before a model is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Card, button, label, literal
from ifc2f_gui.window.settings import Settings

_LETTERS_WIDE = 100


class StartPage(QWidget):
    """Demo, open, train, recent models."""

    demo_wanted = Signal()
    open_wanted = Signal()
    train_wanted = Signal()
    path_wanted = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = card = Card("IFC2F")
        card.box.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 4 * GRID)
        card.box.setSpacing(2 * GRID)
        card.box.addWidget(label(tr("The model asks, you answer, the probabilities move."), "question"))
        text = tr(
            "It asks one question at a time, and says when another answer is not worth its cost. "
            "You may answer in any order, go on, or decide at any time."
        )
        card.box.addWidget(label(text))
        self.demo = button(tr("Try the demo model"), "primary")
        self.open = button(tr("Open a model or case…"))
        self.train = button(tr("Train a model…"))
        self.demo.clicked.connect(self.demo_wanted)
        self.open.clicked.connect(self.open_wanted)
        self.train.clicked.connect(self.train_wanted)
        self.line = QBoxLayout(QBoxLayout.Direction.TopToBottom)  # which widens no window before it is fitted
        self.line.setSpacing(GRID)
        for made in self.buttons:
            self.line.addWidget(made)
        self.line.addStretch(1)
        card.box.addLayout(self.line)
        if settings.recent_models:
            card.box.addWidget(label(tr("RECENT MODELS"), "title"))
            recent = QVBoxLayout()
            recent.setSpacing(0)
            for path in settings.recent_models:
                made = button(literal(Path(path).name), "link", path)
                made.clicked.connect(lambda _=False, path=path: self.path_wanted.emit(path))
                recent.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
            card.box.addLayout(recent)
        card.box.addWidget(label(tr("You can also drop a model, a case or a training table here."), "quiet"))
        box = QVBoxLayout(self)
        box.addStretch(1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(card, 8)
        middle.addStretch(1)
        box.addLayout(middle)
        box.addStretch(1)

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """What can be done."""
        return self.demo, self.open, self.train

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the card into the window."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the card to the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Keep lines short enough to read; put the buttons below each other where a line is too short."""
        longest = min(_LETTERS_WIDE * self.fontMetrics().averageCharWidth(), 8 * self.width() // 10)
        self.card.setMaximumWidth(longest)
        around = self.card.box.contentsMargins()
        wanted = sum(made.sizeHint().width() + GRID for made in self.buttons)
        fits = wanted <= longest - around.left() - around.right()
        directions = QBoxLayout.Direction
        self.line.setDirection(directions.LeftToRight if fits else directions.TopToBottom)
