"""Options for the costs of questions and mistakes, and for the description of a model."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.cli.options import number_from
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.csv_file import read_rows
from ifc2f.files.meta import label_text
from ifc2f.learning.prices import warn_of_prices
from ifc2f.learning.training_data import Described

_ABOUT = ("question", "unit", "help")


def add_costs(group: Any) -> None:
    """Add the options for the costs of features and mistakes."""
    features = group.add_mutually_exclusive_group()
    features.add_argument("--costs", metavar="FILE", help="CSV file with the cost of each feature")
    features.add_argument(
        "--cost", type=float, default=0.01, metavar="X", help="cost of every feature (default: 0.01)"
    )
    mistakes = group.add_mutually_exclusive_group()
    mistakes.add_argument("--misclassification", metavar="FILE", help="CSV file true,predicted,cost")
    mistakes.add_argument(
        "--cost-ratio",
        type=float,
        metavar="R",
        help="for two classes: deciding for the first if the second is true costs R; the reverse costs 1",
    )
    mistakes.add_argument(
        "--mistake",
        action="append",
        nargs=3,
        metavar=("TRUE", "DECIDED", "COST"),
        help="cost of one kind of mistake (others: 1); may be repeated",
    )
    group.add_argument(
        "--budget", type=number_from(0), metavar="COST", help="the most to spend on an instance"
    )


def add_description(group: Any) -> None:
    """Add the options for the description of a model."""
    group.add_argument("--title", metavar="TEXT", help="title of the model, for people")
    group.add_argument("--intended-use", metavar="TEXT", help="who should use the model, and for what")
    group.add_argument(
        "--unit-of-costs", metavar="TEXT", help="what all costs are measured in, such as euros"
    )
    group.add_argument(
        "--questions",
        metavar="FILE",
        help="CSV file feature,question,unit,help with the wording of the questions",
    )


def acquisition_costs(
    args: argparse.Namespace, names: Sequence[str], others: Sequence[str]
) -> AcquisitionCosts:
    """Return the costs of the features; a costs file may name columns that were left out as well."""
    if args.costs is None:
        return AcquisitionCosts.from_spec(args.cost, names)
    listed = listed_in_costs(args.costs)
    left_out = [name for name in dict.fromkeys(others) if name in listed]
    return AcquisitionCosts.from_spec(args.costs, [*names, *left_out]).select(range(len(names)))


def listed_in_costs(path: str) -> list[str]:
    """Return the features that a file of costs names, each once."""
    return list(dict.fromkeys(str(row.get("feature")) for _, row in read_rows(path)))


def mistake_costs(args: argparse.Namespace, classes: Sequence[Any]) -> Any:
    """Return the misclassification costs, shape (L, L)."""
    if not args.mistake:
        return misclassification(
            args.misclassification if args.cost_ratio is None else args.cost_ratio, classes
        )
    by_text = {label_text(label): label for label in classes}
    pairs: dict[tuple[Any, Any], str] = {}
    for true, decided, cost in args.mistake:
        pair = by_text.get(true, true), by_text.get(decided, decided)
        if pair in pairs:
            raise ValueError(f"--mistake {true} {decided} is given twice")
        pairs[pair] = cost
    return misclassification(pairs, classes)


def priced(
    args: argparse.Namespace, data: Described, others: Sequence[str]
) -> tuple[AcquisitionCosts, NDArray[np.float32]]:
    """Return the costs of questions and of mistakes; warn if no answer can be worth its price."""
    costs, mistakes = acquisition_costs(args, data.names, others), mistake_costs(args, data.classes)
    warn_of_prices(costs, mistakes)
    return costs, mistakes


def description(
    args: argparse.Namespace, names: Sequence[str], units: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the description of a model: title, intended use, unit of costs, and questions by feature.

    `units` are those found in the table; a file of questions may name others.
    """
    meta: dict[str, Any] = {
        "title": args.title,
        "intended_use": args.intended_use,
        "unit_of_costs": args.unit_of_costs,
    }
    about = {name: {"unit": unit} for name, unit in (units or {}).items() if name in names}
    if args.questions:
        for name, told in read_questions(args.questions, names).items():
            about[name] = about.get(name, {}) | told
    return {key: value for key, value in (meta | {"features": about}).items() if value}


def read_questions(path: str, names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Read the texts shown to people, by feature: `question`, `unit` and `help`.

    Raises
    ------
    ValueError
        If a column is unknown, or a feature is unknown or listed twice.
    """
    about: dict[str, dict[str, str]] = {}
    for line, row in read_rows(path):
        if "feature" not in row or (odd := [name for name in row if name not in ("feature", *_ABOUT)]):
            wrong = (
                f"there is no column {odd[0]!r} in it" if "feature" in row else "there is no column 'feature'"
            )
            raise ValueError(f"{path}: {wrong}; the columns are feature, {', '.join(_ABOUT)}")
        name = row["feature"]
        if name not in names:
            raise ValueError(f"{path}, line {line}: {name!r} is not a feature of the data")
        if name in about:
            raise ValueError(f"{path}, line {line}: feature {name!r} is listed twice")
        about[name] = {key: text for key, text in row.items() if key in _ABOUT and text}
    return about
