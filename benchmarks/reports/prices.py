"""The section of the report on the tests' own prices: average cost per patient, as in Turney's ICET study."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ifc2f.costs import AcquisitionCosts

from ..data import datasets
from ..methods.prices import PriceList
from ..runs import declare
from . import figures, markdown
from .summary import Results, Summary, on_common_folds, why_not


def section(folder: Path, results: Results) -> Iterator[str]:
    """Average cost per patient against the cost of a mistake."""
    yield "## Real prices"
    yield (
        "Tests at the prices of Turney (1995), in Canadian dollars: the first of a group costs more "
        "than later ones, a derived feature costs the tests it needs. Each cell: average cost per "
        "patient in dollars, tests and mistakes together, for a mistake that costs as the column says, "
        "over the folds that all methods have done; in brackets the tests alone. Pictures: average cost "
        "in per cent of the cost of all tests, as in that study."
    )
    entries = declare.prices()
    curves: dict[str, dict[str, figures.Curve]] = {}
    for data in declare.PRICED_SETS:
        title = datasets.DECLARED[data].title
        yield f"### {title}"
        of_data = {each.name: each for each in entries if each.data == data}
        columns = [
            on_common_folds({name: results.summary(each, mistake) for name, each in of_data.items()})
            for mistake in declare.MISTAKES
        ]
        rows = [
            [name, *(_cell(column[name], m) for column, m in zip(columns, declare.MISTAKES, strict=True))]
            for name in of_data
        ]
        totals = {
            name: [_per_patient(c[name], m) for c, m in zip(columns, declare.MISTAKES, strict=True)]
            for name in of_data
        }
        yield markdown.table(["", *(f"{mistake:g}" for mistake in declare.MISTAKES)], rows)
        if datasets.available(data):
            dataset = datasets.load(data)
            everything = PriceList(AcquisitionCosts.from_spec(dataset.costs, dataset.feature_names)).all
            yield f"All tests together cost {everything:.2f}."
            curves[title] = {
                name: (declare.MISTAKES, [100.0 * value / everything for value in values])
                for name, values in totals.items()
            }
    if curves:
        path = figures.panels(
            folder / "figures" / "prices.png",
            curves,
            "cost of a mistake, dollars",
            "cost per patient, % of all tests",
            log_log=True,
        )
        yield f"![average cost against the cost of a mistake](figures/{path.name})"


def _per_patient(summary: Summary, mistake: float) -> float:
    return summary.mean("cost", 0.0) + mistake * (1.0 - summary.mean("accuracy", 0.0))


def _cell(summary: Summary, mistake: float) -> str:
    if not summary.ok:
        return why_not(summary)
    tests = summary.mean("cost", 0.0)
    return f"{_per_patient(summary, mistake):.2f} ({tests:.2f})"
