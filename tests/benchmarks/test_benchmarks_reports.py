"""What the report says of the rows: tests on ranks, intervals, means over common folds."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.data import datasets, protocols
from benchmarks.paper import published
from benchmarks.reports import decisions, grounds, main_tables, markdown, prices, statistics, sweeps
from benchmarks.reports.summary import Results, Summary, on_common_folds
from benchmarks.runs import declare, store
from benchmarks.runs.runner import Cell
from benchmarks.runs.store import Store


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


def test_means_compare_over_the_folds_that_all_have() -> None:
    def on(labels: tuple[str, ...], accuracy: list[float]) -> Summary:
        n = len(labels)
        zero = np.zeros(n)
        return Summary(store.OK, labels, (("key",),) * n, np.array(accuracy), zero, zero, zero)

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
    text = "\n".join(prices.section(tmp_path, Results(table)))
    found = re.findall(r"^\| (CART|CEGB|auto) \| ([^|]*) \|", text, re.MULTILINE)
    assert len(found) == 3 * len(declare.PRICED_SETS)
    assert {cell for _, cell in found} == {"8.00 (3.00)"}


@pytest.mark.parametrize("table", ["paper", "news20", "decisions", "prices", "grounds", "budgets"])
def test_every_method_is_booked_as_ours_or_as_a_rival(table: str) -> None:
    assert not set(declare.OURS) & set(declare.RIVALS)
    for each in declare.TABLES[table][1]():
        booked = [each.name in declare.OURS, each.name in declare.RIVALS]
        assert booked == [each.method == "IFC2F", each.method != "IFC2F"], each.name


def headers(text: str) -> list[list[str]]:
    """The cells of the first line of every table."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in re.findall(r"^(\|.*\|)\n\|[-:| ]+\|$", text, re.MULTILINE)
    ]


def results_of(folder: Path, table: str, data: str) -> Results:
    """The same invented numbers for every method of a table on one set."""
    kept = Store(folder, table)
    numbers = {"status": store.OK, "accuracy": "0.5", "features": "1", "cost": "3"}
    numbers |= {"n_test": "1", "n_train": "4"}
    for each in declare.TABLES[table][1]():
        if each.data == data:
            for label in protocols.labels(each.protocol)[:2]:
                keys = Cell(each, label).row_keys()
                kept.append({**dict(zip(store.KEY, key, strict=True)), **numbers} for key in keys)
    return Results(kept)


def test_the_report_on_decisions_sets_every_policy_of_ours_against_every_rival(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "_curves", lambda *_: {})  # no pictures
    text = "\n".join(decisions.section(tmp_path, results_of(tmp_path, "decisions", "wdbc")))
    names = list(dict.fromkeys(each.name for each in declare.decisions()))
    beaten = [*(name for name in names if name in declare.RIVALS and name != declare.CEILING)]
    policies = [name for name in names if name in declare.OURS and name != decisions.PAPERS]
    found = headers(text)
    assert ["data", "folds", *names] in found
    assert ["data - rival", *policies] in found
    assert any({decisions.PAPERS, *beaten} <= set(header) for header in found if header[0] == "e")
    title = datasets.DECLARED["wdbc"].title
    assert {rival for rival in beaten if f"| {title} - {rival} |" in text} == set(beaten)


def test_the_cost_sweep_shows_what_the_unchanged_code_gives(tmp_path: Path) -> None:
    text = "\n".join(sweeps.cost_sweep(tmp_path, results_of(tmp_path, "cost-sweep", "mll")))
    mine, unchanged = headers(text)
    assert mine[1:] == unchanged[1:]
    lines = re.findall(r"^\| MLL, ([^|]+) \| (.*) \|$", text, re.MULTILINE)
    assert [style for style, _ in lines] == ["printed", "fitted", "authors'"]
    assert {cells.count("0.5000 / 1.00 (") for _, cells in lines} == {4}
    runs = published.rows("authors-code")
    for row in runs:
        for quantity in ("accuracy", "features"):
            mean = float(row["avg_features" if quantity == "features" else quantity])
            assert float(row[f"least_{quantity}"]) <= mean <= float(row[f"most_{quantity}"])
        assert f"{row['accuracy']} / {row['avg_features']} [{row['least_features']}, " in text


def test_the_main_tables_show_every_method(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main_tables.ranks, "section", lambda *_: ())  # needs the extra 'bench'
    text = "\n".join(main_tables.section(tmp_path, [results_of(tmp_path, "paper", "wdbc")]))
    names = list(dict.fromkeys(each.name for each in declare.paper()))
    assert ["data", *names] in headers(text)


def test_the_grounds_show_every_method_and_compare_only_ours(tmp_path: Path) -> None:
    data = declare.COST_BENCHMARK[0]
    text = "\n".join(grounds.section(tmp_path, results_of(tmp_path, "grounds", data)))
    names = list(dict.fromkeys(each.name for each in declare.grounds() if each.data == data))
    assert ["data", "folds", "optimum", *names] in headers(text)
    compared = text[text.index("| ours to the best peer |") :]
    assert re.findall(r"^\| ([\w ]+) \| [\d.]+ \|", compared, re.MULTILINE) == [
        name for name in names if name in declare.OURS
    ]


def test_no_result_is_written_as_the_paper_writes_it() -> None:
    assert markdown.number(float("nan")) == "--"
