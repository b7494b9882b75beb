"""What a model expects of itself beside what was measured, in words."""

import pytest
from ifc2f_gui.shared.numbers import amount, with_unit
from ifc2f_gui.training.results import beside_estimate


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (10.0, "Chance alone"),
        (12.5, "more than chance would usually explain. Rely on the measured cost"),
        (8.5, "Chance alone"),  # mistakes that the rows do not show
        (7.5, "the model overestimates its costs"),
    ],
)
def test_the_estimate_is_told_beside_the_measured_cost(measured, words):
    estimate = {"mean_cost": 10.0, "margin": 1.0, "unseen": 1.0}
    result = {"mean_cost": measured, "estimate": estimate, "unit_of_costs": "euros"}
    text = beside_estimate(result)
    assert words in text
    assert "expects a cost of 10.00\u00a0euros per case" in text
    assert f"; {amount(measured)}\u00a0euros was measured" in text


def test_costs_have_four_digits_and_never_fewer_than_before_the_point():
    shown = [amount(value) for value in (0.0, 0.01234, 0.5, 12.3456, 1234.5, 98765.4)]
    assert shown == ["0.0000", "0.0123", "0.5000", "12.35", "1235", "98765"]
    assert with_unit("3", "") == "3"
