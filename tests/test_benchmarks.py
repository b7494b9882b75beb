"""The benchmark harness: statistics, data sets, splits, counting of features, and results on disk."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from benchmarks import (
    datasets,
    declare,
    dependence,
    markdown,
    methods,
    prices_report,
    protocols,
    published,
    rivals,
    statistics,
    store,
)
from benchmarks.__main__ import main
from benchmarks.prices import PriceList, Uniform, uniform
from benchmarks.run import Cell, Runner, cells
from benchmarks.store import Store
from benchmarks.summary import Results, Summary, on_common_folds
from benchmarks.worker import run_cell, split_of
from ifc2f.costs import AcquisitionCosts

# ---- statistics --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("quantity", "larger"), [("accuracy", True), ("features", False), ("time", False)])
def test_published_p_values_and_ranks_follow_from_the_published_tables(quantity: str, larger: bool) -> None:
    table = {
        "accuracy": published.table("accuracy", "accuracy"),
        "features": published.table("avg-features", "avg_features"),
        "time": published.deciding_time(),
    }[quantity]
    _, methods_, values = published.matrix(table)
    test = statistics.friedman(statistics.rank(values, larger))

    assert f"{test.p_f:.2e}" == f"{published.P_VALUES[quantity]:.2e}"
    named = {"accuracy": "accuracy", "features": "features", "time": "F+C time"}[quantity]
    ranks = {
        row["method"]: float(row["avg_rank"]) for row in published.rows("ranks") if row["quantity"] == named
    }
    np.testing.assert_allclose(test.ranks, [ranks[method] for method in methods_], atol=0.0051)


def test_no_result_ranks_worst_and_ties_share_their_rank() -> None:
    values = np.array([[0.9, np.nan, 0.9, 0.5], [np.nan, np.nan, 0.1, 0.2]])
    np.testing.assert_array_equal(
        statistics.rank(values, larger_is_better=True), [[1.5, 4.0, 1.5, 3.0], [3.5, 3.5, 2.0, 1.0]]
    )


@given(st.integers(3, 12), st.integers(3, 8), st.integers(0, 2**32 - 1))
def test_friedman_with_ties_corrected_is_scipys(n: int, k: int, seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, 6, size=(n, k)).astype(float)
    values[0] = np.arange(k)  # at least one row without ties
    test = statistics.friedman(statistics.rank(values, larger_is_better=False), correct_ties=True)
    theirs = scipy.stats.friedmanchisquare(*values.T)
    assert test.chi_square == pytest.approx(theirs.statistic)
    assert test.p_chi_square == pytest.approx(theirs.pvalue)


def test_friedman_where_all_rows_agree() -> None:
    test = statistics.friedman(np.tile([1.0, 2.0, 3.0], (5, 1)))
    assert test.chi_square == pytest.approx(10.0)
    assert test.f == np.inf
    assert test.p_f == 0.0


def test_friedman_where_no_method_differs() -> None:
    test = statistics.friedman(np.full((4, 3), 2.0), correct_ties=True)
    assert (test.chi_square, test.p_chi_square, test.f, test.p_f) == (0.0, 1.0, 0.0, 1.0)


def test_critical_difference_of_nine_methods() -> None:
    # q(0.05) = 3.102 for nine methods: Demsar 2006, table 5.
    test = statistics.friedman(np.tile(np.arange(1.0, 10.0), (11, 1)))
    assert test.critical_difference() == pytest.approx(3.102 * np.sqrt(9 * 10 / (6 * 11)), rel=1e-3)


def test_nemenyi_agrees_with_the_critical_difference() -> None:
    pytest.importorskip("scikit_posthocs", reason="the extra 'bench' is not installed")
    ranks = statistics.rank(np.random.default_rng(0).normal(size=(20, 5)) + np.arange(5), False)
    p = statistics.nemenyi(ranks)
    mean = ranks.mean(axis=0)
    apart = np.abs(mean[:, None] - mean) > statistics.friedman(ranks).critical_difference()
    assert apart.any()
    np.testing.assert_array_equal(p < 0.05, apart)


def test_corrected_resampled_t_is_wider_than_students_by_the_share_of_the_test_rows() -> None:
    differences = np.random.default_rng(1).normal(0.02, 0.05, size=25)
    student = scipy.stats.ttest_1samp(differences, 0.0).confidence_interval(0.95)
    plain = statistics.corrected_resampled_t(differences, 0.0)
    assert (plain.low, plain.high) == pytest.approx((student.low, student.high))
    corrected = statistics.corrected_resampled_t(differences, 0.25)
    assert corrected.mean == pytest.approx(differences.mean())
    assert (corrected.high - corrected.low) / (plain.high - plain.low) == pytest.approx(
        np.sqrt((1 / 25 + 0.25) / (1 / 25))
    )
    paired = statistics.paired_t(differences)
    assert (paired.low, paired.high) == pytest.approx((student.low, student.high))


def test_one_difference_has_no_interval() -> None:
    interval = statistics.corrected_resampled_t(np.array([0.1]), 0.25)
    assert interval.mean == pytest.approx(0.1)
    assert np.isnan([interval.low, interval.high]).all()


def test_slope_is_the_exponent_of_a_power_law() -> None:
    assert statistics.slope([1, 2, 4, 8], [3.0, 12.0, 48.0, 192.0]) == pytest.approx(2.0)
    assert statistics.slope([1, 2, 4], [2.0, np.nan, 8.0]) == pytest.approx(1.0)
    assert np.isnan(statistics.slope([1, 2], [np.nan, 1.0]))


# ---- data sets and splits ----------------------------------------------------------------------------------

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
LARGE = ("news20", "imdb")


def load(name: str) -> datasets.Dataset:
    try:
        return datasets.load(name)
    except datasets.DataMissing as error:
        pytest.skip(str(error))


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
    if dataset.declaration.protocol != "given":
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


# ---- rivals: what is charged -------------------------------------------------------------------------------


def wine_with_gaps() -> tuple[np.ndarray, np.ndarray]:
    wine = datasets.load("wine")
    X = wine.X.copy()
    X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
    return X, wine.y


@pytest.mark.parametrize("depth", [0, 1, 2, rivals.MAX_DEPTH])
def test_a_cut_tree_answers_and_is_charged_as_the_tree_of_that_depth(depth: int) -> None:
    X, y = wine_with_gaps()
    outcome = rivals.Tree(0).fit(X[::2], y[::2]).outcomes(X[1::2], [depth])[0]
    if depth == 0:
        np.testing.assert_array_equal(outcome.label, np.bincount(y[::2]).argmax())
        assert not outcome.n_features.any()
        return
    # Equally good columns are chosen from at random as a tree grows: only a tree as deep is the same.
    whole = DecisionTreeClassifier(max_depth=rivals.MAX_DEPTH, random_state=0).fit(X[::2], y[::2])
    path = whole.decision_path(X[1::2]).toarray().astype(bool)
    deep = np.zeros(whole.tree_.node_count, dtype=int)
    for node in range(whole.tree_.node_count):
        for child in (whole.tree_.children_left[node], whole.tree_.children_right[node]):
            if child >= 0:
                deep[child] = deep[node] + 1
    for row, nodes in enumerate(path):
        read = {whole.tree_.feature[node] for node in np.flatnonzero(nodes) if deep[node] < depth} - {-2}
        assert outcome.n_features[row] == sum(not np.isnan(X[1::2][row, column]) for column in read)
    if depth == rivals.MAX_DEPTH:
        np.testing.assert_array_equal(outcome.label, whole.predict(X[1::2]))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_boosting_answers_as_its_booster_and_is_charged_for_the_features_on_its_paths(n_classes: int) -> None:
    pytest.importorskip("lightgbm", reason="the extra 'bench' is not installed")
    X, y = wine_with_gaps()
    X, y = X[y < n_classes], y[y < n_classes]
    boosting = rivals.Boosting(rivals.BoostingSettings(0.02, 4, 0.3, 5), 6, 0, Uniform(0.01)).fit(
        X[::2], y[::2]
    )
    test = X[1::2]
    for rounds, outcome in zip([0, 2, 6], boosting.outcomes(test, [0, 2, 6]), strict=True):
        if rounds == 0:
            assert not outcome.n_features.any()
            continue
        score = boosting.booster.predict(test, num_iteration=rounds)
        label = (score > 0.5).astype(int) if n_classes == 2 else score.argmax(axis=1)
        np.testing.assert_array_equal(outcome.label, label)
        trees = boosting.booster.dump_model(num_iteration=rounds)["tree_info"]
        for row in range(0, len(test), 7):
            read = set().union(*(_read(tree["tree_structure"], test[row]) for tree in trees))
            assert outcome.n_features[row] == sum(not np.isnan(test[row, column]) for column in read)


def _read(node: dict, row: np.ndarray) -> set[int]:
    """Columns that a row's path through a dumped tree tests."""
    if "split_feature" not in node:
        return set()
    value = row[node["split_feature"]]
    if np.isnan(value) and node["missing_type"] == "NaN":
        left = node["default_left"]
    else:
        left = np.nan_to_num(value) <= node["threshold"]
    return {node["split_feature"]} | _read(node["left_child" if left else "right_child"], row)


