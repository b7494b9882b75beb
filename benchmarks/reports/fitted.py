"""The section of the report on the settings that come closest to four published rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ..data import datasets
from ..paper import published
from ..runs import declare
from ..runs.declare import COST
from . import markdown
from .summary import Results, pair


def section(folder: Path, results: Results) -> Iterator[str]:
    """Every setting tried, the closest first."""
    yield "## Settings fitted to the published rows"
    yield (
        "A search over what the paper leaves open: relevance on raw values or on bins, its normaliser, "
        "and the number of features kept. The distance to a published row is |accuracy - published| + "
        f"{COST} x |features - published|. **What is found is fitted to the published rows: it explains "
        "them, and says nothing about how well the method does.** Each cell: accuracy / features "
        "(distance), the closest setting first."
    )
    accuracy = published.table("accuracy", "accuracy")
    features = published.table("avg-features", "avg_features")
    keys = {data: (datasets.DECLARED[data].paper or "", "IFC2F") for data in declare.FITTED_SETS}
    distance: dict[str, dict[str, float]] = {}
    shown: dict[str, dict[str, str]] = {}
    for each in declare.fitted():
        summary = results.summary(each, COST)
        key = keys[each.data]
        apart = abs(summary.mean("accuracy", COST) - accuracy[key])
        apart += COST * abs(summary.mean("features", COST) - features[key])
        distance.setdefault(each.name, {})[each.data] = apart
        shown.setdefault(each.name, {})[each.data] = f"{pair(summary)} ({markdown.number(apart, 3)})"
    total = {name: float(np.sum(list(per_set.values()))) for name, per_set in distance.items()}
    ranked = sorted((name for name in total if not np.isnan(total[name])), key=lambda name: total[name])
    titles = [datasets.DECLARED[data].title for data in keys]
    rows = [["*published*", *(f"{accuracy[key]:.4f} / {features[key]:.2f}" for key in keys.values()), ""]]
    rows += [[name, *shown[name].values(), markdown.number(total[name], 3)] for name in ranked]
    yield markdown.table(["relevance / normaliser / number kept", *titles, "sum of distances"], rows)
    for data, title in zip(keys, titles, strict=True):
        there = [name for name in distance if not np.isnan(distance[name][data])]
        if there:
            best = min(there, key=lambda name: distance[name][data])
            yield f"- Closest for {title} alone: {best}, {shown[best][data]}."
