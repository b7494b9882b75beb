"""The sections of the report that set our measurements beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from . import datasets, declare, figures, markdown, published, ranks_report, statistics
from .declare import COST
from .summary import Results, Summary, deciding_seconds, mean_of, summary_of

OURS = ("IFC2F", "IFC2F, authors'", "IFC2F, default")
RIVALS = ("CART", "CEGB", "ceiling")
COLUMNS = (*OURS, *published.METHODS[1:], *RIVALS)
Numbers = Mapping[tuple[str, str], float]


def main_tables(folder: Path, results: Sequence[Results]) -> Iterator[str]:
    """Accuracy, features, J and times of all methods on the paper's sets, and the tests on the ranks."""
    yield "## The paper's main tables"
    yield (
        "Each cell: measured / published. `--`: over the cap here, no result in twelve days there. "
        "IFC2F follows the settings the paper prints, *authors'* those of the authors' code, *default* "
        "is what a user gets. The streaming selectors, ETANA and F-ETANA follow the quirks of their "
        f"public code (`exact=True`); selectors are followed by 3-nearest-neighbours. J = error + {COST} "
        "x features. *ceiling* is boosting on all features. Car has its genes unfiltered, Lung2 100 of "
        "its 3312 genes, News20 is tokenised again: their published numbers are of other columns."
    )
    entries = {(each.data, each.name): each for each in [*declare.paper(), *declare.news20()]}
    summaries = {key: summary_of(results, each) for key, each in entries.items()}
    accuracy = published.table("accuracy", "accuracy")
    features = published.table("avg-features", "avg_features")
    total = {key: 1.0 - accuracy[key] + COST * features[key] for key in accuracy}
    for title, quantity, theirs, digits in (
        ("Accuracy", "accuracy", accuracy, 4),
        ("Average features", "features", features, 2),
        ("J", "J", total, 4),
    ):
        yield f"### {title}"
        yield _main_table(
            summaries,
            mean_of(quantity),
            theirs,
            partial(markdown.number, digits=digits),
        )
    yield "### Seconds to select and classify"
    yield (
        "Paper: F+C, or F and C together. Ours for an instance-wise method: classifying the test rows; "
        "for a selector: selecting and classifying. Machines differ, so ratios within a column of "
        "machines are what compares."
    )
    yield _main_table(summaries, deciding_seconds, published.deciding_time(), markdown.seconds)
    for stage in ("preprocess", "plan", "classify"):
        yield f"### Seconds to {stage}"
        if stage == "preprocess":
            yield (
                "For IFC2F: everything before planning. For a selector: selecting. ETANA, F-ETANA, CART "
                "and CEGB have all their training under *plan*, CART and CEGB the choice of their "
                "settings included."
            )
        yield _main_table(summaries, mean_of(stage), {}, markdown.seconds)
    yield from ranks_report.section(folder, summaries)


def _main_table(
    summaries: Mapping[tuple[str, str], Summary],
    value: Callable[[Summary], float],
    theirs: Numbers,
    written: Callable[[float], str],
) -> str:
    rows = []
    for data in declare.PAPER_SETS:
        declaration = datasets.DECLARED[data]
        row = [declaration.title]
        for method in COLUMNS:
            summary = summaries.get((data, method), Summary("not run"))
            ours = written(value(summary)) if summary.ok else _why_not(summary)
            key = (declaration.paper or "", "IFC2F" if method in OURS[:2] else method)
            row.append(f"{ours} / {written(theirs[key])}" if key in theirs else ours)
        rows.append(row)
    return markdown.table(["data", *COLUMNS], rows)


def _why_not(summary: Summary) -> str:
    if summary.status == "not run":
        return "not run"
    return markdown.NO_RESULT if summary.status == "over the cap" else "failed"


