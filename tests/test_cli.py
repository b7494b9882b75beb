"""The command line: what each command prints and writes, what it makes of mistakes, and how it ends."""

import csv
import io
import json
import os
import re
import signal
import struct
import subprocess
import sys
import time
import zlib
from argparse import Namespace
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ifc2f.cli import COMMANDS, main, parser_of
from ifc2f.cli.options import in_use
from ifc2f.cli.screen import Screen
from ifc2f.costs import AcquisitionCosts
from ifc2f.data.table import read_table
from ifc2f.files.writing import write_atomically
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import expected_cost, plan
from ifc2f.session import Session
from ifc2f.settings import AUTHORS_SETTINGS, PAPER_SETTINGS, Settings

GOLDEN = Path(__file__).resolve().parent / "golden"
COIN, PUMP = str(GOLDEN / "coin.ifc2f"), str(GOLDEN / "pump.ifc2f")


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self):
        """The one JSON document on standard output."""
        return json.loads(self.out)


@pytest.fixture
def ifc2f(capsys, monkeypatch):
    """Return a function that runs a command in this process."""

    def run(*words, stdin="", terminal=False):
        source = io.StringIO(stdin)
        source.isatty = lambda: terminal
        monkeypatch.setattr(sys, "stdin", source)
        capsys.readouterr()
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return run


def command(*words, **options):
    """Run a command in a process of its own."""
    words = [sys.executable, "-m", "ifc2f", *map(str, words)]
    return subprocess.run(words, **{"capture_output": True, "text": True, "timeout": 60} | options)


def patients(n=400, seed=0):
    """Return rows of a made-up table: numbers, texts, a column that never changes, missing cells, a class."""
    random = np.random.default_rng(seed)
    ill = random.random(n) < 0.4
    fever = np.round(np.where(ill, 38.6, 37.0) + random.normal(0, 0.6, n), 1)
    cough = np.where(random.random(n) < np.where(ill, 0.8, 0.2), "yes", "no")
    colour = random.choice(["red", "green", "blue"], n)
    pulse = np.round(np.where(ill, 85, 72) + random.normal(0, 9, n))
    rows = [["id", "fever", "cough", "colour", "pulse", "ward", "state"]]
    for i in range(n):
        gone = random.random(2) < 0.05
        cells = ["" if gone[0] else fever[i], "" if gone[1] else cough[i], colour[i], pulse[i], 7]
        rows.append([f"p{i}", *cells, "ill" if ill[i] else "well"])
    return rows


def write_csv(path, rows):
    """Write rows of cells and return the path."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with ``train.csv``, ``test.csv`` and ``m.ifc2f``."""
    place = tmp_path_factory.mktemp("cli")
    write_csv(place / "train.csv", patients())
    write_csv(place / "test.csv", patients(seed=1))
    words = ["train", place / "train.csv", "--target", "state", "--ignore", "id", "-o", place / "m.ifc2f"]
    words += ["--title", "Made-up ward", "--intended-use", "Tests only."]
    assert main([str(word) for word in words]) == 0
    return place


def cell_rows(path):
    """Return the rows of a CSV file as lists of texts."""
    with path.open(newline="") as file:
        return list(csv.reader(file))


# ---- train -----------------------------------------------------------------------------------------------


def test_train_says_what_it_did(ifc2f, folder, tmp_path):
    target = tmp_path / "m.ifc2f"
    done = ifc2f("train", folder / "train.csv", "--target", "state", "--ignore", "id", "-o", target)
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
    words = ["train", folder / "train.csv", "--target", "state", "--ignore", "id", "-o", tmp_path / "m.ifc2f"]
    chosen = ifc2f(*words, "--policy", "auto").out
    policy = ifc2f("inspect", tmp_path / "m.ifc2f", "--json").json["policy"]
    assert (
        f"chosen of {len(policy['cross_validation'])} policies by cross-validation: {policy['name']}\n"
        in chosen
    )
    assert "cross-validation" not in ifc2f(*words).out


def test_every_option_of_every_command_says_what_it_does():
    for name, command in parser_of(COMMANDS)[1].choices.items():
        for option in command._actions:
            assert option.help or option.choices, f"{name} {option.option_strings or option.dest}"


def test_train_tells_the_same_in_json(ifc2f, folder, tmp_path):
    target = tmp_path / "m.ifc2f"
    done = ifc2f("train", folder / "train.csv", "--target", "state", "--ignore", "id", "-o", target, "--json")
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
    ]
    for data in (folder / "train.csv", tmp_path / "train.parquet"):
        assert ifc2f("train", data, *words, "-o", tmp_path / "again.ifc2f").status == 0
        assert (tmp_path / "again.ifc2f").read_bytes() == (folder / "m.ifc2f").read_bytes()


def test_costs_from_a_file(ifc2f, folder, tmp_path):
    costs = tmp_path / "costs.csv"
    costs.write_text(
        "feature,cost,discount_cost,group,delay\nfever,0.02,0.01,bedside,at once\npulse,0.03,0.005,bedside,\n"
        "cough,0,,,\ncolour,0,,derived:fever+pulse,\nward,0,,,\nid,9,,,\n"
    )
    target = tmp_path / "m.ifc2f"
    words = ["train", folder / "train.csv", "--target", "state", "--ignore", "id", "--costs", costs]
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
    words = ["train", folder / "train.csv", "--target", "state", "--ignore", "id", "-o", tmp_path / "m.ifc2f"]
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
    words = ["train", folder / "train.csv", "--target", "state", "--ignore", "id", "-o", target]
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
    done = ifc2f("train", data, "--target", "y", "-o", target)
    assert done.status == 0
    assert done.err == (
        "ifc2f: warning: no feature tells anything about the class: the model is the class prior alone\n"
    )
    assert "None: the class is decided from the prior alone." in done.out
    assert "Class: p, probability 0.667, after 0 features at a cost of 0." in ifc2f("ask", target).out
    assert ifc2f("inspect", target).status == 0
    assert [row[0] for row in csv.reader(io.StringIO(ifc2f("predict", target, data).out))][1:] == ["p"] * 3


# ---- evaluate --------------------------------------------------------------------------------------------


