"""Parents of features: the heaviest tree, ties, disconnected graphs, and the other structures."""

import itertools
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f.data.quantise import fit_binnings
from ifc2f.learning.count_rows import conditional_information
from ifc2f.learning.order import markov_blanket_order
from ifc2f.learning.relevance import authors_minimum, filter, relevance_of_values
from ifc2f.learning.structure import KINDS, parents, topological_order


def symmetric(n: int, seed: int, levels: int | None = None) -> np.ndarray:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((n, n)) if levels is None else rng.integers(0, levels, (n, n)), 1).astype(
        float
    )
    return upper + upper.T


def weight(edges: list[list[int]], information: np.ndarray) -> float:
    return float(sum(information[k, p] for k, ps in enumerate(edges) for p in ps))


def is_tree_from_zero(edges: list[list[int]]) -> bool:
    return (
        edges[0] == [] and all(len(p) == 1 for p in edges[1:]) and len(topological_order(edges)) == len(edges)
    )


def heaviest_by_enumeration(information: np.ndarray) -> float:
    """Oracle: the largest weight among all choices of one parent for each feature that make a tree."""
    n = len(information)
    best = -1.0
    for choice in itertools.product(range(n), repeat=n - 1):
        edges = [[], *([p] for p in choice)]
        seen = {0}
        for _ in range(n):
            seen |= {k for k in range(1, n) if edges[k][0] in seen}
        if len(seen) == n:
            best = max(best, weight(edges, information))
    return best


@pytest.mark.parametrize("levels", [None, 2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_tree_is_the_heaviest(seed: int, levels: int | None) -> None:
    information = symmetric(5, seed, levels)
    tree = parents(information)
    assert is_tree_from_zero(tree)
    assert weight(tree, information) == pytest.approx(heaviest_by_enumeration(information), abs=1e-7)


@settings(max_examples=40)
@given(n=st.integers(1, 25), seed=st.integers(0, 10**6), levels=st.sampled_from([None, 1, 2]))
def test_tree_reaches_every_feature(n: int, seed: int, levels: int | None) -> None:
    assert is_tree_from_zero(parents(symmetric(n, seed, levels)))


def test_disconnected_parts_hang_on_the_root() -> None:
    information = np.zeros((6, 6))
    for i, j in [(0, 1), (2, 4), (4, 5)]:
        information[i, j] = information[j, i] = 0.5
    assert parents(information) == [[], [0], [0], [0], [2], [4]]
    assert parents(np.zeros((4, 4))) == [[], [0], [0], [0]]


def test_ties_go_to_the_lower_feature() -> None:
    equal = np.ones((4, 4)) - np.eye(4)
    assert parents(equal) == [[], [0], [0], [0]]
    nearly = equal.copy()
    nearly[2, 3] = nearly[3, 2] = 1 + 5e-10
    assert parents(nearly) == [[], [0], [0], [0]]
    heavier = equal.copy()
    heavier[2, 3] = heavier[3, 2] = 1 + 1e-8
    assert parents(heavier) == [[], [0], [0], [2]]
    entry = np.array(
        [[0, 1, 1 + 5e-10], [1, 0, 2], [1 + 5e-10, 2, 0]]
    )  # either end of the heavy edge could be first
    assert parents(entry) == [[], [0], [1]]


def test_noise_below_a_tie_does_not_change_the_tree() -> None:
    information = symmetric(12, 3, 4)
    noise = symmetric(12, 4) * 1e-13
    assert parents(information + noise) == parents(information)


def test_simple_structures() -> None:
    shape = np.zeros((4, 4))
    assert parents(shape, "line") == [[], [0], [1], [2]]
    assert parents(shape, "clique") == [[], [0], [0, 1], [0, 1, 2]]
    assert parents(shape, "naive") == [[], [], [], []]


def test_random_structure_is_the_same_everywhere() -> None:
    assert parents(np.zeros((8, 8)), "random", seed=1) == [[], [0], [], [], [0, 3], [0, 3], [0, 3], [2, 3]]
    assert parents(np.zeros((8, 8)), "random", seed=2) != parents(np.zeros((8, 8)), "random", seed=1)


def test_random_structure_has_at_most_two_earlier_parents() -> None:
    edges = parents(np.zeros((900, 900)), "random", seed=5)
    assert all(p == sorted(set(p)) and len(p) <= 2 and all(j < k for j in p) for k, p in enumerate(edges))
    numbers = np.bincount([len(p) for p in edges], minlength=3)
    assert numbers.min() > 250
    relative = [(j + 0.5) / k for k, p in enumerate(edges) for j in p]
    assert np.mean(relative) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "forest"])
