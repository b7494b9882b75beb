"""ifc2f train."""

import csv
import io
import re

import numpy as np
import pytest
from command_line import patients, training, write_csv

from ifc2f.cli import COMMANDS, parser_of
from ifc2f.model import Model
from ifc2f.planning.plan import expected_cost
from ifc2f.session import Session
from ifc2f.settings import AUTHORS_SETTINGS, PAPER_SETTINGS, Settings


def test_train_says_what_it_did(ifc2f, folder, tmp_path):
    target = tmp_path / "m.ifc2f"
    done = ifc2f(
        "train",
        folder / "train.csv",
        "--policy",
        "ordered",
        "--target",
        "state",
        "--ignore",
        "id",
        "-o",
        target,
    )
    model = Model.load(target)
    assert (done.status, done.err) == (0, "")
    missing = sum(row.count("") for row in patients()) / 2000
    assert f"400 rows, 5 features, {100 * missing:.1f} % of the cells missing" in done.out
    counts = [row[-1] for row in patients()[1:]]
    assert re.search(rf"ill +{counts.count('ill')} .*\n +well +{counts.count('well')} ", done.out)
    assert "Every wrong class costs 1." in done.out
    for place, name in enumerate(model.feature_names, 1):
        assert re.search(rf"^ +{place}  {name} +0\.01 ", done.out, flags=re.M)
    assert "ward" not in done.out, "a column that never changes is of no use"
    assert f"{expected_cost(model).total:.4g}" in done.out
    assert model.sha256 in done.out


def test_train_names_the_policy_that_was_chosen(ifc2f, folder, tmp_path):
    words = training(folder / "train.csv", "-o", tmp_path / "m.ifc2f")
    chosen = ifc2f(*words, "--policy", "auto").out
    policy = ifc2f("inspect", tmp_path / "m.ifc2f", "--json").json["policy"]
    assert (
        f"chosen from {len(policy['cross_validation'])} policies by cross-validation: {policy['name']}\n"
        in chosen
    )
    assert "cross-validation" not in ifc2f(*words).out


def test_every_option_of_every_command_says_what_it_does():
    for name, command in parser_of(COMMANDS)[1].choices.items():
        for option in command._actions:
            assert option.help or option.choices, f"{name} {option.option_strings or option.dest}"


def test_train_tells_the_same_in_json(ifc2f, folder, tmp_path):
    target = tmp_path / "m.ifc2f"
    done = ifc2f(
        "train",
        folder / "train.csv",
        "--policy",
        "ordered",
        "--target",
        "state",
        "--ignore",
        "id",
        "-o",
        target,
        "--json",
    )
    model, told = Model.load(target), done.json
    assert told["model"]["sha256"] == model.sha256
    assert told["data"]["rows"] == 400
    assert sum(told["class_counts"].values()) == 400
    assert [entry["feature"] for entry in told["order"]] == list(model.feature_names)
    assert all(entry["cost"] == 0.01 for entry in told["order"])
    expected = expected_cost(model)
    assert told["expected"]["total"] == pytest.approx(expected.total)
    assert told["expected"]["acquisition"] + told["expected"]["misclassification"] == pytest.approx(
        expected.total
    )
    prior = told["class_counts"]["ill"] / 400
    assert told["cost_of_stopping_at_once"] == pytest.approx(min(prior, 1 - prior), abs=1e-6)
    assert expected.total < told["cost_of_stopping_at_once"]
    for device in ("float32", "int8"):
        words = ["export", target, "--target", device, "-o", tmp_path / "device"]
        exported = ifc2f(*words, "--json").json
        assert {key: exported[key] for key in told["device"][device]} == told["device"][device]


