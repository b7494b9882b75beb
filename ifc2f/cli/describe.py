"""Descriptions of a model, as text and as JSON: classes, features, bins, costs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

import numpy as np

from ifc2f.cli.screen import amount, size
from ifc2f.exchange.export import Export
from ifc2f.files.meta import label_text
from ifc2f.model import Model
from ifc2f.planning.certificate import TELLING_GAP, Certificate
from ifc2f.session import Session


def class_names(model: Model) -> list[str]:
    """Return the class labels as texts."""
    return [label_text(label) for label in model.classes]


def by_class(model: Model, values: Any) -> dict[str, Any]:
    """Return one value for each class, by the class's text."""
    return dict(zip(class_names(model), np.asarray(values), strict=True))


def question(model: Model, k: int) -> str:
    """Return the text that asks for a feature: its question, or its name."""
    entry = model.meta["features"][k]
    return str(entry.get("question") or entry["name"])


def unit(model: Model, k: int) -> str:
    """Return the unit of a feature, empty if none is known."""
    return str(model.meta["features"][k].get("unit") or "")


def size_on_device(made: Export) -> str:
    """Return in words how much memory of a device a model takes."""
    n_least = made.least_session_bytes
    least = "" if n_least is None else f" ({size(n_least)} in builds with IFC2F_EXACT 0)"
    return f"{size(len(made.data))} of flash, {size(made.session_bytes)} of memory for a session{least}"


def needs(made: Export | str) -> dict[str, Any]:
    """Return as JSON how much memory of a device a model takes, or why a target cannot hold it."""
    if isinstance(made, str):
        return {"refused": made}
    return {
        "bytes": len(made.data),
        "session_bytes": made.session_bytes,
        "least_session_bytes": made.least_session_bytes,
    }


def trained_range(model: Model, k: int) -> tuple[float, float] | None:
    """Return the least and the largest value of a numeric feature in training; None if it is not known."""
    match model.meta["features"][k].get("range"):
        case [int() | float() as low, int() | float() as high]:
            return float(low), float(high)
    return None


def range_text(model: Model, k: int) -> str:
    """Return that range in words, empty if it is not known."""
    limits = trained_range(model, k)
    return "" if limits is None else f"{amount(limits[0])} to {amount(limits[1])}"


def full_costs(model: Model) -> list[float]:
    """Return what acquiring each feature costs when nothing was bought before it."""
    session = Session(model)
    return [session.feature_cost(k) for k in range(model.n_features)]


def group_text(model: Model, k: int) -> str:
    """Return the groups that a feature's tests belong to."""
    costs = model.costs
    groups = {int(costs.group[test]) for test in costs.tests_of[k]} - {-1}
    return ", ".join(costs.group_names[group] for group in sorted(groups))


def parent_text(model: Model, k: int) -> str:
    """Return the number of the feature that a feature depends on besides the class, or "factor"."""
    parent = model.network.features[k].parent
    if parent == model.n_features:
        return "factor"
    return "" if parent < 0 else str(parent + 1)


def factor_text(model: Model) -> str:
    """Return what the factor is that features depend on; empty if none does."""
    if all(feature.parent < model.n_features for feature in model.network.features):
        return ""
    return "The factor is what the features that depend on it have in common. Nobody can acquire it."


def mistakes(model: Model) -> list[tuple[str, str, float]]:
    """Return (true class, assigned class, cost) where the two differ, or the right class costs something."""
    names, Q = class_names(model), model.misclassification
    pairs = [(i, j) for i in range(len(names)) for j in range(len(names)) if i != j or Q[i, j] > 0]
    return [(names[i], names[j], float(Q[i, j])) for i, j in pairs]


def unit_of_costs(model: Model) -> str:
    """Return the unit of the model's costs as a sentence; empty if the model has none."""
    unit = model.meta.get("unit_of_costs")
    return f"Costs are in {unit}." if unit else ""


def mistakes_text(model: Model) -> str | None:
    """Return misclassification costs in a sentence, or None if there are too many."""
    pairs = mistakes(model)
    costs = {cost for _, _, cost in pairs}
    if len(costs) == 1 and len(pairs) == len(model.classes) * (len(model.classes) - 1):
        return f"every wrong class costs {amount(costs.pop())}"
    if len(pairs) > 6:
        return None
    return "; ".join(
        f"deciding {assigned} when {true} is true costs {amount(cost)}" for true, assigned, cost in pairs
    )


def certificate_text(found: Certificate) -> str:
    """Return what bounds of the optimal expected cost say of a policy: which optimum, and how far from it."""
    if found.method == "search":
        told = (
            f"Under the network it was planned on, the policy costs at most {found.upper:.4g} on average, "
            f"and no policy that asks these questions costs less than {found.lower:.4g}"
        )
        told += _within(found.gap, found.shown_percent, "the best of all policies") + "."
        by_simulation = " The first bound is simulated, and holds with a probability above 0.999."
        return told + by_simulation * (found.standard_error > 0)
    told = f"Under the model's network, the policy costs at most {found.upper:.4g} on average"
    if found.of_order:
        told += f", and no policy with this order costs less than {found.lower:.4g}"
        told += _within(found.gap, found.shown_percent, "the optimum of this order")
        told += f". No policy in any order costs less than {found.lower_of_all:.4g}"
    else:
        told += f", and no policy in any order costs less than {found.lower_of_all:.4g}"
    told += ", the cost of seeing every answer for the price of a second acquisition"
    told += _within(found.gap_of_all, found.shown_percent_of_all, "the optimum of all policies") + "."
    if found.gap_of_all >= TELLING_GAP:
        told += " The lowest cost that any policy reaches may be well above that."
    if found.standard_error > 0:
        told += " The bounds are simulated: each holds with a probability above 0.999."
    return told


def distilled_text(model: Model) -> str | None:
    """Return how a distilled graph compares in cost with the adaptive policy it was distilled from."""
    match model.meta.get("distilled"):
        case {"cost": float() | int() as cost, "more": float() | int() as more}:
            return (
                f"It was distilled from an adaptive policy, which costs {amount(cost)} for an instance if "
                f"the network is right; this graph costs {amount(more)} more."
            )
    return None


def _within(gap: float, percent: float, optimum: str) -> str:
    return f": within {percent:g} % of {optimum}" if gap < TELLING_GAP else ""


def settings_text(settings: Mapping[str, Any]) -> str:
    """Return the settings of a training in one line, without the defaults."""
    return ", ".join(f"{name} {value}" for name, value in settings.items() if value is not None)


def identity(model: Model, path: str) -> dict[str, Any]:
    """Return the file, its SHA-256 and title, for a JSON document."""
    return {"file": path, "sha256": model.sha256, "title": model.meta.get("title")}


def to_json(document: Any) -> str:
    """Return a JSON document; single-precision numbers are written with the digits they have."""
    return json.dumps(_plain(document), indent=2, allow_nan=False)


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return [_plain(item) for item in value]
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, np.float32):
        value = float(str(value))
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value
