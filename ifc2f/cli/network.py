"""``ifc2f network``: the network of a model, for other programs."""

from __future__ import annotations

import argparse
from typing import Any

from ifc2f.cli.options import check_output
from ifc2f.cli.screen import plural, stdout
from ifc2f.exchange.bif import write_bif
from ifc2f.model import Model

_EPILOG = """\
examples:
  ifc2f network model.ifc2f -o model.bif

The Bayesian interchange format is read by most programs for Bayesian networks, and by ifc2f plan.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "network",
        help="write a model's network for other programs (BIF)",
        description="Write the network of a model, class and features with their tables, as BIF.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file")
    parser.add_argument(
        "-o",
        "--output",
        default="network.bif",
        metavar="FILE",
        help="BIF file to write (default: network.bif)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the network."""
    check_output(args.output, args.model)
    network = Model.load(args.model).network
    write_bif(network, args.output)
    told = f"Written: {args.output}, the class and {plural(len(network.features), 'feature')}"
    stdout().line(
        f"{told}{', and the factor that nobody can acquire' if network.factor is not None else ''}."
    )
    return 0
