"""Counts add up, and conditional mutual information is what its definition says."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import lib

from ifc2f.core.kernels import UInt8
from ifc2f.learning import joined_codes as joined_codes_module
from ifc2f.learning import pair_counter as pair_counter_module
from ifc2f.learning.bit_sets import BitSets
from ifc2f.learning.count_rows import conditional_information, count, family_counts, information, pair_counter
from ifc2f.learning.counts import Counts, all_pairs
from ifc2f.learning.evidence import CodedRows
from ifc2f.learning.joined_codes import JoinedCodes
from ifc2f.learning.pair_counter import Occurrences

V, L, K = 3, 2, 4


def random_data(seed: int, n_rows: int, missing: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, L, n_rows)
    codes = ((rng.integers(0, V, (K, n_rows)) + y * rng.integers(0, 2, (K, n_rows))) % V).astype(np.uint8)
    codes[rng.random(codes.shape) < missing] = 255
    return codes, y


def information_by_definition(a: np.ndarray, b: np.ndarray, y: np.ndarray) -> float:
    """Oracle: sum of p(a, b, c) log p(a, b | c) / (p(a | c) p(b | c)), rows with both present."""
    rows = [(i, j, k) for i, j, k in zip(a, b, y, strict=True) if i != 255 and j != 255]
    total = 0.0
    for i, j, k in itertools.product(range(V), range(V), range(L)):
        abc = sum(row == (i, j, k) for row in rows)
        ac = sum((r[0], r[2]) == (i, k) for r in rows)
        bc = sum((r[1], r[2]) == (j, k) for r in rows)
        c = sum(r[2] == k for r in rows)
        if abc:
            total += abc / len(rows) * np.log(abc * c / (ac * bc))
    return total


@pytest.mark.parametrize("seed", range(6))
def test_information_is_its_definition(seed: int) -> None:
    codes, y = random_data(seed, 30)
    information = conditional_information(codes, y, V, L)
    assert information.shape == (K, K)
    assert np.array_equal(information, information.T)
    assert np.array_equal(np.diag(information), np.zeros(K))
    for i, j in itertools.combinations(range(K), 2):
        assert information[i, j] == pytest.approx(information_by_definition(codes[i], codes[j], y), abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_other_information_is_conditional_information_with_one_class(seed: int) -> None:
    """And the class is a feature like others where none is the condition."""
    codes, y = random_data(seed, 30)
    with_class = np.vstack([codes, y.astype(np.uint8)])
    expected = conditional_information(with_class, np.zeros(30, dtype=int), V, 1)
    found = information(codes, y, V, L)
    assert found.between == pytest.approx(expected[:-1, :-1], abs=1e-12)
    assert found.alone == pytest.approx(expected[-1, :-1], abs=1e-12)
    some = found.select([2, 0])
    assert some.conditional[0, 1] == found.conditional[2, 0]
    assert some.alone.tolist() == found.alone[[2, 0]].tolist()


def test_information_of_independent_features_is_zero_and_never_less() -> None:
    a, b, y = (
        np.array(v, dtype=np.uint8)
        for v in zip(*itertools.product(range(3), range(3), range(2)), strict=True)
    )
    assert conditional_information(np.stack([a, b]), y, 3, 2)[0, 1] == pytest.approx(0, abs=1e-15)
    for seed in range(50):
        codes, labels = random_data(seed, 12)
        assert conditional_information(codes, labels, V, L).min() >= 0


def test_information_without_common_rows_is_zero() -> None:
    codes = np.array([[0, 1, 255, 255], [255, 255, 0, 1]], dtype=np.uint8)
    assert conditional_information(codes, [0, 1, 0, 1], 2, 2)[0, 1] == 0


@pytest.mark.parametrize("seed", range(3))
def test_counts_are_the_numbers_of_rows(seed: int) -> None:
    codes, y = random_data(seed, 40)
    pairs = [(0, 1), (3, 2), (1, 1)]
    counts = count(codes, y, V, L, pairs=pairs)
    assert counts.n_rows == 40
    for k in range(L):
        assert counts.classes[k] == (y == k).sum()
        for f, v in itertools.product(range(K), range(V)):
            assert counts.features[f, v, k] == ((codes[f] == v) & (y == k)).sum()
        for (p, (i, j)), a, b in itertools.product(enumerate(pairs), range(V), range(V)):
            assert counts.joint[p, a, b, k] == ((codes[i] == a) & (codes[j] == b) & (y == k)).sum()


def same(a: Counts, b: Counts) -> bool:
    parts = ("classes", "features", "pairs", "joint")
    return all(np.array_equal(getattr(a, part), getattr(b, part)) for part in parts)


@settings(max_examples=40)
@given(seed=st.integers(0, 1000), cuts=st.lists(st.integers(0, 30), max_size=4))
def test_merged_counts_are_the_counts_of_the_whole(seed: int, cuts: list[int]) -> None:
    codes, y = random_data(seed, 30)
    pairs = all_pairs(K)
    whole = count(codes, y, V, L, pairs=pairs)
    merged = count(codes[:, :0], y[:0], V, L, pairs=pairs)
    bounds = [0, *sorted(cuts), 30]
    for lo, hi in itertools.pairwise(bounds):
        merged = merged + count(codes[:, lo:hi], y[lo:hi], V, L, pairs=pairs)
    assert same(merged, whole)
    assert np.array_equal(merged.information().conditional, whole.information().conditional)


def bit_sets(codes: UInt8, occurrences: Occurrences) -> list[BitSets]:
    """With plain words, and with wide ones where the processor has them."""
    wide = [True] if lib.ifc2f_counts_wide_words() else []
    return [BitSets(codes, occurrences, wide=kind) for kind in (False, *wide)]


@settings(max_examples=40)
@given(
    seed=st.integers(0, 1000),
    n_rows=st.integers(0, 300),
    n_values=st.lists(st.sampled_from([1, 2, 3, 7, 10, 30, 255]), min_size=1, max_size=9),
    n_classes=st.integers(1, 4),
)
def test_all_pairs_at_once_are_the_pairs_one_by_one(
    seed: int, n_rows: int, n_values: list[int], n_classes: int
) -> None:
    rng = np.random.default_rng(seed)
    codes = np.array([rng.integers(0, v, n_rows) for v in n_values], dtype=np.uint8)
    codes[rng.random(codes.shape) < 0.05 * rng.integers(0, 2, (len(codes), 1))] = 255
    y = rng.integers(0, n_classes, n_rows)
    largest = max(n_values)
    pairs = all_pairs(len(codes))
    together = count(codes, y, largest, n_classes, pairs=pairs)
    for p, (i, j) in enumerate(pairs):
        one = count(codes, y, largest, n_classes, pairs=[(j, i)])
        assert np.array_equal(one.joint[0].transpose(1, 0, 2), together.joint[p])
    occurrences = Occurrences.of(codes, y.astype(np.int32), largest, n_classes)
    for counter in (JoinedCodes(codes, occurrences), *bit_sets(codes, occurrences)):
        for first in {0, len(counter) // 2}:
            joint = np.full((len(pairs) - counter.n_pairs_before(first), largest, largest, n_classes), -7)
            counter.write_pairs(first, len(counter), joint, n_jobs=2)
            assert np.array_equal(joint, together.joint[counter.n_pairs_before(first) :])
    assert np.array_equal(
        together.information().conditional, conditional_information(codes, y, largest, n_classes, n_jobs=2)
    )


@pytest.mark.parametrize(
    ("n_features", "n_values", "n_rows", "n_classes", "missing"),
    [(70, 3, 40000, 2, 0.0), (40, 11, 3000, 3, 0.01), (150, 2, 1025, 1, 0.0), (3, 200, 2000, 2, 0.0)],
)
def test_bit_sets_give_the_counts_of_groups(
    n_features: int, n_values: int, n_rows: int, n_classes: int, missing: float
) -> None:
    """More sets than a tile, more rows than a segment, features in part missing."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, n_values, (n_features, n_rows)).astype(np.uint8)
    codes[rng.random(codes.shape) < missing * (np.arange(n_features) % 2)[:, np.newaxis]] = 255
    y = rng.integers(0, n_classes, n_rows).astype(np.int32)
    occurrences = Occurrences.of(codes, y, n_values, n_classes)
    shape = len(all_pairs(n_features)), n_values, n_values, n_classes
    expected, found = np.empty(shape, dtype=np.int64), np.empty(shape, dtype=np.int64)
    groups = JoinedCodes(codes, occurrences)
    groups.write_pairs(0, len(groups), expected)
    for counter in bit_sets(codes, occurrences):
        found[:] = -7
        counter.write_pairs(0, len(counter), found, n_jobs=3)
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("at_once", [1, 500, 4096, 1 << 23])
def test_groups_are_joined_some_rows_at_a_time(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(joined_codes_module, "JOINED_AT_ONCE", at_once)
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 5, (6, 900)).astype(np.uint8)
    codes[rng.random(codes.shape) < 0.1] = 255
    y = rng.choice([0, 2, 3], 900)
    pairs = all_pairs(6)
    groups = JoinedCodes(codes, Occurrences.of(codes, y.astype(np.int32), 5, 4))
    joint = np.full((len(pairs), 5, 5, 4), -7)
    groups.write_pairs(0, len(groups), joint)
    for p, (i, j) in enumerate(pairs):
        assert np.array_equal(joint[p], family_counts(codes, y, [i, j], [5] * 6, 4))


