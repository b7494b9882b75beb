"""The time of each method while columns, rows, classes or bins double: a table that is not made of cells."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f.settings import PAPER_SETTINGS

from ..methods.adapters import Split
from ..methods.adapters import run as run_method
from .declare import COST
from .runner import SEED

COLUMNS = (125, 250, 500, 1000)
ROWS = (100, 200, 400, 800)
MIDDLE = (500, 200)  # columns and rows where the other one varies
CLASSES = (2, 4, 8, 16)
KEPT = (10, 20, 40, 80)  # features kept, the paper's K, of IFC2F only
BINS = (2, 4, 8, 16)  # the paper's V, of IFC2F only
PRINTED = "IFC2F"  # the settings as printed, but so many features kept

# Of IFC2F what the paper says (K columns after filtering, L classes); of the rivals what their public code
# does: p columns, m kept, n rows, V bins.
SAID = {
    PRINTED: "preprocess O(K^2 + KL), train O(KLV), one instance O(KL)",
    "IFC2F auto": "the default: cross-validation over policies",
    "ETANA": "O(K C(10+L-1, L-1) V)",
    "F-ETANA": "iterations x features x L",
    "SAOLA": "p marginal tests, p x kept pairwise",
    "OSFS": "p x kept x C(kept, <=3) tests",
    "Fast-OSFS": "p x C(kept, <=3) tests",
    "Alpha-Investing": "O(p (n m^2 + m^3))",
    "OFS-Density": "O(p n^2 (m + log n))",
    "OFS-A3M": "O(p n^2 (m + log n))",
    "CART": "O(p n log n) per level",
    "CEGB": "O(p n) per level, round and setting",
}
SECONDS_ENOUGH = 20.0  # sizes that would take a method longer, judged by the last two, are left out


@dataclass(frozen=True)
class Size:
    """What is varied, and all sizes there."""

    varied: str
    columns: int = MIDDLE[0]
    rows: int = MIDDLE[1]
    classes: int = 2
    kept: int = 20
    bins: int = 4


SIZES = (
    *(Size("columns", columns=k) for k in COLUMNS),
    *(Size("rows", rows=n) for n in ROWS),
    *(Size("classes", rows=2 * MIDDLE[1], classes=n) for n in CLASSES),
    *(Size("kept", kept=k) for k in KEPT),
    *(Size("bins", bins=v) for v in BINS),
)
OF_PRINTED = ("kept", "bins")  # what other methods do not have


def sizes_of(method: str) -> list[Size]:
    """The sizes at which a method is timed."""
    return [size for size in SIZES if method == PRINTED or size.varied not in OF_PRINTED]


def settings_of(method: str, size: Size) -> tuple[str, dict[str, Any]]:
    """The name of the method for the adapters, and its settings."""
    if method == PRINTED:
        settings = {
            **PAPER_SETTINGS,
            "n_bins": size.bins,
            "min_features": size.kept,
            "max_features": size.kept,
        }
        del settings["feature_cost"]
        return "IFC2F", settings
    plain = method in ("IFC2F auto", "CART", "CEGB")
    return method.removesuffix(" auto"), {} if plain else {"exact": True}


def synthetic(n_rows: int, n_columns: int, n_classes: int = 2) -> Split:
    """Classes of equal size; one column in fifty carries some of them; the rest is noise."""
    random = np.random.default_rng(SEED)
    y = (np.arange(2 * n_rows) % n_classes).astype(np.int32)
    X = random.normal(size=(2 * n_rows, n_columns))
    X[:, ::50] += y[:, None]
    return Split(X[:n_rows], y[:n_rows], X[n_rows:], y[n_rows:])


def run(folder: Path) -> None:
    """Time every method while one size doubles; write ``complexity.csv``."""
    rows = []
    for method in SAID:
        slow: set[str] = set()
        before: dict[str, float] = {}  # seconds of the size before, by what is varied
        for size in sizes_of(method):
            if size.varied in slow:
                continue
            split = synthetic(size.rows, size.columns, size.classes)
            name, settings = settings_of(method, size)
            seconds = _least(partial(run_method, name, split, settings, (COST,), SEED))
            took = sum(seconds.values())
            if took * max(1.0, took / before.get(size.varied, took)) > SECONDS_ENOUGH:
                slow.add(size.varied)
            before[size.varied] = took
            rows.append({"method": method, **asdict(size), **seconds})
            at = f"{size.varied} {getattr(size, size.varied)}"
            print(f"complexity: {method}, {at}: {took:.3f} s", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "complexity.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _least(call: Callable[[], Iterator[Any]], budget: float = 1.0) -> dict[str, float]:
    """The least seconds of up to three calls, as many as fit the budget: noise only ever adds."""
    best: dict[str, float] | None = None
    started = time.process_time()
    for _ in range(3):
        (result,) = call()
        training = result.seconds["preprocess"] + result.seconds["plan"]
        seen = {"train_s": training, "classify_s": result.seconds["classify"]}
        best = seen if best is None else {key: min(best[key], seen[key]) for key in seen}
        if time.process_time() - started > budget:
            break
    assert best is not None
    return best
