"""``exact=True`` against recorded outputs of the public implementations, on $IFC2F_DATA/reference."""

import functools
import json
import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from ifc2f.baselines import (
    ETANA,
    OFSA3M,
    OSFS,
    SAOLA,
    AlphaInvesting,
    FastOSFS,
    NearestNeighbours,
    OFSDensity,
)

REFERENCE = json.loads((Path(__file__).parent / "reference_streaming.json").read_text(encoding="utf-8"))
ORDERS = {"id": "ascending", "rev": "descending"}
MAKE = {
    "alpha_raw": lambda _: AlphaInvesting(exact=True),
    "alpha_ones": lambda _: AlphaInvesting(),  # the public code with a column of ones before the others
    "saola_z": lambda _: SAOLA(exact=True),
    "osfs_z": lambda _: OSFS(exact=True),
    "fast_osfs_z": lambda _: FastOSFS(exact=True),
    "ofs_density": lambda order: OFSDensity(ORDERS[order], exact=True),
    "ofs_a3m": lambda order: OFSA3M(ORDERS[order], exact=True),
}


@functools.lru_cache(maxsize=2)
def load(name):
    folder = os.environ.get("IFC2F_DATA")
    if not folder:
        pytest.skip("IFC2F_DATA names no folder with research data")
    path = Path(folder) / "reference" / f"{name}.npz"
    if not path.is_file():
        pytest.skip(f"{path} is missing")
    with np.load(path) as data:
        return {key: data[key] for key in data.files}


def split_of(name, split):
    """Return training rows, test rows (none for a whole set without a split), and their labels."""
    data = load(name)
    X, y = data["X"].astype(np.float64), data["y"]
    if split == "whole":
        train = data["split"] == 0 if "split" in data else np.ones(len(y), dtype=bool)
        return X[train], y[train], X[~train], y[~train]
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))
    train, test = folds[int(split.removeprefix("fold"))]
    return X[train], y[train], X[test], y[test]


def entries():
    for method, order, name, split, selected, accuracy in REFERENCE["streaming"]:
        label = "-".join(filter(None, [method, order, name, split]))
        yield pytest.param(method, order, name, split, selected, accuracy, id=label)


@pytest.mark.parametrize(("method", "order", "name", "split", "selected", "accuracy"), list(entries()))
def test_selects_what_the_public_code_selects(method, order, name, split, selected, accuracy):
    X, y, X_test, y_test = split_of(name, split)
    found = MAKE[method](order).fit(X, y)
    assert found.selected_.tolist() == selected
    if accuracy is not None:
        neighbours = NearestNeighbours(accept_empty=True).fit(X[:, selected], y)
        assert neighbours.score(X_test[:, selected], y_test) == pytest.approx(accuracy, abs=1e-6)


@pytest.mark.parametrize(("name", "split", "n_bins", "cost", "accuracy", "features"), REFERENCE["etana"])
def test_etana_classifies_as_the_public_code(name, split, n_bins, cost, accuracy, features):
    X, y, X_test, y_test = split_of(name, split)
    found = ETANA(cost, n_bins=n_bins, exact=True).fit(X, y).acquire(X_test)
    assert np.mean(found.label == y_test) == pytest.approx(accuracy, abs=1e-12)
    assert found.n_features.mean() == pytest.approx(features, abs=1e-12)


def test_etana_gives_the_published_row_of_mll():
    X, y, X_test, y_test = split_of("MLL", "whole")
    found = ETANA(0.01, n_bins=3, exact=True).fit(X, y).acquire(X_test)
    assert np.mean(found.label == y_test) == 1.0
    assert round(found.n_features.mean(), 4) == 5.0667
