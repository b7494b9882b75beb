"""Average ranks of the paper's nine methods, the tests on them, and critical-difference plots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from ..paper import published
from ..runs import declare
from . import figures, markdown, statistics
from .summary import Summary, deciding_seconds, mean_of

Summaries = Mapping[tuple[str, str], Summary]
QUANTITIES: tuple[tuple[str, Callable[[Summary], float], bool], ...] = (
    ("accuracy", mean_of("accuracy"), True),
    ("features", mean_of("features"), False),
    ("time", deciding_seconds, False),
)


def section(folder: Path, summaries: Summaries) -> Iterator[str]:
    """Ranks published and measured, with the paper's settings and with the defaults."""
    yield "### Ranks"
    yield (
        "Average ranks over the data sets, no result ranked worst. Friedman's test in its chi-square "
        "form (and with ties corrected) and in the F form of Iman and Davenport; pairs by Nemenyi's "
        "test at 0.05. The published p-values are those of the F form without correction of ties."
    )
    theirs = {
        "accuracy": published.table("accuracy", "accuracy"),
        "features": published.table("avg-features", "avg_features"),
        "time": published.deciding_time(),
    }
    lines, pictures = [], []
    for quantity, value, larger in QUANTITIES:
        sources = {
            "published": published.matrix(theirs[quantity])[2],
            "measured": _measured(summaries, value, "IFC2F"),
            "measured, ours default": _measured(summaries, value, "IFC2F ordered"),
        }
        for source, values in sources.items():
            if values is not None:
                ranks = statistics.rank(values, larger)
                lines.append([f"{quantity}, {source} ({len(values)} sets)", *_line(ranks)])
                pictures.append(_picture(folder, quantity, source, ranks))
    header = ["ranks", *published.METHODS, "p, chi-square (ties)", "p, F", "worse than IFC2F by Nemenyi"]
    yield markdown.table(header, lines)
    said = ", ".join(f"{name} {p:.3g}" for name, p in published.P_VALUES.items())
    yield f"Published p-values: {said}."
    for picture in pictures:
        yield f"![{picture.stem}](figures/{picture.name})"


def _measured(summaries: Summaries, value: Callable[[Summary], float], ours: str) -> np.ndarray | None:
    """Values of the nine methods on the sets that were run; None before all methods were."""
    methods = (ours, *published.METHODS[1:])
    sets = [
        data
        for data in declare.PAPER_SETS
        if all(summaries[(data, method)].status != "not run" for method in methods)
    ]
    if len(sets) < 2:
        return None
    return np.array([[value(summaries[(data, method)]) for method in methods] for data in sets])


def _line(ranks: np.ndarray) -> list[str]:
    test, corrected = statistics.friedman(ranks), statistics.friedman(ranks, correct_ties=True)
    worse = [
        method
        for method, p, mean in zip(published.METHODS, statistics.nemenyi(ranks)[0], test.ranks, strict=True)
        if p < 0.05 and mean > test.ranks[0]
    ]
    return [
        *(f"{mean:.2f}" for mean in test.ranks),
        f"{test.p_chi_square:.3g} ({corrected.p_chi_square:.3g})",
        f"{test.p_f:.3g}",
        ", ".join(worse) or "none",
    ]


def _picture(folder: Path, quantity: str, source: str, ranks: np.ndarray) -> Path:
    test = statistics.friedman(ranks)
    name = f"ranks-{quantity}-{source.replace(', ', '-').replace(' ', '-')}.png"
    return figures.critical_difference(
        folder / "figures" / name,
        f"{quantity}, {source}",
        published.METHODS,
        test.ranks,
        test.critical_difference(),
    )
