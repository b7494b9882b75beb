"""The page of mistakes: the cost of each, for two classes also as a trade-off."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import label
from ifc2f_gui.training.grids import MistakesGrid, read_cost
from ifc2f_gui.training.tradeoff import TradeOff


class MistakesPage(QWidget):
    """A grid of costs. Problems are sent as `problem`; an empty text when all is well again."""

    problem = Signal(str)
    wrong = Signal()  # a cost that the job needs: the cell is selected

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.classes: list[str] = []
        self._entered: dict[tuple[str, str], str] = {}  # true class, class decided for: cost
        self.heading = label(role="title")
        self.grid = MistakesGrid(tr("Costs of mistakes"))
        self.grid.edited.connect(self._check)
        self.trade = TradeOff()
        self.trade.chosen.connect(self._weigh)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(self.trade)
        box.addWidget(self.heading)
        box.addWidget(self.grid, 1)
        self.show_unit("")

    def show_unit(self, unit: str) -> None:
        """Say what the costs are measured in."""
        self.heading.setText(
            tr(
                "What each mistake costs, in {unit}. Rows: the true class; columns: the class decided for.",
                unit=unit,
            )
            if unit
            else tr(
                "What each mistake costs, in the unit of the questions’ costs. Rows: the true class; "
                "columns: the class decided for."
            )
        )

    def show_classes(self, classes: list[str], counts: list[int]) -> None:
        """Show what was entered for these classes, else 1 for each mistake; `counts` are their rows."""
        self._keep()
        self.classes = classes
        self.grid.show_classes(classes)
        self.trade.show_classes(classes, counts.index(min(counts)) if counts else -1)
        self._put_back()

    def forget(self) -> None:
        """Let every mistake cost 1 when classes are next shown: they are those of another outcome."""
        self.classes, self._entered = [], {}

    def _keep(self) -> None:
        for i, true in enumerate(self.classes):
            for j, decided in enumerate(self.classes):
                self._entered[true, decided] = self.grid.text(i, j)

    def _put_back(self) -> None:
        kept = False
        for i, true in enumerate(self.classes):
            for j, decided in enumerate(self.classes):
                item = self.grid.item(i, j)
                if item is not None and (true, decided) in self._entered:
                    item.setText(self._entered[true, decided])
                    self.grid.mark(i, j, read_cost(item.text())[0] is None)
                    kept = True
        if kept and len(self.classes) == 2:
            self.trade.show_costs(self.grid.costs())

    def costs(self) -> list[tuple[str, str, float]] | None:
        """Return (true, decided, cost) of all pairs, or say which is none."""
        found = []
        for i, true in enumerate(self.classes):
            for j, decided in enumerate(self.classes):
                if (value := self._cost(i, j)) is None:
                    self.wrong.emit()
                    self.grid.show_cell(i, j)
                    return None
                found.append((true, decided, value))
        return found

    def _cost(self, true: int, decided: int) -> float | None:
        value, problem = read_cost(self.grid.text(true, decided))
        self.grid.mark(true, decided, value is None)
        if value is None:
            self.problem.emit(f"{self.grid.meaning(true, decided)}: {problem}")
        return value

    def _check(self, true: int, decided: int) -> None:
        """Say at once what is wrong with the cost of a mistake, or what it comes to."""
        if self._cost(true, decided) is not None:
            self.problem.emit("")
        if len(self.classes) == 2:
            self.trade.show_costs(self.grid.costs())

    def _weigh(self, grave: int, times: float) -> None:
        """Put a trade-off between the two mistakes into their grid, in the unit of the needless alarm."""
        costs = self.grid.costs()
        alarm = 1.0 if costs is None else min(costs[0][1], costs[1][0])
        self.grid.show_cost(1 - grave, grave, alarm)
        self.grid.show_cost(grave, 1 - grave, times * alarm)
        if self.grid.costs() is not None:
            self.problem.emit("")
