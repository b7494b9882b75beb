"""Does richer dependence than a tree's pay beside policy graphs?

``python -m benchmarks.dependence`` writes dependence.csv to benchmarks/results, and prints it. On training
rows alone (of the first fold), by five inner folds and at 0.01 a feature: the log-loss of each network when
all features are known; J of the policy that is best under the network alone (a graph grown on rows drawn
from it and nothing else); and J of the graph that is grown on training rows together with rows drawn from
it.
"""

from __future__ import annotations

import argparse
import csv
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from ifc2f._core import lib
from numpy.typing import NDArray
from scipy.special import logsumexp

from ifc2f.core.kernels import pointer
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.quantise import MISSING
from ifc2f.learning import count_rows, structure
from ifc2f.learning.training_data import TrainingData
from ifc2f.policies import graph
from ifc2f.policies.forest import Forest, ForestRows
from ifc2f.policies.graph import Ground, Growth, Material
from ifc2f.settings import Settings

from .data import datasets, protocols
from .methods.rivals import inner_folds
from .runs import store
from .runs.declare import COST
from .runs.runner import SEED

SETS = ("wdbc", "spambase", "thyroid", "pima", "heart", "lung2", "wine", "robot")
COLUMNS = ("data", "dependence", "log_loss", "J_alone", "J_graph")
N_CLUSTERS = 4  # of each class
N_ITERATIONS = 30
N_DRAWN = 3000
BACKED_OFF = 2.0  # rows that stand for what fewer parents say, as in the network of policy graphs

Bins = NDArray[np.uint8]
Real = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Network:
    """Tables P(feature | parents, group), a group being a class or a cluster of one."""

    log_prior: Real  # (G,)
    parents: Sequence[Sequence[int]]
    tables: Sequence[Real]  # (values of the parents .., V, G)

    @classmethod
    def fit(
        cls, bins: Bins, groups: Real, n_values: NDArray[np.int64], parents: Sequence[Sequence[int]]
    ) -> Network:
        """Count rows, ``groups`` (n, G) being each row's share of each group; back off parent by parent."""

        def table(k: int, above: Sequence[int]) -> Real:
            family = [*above, k]
            counted = np.zeros((*n_values[family], groups.shape[1]))
            np.add.at(counted, tuple(bins[family].astype(np.intp)), groups)
            if above:
                fewer, weight = table(k, above[1:]), BACKED_OFF
            else:
                fewer, weight = np.full(counted.shape, 1 / n_values[k]), 1.0
            return np.asarray((counted + weight * fewer) / (counted.sum(axis=-2, keepdims=True) + weight))

        prior = (groups.sum(axis=0) + 1e-9) / (groups.sum() + 1e-9 * groups.shape[1])
        return cls(np.log(prior), parents, [table(k, above) for k, above in enumerate(parents)])

    def log_joint(self, bins: Bins) -> Real:
        """Log P(group, bins), shape (n, G)."""
        total = np.tile(self.log_prior, (bins.shape[1], 1))
        for k, (above, table) in enumerate(zip(self.parents, self.tables, strict=True)):
            total += np.log(table[tuple(bins[[*above, k]].astype(np.intp))])
        return total

    def draw(self, n: int, rng: np.random.Generator) -> Bins:
        """Draw rows, shape (K, n)."""
        group = rng.choice(len(self.log_prior), n, p=np.exp(self.log_prior) / np.exp(self.log_prior).sum())
        bins = np.zeros((len(self.parents), n), dtype=np.uint8)
        for k in structure.topological_order(self.parents):
            given = (*bins[list(self.parents[k])].astype(np.intp), group)
            rows = np.moveaxis(self.tables[k], -2, -1)[given]
            bins[k] = np.minimum((rng.random((n, 1)) > rows.cumsum(axis=1)).sum(axis=1), rows.shape[1] - 1)
        return bins


