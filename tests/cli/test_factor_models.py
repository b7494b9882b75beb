"""Every command on a model whose features depend on a factor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sklearn.datasets import load_breast_cancer

from ifc2f import IFC2FClassifier, Model
from ifc2f.cli import main
from ifc2f.policies.candidates import Adaptive

TARGET = ["--target", "diagnosis"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with model.ifc2f and the rows others.csv, which it was not trained on."""
    folder = tmp_path_factory.mktemp("factor")
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    y = y.map({0: "malignant", 1: "benign"}).rename("diagnosis")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ifc2f.policies.choose.candidates_of", lambda *_: [Adaptive(0.5, "factor")])
        model = IFC2FClassifier(0.01, policy="adaptive", max_features=8).fit(X[::2], y[::2]).model_
    assert model.network.factor is not None
    model.save(folder / "model.ifc2f")
    X[1::2].assign(diagnosis=y[1::2]).to_csv(folder / "others.csv", index=False)
    return folder


def told_by(capsys: pytest.CaptureFixture[str], *command: object) -> str:
    """Run a command that must succeed; return what it prints, its lines joined."""
    assert main([str(part) for part in command]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_inspect_names_the_factor_and_says_once_what_it_is(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = told_by(capsys, "inspect", place / "model.ifc2f")
    features = Model.load(place / "model.ifc2f").network.features
    assert told.count(" 16 factor ") == len(features) == 8
    assert told.count("Nobody can acquire it.") == 1
    assert "structure factor" in told
    for nothing in ("None", " nan", "treatment", "solver", "order information"):
        assert nothing not in told
    document = json.loads(told_by(capsys, "inspect", place / "model.ifc2f", "--json"))
    assert {(feature["given"], feature["follows_factor"]) for feature in document["order"]} == {(None, True)}
    assert document["policy"]["kind"] == "adaptive"


def test_the_report_says_what_the_factor_is(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = place / "report.html"
    told_by(capsys, "report", place / "model.ifc2f", place / "others.csv", *TARGET, "-o", page)
    told = page.read_text(encoding="utf-8")
    assert told.count("Nobody can acquire it.") == 1
    assert "the factor" in told


def test_probabilities_can_be_corrected_and_errors_be_bounded(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = place / "others.csv"
    calibrated = place / "calibrated.ifc2f"
    assert "scores after calibration" in told_by(
        capsys, "calibrate", place / "model.ifc2f", rows, *TARGET, "-o", calibrated
    )
    assert Model.load(calibrated).network.factor is not None
    told_by(capsys, "guarantee", calibrated, rows, *TARGET, "--alpha", "0.2", "-o", place / "sure.ifc2f")
    assert "Guarantee" in told_by(capsys, "inspect", place / "sure.ifc2f")


def test_it_predicts_what_it_is_measured_by(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = place / "others.csv"
    found = json.loads(told_by(capsys, "evaluate", place / "model.ifc2f", rows, *TARGET, "--json"))
    predicted = json.loads(told_by(capsys, "predict", place / "model.ifc2f", rows, "--json"))
    assert found["accuracy"] > 0.9
    assert len(predicted["rows"]) == len(rows.read_text(encoding="utf-8").splitlines()) - 1


@pytest.mark.parametrize("target", ["int8", "int16", "c"])
def test_what_has_no_exact_inference_takes_it_as_a_graph(
    place: Path, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    export = ["export", str(place / "model.ifc2f"), "--target", target, "-o", str(place / f"for_{target}")]
    assert main(export) == 2
    assert "make a graph of it with ifc2f distil" in capsys.readouterr().err
    told_by(capsys, *export, "--policy", "graph")


@pytest.mark.parametrize("target", ["float32", "page"])
def test_what_has_exact_inference_takes_it_as_it_is(
    place: Path, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    told = told_by(capsys, "export", place / "model.ifc2f", "--target", target, "-o", place / target)
    assert "written to" in told


def test_its_network_can_be_written_and_planned_on(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = told_by(capsys, "network", place / "model.ifc2f", "-o", place / "network.bif")
    assert "8 features, and the factor that nobody can acquire." in told
    again = place / "again.ifc2f"
    assert "Nobody can acquire it." in told_by(capsys, "plan", place / "network.bif", "-o", again)
    before, after = Model.load(place / "model.ifc2f"), Model.load(again)
    assert after.feature_names == before.feature_names
    assert [f.value_texts() for f in after.network.features] == [
        f.value_texts() for f in before.network.features
    ]
