"""The worker process, as the dialog sees it."""

from __future__ import annotations

import json
import sys
from typing import Any

from PySide6.QtCore import QObject, QProcess, Signal

from ifc2f_gui.shared.texts import said


class TrainingProcess(QObject):
    """Runs one job at a time and reports its progress.

    Attributes
    ----------
    outcome : dict
        The messages of the last job's worker so far: `progress`, `warnings`, `result` or `error`.
    problem : str or dict
        If it ended without a result: why, as far as it is known, as `said` takes it.
    """

    progressed = Signal(str, float)  # a sentence, and the share that is done
    ended = Signal()  # by itself; a process that is stopped says nothing any more

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.outcome: dict[str, Any] = {}
        self.problem: str | dict[str, Any] = ""
        self._process: QProcess | None = None
        self._lines = b""

    @property
    def is_running(self) -> bool:
        """Whether a model is being trained."""
        return self._process is not None

    def start(self, job_path: str) -> None:
        """Begin with the job of a file."""
        self._lines, self.outcome, self.problem = b"", {}, ""
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._failed_to_start)
        self._process = process
        process.start(sys.executable, ["-m", "ifc2f_gui.training.worker", job_path])

    def stop(self) -> bool:
        """Stop at once; nothing is kept. Return whether there was anything to stop."""
        process, self._process = self._process, None
        if process is None:
            return False
        process.kill()
        process.waitForFinished(3000)
        process.deleteLater()
        return True

    def _read(self) -> None:
        if self._process is None:
            return
        self._lines += bytes(self._process.readAllStandardOutput().data())
        *whole, self._lines = self._lines.split(b"\n")
        for line in whole:
            try:
                told = json.loads(line)
            except ValueError:
                told = None
            if not isinstance(told, dict):  # not ours: a library that prints
                continue
            self.outcome.update(told)
            if "progress" in told:
                step, share = told["progress"]
                self.progressed.emit(said(step), share)

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._finished()

    def _finished(self) -> None:
        if self._process is None:
            return
        self._read()
        problems = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip()
        self.problem = self.outcome.get("error") or (problems.splitlines() or [""])[-1]
        self._process.deleteLater()
        self._process = None
        self.ended.emit()
