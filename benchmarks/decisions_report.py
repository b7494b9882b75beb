"""The section of the report on better decisions: all methods on the same folds, and their differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from . import datasets, declare, figures, markdown, statistics
from .declare import Entry
from .statistics import Interval
from .summary import Results, Summary, why_not

COSTS = (0.01, 0.1, 0.001)
RIVALS = ("paper's", "CART", "CEGB")  # what a policy of ours must not lose to
PAIR_OF = "auto"  # the policy compared with them


def section(folder: Path, results: Results) -> Iterator[str]:
    """Tables of J at each cost, paired differences, and accuracy against features."""
    yield "## Better decisions"
    yield (
        "J = error + e x features, lower is better. Five times five stratified folds, robot by blocks "
        "of time, or the given split; all methods on the same folds. *paper's*: the settings the paper "
        "prints. *ceiling*: boosting that reads all features, which no policy has to reach at its own "
        "price. A missing answer is charged to nobody."
    )
    entries = {(each.data, each.name): each for each in declare.decisions()}
    names = list(dict.fromkeys(name for _, name in entries))
    for e in COSTS:
        yield f"### e = {e:g}"
        yield _totals(results, entries, names, e)
        yield _verdict(results, entries, e)
        yield _differences(results, entries, names, e)
    yield "### Accuracy against features"
    yield "One point per cost, from e = 0.1 (left) to 0.001 (right)."
    curves = _curves(results, entries, names)
    if curves:
        path = figures.panels(folder / "figures" / "decisions.png", curves, "features", "accuracy")
        yield f"![accuracy against features](figures/{path.name})"


def _totals(results: Results, entries: Mapping[tuple[str, str], Entry], names: list[str], e: float) -> str:
    rows = []
    means: dict[str, list[float]] = {name: [] for name in names}
    for data in declare.DECISION_SETS:
        found = {name: results.summary(entries[(data, name)], e) for name in names}
        totals = {name: summary.mean("J", e) for name, summary in found.items()}
        best = min((v for n, v in totals.items() if n != "ceiling" and not np.isnan(v)), default=np.nan)
        row = [datasets.DECLARED[data].title]
        for name in names:
            means[name].append(totals[name])
            row.append(_cell(found[name], e, totals[name] == best))
        rows.append(row)
    whole = np.array([means[name] for name in names])
    everywhere = ~np.isnan(whole[[not np.isnan(row).all() for row in whole]]).any(axis=0)
    averages = [
        markdown.number(float(row[everywhere].mean())) if everywhere.any() else markdown.NO_RESULT
        for row in whole
    ]
    rows.append([f"mean of the {int(everywhere.sum())} sets that all have", *averages])
    return "Each cell: J (accuracy / features).\n\n" + markdown.table(["data", *names], rows)


def _cell(summary: Summary, e: float, best: bool) -> str:
    if not summary.ok:
        return why_not(summary)
    total = markdown.number(summary.mean("J", e))
    shown = markdown.bold(total) if best else total
    return f"{shown} ({summary.mean('accuracy', e):.4f} / {summary.mean('features', e):.2f})"


def difference(results: Results, ours: Summary, theirs: Summary, e: float) -> Interval | None:
    """J(ours) - J(theirs) with its 95 % interval, or None where one has no result.

    Over folds by the corrected resampled t; over the test instances of one given split by the paired t.
    """
    if not (ours.ok and theirs.ok):
        return None
    common = [label for label in ours.folds if label in theirs.folds]
    if not common:
        return None
    mine, other = ([s.folds.index(label) for label in common] for s in (ours, theirs))
    if len(common) > 1:
        apart = ours.total_cost(e)[mine] - theirs.total_cost(e)[other]
        return statistics.corrected_resampled_t(apart, ours.test_per_train)
    kept = [results.table.outcomes(key) for key in (ours.keys[mine[0]], theirs.keys[other[0]])]
    pair = [outcomes for outcomes in kept if outcomes is not None]
    if len(pair) < 2:
        return None
    mine_cost, other_cost = (wrong.astype(float) + e * n_features for wrong, n_features in pair)
    return statistics.paired_t(mine_cost - other_cost)


def _differences(
    results: Results, entries: Mapping[tuple[str, str], Entry], names: list[str], e: float
) -> str:
    policies = [name for name in names if name not in (*RIVALS, "ceiling")]
    rows = []
    for data in declare.DECISION_SETS:
        for rival in RIVALS:
            row = [f"{datasets.DECLARED[data].title} - {rival}"]
            for name in policies:
                interval = difference(
                    results,
                    results.summary(entries[(data, name)], e),
                    results.summary(entries[(data, rival)], e),
                    e,
                )
                row.append(markdown.NO_RESULT if interval is None else _written(interval))
            if any(cell != markdown.NO_RESULT for cell in row[1:]):
                rows.append(row)
    return (
        "J minus the rival's, with its 95 % interval (corrected resampled t over folds, paired t over "
        "the instances of a given split); bold where the rival is better for sure.\n\n"
        + markdown.table(["data - rival", *policies], rows)
    )


def _written(interval: Interval) -> str:
    text = f"{interval.mean:+.4f} [{interval.low:+.4f}, {interval.high:+.4f}]"
    return markdown.bold(text) if interval.low > 0.0 else text


def _verdict(results: Results, entries: Mapping[tuple[str, str], Entry], e: float) -> str:
    """What must hold for the policy that a user gets: no sure loss anywhere, and less in the mean."""
    losses, totals = [], []
    for data in declare.DECISION_SETS:
        ours = results.summary(entries[(data, PAIR_OF)], e)
        theirs = {rival: results.summary(entries[(data, rival)], e) for rival in RIVALS}
        for rival, summary in theirs.items():
            interval = difference(results, ours, summary, e)
            if interval is not None and interval.low > 0.0:
                losses.append(f"{datasets.DECLARED[data].title} to {rival}")
        row = [ours.mean("J", e), *(summary.mean("J", e) for summary in theirs.values())]
        if not np.isnan(row).any():
            totals.append(row)
    if not totals:
        return f"*{PAIR_OF}* has no results yet, so there is no verdict."
    mean = np.mean(totals, axis=0)
    best = int(mean[1:].argmin())
    return (
        f"*{PAIR_OF}*: loses for sure to nobody. "
        if not losses
        else f"*{PAIR_OF}* loses for sure: {'; '.join(losses)}. "
    ) + (
        f"Mean J over {len(totals)} sets {mean[0]:.4f}; the best single rival is {RIVALS[best]} with "
        f"{mean[1 + best]:.4f} ({100.0 * (1.0 - mean[0] / mean[1 + best]):.1f} % less)."
    )


def _curves(
    results: Results, entries: Mapping[tuple[str, str], Entry], names: list[str]
) -> dict[str, dict[str, figures.Curve]]:
    curves: dict[str, dict[str, figures.Curve]] = {}
    for data in declare.DECISION_SETS:
        inner: dict[str, figures.Curve] = {}
        for name in names:
            if name == "ceiling":
                continue
            found = [results.summary(entries[(data, name)], e) for e in sorted(COSTS, reverse=True)]
            there = [(s.mean("features", 0.0), s.mean("accuracy", 0.0)) for s in found if s.ok]
            if there:
                inner[name] = tuple(map(list, zip(*there, strict=True)))  # type: ignore[assignment]
        if inner:
            curves[datasets.DECLARED[data].title] = inner
    return curves
