"""The pictures of the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

plt.rcParams.update({"figure.dpi": 120, "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})

Curve = tuple[Sequence[float], Sequence[float]]


def save(figure: Figure, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, bbox_inches="tight")
    plt.close(figure)
    return path


def critical_difference(
    path: Path, title: str, methods: Sequence[str], ranks: np.ndarray, difference: float
) -> Path:
    """Average ranks on a line, best left; a bar joins methods that do not differ by Nemenyi's test."""
    order = np.argsort(ranks, kind="stable")
    k = len(methods)
    figure, axes = plt.subplots(figsize=(7.0, 0.9 + 0.28 * k))
    axes.set_axis_off()
    axes.set_xlim(0.0, k + 1.0)
    axes.hlines(0.0, 1.0, k, color="black")
    for tick in range(1, k + 1):
        axes.vlines(tick, 0.0, 0.15, color="black")
        axes.text(tick, 0.25, str(tick), ha="center", va="bottom")
    axes.hlines(1.2, 1.0, 1.0 + difference, color="black", linewidth=2)
    axes.text(1.0 + difference / 2.0, 1.3, f"critical difference {difference:.2f}", ha="center", va="bottom")
    groups = _groups(ranks[order], difference)
    top = -0.3 * (len(groups) + 1)
    for level, (first, last) in enumerate(groups):
        height = -0.3 * (level + 1)
        axes.hlines(
            height, ranks[order][first] - 0.05, ranks[order][last] + 0.05, color="tab:blue", linewidth=4
        )
    half = (k + 1) // 2
    for place, method in enumerate(order):
        left = place < half
        row = place if left else k - 1 - place
        height = top - 0.5 * (row + 1)
        edge = 0.6 if left else k + 0.4
        axes.plot([ranks[method], ranks[method], edge], [0.0, height, height], color="gray", linewidth=0.8)
        axes.text(
            edge,
            height,
            f"{methods[method]} {ranks[method]:.2f}",
            ha="right" if left else "left",
            va="center",
        )
    axes.set_title(title, loc="left", pad=16)
    return save(figure, path)


def _groups(sorted_ranks: np.ndarray, difference: float) -> list[tuple[int, int]]:
    """Largest runs of ranks that lie within the difference, as (first, last)."""
    groups: list[tuple[int, int]] = []
    for first in range(len(sorted_ranks)):
        last = int(np.searchsorted(sorted_ranks, sorted_ranks[first] + difference, side="right")) - 1
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return groups


def panels(
    path: Path,
    curves: Mapping[str, Mapping[str, Curve]],
    x_label: str,
    y_label: str,
    log_x: bool = False,
    log_log: bool = False,
) -> Path:
    """One panel per key, one marked line per inner key."""
    n_columns = min(4, len(curves))
    n_rows = -(-len(curves) // n_columns)
    figure, grid = plt.subplots(
        n_rows, n_columns, figsize=(3.2 * n_columns, 2.6 * n_rows), squeeze=False, layout="constrained"
    )
    for axes in grid.flat[len(curves) :]:
        axes.set_axis_off()
    labels: dict[str, Line2D] = {}
    names = list(dict.fromkeys(name for inner in curves.values() for name in inner))
    colours = {name: f"C{index % 10}" for index, name in enumerate(names)}
    for axes, (title, inner) in zip(grid.flat, curves.items(), strict=False):
        for name, (x, y) in inner.items():
            if not np.isfinite(np.asarray(y, dtype=float)).any():
                continue
            (line,) = axes.plot(x, y, marker="o", markersize=3, linewidth=1, color=colours[name])
            labels.setdefault(name, line)
        if log_x:
            axes.set_xscale("symlog", linthresh=0.01)
        if log_log:
            axes.set_xscale("log")
            axes.set_yscale("log")
        axes.set(title=title, xlabel=x_label)
    for axes in grid[:, 0]:
        axes.set_ylabel(y_label)
    if len(labels) > 1:
        figure.legend(list(labels.values()), list(labels), loc="outside lower center", ncols=5)
    return save(figure, path)
