"""Texts that stand for numbers: dates, times, money, percent, thousands; and those that are not certain."""

import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.data.times import DAYS, SECONDS
from ifc2f.data.written import numbers_of

CERTAIN = [
    (["2024-01-31", "2024-2-1 12:00"], [19753, 19754.5], DAYS),
    (["2024/01/31"], [19753], DAYS),
    (["31.1.2024"], [19753], DAYS),
    (["2024-01-31T06:00:00Z", "1969-12-31"], [19753.25, -1], DAYS),
    (["14:30", "7:05:01.5"], [52200, 25501.5], SECONDS),
    (["12 %", "3.5%"], [12, 3.5], "%"),
    (["12,5 %", "-1 %"], [12.5, -1], "%"),
    (["$1,234", "-$5.50", "$12"], [1234, -5.5, 12], "$"),
    (["£1.234"], [1.234], "£"),
    (["5,20 €", "1.234,50 €"], [5.2, 1234.5], "€"),
    (["EUR 7", "EUR -8.5"], [7, -8.5], "EUR"),
    (["1 234", "5"], [1234, 5], None),
    (["1\u202f234,5", "1\u00a0000"], [1234.5, 1000], None),
    (["1'234.5"], [1234.5], None),
    (["1,234,567", "3"], [1234567, 3], None),
    (["1,234.5", "12"], [1234.5, 12], None),
    (["0,5", "1,25"], [0.5, 1.25], None),
]
NOT_CERTAIN = [
    ["1,234"], ["1.234 €"], ["1,234", "$5"], ["5 €", "6 $"], ["12 %", "12"], ["03/04/2024"], ["2024-02-30"],
    ["25:00"], ["2024-01-31", "soon"], ["1.2.3"], ["1 23"], ["12 34 567"], ["yes"], ["-"], ["%"], ["$"],
    ["1.2.2024 x"], ["1_000 %"], ["20240131T"], ["1,2345,678"],
]  # fmt: skip


@pytest.mark.parametrize(("cells", "numbers", "unit"), CERTAIN)
def test_what_is_certain_becomes_numbers(cells, numbers, unit):
    found = numbers_of(cells)
    assert found.numbers.tolist() == numbers
    assert found.unit == unit


@pytest.mark.parametrize("cells", NOT_CERTAIN)
def test_what_is_not_certain_does_not(cells):
    assert numbers_of(cells) is None


@given(
    st.lists(st.integers(-(10**9), 10**9), min_size=1),
    st.sampled_from([(",", "."), (" ", ","), (".", ","), ("'", ".")]),
)
def test_thousands_are_read_as_they_are_written(numbers, style):
    group, point = style
    cells = [f"{number:,}.5".replace(",", "G").replace(".", point).replace("G", group) for number in numbers]
    found = numbers_of(cells)
    assert found is not None, "a decimal that is no group of three digits leaves one way to read it"
    assert found.numbers.tolist() == [float(f"{number}.5") for number in numbers]


@given(
    st.dates(datetime.date(1800, 1, 1), datetime.date(2200, 1, 1)),
    st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d"]),
)
def test_days_are_counted_as_the_calendar_does(date, pattern):
    found = numbers_of([date.strftime(pattern)])
    assert found.numbers.tolist() == [(date - datetime.date(1970, 1, 1)).days]


@given(st.lists(st.text("0123456789.,' :-/%$€TZ", max_size=12), min_size=1, max_size=4))
def test_any_texts_are_numbers_or_none(cells):
    found = numbers_of(cells)
    assert found is None or np.isfinite(found.numbers).all()