def test_evaluate_agrees_with_what_predict_says(ifc2f, folder):
    told = ifc2f("evaluate", folder / "m.ifc2f", folder / "test.csv", "--target", "state", "--json").json
    predicted = list(
        csv.DictReader(io.StringIO(ifc2f("predict", folder / "m.ifc2f", folder / "test.csv").out))
    )
    truth = [row[-1] for row in cell_rows(folder / "test.csv")[1:]]
    decided = [row["class"] for row in predicted]
    pairs = [
        [sum(p == (t, d) for p in zip(truth, decided, strict=True)) for d in ("ill", "well")]
        for t in ("ill", "well")
    ]
    assert told["classes"] == ["ill", "well"]
    assert told["confusion"] == pairs
    n_right = pairs[0][0] + pairs[1][1]
    assert (told["rows"], told["right"], told["accuracy"]) == (400, n_right, n_right / 400)
    assert told["accuracy_interval"]["low"] < told["accuracy"] < told["accuracy_interval"]["high"]
    costs = np.array([float(row["cost"]) for row in predicted])
    total = costs + (np.array(truth) != np.array(decided))
    assert told["feature_cost"]["mean"] == pytest.approx(costs.mean())
    assert told["feature_cost"]["sd"] == pytest.approx(costs.std(), rel=1e-6)
    assert told["total_cost"]["realised"]["mean"] == pytest.approx(total.mean())
    assert told["total_cost"]["standard_error"] == pytest.approx(total.std(ddof=1) / 20)
    looked = [row["features"].split("; ") if row["features"] else [] for row in predicted]
    assert told["n_features"]["mean"] == pytest.approx(np.mean([len(names) for names in looked]))
    for name, n in told["used"].items():
        assert n == sum(name in names for names in looked)
    posterior = np.array([[float(row["P(ill)"]), float(row["P(well)"])] for row in predicted])
    is_ill = np.array(truth) == "ill"
    assert told["calibration"]["brier"] == pytest.approx(
        2 * np.mean((posterior[:, 0] - is_ill) ** 2), abs=1e-6
    )
    assert sum(b["n"] for b in told["calibration"]["bins"]) == 400
    assert told["total_cost"]["expected"]["total"] == pytest.approx(
        expected_cost(Model.load(folder / "m.ifc2f")).total
    )


def test_evaluate_in_words(ifc2f, folder):
    done = ifc2f("evaluate", folder / "m.ifc2f", folder / "test.csv", "--target", "state")
    told = ifc2f("evaluate", folder / "m.ifc2f", folder / "test.csv", "--target", "state", "--json").json
    assert f"{told['right']} of 400 right, 95 % interval" in done.out
    for text in ("features looked at", "total cost", "Brier score", "Confusion", "fever"):
        assert text in done.out
    assert (done.status, done.err) == (0, "")


def test_evaluate_with_another_budget_and_prior(ifc2f, folder):
    words = ["evaluate", folder / "m.ifc2f", folder / "test.csv", "--target", "state", "--json"]
    told = ifc2f(*words, "--budget", "0.01").json
    assert told["n_features"]["max"] <= 1
    assert told["total_cost"]["expected"]["n_features"] <= 1
    told = ifc2f(*words, "--prior", "ill=0").json
    assert [row[0] for row in told["confusion"]] == [0, 0], "nobody is ill where nobody can be"
    assert told["feature_cost"]["max"] == 0
    assert told["total_cost"]["expected"]["total"] == 0


@pytest.mark.parametrize("policy", ["ordered", "adaptive", "graph"])
def test_the_prior_of_a_command_is_believed_as_in_a_session(policy):
    from ifc2f import IFC2FClassifier

    X = np.random.default_rng(1).normal(size=(300, 2))
    model = IFC2FClassifier(policy=policy).fit(X, X.sum(axis=1) > 0).model_
    used = in_use(model, Namespace(prior="True=0.03", budget=None))
    assert used.policy == policy
    for row in X[:20]:
        here, there = Session(used), Session(model, prior=[0.97, 0.03])
        assert here.posterior == pytest.approx([0.97, 0.03])
        while (k := there.next()) is not None:
            assert here.next() == k
            for session in (here, there):
                session.answer(k, row[model.columns[k]])
        assert here.posterior == pytest.approx(there.posterior, rel=1e-4)


# ---- predict ---------------------------------------------------------------------------------------------


def test_predict_gives_what_the_model_gives(ifc2f, folder):
    model = Model.load(folder / "m.ifc2f")
    rows = list(csv.DictReader(io.StringIO(ifc2f("predict", folder / "m.ifc2f", folder / "test.csv").out)))
    table = read_table(folder / "test.csv")
    for i, row in enumerate(rows[:40]):
        session = Session(model)
        while (k := session.next()) is not None:
            cell = table[model.feature_names[k]][i]
            if cell is None or cell != cell:
                session.missing(k)
            else:
                session.answer(k, cell)
        assert row["class"] == session.decide()
        assert np.float32(row["P(ill)"]) == session.posterior[0]
        assert np.float32(row["P(well)"]) == session.posterior[1]
        assert row["features"] == "; ".join(model.feature_names[k] for k in session.looked)
        assert int(row["n_features"]) == len(session.looked)
        assert np.float32(row["cost"]) == np.float32(session.cost)


def test_columns_are_matched_by_name_and_others_do_no_harm(ifc2f, folder, tmp_path):
    rows = cell_rows(folder / "test.csv")
    expected = ifc2f("predict", folder / "m.ifc2f", folder / "test.csv").out
    order = [rows[0].index(name) for name in ("pulse", "state", "colour", "fever", "cough")]
    turned = [["mixed", *(rows[0][i] for i in order)]]
    turned += [[("x", 1)[n % 2], *(row[i] for i in order)] for n, row in enumerate(rows[1:])]
    done = ifc2f("predict", folder / "m.ifc2f", write_csv(tmp_path / "turned.csv", turned))
    assert done.out == expected


def test_predict_in_json_and_into_a_file(ifc2f, folder, tmp_path):
    words = ["predict", folder / "m.ifc2f", folder / "test.csv", "--id", "id"]
    printed = ifc2f(*words).out
    target = tmp_path / "out.csv"
    done = ifc2f(*words, "-o", target)
    assert target.read_text() == printed
    assert f"400 rows classified, written to {target}" in done.out
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert [row["id"] for row in rows[:3]] == ["p0", "p1", "p2"]
    told = ifc2f(*words, "--json").json
    assert told["n_rows"] == 400
    for row, document in zip(rows, told["rows"], strict=True):
        assert document["id"] == row["id"]
        assert document["class"] == row["class"]
        assert "; ".join(document["features"]) == row["features"]
        assert {f"P({name})": str(np.float32(p)) for name, p in document["posterior"].items()} == {
            name: row[name] for name in ("P(ill)", "P(well)")
        }
    told = ifc2f(*words, "--json", "-o", target).json
    assert "rows" not in told
    assert told["class_counts"]["ill"] + told["class_counts"]["well"] == 400


