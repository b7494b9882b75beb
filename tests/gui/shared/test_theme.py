"""Colours stand out from their ground, in light and dark, and are not the only cue."""

import itertools

import pytest
from contrasts import contrast
from ifc2f_gui.shared import theme
from ifc2f_gui.shared.symbols import SYMBOLS


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(qapp, scheme):
    theme.apply(scheme, 1.0)
    c = theme.colours()
    assert c.dark == (scheme == "dark")
    for ground in (c.card, c.ground):
        assert contrast(c.text, ground) > 7
        assert contrast(c.quiet, ground) > 4.5
        assert contrast(c.bad, ground) > 4.5
    assert contrast(c.on_accent, c.accent) > 4.5
    assert contrast(c.text, c.notice) > 7
    for colour in c.classes:
        assert contrast(colour, c.card) > 3
    theme.apply("system", 1.0)


def test_no_two_of_many_classes_look_alike(qapp):
    acquisition = [(theme.class_colour(i).name(), theme.class_symbol(i)) for i in range(24)]
    assert all(a != b for a, b in itertools.combinations(acquisition, 2))
    assert all(a != b for a, b in itertools.combinations(SYMBOLS, 2))


def test_symbols_have_one_size_about_the_middle():
    for symbol in SYMBOLS:
        bounds = symbol.boundingRect()
        assert 0.8 < max(bounds.width(), bounds.height()) <= 1.01
        assert abs(bounds.center().x()) < 0.06
        assert abs(bounds.center().y()) < 0.06
