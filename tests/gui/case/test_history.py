"""The case as a record: what was done is kept, and can be read without the model."""

import csv
import io
import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f_gui.case.case import ANSWERED, PENDING, UNCERTAIN, Case, Finding
from ifc2f_gui.case.case_file import (
    CaseError,
    case_content,
    case_to_json,
    read_case,
    read_content,
    write_case,
)
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.report.record import (
    answer_words,
    questionnaire_response,
    record_html,
    record_text,
    timeline,
    timeline_csv,
)
from ifc2f_gui.shared.times import day_of, time_of_day
from window_models import clinic_model

MODEL = clinic_model()


def written(desk):
    return json.loads(case_to_json(desk.case, desk.model))


def some_case(qapp):
    desk = Desk(MODEL)
    desk.know({3: Finding(ANSWERED, 47.0, 47.0, "years")})
    desk.answer(0, ANSWERED, 38.9, 38.9, "°C")
    desk.answer(1, UNCERTAIN, likelihoods=(1.0, 4.0, 1.0))
    desk.answer(2, PENDING)
    desk.answer(0, ANSWERED, 39.9, 39.9, "°C")
    desk.retract(2)
    desk.undo()
    desk.decide("tired, of waiting")
    return desk


def test_every_change_is_told_with_what_was_advised_and_the_posterior_then(qapp):
    desk = Desk(MODEL)
    before, asked = desk.found.posterior.tolist(), MODEL.feature_names[desk.found.next]
    desk.answer(0, ANSWERED, 38.9, 38.9, "°C")
    (event,) = written(desk)["history"]
    assert (event["how"], event["part"], event["feature"]) == ("change", "answer", "temperature")
    assert event["old"] is None
    assert (event["new"]["value"], event["new"]["unit"]) == (38.9, "°C")
    assert event["advised"] == {"ask": asked}
    assert list(event["posterior"].values()) == before


@given(acts=st.lists(st.tuples(st.sampled_from("abprudkwx"), st.integers(0, 4)), max_size=25))
@settings(deadline=None, max_examples=25)
def test_the_history_only_grows_and_ends_with_the_case(qapp, acts):
    """However long each step takes: the clock here shows another time whenever it is read."""
    desk, seconds = Desk(MODEL), itertools.count()
    desk.use_case(Case(lambda: str(next(seconds))))
    histories = [[]]
    for act, k in acts:
        if act == "a":
            desk.answer(k, "unknown" if k == 1 else ANSWERED, None if k == 1 else float(k), None, "")
        elif act == "b":
            answered = dict(desk.active.findings())
            desk.know({j: Finding(ANSWERED, float(j)) for j in (k, 0) if j not in answered and j != 1})
        elif act == "p":
            desk.set_prior(None if k % 2 else (0.5, 0.3, 0.2))
        elif act == "r":
            desk.retract(k)
        elif act in "ud":
            (desk.undo if act == "u" else desk.redo)()
        elif act == "k":
            desk.start_what_if()
        elif act == "w":
            desk.end_what_if(keep=bool(k % 2))
        else:
            desk.decide()
        assert desk.found.findings == desk.active.findings()
        histories.append(written(desk)["history"])
        assert histories[-1][: len(histories[-2])] == histories[-2]
    state = {}
    for event in histories[-1]:
        assert state.get((event["part"], event["feature"])) == event["old"] or event["part"] == "override"
        state[event["part"], event["feature"]] = event["new"]
    told = {entry["feature"]: entry for entry in written(desk)["answers"]}
    for name in MODEL.feature_names:
        last = state.get(("answer", name))
        assert (last is None) == (name not in told)
        assert last is None or last.items() <= told[name].items()


def test_a_case_with_its_history_is_read_as_it_was_written(qapp, tmp_path):
    desk = some_case(qapp)
    write_case(tmp_path / "a.case.json", desk.case, MODEL)
    again = read_case(tmp_path / "a.case.json", MODEL, desk.features)
    assert again.findings() == desk.case.findings()
    assert case_content(again, MODEL) == case_content(desk.case, MODEL)


def test_a_case_from_before_there_was_a_history_opens(qapp, tmp_path):
    desk = some_case(qapp)
    content = written(desk)
    del content["history"], content["posterior"]
    for entry in content["answers"]:
        del entry["question"]
        if entry["state"] != UNCERTAIN:
            del entry["known"], entry["likelihoods"], entry["span"]
    (tmp_path / "old.case.json").write_text(json.dumps(content))
    again = read_case(tmp_path / "old.case.json", MODEL, desk.features)
    assert again.history == []
    assert "no history" in record_html(read_content(tmp_path / "old.case.json"))


@pytest.mark.parametrize(
    "change",
    [
        {"how": "forged"},
        {"part": "mood"},
        {"feature": None},
        {"old": 3},
        {"new": "38"},
        {"posterior": {"healthy": "much"}},
        {"advised": None},
        {"time": 7},
    ],
)
def test_a_damaged_history_is_refused(qapp, tmp_path, change):
    desk = some_case(qapp)
    content = written(desk)
    content["history"][1] |= change
    path = tmp_path / "bad.case.json"
    path.write_text(json.dumps(content))
    with pytest.raises(CaseError, match="damaged"):
        read_case(path, MODEL, desk.features)
    with pytest.raises(CaseError, match="damaged"):
        read_content(path)


