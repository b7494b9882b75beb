"""Warnings that name the line of the user, however many calls lie between it and the warning."""

from __future__ import annotations

import sys
import warnings

__all__ = ["warn_caller"]

BETWEEN = frozenset({"ifc2f", "joblib", "sklearn"})  # packages whose lines the user did not write


def warn_caller(text: str) -> None:
    """Warn at the innermost line that belongs to none of the packages in `BETWEEN`."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and _package(frame.f_globals) in BETWEEN:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, stacklevel=level)


def _package(names: dict[str, object]) -> str:
    return str(names.get("__name__", "")).partition(".")[0]
