"""What is remembered between starts: recent models, how the window looks; recent cases only if wanted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

_MOST = 8


class Settings:
    """Remembered choices. Of cases, only the paths of their files are kept, and only if the user opted in.

    Parameters
    ----------
    store : QSettings, optional
        Default: the user's.
    """

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store or QSettings("ifc2f", "ifc2f")

    @property
    def recent_models(self) -> list[str]:
        """Paths of models opened last, the latest first."""
        return self._paths("recent/models")

    def add_model(self, path: str) -> None:
        """Remember a model's path."""
        self._add("recent/models", path)

    @property
    def keeps_cases(self) -> bool:
        """Whether the user wants recent cases remembered."""
        return bool(self._store.value("recent/keep_cases", False, type=bool))

    def keep_cases(self, keep: bool) -> None:
        """Remember recent cases from now on, or forget them all."""
        self._store.setValue("recent/keep_cases", keep)
        if not keep:
            self.clear_cases()

    @property
    def recent_cases(self) -> list[str]:
        """Paths of cases opened last."""
        return self._paths("recent/cases") if self.keeps_cases else []

    def add_case(self, path: str) -> None:
        """Remember a case's path if the user opted in."""
        if self.keeps_cases:
            self._add("recent/cases", path)

    def clear_cases(self) -> None:
        """Forget recent cases."""
        self._store.remove("recent/cases")
        self._store.sync()

    @property
    def scheme(self) -> str:
        """ "light", "dark", or "system"."""
        return str(self._store.value("view/scheme", "system"))

    def set_scheme(self, scheme: str) -> None:
        """Remember the colours."""
        self._store.setValue("view/scheme", scheme)

    @property
    def zoom(self) -> float:
        """Text size, 1.0 for the system's."""
        try:
            zoom = float(str(self._store.value("view/zoom", 1.0)))
        except ValueError:
            return 1.0
        return min(2.5, max(0.7, zoom))

    def set_zoom(self, zoom: float) -> None:
        """Remember the text size."""
        self._store.setValue("view/zoom", zoom)

    @property
    def geometry(self) -> QByteArray:
        """Where the window stood, as Qt writes it; empty at the first start."""
        found = self._store.value("view/geometry")
        return found if isinstance(found, QByteArray) else QByteArray()

    def set_geometry(self, geometry: QByteArray) -> None:
        """Remember where the window stands."""
        self._store.setValue("view/geometry", geometry)

    @property
    def splits(self) -> list[QByteArray]:
        """How the window's columns and rows were divided; empty until the user moves them."""
        found = self._store.value("view/splits", [])
        return [state for state in found if isinstance(state, QByteArray)] if isinstance(found, list) else []

    def set_splits(self, states: list[QByteArray]) -> None:
        """Remember how columns and rows are divided."""
        self._store.setValue("view/splits", states)

    def _paths(self, key: str) -> list[str]:
        given = self._store.value(key, [])
        paths = [given] if isinstance(given, str) else given if isinstance(given, list) else []
        return [path for path in paths if isinstance(path, str) and Path(path).exists()]

    def _add(self, key: str, path: str) -> None:
        whole = str(Path(path).resolve())
        others = [other for other in self._paths(key) if other != whole]
        self._store.setValue(key, [whole, *others][:_MOST])
        self._store.sync()
