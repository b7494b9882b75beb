"""Small odd files: our reader and that of pandas, whose frame follows the same rules, give the same table."""

import io

import numpy as np
import pandas as pd
import pytest

from ifc2f.data.frames import Numbers, frame_of
from ifc2f.data.table import read_table

COLUMNS = {  # the cells of a column, and what they are read as
    "whole": (["1", "2", "-3", "+4"], [1, 2, -3, 4]),
    "decimals": (["1.5", ".5", "2.", "1e3"], [1.5, 0.5, 2, 1000]),
    "blanks around": ([" 1", "2 ", "\t3", " 4 "], [1, 2, 3, 4]),
    "question marks": (["1", "?", "3", "?"], [1, None, 3, None]),
    "empty cells": (["1", "", "3", " "], [1, None, 3, None]),
    "NA": (["NA", "2", "N/A", "n/a"], [None, 2, None, None]),
    "more marks": (["#N/A", "<NA>", "NULL", "4"], [None, None, None, 4]),
    "small marks": (["nan", "null", "None", "4"], [None, None, None, 4]),
    "nothing": (["", "?", "NA", ""], [None] * 4),
    "leading zeros": (["007", "010", "1", "2"], [7, 10, 1, 2]),
    "large": (["2400000000", "2400000100", "9007199254740993", "1"], [2.4e9, 2400000100.0, 2.0**53, 1]),
    "tiny": (["1e-300", "0", "-0.0", "1e-320"], [1e-300, 0, 0, 1e-320]),
    "dates": (["2024-01-31", "2024-02-01", "?", "1970-01-01"], [19753, 19754, None, 0]),
    "dates with blanks": ([" 2024-1-31", "2024-02-01 ", "1970-1-1 12:00", ""], [19753, 19754, 0.5, None]),
    "dates with slashes": (["2024/01/31", "1970/01/02", "", "1970/1/1"], [19753, 1, None, 0]),
    "dates with points": (["31.1.2024", "02.01.1970", "1.1.1970", ""], [19753, 1, 0, None]),
    "moments": (["2024-01-31T06:00:00Z", "1970-01-01T12:00", "", "1970-01-01"], [19753.25, 0.5, None, 0]),
    "times": (["14:30", "7:05:01.5", "0:00", "?"], [52200, 25501.5, 0, None]),
    "percent": (["5 %", "7.5%", "-1 %", ""], [5, 7.5, -1, None]),
    "dollars": (["$5", "$1234.50", "-$1", "$0"], [5, 1234.5, -1, 0]),
    "euros": (["5 €", "7 €", "1.50 €", "0 €"], [5, 7, 1.5, 0]),
    "codes of money": (["EUR 5", "EUR 7.5", "EUR 0", "EUR -1"], [5, 7.5, 0, -1]),
    "blanks between thousands": (["1 234", "12", "1 234 567", "0"], [1234, 12, 1234567, 0]),
    "narrow blanks": (["1\u202f234", "1\u00a0000", "5", "6"], [1234, 1000, 5, 6]),
    "apostrophes": (["1'234", "12", "1’000", "2.5"], [1234, 12, 1000, 2.5]),
    "points between thousands": (["1.234.567", "1.000.000", "2.000.000", "5"], [1234567, 1e6, 2e6, 5]),
    "texts": (["red", "blue", "red", "green"], ["red", "blue", "red", "green"]),
    "texts with marks": (["red", "?", "", "NA"], ["red", None, None, None]),
    "texts with blanks": ([" red", "red ", "light red", "red"], ["red", "red", "light red", "red"]),
    "True": (["True", "False", "True", ""], ["True", "False", "True", None]),
    "TRUE": (["TRUE", "True", "true", "No"], ["TRUE", "True", "true", "No"]),
    "yes": (["Yes", "yes", "no", "No "], ["Yes", "yes", "no", "No"]),
    "intervals": (["1-2", "3-4", "5+", "<1"], ["1-2", "3-4", "5+", "<1"]),
    "uncertain dates": (["03/04/2024", "1/2/2024", "", "x"], ["03/04/2024", "1/2/2024", None, "x"]),
    "no dates": (["2024-02-30", "2024-13-01", "", "x"], ["2024-02-30", "2024-13-01", None, "x"]),
    "two currencies": (["$5", "5 €", "$6", "6 €"], ["$5", "5 €", "$6", "6 €"]),
    "underscores": (["1_000", "2_000", "1_000", "x"], ["1_000", "2_000", "1_000", "x"]),
    "versions": (["1.2.3", "1.2.4", "1.2.3", "2.0.0"], ["1.2.3", "1.2.4", "1.2.3", "2.0.0"]),
    "umlauts": (["ü", "Ä", "ß", "ü"], ["ü", "Ä", "ß", "ü"]),
    "emoji": (["😀", "😀", "", "☠"], ["😀", "😀", None, "☠"]),
    "long": (["x" * 500, "y" * 500, "x" * 500, ""], ["x" * 500, "y" * 500, "x" * 500, None]),
}  # fmt: skip
WITH_COMMA = {  # where a comma is in the cells, which are quoted, or separated otherwise
    "thousands": (["1,234.5", "567", "1,000.0", "8"], [1234.5, 567, 1000, 8]),
    "millions": (["1,234,567", "5", "6", "1,000,000"], [1234567, 5, 6, 1e6]),
    "dollars": (["$1,234", "$5", "-$1,000.50", ""], [1234, 5, -1000.5, None]),
    "decimal commas in percent": (["5,5 %", "7 %", "1,25 %", ""], [5.5, 7, 1.25, None]),
    "decimal commas in euros": (["1.234,50 €", "5,00 €", "7,5 €", "1 €"], [1234.5, 5, 7.5, 1]),
    "quoted": (['a "b"', "c,d", "e", ""], ['a "b"', "c,d", "e", None]),
    "lines": (["a\nb", "c", "d", "c"], ["a\nb", "c", "d", "c"]),
}  # fmt: skip
GERMAN = {
    "decimal commas": (["1,5", "2", "-0,25", ""], [1.5, 2, -0.25, None]),
    "and points": (["1,234", "1.234,5", "2.000,25", "7,5"], [1.234, 1234.5, 2000.25, 7.5]),
    "and blanks": (["1 234,5", "7,5", "1 000,0", ""], [1234.5, 7.5, 1000, None]),
}  # fmt: skip
FILES = {  # how a file is written, and its first column and the class
    "commas": (",", "utf-8", "\n"),
    "semicolons": (";", "utf-8", "\n"),
    "tabs, lines of Windows": ("\t", "utf-8", "\r\n"),
    "bars, UTF-8 with a mark": ("|", "utf-8-sig", "\n"),
    "UTF-16": (",", "utf-16", "\r\n"),
}
CASES = [
    *((name, *COLUMNS[name], how) for how, name in zip([*FILES] * len(COLUMNS), COLUMNS, strict=False)),
    *((name, *WITH_COMMA[name], how) for how in ("commas", "tabs, lines of Windows") for name in WITH_COMMA),
    *((name, *GERMAN[name], "semicolons") for name in GERMAN),
]


