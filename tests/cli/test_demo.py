"""The demonstration: what a newcomer sees first."""

import json
import re
import time

import pytest

from ifc2f.cli import main
from ifc2f.cli.demo import about, load
from ifc2f.model import Model
from ifc2f.session import Session


def test_the_demonstration_tells_the_whole_story(tmp_path, capsys):
    target = tmp_path / "demo.ifc2f"
    start = time.perf_counter()
    assert main(["demo", "-o", str(target)]) == 0
    assert time.perf_counter() - start < 60
    out, err = capsys.readouterr()
    assert err == ""
    assert "not for diagnosis" in out
    titles = re.findall(r"^(\d)  (.+)\n-+$", out, flags=re.M)
    assert [number for number, _ in titles] == ["1", "2", "3", "4"]
    assert "426 rows, 30 features" in out
    accuracy = re.search(r"(\d+) of 143 right, 95 % interval ([\d.]+) % to ([\d.]+) %", out)
    assert int(accuracy[1]) / 143 > 0.88
    assert str(target) in out
    model = Model.load(target)
    assert model.treatment == "exact"
    total = re.search(r"^  total +([\d.]+)", out, flags=re.M)
    asking = re.search(r"Before any answer:\n.*\n.*\n.*going on ([\d.]+) in all", out)
    assert float(asking[1]) == pytest.approx(float(total[1]), rel=0.05), "two figures for one thing agree"

    cases = re.split(r"^Case \d: ", out, flags=re.M)[1:]
    assert len(cases) == 3
    for case in cases:
        questions = re.findall(r"^(\d+)\. (.+)$", case, flags=re.M)
        answers = [float(text) for text in re.findall(r"^   > (.+)$", case, flags=re.M)]
        assert len(questions) == len(answers) > 0
        session = Session(model)
        for (_, question), answer in zip(questions, answers, strict=True):
            k = session.next()
            assert question == model.meta["features"][k]["question"]
            session.answer(k, answer)
        assert session.next() is None, "it goes on until the policy stops"
        assert f"Class: {session.decide()}, probability {session.posterior.max():.3f}" in case
        assert re.search(r"Deciding now is expected to cost .*: stop\.$", case, flags=re.M)
    assert all(case.count("The true class is") == 1 for case in cases)
    assert ": right." in cases[0]
    assert len(re.findall(r"^   > ", cases[0], flags=re.M)) < len(re.findall(r"^   > ", cases[1], flags=re.M))


def test_the_demonstration_in_json(tmp_path, capsys):
    target = tmp_path / "again.ifc2f"
    assert main(["demo", "-o", str(target), "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert err == ""
    assert told["model"]["sha256"] == Model.load(target).sha256
    assert told["data"] == {"training_rows": 426, "held_out_rows": 143}
    assert told["evaluation"]["rows"] == 143
    assert [case["class"] == case["true_class"] for case in told["cases"]][:2] == [True, True]
    assert all(case["steps"] for case in told["cases"])


def test_the_model_says_what_it_is_for(tmp_path, capsys):
    target = tmp_path / "demo.ifc2f"
    assert main(["demo", "-o", str(target)]) == 0
    model = Model.load(target)
    assert "Not for diagnosis" in model.meta["intended_use"]
    assert "example" in model.meta["title"]
    assert model.classes == ("benign", "malignant")


def test_rows_are_kept_aside_and_in_proportion():
    learning, held_out = load()
    assert learning.n_rows + held_out.n_rows == 569
    seen = {tuple(row) for row in learning.without(["diagnosis"]).matrix().tolist()}
    assert not seen & {tuple(row) for row in held_out.without(["diagnosis"]).matrix().tolist()}
    shares = [sum(table["diagnosis"] == "malignant") / table.n_rows for table in (learning, held_out)]
    assert shares[0] == pytest.approx(shares[1], abs=0.01)


@pytest.mark.parametrize(
    ("name", "question", "help_text"),
    [
        ("mean area", "Mean area of the cell nuclei?", None),
        ("radius error", "Standard error of the radius of the cell nuclei?", "mean of the distances"),
        ("worst concave points", "Worst concave points of the cell nuclei?", "mean of the three largest"),
        (
            "fractal dimension error",
            "Standard error of the fractal dimension of the cell nuclei?",
            "coastline",
        ),
    ],
)
def test_questions_follow_the_description_of_the_data(name, question, help_text):
    entry = about(name)
    assert entry["question"] == question
    assert ("help" not in entry) if help_text is None else (help_text in entry["help"])
    assert "unit" not in entry, "the description gives none"
