"""Inputs for an answer: a number with its unit, or one of some choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QRadioButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ifc2f.data.limits import read_limit
from ifc2f_gui.case.case import Finding
from ifc2f_gui.case.describe import Described, Unit, one_line
from ifc2f_gui.case.entered import without_unit
from ifc2f_gui.case.ranges import refused
from ifc2f_gui.shared.numbers import editable, plain, read_number, too_large, with_unit
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Line, Reserved, button, clear_layout, label, literal, restyle

_MOST_BUTTONS = 9  # choices that have a number key


class Given(NamedTuple):
    """An answer as it was entered, and the question that it answers."""

    feature: int
    value: float | str  # a number in the model's unit, or the text of a choice
    entered: float | None = None
    unit: str = ""


class Entry(QWidget):
    """The input of one question. Once it has passed an answer on it ignores input, unless that is refused.

    One key can reach an entry twice, as Return reaches a list and then its parent; the second
    time another question may be asked already.
    """

    submitted = Signal(object)  # Given

    def __init__(self, feature: Described, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.feature = feature
        self._is_done = False
        self.message = Reserved(role="bad")

    @property
    def stops(self) -> list[QWidget]:
        """Where Tab stops, in order."""
        raise NotImplementedError

    @property
    def begun(self) -> tuple[str, str]:
        """The text of a number that was begun, and its unit."""
        return "", ""

    @property
    def has_problem(self) -> bool:
        """Whether a problem with the input is shown."""
        return bool(self.message.text())

    def submit(self) -> None:
        """Pass the input on, or say what is wrong with it."""
        if not self._is_done:
            self._check()

    def refuse(self, problem: str) -> None:
        """Show why the answer was not taken, and take another one."""
        self._is_done = False
        self._say(problem)

    def _check(self) -> None:
        raise NotImplementedError

    def _say(self, problem: str) -> None:
        raise NotImplementedError

    def _hand_on(self, value: float | str, entered: float | None = None, unit: str = "") -> None:
        if not self._is_done:
            self._is_done = True
            self.submitted.emit(Given(self.feature.index, value, entered, unit))


class NumberLine(Line):
    """A line for a number. While it is empty, letters that answer (U, N, P, F) go to the shortcuts."""

    def leaves(self, event: QKeyEvent) -> bool:
        """Whether a key is for the shortcuts."""
        plain_key = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        )
        return (plain_key and event.text().isalpha() and not self.text()) or super().leaves(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste line breaks as a mark that no number has, so that two lines never read as one number."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_text(QApplication.clipboard().text())
            return
        super().keyPressEvent(event)

    def paste_text(self, text: str) -> None:
        """Insert a pasted text."""
        self.insert("⏎".join(text.strip().splitlines()))


class NumberEntry(Entry):
    """A number, its unit, and below the usual range or, instead, what is wrong with it.

    What is wrong has its room from the start, so that no button moves when it is said. A value outside the
    training range, and a text with two meanings, need their own button: people answer again
    by mistake.
    """

    def __init__(
        self, feature: Described, finding: Finding | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(feature, parent)
        self.line = NumberLine()
        self.line.setProperty("role", "answer")
        self.line.setAccessibleName(feature.question)
        self.line.setMaxLength(1000)
        self.units = QComboBox()
        self.units.setAccessibleName(tr("Unit"))
        for unit in feature.units:
            self.units.addItem(unit.name)
        self.own_unit = label(feature.units[0].name, wrap=False)
        self.hint = label(role="quiet")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.line, 1)
        row.addWidget(self.units)
        row.addWidget(self.own_unit)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(GRID // 2)
        box.addLayout(row)
        self.below = QStackedLayout()
        box.addLayout(self.below)
        self.below.addWidget(self.hint)
        self.below.addWidget(self._room_for_problems())
        self.units.setVisible(len(feature.units) > 1)
        self.own_unit.setVisible(len(feature.units) == 1 and bool(feature.units[0].name))
        if finding is not None and finding.entered is not None:
            self.units.setCurrentIndex(max(0, self.units.findText(finding.unit)))
            self.line.setText(editable(finding.entered))
            self.line.selectAll()
        self.setFocusProxy(self.line)
        self.line.returnPressed.connect(self.submit)
        self.line.textChanged.connect(self._edited)
        self.units.currentIndexChanged.connect(self._edited)
        self._edited()

    def _room_for_problems(self) -> QWidget:
        """Return the place of what is wrong, with that of the buttons that it takes."""
        room = QWidget()
        column = QVBoxLayout(room)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        choices = QWidget()
        choices.setMinimumHeight(button("0").sizeHint().height())
        self.readings = QHBoxLayout(choices)
        self.readings.setContentsMargins(0, 0, 0, 0)
        self.message.reserve(_unusual(), *([self._impossible()] if self.feature.limits is not None else []))
        column.addWidget(self.message)
        column.addWidget(choices)
        column.addStretch(1)
        return room

    @property
    def stops(self) -> list[QWidget]:
        """Where Tab stops, in order."""
        return [self.line, self.units]

    @property
    def begun(self) -> tuple[str, str]:
        """The text of a number that was begun, and its unit."""
        return self.line.text(), self._unit.name

    def _edited(self) -> None:
        self._say("")
        lines = []
        if self.feature.limits is not None:
            lines.append(tr("Possible: {low} to {high} {unit}", **self._span(self.feature.limits)).rstrip())
        if self.feature.range is not None and self.feature.range != self.feature.limits:
            lines.append(
                tr("Seen in training: {low} to {high} {unit}", **self._span(self.feature.range)).rstrip()
            )
        self.hint.setText("\n".join([*lines, *filter(None, [self._converted()])]))

    def _span(self, ends: tuple[float, float]) -> dict[str, str]:
        """Return the ends of a range in the chosen unit, for a text."""
        low, high = sorted(self._unit.from_model(end) for end in ends)
        return {"low": plain(low), "high": plain(high), "unit": self._unit.name}

    def _converted(self) -> str:
        """Say what the entry is in the model's unit, if another one is chosen."""
        unit = self._unit
        if unit == self.feature.units[0]:
            return ""
        values = read_number(self.line.text()).values
        own = self.feature.units[0].name
        return (
            tr("= {value} {unit}", value=plain(unit.to_model(values[0])), unit=own)
            if len(values) == 1
            else ""
        )

    def _impossible(self) -> str:
        """Say what is possible at all."""
        assert self.feature.limits is not None
        text = tr(
            "Not possible: the value must lie between {low} and {high} {unit}",
            **self._span(self.feature.limits),
        )
        return text.rstrip() + "."

    @property
    def _unit(self) -> Unit:
        return self.feature.units[max(0, self.units.currentIndex())]

    def _check(self) -> None:
        self._take_unit()
        reading = read_number(self.line.text())
        if not reading.values and read_limit(self.line.text()) is not None:
            self._say(refused(self.line.text()))
        elif not reading.values:
            self._say(reading.problem)
        elif len(reading.values) == 1:
            self._take(reading.values[0])
        elif len(likely := [v for v in reading.values if self._is_usual(v)]) == 1:
            self._take(likely[0])
        else:
            self._ask_which(reading.values)

    def _take_unit(self) -> None:
        """Choose the unit that was typed or pasted with the number, as in "38.5 °C"."""
        unit, number = without_unit(self.feature, self.line.text().strip())
        if unit is not None and read_number(number).values:
            self.units.setCurrentIndex(self.feature.units.index(unit))
            self.line.setText(number)

    def _is_usual(self, entered: float) -> bool:
        return self.feature.range is not None and not self.feature.outside(self._unit.to_model(entered))

    def _ask_which(self, values: tuple[float, ...]) -> None:
        """Ask which of two numbers is meant."""
        self._say(tr("“{text}” can be read in two ways. Which is meant?", text=self.line.text().strip()))
        for value in values:
            made = self._offer(plain(value), partial(self._take, value))
            made.setAccessibleName(tr("It means {value}", value=plain(value)))

    def _offer(self, text: str, act: Callable[[], None]) -> QPushButton:
        """Add a button that Tab reaches after the number and its unit."""
        made = button(text)
        made.clicked.connect(lambda _=False: act())
        last = self.readings.itemAt(self.readings.count() - 1)
        self.readings.addWidget(made)
        made.show()  # so that it can take the focus at once
        before = last.widget() if last is not None else None
        QWidget.setTabOrder(before or self.units, made)
        return made

    def _take(self, entered: float) -> None:
        """Hand a number on, unless it is impossible or unusual."""
        value = self._unit.to_model(entered)
        limits = self.feature.limits
        if problem := too_large(value):  # in the model's unit
            self._say(problem)
        elif limits is not None and not limits[0] <= value <= limits[1]:
            self._say(self._impossible())
        elif self.feature.outside(value):
            self._say(_unusual())
            self._offer(
                tr("Use {value} anyway", value=with_unit(plain(entered), self._unit.name)),
                partial(self._hand_on, value, entered, self._unit.name),
            )
        else:
            self._hand_on(value, entered, self._unit.name)

    def _say(self, problem: str) -> None:
        clear_layout(self.readings)
        self.message.setText("⚠ " + problem if problem else "")
        self.below.setCurrentIndex(1 if problem else 0)
        self.line.setProperty("wrong", "true" if problem else "false")
        self.line.setAccessibleDescription(problem)
        restyle(self.line)
        if problem:
            self.line.setFocus()


