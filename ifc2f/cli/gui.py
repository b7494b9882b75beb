"""``ifc2f gui``: open the window."""

from __future__ import annotations

import argparse
from typing import Any


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "gui",
        help="open the window",
        description="Open the window in which people answer the questions. It needs the extra ifc2f[gui].",
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="model or case file (default: a page to choose from)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the window; return when it is closed."""
    from ifc2f_gui import main

    return main([args.file] if args.file else [])