def test_a_dear_feature_is_not_read() -> None:
    wine = datasets.load("wine")
    free, dear = rivals.fit_trees(wine.X, wine.y, uniform((0.0001, 1.0)), 0)
    assert free.chosen["depth"] > 0
    assert dear.chosen["depth"] == 0
    assert not dear.outcome(wine.X).n_features.any()


def test_a_missing_answer_is_not_charged() -> None:
    X = np.array([[1.0, np.nan, 3.0], [1.0, 2.0, np.nan]])
    order = np.array([[1, 0, -1], [2, 1, 0]])
    np.testing.assert_array_equal(methods.charged_features(order, X), [1.0, 2.0])


def test_the_first_test_of_a_group_costs_more_and_a_derived_feature_what_it_needs() -> None:
    names = ("age", "TT4", "T4U", "FTI")
    spec = {
        "age": 1.0,
        "TT4": {"cost": 14.0, "discount_cost": 12.0, "group": "blood"},
        "T4U": {"cost": 11.0, "discount_cost": 9.0, "group": "blood"},
        "FTI": {"cost": 0.0, "group": "derived:TT4+T4U"},
    }
    tests = PriceList(AcquisitionCosts.from_spec(spec, names))
    read = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [1, 1, 0, 1]], dtype=bool)
    np.testing.assert_allclose(tests.charge(np.arange(4), read), [0.0, 1.0, 14.0, 23.0, 24.0])
    np.testing.assert_allclose(tests.charge(np.array([2, 3]), np.array([[True, False]])), [11.0])
    assert tests.all == pytest.approx(24.0)
    np.testing.assert_allclose(tests.relative(np.array([0, 3])) * tests.mean, [1.0, 23.0])


