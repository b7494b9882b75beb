"""The training dialog: a table in, target and costs, progress with cancel, figures, the model out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QProcess, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QCloseEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ifc2f.costs import FIELDS, read_costs
from ifc2f.errors import ColumnError
from ifc2f.files import write_atomically
from ifc2f.table import Table, column_names, read_table
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.numbers import editable, fixed, read_number
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID, colours
from ifc2f_gui.shared.widgets import Figures, button, label, set_role, show_text
from ifc2f_gui.training.job import Job

TABLES = (".csv", ".parquet", ".pq")
_MOST_CLASSES = 20  # for which costs of single mistakes can be given
_MOST_ROWS = 4  # of the decisions in sight without scrolling


class TrainDialog(QDialog):
    """Trains in a process of its own. Hidden, it goes on."""

    model_made = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Train a model"))
        room, letter = self.screen().availableSize(), self.fontMetrics().height()
        self.resize(min(62 * letter, room.width()), min(44 * letter, room.height()))
        self.table: Table | None = None
        self._path = ""
        self._process: QProcess | None = None
        self._folder: QTemporaryDir | None = None
        self._lines = b""
        self._outcome: dict[str, Any] = {}
        self._is_saved = False  # the model of this outcome
        self._make_inputs()
        self._make_results()
        self.stages = QTabWidget()
        self.stages.setDocumentMode(True)
        self.stages.addTab(self.inputs, tr("Data and costs"))
        self.stages.addTab(self.results, tr("Result"))
        self.stages.setTabEnabled(1, False)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(tr("Progress of training"))
        self.state = label(role="quiet")
        self.message = label(role="bad")
        self.go = button(tr("Train"), "primary")
        self.cancel = button(tr("Cancel training"))
        self.save = button(tr("Save and open the model…"), "primary")
        self.leave = button(tr("Close"))
        self.go.clicked.connect(self.train)
        self.cancel.clicked.connect(self.stop)
        self.save.clicked.connect(self.save_model)
        self.leave.clicked.connect(self.close)
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(self.state, 1)
        for made in (self.cancel, self.go, self.save, self.leave):
            line.addWidget(made)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(self.stages, 1)
        box.addWidget(self.message)
        box.addWidget(self.bar)
        box.addLayout(line)
        self._say("")
        self._show_running(False)

    # ---- Inputs --------------------------------------------------------------------------------------------

    def _make_inputs(self) -> None:
        self.inputs = QWidget()
        self.file = label(tr("No table chosen."), "quiet")
        choose = button(tr("Choose a table…"), description=tr("CSV or Parquet, a row for each example"))
        choose.clicked.connect(self._choose_table)
        self.target = QComboBox()
        self.target.setAccessibleName(tr("Column of classes"))
        self.target.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.target.currentIndexChanged.connect(self._target_changed)
        self.title = QLineEdit()
        self.title.setAccessibleName(tr("Title of the model"))
        self.intended_use = QLineEdit()
        self.intended_use.setAccessibleName(tr("Intended use"))
        self.cost = QLineEdit(editable(0.01))
        self.cost.setAccessibleName(tr("Cost of a question where the list names none"))
        self.costs = button(
            tr("Take costs from a file…"),
            description=tr(
                "CSV with the columns feature, cost and, where wanted, discount_cost, group, delay"
            ),
        )
        self.costs.clicked.connect(self._choose_costs)
        self.columns = _grid_of_texts(tr("Questions and their costs"))
        self.mistakes = _grid_of_texts(tr("Costs of mistakes"))
        form = QFormLayout()
        form.setSpacing(GRID)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        line = QHBoxLayout()
        line.addWidget(choose)
        line.addWidget(self.file, 1)
        form.addRow(tr("Table"), line)
        form.addRow(tr("Column of classes"), self.target)
        form.addRow(tr("Title"), self.title)
        form.addRow(tr("Intended use"), self.intended_use)
        costs = QHBoxLayout()
        costs.addWidget(self.cost, 1)
        costs.addWidget(self.costs)
        form.addRow(tr("Cost of a question"), costs)
        lists = QGridLayout()
        lists.setSpacing(GRID)
        lists.addWidget(
            label(tr("QUESTIONS: tick what to use; a cost of its own where it differs"), "title"), 0, 0
        )
        lists.addWidget(
            label(tr("MISTAKES: cost of deciding the column when the row is true"), "title"), 0, 1
        )
        lists.addWidget(self.columns, 1, 0)
        lists.addWidget(self.mistakes, 1, 1)
        lists.setRowStretch(1, 1)
        lists.setColumnStretch(0, 3)
        lists.setColumnStretch(1, 2)
        box = QVBoxLayout(self.inputs)
        box.setSpacing(GRID)
        box.addLayout(form)
        box.addLayout(lists, 1)

    def _choose_table(self) -> None:
        filters = tr("Tables (*.csv *.parquet *.pq);;All files (*)")
        if path := prompts.open_path(self, tr("Choose a table"), filters):
            self.open_table(path)

    def open_table(self, path: str) -> bool:
        """Read a table and offer its columns; on an error the one before stays. Return whether it is read."""
        if self.is_running:  # the result would be shown with another table's classes
            return False
        try:
            table = self._read_table(path)
        except (ValueError, OSError, ImportError) as error:
            self._say(str(error))
            return False
        self._say("")
        self.table, self._path = table, path
        size = {"rows": table.n_rows, "columns": len(table.names)}
        self.file.setText(tr("{file}: {rows} rows, {columns} columns", file=Path(path).name, **size))
        self.title.setText(Path(path).stem)
        self.target.blockSignals(True)
        self.target.clear()
        self.target.addItems(list(table.names))
        self.target.blockSignals(False)
        self.target.setCurrentIndex(len(table.names) - 1)
        self._target_changed()
        self.stages.setCurrentIndex(0)
        return True

    def _read_table(self, path: str) -> Table:
        """Read a table, if the user likes without the columns that cannot be read; raises as `read_table`."""
        names: list[str] | None = None
        while True:
            try:
                return read_table(path, columns=names)
            except ColumnError as error:
                text = tr("{why}\n\nRead the table without this column?", why=str(error))
                options = [tr("Leave the column out"), tr("Cancel")]
                if prompts.choose(self, tr("Choose a table"), text, options, cancel=1) == 1:
                    raise
                names = [name for name in names or column_names(path) if name != error.column]

    def _target_changed(self) -> None:
        if self.table is None:
            return
        features = [name for name in self.table.names if name != self.target.currentText()]
        heads = [tr("Question"), tr("Cost"), tr("Next of group"), tr("Group"), tr("Delay")]
        self.columns.setColumnCount(len(heads))
        for column, (head, told) in enumerate(zip(heads, _about_columns(), strict=True)):
            item = QTableWidgetItem(head)
            item.setToolTip(told)
            self.columns.setHorizontalHeaderItem(column, item)
        self.columns.setRowCount(len(features))
        for row, name in enumerate(features):
            item = QTableWidgetItem(name)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable
            )
            item.setCheckState(Qt.CheckState.Checked)
            self.columns.setItem(row, 0, item)
            for column in range(1, len(heads)):
                self.columns.setItem(row, column, QTableWidgetItem(""))
        header = self.columns.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.classes = self._classes()
        n = len(self.classes)
        self.mistakes.setRowCount(n)
        self.mistakes.setColumnCount(n)
        self.mistakes.setHorizontalHeaderLabels(self.classes)
        self.mistakes.setVerticalHeaderLabels(self.classes)
        for i in range(n):
            for j in range(n):
                self.mistakes.setItem(i, j, QTableWidgetItem(editable(float(i != j))))
        self.mistakes.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def _choose_costs(self) -> None:
        filters = tr("Costs (*.csv);;All files (*)")
        if path := prompts.open_path(self, tr("Choose a file of costs"), filters):
            self.open_costs(path)

    def open_costs(self, path: str) -> None:
        """Put the costs of a file into the list; what it does not name stays. On an error all stays."""
        if self.table is None:
            self._say(tr("Please choose a table first."))
            return
        named = {_text(self.columns, row, 0): row for row in range(self.columns.rowCount())}
        try:
            entries = read_costs(path)
        except (ValueError, OSError) as error:
            self._say(str(error))
            return
        for name, entry in entries.items():
            if name in named:
                for column, field in enumerate(FIELDS, 1):
                    value = entry.get(field, "")
                    shown = editable(value) if isinstance(value, float) else value
                    self.columns.setItem(named[name], column, QTableWidgetItem(shown))
        strange = [name for name in entries if name not in named]
        told = tr("{n} of {all} questions have a cost from {file}.", n=len(entries) - len(strange),
                  all=len(named), file=Path(path).name)  # fmt: skip
        self.state.setText(told)
        self._say(tr("The table has no column {names}.", names=", ".join(strange[:5])) if strange else "")

    def _classes(self) -> list[str]:
        """Return the classes of the target column; none if it does not look like one, which is said."""
        assert self.table is not None
        self._say("")
        try:
            classes = np.unique(self.table.labels(self.target.currentText())).tolist()
        except ValueError as error:
            self._say(str(error))
            return []
        if len(classes) > _MOST_CLASSES:
            self._say(
                tr(
                    "{n} classes: is {name} the column of classes?",
                    n=len(classes),
                    name=self.target.currentText(),
                )
            )
            return []
        return [str(label) for label in classes]

    def job(self, output: str) -> Job | None:
        """Return the job that is entered, or say what is wrong with it."""
        if self.table is None:
            self._say(tr("Please choose a table first."))
            return None
        cost = self._cost(self.cost.text(), tr("Cost of a question"))
        if cost is None:
            return None
        job = Job(self._path, self.target.currentText(), output, columns=list(self.table.names), cost=cost,
                  title=self.title.text().strip(), intended_use=self.intended_use.text().strip())  # fmt: skip
        for row in range(self.columns.rowCount()):
            name = _text(self.columns, row, 0)
            if not self.is_used(row):
                job.ignore.append(name)
            elif (own := self._own_costs(row, name)) is None:
                return None
            elif own:
                job.costs[name] = own
        for i, true in enumerate(self.classes):
            for j, decided in enumerate(self.classes):
                what = tr("deciding {decided} when {true} is true", decided=decided, true=true)
                value = self._cost(_text(self.mistakes, i, j), what)
                if value is None:
                    return None
                job.mistakes.append((true, decided, value))
        return job

    def _own_costs(self, row: int, name: str) -> dict[str, Any] | None:
        """Return what the list says of a question's cost, or say what is wrong with it."""
        own: dict[str, Any] = {}
        for column, field in enumerate(FIELDS, 1):
            text = _text(self.columns, row, column)
            if text and field in ("group", "delay"):
                own[field] = text
            elif text:
                value = self._cost(text, name)
                if value is None:
                    return None
                own[field] = value
        return own

    def is_used(self, row: int) -> bool:
        """Whether a question is ticked."""
        item = self.columns.item(row, 0)
        return item is not None and item.checkState() == Qt.CheckState.Checked

    def _cost(self, text: str, what: str) -> float | None:
        reading = read_number(text)
        if len(reading.values) == 1 and reading.values[0] >= 0:
            return reading.values[0]
        problem = reading.problem or (
            tr("“{text}” can be read in two ways.", text=text)
            if len(reading.values) > 1
            else tr("A cost is not negative.")
        )
        self._say(f"{what}: {problem}")
        return None

    # ---- Running -------------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a model is being trained."""
        return self._process is not None

    def train(self) -> None:
        """Start training."""
        self._say("")
        folder = QTemporaryDir()
        job = self.job(str(Path(folder.path()) / "model.ifc2f"))
        if job is None or self.is_running:
            return
        job_path = Path(folder.path()) / "job.json"
        try:
            job_path.write_text(job.to_json(), encoding="utf-8")
        except OSError as error:
            self._say(tr("{path} could not be written: {why}.", path=job_path, why=error.strerror or error))
            return
        self._folder = folder
        self._lines, self._outcome, self._is_saved = b"", {}, False
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._failed_to_start)
        self._process = process
        self.bar.setValue(0)
        self._show_running(True)
        self.state.setText(tr("starting"))
        process.start(sys.executable, ["-m", "ifc2f_gui.training.worker", str(job_path)])

    def stop(self) -> None:
        """Stop training at once; nothing is kept of it."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.waitForFinished(3000)
            process.deleteLater()
            self._show_running(False)
            self.bar.setValue(0)
            self.state.setText(tr("Training was cancelled."))

    def _read(self) -> None:
        if self._process is None:
            return
        self._lines += bytes(self._process.readAllStandardOutput().data())
        *whole, self._lines = self._lines.split(b"\n")
        for line in whole:
            try:
                told = json.loads(line)
            except ValueError:
                told = None
            if not isinstance(told, dict):  # not ours: a library that prints
                continue
            self._outcome.update(told)
            if "progress" in told:
                text, share = told["progress"]
                self.state.setText(text)
                self.bar.setValue(round(1000 * share))

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._finished()

    def _finished(self) -> None:
        if self._process is None:
            return
        self._read()
        problems = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip()
        self._process.deleteLater()
        self._process = None
        self._show_running(False)
        if "result" in self._outcome:
            self.bar.setValue(1000)
            self.state.setText(tr("Done."))
            self._show_result(self._outcome["result"])
            self._say(" ".join(self._outcome.get("warnings", [])))
            self.save.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.bar.setValue(0)
            self.state.setText("")
            reason = self._outcome.get("error") or (problems.splitlines() or [""])[-1]
            self._say(tr("Training failed: {why}", why=reason or tr("the process ended unexpectedly")))

    def _show_running(self, running: bool) -> None:
        self.inputs.setEnabled(not running)
        self.go.setVisible(not running)
        self.cancel.setVisible(running)
        self.bar.setVisible(running)
        self.save.setVisible(not running and "result" in self._outcome)
        set_role(self.go, "" if "result" in self._outcome else "primary")

    def _say(self, problem: str) -> None:
        show_text(self.message, "⚠ " + problem if problem else "")

    # ---- Result --------------------------------------------------------------------------------------------

    def _make_results(self) -> None:
        self.results = QWidget()
        self.summary = label(role="large")
        self.how = label(
            tr("A model of three quarters of the rows, tried on the rest. The saved one is of all rows."),
            "quiet",
        )
        self.calibration = _plot(tr("Calibration"), tr("forecast"), tr("happened"))
        self.questions = _plot(tr("Questions per case"), tr("questions"), tr("cases"))
        self.confusion = Figures(tr("Decisions on the rows kept aside"))
        grid = QGridLayout()
        grid.setSpacing(GRID)
        heads = (tr("CALIBRATION: forecast and what happened"), tr("QUESTIONS A CASE TOOK"))
        for column, (head, plot) in enumerate(zip(heads, (self.calibration, self.questions), strict=True)):
            grid.addWidget(label(head, "title"), 0, column)
            grid.addWidget(plot, 1, column)
        grid.setRowStretch(1, 1)
        box = QVBoxLayout(self.results)
        box.setSpacing(GRID)
        box.addWidget(self.summary)
        box.addWidget(self.how)
        box.addLayout(grid, 3)
        box.addWidget(label(tr("DECISIONS: rows true, columns decided"), "title"))
        box.addWidget(self.confusion, 2)

    def _show_result(self, result: dict[str, Any]) -> None:
        text = tr(
            "{accuracy} % right on {rows} rows kept aside, with {questions} questions and a cost of {cost} "
            "on average",
            accuracy=fixed(100 * result["accuracy"], 1),
            rows=result["rows"],
            questions=fixed(result["mean_questions"], 1),
            cost=fixed(result["mean_cost"], 4),
        )
        self.summary.setText(text)
        c = colours()
        self.calibration.clear()
        self.calibration.plot([0, 1], [0, 1], pen=pg.mkPen(c.quiet, style=Qt.PenStyle.DashLine))
        forecast, happened, n = map(list, zip(*result["calibration"], strict=True))
        ticks = [[(tick, fixed(tick, 1)) for tick in (0.0, 0.5, 1.0)]]
        for side in ("left", "bottom"):
            self.calibration.getAxis(side).setTicks(ticks)
        sizes = [5 + 2 * np.log1p(count) for count in n]
        self.calibration.plot(
            forecast, happened, pen=None, symbol="o", symbolSize=sizes, symbolBrush=c.accent, symbolPen=None
        )
        self.calibration.setAccessibleDescription(
            "; ".join(
                tr("forecast {f}, happened {h}", f=fixed(f, 2), h=fixed(h, 2))
                for f, h in zip(forecast, happened, strict=True)
            )
        )
        self.questions.clear()
        counts = result["questions"]
        self.questions.addItem(
            pg.BarGraphItem(x=list(range(len(counts))), height=counts, width=0.8, brush=c.accent, pen=None)
        )
        self.questions.getAxis("bottom").setTicks(
            [[(k, str(k)) for k in range(0, len(counts), 1 + len(counts) // 12)]]
        )
        self.questions.setAccessibleDescription(
            "; ".join(tr("questions: {k}, cases: {n}", n=n, k=k) for k, n in enumerate(counts) if n)
        )
        names = self.classes or [str(i) for i in range(len(result["confusion"]))]
        rows = [[name, *map(str, row)] for name, row in zip(names, result["confusion"], strict=True)]
        self.confusion.fill([tr("True"), *names], rows)
        row = self.confusion.verticalHeader().defaultSectionSize()
        self.confusion.setMinimumHeight((1 + min(len(rows), _MOST_ROWS)) * row + GRID)
        self.stages.setTabEnabled(1, True)
        self.stages.setCurrentIndex(1)

    @property
    def has_unsaved_model(self) -> bool:
        """Whether a model was trained and saved nowhere yet."""
        return not self.is_running and "result" in self._outcome and not self._is_saved

    def save_model(self) -> None:
        """Save the model where the user wants it, and hand it to the window."""
        if path := self.save_as():
            self.close()
            self.model_made.emit(path)

    def save_as(self) -> str:
        """Ask for a place and save the model there; return the path, empty if it is not saved."""
        if self._folder is None:
            return ""
        name = (self.title.text().strip() or tr("model")) + ".ifc2f"
        filters = tr("Models (*.ifc2f)")
        path = prompts.save_path_ending(self, tr("Save model"), name, filters, ".ifc2f")
        if not path:
            return ""
        try:
            write_atomically(path, (Path(self._folder.path()) / "model.ifc2f").read_bytes())
        except OSError as error:
            self._say(tr("{path} could not be written: {why}.", path=path, why=error.strerror or error))
            return ""
        self._is_saved = True
        return path

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the dialog while training: ask."""
        if self.is_running:
            options = [tr("Go on in the background"), tr("Stop training")]
            if prompts.choose(self, tr("Training"), tr("A model is being trained."), options, cancel=0) == 1:
                self.stop()
        event.accept()


