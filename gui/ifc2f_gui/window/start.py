"""What is shown before a model is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Card, button, label, literal
from ifc2f_gui.window.settings import Settings


class StartPage(QWidget):
    """Demo, open, train, recent models."""

    demo_wanted = Signal()
    open_wanted = Signal()
    train_wanted = Signal()
    path_wanted = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = Card("IFC2F")
        card.setMaximumWidth(700)
        card.box.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 4 * GRID)
        card.box.setSpacing(2 * GRID)
        card.box.addWidget(label(tr("The model asks, you answer, the probabilities move."), "question"))
        text = tr(
            "It asks the question that is worth most, one at a time, and says when another answer is not "
            "worth its cost. "
            "You may answer in any order, go on, or decide at any time."
        )
        card.box.addWidget(label(text))
        self.demo = button(tr("Try the demo model"), "primary")
        self.open = button(tr("Open a model or case…"))
        self.train = button(tr("Train a model…"))
        self.demo.clicked.connect(self.demo_wanted)
        self.open.clicked.connect(self.open_wanted)
        self.train.clicked.connect(self.train_wanted)
        line = QHBoxLayout()
        line.setSpacing(GRID)
        for made in (self.demo, self.open, self.train):
            line.addWidget(made)
        line.addStretch(1)
        card.box.addLayout(line)
        if settings.recent_models:
            card.box.addWidget(label(tr("RECENT MODELS"), "title"))
            recent = QVBoxLayout()
            recent.setSpacing(0)
            for path in settings.recent_models:
                made = button(literal(Path(path).name), "link", path)
                made.clicked.connect(lambda _=False, path=path: self.path_wanted.emit(path))
                recent.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
            card.box.addLayout(recent)
        card.box.addWidget(
            label(tr("A model, a case, or a table to train from can also be dropped here."), "quiet")
        )
        box = QVBoxLayout(self)
        box.addStretch(1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(card, 8)
        middle.addStretch(1)
        box.addLayout(middle)
        box.addStretch(1)
