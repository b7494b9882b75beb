"""Checks of a model's promises: the gap of its certificate, how often its guarantee and intervals hold, and
its stated cost and probabilities.

``python -m benchmarks.promises`` writes certificate.csv, guarantee.csv, interval.csv and trust.csv to
benchmarks/results, and prints them. Their names as arguments select some of them. Seeds start at 0.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import binom

from ifc2f import AcquisitionCosts, Feature, IFC2FClassifier, Model, Network, certificate
from ifc2f.assessment.guarantees import find_threshold
from ifc2f.planning.plan import plan

from . import intervals, trust
from .data import datasets
from .runs import store

N_STAGES = 20
SHAPES = ("naive", "chain", "tree")
VALUES = (2, 3, 4)
PRICES = (0.002, 0.01, 0.05)
CONCENTRATIONS = (1.0, 5.0)
SETS = (
    "wdbc",
    "wine",
    "spambase",
    "pima",
    "heart",
    "thyroid",
    "robot",
    "madelon",
    "dexter",
    "leukemia",
    "lung2",
)
GUARANTEED = ("wdbc", "spambase", "thyroid", "pima")
LEVELS = ((0.1, 0.1), (0.05, 0.1), (0.02, 0.1))
N_SPLITS = 1000

Row = dict[str, Any]


def random_model(
    seed: int, n_classes: int, shape: str, concentration: float, n_values: int = 4, price: float = 0.02
) -> Model:
    """Return 20 random features, acquired in their order at the same price each, planned exactly.

    A tree keeps at most two features live at a time: each feature hangs on one of the two before it.
    """
    rng = np.random.default_rng(seed)
    features = []
    for k in range(N_STAGES):
        before = {"naive": -1, "chain": k - 1, "tree": k - 1 - int(rng.integers(min(2, max(k, 1))))}
        parent = before[shape] if k else -1
        size = (1 if parent < 0 else n_values, n_classes)
        table = rng.dirichlet(np.full(n_values, concentration), size).transpose(0, 2, 1)
        table = np.maximum(table, 1e-6)
        shares = (table / table.sum(axis=1, keepdims=True)).astype(np.float32)
        edges = np.arange(1, n_values).astype(np.float32)
        features.append(Feature(f"f{k}", k, edges, False, None, parent, shares))
    prior = np.full(n_classes, 1 / n_classes, dtype=np.float32)
    costs = AcquisitionCosts.from_spec(price, [feature.name for feature in features])
    network = Network(tuple(features), tuple(range(n_classes)), prior)
    model = Model.build(network, costs, 1 - np.eye(n_classes, dtype=np.float32))
    return model.with_policies({"ORDR": plan(model, treatment="exact")})


def certified(what: str, models: Iterable[Model]) -> Row:
    """Return the certificates of some models as a row: the worst gap, and the longest time."""
    found, seconds = [], []
    for model in models:
        start = time.process_time()
        found.append(certificate(model))
        seconds.append(time.process_time() - start)
    gaps = [100 * each.gap for each in found]
    worst = found[int(np.argmax(gaps))]
    return {
        "model": what,
        "classes": model.n_classes,
        "models": len(found),
        "treatment": model.treatment,
        "median_gap_percent": f"{np.median(gaps):.2f}",
        "worst_gap_percent": f"{max(gaps):.2f}",
        "lower": f"{worst.lower:.5f}",
        "upper": f"{worst.upper:.5f}",
        "method": worst.method,
        "most_seconds": f"{max(seconds):.1f}",
    }


def certificates() -> Iterator[Row]:
    """Certify random models of two to five classes, and ordered policies of real sets.

    A row of random models has each number of values, price and concentration once.
    """
    for n_classes, shape in product((2, 3, 4, 5), SHAPES):
        kinds = enumerate(product(CONCENTRATIONS, VALUES, PRICES))
        yield certified(
            f"random {shape}", [random_model(seed, n_classes, shape, *kind) for seed, kind in kinds]
        )
    for name in filter(datasets.available, SETS):
        data = datasets.load(name)
        yield certified(name, [IFC2FClassifier(0.01, policy="ordered").fit(data.X, data.y).model_])


def guarantees() -> Iterator[Row]:
    """Split the rows that a model was not trained on 1000 times; count how often the bound fails.

    A third of a set trains. `failed_on_rest`: rows are split in halves at random, the first finds the
    threshold, and the error among the answered of the second is above alpha. That includes the second half's
    own chance.
    `failed_on_all`: rows are drawn with replacement, and the error on all of them, which are then the
    population, is above alpha: what the guarantee is about.
    """
    for name in filter(datasets.available, GUARANTEED):
        data = datasets.load(name)
        rng = np.random.default_rng(0)
        order = rng.permutation(len(data.y))
        fitted, rest = order[: len(order) // 3], order[len(order) // 3 :]
        acquisition = (
            IFC2FClassifier(0.001, policy="ordered").fit(data.X[fitted], data.y[fitted]).acquire(data.X[rest])
        )
        wrong = acquisition.label != data.y[rest]
        for alpha, delta in LEVELS:
            yield {
                "data": name,
                "rows": len(rest),
                **failures(acquisition.posterior, wrong, alpha, delta, rng),
            }


def failures(
    posterior: np.ndarray, wrong: np.ndarray, alpha: float, delta: float, rng: np.random.Generator
) -> Row:
    """Return how often the bound failed, and what was answered."""
    n = len(wrong)
    confidence = posterior.max(axis=1).astype(np.float64)
    found = failed_on_rest = failed_on_all = 0
    answered = []
    for _ in range(N_SPLITS):
        rows = rng.permutation(n)
        half, other = rows[: n // 2], rows[n // 2 :]
        threshold = find_threshold(posterior[half], wrong[half], alpha, delta).threshold
        if threshold is not None:
            is_answered = confidence[other] >= threshold
            found += 1
            answered.append(is_answered.mean())
            failed_on_rest += bool(wrong[other][is_answered].sum() > alpha * is_answered.sum())
        drawn = rng.integers(0, n, n // 2)
        threshold = find_threshold(posterior[drawn], wrong[drawn], alpha, delta).threshold
        if threshold is not None:
            is_answered = confidence >= threshold
            failed_on_all += bool(wrong[is_answered].sum() > alpha * is_answered.sum())
    return {
        "error": f"{wrong.mean():.4f}",
        "alpha": alpha,
        "delta": delta,
        "splits": N_SPLITS,
        "found": found,
        "answered_percent": f"{100 * np.mean(answered):.1f}" if answered else "",
        "failed_on_rest": failed_on_rest,
        "failed_on_all": failed_on_all,
        "allowed": int(binom.ppf(0.975, N_SPLITS, delta)),
    }


TABLES = {
    "certificate": certificates,
    "guarantee": guarantees,
    "interval": intervals.coverages,
    "trust": trust.trust,
}


def main() -> None:
    """Make the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("tables", nargs="*", help=f"which: {', '.join(TABLES)} (default: all)")
    parser.add_argument("--results", type=Path, default=store.FOLDER, help="folder to write to")
    args = parser.parse_args()
    args.results.mkdir(parents=True, exist_ok=True)
    for name in args.tables or TABLES:
        rows: list[Row] = []
        for row in TABLES[name]():
            if not rows:
                print(",".join(row))
            rows.append(row)
            print(",".join(str(value) for value in row.values()), flush=True)
        with (args.results / f"{name}.csv").open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
