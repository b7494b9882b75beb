"""``ifc2f plan``: from a network, such as one with tables by experts, to a model."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from ifc2f.cli.inspect import show_mistakes, show_order
from ifc2f.cli.options import check_output, number_from, whole_number
from ifc2f.cli.problem import (
    acquisition_costs,
    add_costs,
    add_description,
    description,
    listed_in_costs,
    mistake_costs,
)
from ifc2f.cli.screen import Progress, Screen, amount, percent, plural, size
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.core.checks import listed
from ifc2f.exchange.bif import read_bif
from ifc2f.model import Model
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.plan import FirstQuestion, NetworkPlan, askable, plan_graph
from ifc2f.networks.reading import EXTENSIONS, read_network
from ifc2f.planning.plan import expected_cost
from ifc2f.policies.from_network import plan_network

_MOST_RANKED = 10  # first questions shown

_EPILOG = """\
examples:
  ifc2f plan experts.bif --target disease --costs costs.csv --mistake ill healthy 20 -o experts.ifc2f
  ifc2f plan printer.xdsl --target fault --ask-leaves --cost 0.05 -o printer.ifc2f
  ifc2f ask printer.ifc2f

This needs no data: the probabilities are those of the network. Its file is in the Bayesian interchange format
(BIF, also .gz) or, with pyAgrum (pip install 'ifc2f[networks]'), in XMLBIF, XDSL (GeNIe), UAI, NET or DSL.
The target may be any variable. The policy is a graph, with one exception: if the network is in BIF, the
target is a root, and every other variable depends on it and on at most one more, the policy can also be
ordered or adaptive. It is then ordered by default if all variables can be asked for, and adaptive if the
network has a factor: a variable that nobody can acquire, in some networks that ifc2f network writes.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "plan",
        help="plan a policy for a Bayesian network, without data",
        description="Plan what to ask, and when to stop, for an existing network.",
        epilog=_EPILOG,
    )
    parser.add_argument("network", metavar="NETWORK", help="network file")
    parser.add_argument(
        "--target", default="class", metavar="NAME", help="the variable that is the class (default: class)"
    )
    parser.add_argument(
        "-o",
        "--output",
        default="model.ifc2f",
        metavar="FILE",
        help="model file to write (default: model.ifc2f)",
    )
    asked = parser.add_argument_group("questions").add_mutually_exclusive_group()
    asked.add_argument(
        "--ask",
        nargs="+",
        metavar="NAME",
        help="variables to ask for (default: those in the file of costs; without a file, all but the target)",
    )
    asked.add_argument(
        "--ask-leaves", action="store_true", help="ask for the variables on which no other depends"
    )
    add_costs(parser.add_argument_group("costs"))
    planning = parser.add_argument_group("planning")
    planning.add_argument(
        "--policy",
        choices=("graph", "ordered", "adaptive"),
        help="how to choose the next feature (default: graph, or ordered if the network allows it)",
    )
    planning.add_argument(
        "--gap",
        type=number_from(0),
        default=0.01,
        metavar="SHARE",
        help="how far the cost of a graph may exceed the optimum, as a share (default: 0.01)",
    )
    planning.add_argument(
        "--beliefs",
        type=whole_number(1),
        metavar="N",
        help="explore at most this many sets of answers (default: 3000, fewer in wide networks)",
    )
    planning.add_argument(
        "--nodes",
        type=whole_number(1),
        default=65534,
        metavar="N",
        help="most nodes of a graph (default: 65534)",
    )
    planning.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="N", help="seed of the simulation (default: 0)"
    )
    add_description(parser.add_argument_group("description of the model"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plan, save and report."""
    check_output(args.output, args.network, args.costs, args.misclassification, args.questions)
    screen = stdout_screen()
    with Progress() as progress:
        progress(f"reading {args.network}")
        network = read_network(args.network)
        if args.target not in network.names:
            raise ValueError(
                f"{args.network} has no variable {args.target!r}; it has {listed(network.names)}: choose one "
                "with --target"
            )
        is_plain = not args.ask and not args.ask_leaves and _is_bif(args.network)
        if args.policy in ("ordered", "adaptive") or (
            args.policy is None and is_plain and network.is_tree(args.target)
        ):
            policy = args.policy or ("adaptive" if network.latent else "ordered")
            model = _planned_tree(args, policy, progress)
            found = None
        else:
            found = _planned_graph(args, network, progress)
            model = found.model
    model.save(args.output)
    if found is None:
        show_order(model, screen)
    else:
        _show_first(found.first, screen)
    screen.heading("Costs of mistakes")
    show_mistakes(model, screen)
    screen.heading("Expected for an instance, if the network is right")
    if found is None:
        expected = expected_cost(model)
        screen.line(f"{amount(expected.n_features)} features acquired, for {amount(expected.acquisition)}", 2)
        screen.line(f"mistakes {amount(expected.misclassification)}, in all {amount(expected.total)}", 2)
    else:
        _show_bounds(found, screen)
    screen.heading(f"Saved {args.output}, {size(len(model.to_bytes()))}")
    screen.line(f"next: ifc2f ask {args.output}", 2)
    return 0


def _is_bif(path: str) -> bool:
    return os.path.splitext(path)[1].lower() not in EXTENSIONS


def _planned_tree(args: argparse.Namespace, policy: str, progress: Progress) -> Model:
    """Plan an order, or an adaptive policy, on a network that is a tree below the class."""
    if args.ask or args.ask_leaves:
        raise ValueError("--ask and --ask-leaves are for graphs; leave out --policy, or use --policy graph")
    if not _is_bif(args.network):
        raise ValueError(f"--policy {policy} needs a network in BIF; for other formats, use --policy graph")
    try:
        network = read_bif(args.network, args.target)
    except ValueError as error:
        raise ValueError(f"{error} (or plan a graph: --policy graph)") from error
    names = [feature.name for feature in network.features]
    progress("planning")
    return plan_network(
        network,
        acquisition_costs(args, names, []),
        misclassification_cost=mistake_costs(args, network.classes),
        budget=np.inf if args.budget is None else args.budget,
        policy=policy,
        seed=args.seed,
        meta=description(args, names),
    )


def _planned_graph(args: argparse.Namespace, network: BayesianNetwork, progress: Progress) -> NetworkPlan:
    target = network.index(args.target)
    names = _asked(args, network, target)
    others = [name for name in network.names if name not in names]
    progress("planning")
    return plan_graph(
        network,
        args.target,
        acquisition_costs(args, names, others),
        ask=names,
        misclassification_cost=mistake_costs(args, network.states[target]),
        budget=np.inf if args.budget is None else args.budget,
        gap=args.gap,
        max_beliefs=args.beliefs,
        max_nodes=args.nodes,
        seed=args.seed,
        meta=description(args, names),
        progress=progress,
    )


def _asked(args: argparse.Namespace, network: BayesianNetwork, target: int) -> list[str]:
    """Return the names of the variables that can be asked for."""
    names: Sequence[str] | None = args.ask
    if args.ask_leaves:
        names = [network.names[i] for i in network.leaves if i != target]
    elif names is None and args.costs is not None:
        names = listed_in_costs(args.costs)
    return [network.names[i] for i in askable(network, target, names)]


def _show_first(first: Sequence[FirstQuestion], screen: Screen) -> None:
    """Print what single questions would be worth."""
    if not first:
        return
    screen.heading("Questions, by how much each would save for its cost if it were the only one")
    rows = [
        (one.name, amount(one.cost), amount(one.saves), f"{one.bits:.3f}") for one in first[:_MOST_RANKED]
    ]
    screen.table(("", "cost", "mistakes saved", "bits"), rows, "<>>>", indent=2)
    if len(first) > _MOST_RANKED:
        screen.line(f"and {plural(len(first) - _MOST_RANKED, 'other')}", 2)


def _show_bounds(found: NetworkPlan, screen: Screen) -> None:
    """Print what the policy costs, how far that is from the best, and how large the graph is."""
    told = f"the policy costs {amount(found.expected)}"
    if found.n_beliefs == 0:
        told += f" ± {amount(found.standard_error)}, over 100,000 instances simulated from the network"
    screen.line(f"{told}, mistakes included", 2)
    screen.line(f"no policy that asks these questions costs less than {amount(found.lower)}", 2)
    if np.isfinite(found.gap):
        screen.line(f"so it is within {percent(found.gap)} of the best", 2)
    nodes = plural(len(found.model.graph_nodes()), "node")
    asked = plural(found.model.n_features, "question")
    screen.line(f"{nodes}, {asked}; {_made(found)}", 2)


def _made(found: NetworkPlan) -> str:
    if found.n_beliefs == 0:
        return "learned from simulated instances, because the network is too wide for exact inference"
    made = f"exact posteriors; {plural(found.n_beliefs, 'set')} of answers explored"
    if not found.n_left_out:
        return made
    return f"{made}, without {plural(found.n_left_out, 'question')} that exact inference has no room for"
