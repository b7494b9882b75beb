"""Grids of columns: their profile, their kind, and the wording of their questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidgetItem, QWidget

from ifc2f.data.times import DAYS, DURATION, SECONDS
from ifc2f_gui.shared.cells import LinesOfText, WholeText
from ifc2f_gui.shared.numbers import plain
from ifc2f_gui.shared.texts import in_one_line, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.times import shown_day
from ifc2f_gui.shared.widgets import Choice
from ifc2f_gui.training.grids import Grid
from ifc2f_gui.training.profile import CODE, DATE, NUMBER, OUT, TEXT, Profile

NAME, KIND, RANGE, MISSING, BARS, NOTE = range(6)
WORDS = ("question", "unit", "help")
_QUESTION, _HELP = 1, 3  # columns of those
_OF_NOTE = 24  # letters in a line of a note, at least


class ColumnsGrid(Grid):
    """A row for each column, with a choice of its kind. Odd columns are left out, with a reason."""

    kind_chosen = Signal(int, str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.keep_whole({column: WholeText(self) for column in (NAME, RANGE, NOTE)})

    def show_profiles(self, profiles: Sequence[Profile]) -> None:
        """Show columns, and take each for what it looks like."""
        for row in range(self.rowCount()):  # a choice that is replaced is seen until it is deleted
            if (old := self.cellWidget(row, KIND)) is not None:
                old.hide()
        self.profiles = list(profiles)
        heads = (tr("Column"), tr("Read as"), tr("Range"), tr("Missing"), tr("Distribution"), tr("Note"))
        self.setColumnCount(len(heads))
        self.setHorizontalHeaderLabels(list(heads))
        self.setRowCount(len(self.profiles))
        for row, profile in enumerate(self.profiles):
            self._tell(row, profile)
            self.setCellWidget(row, KIND, self._choice(row, profile))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        widths = [choice.sizeHint().width() for choice in self.findChildren(QComboBox)]
        room = self.fontMetrics().horizontalAdvance("nn")  # that a cell keeps free about what is in it
        self.horizontalHeader().resizeSection(KIND, max([*widths, 80]) + room)
        self._fit_columns()
        self.fit_rows()

    def tell(self, profiles: Sequence[Profile]) -> None:
        """Show the same columns, read in another way; each stays what it is taken for."""
        self.profiles = list(profiles)
        for row, profile in enumerate(self.profiles):
            self._tell(row, profile)
        self._fit_columns()
        self.fit_rows()

    def _tell(self, row: int, profile: Profile) -> None:
        for column, text in (
            (NAME, profile.name),
            (RANGE, _range(profile)),
            (MISSING, str(profile.n_missing) if profile.n_missing else ""),
            (BARS, profile.bars),
            (NOTE, note(profile)),
        ):
            item = QTableWidgetItem(text)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setToolTip(text)
            self.setItem(row, column, item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the notes what the other columns leave."""
        super().resizeEvent(event)
        if self.columnCount():
            self._fit_columns()

    def _fit_columns(self) -> None:
        """Give the notes what the others leave, and room for reading: for them, the bars go and texts break.

        Where even that is too little, the table scrolls.
        """
        metrics, heads = self.fontMetrics(), self.horizontalHeader()
        is_told = any(self.text(row, NOTE) for row in range(self.rowCount()))
        least = _OF_NOTE * metrics.averageCharWidth() if is_told else 0
        widths = {column: self._width_of(column, " ".join) for column in (NAME, RANGE, MISSING, BARS)}
        left = self.viewport().width() - self.columnWidth(KIND) - sum(widths.values())
        self.setColumnHidden(BARS, left < least)
        left += widths[BARS] if left < least else 0
        for column in (RANGE, NAME):
            narrowest = self._width_of(column, lambda words: max(words, key=len, default=""))
            given = min(max(0, least - left), max(0, widths[column] - narrowest))
            widths[column] -= given
            left += given
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self.setColumnWidth(NOTE, max(left, least, heads.sectionSizeHint(NOTE)))

    def _width_of(self, column: int, part: Callable[[list[str]], str]) -> int:
        """Return the width that a column needs for its head and a part of each of its texts' words."""
        texts = (part(self.text(row, column).split()) for row in range(self.rowCount()))
        widest = max(map(self.fontMetrics().horizontalAdvance, texts), default=0)
        return max(widest + 2 * GRID, self.horizontalHeader().sectionSizeHint(column))

    def _choice(self, row: int, profile: Profile) -> QComboBox:
        made = Choice()
        made.setAccessibleName(tr("How the column {name} is read", name=profile.name))
        names = kind_names()
        kinds = (NUMBER, CODE, OUT) if profile.kind == NUMBER else (profile.kind, OUT)
        for kind in kinds:
            made.addItem(names[kind], kind)
        made.setCurrentIndex(made.findData(OUT) if profile.is_set_aside else 0)
        made.currentIndexChanged.connect(lambda _: self.kind_chosen.emit(row, self.kind(row)))
        return made

    def kind(self, row: int) -> str:
        """Return what a column is taken for."""
        choice = self.cellWidget(row, KIND)
        assert isinstance(choice, QComboBox)
        return str(choice.currentData())

    @property
    def codes(self) -> list[str]:
        """Columns of numbers that are taken for codes."""
        return [p.name for row, p in enumerate(self.profiles) if self.kind(row) == CODE]


