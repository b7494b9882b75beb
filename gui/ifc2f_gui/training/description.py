"""The page of the description: what the model says of itself, on its card and in reports."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from ifc2f_gui.shared.texts import in_one_line, tidied, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import label
from ifc2f_gui.training.job import Job

_LINES = 3  # of a text that may be long


class DescriptionPage(QWidget):
    """Title, version, intended use and limits; all but the title may stay empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.version = QLineEdit(), QLineEdit()
        self.title.setAccessibleName(tr("Title of the model"))
        self.version.setAccessibleName(tr("Version of the model"))
        self.version.setPlaceholderText(tr("for example 1.0, or a date"))
        self.intended_use = _Text(tr("Intended use"), tr("for whom, where and for what decision"))
        self.limits = _Text(tr("Limits"), tr("whom it is not for, and what it was not tested on"))
        told = label(tr("Shown on the model card and in reports. All of it is optional."), "quiet")
        form = QFormLayout()
        form.setSpacing(GRID)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(tr("Title"), self.title)
        form.addRow(tr("Version"), self.version)
        form.addRow(tr("Intended use"), self.intended_use)
        form.addRow(tr("Limits"), self.limits)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(told)
        box.addLayout(form)
        box.addStretch(1)

    def tell(self, job: Job) -> None:
        """Put into a job what is told: title and version in one line each, the others in their lines."""
        job.title, job.model_version = map(in_one_line, (self.title.text(), self.version.text()))
        job.intended_use = tidied(self.intended_use.toPlainText())
        job.limits = tidied(self.limits.toPlainText())


class _Text(QPlainTextEdit):
    """A few lines of text, which Tab leaves."""

    def __init__(self, name: str, example: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(example)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the size of the lines that are shown, whatever the size of the text."""
        return QSize(super().sizeHint().width(), _LINES * self.fontMetrics().lineSpacing() + 4 * GRID)
