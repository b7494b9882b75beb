"""``ifc2f distil``: an adaptive policy as a policy graph, for devices that cannot do exact inference."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from ifc2f.cli import describe
from ifc2f.cli.options import add_json, check_output, number_from, whole_number
from ifc2f.cli.screen import Progress, Screen, amount, percent, plural, size
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.files.graph_nodes import MAX_NODES
from ifc2f.model import Model
from ifc2f.policies.distilled import GAP, MISSING, Distilled, distil

__all__ = ["add_distilling", "distilled_document", "distilled_for", "show_distilled"]

_EPILOG = """\
examples:
  ifc2f train data.csv --target ill --policy adaptive -o model.ifc2f
  ifc2f distil model.ifc2f -o graph.ifc2f
  ifc2f distil model.ifc2f --gap 0.3 --nodes 200 -o graph.ifc2f
  ifc2f export graph.ifc2f --target int8

The graph asks what the adaptive policy asks, as far as that pays for its nodes. Their price is lowered until
the graph costs at most --gap more than the adaptive policy, or until a further round would exceed --nodes.
Both are compared on 10,000 instances drawn from the model's network.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "distil",
        help="turn an adaptive policy into a policy graph, for small devices",
        description="Turn an adaptive policy into a policy graph. The graph needs no inference at run time, "
        "so it can be exported to any device.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file with an adaptive policy")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="model file to write")
    add_distilling(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def add_distilling(parser: Any) -> None:
    """Add how close a graph must be to the policy it is distilled from, and how large it may be."""
    parser.add_argument(
        "--gap",
        type=number_from(0),
        metavar="SHARE",
        help=f"how far the graph's cost may exceed the adaptive policy's, as a share (default: {GAP:g})",
    )
    parser.add_argument(
        "--nodes",
        type=whole_number(1),
        metavar="N",
        help=f"most nodes of the graph (default: {MAX_NODES})",
    )
    parser.add_argument(
        "--missing",
        type=number_from(0),
        metavar="SHARE",
        help=f"how often answers are missing in use, 0 to 1 (default: {MISSING:g}): decides how much of the "
        "graph is for missing answers",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        metavar="N",
        help="seed of the simulation (default: 0)",
    )


def run(args: argparse.Namespace) -> int:
    """Distil, save and report."""
    check_output(args.output, args.model)
    model = Model.load(args.model)
    with Progress() as progress:
        found = distilled_for(args, model, progress)
    found.model.save(args.output)
    if args.json:
        told = {"model": describe.identity(found.model, args.output), **distilled_document(found)}
        print(describe.to_json(told))
        return 0
    screen = stdout_screen()
    show_distilled(found, args, screen)
    screen.heading(f"Saved {args.output}, {size(len(found.model.to_bytes()))}")
    screen.line(f"next: ifc2f export {args.output} --target int8", 2)
    return 0


def distilled_for(
    args: argparse.Namespace,
    model: Model,
    progress: Progress,
    fits: Callable[[Model], bool] = lambda graph: True,
) -> Distilled:
    """Distil a graph by the options of the command line."""
    return distil(
        model,
        gap=GAP if args.gap is None else args.gap,
        max_nodes=args.nodes or MAX_NODES,
        fits=fits,
        missing=MISSING if args.missing is None else args.missing,
        seed=args.seed or 0,
        progress=lambda stage: progress(f"distilling: {stage}"),
    )


def distilled_document(found: Distilled) -> dict[str, Any]:
    """Return the facts of a distilled graph, for a JSON document."""
    return {
        "n_nodes": found.n_nodes,
        "adaptive_cost": found.gap.cost,
        "more": found.gap.more,
        "standard_error": found.gap.standard_error,
        "gap": found.gap.share,
        "gap_at_most": found.gap.at_most,
        "is_reached": found.is_reached,
    }


def show_distilled(found: Distilled, args: argparse.Namespace, screen: Screen) -> None:
    """Print how large the graph is, and how much more it costs."""
    gap = found.gap
    screen.line(screen.style(f"Graph of {plural(found.n_nodes, 'node')}", "bold"))
    screen.line(
        f"if the network is right, the adaptive policy costs {amount(gap.cost)} for an instance, and the "
        f"graph {amount(gap.more)} more: {percent(gap.share)}, with two standard errors "
        f"{percent(gap.at_most)}",
        2,
    )
    if not found.is_reached:
        screen.paragraph(
            f"That is more than the gap of {percent(GAP if args.gap is None else args.gap)} that was asked "
            "for: the next round exceeds the size that is allowed.",
            2,
        )
