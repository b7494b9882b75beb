"""Deciding and going on, as advised and against the advice."""

import pytest
from hands import press
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.case_file import read_case
from ifc2f_gui.report.case_report import report_html
from PySide6.QtCore import Qt
from window_models import clinic_model


def test_deciding_against_the_advice_is_recorded(window):
    assert not window.desk.advice.stop
    window.page.advice.decide.click()
    case = window.desk.case
    assert case.decision.reason == "override"
    override = case.overrides[0]
    assert override.kind == "decided"
    assert override.cost_of_stopping == window.desk.found.stopping
    assert window.page.question.question.text() == case.decision.label
    assert "recorded" in window.page.advice.sentence.text()
    assert not window.page.advice.decide.isEnabled()
    window.page.advice.go_on.click()
    assert case.decision is None
    assert window.desk.asked is not None


def test_going_on_against_the_advice_is_recorded(window, enter):
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    enter("47")
    assert window.desk.advice.stop
    assert window.desk.asked is None
    assert window.page.posterior.bars.hasFocus()
    assert window.page.advice.decide.property("role") == "primary"
    window.page.advice.go_on.click()
    assert [override.kind for override in window.desk.case.overrides] == ["continued"]
    assert window.desk.asked == window.desk.found.open[0].feature
    assert window.page.question.entry.isVisible()


def test_costs_have_their_unit_where_the_model_tells_it(window, enter):
    model = clinic_model()
    window.desk.use_model(model.with_meta({**model.meta, "unit_of_costs": "euros"}), "")
    page, session = window.page, window.desk.found.session
    assert f"Costs {session.feature_cost(window.desk.asked):.3f}\u00a0euros" in page.question.cost.text()
    assert page.question.cost.text().count("euros") == 2
    assert "Spent 0.000\u00a0euros · expected further cost" in page.advice.costs.text()
    window.desk.set_budget(0.5)
    assert "0.000\u00a0euros of 0.500\u00a0euros" in page.advice.costs.text()
    window.desk.decide()
    assert page.advice.costs.text().endswith("euros")


def test_deciding_as_advised_is_no_override(window, enter, qtbot):
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    enter("47")
    press(qtbot, window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.case.decision.reason == "advice"
    assert window.desk.case.decision.label == "healthy"
    assert window.desk.case.overrides == []
    assert window.page.posterior.bars.hasFocus()
    assert window.page.advice.go_on.text() == "Reopen"


@pytest.mark.parametrize("threshold", [0.9999, None])
def test_what_the_guarantee_does_not_cover_is_left_to_a_person_and_recorded(
    empty_window, tmp_path, threshold
):
    told = {"threshold": threshold, "alpha": 0.05, "delta": 0.1, "n_rows": 80, "n_answered": 60, "n_wrong": 1}
    path = tmp_path / "guaranteed.ifc2f"
    clinic_model(guarantee=told).save(path)
    window = empty_window
    window.open_path(str(path))
    window.desk.set_prior((0.9, 0.05, 0.05))
    for k, value in ((3, 47.0), (0, 36.0)):
        window.desk.answer(k, ANSWERED, value, value, "")
    assert window.desk.found.next is None
    assert window.page.question.question.text() == "For a person to decide"
    assert "a person must decide" in window.page.advice.sentence.text()
    assert window.page.advice.decide.property("role") != "primary"
    window.menus.run("decide")
    assert window.desk.case.decision.reason == "deferred"
    assert "left this case to a person" in window.page.advice.sentence.text()
    report = report_html(window.desk)
    assert "guarantee left the case to a person" in report
    assert "Rows decided wrongly" in report
    assert ("every case is left to a person" in report) == (threshold is None)
    kept = read_case(write_there(window, tmp_path), window.desk.model, window.desk.features)
    assert kept.decision.reason == "deferred"


def write_there(window, folder):
    """Save the case; return its path."""
    path = folder / "kept.case.json"
    assert window.keeper.save_to(str(path))
    return path


def test_a_case_can_be_answered_to_its_end(window, enter):
    window.desk.answer(1, ANSWERED, "wet")
    for k, value in ((3, 47.0), (0, 38.9), (2, 120.0), (4, 1.0)):
        window.desk.answer(k, ANSWERED, value, value, "")
    assert window.desk.found.open == []
    assert not window.page.advice.go_on.isEnabled()
    window.menus.run("decide")
    assert window.desk.case.decision.reason == "no question left"
