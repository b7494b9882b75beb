"""Grounds that are drawn, their optima, and the benchmark of test costs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmark_data import load

from benchmarks.data import datasets, priced_tables, protocols, synthetic
from benchmarks.data.optimum import optimum, optimum_of_panel
from benchmarks.methods.prices import PriceList
from benchmarks.reports import grounds
from benchmarks.reports.summary import Results
from benchmarks.runs import declare, store
from benchmarks.runs.runner import Cell
from benchmarks.runs.store import Store
from benchmarks.runs.worker import run_cell, split_of
from ifc2f.costs import AcquisitionCosts


def trees(tests: frozenset[int]) -> Iterator[Any]:
    """Every policy over binary tests: None to decide, or a test and what follows on each answer."""
    yield None
    for test in tests:
        rest = list(trees(tests - {test}))
        for low, high in itertools.product(rest, rest):
            yield test, low, high


def cost_of(
    tree: Any, values: np.ndarray, chance: np.ndarray, label: np.ndarray, prices: list[float]
) -> float:
    """What a policy costs, by following every world through it and deciding for the likeliest class."""
    if tree is None:
        return float(chance.sum() - max((chance[label == c].sum() for c in np.unique(label)), default=0.0))
    test, *followers = tree
    total = prices[test] * chance.sum()
    for answer, follower in enumerate(followers):
        part = values[:, test] == answer
        total += cost_of(follower, values[part], chance[part], label[part], prices)
    return float(total)


@pytest.mark.parametrize("seed", range(12))
def test_the_optimum_is_the_best_of_all_policies(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.integers(2, size=(9, 3))
    chance = random.dirichlet(np.ones(9))
    label = random.integers(3, size=9)
    prices = random.choice([0.0, 0.01, 0.05, 0.2], 3).tolist()
    best = min(cost_of(tree, values, chance, label, prices) for tree in trees(frozenset(range(3))))
    assert optimum(values, chance, label, prices) == pytest.approx(best, abs=1e-12)


def test_a_test_can_show_several_columns() -> None:
    values = np.array(list(itertools.product((0, 1), repeat=2)))
    label = values[:, 0] ^ values[:, 1]
    chance = np.full(4, 0.25)
    assert optimum(values, chance, label, [0.1, 0.1]) == pytest.approx(0.2)
    assert optimum(values, chance, label, [0.1], [[0, 1]]) == pytest.approx(0.1)


@pytest.mark.parametrize("n_values", [3, 4])
def test_the_optimum_of_a_panel_is_that_of_one_test_that_shows_it(n_values: int) -> None:
    right, price = 0.7, 0.05
    agree = np.array(list(itertools.product((0, 1), repeat=n_values)))
    likely = np.prod(np.where(agree, right, 1.0 - right), axis=1)
    values = np.vstack([agree, 1 - agree])  # of class 1, and of class 0
    label = np.repeat([1, 0], len(agree))
    chance = np.tile(likely, 2) / 2.0
    exact = optimum(values, chance, label, [price], [list(range(n_values))])
    assert optimum_of_panel(n_values, right, price) == pytest.approx(exact)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("xor", 0.02), ("parity3", 0.03), ("parity5", 0.05), ("and_or", 0.02625), ("brand", 0.01)],
)
def test_optima_of_small_concepts(name: str, expected: float) -> None:
    least = synthetic.CONCEPTS[name].optimum
    assert least is not None
    assert least(0.01) == pytest.approx(expected)


def test_a_cube_has_its_corners_where_the_class_says() -> None:
    X, y = synthetic.CONCEPTS["cube_sharp"].draw(np.random.default_rng(0), 4000)
    for label in range(8):
        rows = X[y == label]
        for bit in range(3):
            informative = rows[:, label + bit]
            assert informative.mean() == pytest.approx(label >> bit & 1, abs=0.03)
            assert informative.std() == pytest.approx(0.1, abs=0.02)
        others = np.setdiff1d(np.arange(20), label + np.arange(3))
        assert rows[:, others].mean() == pytest.approx(0.5, abs=0.03)
        assert rows[:, others].std() == pytest.approx(0.3, abs=0.02)


def test_a_context_says_which_block_is_informative() -> None:
    values, label = synthetic.clean_worlds()
    for row, world in enumerate(values):
        blocks = world[1:].reshape(synthetic.CONTEXTS, -1)
        others = np.delete(blocks, world[0], axis=0)
        assert (others == 1).all()
        np.testing.assert_array_equal(
            blocks[world[0], label[row] : label[row] + 3], 2 * synthetic.corner(label[[row]])[0]
        )


def test_draws_are_fresh_rows() -> None:
    cube = datasets.load("cube")
    found = list(protocols.folds(cube, "splits", 0))
    assert [fold.label for fold in found] == protocols.labels("splits")
    rows = np.concatenate([part for fold in found for part in (fold.train, fold.test)])
    np.testing.assert_array_equal(np.sort(rows), np.arange(len(cube.y)))
    assert len(found[0].train) == 800


def test_bits_are_ranks_or_categories() -> None:
    ranks, ordered = priced_tables.column_of(np.array([[0, 0], [1, 0], [1, 1]]))
    np.testing.assert_array_equal(ranks, [0, 1, 2])
    assert ordered
    codes, ordered = priced_tables.column_of(np.array([[0, 1], [1, 0], [0, 1], [0, 0]]))
    assert codes[0] == codes[2]
    assert len(set(codes)) == 3
    assert not ordered


@pytest.mark.parametrize("name", datasets.COST_SETS)
@pytest.mark.parametrize("level", datasets.COST_LEVELS)
def test_the_normalised_cost_is_streeds_score(name: str, level: str, tmp_path: Path) -> None:
    pystreed = pytest.importorskip("pystreed", reason="the extra 'bench' is not installed")
    data = datasets.cost_set(name, level)
    dataset = load(data)
    entry = declare.entry(data, "STreeD", {"depth": 3, "prices": True}, (1.0,))
    split = split_of(dataset, "splits", "s0", 0)
    (result,) = run_cell(entry, split, 0)
    ours = (float(result.numbers["cost"]) + result.details["mistakes"]) / result.details["standard"]

    folder = datasets.data_folder()
    assert folder is not None
    with np.load(folder / "test-costs" / f"{name}.npz") as archive:
        bits = np.unpackbits(archive["bits"], axis=1)[:, : int(archive["n_bits"])].astype(np.intc)
        text = str(archive[level])
    train, test = dataset.splits[0]
    (tmp_path / "costs").write_text(text, encoding="utf-8")
    specified = pystreed.data.CostSpecifier(str(tmp_path / "costs"), len(dataset.mistakes))
    solver = pystreed.STreeDCostSensitiveClassifier(max_depth=3).fit(bits[train], dataset.y[train], specified)
    assert ours == pytest.approx(solver.score(bits[test], dataset.y[test]), rel=1e-4)


def test_the_order_of_tests_of_a_group_decides_what_opens_it() -> None:
    spec = {
        "a": {"cost": 5.0, "discount_cost": 1.0, "group": "g"},
        "b": {"cost": 5.0, "discount_cost": 5.0, "group": "g"},
    }
    tests = PriceList(AcquisitionCosts.from_spec(spec, ("a", "b")))
    turns = np.array([[0, 0], [1, 0], [1, 2], [2, 1], [0, 7]])
    np.testing.assert_allclose(tests.charge(np.arange(2), turns), [0.0, 5.0, 10.0, 6.0, 5.0])


def stored(folder: Path, accuracy: dict[str, float], n_folds: dict[str, int]) -> Results:
    """Return results of methods on draws of the first concept: one as good as said, further ones better."""
    table = Store(folder, "grounds")
    for each in declare.grounds():
        if each.data != "xor" or each.name not in accuracy:
            continue
        for at, label in enumerate(protocols.labels(each.protocol)[: n_folds[each.name]]):
            (key,) = Cell(each, label).row_keys()
            right = accuracy[each.name] + 0.01 * at * (each.name == "auto")
            numbers = {"status": store.OK, "accuracy": str(right), "features": "2", "cost": "0.02"}
            numbers |= {"n_test": "1", "n_train": "4"}
            table.append([{**dict(zip(store.KEY, key, strict=True)), **numbers}])
    return Results(table)


ACCURACY = {"auto": 0.5, "STreeD 3": 0.7, "GDFS": 0.6}


def test_the_report_compares_ours_with_the_best_peer(tmp_path: Path) -> None:
    results = stored(tmp_path, ACCURACY, dict.fromkeys(ACCURACY, 3))
    text = "\n".join(grounds.section(tmp_path, results))
    assert "### Ground: small concepts" in text
    assert "| a xor b | 3 | 0.0200 | 0.5100 | **0.3200** | 0.4200 |" in text
    assert "| auto | 0.5100 | STreeD 3 0.3200 | +59.4 % |" in text
    assert "STreeD 3 on a xor b; GDFS on a xor b |" in text


def test_methods_with_more_folds_are_compared_on_all_of_them(tmp_path: Path) -> None:
    results = stored(tmp_path, ACCURACY, {"auto": 3, "STreeD 3": 3, "GDFS": 1})
    text = "\n".join(grounds.section(tmp_path, results))
    many, _, all_methods = text.partition("### Ground: small concepts\n")
    assert "### Ground: small concepts, 3 folds" in many
    assert "| a xor b | 3 | 0.0200 | 0.5100 | **0.3200** |" in many
    assert "GDFS" not in many.partition("### ")[2]
    assert "| a xor b | 1 | 0.0200 | 0.5200 | **0.3200** | 0.4200 |" in all_methods
