"""``ifc2f graph``: a policy as a graph to read."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ifc2f.cli.options import check_output, number_from, whole_number
from ifc2f.cli.screen import plural, stdout
from ifc2f.files.writing import write_atomically
from ifc2f.model import Model
from ifc2f.policies.decision_graph import DecisionGraph

_EPILOG = """\
examples:
  ifc2f graph model.ifc2f -o policy.dot && dot -Tsvg policy.dot -o policy.svg
  ifc2f graph model.ifc2f -o policy.json --min-probability 0

DOT is drawn by Graphviz; JSON is described in docs/decision-graph.md.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "graph",
        help="write what a policy asks as a graph (DOT, JSON)",
        description="Write the questions of a policy, what follows each answer, and where it stops.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file")
    parser.add_argument(
        "-o", "--output", default="policy.dot", metavar="FILE", help=".dot or .json (default: policy.dot)"
    )
    parser.add_argument(
        "--max-depth", type=whole_number(0), metavar="N", help="cut the graph off after this many questions"
    )
    parser.add_argument(
        "--min-probability",
        type=number_from(0),
        default=0.001,
        metavar="P",
        help="merge branches less probable than this (default: 0.001; 0: follow all answers)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the graph."""
    kind = Path(args.output).suffix.lower()
    if kind not in (".dot", ".json"):
        raise ValueError(f"{args.output}: name a file that ends in .dot or .json")
    check_output(args.output, args.model)
    model = Model.load(args.model)
    graph = DecisionGraph.of(model, max_depth=args.max_depth, min_probability=args.min_probability)
    write_atomically(args.output, graph.to_dot() if kind == ".dot" else graph.to_json())
    stdout().line(f"Written: {args.output}, {plural(len(graph.nodes()), 'node')}.")
    return 0
