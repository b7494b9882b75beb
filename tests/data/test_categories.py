"""Categories whose class frequencies are alike are learned as one, and the model still has them all."""

import math
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchmarks.categories import drawn
from ifc2f import IFC2FClassifier, Model, Session
from ifc2f.data.categories import Merging, expanded, groups_of
from ifc2f.learning.count_rows import count
from ifc2f.learning.counts import all_pairs
from ifc2f.learning.evidence import CodedRows, CountedPairs

CHEAP = {"policy": "ordered", "feature_cost": 0.001, "min_features": 4, "categorical_features": [0, 1, 2]}


def length(counts: np.ndarray, group: np.ndarray) -> float:
    """Return the nats it takes to tell the classes by these groups of categories that all have rows."""
    n, n_groups = counts.sum(), group.max() + 1
    of_groups = np.stack([counts[group == g].sum(axis=0) for g in range(n_groups)])
    shares = of_groups / of_groups.sum(axis=1, keepdims=True)
    classes = -(of_groups * np.log(np.where(of_groups > 0, shares, 1))).sum()
    n_free = np.count_nonzero(counts.sum(axis=0)) - 1
    which = math.lgamma(len(group) + 1) - sum(math.lgamma(v + 1) for v in np.bincount(group))
    return float(classes + which + n_groups * (math.log(len(group)) + n_free / 2 * math.log(n)))


def divisions(n: int) -> Iterator[list[int]]:
    """Yield every division of n things into groups, numbered by their first thing."""
    if not n:
        yield []
        return
    for before in divisions(n - 1):
        for g in range(max(before, default=-1) + 2):
            yield [*before, g]


def test_description_is_the_shortest_or_nearly_so() -> None:
    """19 in 20 are the shortest of all that keep rare categories together; none is 3 nats longer."""
    rng = np.random.default_rng(0)
    longer = []
    for _ in range(300):
        n, n_classes = int(rng.integers(2, 7)), int(rng.integers(2, 4))
        shares = rng.dirichlet(np.full(n_classes, 0.5), 3)[rng.integers(0, 3, n)]
        counts = np.array([rng.multinomial(rng.integers(1, 60), row) for row in shares])
        classes = counts.sum(axis=0) / counts.sum()
        saved = -counts.sum(axis=1) * (classes * np.log(np.where(classes > 0, classes, 1))).sum()
        rare = np.flatnonzero(saved < math.log(n) - 1e-9)
        tried = [np.array(g) for g in divisions(n)]
        shortest = min(length(counts, g) for g in tried if len(set(g[rare])) <= 1)
        longer.append(length(counts, groups_of(counts)) - shortest)
    assert min(longer) > -1e-6
    assert np.mean(np.array(longer) < 1e-6) > 0.95
    assert max(longer) < 3


@given(arrays(np.int64, st.tuples(st.integers(1, 9), st.just(2)), elements=st.integers(0, 12)))
def test_groups_are_numbered_by_their_first_category(counts: np.ndarray) -> None:
    group = groups_of(counts)
    first = np.unique(group, return_index=True)[1]
    assert np.all(np.diff(first) > 0)
    assert group.max() + 1 == len(first)


@given(arrays(np.int64, st.tuples(st.integers(2, 7), st.integers(3, 4)), elements=st.integers(1, 60)))
def test_description_of_more_classes_is_no_longer_than_without_merging(counts: np.ndarray) -> None:
    found = length(counts, groups_of(counts))
    assert found <= length(counts, np.arange(len(counts))) + 1e-6
    assert found <= length(counts, np.zeros(len(counts), dtype=int)) + 1e-6


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_planted_groups_are_found_whatever_the_numbers(n_classes: int) -> None:
    rng = np.random.default_rng(n_classes)
    planted = np.arange(24) % n_classes
    shares = 0.6 * np.eye(n_classes)[planted] + 0.4 / n_classes
    counts = np.array([rng.multinomial(rng.integers(20, 60), row) for row in shares])
    group = groups_of(counts)
    assert group.tolist() == planted.tolist()
    for _ in range(5):
        order = rng.permutation(24)
        again = groups_of(counts[order])
        assert np.array_equal(again[:, np.newaxis] == again, group[order][:, np.newaxis] == group[order])


@pytest.mark.parametrize("n_classes", [2, 3])
def test_rare_categories_without_meaning_are_one(n_classes: int) -> None:
    """Groups by the classes that rare categories happen to have been seen in would describe noise."""
    rng = np.random.default_rng(0)
    for _ in range(5):
        counts = np.zeros((200, n_classes), dtype=np.int64)
        np.add.at(counts, (rng.integers(0, 200, 300), rng.integers(0, n_classes, 300)), 1)
        seen = counts.sum(axis=1) > 0
        group = groups_of(counts)
        assert len(set(group[seen])) == 1
        assert len(set(group[~seen])) == 1
        assert not set(group[seen]) & set(group[~seen])


