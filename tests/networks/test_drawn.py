"""What drawn instances tell of the best policy, against all policies there are."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_networks import EXAMPLES, asked_joint, full_joint
from random_networks import least_cost as least_of_all
from test_search import problem

from ifc2f import plan_graph
from ifc2f.networks.drawn import least_cost, paths
from ifc2f.networks.junction_tree import JunctionTree

CHANCE = 2e-3  # that the bound is missed by more than this is far below 0.001


@settings(max_examples=EXAMPLES // 2)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.sampled_from(["plain", "groups", "budget"]))
def test_no_policy_costs_less_than_the_simulated_bound_which_is_near_where_all_is_told(
    seed, n_variables, kind
):
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    joint = np.moveaxis(full_joint(network), target, -1)
    optimum = least_of_all(asked_joint(network, target, asked), costs, mistakes.astype(float), budget)
    found = least_cost(network, target, costs, mistakes, seed)
    assert found <= optimum + CHANCE
    deciding = (joint.reshape(-1, joint.shape[-1]).sum(axis=0) @ mistakes).min()
    price = min(costs.price(k, ()) for k in range(len(asked)))
    everything = price + (joint @ mistakes).min(axis=-1).sum()
    np.testing.assert_allclose(found, min(deciding, everything), atol=0.03 * mistakes.max())


@settings(max_examples=EXAMPLES // 2)
@given(st.integers(0, 2**32 - 1), st.integers(3, 6), st.sampled_from(["plain", "groups", "budget"]))
@example(323780, 5, "plain")  # the best decision costs the same whatever the class, the others do not
def test_the_bound_by_what_can_be_asked_is_that_of_knowing_all_answers(seed, n_variables, kind):
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    some = asked[: max(len(asked) - 1, 1)]
    priced = costs.select(range(len(some)))
    joint = asked_joint(network, target, some)
    optimum = least_of_all(joint, priced, mistakes.astype(float), budget)
    tree = JunctionTree(network, target, some)
    found = least_cost(
        network, target, priced, mistakes, seed, 50_000,
        lambda states: tree.posteriors(states[:, some].astype(int)),
    )  # fmt: skip
    assert found <= optimum + CHANCE
    flat = joint.reshape(-1, joint.shape[-1])
    everything = min(priced.price(k, ()) for k in range(len(some))) + (flat @ mistakes).min(axis=1).sum()
    deciding = (flat.sum(axis=0) @ mistakes).min()
    np.testing.assert_allclose(found, min(deciding, everything), atol=0.04 * mistakes.max())


@settings(max_examples=EXAMPLES // 2)
@given(st.integers(0, 2**32 - 1), st.integers(3, 7))
def test_paths_are_what_a_model_asks_of_the_same_instances(seed, n_variables):
    network, target, asked, costs, mistakes, _ = problem(seed, n_variables)
    names = [network.names[i] for i in asked]
    model = plan_graph(
        network, network.names[target], costs, ask=names, misclassification_cost=mistakes
    ).model
    found = paths(model, network, asked, seed, 40)
    drawn = network.draw(40, seed, asked)
    columns = [network.index(name) for name in model.feature_names]
    told = model.classify(drawn[:, columns].astype(float), columns=np.arange(len(columns)))
    np.testing.assert_array_equal([len(path) for path in found], told.n_features)
    for path, row in zip(found, drawn, strict=True):
        assert all(row[asked[question]] == state for question, state in path)
