"""The search for a policy and its bounds, against all policies there are."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_networks import EXAMPLES, asked_joint, least_cost, random_bayesian

from ifc2f.costs import AcquisitionCosts
from ifc2f.networks import search as module
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.compiled import compiled
from ifc2f.networks.search import Search


def problem(seed, n_variables, kind="plain"):
    """Return a random network with questions, prices and costs of mistakes."""
    rng = np.random.default_rng(seed)
    network = random_bayesian(rng, n_variables)
    target, *others = rng.permutation(n_variables).tolist()
    asked = others[:4]
    names = [network.names[i] for i in asked]
    prices = dict(zip(names, rng.choice([0.0, 0.01, 0.05, 0.1], len(names)).tolist(), strict=True))
    if kind == "groups":
        prices = {
            name: {"cost": cost, "discount_cost": cost / 4, "group": rng.choice(["", "blood"])}
            for name, cost in prices.items()
        }
    costs = AcquisitionCosts.from_spec(prices, names)
    n_classes = len(network.states[target])
    mistakes = rng.choice([1.0, 2.0, 5.0], (n_classes, n_classes)) * (1 - np.eye(n_classes))
    budget = float(rng.choice([0.05, 0.11, 0.2])) if kind == "budget" else np.inf
    return network, target, asked, costs, mistakes.astype(np.float32), budget


kinds = st.sampled_from(["plain", "groups", "budget"])


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(2, 7), kinds, st.booleans())
def test_a_search_to_the_end_finds_the_best_of_all_policies(seed, n_variables, kind, is_screened):
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    optimum = least_cost(asked_joint(network, target, asked), costs, mistakes.astype(float), budget)
    screened = module.MOST_COMBINATIONS
    module.MOST_COMBINATIONS = screened if is_screened else 0
    try:
        search = Search(network, target, asked, costs, mistakes, budget)
    finally:
        module.MOST_COMBINATIONS = screened
    assert search.root.lower <= optimum + 1e-9
    search.run(0.0, 100_000)
    np.testing.assert_allclose([search.root.lower, search.root.upper], optimum, atol=1e-9)
    np.testing.assert_allclose(compiled(search).expected, optimum, atol=1e-9)


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(3, 7), kinds, st.integers(1, 30))
def test_bounds_hold_wherever_the_search_ends(seed, n_variables, kind, most):
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    optimum = least_cost(asked_joint(network, target, asked), costs, mistakes.astype(float), budget)
    search = Search(network, target, asked, costs, mistakes, budget)
    search.run(0.0, most)
    assert search.root.lower - 1e-9 <= optimum <= search.root.upper + 1e-9
    assert search.n_expanded <= max(most, 1)
    np.testing.assert_allclose(compiled(search).expected, search.root.upper, atol=1e-9)


def paths_of(search, belief, path=()):
    """Return all that the best policy of a search asks, with all answers."""
    question = search.best(belief)
    if question < 0:
        return [path]
    found = []
    for state, slot in enumerate(search.slots(question)):
        child, longer = belief.children.get(slot), (*path, (question, state))
        found += [longer] if child is None else paths_of(search, child, longer)
    return found


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32 - 1), st.integers(3, 7), kinds, st.integers(1, 30))
def test_a_policy_that_is_followed_costs_what_it_does_where_it_was_found(seed, n_variables, kind, most):
    """With room for all of it; with less, its bounds hold."""
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    whole = Search(network, target, asked, costs, mistakes, budget)
    whole.run(0.0, 100_000)
    paths = paths_of(whole, whole.root)
    again = Search(network, target, asked, costs, mistakes, budget)
    again.follow(paths, 100_000)
    np.testing.assert_allclose(again.root.upper, whole.root.upper, atol=1e-9)
    in_part = Search(network, target, asked, costs, mistakes, budget)
    in_part.follow(paths, most)
    assert in_part.n_expanded <= max(most, 1)
    assert in_part.root.lower - 1e-9 <= whole.root.upper <= in_part.root.upper + 1e-9


def test_equal_beliefs_are_one():
    """Behind an answer that cuts off what came before it, the beliefs of all earlier answers are one."""
    n, rng = 6, np.random.default_rng(0)
    tables = [np.array([0.5, 0.5])] + [rng.dirichlet([1, 1], size=2) for _ in range(n - 1)]
    network = BayesianNetwork(
        tuple("abcdef"), (("0", "1"),) * n, ((), *((i,) for i in range(n - 1))), tuple(tables)
    )
    search = Search(network, 5, range(5), AcquisitionCosts.from_spec(1e-9, list("abcde")), 1 - np.eye(2))
    search.run(0.0, 100_000)
    # a chain: only the nearest answer matters, so there are no more beliefs than states, and the one without
    assert search.n_expanded <= 1 + 2 * 5


def test_prices_that_fall_once_others_are_paid_do_not_lift_the_lower_bound():
    """The dear test is cheap after the other of its group, and both together tell what neither does alone."""
    coin, tables = np.array([0.5, 0.5]), np.zeros((2, 2, 2))
    tables[0, 0, 0] = tables[1, 1, 0] = tables[0, 1, 1] = tables[1, 0, 1] = 1.0
    network = BayesianNetwork(tuple("abt"), (("0", "1"),) * 3, ((), (), (0, 1)), (coin, coin, tables))
    prices = {name: {"cost": 0.3, "discount_cost": 0.01, "group": "blood"} for name in "ab"}
    costs = AcquisitionCosts.from_spec(prices, ["a", "b"])
    search = Search(network, 2, [0, 1], costs, (1 - np.eye(2)).astype(np.float32))
    assert search.root.lower <= 0.31 + 1e-6
    search.run(0.0, 1000)
    np.testing.assert_allclose([search.root.lower, search.root.upper], 0.31, atol=1e-6)
