"""Check the bounds of policies on small random networks, against all possible policies.

``python -m benchmarks.guards`` draws 10,000 networks of two or three classes, one to five features of two or
three values each, peaked, with impossible answers, unequal mistakes, groups of tests and budgets, and lists
what is broken: an adaptive policy must not cost more, by its network, than deciding at once or than the
ordered plan kept with it, or stop where one more acquisition pays; a plan must not cost more than deciding;
no policy may spend more than the budget; and no certificate may put its lower bound above the optimum, which
is found by trying all policies. It ends with an error if anything is broken.

``--bounds 2000`` counts how often simulated bounds fail on so many models with peaked tables and rare classes
that are costly to miss, and how often four standard errors would.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from ifc2f import (
    AcquisitionCosts,
    Feature,
    Model,
    Network,
    Session,
    certificate,
    expected_cost,
    plan_network,
)
from ifc2f.costs import Purchases
from ifc2f.files.format import adaptive_section
from ifc2f.planning import certificate as certificates
from ifc2f.planning.optimum import by_enumeration
from ifc2f.planning.plan import plan

__all__ = ["Case", "broken", "optimum", "random_case"]

N_NETWORKS = 10_000
RELATIVE, ABSOLUTE = 5e-5, 2e-6  # what single precision may add to a cost, over five looks
TREATMENTS = ("auto", "exact", "parent", "marginal")

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A network, what its features and mistakes cost (rows true, columns assigned), and a budget."""

    network: Network
    costs: AcquisitionCosts
    misclassification: NDArray[np.float32]
    budget: float


# ---- Drawing ---------------------------------------------------------------------------------------------


def random_case(seed: int) -> Case:
    """Return a random case: everything about it is drawn from the seed."""
    rng = np.random.default_rng(seed)
    n_classes, n_features = int(rng.integers(2, 4)), int(rng.integers(1, 6))
    concentration = 10.0 ** rng.uniform(-1.5, 0.7)
    share_of_zeros = rng.choice([0.0, 0.3])
    sizes = rng.integers(2, 4, n_features).tolist()
    features = []
    for k, size in enumerate(sizes):
        parent = int(rng.integers(-1, k)) if k and rng.random() < 0.7 else -1
        shape = (1 if parent < 0 else sizes[parent], n_classes)
        table = rng.dirichlet(np.full(size, concentration), shape).transpose(0, 2, 1)
        table *= rng.random(table.shape) >= share_of_zeros
        table[:, 0] += table.sum(axis=1) <= 0
        edges = np.arange(1, size).astype(np.float32)
        normal = (table / table.sum(axis=1, keepdims=True)).astype(np.float32)
        features.append(Feature(f"f{k}", k, edges, False, None, parent, normal))
    prior = rng.dirichlet(np.full(n_classes, rng.choice([0.3, 3.0])))
    prior = np.maximum(prior, 1e-6)
    network = Network(tuple(features), tuple(range(n_classes)), (prior / prior.sum()).astype(np.float32))
    costs = _random_costs(rng, n_features)
    budget = float(rng.uniform(0, costs.cost.sum() * 0.8)) if rng.random() < 0.4 else np.inf
    return Case(network, costs, _random_mistakes(rng, n_classes), budget)


def _random_costs(rng: np.random.Generator, n_features: int) -> AcquisitionCosts:
    """Return costs, a third of them with groups and a third with features that need several tests."""
    cost = (10.0 ** rng.uniform(-3.5, -0.5) * rng.random(n_features)).astype(np.float32)
    group = np.full(n_features, -1, dtype=np.int32)
    if rng.random() < 1 / 3:
        group[rng.random(n_features) < 0.7] = 0
    discount = np.where(group >= 0, cost * np.float32(rng.random()), cost).astype(np.float32)
    tests_of: list[tuple[int, ...]] = [(k,) for k in range(n_features)]
    if n_features > 1 and rng.random() < 1 / 3:
        two = rng.choice(n_features, 2, replace=False)
        tests_of[int(rng.integers(n_features))] = (int(two[0]), int(two[1]))
    names = ("g",) if (group >= 0).any() else ()
    return AcquisitionCosts(cost, discount, group, names, tuple(tests_of), ("",) * n_features)


def _random_mistakes(rng: np.random.Generator, n_classes: int) -> NDArray[np.float32]:
    """Return costs of mistakes that are equal, unequal, or differ up to a thousand times."""
    if rng.random() < 1 / 3:
        return (1 - np.eye(n_classes)).astype(np.float32)
    mistakes = 10.0 ** rng.uniform(0, rng.choice([0.3, 3.0]), (n_classes, n_classes))
    return (mistakes * (1 - np.eye(n_classes))).astype(np.float32)


