"""Runs of the benchmarks: cells in processes of their own, their rows on disk, what is refused."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from benchmark_data import load

from benchmarks.__main__ import main
from benchmarks.data import datasets
from benchmarks.methods import adapters
from benchmarks.runs import declare, store
from benchmarks.runs.runner import Cell, Runner, cells
from benchmarks.runs.store import Store
from benchmarks.runs.worker import run_cell, split_of


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
from benchmarks.runs import declare
from benchmarks.runs.worker import Worker

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
        assert {entry.method for entry in found} <= set(adapters.METHODS)
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
    from benchmarks.reports import report

    text = report.write(tmp_path).read_text(encoding="utf-8")
    assert "Better decisions: wine: 1 folds only" in text
    assert "The paper's main tables: not run" in text


def test_a_cell_over_the_cap_is_ended_and_its_other_folds_are_not_tried(tmp_path: Path) -> None:
    pytest.importorskip("lightgbm", reason="the extra 'bench' is not installed")
    entries = [each for each in declare.decisions() if each.data == "wine" and each.method == "CEGB"]
    table = Store(tmp_path, "decisions")
    Runner(table, cap=0.02).run(cells(entries, 3))
    assert [row["status"] for row in table.rows()] == [store.OVER] * 9
    Runner(table, cap=0.01).run(cells(entries, 3))  # no more than it had
    assert len(table.path.read_text(encoding="utf-8").splitlines()) == 10


def test_a_cell_over_the_cap_is_tried_again_with_a_higher_one(tmp_path: Path) -> None:
    entries = [
        declare.entry("wine", "IFC2F", {"policy": "ordered"}, (0.1, 0.01, 0.001))
    ]  # imports alone take longer
    table = Store(tmp_path, "decisions")
    Runner(table, cap=0.02).run(cells(entries, 1))
    assert [row["status"] for row in table.rows()] == [store.OVER] * 3
    Runner(table).run(cells(entries, 1))
    assert [row["status"] for row in table.rows()] == [store.OK] * 3


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
