"""Training at scale: seconds, peak memory and rates beside their targets.

``python -m benchmarks.scale`` runs every measure in a process of its own, on one thread, and writes
``scale.csv``, ``scale.json`` and ``scale.png`` (time against rows and columns) to the folder of results;
``--only`` runs some of them. Wall-clock and CPU seconds are both shown: on a shared machine, only the
latter means anything. Missing research data are named and left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f.settings import Policy

from . import csv_files, frame_memory
from . import growth as training
from . import many_rows as policies
from .data import datasets
from .paper import published
from .runs import store

Chunk = tuple[np.ndarray, np.ndarray]
Measured = dict[str, Any]

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
ROWS, COLUMNS, CHUNK_ROWS = 50_000_000, 30, 100_000


FILES = {
    "news20": "3 s, 500 MB",
    "dorothea": "0.5 s",
    "dexter": "0.2 s",
    "lung_cancer": "1 s",
    "car": "1.5 s",
    "imdb": "2 s",
}
FRAME_POLICIES: tuple[Policy, ...] = ("ordered", "auto")
WHOSE = ("paper's", "authors'", "our")


class Clock:
    """Wall-clock and CPU seconds since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> Measured:
        return {"seconds": time.perf_counter() - self._wall, "cpu": time.process_time() - self._cpu}


def fastest(run: Callable[[], Any], repeats: int = 3) -> float:
    """Return the least CPU seconds of a few runs."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


# ---- From file to plan -------------------------------------------------------------------------------------


def settings_of(whose: str, n_bins: int) -> dict[str, Any]:
    """Return settings by name, with the paper's number of bins where they are not our own."""
    from ifc2f import AUTHORS_SETTINGS, PAPER_SETTINGS

    if whose == "our":
        return {"policy": "ordered"}
    return {**(PAPER_SETTINGS if whose == "paper's" else AUTHORS_SETTINGS), "n_bins": n_bins}


def from_file(name: str, whose: str) -> Measured:
    """Time reading a file, training on its training rows (all, if it names none) and planning."""
    from ifc2f import IFC2FClassifier

    clock = Clock()
    data = datasets.load(name)
    X, y = data.X, data.y
    if data.split is not None:
        X, y = X[data.split == 0], y[data.split == 0]
    fitted = IFC2FClassifier(**settings_of(whose, data.declaration.n_bins)).fit(X, y)
    measured = clock.read()
    training = fitted.model_.meta["training"]
    measured |= {"rows": training["n_rows"], "columns": training["n_columns"], "stages": len(fitted.order_)}
    if name == "imdb":
        measured["first words"] = [data.feature_names[c] for c in fitted.order_[:10]]
        measured["paper's first words"] = list(published.IMDB_ORDER)
    return measured


def news20_unit_rows(whose: str) -> Measured:
    """Train and test on rows of unit length, five folds: beside the paper's 0.7503 and 43.68."""
    from sklearn.model_selection import StratifiedKFold
    from sklearn.preprocessing import normalize

    from ifc2f import IFC2FClassifier

    data = datasets.load("news20")
    X = normalize(data.X, copy=True)
    clock = Clock()
    accuracy, acquisition, kept = [], [], []
    for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(X, data.y):
        fitted = IFC2FClassifier(**settings_of(whose, 10)).fit(X[train], data.y[train])
        found = fitted.acquire(X[test])
        accuracy.append(float((found.label == data.y[test]).mean()))
        acquisition.append(float(found.n_features.mean()))
        kept.append(len(fitted.order_))
    return {
        **clock.read(),
        "accuracy": float(np.mean(accuracy)),
        "features": float(np.mean(acquisition)),
        "kept": float(np.mean(kept)),
        "paper": {"accuracy": 0.7503, "features": 43.68},
    }


# ---- Kernels -----------------------------------------------------------------------------------------------


def ten_values(n_rows: int, n_columns: int, n_classes: int = 2) -> Chunk:
    random = np.random.default_rng(0)
    y = random.integers(0, n_classes, n_rows)
    codes = (random.integers(0, 10, (n_columns, n_rows)) + y * random.integers(0, 3, (n_columns, 1))) % 10
    return codes.astype(np.uint8), y


