"""``ifc2f check``: report what is odd about a table before training."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ifc2f.cli import describe
from ifc2f.cli.options import add_columns, add_dialect, add_json, dialect_of
from ifc2f.cli.screen import Screen, amount, percent, plural, shorten
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.core.errors import ColumnError
from ifc2f.data.findings import Finding, table_findings
from ifc2f.data.table import Table, read_what_can_be, reading_of

_EPILOG = """\
examples:
  ifc2f check patients.csv
  ifc2f check patients.csv --target ill

This changes nothing and trains nothing. Each finding names the option of ifc2f train that settles it.
You know the data: decide which findings to act on.
"""
DECIDED_BY_PEOPLE = ("label in disguise", "missing tells")  # a good question may do the same


@dataclass(frozen=True)
class Remark:
    """Something that the user must settle or know.

    Attributes
    ----------
    kind : str
        As of a `Finding`, or "unreadable", "no class", "one class" or "file".
    column : str or None
    text : str
    option : str
        Of ``ifc2f train``; empty if there is nothing to settle.
    """

    kind: str
    column: str | None
    text: str
    option: str


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "check",
        help="check a table for problems before training",
        description="Check a table for problems, and say how to train on it.",
        epilog=_EPILOG,
    )
    parser.add_argument("data", metavar="DATA", help="CSV, XLSX or Parquet file")
    add_dialect(parser)
    parser.add_argument("--target", metavar="COL", help="the column that holds the class")
    add_columns(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read and check the table, and print the remarks."""
    reading = reading_of(**dialect_of(args))
    table, errors = read_what_can_be(args.data, args.categorical, None, args.ignore, reading)
    found = remarks(table, errors, args.target)
    if args.json:
        document = {
            "data": args.data,
            "rows": table.n_rows,
            "columns": [dict(zip(_HEADER, row, strict=True)) for row in _columns(table, args.target)],
            "findings": [vars(remark) for remark in found],
            "next": command(args, found),
        }
        print(describe.to_json(document))
    else:
        _show(table, found, args, stdout_screen())
    return 0


def remarks(table: Table, errors: Sequence[ColumnError], target: str | None) -> list[Remark]:
    """Return the remarks: first what stops training, then what makes a poor model.

    Raises
    ------
    ValueError
        If the column of classes is not there.
    """
    found = [Remark("file", None, note, "") for note in table.notes]
    if table.dialect is not None and table.dialect.encoding == "cp1252":
        found.append(
            Remark(
                "file", None, f"it is read as {table.dialect}; choose another encoding with --encoding", ""
            )
        )
    found += [Remark("unreadable", error.column, str(error), error.option) for error in errors]
    if target is not None and target not in {error.column for error in errors}:
        found += _of_classes(table, target)
    else:
        target = None
    return found + [_remark(finding) for finding in table_findings(table, target)]


def _remark(finding: Finding) -> Remark:
    return Remark(finding.kind, finding.column, f"{finding.sentence}; {finding.advice}", finding.option)


def _of_classes(table: Table, target: str) -> list[Remark]:
    known = table.having(target)
    found = []
    if missing := table.n_rows - known.n_rows:
        has = "has no class; leave it out" if missing == 1 else "have no class; leave them out"
        text = f"{plural(missing, 'row')} of {table.n_rows} {has}"
        found.append(Remark("no class", target, text, "--drop-rows-without-class"))
    if known.n_rows and len(np.unique(known.labels(target))) < 2:
        text = f"column {target!r} has only one class, {known.labels(target)[0]!r}; training needs two"
        found.append(Remark("one class", target, text, ""))
    return found


def command(args: argparse.Namespace, found: Sequence[Remark]) -> str:
    """Return the command that trains on the table, with all options that settle something."""
    words = ["ifc2f", "train", shlex.quote(args.data), "--target", shlex.quote(args.target or "COL")]
    for option in ("separator", "encoding"):
        if (value := getattr(args, option)) is not None:
            words += [f"--{option}", shlex.quote(value)]
    for option in ("missing_mark", "ignore", "categorical"):
        for value in getattr(args, option):
            words += [f"--{option.replace('_', '-')}", shlex.quote(value)]
    switches = ("limits_as_numbers", "skip_bad_lines", "no_header")
    words += [f"--{o.replace('_', '-')}" for o in switches if getattr(args, o)]
    options = (remark.option for remark in found if remark.kind not in DECIDED_BY_PEOPLE and remark.option)
    return " ".join([*words, *dict.fromkeys(options)])


_HEADER = ("column", "holds", "missing")


def _columns(table: Table, target: str | None) -> list[tuple[str, str, str]]:
    """Return the name of each column, what it holds, and how much of it is missing."""
    rows = []
    for name, column in zip(table.names, table.columns, strict=True):
        missing = [cell is None for cell in column] if column.dtype == object else np.isnan(column)
        share = float(np.mean(missing))
        holds = _classes(table, name) if name == target else _holds(column, table.units.get(name))
        rows.append((name, holds, "" if share == 0 else percent(share)))
    return rows


def _classes(table: Table, target: str) -> str:
    """Return the classes as training names them, also where numbers stand for them."""
    known = table.having(target)
    return _listed("classes", list(map(str, np.unique(known.labels(target))))) if known.n_rows else "nothing"


def _listed(what: str, texts: list[str]) -> str:
    shown = ", ".join(shorten(text, 12) for text in texts[:4]) + (", ..." if len(texts) > 4 else "")
    return f"{len(texts)} {what}: {shown}"


def _holds(column: Any, unit: str | None) -> str:
    if column.dtype == object:
        texts = sorted({cell for cell in column if cell is not None})
        return _listed("categories", texts) if texts else "nothing"
    present = column[~np.isnan(column)]
    if not present.size:
        return "nothing"
    return f"numbers, {amount(present.min())} to {amount(present.max())}" + (f" {unit}" if unit else "")


def _show(table: Table, found: Sequence[Remark], args: argparse.Namespace, screen: Screen) -> None:
    size = f"{args.data}: {plural(table.n_rows, 'row')}, {plural(len(table.names), 'column')}"
    screen.line(screen.style(size + (f"; {table.dialect}" if table.dialect else ""), "bold"))
    screen.table(_HEADER, _columns(table, args.target), "<<>", most=60)
    screen.heading("Findings" if found else "No problems found.")
    for remark in found:
        screen.paragraph(remark.text, 2)
        if remark.option:
            screen.line(remark.option, 6)
    screen.heading("Next")
    screen.line(command(args, found), 2)