@given(arrays(np.int64, (5, 3), elements=st.integers(0, 9)), st.integers(0, 99))
def test_expanded_distributions_add_up_and_differ_by_share_alone(counts: np.ndarray, seed: int) -> None:
    own = Merging.of(counts)
    n_groups = own.group.max() + 1
    table = np.random.default_rng(seed).dirichlet(np.ones(n_groups), (n_groups, 3)).transpose(0, 2, 1)
    whole = expanded(table.astype(np.float32), own, own)
    assert whole.shape == (5, 5, 3)
    assert whole.sum(axis=1) == pytest.approx(1, abs=1e-5)
    rows, sizes = np.bincount(own.group, counts.sum(axis=1)), np.bincount(own.group)
    for u, v in np.ndindex(5, 5):
        share = (counts[v].sum() + 1) / (rows + sizes)[own.group[v]]
        assert whole[u, v] == pytest.approx(table[own.group[u], own.group[v]] * share, rel=1e-5)


def columns_of_categories(seed: int, n: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Return three columns of categories and a number: classes depend on groups of the first two together."""
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 4))
    x = rng.integers(0, [12, 9, 6, 50], (n, 4)).astype(float)
    groups = rng.integers(0, 2, 12), rng.integers(0, 3, 9)
    told = groups[0][x[:, 0].astype(int)] + groups[1][x[:, 1].astype(int)]
    y = np.where(rng.random(n) < 0.8, np.minimum(told, n_classes - 1), rng.integers(0, n_classes, n))
    x[:, 3] += 20 * y
    x[:, 1] = np.where(rng.random(n) < 0.3, x[:, 0] % 9, x[:, 1])
    x[rng.random(x.shape) < 0.03] = np.nan
    return x, y


def merged_by_hand(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the rows with each category replaced by the number of its group."""
    merged = x.copy()
    for c in CHEAP["categorical_features"]:
        there = ~np.isnan(x[:, c])
        number = np.unique(x[there, c], return_inverse=True)[1]
        counts = np.zeros((number.max() + 1, y.max() + 1), dtype=np.int64)
        np.add.at(counts, (number, y[there]), 1)
        merged[there, c] = groups_of(counts)[number]
    return merged


def posteriors(model: Model, x: np.ndarray, answered: np.ndarray) -> np.ndarray:
    """Return the posterior of each row when some of its columns are answered."""
    found = []
    for row, known in zip(x, answered, strict=True):
        session = Session(model)
        for k, feature in enumerate(model.network.features):
            if known[feature.column] and not np.isnan(row[feature.column]):
                session.answer(k, row[feature.column])
        found.append(session.posterior)
    return np.array(found)


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10**6),
    order=st.sampled_from(["information", "blanket"]),
    structure=st.sampled_from(["tree", "naive", "clique"]),
)
def test_posterior_is_that_of_categories_merged_by_hand(seed: int, order: str, structure: str) -> None:
    x, y = columns_of_categories(seed)
    parameters = {**CHEAP, "order": order, "structure": structure, "treatment": "marginal"}
    by_hand = merged_by_hand(x, y)
    model = IFC2FClassifier(merge_categories=True, **parameters).fit(x, y).model_
    other = IFC2FClassifier(**parameters).fit(by_hand, y).model_
    assert model.columns.tolist() == other.columns.tolist()
    assert [f.parent for f in model.network.features] == [f.parent for f in other.network.features]
    answered = np.random.default_rng(seed).random(x.shape) < 0.7
    expected = posteriors(other, by_hand[:60], answered[:60])
    assert posteriors(model, x[:60], answered[:60]) == pytest.approx(expected, abs=2e-6)


def test_numbers_of_categories_are_of_no_matter() -> None:
    x, y = columns_of_categories(1)
    new = np.random.default_rng(1).permutation(12).astype(float)
    renamed = x.copy()
    there = ~np.isnan(x[:, 0])
    renamed[there, 0] = new[x[there, 0].astype(int)]
    models = [IFC2FClassifier(merge_categories=True, **CHEAP).fit(rows, y).model_ for rows in (x, renamed)]
    assert models[0].columns.tolist() == models[1].columns.tolist()
    answered = np.ones((80, 4), dtype=bool)
    told = [posteriors(model, rows[:80], answered) for model, rows in zip(models, (x, renamed), strict=True)]
    assert told[0] == pytest.approx(told[1], abs=2e-6)