def ami_ratio() -> Measured:
    """Score 500 columns of 2000 rows, and the same with scikit-learn in a loop."""
    from sklearn.metrics import adjusted_mutual_info_score

    from ifc2f.learning.relevance import relevance_of_values

    codes, y = ten_values(2000, 500)
    values = np.ascontiguousarray(codes.T, dtype=np.float32)
    ours = fastest(lambda: relevance_of_values(values, y, 2))
    start = time.process_time()
    theirs = [adjusted_mutual_info_score(y, column) for column in codes]
    loop = time.process_time() - start
    difference = np.abs(relevance_of_values(values, y, 2) - theirs).max()
    return {"seconds": ours, "cpu": ours, "loop": loop, "times": loop / ours, "difference": float(difference)}


def information_by_numpy(a: np.ndarray, b: np.ndarray, y: np.ndarray) -> float:
    """I(A; B | C) in nats of two features with ten values, as one would write it in NumPy."""
    total = 0.0
    for c in np.unique(y):
        joint = np.zeros((10, 10))
        np.add.at(joint, (a[y == c], b[y == c]), 1)
        joint /= len(y)
        outer = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0) / joint.sum()
        some = joint > 0
        total += float(np.sum(joint[some] * np.log(joint[some] / outer[some])))
    return total


