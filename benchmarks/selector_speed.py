"""Time each streaming selector, and ETANA, beside its plain NumPy form in tests/, in the same run.

``python benchmarks/selector_speed.py`` writes a Markdown table to the terminal and to
benchmarks/results/selector_speed.md. The data are in the folder that IFC2F_DATA names; a file that is not
there is named and skipped.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import scipy
import scipy.sparse as sp

from ifc2f.baselines import ETANA, OFSA3M, OSFS, SAOLA, AlphaInvesting, FastOSFS, OFSDensity

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
import baseline_oracles as plain  # noqa: E402

# Ours and the plain form, both with exact=True and, where they prune, in ascending order.
SELECTORS: dict[str, tuple[Any, Callable[..., list[int]]]] = {
    "SAOLA": (SAOLA(exact=True), plain.saola),
    "OSFS": (OSFS(exact=True), plain.osfs),
    "Fast-OSFS": (FastOSFS(exact=True), plain.fast_osfs),
    "Alpha-Investing": (AlphaInvesting(exact=True), plain.alpha_investing),
    "OFS-Density": (OFSDensity("ascending", exact=True), plain.ofs_density),
    "OFS-A3M": (OFSA3M("ascending", exact=True), plain.ofs_a3m),
}
# Number of decimals that give the original values back from single precision.
DECIMALS = {"spambase": 3, "lung_cancer": 1}
WITH_PLAIN_FORM = ["mll", "leukemia"]
ALONE = ["spambase", "lung_cancer", "madelon", "dexter", "dorothea"]
# Over two minutes: some hundred columns are kept, and every newcomer has each of them tried without.
LEFT_OUT = {("OFS-A3M", "dexter"), ("OFS-A3M", "dorothea")}


def load(folder: Path, name: str) -> tuple[Any, np.ndarray] | None:
    """Return training rows (all where there is no split) and labels; None if the file is missing."""
    path = folder / f"{name}.npz"
    if not path.is_file():
        print(f"{path} is missing: {name} is skipped", file=sys.stderr)
        return None
    with np.load(path) as data:
        arrays = {key: data[key] for key in data.files}
    y = arrays["y"].astype(np.int64)
    if "indptr" in arrays:
        parts = (arrays["data"].astype(float), arrays["indices"].astype(np.int32), arrays["indptr"])
        X: Any = sp.csr_matrix(parts, shape=tuple(arrays["shape"]))
    else:
        X = arrays["X"].astype(float)
        X = np.round(X, DECIMALS[name]) if name in DECIMALS else X
    train = arrays["split"] == 0 if "split" in arrays and name != "leukemia" else np.ones(len(y), dtype=bool)
    return X[train], y[train]


def seconds_of(run: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Return the shortest of up to `repeats` times (one, if that is over two seconds), and the result."""
    best = np.inf
    for _ in range(repeats):
        started = time.perf_counter()
        result = run()
        best = min(best, time.perf_counter() - started)
        if best > 2:
            break
    return best, result


def rows(folder: Path, names: list[str]) -> list[list[str]]:
    table = []
    for name in names:
        loaded = load(folder, name)
        if loaded is None:
            continue
        X, y = loaded
        shape = f"{X.shape[0]} x {X.shape[1]}"
        for method, (selector, plain_form) in SELECTORS.items():
            if (method, name) in LEFT_OUT:
                continue
            ours, fitted = seconds_of(lambda s=selector, X=X, y=y: s.fit(X, y), 3)
            selected = fitted.selected_.tolist()
            row = [name, shape, method, str(len(selected)), f"{ours:.4f}", "", "", ""]
            if name in WITH_PLAIN_FORM:
                slow, wanted = seconds_of(lambda f=plain_form, X=X, y=y: f(X, y, True), 1)
                row[5:] = [f"{slow:.3f}", f"{slow / ours:.0f}", "yes" if selected == wanted else "NO"]
            table.append(row)
            print(" | ".join(row), file=sys.stderr, flush=True)
        if name == "mll":
            table.append(etana_row(name, shape, X, y))
            print(" | ".join(table[-1]), file=sys.stderr, flush=True)
    return table


def etana_row(name: str, shape: str, X: np.ndarray, y: np.ndarray) -> list[str]:
    model = ETANA(0.01, n_bins=3, exact=True)
    ours, found = seconds_of(lambda: model.fit(X, y).acquire(X), 3)
    slow, (_, counts, _) = seconds_of(lambda: plain.etana(X, y, X, 0.01, 3, exact=True), 1)
    same = "yes" if found.n_features.tolist() == counts.tolist() else "NO"
    return [name, shape, "ETANA", "", f"{ours:.4f}", f"{slow:.3f}", f"{slow / ours:.0f}", same]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", nargs="+", default=[*WITH_PLAIN_FORM, *ALONE], choices=[*WITH_PLAIN_FORM, *ALONE]
    )
    parser.add_argument("--out", type=Path, default=HERE / "results" / "selector_speed.md")
    arguments = parser.parse_args()
    if "IFC2F_DATA" not in os.environ:
        parser.error("IFC2F_DATA must name the folder of the research data")

    header = [
        "data",
        "rows x columns",
        "method",
        "kept",
        "ours, s",
        "plain NumPy, s",
        "times faster",
        "same selection",
    ]
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows(Path(os.environ["IFC2F_DATA"]), arguments.data)]
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}"
    lines += ["", f"{versions}; {platform.machine()}, {os.cpu_count()} cores, one thread."]
    text = "\n".join(lines) + "\n"
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