# ---- The optimum of all policies --------------------------------------------------------------------------


def _joint(network: Network) -> Array:
    """Return P(class, all answers), shape (L, V_1, ..., V_K)."""
    sizes = [feature.n_values for feature in network.features]
    joint = np.empty((*sizes, len(network.classes)))
    prior = network.prior.astype(np.float64)
    for values in product(*map(range, sizes)):
        chance = prior / prior.sum()
        for k, feature in enumerate(network.features):
            table = feature.table[values[feature.parent] if feature.parent >= 0 else 0].astype(np.float64)
            chance = chance * table[values[k]] / table.sum(axis=0)
        joint[values] = chance
    return np.moveaxis(joint, -1, 0)


def optimum(case: Case) -> float:
    """Return the cost of the best of all policies, in any order and within the budget."""
    joint, q = _joint(case.network), case.misclassification.astype(np.float64)
    n_features = len(case.network.features)
    found: dict[tuple[frozenset[int], float], Array] = {}

    def left(acquired: frozenset[int], spent: float) -> Array:
        """Return what is left to pay, times the probability of the answers, which are the axes."""
        if (acquired, spent) in found:
            return found[acquired, spent]
        others = tuple(1 + k for k in range(n_features) if k not in acquired)
        reached = joint.sum(axis=others, keepdims=True)
        best: Array = np.stack([np.tensordot(column, reached, axes=1) for column in q.T]).min(axis=0)
        for k in set(range(n_features)) - acquired:
            price = _price(case.costs, acquired, k)
            if np.float32(spent + price) <= np.float32(case.budget):
                after = left(acquired | {k}, round(spent + price, 9)).sum(axis=k, keepdims=True)
                best = np.minimum(best, price * reached.sum(axis=0) + after)
        found[acquired, spent] = best
        return best

    return float(left(frozenset(), 0.0).item())


def _price(costs: AcquisitionCosts, acquired: frozenset[int], feature: int) -> float:
    purchases = Purchases(costs)
    for k in acquired:
        purchases.buy(k)
    return purchases.price(feature)


# ---- What must hold ---------------------------------------------------------------------------------------


def broken(case: Case, rng: np.random.Generator) -> Iterator[str]:
    """Yield the name of everything that does not hold for a case."""
    given: dict[str, Any] = {"misclassification_cost": case.misclassification, "budget": case.budget}
    adaptive = plan_network(case.network, case.costs, policy="adaptive", **given)
    best = optimum(case)
    deciding = Session(adaptive).cost_of_stopping
    cost = expected_cost(adaptive).total
    if _is_above(cost, deciding):
        yield "adaptive costs more than deciding"
    if _is_above(best, cost):
        yield "adaptive costs less than the optimum"
    yield from _along_a_path(adaptive, rng)
    yield from _certified("adaptive", adaptive, best)
    for treatment in TREATMENTS:
        ordered = plan_network(case.network, case.costs, treatment=treatment, **given)
        cost_of_plan = expected_cost(ordered).total
        if _is_above(cost_of_plan, deciding):
            yield f"plan ({treatment}) costs more than deciding"
        if _is_above(best, cost_of_plan):
            yield f"plan ({treatment}) costs less than the optimum"
        if treatment == "auto" and "ORDR" in adaptive.policies and _is_above(cost, cost_of_plan):
            yield "adaptive costs more than the plan"
        if treatment in ("auto", "marginal"):
            yield from _certified(f"plan ({treatment})", ordered, best)
    yield from _along_a_path(ordered, rng)


def _is_above(cost: float, limit: float) -> bool:
    return cost > limit * (1 + RELATIVE) + ABSOLUTE


def _along_a_path(model: Model, rng: np.random.Generator) -> Iterator[str]:
    """Answer at random; check that the budget holds, and that it stops only where no acquisition pays."""
    session = Session(model)
    while (k := session.next()) is not None:
        session.answer_bin(k, int(rng.integers(model.network.features[k].n_values)))
        if np.float32(session.cost) > np.float32(model.budget):
            yield f"{model.policy} spends more than the budget"
    stop = session.cost_of_stopping
    if model.policy != "adaptive" or session.conflict:
        return
    for k in range(model.n_features):
        total = np.float32(session.cost + session.feature_cost(k))
        is_open = session.state(k) == "open" and total <= np.float32(model.budget)
        if is_open and _is_above(stop, session.cost_of_continuing(k)):
            yield "adaptive stops where a look pays"


