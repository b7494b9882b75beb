"""Days and times as the user's region writes them, from those of records, which are ISO 8601."""

from __future__ import annotations

import re

from PySide6.QtCore import QDate, QDateTime, QLocale

from ifc2f_gui.shared.texts import tr

_SHORT = QLocale.FormatType.ShortFormat
_BLANKS = re.compile("[\u00a0\u202f]")


def shown_day(day: QDate) -> str:
    """Return a day with its whole year."""
    written = QLocale().dateFormat(_SHORT)
    if "yyyy" not in written:
        written = written.replace("yy", "yyyy")
    return QLocale().toString(day, written)


def shown_time(time: str, seconds: bool = False) -> str:
    """Return day and time of day of a record's time, as they were where it was recorded."""
    return ", ".join(filter(None, [day_of(time), time_of_day(time, seconds)]))


def day_of(time: str) -> str:
    """Return the day of a record's time; what is none as it is."""
    day = QDate.fromString(time[:10], "yyyy-MM-dd")
    return shown_day(day) if day.isValid() else time


def time_of_day(time: str, seconds: bool = True) -> str:
    """Return the time of day of a record's time; an empty text if it has none."""
    moment = QDateTime.fromString(time[:19], "yyyy-MM-ddTHH:mm:ss")
    written = QLocale().timeFormat(_SHORT)
    if seconds and "ss" not in written:
        written = re.sub(r"(\W)mm", r"\1mm\1ss", written)
    return _BLANKS.sub(" ", QLocale().toString(moment.time(), written)) if moment.isValid() else ""


def offset_of(time: str) -> str:
    """Return how far a record's time is ahead of UTC; an empty text if it does not tell."""
    offset = time[19:]
    return tr("UTC{offset}", offset=offset) if re.fullmatch(r"[+-]\d\d:\d\d", offset) else ""
