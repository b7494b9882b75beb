"""Does it pay to merge categories whose class frequencies are alike?

``python -m benchmarks.categories`` writes categories.csv to benchmarks/results, and prints it: J of the
default policy without and with `merge_categories` at 0.01 a feature, over five times five folds, and the
interval of the difference. Besides heart, whose categorical columns have three or four, sets are simulated:

- ``rare``: 200 categories in 300 rows, four of which determine the class, and a number;
- ``meaningless``: the same, but no category is informative;
- ``groups``: five columns of 30 categories, of three sorts each, in 600 rows;
- ``distinct``: five columns of 6 categories that all differ, in 600 rows.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ifc2f import IFC2FClassifier

from .data import datasets, protocols
from .reports.statistics import corrected_resampled_t
from .runs import store
from .runs.declare import COST
from .runs.runner import SEED

COLUMNS = ("data", "J", "J_merged", "difference", "low", "high")
N_ROWS = {"rare": 300, "meaningless": 300, "groups": 600, "distinct": 600}

Rows = tuple[NDArray[np.float64], NDArray[np.int32]]


def drawn(kind: str, n: int, seed: int) -> Rows:
    """Draw rows of a set of categories; all columns but the last hold categories."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n).astype(np.int32)
    number = rng.normal(size=n) + y
    if kind in ("rare", "meaningless"):
        telling = rng.integers(0, 2, n) + 2 * (y if kind == "rare" else rng.integers(0, 2, n))
        told = np.where(rng.random(n) < 0.5, telling, rng.integers(4, 200, n))
        return np.column_stack([told, number]), y
    n_categories, n_sorts = (30, 3) if kind == "groups" else (6, 6)
    sort = np.clip(np.floor(n_sorts * rng.beta(2.0 + y, 3.0 - y, (5, n))), 0, n_sorts - 1)
    each = n_categories // n_sorts
    categories = sort * each + rng.integers(0, each, (5, n))
    return np.column_stack([*categories, number]), y


def load(name: str) -> datasets.Dataset:
    """Return a declared set, or draw one."""
    if name not in N_ROWS:
        return datasets.load(name)
    X, y = drawn(name, N_ROWS[name], SEED)
    names = tuple(f"x{c}" for c in range(X.shape[1]))
    declared = datasets.Declaration(name, "", categorical=names[:-1])
    return datasets.Dataset(name, declared, X, y, ("0", "1"), names)


def total_cost(dataset: datasets.Dataset, fold: protocols.Fold, merge: bool) -> float:
    """Return J of the test rows."""
    fitted = IFC2FClassifier(
        COST,
        policy="ordered",
        merge_categories=merge,
        categorical_features=list(dataset.categorical),
        random_state=SEED,
    ).fit(dataset.X[fold.train], dataset.y[fold.train])
    acquisition = fitted.model_.classify(dataset.X[fold.test], unknown="missing")
    return float(np.mean((acquisition.label != dataset.y[fold.test]) + acquisition.cost))


def measure(name: str) -> tuple[str, ...]:
    """Return the row of a set."""
    dataset = load(name)
    folds = list(protocols.folds(dataset, "repeated", SEED))
    costs = np.array([[total_cost(dataset, fold, merge) for merge in (False, True)] for fold in folds])
    found = corrected_resampled_t(costs[:, 1] - costs[:, 0], len(folds[0].test) / len(folds[0].train))
    figures = *costs.mean(axis=0), found.mean, found.low, found.high
    return name, *(f"{figure:.4f}" for figure in figures)


def main() -> None:
    """Measure the sets."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, default=store.FOLDER, help="folder to write to")
    parser.add_argument("sets", nargs="*", default=("heart", *N_ROWS))
    args = parser.parse_args()
    args.results.mkdir(parents=True, exist_ok=True)
    with (args.results / "categories.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        for row in (COLUMNS, *map(measure, args.sets)):
            writer.writerow(row)
            print(*row, sep=",", flush=True)


if __name__ == "__main__":
    main()
