"""What the repository keeps of the results: reports, and a line per entry and cost, with the revision.

The rows of all folds would be several times as large; the report has figures that need them, as intervals.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from ..runs import declare
from ..runs.store import OK, Store, TooLarge
from . import report

FOLDER = Path(__file__).parents[2] / "docs" / "evaluation"
MOST_BYTES = 5_000_000
KEY = ("data", "protocol", "method", "settings", "e")
MEANS = ("accuracy", "features", "cost", "preprocess_s", "plan_s", "classify_s")
COLUMNS = (*KEY, "status", "folds", *MEANS, "revision")
COMPARED = ("status", "folds", "accuracy", "features", "cost")  # seconds differ from run to run
MOST_TOLD = 20  # changes of a table

Lines = dict[tuple[str, ...], dict[str, str]]


def keep(results: Path, kept: Path = FOLDER) -> list[str]:
    """Write report, tables and figures of those groups of tables that were run; return what has changed.

    A group that was not run keeps what it has.

    Raises
    ------
    TooLarge
        if all of it would be above 5 MB; then nothing is changed
    """
    told: list[str] = []
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix=".kept-") as name:
        place = Path(name)
        for group, tables in report.GROUPS.items():
            lines = {table: _lines(results, table) for table in tables if table in declare.TABLES}
            if not any(lines.values()):
                told.append(f"{group}: not run, kept as it is")
                continue
            _write_report(results, place, group)
            for table, found in lines.items():
                if found:
                    told += changes(table, read(kept / f"{table}.csv"), found)
                    (place / f"{table}.csv").write_text(_text(found), encoding="utf-8")
        _check_size(place, kept)
        for path in sorted(place.rglob("*")):
            if path.is_file():
                target = kept / path.relative_to(place)
                target.parent.mkdir(exist_ok=True)
                path.replace(target)
    return told


def changes(table: str, before: Lines, now: Lines) -> list[str]:
    """Return a text per line that differs in more than seconds, and a count of the unchanged lines."""
    texts = []
    for key, line in now.items():
        old = before.get(key)
        if old is None or all(old[column] == line[column] for column in COMPARED):
            continue
        differing = [f"{c} {old[c]} -> {line[c]}" for c in COMPARED if old[c] != line[c]]
        texts.append(f"{table}: {key[0]}, {key[2]} {key[3]}, e = {key[4] or 'none'}: {', '.join(differing)}")
    new, gone = sum(key not in before for key in now), sum(key not in now for key in before)
    more = [f"{table}: and {len(texts) - MOST_TOLD} more"] if len(texts) > MOST_TOLD else []
    same = len(now) - new - len(texts)
    summary = f"{table}: {same} lines as before, {len(texts)} changed, {new} new, {gone} gone"
    return [*texts[:MOST_TOLD], *more, summary]


def read(path: Path) -> Lines:
    """Read a kept table; none if there is no such file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as stream:
        return {tuple(line[column] for column in KEY): line for line in csv.DictReader(stream)}


def _lines(results: Path, table: str) -> Lines:
    """Return the means over folds of each entry and cost of a table."""
    folds: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in Store(results, table).rows():
        folds.setdefault(tuple(row[column] for column in KEY), []).append(row)
    return {key: _mean(key, folds[key], results) for key in sorted(folds)}


def _mean(key: tuple[str, ...], rows: Sequence[dict[str, str]], results: Path) -> dict[str, str]:
    done = [row for row in rows if row["status"] == OK]
    failed = sorted({row["status"] for row in rows} - {OK})
    means = {name: _number([row[name] for row in done]) for name in MEANS}
    revisions = sorted({_revision(results, row["environment"]) for row in rows})
    line = {**dict(zip(KEY, key, strict=True)), "status": "; ".join(failed) or OK, "folds": str(len(done))}
    return {**line, **means, "revision": " ".join(revisions)}


def _number(texts: Sequence[str]) -> str:
    values = [float(text) for text in texts if text]
    return f"{np.mean(values):.5g}" if values else ""


def _revision(results: Path, environment: str) -> str:
    facts = json.loads((results / "environments" / f"{environment}.json").read_text(encoding="utf-8"))
    return str(facts["revision"])


def _text(lines: Lines) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines.values())
    return text.getvalue()


def _write_report(results: Path, place: Path, group: str) -> None:
    """Write the report of a group of tables, and copy the figures that it shows."""
    text = report.text(results, group)
    (place / f"{group}.md").write_text(text, encoding="utf-8")
    for name in re.findall(r"\]\(figures/([^)]+)\)", text):
        (place / "figures").mkdir(exist_ok=True)
        shutil.copyfile(results / "figures" / name, place / "figures" / name)


def _check_size(place: Path, kept: Path) -> None:
    """Refuse a folder that would become too large."""
    size = sum(path.stat().st_size for path in _after(place, kept))
    if size > MOST_BYTES:
        raise TooLarge(f"{kept} would take {size} bytes, more than the {MOST_BYTES} that are kept at most")


def _after(place: Path, kept: Path) -> Iterator[Path]:
    new = {path.relative_to(place) for path in place.rglob("*") if path.is_file()}
    yield from (place / path for path in new)
    yield from (path for path in kept.rglob("*") if path.is_file() and path.relative_to(kept) not in new)
