"""What the paper's text claims, held against its own tables and our measurements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from . import datasets, declare, published, statistics
from .declare import COST, Entry
from .summary import Results, summary_of


def section(main: Sequence[Results], kinds: Results, removed: Results, sweep: Results) -> Iterator[str]:
    """One line per claim."""
    yield "## Claims"
    features = published.table("avg-features", "avg_features")
    times = published.deciding_time()
    sets = list(dict.fromkeys(data for data, _ in features))
    fewer = [data for data in sets if features[(data, "IFC2F")] < features[(data, "ETANA")]]
    entries = {(each.data, each.name): each for each in [*declare.paper(), *declare.news20()]}
    yield (
        f"- *Fewer features than ETANA on most sets.* Published: on {len(fewer)} of {len(sets)}. "
        f"Measured, settings as printed: {_fewer(main, entries, 'IFC2F')}; "
        f"default: {_fewer(main, entries, 'IFC2F, default')}."
    )
    slower = [
        f"{data} ({times[(data, 'IFC2F')]:g} s, {method} {times[(data, method)]:g} s)"
        for data in sets
        for method in published.METHODS[1:]
        if times[(data, method)] < times[(data, "IFC2F")]
    ]
    yield f"- *The fastest on every data set.* Its own table says otherwise for {', '.join(slower)}."
    losses: dict[str, dict[str, float]] = {}
    for each in declare.structures():
        losses.setdefault(each.data, {})[each.name] = kinds.summary(each, COST).mean("J", COST)
    told = {data: values for data, values in losses.items() if not any(np.isnan(list(values.values())))}
    if told:
        parts = [
            f"{datasets.DECLARED[data].title}: {min(values, key=lambda kind: values[kind])}"
            for data, values in told.items()
        ]
        yield (
            "- *The tree beats line, random and clique.* Least J measured: "
            + ", ".join(parts)
            + ". (By the paper's own accuracies line and random beat the tree on Lung2.)"
        )
    drops = []
    for data in declare.SWEEP_SETS:
        accuracy = [
            removed.summary(each, COST).mean("accuracy", COST)
            for each in declare.missing()
            if each.data == data and each.keywords["removed"] in (0.0, 10.0)
        ]
        if not np.isnan(accuracy).any():
            drops.append(f"{datasets.DECLARED[data].title} {accuracy[1] - accuracy[0]:+.4f}")
    if drops:
        yield f"- *Robust to 10 % missing.* Change of accuracy measured: {', '.join(drops)}."
    exponents = []
    for data in declare.SWEEP_SETS:
        found = [sweep.summary(each, COST) for each in declare.bins() if each.data == data]
        value = statistics.slope(
            declare.BINS, [s.mean("preprocess", COST) + s.mean("plan", COST) for s in found]
        )
        if not np.isnan(value):
            exponents.append(f"{datasets.DECLARED[data].title} {value:.2f}")
    if exponents:
        yield f"- *Training time is linear in V.* Exponent measured: {', '.join(exponents)}."


def _fewer(main: Sequence[Results], entries: Mapping[tuple[str, str], Entry], ours: str) -> str:
    pairs = [
        (
            summary_of(main, entries[(data, ours)]).mean("features", COST),
            summary_of(main, entries[(data, "ETANA")]).mean("features", COST),
        )
        for data in declare.PAPER_SETS
    ]
    both = [(a, b) for a, b in pairs if not np.isnan(a) and not np.isnan(b)]
    return f"on {sum(a < b for a, b in both)} of {len(both)} sets where both have a result"