@dataclass(frozen=True, eq=False)
class Mixture:
    """Networks with equal weights; one of them is a network by itself. Groups of a class are added up."""

    networks: Sequence[Network]
    class_of_group: NDArray[np.intp]

    def posterior(self, bins: Bins) -> Real:
        """P(class | bins), shape (n, L)."""
        joint = logsumexp([network.log_joint(bins) for network in self.networks], axis=0)
        classes = np.eye(self.class_of_group.max() + 1)[self.class_of_group]
        weights = np.exp(joint - joint.max(axis=1, keepdims=True)) @ classes
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def draw(self, n: int, rng: np.random.Generator) -> Bins:
        """Draw rows, shape (K, n)."""
        each = rng.multinomial(n, np.full(len(self.networks), 1 / len(self.networks)))
        parts = (network.draw(m, rng) for m, network in zip(each, self.networks, strict=True) if m)
        return np.concatenate(list(parts), axis=1)


def networks(bins: Bins, y: NDArray[np.int32], n_values: NDArray[np.int64]) -> Iterator[tuple[str, Mixture]]:
    """Fit each kind of dependence to the same bins."""
    n_features, n_classes = len(bins), int(y.max()) + 1
    hard, classes = np.eye(n_classes)[y], np.arange(n_classes)
    information = count_rows.conditional_information(bins, y, int(n_values.max()), n_classes)
    tree = structure.parents(information)

    def single(parents: Sequence[Sequence[int]]) -> Mixture:
        return Mixture([Network.fit(bins, hard, n_values, parents)], classes)

    yield "none", single([[]] * n_features)
    yield "tree", single(tree)
    yield "two parents", single(_with_second_parent(information, tree))
    stars = [[[] if k == centre else [centre] for k in range(n_features)] for centre in range(n_features)]
    yield "averaged one-dependence", Mixture([single(star).networks[0] for star in stars], classes)
    yield "clusters", _clusters(bins, hard, n_values)


def _with_second_parent(information: Real, tree: Sequence[Sequence[int]]) -> list[list[int]]:
    """Give each feature, besides its parent, the one before it in the tree that it depends on most."""
    parents: list[list[int]] = [list(above) for above in tree]
    before: list[int] = []
    for k in structure.topological_order(tree):
        others = [j for j in before if j not in tree[k]]
        if others:
            parents[k].append(max(others, key=lambda j: float(information[k, j])))
        before.append(k)
    return parents


def _clusters(bins: Bins, hard: Real, n_values: NDArray[np.int64]) -> Mixture:
    """Split each class into clusters with independent features, by expectation maximisation."""
    class_of_group = np.repeat(np.arange(hard.shape[1]), N_CLUSTERS)
    groups = (
        np.random.default_rng(SEED).random((len(hard), len(class_of_group))) ** 4 * hard[:, class_of_group]
    )
    groups /= groups.sum(axis=1, keepdims=True)
    alone: list[list[int]] = [[]] * len(bins)
    for _ in range(N_ITERATIONS):
        network = Network.fit(bins, groups, n_values, alone)
        joint = np.where(hard[:, class_of_group] > 0, network.log_joint(bins), -np.inf)
        groups = np.exp(joint - logsumexp(joint, axis=1, keepdims=True))
    return Mixture([Network.fit(bins, groups, n_values, alone)], class_of_group)


def measure(data: str) -> Iterator[tuple[str, ...]]:
    """Yield a row for each kind of network, averages over the inner folds."""
    dataset = datasets.load(data)
    first = next(protocols.folds(dataset, protocols.repeated(dataset.declaration.protocol), SEED))
    X, y = np.asarray(dataset.X[first.train], dtype=np.float32), dataset.y[first.train]
    costs = AcquisitionCosts.from_spec(COST, dataset.feature_names)
    found: dict[str, list[tuple[float, float, float]]] = {}
    for fitted, held in inner_folds(y, SEED):
        parts = X[fitted], y[fitted], X[held], y[held]
        for name, losses in _losses(*parts, int(dataset.y.max()) + 1, dataset.categorical, costs):
            found.setdefault(name, []).append(losses)
    for name, each in found.items():
        yield data, name, *(f"{loss:.4f}" for loss in np.mean(each, axis=0))


