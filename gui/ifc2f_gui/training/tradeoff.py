"""Costs of mistakes as a trade-off: how many of one mistake are as bad as one of the other."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QHBoxLayout, QWidget

from ifc2f_gui.shared.numbers import plain
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Choice, label


class TradeOff(QWidget):
    """For two classes. `chosen` sends the cost of missing the grave class and of the needless alarm."""

    chosen = Signal(int, float)  # index of the grave class, how many alarms one miss is as bad as

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grave = Choice()
        self.grave.setAccessibleName(tr("The class that must not be missed"))
        self.times = QDoubleSpinBox()
        self.times.setRange(1.0, 100_000.0)
        self.times.setDecimals(1)
        self.times.setAccessibleName(tr("How many false alarms are as bad as one miss"))
        self.told = label(role="quiet")
        alarms = QHBoxLayout()
        alarms.setSpacing(GRID)
        alarms.addWidget(self.times)
        alarms.addWidget(label(tr("false alarms"), wrap=False))
        alarms.addStretch(1)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(GRID // 2)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)  # large text needs the width
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.addRow(tr("Not to be missed"), self.grave)
        form.addRow(tr("One miss is as bad as"), alarms)
        form.addRow(self.told)
        self.grave.activated.connect(self._choose)
        self.times.valueChanged.connect(self._choose)
        self.setVisible(False)

    def show_classes(self, classes: list[str], rarest: int) -> None:
        """Ask for these classes, if there are two; the rarer one counts as the one not to be missed."""
        with QSignalBlocker(self.grave):
            self.grave.clear()
            self.grave.addItems(classes)
        self.setVisible(len(classes) == 2)
        self._show(rarest, 1.0)

    def show_costs(self, costs: list[list[float]] | None) -> None:
        """Show what the costs of mistakes come to, shape (2, 2); None: they cannot be read.

        The class not to be missed is the one that costs more to miss.
        """
        missed = [] if costs is None else [costs[i][1 - i] - costs[i][i] for i in range(2)]
        if not missed or min(missed) <= 0.0:
            self.told.setText("")
            return
        grave = self.grave.currentIndex() if missed[0] == missed[1] else missed.index(max(missed))
        self._show(grave, missed[grave] / missed[1 - grave])

    def _choose(self) -> None:
        self._tell(self.times.value())
        self.chosen.emit(self.grave.currentIndex(), self.times.value())

    def _show(self, grave: int, times: float) -> None:
        """Show a trade-off without a signal."""
        with QSignalBlocker(self.grave), QSignalBlocker(self.times):
            self.grave.setCurrentIndex(grave)
            self.times.setValue(times)
        self._tell(times)

    def _tell(self, times: float) -> None:
        """Say from which probability the grave class is then decided."""
        share = 100.0 / (1.0 + times)
        text = tr(
            "The model then decides for {name} at a probability of {p} % or more.",
            name=self.grave.currentText(),
            p=plain(float(f"{share:.3g}")),
        )
        self.told.setText(text)