def test_an_unknown_category_is_missing_with_a_warning_or_an_error(ifc2f, folder, tmp_path):
    rows = cell_rows(folder / "test.csv")
    unknown = [[*row[:2], "perhaps", *row[3:]] if row[2] == "yes" else row for row in rows]
    missing = [[*row[:2], "", *row[3:]] if row[2] == "yes" else row for row in rows]
    done = ifc2f("predict", folder / "m.ifc2f", write_csv(tmp_path / "u.csv", unknown))
    assert done.out == ifc2f("predict", folder / "m.ifc2f", write_csv(tmp_path / "n.csv", missing)).out
    assert done.err.startswith("ifc2f: warning: ")
    assert "'perhaps' in 'cough'" in done.err
    done = ifc2f("predict", folder / "m.ifc2f", tmp_path / "u.csv", "--unknown", "error")
    assert (done.status, done.out) == (2, "")
    row = next(i for i, row in enumerate(unknown) if row[2] == "perhaps")
    known = re.escape("feature 'cough': 'perhaps' is not one of its categories, 'no', 'yes'")
    found = re.search(rf"u\.csv, row (\d+): {known}$", done.err.rstrip())
    assert int(found[1]) >= row, "rows before it do not ask for the cough"
    assert unknown[int(found[1])][2] == "perhaps"


def test_an_infinite_cell_is_an_error_only_where_it_is_asked_for(ifc2f, folder, tmp_path):
    first = Model.load(folder / "m.ifc2f").feature_names[0]
    rows = cell_rows(folder / "test.csv")
    column = rows[0].index("fever" if first == "fever" else "pulse")
    rows[3][column] = "inf"
    done = ifc2f("predict", folder / "m.ifc2f", write_csv(tmp_path / "i.csv", rows))
    assert done.status == 2
    assert re.search(rf"i\.csv, row 3: feature '{rows[0][column]}': inf is not a finite number", done.err)
    done = ifc2f("predict", folder / "m.ifc2f", tmp_path / "i.csv", "--budget", "0")
    assert done.status == 0, "nothing is asked for where nothing may be spent"


def test_a_cost_matrix_is_read_rows_true(ifc2f, tmp_path):
    """Q = [[0, 1], [10, 0]]: without a test, class 1 is decided from a probability of 1/11 on."""
    data = write_csv(tmp_path / "t.csv", [["test"], [""]])
    for share, decided in [(1 / 11 - 1e-4, "0"), (1 / 11 + 1e-4, "1")]:
        told = ifc2f("ask", COIN, "--prior", f"1={share}", "--json", stdin="?\n").json
        assert told["class"] == int(decided)
        assert told["posterior"]["1"] == pytest.approx(share)
        assert told["cost_of_stopping"] == pytest.approx(min(10 * share, 1 - share), rel=1e-6)
        rows = list(csv.DictReader(io.StringIO(ifc2f("predict", COIN, data, "--prior", f"1={share}").out)))
        assert rows[0]["class"] == decided


# ---- inspect ---------------------------------------------------------------------------------------------


def test_inspect_shows_all_of_a_model(ifc2f):
    done = ifc2f("inspect", PUMP)
    model = Model.load(PUMP)
    assert (done.status, done.err) == (0, "")
    shown = [
        "sound    0.750",
        "leaking  0.125",
        "deciding sound when worn is true costs 10",
        "a test of this library",
    ]
    shown += [
        "At most 0.25 is spent",
        "open the casing",
        "below 1.8 | 1.8 to 4.5 | from 4.5",
        "even | grinding | hissing",
    ]
    n_stages, n_sets, n_vectors = struct.unpack_from("<3I", model.policies["ORDR"])
    assert n_vectors >= n_sets >= n_stages
    policy = f"treatment exact: {n_stages} stages, {n_vectors} alpha vectors in {n_sets} sets"
    shown += [model.sha256, policy, *model.feature_names]
    flat = " ".join(done.out.split())
    for text in shown:
        assert " ".join(text.split()) in flat


def test_inspect_in_json(ifc2f, folder):
    told, model = ifc2f("inspect", PUMP, "--json").json, Model.load(PUMP)
    assert told["model"]["sha256"] == model.sha256
    assert told["prior"] == {"sound": 0.75, "leaking": 0.125, "worn": 0.125}
    assert told["misclassification"] == model.misclassification.tolist()
    assert told["budget"] == 0.25
    entries = told["order"]
    assert [entry["given"] for entry in entries] == [None, "vibration (mm/s)", "vibration (mm/s)", "sound"]
    assert [entry["cost"] for entry in entries] == pytest.approx([0.125, 0.03125, 0.0625, 0.140625])
    assert entries[0]["edges"] == [1.8, 4.5], "with the digits single precision has"
    assert entries[1]["values"] == ["even", "grinding", "hissing"]
    told = ifc2f("inspect", folder / "m.ifc2f", "--json").json
    assert told["training"]["n_rows"] == 400
    assert told["intended_use"] == "Tests only."


def test_many_classes_are_shown_as_a_matrix(ifc2f, tmp_path):
    L = 12
    table = np.full((1, 2, L), 0.5, dtype=np.float32)
    feature = Feature("x", 0, np.array([0.5], dtype=np.float32), False, None, -1, table)
    classes = tuple(f"class {i}" for i in range(L))
    network = Network((feature,), classes, np.full(L, 1 / L, dtype=np.float32))
    mistakes = np.arange(L * L, dtype=np.float32).reshape(L, L)
    model = Model.build(network, AcquisitionCosts.from_spec(0.1, ["x"]), mistakes)
    model = model.with_policies({"ORDR": plan(model)})
    model.save(tmp_path / "m.ifc2f")
    out = ifc2f("inspect", tmp_path / "m.ifc2f").out
    assert "Rows: the true class. Columns: the class decided for." in out
    assert re.search(r"class 11 +132 +133", out)
    assert "2 other classes: 0.167 in all" in ifc2f("ask", tmp_path / "m.ifc2f").out


# ---- ask -------------------------------------------------------------------------------------------------


def test_ask_shows_question_posterior_and_advice(ifc2f):
    done = ifc2f("ask", PUMP, stdin="5\nhissing\n")
    assert (done.status, done.err) == (0, "")
    session = Session(Model.load(PUMP))
    assert "a test of this library" in done.out
    now, on = session.cost_of_stopping, session.cost_of_continuing(0)
    assert (
        f"Deciding now is expected to cost {now:.3g} in mistakes, asking on {on:.3g} in all: ask." in done.out
    )
    assert re.search(r"1\. vibration \(mm/s\)\n   a number; cost 0\.125\n   > 5\n", done.out)
    session.answer(0, 5)
    assert re.search(rf"sound    {session.posterior[0]:.3f}  .*was 0\.750", done.out)
    question = r"2\. sound\n   one of 1\) even, 2\) grinding, 3\) hissing; cost 0\.03125, answer at once\n"
    assert re.search(question, done.out)
    session.answer(1, "hissing")
    name, spent = session.decide(), f"after 2 features at a cost of {session.cost:.4g}"
    share = session.posterior[session.model.classes.index(name)]
    assert f"Class: {name}, probability {share:.3f}, {spent}." in done.out


