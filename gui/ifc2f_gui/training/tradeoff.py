"""What mistakes cost, asked as a trade-off: how many of one mistake are as bad as one of the other."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QVBoxLayout, QWidget

from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import label


class TradeOff(QWidget):
    """For two classes. `chosen` tells the cost of missing the grave class and of the needless alarm."""

    chosen = Signal(int, float)  # index of the grave class, how many alarms one miss is as bad as

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grave = QComboBox()
        self.grave.setAccessibleName(tr("The class that must not be missed"))
        self.times = QDoubleSpinBox()
        self.times.setRange(1.0, 100_000.0)
        self.times.setDecimals(1)
        self.times.setAccessibleName(tr("How many false alarms are as bad as one miss"))
        self.told = label(role="quiet")
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(GRID // 2)
        for parts in (  # in two lines: large text needs the width
            (label(tr("Not to be missed"), wrap=False), self.grave),
            (
                label(tr("One miss is as bad as"), wrap=False),
                self.times,
                label(tr("false alarms"), wrap=False),
            ),
        ):
            line = QHBoxLayout()
            line.setSpacing(GRID)
            for part in parts:
                line.addWidget(part)
            line.addStretch(1)
            box.addLayout(line)
        box.addWidget(self.told)
        self.grave.activated.connect(self._choose)
        self.times.valueChanged.connect(self._choose)
        self.setVisible(False)

    def show_classes(self, classes: list[str], rarest: int) -> None:
        """Ask for these classes, if they are two; the rarest one is taken for the one not to be missed."""
        for part in (self.grave, self.times):
            part.blockSignals(True)
        self.grave.clear()
        self.grave.addItems(classes)
        self.grave.setCurrentIndex(rarest)
        self.times.setValue(1.0)
        for part in (self.grave, self.times):
            part.blockSignals(False)
        self.setVisible(len(classes) == 2)
        self._tell()

    def _choose(self) -> None:
        self._tell()
        self.chosen.emit(self.grave.currentIndex(), self.times.value())

    def _tell(self) -> None:
        """Say from which probability on the grave class is decided then."""
        share = 100.0 / (1.0 + self.times.value())
        text = tr(
            "The model then decides for {name} at a probability of {p} % or more.",
            name=self.grave.currentText(),
            p=f"{share:.3g}",
        )
        self.told.setText(text)
