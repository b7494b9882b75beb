"""The section of the report on better decisions: all methods on the same folds, and their differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from ..data import datasets
from ..runs import declare
from ..runs.declare import Entry
from . import figures, markdown, statistics
from .statistics import Interval
from .summary import Results, Summary, on_common_folds, why_not

COSTS = (0.01, 0.1, 0.001)
PAPERS = "paper's"  # of ours, and yet something that a policy of today must not lose to
PAIR_OF = "auto"  # the policy that is compared with what it must not lose to


def section(folder: Path, results: Results) -> Iterator[str]:
    """Tables of J at each cost, paired differences, and accuracy against features."""
    yield "## Better decisions"
    yield (
        "J = error + e x features, lower is better. Five times five stratified folds, robot by blocks "
        "of time, or the given split; all methods on the same folds. *paper's*: the settings the paper "
        "prints. *ceiling*: boosting that reads all features, which no policy has to reach at its own "
        "price. A missing answer costs nothing."
    )
    entries = {(each.data, each.name): each for each in declare.decisions()}
    names = list(dict.fromkeys(name for _, name in entries))
    yield "### Verdict"
    yield _verdicts(results, entries)
    for e in COSTS:
        yield f"### e = {e:g}"
        yield _totals(results, entries, names, e)
        yield _differences(results, entries, names, e)
    yield "### Accuracy against features"
    yield "One point per cost, from e = 0.1 (left) to 0.001 (right)."
    curves = _curves(results, entries, names)
    if curves:
        path = figures.panels(folder / "figures" / "decisions.png", curves, "features", "accuracy")
        yield f"![accuracy against features](figures/{path.name})"


def to_beat(names: Iterable[str]) -> list[str]:
    """The methods that our policies must not lose to: the paper's, and every rival but the ceiling."""
    return [name for name in names if name == PAPERS or (name in declare.RIVALS and name != declare.CEILING)]


def _totals(results: Results, entries: Mapping[tuple[str, str], Entry], names: list[str], e: float) -> str:
    rows = []
    means: dict[str, list[float]] = {name: [] for name in names}
    for data in declare.DECISION_SETS:
        found = on_common_folds({name: results.summary(entries[(data, name)], e) for name in names})
        totals = {name: summary.mean("J", e) for name, summary in found.items()}
        best = min((v for n, v in totals.items() if n != declare.CEILING and not np.isnan(v)), default=np.nan)
        n_folds = max((len(summary.folds) for summary in found.values()), default=0)
        row = [datasets.DECLARED[data].title, str(n_folds)]
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
    rows.append([f"mean of the {int(everywhere.sum())} sets that all have", "", *averages])
    return (
        "Each cell: J (accuracy / features), over the folds that all methods have done.\n\n"
        + markdown.table(["data", "folds", *names], rows)
    )


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
    policies = [name for name in names if name in declare.OURS and name != PAPERS]
    rows = []
    for data in declare.DECISION_SETS:
        for rival in to_beat(names):
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
        "the instances of a given split); bold where the rival is significantly better.\n\n"
        + markdown.table(["data - rival", *policies], rows)
    )


def _written(interval: Interval) -> str:
    text = f"{interval.mean:+.4f} [{interval.low:+.4f}, {interval.high:+.4f}]"
    return markdown.bold(text) if interval.low > 0.0 else text


def _verdicts(results: Results, entries: Mapping[tuple[str, str], Entry]) -> str:
    """The goals for the default policy: no significant loss anywhere, and a lower mean."""
    rivals = to_beat(dict.fromkeys(name for _, name in entries))
    header = [
        "e",
        "sets",
        PAIR_OF,
        *rivals,
        "saved against the best single rival",
        "significantly worse than",
    ]
    rows = []
    for e in COSTS:
        losses, totals = [], []
        for data in declare.DECISION_SETS:
            found = {name: results.summary(entries[(data, name)], e) for name in (PAIR_OF, *rivals)}
            for rival in rivals:
                interval = difference(results, found[PAIR_OF], found[rival], e)
                if interval is not None and interval.low > 0.0:
                    losses.append(f"{rival} on {datasets.DECLARED[data].title}")
            row = [summary.mean("J", e) for summary in on_common_folds(found).values()]
            if not np.isnan(row).any():
                totals.append(row)
        if not totals:
            return f"*{PAIR_OF}* has no results yet, so there is no verdict."
        mean = np.mean(totals, axis=0)
        best = int(mean[1:].argmin())
        saved = f"{100.0 * (1.0 - mean[0] / mean[1 + best]):.1f} % ({rivals[best]})"
        rows.append(
            [f"{e:g}", str(len(totals)), *map(markdown.number, mean), saved, "; ".join(losses) or "nobody"]
        )
    return (
        f"Mean J over the sets where *{PAIR_OF}* and all rivals have results, on the folds that all have "
        "done; a loss is significant where the 95 % interval of J minus the rival's lies above 0.\n\n"
        + markdown.table(header, rows)
    )


def _curves(
    results: Results, entries: Mapping[tuple[str, str], Entry], names: list[str]
) -> dict[str, dict[str, figures.Curve]]:
    curves: dict[str, dict[str, figures.Curve]] = {}
    for data in declare.DECISION_SETS:
        inner: dict[str, figures.Curve] = {}
        shown = [name for name in names if name != declare.CEILING]
        columns = [
            on_common_folds({name: results.summary(entries[(data, name)], e) for name in shown})
            for e in sorted(COSTS, reverse=True)
        ]
        for name in shown:
            found = [column[name] for column in columns]
            there = [(s.mean("features", 0.0), s.mean("accuracy", 0.0)) for s in found if s.ok]
            if there:
                inner[name] = tuple(map(list, zip(*there, strict=True)))  # type: ignore[assignment]
        if inner:
            curves[datasets.DECLARED[data].title] = inner
    return curves