def written(cells, how):
    """Return a file of two columns, of which the second tells how it is written."""
    separator, encoding, end = FILES[how]

    def quoted(cell):
        odd = any(mark in cell for mark in (separator, '"', "\n"))
        return '"' + cell.replace('"', '""') + '"' if odd else cell

    rows = [separator.join([quoted(cell), label]) for cell, label in zip(["x", *cells], "ypqpq", strict=True)]
    return (end.join(rows) + end).encode(encoding)


def cells_of(column):
    """Return cells as a list, None where one is missing."""
    return [None if cell is None or cell != cell else cell for cell in column.tolist()]


@pytest.mark.parametrize(
    ("name", "cells", "expected", "how"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_file_and_a_frame_give_the_same_table(name, cells, expected, how, tmp_path):
    content = written(cells, how)
    (tmp_path / "t.csv").write_bytes(content)
    table = read_table(tmp_path / "t.csv", separator=FILES[how][0])
    assert cells_of(table["x"]) == expected
    separator, encoding, _ = FILES[how]
    # As it comes, with what pandas makes of it, and all cells as texts.
    for texts in ({}, {"dtype": str, "keep_default_na": False}):
        if name in GERMAN and not texts:
            texts = {"decimal": ","}
        frame = frame_of(pd.read_csv(io.BytesIO(content), sep=separator, encoding=encoding, **texts))
        column = frame.column(0)
        is_number = isinstance(column, Numbers) or column.is_numeric
        if all(cell is None or isinstance(cell, str) for cell in expected) and any(expected):
            assert not is_number
            assert cells_of(np.array(column.texts().tolist(), dtype=object)) == expected
        else:
            assert cells_of(column.numbers("x").astype(float)) == expected
        assert frame.units(()) == {} or frame.units(()) == dict(table.units)
