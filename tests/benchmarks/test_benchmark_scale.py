"""The benchmark of scale measures what it says, in small."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import csv_files, growth, many_rows, scale
from ifc2f import IFC2FClassifier
from ifc2f.learning.count_rows import conditional_information


def test_numpy_form_is_the_kernels_number() -> None:
    codes, y = scale.ten_values(200, 5, 3)
    found = conditional_information(codes, y, 10, 3)
    for i in range(5):
        for j in range(i):
            assert found[i, j] == pytest.approx(scale.information_by_numpy(codes[i], codes[j], y), abs=1e-9)


def test_pairs_and_rows_are_counted() -> None:
    measured = scale.pair_counts(30, 500)
    assert measured["cpu"] >= 0
    assert measured["nanoseconds per pair and row"] >= 0
    rows = scale.many_rows(2 * scale.CHUNK_ROWS)
    assert rows["rows"] == 2 * scale.CHUNK_ROWS
    assert rows["rows per second"] > 0


def test_generated_rows_depend_on_their_number_alone() -> None:
    first, again, other = scale.rows_of(1, 10), scale.rows_of(1, 10), scale.rows_of(2, 10)
    assert np.array_equal(first[0], again[0])
    assert not np.array_equal(first[0], other[0])


def test_policies_of_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_rows, "CHUNK_ROWS", 700)
    monkeypatch.setattr(many_rows, "TEST", range(100, 101))
    monkeypatch.setattr(many_rows.rows_of, "__defaults__", (700,))
    quick = {**IFC2FClassifier.__init__.__kwdefaults__, "graph_trees": 8, "graph_depth": 5}
    monkeypatch.setattr(IFC2FClassifier.__init__, "__kwdefaults__", quick)
    of_files = many_rows.from_parquet(2100, "graph")
    in_chunks, at_once = many_rows.graph_in_chunks(2100), many_rows.graph_at_once(2100)
    assert of_files["rows"] == in_chunks["rows"] == 2100
    assert of_files["model"] == in_chunks["model"] == at_once["model"]
    assert of_files["J"] == at_once["J"]
    assert 0 < at_once["J"] < 0.7
    assert many_rows.graph_in_chunks(2100, 500)["model"] != at_once["model"]
    assert many_rows.many_classes(3000, 5)["nodes"] > 1


@pytest.mark.parametrize("mixed", [False, True])
def test_both_readers_of_csv_train_the_same_model(mixed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_files, "ROWS", 500)
    by_pyarrow, built_in = (csv_files.from_csv(0.2, mixed, fast) for fast in (True, False))
    assert by_pyarrow["MB"] == built_in["MB"] >= 0.2
    assert by_pyarrow["MB per CPU second"] > 0
    assert by_pyarrow["model"] == built_in["model"]


def test_growth_is_told_as_exponents() -> None:
    assert growth.exponent({1: 9.0, 2: 4.0, 4: 16.0, 8: 64.0}) == pytest.approx(2.0)
    sizes = {"rows": (200, 400, 800), "bins": (3, 4, 6)}
    told = growth.growth_of("frame", sizes, {"rows": 200, "columns": 3, "classes": 2, "bins": 4})
    assert list(told["by rows"]) == [200, 400, 800]
    assert {"exponent of rows", "exponent of bins"} < set(told)
    frame = growth.as_frame(growth.rows_of(50, 4, 2)[0])
    assert [frame[name].dtype.kind == "f" for name in frame] == [False, True, True, False]


def test_results_go_to_files_and_missing_data_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("IFC2F_DATA", raising=False)
    scale.run(["dexter, our settings", "adjusted mutual information"], tmp_path)
    told = capsys.readouterr().out
    assert "left out: dexter" in told
    assert "adjusted mutual information: seconds" in told
    results = json.loads((tmp_path / "scale.json").read_text())
    assert results["adjusted mutual information"]["difference"] < 1e-9
    assert (tmp_path / "scale.csv").read_text().count("\n") == 2