def _unusual() -> str:
    return tr("No training case had such a value. Is it mistyped, or in another unit?")


class ChoiceList(QListWidget):
    """A list of choices. The choice is the visible selection, not Qt's current item."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Return to the entry; the first arrow selects the first choice."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and not self.selectedItems():
            self.setCurrentRow(0)
        else:
            super().keyPressEvent(event)


class ChoiceEntry(Entry):
    """One of some choices: radio buttons with number keys, or a list where there are more than nine."""

    def __init__(
        self, feature: Described, finding: Finding | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(feature, parent)
        self.choices = feature.choices or ()
        self.group = QButtonGroup(self)
        self.list = ChoiceList()
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        if len(self.choices) <= _MOST_BUTTONS:
            for i, text in enumerate(self.choices):
                radio = QRadioButton(f"{i + 1}   {literal(one_line(text))}")
                radio.setAccessibleName(f"{feature.question}: {text}")
                self.group.addButton(radio, i)
                box.addWidget(radio)
            self.setFocusProxy(self.group.button(0))
            self.list.setParent(None)
        else:
            self.list.addItems(list(self.choices))
            self.list.setAccessibleName(feature.question)
            self.list.itemDoubleClicked.connect(lambda _: self.submit())
            box.addWidget(self.list)
            self.setFocusProxy(self.list)
        self.message.reserve("⚠ " + _none_chosen())
        box.addWidget(self.message)
        if finding is not None and finding.value in self.choices:
            self.select(self.choices.index(str(finding.value)))

    @property
    def stops(self) -> list[QWidget]:
        """Where Tab stops, in order."""
        return [*self.group.buttons()] or [self.list]

    def select(self, i: int) -> None:
        """Select a choice without answering."""
        if (radio := self.group.button(i)) is not None:
            radio.setChecked(True)
            radio.setFocus()
        else:
            self.list.setCurrentRow(i)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A number key selects that choice; Enter answers with the selected one.

        It does not answer: a value typed here by mistake, such as 200, would answer with its first digit.
        """
        text = event.text()
        if event.isAutoRepeat():
            return  # a key held down does not answer one question after the other
        if text.isdecimal() and self.group.buttons():
            self._select_by_key(int(text))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit()
        else:
            super().keyPressEvent(event)

    def _select_by_key(self, number: int) -> None:
        """Select the choice of that number; where there is none, say so and leave none selected."""
        if 1 <= number <= len(self.choices):
            self.select(number - 1)
            self._say("")
            return
        self.group.setExclusive(False)  # else Qt keeps one checked
        for radio in self.group.buttons():
            radio.setChecked(False)
        self.group.setExclusive(True)
        self._say(_no_such_choice(len(self.choices)))

    @property
    def selected(self) -> int:
        """Index of the selected choice, or -1."""
        if self.group.buttons():
            return self.group.checkedId()
        return next((self.list.row(item) for item in self.list.selectedItems()), -1)

    def _check(self) -> None:
        if self.selected < 0:
            self._say(_none_chosen())
        else:
            self._hand_on(self.choices[self.selected])

    def _say(self, problem: str) -> None:
        self.message.setText("⚠ " + problem if problem else "")


def _no_such_choice(n: int) -> str:
    return tr("The choices have the numbers 1 to {n}.", n=str(n))


def _none_chosen() -> str:
    return tr("Please choose one, or say that the answer is not known.")