def test_prices_that_depend_on_the_order_are_refused() -> None:
    spec = {
        "a": {"cost": 5.0, "discount_cost": 1.0, "group": "g"},
        "b": {"cost": 5.0, "discount_cost": 2.0, "group": "g"},
    }
    with pytest.raises(ValueError, match="group 'g' have different discounts"):
        PriceList(AcquisitionCosts.from_spec(spec, ("a", "b")))


def test_removing_features_is_exact_and_seeded() -> None:
    X = np.ones((20, 40))
    removed = methods.without(X, 10.0, 0, np.arange(40))
    np.testing.assert_array_equal(np.isnan(removed).sum(axis=1), 4)
    np.testing.assert_array_equal(removed, methods.without(X, 10.0, 0, np.arange(40)))
    assert not np.isnan(X).any()


# ---- results on disk ---------------------------------------------------------------------------------------


def _row(fold: str, accuracy: str) -> dict[str, str]:
    key = dict.fromkeys(store.KEY, "")
    return {**key, "fold": fold, "status": store.OK, "accuracy": accuracy}


def test_a_torn_line_is_cut_off_and_the_last_row_of_a_key_counts(tmp_path: Path) -> None:
    table = Store(tmp_path, "table")
    assert table.rows() == []
    table.append([_row("r0f0", "0.5"), _row("r0f1", "0.6")])
    table.path.write_bytes(table.path.read_bytes()[:-7])
    assert [row["fold"] for row in table.rows()] == ["r0f0"]
    table.append([_row("r0f1", "0.7"), _row("r0f0", "0.8")])
    assert {row["fold"]: row["accuracy"] for row in table.rows()} == {"r0f0": "0.8", "r0f1": "0.7"}


