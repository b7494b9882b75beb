"""How slow the machine is at the moment: limits of processor time are told for one, and hold on others."""

import statistics
import time

MILLION = (
    0.04  # seconds that a million additions take in Python where limits are told for: an idle server of 2021
)


def _seconds() -> float:
    start, total = time.process_time(), 0
    for i in range(1_000_000):
        total += i
    return time.process_time() - start


def slowness() -> float:
    """Return how many times as long Python takes now; 1 where it takes less."""
    return max(1.0, statistics.median(_seconds() for _ in range(5)) / MILLION)
