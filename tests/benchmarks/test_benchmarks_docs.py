"""The figures on the pages: those whose table is stored are those of the stored table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from benchmarks.data import datasets
from benchmarks.paper import published
from benchmarks.reports import kept
from benchmarks.runs import declare
from benchmarks.runs.declare import COST, Entry

PAGE = Path(__file__).parents[2] / "docs" / "evaluation.md"
OF_TITLE = {each.title.split(" (")[0]: name for name, each in datasets.DECLARED.items()}
Value = Callable[[dict[str, str]], float]


def tables() -> list[tuple[list[str], list[list[str]]]]:
    """Header and rows of each table of the page, without emphasis."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        cells = [
            [cell.strip().replace("**", "") for cell in line.strip("|").split("|")]
            for line in block.splitlines()
        ]
        found.append((cells[0], cells[2:]))
    return found


def table_with(header: list[str]) -> list[list[str]]:
    (rows,) = [rows for found, rows in tables() if found == header]
    return rows


@cache
def stored(table: str) -> kept.Lines:
    return kept.read(kept.FOLDER / f"{table}.csv")


@cache
def entries(table: str) -> dict[tuple[str, str, str], Entry]:
    """(data set, column, style) -> entry."""
    return {
        (each.data, each.name, each.line.rpartition(", ")[2] if ", " in each.line else ""): each
        for each in declare.TABLES[table][1]()
    }


def line_of(table: str, data: str, column: str, e: float = COST, style: str = "") -> dict[str, str]:
    each = entries(table)[(data, column, style)]
    return stored(table)[(each.data, each.protocol, each.method, each.settings, f"{e:g}")]


def total(line: dict[str, str], e: float = COST) -> float:
    return 1.0 - float(line["accuracy"]) + e * float(line["features"])


def assert_rounds_to(value: float, text: str) -> None:
    """The stored means have five digits: a figure may be off by half of its last digit and of theirs."""
    digits = len(text.partition(".")[2])
    assert abs(value - float(text)) <= 0.5 * 10.0**-digits + 1e-5 * max(1.0, abs(value)), (value, text)


def pairs(cell: str) -> Iterator[str]:
    yield from re.findall(r"-?[\d.]+", cell)


def test_the_method_itself_has_the_stored_accuracy_and_features() -> None:
    header = [
        "data", "published", "settings as printed", "settings of the authors' code",
        "settings fitted to four rows", "our settings, ordered",
    ]  # fmt: skip
    names = ("IFC2F", "IFC2F authors'", "IFC2F fitted", "IFC2F ordered")
    accuracy, features = (
        published.table("accuracy", "accuracy"),
        published.table("avg-features", "avg_features"),
    )
    rows = table_with(header)
    assert [OF_TITLE[row[0]] for row in rows] == list(declare.PAPER_SETS)
    for title, theirs, *ours in rows:
        right, read = pairs(theirs)
        assert_rounds_to(accuracy[(title, "IFC2F")], right)
        assert_rounds_to(features[(title, "IFC2F")], read)
        data = OF_TITLE[title]
        for name, cell in zip(names, ours, strict=True):
            right, read = pairs(cell)
            line = line_of("news20" if data == "news20" else "paper", data, name)
            assert_rounds_to(float(line["accuracy"]), right)
            assert_rounds_to(float(line["features"]), read)


def test_the_unchanged_code_stands_beside_the_published_numbers_and_ours() -> None:
    rows = table_with(
        ["data", "e", "published", "the authors' code, unchanged", "ours, settings of their code"]
    )
    runs = {(row["dataset"], row["e"]): row for row in published.rows("authors-code")}
    printed = {(row["dataset"], row["e"]): row for row in published.rows("feature-cost-sweep")}
    assert {(row[0], row[1]) for row in rows} == set(runs)
    for title, e, theirs, unchanged, ours in rows:
        paper, run = printed[(title, e)], runs[(title, e)]
        line = line_of("cost-sweep", OF_TITLE[title], "IFC2F", float(e), "authors'")
        least = [run[name] for name in ("accuracy", "avg_features", "least_features", "most_features")]
        for cell, numbers in (
            (theirs, [paper["accuracy"], paper["avg_features"]]),
            (unchanged, least),
            (ours, [line["accuracy"], line["features"]]),
        ):
            for number, text in zip(numbers, pairs(cell), strict=True):
                assert_rounds_to(float(number), text)


