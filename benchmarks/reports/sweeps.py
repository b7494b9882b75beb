"""The sections of the report on the paper's sweeps: feature cost, structure, bins, missing features."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ..data import datasets
from ..paper import published
from ..runs import declare
from ..runs.declare import COST, Entry
from . import figures, markdown, statistics
from .summary import Results, pair, training_seconds

STYLES = (
    "Rows *printed*: the settings the paper prints; *fitted*: those that came closest to four of its rows."
)


def lines(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Entries by the row in which they stand."""
    found: dict[str, list[Entry]] = {}
    for each in entries:
        found.setdefault(each.line, []).append(each)
    return found


def cost_sweep(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy and features against the cost of a feature."""
    yield "## Feature-cost sweep"
    yield (
        f"Each cell: accuracy / features; published in brackets. {STYLES} Rows *authors'*: the settings of "
        "the authors' code, without its faults."
    )
    theirs = {
        (row["dataset"], float(row["e"])): f"({row['accuracy']} / {row['avg_features']})"
        for row in published.rows("feature-cost-sweep")
    }
    entries = declare.cost_sweep()
    rows = []
    for each in entries:
        paper = datasets.DECLARED[each.data].paper or ""
        cells = [f"{pair(results.summary(each, e), e)} {theirs[(paper, e)]}" for e in each.costs]
        rows.append([each.line, *cells])
    yield markdown.table(["data", *(f"e = {e:g}" for e in entries[0].costs)], rows)
    yield from _unchanged_code()


def _unchanged_code() -> Iterator[str]:
    """Results of the authors' unchanged code, against the cost."""
    runs = published.rows("authors-code")
    seeds = {row["seeds"] for row in runs}
    yield "### The authors' unchanged code"
    yield (
        f"Mean accuracy / features of the public code over {' or '.join(sorted(seeds))} seeds; in square "
        "brackets the least and the most features of a seed, in round brackets the published numbers. It was "
        "run on the same files and splits (`benchmarks/paper/`); `python -m benchmarks` does not run it."
    )
    printed = {(row["dataset"], row["e"]): row for row in published.rows("feature-cost-sweep")}
    costs = list(dict.fromkeys(row["e"] for row in runs))
    cells: dict[str, list[str]] = {}
    for row in runs:
        paper = printed[(row["dataset"], row["e"])]
        cells.setdefault(row["dataset"], []).append(
            f"{row['accuracy']} / {row['avg_features']} [{row['least_features']}, {row['most_features']}] "
            f"({paper['accuracy']} / {paper['avg_features']})"
        )
    yield markdown.table(["data", *(f"e = {e}" for e in costs)], [[d, *found] for d, found in cells.items()])


def structures(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy, features and J of each structure."""
    yield "## Structures"
    yield f"Each cell: accuracy / features / J; published in brackets. {STYLES}"
    theirs = {
        (row["dataset"], row["structure"]): (float(row["accuracy"]), float(row["avg_features"]))
        for row in published.rows("structures")
    }
    rows = []
    for line, entries in lines(declare.structures()).items():
        row = [line]
        for each in entries:
            summary = results.summary(each, COST)
            text = f"{pair(summary)} / {markdown.number(summary.mean('J', COST))}"
            key = (datasets.DECLARED[each.data].paper or "", each.name)
            if key in theirs:
                accuracy, n = theirs[key]
                text += f" ({accuracy:.4f} / {n:.2f} / {1.0 - accuracy + COST * n:.4f})"
            row.append(text)
        rows.append(row)
    yield markdown.table(["data", *dict.fromkeys(each.name for each in declare.structures())], rows)


def bins(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy, features and training time against the number of bins."""
    yield "## Number of bins"
    yield f"Each cell: accuracy / features / seconds of training. {STYLES}"
    rows, slopes = [], []
    curves: dict[str, dict[str, dict[str, figures.Curve]]] = {"accuracy": {}, "features": {}, "seconds": {}}
    for line, entries in lines(declare.bins()).items():
        found = [results.summary(each, COST) for each in entries]
        seconds = [training_seconds(summary) for summary in found]
        rows.append(
            [line, *(f"{pair(s)} / {markdown.seconds(t)}" for s, t in zip(found, seconds, strict=True))]
        )
        slopes.append(f"{line} {markdown.number(statistics.slope(declare.BINS, seconds), 2)}")
        title, style = line.rsplit(", ", 1)
        for quantity in ("accuracy", "features"):
            values = [summary.mean(quantity, COST) for summary in found]
            curves[quantity].setdefault(title, {})[style] = (declare.BINS, values)
        curves["seconds"].setdefault(title, {})[style] = (declare.BINS, seconds)
    yield markdown.table(["data", *(f"V = {n}" for n in declare.BINS)], rows)
    yield (
        "Exponent of V in the training time, least squares on logarithms (1 is linear): "
        + "; ".join(slopes)
        + "."
    )
    for quantity, panel in curves.items():
        path = figures.panels(folder / "figures" / f"bins-{quantity}.png", panel, "bins V", quantity)
        yield f"![{quantity} against bins](figures/{path.name})"


def ablation(folder: Path, results: Results) -> Iterator[str]:
    """J after each step from the settings as printed to the default."""
    yield "## From the printed settings to the default"
    yield f"J = error + {COST} x features. Each column makes one change more than the one before it."
    rows, totals = [], []
    for line, entries in lines(declare.ablation()).items():
        found = [results.summary(each, COST).mean("J", COST) for each in entries]
        rows.append([line, *map(markdown.number, found)])
        if not np.isnan(found).any():
            totals.append(found)
    if totals:
        rows.append([f"mean of the {len(totals)} with all", *map(markdown.number, np.mean(totals, axis=0))])
    yield markdown.table(["data", *declare.STEPS], rows)


def missing(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy and features where a share of each test instance's features is removed."""
    yield "## Missing features"
    yield (
        "Part of each test instance's features, drawn at random, is removed. Each cell: accuracy / "
        f"features acquired. {STYLES}"
    )
    rows = []
    curves: dict[str, dict[str, figures.Curve]] = {}
    for line, entries in lines(declare.missing()).items():
        found = [results.summary(each, COST) for each in entries]
        rows.append([line, *map(pair, found)])
        title, style = line.rsplit(", ", 1)
        values = [summary.mean("accuracy", COST) for summary in found]
        curves.setdefault(title, {})[style] = (declare.REMOVED, values)
    yield markdown.table(["data", *(f"{share:g} %" for share in declare.REMOVED)], rows)
    path = figures.panels(folder / "figures" / "missing.png", curves, "% removed", "accuracy", log_x=True)
    yield f"![accuracy against features removed](figures/{path.name})"