@pytest.mark.parametrize("order", ["information", "blanket"])
def test_chunks_are_merged_as_all_rows_are(order: str) -> None:
    x, y = columns_of_categories(2)
    parameters = {**CHEAP, "merge_categories": True, "order": order}
    whole = IFC2FClassifier(**parameters).fit(x, y).model_
    chunks = [(x[:150], y[:150]), (x[150:], y[150:])]
    assert IFC2FClassifier(**parameters).fit_chunks(chunks).model_.to_bytes() == whole.to_bytes()
    table = whole.network.features[whole.columns.tolist().index(0)].table
    assert table.shape[1] == 12
    frame = pd.DataFrame({f"x{c}": x[:, c] for c in range(4)})
    frame["x0"] = [None if np.isnan(v) else f"kind {v:02.0f}" for v in x[:, 0]]
    texts = {**parameters, "categorical_features": ["x1", "x2"]}
    model = IFC2FClassifier(**texts).fit(frame, y).model_
    of_chunks = IFC2FClassifier(**texts).fit_chunks([(frame[:99], y[:99]), (frame[99:], y[99:])]).model_
    assert of_chunks.to_bytes() == model.to_bytes()
    assert np.array_equal(model.network.features[model.columns.tolist().index(0)].table, table)


@given(st.integers(0, 10**6))
def test_merged_counts_are_those_of_merged_rows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_values = np.array([5, 2, 4, 3])
    codes = rng.integers(0, n_values[:, np.newaxis], (4, 80)).astype(np.uint8)
    codes[rng.random(codes.shape) < 0.1] = 255
    rows = CodedRows(codes, rng.integers(0, 3, 80).astype(np.int32), n_values, 3)
    pairs = CountedPairs(count(codes, rows.y, 5, 3, pairs=all_pairs(4)), n_values)
    groups = {0: np.array([0, 1, 0, 1, 2]), 2: np.array([0, 0, 1, 0])}
    merged = rows.merged(groups), pairs.merged(groups)
    assert merged[0].n_values.tolist() == merged[1].n_values.tolist() == [3, 2, 2, 3]
    for family in ([0], [1], [2], [0, 1], [1, 2], [2, 0], [3, 1]):
        assert np.array_equal(merged[0].family(family), merged[1].family(family))
    counted = np.zeros((3, 2, 3), dtype=np.int64)
    there = (codes[[0, 1]] < 255).all(axis=0)
    np.add.at(counted, (groups[0][codes[0, there]], codes[1, there], rows.y[there]), 1)
    assert np.array_equal(merged[0].family([0, 1]), counted)


def test_a_switch_that_is_off_or_has_nothing_to_merge_changes_nothing() -> None:
    x, y = columns_of_categories(3)
    numbers = {**CHEAP, "categorical_features": "auto"}
    default = IFC2FClassifier(**numbers).fit(x, y).model_
    assert "merge_categories" not in default.meta["training"]["settings"]
    merging = IFC2FClassifier(merge_categories=True, **numbers).fit(x, y).model_
    assert merging.meta["training"]["settings"].pop("merge_categories") is True
    assert merging.with_meta(merging.meta).to_bytes() == default.to_bytes()


@pytest.mark.parametrize("kind", ["rare", "meaningless"])
def test_many_rare_categories_cost_less_when_they_are_merged(kind: str) -> None:
    """200 categories in 300 rows: on held-out rows less is paid, by more than chance in the twelve draws."""
    saved = []
    for seed in range(12):
        (x, y), (held, labels) = drawn(kind, 300, seed), drawn(kind, 4000, 1000 + seed)
        total = []
        for merge in (False, True):
            fitted = IFC2FClassifier(
                0.01, merge_categories=merge, categorical_features=[0], policy="ordered"
            ).fit(x, y)
            acquisition = fitted.model_.classify(held, unknown="missing")
            total.append(float(np.mean((acquisition.label != labels) + acquisition.cost)))
        saved.append(total[0] - total[1])
    assert np.mean(saved) > 3 * np.std(saved, ddof=1) / np.sqrt(len(saved))
    assert np.mean(saved) > 0.005


def test_categories_not_seen_and_columns_that_tell_nothing_are_learned_too() -> None:
    x, y = columns_of_categories(4)
    edges = [np.arange(14), np.arange(9), np.arange(6), [25.0, 45.0]]
    parameters = {**CHEAP, "merge_categories": True, "edges": edges, "features": [0, 1, 2, 3]}
    model = IFC2FClassifier(**parameters).fit(x, y).model_
    of_chunks = IFC2FClassifier(**parameters).partial_fit(x[:200], y[:200], classes=np.unique(y))
    assert of_chunks.partial_fit(x[200:], y[200:]).model_.to_bytes() == model.to_bytes()
    of_first = model.network.features[model.columns.tolist().index(0)].table
    assert of_first.shape[1] == 14
    assert of_first[:, 12] == pytest.approx(of_first[:, 13])
    x[:, 1] = np.nan
    for relevance in ("bins", "values"):
        other = IFC2FClassifier(**parameters, relevance=relevance).fit(x, np.zeros_like(y)).model_
        assert Session(other).posterior == pytest.approx([1.0])
