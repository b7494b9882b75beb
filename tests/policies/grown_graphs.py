"""Graphs grown on small tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data import quantise
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.policies import graph, graph_model
from ifc2f.policies.graph import Ground, Growth, Material


def parity(n: int = 600, n_noise: int = 2) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return rows whose class no single feature tells: whether the first two have the same sign."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, 2 + n_noise)).astype(np.float32)
    X[:, 0] += 0.3  # a hint at the first cut: a tree takes one feature at a time
    return X, ((X[:, 0] > 0) == (X[:, 1] > 0)).astype(np.int32)


def training_data(X: NDArray[np.float32], y: NDArray[np.int32], **more: object) -> TrainingData:
    names = [f"x{c}" for c in range(X.shape[1])]
    return TrainingData(X, y, names, tuple(range(int(y.max()) + 1)), **more)  # type: ignore[arg-type]


def grown(
    X: NDArray[np.float32], y: NDArray[np.int32], costs: AcquisitionCosts, growth: Growth, **more: object
) -> Model:
    """Return the model of one graph, without choosing its settings."""
    data = training_data(X, y, **more)
    ground = Ground.of(data)
    material = Material.of(ground, data)
    q = misclassification(None, data.classes)
    raw = graph.grow(material, costs.select(ground.columns), q, growth)
    pruned = graph.pruned(raw, ground.prior, q, growth.complexity)
    about = {"costs": costs, "misclassification": q, "budget": np.inf, "meta": lambda network: {}}
    return graph_model.graph_model(pruned, ground, data, **about)


def plain(cost: float, n: int) -> AcquisitionCosts:
    return AcquisitionCosts.from_spec(cost, [f"x{c}" for c in range(n)])


def random_material(rng: np.random.Generator, n: int, n_drawn: int, n_classes: int) -> Material:
    """Return random rows of three columns, one of them of categories; values are missing in training rows."""
    binnings = quantise.Binnings.of(
        [
            quantise.Binning(np.arange(1, 4, dtype=np.float32), False),
            quantise.Binning(np.arange(3, dtype=np.float32), True),
            quantise.Binning(np.arange(1, 7, dtype=np.float32), False),
        ]
    )
    sizes = binnings.n_values
    y = rng.integers(n_classes, size=n)
    codes = np.stack([rng.integers(size, size=n + n_drawn) for size in sizes]).astype(np.uint8)
    codes[0, :n] = (y + codes[0, :n] // 2) % sizes[0]
    codes[2, :n] = np.where(rng.random(n) < 0.5, (2 * y + codes[1, :n]) % sizes[2], codes[2, :n])
    codes[:, :n][rng.random((3, n)) < rng.choice([0.0, 0.2])] = quantise.MISSING
    guesses = rng.dirichlet(np.ones(n_classes), n + n_drawn).astype(np.float32)
    prior = (np.bincount(y, minlength=n_classes) + 1.0) / (n + n_classes)
    ground = Ground([0, 1, 2], binnings, binnings, [[], [], []], prior)
    return Material(ground, codes, y.astype(np.uint8), guesses)


COSTS = [
    {"feature": "a", "cost": 0.02, "discount_cost": 0.005, "group": "g"},
    {"feature": "b", "cost": 0.03, "discount_cost": 0.01, "group": "g"},
    {"feature": "c", "group": "derived:a+b"},
]
