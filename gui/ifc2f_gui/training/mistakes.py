"""The page of mistakes: the cost of each, for two classes also as a trade-off."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ifc2f.core.words import Words
from ifc2f_gui.shared.texts import sentence, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import label, show_text
from ifc2f_gui.training.grids import MistakesGrid, read_cost
from ifc2f_gui.training.tradeoff import TradeOff

_ROWS_IN_SIGHT = 3  # of the grid, at least


class MistakesPage(QWidget):
    """A grid of costs. What is wrong is sent as `problem`."""

    problem = Signal(str)
    mended = Signal()  # what was entered last is right; something else may be wrong
    changed = Signal()  # any cost
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
        self.odd = label(role="notice")
        self.odd.hide()
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(self.trade)
        box.addWidget(self.heading)
        self.grid.keep_in_sight(_ROWS_IN_SIGHT)
        box.addWidget(self.grid, 1)
        box.addWidget(self.odd)  # below: no row moves when there is something to say
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

    def show_odd(self, findings: Sequence[Words]) -> None:
        """Say what is odd about the costs; nothing is refused."""
        show_text(self.odd, "\n".join(map(sentence, findings)))

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
                value, problem = self._cost(i, j)
                if value is None:
                    self.problem.emit(problem)
                    self.wrong.emit()
                    self.grid.show_cell(i, j)
                    return None
                found.append((true, decided, value))
        return found

    def first_problem(self) -> str:
        """Return what is wrong with the first cost that is not right; empty if all are."""
        n = range(len(self.classes))
        return next(filter(None, (self._cost(i, j)[1] for i in n for j in n)), "")

    def _cost(self, true: int, decided: int) -> tuple[float | None, str]:
        """Return the cost of a mistake, or None and what is wrong with it, and mark its cell."""
        value, problem = read_cost(self.grid.text(true, decided))
        self.grid.mark(true, decided, value is None)
        return value, f"{self.grid.meaning(true, decided)}: {problem}" if value is None else ""

    def _check(self, true: int, decided: int) -> None:
        """Say at once what is wrong with the cost of a mistake, or what it comes to."""
        if problem := self._cost(true, decided)[1]:
            self.problem.emit(problem)
        else:
            self.mended.emit()
        if len(self.classes) == 2:
            self.trade.show_costs(self.grid.costs())
        self.changed.emit()

    def _weigh(self, grave: int, times: float) -> None:
        """Put a trade-off between the two mistakes into their grid, in the unit of the needless alarm."""
        costs = self.grid.costs()
        alarm = 1.0 if costs is None else min(costs[0][1], costs[1][0])
        self.grid.show_cost(1 - grave, grave, alarm)
        self.grid.show_cost(grave, 1 - grave, times * alarm)
        self.mended.emit()
        self.changed.emit()