def test_costs_of_a_heuristic_plan_are_said_to_be_about_right(ifc2f, tmp_path):
    model = Model.load(PUMP)
    for treatment, word in (("exact", ""), ("parent", "about "), ("marginal", "about ")):
        planned = model.with_policies({"ORDR": plan(model, treatment=treatment)})
        planned.save(tmp_path / "m.ifc2f")
        assert re.search(rf"asking on {word}[\d.]+ in all", ifc2f("ask", tmp_path / "m.ifc2f").out)
    out = ifc2f("ask", PUMP, stdin="?\n").out
    assert re.findall(r"asking on (about )?[\d.]+ in all", out) == ["", "about "], "a value is missing"


def test_ask_follows_the_policy_to_its_stop(ifc2f):
    told = ifc2f("ask", COIN, "--json", stdin="0.7\n").json
    session = Session(Model.load(COIN))
    session.answer(0, 0.7)
    assert told["ended"] == "nothing left"
    assert told["class"] == session.decide()
    assert told["cost"] == 0.0625
    assert told["steps"] == [
        {"feature": "test", "answer": 0.7, "cost_so_far": 0.0625, "posterior": told["posterior"]}
    ]
    assert [np.float32(p) for p in told["posterior"].values()] == session.posterior.tolist()


def test_ask_in_json_keeps_the_talk_off_standard_output(ifc2f):
    done = ifc2f("ask", COIN, "--json", stdin="0.7\n")
    assert done.json["class"] == 1
    assert "1. test" in done.err
    assert "Class: 1" in done.err


def test_the_end_of_input_decides_on_what_is_known(ifc2f):
    assert ifc2f("ask", PUMP, "--json", stdin="").json["ended"] == "end of input"
    told = ifc2f("ask", PUMP, "--json", stdin="5").json
    assert told["ended"] == "end of input", "the last line needs no line end"
    assert told["n_features"] == 1


def test_not_known_costs_nothing_and_changes_nothing(ifc2f):
    told = ifc2f("ask", PUMP, "--json", stdin="?\n").json
    assert told["steps"] == [
        {
            "feature": "vibration (mm/s)",
            "answer": None,
            "cost_so_far": 0.0,
            "posterior": {"sound": 0.75, "leaking": 0.125, "worn": 0.125},
        }
    ]
    assert told["n_features"] == 0


def test_undo_takes_back_answers_one_by_one(ifc2f):
    straight = ifc2f("ask", PUMP, "--json", stdin="5\neven\n").json
    detour = ifc2f("ask", PUMP, "--json", stdin="1\nu\n?\nu\n5\n1\nu\nEVEN\n").json
    assert detour == straight
    out = ifc2f("ask", PUMP, stdin="u\n5\nu\n").out
    assert "There is no answer to take back." in out
    assert "Took back the answer to vibration (mm/s)." in out


def test_stop_and_quit(ifc2f):
    told = ifc2f("ask", PUMP, "--json", stdin="5\ns\n").json
    assert (told["ended"], told["n_features"]) == ("stopped", 1)
    assert told["class"] is not None
    told = ifc2f("ask", PUMP, "--json", stdin="5\nq\n").json
    assert (told["ended"], told["class"]) == ("quit", None)
    done = ifc2f("ask", PUMP, stdin="q\n")
    assert done.status == 0
    assert "Quit without a decision." in done.out
    assert "Class:" not in done.out


def test_why_tells_what_each_answer_did_and_what_the_next_would_do(ifc2f):
    out = ifc2f("ask", PUMP, stdin="5\nw\n").out
    session = Session(Model.load(PUMP))
    session.answer(0, 5)
    leading = int(session.posterior.argmax())
    name = session.model.classes[leading]
    now, before = float(session.posterior[leading]), float(session.model.network.prior[leading])
    factor = (now / (1 - now)) / (before / (1 - before))
    line = rf"vibration \(mm/s\) +5 +{before:.3f} +{now:.3f} +x {factor:.4g}"
    assert re.search(line, out)
    assert f"What each answer does to the probability of {name}:" in out
    joint = session.feature_posterior("sound")
    for text, row in zip(("even", "grinding", "hissing"), joint, strict=True):
        assert re.search(rf"{text} +{row.sum():.3f} +{row[leading] / row.sum():.3f}\n", out)
    assert "Nothing is answered yet" in ifc2f("ask", PUMP, stdin="w\n").out


def test_prior_and_budget_of_the_place_of_use(ifc2f):
    told = ifc2f("ask", PUMP, "--json", "--prior", "worn=0.5,sound=0.25", stdin="").json
    assert told["prior"] == {"sound": 0.25, "leaking": 0.25, "worn": 0.5}
    done = ifc2f("ask", PUMP, "--budget", "0.1")
    assert "the budget does not pay for another feature: stop." in done.out
    assert ifc2f("ask", PUMP, "--budget", "0.1", "--json").json["ended"] == "budget"
    assert ifc2f("ask", PUMP, "--budget", "0.125", "--json", stdin="5\n").json["ended"] == "budget"


def test_a_wrong_answer_from_a_pipe_is_an_error_because_later_ones_would_slip(ifc2f):
    done = ifc2f("ask", PUMP, stdin="5\nloud\n")
    assert done.status == 2
    assert done.err == (
        "ifc2f: error: answer 2: 'loud' is not one of the choices for 'sound', even, grinding, hissing; "
        "type ? if it is not known\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an answer to 'vibration (mm/s)' is expected"),
        ("abc", "'abc' is not a number"),
        ("1,5", "write decimals with a point"),
        ("nan", "'nan' is not a finite number"),
        ("1e60", "'1e60' is not a finite number"),
    ],
)
def test_a_person_is_asked_again(text, message, ifc2f):
    done = ifc2f("ask", PUMP, stdin=f"{text}\n5\n", terminal=True)
    assert done.status == 0
    assert message in done.out
    assert "2. sound" in done.out


