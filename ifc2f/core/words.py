"""Sentences that know their template and their values, so that they can be said in another language.

Every text that the window may show is made by :func:`words`: why a table or a
model cannot be read, what training warns of, and its steps. It is a text like any other; only the window
looks further. `gui/translations.py` collects the templates.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any


class Words(str):
    """A sentence in English, and what other languages say it from.

    Attributes
    ----------
    template : str
        As `str.format` takes it.
    values : dict
        Of its names. Texts among them may be `Words` themselves.
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, values: Mapping[str, Any]) -> Words:
        """Say a sentence; an error among its values is what it says."""
        known = {name: said_by(value) for name, value in values.items()}
        made = super().__new__(cls, template.format(**known) if known else template)
        made.template, made.values = template, known
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Words, (self.template, self.values)


def words(template: str, /, **values: Any) -> Words:
    """Say a sentence: a template, a literal that can be collected, and its values."""
    return Words(template, values)


def said_by(value: Any) -> Any:
    """Return what an error or a warning says, as `Words` if it was made of them; other values as they are."""
    if not isinstance(value, BaseException):
        return value
    if isinstance(value, OSError) and value.strerror:
        why = value.strerror
        return why if value.filename is None else words("{path}: {why}", path=str(value.filename), why=why)
    first = value.args[0] if len(value.args) == 1 else None
    return first if isinstance(first, Words) else str(value)


def parts_of(told: object) -> tuple[str | None, dict[str, Any]]:
    """Return template and values of what the library said; no template if it is made of neither."""
    if isinstance(told, Words):
        return told.template, told.values
    if isinstance(told, dict) and isinstance(told.get("template"), str):
        return told["template"], dict(told.get("values", {}))
    return None, {}


def as_json(told: object) -> Any:
    """Return what the library said as JSON, which another process can say it from."""
    told = said_by(told)
    template, values = parts_of(told)
    if template is not None:
        return {"template": template, "values": {name: as_json(value) for name, value in values.items()}}
    if hasattr(told, "item"):  # a number of NumPy's
        told = told.item()
    return told if isinstance(told, str | int | float) else str(told)


def hear_warnings() -> None:
    """Hear of every warning to users, within a block of `warnings.catch_warnings`."""
    warnings.simplefilter("always", UserWarning)
    # Said where nothing can be written to /dev/shm; nothing here uses joblib's processes.
    warnings.filterwarnings("ignore", message=r".*joblib will operate in serial mode")
