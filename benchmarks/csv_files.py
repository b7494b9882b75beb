"""Training from CSV files by chunks, through the command line: megabytes per CPU second, and memory."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

Measured = dict[str, Any]

ROWS = 100_000  # read at once, and so many are different
WORDS = np.array([f"value {number}" for number in range(12)])
MISSING = 0.05  # of the cells of a mixed table


def rows_of(mixed: bool) -> Any:
    """Generate rows as a data frame: twenty columns and the class "y"."""
    import pandas as pd

    random = np.random.default_rng(11)
    y = random.integers(0, 3, ROWS)
    values = random.normal(size=(ROWS, 20)) + 0.3 * y[:, np.newaxis] * (np.arange(20) % 4 == 0)
    frame = pd.DataFrame(np.round(values, 5), columns=[f"x{c}" for c in range(20)])
    if mixed:
        for c in range(6):
            texts = WORDS[(random.integers(0, 10, ROWS) + y * (c % 2)) % len(WORDS)]
            frame[f"x{c}"] = pd.Series(texts)
        frame = frame.mask(random.random(frame.shape) < MISSING)
    frame["y"] = np.array(["low", "middle", "high"])[y] if mixed else y
    return frame


def write(path: Path, megabytes: float, mixed: bool) -> float:
    """Write a file of at least this many megabytes, and return its size. Its rows repeat."""
    rows = rows_of(mixed)
    text = rows.to_csv(index=False, header=False).encode()
    with path.open("wb") as file:
        file.write((",".join(rows.columns) + "\n").encode())
        while file.tell() < 1e6 * megabytes:
            file.write(text)
        return file.tell() / 1e6


def from_csv(megabytes: float, mixed: bool, by_pyarrow: bool = True) -> Measured:
    """Train an ordered policy from a file that is read by chunks."""
    from ifc2f import Model
    from ifc2f.cli import main
    from ifc2f.data import arrow_csv

    reader = mock.patch.object(arrow_csv, "is_available", return_value=by_pyarrow)
    with reader, tempfile.TemporaryDirectory() as folder:
        data, model = Path(folder, "rows.csv"), Path(folder, "rows.ifc2f")
        size = write(data, megabytes, mixed)
        command = ["train", data, "--target", "y", "--policy", "ordered", "--rows-at-once", ROWS, "-o", model]
        clock, cpu = time.perf_counter(), time.process_time()
        with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
            if main([str(word) for word in command]) != 0:
                raise RuntimeError("training failed")
        seconds, cpu = time.perf_counter() - clock, time.process_time() - cpu
        return {
            "seconds": seconds,
            "cpu": cpu,
            "MB": size,
            "MB per CPU second": size / cpu,
            "model": Model.load(model).sha256,
        }
