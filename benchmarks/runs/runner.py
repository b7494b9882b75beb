"""Run the unfinished cells of a table, with progress, within the cap of each cell."""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

from ..data import protocols
from ..data.datasets import DataMissing
from . import store
from .declare import Entry
from .store import Store
from .worker import CellError, OverCap, Worker

SEED = 0
CAP_SECONDS = 120.0


@dataclass(frozen=True)
class Cell:
    """One entry on one fold."""

    entry: Entry
    label: str

    def row_keys(self) -> list[tuple[str, ...]]:
        """Keys of the rows that the cell gives: one per cost."""
        costs = [format_cost(e) for e in self.entry.costs] or [""]
        return [key_of(self, e) for e in costs]


def format_cost(e: float | None) -> str:
    return "" if e is None else f"{e:g}"


def key_of(cell: Cell, e: str) -> tuple[str, ...]:
    entry = cell.entry
    return (entry.data, entry.protocol, cell.label, entry.method, entry.settings, e, str(SEED))


def cells(entries: Iterable[Entry], n_folds: int | None = None) -> list[Cell]:
    """The cells of a declared list, grouped by data set; at most ``n_folds`` folds of each entry."""
    found = [Cell(entry, label) for entry in entries for label in protocols.labels(entry.protocol)[:n_folds]]
    order = {data: index for index, data in enumerate(dict.fromkeys(cell.entry.data for cell in found))}
    return sorted(found, key=lambda cell: order[cell.entry.data])


def _cap_of(row: dict[str, str]) -> float:
    """Seconds that a cell which went over the cap had for a row."""
    return float(json.loads(row["details"] or "{}").get("cap", CAP_SECONDS))


@dataclass
class Runner:
    """Runs cells in ``jobs`` workers and appends their rows to a store."""

    table: Store
    cap: float = CAP_SECONDS
    jobs: int = 1
    over: set[Entry] = field(default_factory=set)  # entries of which one fold went over the cap
    missing: dict[str, str] = field(default_factory=dict)  # data set -> what was said about its file

    def run(self, wanted: list[Cell]) -> None:
        """Run the cells that have no row yet; those that failed, or went over a lower cap, are tried again.

        If a worker stops, as with a full disk, or the run is interrupted (Ctrl-C), no other cell is begun.

        Raises
        ------
        InUse
            if another run is at work on the table
        """
        with self.table.held():
            self._run(wanted)

    def _run(self, wanted: list[Cell]) -> None:
        self.environment = store.environment(self.table.folder)
        final = {
            tuple(row[column] for column in store.KEY): row["status"]
            for row in self.table.rows()
            if row["status"] == store.OK or (row["status"] == store.OVER and _cap_of(row) >= self.cap)
        }
        todo = [cell for cell in wanted if any(key not in final for key in cell.row_keys())]
        self.over |= {
            cell.entry for cell in wanted if any(final.get(k) == store.OVER for k in cell.row_keys())
        }
        print(f"{self.table.name}: {len(wanted)} cells, {len(wanted) - len(todo)} done before", flush=True)
        self.total, self.done, self.started = len(todo), 0, time.monotonic()
        self.lock = threading.Lock()
        waiting: queue.SimpleQueue[Cell] = queue.SimpleQueue()
        for cell in todo:
            waiting.put(cell)
        self.stopping = threading.Event()
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for work in as_completed([pool.submit(self._work, waiting) for _ in range(self.jobs)]):
                    work.result()
            except BaseException:
                self.stopping.set()
                raise

    def _work(self, waiting: queue.SimpleQueue[Cell]) -> None:
        worker = Worker()
        try:
            while not self.stopping.is_set():
                try:
                    cell = waiting.get_nowait()
                except queue.Empty:
                    return
                self._run_cell(worker, cell)
        finally:
            worker.stop()

    def _run_cell(self, worker: Worker, cell: Cell) -> None:
        started = time.monotonic()
        note = ""
        if cell.entry.data in self.missing:
            note = "no data"
        elif cell.entry in self.over:
            note = f"{store.OVER} on an earlier fold"
            self._append(self._rows_over(cell))
        else:
            try:
                note = self._record(cell, worker.run(cell.entry, cell.label, SEED, self._cap(cell)))
            except DataMissing as error:
                note = self.missing[cell.entry.data] = str(error)
            except OverCap:
                note = store.OVER
                self.over.add(cell.entry)
                self._append(self._rows_over(cell))
            except CellError as error:
                if self.stopping.is_set():  # Ctrl-C ends the worker process too
                    return
                note = f"error: {error}"
                self._append([self._row(key, status=note) for key in cell.row_keys()])
        self._progress(cell, note, time.monotonic() - started)

    def _cap(self, cell: Cell) -> float:
        """Seconds for all costs of a cell together: each row has the cap."""
        return self.cap * len(cell.row_keys())

    def _record(self, cell: Cell, results: Iterable[Any]) -> str:
        rows, notes = [], []
        for result in results:
            key = key_of(cell, format_cost(result.e))
            rows.append(
                self._row(
                    key,
                    status=store.OK,
                    details=json.dumps(result.details, sort_keys=True),
                    **result.numbers,
                )
            )
            self.table.save_outcomes(key, result.wrong, result.n_features)
            notes.append(f"{float(result.numbers['accuracy']):.3f}/{float(result.numbers['features']):.2f}")
        self._append(rows)
        return " ".join(notes)

    def _rows_over(self, cell: Cell) -> list[dict[str, Any]]:
        details = json.dumps({"cap": self.cap})
        return [self._row(key, status=store.OVER, details=details) for key in cell.row_keys()]

    def _row(self, key: tuple[str, ...], **values: Any) -> dict[str, Any]:
        return {**dict(zip(store.KEY, key, strict=True)), "environment": self.environment, **values}

    def _append(self, rows: list[dict[str, Any]]) -> None:
        with self.lock:
            self.table.append(rows)

    def _progress(self, cell: Cell, note: str, seconds: float) -> None:
        with self.lock:
            self.done += 1
            entry = cell.entry
            clock = time.strftime("%H:%M:%S", time.gmtime(time.monotonic() - self.started))
            print(
                f"[{self.done}/{self.total} {clock}] {entry.line} {cell.label} {entry.name}: "
                f"{note} ({seconds:.1f} s)",
                file=sys.stdout,
                flush=True,
            )
