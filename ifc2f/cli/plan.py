"""``ifc2f plan``: from a network with tables by experts to a model."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from ifc2f.cli.inspect import show_mistakes, show_order
from ifc2f.cli.options import check_output
from ifc2f.cli.problem import acquisition_costs, add_costs, add_description, description, mistake_costs
from ifc2f.cli.screen import Progress, amount, size
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.exchange.bif import read_bif
from ifc2f.planning.plan import expected_cost
from ifc2f.policies.from_network import plan_network

_EPILOG = """\
examples:
  ifc2f plan experts.bif --target disease --costs costs.csv --mistake ill healthy 20 -o experts.ifc2f
  ifc2f ask experts.ifc2f

No data are needed: the probabilities are those of the network, in the Bayesian interchange format (BIF).
The class is one of its variables, without parents; any other depends on the class and at most one more.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "plan",
        help="make a model of a network by experts (BIF), without data",
        description="Find an order of questions and plan when to stop, from a network that is there already.",
        epilog=_EPILOG,
    )
    parser.add_argument("network", metavar="NETWORK", help="BIF file")
    parser.add_argument(
        "--target", default="class", metavar="NAME", help="the variable that is the class (default: class)"
    )
    parser.add_argument("-o", "--output", default="model.ifc2f", metavar="FILE", help="default: model.ifc2f")
    add_costs(parser.add_argument_group("costs"))
    parser.add_argument(
        "--policy",
        choices=("ordered", "adaptive"),
        default="ordered",
        help="how to choose the next feature; default: ordered",
    )
    add_description(parser.add_argument_group("what the model says of itself"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plan, save and report."""
    check_output(args.output, args.network, args.costs, args.misclassification, args.questions)
    with Progress() as progress:
        progress(f"reading {args.network}")
        network = read_bif(args.network, args.target)
        names = [feature.name for feature in network.features]
        progress("planning")
        model = plan_network(
            network,
            acquisition_costs(args, names, []),
            misclassification_cost=mistake_costs(args, network.classes),
            budget=np.inf if args.budget is None else args.budget,
            policy=args.policy,
            meta=description(args, names),
        )
        expected = expected_cost(model)
    model.save(args.output)
    screen = stdout_screen()
    show_order(model, screen)
    screen.heading("Costs of mistakes")
    show_mistakes(model, screen)
    screen.heading("Expected for an instance, if the network is right")
    screen.line(f"{amount(expected.n_features)} features looked at, for {amount(expected.acquisition)}", 2)
    screen.line(f"mistakes {amount(expected.misclassification)}, in all {amount(expected.total)}", 2)
    screen.heading(f"Saved {args.output}, {size(len(model.to_bytes()))}")
    screen.line(f"next: ifc2f ask {args.output}", 2)
    return 0
