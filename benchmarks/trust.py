"""Whether a model's own figures hold on rows that it was not trained on: its cost, and its probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ifc2f import IFC2FClassifier

from .data import datasets, protocols
from .runs import declare
from .runs.worker import split_of

SETS = (
    "wdbc",
    "pima",
    "spambase",
    "thyroid",
    "madelon",
    "robot",
    "cube",
    "cube_nm_clean",
    "three_of_seven",
)  # of more than 500 rows
PRICE = 0.01
N_BINS = 10  # of the probability of the class decided


def trust() -> Iterator[dict[str, Any]]:
    """Train the default on each fold, and set what it says of itself beside what test rows show.

    `expected` is `expected_cost_`, `held_out` what cross-validation on the training rows told, `gap` the mean
    probability of the class decided less the share that is right, `ece` the expected calibration error over
    ten bins of that probability, all folds together.
    """
    for name in filter(datasets.available, SETS):
        data, protocol = datasets.load(name), declare.entry(name, "IFC2F", {}, (PRICE,)).protocol
        told, cost, expected, held_out = [], [], [], []
        for fold in protocols.folds(data, protocol, 0):
            split = split_of(data, protocol, fold.label, 0)
            classifier = IFC2FClassifier(PRICE, random_state=0, categorical_features=list(split.categorical))
            acquisition = classifier.fit(split.X_train, split.y_train).acquire(split.X_test)
            is_right = acquisition.label == split.y_test
            told.append(np.stack([acquisition.posterior.max(axis=1), is_right]))
            cost.append(np.mean(~is_right) + acquisition.cost.mean())
            expected.append(classifier.expected_cost_.total)
            held_out.append(classifier.choice_["held_out_cost"])
        probability, right = np.concatenate(told, axis=1)
        yield {
            "data": name,
            "protocol": protocol,
            "expected": f"{np.mean(expected):.4f}",
            "held_out": f"{np.mean(held_out):.4f}",
            "cost": f"{np.mean(cost):.4f}",
            "expected_by_cost": f"{np.mean(expected) / np.mean(cost):.3f}",
            "gap": f"{probability.mean() - right.mean():+.4f}",
            "ece": f"{calibration_error(probability, right):.4f}",
        }


def calibration_error(probability: np.ndarray, is_right: np.ndarray) -> float:
    """Return the expected calibration error: how far bins' mean probability is from the share right."""
    bins = np.minimum((probability * N_BINS).astype(int), N_BINS - 1)
    return float(np.abs(np.bincount(bins, probability - is_right)).sum() / len(bins))
