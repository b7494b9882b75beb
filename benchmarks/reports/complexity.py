"""The section of the report on how the time of each method grows, beside its stated complexity."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ..runs.complexity import COLUMNS, SAID, SIZES, sizes_of
from . import figures, markdown, statistics

VARIED = tuple(dict.fromkeys(size.varied for size in SIZES))


def _ranges() -> str:
    """What is varied, and from where to where."""
    told = []
    for varied in VARIED:
        sizes = [size for size in SIZES if size.varied == varied]
        told.append(f"{varied} {getattr(sizes[0], varied)} to {getattr(sizes[-1], varied)}")
    return "Varied, one at a time: " + ", ".join(told)


def section(folder: Path) -> Iterator[str]:
    """Exponents of columns and rows, beside the stated ones."""
    path = folder / "complexity.csv"
    if not path.exists():
        return
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    yield "## Complexity"
    yield (
        "Training and classifying normal noise with one informative column in fifty. "
        f"{_ranges()}. Each cell: the exponent of the time to train / to classify, least squares on "
        "logarithms (1 is linear); constant parts pull exponents down at these sizes. Stated: for IFC2F by "
        "the paper, for K features kept, L classes and V bins; for the rivals, what their public code does. "
        "IFC2F has the settings as printed, with as many features kept as *kept* says."
    )
    lines = []
    for method, said in SAID.items():
        of_method = [row for row in rows if row["method"] == method]
        exponents = [
            " / ".join(
                markdown.number(_exponent(of_method, varied, stage), 2) for stage in ("train_s", "classify_s")
            )
            if any(size.varied == varied for size in sizes_of(method))
            else ""
            for varied in VARIED
        ]
        largest = [row["train_s"] for row in of_method if row["columns"] == str(COLUMNS[-1])]
        lines.append([method, said, *exponents, markdown.seconds(float(largest[0] if largest else "nan"))])
    header = [
        "method",
        "stated",
        *VARIED,
        f"seconds to train, {COLUMNS[-1]} columns",
    ]
    yield markdown.table(header, lines)
    curves = {
        f"{varied} vary": {
            method: (
                [float(row[varied]) for row in rows if row["method"] == method and row["varied"] == varied],
                [
                    float(row["train_s"])
                    for row in rows
                    if row["method"] == method and row["varied"] == varied
                ],
            )
            for method in SAID
        }
        for varied in VARIED
    }
    picture = figures.panels(
        folder / "figures" / "complexity.png", curves, "size", "seconds to train", log_log=True
    )
    yield f"![seconds against size](figures/{picture.name})"


def _exponent(rows: list[dict[str, str]], varied: str, stage: str) -> float:
    points = [(float(row[varied]), float(row[stage])) for row in rows if row["varied"] == varied]
    return statistics.slope([x for x, _ in points], [y for _, y in points])
