"""The question of the moment: what is told of it, and answers that are no value."""

import numpy as np
import pytest
from hands import choose_row, press
from ifc2f_gui.case.case import FAILED, NOT_AVAILABLE, PENDING, UNKNOWN
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.shared.numbers import fixed
from PySide6.QtCore import Qt
from window_models import clinic_model, groups_of_all_kinds


def test_the_question_shows_all_that_is_told_of_it(window):
    window.desk.ask(0)
    panel = window.page.question
    assert panel.question.text() == "What is the body temperature?"
    assert panel.name.text() == "temperature"
    assert panel.help.text() == "Measured in the ear, at rest."
    assert "35 to 42\u00a0°C" in panel.entry.hint.text()
    row = next(row for row in window.desk.found.open if row.feature == 0)
    assert f"Costs {fixed(row.cost, 3)}" in panel.cost.text()
    assert fixed(row.saving, 3) in panel.cost.text()
    assert panel.entry.line.hasFocus()


def test_results_still_pending_are_named_until_they_come_and_in_the_report(window, enter):
    enter("47")
    window.desk.ask(2)
    window.menus.run("pending")
    window.menus.run("decide")
    assert window.page.why.warning.text() == "⚠ Results still pending, not counted: crp."
    assert window.page.why.warning.isVisible()
    assert "Results still pending, not counted: crp." in report_html(window.desk)
    window.desk.ask(2)
    enter("12")
    assert not window.page.why.warning.isVisible()


def test_what_is_impossible_is_refused(empty_window, tmp_path, qtbot):
    path = tmp_path / "limits.ifc2f"
    clinic_model(features=[{"limits": [0, 10]}, {}, {}, {}, {}]).save(path)
    empty_window.open_path(str(path))
    empty_window.desk.ask(0)
    for _ in range(2):
        empty_window.page.question.entry.line.setText("-3")
        empty_window.page.question.submit()
        assert "between 0 and 10" in empty_window.page.question.entry.message.text()
    assert empty_window.desk.case.findings() == []


@pytest.mark.parametrize(
    ("key", "state"),
    [
        (Qt.Key.Key_U, UNKNOWN),
        (Qt.Key.Key_N, NOT_AVAILABLE),
        (Qt.Key.Key_P, PENDING),
        (Qt.Key.Key_F, FAILED),
    ],
)
def test_letters_answer_even_from_within_the_number_field(window, qtbot, key, state):
    assert window.page.question.entry.line.hasFocus()
    press(qtbot, window, key)
    assert window.desk.case.finding(3).state == state
    np.testing.assert_array_equal(window.desk.found.posterior, window.desk.found.start)
    assert window.desk.asked != 3


def test_letters_typed_into_the_search_are_text(window, qtbot):
    window.page.others.search.setFocus()
    qtbot.keyClicks(window.page.others.search, "up")
    assert window.page.others.search.text() == "up"
    assert window.desk.case.findings() == []


def test_a_pending_result_is_taken_later(window, enter):
    window.desk.ask(2)
    window.menus.run("pending")
    assert window.desk.asked == 3
    choose_row(window, 2)
    window.menus.run("edit")
    assert window.page.question.title.text() == "RESULT THAT WAS PENDING"
    enter("120")
    assert window.desk.case.finding(2).value == 120.0


def test_an_entry_that_was_begun_survives_other_changes(window, enter):
    enter("47")
    window.page.question.entry.line.setText("38.")
    choose_row(window, 3)
    window.menus.run("pause")
    assert window.page.question.entry.line.text() == "38."


def test_the_allowed_range_is_shown_beside_the_field(empty_window, tmp_path):
    path = tmp_path / "limits.ifc2f"
    temperature = {
        "limits": [20, 45],
        "range": [35, 42],
        "unit": "°C",
        "units": [{"name": "°F", "factor": 5 / 9, "offset": -160 / 9}],
    }
    clinic_model(features=[temperature, {}, {}, {}, {}]).save(path)
    empty_window.open_path(str(path))
    empty_window.desk.ask(0)
    entry = empty_window.page.question.entry
    assert entry.hint.text() == "Possible: 20 to 45\u00a0°C\nSeen in training: 35 to 42\u00a0°C"
    entry.units.setCurrentText("°F")
    assert entry.hint.text().startswith("Possible: 68 to 113\u00a0°F")


@pytest.mark.parametrize(("model", "shares"), groups_of_all_kinds())
def test_a_cost_is_said_to_be_shared_where_there_is_a_discount(model, shares, empty_window, tmp_path):
    path = tmp_path / "groups.ifc2f"
    model.save(path)
    empty_window.opening.open_model(str(path))
    empty_window.desk.ask(0)
    shown = empty_window.page.question.cost.text()
    assert "Costs" in shown
    assert ("shares the cost of “blood”" in shown) is shares
    empty_window.desk.ask(4)
    assert "shares" not in empty_window.page.question.cost.text()
