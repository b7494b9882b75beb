"""What is doubtful in a table: cells that may mean two things, which the user settles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from ifc2f.core.checks import listed
from ifc2f.core.errors import ColumnError
from ifc2f.data.csv_file import Note
from ifc2f.data.limits import without_signs
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.texts import said, tr


@dataclass
class Doubts:
    """What the user said of cells that can be read in more than one way; `read_table` takes both.

    Attributes
    ----------
    missing_marks : list of str
        Texts that stand for missing values, besides the usual ones.
    limits_as_numbers : list of str
        Columns in which "<0.5" among numbers is read as 0.5.
    """

    missing_marks: list[str] = field(default_factory=list)
    limits_as_numbers: list[str] = field(default_factory=list)


def ask_about(errors: Sequence[ColumnError], doubts: Doubts, window: QWidget) -> list[str]:
    """Ask how the first column that cannot be read is to be, and remember it; of limits, all that have any.

    Returns
    -------
    list of str
        The columns to leave out.

    Raises
    ------
    ColumnError
        On "Cancel".
    """
    first = errors[0]
    asked = [error for error in errors if error.limits] if first.limits else [first]
    is_one = len(asked) == 1
    out, cancel = tr("Leave the column out") if is_one else tr("Leave these columns out"), tr("Cancel")
    options = [out, cancel]
    if first.marks:
        shown = ", ".join(tr("“{text}”", text=mark) for mark in first.marks)
        options.insert(0, tr("Missing: {marks}", marks=shown))
    elif first.limits:
        text = first.limits[0]
        options.insert(0, tr("Read “{text}” as {number}", text=text, number=without_signs([text])[0]))
    why = said(first.what) if is_one else _columns_with_limits(asked)
    text = tr("{why}\n\nHow is the table to be read?", why=why)
    last = len(options) - 1
    chosen = prompts.choose(window, tr("Choose a table"), text, options, cancel=last)
    if chosen == last:
        raise first
    if chosen == last - 1:
        return [error.column for error in asked]
    doubts.missing_marks += first.marks
    doubts.limits_as_numbers += [error.column for error in asked if error.limits]
    return []


def _columns_with_limits(errors: Sequence[ColumnError]) -> str:
    """Name the columns in which limits are among the numbers, with the first of each."""
    told = (tr("{column} (“{text}”)", column=error.column, text=error.limits[0]) for error in errors)
    return tr("These columns have limits among their numbers: {columns}.", columns=", ".join(told))


def in_words(note: Note) -> str:
    """Say what the reader of the table noted, in the user's language."""
    if note.kind == "limits":
        column, n, example = note.what
        values = {"column": str(column), "n": n, "example": str(example)}
        return tr("{column}: cells such as “{example}” are read as the number alone ({n}).", **values)
    if note.kind == "sheets":
        read, *others = map(str, note.what)
        told = ", ".join(tr("“{text}”", text=name) for name in others)
        return tr("The sheet “{read}” is read, and not {others}.", read=read, others=told)
    words = {
        "no names": tr("Without a name in the header: {what}."),
        "numbers as names": tr("The first line is read as names, but holds {what}."),
    }
    return words.get(note.kind, str(note)).format(what=said(listed(note.what)))
