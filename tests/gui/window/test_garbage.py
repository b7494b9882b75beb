"""Widgets die between events, in the thread that owns them; Python alone would let any thread delete them."""

import subprocess
import sys

import pytest

# A window that keeps itself alive, dropped before another thread allocates enough for many collections.
PROGRAM = """
import gc, threading, time, weakref
from ifc2f_gui.app import make_application
from PySide6.QtWidgets import QMainWindow

{start}
window = QMainWindow()
window.itself = window
alive = weakref.ref(window)
del window
kept = []
worker = threading.Thread(target=lambda: kept.extend([] for _ in range(100_000)))
worker.start()
worker.join()
print("alive" if alive() else "deleted", "after the thread")
end = time.monotonic() + 20
while alive() and time.monotonic() < end:
    application.processEvents()
    time.sleep(0.01)
print("alive" if alive() else "deleted", "after events")
"""


def what_happens(start):
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(start=start)], capture_output=True, text=True, check=True
    )
    return run.stdout.splitlines()


@pytest.mark.parametrize("before", ["", "gc.disable(); "])  # as another program does, and as `main` does
def test_a_dropped_window_waits_for_the_event_loop(before):
    start = before + "application = make_application()"
    assert what_happens(start) == ["alive after the thread", "deleted after events"]


def test_python_alone_deletes_it_in_the_thread():
    """What the program keeps from happening does happen without it: the test above could fail."""
    start = "application = make_application(); gc.enable()"
    assert what_happens(start)[0] == "deleted after the thread"