def cost_sweep(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy and features against the cost of a feature."""
    yield "## Feature-cost sweep"
    yield "Each cell: accuracy / features; published in brackets."
    theirs = {
        (row["dataset"], float(row["e"])): f"({row['accuracy']} / {row['avg_features']})"
        for row in published.rows("feature-cost-sweep")
    }
    costs = (0.1, 0.01, 0.001, 0.0001)
    rows = []
    for each in declare.cost_sweep():
        declaration = datasets.DECLARED[each.data]
        cells = [
            f"{_pair(results.summary(each, e), e)} {theirs[(declaration.paper or '', e)]}" for e in costs
        ]
        rows.append([declaration.title, *cells])
    yield markdown.table(["data", *(f"e = {e:g}" for e in costs)], rows)


def structures(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy and features of each structure."""
    yield "## Structures"
    yield "Each cell: accuracy / features / J; published in brackets."
    theirs = {
        (row["dataset"], row["structure"]): (float(row["accuracy"]), float(row["avg_features"]))
        for row in published.rows("structures")
    }
    entries = declare.structures()
    kinds = list(dict.fromkeys(each.name for each in entries))
    rows = []
    for data in declare.SWEEP_SETS:
        declaration = datasets.DECLARED[data]
        row = [declaration.title]
        for each in entries:
            if each.data != data:
                continue
            summary = results.summary(each, COST)
            text = f"{_pair(summary)} / {markdown.number(summary.mean('J', COST))}"
            if (declaration.paper, each.name) in theirs:
                accuracy, n = theirs[(declaration.paper or "", each.name)]
                text += f" ({accuracy:.4f} / {n:.2f} / {1.0 - accuracy + COST * n:.4f})"
            row.append(text)
        rows.append(row)
    yield markdown.table(["data", *kinds], rows)


def bins(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy, features and training time against the number of bins."""
    yield "## Number of bins"
    yield "Each cell: accuracy / features / seconds of training (preprocess and plan)."
    entries = declare.bins()
    curves: dict[str, dict[str, dict[str, figures.Curve]]] = {"accuracy": {}, "features": {}, "seconds": {}}
    rows, slopes = [], []
    for data in declare.SWEEP_SETS:
        title = datasets.DECLARED[data].title
        found = [results.summary(each, COST) for each in entries if each.data == data]
        seconds = [s.mean("preprocess", COST) + s.mean("plan", COST) for s in found]
        rows.append(
            [title, *(f"{_pair(s)} / {markdown.seconds(t)}" for s, t in zip(found, seconds, strict=True))]
        )
        curves["accuracy"][title] = {"measured": (declare.BINS, [s.mean("accuracy", COST) for s in found])}
        curves["features"][title] = {"measured": (declare.BINS, [s.mean("features", COST) for s in found])}
        curves["seconds"][title] = {"measured": (declare.BINS, seconds)}
        slopes.append((title, statistics.slope(declare.BINS, seconds)))
    yield markdown.table(["data", *(f"V = {n}" for n in declare.BINS)], rows)
    yield (
        "Exponent of V in the training time, least squares on logarithms (linear: 1): "
        + ", ".join(f"{title} {markdown.number(value, 2)}" for title, value in slopes)
        + "."
    )
    for quantity, panel in curves.items():
        path = figures.panels(folder / "figures" / f"bins-{quantity}.png", panel, "bins V", quantity)
        yield f"![{quantity} against bins](figures/{path.name})"


def missing(folder: Path, results: Results) -> Iterator[str]:
    """Accuracy and features where a share of each test instance's features is removed."""
    yield "## Missing features"
    yield "Each cell: accuracy / features looked at, part of each test instance's features removed at random."
    entries = declare.missing()
    rows = []
    curves: dict[str, dict[str, figures.Curve]] = {}
    for data in declare.SWEEP_SETS:
        title = datasets.DECLARED[data].title
        found = [results.summary(each, COST) for each in entries if each.data == data]
        rows.append([title, *map(_pair, found)])
        curves[title] = {"measured": (declare.REMOVED, [s.mean("accuracy", COST) for s in found])}
    yield markdown.table(["data", *(f"{share:g} %" for share in declare.REMOVED)], rows)
    path = figures.panels(folder / "figures" / "missing.png", curves, "% removed", "accuracy", log_x=True)
    yield f"![accuracy against features removed](figures/{path.name})"


def fitted(folder: Path, results: Results) -> Iterator[str]:
    """The settings that come closest to four published rows."""
    yield "## Settings fitted to the published rows"
    yield (
        "A search over what the paper leaves open: relevance on raw values or on bins, its normaliser, "
        "and the least number of features kept. The distance to a published row is |accuracy - "
        f"published| + {COST} x |features - published|. **What is found is fitted to the published rows: "
        "it explains them, and says nothing about how well the method does.**"
    )
    accuracy = published.table("accuracy", "accuracy")
    features = published.table("avg-features", "avg_features")
    distances: dict[str, dict[str, float]] = {}
    shown: dict[tuple[str, str], str] = {}
    for each in declare.fitted():
        summary = results.summary(each, COST)
        key = (datasets.DECLARED[each.data].paper or "", "IFC2F")
        apart = abs(summary.mean("accuracy", COST) - accuracy[key])
        apart += COST * abs(summary.mean("features", COST) - features[key])
        distances.setdefault(each.name, {})[each.data] = apart
        shown[(each.name, each.data)] = f"{_pair(summary)} ({markdown.number(apart, 3)})"
    sets = list(dict.fromkeys(each.data for each in declare.fitted()))
    total = {name: float(np.sum([per_set[data] for data in sets])) for name, per_set in distances.items()}
    ranked = sorted((name for name in total if not np.isnan(total[name])), key=lambda name: total[name])
    header = [
        "relevance, normaliser, least kept",
        *(datasets.DECLARED[data].title for data in sets),
        "sum of distances",
    ]
    theirs = ["*published*"]
    for data in sets:
        key = (datasets.DECLARED[data].paper or "", "IFC2F")
        theirs.append(f"{accuracy[key]:.4f} / {features[key]:.2f}")
    rows = [[*theirs, ""]]
    rows += [
        [name, *(shown[(name, data)] for data in sets), markdown.number(total[name], 3)] for name in ranked
    ]
    yield "Each cell: accuracy / features (distance), the closest setting first."
    yield markdown.table(header, rows)
    for data in sets:
        per_set = {name: value[data] for name, value in distances.items() if not np.isnan(value[data])}
        if per_set:
            best = min(per_set, key=lambda name: per_set[name])
            title = datasets.DECLARED[data].title
            yield f"Closest for {title} alone: {best}, {shown[(best, data)]}."


def _pair(summary: Summary, e: float = COST) -> str:
    if not summary.ok:
        return _why_not(summary)
    return f"{summary.mean('accuracy', e):.4f} / {summary.mean('features', e):.2f}"
