"""ifc2f ask."""

import json
import math
import re

import numpy as np
import pytest
from test_cli import COIN, PUMP

from ifc2f.costs import AcquisitionCosts
from ifc2f.influences import strength
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import plan
from ifc2f.session import Session


def test_ask_shows_question_posterior_and_advice(ifc2f):
    done = ifc2f("ask", PUMP, stdin="5\nhissing\n")
    assert (done.status, done.err) == (0, "")
    session = Session(Model.load(PUMP))
    assert "a test of this library" in done.out
    now, on = session.cost_of_stopping, session.cost_of_continuing(0)
    assert (
        f"Deciding now is expected to cost {now:.3g} in mistakes, and going on {on:.3g} in all: ask."
        in done.out
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
        assert re.search(rf"going on {word}[\d.]+ in all", ifc2f("ask", tmp_path / "m.ifc2f").out)
    out = ifc2f("ask", PUMP, stdin="?\n").out
    assert re.findall(r"going on (about )?[\d.]+ in all", out) == ["", "about "], "a value is missing"


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
    assert "There is no answer to undo." in out
    assert "Undid the answer to vibration (mm/s)." in out


def test_a_value_that_was_not_known_can_be_entered_later(ifc2f):
    straight = ifc2f("ask", PUMP, "--json", stdin="5\neven\n").json
    late = ifc2f("ask", PUMP, "--json", stdin="?\ne\n5\neven\n").json
    assert [step["answer"] for step in late["steps"]] == [None, 5, "even"]
    assert {**late, "steps": late["steps"][1:]} == straight
    at_the_end = ifc2f("ask", PUMP, stdin="?\neven\n36\ne\n5\ns\n", terminal=True).out
    assert "Press Enter to end, c to go on anyway, e to enter a value that was not known, u" in at_the_end
    assert "after 3 features" in at_the_end
    assert "e to enter" not in ifc2f("ask", PUMP, stdin="5\neven\n36\ns\ns\n", terminal=True).out


def test_undoing_a_value_entered_later_makes_it_unknown_again(ifc2f):
    straight = ifc2f("ask", PUMP, "--json", stdin="?\neven\n").json
    assert ifc2f("ask", PUMP, "--json", stdin="?\ne\n5\nu\neven\n").json == straight
    twice = ifc2f("ask", PUMP, "--json", stdin="?\ne\n5\nu\nu\n5\neven\n").json
    assert twice == ifc2f("ask", PUMP, "--json", stdin="5\neven\n").json


def test_entering_later_needs_something_that_was_not_known(ifc2f):
    told = ifc2f("ask", PUMP, stdin="e\n5\n")
    assert "there is nothing to enter" in told.out
    same = ifc2f("ask", PUMP, "--json", stdin="?\ne\n?\neven\n").json
    assert same == ifc2f("ask", PUMP, "--json", stdin="?\neven\n").json


@pytest.mark.parametrize(("which", "late"), [("2", "b"), ("b", "b"), ("1", "a"), ("", ""), ("9", "")])
def test_of_several_values_that_were_not_known_one_is_chosen_by_name_or_number(which, late, ifc2f, tmp_path):
    table = np.array([[[0.9, 0.2], [0.1, 0.8]]], dtype=np.float32)
    values = np.arange(2, dtype=np.float32)
    features = tuple(Feature(name, k, values, True, ("no", "yes"), -1, table) for k, name in enumerate("abc"))
    network = Network(features, ("well", "ill"), np.array([0.5, 0.5], dtype=np.float32))
    mistakes = np.array([[0, 1], [1, 0]], dtype=np.float32)
    model = Model.build(network, AcquisitionCosts.from_spec(0.001, list("abc")), mistakes)
    model.with_policies({"ORDR": plan(model)}).save(tmp_path / "m.ifc2f")
    value = "yes\n" if late else ""
    done = ifc2f("ask", tmp_path / "m.ifc2f", "--json", stdin=f"?\n?\ne\n{which}\n{value}", terminal=True)
    given = {step["feature"]: step["answer"] for step in done.json["steps"]}
    first, second = [step["feature"] for step in done.json["steps"][:2]]
    number = {"1": first, "2": second}
    expected = number.get(which, late)
    assert {name for name, answer in given.items() if answer == "yes"} == ({expected} if late else set())
    if which == "9":
        assert "'9' is neither one of these names nor its number" in done.err
        assert ifc2f("ask", tmp_path / "m.ifc2f", stdin="?\n?\ne\n9\n").status == 2


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
    told = strength(math.log(factor), name)
    assert re.search(rf"vibration \(mm/s\) +5 +{before:.3f} +{now:.3f} +{told}", out)
    assert f"if {name}, the answer is" in out
    assert f"What each answer does to the probability of {name}, given the others:" in out
    joint = session.feature_posterior("sound")
    for text, row in zip(("even", "grinding", "hissing"), joint, strict=True):
        assert re.search(rf"{text} +{row.sum():.3f} +{row[leading] / row.sum():.3f}\n", out)
    assert f"Its answer alone is expected to save {session.worth('sound').saving:.4g} in mistakes." in out
    assert "No answer yet" in ifc2f("ask", PUMP, stdin="w\n").out


def test_prior_and_budget_of_the_place_of_use(ifc2f):
    told = ifc2f("ask", PUMP, "--json", "--prior", "worn=0.5,sound=0.25", stdin="").json
    assert told["prior"] == {"sound": 0.25, "leaking": 0.25, "worn": 0.5}
    done = ifc2f("ask", PUMP, "--budget", "0.01")
    assert "the budget does not pay for another feature: stop." in done.out
    assert ifc2f("ask", PUMP, "--budget", "0.01", "--json").json["ended"] == "budget"
    assert ifc2f("ask", PUMP, "--budget", "0.125", "--json", stdin="5\n").json["ended"] == "budget"


def test_a_wrong_answer_from_a_pipe_is_an_error_because_later_ones_would_slip(ifc2f):
    done = ifc2f("ask", PUMP, stdin="5\nloud\n")
    assert done.status == 2
    assert done.err == (
        "ifc2f: error: answer 2: 'loud' is not one of the choices for 'sound', even, grinding, hissing; "
        "type ? if you do not know it\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'vibration (mm/s)' needs an answer"),
        ("abc", "needs a number, not 'abc'"),
        ("1,5", "write decimals with a point"),
        ("<4", "needs a number, and '<4' is a limit: type a number within it, or ? if you do not know it"),
        (">= 1,5", "and '>= 1,5' is a limit: type a number within it"),
        ("≤.5", "is a limit: type a number within it"),
        ("<", "needs a number, not '<'"),
        ("nan", "needs a finite number, not 'nan'"),
        ("1e60", "needs a finite number, not '1e60'"),
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
    assert re.search(r"in all: stop\.\nPress Enter to end, c to go on anyway", done.out)
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
    assert re.search(r"900 is outside the training range, [\d.]+ to [\d.]+: check it\.", out)
    assert "Costs are in euros." in out
