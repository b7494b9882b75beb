"""Cliques of moral graphs: what makes them a junction tree, whatever the order of elimination."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_networks import EXAMPLES, random_bayesian

from ifc2f.networks import triangulation
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.junction_tree import JunctionTree, TooWide, moral_graph
from ifc2f.networks.triangulation import triangulated


def all_orders(near, n_states):
    """Return the best cliques of all orders, and those of the first."""
    enough = triangulation.ENOUGH
    try:
        triangulation.ENOUGH = 0
        best = triangulated(near, n_states)
        triangulation.ENOUGH = math.inf
        return best, triangulated(near, n_states)
    finally:
        triangulation.ENOUGH = enough


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(1, 9))
def test_cliques_have_every_edge_and_make_a_tree_with_each_variable_in_one_part(seed, n_variables):
    network = random_bayesian(np.random.default_rng(seed), n_variables)
    near = moral_graph(network, range(n_variables))
    n_states = [len(states) for states in network.states]
    sizes = []
    for scopes in all_orders(near, n_states):
        sets = [set(variables) for variables, _ in scopes]
        parents = [parent for _, parent in scopes]
        assert parents[-1] == -1
        assert all(at < parent < len(scopes) for at, parent in enumerate(parents[:-1]))
        assert all(any({a, b} <= own for own in sets) for a in near for b in near[a])
        for i in near:
            joined = sum(i in sets[at] & sets[parent] for at, parent in enumerate(parents[:-1]))
            assert sum(i in own for own in sets) == joined + 1
        assert not any(sets[at] <= sets[parent] for at, parent in enumerate(parents[:-1]))
        sizes.append(sum(math.prod(n_states[i] for i in own) for own in sets))
    assert sizes[0] <= sizes[1]


def test_a_clique_that_no_memory_holds_is_said_by_the_target():
    n = triangulation.MOST_STATES.bit_length() + 1
    pairs = [(j, i) for i in range(n) for j in range(i)]
    parents = [()] * n + pairs  # each two of the first have a child in common
    tables = [np.full(2, 0.5)] * n + [np.full((2, 2, 2), 0.5)] * len(pairs)
    names = tuple(f"v{i}" for i in range(len(parents)))
    network = BayesianNetwork(names, (("no", "yes"),) * len(names), tuple(parents), tuple(tables))
    with pytest.raises(TooWide, match="'v0' has a clique too large"):
        JunctionTree(network, 0, range(1, len(names)))
