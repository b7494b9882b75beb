"""A copy of the open case in case of a crash, in a folder that only the user can read."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile, QStandardPaths

from ifc2f.files.writing import write_atomically


def default_folder() -> Path:
    """Return the folder for this user's copies."""
    base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(base) / "ifc2f" / "unsaved"


class Autosave:
    """One copy per running window; a lock distinguishes a copy in use from one left by a crash.

    Parameters
    ----------
    folder : path
        Created if missing, readable only by the user.

    Raises
    ------
    OSError
        If the folder cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        self.folder = folder
        self.path = folder / f"{os.getpid()}-{secrets.token_hex(4)}.case.json"
        self._lock = _lock(self.path)
        self._lock.tryLock(0)

    def write(self, text: str) -> None:
        """Keep this text of a case; OSError if the disk is full."""
        write_atomically(self.path, text)

    def clear(self) -> None:
        """Delete the copy: the case was saved or given up."""
        with suppress(OSError):
            self.path.unlink()

    def close(self) -> None:
        """Delete the copy and the lock."""
        self.clear()
        self._lock.unlock()

    def left_behind(self) -> list[Path]:
        """Return copies whose program is gone, the latest first."""
        found = []
        for path in self.folder.glob("*.case.json"):
            lock = _lock(path)
            if path != self.path and lock.tryLock(0):
                lock.unlock()
                found.append(path)
        for remains in self.folder.glob(".ifc2f-*.tmp"):  # of a write that the crash cut short
            with suppress(OSError):
                remains.unlink()
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # stale when its process is gone, however old
    return lock
