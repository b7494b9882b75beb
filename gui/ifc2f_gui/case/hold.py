"""A case file in use: locked against other windows, and compared before it is overwritten."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile, QSysInfo

from ifc2f.files.reading import read_regular
from ifc2f_gui.case.case import Case, Finding
from ifc2f_gui.case.case_file import LARGEST_BYTES
from ifc2f_gui.case.describe import Described
from ifc2f_gui.case.words import finding_text
from ifc2f_gui.shared.texts import tr


class Hold:
    """Holds a file for this window, and remembers what it held when the window last read or wrote it.

    The lock lies next to the file while that is open. Where none can be made, as in a folder that may only
    be read, only the comparison detects other windows.

    Parameters
    ----------
    path : str
        The file, which need not be there yet.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        place = Path(path)
        self._lock = QLockFile(str(place.with_name(f".~{place.name}.lock")))
        self._lock.setStaleLockTime(0)  # stale when its process is gone, however old
        self._seen = _digest(path)
        self.take()

    def take(self) -> bool:
        """Try to hold the file; return whether another window does."""
        held = self._lock.isLocked() or self._lock.tryLock(0)
        return not held and self._lock.error() == QLockFile.LockError.LockFailedError

    def holder(self) -> str:
        """Return on which computer the window is that holds the file."""
        _, host, _ = self._lock.getLockInfo()
        return (
            tr("on this computer") if host in ("", QSysInfo.machineHostName()) else tr("on {host}", host=host)
        )

    @property
    def has_changed(self) -> bool:
        """Whether the content of the file has changed since it was last seen here; a missing file has not."""
        now = _digest(self.path)
        return now != "" and now != self._seen

    def seen(self) -> None:
        """Remember the present content of the file as seen."""
        self._seen = _digest(self.path)

    def release(self) -> None:
        """Let other windows have the file."""
        self._lock.unlock()


def _digest(path: str) -> str:
    """Return a digest of what a file holds; an empty text if there is none to be read."""
    with suppress(OSError):
        return hashlib.sha256(read_regular(path, LARGEST_BYTES)).hexdigest()
    return ""


def written_by(path: str) -> str:
    """Say who wrote a file, as far as the system tells."""
    with suppress(OSError, KeyError, NotImplementedError):
        return Path(path).owner()
    return tr("someone")


def differences(there: Case, here: Case, features: tuple[Described, ...]) -> list[str]:
    """Say in which answers two cases differ, a line for each."""
    lines = []
    for feature in features:
        other, own = there.finding(feature.index), here.finding(feature.index)
        if _counts(other) != _counts(own):
            texts = {"there": _told(feature, other), "here": _told(feature, own)}
            lines.append(tr("{name}: {there} in the file, {here} here", name=feature.name, **texts))
    if there.decision != here.decision:
        texts = {
            side: tr("open") if case.decision is None else case.decision.label
            for side, case in (("there", there), ("here", here))
        }
        lines.append(tr("decision: {there} in the file, {here} here", **texts))
    if (there.prior, there.budget, there.name) != (here.prior, here.budget, here.name):
        lines.append(tr("pre-test probabilities, budget or name"))
    return lines


def _counts(finding: Finding | None) -> object:
    return None if finding is None else (finding.state, finding.value, finding.paused, finding.likelihoods)


def _told(feature: Described, finding: Finding | None) -> str:
    return tr("no answer") if finding is None else finding_text(feature, finding)
