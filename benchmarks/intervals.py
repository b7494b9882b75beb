"""How often an interval of a posterior contains the value from more rows, and what happened.

A model of few rows is asked about rows that it has not seen, up to where its policy stops. The first question
is that of the interval: what would the same network say, counted from many other rows? The second is about
the network, too: how often was the class the true one?
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from ifc2f._core import lib

from ifc2f import IFC2FClassifier, Model, Session
from ifc2f.network import Network

from .data import datasets

LEVEL = 0.9
N_TRAINED = 300
N_ASKED = 200
N_TRIALS = 5
N_GROUPS = 10
SURE = 0.99  # a posterior above it is compared where its interval is narrow and where it is wide
NARROW, WIDE = 0.3, 0.9
SETS = ("thyroid", "spambase", "robot", "pima", "wdbc", "heart")


class Asked(NamedTuple):
    """Of the most probable class after a row's answers: interval, posterior, and what is compared with it."""

    low: np.ndarray
    high: np.ndarray
    posterior: np.ndarray
    of_more_rows: np.ndarray
    happened: np.ndarray


def recounted(model: Model, X: np.ndarray, y: np.ndarray) -> Network:
    """Return the model's network with prior and tables counted from other rows, each cell with one more."""
    n_classes, network = model.n_classes, model.network
    codes = np.array(
        [
            [-1 if np.isnan(x) else lib.ifc2f_bin(model.c_model, k, x) for x in X[:, column]]
            for k, column in enumerate(model.columns)
        ]
    ).reshape(model.n_features, len(y))
    features = []
    for k, feature in enumerate(network.features):
        counts = np.ones(feature.table.shape)
        above = codes[feature.parent] if feature.parent >= 0 else np.zeros(len(y), dtype=int)
        known = (codes[k] >= 0) & (above >= 0)
        np.add.at(counts, (above[known], codes[k][known], y[known]), 1)
        features.append(
            replace(feature, table=(counts / counts.sum(axis=1, keepdims=True)).astype(np.float32))
        )
    prior = np.bincount(y, minlength=n_classes) + 1.0
    return replace(network, features=tuple(features), prior=(prior / prior.sum()).astype(np.float32))


def asked(model: Model, more: Network, X: np.ndarray, y: np.ndarray) -> Asked:
    """Ask about rows until the policy stops, and say the same to the network of more rows."""
    told = []
    of_more_rows = model.changed(network=more)
    for row, label in zip(X, y, strict=True):
        session, reference = Session(model), Session(of_more_rows)
        while (k := session.next()) is not None:
            value = row[model.columns[k]]
            if np.isnan(value):
                session.missing(k)
            else:
                session.answer(k, value)
                reference.answer(k, value)
        i = int(session.posterior.argmax())
        told.append(
            (
                *session.interval(LEVEL)[i],
                session.posterior[i],
                reference.posterior[i],
                model.classes[i] == label,
            )
        )
    return Asked(*np.array(told, dtype=np.float64).T)


def of_set(
    X: np.ndarray, y: np.ndarray, n_trained: int = N_TRAINED, n_trials: int = N_TRIALS
) -> dict[str, Any]:
    """Return how often intervals of models of so many rows hold, over several draws of these rows."""
    found = []
    n_trained = min(n_trained, len(y) // 3)
    n_asked = min(N_ASKED, n_trained)
    for trial in range(n_trials):
        order = np.random.default_rng(trial).permutation(len(y))
        trained, held_out, others = np.split(order, [n_trained, n_trained + n_asked])
        model = IFC2FClassifier(0.001, policy="ordered").fit(X[trained], y[trained]).model_
        number = {label: i for i, label in enumerate(model.classes)}
        others = others[[label in number for label in y[others].tolist()]]
        codes = np.array([number[label] for label in y[others].tolist()])
        found.append(asked(model, recounted(model, X[others], codes), X[held_out], y[held_out]))
    every = Asked(*map(np.concatenate, zip(*found, strict=True)))
    spread = np.sqrt(1.0 + n_trained / len(others))  # what is compared with comes from rows of a number, too
    normal = NormalDist()
    return {
        "trained": n_trained,
        "others": len(others),
        "width": f"{np.mean(every.high - every.low):.3f}",
        "holds_percent": f"{100 * holding(every):.0f}",
        "expected_percent": f"{100 * (2 * normal.cdf(normal.inv_cdf((1 + LEVEL) / 2) / spread) - 1):.0f}",
        **of_groups(every),
        **of_sure(every),
    }


def holding(every: Asked) -> float:
    """Return the share of intervals that hold what the network of more rows says."""
    return float(np.mean((every.low <= every.of_more_rows) & (every.of_more_rows <= every.high)))


def of_groups(every: Asked) -> dict[str, Any]:
    """Return in how many groups of like posteriors what happened lies between the mean ends, and near."""
    within = about = 0
    groups = np.array_split(np.argsort(every.posterior, kind="stable"), N_GROUPS)
    for group in groups:
        low, high = every.low[group].mean(), every.high[group].mean()
        share = every.happened[group].mean()
        chance = 2.0 * np.sqrt(
            np.maximum([low * (1 - low), high * (1 - high)], 1.0 / len(group)) / len(group)
        )
        within += bool(low <= share <= high)
        about += bool(low - chance[0] <= share <= high + chance[1])
    return {"groups": len(groups), "happened_within": within, "within_two_errors": about}


def of_sure(every: Asked) -> dict[str, Any]:
    """Return how often a class was the true one that is nearly sure, by the width of its interval."""
    width = every.high - every.low
    found: dict[str, Any] = {}
    for name, is_so in (("narrow", width < NARROW), ("wide", width > WIDE)):
        happened = every.happened[is_so & (every.posterior > SURE)]
        found[f"sure_{name}"] = len(happened)
        found[f"sure_{name}_right_percent"] = f"{100 * happened.mean():.0f}" if len(happened) else ""
    return found


def coverages() -> Iterator[dict[str, Any]]:
    """Yield a row for each set."""
    for name in filter(datasets.available, SETS):
        data = datasets.load(name)
        yield {"data": name, **of_set(np.asarray(data.X, dtype=np.float64), data.y)}
