"""Policies from more rows than memory holds: Parquet files, on one machine and on two workers.

Rows depend only on the number of their chunk. They form clusters, whose class no single column shows, so
that the best next column depends on the answers so far.
"""

from __future__ import annotations

import os
import resource
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f.settings import Policy

Chunk = tuple[np.ndarray, np.ndarray]
Measured = dict[str, Any]

COLUMNS, CLUSTERS, CLASSES, CHUNK_ROWS = 20, 24, 3, 100_000
TEST = range(10_000_000, 10_000_003)  # numbers of chunks kept out of training
SOON = 1.0  # seconds of work after which a worker is killed


def rows_of(number: int, n_rows: int = CHUNK_ROWS) -> Chunk:
    """Generate one chunk."""
    common = np.random.default_rng(12345)
    centres = common.normal(size=(CLUSTERS, COLUMNS)).astype(np.float32)
    centres *= common.random((CLUSTERS, COLUMNS)) < 0.5
    class_of = common.integers(0, CLASSES, CLUSTERS).astype(np.int8)
    random = np.random.default_rng([7, number])
    cluster = random.integers(0, CLUSTERS, n_rows)
    return centres[cluster] + random.standard_normal((n_rows, COLUMNS), dtype=np.float32), class_of[cluster]


def write(folder: Path, n_rows: int) -> list[Path]:
    """Write so many rows to Parquet files, a chunk to each."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    paths = []
    for number in range(-(-n_rows // CHUNK_ROWS)):
        X, y = rows_of(number, min(CHUNK_ROWS, n_rows - number * CHUNK_ROWS))
        columns = {f"x{c}": X[:, c] for c in range(COLUMNS)}
        paths.append(folder / f"{number:04}.parquet")
        pq.write_table(pa.table({**columns, "y": y}), paths[-1], compression="none")
    return paths


def read(path: Path) -> Chunk:
    """Read the rows of one file."""
    import pandas as pd

    table = pd.read_parquet(path)
    return table.drop(columns="y"), table["y"].to_numpy()


def cost_of(fitted: Any) -> float:
    """Return the average total cost of 300,000 rows that nothing was learned from."""
    costs = []
    for X, y in map(rows_of, TEST):
        acquisition = fitted.acquire(named(X))
        costs.append(acquisition.cost.mean() + (acquisition.label != y).mean())
    return float(np.mean(costs))


def named(X: np.ndarray) -> Any:
    import pandas as pd

    return pd.DataFrame(X, columns=[f"x{c}" for c in range(COLUMNS)])


def _about(fitted: Any, clock: float) -> Measured:
    seconds = time.perf_counter() - clock
    n_rows = fitted.model_.meta["training"]["n_rows"]
    return {
        "seconds": seconds,
        "rows": n_rows,
        "rows per second": n_rows / seconds,
        "chosen": fitted.choice_["name"],
        "model": fitted.model_.sha256,
    }


def from_parquet(n_rows: int, policy: Policy = "auto") -> Measured:
    """Train on Parquet files, one after the other."""
    from ifc2f import IFC2FClassifier

    with tempfile.TemporaryDirectory() as folder:
        paths = write(Path(folder), n_rows)

        def chunks() -> Iterator[Chunk]:
            return (read(path) for path in paths)

        clock, cpu = time.perf_counter(), time.process_time()
        fitted = IFC2FClassifier(policy=policy).fit_chunks(chunks)
        told = {**_about(fitted, clock), "cpu": time.process_time() - cpu}
        return {**told, "peak MB of training": _peak(), "J": cost_of(fitted)}


def on_two_workers(n_rows: int, policy: Policy = "auto") -> Measured:
    """Train on the same files with two worker processes, one of which is killed while it counts."""
    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    from ifc2f import IFC2FClassifier

    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), n_rows)
        table = dd.read_parquet(str(Path(folder, "*.parquet")), split_row_groups=False)
        X, y = table.drop(columns="y"), table["y"]
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        with cluster, Client(cluster) as client:
            killer = _Killer(client)
            clock = time.perf_counter()
            fitted = IFC2FClassifier(policy=policy).fit(X, y)
            told = _about(fitted, clock)
            killed = killer.end()
            peaks = client.run(_peak)
    return {
        **told,
        "killed": len(killed),
        "partitions": X.npartitions,
        "peak MB of the client": _peak(),
        "peak MB of a worker": max(peaks.values()),
        "J": cost_of(fitted),
    }


class _Killer:
    """Kills one worker soon after workers have begun to work."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._killed: list[int] = []
        self._pids = list(client.run(os.getpid).values())
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._wait_and_kill)
        self._thread.start()

    def _wait_and_kill(self) -> None:
        while not any(self._client.processing().values()):
            if self._ended.wait(0.05):
                return
        if not self._ended.wait(SOON):
            os.kill(self._pids[0], signal.SIGKILL)
            self._killed.append(self._pids[0])

    def end(self) -> list[int]:
        """Return which worker was killed."""
        self._ended.set()
        self._thread.join()
        return self._killed


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def graph_in_chunks(n_rows: int, sample: int | None = None) -> Measured:
    """Train a graph in chunks, with a sample of so many rows (the usual number, if None)."""
    from ifc2f import IFC2FClassifier, settings

    def chunks() -> Iterator[Any]:
        return ((named(X), y) for X, y in map(rows_of, range(n_rows // CHUNK_ROWS)))

    clock, cpu = time.perf_counter(), time.process_time()
    size = sample or settings.Settings.graph_rows
    fitted = IFC2FClassifier(policy="graph", graph_rows=size).fit_chunks(chunks)
    told = {**_about(fitted, clock), "cpu": time.process_time() - cpu, "sample": size}
    return {**told, "peak MB of training": _peak(), "J": cost_of(fitted)}


def graph_at_once(n_rows: int) -> Measured:
    """Train a graph on the same rows in memory."""
    from ifc2f import IFC2FClassifier

    parts = [rows_of(number) for number in range(n_rows // CHUNK_ROWS)]
    X, y = np.concatenate([x for x, _ in parts]), np.concatenate([labels for _, labels in parts])
    del parts
    X = named(X)
    clock, cpu = time.perf_counter(), time.process_time()
    fitted = IFC2FClassifier(policy="graph").fit(X, y)
    told = {**_about(fitted, clock), "cpu": time.process_time() - cpu}
    return {**told, "peak MB of training": _peak(), "J": cost_of(fitted)}


def many_classes(n_rows: int, n_classes: int = 50) -> Measured:
    """Grow one graph on rows of many classes, in memory, which is bounded."""
    from ifc2f import AcquisitionCosts, misclassification
    from ifc2f.learning.training_data import TrainingData
    from ifc2f.policies import choose
    from ifc2f.policies.graph import Growth
    from ifc2f.policies.problem import Problem
    from ifc2f.settings import Settings

    random = np.random.default_rng(0)
    y = random.integers(0, n_classes, n_rows, dtype=np.int32)
    X = random.standard_normal((n_rows, 5), dtype=np.float32)
    X += random.normal(size=(n_classes, 5)).astype(np.float32)[y]
    data = TrainingData(X, y, [f"x{c}" for c in range(5)], list(range(n_classes)))
    costs = AcquisitionCosts.from_spec(0.01, data.names)
    problem = Problem(costs, misclassification(None, data.classes), np.inf, Settings(), 1)
    before = _peak()
    clock, cpu = time.perf_counter(), time.process_time()
    ground = problem.ground(data)
    grown = choose.grown(problem, ground, data, Growth())
    return {
        "seconds": time.perf_counter() - clock,
        "cpu": time.process_time() - cpu,
        "nodes": grown.n_nodes,
        "rows": n_rows,
        "peak MB of data": before,
        "peak MB of training": _peak(),
    }
