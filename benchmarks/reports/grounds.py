"""The sections of the report on grounds of different kinds, and on budgets of features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from ..data import datasets
from ..data.synthetic import CONCEPTS
from ..runs import declare
from ..runs.declare import COST
from . import decisions, markdown, statistics
from .statistics import Interval
from .summary import Results, Summary, on_common_folds, why_not

FIRST = declare.GROUND_POLICIES[0]  # the policy that peers are compared with under budgets
ROUNDING = 1e-6  # prices are single floats, so policies that do the same differ by a little
BUDGET_SLACK = 0.005  # how much a peer's accuracy may exceed ours

Run = Mapping[str, Mapping[str, Summary]]  # by data set and method


def section(folder: Path, results: Results) -> Iterator[str]:
    """A table per ground: the mean of each method, the best peer, and how ours compare with it."""
    del folder
    yield "## Grounds"
    yield (
        "Total cost per instance, lower is better: error + 0.01 x features; on the benchmark of test costs "
        "and on the panel tests at their prices + mistakes at theirs, on the former divided by the standard "
        "cost (all tests, and the dearest mistake wherever the largest class is not right). Means over the "
        "sets and folds that all the methods shown have done; a method without any result is left out. Where "
        "some methods have done more folds than others, they are compared on all of these first. "
        "Best peer: the rival with the lowest mean. Intervals are of 95 %: over folds the corrected "
        "resampled t, over draws of fresh rows and over the instances of a given split the paired t; those "
        "of a ground add the half widths of its sets in squares. A set is lost to a peer where the "
        "interval of ours minus the peer's lies above 0."
    )
    of_data: dict[str, dict[str, Summary]] = {}
    for each in declare.grounds():
        of_data.setdefault(each.data, {})[each.name] = results.summary(each, each.costs[0])
    for title, sets in declare.GROUNDS.items():
        run = {data: of_data[data] for data in sets if any(s.ok for s in of_data[data].values())}
        if run:
            for n_folds, some in _by_folds(run):
                yield f"### Ground: {title}" + (f", {n_folds} folds" if n_folds else "")
                yield from _ground(results, some)


def _by_folds(run: Run) -> Iterator[tuple[int, Run]]:
    """Yield all methods, and before them those that have done most folds on all sets, if others have not."""
    of_name: dict[str, list[int]] = {}
    for found in run.values():
        for name, summary in found.items():
            if summary.ok:
                of_name.setdefault(name, []).append(len(summary.folds))
    least = {name: min(n) for name, n in of_name.items() if len(n) == len(run)}
    most = max(least.values(), default=0)
    many = [name for name, n in least.items() if n == most]
    if len(many) < len(least):
        yield most, {data: {name: found[name] for name in many} for data, found in run.items()}
    yield 0, run


def _ground(results: Results, run: Run) -> Iterator[str]:
    names = list(dict.fromkeys(n for found in run.values() for n in found))
    names = [name for name in names if any(name in found and found[name].ok for found in run.values())]
    shared = {
        data: on_common_folds({name: found[name] for name in names if name in found})
        for data, found in run.items()
    }
    complete = [data for data, found in shared.items() if all(n in found and found[n].ok for n in names)]
    yield _by_set(shared, names, complete)
    if complete:
        yield _against_best_peer(results, shared, names, complete)


def _total(summary: Summary) -> float:
    return summary.mean("total", COST)


def _by_set(shared: Run, names: list[str], complete: list[str]) -> str:
    rows = []
    for data, found in shared.items():
        totals = {name: _total(found[name]) for name in names if name in found}
        best = min((value for value in totals.values() if not np.isnan(value)), default=np.nan)
        n_folds = max(len(summary.folds) for summary in found.values())
        cells = [
            markdown.NO_RESULT
            if name not in found
            else why_not(found[name])
            if not found[name].ok
            else markdown.bold(markdown.number(totals[name]))
            if totals[name] == best
            else markdown.number(totals[name])
            for name in names
        ]
        rows.append([datasets.DECLARED[data].title, str(n_folds), _optimum(data), *cells])
    if len(complete) > 1:
        means = [float(np.mean([_total(shared[data][name]) for data in complete])) for name in names]
        rows.append([f"mean of {len(complete)}", "", "", *map(markdown.number, means)])
    return markdown.table(["data", "folds", "optimum", *names], rows)


def _optimum(data: str) -> str:
    concept = CONCEPTS.get(data)
    return "" if concept is None or concept.optimum is None else markdown.number(concept.optimum(COST))


def _against_best_peer(
    results: Results,
    shared: Run,
    names: list[str],
    complete: list[str],
) -> str:
    means = {name: float(np.mean([_total(shared[data][name]) for data in complete])) for name in names}
    peers = [name for name in names if name in declare.RIVALS]
    if not peers:
        return "No rival has results yet."
    best = min(peers, key=lambda name: means[name])
    rows = []
    for ours in (name for name in names if name in declare.OURS):
        apart = [difference(results, shared[data][ours], shared[data][best], data) for data in complete]
        lost = [
            f"{peer} on {datasets.DECLARED[data].title}"
            for data, found in shared.items()
            for peer in peers
            if ours in found and peer in found and _sure(difference(results, found[ours], found[peer], data))
        ]
        per_cent = 100.0 * (means[ours] / means[best] - 1.0)
        rows.append(
            [
                ours,
                markdown.number(means[ours]),
                f"{best} {markdown.number(means[best])}",
                f"{per_cent:+.1f} %",
                _written(_of_ground(apart)),
                "; ".join(lost) or "nobody",
            ]
        )
    header = ["", "mean", "best peer", "ours to the best peer", "difference", "significantly worse than"]
    return markdown.table(header, rows)


def difference(results: Results, ours: Summary, theirs: Summary, data: str) -> Interval | None:
    """Total cost of ours minus theirs with its 95 % interval, or None where one has no result."""
    if datasets.DECLARED[data].protocol != "splits":
        return decisions.difference(results, ours, theirs, COST)
    common = [label for label in ours.folds if label in theirs.folds] if ours.ok and theirs.ok else []
    if not common:
        return None
    apart = ours.on(common).total - theirs.on(common).total
    if data in CONCEPTS:  # every draw has rows of its own
        return statistics.paired_t(apart)
    return statistics.corrected_resampled_t(apart, ours.test_per_train)


def _sure(interval: Interval | None) -> bool:
    return interval is not None and interval.low > ROUNDING


def _of_ground(apart: Sequence[Interval | None]) -> Interval | None:
    """The mean of the sets' differences; its variance is that of independent sets taken as given."""
    there = [each for each in apart if each is not None]
    if not there:
        return None
    mean = float(np.mean([each.mean for each in there]))
    # The sets' intervals are of different numbers of folds, so their half widths are added in squares.
    half = float(np.sqrt(np.sum([((each.high - each.low) / 2.0) ** 2 for each in there])) / len(there))
    return Interval(mean, mean - half, mean + half)


