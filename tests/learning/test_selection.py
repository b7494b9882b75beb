"""Features kept by what they tell beyond others, against the rules written out."""

import itertools
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f import IFC2FClassifier
from ifc2f.learning.count_rows import information
from ifc2f.learning.selection import RULES, select


def mutual_information(a: np.ndarray, b: np.ndarray) -> float:
    """I(A; B) of two labellings, from its definition."""
    total = 0.0
    for u, v in itertools.product(set(a.tolist()), set(b.tolist())):
        both, one, other = ((a == u) & (b == v)).mean(), (a == u).mean(), (b == v).mean()
        total += both * np.log(both / (one * other)) if both else 0.0
    return total


def score(rule: str, f: np.ndarray, kept: list[np.ndarray], y: np.ndarray) -> float:
    """The score of a feature, by its definition."""
    if not kept:
        return mutual_information(f, y)
    if rule == "cmim":
        return min(
            mutual_information(f, y),
            *(mutual_information(f * 99 + s, y) - mutual_information(s, y) for s in kept),
        )
    if rule == "jmi":
        return sum(mutual_information(f * 99 + s, y) for s in kept)
    return mutual_information(f, y) - np.mean([mutual_information(f, s) for s in kept])


@settings(max_examples=25)
@given(seed=st.integers(0, 1000), rule=st.sampled_from(RULES), n=st.integers(1, 6))
def test_every_feature_kept_has_the_best_score(seed: int, rule: str, n: int) -> None:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, 120)
    codes = ((y * rng.integers(0, 2, (7, 1)) + rng.integers(0, 3, (7, 120))) % 4).astype(np.uint8)
    codes[5] = codes[2]
    kept = select(information(codes, y, 4, 3), rule, n, n)
    assert len(kept) == len(set(kept)) == n
    as_ints = codes.astype(np.int64)
    for at, taken in enumerate(kept):
        before = [as_ints[k] for k in kept[:at]]
        scores = {
            k: max(score(rule, as_ints[k], before, y), 0.0 if rule != "mrmr" else -np.inf)
            for k in range(7)
            if k not in kept[:at]
        }
        assert scores[taken] == pytest.approx(max(scores.values()), abs=1e-8)


def test_copies_are_kept_by_relevance_alone() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 500)
    strong = y ^ (rng.random(500) < 0.1)
    weak = y ^ (rng.random(500) < 0.3)
    x = np.column_stack([strong, strong, strong, weak]).astype(float)
    assert IFC2FClassifier(max_features=2, min_features=2, policy="ordered").fit(x, y).order_.tolist() == [
        0,
        1,
    ]
    for rule in ("cmim", "jmi", "mrmr"):
        fitted = IFC2FClassifier(
            selection=rule, max_features=2, min_features=2, feature_cost=1e-4, policy="ordered"
        ).fit(x, y)
        assert sorted(fitted.order_.tolist()) == [0, 3]


def test_selection_ends_where_nothing_more_is_told() -> None:
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 200)
    codes = np.stack([y, y, np.zeros(200)]).astype(np.uint8)
    found = information(codes, y, 2, 2)
    assert select(found, "cmim") == [0]
    assert select(found, "mrmr") == [0]
    assert select(found, "cmim", min_features=2) == [0, 1]
    assert select(found, "cmim", min_features=9) == [0, 1, 2]
    assert select(information(codes[:0], y, 2, 2), "jmi") == []


def test_unknown_rule_is_refused() -> None:
    codes = np.zeros((2, 4), dtype=np.uint8)
    with pytest.raises(ValueError, match="'best'"):
        select(information(codes, [0, 1, 0, 1], 2, 2), "best")


@pytest.mark.parametrize("rule", RULES)
def test_fewer_features_tell_as_much_of_dexter(rule: str) -> None:
    """On sparse data of many redundant words, forty kept features are no worse by more than a little."""
    from scipy.sparse import csr_array

    folder = os.environ.get("IFC2F_DATA")
    if not folder or not (path := Path(folder) / "dexter.npz").is_file():
        pytest.skip("needs dexter.npz: IFC2F_DATA is not set, or it is not there")
    with np.load(path) as data:
        parts = data["data"].astype(np.float32), data["indices"].astype(np.int32), data["indptr"]
        x, y, test = csr_array(parts, shape=tuple(data["shape"])), data["y"], data["split"] == 1
    fitted = IFC2FClassifier(selection=rule, max_features=40, feature_cost=0.001, policy="ordered").fit(
        x[~test], y[~test]
    )
    assert 20 <= len(fitted.model_.columns) <= 40
    assert (fitted.predict(x[test]) == y[test]).mean() > 0.85
