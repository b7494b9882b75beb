"""What a model expects of itself beside what was measured, in words."""

import pytest
from ifc2f_gui.shared.numbers import decimals_of, fixed, with_unit
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
    assert "expected a cost of 10.00\u00a0euros per case" in text
    assert f"; {fixed(measured, 2)}\u00a0euros was measured" in text


def test_costs_show_two_digits_of_the_smallest_and_at_least_two_decimals():
    assert [decimals_of(cost) for cost in (100.0, 1.0, 0.1, 0.025, 0.01, 1e-9)] == [2, 2, 2, 3, 3, 6]
    assert with_unit("3", "") == "3"