@pytest.mark.parametrize("n_features", [5, 70])  # by groups, and where there are wide words by bit sets
def test_information_of_merged_values_is_that_of_codes_that_are_merged(n_features: int) -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 3, 400)
    codes = ((rng.integers(0, 6, (n_features, 400)) + y) % 6).astype(np.uint8)
    codes[rng.random(codes.shape) < 0.05] = 255
    groups = {k: np.array([0, 0, 1, 1, 2, 2]) for k in range(0, n_features, 2)}
    groups[1] = np.array([0, 1, 0, 1, 0, 1])
    rows = CodedRows(codes, y.astype(np.int32), np.full(n_features, 6), 3)
    found, expected = rows.information(1, groups), rows.merged(groups).information()
    for name in vars(expected):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


def test_rows_are_sorted_by_class_as_a_stable_sort_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_counter_module, "LABELS_AT_ONCE", 7)
    labels = np.random.default_rng(3).choice([0, 1, 4], 60).astype(np.int32)
    occurrences = Occurrences.of(np.zeros((1, 60), dtype=np.uint8), labels, 1, 5)
    assert np.array_equal(occurrences.order, np.argsort(labels, kind="stable"))
    assert np.array_equal(occurrences.sizes, np.bincount(labels, minlength=5))


def test_the_way_to_count_is_chosen_by_the_features() -> None:
    codes, y = np.zeros((100, 10), dtype=np.uint8), np.zeros(10, dtype=np.int32)
    assert isinstance(pair_counter(codes, y, 2, 1, wide=True), BitSets)
    assert isinstance(pair_counter(codes, y, 2, 1, wide=False), JoinedCodes)
    assert isinstance(pair_counter(codes[:10], y, 2, 1, wide=True), JoinedCodes)
    assert isinstance(pair_counter(codes + 39, y, 40, 1, wide=True), JoinedCodes)
    assert isinstance(pair_counter(codes[:0], y, 2, 1, wide=True), JoinedCodes)


