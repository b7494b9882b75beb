"""The page of the policy: how the model is to ask, and what it is to promise."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from ifc2f_gui.shared.policies import policies
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Choice, label
from ifc2f_gui.training.grids import read_cost


class PolicyPage(QWidget):
    """A choice with what it means, and a guarantee. What is wrong is sent as `problem`."""

    problem = Signal(str)
    mended = Signal()  # the guarantee is right; something else may be wrong

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.policy = Choice()
        self.policy.setAccessibleName(tr("Policy"))
        self.policy.addItem(tr("automatic"), "auto")
        self._explain(tr("Lowest cost on held-out rows; takes longest."))
        for value, (name, meaning) in policies().items():
            self.policy.addItem(name, value)
            self._explain(meaning)
        told = label(role="quiet")

        def tell() -> None:
            told.setText(self.policy.currentData(Qt.ItemDataRole.ToolTipRole))

        self.policy.currentIndexChanged.connect(tell)
        tell()
        self.alpha = QLineEdit()
        self.alpha.setPlaceholderText(tr("none"))
        self.alpha.setAccessibleName(tr("Largest share of wrong answers, in percent"))
        self.alpha.editingFinished.connect(self._check)
        form = QFormLayout(self)
        form.setSpacing(GRID)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(tr("Policy"), self.policy)
        form.addRow(told)
        form.addRow(tr("Guarantee: at most this many % wrong"), self.alpha)
        about = tr(
            "With a guarantee, uncertain cases are left to a person; the model is then trained on three "
            "quarters of the rows."
        )
        form.addRow(label(about, "quiet"))

    def _explain(self, meaning: str) -> None:
        self.policy.setItemData(self.policy.count() - 1, meaning, Qt.ItemDataRole.ToolTipRole)

    def guarantee(self) -> tuple[float | None, str]:
        """Return the share that may be wrong, None if any, and what is wrong with what is entered."""
        text = self.alpha.text().strip()
        if not text:
            return None, ""
        percent, problem = read_cost(text)
        if percent is None:
            return None, f"{tr('Guarantee: at most this many % wrong')}: {problem}"
        if not 0.0 < percent < 100.0:
            return None, tr("The share of wrong answers must be above 0 and below 100 %.")
        return percent / 100.0, ""

    def _check(self) -> None:
        if problem := self.guarantee()[1]:
            self.problem.emit(problem)
        else:
            self.mended.emit()