@pytest.mark.parametrize("n", [0, 1])
def test_trivial_structures(kind: str, n: int) -> None:
    assert parents(np.zeros((n, n)), kind) == [[]] * n


@pytest.mark.parametrize(
    ("information", "kind", "message"),
    [
        (np.zeros((2, 3)), "tree", "square"),
        (np.full((2, 2), np.nan), "tree", "finite"),
        (np.zeros((2, 2)), "forest", "'forest'"),
    ],
)
def test_wrong_arguments_are_refused(information: np.ndarray, kind: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parents(information, kind)


def test_topological_order() -> None:
    assert topological_order([[], [2], [0], [1, 2]]) == [0, 2, 1, 3]
    assert topological_order([]) == []
    with pytest.raises(ValueError, match=r"\[1, 2\] are their own ancestors"):
        topological_order([[], [2], [1]])


def authors_data(name: str) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Return training rows, classes and relevant columns of a data set, or skip, naming the file."""
    folder = os.environ.get("IFC2F_DATA")
    path = Path(folder or "") / "reference" / f"{name}.npz"
    if not folder or not path.is_file():
        pytest.skip(f"needs reference/{name}.npz in the folder that IFC2F_DATA names")
    with np.load(path) as data:
        train = data["split"] == 0
        x = data["X"][train].astype(np.float64)
        y = np.unique(data["y"][train], return_inverse=True)[1]
    scores = relevance_of_values(x, y, int(y.max()) + 1)
    return x, y, filter(scores, 0.8, authors_minimum(x.shape[1]))


def authors_codes(x: np.ndarray, n_bins: int) -> np.ndarray:
    """Bin in double precision, an integer maximum in a bin of its own, as the published code does."""
    edges = np.linspace(np.floor(x.min(axis=0)), np.ceil(x.max(axis=0)), n_bins + 1)
    codes = [np.digitize(x[:, c], edges[:, c]) - 1 for c in range(x.shape[1])]
    return np.array(codes, dtype=np.uint8)


MADELON_PARENTS = [-1, 2, 3, 0, 3, 10, 16, 2, 1, 20, 4, 2, 18, 1, 16, 9, 4, 4, 20, 14, 6, 11, 10, 24, 5]
MADELON_ORDER = [241, 128, 336, 406, 459, 472, 223, 153, 487, 417, 44, 191]


def test_tree_and_order_of_madelon_as_published() -> None:
    x, y, kept = authors_data("madelon")
    tree = parents(conditional_information(authors_codes(x[:, kept], 4), y, 5, 2))
    assert [p[0] if p else -1 for p in tree] == MADELON_PARENTS
    assert [kept[k] for k in markov_blanket_order(tree)] == MADELON_ORDER


def test_order_of_mll_as_published() -> None:
    x, y, kept = authors_data("MLL")
    tree = parents(conditional_information(authors_codes(x[:, kept], 4), y, 5, 3))
    order = markov_blanket_order(tree)
    assert (len(kept), len(order)) == (159, 102)
    assert [kept[k] for k in order[:7]] == [3381, 2756, 3014, 2094, 1171, 3787, 1447]


@pytest.mark.parametrize(("name", "n_kept", "n_ordered"), [("madelon", 25, 14), ("MLL", 159, 104)])
def test_order_with_every_maximum_in_the_last_bin(name: str, n_kept: int, n_ordered: int) -> None:
    x, y, kept = authors_data(name)
    codes = fit_binnings(x[:, kept], y, 4, "equal-width").codes(x[:, kept])
    order = markov_blanket_order(parents(conditional_information(codes, y, 4, int(y.max()) + 1)))
    assert (len(kept), len(order)) == (n_kept, n_ordered)