def test_a_person_may_overrule_the_end(ifc2f):
    words = ["ask", PUMP, "--prior", "sound=1,leaking=0"]
    done = ifc2f(*words, stdin="c\n5\n\n", terminal=True)
    assert re.search(r"in all: stop\.\nPress Enter to end, c to ask on all the same", done.out)
    assert "after 1 feature at a cost of 0.125." in done.out
    assert "after 0 features" in ifc2f(*words, stdin="c\n5\nu\nw\n\n", terminal=True).out
    assert "Class:" not in ifc2f(*words, stdin="q\n", terminal=True).out
    assert "after 0 features" in ifc2f(*words, stdin="", terminal=True).out, (
        "end of input, as Ctrl-D, ends it"
    )


def category_model(labels, path):
    """Save a model with one feature of these categories."""
    V = len(labels)
    rows = np.linspace(1, 3, V)
    table = np.stack([rows / rows.sum(), rows[::-1] / rows.sum()], axis=1)[np.newaxis].astype(np.float32)
    feature = Feature("port", 0, np.arange(V, dtype=np.float32), True, tuple(labels), -1, table)
    network = Network((feature,), ("lost", "saved"), np.array([0.5, 0.5], dtype=np.float32))
    mistakes = np.array([[0, 1], [1, 0]], dtype=np.float32)
    model = Model.build(network, AcquisitionCosts.from_spec(0.01, ["port"]), mistakes)
    model.with_policies({"ORDR": plan(model)}).save(path)
    return path


def test_choices_by_text_letter_case_and_number(ifc2f, tmp_path):
    path = category_model(["Cherbourg", "Queenstown", "Southampton"], tmp_path / "m.ifc2f")
    posteriors = {
        text: json.dumps(ifc2f("ask", path, "--json", stdin=f"{text}\n").json["posterior"])
        for text in ("Queenstown", "queenstown", "2")
    }
    assert len(set(posteriors.values())) == 1
    assert "0 to 3" not in ifc2f("ask", path).out
    assert ifc2f("ask", path, stdin="4\n").status == 2


def test_a_choice_goes_before_a_key_of_its_name_and_before_its_number(ifc2f, tmp_path):
    path = category_model(["c", "q", "s"], tmp_path / "m.ifc2f")
    assert ifc2f("ask", path, "--json", stdin="q\n").json["steps"][0]["answer"] == "q"
    assert ifc2f("ask", path, "--json", stdin=":q\n").json["ended"] == "quit"
    path = category_model(["3", "2", "1"], tmp_path / "m.ifc2f")
    session = Session(Model.load(path))
    session.answer(0, "3")
    told = ifc2f("ask", path, "--json", stdin="3\n").json
    assert [np.float32(p) for p in told["posterior"].values()] == session.posterior.tolist()
    assert "one of 3, 2, 1;" in ifc2f("ask", path).out


def test_a_value_outside_what_training_saw_is_remarked_on(ifc2f, folder):
    model = Model.load(folder / "m.ifc2f")
    answers = "".join("900\n" if "range" in entry else "?\n" for entry in model.meta["features"])
    out = ifc2f("ask", folder / "m.ifc2f", stdin=answers).out
    assert re.search(r"900 is outside what training saw, [\d.]+ to [\d.]+: check it\.", out)


# ---- mistakes --------------------------------------------------------------------------------------------

TRAIN = ["train", "{data}", "--target", "state", "--ignore", "id", "-o", "{folder}/out.ifc2f"]
SMALL = ["train", "{folder}/e.csv", "--target", "y"]
PREDICT = ["predict", "{model}", "{folder}/d.csv"]
EVALUATE = ["evaluate", "{model}", "{folder}/d.csv", "--target", "s"]
COSTS = [*TRAIN, "--costs", "{folder}/c.csv"]
REST = "cough,1\ncolour,1\npulse,1\nward,1\n"

