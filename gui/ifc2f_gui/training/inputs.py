"""The page of inputs: a table, what is to be decided, the costs of questions and of mistakes."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ifc2f.core.errors import ColumnError
from ifc2f.core.words import Words
from ifc2f.data.csv_file import column_names
from ifc2f.data.dialect import Dialect, encoding_name
from ifc2f.data.spellings import spelled_alike
from ifc2f.data.table import Table, read_what_can_be, reading_of
from ifc2f.files.reading import require_regular
from ifc2f.learning.prices import price_findings
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.texts import said, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Choice, Steps, button, focus_first, label, scrolled, show_text
from ifc2f_gui.training.columns import ColumnsGrid, WordsGrid, unit_name
from ifc2f_gui.training.costs import CostsPage
from ifc2f_gui.training.description import DescriptionPage
from ifc2f_gui.training.doubts import Doubts, ask_about, in_words
from ifc2f_gui.training.job import TABLES, WORKBOOKS, Job, table_name
from ifc2f_gui.training.mistakes import MistakesPage
from ifc2f_gui.training.policy import PolicyPage
from ifc2f_gui.training.profile import OUT, profiles
from ifc2f_gui.training.rows_of_classes import few_rows

_ROWS_IN_SIGHT = 4  # of columns, at least
_MOST_CLASSES = 20  # for which costs of single mistakes can be given


class Inputs(QWidget):
    """Takes the inputs of a job. Problems are sent as `problem`; an empty text when all is well again."""

    problem = Signal(str)
    told = Signal(str)  # the result of reading a file of costs
    read = Signal()  # a table

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table: Table | None = None
        self._path = self._tried = ""
        self._as_read: Table | None = None  # with every spelling
        self._doubts = Doubts()  # how they were settled, of that table
        self._make_fields()
        self._of_classes = ""  # what keeps the chosen column from telling classes
        self.of_costs, self.of_mistakes, self.of_policy = CostsPage(), MistakesPage(), PolicyPage()
        self._review = QTimer(self, interval=0, singleShot=True)  # of costs, once after several changes
        self._review.timeout.connect(self._look_at_costs)
        for of in (self.of_costs, self.of_mistakes, self.of_policy):
            of.problem.connect(self.problem)
            of.mended.connect(self._tell_what_is_left)
        self.of_costs.changed.connect(self._review.start)
        self.of_mistakes.changed.connect(self._review.start)
        self.of_costs.told.connect(self.told)
        self.of_costs.unit.textChanged.connect(lambda _: self.of_mistakes.show_unit(self.unit_of_costs))
        self.columns, self.cost, self.unit = self.of_costs.grid, self.of_costs.cost, self.of_costs.unit
        self.steps = Steps()
        self.on_costs, self.on_mistakes = scrolled(self.of_costs), scrolled(self.of_mistakes)
        for area in (self.on_costs, self.on_mistakes):
            area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys go to what is in it
        self.of_mistakes.wrong.connect(lambda: self.steps.setCurrentWidget(self.on_mistakes))
        self.mistakes, self.trade = self.of_mistakes.grid, self.of_mistakes.trade
        self.policy, self.alpha = self.of_policy.policy, self.of_policy.alpha
        self.on_policy, self.description = scrolled(self.of_policy), DescriptionPage()
        self.profiles = ColumnsGrid(tr("Columns of the table"))
        self.profiles.kind_chosen.connect(lambda row, kind: self.columns.use(row, kind != OUT))
        self.words = WordsGrid(tr("Wording of the questions"))
        self.columns.used.connect(lambda row, used: self.words.setRowHidden(row, not used))
        for page, name in (
            (self._table_page(), tr("1 Table")),
            (self._words_page(), tr("2 Wording")),
            (self.on_costs, tr("3 Costs")),
            (self.on_mistakes, tr("4 Mistake costs")),
            (self.on_policy, tr("5 Policy")),
            (scrolled(self.description), tr("6 Description")),
        ):
            self.steps.add_step(page, name)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.steps)

    def _make_fields(self) -> None:
        self.file = label(tr("No table chosen."), "quiet")
        self.file.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.notes = label(role="notice")
        self.notes.hide()
        about = tr("A spreadsheet (XLSX), CSV or Parquet, a row for each example")
        self.choose = button(tr("Choose a table…"), description=about)
        self.choose.clicked.connect(self._choose_table)
        self.separator = _choice(tr("Cells are separated by"), _separators())
        self.encoding = _choice(tr("Encoding"), _encodings())
        for changed in (self.separator, self.encoding):
            changed.activated.connect(self._read_again)
        self.target = Choice()
        self.target.setAccessibleName(tr("Diagnosis or outcome"))
        self.target.setToolTip(tr("The column with the diagnosis or outcome of each row"))
        self.target.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.target.currentIndexChanged.connect(self._target_changed)
        self.counts = label(role="quiet")
        self.counts.hide()
        self.few = label(role="notice")
        self.few.hide()
        self.drop_unlabelled = QCheckBox()
        self.drop_unlabelled.toggled.connect(self._show_classes)
        self.drop_unlabelled.hide()
        self.merge = QCheckBox(tr("Read texts that differ only in capitals and blanks as one"))
        self.merge.toggled.connect(self._merge_spellings)
        self.merge.hide()

    @property
    def classes(self) -> list[str]:
        """The classes of the column that is chosen."""
        return self.of_mistakes.classes

    @property
    def unit_of_costs(self) -> str:
        """What costs are measured in; empty if not given."""
        return self.unit.text().strip()

    @property
    def is_at_end(self) -> bool:
        """Whether the last page is shown."""
        return self.steps.currentIndex() == self.steps.count() - 1

    def turn_page(self) -> None:
        """Show the next page."""
        self.steps.setCurrentIndex(self.steps.currentIndex() + 1)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setSpacing(GRID)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(tr("Table"), self.choose)
        form.addRow("", self.file)
        self.written = QWidget()
        written = QVBoxLayout(self.written)  # one below the other: large text has no room for both in a line
        written.setSpacing(GRID)
        written.setContentsMargins(0, 0, 0, 0)
        written.addWidget(self.separator, 0, Qt.AlignmentFlag.AlignLeft)
        written.addWidget(self.encoding, 0, Qt.AlignmentFlag.AlignLeft)
        form.addRow(tr("File format"), self.written)
        form.addRow(tr("Diagnosis or outcome"), self.target)
        form.addRow(self.drop_unlabelled)
        form.addRow(self.merge)
        return form

    def _table_page(self) -> QWidget:
        """The table, and what each of its columns is like."""
        page = QWidget()
        box = QVBoxLayout(page)
        box.setSpacing(GRID)
        box.addLayout(self._form())
        box.addWidget(self.counts)
        box.addWidget(self.notes)
        box.addWidget(self.few)
        box.addWidget(label(tr("COLUMNS: how each is read"), "title"))
        self.profiles.keep_in_sight(_ROWS_IN_SIGHT)
        box.addWidget(self.profiles, 1)
        return scrolled(page)

    def _words_page(self) -> QWidget:
        page = QWidget()
        box = QVBoxLayout(page)
        box.setSpacing(GRID)
        told = tr(
            "How the question is put to people. If the cell is empty, the column’s name is used. A help text "
            "may have several lines: Shift+Return begins the next."
        )
        box.addWidget(label(told, "quiet"))
        box.addWidget(self.words, 1)
        return page

    # ---- The table -----------------------------------------------------------------------------------------

    def _choose_table(self) -> None:
        endings = " ".join(f"*{ending}" for ending in (*TABLES, *WORKBOOKS))
        filters = tr("Tables ({endings});;All files (*)", endings=endings)
        if path := prompts.open_path(self.window(), tr("Choose a table"), filters):
            self.open_table(path)

    def open_table(self, path: str) -> bool:
        """Read a table and offer its columns; on an error the one before stays. Return whether it is read."""
        return self._open(path, None, None)

    def _read_again(self) -> None:
        """Read the table as the user says that it is written."""
        if path := self._tried or self._path:
            self._open(path, self.separator.currentData(), self.encoding.currentData())

    def _open(self, path: str, separator: str | None, encoding: str | None) -> bool:
        self._tried = path
        try:
            require_regular(path)
            table, doubts = self._read_table(path, separator, encoding)
        except (ValueError, OSError, ImportError) as error:
            self.problem.emit(said(error.what if isinstance(error, ColumnError) else error))
            return False
        self.problem.emit("")
        self.table = self._as_read = table
        self._path, self._doubts = path, doubts
        self._show_dialect(table.dialect)
        size = {"rows": table.n_rows, "columns": len(table.names)}
        self.file.setText(tr("{file}: {rows} rows, {columns} columns", file=Path(path).name, **size))
        show_text(self.notes, "\n".join(map(in_words, table.notes)))
        self.description.title.setText(table_name(path))
        self.target.blockSignals(True)
        self.target.clear()
        self.target.addItems(list(table.names))
        self.target.setCurrentIndex(len(table.names) - 1)
        self.target.blockSignals(False)
        with QSignalBlocker(self.merge):
            self.merge.setChecked(False)
        self.merge.setVisible(any(spelled_alike(table.texts(name).texts) for name in texts_of(table)))
        self._target_changed()
        self.read.emit()
        return True

    def _show_dialect(self, dialect: Dialect | None) -> None:
        """Show how the table is written, as it was found or chosen."""
        self.written.setEnabled(dialect is not None)
        if dialect is None:
            return
        for choice, value in ((self.separator, dialect.separator), (self.encoding, dialect.encoding)):
            if choice.findData(value) < 0:
                choice.addItem(encoding_name(value), value)
            choice.setCurrentIndex(choice.findData(value))

    def _read_table(self, path: str, separator: str | None, encoding: str | None) -> tuple[Table, Doubts]:
        """Read a table, and ask about columns that cannot be read; raises as `read_table` does.

        Returns
        -------
        tuple of Table and Doubts
            The table, without the columns that the user left out, and what was settled.
        """
        names: list[str] | None = None
        doubts = Doubts()
        while True:
            reading = reading_of(separator, encoding, **asdict(doubts))
            try:
                table, errors = read_what_can_be(path, columns=names, reading=reading)
            except ColumnError as error:  # of all columns
                errors = [error]
            if not errors:
                return table, doubts
            out = ask_about(errors, doubts, self.window())
            if out:
                known = names or column_names(path, separator, encoding)
                names = [name for name in known if name not in out]

    def _target_changed(self) -> None:
        if self.table is not None:
            target = self.target.currentText()
            names = [name for name in self.table.names if name != target]
            self.columns.show_questions(names)
            found = profiles(self.table, target)
            named = {profile.name: profile.unit for profile in found}
            of_times = {name: unit_name(unit) for name, unit in self.table.units.items()}
            self.words.show_questions(names, {**named, **of_times})
            self.profiles.show_profiles(found)
            for row, profile in enumerate(found):
                self.columns.use(row, not profile.is_set_aside)
            self._offer_to_drop(self.table, target)
            self.of_mistakes.forget()
            self._show_classes()

    def _merge_spellings(self, merged: bool) -> None:
        """Read texts that are spelled alike as one, or each by itself; what was entered stays."""
        if self._as_read is not None:
            self.table = self._as_read.with_one_spelling() if merged else self._as_read
            self.profiles.tell(profiles(self.table, self.target.currentText()))
            self._show_classes()

    def _tell_what_is_left(self) -> None:
        """Say what is still wrong on any page, of which the first; nothing if all is right."""
        found = (
            self._of_classes
            or self.of_costs.first_problem()
            or self.of_mistakes.first_problem()
            or self.of_policy.guarantee()[1]
        )
        self.problem.emit(found)

    def _look_at_costs(self) -> None:
        """Say what is odd about the costs beside each other, as training would afterwards."""
        findings: list[Words] = []
        mistakes = self.of_mistakes.grid.costs()
        if self.table is not None and mistakes is not None:
            job = Job(self._path, self.target.currentText(), "", columns=list(self.table.names))
            if not self.of_costs.tell(job):
                findings += price_findings(job.prices, [cost for row in mistakes for cost in row])
                findings += job.price_findings(job.used)
        self.of_costs.show_odd(findings)
        self.of_mistakes.show_odd(findings)

    def _offer_to_drop(self, table: Table, target: str) -> None:
        """Offer to leave out rows without a class, where there are some among others."""
        n = table.n_rows - table.having(target).n_rows
        text = tr("Leave out the {n} rows that have no class", n=n) if n > 1 else ""
        self.drop_unlabelled.setText(tr("Leave out the one row that has no class") if n == 1 else text)
        self.drop_unlabelled.setVisible(0 < n < table.n_rows)
        with QSignalBlocker(self.drop_unlabelled):
            self.drop_unlabelled.setChecked(False)

    def _show_classes(self) -> None:
        """Count the rows of each class, and ask what mistakes between classes cost."""
        assert self.table is not None
        counts = self._count_classes(self.table, self.target.currentText())
        self.of_mistakes.show_classes(list(counts), list(counts.values()))
        told = ", ".join(f"{name} {n}" for name, n in counts.items())
        show_text(self.counts, tr("Rows per class: {counts}.", counts=told) if counts else "")
        show_text(self.few, few_rows(counts))
        self._review.start()

    def _class_problem(self, table: Table, target: str) -> str:
        """Return what is wrong unless every row has a class that is not to be left out."""
        n_with = table.having(target).n_rows
        if not n_with:
            return tr("The column {name} is empty: it tells no class.", name=target)
        if n_with == table.n_rows or self.drop_unlabelled.isChecked():
            return ""
        return tr(
            "{n} of {all} rows have no class in the column {name}. Tick the box below it to leave them "
            "out, or correct the table.",
            n=table.n_rows - n_with,
            all=table.n_rows,
            name=target,
        )

    def _count_classes(self, table: Table, target: str) -> dict[str, int]:
        """Return the rows of each class; none, and a word, if the column seems to hold none."""
        self._of_classes = self._class_problem(table, target)
        self._tell_what_is_left()
        if self._of_classes:
            return {}
        classes, counts = np.unique(table.having(target).labels(target), return_counts=True)
        if len(classes) > _MOST_CLASSES:
            text = tr(
                "{name} has {n} different values. Is it really the column with the diagnosis or outcome?",
                n=len(classes),
                name=target,
            )
            self.problem.emit(text)
            return {}
        return dict(zip(map(str, classes.tolist()), counts.tolist(), strict=True))

    # ---- The job -------------------------------------------------------------------------------------------

    def job(self, output: str) -> Job | None:
        """Return the job that is entered, or show what is wrong with it."""
        if self.table is None:
            self.problem.emit(tr("Please choose a table first."))
            return None
        if self._of_classes:
            self.problem.emit(self._of_classes)
            self.steps.setCurrentIndex(0)
            self.drop_unlabelled.setFocus()
            return None
        job = Job(
            self._path,
            self.target.currentText(),
            output,
            columns=list(self.table.names),
            **asdict(self._doubts),
            merge_spellings=self.merge.isChecked(),
            drop_unlabelled=self.drop_unlabelled.isChecked(),
            unit_of_costs=self.unit_of_costs,
        )
        self.description.tell(job)
        job.codes, job.about = self.profiles.codes, self.words.about()
        if self.table.dialect is not None:  # training reads what is shown
            job.separator, job.encoding = self.table.dialect
        if problem := self.of_costs.tell(job):
            self.problem.emit(problem)
            self.steps.setCurrentWidget(self.on_costs)
            self.of_costs.show_wrong()
            return None
        job.policy = str(self.policy.currentData())
        job.alpha, problem = self.of_policy.guarantee()
        if problem:
            self.problem.emit(problem)
            self.steps.setCurrentWidget(self.on_policy)
            focus_first(self.alpha)
            return None
        if (mistakes := self.of_mistakes.costs()) is None:
            return None
        job.mistakes = mistakes
        return job


def _choice(name: str, options: dict[str, str]) -> Choice:
    """Return a list of choices; nothing is chosen yet."""
    made = Choice()
    made.setAccessibleName(name)
    made.setToolTip(name)
    for value, text in options.items():
        made.addItem(text, value)
    made.setCurrentIndex(-1)
    made.setPlaceholderText(name)
    return made


def _separators() -> dict[str, str]:
    return {",": tr("commas"), ";": tr("semicolons"), "\t": tr("tabs"), "|": tr("bars")}


def _encodings() -> dict[str, str]:
    return {name: encoding_name(name) for name in ("utf-8-sig", "utf-16", "cp1252")}


def texts_of(table: Table) -> list[str]:
    """Return the names of the columns of texts."""
    return [name for name, is_text in zip(table.names, table.categorical, strict=True) if is_text]
