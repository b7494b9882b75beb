"""The data sets of the benchmarks as they should be, and how they are cut."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from benchmark_data import load

from benchmarks.data import datasets, protocols
from benchmarks.paper import published

SHAPES = {
    "madelon": (2600, 500, 2),
    "lung_cancer": (181, 12533, 2),
    "mll": (72, 5848, 3),
    "dexter": (600, 20000, 2),
    "car": (174, 12533, 11),
    "lung2": (203, 100, 5),
    "leukemia": (72, 7129, 2),
    "prostate": (102, 6033, 2),
    "spambase": (4601, 57, 2),
    "dorothea": (1150, 100000, 2),
    "news20": (19997, 1350639, 2),
    "wdbc": (569, 30, 2),
    "thyroid": (7200, 21, 3),
    "pima": (768, 8, 2),
    "heart": (303, 13, 2),
    "wine": (178, 13, 3),
    "robot": (5456, 24, 4),
    "imdb": (50000, 89527, 2),
}
COST_SHAPES = {
    "annealing": (898, 24, 5),
    "breast": (277, 9, 2),
    "car": (1728, 6, 4),
    "diabetes": (768, 6, 2),
    "heart": (297, 11, 2),
    "iris": (150, 4, 3),
    "nursery": (6068, 8, 5),
    "tictactoe": (958, 9, 2),
    "wine": (178, 13, 3),
}
SHAPES |= {
    datasets.cost_set(name, level): shape
    for name, shape in COST_SHAPES.items()
    for level in datasets.COST_LEVELS
}
SHAPES |= {  # ten draws of training and test rows
    "cube": (28000, 20, 8),
    "cube_sharp": (28000, 20, 8),
    "cube_nm": (100000, 33, 8),
    "cube_nm_clean": (100000, 31, 8),
    **dict.fromkeys(("xor", "parity3", "parity5", "and_or", "three_of_seven", "brand"), (40000, 10, 2)),
    "panel": (40000, 40, 2),
}
LARGE = ("news20", "imdb")


def test_every_declared_set_has_a_known_shape() -> None:
    assert set(SHAPES) == set(datasets.DECLARED)
    assert {d.paper for d in datasets.DECLARED.values() if d.paper} == {
        row["dataset"] for row in published.rows("accuracy")
    }


@pytest.mark.parametrize("name", [name for name in SHAPES if name not in LARGE])
def test_load(name: str) -> None:
    dataset = load(name)
    n, k, n_classes = SHAPES[name]
    assert dataset.X.shape == (n, k)
    assert dataset.y.shape == (n,)
    np.testing.assert_array_equal(np.unique(dataset.y), np.arange(n_classes))
    assert len(dataset.feature_names) == k
    assert len(dataset.class_names) == n_classes
    assert dataset.sparse == (name in ("dexter", "dorothea"))
    found = list(protocols.folds(dataset, dataset.declaration.protocol, 0))
    assert [fold.label for fold in found] == protocols.labels(dataset.declaration.protocol)
    for fold in found:
        assert not set(fold.train) & set(fold.test)
    if dataset.declaration.protocol in ("folds", "blocks"):
        np.testing.assert_array_equal(np.sort(np.concatenate([fold.test for fold in found])), np.arange(n))


def test_decimals_are_restored() -> None:
    X = load("spambase").X
    assert (np.round(X, 3) == X).all()
    assert 0.64 in X


def test_impossible_zeros_of_pima_are_missing() -> None:
    dataset = load("pima")
    missing = dict(zip(dataset.feature_names, np.isnan(dataset.X).sum(axis=0), strict=True))
    assert missing["insulin"] == 374
    assert missing["times_pregnant"] == 0


def test_categories_of_heart() -> None:
    dataset = load("heart")
    assert [dataset.feature_names[column] for column in dataset.categorical] == [
        "cp",
        "restecg",
        "slope",
        "thal",
    ]
    assert np.isnan(dataset.X).sum() == 6


def test_a_missing_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(datasets.ENVIRONMENT_VARIABLE, str(tmp_path))
    with pytest.raises(datasets.DataMissing, match=r"'madelon' skipped: no file .*madelon\.npz"):
        datasets.load("madelon")
    monkeypatch.delenv(datasets.ENVIRONMENT_VARIABLE)
    with pytest.raises(datasets.DataMissing, match="IFC2F_DATA is not set"):
        datasets.load("madelon")
    assert not datasets.available("madelon")
    assert datasets.available("wine")


def test_the_first_repeat_is_the_plain_folds() -> None:
    wine = datasets.load("wine")
    plain = list(protocols.folds(wine, "folds", 0))
    repeated = list(protocols.folds(wine, "repeated", 0))
    assert len(repeated) == 25
    for one, other in zip(plain, repeated, strict=False):
        assert one.label == other.label
        np.testing.assert_array_equal(one.test, other.test)


def test_blocks_are_contiguous() -> None:
    wine = datasets.load("wine")
    for fold in protocols.folds(wine, "blocks", 0):
        np.testing.assert_array_equal(fold.test, np.arange(fold.test[0], fold.test[-1] + 1))


def test_unknown_protocol_and_no_given_split() -> None:
    wine = datasets.load("wine")
    with pytest.raises(ValueError, match="no given split"):
        next(protocols.folds(wine, "given", 0))
    with pytest.raises(ValueError, match="'bootstrap'"):
        next(protocols.folds(wine, "bootstrap", 0))
