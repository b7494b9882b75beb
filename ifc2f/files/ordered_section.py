"""The section of an ordered policy, ORDR in docs/format.md: ``csrc/planner`` writes it, and this reads it."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["TREATMENTS", "OrderedPolicy", "read_ordered"]

TREATMENTS = ("exact", "parent", "marginal")  # as numbered in the section
_HEAD = struct.Struct("<5I")
_STAGE_WORDS = 3


@dataclass(frozen=True, eq=False)
class OrderedPolicy:
    """A view of the section; nothing is copied.

    Attributes
    ----------
    treatment : {"exact", "parent", "marginal"}
        What the sets of a stage are indexed by.
    stages : ndarray of uint32, shape (n_stages, 3)
        First set of each stage, first of its index features, and how many these are.
    index : ndarray of uint16
        Index features of all stages.
    starts : ndarray of uint32, shape (n_sets + 1,)
        Where each set's vectors start; last their number.
    vectors : ndarray of float32, shape (n_vectors, L)
        Alpha vectors of all sets.
    """

    treatment: str
    stages: NDArray[np.uint32]
    index: NDArray[np.uint16]
    starts: NDArray[np.uint32]
    vectors: NDArray[np.float32]

    @property
    def n_sets(self) -> int:
        """Number of alpha sets, of all stages."""
        return len(self.starts) - 1

    def index_features(self, stage: int) -> tuple[int, ...]:
        """Return the features before a stage whose bins select one of its sets, ascending."""
        _, first, n = self.stages[stage].tolist()
        return tuple(self.index[first : first + n].tolist())

    def sets(self, stage: int) -> range:
        """Return the numbers of a stage's sets; if it has index features, the last is the fallback."""
        after = self.stages[stage + 1, 0] if stage + 1 < len(self.stages) else self.n_sets
        return range(int(self.stages[stage, 0]), int(after))

    def alpha_set(self, number: int) -> NDArray[np.float32]:
        """Return the alpha vectors of a set, shape (n, L)."""
        return self.vectors[self.starts[number] : self.starts[number + 1]]


def read_ordered(section: bytes, n_classes: int) -> OrderedPolicy:
    """Return the policy of a section that the runtime has checked."""
    n_stages, n_sets, n_vectors, n_index, treatment = _HEAD.unpack_from(section)
    at = _HEAD.size
    stages = np.frombuffer(section, "<u4", _STAGE_WORDS * n_stages, at)
    at += stages.nbytes
    index = np.frombuffer(section, "<u2", n_index, at)
    at += (index.nbytes + 3) // 4 * 4
    starts = np.frombuffer(section, "<u4", n_sets + 1, at)
    vectors = np.frombuffer(section, "<f4", n_vectors * n_classes, at + starts.nbytes)
    return OrderedPolicy(
        TREATMENTS[treatment],
        stages.reshape(n_stages, _STAGE_WORDS),
        index,
        starts,
        vectors.reshape(n_vectors, n_classes),
    )
