"""The input of a test that shows several values: one form, which may be left empty in part."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from ifc2f_gui.case.case import NOT_AVAILABLE, PENDING, Finding
from ifc2f_gui.case.describe import Described
from ifc2f_gui.panels.entry import Entry
from ifc2f_gui.panels.values import ValuesForm
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID

_MOST_ROWS = 8  # that are always seen


class PanelEntry(Entry):
    """Takes what a panel showed; what is left empty was not reported, or is still to come.

    Parameters
    ----------
    features : list of Described
        Those of the panel that are open.
    """

    submitted_together = Signal(object)  # Finding by feature

    def __init__(self, features: list[Described], parent: QWidget | None = None) -> None:
        super().__init__(features[0], parent)
        self.form = ValuesForm(features, takes_ranges=True)
        self.form.values.setAccessibleName(tr("Values of {panel}", panel=features[0].panel))
        self.message = self.form.message
        self.rest = QComboBox()
        self.rest.setAccessibleName(tr("Empty fields"))
        self.rest.addItem(tr("Empty fields were not reported"), NOT_AVAILABLE)
        self.rest.addItem(tr("Empty fields are still pending"), PENDING)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(GRID // 2)
        box.addWidget(self.form, 1)
        box.addWidget(self.rest)
        self.setFocusProxy(self.form.values)
        self.form.values.finished.connect(self.submit)

    @property
    def stops(self) -> list[QWidget]:
        """Where Tab stops, in order."""
        return [self.form.values, self.form.unusual, self.rest]

    def minimumSizeHint(self) -> QSize:
        """Some rows are seen without scrolling."""
        values = self.form.values
        rows = min(values.rowCount(), _MOST_ROWS)
        table = (
            values.horizontalHeader().sizeHint().height()
            + rows * values.verticalHeader().defaultSectionSize()
        )
        around = self.form.unusual.sizeHint().height() + self.rest.sizeHint().height()
        return QSize(200, table + around + self.message.heightForWidth(max(200, self.width())) + 4 * GRID)

    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return self.minimumSizeHint()

    def _check(self) -> None:
        found = self.form.read()
        if found is None:
            return
        if not found:
            self._say(tr("Please enter a value, or say below that there is none."))
            return
        rest = Finding(str(self.rest.currentData()))
        self._is_done = True
        self.submitted_together.emit({f.index: found.get(f.index, rest) for f in self.form.values.features})

    def _say(self, problem: str) -> None:
        self.form.say(problem)