@pytest.mark.parametrize(
    ("header", "names"),
    [
        (
            ["data", "folds", "paper's", "same, quantile bins", "ordered", "auto", "CART", "CEGB"],
            ["paper's", "paper's with quantile bins", "ordered", "auto", "CART", "CEGB"],
        ),
        (
            ["data", "folds", "ordered", "adaptive", "graph", "auto"],
            ["ordered", "adaptive", "graph", "auto"],
        ),
    ],
)
def test_tables_of_the_total_cost_are_the_stored_ones(header: list[str], names: list[str]) -> None:
    *rows, means = table_with(header)
    assert [OF_TITLE[row[0].split(" (")[0]] for row in rows] == list(declare.DECISION_SETS)
    columns: dict[str, list[float]] = {name: [] for name in names}
    for title, folds, *cells in rows:
        for name, cell in zip(names, cells, strict=True):
            line = line_of("decisions", OF_TITLE[title.split(" (")[0]], name)
            assert line["folds"] == folds
            assert_rounds_to(total(line), cell)
            columns[name].append(total(line))
    for name, cell in zip(names, means[2:], strict=True):
        assert_rounds_to(float(np.mean(columns[name])), cell)


def test_means_at_other_costs_and_steps_to_the_default_are_the_stored_ones() -> None:
    page = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8"))
    names = ("auto", "ordered", "paper's", "CART", "CEGB")
    found = re.search(
        r"At e = 0\.1 the means are (.*?) At e = 0\.001 they are (.*?)\. -", page.replace("*", "")
    )
    assert found is not None
    for e, text in zip((0.1, 0.001), found.groups(), strict=True):
        means = re.findall(r"\d\.\d+", text)
        for name, mean in zip(names, means, strict=True):
            values = [total(line_of("decisions", data, name, e), e) for data in declare.DECISION_SETS]
            assert_rounds_to(float(np.mean(values)), mean)
    steps = re.search(r"The mean \$J\$ of twelve data sets goes from (.*?) \(the policy chosen", page)
    assert steps is not None
    means = re.findall(r"0\.\d{4}", steps.group(1))
    for name, mean in zip(declare.STEPS, means, strict=True):
        values = [total(line_of("ablation", data, name)) for data in declare.DECISION_SETS]
        assert_rounds_to(float(np.mean(values)), mean)


def test_the_comparison_has_the_stored_means() -> None:
    page = PAGE.with_name("comparison.md").read_text(encoding="utf-8").replace("*", "")
    found = re.findall(
        r"^\| \[[^|]*#the-rivals-users[^|]*\), ([\d.]+) a feature[^|]*\|(.*)\|$", page, re.MULTILINE
    )
    assert [e for e, _ in found] == ["0.01", "0.1", "0.001"]
    for e, cells in found:
        means = [cell.strip() for cell in cells.split("|") if cell.strip()]
        for name, mean in zip(("CART", "CEGB", "auto"), means, strict=True):
            values = [
                total(line_of("decisions", data, name, float(e)), float(e)) for data in declare.DECISION_SETS
            ]
            assert_rounds_to(float(np.mean(values)), mean)


