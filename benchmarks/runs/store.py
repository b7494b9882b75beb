"""Results on disk: one CSV row per cell and fold, appended whole, so that a run can stop and go on."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import importlib.metadata
import io
import json
import os
import platform
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

with contextlib.suppress(ImportError):  # not on Windows, where no lock is taken
    import fcntl

FOLDER = Path(__file__).parent.parent / "results"

KEY = ("data", "protocol", "fold", "method", "settings", "e", "seed")
COLUMNS = (
    *KEY,
    "status",  # "ok", "over the cap", or "error: ..."
    "n_train",
    "n_test",
    "n_columns",
    "accuracy",
    "features",
    "cost",  # of the features read, per instance
    "preprocess_s",
    "plan_s",
    "classify_s",
    "details",
    "environment",
)
OK = "ok"
OVER = "over the cap"


class OtherColumns(ValueError):
    """A results file that was written by a version with other columns."""


class TooLarge(ValueError):
    """Results that take more than the repository keeps."""


class InUse(RuntimeError):
    """A table that another run appends to."""


@dataclass(frozen=True)
class Store:
    """The rows of one table, in ``folder/name.csv``, with ``environments/`` and ``outcomes/`` beside it."""

    folder: Path
    name: str

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.csv"

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Lock the table against other runs; the system releases it when this process ends in any way.

        Two runs would do the same cells twice, and one could cut off what the other is about to write.

        Raises
        ------
        InUse
            if another run has it
        """
        if "fcntl" not in globals():
            yield
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{self.name}.lock").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise InUse(
                    f"another run is at work on {self.path}: wait for it, or give --results another folder"
                ) from error
            yield

    def rows(self) -> list[dict[str, str]]:
        """All rows, the last one of each key; a line cut short by a crash is left out.

        Raises
        ------
        OtherColumns
            if the file was written by a version with other columns
        """
        if not self.path.exists():
            return []
        whole = self.path.read_bytes()
        text = whole[: whole.rfind(b"\n") + 1].decode()
        reader = csv.DictReader(io.StringIO(text))
        if tuple(reader.fieldnames or COLUMNS) != COLUMNS:
            raise OtherColumns(f"{self.path} has other columns than this version writes: move or delete it")
        found = {tuple(row[column] for column in KEY): row for row in reader}
        return list(found.values())

    def append(self, rows: Iterable[dict[str, Any]]) -> None:
        """Append rows in one write; the header comes with the first, and a torn last line is closed off."""
        self.folder.mkdir(parents=True, exist_ok=True)
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            size = _mend(handle)
            if size == 0:
                writer.writeheader()
            writer.writerows({column: _one_line(value) for column, value in row.items()} for row in rows)
            os.lseek(handle, size, os.SEEK_SET)
            os.write(handle, text.getvalue().encode())
        finally:
            os.close(handle)

    def save_outcomes(self, key: tuple[str, ...], wrong: np.ndarray, n_features: np.ndarray) -> None:
        """Keep the result of every test instance, for paired comparisons."""
        path = self._outcome_path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        with partial.open("wb") as stream:
            np.savez_compressed(
                stream, wrong=wrong.astype(np.uint8), n_features=n_features.astype(np.float32)
            )
        partial.replace(path)

    def outcomes(self, key: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray] | None:
        """(wrong, n_features) per test instance as saved, or None."""
        path = self._outcome_path(key)
        if not path.exists():
            return None
        with np.load(path, allow_pickle=False) as archive:
            return archive["wrong"], archive["n_features"]

    def _outcome_path(self, key: tuple[str, ...]) -> Path:
        digest = hashlib.sha256(json.dumps(key).encode()).hexdigest()[:20]
        return self.folder / "outcomes" / self.name / f"{digest}.npz"


def _one_line(value: Any) -> Any:
    """Text without line breaks: a row is a line, so that a torn one is recognised."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _mend(handle: int) -> int:
    """Cut off a torn last line; return the length of the complete ones."""
    size = os.lseek(handle, 0, os.SEEK_END)
    if size == 0:
        return 0
    os.lseek(handle, 0, os.SEEK_SET)
    whole = b""
    while chunk := os.read(handle, 1 << 20):
        whole += chunk
    kept = whole.rfind(b"\n") + 1
    os.ftruncate(handle, kept)
    return kept


def environment(folder: Path) -> str:
    """Write the versions and the machine beside the results; return the short name that the rows carry."""
    packages = ("ifc2f", "numpy", "scipy", "scikit-learn", "lightgbm", "pystreed", "torch")
    facts = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "revision": _revision(),
        "packages": {name: _version(name) for name in packages},
    }
    text = json.dumps(facts, indent=2, sort_keys=True)
    name = hashlib.sha256(text.encode()).hexdigest()[:10]
    path = folder / "environments" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    return name


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as stream:
            return next(line.split(":", 1)[1].strip() for line in stream if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def _revision() -> str | None:
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