def test_a_table_torn_at_any_byte_is_read_and_goes_on(tmp_path: Path) -> None:
    table = Store(tmp_path, "table")
    failed = 'error: ValueError: X \u2264 0 contains NaN.\nUse "another",\r\nplease'
    table.append([_row("r0f0", "0.5"), {**_row("r0f1", ""), "status": failed}])
    whole = table.path.read_bytes()
    assert whole.count(b"\n") == 3  # the header and a line per row
    for length in range(len(whole) + 1):
        table.path.write_bytes(whole[:length])
        kept = [row["fold"] for row in table.rows()]
        assert kept == ["r0f0", "r0f1"][: max(0, whole[:length].count(b"\n") - 1)]
        table.append([_row("r0f2", "0.7")])
        assert [row["fold"] for row in table.rows()] == [*kept, "r0f2"]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_what_stops_a_worker_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    tried = []

    def fail(self: Runner, cell: Cell, results: object) -> str:
        tried.append(cell.label)
        raise error

    monkeypatch.setattr(Runner, "_record", fail)
    runner = Runner(Store(tmp_path, "table"))
    with pytest.raises(error):
        runner.run(cells([declare.entry("wine", "CART")], 3))
    assert tried == ["r0f0"]
    assert runner.table.rows() == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--data", "wine,wein"], "--data: 'wein' not in these tables; there are .*wine"),
        (["--methods", "CARD"], "--methods: 'CARD' not in these tables; there are .*CART"),
        (["--jobs", "0"], "--jobs: 0 is not at least 1"),
        (["--folds", "-1"], "--folds: -1 is not at least 1"),
        (["--cap", "nan"], "--cap: nan is not above 0"),
        (["--data", "wine"], "other columns than this version writes"),
        (["--data", "wine", "--methods", "paper's with quantile bins"], "other columns"),  # is known
    ],
)
def test_what_would_run_nothing_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    said: str,
) -> None:
    (tmp_path / "decisions.csv").write_text("data,method\nwine,CART\n", encoding="utf-8")
    command = ["benchmarks", "run", "decisions", *options, "--results", str(tmp_path)]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert re.search(said, capsys.readouterr().err + str(stopped.value))


def test_results_with_other_columns_are_refused(tmp_path: Path) -> None:
    table = Store(tmp_path, "table")
    table.path.write_text("data,method\nwine,CART\n", encoding="utf-8")
    with pytest.raises(ValueError, match="other columns"):
        Runner(table).run([])


def test_two_runs_on_one_table_are_refused_until_the_first_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fcntl")
    first, second = Store(tmp_path, "decisions"), Store(tmp_path, "decisions")
    with first.held():
        monkeypatch.setattr("sys.argv", ["benchmarks", "run", "decisions", "--results", str(tmp_path)])
        with pytest.raises(SystemExit, match=r"another run is at work on .*decisions\.csv"):
            main()
        Runner(Store(tmp_path, "prices")).run([])  # another table is free
    Runner(second).run([])


KILLED = """
from benchmarks import declare
from benchmarks.worker import Worker

worker = Worker()
connection = worker._connect()
connection.send((declare.entry("wine", "IFC2F", {"policy": "auto"}, (0.01,) * 100), "r0f0", 0))
print(connection.recv()[0], flush=True)
worker._process.join()
"""


