"""The training dialog: a page of inputs, progress with cancel, a page of results, the model out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, QTemporaryDir, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from ifc2f.files.writing import write_atomically
from ifc2f.learning.prices import are_dear
from ifc2f.model import Model
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.room import resize_in_letters
from ifc2f_gui.shared.texts import reason, said, sentence, tr
from ifc2f_gui.shared.theme import GRID
from ifc2f_gui.shared.widgets import Tabs, button, label, scrolled, set_role, show_text
from ifc2f_gui.training.inputs import Inputs
from ifc2f_gui.training.job import Job
from ifc2f_gui.training.process import TrainingProcess
from ifc2f_gui.training.results import Results

_MODEL, _JOB = "model.ifc2f", "job.json"  # in a folder of their own, which goes with the next job


@dataclass(frozen=True)
class _Trained:
    """A training: the folder of its model, deleted with it, its job, and the name of its model."""

    folder: QTemporaryDir
    job: str
    title: str

    @property
    def model_path(self) -> Path:
        """Where the model is."""
        return Path(self.folder.path()) / _MODEL


class TrainDialog(QDialog):
    """Trains in a separate process, which continues while the dialog is hidden."""

    model_made = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Train a model"))
        resize_in_letters(self, 62, 44)
        self._coming: _Trained | None = None  # what is being trained
        self._trained: _Trained | None = None  # what can be saved; it stays where a later training fails
        self._is_saved = False
        self.state, self.message = label(role="quiet"), label(role="bad")
        self.bar = _progress_bar()
        self.process = TrainingProcess(self)
        self.process.progressed.connect(self._show_progress)
        self.process.ended.connect(self._ended)
        self.inputs = Inputs()
        self.inputs.problem.connect(self._say)
        self.inputs.told.connect(self.state.setText)
        self.results = Results()
        self._make_stages()
        self._make_buttons()
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(self.state, 1)
        for made in (self.cancel, self.next, self.go, self.save, self.leave):
            line.addWidget(made)
        box = QVBoxLayout(self)
        box.setSpacing(GRID)
        box.addWidget(self.stages, 1)
        box.addWidget(self.message)
        box.addWidget(self.bar)
        box.addLayout(line)
        self._say("")
        self._show_running(False)
        self.inputs.choose.setFocus()

    def _make_stages(self) -> None:
        self.stages = Tabs()
        self.stages.addTab(self.inputs, tr("Data and costs"))
        self.stages.addTab(scrolled(self.results), tr("Result"))
        self.stages.setTabEnabled(1, False)

    def _make_buttons(self) -> None:
        self.next = button(tr("Next"), "primary", tr("To the next page of what to train from"))
        self.go = button(tr("Train"))
        self.cancel = button(tr("Cancel training"))
        self.save = button(tr("Save and open the model…"))
        self.leave = button(tr("Close"))
        self.next.clicked.connect(self.inputs.turn_page)
        self.inputs.steps.currentChanged.connect(self._show_next)
        self.inputs.read.connect(self._show_next)
        self.stages.currentChanged.connect(self._show_next)
        self.go.clicked.connect(self.train)
        self.cancel.clicked.connect(self.stop)
        self.save.clicked.connect(self.save_model)
        self.leave.clicked.connect(self.close)

    def open_table(self, path: str) -> bool:
        """Read a table and offer its columns; return whether it is read."""
        if self.is_running:  # the result would be shown with another table's classes
            return False
        is_read = self.inputs.open_table(path)
        if is_read:
            self.stages.setCurrentIndex(0)
        return is_read

    # ---- Running -------------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a model is being trained."""
        return self.process.is_running

    def train(self) -> None:
        """Start training."""
        self._say("")
        folder = QTemporaryDir()
        job = self.inputs.job(str(Path(folder.path()) / _MODEL))
        if job is None or self.is_running or not self._may_be_dear(job):
            return
        job_path = Path(folder.path()) / _JOB
        try:
            job_path.write_text(job.to_json(), encoding="utf-8")
        except OSError as error:
            self._say(tr("{path} could not be written: {why}.", path=job_path, why=reason(error)))
            return
        self._coming = _Trained(folder, job.to_json(), self.inputs.description.title.text())
        self._show_running(True)
        self._show_progress(tr("starting"), 0.0)
        self.process.start(str(job_path))

    def _may_be_dear(self, job: Job) -> bool:
        """Ask before a training that can only give a model that asks nothing."""
        if not are_dear(job.prices, [cost for _, _, cost in job.mistakes]):
            return True
        text = tr(
            "The cheapest question costs as much as a mistake, so no answer is worth its price and "
            "the model will ask nothing. Please give the costs of questions and mistakes in the "
            "same unit."
        )
        options = [tr("Change the costs"), tr("Train anyway")]
        return prompts.choose(self, tr("Training"), text, options, cancel=0) == 1

    def stop(self) -> None:
        """Stop training at once; nothing is kept of it."""
        if self.process.stop():
            self._show_running(False)
            self._show_progress(tr("Training was cancelled."), 0.0)

    def _ended(self) -> None:
        if "result" in self.process.outcome:
            self._trained, self._is_saved = self._coming, False
            self._show_running(False)
            self._show_progress(tr("Done."), 1.0)
            self.results.show_result(self.process.outcome["result"], self.inputs.classes)
            self.stages.setTabEnabled(1, True)
            self.stages.setCurrentIndex(1)
            self._say(" ".join(map(sentence, self.process.outcome.get("warnings", []))))
            self.save.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._show_running(False)
            self._show_progress("", 0.0)
            why = said(self.process.problem) or tr("the process ended unexpectedly")
            self._say(tr("Training failed: {why}", why=why))

    def _show_progress(self, text: str, share: float) -> None:
        self.state.setText(text)
        self.bar.setValue(round(1000 * share))

    def _show_running(self, running: bool) -> None:
        self.inputs.setEnabled(not running)
        self.go.setVisible(not running)
        self.cancel.setVisible(running)
        self.bar.setVisible(running)
        self.save.setVisible(not running and self._trained is not None)
        self._show_next()

    def _show_next(self) -> None:
        """Offer the next page; training stands out on the last, saving beside the result, one at a time."""
        is_here = not self.is_running and self.stages.currentIndex() == 0 and self.inputs.table is not None
        has_next = is_here and not self.inputs.is_at_end
        if self.next.hasFocus() and not has_next:
            self.go.setFocus(Qt.FocusReason.OtherFocusReason)
        self.next.setVisible(has_next)
        set_role(self.go, "primary" if is_here and not has_next else "")
        set_role(self.save, "primary" if self.stages.currentIndex() == 1 else "")

    def _say(self, problem: str) -> None:
        show_text(self.message, "⚠ " + problem if problem else "")

    # ---- The model -----------------------------------------------------------------------------------------

    @property
    def has_unsaved_model(self) -> bool:
        """Whether a model was trained and saved nowhere yet."""
        return not self.is_running and self._trained is not None and not self._is_saved

    def save_model(self) -> None:
        """Save the model where the user wants it, and hand it to the window."""
        if path := self.save_as():
            self.close()
            self.model_made.emit(path)

    def save_as(self) -> str:
        """Ask for a place and save the model there; return the path, empty if it is not saved."""
        trained = self._trained
        if trained is None or not self._may_be_of_other_inputs(trained):
            return ""
        name = prompts.file_name(trained.title, tr("model"), ".ifc2f")
        filters = tr("Models (*.ifc2f)")
        path = prompts.save_path_ending(self, tr("Save model"), name, filters, ".ifc2f")
        if not path or not self._may_replace(path):
            return ""
        try:
            write_atomically(path, trained.model_path.read_bytes())
        except OSError as error:
            self._say(tr("{path} could not be written: {why}.", path=path, why=reason(error)))
            return ""
        self._is_saved = True
        return path

    def _may_be_of_other_inputs(self, trained: _Trained) -> bool:
        """Ask before a model is saved that is not of what the dialog shows now."""
        now = self.inputs.job(str(trained.model_path))
        if now is not None and now.to_json() == trained.job:
            return True
        self._say("")
        text = tr("Table, costs or settings have changed since this model was trained.")
        options = [tr("Cancel"), tr("Save the model as it was trained")]
        return prompts.choose(self, tr("Save model"), text, options, cancel=0) == 1

    def _may_replace(self, path: str) -> bool:
        """Ask before another model is lost: cases saved with it open with no other."""
        try:
            there = Model.load(path)
        except (OSError, ValueError):  # nothing there, or no model: the system's dialog asked
            return True
        text = tr(
            "{file} holds the model “{title}” (SHA-256 {sha}…). Cases saved with it cannot be "
            "opened with another model.",
            file=Path(path).name,
            title=str(there.meta.get("title") or tr("Untitled model")),
            sha=there.sha256[:12],
        )
        options = [tr("Keep it"), tr("Replace it")]
        return prompts.choose(self, tr("Save model"), text, options, cancel=0) == 1

    # ---- Leaving -------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the dialog while training: ask."""
        if self.is_running:
            options = [tr("Go on in the background"), tr("Stop training")]
            if prompts.choose(self, tr("Training"), tr("A model is being trained."), options, cancel=0) == 1:
                self.stop()
        event.accept()

    def may_end(self) -> bool:
        """Before the program ends, ask about a running training, or a trained model that is not saved."""
        window = self.parentWidget()
        if self.is_running:
            text = tr("A model is being trained. Stop the training and close?")
            options = [tr("Stop and close"), tr("Keep training")]
            if prompts.choose(window, tr("Training"), text, options, cancel=1) == 1:
                return False
            self.stop()
        if self.has_unsaved_model:
            options = [tr("Save"), tr("Discard"), tr("Cancel")]
            text = tr("The trained model is not saved.")
            self.show()  # the question is about what it shows, and errors are said there
            self.raise_()
            answer = prompts.choose(window, tr("Training"), text, options, cancel=2)
            return answer == 1 or (answer == 0 and bool(self.save_as()))
        return True


def _progress_bar() -> QProgressBar:
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setRange(0, 1000)
    bar.setAccessibleName(tr("Progress of training"))
    return bar
