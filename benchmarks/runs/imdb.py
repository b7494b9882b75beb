"""The IMDB demonstration: a policy trained on words, and its course through four reviews."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..data import datasets
from ..methods.adapters import Split, as_needed, narrowed
from .declare import COST, authors
from .runner import SEED

# The authors' scikit-learn may have been one that normalised by the larger entropy (before 0.22).
SETTINGS: dict[str, dict[str, Any]] = {
    "authors'": authors("imdb"),
    "authors', larger entropy": {**authors("imdb"), "relevance_average": "max"},
    "ordered": {"policy": "ordered"},
}


@dataclass(frozen=True)
class Review:
    """A test review: words looked at with their counts, and P(positive) before and after each look."""

    kind: str
    rating: int
    positive: bool
    called_positive: bool
    words: list[str]
    counts: list[int]
    course: list[float]


def run(folder: Path) -> None:
    """Train on the given split under two settings; write ``imdb.json``. Missing data are named."""
    try:
        dataset = datasets.load("imdb")
    except datasets.DataMissing as error:
        print(error)
        return
    train, test = np.flatnonzero(dataset.split == 0), np.flatnonzero(dataset.split == 1)
    split = Split(dataset.X[train], dataset.y[train], dataset.X[test], dataset.y[test])
    runs = {
        name: _demonstrate(dataset, split, dataset.extra["rating"][test], settings)
        for name, settings in SETTINGS.items()
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "imdb.json").write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")


def _demonstrate(
    dataset: datasets.Dataset, split: Split, rating: np.ndarray, settings: dict[str, Any]
) -> dict[str, Any]:
    from ifc2f import IFC2FClassifier

    classifier = IFC2FClassifier(feature_cost=COST, random_state=SEED, **settings)
    started = time.process_time()
    columns = narrowed(split.X_train, split.y_train, classifier)
    X_train, X_test = split.X_train, split.X_test
    if columns is None:
        columns = np.arange(X_train.shape[1])
    else:
        X_train, X_test = X_train[:, columns], X_test[:, columns]
    classifier.fit(as_needed(X_train, classifier), split.y_train)
    trained = time.process_time() - started
    X_test = as_needed(X_test, classifier)
    acquisition = classifier.acquire(X_test)
    words = [dataset.feature_names[column] for column in columns]
    print(
        f"imdb: trained in {trained:.1f} s, accuracy {np.mean(acquisition.label == split.y_test):.4f}",
        flush=True,
    )
    return {
        "order": [words[column] for column in classifier.order_[:10]],
        "accuracy": float(np.mean(acquisition.label == split.y_test)),
        "features": float(acquisition.n_features.mean()),
        "train_s": trained,
        "reviews": [
            asdict(_review(kind, row, classifier.model_, X_test, words, split.y_test, rating))
            for kind, row in _chosen(acquisition, split.y_test).items()
        ],
    }


def _chosen(acquisition: Any, y: np.ndarray) -> dict[str, int]:
    """Four test rows, by rule: typical of either class, the longest that ends well, the surest mistake."""
    right = acquisition.label == y
    n = acquisition.n_features

    def first(rows: np.ndarray, key: np.ndarray) -> int:
        candidates = np.flatnonzero(rows)
        return int(candidates[np.argmin(key[candidates])])

    def typical(label: int) -> int:
        rows = right & (y == label)
        return first(rows, np.abs(n - np.median(n[rows])))

    return {
        "a typical positive review": typical(1),
        "a typical negative review": typical(0),
        "the longest session that ends well": first(right, -n),
        "the surest mistake": first(~right, -acquisition.posterior.max(axis=1)),
    }


def _review(
    kind: str, row: int, model: Any, X: Any, words: list[str], y: np.ndarray, rating: np.ndarray
) -> Review:
    from ifc2f import Session

    session = Session(model)
    course, seen, counts = [float(session.posterior[1])], [], []
    while (feature := session.next()) is not None:
        column = int(model.columns[feature])
        count = float(X[row, column])
        session.answer(feature, count)
        seen.append(words[column])
        counts.append(int(count))
        course.append(float(session.posterior[1]))
    return Review(
        kind, int(rating[row]), bool(y[row] == 1), bool(session.decide() == 1), seen, counts, course
    )
