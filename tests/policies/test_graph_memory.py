"""What growing a graph holds in memory beside its training rows."""

import gc
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from ifc2f._core import ffi

from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.learning.training_data import TrainingData
from ifc2f.policies import choose
from ifc2f.policies.graph import Growth
from ifc2f.policies.problem import Problem
from ifc2f.settings import Settings

N_CLASSES = 50
GUESS_BYTES = 4 * N_CLASSES  # of one row
MOST_GUESSED = 1500


def data_of(n: int) -> TrainingData:
    rng = np.random.default_rng(1)
    y = rng.integers(0, N_CLASSES, n, dtype=np.int32)
    x = rng.normal(size=(n, 4)) + rng.normal(size=(N_CLASSES, 4))[y]
    return TrainingData(x.astype(np.float32), y, list("abcd"), list(range(N_CLASSES)))


def problem_of(data: TrainingData) -> Problem:
    costs = AcquisitionCosts.from_spec(0.01, data.names)
    few = Settings(graph_trees=4, graph_depth=3)
    return Problem(costs, misclassification(None, data.classes), np.inf, few, 1)


def peak_of(run: Callable[..., object], *of: object) -> int:
    """Return the most bytes that a call holds beyond those held before it.

    That is the least of three runs: what other threads hold meanwhile counts, too.
    """
    return min(_peak_of_one(run, *of) for _ in range(3))


def _peak_of_one(run: Callable[..., object], *of: object) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        run(*of)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def bytes_of_a_row(few: int = 10_000, many: int = 40_000) -> tuple[float, float]:
    """Return by how much each further row raises the peaks of preparing rows, and of growing on them."""
    peaks: list[tuple[int, int]] = []
    for n in (few, many):
        data = data_of(n)
        problem = problem_of(data)
        ground = problem.ground(data)
        preparing = peak_of(problem.ground, data)
        growing = peak_of(choose.grown, problem, ground, data, Growth())
        peaks.append((preparing, growing))
    of_ground, of_graph = ((b - a) / (many - few) for a, b in zip(*peaks, strict=True))
    return of_ground, of_graph


def test_memory_of_a_row_does_not_grow_with_the_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row takes a little while columns are cut into bins, and next to nothing while a graph is grown."""
    monkeypatch.setattr(choose, "ROWS_AT_ONCE", 2000)
    assert bytes_of_a_row()[1] > GUESS_BYTES
    monkeypatch.setattr(choose, "MOST_GUESSES", N_CLASSES * MOST_GUESSED)
    of_ground, of_graph = bytes_of_a_row()
    assert 0 < of_ground < GUESS_BYTES / 3
    assert of_graph < GUESS_BYTES / 10


def test_rows_are_counted_down_alike_however_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = data_of(5000)
    problem = problem_of(data)
    ground = problem.ground(data)
    monkeypatch.setattr(choose, "MOST_GUESSES", N_CLASSES * MOST_GUESSED)
    at_once = choose.grown(problem, ground, data, Growth())
    monkeypatch.setattr(choose, "ROWS_AT_ONCE", 700)
    in_parts = choose.grown(problem, ground, data, Growth())
    assert at_once.sums[0].sum() == pytest.approx(len(data.y), rel=0.02)  # and drawn rows
    assert in_parts.sums.tobytes() == at_once.sums.tobytes()
    n_bytes = ffi.sizeof("ifc2f_node") * at_once.n_nodes
    records = (bytes(ffi.buffer(grown.nodes, n_bytes)) for grown in (at_once, in_parts))
    assert len({*records}) == 1
