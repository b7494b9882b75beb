"""Published networks that are small enough to try all policies: plans cost at most 1 % more than the best."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from random_networks import asked_joint, full_joint, least_cost

from ifc2f import plan_graph, read_network
from ifc2f.costs import AcquisitionCosts

PGMPY = find_spec("pgmpy")  # brings the files; `make networks` installs it
pytestmark = pytest.mark.skipif(PGMPY is None, reason="pgmpy is not installed: make networks")
MOST_ASKED = {"asia": 7, "cancer": 4, "earthquake": 4, "survey": 5, "sachs": 5}
PRICES = (0.001, 0.01, 0.05)


@pytest.mark.parametrize("name", MOST_ASKED)
def test_a_plan_costs_at_most_one_percent_more_than_the_best_of_all_policies(name):
    """Of every target, with all other variables to ask for, or those that depend on it most closely."""
    assert PGMPY is not None
    assert PGMPY.origin is not None
    folder = Path(PGMPY.origin).parent / "utils" / "example_models"
    network = read_network(folder / f"{name}.bif.gz")
    whole = full_joint(network)
    for at, target in enumerate(network.names):
        others = [i for i in range(len(network.names)) if i != at]
        related = {*network.parents[at], *(i for i in others if at in network.parents[i])}
        asked = sorted(
            sorted(others, key=lambda i, related=related: (i not in related, i))[: MOST_ASKED[name]]
        )
        names = [network.names[i] for i in asked]
        joint = asked_joint(network, at, asked, whole)
        mistakes = 1 - np.eye(len(network.states[at]))
        for price in PRICES:
            found = plan_graph(network, target, price, ask=names)
            optimum = least_cost(joint, AcquisitionCosts.from_spec(price, names), mistakes)
            assert found.lower <= optimum + 1e-7
            assert optimum - 1e-7 <= found.upper <= 1.01 * optimum + 1e-7
