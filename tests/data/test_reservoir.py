"""A sample is the same however rows are cut, ordered and merged, and each row is as likely to be in it."""

import functools
import itertools
import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from ifc2f.data.chunks import Chunk
from ifc2f.data.reservoir import BLOCK, Reservoir, followed_by
from ifc2f.data.texts import Texts


def chunk_of(start: int, end: int, to: type = np.asarray) -> Chunk:
    """Return the rows start .. end - 1 of data in which every cell says where it is."""
    number = np.arange(start, end)
    matrix = np.stack([number + 1, -number], axis=1).astype(np.float32)
    texts = {1: Texts.of_cells([f"row {n}" if n % 3 else None for n in number])}
    return Chunk(0, to(matrix), texts if start < end else {}, number % 5, None, start)


def dense(rows: Reservoir) -> np.ndarray:
    return rows.matrix.toarray() if sparse.issparse(rows.matrix) else rows.matrix


def assert_same(one: Reservoir, other: Reservoir) -> None:
    assert one.n_seen == other.n_seen
    assert one.positions.tolist() == other.positions.tolist()
    assert np.array_equal(dense(one), dense(other))
    assert one.labels.tolist() == other.labels.tolist()
    assert {c: cells.tolist() for c, cells in one.texts.items()} == {
        c: cells.tolist() for c, cells in other.texts.items()
    }


@given(data=st.data())
def test_merged_samples_are_the_sample_of_the_whole(data: st.DataObject) -> None:
    """Any cuts, any order of the chunks, any tree of merges, dense or sparse."""
    n, size = data.draw(st.integers(1, 120)), data.draw(st.integers(1, 130))
    seed = data.draw(st.integers(0, 2**32 - 1))
    ends = sorted(data.draw(st.lists(st.integers(0, n), max_size=6)))
    to = data.draw(st.sampled_from([np.asarray, sparse.csr_array, sparse.csc_array]))
    whole = Reservoir.of(chunk_of(0, n), size, seed)
    parts = [Reservoir.of(chunk_of(a, b, to), size, seed) for a, b in itertools.pairwise([0, *ends, n])]
    parts = data.draw(st.permutations(parts))
    while len(parts) > 1:
        at = data.draw(st.integers(0, len(parts) - 2))
        parts[at : at + 2] = [parts[at].merge(parts[at + 1])]
    assert_same(parts[0], whole)
    assert_same(pickle.loads(pickle.dumps(parts[0])), whole)
    assert len(whole.positions) == min(n, size)
    assert whole.is_whole == (n <= size)
    assert np.array_equal(dense(whole)[:, 0], whole.positions + 1)
    assert whole.labels.tolist() == (whole.positions % 5).tolist()
    assert np.all(np.diff(whole.positions) > 0)


@given(lengths=st.lists(st.integers(0, 40), min_size=1, max_size=40), size=st.integers(1, 200))
def test_the_samples_of_a_stream_are_few_and_make_the_sample_of_the_whole(
    lengths: list[int], size: int
) -> None:
    parts: tuple[Reservoir, ...] = (Reservoir.of(chunk_of(0, 0), size, 3),)
    ends = np.cumsum([0, *lengths]).tolist()
    for a, b in itertools.pairwise(ends):
        parts = followed_by(parts, replace(chunk_of(a, b), start=0))  # a stream says where rows are
    whole = functools.reduce(Reservoir.merge, parts)
    if ends[-1]:
        assert_same(whole, Reservoir.of(chunk_of(0, ends[-1]), size, 3))
    assert len(parts) <= 2 + np.log2(max(ends[-1], 1))
    assert sum(len(part.positions) for part in parts) <= 2 * min(size, max(ends[-1], 1))


def test_each_row_is_as_likely_to_be_kept() -> None:
    """Over many seeds: a hypergeometric number of each class, and no place that is preferred."""
    n, size, seeds = 500, 50, 400
    kept = np.zeros(n)
    for seed in range(seeds):
        kept[Reservoir.of(chunk_of(0, n), size, seed).positions] += 1
    assert kept.sum() == size * seeds
    expected, deviation = seeds * size / n, np.sqrt(seeds * 0.1 * 0.9)
    assert np.abs(kept - expected).max() < 5 * deviation
    for part in (kept[:250], kept[::2], kept[::5]):
        assert abs(part.mean() - expected) < 4 * deviation / np.sqrt(len(part))


def test_positions_beyond_32_bits_have_numbers_of_their_own() -> None:
    low = Reservoir.of(chunk_of(0, 1000), 100, 0).positions
    high = Reservoir.of(chunk_of(BLOCK, BLOCK + 1000), 100, 0).positions
    across = Reservoir.of(chunk_of(BLOCK - 500, BLOCK + 500), 100, 0)
    parts = [(BLOCK - 500, BLOCK), (BLOCK, BLOCK + 500)]
    one, other = (Reservoir.of(chunk_of(*part), 100, 0) for part in parts)
    assert (high - BLOCK).tolist() != low.tolist()
    assert other.merge(one).positions.tolist() == across.positions.tolist()


def test_samples_of_other_seeds_are_not_merged() -> None:
    one, other = (Reservoir.of(chunk_of(0, 10), 5, seed) for seed in (0, 1))
    with pytest.raises(ValueError, match=r"seed 0 .* seed 1"):
        one.merge(other)


def test_the_smaller_size_of_two_is_that_of_both() -> None:
    wide, narrow = Reservoir.of(chunk_of(0, 50), 40, 0), Reservoir.of(chunk_of(50, 100), 20, 0)
    assert_same(wide.merge(narrow), Reservoir.of(chunk_of(0, 100), 20, 0))
