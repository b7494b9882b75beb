"""What instances cost along an order, less a martingale: against plain NumPy; and what is refused."""

from __future__ import annotations

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f._core import ffi, lib
from models import bare, planned
from numpy.typing import NDArray
from strategies import Problem, problems, random_problem

from ifc2f import Model
from ifc2f.planning.alpha_vectors import alpha_vectors, live_features
from ifc2f.planning.instances import bounds_memory, draw_instances
from ifc2f.planning.martingale import simulated_costs
from ifc2f.planning.optimum import by_enumeration, stage_prices

Float64 = NDArray[np.float64]


def plan_value(problem: Problem, model: Model, k: int, answers: dict[int, int], belief: Float64) -> float:
    """Return min(deciding, looking at feature k by the plan's vectors), all that is left after the last."""
    best = float(oracle.stopping_cost(problem.misclassification, belief))
    if k < model.n_stages:
        given = {j: answers[j] for j in live_features(model, k)}
        best = min(best, (alpha_vectors(model, k, given).astype(np.float64) @ belief).min(initial=np.inf))
    return best


def followed(problem: Problem, model: Model, instance: list[int], n_acquired: int) -> tuple[float, float]:
    """Return the smallest cost along one instance, and that after `n_acquired` looks, less the martingale."""
    belief = oracle.class_prior(problem.network)
    spent = martingale = 0.0
    costs = [float(oracle.stopping_cost(problem.misclassification, belief))]
    for k, price in enumerate(oracle.stage_costs(problem.costs, model.n_stages)):
        parent = problem.network.features[k].parent
        table = oracle.tables(problem.network)[k][instance[parent] if parent >= 0 else 0]
        answers = dict(enumerate(instance[:k]))
        table = table / table.sum(axis=0)
        values = [
            plan_value(problem, model, k + 1, {**answers, k: v}, belief * row) for v, row in enumerate(table)
        ]
        chance = (belief * table[instance[k]]).sum()
        martingale += values[instance[k]] / chance - sum(values)
        belief = belief * table[instance[k]] / chance
        spent += price
        costs.append(spent + float(oracle.stopping_cost(problem.misclassification, belief)) - martingale)
    return min(costs), costs[n_acquired]


@settings(deadline=None, max_examples=40)
@given(
    problem=problems(max_features=5),
    treatment=st.sampled_from(["exact", "parent", "marginal"]),
    n_beliefs=st.sampled_from([1, 7, 9, 300]),
    n_stages=st.integers(0, 5),
    seed=st.integers(0, 2**32 - 1),
)
def test_costs_and_weights_are_those_of_plain_numpy(
    problem: Problem, treatment: str, n_beliefs: int, n_stages: int, seed: int
) -> None:
    n_stages = min(n_stages, len(problem.network.features))
    model = planned(problem, treatment=treatment, n_beliefs=n_beliefs, n_stages=n_stages)
    bins = draw_instances(model, 20, seed, n_followed=n_stages)
    n_acquired = np.random.default_rng(seed).integers(0, n_stages + 1, 20).astype(np.int32)
    optimal, actual, weights = simulated_costs(model, bins, n_acquired)
    for i, row in enumerate(bins):
        expected = followed(problem, model, row.tolist(), int(n_acquired[i]))
        assert (optimal[i], actual[i]) == pytest.approx(expected, rel=1e-6, abs=1e-9)
        answers = dict(enumerate(row[:n_stages].tolist()))
        drawn = oracle.chance_of_drawing(problem.network, row[:n_stages], n_stages)
        assert weights[i] == pytest.approx(oracle.evidence(problem.network, answers) / drawn, rel=1e-5)


def test_what_is_out_of_range_is_refused() -> None:
    model = planned(random_problem(np.random.default_rng(2), 4), n_stages=3)
    bins, n_acquired = draw_instances(model, 10, 0, n_followed=3), np.full(10, 3, dtype=np.int32)
    simulated_costs(model, bins, n_acquired)
    for wrong in (
        n_acquired[:9],
        n_acquired.astype(np.float64),
        np.full(10, np.nan),
        n_acquired[:, np.newaxis],
    ):
        with pytest.raises(ValueError, match=r"n_acquired must be int32 of shape \(10,\)"):
            simulated_costs(model, bins, wrong)
    for number in (-1, 4, 2**31 - 1):
        n_acquired[9] = number
        with pytest.raises(ValueError, match="out of range"):
            simulated_costs(model, bins, n_acquired)
    n_acquired[9], bins[9, 3] = 3, 255
    with pytest.raises(ValueError, match="not a bin of the feature"):
        simulated_costs(model, bins, n_acquired)
    with pytest.raises(ValueError, match="no policy"):
        simulated_costs(bare(random_problem(np.random.default_rng(2), 4)), bins[:9], n_acquired[:9])


@pytest.mark.parametrize("price", [np.nan, np.inf, -np.inf, -0.1])
def test_prices_that_are_none_are_refused(price: float) -> None:
    model = planned(random_problem(np.random.default_rng(2), 4))
    prices = stage_prices(model)
    prices[2] = price
    cost = ffi.new("double *")
    memory = bounds_memory(model)
    pointer = ffi.from_buffer("double[]", prices)
    assert lib.ifc2f_order_optimum(model.c_model, pointer, 10**6, *memory, cost) == lib.IFC2F_ERR_ARGUMENT
    none = ffi.NULL
    status = lib.ifc2f_follow(model.c_model, pointer, 0.0, none, none, 0, *memory, none, none, none)
    assert status == lib.IFC2F_ERR_ARGUMENT


def test_memory_that_is_too_small_or_not_aligned_is_refused() -> None:
    model = planned(random_problem(np.random.default_rng(2), 4))
    prices, cost = stage_prices(model), ffi.new("double *")
    memory, n_bytes = bounds_memory(model)
    pointer = ffi.from_buffer("double[]", prices)
    for at, size in ((memory, n_bytes - 1), (ffi.cast("char *", memory) + 4, n_bytes), (ffi.NULL, n_bytes)):
        status = lib.ifc2f_order_optimum(model.c_model, pointer, 10**6, at, size, cost)
        assert status == lib.IFC2F_ERR_MEMORY
    assert lib.ifc2f_order_optimum(model.c_model, pointer, 10**6, memory, n_bytes, cost) == lib.IFC2F_OK
    assert cost[0] == by_enumeration(model)
