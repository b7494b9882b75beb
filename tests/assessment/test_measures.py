"""Measures of agreement against figures worked out by hand or published."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f.assessment.measures import (
    brier_score,
    confusion,
    expected_calibration_error,
    reliability,
    wilson_interval,
)


@pytest.mark.parametrize(
    ("n_right", "n", "interval"),
    [
        (81, 263, (0.2553, 0.3662)),  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
    ],
)
def test_wilson_interval_is_the_published_one(n_right, n, interval):
    assert wilson_interval(n_right, n) == pytest.approx(interval, abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_interval_holds_the_share_and_mirrors(numbers):
    n_right, n = numbers
    low, high = wilson_interval(n_right, n)
    assert 0 <= low <= n_right / n <= high <= 1
    mirrored = wilson_interval(n - n_right, n)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-12)


def test_reliability_by_hand():
    posterior = np.array([[1.0, 0.0], [0.25, 0.75], [0.78, 0.22], [0.5, 0.5], [0.05, 0.95]], dtype=np.float32)
    truth = np.array([0, 0, 0, 1, 1])
    bins = reliability(posterior, truth)
    assert [(b.low, b.high, b.n, b.accuracy) for b in bins] == [
        (0.5, 0.6, 1, 0.0),
        (0.7, 0.8, 2, 0.5),
        (0.9, 1.0, 2, 1.0),
    ]
    assert [b.confidence for b in bins] == pytest.approx([0.5, 0.765, 0.975])
    expected = (1 * 0.5 + 2 * 0.265 + 2 * 0.025) / 5
    assert expected_calibration_error(bins) == pytest.approx(expected, abs=1e-7)


def test_brier_score_by_hand():
    posterior = np.array([[1.0, 0.0, 0.0], [0.5, 0.25, 0.25], [0.0, 0.0, 1.0]])
    assert brier_score(posterior, np.array([0, 1, 0])) == pytest.approx((0 + 0.875 + 2) / 3)


def test_confusion_has_true_classes_in_rows():
    counts = confusion(np.array([0, 0, 1, 2, 2, 2]), np.array([0, 1, 1, 0, 0, 2]), 3)
    assert counts.tolist() == [[1, 1, 0], [0, 1, 0], [2, 0, 1]]
