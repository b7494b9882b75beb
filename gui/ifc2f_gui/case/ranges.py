"""Ranges as laboratories report them: <0.5 where less was not measured, and >= 20."""

from __future__ import annotations

from ifc2f.data.limits import read_limit
from ifc2f_gui.case.case import UNCERTAIN, Finding
from ifc2f_gui.case.describe import Described, Unit
from ifc2f_gui.case.likelihoods import of_range
from ifc2f_gui.shared.numbers import plain, read_number
from ifc2f_gui.shared.texts import shortened, tr

_MOST_SHOWN = 30  # letters of what is no number


def refused(text: str) -> str:
    """Say that a range is no number, and where it can be entered."""
    shown = shortened(text.strip(), _MOST_SHOWN)
    return tr("“{text}” is a range, not a number. Enter it with “Uncertain…”.", text=shown)


def other_end(feature: Described, unit: Unit, limit: float, is_upper: bool) -> float | None:
    """Return where a range ends that is told on one side only, in the unit.

    It is what is possible at all, or 0 where no training case lay below, or the range seen in training; None
    where that does not reach beyond the limit.
    """
    side = 0 if is_upper else 1
    ends = [
        sorted(map(unit.from_model, span))[side]
        for span in (feature.limits, feature.range)
        if span is not None
    ]
    if is_upper and feature.limits is None and ends and ends[-1] > 0.0:
        ends.insert(0, 0.0)
    return next((end for end in ends if (end < limit if is_upper else end > limit)), None)


def finding_of_range(feature: Described, unit: Unit, low: float, high: float) -> tuple[Finding | None, str]:
    """Return the uncertain answer "between low and high", or what is wrong with it."""
    if low > high:
        return None, tr("The first number must be the smaller one.")
    first, last = sorted((unit.to_model(low), unit.to_model(high)))
    limits = feature.limits
    if limits is not None and (last < limits[0] or first > limits[1]):
        span = {"low": plain(limits[0]), "high": plain(limits[1]), "unit": feature.units[0].name}
        return None, tr("Not possible: the value must lie between {low} and {high} {unit}", **span)
    likelihoods = of_range(feature.edges, feature.range, first, last)
    return Finding(UNCERTAIN, likelihoods=likelihoods, unit=unit.name, span=(low, high)), ""


def read_range(feature: Described, unit: Unit, text: str) -> tuple[Finding | None, str]:
    """Return the uncertain answer of a limit such as "<0.5", or what is wrong."""
    limit = read_limit(text)
    values = () if limit is None else read_number(limit.text).values
    end = None
    if limit is not None and len(values) == 1:
        end = other_end(feature, unit, values[0], limit.is_upper)
    if end is None:
        return None, refused(text)
    return finding_of_range(feature, unit, *sorted((values[0], end)))