def test_train_says_what_no_device_holds(ifc2f, folder, tmp_path):
    words = training(folder / "train.csv", "-o", tmp_path / "m.ifc2f")
    for more, refused in ((["--policy", "adaptive"], {"int8"}), ([], set())):
        told = ifc2f(*words, *more, "--json").json["device"]
        assert {target for target, needs in told.items() if "refused" in needs} == refused
        text = " ".join(ifc2f(*words, *more).out.split())
        for target in told:
            is_refused = f"on a device as {target}: refused, an adaptive policy" in text
            assert is_refused == (target in refused)
            assert f"on a device as {target}: " in text


def test_the_same_data_give_the_same_bytes_from_csv_parquet_and_shuffled_columns(ifc2f, folder, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    pandas.read_csv(folder / "train.csv").to_parquet(tmp_path / "train.parquet")
    words = [
        "--target",
        "state",
        "--ignore",
        "id",
        "--title",
        "Made-up ward",
        "--intended-use",
        "Tests only.",
        "--unit-of-costs",
        "euros",
    ]
    for data in (folder / "train.csv", tmp_path / "train.parquet"):
        assert ifc2f("train", data, "--policy", "ordered", *words, "-o", tmp_path / "again.ifc2f").status == 0
        assert (tmp_path / "again.ifc2f").read_bytes() == (folder / "m.ifc2f").read_bytes()


def test_costs_from_a_file(ifc2f, folder, tmp_path):
    costs = tmp_path / "costs.csv"
    costs.write_text(
        "feature,cost,discount_cost,group,delay\nfever,0.02,0.01,bedside,at once\npulse,0.03,0.005,bedside,\n"
        "cough,0,,,\ncolour,0,,derived:fever+pulse,\nward,0,,,\nid,9,,,\n"
    )
    target = tmp_path / "m.ifc2f"
    words = training(folder / "train.csv", "--costs", costs)
    told = ifc2f(*words, "--min-features", 4, "-o", target, "--json").json
    entries = {entry["feature"]: entry for entry in told["order"]}
    assert entries["fever"]["cost"] == 0.02
    assert entries["fever"]["group"] == "bedside"
    assert entries["fever"]["delay"] == "at once"
    session = Session(Model.load(target))
    session.answer("pulse", 80)
    assert session.feature_cost("fever") == pytest.approx(0.01)
    told = ifc2f(*words[:-2], "--cost", 0.5, "-o", target, "--json").json
    assert {entry["cost"] for entry in told["order"]} == {0.5}
    assert told["expected"]["n_features"] == 0, "nothing is worth half a mistake here"


def test_costs_of_mistakes_three_ways(ifc2f, folder, tmp_path):
    table = tmp_path / "mistakes.csv"
    table.write_text("true,predicted,cost\nwell,ill,10\n")
    words = training(folder / "train.csv", "-o", tmp_path / "m.ifc2f")
    ways = [
        ["--misclassification", table],
        ["--cost-ratio", "10"],
        ["--mistake", "well", "ill", "10", "--mistake", "ill", "well", "1"],
    ]
    models = []
    for way in ways:
        done = ifc2f(*words, *way)
        assert "Deciding well when ill is true costs 1; deciding ill when well is true costs 10." in done.out
        models.append((tmp_path / "m.ifc2f").read_bytes())
    assert models[0] == models[1] == models[2]
    np.testing.assert_array_equal(Model(models[0]).misclassification, [[0, 1], [10, 0]])


@pytest.mark.parametrize(
    ("preset", "settings"), [("own", {}), ("authors", AUTHORS_SETTINGS), ("paper", PAPER_SETTINGS)]
)
def test_presets_and_settings_in_their_place(preset, settings, ifc2f, folder, tmp_path):
    words = [
        "train",
        folder / "train.csv",
        "--target",
        "state",
        "--ignore",
        "id",
        "--preset",
        preset,
        "--json",
        *(["--policy", "ordered"] if preset == "own" else []),
    ]
    told = ifc2f(*words, "-o", tmp_path / "m.ifc2f").json["settings"]
    expected = Settings().told() | {
        name: value for name, value in settings.items() if name in vars(Settings())
    }
    assert told == expected
    changes = {"bins": 3, "binning": "quantile", "structure": "naive", "treatment": "marginal", "seed": 5}
    changes |= {"smoothing": "back-off"}
    options = [word for name, value in changes.items() for word in (f"--{name}", value)]
    told = ifc2f(*words, *options, "-o", tmp_path / "m.ifc2f").json["settings"]
    assert told == expected | {"n_bins": 3} | {k: v for k, v in changes.items() if k != "bins"}
    told = ifc2f(*words, "--merge-categories", "-o", tmp_path / "m.ifc2f").json["settings"]
    assert told == expected | {"merge_categories": True}
    assert "merge_categories True" in " ".join(ifc2f("inspect", tmp_path / "m.ifc2f").out.split())


def test_questions_title_and_budget_reach_the_model(ifc2f, folder, tmp_path):
    questions = tmp_path / "questions.csv"
    questions.write_text(
        "feature,question,unit,help\nfever,How warm?,°C,under the tongue\ncough,Does it cough?,,\n"
    )
    target = tmp_path / "m.ifc2f"
    words = training(folder / "train.csv", "-o", target)
    assert ifc2f(*words, "--questions", questions, "--title", "Ward", "--budget", "0.02").status == 0
    model = Model.load(target)
    assert model.meta["title"] == "Ward"
    assert model.budget == pytest.approx(0.02)
    entry = model.meta["features"][model.feature_index("fever")]
    assert {key: entry[key] for key in ("question", "unit", "help")} == {
        "question": "How warm?",
        "unit": "°C",
        "help": "under the tongue",
    }
    shown = ifc2f("ask", target, stdin="").out
    asked = model.meta["features"][0]["question"]
    assert f"1. {asked}" in shown


def test_constant_columns_leave_the_prior_alone_with_a_warning(ifc2f, tmp_path):
    data = write_csv(tmp_path / "t.csv", [["a", "b", "y"], [1, "x", "n"], [1, "x", "p"], [1, "x", "p"]])
    target = tmp_path / "m.ifc2f"
    done = ifc2f("train", data, "--policy", "ordered", "--target", "y", "-o", target)
    assert done.status == 0
    assert done.err == (
        "ifc2f: warning: no feature is informative about the class: the model is only the class prior\n"
    )
    assert "None: the class is decided from the prior alone." in done.out
    assert "Class: p, probability 0.667, after 0 features at a cost of 0." in ifc2f("ask", target).out
    assert ifc2f("inspect", target).status == 0
    assert [row[0] for row in csv.reader(io.StringIO(ifc2f("predict", target, data).out))][1:] == ["p"] * 3


def test_whether_a_value_was_measured_is_a_feature_where_that_is_asked_for(ifc2f, tmp_path):
    table, model, questions = tmp_path / "t.csv", tmp_path / "m.ifc2f", tmp_path / "q.csv"
    table.write_text("lab,unit,ill\n" + ",a,no\n5,,yes\n,b,no\n7,a,yes\n,a,yes\n4,b,no\n,a,no\n6,b,yes\n" * 9)
    questions.write_text("feature,question\nlab measured,Can it be measured?\n")
    words = ["train", table, "--target", "ill", "--policy", "ordered", "--missing", "category", "-o", model]
    done = ifc2f(*words, "--questions", questions)
    assert done.status == 0, done.err
    assert "2 features, 31.2 % of the cells missing" in done.out
    assert "lab measured" in Model.load(model).feature_names
    asked = ifc2f("ask", model, stdin="no\n")
    assert "1. Can it be measured?" in asked.out
    assert "Class: no, probability 0.7" in asked.out
    table.write_text("unit,lab\na,\n,9\n")  # another order, and no class
    found = ifc2f("predict", model, table)
    assert [line.split(",")[0] for line in found.out.splitlines()] == ["class", "no", "yes"]
    refused = ifc2f(*words, "--rows-at-once", "5")
    assert "--missing category needs the whole table: leave out --rows-at-once" in refused.err
