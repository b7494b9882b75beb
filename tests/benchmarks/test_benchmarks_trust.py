"""What is said of how sure a model is, on numbers that one can add up by hand."""

import numpy as np
import pytest

from benchmarks.trust import calibration_error


def test_the_calibration_error_weighs_bins_by_their_rows():
    probability = np.array([0.95, 0.95, 0.95, 0.95, 0.55])
    is_right = np.array([1.0, 1.0, 1.0, 0.0, 1.0])
    assert calibration_error(probability, is_right) == pytest.approx((4 * 0.2 + 0.45) / 5)


def test_one_that_is_as_sure_as_it_is_right_has_no_error():
    probability = np.repeat([0.5, 0.75, 1.0], 4)
    is_right = np.array([1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1], dtype=float)
    assert calibration_error(probability, is_right) == pytest.approx(0.0)
