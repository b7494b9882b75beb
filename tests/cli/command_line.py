"""Calling the command line, and tables to call it with."""

import csv
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self):
        """The one JSON document on standard output."""
        return json.loads(self.out)


def training(table, *words):
    """Return the words that train an ordered policy, the quickest, on a table of patients."""
    return ["train", table, "--policy", "ordered", "--target", "state", "--ignore", "id", *words]


def command(*words, **options):
    """Run a command in a process of its own."""
    words = [sys.executable, "-m", "ifc2f", *map(str, words)]
    return subprocess.run(words, **{"capture_output": True, "text": True, "timeout": 60} | options)


def patients(n=400, seed=0):
    """Return rows of a made-up table: numbers, texts, a column that never changes, missing cells, a class."""
    random = np.random.default_rng(seed)
    ill = random.random(n) < 0.4
    fever = np.round(np.where(ill, 38.6, 37.0) + random.normal(0, 0.6, n), 1)
    cough = np.where(random.random(n) < np.where(ill, 0.8, 0.2), "yes", "no")
    colour = random.choice(["red", "green", "blue"], n)
    pulse = np.round(np.where(ill, 85, 72) + random.normal(0, 9, n))
    rows = [["id", "fever", "cough", "colour", "pulse", "ward", "state"]]
    for i in range(n):
        gone = random.random(2) < 0.05
        cells = ["" if gone[0] else fever[i], "" if gone[1] else cough[i], colour[i], pulse[i], 7]
        rows.append([f"p{i}", *cells, "ill" if ill[i] else "well"])
    return rows


def write_csv(path, rows):
    """Write rows of cells and return the path."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def cell_rows(path):
    """Return the rows of a CSV file as lists of texts."""
    with path.open(newline="") as file:
        return list(csv.reader(file))
