"""``ifc2f predict``: classify the rows of a table."""

from __future__ import annotations

import argparse
import csv
import io
import re
import sys
from collections.abc import Iterator
from typing import Any

from ifc2f.acquisition import Acquisition
from ifc2f.cli import describe
from ifc2f.cli.options import (
    add_dialect,
    add_json,
    add_known,
    add_unknown,
    add_use,
    check_output,
    dialect_of,
    in_use,
)
from ifc2f.cli.rows import ModelRows, read_for_model
from ifc2f.cli.screen import Progress, amount, plural, visible, warn
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.files.meta import label_text
from ifc2f.files.writing import write_atomically
from ifc2f.model import Model

_FORMULA = re.compile(r"\s*[=+\-@]")
_EPILOG = """\
examples:
  ifc2f predict model.ifc2f new.csv
  ifc2f predict model.ifc2f new.csv -o classes.csv --id patient
  ifc2f predict model.ifc2f new.csv --prior sick=0.02,well=0.98 --json

Columns are matched by name, in any order. Other columns are ignored. An empty cell is a missing value.
The result has the columns class, P(...) for each class, n_features, cost, and features (acquired, in order);
and, if the model has a guarantee, deferred: 1 for a case it does not cover, which is for a person to decide.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "predict",
        help="classify the rows of a table",
        description="Classify each row of a table, acquiring only the features that are worth their cost.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file")
    parser.add_argument("data", metavar="DATA", help="CSV, XLSX or Parquet file")
    add_dialect(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="CSV file to write (default: print)")
    parser.add_argument("--id", metavar="COL", help="a column to copy into the result, as its first")
    parser.add_argument(
        "--keep-formulas",
        action="store_true",
        help="write texts unchanged; otherwise ' is put before texts that a spreadsheet would run as "
        "formulas (they begin with =, +, - or @ and are not numbers)",
    )
    add_use(parser)
    add_known(parser)
    add_unknown(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Classify, and print or write the result."""
    if args.output:
        check_output(args.output, args.model, args.data)
    trained = Model.load(args.model)
    model = in_use(trained, args)
    with Progress() as progress:
        progress(f"reading {args.data}")
        rows = read_for_model(model, args.data, [args.id] if args.id else [], **dialect_of(args))
        progress(f"classifying {plural(rows.table.n_rows, 'row')}")
        acquisition = rows.classify(args.unknown, args.known)
    warn_of_unknown(rows, acquisition)
    ids = rows.table[args.id].tolist() if args.id else None
    if args.output:
        write_atomically(args.output, csv_text(model, acquisition, args.id, ids, args.keep_formulas))
    if args.json:
        document = _document(trained, acquisition, args)
        if not args.output:
            document["rows"] = list(_row_documents(model, acquisition, ids))
        print(describe.to_json(document))
    elif args.output:
        _show(acquisition, args.output)
    else:
        sys.stdout.write(csv_text(model, acquisition, args.id, ids, args.keep_formulas))
    return 0


def warn_of_unknown(rows: ModelRows, acquisition: Acquisition) -> None:
    """Say which categories the model did not know, if that changed what it did."""
    if acquisition.n_unknown:
        examples = ", ".join(f"{text!r} in {name!r}" for name, text in rows.unknown_categories().items())
        counted = (
            "1 acquired value counts"
            if acquisition.n_unknown == 1
            else f"{acquisition.n_unknown} acquired values count"
        )
        warn(f"{counted} as missing: categories that the model does not know, such as {examples}")


def _harmless(cell: Any) -> Any:
    """Return a cell that neither commands a terminal nor is a formula to a spreadsheet."""
    if not isinstance(cell, str):
        return cell
    shown = visible(cell)
    return f"'{shown}" if _FORMULA.match(cell) and not _is_number(cell) else shown


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def csv_text(
    model: Model,
    acquisition: Acquisition,
    id_name: str | None,
    ids: list[Any] | None,
    keep_formulas: bool = False,
) -> str:
    """Return the result as CSV."""
    text = io.StringIO()
    as_it_is = csv.writer(text, lineterminator="\n")

    def write(cells: list[Any]) -> None:
        as_it_is.writerow(cells if keep_formulas else [_harmless(cell) for cell in cells])

    head = [] if id_name is None else [id_name]
    write(
        [
            *head,
            "class",
            *(f"P({name})" for name in describe.class_names(model)),
            "n_features",
            "cost",
            "features",
            *(["deferred"] if acquisition.threshold else []),
        ]
    )
    labels = acquisition.label.tolist()
    deferred = acquisition.deferred
    posterior, cost = (
        acquisition.posterior.astype(str),
        acquisition.cost.astype(str),
    )  # the digits single precision has
    for i, names in enumerate(_acquired_names(model, acquisition)):
        head = [] if ids is None else [ids[i]]
        tail = [int(deferred[i])] if acquisition.threshold else []
        cells = label_text(labels[i]), *posterior[i], acquisition.n_features[i], cost[i], "; ".join(names)
        write([*head, *cells, *tail])
    return text.getvalue()


def _acquired_names(model: Model, acquisition: Acquisition) -> Iterator[list[str]]:
    """Yield the names of the features acquired, for each row."""
    name_of = dict(zip(model.columns.tolist(), model.feature_names, strict=True))
    for order in acquisition.order.tolist():
        yield [name_of[column] for column in order if column >= 0]


def _document(model: Model, acquisition: Acquisition, args: argparse.Namespace) -> dict[str, Any]:
    labels = acquisition.label.tolist()
    return {
        "model": describe.identity(model, args.model),
        "data": args.data,
        "output": args.output,
        "n_rows": len(labels),
        "class_counts": {label_text(label): labels.count(label) for label in model.classes},
        "mean_n_features": float(acquisition.n_features.mean()),
        "mean_cost": float(acquisition.cost.mean(dtype=float)),
        "n_unknown": acquisition.n_unknown,
        **({"n_deferred": int(acquisition.deferred.sum())} if acquisition.threshold else {}),
    }


def _row_documents(model: Model, acquisition: Acquisition, ids: list[Any] | None) -> Iterator[dict[str, Any]]:
    deferred = acquisition.deferred
    for i, names in enumerate(_acquired_names(model, acquisition)):
        head = {} if ids is None else {"id": ids[i]}
        yield head | {
            "class": acquisition.label[i],
            "posterior": describe.by_class(model, acquisition.posterior[i]),
            "n_features": acquisition.n_features[i],
            "cost": acquisition.cost[i],
            "features": names,
            **({"deferred": bool(deferred[i])} if acquisition.threshold else {}),
        }


def _show(acquisition: Acquisition, output: str) -> None:
    screen = stdout_screen()
    screen.line(f"{plural(len(acquisition.label), 'row')} classified, written to {output}")
    cost = amount(acquisition.cost.mean(dtype=float))
    if acquisition.threshold:
        screen.line(f"{plural(int(acquisition.deferred.sum()), 'case')} deferred to a person", 2)
    screen.line(f"{acquisition.n_features.mean():.2f} features acquired on average, at a cost of {cost}", 2)
