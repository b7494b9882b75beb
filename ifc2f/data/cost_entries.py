"""Costs of columns as people write them: a file or dicts, checked and completed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ifc2f.core.words import words
from ifc2f.data.columns import is_missing
from ifc2f.data.written import parse_number

LARGEST_COST = 1e20  # of a model: sums of costs stay far below what single precision holds
DERIVED = "derived:"
PANEL = "panel:"
FIELDS = ("cost", "discount_cost", "group", "delay")


def read_costs(path: str | os.PathLike[str]) -> dict[str, dict[str, Any]]:
    """Read a CSV file of costs: by feature, a dict with `cost`, `discount_cost`, `group` and `delay`.

    Raises
    ------
    ValueError
        If a column is none of these or `feature`, a feature is listed twice, or a cost is no number.
    OSError
        If it cannot be read.
    """
    from ifc2f.data.csv_file import read_rows  # loaded when wanted: sessions start sooner

    return entries_of(read_rows(path, numbers=("cost", "discount_cost")), os.fspath(path))


def costs_by_name(spec: Any) -> Mapping[Any, Any] | None:
    """Return costs that are given by name, as a mapping; None if they are given by position."""
    if isinstance(spec, str | os.PathLike):
        return read_costs(spec)
    if isinstance(spec, Mapping):
        return spec
    if isinstance(spec, np.ndarray) or not hasattr(spec, "__len__"):
        return None
    if isinstance(spec, Sequence):
        are_rows = len(spec) > 0 and all(isinstance(row, Mapping) for row in spec)
        return entries_of(enumerate(spec, 1), "costs") if are_rows else None
    from ifc2f.data.frames import frame_of  # loaded when wanted: sessions start sooner

    if (frame := frame_of(spec)) is None:
        return spec.to_dict() if hasattr(spec, "to_dict") else None  # a series of pandas
    return entries_of(enumerate(_rows_of(frame.native), 1), "costs")


def _rows_of(frame: Any) -> list[dict[str, Any]]:
    """Return the rows of a data frame of pandas, polars or pyarrow; empty cells are None."""
    if hasattr(frame, "iloc"):
        rows = frame.to_dict("records")
    else:
        rows = frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_pylist()
    return [{field: None if is_missing(value) else value for field, value in row.items()} for row in rows]


def entries_of(rows: Iterable[tuple[int, Mapping[str, Any]]], source: str) -> dict[str, dict[str, Any]]:
    """Check rows with the fields `feature`, `cost`, ... and return an entry per feature."""
    entries: dict[str, dict[str, Any]] = {}
    for line, row in rows:
        if "feature" not in row:
            raise ValueError(words("{source}: there is no column 'feature'", source=source))
        name = str(row["feature"])
        if name in entries:
            raise ValueError(
                words(
                    "{source}, row {line}: feature {name!r} is listed twice",
                    source=source,
                    line=line,
                    name=name,
                )
            )
        entries[name] = checked_entry(
            {field: value for field, value in row.items() if field != "feature"}, name
        )
    return entries


def first_of_panels(entries: Mapping[str, Mapping[str, Any]], names: Sequence[str]) -> dict[str, str]:
    """Return the first column of each panel, by its group, after checking that its columns cost the same."""
    first: dict[str, str] = {}
    groups = {entries[name]["group"] for name in names}
    for name in names:
        group = entries[name]["group"]
        if not group.startswith(PANEL):
            continue
        panel = group.removeprefix(PANEL)
        if not panel or panel in groups:
            raise ValueError(
                words(
                    "feature {name!r}: a panel needs a name that is not the name of a group, not {panel!r}",
                    name=name,
                    panel=panel,
                )
            )
        cost, other = entries[name]["cost"], entries[first.setdefault(group, name)]["cost"]
        if cost != other:
            raise ValueError(
                words(
                    "features {first!r} and {name!r} belong to the panel {panel!r}, which has one price, "
                    "but {other} and {cost} are given",
                    first=first[group],
                    name=name,
                    panel=panel,
                    other=other,
                    cost=cost,
                )
            )
    return first


def checked_entry(value: Any, name: str) -> dict[str, Any]:
    """Check what is given for one column and complete it: two numbers, and the texts `group` and `delay`."""
    given = dict(value) if isinstance(value, Mapping) else {"cost": value}
    if unknown := [field for field in given if field not in FIELDS]:
        raise ValueError(
            words(
                "feature {name!r}: there is no field {field!r}; the fields are {fields}",
                name=name,
                field=unknown[0],
                fields=", ".join(FIELDS),
            )
        )
    given = {field: content for field, content in given.items() if content is not None and content != ""}
    group = str(given.get("group", ""))
    if group.startswith(DERIVED):
        given = {"cost": 0.0} | given
    elif "cost" not in given:
        raise ValueError(words("feature {name!r} has no cost", name=name))
    cost = checked_number(given["cost"], words("the {field} of feature {name!r}", field="cost", name=name))
    discount_cost = checked_number(
        given.get("discount_cost", cost),
        words("the {field} of feature {name!r}", field="discount_cost", name=name),
    )
    if group.startswith(DERIVED) and (cost != 0 or discount_cost != 0):
        raise ValueError(
            words(
                "feature {name!r} is derived, so it has no cost of its own, but {cost} is given",
                name=name,
                cost=cost,
            )
        )
    return {
        "cost": cost,
        "discount_cost": discount_cost,
        "group": group,
        "delay": str(given.get("delay", "")),
    }


def parts_of(group: str, name: str, known: set[str], test: Mapping[str, int]) -> list[str]:
    """Split ``derived:A+B`` into A and B. Names may hold a plus sign: the longest that fits is taken."""
    pieces = group[len(DERIVED) :].split("+")
    parts = []
    while pieces:
        lengths = [n for n in range(len(pieces), 0, -1) if "+".join(pieces[:n]) in known]
        part = "+".join(pieces[: lengths[0]]) if lengths else pieces[0]
        if part not in test:
            reason = (
                words("is itself derived: name what it needs") if part in known else words("is not a feature")
            )
            raise ValueError(
                words(
                    "feature {name!r} is derived from {part!r}, which {reason}",
                    name=name,
                    part=part,
                    reason=reason,
                )
            )
        parts.append(part)
        pieces = pieces[lengths[0] :]
    return parts


def checked_number(value: Any, what: str) -> float:
    """Convert a number or its text."""
    try:
        return parse_number(value) if isinstance(value, str) else float(value)
    except OverflowError as error:  # a whole number
        raise ValueError(
            words("{what} is above {largest:g}, the largest cost possible", what=what, largest=LARGEST_COST)
        ) from error
    except (TypeError, ValueError) as error:
        raise ValueError(words("{what} is not a number: {value!r}", what=what, value=value)) from error


def entries_with_panels(
    spec: Any, names: Sequence[str], tests: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return an entry per column: those of panels, and those of the others, as `from_spec` takes them.

    Raises
    ------
    ValueError
        If a panel lacks `cost` or `features`, has another field, or shares a feature with another or with
        costs that are given by name.
    """
    shown: dict[str, Any] = {}
    for panel, given in tests.items():
        if set(given) != {"cost", "features"}:
            has = ", ".join(given) or words("neither")
            raise ValueError(
                words("panel {panel!r} needs cost and features, but has {has}", panel=panel, has=has)
            )
        for feature in given["features"]:
            if feature in shown:
                raise ValueError(
                    words("feature {feature!r} is in two panels, or twice in one", feature=feature)
                )
            shown[str(feature)] = {"cost": given["cost"], "group": PANEL + str(panel)}
    by_name = costs_by_name(spec)
    if by_name is not None:
        others = dict(by_name)
    else:
        costs = [spec] * len(names) if np.ndim(spec) == 0 else list(spec)
        if len(costs) != len(names):
            raise ValueError(
                words(
                    "{n_costs} feature costs are given, but there are {n_features} features",
                    n_costs=len(costs),
                    n_features=len(names),
                )
            )
        others = {name: cost for name, cost in zip(names, costs, strict=True) if name not in shown}
    if twice := [name for name in others if name in shown]:
        raise ValueError(
            words("feature {name!r} belongs to a panel, so it cannot have its own cost", name=twice[0])
        )
    return {str(name): checked_entry(value, str(name)) for name, value in {**shown, **others}.items()}
