"""Small models made by hand, for the tests of the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.files.format import adaptive_section
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import plan

CLINIC_META: dict[str, Any] = {
    "title": "Fever of unknown origin",
    "intended_use": "For tests of the window only.",
    "limits": "Three made-up diseases.",
    "training": {
        "n_rows": 1200,
        "class_counts": [600, 400, 200],
        "settings": {"structure": "tree"},
        "version": "0.1.0",
    },
    "validation": {"accuracy": 0.91, "mean_cost": 0.31},
    "features": [
        {
            "question": "What is the body temperature?",
            "unit": "°C",
            "units": [{"name": "°C"}, {"name": "°F", "factor": 5 / 9, "offset": -160 / 9}],
            "range": [35.0, 42.0],
            "help": "Measured in the ear, at rest.",
        },
        {"question": "Is there a cough?", "help": "Within the last three days."},
        {
            "question": "CRP in blood",
            "unit": "mg/L",
            "units": [{"name": "mg/dL", "factor": 10.0}],
            "range": [0, 400],
        },
        {"question": "Age", "unit": "years", "range": [0, 110], "mandatory": True},
        {},
    ],
}


def renamed(model: Model, rename: Callable[[str], str]) -> Model:
    """Return a model with other names of features, categories and classes."""
    network = model.network
    features = [
        replace(each, name=rename(each.name), labels=each.labels and tuple(map(rename, each.labels)))
        for each in network.features
    ]
    classes = tuple(rename(str(label)) for label in network.classes)
    return model.changed(network=replace(network, features=tuple(features), classes=classes))


def clinic_model(tests: Any = None, **changes: Any) -> Model:
    """Three classes; numbers with units, a choice of three, a mandatory free one, one with nothing told.

    `tests` are panels, as costs take them.
    """
    features = (
        _feature("temperature", 0, [37.5, 38.5], [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6]]),
        _feature(
            "cough",
            1,
            [0, 1, 2],
            [[0.8, 0.3, 0.4], [0.15, 0.3, 0.3], [0.05, 0.4, 0.3]],
            ("none", "dry", "wet"),
        ),
        _feature("crp", 2, [10.0, 80.0], [[0.8, 0.5, 0.1], [0.15, 0.4, 0.3], [0.05, 0.1, 0.6]], parent=0),
        _feature("age", 3, [18.0, 65.0], [[0.3, 0.3, 0.2], [0.4, 0.4, 0.3], [0.3, 0.3, 0.5]]),
        _feature("score", 4, [0.0], [[0.6, 0.5, 0.3], [0.4, 0.5, 0.7]]),
    )
    network = Network(features, ("healthy", "viral", "bacterial"), np.array([0.5, 0.33, 0.17], np.float32))
    prices = {"temperature": 0.01, "cough": 0.02, "crp": 0.05, "age": 0.0, "score": 0.04}
    of_panels = {name for test in (tests or {}).values() for name in test["features"]}
    costs = AcquisitionCosts.from_spec(
        {name: price for name, price in prices.items() if name not in of_panels},
        [f.name for f in features],
        tests=tests,
    )
    wrong = misclassification({("bacterial", "healthy"): 4.0, ("bacterial", "viral"): 2.0}, network.classes)
    model = Model.build(network, costs, wrong, meta=CLINIC_META)
    return model.with_policies({"ORDR": plan(model)}).with_meta(CLINIC_META | changes)


def grouped_model(**prices: Any) -> Model:
    """The clinical model, in which the costs of some features are given."""
    model = clinic_model()
    spec = dict.fromkeys(model.feature_names, 0.01) | prices
    costs = AcquisitionCosts.from_spec(spec, model.feature_names)
    made = Model.build(model.network, costs, model.misclassification, meta=model.meta)
    return made.with_policies({"ORDR": plan(made)})


def groups_of_all_kinds() -> list[tuple[Model, bool]]:
    """Models in which temperature is in a group, and whether a test of that costs less after another."""
    one, other = {"cost": 0.05, "group": "blood"}, {"cost": 0.04, "group": "blood"}
    less = {"discount_cost": 0.02}
    return [
        (grouped_model(temperature=one, crp=other), False),
        (grouped_model(temperature=one | less), False),
        (grouped_model(temperature=one | less, cough={"cost": 0.04, "group": "urine"}), False),
        (grouped_model(temperature=one | less, crp=other), True),
        (grouped_model(temperature=one, crp=other | less), True),
        (grouped_model(temperature=one | less, crp=other | less, cough={"group": "derived:crp"}), True),
    ]


def one_class_model() -> Model:
    """A model with nothing to decide."""
    table = np.full((1, 2, 1), 0.5, np.float32)
    feature = Feature("a", 0, np.ones(1, np.float32), False, None, -1, table)
    network = Network((feature,), ("only",), np.ones(1, np.float32))
    model = Model.build(network, AcquisitionCosts.from_spec(0.1, ["a"]), np.zeros((1, 1), np.float32))
    return model.with_policies({"ORDR": plan(model)})


def wide_model(n_classes: int = 11, n_features: int = 60, n_values: int = 6) -> Model:
    """Many classes and features: tables drawn from a seeded generator."""
    rng = np.random.default_rng(7)
    features = []
    for k in range(n_features):
        parent = k - 1 if k % 3 else -1
        shape = (n_values if parent >= 0 else 1, n_classes)
        table = rng.dirichlet(np.full(n_values, 2.0), shape).transpose(0, 2, 1).astype(np.float32)
        edges = np.arange(1, n_values, dtype=np.float32)
        features.append(
            Feature(f"measure {k + 1}", k, edges, False, None, parent, np.ascontiguousarray(table))
        )
    network = Network(
        tuple(features),
        tuple(f"class {i + 1}" for i in range(n_classes)),
        np.full(n_classes, 1 / n_classes, np.float32),
    )
    costs = AcquisitionCosts.from_spec(0.005, [f.name for f in features])
    model = Model.build(network, costs, misclassification(None, network.classes))
    return model.with_policies({"ORDR": plan(model, treatment="marginal", n_beliefs=20)})


def factor_model(n_classes: int = 11, n_features: int = 100, n_values: int = 16, n_given: int = 16) -> Model:
    """Many classes, and many features that depend on a factor, as training makes them; adaptive."""
    rng = np.random.default_rng(7)
    shape = (n_given, n_classes)
    tables = [
        rng.dirichlet(np.full(n_values, 2.0), shape).transpose(0, 2, 1).astype(np.float32)
        for _ in range(n_features)
    ]
    edges = np.arange(1, n_values, dtype=np.float32)
    features = tuple(
        Feature(f"measure {k + 1}", k, edges, False, None, n_features, np.ascontiguousarray(table))
        for k, table in enumerate(tables)
    )
    classes = tuple(f"class {i + 1}" for i in range(n_classes))
    prior = np.full(n_classes, 1 / n_classes, np.float32)
    network = Network(features, classes, prior, np.full(shape, 1 / n_given, np.float32))
    costs = AcquisitionCosts.from_spec(0.005, [feature.name for feature in features])
    policies = {"ADPT": adaptive_section()}
    return Model.build(network, costs, misclassification(None, classes), policies=policies)


def _feature(
    name: str, column: int, values: list[float], rows: list[list[float]], labels: Any = None, parent: int = -1
) -> Feature:
    """Make a feature whose table does not depend much on its parent's value (of three)."""
    table = np.array(rows, dtype=np.float64)[None]
    if parent >= 0:
        table = np.concatenate([table, table**1.2, table**0.8])
    table /= table.sum(axis=1, keepdims=True)
    return Feature(
        name,
        column,
        np.array(values, np.float32),
        labels is not None,
        labels,
        parent,
        table.astype(np.float32),
    )
