"""A sample of rows that merges: that of two sets of rows together follows from the samples of each.

Every row has a random number that follows from its position in the data and a seed, and the rows with the
smallest numbers are kept. So a sample does not depend on how the rows were cut into chunks, nor on the order
in which chunks were read or merged. Each row is as likely to be in it as any other, so that a class has its
share of the sample and no row needs a weight. While there are no more rows than a sample holds, it is all of
them, in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Int64
from ifc2f.core.random_bits import random_bits
from ifc2f.data.chunks import Chunk
from ifc2f.data.matrix import is_sparse
from ifc2f.data.texts import Texts

__all__ = ["Reservoir", "first_positions", "followed_by"]

STREAM = 0x5A3E0000  # of random numbers: others begin elsewhere
BLOCK = 1 << 32  # positions that share a stream


@dataclass(frozen=True, eq=False)
class Reservoir:
    """The rows kept of some rows.

    Attributes
    ----------
    size : int
        Most rows kept.
    seed : int
    n_seen : int
        The rows that they were taken of.
    positions : ndarray of int64, shape (n,)
        Where they are in the data, ascending.
    matrix : ndarray of float32 or SciPy sparse array, shape (n, C)
        As in `Chunk`, as are `texts` and `labels`.
    texts : dict of int to Texts, shape (n,)
    labels : ndarray, shape (n,)
    """

    size: int
    seed: int
    n_seen: int
    positions: Int64
    matrix: Any
    texts: dict[int, Texts]
    labels: NDArray[Any]

    @classmethod
    def of(cls, chunk: Chunk, size: int, seed: int) -> Reservoir:
        """Return the sample of one chunk."""
        positions = chunk.start + np.arange(chunk.n_rows, dtype=np.int64)
        kept = first_positions(positions, size, seed)
        matrix = chunk.matrix.tocsr() if is_sparse(chunk.matrix) else chunk.matrix
        texts = {c: cells.take(kept) for c, cells in chunk.texts.items()}
        return cls(size, seed, chunk.n_rows, positions[kept], matrix[kept], texts, chunk.labels[kept])

    @property
    def is_whole(self) -> bool:
        """Whether all rows are kept."""
        return self.n_seen == len(self.positions)

    def merge(self, other: Reservoir) -> Reservoir:
        """Return the sample of the rows of both, which share no position.

        Raises
        ------
        ValueError
            If they have other seeds. Of two sizes the smaller holds.
        """
        if self.seed != other.seed:
            raise ValueError(
                f"a sample with the seed {self.seed} cannot be merged with one with the seed {other.seed}"
            )
        size = min(self.size, other.size)
        if not other.n_seen or not self.n_seen:  # labels of no rows have no type
            return replace(self if self.n_seen else other, size=size)
        positions = np.concatenate([self.positions, other.positions])
        kept = first_positions(positions, size, self.seed)
        kept = kept[np.argsort(positions[kept], kind="stable")]
        texts = {}
        for c in {**self.texts, **other.texts}:
            one, two = (s.texts.get(c, Texts.missing(len(s.positions))) for s in (self, other))
            texts[c] = one.followed_by(two).take(kept)
        return Reservoir(
            size,
            self.seed,
            self.n_seen + other.n_seen,
            positions[kept],
            _stacked(self.matrix, other.matrix)[kept],
            texts,
            np.concatenate([self.labels, other.labels])[kept],
        )

    def as_chunk(self, names: tuple[str, ...] | None) -> Chunk:
        """Return the rows kept as one chunk."""
        return Chunk(0, self.matrix, self.texts, self.labels, names)


def followed_by(parts: tuple[Reservoir, ...], chunk: Chunk) -> tuple[Reservoir, ...]:
    """Return the samples of a stream after one more chunk; merged, they are the sample of all its rows.

    Parts of like size are merged, so that a row is copied a few times only, however small chunks are.
    """
    size, seed = parts[0].size, parts[0].seed
    start = sum(part.n_seen for part in parts)
    grown = [*parts, Reservoir.of(replace(chunk, start=start), size, seed)]
    while len(grown) > 1 and len(grown[-2].positions) <= 2 * len(grown[-1].positions):
        last = grown.pop()
        grown[-1] = grown[-1].merge(last)
    return tuple(grown)


def first_positions(positions: Int64, size: int, seed: int) -> NDArray[np.intp]:
    """Return which `size` of these positions have the smallest random numbers, in the order given."""
    if len(positions) <= size:
        return np.arange(len(positions))
    numbers = _numbers(positions, seed)
    largest = np.partition(numbers, size - 1)[size - 1]
    is_kept = numbers < largest
    ties = np.flatnonzero(numbers == largest)
    left = size - int(np.count_nonzero(is_kept))
    is_kept[ties[np.argsort(positions[ties])[:left]]] = True
    return np.flatnonzero(is_kept)


def _numbers(positions: Int64, seed: int) -> NDArray[np.uint32]:
    """Return the random number of each position."""
    numbers = np.empty(len(positions), dtype=np.uint32)
    block = positions // BLOCK
    for b in range(int(block.min()), int(block.max()) + 1):
        own = block == b
        numbers[own] = random_bits(seed, STREAM + b, (positions[own] % BLOCK).astype(np.uint32))
    return numbers


def _stacked(one: Any, other: Any) -> Any:
    if not is_sparse(one) and not is_sparse(other):
        return np.concatenate([one, other])
    from scipy.sparse import csr_array, vstack

    return vstack([csr_array(one), csr_array(other)], format="csr")
