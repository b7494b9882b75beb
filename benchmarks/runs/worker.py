"""A process that runs cells, and is ended when one takes longer than the cap."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from ..data import datasets, protocols
from ..methods import adapters
from ..methods.prices import PriceList
from .declare import Entry

# One thread per cell, so that seconds of different methods compare and two cells can run side by side.
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class OverCap(Exception):
    """A cell took longer than the cap."""


class CellError(Exception):
    """A cell failed; ``str()`` is the type and the text of the error."""


@dataclass
class CellResult:
    """One result of a cell: its numbers, and the result of each test instance."""

    e: float | None
    numbers: dict[str, Any]
    details: dict[str, Any]
    wrong: np.ndarray
    n_features: np.ndarray


class Stopwatch:
    """Seconds of processor time of another process from now on; of wall-clock time without /proc."""

    def __init__(self, pid: int) -> None:
        self._file = Path(f"/proc/{pid}/stat")
        self._started = self._now()

    def seconds(self) -> float:
        return self._now() - self._started

    def _now(self) -> float:
        try:
            fields = self._file.read_text().rpartition(")")[2].split()
        except OSError:
            return time.monotonic()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # of user and of system


class Worker:
    """Runs cells one after the other in a process of its own, which keeps the last data set in memory."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Connection | None = None

    def run(self, entry: Entry, label: str, seed: int, cap: float) -> list[CellResult]:
        """Run one entry on one fold.

        Raises
        ------
        DataMissing
            if the data file is not there
        OverCap
            if it takes more than ``cap`` seconds of processor time, reading the data not counted
        CellError
            if it fails
        """
        connection = self._connect()
        connection.send((entry, label, seed))
        try:
            self._expect("ready", connection.recv())
            self._wait(connection, cap)
            results: list[CellResult] = self._expect("done", connection.recv())
        except (EOFError, ConnectionError) as error:
            self.stop()
            raise CellError("the worker process ended (out of memory?)") from error
        return results

    def _wait(self, connection: Connection, cap: float) -> None:
        """Wait for the answer, or raise `OverCap` and end the process."""
        spent = Stopwatch(self._process.pid)
        while (left := cap - spent.seconds()) > 0.0:
            if connection.poll(min(left, 1.0)):
                return
        self.stop()
        raise OverCap

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._connection = None

    def _connect(self) -> Connection:
        if self._connection is None:
            for variable in THREAD_VARIABLES:
                os.environ.setdefault(variable, "1")
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._connection

    @staticmethod
    def _expect(kind: str, message: tuple[str, Any]) -> Any:
        if message[0] == kind:
            return message[1]
        if message[0] == "missing":
            raise datasets.DataMissing(*message[1])
        raise CellError(message[1])


def _serve(connection: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warnings.simplefilter("ignore")  # of the methods compared; ours are tested with warnings as errors
    dataset: datasets.Dataset | None = None
    with contextlib.suppress(EOFError, ConnectionError, KeyboardInterrupt):  # the parent is gone
        while True:
            entry, label, seed = connection.recv()
            try:
                if dataset is None or dataset.name != entry.data:
                    dataset = None  # the old one goes before the new one comes
                    dataset = datasets.load(entry.data)
                split = split_of(dataset, entry.protocol, label, seed)
                connection.send(("ready", None))
                answer: tuple[str, Any] = ("done", run_cell(entry, split, seed))
            except datasets.DataMissing as error:
                answer = ("missing", (error.name, error.path))
            except Exception as error:  # whatever a method raises is a result
                answer = ("error", f"{type(error).__name__}: {error}"[:300])
            connection.send(answer)


def _end_with_parent() -> None:
    """End this process when its parent is gone: nothing else would end a cell that runs for hours."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def split_of(dataset: datasets.Dataset, protocol: str, label: str, seed: int) -> adapters.Split:
    """Training and test part of the fold of that label."""
    fold = next(fold for fold in protocols.folds(dataset, protocol, seed) if fold.label == label)
    return adapters.Split(
        dataset.X[fold.train],
        dataset.y[fold.train],
        dataset.X[fold.test],
        dataset.y[fold.test],
        dataset.categorical,
        dataset.label_numbers,
        dataset.feature_names,
        dataset.costs,
        dataset.mistakes,
    )


def run_cell(entry: Entry, split: adapters.Split, seed: int) -> Sequence[CellResult]:
    """Run one entry on one fold, in this process."""
    results = []
    for result in adapters.run(entry.method, split, entry.keywords, entry.costs, seed):
        wrong = result.outcome.label != split.y_test
        numbers = {
            "n_train": len(split.y_train),
            "n_test": len(split.y_test),
            "n_columns": split.X_train.shape[1],
            "accuracy": f"{1.0 - wrong.mean():.6f}",
            "features": f"{result.outcome.n_features.mean():.6f}",
            "cost": "" if result.outcome.cost is None else f"{result.outcome.cost.mean():.6f}",
            **{f"{stage}_s": f"{seconds:.6f}" for stage, seconds in result.seconds.items()},
        }
        details = {**result.details, **_unequal_mistakes(result.outcome.label, split)}
        results.append(CellResult(result.e, numbers, details, wrong, result.outcome.n_features))
    return results


def _unequal_mistakes(label: np.ndarray, split: adapters.Split) -> dict[str, float]:
    """Costs of mistakes per instance, and the standard cost of the benchmark of test costs.

    The standard cost: all tests, and the costliest mistake wherever the largest class is not right.
    """
    if split.mistakes is None:
        return {}
    often = np.bincount(split.y_test).max() / len(split.y_test)
    standard = PriceList(split.test_costs).all + (1.0 - often) * split.mistakes.max()
    return {"mistakes": float(split.mistakes[split.y_test, label].mean()), "standard": float(standard)}
