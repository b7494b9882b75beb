"""Reading files from untrusted paths: a path can be a device, a pipe, or an endless file."""

from __future__ import annotations

import errno
import os
import stat

from ifc2f.core.words import words

LARGEST_BYTES = 1 << 30  # of a file that is read into memory whole


def require_regular(path: str | os.PathLike[str]) -> None:
    """Refuse anything but a regular file before opening it: opening a pipe waits for its writer.

    Raises
    ------
    OSError
        If it is none, or is not there.
    """
    _check(os.stat(path), path)


def read_regular(
    path: str | os.PathLike[str], largest_bytes: int = LARGEST_BYTES, magic: bytes = b""
) -> bytes:
    """Return the content of a regular file; of one that does not begin with `magic`, only its beginning.

    Parameters
    ----------
    path : str or path
        Links are followed.
    largest_bytes : int
        Size above which a file is refused.
    magic : bytes
        What files of the kind begin with.

    Raises
    ------
    OSError
        If it is no regular file, is larger, or cannot be read.
    """
    require_regular(path)
    flags = (
        os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    )
    with open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())  # of what is open now: the name may mean another file than before
        _check(status, path)
        if status.st_size > largest_bytes:
            raise OSError(
                errno.EFBIG,
                words("larger than the {n} bytes that are read", n=largest_bytes),
                os.fspath(path),
            )
        beginning = file.read(len(magic))
        return beginning + file.read(largest_bytes) if beginning == magic else beginning


def _check(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, words("not a regular file"), os.fspath(path))
