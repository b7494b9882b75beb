"""``ifc2f calibrate``: make a model as sure of itself as it is right."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from ifc2f.assessment.calibration import Calibration, calibrate_by, calibration_of
from ifc2f.cli import describe
from ifc2f.cli.options import add_json, add_labelled_data, add_unknown, add_weights, check_output
from ifc2f.cli.predict import warn_of_unknown
from ifc2f.cli.rows import read_labelled, weights_of
from ifc2f.cli.screen import Progress, Screen, plural
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.files.meta import label_array
from ifc2f.model import Model

_EPILOG = """\
examples:
  ifc2f calibrate model.ifc2f heldout.csv --target ill -o calibrated.ifc2f

Use rows that the model was not trained on. The correction is made in the model's tables, prior and policy, so
it applies wherever the model runs. The model's guarantee is dropped; find a new one on other rows.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "calibrate",
        help="correct overconfident or underconfident probabilities",
        description="Correct the probabilities of a model on held-out rows whose class is known.",
        epilog=_EPILOG,
    )
    add_labelled_data(parser)
    add_weights(parser, "how many rows each row stands for")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="model file to write")
    add_unknown(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Calibrate, write the model and say what changed."""
    check_output(args.output, args.data)
    model = Model.load(args.model)
    with Progress() as progress:
        progress(f"reading {args.data}")
        rows, truth = read_labelled(model, args)
        progress(f"calibrating on {plural(len(truth), 'row')}")
        acquisition = rows.classify(args.unknown)
        labels = label_array(model.classes)[truth]
        weights = None if args.weights is None else weights_of(rows.table, args.weights)
        calibrated = calibrate_by(model, rows.matrix, acquisition, labels, args.unknown, weights)
    rows.warn_if_known("calibration")
    warn_of_unknown(rows, acquisition)
    calibrated.save(args.output)
    found = calibration_of(calibrated)
    assert found is not None
    if args.json:
        print(describe.to_json({"model": describe.identity(calibrated, args.output), **asdict(found)}))
    else:
        screen = stdout_screen()
        _show(model, found, screen)
        screen.line()
        screen.line(f"Written: {args.output}")
    return 0


def _show(model: Model, found: Calibration, screen: Screen) -> None:
    how = "overconfident" if found.power < 1 else "underconfident" if found.power > 1 else "well calibrated"
    weights = ", ".join(
        f"{name} x {weight:.3g}"
        for name, weight in zip(describe.class_names(model), found.weights, strict=True)
    )
    screen.paragraph(
        f"The model was {how}: likelihoods are raised to the power {found.power:.3g}, prior odds are "
        "multiplied "
        f"by {weights}."
    )
    scores = [("before", found.before), ("after", found.after)]
    table = [
        (when, f"{s.brier:.4f}", f"{s.log_loss:.4f}", f"{s.calibration_error:.4f}") for when, s in scores
    ]
    screen.table(("", "Brier score", "log loss", "calibration error"), table, "<>>>")
    screen.line(f"On {plural(found.n_rows, 'row')}; the scores after calibration are by cross-validation.")
    if found.after.brier >= found.before.brier:
        screen.paragraph("The Brier score is no better: keep the original model, or use more rows.")
    for when, s in scores:
        screen.heading(f"Reliability {when}")
        lines = [
            (f"{b.low:.1f} to {b.high:.1f}", f"{b.confidence:.3f}", f"{b.accuracy:.3f}", str(b.n))
            for b in s.bins
        ]
        screen.table(("probability", "mean", "right", "rows"), lines, "<>>>")
