"""The names of a frame's columns, as the installed scikit-learn reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sklearn

from ifc2f.data.frames import Frame

__all__ = ["header_of"]

# Before 1.9 scikit-learn asks a frame for its names by the interchange protocol, which Polars 2 lacks.
NAMES_BY_PROTOCOL = tuple(int(part) for part in sklearn.__version__.split(".")[:2]) < (1, 9)


def header_of(frame: Frame) -> Any:
    """Return what scikit-learn reads the number and the names of a frame's columns from."""
    if NAMES_BY_PROTOCOL and not hasattr(frame.native, "__dataframe__"):
        return _Header((frame.n_rows, len(frame.labels)), frame.labels)
    return frame.native


@dataclass(frozen=True)
class _Header:
    """As much of a frame of the interchange protocol as scikit-learn asks for."""

    shape: tuple[int, int]
    labels: list[Any]

    def __dataframe__(self) -> _Header:
        return self

    def column_names(self) -> list[Any]:
        return self.labels
