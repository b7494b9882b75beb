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


def told_after_two(joint, of_asked, axes, costs, mistakes):
    """Return the least cost where after a first answer one decides, or pays for all that `joint` holds."""
    known = (joint @ mistakes).min(axis=-1)
    costs_of_first = []
    for k, axis in enumerate(axes):
        others = [costs.price(j, (k,)) for j in range(len(axes)) if j != k]
        by_answer = np.moveaxis(of_asked, k, 0)
        stop = (by_answer.reshape(len(by_answer), -1, joint.shape[-1]).sum(axis=1) @ mistakes).min(axis=1)
        going_on = np.moveaxis(known, axis, 0).reshape(len(stop), -1).sum(axis=1)
        chance = by_answer.reshape(len(stop), -1).sum(axis=1)
        after = np.minimum(stop, going_on + min(others, default=0.0) * chance).sum()
        costs_of_first.append(costs.price(k, ()) + after)
    deciding = (joint.reshape(-1, joint.shape[-1]).sum(axis=0) @ mistakes).min()
    return min(deciding, *costs_of_first)


@settings(max_examples=EXAMPLES // 2)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.sampled_from(["plain", "groups", "budget"]))
@example(164, 3, "plain")  # one decision costs the same always, the others vary much
def test_no_policy_costs_less_than_the_simulated_bound_which_is_near_where_all_is_told(
    seed, n_variables, kind
):
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    joint = np.moveaxis(full_joint(network), target, -1)
    optimum = least_of_all(asked_joint(network, target, asked), costs, mistakes.astype(float), budget)
    found = least_cost(network, target, asked, costs, mistakes, seed)
    assert found <= optimum + CHANCE
    axes = [i - (i > target) for i in asked]
    truth = told_after_two(joint, asked_joint(network, target, asked), axes, costs, mistakes)
    np.testing.assert_allclose(found, truth, atol=0.03 * mistakes.max())


@settings(max_examples=EXAMPLES // 2)
@given(st.integers(0, 2**32 - 1), st.integers(3, 6), st.sampled_from(["plain", "groups", "budget"]))
@example(323780, 5, "plain")  # one decision costs the same always, the others vary much
def test_the_bound_by_what_can_be_asked_is_that_of_knowing_all_answers(seed, n_variables, kind):
    network, target, asked, costs, mistakes, budget = problem(seed, n_variables, kind)
    some = asked[: max(len(asked) - 1, 1)]
    priced = costs.select(range(len(some)))
    joint = asked_joint(network, target, some)
    optimum = least_of_all(joint, priced, mistakes.astype(float), budget)
    tree = JunctionTree(network, target, some)

    def told(states):
        return tree.posteriors(states[:, some].astype(int))

    found = least_cost(network, target, some, priced, mistakes, seed, 50_000, told)
    assert found <= optimum + CHANCE
    truth = told_after_two(joint, joint, range(len(some)), priced, mistakes)
    np.testing.assert_allclose(found, truth, atol=0.04 * mistakes.max())
    few = least_cost(network, target, some, priced, mistakes, seed, 500, told)
    assert few <= truth + 10 * CHANCE


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