def _losses(
    X: NDArray[np.float32],
    y: NDArray[np.int32],
    X_held: NDArray[np.float32],
    y_held: NDArray[np.int32],
    n_classes: int,
    categorical: Sequence[int],
    costs: AcquisitionCosts,
) -> Iterator[tuple[str, tuple[float, float, float]]]:
    """Fit each kind of network; yield its log-loss and the two J on the held-out rows."""
    names = [f"x{c}" for c in range(X.shape[1])]
    ground = Ground.of(TrainingData(X, y, names, range(n_classes), categorical), Settings(seed=SEED))
    fine = ground.binnings.codes(X[:, ground.columns])
    together = np.concatenate([X, X_held])[:, ground.columns]
    bins, n_values = _without_missing(ground.coarse.codes(together), ground.coarse.n_values)
    bins, held = bins[:, : len(y)], bins[:, len(y) :]
    mistakes = misclassification(None, range(n_classes))

    def cost(material: Material, growth: Growth) -> float:
        grown = graph.grow(material, costs.select(ground.columns), mistakes, growth)
        pruned = graph.pruned(grown, ground.prior, mistakes, growth.complexity)
        _, decision, price = graph.walk(pruned, ground, X_held, mistakes)
        return float((mistakes[y_held, decision] + price).mean())

    for name, network in networks(bins, y, n_values):
        of_label = network.posterior(held)[np.arange(len(y_held)), y_held]
        drawn = network.draw(N_DRAWN, np.random.default_rng(SEED))
        says = network.posterior(drawn).astype(np.float32)
        codes = _refined(bins, fine, drawn)
        alone = Material(ground, codes, np.zeros(N_DRAWN, dtype=np.uint8), says)
        beside = _beside(ground, fine, y, codes)
        log_loss = -float(np.log(of_label).mean())
        yield name, (log_loss, cost(alone, Growth(labels=0.0)), cost(beside, Growth()))


def _without_missing(codes: Bins, n_values: NDArray[np.int64]) -> tuple[Bins, NDArray[np.int64]]:
    """Give a missing value a bin of its own, the last, in the columns that have one."""
    missing = codes == MISSING
    n_values = n_values + missing.any(axis=1)
    return np.where(missing, (n_values - 1)[:, np.newaxis], codes).astype(np.uint8), n_values


def _refined(bins: Bins, fine: Bins, drawn: Bins) -> Bins:
    """Make each drawn bin the finer code of a random training row in that bin."""
    codes = np.ascontiguousarray(drawn)
    training = np.ascontiguousarray(bins), np.ascontiguousarray(fine)
    lib.ifc2f_refine(*map(pointer, training), bins.shape[1], len(bins), SEED, pointer(codes), codes.shape[1])
    return codes


def _beside(ground: Ground, fine: Bins, y: NDArray[np.int32], drawn: Bins) -> Material:
    """Return the training rows with these rows added; a forest gives their classes."""
    codes = np.asfortranarray(np.concatenate([fine, drawn], axis=1))
    rows = ForestRows(codes, y, ground.binnings, len(ground.prior))
    return Material(ground, codes, rows.labels, Forest.grown(rows, SEED + 1).guesses(ground.prior))


def main() -> None:
    """Measure every set whose file is there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, default=store.FOLDER, help="folder to write to")
    parser.add_argument("sets", nargs="*", default=SETS)
    args = parser.parse_args()
    args.results.mkdir(parents=True, exist_ok=True)
    with (args.results / "dependence.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        print(*COLUMNS, sep=",")
        for row in itertools.chain.from_iterable(map(measure, args.sets)):
            writer.writerow(row)
            print(*row, sep=",", flush=True)


if __name__ == "__main__":
    main()
