"""A feature as people see it: question, unit, choices, range; defaults where the model has none."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ifc2f.model import Model
from ifc2f_gui.shared.numbers import edge, plain
from ifc2f_gui.shared.texts import language, tr


@dataclass(frozen=True)
class Unit:
    """A unit people enter: model value = factor * entered + offset."""

    name: str
    factor: float = 1.0
    offset: float = 0.0

    def to_model(self, entered: float) -> float:
        """Convert to the model's unit."""
        return self.factor * entered + self.offset

    def from_model(self, value: float) -> float:
        """Convert from the model's unit."""
        return (value - self.offset) / self.factor


@dataclass(frozen=True)
class Described:
    """A feature's texts and limits.

    Attributes
    ----------
    index : int
    name, question, help, delay : str
        Empty if the model has none; the question is then the name.
    units : tuple of Unit
        The model's own unit first.
    choices : tuple of str or None
        Texts of the categories in the order of the bins; None for a number.
    range : tuple of two floats or None
        Smallest and largest value in training, in the model's unit.
    limits : tuple of two floats or None
        Smallest and largest value that is possible at all; others are refused.
    mandatory : bool
        To be asked before anything else.
    group : str
        Those groups of its tests in which a test costs less after another one.
    panel : str
        The test that shows this feature with others, at one price; empty if there is none.
    n_values : int
        Bins or categories.
    edges : tuple of float
        Where the bins of a number meet.
    """

    index: int
    name: str
    question: str
    help: str
    delay: str
    units: tuple[Unit, ...]
    choices: tuple[str, ...] | None
    range: tuple[float, float] | None
    limits: tuple[float, float] | None
    mandatory: bool
    group: str
    panel: str
    n_values: int
    edges: tuple[float, ...] = ()

    def unit(self, name: str) -> Unit:
        """Return a unit by name, or the model's own."""
        return next((unit for unit in self.units if unit.name == name), self.units[0])

    def outside(self, value: float) -> bool:
        """Whether a value lies outside the range of the training data."""
        return self.range is not None and not self.range[0] <= value <= self.range[1]


def describe(model: Model) -> tuple[Described, ...]:
    """Return the model's features as people see them. Entries that make no sense are passed over."""
    costs = model.costs
    panels = {k: one_line(name) for name, features in costs.panels.items() for k in features}
    shared = _groups_with_discounts(costs)
    return tuple(
        _describe(model, k, _group(costs, k, shared), panels.get(k, "")) for k in range(model.n_features)
    )


def own_words(model: Model, text: str) -> str:
    """Return one of a model's texts in the user's language, if the model has it."""
    told = model.meta.get("translations")
    words = told.get(language()) if isinstance(told, Mapping) else None
    found = words.get(text) if isinstance(words, Mapping) else None
    return found if isinstance(found, str) and found.strip() else text


def _describe(model: Model, k: int, group: str, panel: str) -> Described:
    entry = model.meta["features"][k]
    name = one_line(own_words(model, model.feature_names[k]))
    feature = model.network.features[k]
    return Described(
        index=k,
        name=name,
        question=own_words(model, _text(entry, "question")) or name,
        help=own_words(model, _text(entry, "help")),
        delay=own_words(model, _text(entry, "delay")),
        units=_units(entry),
        choices=_choices(model, k),
        range=_interval(entry.get("range")),
        limits=_interval(entry.get("limits")),
        mandatory=entry.get("mandatory") is True,
        group=group,
        panel=panel,
        n_values=feature.n_values,
        edges=() if feature.categorical else tuple(map(float, feature.values)),
    )


def value_texts(model: Model, feature: Described) -> list[str]:
    """Return a text for each bin or category of a feature, in the user's words."""
    if feature.choices is not None:
        return list(map(one_line, feature.choices))
    edges = list(map(edge, model.network.features[feature.index].values))
    if not edges:
        return [tr("any")]
    between = [tr("{low} to {high}", low=low, high=high) for low, high in pairwise(edges)]
    return [f"< {edges[0]}", *between, f"≥ {edges[-1]}"]


def _groups_with_discounts(costs: Any) -> set[int]:
    """Return the groups of several tests of which one costs less after another: a panel is alone in its."""
    n_tests = Counter(costs.group.tolist())
    cheaper = costs.group[costs.discount_cost < costs.cost].tolist()
    return {group for group in cheaper if n_tests[group] > 1} - {-1}


def _group(costs: Any, k: int, shared: set[int]) -> str:
    groups = {int(costs.group[test]) for test in costs.tests_of[k]} & shared
    return ", ".join(costs.group_names[group] for group in sorted(groups))


def _choices(model: Model, k: int) -> tuple[str, ...] | None:
    feature = model.network.features[k]
    if not feature.categorical:
        return None
    return tuple(feature.labels or (plain(value) for value in feature.values))


def _units(entry: Mapping[str, Any]) -> tuple[Unit, ...]:
    """Return the model's unit and those that convert to it."""
    own = Unit(_text(entry, "unit"))
    others = []
    told = entry.get("units")
    for given in told if isinstance(told, list) else []:
        if not isinstance(given, Mapping) or not _text(given, "name"):
            continue
        factor, offset = _number(given.get("factor", 1.0)), _number(given.get("offset", 0.0))
        if factor is None or offset is None or factor == 0.0:
            continue
        unit = Unit(_text(given, "name"), factor, offset)
        if not own.name and (factor, offset) == (1.0, 0.0):
            own = unit
        elif unit.name != own.name:
            others.append(unit)
    return own, *others


def _interval(given: Any) -> tuple[float, float] | None:
    if not isinstance(given, list | tuple) or len(given) != 2:
        return None
    low, high = _number(given[0]), _number(given[1])
    return (low, high) if low is not None and high is not None and low <= high else None


def _number(given: Any) -> float | None:
    usable = isinstance(given, int | float) and not isinstance(given, bool) and math.isfinite(given)
    return float(given) if usable else None


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    return value.strip() if isinstance(value, str) else ""


def one_line(text: object) -> str:
    """Return a name without line breaks and the like, so that it takes one line everywhere."""
    return " ".join(str(text).split())


def class_names(model: Model) -> tuple[str, ...]:
    """Return the classes as people see them."""
    return tuple(class_name(model, label) for label in model.classes)


def class_name(model: Model, label: object) -> str:
    """Return a class as people see it."""
    return one_line(own_words(model, str(label)))


def cost_unit(model: Model) -> str:
    """Return what the model's costs are measured in, such as euros; empty if it does not say."""
    return one_line(own_words(model, _text(model.meta, "unit_of_costs")))


def model_title(model: Model) -> str:
    """Return the model's title."""
    return one_line(own_words(model, _text(model.meta, "title"))) or tr("Untitled model")


def model_version(model: Model) -> str:
    """Return the version the model's makers gave it, or an empty text."""
    return _text(model.meta, "model_version") or _text(model.meta, "version")
