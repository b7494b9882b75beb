"""ifc2f evaluate, predict and inspect."""

import csv
import io
import re
import struct
from argparse import Namespace

import numpy as np
import pytest
from command_line import cell_rows, write_csv
from test_cli import COIN, PUMP

from ifc2f.cli.options import in_use
from ifc2f.costs import AcquisitionCosts
from ifc2f.data.table import read_table
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import expected_cost, plan
from ifc2f.session import Session


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
    acquired = [row["features"].split("; ") if row["features"] else [] for row in predicted]
    assert told["n_features"]["mean"] == pytest.approx(np.mean([len(names) for names in acquired]))
    for name, n in told["used"].items():
        assert n == sum(name in names for names in acquired)
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
    for text in ("features acquired", "total cost", "Brier score", "Confusion", "fever"):
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
        assert row["features"] == "; ".join(model.feature_names[k] for k in session.acquired)
        assert int(row["n_features"]) == len(session.acquired)
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
    found = re.search(rf"u\.csv, line (\d+): {known}$", done.err.rstrip())
    line = int(found[1])
    assert line > row, "rows before it do not ask for the cough"
    assert unknown[line - 1][2] == "perhaps"


def test_an_infinite_cell_is_an_error_only_where_it_is_asked_for(ifc2f, folder, tmp_path):
    first = Model.load(folder / "m.ifc2f").feature_names[0]
    rows = cell_rows(folder / "test.csv")
    column = rows[0].index("fever" if first == "fever" else "pulse")
    rows[3][column] = "inf"
    done = ifc2f("predict", folder / "m.ifc2f", write_csv(tmp_path / "i.csv", rows))
    assert done.status == 2
    assert re.search(rf"i\.csv, line 4: feature '{rows[0][column]}': inf is not a finite number", done.err)
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
        "The policy spends at most 0.25",
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
    assert told["unit_of_costs"] == "euros"
    assert "Costs are in euros." in ifc2f("inspect", folder / "m.ifc2f").out
    assert "Costs are in" not in ifc2f("inspect", PUMP).out


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
    assert ("binning mixed" in shown) == (policy == "ordered")
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
        assert "ifc2f: error: the model has no policy" in done.err


def test_known_columns_cost_nothing_and_count_from_the_start(ifc2f, folder):
    model = Model.load(folder / "m.ifc2f")
    first = model.feature_names[0]
    asked = ifc2f("predict", folder / "m.ifc2f", folder / "test.csv").out
    known = ifc2f("predict", folder / "m.ifc2f", folder / "test.csv", "--known", first).out
    rows, told = (list(csv.DictReader(io.StringIO(text))) for text in (asked, known))
    assert any(first in row["features"].split("; ") for row in rows)
    assert not any(first in row["features"].split("; ") for row in told)
    assert sum(float(row["cost"]) for row in told) < sum(float(row["cost"]) for row in rows)
    wrong = ifc2f("predict", folder / "m.ifc2f", folder / "test.csv", "--known", "weight")
    assert wrong.status == 2
    assert "no feature 'weight'" in wrong.err


@pytest.mark.parametrize(
    ("cell", "of", "error"), [("inf", "fever", "inf is not"), ("odd", "cough", "'odd' is not")]
)
def test_a_known_cell_that_is_unusable_is_named_by_line_and_column(ifc2f, folder, tmp_path, cell, of, error):
    rows = cell_rows(folder / "test.csv")
    rows[3][rows[0].index(of)] = cell
    words = ["predict", folder / "m.ifc2f", write_csv(tmp_path / "k.csv", rows), "--unknown", "error"]
    assert ifc2f(*words, "--budget", "0").status == 0, "nothing is asked for where nothing may be spent"
    done = ifc2f(*words, "--budget", "0", "--known", of)
    assert done.status == 2
    assert f"k.csv, line 4: feature '{of}': {error}" in done.err
