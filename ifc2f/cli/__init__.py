"""The command line ``ifc2f``; each command is a module.

Imports: acquisition, assessment, core, costs, data, exchange, files, influences, learning, model, network,
networks, planning, plots, policies, session, settings.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, TextIO

from ifc2f import __version__
from ifc2f.cli.parser import Parser
from ifc2f.cli.screen import visible, warn
from ifc2f.core.words import hear_warnings

__all__ = ["main"]

_EPILOG = """\
examples:
  ifc2f demo                                       see everything on breast-cancer data
  ifc2f check patients.csv --target ill            check a table for problems
  ifc2f train patients.csv --target ill            train a model from a table
  ifc2f evaluate model.ifc2f others.csv --target ill
  ifc2f report model.ifc2f others.csv --target ill
  ifc2f ask model.ifc2f                            classify by answering questions
  ifc2f export model.ifc2f --target int8           make it small enough for a sensor

Help on a command: ifc2f COMMAND --help. With IFC2F_DEBUG=1, errors show their traceback.
"""

COMMANDS = (
    "demo", "check", "train", "plan", "evaluate", "calibrate", "guarantee", "report", "predict", "ask", "gui",
    "inspect", "distil", "export", "graph", "network", "doctor", "completion",
)  # fmt: skip
USER_ERROR, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status.

    0 means done, 2 a user's error (one line on standard error says which), 130 interrupted, 141 that the
    reader of standard output went away.
    """
    _prepare_streams()
    try:
        with warnings.catch_warnings():
            hear_warnings()
            warnings.showwarning = _show_warning
            status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard(sys.stdout)
        return BROKEN_PIPE
    except (ValueError, OSError, ImportError, MemoryError) as error:
        if os.environ.get("IFC2F_DEBUG"):
            raise
        with suppress(OSError):
            print(f"ifc2f: error: {_sentence(error)}", file=sys.stderr)
        if isinstance(error, OSError):
            _discard(sys.stdout)
        return USER_ERROR
    return status


def _prepare_streams() -> None:
    """Open streams that were closed, and let no character that cannot be shown end the program."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _run(argv: Sequence[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    parser, _ = parser_of(_needed(words))
    try:
        args = parser.parse_args(words)
    except SystemExit as done:  # after --help and --version
        return int(done.code or 0)
    run: Any = args.run
    return int(run(args))


def parser_of(names: Sequence[str]) -> tuple[Parser, Any]:
    """Return the parser of some commands, and the part of it that holds their own parsers."""
    parser = Parser(
        prog="ifc2f",
        description="Classify with costly features: ask one question at a time, "
        "and stop when another answer is not worth its cost.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"ifc2f {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for name in names:
        import_module(f"ifc2f.cli.{name}").add_to(commands)
    return parser, commands


def _needed(words: Sequence[str]) -> Sequence[str]:
    """Return the commands whose modules are to be loaded: the one to run, all of them to show or to miss."""
    if words and words[0] in COMMANDS:
        return words[:1]
    return () if words and words[0] == "--version" else COMMANDS


def _sentence(error: BaseException) -> str:
    """Return what went wrong in one line."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return "not enough memory"
    return visible(" ".join(str(error).split())) or type(error).__name__


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    warn(str(message))


def _discard(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that nothing complains when Python ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