def kind_names() -> dict[str, str]:
    """Return what columns can be taken for, in words."""
    return {
        NUMBER: tr("measurement"),
        CODE: tr("code"),
        TEXT: tr("text"),
        DATE: tr("date"),
        OUT: tr("left out"),
    }


def _range(profile: Profile) -> str:
    if profile.span is None:
        return tr("{n} different", n=profile.n_values) if profile.n_values else tr("empty")
    low, high = profile.span
    if profile.kind == DATE:
        return tr("{low} to {high}", low=_day(low), high=_day(high))
    return tr("{low} to {high}", low=plain(low), high=plain(high))


def _day(days: float) -> str:
    """Return a day from the days since 1970."""
    return shown_day(QDate(1970, 1, 1).addDays(int(days)))


def unit_name(unit: str) -> str:
    """Return a unit that the reader of tables gave to times in the user's language; others as they are."""
    names = {
        DAYS: tr("days since 1970-01-01"),
        SECONDS: tr("seconds since midnight"),
        DURATION: tr("seconds"),
    }
    return names.get(unit, unit)


def note(profile: Profile) -> str:
    """Return what is odd about a column, or what the user has to decide."""
    if profile.is_empty:
        return tr("Left out: every cell is empty.")
    if profile.kind == DATE:
        return tr("Left out: dates, which no new case will repeat.")
    odd = profile.finding
    notes = {
        "row number": tr("Left out: it rises from row to row, like a case number."),
        "identifier": tr("Left out: nearly every row has a different value, as with names and case numbers."),
        "many categories": tr("Few rows for each of its categories."),
        "too many categories": tr("It has too many categories: leave it out, or merge some."),
        "spellings": tr(
            "Some of its categories are spelled in more than one way: tick above to read them as one."
        ),
        "label in disguise": tr(
            "This column alone determines the class: was it recorded after the class was known?"
        ),
        "missing tells": tr(
            "It is missing far more often in one class, and a policy graph learns that: is that also so in "
            "use?"
        ),
        "single precision": tr(
            "Different numbers in it are equal in single precision: subtract a constant from them."
        ),
    }
    if odd is not None:
        return notes[odd.kind]
    return tr("Few different whole numbers: are they measurements or codes?") if profile.may_be_code else ""


class WordsGrid(Grid):
    """A row for each question: its wording, its unit, a help text; empty cells are left out.

    Rows of columns that are left out are hidden, and keep what they hold. So rows have no numbers.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.verticalHeader().hide()
        self.keep_whole({_QUESTION: WholeText(self), _HELP: LinesOfText(self)})
        self.edited.connect(self._show_as_kept)

    def _show_as_kept(self, row: int, column: int) -> None:
        """Show lines of what is said in one line as they are joined, once they are entered."""
        item = self.item(row, column)
        if item is not None and column != _HELP:
            item.setText(in_one_line(item.text()))

    def show_questions(self, names: Sequence[str], units: Mapping[str, str]) -> None:
        """List questions with the units found in the table, and no wording."""
        heads = (tr("Column"), tr("Wording"), tr("Unit"), tr("Help"))
        self.setColumnCount(len(heads))
        self.setHorizontalHeaderLabels(list(heads))
        self.setRowCount(len(names))
        for row, name in enumerate(names):
            item = QTableWidgetItem(name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self.setItem(row, 0, item)
            self.setRowHidden(row, False)  # as that row of another table may be
            for column, text in ((1, ""), (2, units.get(name, "")), (3, "")):
                self.setItem(row, column, QTableWidgetItem(text))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)

    def about(self) -> dict[str, dict[str, str]]:
        """Return the texts of each question that has any."""
        told = {
            self.text(row, 0): {
                key: text for column, key in enumerate(WORDS, 1) if (text := self.text(row, column))
            }
            for row in range(self.rowCount())
        }
        return {name: words for name, words in told.items() if words}
