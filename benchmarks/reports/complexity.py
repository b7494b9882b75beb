"""The section of the report on how the time of each method grows, beside what is said of it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ..runs.complexity import COLUMNS, MIDDLE, ROWS, SAID
from . import figures, markdown, statistics


def section(folder: Path) -> Iterator[str]:
    """Exponents of columns and rows beside what is said."""
    path = folder / "complexity.csv"
    if not path.exists():
        return
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    yield "## Complexity"
    yield (
        "Training and classifying normal noise with one column in fifty telling the class: columns from "
        f"{COLUMNS[0]} to {COLUMNS[-1]} with {MIDDLE[1]} rows, rows from {ROWS[0]} to {ROWS[-1]} with "
        f"{MIDDLE[0]} columns. Exponents by least squares on logarithms; constant parts pull them down "
        "at these sizes. Said: of IFC2F by the paper, K columns after filtering; of the rivals, what "
        "their public code does."
    )
    lines = []
    for method, said in SAID.items():
        of_method = [row for row in rows if row["method"] == method]
        exponents = [
            markdown.number(_exponent(of_method, varied, stage), 2)
            for varied in ("columns", "rows")
            for stage in ("train_s", "classify_s")
        ]
        largest = [row["train_s"] for row in of_method if row["columns"] == str(COLUMNS[-1])]
        lines.append([method, said, *exponents, markdown.seconds(float(largest[0] if largest else "nan"))])
    header = [
        "method",
        "said",
        "columns: train",
        "columns: classify",
        "rows: train",
        "rows: classify",
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
        for varied in ("columns", "rows")
    }
    picture = figures.panels(
        folder / "figures" / "complexity.png", curves, "size", "seconds to train", log_log=True
    )
    yield f"![seconds against size](figures/{picture.name})"


def _exponent(rows: list[dict[str, str]], varied: str, stage: str) -> float:
    points = [(float(row[varied]), float(row[stage])) for row in rows if row["varied"] == varied]
    return statistics.slope([x for x, _ in points], [y for _, y in points])
