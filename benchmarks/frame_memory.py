"""The memory that training takes beside a data frame: by how much it raises the peak above the frame.

Linux only: the peak of the process is set back before training.
"""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f.settings import Policy

Measured = dict[str, Any]
Columns = dict[str, tuple[np.ndarray, bool]]  # by name: numbers, or numbers of words and that they are

ROWS, NUMBERS, WORDS_COLUMNS = 1_000_000, 14, 6
WORDS = [f"value {number}" for number in range(12)]
FEW = 2000  # rows of a training beforehand, which loads what is loaded at first use
KINDS = ("float32 and categories", "float32 and texts", "float64 and categories", "float64 and texts")


def columns_of(kind: str, n_rows: int) -> tuple[Columns, np.ndarray]:
    """Return the columns of a table, of which every fifth tells a little of the class, and the classes."""
    random = np.random.default_rng(0)
    y = random.integers(0, 2, n_rows)
    columns: Columns = {}
    for c in range(NUMBERS + WORDS_COLUMNS):
        numbers = random.standard_normal(n_rows, dtype=np.float32)
        numbers += np.float32(0.3) * (y * (c % 5 == 0)).astype(np.float32)
        if c < NUMBERS:
            columns[f"x{c}"] = numbers.astype(kind.partition(" ")[0]), False
        else:
            columns[f"x{c}"] = np.clip(2 * numbers + 6, 0, len(WORDS) - 1).astype(np.int8), True
    return columns, y


def of_pandas(columns: Columns, are_categories: bool) -> tuple[Any, float]:
    import pandas as pd

    def column(cells: np.ndarray, is_words: bool) -> Any:
        if not is_words:
            return cells
        categories = pd.Categorical.from_codes(cells, WORDS)
        return categories if are_categories else pd.Series(np.array(WORDS, dtype=object)[cells], dtype="str")

    frame = pd.DataFrame({name: column(*own) for name, own in columns.items()})
    return frame, float(frame.memory_usage(deep=True).sum())


def of_polars(columns: Columns, are_categories: bool) -> tuple[Any, float]:
    import polars as pl

    def column(cells: np.ndarray, is_words: bool) -> Any:
        texts = pl.Series(WORDS).gather(cells) if is_words else None
        if texts is None:
            return pl.Series(cells)
        return texts.cast(pl.Categorical) if are_categories else texts

    frame = pl.DataFrame({name: column(*own) for name, own in columns.items()})
    return frame, float(frame.estimated_size())


def of_pyarrow(columns: Columns, are_categories: bool) -> tuple[Any, float]:
    import pyarrow as pa

    def column(cells: np.ndarray, is_words: bool) -> Any:
        if not is_words:
            return pa.array(cells)
        categories = pa.DictionaryArray.from_arrays(pa.array(cells), pa.array(WORDS))
        return categories if are_categories else categories.dictionary_decode()

    frame = pa.table({name: column(*own) for name, own in columns.items()})
    return frame, float(frame.nbytes)


LIBRARIES: Mapping[str, Callable[[Columns, bool], tuple[Any, float]]] = {
    "pandas": of_pandas,
    "polars": of_polars,
    "pyarrow": of_pyarrow,
}


def beside_frame(kind: str, library: str, policy: Policy, n_rows: int = ROWS) -> Measured:
    """Train on a frame, and return by how much that raised the peak of memory."""
    from ifc2f import IFC2FClassifier

    def made(n: int) -> tuple[Any, float, np.ndarray]:
        columns, y = columns_of(kind, n)
        return *LIBRARIES[library](columns, kind.endswith("categories")), y

    frame, _, y = made(FEW)
    IFC2FClassifier(policy=policy).fit(frame, y)
    frame, size, y = made(n_rows)
    before = with_peak_set_back()
    clock, cpu = time.perf_counter(), time.process_time()
    fitted = IFC2FClassifier(policy=policy).fit(frame, y)
    seconds, cpu = time.perf_counter() - clock, time.process_time() - cpu
    added = of_process("VmHWM") - before
    return {
        "seconds": seconds,
        "cpu": cpu,
        "rows": n_rows,
        "frame MB": size / 2**20,
        "training adds MB": added,
        "frame and training over frame": 1 + added / (size / 2**20),
        "chosen": fitted.choice_["name"],
        "model": fitted.model_.sha256,
    }


def with_peak_set_back() -> float:
    """Give free memory back to the system, set the peak to what is left, and return that in MB."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return of_process("VmRSS")


def of_process(what: str) -> float:
    """Return memory of this process in MB: "VmRSS", or the peak, "VmHWM"."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024