def test_a_killed_run_takes_its_worker_with_it_in_the_middle_of_a_cell() -> None:
    run = subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    with run.stdout:
        assert run.stdout.readline() == "ready\n"
        run.kill()
        assert run.communicate(timeout=30)[0] == ""  # ends when the worker does, which has the same pipe


def test_the_declared_lists_name_known_methods_and_have_no_entry_twice() -> None:
    for name, (_, entries) in declare.TABLES.items():
        found = entries()
        assert len(set(found)) == len(found), name
        assert {entry.method for entry in found} <= set(methods.METHODS)
        called = [(entry.line, entry.name) for entry in found]
        assert len(set(called)) == len(called), name
        assert not any("," in each.name for each in found), "--methods splits at commas"


def test_a_run_goes_on_where_it_stopped_and_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = [each for each in declare.decisions() if each.data == "wine" and each.method == "CART"]
    table = Store(tmp_path, "decisions")
    Runner(table).run(cells(entries, 1))
    assert "[1/1" in capsys.readouterr().out
    before = table.path.read_bytes()
    assert [row["status"] for row in table.rows()] == [store.OK] * 3  # one row per cost
    Runner(table).run(cells(entries, 1))
    assert table.path.read_bytes() == before
    assert "1 cells, 1 done before" in capsys.readouterr().out
    wrong, n_features = table.outcomes(tuple(table.rows()[0][column] for column in store.KEY)) or ([], [])
    assert len(wrong) == len(n_features) == 36

    pytest.importorskip("matplotlib", reason="the extra 'bench' is not installed")
    from benchmarks import report

    text = report.write(tmp_path).read_text(encoding="utf-8")
    assert "Better decisions: wine: 1 folds only" in text
    assert "The paper's main tables: not run" in text


def test_means_compare_over_the_folds_that_all_have() -> None:
    def on(labels: tuple[str, ...], accuracy: list[float]) -> Summary:
        n = len(labels)
        return Summary(store.OK, labels, (("key",),) * n, np.array(accuracy), np.zeros(n), np.zeros(n))

    found = on_common_folds(
        {
            "ours": on(("r0f1", "r0f0"), [0.5, 0.75]),
            "rival": on(("r0f0", "r0f1", "r1f0"), [1.0, 0.25, 0.0]),
            "not run": Summary("not run"),
        }
    )
    assert found["ours"].folds == found["rival"].folds == ("r0f1", "r0f0")
    assert found["rival"].accuracy.tolist() == [0.25, 1.0]
    assert found["rival"].mean("J", 0.01) == 0.375
    assert found["not run"].status == "not run"
    apart = on_common_folds({"a": on(("r0f0",), [0.5]), "b": on(("r0f1",), [0.5])})
    assert np.isnan(apart["a"].mean("J", 0.01))


def test_prices_compare_over_the_folds_that_all_methods_have_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(datasets.ENVIRONMENT_VARIABLE, raising=False)  # no pictures
    table = Store(tmp_path, "prices")
    for each in declare.prices():
        for at, label in enumerate(protocols.labels(each.protocol)[: 1 + (each.name == "CART")]):
            keys = Cell(each, label).row_keys()
            numbers = {"status": store.OK, "accuracy": str(0.5 * (1 + at)), "features": "1", "cost": "3"}
            numbers |= {"n_test": "1", "n_train": "4"}
            table.append({**dict(zip(store.KEY, key, strict=True)), **numbers} for key in keys)
    text = "\n".join(prices_report.section(tmp_path, Results(table)))
    found = re.findall(r"^\| (CART|CEGB|auto) \| ([^|]*) \|", text, re.MULTILINE)
    assert len(found) == 3 * len(declare.PRICED_SETS)
    assert {cell for _, cell in found} == {"8.00 (3.00)"}


def test_a_cell_over_the_cap_is_ended_and_its_other_folds_are_not_tried(tmp_path: Path) -> None:
    pytest.importorskip("lightgbm", reason="the extra 'bench' is not installed")
    entries = [each for each in declare.decisions() if each.data == "wine" and each.method == "CEGB"]
    table = Store(tmp_path, "decisions")
    Runner(table, cap=0.02).run(cells(entries, 3))
    assert [row["status"] for row in table.rows()] == [store.OVER] * 9
    Runner(table, cap=0.01).run(cells(entries, 3))  # no more than it had
    assert len(table.path.read_text(encoding="utf-8").splitlines()) == 10


