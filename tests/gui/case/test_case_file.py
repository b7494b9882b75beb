"""Case files."""

import json
import os
import re

import pytest
from ifc2f_gui.case.case import ANSWERED, FAILED, PENDING, UNKNOWN, Case
from ifc2f_gui.case.case_file import CaseError, OtherModelError, case_to_json, read_case, write_case
from ifc2f_gui.case.describe import describe
from window_models import clinic_model

MODEL = clinic_model()
FEATURES = describe(MODEL)


def full_case():
    case = Case()
    case.set_name("Bed 3")
    case.set_prior((0.2, 0.3, 0.5))
    case.record(0, ANSWERED, 40.0, 104.0, "°F")
    case.record(1, ANSWERED, "wet")
    case.record(2, PENDING)
    case.record(4, UNKNOWN)
    case.record(3, FAILED)
    case.set_budget(0.5)
    case.pause(1, True)
    case.override("continued", 3, 0.25, 0.5)
    case.decide_against_advice("viral", 4, 0.25, None)
    return case


def test_a_case_comes_back_as_it_was(tmp_path):
    case = full_case()
    path = tmp_path / "a.case.json"
    write_case(path, case, MODEL, "model.ifc2f")
    again = read_case(path, MODEL, FEATURES)
    assert again.findings() == case.findings()
    assert again.overrides == case.overrides
    assert (again.prior, again.budget, again.decision, again.name, again.started) == (
        case.prior,
        0.5,
        case.decision,
        case.name,
        case.started,
    )
    assert not again.is_dirty
    assert not again.can_undo
    assert case_to_json(again, MODEL, "model.ifc2f") == path.read_text(encoding="utf-8")


def test_people_can_read_it():
    text = case_to_json(full_case(), MODEL)
    assert '"feature": "temperature"' in text
    assert '"unit": "°F"' in text
    assert MODEL.sha256 in text


def test_a_case_of_another_model_is_refused(tmp_path):
    path = tmp_path / "a.case.json"
    write_case(path, full_case(), MODEL, "there.ifc2f")
    other = clinic_model(title="Another")
    with pytest.raises(OtherModelError, match="Fever") as caught:
        read_case(path, other, describe(other))
    assert caught.value.model["path"] == "there.ifc2f"
    with pytest.raises(OtherModelError):
        read_case(path, None, ())


def damaged(change):
    content = json.loads(case_to_json(full_case(), MODEL))
    change(content)
    return json.dumps(content)


DAMAGES = {
    "empty": lambda: "",
    "no JSON": lambda: "{",
    "a list": lambda: "[]",
    "deep": lambda: "[" * 100000,
    "bytes": lambda: "\udcff",
    "format": lambda: damaged(lambda c: c.update(format="x")),
    "version": lambda: damaged(lambda c: c.update(version=2)),
    "no answers": lambda: damaged(lambda c: c.pop("answers")),
    "answers": lambda: damaged(lambda c: c.update(answers=3)),
    "feature": lambda: damaged(lambda c: c["answers"][0].update(feature="x")),
    "twice": lambda: damaged(lambda c: c["answers"].append(c["answers"][0])),
    "place": lambda: damaged(lambda c: c["answers"][0].update(at=c["answers"][1]["at"])),
    "state": lambda: damaged(lambda c: c["answers"][0].update(state="?")),
    "category": lambda: damaged(lambda c: c["answers"][1].update(value="moist")),
    "text for number": lambda: damaged(lambda c: c["answers"][0].update(value="40")),
    "huge": lambda: damaged(lambda c: c["answers"][0].update(value=1e39)),
    "huge whole": lambda: damaged(lambda c: c["answers"][0].update(value=10**400)),
    "NaN": lambda: damaged(lambda c: c["answers"][0].update(value=float("nan"))),
    "value of unknown": lambda: damaged(lambda c: c["answers"][3].update(value=1.0)),
    "paused": lambda: damaged(lambda c: c["answers"][0].update(paused=1)),
    "prior": lambda: damaged(lambda c: c["prior"].update(viral=0.9)),
    "negative prior": lambda: damaged(lambda c: c["prior"].update(viral=-0.3, healthy=0.8)),
    "budget": lambda: damaged(lambda c: c.update(budget=-1)),
    "no budget": lambda: damaged(lambda c: c.pop("budget")),
    "value not entered": lambda: damaged(lambda c: c["answers"][0].update(entered=105.0)),
    "unit not entered": lambda: damaged(lambda c: c["answers"][0].update(unit="°C")),
    "classes": lambda: damaged(lambda c: c["prior"].pop("viral")),
    "override": lambda: damaged(lambda c: c["overrides"][0].update(kind="x")),
    "decision": lambda: damaged(lambda c: c["decision"].update(label="x")),
    "reason": lambda: damaged(lambda c: c["decision"].update(reason="x")),
    "time": lambda: damaged(lambda c: c.update(started=5)),
    "half a letter": lambda: damaged(lambda c: c.update(name="\ud83e")),
    "model": lambda: damaged(lambda c: c.update(model=None)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_by_name(damage, tmp_path):
    path = tmp_path / "broken.case.json"
    path.write_bytes(DAMAGES[damage]().encode("utf-8", "surrogateescape"))
    with pytest.raises(CaseError, match=r"broken\.case\.json") as caught:
        read_case(path, MODEL, FEATURES)
    assert not re.search(r"object|indices|NoneType|subscript|attribute|\bint\b|\bstr\b", str(caught.value))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_an_error():
    with pytest.raises(OSError, match="space"):
        write_case("/dev/full", full_case(), MODEL)
