"""What the repository keeps of the results: means with their revision, and what a new run changes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.methods.adapters import Split, even_widths
from benchmarks.reports import claims, kept, report
from benchmarks.runs import complexity, declare, store
from benchmarks.runs.store import Store


def run(folder: Path, table: str, accuracy: float, revision: str = "abc", status: str = store.OK) -> None:
    """Write two folds of one entry of a table, as a run does."""
    entry = next(each for each in declare.TABLES[table][1]() if each.data == "wdbc" or table == "paper")
    (folder / "environments").mkdir(parents=True, exist_ok=True)
    facts = {"processor": "p", "cores": 2, "system": "s", "python": "3", "packages": {}, "revision": revision}
    (folder / "environments" / "env.json").write_text(json.dumps(facts))
    row = dict.fromkeys(store.COLUMNS, "") | {
        "data": entry.data, "protocol": entry.protocol, "method": entry.method, "settings": entry.settings,
        "e": "0.01", "seed": "0", "n_train": "10", "n_test": "5", "features": "2", "environment": "env",
        "preprocess_s": "1", "plan_s": "1", "classify_s": "1",
    }  # fmt: skip
    Store(folder, table).append(
        [
            {**row, "fold": "r0f0", "status": store.OK, "accuracy": str(accuracy)},
            {**row, "fold": "r0f1", "status": status, "accuracy": str(accuracy + 0.1)},
        ]
    )


def test_a_group_that_was_run_is_kept_with_its_revision_and_another_stays(tmp_path: Path) -> None:
    results, place = tmp_path / "results", tmp_path / "kept"
    run(results, "ablation", 0.8)
    told = kept.keep(results, place)
    assert told == [
        "ablation: 0 lines as before, 0 changed, 1 new, 0 gone",
        "decisions: not run, kept as it is",
        "grounds: not run, kept as it is",
    ]
    (line,) = kept.read(place / "ablation.csv").values()
    assert (line["folds"], line["accuracy"], line["revision"]) == ("2", "0.85", "abc")
    assert "From the printed settings" in (place / "paper.md").read_text()
    assert not (place / "decisions.md").exists()
    assert kept.keep(results, place)[0] == "ablation: 1 lines as before, 0 changed, 0 new, 0 gone"


def test_stronger_rivals_are_stored_without_the_other_decisions(tmp_path: Path) -> None:
    results, place = tmp_path / "results", tmp_path / "kept"
    place.mkdir()
    (place / "decisions.md").write_text("stored before")
    run(results, "grounds", 0.8)
    assert kept.keep(results, place) == [
        "paper: not run, kept as it is",
        "decisions: not run, kept as it is",
        "grounds: 0 lines as before, 0 changed, 1 new, 0 gone",
    ]
    text = (place / "grounds.md").read_text()
    assert text.startswith(f"# {report.TITLES['grounds']}\n")
    assert "Budgets of features: not run" in text
    assert "Real prices" not in text
    assert (place / "decisions.md").read_text() == "stored before"
    assert sorted(path.name for path in place.iterdir()) == ["decisions.md", "grounds.csv", "grounds.md"]


def test_what_a_new_run_changes_is_told(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    run(tmp_path / "one", "ablation", 0.8)
    run(tmp_path / "other", "ablation", 0.9, revision="def", status=store.OVER)
    kept.keep(tmp_path / "one", place)
    told = kept.keep(tmp_path / "other", place)
    assert told[0].endswith("status ok -> over the cap, folds 2 -> 1, accuracy 0.85 -> 0.9")
    assert told[1] == "ablation: 0 lines as before, 1 changed, 0 new, 0 gone"


def test_too_much_is_refused_and_nothing_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path / "results", "ablation", 0.8)
    monkeypatch.setattr(kept, "MOST_BYTES", 100)
    with pytest.raises(store.TooLarge, match="more than the 100 that are kept at most"):
        kept.keep(tmp_path / "results", tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == []


def test_every_table_is_in_one_group() -> None:
    grouped = [table for tables in report.GROUPS.values() for table in tables if table in declare.TABLES]
    assert sorted(grouped) == sorted(declare.TABLES)


def test_steps_lead_from_the_printed_settings_to_the_default() -> None:
    entries = [each for each in declare.ablation() if each.data == "wdbc"]
    assert entries[0].keywords == declare.as_in_paper("wdbc")
    from ifc2f import IFC2FClassifier

    default = IFC2FClassifier().get_params()
    last = {name: value for name, value in entries[-1].keywords.items() if value != default[name]}
    assert last == {}


def test_even_widths_begin_at_the_least_value_and_have_no_edge_twice() -> None:
    X = np.array([[0.1, 3.0, 1.0], [1.2, 3.0, 2.0], [np.nan, 3.0, 2.0]])
    edges = even_widths(Split(X, np.zeros(3), X, np.zeros(3), categorical=(2,)), 4)
    np.testing.assert_allclose(edges[0], [0.375, 0.65, 0.925], rtol=1e-6)
    assert (edges[1].tolist(), list(edges)) == ([3.0], [0, 1])


def test_claims_of_the_abstract_are_judged_by_the_published_tables() -> None:
    abstract, sweep = claims.published_claims()
    assert "82 % fewer features" in abstract
    assert "3.4 points less accuracy" in abstract
    assert "Madelon e = 0.001 (0.6867, 21.54 features)" in sweep


def test_sizes_that_only_the_printed_settings_have_are_left_to_them() -> None:
    assert {size.varied for size in complexity.sizes_of("CART")} == {"columns", "rows", "classes"}
    assert {size.varied for size in complexity.sizes_of(complexity.PRINTED)} == {
        "columns", "rows", "classes", "kept", "bins",
    }  # fmt: skip