# Case: words, a file (its name and content, or nothing), what the message says.
MISTAKES = {
    "no command": ([], "", "COMMAND"),
    "no such command": (["learn"], "", "invalid choice: 'learn'"),
    "no such option": (["inspect", "{model}", "--color"], "", "unrecognized arguments: --color"),
    "no target": (["train", "{data}"], "", "required: --target"),
    "target not there": (
        ["train", "{data}", "--target", "stat"],
        "",
        "there is no column 'stat'; columns are 'id'",
    ),
    "data not there": (["train", "{folder}/none.csv", "--target", "y"], "", "none.csv: No such file"),
    "data is a folder": (["train", "{folder}", "--target", "y"], "", "Is a directory"),
    "empty data": (SMALL, "e.csv|", "e.csv: the file is empty"),
    "no rows": (SMALL, "e.csv|a,y\n", "a header but no rows"),
    "two names": (SMALL, "e.csv|a,a,y\n1,2,3\n", "two columns are called 'a'"),
    "no feature": (SMALL, "e.csv|y\n0\n1\n", "no column is left beside 'y'"),
    "one class": (SMALL, "e.csv|a,y\n1,p\n2,p\n", "column 'y' has one class only, 'p'"),
    "no class": (SMALL, "e.csv|a,y\n1,p\n2,\n", "column 'y' has no class in row 2"),
    "infinite": (SMALL, "e.csv|a,y\n1,p\n-inf,q\n", "row 2: column 'a' holds -inf"),
    "too large": (SMALL, "e.csv|a,y\n1,p\n1e39,q\n", "row 2: column 'a' holds 1e+39"),
    "names of rows": (
        ["train", "{data}", "--target", "state"],
        "",
        "column 'id' has 400 categories, and at most 255 are possible; leave it out",
    ),
    "mixed": (SMALL, "e.csv|a,y\n1,p\nx,q\n", "'x' is text among numbers"),
    "cells short": (SMALL, "e.csv|a,y\n1\n", "line 2: 1 cells, but the header has 2"),
    "ignored not there": ([*SMALL, "--ignore", "b"], "e.csv|a,y\n1,p\n2,q\n", "there is no column 'b'"),
    "target ignored": (
        [*SMALL, "--ignore", "y"],
        "e.csv|a,y\n1,p\n2,q\n",
        "--ignore names 'y', the column of",
    ),
    "category not there": (
        [*SMALL, "--categorical", "b"],
        "e.csv|a,y\n1,p\n2,q\n",
        "there is no column 'b'",
    ),
    "category not there in chunks": (
        [*SMALL, "--categorical", "b", "--rows-at-once", "1"],
        "e.csv|a,y\n1,p\n2,q\n",
        "there is no column 'b'",
    ),
    "cost negative": ([*TRAIN, "--cost", "-1"], "", "the feature cost is -1.0: negative"),
    "cost nan": ([*TRAIN, "--cost", "nan"], "", "the feature cost is nan: not finite"),
    "cost infinite": ([*TRAIN, "--cost", "inf"], "", "the feature cost is inf: not finite"),
    "cost no number": ([*TRAIN, "--cost", "cheap"], "", "invalid float value: 'cheap'"),
    "costs lack one": (COSTS, "c.csv|feature,cost\nfever,1\n", "no cost is given for feature 'cough'"),
    "costs of none": (COSTS, "c.csv|feature,cost\nfewer,1\n", "'fewer', which is no feature"),
    "costs negative": (
        COSTS,
        "c.csv|feature,cost\nfever,-1\n" + REST,
        "the cost of feature 'fever' is -1.0: negative",
    ),
    "costs nan": (
        COSTS,
        "c.csv|feature,cost\nfever,nan\n" + REST,
        "the cost of feature 'fever' is nan: not finite",
    ),
    "costs infinite": (
        COSTS,
        "c.csv|feature,cost\nfever,inf\n" + REST,
        "the cost of feature 'fever' is inf: not finite",
    ),
    "costs without names": (COSTS, "c.csv|cost\n1\n", "there is no column 'feature'"),
    "both costs": ([*COSTS, "--cost", "1"], "", "not allowed with argument --costs"),
    "mistake of no class": (
        [*TRAIN, "--mistake", "sick", "well", "2"],
        "",
        "class 'sick', but the classes are ['ill', 'well']",
    ),
    "mistake no number": ([*TRAIN, "--mistake", "ill", "well", "much"], "", "is not a number: 'much'"),
    "mistake twice": (
        [*TRAIN, "--mistake", "ill", "well", "2", "--mistake", "ill", "well", "3"],
        "",
        "--mistake ill well is given twice",
    ),
    "mistakes wrong shape": (
        [*TRAIN, "--misclassification", "{folder}/q.csv"],
        "q.csv|ill,well\n0,1\n",
        "the columns are ill, well, not true, predicted, cost",
    ),
    "mistakes negative": (
        [*TRAIN, "--cost-ratio", "-2"],
        "",
        "a cost ratio is a number above 0, not -2.0",
    ),
    "mistakes free": (
        [*TRAIN, "--cost-ratio", "0"],
        "",
        "a cost ratio is a number above 0, not 0.0: with 0, deciding for 'ill' would never be a mistake",
    ),
    "fractions as classes": (
        ["train", "{folder}/q.csv", "--target", "y", "-o", "{folder}/out.ifc2f"],
        "q.csv|x,y\n1,0.5\n2,1\n3,0.5\n4,1\n",
        "q.csv: column 'y' holds 0.5, but a class is a text or a whole number: put a quantity",
    ),
    "fractions as classes in chunks": (
        ["train", "{folder}/q.csv", "--target", "y", "--rows-at-once", "2", "-o", "{folder}/out.ifc2f"],
        "q.csv|x,y\n1,0.5\n2,1\n3,0.5\n4,1\n",
        "y holds 0.5, but a class is a text or a whole number: put a quantity into ranges first",
    ),
    "budget negative": ([*TRAIN, "--budget", "-1"], "", "argument --budget: -1 is not a number from 0"),
    "budget nan": ([*TRAIN, "--budget", "nan"], "", "argument --budget: nan is not a number from 0"),
    "one bin": ([*TRAIN, "--bins", "1"], "", "argument --bins: 1 is not a whole number from 2 to 255"),
    "bins no number": ([*TRAIN, "--bins", "few"], "", "'few' is not a whole number from 2 to 255"),
    "question of no feature": (
        [*TRAIN, "--questions", "{folder}/q.csv"],
        "q.csv|feature,question\nfewer,How?\n",
        "'fewer' is no feature of the data",
    ),
    "questions twice": (
        [*TRAIN, "--questions", "{folder}/q.csv"],
        "q.csv|feature,question\nfever,How?\nfever,Why?\n",
        "line 3: feature 'fever' is listed twice",
    ),
    "questions with odd column": (
        [*TRAIN, "--questions", "{folder}/q.csv"],
        "q.csv|feature,text\nfever,How?\n",
        "there is no column 'text' in it",
    ),
    "no folder": (["train", "{data}", "--target", "state", "-o", "{folder}/none/m"], "", "make it first"),
    "output is a folder": (["train", "{data}", "--target", "state", "-o", "{folder}"], "", "is a folder"),
    "model not there": (["inspect", "{folder}/none"], "", "none: No such file"),
    "no model": (["inspect", "{folder}/x"], "x|<!doctype html><html>", "x: not a model"),
    "empty model": (["ask", "{folder}/x"], "x|", "x: not a model"),
    "column missing": (PREDICT, "d.csv|fever,pulse\n1,2\n", "d.csv: there is no column 'co"),
    "texts for numbers": (
        PREDICT,
        "d.csv|fever,cough,colour,pulse\nhigh,no,red,1\n",
        "column 'fever' holds texts such as 'high'",
    ),
    "unknown class": (
        EVALUATE,
        "d.csv|s,fever,cough,colour,pulse\nsick,38,no,red,1\n",
        "row 1: 'sick' is not one of the model's classes, 'ill', 'well'",
    ),
    "no true class": (
        EVALUATE,
        "d.csv|s,fever,cough,colour,pulse\n,38,no,red,1\n",
        "row 1: there is no class",
    ),
    "prior of no class": (
        ["ask", "{model}", "--prior", "sick=1"],
        "",
        "--prior names 'sick', but the model's classes are 'ill', 'well'",
    ),
    "prior above 1": (
        ["ask", "{model}", "--prior", "ill=2"],
        "",
        "the probability 2 of 'ill' is not between 0 and 1",
    ),
    "prior sum": (["ask", "{model}", "--prior", "ill=0.2,well=0.2"], "", "sum to 0.4, not to 1"),
    "prior nan": (["ask", "{model}", "--prior", "ill=nan"], "", "not between 0 and 1"),
    "prior of words": (
        ["ask", "{model}", "--prior", "ill=some"],
        "",
        "'some', given for 'ill', is not a number",
    ),
    "prior without number": (["ask", "{model}", "--prior", "ill"], "", "'ill' has no '='"),
    "prior twice": (["predict", "{model}", "{data}", "--prior", "ill=0.1,ill=0.9"], "", "names 'ill' twice"),
    "prior too short": (["ask", PUMP, "--prior", "worn=0.1"], "", "leaves out 'sound', 'leaking'"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_in_one_line(case, ifc2f, folder, tmp_path):
    words, file, message = MISTAKES[case]
    name, _, content = file.partition("|")
    if name:
        (tmp_path / name).write_text(content)
    places = {"data": folder / "train.csv", "model": folder / "m.ifc2f", "folder": tmp_path}
    done = ifc2f(*(word.format(**places) for word in words))
    assert done.status == 2
    assert done.err.startswith("ifc2f: error: ")
    assert done.err.count("\n") == 1
    assert message in done.err
    assert done.out == ""
    assert {path.name for path in tmp_path.iterdir()} == {name} - {""}, "nothing is left behind"


def test_a_cut_or_changed_model_is_refused(ifc2f, folder, tmp_path):
    whole = (folder / "m.ifc2f").read_bytes()
    path = tmp_path / "m.ifc2f"
    random = np.random.default_rng(0)
    for position in random.integers(0, len(whole), 40).tolist():
        changed = bytearray(whole)
        changed[position] ^= 1 << int(random.integers(8))
        for data in (whole[:position], bytes(changed)):
            path.write_bytes(data)
            done = ifc2f("inspect", path)
            assert done.status == 2
            assert re.fullmatch(r"ifc2f: error: .*m\.ifc2f: .+\n", done.err)


def test_a_changed_model_with_the_right_checksum_never_ends_in_a_traceback(ifc2f, tmp_path):
    whole = Path(PUMP).read_bytes()
    path = tmp_path / "m.ifc2f"
    random = np.random.default_rng(0)
    statuses = set()
    for position in random.integers(20, len(whole), 150).tolist():
        changed = bytearray(whole)
        changed[position] = int(random.integers(256))
        checksum = zlib.crc32(bytes(changed[20:]), zlib.crc32(bytes(changed[:16])))
        changed[16:20] = struct.pack("<I", checksum)
        path.write_bytes(bytes(changed))
        for words in (["inspect", path], ["ask", path, "--json"]):
            done = ifc2f(*words, stdin="w\n2\nw\n?\n")
            statuses.add(done.status)
            assert done.status in (0, 2)
            assert ("ifc2f: error: " in done.err) == (done.status == 2)
    assert statuses == {0, 2}


def test_a_failed_write_loses_nothing(ifc2f, folder, tmp_path, monkeypatch):
    model, table = tmp_path / "m.ifc2f", tmp_path / "out.csv"
    model.write_bytes((folder / "m.ifc2f").read_bytes())
    table.write_text("kept")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = ifc2f("train", folder / "train.csv", "--target", "state", "--ignore", "id", "-o", model)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"ifc2f: error: {model}: No space left on device\n"
    done = ifc2f("predict", model, folder / "test.csv", "-o", table)
    assert done.status == 2
    assert model.read_bytes() == (folder / "m.ifc2f").read_bytes()
    assert table.read_text() == "kept"
    assert {path.name for path in tmp_path.iterdir()} == {"m.ifc2f", "out.csv"}


def test_a_fault_of_the_program_is_not_passed_off_as_a_mistake(ifc2f, monkeypatch):
    def broken(path):
        raise RuntimeError("a fault")

    monkeypatch.setattr(Model, "load", broken)
    with pytest.raises(RuntimeError, match="a fault"):
        ifc2f("inspect", COIN)


def test_an_error_shows_where_it_arose_on_demand(ifc2f, monkeypatch):
    monkeypatch.setenv("IFC2F_DEBUG", "1")
    with pytest.raises(FileNotFoundError):
        ifc2f("inspect", "none.ifc2f")


def test_an_interrupt_ends_quietly(ifc2f, monkeypatch):
    def interrupted(path):
        raise KeyboardInterrupt

    monkeypatch.setattr(Model, "load", interrupted)
    assert ifc2f("inspect", COIN) == Done(130, "", "")


# ---- As a program ----------------------------------------------------------------------------------------


def test_version_and_help(ifc2f):
    done = command("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"ifc2f \d+\.\d+\.\d+\n", done.stdout)
    assert ifc2f("--help").status == 0
    for name in ("train", "evaluate", "predict", "inspect", "ask", "demo"):
        done = ifc2f(name, "--help")
        assert (done.status, done.err) == (0, "")
        assert re.search(rf"^examples:\n  ifc2f {name}\b", done.out, flags=re.M)
        assert "--json" in done.out


def test_the_installed_script_is_the_same_program():
    script = Path(sys.executable).with_name("ifc2f.exe" if os.name == "nt" else "ifc2f")
    if not script.is_file():
        pytest.skip("the script is not installed beside this Python")
    done = subprocess.run([script, "inspect", COIN], capture_output=True, text=True, check=True)
    assert done.stdout == command("inspect", COIN).stdout


def test_using_a_model_does_not_load_scikit_learn(folder):
    code = (
        "import sys; from ifc2f.cli import main; status = main(sys.argv[1:]); "
        "heavy = {'sklearn', 'scipy', 'pandas', 'pyarrow', 'joblib'} & set(sys.modules); "
        "sys.exit(status or len(heavy))"
    )
    model, data = folder / "m.ifc2f", folder / "test.csv"
    for words in (
        ["inspect", model],
        ["ask", model],
        ["predict", model, data],
        ["evaluate", model, data, "--target", "state"],
    ):
        words = [sys.executable, "-c", code, *map(str, words)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        assert done.returncode == 0


def test_errors_of_a_process():
    done = command("inspect", "none.ifc2f")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "ifc2f: error: none.ifc2f: No such file or directory\n"


@pytest.mark.skipif(os.name != "posix", reason="needs pipes that break")
def test_a_broken_pipe_ends_quietly(folder):
    words = [sys.executable, "-m", "ifc2f", "predict", str(folder / "m.ifc2f"), str(folder / "test.csv")]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_on_standard_output_is_an_error():
    with open("/dev/full", "w") as full:
        done = command("inspect", COIN, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == "ifc2f: error: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_quietly():
    words = [sys.executable, "-u", "-m", "ifc2f", "ask", COIN]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # A shell lets what it runs in the background ignore Ctrl-C, and that would be inherited.
    heed = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(words, preexec_fn=heed, **pipes) as process:
        assert process.stdout.readline()  # it has begun, and waits for an answer soon
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.skipif(os.name != "posix", reason="needs descriptors that are closed")
def test_closed_streams_are_no_fault():
    words = f"'{sys.executable}' -m ifc2f ask '{COIN}' <&-"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "End of answers." in done.stdout
    words = f"'{sys.executable}' -m ifc2f inspect '{COIN}' >&-"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def in_terminal(words, **environment):
    """Run a command in a terminal and return what it showed."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    variables |= {"TERM": "xterm", **environment}
    words = [sys.executable, "-m", "ifc2f", *map(str, words)]
    with subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, env=variables) as process:
        os.close(slave)
        shown = b""
        try:
            while chunk := os.read(master, 4096):
                shown += chunk
        except OSError:  # the other end was closed
            pass
    os.close(master)
    return process.returncode, shown.decode()


def test_colour_and_progress_on_a_terminal_only(folder, tmp_path):
    status, shown = in_terminal(["inspect", COIN])
    assert (status, "\033[1m" in shown) == (0, True)
    for quiet in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        status, shown = in_terminal(["inspect", COIN], **quiet)
        assert (status, "\033" in shown) == (0, False)
    assert "\033" not in command("inspect", COIN).stdout
    words = ["train", folder / "train.csv", "--target", "state", "--ignore", "id"]
    words += ["-o", tmp_path / "m.ifc2f"]
    status, shown = in_terminal(words)
    assert "planning over" in shown
    assert shown.index("planning over") < shown.index("Trained on")
    assert command(*words).stderr == ""


def test_a_terminal_without_block_characters_gets_plain_bars():
    done = command("inspect", COIN, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert re.search(r"0  0\.875  #{17,18}-{2,3}\n", done.stdout)
    done = command("inspect", PUMP, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert r"temperature (\xb0C)" in done.stdout


def test_every_character_of_a_name_survives_json(ifc2f, tmp_path):
    data = write_csv(tmp_path / "t.csv", [['é "x"', "y"], *([i, "ja" if i > 5 else "nö"] for i in range(12))])
    done = ifc2f("train", data, "--target", "y", "-o", tmp_path / "m.ifc2f", "--json")
    assert done.json["order"][0]["feature"] == 'é "x"'
    assert done.json["classes"] == ["ja", "nö"]
    told = ifc2f("ask", tmp_path / "m.ifc2f", "--json", "--prior", "nö=0.3", stdin="9\n").json
    assert told["class"] == "ja"


def test_write_atomically_is_what_predict_uses(folder, tmp_path, ifc2f):
    target = tmp_path / "out.csv"
    write_atomically(target, "old")
    link = tmp_path / "link.csv"
    link.symlink_to(target)
    assert ifc2f("predict", folder / "m.ifc2f", folder / "test.csv", "-o", link).status == 0
    assert link.is_symlink()
    assert target.read_text().startswith("class,")


def test_choices_are_those_of_the_estimator():
    from ifc2f.classifier import IFC2FClassifier
    from ifc2f.cli.parser import Parser
    from ifc2f.cli.train import add_to

    commands = Parser().add_subparsers()
    add_to(commands)
    parser = commands.choices["train"]
    offered = {action.dest: set(action.choices) for action in parser._actions if action.choices}
    known = {
        name: constraint.options
        for name, constraints in IFC2FClassifier._parameter_constraints.items()
        for constraint in constraints
        if hasattr(constraint, "options") and name in vars(Settings())
    }
    del known["min_features"]  # a number here; "authors" comes with the preset
    assert offered.pop("preset") == {"own", "authors", "paper"}
    assert offered.pop("policy") == IFC2FClassifier._parameter_constraints["policy"][0].options
    assert offered == known


def test_inspect_shows_what_the_policies_compared_scored(ifc2f, tmp_path):
    from ifc2f import IFC2FClassifier

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    clf = IFC2FClassifier(policy="adaptive").fit(X, X[:, 0] > 0)
    clf.save(tmp_path / "m.ifc2f")
    shown = ifc2f("inspect", tmp_path / "m.ifc2f").out
    told = ifc2f("inspect", tmp_path / "m.ifc2f", "--json").json["policy"]
    assert told["cross_validation"] == clf.choice_["cross_validation"]
    for name in told["cross_validation"]:
        line = next(line for line in shown.splitlines() if line.strip().startswith(name + " "))
        assert line.strip().endswith("chosen") == (name == clf.choice_["name"])
    assert clf.choice_["name"] == min(told["cross_validation"], key=told["cross_validation"].get)
    assert "may be low by chance" not in shown
    other = max(told["cross_validation"], key=told["cross_validation"].get)
    policy = {**clf.model_.meta["policy"], "name": other}
    clf.model_.with_meta({**clf.model_.meta, "policy": policy}).save(tmp_path / "other.ifc2f")
    assert "may be low by chance" in ifc2f("inspect", tmp_path / "other.ifc2f").out


@pytest.mark.parametrize("policy", ["ordered", "adaptive", "graph"])
def test_inspect_names_the_settings_that_a_policy_was_learned_by(ifc2f, tmp_path, policy):
    from ifc2f import IFC2FClassifier

    X = np.random.default_rng(0).normal(size=(8, 2))  # too few to choose: graphs and whole trees
    IFC2FClassifier(policy=policy, random_state=5).fit(X, X[:, 0] > 0).save(tmp_path / "m.ifc2f")
    shown = ifc2f("inspect", tmp_path / "m.ifc2f").out
    assert ("binning entropy" in shown) == (policy == "ordered")
    assert "seed 5" in shown


def test_a_model_without_a_policy_can_be_inspected_but_not_asked(ifc2f, tmp_path):
    Model.load(COIN).with_policies({}).save(tmp_path / "m.ifc2f")
    data = write_csv(tmp_path / "t.csv", [["test", "y"], ["1", "0"]])
    assert (
        "None: the model gives probabilities but does not say what to ask."
        in ifc2f("inspect", tmp_path / "m.ifc2f").out
    )
    assert ifc2f("inspect", tmp_path / "m.ifc2f", "--json").json["policy"]["treatment"] is None
    for words in (["ask"], ["predict", data], ["evaluate", data, "--target", "y"]):
        done = ifc2f(words[0], tmp_path / "m.ifc2f", *words[1:])
        assert done.status == 2
        assert "ifc2f: error: the model holds no policy" in done.err


def test_an_input_is_never_replaced_by_the_result(ifc2f, folder, tmp_path):
    data = tmp_path / "data.csv"
    write_csv(data, [["a", "y"], *[[i, "no" if i < 20 else "yes"] for i in range(40)]])
    link = tmp_path / "link.csv"
    link.symlink_to(data)
    before = data.read_bytes()
    model = tmp_path / "m.ifc2f"
    assert main(["train", str(data), "--target", "y", "-o", str(model)]) == 0
    kept = model.read_bytes()
    assert main(["train", str(data), "--target", "y", "-o", str(link)]) == 2
    assert main(["predict", str(model), str(data), "-o", str(data)]) == 2
    assert main(["predict", str(model), str(data), "-o", str(model)]) == 2
    assert data.read_bytes() == before
    assert model.read_bytes() == kept


def test_names_of_a_model_command_no_terminal():
    stream = io.StringIO()
    Screen(stream).line("a\x1b[2J\nb\u202e")
    assert stream.getvalue() == "a\\x1b[2J\\nb\\u202e\n"
