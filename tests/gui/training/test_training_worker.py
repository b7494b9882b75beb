"""What the process trains, validates and saves."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from ifc2f_gui import demo
from ifc2f_gui.training import worker
from ifc2f_gui.training.job import Job
from ifc2f_gui.training.validation import split
from ifc2f_gui.training.worker import run, training_data

from ifc2f.data.table import read_table
from ifc2f.model import Model


def test_a_job_trains_validates_and_saves(table, tmp_path):
    said = []
    output = tmp_path / "m.ifc2f"
    lines = Path(table).read_text().splitlines()
    lines[1] = "-" + lines[1][lines[1].index(",") :]
    Path(table).write_text("\n".join(lines))
    job = Job(
        table,
        "outcome",
        str(output),
        ["height"],
        0.02,
        {"crp": {"cost": 0.05, "discount_cost": 0.03, "group": "blood", "delay": "1 day"}},
        [("ill", "well", 5.0)],
        "Fever",
        "Test",
        policy="ordered",
        missing_marks=["-"],
        unit_of_costs="euros",
    )
    result = run(job, said.append)
    model = Model.load(output)
    assert "height" not in model.feature_names
    assert model.meta["title"] == "Fever"
    assert model.meta["intended_use"] == "Test"
    assert model.meta["unit_of_costs"] == result["unit_of_costs"] == "euros"
    assert model.meta["training"]["n_rows"] == 240
    assert model.misclassification.tolist() == [[0.0, 5.0], [1.0, 0.0]]
    crp = model.feature_index("crp")
    assert model.meta["features"][crp]["delay"] == "1 day"
    assert "blood" in model.costs.group_names
    held_out = split(training_data(read_table(table, missing_marks=["-"]), "outcome", []).y)[1]
    assert result["rows"] == len(held_out) == sum(map(sum, result["confusion"])) == sum(result["questions"])
    assert result["accuracy"] == pytest.approx(np.trace(result["confusion"]) / result["rows"])
    assert model.meta["validation"]["accuracy"] == result["accuracy"] > 0.7
    assert sum(n for _, _, n in result["calibration"]) == 2 * result["rows"]
    assert said[0] == "reading the table"
    assert said[-1] == "saving the model"
    again = tmp_path / "again.ifc2f"
    job.output = str(again)
    run(job, said.append)
    assert again.read_bytes() == output.read_bytes()


def test_rows_kept_aside_have_every_class_in_its_proportion():
    y = np.repeat([0, 1, 2], [40, 20, 2]).astype(np.int32)
    learning, held_out = split(y)
    assert np.bincount(y[held_out]).tolist() == [10, 5, 1]
    assert sorted([*learning, *held_out]) == list(range(62))


@pytest.mark.parametrize(
    ("lines", "target", "problem"),
    [
        (["a,b", "1,x", "2,x"], "b", "the same class"),
        (["a,b", "1,x", "2,y", "3,y"], "b", "only one row"),
        (["a,b", "1,x", "2,"], "b", "line 3: column 'b' has no class"),
        (["a,b", "1,x", "2,y"], "c", "no column"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tmp_path, lines, target, problem):
    path = tmp_path / "t.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        training_data(read_table(path), target, [])


def test_a_job_survives_as_json():
    job = Job("t.csv", "y", "o", costs={"ä": 0.5}, mistakes=[("a", "b", 2.0)])
    assert json.loads(job.to_json())["costs"] == {"ä": 0.5}


def test_the_bundled_demo_model_is_what_its_command_makes():
    assert demo.build().sha256 == Model.load(demo.PATH).sha256, "make it anew: python -m ifc2f_gui.demo"
    assert Path(demo.PATH).stat().st_size < 500_000


@pytest.mark.parametrize(("cost", "is_forgotten"), [(0.01, True), (0.0, False), (1.0, False)])
def test_a_cost_that_was_probably_forgotten_is_warned_of(table, tmp_path, cost, is_forgotten):
    costs = {"crp": {"cost": 5.0}, "temperature": {"cost": 10.0, "group": "visit"}}
    mistakes = [("ill", "well", 5000.0), ("well", "ill", 300.0)]
    job = Job(table, "outcome", str(tmp_path / "m.ifc2f"), [], cost, costs, mistakes, policy="ordered")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run(job, lambda text: None)
    told = [str(each.message) for each in caught if "next to nothing" in str(each.message)]
    expected = (
        "Questions without a cost of their own cost 0.01 here, next to nothing compared with the others: "
    )
    assert told == ([expected + "'height', 'cough'"] if is_forgotten else [])


def test_what_other_libraries_say_of_the_machine_is_no_word_to_the_user(table, tmp_path, monkeypatch, capsys):
    """joblib says so where nothing can be written to /dev/shm; its processes are not used."""

    def warned(job, progress):
        warnings.warn("[Errno 30] Read-only file system.  joblib will operate in serial mode", stacklevel=1)
        warnings.warn("the cheapest question costs as much as a mistake", stacklevel=1)
        return {}

    monkeypatch.setattr(worker, "run", warned)
    path = tmp_path / "job.json"
    path.write_text(Job(table, "outcome", "m.ifc2f").to_json())
    assert worker.main(str(path)) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [{"warnings": ["the cheapest question costs as much as a mistake"]}, {"result": {}}]