def test_merging_is_symmetric_and_leaves_its_parts_alone() -> None:
    a, b = (count(*random_data(seed, 20), V, L, pairs=all_pairs(K)) for seed in (1, 2))
    before = a.features.copy()
    assert same(a + b, b + a)
    assert np.array_equal(a.features, before)


def test_different_counts_cannot_be_merged() -> None:
    codes, y = random_data(0, 10)
    counts = count(codes, y, V, L)
    for other in (
        count(codes[:2], y, V, L),
        count(codes, y, V, L, pairs=[(0, 1)]),
        count(codes, y, V + 1, L),
    ):
        with pytest.raises(ValueError, match="cannot be merged"):
            counts + other
    with pytest.raises(TypeError):
        counts + 1  # type: ignore[operator]


def test_blocks_and_threads_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    codes, y = random_data(5, 50)
    whole = conditional_information(codes, y, V, L)
    assert np.array_equal(whole, count(codes, y, V, L, pairs=all_pairs(K)).information().conditional)
    assert np.array_equal(whole, conditional_information(codes, y, V, L, n_jobs=3))
    monkeypatch.setattr(pair_counter_module, "BLOCK_CELLS", 2 * V * V * L)
    assert np.array_equal(whole, conditional_information(codes, y, V, L))
    assert same(count(codes, y, V, L, n_jobs=4), count(codes, y, V, L))


def test_large_counts_need_no_large_table() -> None:
    codes, y = random_data(5, 50)
    counts = count(codes, y, V, L, pairs=all_pairs(K))
    many = counts
    for _ in range(30):
        many = many + many
    assert many.n_rows == 50 << 30
    for part in ("alone", "conditional", "between"):
        few = getattr(counts.information(), part)
        assert getattr(many.information(), part) == pytest.approx(few, abs=1e-9)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_family_counts(missing: float) -> None:
    codes, y = random_data(8, 60, missing)
    assert np.array_equal(family_counts(codes, y, [1], [V] * K, L), count(codes, y, V, L).features[1])
    pair = count(codes, y, V, L, pairs=[(2, 0)]).joint[0]
    assert np.array_equal(family_counts(codes, y, [2, 0], [V] * K, L), pair)
    three = family_counts(codes, y, [3, 0, 1], [V] * K, L)
    for a, b, c, k in itertools.product(range(V), range(V), range(V), range(L)):
        assert three[a, b, c, k] == ((codes[3] == a) & (codes[0] == b) & (codes[1] == c) & (y == k)).sum()


def test_codes_that_are_no_bins_are_missing() -> None:
    codes = np.array([[0, 1, 2, 1], [3, 0, 1, 255]], dtype=np.uint8)
    y = [0, 0, 0, 0]
    assert family_counts(codes, y, [0, 1], [2, 2], 1)[..., 0].tolist() == [[0, 0], [1, 0]]
    counts = count(codes, y, 2, 1, pairs=[(0, 1)])
    assert counts.features[..., 0].tolist() == [[1, 2], [1, 1]]
    assert counts.joint[0, ..., 0].tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pairs": [(0, K)]}, "outside 0 .. 3"),
        ({"pairs": [(-1, 0)]}, "outside 0 .. 3"),
        ({"n_jobs": 0}, "n_jobs"),
    ],
)
def test_wrong_arguments_are_refused(change: dict[str, object], message: str) -> None:
    codes, y = random_data(0, 10)
    with pytest.raises(ValueError, match=message):
        count(codes, y, V, L, **change)  # type: ignore[arg-type]


def test_wrong_codes_are_refused() -> None:
    with pytest.raises(ValueError, match="uint8"):
        count(np.zeros((2, 3), dtype=np.int64), [0, 1, 0], V, L)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one class for each row"):
        count(np.zeros((2, 3), dtype=np.uint8), [0, 1], V, L)