def test_a_timeline_names_the_day_where_it_is_another(qapp):
    content = json.loads(json.dumps(written(some_case(qapp))))
    given = ["2026-03-28T23:59:58+01:00", "2026-03-29T00:00:00+01:00", "2026-03-29T03:00:00+02:00"]
    for event in content["history"][3:]:
        event["time"] = "2026-03-29T04:00:00+02:00"
    for event, time in zip(content["history"], given, strict=False):
        event["time"] = time
    first, second = map(day_of, given[:2])
    assert first != second
    assert [row[0] for row in timeline(content)][:5] == [
        f"{first} UTC+01:00\n{time_of_day(given[0])}",
        f"{second} UTC+01:00\n{time_of_day(given[1])}",
        f"{second} UTC+02:00\n{time_of_day(given[2])}",
        time_of_day("2026-03-29T04:00:00+02:00"),
        time_of_day("2026-03-29T04:00:00+02:00"),
    ]


def test_the_record_tells_all_without_the_model(qapp):
    content = json.loads(json.dumps(written(some_case(qapp))))
    rows = timeline(content)
    assert len(rows) == len(content["history"])
    assert [row[2:4] for row in rows if row[1] == "temperature"] == [
        ["–", "38.9\u00a0°C"],
        ["38.9\u00a0°C", "39.9\u00a0°C"],
    ]
    assert any("(undone)" in row[1] for row in rows)
    text = record_text(content)
    for words in (
        "47 years (known beforehand)",
        "39.9 °C",
        "17 % : 67 % : 17 %",
        "result pending",
        "tired",
    ):
        assert words in text
    assert "What is the body temperature? 39.9 °C\n" in text
    assert "\nDecision: still open\n" in record_text({**content, "decision": None})
    html = record_html(content, "<gone>")
    assert "&lt;gone&gt;" in html
    assert html.count("<tr>") == len(rows) + 1


def test_the_history_as_csv_has_a_line_for_each_change(qapp):
    desk = some_case(qapp)
    desk.set_name("=HYPERLINK(1)")
    content = written(desk)
    rows = list(csv.reader(io.StringIO(timeline_csv(content))))
    assert len(rows) == len(content["history"]) + 1
    assert rows[0][-3:] == ["P(healthy)", "P(viral)", "P(bacterial)"]
    told = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert told[-1]["new"] == told[-1]["after"] == "'=HYPERLINK(1)"
    assert told[-1]["before"] == ""
    answers = [row for row in told if row["part"] == "answer" and row["new"]]
    assert len(answers) > 2
    for row in answers:  # a person reads words, a program finds all of it
        assert row["after"] == answer_words(json.loads(row["new"])).replace("\u00a0", " ")
        assert "{" not in row["after"] + row["before"]
    assert float(rows[2][-1]) == content["history"][1]["posterior"]["bacterial"]


def test_the_answers_as_fhir(qapp):
    content = written(some_case(qapp))
    response = questionnaire_response(content)
    assert response["resourceType"] == "QuestionnaireResponse"
    assert response["status"] == "completed"
    assert response["authored"] == content["decision"]["time"]
    items = {item["linkId"]: item for item in response["item"]}
    assert items["temperature"]["answer"] == [{"valueQuantity": {"value": 39.9, "unit": "°C"}}]
    assert items["temperature"]["text"] == "What is the body temperature?"
    assert "answer" not in items["crp"]
    assert items["crp"]["extension"][0]["valueCode"] == "temp-unknown"
    assert "valueString" in items["cough"]["answer"][0]
    allowed = {"linkId", "text", "answer", "extension"}
    assert all(set(item) <= allowed for item in response["item"])


def test_the_answers_are_what_fhir_takes(qapp):
    """By fhir.resources, made from HL7's definitions (of R4B, where this resource is as in R4)."""
    module = pytest.importorskip(
        "fhir.resources.R4B.questionnaireresponse", reason="needs pip install fhir.resources"
    )
    known = module.QuestionnaireResponse
    panels = {"blood": {"cost": 0.03, "features": ["temperature", "cough", "crp"]}}
    of_panel = Desk(clinic_model(tests=panels))
    of_panel.answer(0, ANSWERED, 39.0, 39.0, "°C")
    of_panel.answer(1, ANSWERED, "dry")
    for desk in (some_case(qapp), of_panel, Desk(MODEL)):
        response = json.loads(json.dumps(questionnaire_response(written(desk))))
        again = json.loads(known.model_validate(response).model_dump_json(exclude_none=True))
        assert again.keys() == response.keys()
    for wrong in ({"status": 7}, {"authored": "yesterday"}, {"item": [{"text": "no linkId"}]}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            known.model_validate({**response, **wrong})


def test_a_case_without_answers_has_no_empty_list_which_fhir_refuses(qapp):
    assert "item" not in questionnaire_response(written(Desk(MODEL)))
