"""``ifc2f guarantee``: bound the error among the answered, and defer the other cases to a person."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from ifc2f.assessment.guarantees import guarantee_by, guarantee_of
from ifc2f.cli import describe
from ifc2f.cli.options import add_json, add_labelled_data, add_unknown, add_weights, check_output
from ifc2f.cli.predict import warn_of_unknown
from ifc2f.cli.rows import read_labelled, weights_of
from ifc2f.cli.screen import Progress, plural
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.files.meta import label_array
from ifc2f.model import Model

_EPILOG = """\
examples:
  ifc2f guarantee model.ifc2f heldout.csv --target ill -o guaranteed.ifc2f
  ifc2f guarantee model.ifc2f heldout.csv --target ill --alpha 0.02 --delta 0.1 -o guaranteed.ifc2f

Use rows that the model was not trained or calibrated on, drawn like the rows of later use. Nothing else is
assumed. The new model says for each case whether it is answered or deferred.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "guarantee",
        help="bound the error rate, and leave uncertain cases to a person",
        description="Find, on held-out rows, how probable a class must be for the error to stay below a "
        "bound.",
        epilog=_EPILOG,
    )
    add_labelled_data(parser)
    add_weights(parser, "how often such cases come in use, relative to how often they are in DATA")
    parser.add_argument(
        "--alpha",
        type=float,
        default=0.05,
        metavar="A",
        help="largest share of wrong answers (default: 0.05)",
    )
    parser.add_argument(
        "--delta",
        type=float,
        default=0.05,
        metavar="D",
        help="probability that the share is larger (default: 0.05)",
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="model file to write")
    add_unknown(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the threshold, write the model and say what it keeps."""
    check_output(args.output, args.data)
    model = Model.load(args.model)
    with Progress() as progress:
        progress(f"reading {args.data}")
        rows, truth = read_labelled(model, args)
        progress(f"classifying {plural(len(truth), 'row')}")
        acquisition = rows.classify(args.unknown)
        weights = None if args.weights is None else weights_of(rows.table, args.weights)
        labels = label_array(model.classes)[truth]
        guaranteed = guarantee_by(model, acquisition, labels, args.alpha, args.delta, weights)
    rows.warn_if_known("a guarantee")
    warn_of_unknown(rows, acquisition)
    guaranteed.save(args.output)
    found = guarantee_of(guaranteed)
    assert found is not None
    if args.json:
        print(describe.to_json({"model": describe.identity(guaranteed, args.output), **asdict(found)}))
    else:
        screen = stdout_screen()
        screen.paragraph(str(found))
        if found.threshold is None:
            screen.paragraph(
                "More rows, or a larger --alpha or --delta on other rows, may let it answer some: the "
                "confidence is for one try, not for the best of several on the same rows."
            )
        screen.line(f"Written: {args.output}")
    return 0