def test_the_answer_on_trees_is_that_of_the_stored_report() -> None:
    answer = PAGE.with_name("faq.md").read_text(encoding="utf-8").replace("\n", " ")
    found = re.search(
        r"mean total cost of ([\d.]+) and CART one of ([\d.]+), .*? on two of them \((\w+) and (\w+)\)",
        answer,
    )
    assert found is not None
    for name, mean in zip(("auto", "CART"), found.groups()[:2], strict=True):
        values = [total(line_of("decisions", data, name)) for data in declare.DECISION_SETS]
        assert_rounds_to(float(np.mean(values)), mean)
    report = (kept.FOLDER / "decisions.md").read_text(encoding="utf-8")
    at_one = report.partition("### e = 0.01\n")[2].partition("\n### ")[0]
    of_auto = re.findall(r"^\| (.+) - CART \|.*\[(\S+), (\S+)\][* ]*\|$", at_one, re.MULTILINE)
    assert len(of_auto) == len(declare.DECISION_SETS)
    assert [name for name, _, high in of_auto if float(high) < 0] == list(found.groups()[2:])
    assert not [name for name, low, _ in of_auto if float(low) > 0]


def test_real_prices_are_the_stored_ones() -> None:
    mistakes = ("10", "100", "500", "1,000", "5,000", "10,000")
    for data, name, *cells in table_with(["data", "method", *mistakes]):
        for price, cell in zip((float(text.replace(",", "")) for text in mistakes), cells, strict=True):
            line = line_of("prices", data, name, price)
            dollars = float(line["cost"]) + (1.0 - float(line["accuracy"])) * price
            assert abs(dollars - float(cell)) <= 0.05 + 1e-5 * (price + dollars), (data, name, price)


def training_seconds(name: str) -> list[float]:
    lines = [line_of("decisions", data, name) for data in declare.DECISION_SETS]
    return [float(line["preprocess_s"]) + float(line["plan_s"]) for line in lines]


@pytest.mark.parametrize("page", ["evaluation.md", "faq.md"])
def test_training_takes_as_long_as_in_the_stored_run(page: str) -> None:
    text = re.sub(r"\s+", " ", PAGE.with_name(page).read_text(encoding="utf-8"))
    found = re.search(r"(\d\.\d) to (\d\.\d) seconds on one core.*?at most (\d\.\d) seconds", text)
    assert found is not None
    auto = training_seconds("auto")
    for value, said in zip(
        (min(auto), max(auto), max(training_seconds("ordered"))), found.groups(), strict=True
    ):
        assert_rounds_to(value, said)


def test_sets_on_which_a_tree_is_beaten_significantly_are_those_of_the_stored_report() -> None:
    report = (kept.FOLDER / "decisions.md").read_text(encoding="utf-8")
    (at,) = re.findall(r"^### e = 0\.01\n(.*?)^### ", report, re.MULTILINE | re.DOTALL)
    (policies,) = re.findall(r"^\| data - rival \|(.*)\|$", at, re.MULTILINE)
    auto = [cell.strip() for cell in policies.split("|")].index("auto")
    beaten, lost = [], []
    for data, cells in re.findall(r"^\| (.*) - CART \|(.*)\|$", at, re.MULTILINE):
        low, high = map(float, re.findall(r"[+-][\d.]+", cells.split("|")[auto])[1:])
        beaten += [data] * (high < 0)
        lost += [data] * (low > 0)
    page = re.sub(r"\s+", " ", PAGE.with_name("faq.md").read_text(encoding="utf-8"))
    assert lost == []
    assert f"better than CART on two of them ({' and '.join(beaten)}) and significantly worse on none" in page


def test_stronger_rivals_on_the_twelve_are_the_stored_ones() -> None:
    names = [
        "auto", "ordered", "adaptive", "graph", "CART pruned", "CEGB wide", "STreeD 3",
        "GDFS", "DIME", "AACO",
    ]  # fmt: skip
    sets = {datasets.DECLARED[name].title: name for name in declare.DECISION_SETS}
    rows = table_with(["data", "folds", *names])
    assert [row[0] for row in rows] == list(sets)
    for title, folds, *cells in rows:
        for name, cell in zip(names, cells, strict=True):
            line = line_of("grounds", sets[title], name)
            assert line["folds"] == folds
            assert_rounds_to(total(line), cell)


