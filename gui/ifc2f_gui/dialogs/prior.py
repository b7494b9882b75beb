"""Pre-test probabilities: the model's, or the user's."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.case.describe import class_names
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.shared.numbers import fixed, percent, read_number
from ifc2f_gui.shared.room import grow_higher, grow_to_contents
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Reserved, button, focus_first, label


class PriorDialog(QDialog):
    """A percentage for each class. With two classes the second follows from the first."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Pre-test probability"))
        self.desk = desk
        self.prior: tuple[float, ...] | None = desk.active.prior
        self.lines: list[QLineEdit] = []
        form = QFormLayout()
        form.setSpacing(GRID)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for name, value in zip(class_names(desk.model), desk.found.start, strict=True):
            line = QLineEdit(percent(value))
            line.setAccessibleName(tr("Probability of {name} before any answer, in percent", name=name))
            form.addRow(f"{name}  (%)", line)
            self.lines.append(line)
        if len(self.lines) == 2:
            for this, other in (self.lines, self.lines[::-1]):
                this.textEdited.connect(lambda _, this=this, other=other: self._complete(this, other))
        inside = QWidget()
        inside.setObjectName("body")
        inside.setLayout(form)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inside)
        self.message = Reserved("bad")
        self.message.reserve(*(f"⚠ {text}" for text in (_not_all(0.0), _no_share())))
        buttons = QDialogButtonBox()
        self.use = button(tr("Use these"), "primary")
        self.scale = button(tr("Scale to 100 %"))
        self.reset = button(tr("Use the model’s"))
        buttons.addButton(self.reset, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(self.scale, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.use, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        self.use.clicked.connect(self._use)
        self.scale.clicked.connect(self._scale)
        self.reset.clicked.connect(self._reset)
        box = QVBoxLayout(self)
        box.addWidget(
            label(tr("Before any answer, how probable is each class in the setting this case comes from?"))
        )
        box.addWidget(scroll, 1)
        box.addWidget(self.message)
        box.addWidget(buttons)
        self.use.setDefault(True)
        focus_first(self.lines[0])
        self._scroll, self._form = scroll, inside

    def showEvent(self, event: QShowEvent) -> None:
        """Show all classes where the screen has room for them, also while a message shows."""
        form = self._form.sizeHint().height()
        self._scroll.setMinimumHeight(min(form, self.screen().availableGeometry().height() // 2))
        grow_to_contents(self)
        super().showEvent(event)

    def _say(self, problem: str) -> None:
        self.message.setText("⚠ " + problem if problem else "")
        grow_higher(self)

    def _complete(self, this: QLineEdit, other: QLineEdit) -> None:
        values = read_number(this.text()).values
        if len(values) == 1 and 0.0 <= values[0] <= 100.0:
            other.setText(percent(1.0 - values[0] / 100.0))

    def _values(self) -> list[float] | None:
        """Return the percentages, or say what is wrong."""
        values = []
        for name, line in zip(class_names(self.desk.model), self.lines, strict=True):
            reading = read_number(line.text())
            usable = [value for value in reading.values if 0.0 <= value <= 100.0]
            if len(usable) != 1:
                why = reading.problem or _no_share()
                self._say(f"{name}: {why}")
                line.setFocus()
                self._scroll.ensureWidgetVisible(line)
                return None
            values.append(usable[0])
        return values

    def _use(self) -> None:
        values = self._values()
        if values is None:
            return
        total = sum(values)
        if abs(total - 100.0) > 0.05:
            self._say(_not_all(total))
            return
        self.prior = tuple(value / total for value in values)
        self.accept()

    def _scale(self) -> None:
        values = self._values()
        if values is None:
            return
        total = sum(values)
        if total == 0.0:
            self._say(tr("All probabilities are 0."))
            return
        for line, value in zip(self.lines, values, strict=True):
            line.setText(percent(value / total))
        self._say("")

    def _reset(self) -> None:
        self.prior = None
        self.accept()


def _not_all(total: float) -> str:
    """Say that percentages do not add up."""
    return tr("These add up to {total} %, not to 100 %. Change one, or scale all.", total=fixed(total, 2))


def _no_share() -> str:
    """Say that a number is no probability."""
    return tr("A probability lies between 0 and 100 %.")
