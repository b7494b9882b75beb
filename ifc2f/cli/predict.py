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
from ifc2f.cli.options import add_dialect, add_json, add_unknown, add_use, check_output, dialect_of, in_use
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

Columns are matched by name, in any order; others do no harm. An empty cell is a value that is not to be had.
The result has the columns class, P(...) for each class, n_features, cost, and features (looked at, in order);
and, if the model has a guarantee, deferred: 1 for a case it does not cover, which is for a person to decide.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "predict",
        help="classify the rows of a table",
        description="Classify each row of a table, looking only at the features that are worth their cost.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file")
    parser.add_argument("data", metavar="DATA", help="CSV or Parquet file")
    add_dialect(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="CSV file to write (default: print)")
    parser.add_argument("--id", metavar="COL", help="a column to carry over into the result, as its first")
    parser.add_argument(
        "--keep-formulas",
        action="store_true",
        help="write texts as they are; without it those that a spreadsheet would compute, which begin with "
        "=, +, - or @ and are no number, get ' before them",
    )
    add_use(parser)
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
        looks = rows.classify(args.unknown)
    warn_of_unknown(rows, looks)
    ids = rows.table[args.id].tolist() if args.id else None
    if args.output:
        write_atomically(args.output, csv_text(model, looks, args.id, ids, args.keep_formulas))
    if args.json:
        document = _document(trained, looks, args)
        if not args.output:
            document["rows"] = list(_row_documents(model, looks, ids))
        print(describe.to_json(document))
    elif args.output:
        _show(looks, args.output)
    else:
        sys.stdout.write(csv_text(model, looks, args.id, ids, args.keep_formulas))
    return 0


def warn_of_unknown(rows: ModelRows, looks: Acquisition) -> None:
    """Say which categories the model did not know, if that changed what it did."""
    if looks.n_unknown:
        examples = ", ".join(f"{text!r} in {name!r}" for name, text in rows.unknown_categories().items())
        counted = (
            "1 value that was asked for counted"
            if looks.n_unknown == 1
            else f"{looks.n_unknown} values that were asked for counted"
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
    looks: Acquisition,
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
            *(["deferred"] if looks.threshold else []),
        ]
    )
    labels = looks.label.tolist()
    deferred = looks.deferred
    posterior, cost = looks.posterior.astype(str), looks.cost.astype(str)  # the digits single precision has
    for i, names in enumerate(_looked(model, looks)):
        head = [] if ids is None else [ids[i]]
        tail = [int(deferred[i])] if looks.threshold else []
        cells = label_text(labels[i]), *posterior[i], looks.n_features[i], cost[i], "; ".join(names)
        write([*head, *cells, *tail])
    return text.getvalue()


def _looked(model: Model, looks: Acquisition) -> Iterator[list[str]]:
    """Yield the names of the features looked at, for each row."""
    name_of = dict(zip(model.columns.tolist(), model.feature_names, strict=True))
    for order in looks.order.tolist():
        yield [name_of[column] for column in order if column >= 0]


def _document(model: Model, looks: Acquisition, args: argparse.Namespace) -> dict[str, Any]:
    labels = looks.label.tolist()
    return {
        "model": describe.identity(model, args.model),
        "data": args.data,
        "output": args.output,
        "n_rows": len(labels),
        "class_counts": {label_text(label): labels.count(label) for label in model.classes},
        "mean_n_features": float(looks.n_features.mean()),
        "mean_cost": float(looks.cost.mean(dtype=float)),
        "n_unknown": looks.n_unknown,
        **({"n_deferred": int(looks.deferred.sum())} if looks.threshold else {}),
    }


def _row_documents(model: Model, looks: Acquisition, ids: list[Any] | None) -> Iterator[dict[str, Any]]:
    deferred = looks.deferred
    for i, names in enumerate(_looked(model, looks)):
        head = {} if ids is None else {"id": ids[i]}
        yield head | {
            "class": looks.label[i],
            "posterior": describe.by_class(model, looks.posterior[i]),
            "n_features": looks.n_features[i],
            "cost": looks.cost[i],
            "features": names,
            **({"deferred": bool(deferred[i])} if looks.threshold else {}),
        }


def _show(looks: Acquisition, output: str) -> None:
    screen = stdout_screen()
    screen.line(f"{plural(len(looks.label), 'row')} classified, written to {output}")
    cost = amount(looks.cost.mean(dtype=float))
    if looks.threshold:
        screen.line(f"{plural(int(looks.deferred.sum()), 'case')} deferred to a person", 2)
    screen.line(f"{looks.n_features.mean():.2f} features looked at on average, at a cost of {cost}", 2)
