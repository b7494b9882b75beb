"""The page of costs: their unit, the cost of a question, and a grid for those that cost something else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ifc2f.core.words import Words
from ifc2f.data.cost_entries import FIELDS, read_costs
from ifc2f.files.reading import require_regular
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.numbers import editable
from ifc2f_gui.shared.texts import said, sentence, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, focus_first, label, show_text
from ifc2f_gui.training.grids import QuestionsGrid, read_cost
from ifc2f_gui.training.job import Job

_ROWS_IN_SIGHT = 3  # of the grid, at least


class CostsPage(QWidget):
    """What questions cost. What is wrong is sent as `problem`."""

    problem = Signal(str)
    mended = Signal()  # what was entered last is right, or no longer needed; something else may be wrong
    changed = Signal()  # any cost
    told = Signal(str)  # the result of reading a file of costs

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = QuestionsGrid(tr("Questions and their costs"))
        self.grid.edited.connect(self._check)
        self.grid.used.connect(self._review)
        self.cost = QLineEdit(editable(0.01))
        self.cost.setAccessibleName(tr("Cost of a question that has no cost in the list"))
        self.cost.textChanged.connect(self.changed)
        self.cost.editingFinished.connect(self._check_line)
        self.unit = QLineEdit()
        self.unit.setAccessibleName(tr("Unit of costs"))
        self.unit.setPlaceholderText(tr("for example euros or minutes"))
        self.unit.setToolTip(
            tr("One unit for the costs of questions and of mistakes; it is stored with the model")
        )
        about = tr("CSV with the columns feature and cost and, if needed, discount_cost, group and delay")
        self.costs = button(tr("Take costs from a file…"), description=about)
        self.costs.clicked.connect(self._choose_costs)
        self.odd = label(role="notice")
        self.odd.hide()
        self._wrong: tuple[int, int] | None = None  # row and column of a cost; None: the one in the line
        self._lay_out()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(GRID)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(tr("Unit of costs"), self.unit)
        line = QHBoxLayout()
        line.addWidget(self.cost, 1)
        line.addWidget(self.costs)
        form.addRow(tr("Cost of a question"), line)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addLayout(form)
        box.addWidget(label(tr("QUESTIONS: tick those to use; give a cost where it differs"), "title"))
        self.grid.keep_in_sight(_ROWS_IN_SIGHT)
        box.addWidget(self.grid, 1)
        box.addWidget(self.odd)  # below: no row moves when there is something to say

    def show_odd(self, findings: Sequence[Words]) -> None:
        """Say what is odd about the costs; nothing is refused."""
        show_text(self.odd, "\n".join(map(sentence, findings)))

    # ---- What is entered -----------------------------------------------------------------------------------

    def common(self) -> tuple[float | None, str]:
        """Return the cost of a question that has none of its own, or None and what is wrong with it."""
        value, problem = read_cost(self.cost.text())
        return value, f"{tr('Cost of a question')}: {problem}" if problem else ""

    def own(self, row: int) -> tuple[dict[str, Any], int, str]:
        """Return what the list says of a question's cost; where it is wrong, the column, and what is wrong.

        Cells that are wrong are marked.
        """
        found: dict[str, Any] = {}
        wrong, problem = 0, ""
        for column, field in enumerate(FIELDS, 1):
            text = self.grid.text(row, column)
            value: str | float | None = text
            what = ""
            if text and self.grid.is_cost(column):
                value, what = read_cost(text)
            self.grid.mark(row, column, value is None)
            if value is None and not problem:
                wrong, problem = column, f"{self.grid.names[row]}: {what}"
            elif value != "":
                found[field] = value
        return found, wrong, problem

    def tell(self, job: Job) -> str:
        """Put into a job what is ticked and what it costs; return what is wrong, empty if nothing is."""
        cost, problem = self.common()
        job.cost = job.cost if cost is None else cost
        job.ignore, job.costs, self._wrong = [], {}, None
        for row, name in enumerate(self.grid.names):
            if not self.grid.is_used(row):
                job.ignore.append(name)
                continue
            own, column, what = self.own(row)
            if what and not problem:
                problem, self._wrong = what, (row, column)
            if own:
                job.costs[name] = own
        return problem

    def show_wrong(self) -> None:
        """Lead to what `tell` has found wrong: a cell, or the line, all of it selected."""
        if self._wrong is None:
            focus_first(self.cost)
        else:
            self.grid.show_cell(*self._wrong)

    def first_problem(self) -> str:
        """Return what is wrong with the first cost that is not right; empty if all are."""
        problems = (self.own(row)[2] for row in range(self.grid.rowCount()) if self.grid.is_used(row))
        return self.common()[1] or next(filter(None, problems), "")

    def _check(self, row: int, column: int) -> None:
        """Say at once what is wrong with a cost that was entered."""
        _, wrong, problem = self.own(row)
        self._tell(problem if wrong == column else "")
        self.changed.emit()

    def _check_line(self) -> None:
        self._tell(self.common()[1])

    def _tell(self, problem: str) -> None:
        if problem:
            self.problem.emit(problem)
        else:
            self.mended.emit()

    def _review(self, row: int) -> None:
        """A question that is not asked needs no cost."""
        if self.grid.has_marks(row):
            self.mended.emit()
        self.changed.emit()

    # ---- A file of costs -----------------------------------------------------------------------------------

    def _choose_costs(self) -> None:
        filters = tr("Costs (*.csv);;All files (*)")
        if path := prompts.open_path(self.window(), tr("Choose a file of costs"), filters):
            self.open_costs(path)

    def open_costs(self, path: str) -> None:
        """Put the costs of a file into the list; what it does not name stays. On an error all stays."""
        named = {name: row for row, name in enumerate(self.grid.names)}
        if not named:
            self.problem.emit(tr("Please choose a table first."))
            return
        try:
            require_regular(path)
            entries = read_costs(path)
        except (ValueError, OSError) as error:
            self.problem.emit(said(error))
            return
        for name, entry in entries.items():
            if name in named:
                self.grid.show_fields(named[name], entry)
        strange = [name for name in entries if name not in named]
        asked = [name for name, row in named.items() if self.grid.is_used(row)]
        told = tr(
            "{n} of {all} questions have a cost from {file}.",
            n=sum(name in entries for name in asked),
            all=len(asked),
            file=Path(path).name,
        )
        self.told.emit(told)
        self._tell(tr("The table has no column {names}.", names=", ".join(strange[:5])) if strange else "")
        self.changed.emit()
