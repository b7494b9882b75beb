"""Counts as files, merged and selected."""

import numpy as np
import pytest

from ifc2f.learning.count_rows import count
from ifc2f.learning.counts import Counts, all_pairs


def some_counts() -> Counts:
    rng = np.random.default_rng(0)
    return count(
        rng.integers(0, 3, (4, 50)).astype(np.uint8), rng.integers(0, 2, 50), 3, 2, pairs=all_pairs(4)
    )


def test_saved_counts_are_the_same(tmp_path) -> None:
    counts = some_counts()
    counts.save(tmp_path / "counts")
    loaded = Counts.load(tmp_path / "counts")
    doubled = loaded + counts
    assert doubled.n_rows == 100
    assert np.array_equal(doubled.joint, 2 * counts.joint)
    with pytest.raises(FileNotFoundError):
        Counts.load(tmp_path / "none")


def test_damaged_counts_are_refused(tmp_path) -> None:
    path = tmp_path / "counts"
    counts = some_counts()
    counts.save(path)
    data = path.read_bytes()
    for damaged in (b"", b"no counts", data[:100], data[: len(data) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="counts"):
            Counts.load(path)
    negative = counts.joint.copy()
    negative[0, 0, 0, 0] = -1
    more = counts.features.copy()
    more[0, 0, 0] = 51
    strange = counts.pairs.copy()
    strange[0, 1] = 4
    for wrong in (
        Counts(counts.classes, counts.features, counts.pairs, negative),
        Counts(counts.classes, more, counts.pairs, counts.joint),
        Counts(counts.classes, counts.features, strange, counts.joint),
        Counts(counts.classes[:1], counts.features, counts.pairs, counts.joint),
        Counts(counts.classes, counts.features, counts.pairs[1:], counts.joint),
        Counts(counts.classes, counts.features.astype(np.int32), counts.pairs, counts.joint),
        Counts(counts.classes + 2**62, counts.features, counts.pairs, counts.joint),
        Counts(counts.classes, np.full_like(counts.features, 2**62), counts.pairs, counts.joint),
        Counts(counts.classes, counts.features, counts.pairs, np.full_like(counts.joint, 2**60)),
        Counts(counts.classes, counts.features, counts.pairs, np.int64(0)),
    ):
        wrong.save(path)
        with pytest.raises(ValueError, match="damaged counts"):
            Counts.load(path)


def test_counts_with_a_wrong_byte_are_read_or_refused(tmp_path) -> None:
    path = tmp_path / "counts"
    some_counts().save(path)
    data = path.read_bytes()
    refused = []
    for at in range(0, len(data), 2):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at // 2 % 8]) + data[at + 1 :])
        try:
            Counts.load(path)
        except ValueError as error:
            refused.append(str(error))
    assert len(refused) > len(data) / 4
    assert all(str(path) in message for message in refused)
    np.save(tmp_path / "array.npy", np.arange(3))
    with pytest.raises(ValueError, match="not a file of counts"):
        Counts.load(tmp_path / "array.npy")
    with pytest.raises(OSError, match=r"array"):
        Counts.load(tmp_path / "no array")


def test_counts_do_not_overflow() -> None:
    many = some_counts()
    for _ in range(34):
        many = many + many
    assert many.n_rows == 50 << 34 > 2**39
    assert many.information().conditional == pytest.approx(some_counts().information().conditional, abs=1e-9)
    while many.n_rows <= 2**61:
        many = many + many
    with pytest.raises(OverflowError, match="rows"):
        many + many


def test_selected_counts_are_those_of_the_selected_features() -> None:
    rng = np.random.default_rng(1)
    codes, y = rng.integers(0, 3, (5, 80)).astype(np.uint8), rng.integers(0, 2, 80)
    counts = count(codes, y, 3, 2, pairs=all_pairs(5))
    chosen = [4, 0, 2]
    expected = count(codes[chosen], y, 3, 2, pairs=all_pairs(3))
    assert np.array_equal(counts.select(chosen).joint, expected.joint)
    assert np.array_equal(counts.select(chosen).features, expected.features)
    with pytest.raises(ValueError, match="not counted together"):
        count(codes, y, 3, 2, pairs=[(0, 1)]).select([0, 2])
