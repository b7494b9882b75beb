"""What drawn instances tell of the best policy, against all policies there are."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_networks import EXAMPLES, asked_joint, full_joint
from random_networks import least_cost as least_of_all
from test_search import problem

from ifc2f.networks.drawn import least_cost

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
