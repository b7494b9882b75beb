"""Exact posteriors by the junction tree, against sums over all states."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_networks import EXAMPLES, asked_joint, posterior_by_sums, random_bayesian

from ifc2f.networks import junction_tree
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.borders import screen
from ifc2f.networks.junction_tree import JunctionTree, TooWide


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(2, 7))
def test_joints_are_those_of_summing_all_states(seed, n_variables):
    rng = np.random.default_rng(seed)
    network = random_bayesian(rng, n_variables)
    target, *others = rng.permutation(n_variables).tolist()
    asked = others[: rng.integers(1, len(others) + 1)]
    hidden = [i for i in network.ancestors([target, *asked]) if i not in (target, *asked)]
    together = hidden[:2]
    tree = JunctionTree(network, target, asked, together)
    joint = asked_joint(network, target, asked)
    evidence = np.array([[rng.integers(-1, len(network.states[i])) for i in asked] for _ in range(6)])
    joints, both = tree.joints(evidence)
    everything = asked_joint(network, target, [*asked, *together])
    for row, states in enumerate(evidence):
        answers = {k: int(v) for k, v in enumerate(states) if v >= 0}
        for k, i in enumerate(asked):
            for v in range(len(network.states[i])):
                truth = posterior_by_sums(joint, {**answers, k: v}) * (answers.get(k, v) == v)
                np.testing.assert_allclose(joints[k][row, v], truth, atol=1e-12)
        of_answers = everything[tuple(answers.get(k, slice(None)) for k in range(len(asked)))]
        truth = of_answers.sum(axis=tuple(range(len(asked) - len(answers))))
        np.testing.assert_allclose(both[row], truth, atol=1e-12)
    masses = both.reshape(len(evidence), -1, both.shape[-1]).sum(axis=1)
    possible = masses.sum(axis=1) > 0
    truth = masses[possible] / masses[possible].sum(axis=1, keepdims=True)
    np.testing.assert_allclose(tree.posteriors(evidence[possible]), truth, atol=1e-12)


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(3, 7), st.sampled_from([1, 4, 1000]))
def test_what_screens_the_questions_leaves_them_nothing_to_tell(seed, n_variables, most):
    rng = np.random.default_rng(seed)
    network = random_bayesian(rng, n_variables)
    target, *others = rng.permutation(n_variables).tolist()
    asked = others[: rng.integers(1, len(others) + 1)]
    found = screen(network, target, asked, most)
    if found is None:
        return
    assert np.prod([len(network.states[i]) for i in found], dtype=int) <= most
    rest = [i for i in asked if i not in found]
    joint = asked_joint(network, target, [*found, *rest])
    given_screen = joint.sum(axis=tuple(range(len(found), len(found) + len(rest))), keepdims=True)
    total, of_screen = joint.sum(axis=-1, keepdims=True), given_screen.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(joint * of_screen, given_screen * total, atol=1e-12)


def test_what_no_answer_enters_is_added_up_once():
    n, rng = 9, np.random.default_rng(0)
    tables = [np.array([0.5, 0.5])] + [rng.dirichlet([1, 1], size=2) for _ in range(n - 1)]
    parents = ((), *((i,) for i in range(n - 1)))
    names = tuple(f"v{i}" for i in range(n))
    chain = BayesianNetwork(names, (("no", "yes"),) * n, parents, tuple(tables))
    assert JunctionTree(chain, 0, range(1, n)).n_cells > JunctionTree(chain, 0, [n - 1]).n_cells
    # of three in a row, the one in between is enough
    assert JunctionTree(chain, 0, [n - 1]).n_cells <= 2 * 4


def test_a_network_that_is_too_wide_is_refused_by_its_targets_name(monkeypatch):
    network = random_bayesian(np.random.default_rng(1), 6)
    monkeypatch.setattr(junction_tree, "MOST_CELLS", 3)
    with pytest.raises(TooWide, match="'v2' need tables of"):
        JunctionTree(network, 2, [0, 1, 3, 4, 5])


def test_many_sets_of_answers_are_the_same_one_at_a_time(monkeypatch):
    rng = np.random.default_rng(3)
    network = random_bayesian(rng, 7)
    tree = JunctionTree(network, 0, [1, 2, 3, 4, 5, 6])
    evidence = np.array([[rng.integers(-1, len(s)) for s in network.states[1:]] for _ in range(20)])
    at_once = tree.joints(evidence)
    monkeypatch.setattr(junction_tree, "CELLS_AT_ONCE", 1)
    monkeypatch.setattr(junction_tree, "LEAST_AT_ONCE", 1)
    for one, other in zip(at_once[0], tree.joints(evidence)[0], strict=True):
        np.testing.assert_array_equal(one, other)
