"""The guarantee from held-out rows that are not drawn as instances come, but whose weights tell how."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from ifc2f.assessment.guarantees import drawn_by_weight, find_threshold


def drawn(rng: np.random.Generator, n: int, error_at: float) -> tuple[np.ndarray, np.ndarray]:
    """Return posteriors of two classes and mistakes, so many more of them as the kind is difficult."""
    confidence = 1 - 0.5 * rng.random(n) ** 2
    wrong = rng.random(n) < np.minimum(error_at * 4 * (1 - confidence), 1)
    return np.stack([confidence, 1 - confidence], axis=1), wrong


def test_with_weights_the_bound_holds_where_the_model_is_used() -> None:
    """Half of the instances are of a difficult kind, of which held-out rows have a tenth as many."""
    alpha, delta, n_trials = 0.1, 0.1, 100
    rng = np.random.default_rng(1)

    def of_kinds(n: int, share: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        n_hard = rng.binomial(n, share)
        easy, hard = drawn(rng, n - n_hard, 0.1), drawn(rng, n_hard, 0.8)
        weight = np.repeat([0.5 / (1 - 0.1), 0.5 / 0.1], [n - n_hard, n_hard])
        order = rng.permutation(n)
        posterior, wrong = (np.concatenate(pair)[order] for pair in zip(easy, hard, strict=True))
        return posterior, wrong, weight[order]

    many, wrong, _ = of_kinds(200_000, 0.5)
    order = np.argsort(many[:, 0])
    sure, tail = many[order, 0], wrong[order][::-1].cumsum()[::-1]
    failed, found = np.zeros(2), 0
    for _ in range(n_trials):
        posterior, mistakes, weight = of_kinds(2000, 0.1)
        for i, used in enumerate((drawn_by_weight(weight, 2000), drawn_by_weight(None, 2000))):
            result = find_threshold(posterior[used], mistakes[used], alpha, delta)
            if result.threshold is not None:
                at = np.searchsorted(sure, result.threshold)
                failed[i] += tail[at] / (len(sure) - at) > alpha
                found += i == 0
    assert failed[0] <= binom.ppf(0.999, n_trials, delta)
    assert failed[1] > n_trials / 2, "without weights it does not hold"
    assert found > n_trials / 2


@settings(max_examples=20)
@given(st.integers(1, 400), st.integers(0, 2**32 - 1))
def test_only_ratios_of_weights_count_and_a_row_without_one_is_absent(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 5, n) * rng.random(n)
    weights[rng.integers(n)] = 7.0
    used = drawn_by_weight(weights, n)
    assert np.argmax(weights) in used
    assert drawn_by_weight(8 * weights, n).tolist() == used.tolist()
    there = np.flatnonzero(weights)
    assert there[drawn_by_weight(weights[there], len(there))].tolist() == used.tolist()
    assert drawn_by_weight(np.full(n, 3.0), n).tolist() == list(range(n)) == drawn_by_weight(None, n).tolist()