def information_ratio() -> Measured:
    """Conditional mutual information of all pairs of 500 columns, and of 2000 pairs with NumPy."""
    from ifc2f.learning.count_rows import conditional_information

    codes, y = ten_values(2000, 500)
    ours = fastest(lambda: conditional_information(codes, y, 10, 2))
    found = conditional_information(codes, y, 10, 2)
    pairs = np.random.default_rng(1).integers(0, 500, (2000, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    start = time.process_time()
    theirs = [information_by_numpy(codes[i], codes[j], y) for i, j in pairs]
    loop = (time.process_time() - start) / len(pairs) * (500 * 499 // 2)
    difference = np.abs(found[pairs[:, 0], pairs[:, 1]] - theirs).max()
    return {"seconds": ours, "cpu": ours, "loop": loop, "times": loop / ours, "difference": float(difference)}


def pair_counts(n_features: int, n_rows: int, wide: bool | None = None) -> Measured:
    """Count all pairs of features with ten values and two classes; then also compute their information."""
    from ifc2f.learning.count_rows import information, pair_counter
    from ifc2f.learning.pair_counter import pair_blocks

    codes, y = ten_values(n_rows, n_features)
    clock = Clock()
    n_counted = 0
    for _, _, joint in pair_blocks(pair_counter(codes, y, 10, 2, wide=wide)):
        n_counted += int(joint[-1].sum()) * len(joint)
    measured = clock.read()
    n_pairs = n_features * (n_features - 1) // 2
    assert n_counted == n_pairs * n_rows
    with_information = Clock()
    information(codes, y, 10, 2)
    return {
        **measured,
        "nanoseconds per pair and row": 1e9 * measured["cpu"] / n_pairs / n_rows,
        "cpu with information": with_information.read()["cpu"],
    }


def growth() -> Measured:
    """Time of pair counts while rows or columns double."""
    by_rows = {n: pair_counts(100, n)["cpu"] for n in (50_000, 100_000, 200_000, 400_000, 800_000)}
    by_columns = {k: pair_counts(k, 5000)["cpu"] for k in (100, 200, 400, 800, 1600)}

    return {
        "seconds": sum(by_rows.values()) + sum(by_columns.values()),
        "by rows": by_rows,
        "by columns": by_columns,
        "exponent of rows": training.exponent(by_rows),
        "exponent of columns": training.exponent(by_columns),
    }


# ---- Many rows ---------------------------------------------------------------------------------------------


def rows_of(number: int, n_rows: int = CHUNK_ROWS) -> Chunk:
    """Generate one chunk: thirty columns, of which some depend on the class."""
    random = np.random.default_rng(number)
    y = random.integers(0, 2, n_rows, dtype=np.int8)
    X = random.random((n_rows, COLUMNS), dtype=np.float32)
    X[:, ::5] += 0.1 * y[:, np.newaxis]
    return X, y


def chunks_of(n_rows: int) -> Iterator[Chunk]:
    return (rows_of(number) for number in range(n_rows // CHUNK_ROWS))


def many_rows(n_rows: int) -> Measured:
    """Train on rows generated chunk by chunk, twice: once for ranges, once for pairs."""
    from ifc2f import IFC2FClassifier

    start = time.process_time()
    for _ in chunks_of(10 * CHUNK_ROWS):
        pass
    generating = (time.process_time() - start) / (10 * CHUNK_ROWS)
    clock = Clock()
    fitted = IFC2FClassifier(policy="ordered", binning="equal-width").fit_chunks(partial(chunks_of, n_rows))
    measured = clock.read()
    counted = fitted.model_.meta["training"]["n_rows"]
    return {
        **measured,
        "rows": counted,
        "rows per second": counted / measured["seconds"],
        "rows per CPU second, generating left out": counted / (measured["cpu"] - 2 * generating * counted),
    }


def many_rows_on_dask(n_rows: int) -> Measured:
    """The same rows on two worker processes."""
    import dask.array as da
    from dask.delayed import delayed
    from distributed import Client, LocalCluster

    from ifc2f import IFC2FClassifier

    chunk = delayed(rows_of, nout=2, pure=True)
    parts = [chunk(number) for number in range(n_rows // CHUNK_ROWS)]
    X = da.concatenate([da.from_delayed(x, (CHUNK_ROWS, COLUMNS), np.float32) for x, _ in parts])
    y = da.concatenate([da.from_delayed(labels, (CHUNK_ROWS,), np.int8) for _, labels in parts])
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, Client(cluster):
        clock = Clock()
        fitted = IFC2FClassifier(policy="ordered", binning="equal-width").fit(X, y)
        measured = clock.read()
    counted = fitted.model_.meta["training"]["n_rows"]
    return {
        "seconds": measured["seconds"],
        "rows": counted,
        "rows per second": counted / measured["seconds"],
        "model": fitted.model_.sha256,
    }


# ---- All of them -------------------------------------------------------------------------------------------

# name -> (what runs, data set it needs, target)
MEASURES: dict[str, tuple[Callable[[], Measured], str | None, str]] = {
    **{
        f"{name}, {whose} settings": (partial(from_file, name, whose), name, target)
        for name, target in FILES.items()
        for whose in WHOSE
    },
    **{
        f"news20 in unit rows, {whose} settings": (
            partial(news20_unit_rows, whose),
            "news20",
            "beside 0.7503 and 43.68",
        )
        for whose in WHOSE
    },
    "adjusted mutual information": (ami_ratio, None, "60 times"),
    "conditional mutual information": (information_ratio, None, "30 times, 1e-9"),
    "pairs of 2000 features": (partial(pair_counts, 2000, 20000), None, "6 s with wide words"),
    "pairs of 2000 features, plain words": (partial(pair_counts, 2000, 20000, False), None, "13 s"),
    "growth": (growth, None, "linear in rows, quadratic in columns"),
    **{
        f"growth of training, {name}": (
            partial(training.growth_of, name),
            None,
            "exponents at most 1 in rows",
        )
        for name in training.FITS
    },
    **{
        f"training of {rows:,} rows x {columns}": (
            partial(training.of_size, rows, columns),
            None,
            f"auto in {training.WANTED[rows, columns]} s of CPU"
            if (rows, columns) in training.WANTED
            else "no cliff between",
        )
        for rows, columns in sorted([*training.WANTED, *training.BESIDE])
    },
    "training beside rivals": (training.beside_rivals, None, "ratios"),
    "5 million rows": (partial(many_rows, ROWS // 10), None, "the memory of 50 million"),
    "50 million rows": (partial(many_rows, ROWS), None, "flat memory"),
    "50 million rows on two workers": (partial(many_rows_on_dask, ROWS), None, "rate"),
    **{
        f"CSV of 1 GB, {cells}, {reader}": (
            partial(csv_files.from_csv, 1000, cells == "mixed", reader == "pyarrow"),
            None,
            "34 MB per CPU second",
        )
        for cells in ("numbers", "mixed")
        for reader in ("pyarrow", "built-in reader")
    },
    "auto, 5 million rows": (
        partial(policies.from_parquet, ROWS // 10),
        None,
        "the memory of 50 million",
    ),
    "auto, 5 million rows, a worker killed": (
        partial(policies.on_two_workers, ROWS // 10),
        None,
        "the same model",
    ),
    "auto, 50 million rows": (partial(policies.from_parquet, ROWS), None, "flat memory"),
    "auto, 50 million rows, a worker killed": (
        partial(policies.on_two_workers, ROWS),
        None,
        "the same model",
    ),
    **{
        f"graph, {n} million rows in chunks": (
            partial(policies.graph_in_chunks, n * 1_000_000),
            None,
            "J within 1 % of all at once",
        )
        for n in (1, 4)
    },
    **{
        f"graph, 1 million rows, sample of {n}": (
            partial(policies.graph_in_chunks, 1_000_000, n),
            None,
            "beside 400,000",
        )
        for n in (100_000, 200_000)
    },
    **{
        f"graph, {n} million rows at once": (
            partial(policies.graph_at_once, n * 1_000_000),
            None,
            "beside chunks",
        )
        for n in (1, 4)
    },
    **{
        f"memory of {library}, {kind}, {policy}": (
            partial(frame_memory.beside_frame, kind, library, policy),
            None,
            "twice the frame",
        )
        for library in frame_memory.LIBRARIES
        for kind in frame_memory.KINDS
        for policy in FRAME_POLICIES
    },
    "memory of a graph, pandas, float32 and categories": (
        partial(frame_memory.beside_frame, frame_memory.KINDS[0], "pandas", "graph"),
        None,
        "twice the frame",
    ),
    "graph, 10 million rows of 50 classes": (
        partial(policies.many_classes, 10_000_000),
        None,
        "1 GB beside the data",
    ),
}


def run_one(name: str) -> None:
    """Run one measure in this process and print it as JSON."""
    measured = MEASURES[name][0]()
    measured["peak MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(measured))


def run(names: list[str], folder: Path) -> None:
    """Run measures, each in a process of its own, and write what they say."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "scale.json"
    results: dict[str, Measured] = json.loads(path.read_text()) if path.is_file() else {}
    for name in names:
        _, data, target = MEASURES[name]
        if data is not None and not datasets.available(data):
            print(f"left out: {name} needs the data set {data!r}, which IFC2F_DATA does not name")
            continue
        command = [sys.executable, "-m", "benchmarks.scale", "--one", name]
        done = subprocess.run(command, env={**os.environ, **ONE_THREAD}, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(f"{name}: failed")
            continue
        results[name] = json.loads(done.stdout.splitlines()[-1])
        print(f"{name}: {_line(results[name])}; wanted: {target}", flush=True)
        path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    _write_table(results, folder / "scale.csv")
    if "growth" in results:
        _draw(results["growth"], folder / "scale.png")


def _line(measured: Measured) -> str:
    parts = [f"{key} {value:.4g}" for key, value in measured.items() if isinstance(value, int | float)]
    return ", ".join(parts)


def _write_table(results: dict[str, Measured], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["measure", "target", "seconds", "cpu_seconds", "peak_mb", "details"])
        for name, measured in results.items():
            details = {k: v for k, v in measured.items() if k not in ("seconds", "cpu", "peak MB")}
            numbers = (measured.get("seconds", ""), measured.get("cpu", ""), measured["peak MB"])
            row = [f"{n:.3f}" if isinstance(n, float) else n for n in numbers]
            writer.writerow([name, MEASURES[name][2], *row, json.dumps(details)])


def _draw(growth: Measured, path: Path) -> None:
    """Draw time against rows and columns, with lines of slope one and two."""
    try:
        import matplotlib.pyplot as plt
        from matplotlib.ticker import LogLocator, NullFormatter

        from .reports import figures
    except ModuleNotFoundError as error:
        print(f"left out: {path.name} needs {error.name}; install ifc2f[bench]")
        return
    figure, axes = plt.subplots(1, 2, figsize=(8, 3.5))
    for axis, key, power, label in zip(
        axes, ("by rows", "by columns"), (1, 2), ("rows (100 features)", "features (5000 rows)"), strict=True
    ):
        sizes = np.array([float(size) for size in growth[key]])
        times = np.array(list(growth[key].values()))
        axis.loglog(sizes, times, "o", label="measured")
        axis.loglog(sizes, times[-1] * (sizes / sizes[-1]) ** power, "-", label=f"slope {power}")
        axis.set_xlabel(label)
        axis.set_ylabel("CPU seconds")
        for scale in (axis.xaxis, axis.yaxis):  # a label at each power of ten, or the labels overlap
            scale.set_major_locator(LogLocator())
            scale.set_minor_formatter(NullFormatter())
        axis.set_xlim(sizes[0] / 1.5, sizes[-1] * 1.5)
        axis.set_ylim(10 ** np.floor(np.log10(times.min())), 10 ** np.ceil(np.log10(times.max())))
        axis.legend()
    figure.tight_layout()
    figures.save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--only", help="these measures, separated by semicolons; a beginning is enough")
    parser.add_argument("--results", type=Path, default=store.FOLDER, help="folder of the results")
    parser.add_argument("--one", choices=MEASURES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        run_one(arguments.one)
        return
    wanted = [part.strip() for part in arguments.only.split(";")] if arguments.only else [""]
    run([name for name in MEASURES if any(name.startswith(part) for part in wanted)], arguments.results)


if __name__ == "__main__":
    main()
