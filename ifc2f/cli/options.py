"""Options that several commands share, and the errors of using them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.cli.screen import warn
from ifc2f.files.meta import label_text
from ifc2f.model import Model


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def add_labelled_data(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for a model file and a table of rows whose class is known."""
    parser.add_argument("model", metavar="MODEL", help="model file")
    parser.add_argument("data", metavar="DATA", help="CSV, XLSX or Parquet file")
    parser.add_argument("--target", required=True, metavar="COL", help="the column that holds the class")
    add_drop(parser)
    add_dialect(parser)


def add_columns(parser: argparse.ArgumentParser) -> None:
    """Add the options for columns to leave out and for numbers that are categories."""
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="COL", help="do not read a column; may be repeated"
    )
    parser.add_argument(
        "--categorical",
        action="append",
        default=[],
        metavar="COL",
        help="treat the numbers of this column as categories; may be repeated",
    )


def add_drop(parser: argparse.ArgumentParser) -> None:
    """Add ``--drop-rows-without-class``."""
    parser.add_argument(
        "--drop-rows-without-class",
        action="store_true",
        help="leave out rows whose class is missing, and count them",
    )


def add_weights(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--weights``; `what` says what the numbers of the column mean."""
    parser.add_argument(
        "--weights", metavar="COL", help=f"a column of DATA that says {what}; it is not a feature"
    )


def add_dialect(parser: argparse.ArgumentParser) -> None:
    """Add the options for the format of a CSV file, for files whose format cannot be detected."""
    parser.add_argument(
        "--separator",
        metavar="MARK",
        help="separator of the cells: comma, semicolon, tab, bar, or a character (default: detected)",
    )
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help="encoding of DATA, such as utf-8, utf-16 or cp1252 (default: detected)",
    )
    parser.add_argument(
        "--missing-mark",
        action="append",
        default=[],
        metavar="TEXT",
        help="another text that means missing, such as unknown; may be repeated",
    )
    parser.add_argument(
        "--limits-as-numbers",
        action="store_true",
        help="read limits among numbers, such as <0.5, as the number alone, and count them",
    )
    parser.add_argument(
        "--skip-bad-lines",
        action="store_true",
        help="skip lines whose number of cells does not match the header, and count them",
    )
    parser.add_argument(
        "--no-header",
        action="store_true",
        help='the first line is a row of data; the columns are called "column 1" and so on',
    )


def dialect_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the format of a CSV file by the command line, as `read_table` takes it."""
    return {
        "separator": args.separator,
        "encoding": args.encoding,
        "missing_marks": args.missing_mark,
        "skip_bad_lines": args.skip_bad_lines,
        "has_header": not args.no_header,
        "limits_as_numbers": args.limits_as_numbers,
    }


def add_use(parser: argparse.ArgumentParser) -> None:
    """Add the options for the place of use: ``--prior`` and ``--budget``."""
    parser.add_argument(
        "--prior",
        metavar="CLASS=P,...",
        help="class probabilities where the model is used; one class may be left out",
    )
    parser.add_argument(
        "--budget", type=number_from(0), metavar="COST", help="the most to spend on an instance"
    )


def add_known(parser: argparse.ArgumentParser) -> None:
    """Add ``--known``."""
    parser.add_argument(
        "--known",
        metavar="COL",
        action="append",
        default=[],
        help="a column whose values are known before the first question and cost nothing, such as age; "
        "may be given several times",
    )


def add_unknown(parser: argparse.ArgumentParser) -> None:
    """Add ``--unknown``."""
    parser.add_argument(
        "--unknown",
        choices=("missing", "error"),
        default="missing",
        help="how to treat a category that the model does not know (default: missing, with a warning)",
    )


def number_from(least: float) -> Callable[[str], float]:
    """Return an argument type: a number that is not below `least`."""

    def number(text: str) -> float:
        value = float(text)
        if not value >= least:
            raise argparse.ArgumentTypeError(f"{text} is not a number of at least {least:g}")
        return value

    return number


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argument type: a whole number within limits."""

    def number(text: str) -> int:
        limits = f"of at least {least}" if most is None else f"from {least} to {most}"
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {limits}") from None
        if value < least or (most is not None and value > most):
            raise argparse.ArgumentTypeError(f"{text} is not a whole number {limits}")
        return value

    return number


def parse_prior(text: str, model: Model) -> NDArray[np.float32]:
    """Return the probabilities of ``class=p,class=p``; a single class left out gets what remains.

    Raises
    ------
    ValueError
        If a class is unknown or named twice, or the numbers are no probabilities that sum to 1.
    """
    names = [label_text(label) for label in model.classes]
    given: dict[str, float] = {}
    for part in _pairs(text):
        name, _, value = part.rpartition("=")
        if name not in names:
            raise ValueError(
                f"--prior names {name!r}, but the model's classes are {', '.join(map(repr, names))}"
            )
        if name in given:
            raise ValueError(f"--prior names {name!r} twice")
        given[name] = _probability(value, name)
    left_out = [name for name in names if name not in given]
    if len(left_out) > 1:
        raise ValueError(
            f"--prior leaves out {', '.join(map(repr, left_out))}; at most one class may be left out"
        )
    total = sum(given.values())
    if left_out and total <= 1:
        given[left_out[0]] = 1 - total
    elif abs(total - 1) > 1e-3:
        raise ValueError(f"the probabilities in --prior sum to {total:.6g}, not to 1")
    return np.array([given[name] for name in names], dtype=np.float32)


def _pairs(text: str) -> list[str]:
    """Split at commas, but not within a class name: every part ends in ``=p``."""
    parts: list[str] = []
    for piece in text.split(","):
        if parts and "=" not in parts[-1]:
            parts[-1] += "," + piece
        else:
            parts.append(piece)
    if "=" not in parts[-1]:
        raise ValueError(f"--prior is written CLASS=P,CLASS=P and {parts[-1]!r} has no '='")
    return [part.strip() for part in parts]


def _probability(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"--prior: {text!r}, given for {name!r}, is not a number") from None
    if not 0 <= value <= 1:
        raise ValueError(f"--prior: the probability {text} of {name!r} is not between 0 and 1")
    return value


def in_use(model: Model, args: argparse.Namespace) -> Model:
    """Return the model as it is used here: with the prior and budget of the command line."""
    if args.prior is None and args.budget is None:
        return model
    parts: dict[str, Any] = {} if args.budget is None else {"budget": args.budget}
    if args.prior is not None:
        prior = parse_prior(args.prior, model)
        parts["network"] = replace(model.network, prior=prior / prior.sum())
    if model.meta.get("guarantee") is not None:
        warn("the model's guarantee does not hold for another prior or budget: no case is deferred")
    return model.changed(**parts)


def check_output(output: str, *inputs: str | None) -> None:
    """Refuse, before the work, an output whose folder is not there, and one that would replace an input."""
    for path in inputs:
        if path and os.path.isfile(output) and os.path.isfile(path) and os.path.samefile(output, path):
            raise ValueError(f"{output} is an input, and the result would replace it: name another file")
    if not Path(output).resolve().parent.is_dir():
        raise ValueError(f"{output}: the folder {str(Path(output).parent)!r} does not exist; create it first")
    if Path(output).is_dir():
        raise ValueError(f"{output} is a folder; name a file in it")
