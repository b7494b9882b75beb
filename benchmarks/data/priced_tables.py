"""The public benchmark of test costs: nine tables at three levels of mistakes' costs.

Costs are those of Lomax (2013), tables and splits those that the authors of STreeD publish. Each test shows
some binary columns at once; here it is one column, numeric where its bits are thresholds, else categories.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

NO_GROUP = "x"


@dataclass(frozen=True)
class CostTable:
    """One table at one level; ``costs`` in the form of our cost files, ``mistakes[true, decided]``."""

    X: np.ndarray
    y: np.ndarray
    names: tuple[str, ...]
    categorical: tuple[str, ...]
    costs: dict[str, Any]
    mistakes: np.ndarray
    tests: np.ndarray  # (n_splits, n_test) rows of each test part


def read(path: Path, level: str) -> CostTable:
    """Read a table, with the costs of one level."""
    with np.load(path, allow_pickle=False) as archive:
        y = archive["y"].astype(np.int32)
        bits = np.unpackbits(archive["bits"], axis=1)[:, : int(archive["n_bits"])]
        lines = str(archive[level]).strip().splitlines()
        tests = archive["test"].astype(np.int64)
    n_classes = int(y.max()) + 1
    mistakes = np.array([[float(cell) for cell in line.split()] for line in lines[:n_classes]])
    columns, names, categorical = [], [], []
    costs: dict[str, Any] = {}
    for line in lines[n_classes + 1 :]:
        name, cost, discounted, group, first, last = line.split()
        values, ordered = column_of(bits[:, int(first) : int(last) + 1])
        columns.append(values)
        names.append(name)
        if not ordered:
            categorical.append(name)
        price = {"cost": float(cost), "discount_cost": float(discounted)}
        costs[name] = price if group == NO_GROUP else {**price, "group": group}
    X = np.column_stack(columns).astype(float)
    return CostTable(X, y, tuple(names), tuple(categorical), costs, mistakes, tests)


def column_of(block: np.ndarray) -> tuple[np.ndarray, bool]:
    """The values that a test's bits stand for, and whether they are ordered.

    Bits that are sorted in every row are thresholds of one number, and give its rank; others name a category.
    """
    falling = (np.diff(block.astype(int), axis=1) <= 0).all()
    rising = (np.diff(block.astype(int), axis=1) >= 0).all()
    if falling or rising:
        return block.sum(axis=1), True
    return np.unique(block, axis=0, return_inverse=True)[1].ravel(), False
