"""Every text a person reads passes through :func:`tr` or :func:`said`: one table of translations."""

from __future__ import annotations

import errno
import os
import re
from string import Formatter
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from ifc2f.core.words import parts_of, said_by

CONTEXT = "ifc2f"
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_BEFORE_UNIT = re.compile(r" (?=%)|(?<=\}) (?=\{unit\})")
_TURNING, _ISOLATING = re.compile("[\u202a-\u202e]"), re.compile("[\u2066-\u2069]")
# Options of the command line, and what is to be done by them.
_OPTION = re.compile(
    r"(?:, or [^;,()]*)? \((?:\{option\}|[^()]*--[^()]*)\)|; this settles all of them: \{options\}"
)


def language() -> str:
    """Return the code of the program's language."""
    return tr("en")


def tr(text: str, /, **values: object) -> str:
    """Translate a text, then fill in its ``{named}`` values."""
    translated = _kept_together(QCoreApplication.translate(CONTEXT, text))
    return (
        translated.format(**{name: _isolated(value) for name, value in values.items()})
        if values
        else translated
    )


def _kept_together(text: str) -> str:
    """Let no line begin with a per cent sign or a unit, which would be read as the next word's."""
    return _BEFORE_UNIT.sub("\u00a0", text)


def _isolated(value: object) -> object:
    """Let a text keep its direction to itself: else "0.1 → 0.4" after an Arabic name runs to the left too."""
    if not isinstance(value, str):
        return value
    bare = _TURNING.sub("", value)
    if not _are_closed(bare):
        bare = _ISOLATING.sub("", bare)
    return f"\u2068{bare}\u2069" if _RIGHT_TO_LEFT.search(bare) else bare


def _are_closed(text: str) -> bool:
    """Return whether each mark of a direction is closed by another."""
    n_open = 0
    for mark in _ISOLATING.findall(text):
        n_open += -1 if mark == "\u2069" else 1
        if n_open < 0:
            return False
    return n_open == 0


# ---- What the library says --------------------------------------------------------------------------------


def said(told: object) -> str:
    """Return what the library or the system said, an error, a warning or a step, in the user's language.

    Parameters
    ----------
    told : Words, str, exception or dict
        From another process it is a dict, as `as_json` makes it.
    """
    told = said_by(told)
    template, values = parts_of(told)
    if template is None:
        return _of_system().get(str(told), str(told))
    translated = QCoreApplication.translate(CONTEXT, template)
    if translated == template:  # English; translators leave out what a window does not have
        translated = _OPTION.sub("", translated)
    translated = _kept_together(translated)
    return _Local().vformat(translated, (), {name: _value(value) for name, value in values.items()})


def sentence(told: object) -> str:
    """Return a text of the library as a full sentence."""
    text = said(told)
    return f"{text[:1].upper()}{text[1:]}."


def reason(error: OSError) -> str:
    """Return why the system refused a file, without its name."""
    return said(error.strerror or str(error))


def _value(value: object) -> object:
    return said(value) if isinstance(value, str | dict) else value


class _Local(Formatter):
    """Writes fractions as the user's region does."""

    def format_field(self, value: Any, format_spec: str) -> str:
        written = str(super().format_field(value, format_spec))
        is_fraction = isinstance(value, float) or hasattr(value, "dtype")
        return written.replace(".", QLocale().decimalPoint()) if is_fraction else written


def _of_system() -> dict[str, str]:
    """Return why the system refuses a file, by what it says in English."""
    reasons = {
        errno.ENOENT: tr("there is no such file or folder"),
        errno.EACCES: tr("permission is denied"),
        errno.EPERM: tr("permission is denied"),
        errno.EISDIR: tr("it is a folder"),
        errno.ENOTDIR: tr("a part of its path is not a folder"),
        errno.ENOSPC: tr("the disk is full"),
        errno.EROFS: tr("the disk is read-only"),
        errno.ENAMETOOLONG: tr("its name is too long"),
        errno.EIO: tr("the disk failed"),
    }
    return {os.strerror(number): text for number, text in reasons.items()}


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many letters: its beginning and an ellipsis where it would have more."""
    return text if len(text) <= most else text[: most - 1] + "…"


def in_one_line(text: str) -> str:
    """Return a text whose lines are joined by blanks."""
    return " ".join(text.split())


def tidied(text: str) -> str:
    """Return a text with its lines, but without blanks at their ends and empty lines at its own."""
    return "\n".join(map(in_one_line, text.strip().splitlines()))
