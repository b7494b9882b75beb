"""Inputs for an answer: a number with its unit, or one of some choices."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.case.case import Finding
from ifc2f_gui.case.describe import Described, Unit, one_line
from ifc2f_gui.shared.numbers import editable, plain, read_number, too_large
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, clear_layout, label, literal, restyle, show_text

_MOST_BUTTONS = 9  # choices that have a number key


class NumberLine(QLineEdit):
    """A line for a number. While it is empty, letters that answer (U, N, P, F) go to the shortcuts."""

    def event(self, event: QEvent) -> bool:
        """Leave letters to shortcuts, and undo and redo, where nothing was typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain_key = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            )
            is_letter = plain_key and event.text().isalpha() and not self.text()
            keys = QKeySequence.StandardKey
            undoes_nothing = (event.matches(keys.Undo) and not self.isUndoAvailable()) or (
                event.matches(keys.Redo) and not self.isRedoAvailable()
            )
            if is_letter or undoes_nothing:
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste line breaks as a mark that no number has, so that two lines never read as one number."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_text(QApplication.clipboard().text())
            return
        super().keyPressEvent(event)

    def paste_text(self, text: str) -> None:
        """Insert a pasted text."""
        self.insert("⏎".join(text.strip().splitlines()))


class NumberEntry(QWidget):
    """A number, its unit, and beside it what is wrong with it.

    A value outside the training range is asked about once; a text with two meanings is asked about always.
    """

    submitted = Signal(float, float, str)  # value in the model's unit, as entered, unit

    def __init__(
        self, feature: Described, finding: Finding | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.feature = feature
        self._confirmed = ""
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
        self.message = label(role="bad")
        self.readings = QHBoxLayout()
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.line, 1)
        row.addWidget(self.units)
        row.addWidget(self.own_unit)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(GRID // 2)
        box.addLayout(row)
        box.addWidget(self.message)
        box.addLayout(self.readings)
        box.addWidget(self.hint)
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

    @property
    def stops(self) -> list[QWidget]:
        """Where Tab stops, in order."""
        return [self.line, self.units]

    def _edited(self) -> None:
        self._say("")
        lines = []
        if self.feature.limits is not None:
            lines.append(tr("Possible: {low} to {high} {unit}", **self._span(self.feature.limits)).rstrip())
        if self.feature.range is not None and self.feature.range != self.feature.limits:
            lines.append(
                tr("Seen in training: {low} to {high} {unit}", **self._span(self.feature.range)).rstrip()
            )
        show_text(self.hint, "\n".join([*lines, *filter(None, [self._converted()])]))

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

    @property
    def _unit(self) -> Unit:
        return self.feature.units[max(0, self.units.currentIndex())]

    def submit(self) -> None:
        """Check the entry; hand it on, or say beside it what is wrong."""
        reading = read_number(self.line.text())
        if not reading.values:
            self._say(reading.problem)
        elif len(reading.values) == 1:
            self._check(reading.values[0])
        elif len(likely := [v for v in reading.values if self._is_usual(v)]) == 1:
            self._check(likely[0])
        else:
            self._ask(reading.values)

    def _is_usual(self, entered: float) -> bool:
        return self.feature.range is not None and not self.feature.outside(self._unit.to_model(entered))

    def _ask(self, values: tuple[float, ...]) -> None:
        """Ask which of two numbers is meant."""
        self._say(tr("“{text}” can be read in two ways. Which is meant?", text=self.line.text().strip()))
        choices = []
        for value in values:
            choice = button(plain(value))
            choice.setAccessibleName(tr("It means {value}", value=plain(value)))
            choice.clicked.connect(lambda _=False, value=value: self._check(value))
            self.readings.addWidget(choice)
            choice.show()  # so that it can take the focus
            choices.append(choice)
        choices[0].setFocus()

    def _check(self, entered: float) -> None:
        unit = self._unit
        value = unit.to_model(entered)
        limits = self.feature.limits
        if problem := too_large(value):  # in the model's unit
            self._say(problem)
            return
        if limits is not None and not limits[0] <= value <= limits[1]:
            text = tr("Not possible: the value lies between {low} and {high} {unit}", **self._span(limits))
            self._say(text.rstrip() + ".")
            return
        key = f"{entered!r} {unit.name}"
        if self.feature.outside(value) and self._confirmed != key:
            self._say(
                tr(
                    "No case like this was seen in training; a slip, or another unit? Answer again to use "
                    "it all the same."
                )
            )
            self._confirmed = key
            self.line.setFocus()
            return
        self.submitted.emit(value, entered, unit.name)

    def _say(self, problem: str) -> None:
        clear_layout(self.readings)
        self._confirmed = "" if not problem else self._confirmed
        show_text(self.message, "⚠ " + problem if problem else "")
        self.line.setProperty("wrong", "true" if problem else "false")
        self.line.setAccessibleDescription(problem)
        restyle(self.line)
        if problem:
            self.line.setFocus()

    def refuse(self, problem: str) -> None:
        """Show why the model did not take the value."""
        self._say(problem)


class ChoiceEntry(QWidget):
    """One of some choices: radio buttons with number keys, or a list where there are more than nine."""

    submitted = Signal(str)

    def __init__(
        self, feature: Described, finding: Finding | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.feature = feature
        self.choices = feature.choices or ()
        self.message = label(role="bad")
        self.group = QButtonGroup(self)
        self.list = QListWidget()
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
            self.list.itemActivated.connect(lambda _: self.submit())
            box.addWidget(self.list)
            self.setFocusProxy(self.list)
        box.addWidget(self.message)
        show_text(self.message, "")
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
        """A number key answers with that choice; Enter answers with the selected one."""
        text = event.text()
        if event.isAutoRepeat():
            return  # a key held down does not answer one question after the other
        if text.isdecimal() and 1 <= int(text) <= len(self.choices) and self.group.buttons():
            self.select(int(text) - 1)
            self.submit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit()
        else:
            super().keyPressEvent(event)

    @property
    def selected(self) -> int:
        """Index of the selected choice, or -1."""
        return self.group.checkedId() if self.group.buttons() else self.list.currentRow()

    def submit(self) -> None:
        """Hand the selected choice on, or say that one is needed."""
        if self.selected < 0:
            self.refuse(tr("Please choose one, or say that it is not known."))
            return
        self.submitted.emit(self.choices[self.selected])

    def refuse(self, problem: str) -> None:
        """Show why the answer was not taken."""
        show_text(self.message, "⚠ " + problem)
