"""How strongly an answer speaks, in words: no factor below 1, and the same words on both sides."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.influences import strength


@given(st.floats(-8.0, 8.0))
def test_what_speaks_against_is_told_by_the_factor_that_would_speak_for(log_factor):
    told, mirrored = strength(log_factor, "ill"), strength(-log_factor, "ill")
    if "either way" in told:
        assert (told, abs(log_factor) < math.log(1.06)) == (mirrored, True)
        return
    number = float(re.fullmatch(r"(?:about|over) ([\d.]+) times (?:as|less) likely", told)[1])
    assert number >= 1.05
    assert ("less" in told) == (log_factor < 0)
    assert {told, mirrored} == {re.sub("as|less", how, told, count=1) for how in ("as", "less")}
    if told.startswith("about"):
        assert number == pytest.approx(math.exp(abs(log_factor)), rel=0.25)


@pytest.mark.parametrize(
    ("factor", "told"),
    [
        (1.7, "about 1.7 times as likely"),
        (1 / 1.7, "about 1.7 times less likely"),
        (1 / 3, "about 3 times less likely"),
        (123.0, "about 120 times as likely"),
        (1e-6, "over 1000 times less likely"),
        (1.01, "equally likely either way"),
        (0.0, "possible only if not ill"),
        (math.inf, "possible only if ill"),
    ],
)
def test_factors_read_as_people_say_them(factor, told):
    assert strength(math.log(factor) if factor else -math.inf, "ill") == told
