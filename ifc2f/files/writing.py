"""Writing files so that a failed write loses nothing."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write a file, or leave the one that was there as it is.

    The content goes to a temporary file in the same folder, which then takes the place of the old file in one
    step and with its permissions. Links are followed. What is no regular file, such as a pipe or
    ``/dev/stdout``, is written to directly.

    Parameters
    ----------
    path : str or path
        The file.
    content : bytes or str
        Text is written as UTF-8, without translation of line ends.

    Raises
    ------
    OSError
        If writing fails. The temporary file is then removed.
    """
    data = content.encode() if isinstance(content, str) else content
    if os.path.exists(path) and not os.path.isfile(path):
        try:
            Path(path).write_bytes(data)
        except OSError as error:
            raise _naming(error, path) from error
        return
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".ifc2f-{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):  # name the requested file, not the temporary one
            raise _naming(error, path) from error
        raise
    _sync_folder(target.parent)


def _naming(error: OSError, path: str | os.PathLike[str]) -> OSError:
    """Return the error with the name of the file that was asked for."""
    return OSError(error.errno, error.strerror, os.fspath(path))


def _sync_folder(folder: Path) -> None:
    """Sync the renaming to the disk; if the folder cannot be opened, the file is still complete."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
