"""Time each streaming selector, and ETANA, beside its plain NumPy form in tests/, in the same run.

``python -m benchmarks.selector_speed`` writes a Markdown table to the terminal and to
benchmarks/results/selector_speed.md. Training rows, or all where the file has no split.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from ifc2f.baselines import ETANA, OFSA3M, OSFS, SAOLA, AlphaInvesting, FastOSFS, OFSDensity

from .data import datasets
from .runs import store

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "baselines"))
plain: Any = importlib.import_module("baseline_oracles")

# Ours and the plain form, both with exact=True and, where they prune, in ascending order.
SELECTORS: dict[str, tuple[Any, Callable[..., list[int]]]] = {
    "SAOLA": (SAOLA(exact=True), plain.saola),
    "OSFS": (OSFS(exact=True), plain.osfs),
    "Fast-OSFS": (FastOSFS(exact=True), plain.fast_osfs),
    "Alpha-Investing": (AlphaInvesting(exact=True), plain.alpha_investing),
    "OFS-Density": (OFSDensity("ascending", exact=True), plain.ofs_density),
    "OFS-A3M": (OFSA3M("ascending", exact=True), plain.ofs_a3m),
}
WITH_PLAIN_FORM = ["mll", "leukemia"]
ALONE = ["spambase", "lung_cancer", "madelon", "dexter", "dorothea"]
# Over two minutes: some hundred columns are kept, and every newcomer has each of them tried without.
LEFT_OUT = {("OFS-A3M", "dexter"), ("OFS-A3M", "dorothea")}
HEADER = ["data", "rows x columns", "method", "kept", "ours, s", "plain, s", "times faster", "same selection"]


def load(name: str) -> tuple[Any, np.ndarray]:
    """Return the training rows and their labels."""
    data = datasets.load(name)
    if data.split is None or data.declaration.protocol != "given":
        return data.X, data.y
    return data.X[data.split == 0], data.y[data.split == 0]


def seconds_of(run: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Return the shortest of up to `repeats` times (one, if that is over two seconds), and the result."""
    best, result = np.inf, None
    for _ in range(repeats):
        started = time.perf_counter()
        result = run()
        best = min(best, time.perf_counter() - started)
        if best > 2:
            break
    return best, result


def selector_row(name: str, method: str, X: Any, y: np.ndarray) -> list[str]:
    selector, plain_form = SELECTORS[method]
    ours, fitted = seconds_of(partial(selector.fit, X, y), 3)
    selected = fitted.selected_.tolist()
    row = [name, f"{X.shape[0]} x {X.shape[1]}", method, str(len(selected)), f"{ours:.4f}"]
    if name not in WITH_PLAIN_FORM:
        return [*row, "", "", ""]
    slow, wanted = seconds_of(partial(plain_form, X, y, True), 1)
    return [*row, f"{slow:.3f}", f"{slow / ours:.0f}", "yes" if selected == wanted else "NO"]


def etana_row(name: str, X: Any, y: np.ndarray) -> list[str]:
    model = ETANA(0.01, n_bins=3, exact=True)
    ours, found = seconds_of(lambda: model.fit(X, y).acquire(X), 3)
    slow, (_, counts, _) = seconds_of(partial(plain.etana, X, y, X, 0.01, 3, exact=True), 1)
    same = "yes" if found.n_features.tolist() == counts.tolist() else "NO"
    shape = f"{X.shape[0]} x {X.shape[1]}"
    return [name, shape, "ETANA", "", f"{ours:.4f}", f"{slow:.3f}", f"{slow / ours:.0f}", same]


def rows(names: list[str]) -> list[list[str]]:
    table: list[list[str]] = []

    def add(row: list[str]) -> None:
        table.append(row)
        print(" | ".join(row), file=sys.stderr, flush=True)

    for name in names:
        try:
            X, y = load(name)
        except datasets.DataMissing as missing:
            print(missing, file=sys.stderr)
            continue
        for method in SELECTORS:
            if (method, name) not in LEFT_OUT:
                add(selector_row(name, method, X, y))
        if name == "mll":
            add(etana_row(name, X, y))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    known = [*WITH_PLAIN_FORM, *ALONE]
    parser.add_argument("--data", nargs="+", default=known, choices=known, metavar="NAME")
    parser.add_argument("--out", type=Path, default=store.FOLDER / "selector_speed.md")
    arguments = parser.parse_args()

    lines = ["| " + " | ".join(HEADER) + " |", "|" + " --- |" * len(HEADER)]
    lines += ["| " + " | ".join(row) + " |" for row in rows(arguments.data)]
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}"
    lines += ["", f"{versions}; {platform.machine()}, {os.cpu_count()} cores, one thread."]
    text = "\n".join(lines) + "\n"
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
