"""The report: one Markdown file with every table, from whatever results there are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..data import datasets
from ..runs import declare
from ..runs.store import Store
from . import claims, complexity, decisions, fitted, grounds, imdb, main_tables, prices, sweeps
from .summary import Results

# The tables of each report that the repository keeps: the first is of `make paper`, the others of
# `make bench-decisions`.
GROUPS = {
    "paper": (*declare.PAPER_TABLES, "complexity", "imdb"),
    "decisions": ("decisions", "prices"),
    "grounds": ("grounds", "budgets"),
}
TITLES = {
    "": "Benchmarks",
    "paper": "The paper's evaluation, run again",
    "decisions": "Against other methods",
    "grounds": "Against stronger rivals, on other grounds",
}


def write(folder: Path) -> Path:
    """Write ``report.md`` and its figures into the folder of the results; return its path."""
    path = folder / "report.md"
    partial = path.with_suffix(".part")
    partial.write_text(text(folder), encoding="utf-8")
    partial.replace(path)
    return path


def text(folder: Path, group: str = "") -> str:
    """The report of all tables or of a group, whose figures go into the folder of the results."""
    names = GROUPS[group] if group else (*declare.TABLES, "complexity", "imdb")
    results = {name: Results(Store(folder, name)) for name in declare.TABLES if name in names}
    return "\n\n".join([f"# {TITLES[group]}", *_sections(folder, results, names)]) + "\n"


def _sections(folder: Path, results: dict[str, Results], names: Sequence[str]) -> Iterator[str]:
    yield from _provenance(folder, results)
    if "paper" in names:
        yield from _of_paper(folder, results)
    for name, section in (
        ("decisions", decisions.section),
        ("prices", prices.section),
        ("grounds", grounds.section),
        ("budgets", grounds.budgets),
    ):
        if name in results and results[name].rows:
            yield from section(folder, results[name])
    yield from _left_out(results)


def _of_paper(folder: Path, results: dict[str, Results]) -> Iterator[str]:
    main = [results["paper"], results["news20"]]
    if any(each.rows for each in main):
        yield from main_tables.section(folder, main)
    for name, section in (
        ("cost-sweep", sweeps.cost_sweep),
        ("structures", sweeps.structures),
        ("bins", sweeps.bins),
        ("missing", sweeps.missing),
        ("fitted", fitted.section),
        ("ablation", sweeps.ablation),
    ):
        if results[name].rows:
            yield from section(folder, results[name])
    yield from complexity.section(folder)
    yield from imdb.section(folder)
    yield from claims.section(main, results["structures"], results["missing"], results["bins"])


def _provenance(folder: Path, results: dict[str, Results]) -> Iterator[str]:
    names = sorted({name for each in results.values() for name in each.environments})
    yield (
        "Written by `python -m benchmarks report` from the rows beside it. One seed for splits and "
        "methods (0); a cell is one method on one fold and has 120 s of processor time on one thread."
    )
    for name in names:
        facts = json.loads((folder / "environments" / f"{name}.json").read_text(encoding="utf-8"))
        packages = ", ".join(f"{package} {version}" for package, version in facts["packages"].items())
        yield (
            f"- `{name}`: {facts['processor']}, {facts['cores']} cores, {facts['system']}; Python "
            f"{facts['python']}, {packages}; revision {facts['revision']}"
        )


def _left_out(results: dict[str, Results]) -> Iterator[str]:
    yield "## What is not here"
    lines = []
    for name, found in results.items():
        title, entries = declare.TABLES[name]
        if not found.rows:
            lines.append(f"- {title}: not run (`python -m benchmarks run {name}`).")
            continue
        there = {row["data"] for row in results[name].rows.values()}
        for data in dict.fromkeys(entry.data for entry in entries()):
            if data not in there:
                lines.append(f"- {title}, {datasets.DECLARED[data].title}: {_why_absent(data)}.")
        lines += [f"- {title}: {line}." for line in results[name].unfinished(entries())]
        lines += [f"- {title}: {failure}" for failure in results[name].failures()]
    yield "\n".join(lines) or "Nothing is left out."


def _why_absent(data: str) -> str:
    declaration = datasets.DECLARED[data]
    if datasets.available(data):
        return "not run"
    return f"skipped, the file `{declaration.file}` is not there"
