"""How training grows with rows, columns, classes and bins: policies, data frames, rivals in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, get_args

import numpy as np

from ifc2f.settings import Policy

Measured = dict[str, Any]
# CPU seconds that the choice among policies may take, by rows and columns
WANTED = {(200, 14): 0.3, (569, 30): 2, (100_000, 50): 15, (1_000_000, 20): 60}
BESIDE = [(10_000, 20), (10_000, 50)]  # further sizes, between those
SMALL = 10_000  # rows, up to which the least time of three counts and optimal trees are searched for
Fit = Callable[[np.ndarray, np.ndarray, int], object]  # of X, y and the number of bins

# of fewer rows, planning would be most of the work
USUAL = {"rows": 80_000, "columns": 16, "classes": 2, "bins": 16}
SIZES = {
    "rows": (80_000, 160_000, 320_000, 640_000),
    "columns": (8, 16, 32, 64),
    "classes": (2, 4, 8, 16),
    "bins": (4, 8, 16, 32),
}


def rows_of(rows: int, columns: int, classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers, each with a little information on the class."""
    random = np.random.default_rng(0)
    y = random.integers(0, classes, rows)
    centres = random.normal(size=(classes, columns))
    return random.normal(size=(rows, columns)) + centres[y], y


def policy(name: Policy, X: Any, y: np.ndarray, bins: int) -> object:
    from ifc2f import IFC2FClassifier

    return IFC2FClassifier(0.01, policy=name, n_bins=bins).fit(X, y)


def frame(X: np.ndarray, y: np.ndarray, bins: int) -> object:
    """Train an ordered policy on a data frame, every third column of which is one of texts."""
    return policy("ordered", as_frame(X), y, bins)


def as_frame(X: np.ndarray) -> Any:
    import pandas as pd

    words = np.array([f"value {number}" for number in range(12)])
    columns = {
        f"x{c}": X[:, c] if c % 3 else words[np.clip(2 * X[:, c] + 6, 0, 11).astype(int)]
        for c in range(X.shape[1])
    }
    return pd.DataFrame(columns)


def tree(X: np.ndarray, y: np.ndarray, bins: int) -> object:
    """Grow a tree of scikit-learn, which has no bins."""
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_leaf_nodes=64, random_state=0).fit(X, y)


def cegb(X: np.ndarray, y: np.ndarray, bins: int) -> object:
    """Boost 100 trees of LightGBM that pay for each feature once."""
    from lightgbm import LGBMClassifier

    penalties: dict[str, Any] = {"cegb_tradeoff": 1.0, "cegb_penalty_feature_lazy": [0.01] * X.shape[1]}
    return LGBMClassifier(max_bin=bins, n_jobs=1, verbose=-1, **penalties).fit(X, y)


def boosting_bins(X: np.ndarray, y: np.ndarray, bins: int) -> object:
    """Only cut the columns into bins, as LightGBM does before boosting."""
    from lightgbm import Dataset

    return Dataset(X, y, params={"max_bin": bins, "num_threads": 1, "verbose": -1}).construct()


FITS: Mapping[str, Fit] = {
    **{name: partial(policy, name) for name in get_args(Policy)},
    "frame": frame,
    "scikit-learn tree": tree,
    "LightGBM with CEGB": cegb,
    "LightGBM's bins alone": boosting_bins,
}


def optimal_tree(X: np.ndarray, y: np.ndarray, bins: int) -> object:
    """Search for the optimal tree of depth three, as STreeD does, on up to five cuts of a column."""
    from .methods.prices import uniform
    from .methods.streed import fit_streed

    return fit_streed(X, y, uniform([0.01]), seed=0)


def cpu_of(fit: Fit, sizes: Mapping[str, int]) -> float:
    """Return the CPU seconds of one training."""
    X, y = rows_of(sizes["rows"], sizes["columns"], sizes["classes"])
    start = time.process_time()
    fit(X, y, sizes["bins"])
    return time.process_time() - start


def exponent(times: Mapping[int, float]) -> float:
    """Return the slope of log time against log size; the first size, where fixed costs count, is left out."""
    sizes, seconds = list(times)[1:], list(times.values())[1:]
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def growth_of(
    name: str, sizes: Mapping[str, Sequence[int]] = SIZES, usual: Mapping[str, int] = USUAL
) -> Measured:
    """Time one way to train while one of rows, columns, classes and bins doubles."""
    fit = FITS[name]
    cpu_of(fit, {**usual, "rows": 200})  # what is loaded at first use
    told: Measured = {"cpu": 0.0}
    for what, values in sizes.items():
        times = {value: cpu_of(fit, {**usual, what: value}) for value in values}
        told["cpu"] += sum(times.values())
        told[f"by {what}"] = times
        told[f"exponent of {what}"] = exponent(times)
    return {"seconds": told["cpu"], **told}


def beside_rivals(rows: int = 200_000, columns: int = 20, repeats: int = 3) -> Measured:
    """Time all ways on the same rows in turn, and return the least time of each divided by a tree's."""
    sizes = {**USUAL, "rows": rows, "columns": columns}
    for fit in FITS.values():
        cpu_of(fit, {**sizes, "rows": 200})
    runs: dict[str, list[float]] = {name: [] for name in FITS}
    for _ in range(repeats):
        for name, fit in FITS.items():
            runs[name].append(cpu_of(fit, sizes))
    least = {name: min(times) for name, times in runs.items()}
    ratios = {f"{name} over a tree": seconds / least["scikit-learn tree"] for name, seconds in least.items()}
    return {"seconds": sum(map(sum, runs.values())), "cpu": sum(map(sum, runs.values())), **ratios}


def of_size(rows: int, columns: int) -> Measured:
    """Time a graph, the choice among policies, and rivals on rows of one size, in CPU seconds."""
    names = ("graph", "auto", "scikit-learn tree", "LightGBM with CEGB")
    ways: dict[str, Fit] = {name: FITS[name] for name in names}
    if rows <= SMALL:
        ways["STreeD of depth 3"] = optimal_tree
    sizes = {**USUAL, "rows": rows, "columns": columns}
    for fit in ways.values():
        cpu_of(fit, {**sizes, "rows": min(rows, 200)})
    repeats = 3 if rows <= SMALL else 1
    least = {name: min(cpu_of(fit, sizes) for _ in range(repeats)) for name, fit in ways.items()}
    return {"seconds": sum(least.values()), "cpu": sum(least.values()), **least}
