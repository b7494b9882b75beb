"""Tables smoothed along the axis of a number: what holds whatever the counts, and what smoothing is for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ifc2f.data.quantise import fit_binnings
from ifc2f.learning.count_rows import count, family_counts
from ifc2f.learning.counts import all_pairs
from ifc2f.learning.evidence import CountedPairs
from ifc2f.learning.smoothing import smoothed_along_axis
from ifc2f.learning.tables import smoothed_table

Counts = NDArray[np.int64]
seeds = st.integers(0, 2**32 - 1)


def counts_of(joint: Counts) -> Callable[[Sequence[int]], Counts]:
    """Return what counts families of a parent, feature 0, and its child, feature 1, from (U, V, L) counts."""

    def family(features: Sequence[int]) -> Counts:
        if len(features) == 2:
            return joint
        return joint.sum(axis=1 - features[0])

    return family


def drawn(seed: int, most_rows: int = 2000) -> Counts:
    """Return counts of a random size and shape, many of them 0."""
    rng = np.random.default_rng(seed)
    shape = rng.integers(2, 9, 2).tolist()
    chances = rng.dirichlet(np.full(np.prod(shape), 0.3), int(rng.integers(1, 4)))
    rows = [rng.multinomial(int(rng.integers(0, most_rows)), chance) for chance in chances]
    return np.array(rows).T.reshape(*shape, -1).astype(np.int64)


def both_tables(joint: Counts, numeric: Sequence[int] = (0, 1)) -> tuple[NDArray[np.float64], ...]:
    family = counts_of(joint)
    return tuple(smoothed_along_axis(family, features, numeric) for features in ([0], [0, 1]))


@given(seeds, st.sampled_from([(), (0,), (1,), (0, 1)]))
def test_tables_are_positive_distributions(seed, numeric):
    for table in both_tables(drawn(seed), numeric):
        assert table.min() > 0
        assert np.allclose(table.sum(axis=-2), 1, atol=1e-12)


@given(st.integers(2, 12), st.integers(2, 12), st.integers(1, 4))
def test_without_rows_chances_are_equal(n_given, n_values, n_classes):
    for table in both_tables(np.zeros((n_given, n_values, n_classes), dtype=np.int64)):
        assert np.allclose(table, 1 / table.shape[-2], atol=1e-9)


@given(seeds)
def test_many_rows_speak_for_themselves(seed):
    joint = drawn(seed)
    alone = joint.sum(axis=1)
    seen = alone.sum(axis=0) > 0
    table = both_tables(100_000 * joint)[0]
    shares = alone[:, seen] / alone[:, seen].sum(axis=0)
    assert np.allclose(table[:, seen], shares, atol=1e-3)


@given(seeds)
def test_an_axis_turned_round_turns_the_table_round(seed):
    joint = drawn(seed)
    for table, turned in zip(both_tables(joint), both_tables(joint[::-1, ::-1]), strict=True):
        axes = range(table.ndim - 1)
        assert np.allclose(table, np.flip(turned, axis=tuple(axes)), atol=1e-6)


@given(seeds)
def test_classes_may_come_in_any_order(seed):
    joint = drawn(seed)
    for table, other in zip(both_tables(joint), both_tables(joint[:, :, ::-1]), strict=True):
        assert np.allclose(table, other[..., ::-1], atol=1e-6)


@given(seeds)
def test_categories_may_come_in_any_order(seed):
    joint = drawn(seed)
    shuffled = np.random.default_rng(seed).permutation(joint.shape[1])
    table, other = (both_tables(each, ())[1] for each in (joint, joint[:, shuffled]))
    assert np.allclose(table[:, shuffled], other, atol=1e-12)


def log_loss(table: NDArray[np.float64], truth: Counts) -> float:
    """Return the mean of -log P(class | value) of rows with these counts, classes being equally frequent."""
    posterior = table / table.sum(axis=1, keepdims=True)
    return float(-(truth * np.log(posterior)).sum() / truth.sum())


@pytest.mark.parametrize("n_rows", [50, 200, 1000])
def test_fine_bins_of_normal_numbers_need_fewer_rows_than_with_laplace(n_rows):
    rng = np.random.default_rng(n_rows)
    y = rng.integers(0, 2, n_rows + 50_000)
    x = (1.5 * y + rng.normal(size=len(y)))[:, np.newaxis]
    binnings = fit_binnings(x[:n_rows], y[:n_rows], 16, "quantile")
    codes, n_values = binnings.codes(x), binnings.n_values
    seen = family_counts(np.ascontiguousarray(codes[:, :n_rows]), y[:n_rows], [0], n_values, 2)
    truth = family_counts(np.ascontiguousarray(codes[:, n_rows:]), y[n_rows:], [0], n_values, 2)
    smooth, laplace = (
        log_loss(table, truth)
        for table in (smoothed_along_axis(lambda family: seen, [0], [0]), smoothed_table(seen))
    )
    best = log_loss(truth / truth.sum(axis=0), truth)
    assert smooth - best < 0.5 * (laplace - best)


def test_a_parent_tells_of_bins_that_no_row_had_with_it():
    rng = np.random.default_rng(0)
    n_rows = 300
    x = rng.multivariate_normal([0, 0], [[1, 0.9], [0.9, 1]], n_rows)
    y = np.zeros(n_rows, dtype=np.int32)
    binnings = fit_binnings(x, y, 12, "quantile")
    codes = binnings.codes(x)
    joint = family_counts(codes, y, [0, 1], binnings.n_values, 1)
    table = smoothed_along_axis(
        lambda family: family_counts(codes, y, family, binnings.n_values, 1), [0, 1], [0, 1]
    )
    assert joint[0, 3:].sum() <= joint[0, :3].sum() / 2
    assert table[0, 3, 0] > 3 * table[0, 11, 0], "what is nearer is likelier, though neither was seen often"


def test_counts_of_chunks_give_the_same_tables():
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 7, (2, 500)).astype(np.uint8)
    y = rng.integers(0, 3, 500).astype(np.int32)
    n_values = np.full(2, 7)
    chunks = [slice(0, 123), slice(123, 124), slice(124, 500)]
    parts = [
        count(np.ascontiguousarray(codes[:, part]), y[part], 7, 3, pairs=all_pairs(2)) for part in chunks
    ]
    merged = CountedPairs(parts[2] + parts[0] + parts[1], n_values)
    for family in ([0], [1], [0, 1], [1, 0]):
        whole = smoothed_along_axis(lambda f: family_counts(codes, y, f, n_values, 3), family, [0, 1])
        assert np.array_equal(whole, smoothed_along_axis(merged.family, family, [0, 1]))
