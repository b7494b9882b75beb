"""An uncertain answer: odds for the values, or a range."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from ifc2f.data.limits import read_limit
from ifc2f_gui.case.case import UNCERTAIN, Finding
from ifc2f_gui.case.describe import Described, Unit, one_line
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.likelihoods import ODDS, of_odds
from ifc2f_gui.case.ranges import finding_of_range, other_end
from ifc2f_gui.dialogs.prompts import show_problem
from ifc2f_gui.shared.numbers import Reading, editable, plain, read_number
from ifc2f_gui.shared.room import grow_to_contents
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Line, button, focus_first, label

_MOST_ODDS = 1000.0


class UncertainDialog(QDialog):
    """Asks for what is known of a value: `finding` is the answer, once it is accepted.

    A limit that was entered as an answer, such as `begun` = ("<4", "mg/L"), is filled in.
    """

    def __init__(
        self,
        desk: Desk,
        feature: Described,
        parent: QWidget | None = None,
        begun: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Uncertain answer"))
        self.feature = feature
        self.finding: Finding | None = None
        self.box = QVBoxLayout(self)
        self.box.setSpacing(GRID)
        self.box.addWidget(label(feature.question, "name"))
        if feature.choices is not None:
            self._ask_odds(feature.choices)
        else:
            self._ask_range()
            self._fill_in(*begun)
        self.message = label(role="bad")
        self.message.hide()
        self.box.addWidget(self.message)
        buttons = QDialogButtonBox()
        self.take = button(tr("Answer"), "primary")
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(button(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.take.setDefault(True)
        self.box.addWidget(buttons)

    def showEvent(self, event: QShowEvent) -> None:
        """Keep the choices apart even in the largest text."""
        super().showEvent(event)
        grow_to_contents(self)

    # ---- One of some choices -------------------------------------------------------------------------------

    def _ask_odds(self, choices: tuple[str, ...]) -> None:
        self.box.addWidget(
            label(tr("The most likely value, and how many times as likely it is as each other one:"))
        )
        self.chosen = QComboBox()
        self.chosen.addItems([one_line(choice) for choice in choices])
        self.chosen.setPlaceholderText(tr("Most likely"))
        self.chosen.setCurrentIndex(-1)  # nothing has been entered yet
        self.chosen.setAccessibleName(tr("Most likely"))
        self.sure = QComboBox()
        self.sure.setAccessibleName(tr("How sure"))
        words = (tr("rather"), tr("probably"), tr("very probably"), tr("almost surely"))
        for word, odds in zip(words, ODDS, strict=True):
            self.sure.addItem(tr("{word} ({odds} : 1)", word=word, odds=plain(odds)), odds)
        self.sure.setCurrentIndex(1)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.chosen, 1)
        row.addWidget(self.sure)
        self.box.addLayout(row)
        self.box.addWidget(label(tr("Or give each value its odds; 0 rules a value out:"), "quiet"))
        form = QFormLayout()
        form.setSpacing(GRID)
        self.odds = []
        for choice in choices:
            spin = QDoubleSpinBox()
            spin.setRange(0.0, _MOST_ODDS)
            spin.setDecimals(1)
            spin.setAccessibleName(tr("Odds of {choice}", choice=one_line(choice)))
            form.addRow(label(one_line(choice), wrap=False), spin)
            self.odds.append(spin)
        self.box.addLayout(form)
        for combo in (self.chosen, self.sure):
            combo.currentIndexChanged.connect(self._fill)
        self.chosen.setFocus()

    def _fill(self) -> None:
        """Set the odds to what the words say, once a value is chosen."""
        if self.chosen.currentIndex() < 0:
            return
        found = of_odds(len(self.odds), self.chosen.currentIndex(), float(self.sure.currentData()))
        for spin, odds in zip(self.odds, found, strict=True):
            spin.setValue(odds)

    # ---- A range -------------------------------------------------------------------------------------------

    def _ask_range(self) -> None:
        self.box.addWidget(label(tr("The value lies between")))
        self.low, self.high = Line(), Line()
        self.low.setAccessibleName(tr("Smallest value"))
        self.high.setAccessibleName(tr("Largest value"))
        self.units = QComboBox()
        self.units.setAccessibleName(tr("Unit"))
        self.units.addItems([unit.name for unit in self.feature.units])
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for part in (self.low, label(tr("and"), wrap=False), self.high, self.units):
            row.addWidget(part)
        self.units.setVisible(any(unit.name for unit in self.feature.units))
        self.box.addLayout(row)
        self.seen = label(role="quiet")
        self.box.addWidget(self.seen)
        self.units.currentIndexChanged.connect(self._show_seen)
        self._show_seen()
        focus_first(self.low)

    @property
    def _unit(self) -> Unit:
        return self.feature.units[max(0, self.units.currentIndex())]

    def _show_seen(self) -> None:
        """Say between what the values of training lie, which helps with the other end of "below 4"."""
        unit, span = self._unit, self.feature.range
        if span is None:
            return
        low, high = map(plain, sorted(map(unit.from_model, span)))
        text = tr("Seen in training: {low} to {high} {unit}", low=low, high=high, unit=unit.name)
        self.seen.setText(text.rstrip())

    def _fill_in(self, text: str, unit: str) -> None:
        """Fill in a limit, and where its range ends on the other side."""
        self.units.setCurrentIndex(max(0, self.units.findText(unit)))
        limit = read_limit(text)
        values = () if limit is None else read_number(limit.text).values
        if limit is None or len(values) != 1:
            return
        here, there = (self.high, self.low) if limit.is_upper else (self.low, self.high)
        here.setText(editable(values[0]))
        end = other_end(self.feature, self._unit, values[0], limit.is_upper)
        there.setText("" if end is None else editable(end))
        focus_first(there)

    def accept(self) -> None:
        """Take the answer, or say what is wrong with it."""
        self.finding, problem = self._odds() if self.feature.choices is not None else self._range()
        show_problem(self, self.message, problem)
        if self.finding is not None:
            super().accept()

    def _odds(self) -> tuple[Finding | None, str]:
        odds = tuple(spin.value() for spin in self.odds)
        if max(odds) == 0.0 and self.chosen.currentIndex() < 0:
            return None, tr("Please choose the most likely value, or give each value its odds.")
        if max(odds) == 0.0:
            return None, tr("At least one value must be possible.")
        return Finding(UNCERTAIN, likelihoods=odds), ""

    def _range(self) -> tuple[Finding | None, str]:
        ends = []
        for line in (self.low, self.high):
            reading = read_number(line.text())
            if len(reading.values) != 1:
                line.setFocus()
                return None, self._wrong_end(line.text(), reading)
            ends.append(reading.values[0])
        return finding_of_range(self.feature, self._unit, *ends)

    def _wrong_end(self, text: str, reading: Reading) -> str:
        if not text.strip():
            return tr("Please enter the smallest and the largest value that is possible.")
        return reading.problem or tr("“{text}” can be read in two ways. Which is meant?", text=text.strip())
