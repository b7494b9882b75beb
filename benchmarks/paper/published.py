"""The paper's numbers, read from the tables of this folder."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent

# Published p-values of the tests on accuracy, features, and time to select and classify.
P_VALUES = {"accuracy": 1.69e-4, "features": 8.07e-7, "time": 4.55e-24}

# The beginning of the order of words that the paper prints for IMDB.
IMDB_ORDER = ("bad", "great", "no", "best", "even", "plot", "nothing", "love", "don't", "waste")

METHODS = (
    "IFC2F",
    "ETANA",
    "F-ETANA",
    "OFS-Density",
    "OFS-A3M",
    "SAOLA",
    "Fast-OSFS",
    "OSFS",
    "Alpha-Investing",
)


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one of the paper's tables."""
    with (FOLDER / f"{name}.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def table(name: str, value: str) -> dict[tuple[str, str], float]:
    """(data set, method) -> value, NaN where the paper has none."""
    return {(row["dataset"], row["method"]): float(row[value] or "nan") for row in rows(name)}


def times() -> dict[tuple[str, str, str], float]:
    """(data set, method, stage) -> seconds."""
    return {(row["dataset"], row["method"], row["stage"]): float(row["seconds"]) for row in rows("times")}


def training_time() -> dict[tuple[str, str], float]:
    """(data set, method) -> seconds to train."""
    return {(data, method): seconds for (data, method, stage), seconds in times().items() if stage == "T"}


def matrix(values: dict[tuple[str, str], float]) -> tuple[list[str], list[str], np.ndarray]:
    """Data sets, methods and the (data sets, methods) array of such a table."""
    sets = list(dict.fromkeys(data for data, _ in values))
    methods = list(dict.fromkeys(method for _, method in values))
    return sets, methods, np.array([[values.get((d, m), np.nan) for m in methods] for d in sets])


def deciding_time() -> dict[tuple[str, str], float]:
    """(data set, method) -> seconds to select and classify (F+C, or F and C together), NaN for no result."""
    seconds = times()
    keys = dict.fromkeys((row["dataset"], row["method"]) for row in rows("accuracy"))
    return {
        (data, method): seconds.get(
            (data, method, "F+C"),
            seconds.get((data, method, "F"), np.nan) + seconds.get((data, method, "C"), np.nan),
        )
        for data, method in keys
    }
