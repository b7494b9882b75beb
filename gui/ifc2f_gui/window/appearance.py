"""Text size and colours: as the settings remember them, and as the system wants them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ifc2f_gui.shared import theme
from ifc2f_gui.window.settings import Settings

STEP, SMALLEST, LARGEST = 0.1, 0.7, 2.5  # of the text, 1 for the system's size


class Appearance(QObject):
    """Applies the settings to the application, at once and after every change.

    `changed` is sent afterwards: widgets with their own colours must be drawn again.
    """

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self.settings = settings
        theme.apply(settings.scheme, settings.zoom)

    def larger(self) -> None:
        """Enlarge the text."""
        self.set_zoom(self.settings.zoom + STEP)

    def smaller(self) -> None:
        """Make the text smaller."""
        self.set_zoom(self.settings.zoom - STEP)

    def normal(self) -> None:
        """Show the text in the system's size."""
        self.set_zoom(1.0)

    def set_zoom(self, zoom: float) -> None:
        """Set the text size, 1 for the system's."""
        self.settings.set_zoom(round(min(LARGEST, max(SMALLEST, zoom)), 2))
        self._restyle()

    def set_scheme(self, name: str) -> None:
        """Set the colours: "light", "dark" or "system"."""
        self.settings.set_scheme(name)
        self._restyle()

    def follow_system(self) -> None:
        """Take the system's colours anew, unless the user chose others."""
        if self.settings.scheme == "system":
            self._restyle()

    def _restyle(self) -> None:
        theme.apply(self.settings.scheme, self.settings.zoom)
        self.changed.emit()
