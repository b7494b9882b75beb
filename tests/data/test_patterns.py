"""What texts of cells are compared with takes time in proportion to their length, whatever they hold."""

import itertools
import re
import time
from importlib import import_module
from pkgutil import iter_modules

import pytest

import ifc2f.data

BEGINNINGS = ("", "1", "<5", "a", "2020-01-01", "12:00", "$", "-1.", '"', "(")
REPEATED = (" ", "5", ".", ",", "'", "1,", "1 ", "x", '""', "0:", "-1")
ENDS = ("x", "!")
N_TIMES = 4000  # of what is repeated
MOST_SECONDS = 0.08  # all patterns take less than 0.005; one that tries every pair of places takes 0.2


def patterns():
    """Yield the patterns of the folder's modules by their names."""
    for module in iter_modules(ifc2f.data.__path__, "ifc2f.data."):
        for name, value in vars(import_module(module.name)).items():
            if isinstance(value, re.Pattern):
                yield pytest.param(value, id=f"{module.name.rpartition('.')[2]}.{name}")


def seconds(pattern, text):
    start = time.process_time()
    pattern.fullmatch(text)
    return time.process_time() - start


@pytest.mark.parametrize("pattern", patterns())
def test_no_text_takes_a_pattern_long(pattern):
    slow = []
    for beginning, repeated, end in itertools.product(BEGINNINGS, REPEATED, ENDS):
        text = beginning + repeated * N_TIMES + end
        of_kind = text.encode() if isinstance(pattern.pattern, bytes) else text
        if min(seconds(pattern, of_kind) for _ in range(2)) > MOST_SECONDS:
            slow.append((beginning, repeated, end))
    assert slow == []
