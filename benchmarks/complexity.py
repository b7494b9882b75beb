"""How the time of each method grows with columns and rows, beside what is said of it."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from . import figures, markdown, statistics
from .declare import COST
from .methods import Split
from .methods import run as run_method
from .run import SEED

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


def section(folder: Path) -> Iterator[str]:
    """Exponents of columns and rows beside what is said."""
    path = folder / "complexity.csv"
    if not path.exists():
        return
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    yield "## Complexity"
    yield (
        "Training and classifying normal noise with one column in fifty telling the class: columns from "
        f"{COLUMNS[0]} to {COLUMNS[-1]} with {MIDDLE[1]} rows, rows from {ROWS[0]} to {ROWS[-1]} with "
        f"{MIDDLE[0]} columns. Exponents by least squares on logarithms; constant parts pull them down "
        "at these sizes. Said: of IFC2F by the paper, K columns after filtering; of the rivals, what "
        "their public code does."
    )
    lines = []
    for method, said in SAID.items():
        of_method = [row for row in rows if row["method"] == method]
        exponents = [
            markdown.number(_exponent(of_method, varied, stage), 2)
            for varied in ("columns", "rows")
            for stage in ("train_s", "classify_s")
        ]
        largest = [row["train_s"] for row in of_method if row["columns"] == str(COLUMNS[-1])]
        lines.append([method, said, *exponents, markdown.seconds(float(largest[0] if largest else "nan"))])
    header = [
        "method",
        "said",
        "columns: train",
        "columns: classify",
        "rows: train",
        "rows: classify",
        f"seconds to train, {COLUMNS[-1]} columns",
    ]
    yield markdown.table(header, lines)
    curves = {
        f"{varied} vary": {
            method: (
                [float(row[varied]) for row in rows if row["method"] == method and row["varied"] == varied],
                [
                    float(row["train_s"])
                    for row in rows
                    if row["method"] == method and row["varied"] == varied
                ],
            )
            for method in SAID
        }
        for varied in ("columns", "rows")
    }
    picture = figures.panels(
        folder / "figures" / "complexity.png", curves, "size", "seconds to train", log_log=True
    )
    yield f"![seconds against size](figures/{picture.name})"


def _exponent(rows: list[dict[str, str]], varied: str, stage: str) -> float:
    points = [(float(row[varied]), float(row[stage])) for row in rows if row["varied"] == varied]
    return statistics.slope([x for x, _ in points], [y for _, y in points])
