"""Random networks, costs and misclassification matrices, seeded; and hypothesis strategies that draw them.

Values are chosen so that bin ``v`` of any feature is answered by the number ``v``: tests can speak of bins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.network import Feature, Network

SHAPES = ("tree", "naive", "chain", "star")
WITH_FACTOR = (*SHAPES, "factor")  # in which features also depend on what nobody can acquire


@dataclass(frozen=True)
class Problem:
    """A network, what its features cost, and what mistakes cost (rows true, columns assigned)."""

    network: Network
    costs: AcquisitionCosts
    misclassification: NDArray[np.float32]


def distribution(
    rng: np.random.Generator, shape: tuple[int, ...], concentration: float
) -> NDArray[np.float32]:
    """Return random distributions along axis -2 of ``shape``, with every probability at least 1e-4."""
    weights = rng.gamma(concentration, size=shape) + 1e-3
    return (weights / weights.sum(axis=-2, keepdims=True)).astype(np.float32)


def parents(rng: np.random.Generator, n_features: int, shape: str) -> list[int]:
    """Return a parent for every feature: -1, an earlier feature, or the factor."""
    if shape == "factor":
        return [int(rng.choice([-1, n_features, n_features, *range(k)])) for k in range(n_features)]
    if shape == "naive":
        return [-1] * n_features
    if shape == "chain":
        return [k - 1 for k in range(n_features)]
    if shape == "star":
        return [-1] + [0] * (n_features - 1)
    return [int(rng.integers(-1, k)) for k in range(n_features)]


def random_network(
    rng: np.random.Generator,
    n_features: int,
    n_values: int | list[int] = 3,
    n_classes: int = 2,
    shape: str = "tree",
    concentration: float = 1.0,
) -> Network:
    """Return a random network; a scalar ``n_values`` is the largest number of values, drawn from 2 up."""
    if isinstance(n_values, int):
        sizes = [int(rng.integers(min(2, n_values), n_values + 1)) for _ in range(n_features)]
    else:
        sizes = n_values
    features = []
    n_of_factor = int(rng.integers(1, 5)) if shape == "factor" else 0
    n_given = {-1: 1, n_features: n_of_factor} | dict(enumerate(sizes))
    for k, parent in enumerate(parents(rng, n_features, shape)):
        categorical = bool(rng.integers(2))
        values = np.arange(sizes[k]) if categorical else np.arange(sizes[k] - 1) + 0.5
        features.append(
            Feature(
                name=f"f{k}",
                column=k,
                values=values.astype(np.float32),
                categorical=categorical,
                labels=tuple(f"v{v}" for v in range(sizes[k])) if categorical else None,
                parent=parent,
                table=distribution(rng, (n_given[parent], sizes[k], n_classes), concentration),
            )
        )
    prior = distribution(rng, (n_classes, 1), 2.0)[:, 0]
    factor = distribution(rng, (n_of_factor, n_classes), 2.0) if n_of_factor else None
    return Network(tuple(features), tuple(f"c{i}" for i in range(n_classes)), prior, factor)


def plain_costs(cost: list[float] | NDArray[np.float32]) -> AcquisitionCosts:
    """Return costs of features that each have one test of their own, without groups."""
    prices = np.asarray(cost, dtype=np.float32)
    return AcquisitionCosts(
        cost=prices,
        discount_cost=prices.copy(),
        group=np.full(len(prices), -1, dtype=np.int32),
        group_names=(),
        tests_of=tuple((k,) for k in range(len(prices))),
        delay=("",) * len(prices),
    )


def random_costs(
    rng: np.random.Generator, n_features: int, scale: float = 0.1, shared: bool = True
) -> AcquisitionCosts:
    """Return random costs up to ``scale``; with ``shared``, also groups and features derived from others."""
    cost = np.round(rng.random(n_features) * scale, 3).astype(np.float32)
    cost[rng.random(n_features) < 0.1] = 0.0
    if not shared:
        return plain_costs(cost)
    n_groups = int(rng.integers(0, 3))
    group = (
        rng.integers(-1, n_groups, size=n_features).astype(np.int32) if n_groups else np.full(n_features, -1)
    )
    used = sorted(set(group.tolist()) - {-1})
    group = np.array([used.index(g) if g >= 0 else -1 for g in group], dtype=np.int32)
    discount = np.where(group >= 0, cost * np.float32(rng.random()), cost).astype(np.float32)
    tests_of: list[tuple[int, ...]] = [(k,) for k in range(n_features)]
    for k in range(n_features):
        if n_features > 2 and rng.random() < 0.2:
            tests_of[k] = tuple(int(t) for t in rng.choice(n_features, size=2, replace=False))
    return AcquisitionCosts(
        cost=cost,
        discount_cost=discount,
        group=group,
        group_names=tuple(f"g{i}" for i in range(len(used))),
        tests_of=tuple(tests_of),
        delay=("",) * n_features,
    )


def random_misclassification(rng: np.random.Generator, n_classes: int) -> NDArray[np.float32]:
    """Return a misclassification matrix: 0-1, asymmetric with zero diagonal, or any numbers >= 0."""
    kind = rng.integers(3)
    if kind == 0:
        return (1.0 - np.eye(n_classes)).astype(np.float32)
    q = rng.random((n_classes, n_classes)) * 2.0
    if kind == 1:
        np.fill_diagonal(q, 0.0)
    return q.astype(np.float32)


def random_problem(
    rng: np.random.Generator,
    n_features: int,
    n_values: int = 3,
    n_classes: int = 2,
    shape: str = "tree",
    shared: bool = True,
    scale: float = 0.1,
    concentration: float = 1.0,
) -> Problem:
    """Return a random network with random costs and misclassification costs."""
    return Problem(
        random_network(rng, n_features, n_values, n_classes, shape, concentration),
        random_costs(rng, n_features, scale, shared),
        random_misclassification(rng, n_classes),
    )


@st.composite
def problems(
    draw: st.DrawFn,
    max_features: int = 5,
    max_values: int = 3,
    min_features: int = 1,
    shared: bool = True,
    shapes: Sequence[str] = SHAPES,
) -> Problem:
    """Draw a small random problem; sizes shrink, numbers come from a drawn seed."""
    n_features = draw(st.integers(min_features, max_features), label="features")
    n_values = draw(st.integers(1, max_values), label="largest number of values")
    n_classes = draw(st.sampled_from([2, 3, 5]), label="classes")
    shape = draw(st.sampled_from(shapes), label="shape")
    concentration = draw(st.sampled_from([1.0, 0.3, 5.0]), label="concentration")
    scale = draw(st.sampled_from([0.1, 0.02, 0.5]), label="cost scale")
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1), label="seed"))
    return random_problem(rng, n_features, n_values, n_classes, shape, shared, scale, concentration)


@st.composite
def masks(draw: st.DrawFn, network: Network) -> dict[int, int]:
    """Draw answers to a subset of the features, in any order."""
    order = draw(st.permutations(range(len(network.features))))
    kept = order[: draw(st.integers(0, len(order)))]
    return {k: draw(st.integers(0, network.features[k].table.shape[1] - 1)) for k in kept}
