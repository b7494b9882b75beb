"""Values as people write them: with a unit, as the text of a choice, or in pasted lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ifc2f.data.limits import read_limit
from ifc2f_gui.case.case import ANSWERED, Finding
from ifc2f_gui.case.describe import Described, Unit, one_line
from ifc2f_gui.case.ranges import read_range, refused
from ifc2f_gui.shared.numbers import plain, read_number, too_large
from ifc2f_gui.shared.texts import tr

_BETWEEN = " \t:=;,"  # a name and its value


@dataclass(frozen=True)
class Read:
    """What a text says of a feature: a finding, or what is wrong; `unusual` if outside training."""

    finding: Finding | None = None
    problem: str = ""
    unusual: bool = False


def read_value(feature: Described, text: str, takes_ranges: bool = False) -> Read:
    """Read a value, or with `takes_ranges` a limit such as "<0.5"; the checks are those of single answers."""
    text = one_line(text)
    if feature.choices is not None:
        return _choice(feature, feature.choices, text)
    named, number = without_unit(feature, text)
    unit = named or feature.units[0]
    reading = read_number(number)
    values = reading.values
    if len(values) > 1:
        usual = [v for v in values if feature.range is not None and not feature.outside(unit.to_model(v))]
        values = tuple(usual) if len(usual) == 1 else values
    if not values:
        return _limit(feature, unit, number, takes_ranges) or Read(problem=reading.problem)
    if len(values) > 1:
        return Read(problem=tr("“{text}” can be read in two ways. Which is meant?", text=number))
    value = unit.to_model(values[0])
    if problem := too_large(value):
        return Read(problem=problem)
    if feature.limits is not None and not feature.limits[0] <= value <= feature.limits[1]:
        low, high = sorted(unit.from_model(end) for end in feature.limits)
        text = tr(
            "Not possible: the value must lie between {low} and {high} {unit}",
            low=plain(low),
            high=plain(high),
            unit=unit.name,
        )
        return Read(problem=text.rstrip() + ".")
    return Read(Finding(ANSWERED, value, values[0], unit.name), unusual=feature.outside(value))


def _limit(feature: Described, unit: Unit, text: str, takes_ranges: bool) -> Read | None:
    """Read a limit; None if the text is none."""
    if read_limit(text) is None:
        return None
    if not takes_ranges:
        return Read(problem=refused(text))
    finding, problem = read_range(feature, unit, text)
    return Read(finding, problem)


def _choice(feature: Described, choices: Sequence[str], text: str) -> Read:
    exact = [choice for choice in choices if one_line(choice) == text]
    same = [choice for choice in choices if one_line(choice).casefold() == text.casefold()]
    begins = [choice for choice in choices if one_line(choice).casefold().startswith(text.casefold())]
    found = exact or same or begins
    if len(found) == 1 and text:
        return Read(Finding(ANSWERED, found[0]))
    return Read(problem=tr("Not one of the choices: {choices}.", choices=", ".join(map(one_line, choices))))


def without_unit(feature: Described, text: str) -> tuple[Unit | None, str]:
    """Take a unit of the feature off the end of a text; None if it ends with none."""
    for unit in sorted(feature.units, key=lambda unit: -len(unit.name)):
        if unit.name and text.casefold().endswith(unit.name.casefold()):
            return unit, text[: -len(unit.name)].strip()
    return None, text


def read_lines(features: Sequence[Described], text: str) -> tuple[dict[int, str], list[str]]:
    """Read pasted text: lines of a name and its value, or a row of a table below its heads.

    Returns the texts by feature, and what could not be read, a sentence each.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    names = {name.casefold(): f.index for f in features for name in (f.question, f.name)}
    table = [line.split("\t") for line in lines]
    if table and len(table[0]) > 1 and sum(_key(cell) in names for cell in table[0]) > 1:
        return _row(table, names)
    found: dict[int, str] = {}
    problems = []
    for line in lines:
        k, value = _named(line, names)
        if k is None:
            problems.append(
                tr("“{line}” does not begin with the name of an open question.", line=one_line(line)[:60])
            )
        elif k in found:
            problems.append(tr("{name} occurs twice.", name=features_name(features, k)))
        elif value:
            found[k] = value
    return found, problems


def features_name(features: Sequence[Described], k: int) -> str:
    """Return the name of a feature by its index."""
    return next(f.name for f in features if f.index == k)


def _row(table: list[list[str]], names: dict[str, int]) -> tuple[dict[int, str], list[str]]:
    if len(table) != 2:
        n = len(table) - 1
        return {}, [tr("There are {n} rows below the header; please copy the header and one row.", n=n)]
    found = {
        names[_key(head)]: cell.strip()
        for head, cell in zip(*table, strict=False)
        if _key(head) in names and cell.strip()
    }
    unknown = [head.strip() for head in table[0] if _key(head) not in names and head.strip()]
    problems = [tr("Ignored: {names}.", names=", ".join(unknown))] if unknown else []
    return found, problems


def _key(text: str) -> str:
    return one_line(text).strip('"').casefold()


def _named(line: str, names: dict[str, int]) -> tuple[int | None, str]:
    """Return the feature that a line begins with, by the longest name that fits, and the rest."""
    text = one_line(line)
    fits = [name for name in names if re.match(re.escape(name) + rf"([{_BETWEEN}]|$)", text.casefold())]
    if not fits:
        return None, ""
    name = max(fits, key=len)
    return names[name], text[len(name) :].strip(_BETWEEN)
