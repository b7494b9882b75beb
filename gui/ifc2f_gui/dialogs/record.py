"""The record of a case: what was done when, to copy, print, and export."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from ifc2f.files.writing import write_atomically
from ifc2f.model import Model
from ifc2f_gui.case.case_file import name_for_files
from ifc2f_gui.dialogs import printing, prompts
from ifc2f_gui.report.own_words import in_own_words, with_choices
from ifc2f_gui.report.record import foot_of, questionnaire_response, record_html, record_text, timeline_csv
from ifc2f_gui.shared.document import Document
from ifc2f_gui.shared.room import resize_in_letters
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import button, label


class RecordDialog(QDialog):
    """Shows a record, read only.

    Parameters
    ----------
    content : dict
        What the case's file holds.
    note : str
        A note above it, such as that the model is missing.
    parent : QWidget, optional
    model : Model, optional
        Has the names of classes and features in the user's language.
    path : str, optional
        The case's file.
    """

    def __init__(
        self,
        content: dict[str, Any],
        note: str = "",
        parent: QWidget | None = None,
        model: Model | None = None,
        path: str = "",
    ) -> None:
        super().__init__(parent)
        self._path = path
        self.content = content if model is None else with_choices(content, model)
        self.shown = content if model is None else in_own_words(content, model)
        self.setWindowTitle(tr("Record of the case"))
        resize_in_letters(self, 66, 43)
        self.text = Document(tr("Record of the case"))
        self.text.setWordWrapMode(QTextOption.WrapMode.WordWrap)  # a table that is too wide scrolls
        self.text.show_html(record_html(self.shown, note))
        self.said = label(role="quiet")
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(self.said, 1)
        for text, act in (
            (tr("Copy"), self.copy),
            (tr("Save as CSV…"), self.save_csv),
            (tr("Save as FHIR…"), self.save_fhir),
            (tr("Print…"), self.print_it),
            (tr("Close"), self.reject),
        ):
            made = button(text)
            made.clicked.connect(act)
            line.addWidget(made)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(self.text, 1)
        box.addLayout(line)
        self.text.setFocus()

    def copy(self) -> None:
        """Put the few lines on the clipboard."""
        QApplication.clipboard().setText(record_text(self.shown))
        self.said.setText(tr("Copied."))

    def save_csv(self) -> None:
        """Write the history as CSV."""
        self._save(tr("Tables (*.csv)"), ".csv", timeline_csv(self.content))

    def save_fhir(self) -> None:
        """Write the answers as a FHIR QuestionnaireResponse."""
        response = questionnaire_response(self.content)
        text = json.dumps(response, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
        self._save(tr("FHIR (*.json)"), ".fhir.json", text)

    def _save(self, filters: str, ending: str, text: str) -> None:
        name = name_for_files(str(self.content.get("name") or ""), self._path)
        proposal = prompts.file_name(name, tr("record"), ending)
        path = prompts.save_path_ending(self, tr("Record of the case"), proposal, filters, ending)
        if not path:
            return
        try:
            write_atomically(path, text)
        except OSError as error:
            prompts.say_not_written(self, path, error)
            return
        self.said.setText(tr("Saved: {path}", path=path))

    def print_it(self) -> None:
        """Print the record."""
        if told := printing.print_html(self, record_html(self.shown), foot_of(self.shown)):
            self.said.setText(told)
