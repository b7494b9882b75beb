"""Numbers as people write them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ifc2f_gui.shared.numbers import edge, editable, fixed, percent, plain, probability, read_number, signed
from PySide6.QtCore import QLocale


@pytest.fixture
def german():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5,4", 5.4),
        ("5.4", 5.4),
        (" 37 ", 37.0),
        ("-3,25", -3.25),
        ("−3.25", -3.25),
        ("+7", 7.0),
        ("0,123", 0.123),
        ("0.123", 0.123),
        ("1.234,5", 1234.5),
        ("1,234.5", 1234.5),
        ("1,234,567", 1234567.0),
        ("1234,567", 1234.567),
        ("12,3456", 12.3456),
        ("1\u00a0234", 1234.0),
        ("1’234.5", 1234.5),
        ("1e3", 1000.0),
        ("٣٧", 37.0),
        ("5.", 5.0),
        (".5", 0.5),
    ],
)
def test_what_is_clear_is_read(text, value):
    assert read_number(text).values == (value,)


@pytest.mark.parametrize(
    ("text", "values"), [("1,234", (1.234, 1234.0)), ("1.234", (1.234, 1234.0)), ("12.500", (12.5, 12500.0))]
)
def test_what_has_two_meanings_is_not_guessed(text, values):
    assert read_number(text).values == values


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "enter a number"),
        ("   ", "enter a number"),
        ("warm", "not a number"),
        ("12 mm", "the number alone"),
        ("3 4", "one number only"),
        ("3\n4", "one number only"),
        ("3⏎4", "not a number"),
        ("1.2.3", "not a number"),
        ("1,23,4", "not a number"),
        ("1,2.3,4", "not a number"),
        ("nan", "not a number"),
        ("inf", "not a number"),
        ("1e400", "too large"),
        ("9" * 60, "too large"),
        ("--3", "not a number"),
        ("0x10", "not a number"),
        ("1_000", "not a number"),
        (",", "not a number"),
    ],
)
def test_what_is_no_number_is_refused_in_words(text, problem):
    reading = read_number(text)
    assert reading.values == ()
    assert problem in reading.problem


@given(st.text(max_size=20))
def test_any_text_is_a_finite_number_or_has_a_problem(text):
    reading = read_number(text)
    assert all(math.isfinite(value) for value in reading.values)
    assert bool(reading.values) != bool(reading.problem)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_a_number_shown_is_read_as_itself(value):
    assert value in map(np.float32, read_number(f"{value!r}").values)


def test_probabilities_that_are_not_certain_are_not_shown_as_certain():
    assert probability(0.0) == "0.000"
    assert probability(1e-9) == "<0.001"
    assert probability(0.99999) == ">0.999"
    assert probability(1.0) == "1.000"
    assert probability(np.float32(0.8714)) == "0.871"


def test_an_edge_between_two_short_numbers_is_shown_short():
    """However single precision rounds it: 8.3, not 8.299999."""
    rng = np.random.default_rng(1)
    for decimals in (1, 2, 3):
        low = rng.integers(1, 10**5, 300)
        high = low + 2 * rng.integers(1, 20, 300)
        ends = np.float32([low / 10**decimals, high / 10**decimals]).astype(float)
        shown = [edge(middle) for middle in np.float32(0.5 * (ends[0] + ends[1]))]
        assert shown == [plain(middle / 10**decimals) for middle in (low + high) // 2]
    assert edge(np.float32(1.234567)) == "1.234567"


def test_numbers_are_shown_in_the_locale(german):
    assert fixed(1234.5, 2) == "1234,50"
    assert probability(0.25) == "0,250"
    assert plain(5.4) == "5,4"
    assert percent(0.123) == "12,3"
    assert signed(-6.04, 1) == "−6,0"


def test_a_figure_that_rounds_to_zero_has_no_sign():
    assert fixed(-0.0001, 2) == "0.00"
    assert fixed(-0.25, 2) == "−0.25"


@pytest.mark.parametrize("entered", [1.234, 0.1234567891, 1234.0, 1e-7, 123456789.125])
def test_a_number_comes_back_for_editing_with_all_its_digits_and_one_meaning(entered):
    text = editable(entered)
    assert read_number(text).values == (entered,)