def _written(interval: Interval | None) -> str:
    if interval is None:
        return markdown.NO_RESULT
    if np.isnan(interval.low):
        return f"{interval.mean:+.4f} (one fold)"
    return f"{interval.mean:+.4f} [{interval.low:+.4f}, {interval.high:+.4f}]"


def budgets(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy with so many features at most, per data set and in the mean."""
    del folder
    yield "## Budgets of features"
    yield (
        "Accuracy (features read) where an instance may read so many features at most, on the folds that all "
        f"methods shown have done; bold where a peer is above *{FIRST}* by more than {BUDGET_SLACK}."
    )
    entries = declare.budgets()
    for budget in declare.BUDGETS:
        of_data: dict[str, dict[str, Summary]] = {}
        for each in entries:
            of_data.setdefault(each.data, {})[each.name] = results.summary(each, budget)
        run = {data: found for data, found in of_data.items() if any(s.ok for s in found.values())}
        if not run:
            continue
        names = [n for n in next(iter(run.values())) if any(found[n].ok for found in run.values())]
        rows = [_budget_row(data, found, names) for data, found in run.items()]
        yield f"### At most {budget:g}"
        yield markdown.table(["data", "folds", *names], rows)


def _budget_row(data: str, found: Mapping[str, Summary], names: list[str]) -> list[str]:
    shared = on_common_folds({name: found[name] for name in names})
    ours = shared[FIRST].mean("accuracy", 0.0) if FIRST in shared else np.nan
    cells = []
    for name, summary in shared.items():
        accuracy = summary.mean("accuracy", 0.0)
        text = f"{accuracy:.4f} ({summary.mean('features', 0.0):.2f})" if summary.ok else why_not(summary)
        ahead = name in declare.RIVALS and accuracy > ours + BUDGET_SLACK
        cells.append(markdown.bold(text) if ahead else text)
    n_folds = max(len(summary.folds) for summary in shared.values())
    return [datasets.DECLARED[data].title, str(n_folds), *cells]
