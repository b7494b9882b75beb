"""Features as people see them."""

import pytest
from ifc2f_gui.case.describe import describe, model_title
from window_models import clinic_model


def test_what_the_model_tells_is_shown():
    temperature, cough, crp, age, score = describe(clinic_model())
    assert temperature.question == "What is the body temperature?"
    assert [unit.name for unit in temperature.units] == ["°C", "°F"]
    assert temperature.units[1].to_model(104.0) == pytest.approx(40.0)
    assert temperature.units[1].from_model(40.0) == pytest.approx(104.0)
    assert temperature.outside(43.0)
    assert not temperature.outside(42.0)
    assert cough.choices == ("none", "dry", "wet")
    assert [unit.name for unit in crp.units] == ["mg/L", "mg/dL"]
    assert age.mandatory
    assert score.question == score.name == "score"
    assert score.units[0].name == ""
    assert not score.outside(1e9)


@pytest.mark.parametrize(
    "entry",
    [
        {"range": "wide"},
        {"range": [1]},
        {"range": [2, 1]},
        {"range": [None, 4]},
        {"units": "mm"},
        {"units": [{"name": "mm", "factor": 0}, {"factor": 2}, 7, {"name": "cm", "factor": "ten"}]},
        {"question": 5, "help": None, "unit": ["mm"], "mandatory": "yes"},
    ],
)
def test_entries_that_make_no_sense_are_passed_over(entry):
    feature = describe(clinic_model(features=[entry, {}, {}, {}, {}]))[0]
    assert feature.question == "temperature"
    assert feature.range is None
    assert len(feature.units) == 1
    assert not feature.mandatory


def test_a_model_without_a_title_has_one():
    assert model_title(clinic_model(title=None)) == "Untitled model"
