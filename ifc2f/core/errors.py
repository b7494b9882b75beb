"""Exceptions of the package, and what a status of the C runtime becomes in Python."""

from __future__ import annotations

from ifc2f._core import ffi, lib
from ifc2f.core.words import Words


class ModelError(ValueError):
    """A model file that is not one, is damaged, or is of another version."""


def status_text(status: int) -> str:
    """Return the C runtime's text for a status."""
    return Words(ffi.string(lib.ifc2f_strerror(status)).decode("ascii"), {})


def check(status: int) -> int:
    """Return a status that is a useful value.

    Raises
    ------
    ValueError
        If the status is an error, with the runtime's text.
    """
    if status < 0:
        raise ValueError(status_text(status))
    return status


class ColumnError(ValueError):
    """A column of a table that cannot be read; the others may be.

    Attributes
    ----------
    column : str
    what : str
        What is wrong, without the ways out.
    option : str
        What settles it on the command line.
    marks : tuple of str
        The texts among its numbers that seem to stand for missing values; none with a digit, as "<5".
    limits : tuple of str
        The limits among its numbers, such as "<5", where there is no other text.
    """

    def __init__(
        self,
        text: str,
        column: str,
        option: str = "",
        marks: tuple[str, ...] = (),
        what: str = "",
        limits: tuple[str, ...] = (),
    ) -> None:
        super().__init__(text)
        self.what = what or text
        self.column = column
        self.option = option
        self.marks = marks
        self.limits = limits
