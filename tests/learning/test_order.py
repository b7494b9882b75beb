"""Order and conditioning tables against brute-force marginalisation of the network."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f.learning import order as order_module
from ifc2f.learning.order import ancestors, conditioning, markov_blanket_order, ordered_tables
from ifc2f.learning.structure import parents as structure
from ifc2f.learning.structure import topological_order
from ifc2f.learning.tables import smoothed_table

L = 2


def no_counts(family: tuple[int, ...]) -> np.ndarray:
    raise AssertionError(f"asked for the counts of {family}, though summing out is small")


def random_tree(n: int, seed: int) -> list[list[int]]:
    """Return a tree in which parents may have higher numbers than their children, as spanning trees do."""
    rng = np.random.default_rng(seed)
    weights = np.triu(rng.random((n, n)), 1)
    return structure(weights + weights.T)


def random_tables(parents: list[list[int]], n_values: list[int], seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    tables = []
    for k, p in enumerate(parents):
        table = rng.random((*(n_values[j] for j in p), n_values[k], L)) + 0.05
        tables.append(table / table.sum(axis=-2, keepdims=True))
    return tables


def joint(parents: list[list[int]], tables: list[np.ndarray], n_values: list[int]) -> np.ndarray:
    """Oracle: P(all features | class) by multiplying out, shape (V_1, .., V_K, L)."""
    result = np.ones((*n_values, L))
    for values in itertools.product(*(range(v) for v in n_values)):
        for k, p in enumerate(parents):
            result[values] *= tables[k][(*(values[j] for j in p), values[k])]
    return result


def conditional(joint: np.ndarray, given: int, feature: int) -> np.ndarray:
    """Oracle: P(feature | given, class) from the joint distribution, shape (U, V, L)."""
    kept = {feature, given} - {-1}
    pair = joint.sum(axis=tuple(k for k in range(joint.ndim - 1) if k not in kept))
    if given < 0:
        pair = pair[np.newaxis]
    elif given > feature:
        pair = pair.swapaxes(0, 1)
    return pair / pair.sum(axis=1, keepdims=True)


def check_steps(parents: list[list[int]], n_values: list[int], seed: int) -> None:
    tables = random_tables(parents, n_values, seed)
    order = markov_blanket_order(parents)
    everything = joint(parents, tables, n_values)
    steps = ordered_tables(parents, tables, order, no_counts)
    assert [step.feature for step in steps] == order
    for position, step in enumerate(steps):
        assert step.given == -1 or step.given in order[:position]
        assert step.table.dtype == np.float32
        expected = conditional(everything, step.given, step.feature)
        assert step.table.shape == expected.shape
        assert step.table == pytest.approx(expected, abs=1e-7)
        assert step.table.sum(axis=1, dtype=np.float64) == pytest.approx(1, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(n=st.integers(1, 6), seed=st.integers(0, 10**6), line=st.booleans())
def test_tree_tables_are_marginals_of_the_network(n: int, seed: int, line: bool) -> None:
    rng = np.random.default_rng(seed)
    tree = structure(np.zeros((n, n)), "line") if line else random_tree(n, seed)
    check_steps(tree, [int(v) for v in rng.integers(1, 4, n)], seed)


@settings(max_examples=40, deadline=None)
@given(n=st.integers(1, 6), seed=st.integers(0, 10**6))
def test_random_structure_tables_are_marginals_of_the_network(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    check_steps(structure(np.zeros((n, n)), "random", seed), [int(v) for v in rng.integers(1, 4, n)], seed)


def test_naive_and_clique_orders() -> None:
    shape = np.zeros((4, 4))
    naive = structure(shape, "naive")
    assert markov_blanket_order(naive) == [0, 1, 2, 3]
    assert conditioning(naive, [0, 1, 2, 3]) == [-1, -1, -1, -1]
    check_steps(naive, [2, 3, 2, 2], 0)
    assert markov_blanket_order(structure(shape, "clique")) == [0]
    assert markov_blanket_order(structure(shape, "line")) == [0, 2]
    assert markov_blanket_order([]) == []


def order_by_definition(parents: list[list[int]]) -> list[int]:
    """Oracle: the words of the definition, one feature at a time."""
    remaining = list(range(len(parents)))
    order = []
    while remaining:
        k = remaining[0]
        order.append(k)
        children = [c for c, p in enumerate(parents) if k in p]
        blanket = {k, *parents[k], *children, *(p for c in children for p in parents[c])}
        remaining = [r for r in remaining if r not in blanket]
    return order


@settings(max_examples=60)
@given(
    n=st.integers(0, 15),
    seed=st.integers(0, 10**6),
    kind=st.sampled_from(["tree", "random", "clique", "line"]),
)
def test_order_is_its_definition(n: int, seed: int, kind: str) -> None:
    parents = random_tree(n, seed) if kind == "tree" else structure(np.zeros((n, n)), kind, seed)
    order = markov_blanket_order(parents)
    assert order == order_by_definition(parents)
    for position, (feature, nearest) in enumerate(zip(order, conditioning(parents, order), strict=True)):
        earlier = set(order[:position]) & set(ancestors(parents, parents[feature]))
        assert (nearest in earlier) if earlier else nearest == -1


def test_coparents_are_in_the_blanket() -> None:
    assert markov_blanket_order([[], [], [0, 1], []]) == [0, 3]


def test_conditioning_feature_is_the_nearest_ancestor_asked_before() -> None:
    chain = structure(np.zeros((6, 6)), "line")
    assert conditioning(chain, [0, 2, 5]) == [-1, 0, 2]
    diamond = [[], [0], [0], [1, 2]]
    assert conditioning(diamond, [0, 3]) == [-1, 0]
    assert conditioning(diamond, [1, 2, 3]) == [-1, -1, 1]
    assert conditioning([[], [], [0, 1]], [1, 2]) == [-1, 1]


def test_ancestors() -> None:
    assert ancestors([[], [2], [0], [1], []], [1]) == [0, 1, 2]
    assert ancestors([[], [0]], []) == []


@pytest.mark.parametrize("too_large", ["table", "factor"])
def test_pair_counts_stand_in_for_what_is_too_large(too_large: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parents = [[], [0], [0, 1], [2]]
    tables: list[np.ndarray | None] = [*random_tables(parents, [2] * 4, 0)]
    counts = np.arange(8).reshape(2, 2, 2)
    asked: list[tuple[int, ...]] = []

    def pair_counts(family: tuple[int, ...]) -> np.ndarray:
        asked.append(family)
        return counts if len(family) == 2 else counts[0]

    if too_large == "table":
        tables[2] = None
    else:
        monkeypatch.setattr(order_module, "MAX_CELLS", 7)
    steps = ordered_tables(parents, tables, [0, 3], pair_counts)
    assert asked == [(0, 3)]
    assert steps[1].table == pytest.approx(smoothed_table(counts), abs=1e-7)


def test_elimination_order_keeps_long_structures_small() -> None:
    """Sixty features in a ladder: the joint has 4^60 entries, no factor need have more than 4^4 L."""
    n = 60
    parents = [[k - 2, k - 1] if k > 1 else list(range(k)) for k in range(n)]
    assert topological_order(parents) == list(range(n))
    tables = random_tables(parents, [4] * n, 1)
    steps = ordered_tables(parents, tables, [0, n - 1], no_counts)
    forward = tables[1]  # P(F_{k-1}, F_k | F_0, c) by plain recursion: axes F_0, F_1
    pair = np.eye(4)[:, :, np.newaxis, np.newaxis] * forward[:, np.newaxis]  # F_0, F_0, F_1, L
    for k in range(2, n):
        pair = np.einsum("gabc,abdc->gbdc", pair, tables[k])
    assert steps[1].given == 0
    assert steps[1].table == pytest.approx(pair.sum(axis=1), abs=1e-7)
