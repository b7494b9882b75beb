"""The time of each method while columns or rows double: a table that is not made of cells."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..methods.adapters import Split
from ..methods.adapters import run as run_method
from .declare import COST
from .runner import SEED

COLUMNS = (125, 250, 500, 1000)
ROWS = (100, 200, 400, 800)
MIDDLE = (500, 200)  # columns and rows where the other one varies

# Of IFC2F what the paper says (K columns after filtering, L classes); of the rivals what their public code
# does: p columns, m kept, n rows, V bins.
SAID = {
    "IFC2F": "preprocess O(K^2 + KL), train O(KLV), one instance O(KL)",
    "ETANA": "O(K C(10+L-1, L-1) V)",
    "F-ETANA": "iterations x looks x L",
    "SAOLA": "p marginal tests, p x kept pairwise",
    "OSFS": "p x kept x C(kept, <=3) tests",
    "Fast-OSFS": "p x C(kept, <=3) tests",
    "Alpha-Investing": "O(p (n m^2 + m^3))",
    "OFS-Density": "O(p n^2 (m + log n))",
    "OFS-A3M": "O(p n^2 (m + log n))",
    "CART": "O(p n log n) per level",
    "CEGB": "O(p n) per level, round and setting",
}
SECONDS_ENOUGH = 20.0  # larger sizes of a method that took this long are left out


def synthetic(n_rows: int, n_columns: int) -> Split:
    """Two classes; one column in fifty carries some of them; the rest is noise."""
    random = np.random.default_rng(SEED)
    y = (np.arange(2 * n_rows) % 2).astype(np.int32)
    X = random.normal(size=(2 * n_rows, n_columns))
    X[:, ::50] += y[:, None]
    return Split(X[:n_rows], y[:n_rows], X[n_rows:], y[n_rows:])


def run(folder: Path) -> None:
    """Time every method while columns or rows double; write ``complexity.csv``."""
    rows = []
    sizes = [("columns", k, MIDDLE[1]) for k in COLUMNS] + [("rows", MIDDLE[0], n) for n in ROWS]
    for method in SAID:
        settings: dict[str, Any] = {} if method in ("IFC2F", "CART", "CEGB") else {"exact": True}
        slow: set[str] = set()
        for varied, n_columns, n_rows in sizes:
            if varied in slow:
                continue
            split = synthetic(n_rows, n_columns)
            seconds = _least(partial(run_method, method, split, settings, (COST,), SEED))
            if sum(seconds.values()) > SECONDS_ENOUGH:
                slow.add(varied)
            rows.append({"method": method, "varied": varied, "columns": n_columns, "rows": n_rows, **seconds})
            print(
                f"complexity: {method}, {n_columns} columns, {n_rows} rows: {sum(seconds.values()):.3f} s",
                flush=True,
            )
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
