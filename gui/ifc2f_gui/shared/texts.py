"""Every text a person reads passes through :func:`tr`: one file of translations covers the program."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

CONTEXT = "ifc2f"


def language() -> str:
    """Return the code of the language that the program speaks."""
    return tr("en")


def tr(text: str, /, **values: object) -> str:
    """Translate a text, then fill in its ``{named}`` values."""
    translated = QCoreApplication.translate(CONTEXT, text)
    return translated.format(**values) if values else translated