def _certified(what: str, model: Model, best: float) -> Iterator[str]:
    found = certificate(model)
    if found.lower_of_all > best * (1 + RELATIVE) + ABSOLUTE:
        yield f"{what}: bound of all policies above the optimum"
    if _is_above(expected_cost(model).total, found.upper):
        yield f"{what}: upper bound below the cost"


# ---- Simulated bounds ------------------------------------------------------------------------------------


def peaked_case(seed: int) -> Case:
    """Return a case whose costs come from rare answers: peaked tables, a rare class costly to miss."""
    rng = np.random.default_rng(seed)
    n_classes, n_features = int(rng.integers(2, 4)), int(rng.integers(4, 7))
    features = []
    for k in range(n_features):
        parent = int(rng.integers(-1, k)) if k else -1
        shape = (1 if parent < 0 else 3, n_classes)
        table = rng.dirichlet(np.full(3, rng.choice([0.1, 0.2, 0.3])), shape).transpose(0, 2, 1) + 1e-5
        normal = (table / table.sum(axis=1, keepdims=True)).astype(np.float32)
        edges = np.array([1, 2], dtype=np.float32)
        features.append(Feature(f"f{k}", k, edges, False, None, parent, normal))
    prior = np.ones(n_classes)
    prior[0] = 10.0 ** rng.uniform(-5, -1)
    mistakes = 1 - np.eye(n_classes, dtype=np.float32)
    mistakes[0] *= 10.0 ** rng.uniform(0, 5)
    network = Network(tuple(features), tuple(range(n_classes)), (prior / prior.sum()).astype(np.float32))
    cost = (10.0 ** rng.uniform(-4, -1) * rng.random(n_features)).astype(np.float32)
    costs = AcquisitionCosts.from_spec(cost.tolist(), [feature.name for feature in features])
    return Case(network, costs, mistakes, np.inf)


def failed_bounds(seed: int, n_instances: int = 1000) -> Iterator[tuple[str, bool, bool]]:
    """Yield each simulated bound: its name, whether it fails, and whether four standard errors would.

    Everything is small enough to be known exactly, and simulated all the same.
    """
    case = peaked_case(seed)
    bare = Model.build(case.network, case.costs, case.misclassification)
    treatment = TREATMENTS[1 + seed % 3]
    ordered = bare.with_policies({"ORDR": plan(bare, treatment=treatment, n_beliefs=5)})
    adaptive = bare.with_policies({"ADPT": adaptive_section()})
    with (
        patch.multiple(
            certificates, MAX_CELLS=1, N_FIRST=n_instances // 2, N_FOLLOWED=n_instances, N_DRAWN=n_instances
        ),
        patch.object(certificates, "_affordable", lambda n, _: n),
    ):
        of_order, of_plan = certificates._simulated(ordered, seed)
        of_all = certificates._relaxed(adaptive, seed)
        of_adaptive = certificates._costs_under_network(adaptive, seed)
    least_of_order = by_enumeration(ordered)
    assert least_of_order is not None
    for name, found, limit in (
        ("optimum of the order", of_order, least_of_order),
        ("optimum of all policies", of_all, optimum(case)),
    ):
        limit = limit * (1 + RELATIVE) + ABSOLUTE
        yield name, found.below > limit, found.mean - 4 * found.error > limit
    for name, found, model in (("plan", of_plan, ordered), ("adaptive policy", of_adaptive, adaptive)):
        cost = expected_cost(model).total * (1 - RELATIVE) - ABSOLUTE
        yield name, found.above < cost, found.mean + 4 * found.error < cost


def count_failed_bounds(n_models: int, first: int) -> int:
    """Print how many bounds of each kind fail, as they are and by four standard errors; return the former."""
    failed, normal = Counter[str](), Counter[str]()
    for seed in range(first, first + n_models):
        for name, fails, fails_normally in failed_bounds(seed):
            failed[name] += fails
            normal[name] += fails_normally
    for name in failed:
        print(f"{name}: {failed[name]} of {n_models} bounds fail; of four standard errors {normal[name]}")
    return max(failed.values())


def main() -> None:
    """Draw, count, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--networks", type=int, default=N_NETWORKS)
    parser.add_argument(
        "--bounds", type=int, metavar="MODELS", help="simulated bounds of so many models instead"
    )
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    args = parser.parse_args()
    if args.bounds:
        sys.exit(count_failed_bounds(args.bounds, args.first) > 0.001 * args.bounds)
    counts: Counter[str] = Counter()
    for seed in range(args.first, args.first + args.networks):
        for name in broken(random_case(seed), np.random.default_rng(seed)):
            counts[name] += 1
            print(f"network {seed}: {name}", flush=True)
    print(f"{args.networks} networks, {sum(counts.values())} broken")
    sys.exit(bool(counts))


if __name__ == "__main__":
    main()
