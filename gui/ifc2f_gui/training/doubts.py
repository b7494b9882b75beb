"""What is doubtful in a table: cells that may mean two things, which the user settles."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from ifc2f.core.checks import listed
from ifc2f.core.errors import ColumnError
from ifc2f.data.csv_file import Note
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.texts import said, tr


@dataclass
class Doubts:
    """What the user said of cells that can be read in more than one way; `read_table` takes both.

    Attributes
    ----------
    missing_marks : list of str
        Texts that stand for missing values, besides the usual ones.
    limits_as_numbers : bool
        Whether "<0.5" among numbers is read as 0.5.
    """

    missing_marks: list[str] = field(default_factory=list)
    limits_as_numbers: bool = False


def ask_about(error: ColumnError, doubts: Doubts, window: QWidget) -> bool:
    """Ask how a column is to be read, and remember it; False: not at all. Raises the error on "Cancel"."""
    out, cancel = tr("Leave the column out"), tr("Cancel")
    options = [out, cancel]
    if error.marks:
        shown = ", ".join(tr("“{text}”", text=mark) for mark in error.marks)
        options.insert(0, tr("Missing: {marks}", marks=shown))
    elif error.limits:
        text = error.limits[0]
        options.insert(0, tr("Read “{text}” as {number}", text=text, number=text.lstrip("<≤>≥= ")))
    text = tr("{why}\n\nHow is the table to be read?", why=said(error.what))
    last = len(options) - 1
    chosen = prompts.choose(window, tr("Choose a table"), text, options, cancel=last)
    if chosen == last:
        raise error
    if chosen == 0 and error.marks:
        doubts.missing_marks += error.marks
    elif chosen == 0 and error.limits:
        doubts.limits_as_numbers = True
    return chosen == 0 and len(options) > 2


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
