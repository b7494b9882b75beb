"""When garbage is collected: between events, in the thread that owns the widgets."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimerEvent

INTERVAL_MS = 1000


class GarbageCollector(QObject):
    """Takes the place of Python's own moments of collection for as long as the program runs.

    Python collects reference cycles whenever enough has been allocated, in whatever thread that happens. A
    window that has been closed is such a cycle, and to delete it in another thread, or while Qt delivers an
    event to it, crashes the process. A timer of the event loop has neither danger.

    Parameters
    ----------
    parent : QObject
        The application: collection ends with it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self.startTimer(INTERVAL_MS)

    def timerEvent(self, event: QTimerEvent) -> None:
        """Collect the oldest generation that is due by Python's own thresholds, and those younger."""
        counts, thresholds = gc.get_count(), gc.get_threshold()
        due = [generation for generation in range(3) if counts[generation] > thresholds[generation]]
        if due:
            gc.collect(due[-1])
