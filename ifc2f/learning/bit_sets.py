"""Features as bit sets, one for each value, so that counts of pairs are sizes of intersections."""

from __future__ import annotations

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import Int64, UInt8, over_ranges, pointer
from ifc2f.learning.pair_counter import Occurrences, PairCounter

__all__ = ["BitSets"]

WORD_BITS = 64


class BitSets(PairCounter):
    """The rows of K features as sets of bits, the rows of each class by themselves.

    A unit is a feature. Parameters as in `PairCounter`; `wide` says whether wide words are used, by default
    where the processor counts their bits.
    """

    def __init__(
        self, codes: UInt8, occurrences: Occurrences, n_jobs: int = 1, wide: bool | None = None
    ) -> None:
        super().__init__(codes, occurrences)
        self.starts = np.arange(self.n_features + 1, dtype=np.int32)
        self._wide = bool(lib.ifc2f_counts_wide_words()) if wide is None else wide
        words = class_words(occurrences.sizes)
        sets = _first_sets(occurrences)
        n_words = _odd_steps(int(words[-1]))
        self._bits = np.zeros((int(sets[-1]) + lib.IFC2F_SETS_AT_ONCE, n_words), dtype=np.uint64)
        arrays = self._bits, sets, occurrences.values, occurrences.counts, words
        self._kept_alive = [pointer(array) for array in arrays]
        numbers = n_words, self.n_features, self.n_values, self.n_classes
        self._c_sets = ffi.new("ifc2f_bit_sets *", [*self._kept_alive, *numbers])
        codes = occurrences.merged(codes)
        inputs = self._c_sets, pointer(codes), self.n_rows, pointer(_positions(occurrences, words))
        bits = self._kept_alive[0]
        over_ranges(self.n_features, lambda lo, hi: lib.ifc2f_fill_bit_sets(*inputs, lo, hi, bits), n_jobs)

    def write_pairs(self, first: int, last: int, joint: Int64, n_jobs: int = 1) -> None:
        counts = pointer(joint)

        def kernel(lo: int, hi: int) -> None:
            work = np.empty(lib.ifc2f_bit_set_work(self._c_sets), dtype=np.uint32)
            lib.ifc2f_bit_set_pair_counts(
                self._c_sets, first, first + lo, first + hi, self._wide, counts, pointer(work)
            )

        over_ranges(last - first, kernel, n_jobs)


def class_words(sizes: Int64) -> Int64:
    """Return where the words of each class begin, shape (L + 1,): whole steps, no word with two classes."""
    step_bits = WORD_BITS * lib.IFC2F_SET_WORDS
    words = -(-sizes // step_bits) * lib.IFC2F_SET_WORDS
    return np.concatenate([[0], np.cumsum(words)]).astype(np.int64)


def _odd_steps(n_words: int) -> int:
    """Space sets an odd number of cache lines apart, so that they use the whole cache."""
    return n_words if n_words // lib.IFC2F_SET_WORDS % 2 else n_words + int(lib.IFC2F_SET_WORDS)


def _first_sets(occurrences: Occurrences) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    n_sets = np.where(occurrences.has_missing, occurrences.values, np.maximum(occurrences.values - 1, 0))
    return np.concatenate([[0], np.cumsum(n_sets)]).astype(np.int32)


def _positions(occurrences: Occurrences, words: Int64) -> Int64:
    """Return the bit of each row."""
    sizes = occurrences.sizes
    before = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    shift = np.repeat(WORD_BITS * words[:-1] - before, sizes)
    positions = np.empty(len(occurrences.order), dtype=np.int64)
    positions[occurrences.order] = np.arange(len(positions)) + shift
    return positions