def _text(grid: QTableWidget, row: int, column: int) -> str:
    item = grid.item(row, column)
    return "" if item is None else item.text().strip()


def _about_columns() -> tuple[str, ...]:
    """Say what goes into the columns of the list of questions."""
    return (
        tr("Tick what may be asked."),
        tr("What the question costs; empty: the cost of a question above."),
        tr("What it costs when another question of its group was asked before; empty: no less."),
        tr("Questions that share a sample or a visit have the same group."),
        tr("How long the answer takes, as it is shown with the question."),
    )


class _Grid(QTableWidget):
    """A grid of texts, with boxes to tick."""

    def changeEvent(self, event: QEvent) -> None:
        """Outline the boxes: the style derives their outline from the ground, which a dark one hides."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            outlined = self.palette()
            outlined.setColor(QPalette.ColorRole.Window, colours().text)
            self.setPalette(outlined)


def _grid_of_texts(name: str) -> QTableWidget:
    grid = _Grid()
    grid.setAccessibleName(name)
    grid.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    grid.setTabKeyNavigation(False)
    return grid


def _plot(name: str, x: str, y: str) -> pg.PlotWidget:
    plot = pg.PlotWidget(background=None)
    plot.setAccessibleName(name)
    plot.setMenuEnabled(False)
    plot.setMouseEnabled(False, False)
    plot.hideButtons()
    plot.setMinimumHeight(140)
    plot.viewport().setAutoFillBackground(False)
    for side, text in (("bottom", x), ("left", y)):
        axis = plot.getAxis(side)
        axis.setPen(pg.mkPen(colours().line))
        axis.setTextPen(pg.mkPen(colours().quiet))
        axis.setLabel(text)
    return plot