def test_a_cell_over_the_cap_is_tried_again_with_a_higher_one(tmp_path: Path) -> None:
    entries = [declare.entry("wine", "IFC2F", {}, (0.1, 0.01, 0.001))]  # imports alone take longer
    table = Store(tmp_path, "decisions")
    Runner(table, cap=0.02).run(cells(entries, 1))
    assert [row["status"] for row in table.rows()] == [store.OVER] * 3
    Runner(table).run(cells(entries, 1))
    assert [row["status"] for row in table.rows()] == [store.OK] * 3

    assert markdown.number(float("nan")) == "--"


def test_a_method_that_fails_is_a_result_and_is_tried_again(tmp_path: Path) -> None:
    entry = declare.entry("wine", "CART", {"no_such_setting": 1})
    table = Store(tmp_path, "table")
    Runner(table).run(cells([entry], 1))
    (row,) = table.rows()
    assert row["status"].startswith("error: TypeError")
    Runner(table).run(cells([entry], 1))
    assert len(table.path.read_text(encoding="utf-8").splitlines()) == 3


def test_a_data_set_without_its_file_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(datasets.ENVIRONMENT_VARIABLE, str(tmp_path))
    runner = Runner(Store(tmp_path, "table"))
    runner.run(cells([declare.entry("madelon", "CART"), declare.entry("madelon", "CEGB")]))
    assert runner.table.rows() == []
    assert "data set 'madelon' skipped" in runner.missing["madelon"]
    assert "no data" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "method", "accuracy", "n_features"),
    [
        ("mll", "ETANA", 1.0, 76 / 15),  # the paper's row; all others are those of the public programs
        ("mll", "Alpha-Investing", 14 / 15, 7),
        ("mll", "SAOLA", 13 / 15, 28),
        ("mll", "Fast-OSFS", 12 / 15, 5),
        ("mll", "OSFS", 12 / 15, 3),
        ("madelon", "Alpha-Investing", 363 / 600, 4),
        ("madelon", "SAOLA", 349 / 600, 3),
        ("madelon", "Fast-OSFS", 325 / 600, 3),
    ],
)
def test_rivals_of_the_paper_give_its_rows(
    data: str, method: str, accuracy: float, n_features: float
) -> None:
    pytest.importorskip("ifc2f.baselines")
    dataset = load(data)
    (entry,) = (each for each in declare.paper() if (each.data, each.method) == (data, method))
    (result,) = run_cell(entry, split_of(dataset, entry.protocol, "given", 0), 0)
    assert float(result.numbers["accuracy"]) == pytest.approx(accuracy, abs=1e-6)
    assert float(result.numbers["features"]) == pytest.approx(n_features, abs=1e-4)


# ---- dependence --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", range(5))
def test_each_richer_network_is_a_distribution_and_draws_from_it(kind: int) -> None:
    rng = np.random.default_rng(0)
    y = (np.arange(200) % 2).astype(np.int32)
    bins = rng.integers(0, 3, (3, 200)).astype(np.uint8)
    bins[1] = (bins[0] + y) % 3  # pairwise dependence
    name, mixture = list(dependence.networks(bins, y, np.full(3, 3)))[kind]
    every = np.array(list(itertools.product(range(3), repeat=3)), dtype=np.uint8).T
    joint = np.mean([np.exp(network.log_joint(every)).sum(axis=1) for network in mixture.networks], axis=0)
    assert joint.sum() == pytest.approx(1.0), name
    np.testing.assert_allclose(mixture.posterior(every).sum(axis=1), 1.0)
    drawn = mixture.draw(20_000, rng)
    shares = np.bincount(np.ravel_multi_index(tuple(drawn), (3, 3, 3)), minlength=27) / 20_000
    np.testing.assert_allclose(shares, joint, atol=0.015)