def test_budgets_are_the_stored_ones() -> None:
    names = ["auto", "GDFS", "DIME", "AACO"]
    sets, title = {"Breast cancer": "wdbc", "Wine": "wine", "CUBE": "cube"}, ""
    for called, most, *cells in table_with(["data", "at most", *names]):
        title = called or title
        for name, cell in zip(names, cells, strict=True):
            assert_rounds_to(float(line_of("budgets", sets[title], name, float(most))["accuracy"]), cell)


def section_of(ground: str) -> str:
    report = (kept.FOLDER / "grounds.md").read_text(encoding="utf-8")
    return report.partition(f"### Ground: {ground}\n")[2].partition("\n### ")[0]


def test_the_best_peer_of_each_ground_is_that_of_the_stored_report() -> None:
    for ground, auto, peer, *_ in table_with(["ground", "auto", "best peer", "difference", "optimum"]):
        name = re.split(r" \(|, six| of forty", ground)[0].replace(", 27 tables, ten splits", ", 10 folds")
        mean, named, of_peer = re.findall(
            r"^\| auto \| ([\d.]+) \| (.+?) ([\d.]+) \|", section_of(name), re.MULTILINE
        )[0]
        assert (auto, peer) == (mean, f"{of_peer} {named}")


def means_of(ground: str) -> dict[str, str]:
    """The last row of a ground's table, its mean or only set, by the methods."""
    table = section_of(ground).strip().partition("\n\n")[0].replace("*", "").splitlines()
    header, last = ([cell.strip() for cell in line.strip("|").split("|")] for line in (table[0], table[-1]))
    return dict(zip(header, last, strict=True))


def test_the_comparison_has_the_stored_costs_of_other_grounds() -> None:
    page = PAGE.with_name("comparison.md").read_text(encoding="utf-8").replace("*", "")
    names = ("CART pruned", "CEGB wide", "STreeD 3", "GDFS", "auto")
    grounds = {
        "test costs": "test costs", "CUBE": "CUBE", "concepts": "small concepts",
        "a panel of forty values": "panel", "the same": "test costs, 10 folds",
    }  # fmt: skip
    sets = {"breast cancer": "wdbc", "wine": "wine", "heart": "heart"}
    rows = re.findall(r"^\| \[([^]]*)\]\([^)]*#stronger-rivals[^|]*\|(.*)\|$", page, re.MULTILINE)
    assert sorted(title for title, _ in rows) == sorted([*grounds, *sets])
    for title, cells in rows:
        for name, cell in zip(names, (each.strip() for each in cells.split("|")), strict=True):
            if title in grounds:
                assert cell == means_of(grounds[title]).get(name, "")
            else:
                line = line_of("grounds", sets[title], name)
                assert line["folds"] == "5"
                assert_rounds_to(total(line), cell)


def test_who_is_significantly_ahead_is_told() -> None:
    def lost(ground: str) -> str:
        return re.findall(r"^\| auto \|.*\| ([^|]+) \|$", section_of(ground), re.MULTILINE)[-1]

    grounds = re.findall(r"^### Ground: (.+)$", (kept.FOLDER / "grounds.md").read_text("utf-8"), re.MULTILINE)
    nursery = "CART pruned on nursery, low mistakes; CART pruned on nursery, middle mistakes"
    for ground in grounds:
        assert lost(ground) == (nursery if ground == "test costs, 10 folds" else "nobody")
    for name, told in (
        ("evaluation.md", "none is significantly ahead on any of them over five folds"),
        ("evaluation.md", "pruned CART is ahead on two of its 27 tables, significantly and by 0.0002"),
        ("comparison.md", "none of the stronger rivals is significantly better on any of the twelve"),
    ):
        assert told in re.sub(r"\s+", " ", PAGE.with_name(name).read_text(encoding="utf-8"))
