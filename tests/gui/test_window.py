"""The case window: question, posterior, answers, advice, what-if, in the hands of a person."""

from pathlib import Path

import numpy as np
import pytest
from ifc2f_gui import demo
from ifc2f_gui.case.case import ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNKNOWN
from ifc2f_gui.case.case_file import read_case
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.shared.numbers import editable, fixed, probability, read_number
from ifc2f_gui.shared.shortcuts import SHORTCUTS, keys_html
from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from window_models import clinic_model, wide_model

from ifc2f.format import adaptive_section
from ifc2f.model import Model
from ifc2f.session import Session


def press(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    """Press a key where the focus is."""
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifier)


def choose_row(window, feature):
    """Select an answer in the list."""
    rows = [k for k, _ in window.page.answers.rows.rows]
    window.page.answers.view.setCurrentIndex(window.page.answers.rows.index(rows.index(feature)))


# ---- Question and input ------------------------------------------------------------------------------------


def test_the_question_shows_all_that_is_told_of_it(window):
    window.desk.ask(0)
    panel = window.page.question
    assert panel.question.text() == "What is the body temperature?"
    assert panel.name.text() == "temperature"
    assert panel.help.text() == "Measured in the ear, at rest."
    assert "35 to 42 °C" in panel.entry.hint.text()
    row = next(row for row in window.desk.found.open if row.feature == 0)
    assert f"Costs {fixed(row.cost, 3)}" in panel.cost.text()
    assert fixed(row.saving, 3) in panel.cost.text()
    assert panel.entry.line.hasFocus()


def test_a_number_is_answered_by_enter_and_the_focus_comes_back(window, enter):
    assert window.desk.asked == 3
    enter("47")
    assert window.desk.case.finding(3).value == 47.0
    assert window.desk.asked == window.desk.found.policy_next == 0
    assert window.page.question.entry.line.hasFocus()
    assert window.page.question.entry.line.text() == ""


def test_another_unit_is_converted_and_kept_as_entered(window, enter):
    window.desk.ask(0)
    window.page.question.entry.units.setCurrentText("°F")
    assert "95 to 107.6 °F" in window.page.question.entry.hint.text()
    enter("104")
    finding = window.desk.case.finding(0)
    assert finding.value == pytest.approx(40.0)
    assert (finding.entered, finding.unit) == (104.0, "°F")
    assert "104 °F" in window.page.answers.rows.index(0).data()


@pytest.mark.parametrize("text", ["5,4", "5.4"])
def test_point_and_comma_are_read_alike(window, enter, text):
    window.desk.ask(2)
    enter(text)
    assert window.desk.case.finding(2).value == 5.4


def test_two_meanings_are_asked_about(window, enter, qtbot):
    window.desk.ask(4)
    enter("1,234")
    assert window.desk.case.finding(4) is None
    assert "two ways" in window.page.question.entry.message.text()
    buttons = window.page.question.entry.findChildren(QPushButton)
    assert [button.text() for button in buttons] == ["1.234", "1234"]
    assert buttons[0].hasFocus()
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert window.desk.case.finding(4).value == 1234.0


def test_a_meaning_outside_the_training_range_is_not_asked_about(window, enter):
    window.desk.ask(2)
    enter("1,234")
    assert window.desk.case.finding(2).value == 1.234


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "enter a number"),
        ("warm", "not a number"),
        ("38 9", "one number only"),
        ("nan", "not a number"),
        ("1e300", "too large"),
        ("9" * 400, "too large"),
        ("38.9.1", "not a number"),
    ],
)
def test_bad_input_is_said_beside_the_field_and_nothing_is_lost(window, enter, text, said):
    enter("47")
    before = window.desk.case.findings()
    window.page.question.entry.line.setText(text)
    window.page.question.submit()
    entry = window.page.question.entry
    assert said in entry.message.text()
    assert entry.message.isVisible()
    assert entry.line.accessibleDescription() in entry.message.text()
    assert entry.line.text() == text
    assert window.desk.case.findings() == before


def test_pasted_line_breaks_do_not_join_two_numbers(window, enter, qtbot):
    QApplication.clipboard().setText("38\n9\n")
    line = window.page.question.entry.line
    qtbot.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert window.desk.case.findings() == []
    assert "not a number" in window.page.question.entry.message.text()
    line.clear()
    QApplication.clipboard().setText(" 38 \n")
    qtbot.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert window.desk.case.finding(3).value == 38.0


def test_out_of_range_is_asked_about_once_and_then_warned_of(window, enter, qtbot):
    window.desk.ask(0)
    enter("47")
    assert window.desk.case.finding(0) is None
    assert "seen in training" in window.page.question.entry.message.text()
    qtbot.keyClick(window.page.question.entry.line, Qt.Key.Key_Return)
    assert window.desk.case.finding(0).value == 47.0
    assert "outside what was seen in training (35 to 42)" in window.page.why.warning.text()


def test_results_still_pending_are_named_until_they_come_and_in_the_report(window, enter):
    enter("47")
    window.desk.ask(2)
    window.menus.run("pending")
    window.menus.run("decide")
    assert window.page.why.warning.text() == "⚠ Results still pending, and not counted: crp."
    assert window.page.why.warning.isVisible()
    assert "Results still pending, and not counted: crp." in report_html(window.desk)
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


def test_choices_are_answered_by_number_keys(window, qtbot):
    window.desk.ask(1)
    radios = window.page.question.entry.group.buttons()
    assert [radio.text() for radio in radios] == ["1   none", "2   dry", "3   wet"]
    assert QApplication.focusWidget() in radios
    press(qtbot, window, Qt.Key.Key_3)
    assert window.desk.case.finding(1).value == "wet"
    session = Session(window.desk.model)
    session.answer(1, "wet")
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)


def test_a_choice_is_needed(window, qtbot):
    window.desk.ask(1)
    window.page.question.submit()
    assert "choose one" in window.page.question.entry.message.text()
    assert window.desk.case.finding(1) is None


def test_more_choices_than_keys_are_a_list(qtbot):
    from ifc2f_gui.case.describe import Described, Unit
    from ifc2f_gui.panels.entry import ChoiceEntry

    names = tuple(f"choice {i}" for i in range(12))
    entry = ChoiceEntry(Described(0, "q", "q", "", "", (Unit(""),), names, None, None, False, ""))
    qtbot.addWidget(entry)
    entry.list.setCurrentRow(10)
    with qtbot.waitSignal(entry.submitted) as caught:
        entry.submit()
    assert caught.args == ["choice 10"]


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


# ---- Posterior ---------------------------------------------------------------------------------------------


def test_every_figure_of_the_window_is_the_runtimes(window, enter):
    enter("47")
    enter("38.9")
    session = Session(window.desk.model)
    session.answer("age", 47.0)
    session.answer("temperature", 38.9)
    expected = [probability(p) for p in session.posterior]
    words = window.page.posterior.bars.accessibleDescription()
    for name, shown in zip(window.desk.model.classes, expected, strict=True):
        assert f"{name} {shown}" in words
    window.menus.actions["tables"].setChecked(True)
    window.menus.run("tables")
    table = window.page.posterior.table
    assert [table.item(i, 3).text() for i in range(3)] == expected
    course = window.page.course.table
    assert [course.item(2, j + 1).text() for j in range(3)] == expected
    assert f"Spent {session.cost:.3f}" in window.page.advice.costs.text()
    assert f"{session.cost_of_stopping:.3f}" in window.page.advice.sentence.text()
    # Age stands behind temperature in the order, so the adaptive policy asks and prices from here on.
    adaptive = Session(window.desk.model.with_policies({"ADPT": adaptive_section()}))
    adaptive.answer("age", 47.0)
    adaptive.answer("temperature", 38.9)
    assert f"{adaptive.cost_of_continuing(adaptive.next()):.3f}" in window.page.advice.sentence.text()
    row = window.page.others.filter.index(0, 0).siblingAtColumn(1).data()
    best = window.desk.found.open[0]
    saving = session.cost_of_stopping - adaptive.cost_of_continuing(best.feature)
    assert row == f"{saving + session.feature_cost(best.feature):.3f}"


def test_classes_keep_their_order_and_the_axis_its_ends(window, enter):
    names = list(window.page.posterior.bars.names)
    enter("47")
    enter("41")
    assert window.page.posterior.bars.names == names
    assert window.page.course.plot.viewRange()[1][0] <= 0.0
    assert window.page.course.plot.viewRange()[1][1] >= 1.0
    assert window.page.course.plot.viewRange()[1][1] - window.page.course.plot.viewRange()[1][0] < 1.2


def test_the_course_has_a_point_for_the_start_and_each_answer(window, enter):
    enter("47")
    enter("38.9")
    for i, line in enumerate(window.page.course.lines):
        x, y = line.getData()
        assert list(x) == [0, 1, 2]
        assert y[-1] == window.desk.found.posterior[i]
        assert y[0] == window.desk.found.start[i]


def test_the_pre_test_probability_is_the_users_and_recorded(window, enter, qtbot):
    from ifc2f_gui.dialogs.prior import PriorDialog

    dialog = PriorDialog(window.desk, window)
    qtbot.addWidget(dialog)
    dialog.show()
    for line, text in zip(dialog.lines, ("20", "30", "60"), strict=True):
        line.setText(text)
    dialog.use.click()
    assert "sum to 110.00 %" in dialog.message.text()
    dialog.scale.click()
    assert [line.text() for line in dialog.lines] == ["18.18", "27.27", "54.55"]
    for bad, said in (("x", "not a number"), ("-1", "between 0 and 100"), ("", "enter a number")):
        dialog.lines[1].setText(bad)
        dialog.use.click()
        assert said in dialog.message.text()
    for line, text in zip(dialog.lines, ("20", "30", "50"), strict=True):
        line.setText(text)
    dialog.use.click()
    assert dialog.prior == (0.2, 0.3, 0.5)
    window.desk.set_prior(dialog.prior)
    assert window.desk.found.posterior.tolist() == pytest.approx([0.2, 0.3, 0.5])
    assert "yours" in window.page.posterior.prior.text()
    window.menus.run("undo")
    assert "model" in window.page.posterior.prior.text()


def test_with_two_classes_one_probability_gives_the_other(empty_window, qtbot):
    from ifc2f_gui.dialogs.prior import PriorDialog

    empty_window.menus.run("demo")
    dialog = PriorDialog(empty_window.desk, empty_window)
    qtbot.addWidget(dialog)
    dialog.lines[0].clear()
    qtbot.keyClicks(dialog.lines[0], "12,5")
    assert dialog.lines[1].text() == "87.5"


def test_a_failed_look_counts_its_cost_and_moves_nothing(window, enter):
    window.desk.ask(2)
    window.page.question.failed_button.click()
    session = Session(window.desk.model)
    session.missing(2, paid=True)
    assert window.desk.found.session.cost == session.cost > 0
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert "failed, no result" in window.page.answers.rows.index(0).data()
    window.desk.answer(2, NOT_AVAILABLE)
    assert window.desk.found.session.cost == 0


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
    assert entry.hint.text() == "Possible: 20 to 45 °C\nSeen in training: 35 to 42 °C"
    entry.units.setCurrentText("°F")
    assert entry.hint.text().startswith("Possible: 68 to 113 °F")


@pytest.mark.parametrize("entered", [1.234, 0.1234567891, 1234.0, 1e-7, 123456789.125])
def test_a_number_comes_back_for_editing_with_all_its_digits_and_one_meaning(entered):
    text = editable(entered)
    assert read_number(text).values == (entered,)


# ---- Budget ------------------------------------------------------------------------------------------------


@pytest.fixture
def budget_dialog(window, qtbot):
    dialog = BudgetDialog(window.desk, window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_budget_bounds_what_the_policy_asks_and_is_recorded(window, enter, budget_dialog):
    enter("47")
    budget_dialog.line.setText("0,015")
    budget_dialog.use.click()
    window.desk.set_budget(budget_dialog.budget)
    assert window.desk.case.budget == 0.015
    enter("41")
    session = Session(window.desk.model, budget=0.015)
    session.answer(3, 47.0)
    session.answer(0, 41.0)
    assert window.desk.found.policy_next is session.next() is None
    assert window.desk.found.wanted == 2
    assert window.desk.advice.stop
    assert "does not pay for crp" in window.page.advice.sentence.text()
    assert "0.010 of 0.015" in window.page.advice.costs.text()
    assert "over budget" in window.page.others.filter.index(0, 0).data()
    window.desk.ask(2)
    enter("120")
    assert window.desk.case.finding(2).value == 120.0
    for _ in range(3):
        window.menus.run("undo")
    assert window.desk.case.budget is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "enter a number"),
        ("much", "not a number"),
        ("-1", "not negative"),
        ("1,234", "two ways"),
        ("nan", "not a number"),
        ("inf", "not a number"),
        ("1e300", "too large"),
    ],
)
def test_budgets_that_are_none_are_said(budget_dialog, text, said):
    budget_dialog.line.setText(text)
    budget_dialog.use.click()
    assert said in budget_dialog.message.text()
    assert budget_dialog.isVisible()
    assert budget_dialog.budget is None


def test_the_models_budget_holds_until_another_is_set(empty_window, tmp_path, qtbot):
    path = tmp_path / "poor.ifc2f"
    model = clinic_model()
    Model.build(model.network, model.costs, model.misclassification, budget=0.005, meta=model.meta,
                policies={"ADPT": adaptive_section()}).save(path)  # fmt: skip
    empty_window.open_path(str(path))
    desk = empty_window.desk
    assert "of 0.005" in empty_window.page.advice.costs.text()
    assert desk.found.next == 3  # free, and always asked
    desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    assert desk.found.next is None
    desk.set_budget(1.0)
    assert desk.found.next is not None
    dialog = BudgetDialog(desk)
    qtbot.addWidget(dialog)
    dialog.reset.click()
    assert dialog.budget is None


# ---- Answers -----------------------------------------------------------------------------------------------


def test_answers_are_edited_paused_and_retracted_and_everything_is_computed_anew(window, enter):
    enter("47")
    enter("41")
    fevered = window.desk.found.posterior
    choose_row(window, 0)
    window.menus.run("edit")
    assert window.page.question.entry.line.text() == "41"
    enter("36.5")
    session = Session(window.desk.model)
    session.answer(3, 47.0)
    session.answer(0, 36.5)
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert [k for k, _ in window.desk.case.findings()] == [3, 0]
    choose_row(window, 0)
    window.menus.run("pause")
    session.retract(0)
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert window.page.answers.pause.text() == "Count"
    window.menus.run("pause")
    window.menus.run("retract")
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert window.desk.asked == 0
    for _ in range(4):
        window.menus.run("undo")
    np.testing.assert_array_equal(window.desk.found.posterior, fevered)
    for _ in range(4):
        window.menus.run("redo")
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)


def test_each_answer_says_how_it_moved_the_leading_class(window, enter):
    enter("47")
    enter("41")
    step, leading = window.desk.found.steps[1], window.desk.found.leading
    before, after = probability(step.before[leading]), probability(step.after[leading])
    assert f"{before} → {after}" in window.page.answers.rows.index(1).data()


# ---- Advice ------------------------------------------------------------------------------------------------


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
    assert window.page.advice.decide.hasFocus()
    assert window.page.advice.decide.property("role") == "primary"
    window.page.advice.go_on.click()
    assert [override.kind for override in window.desk.case.overrides] == ["continued"]
    assert window.desk.asked == window.desk.found.open[0].feature
    assert window.page.question.entry.isVisible()


def test_deciding_as_advised_is_no_override(window, enter, qtbot):
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    enter("47")
    press(qtbot, window, Qt.Key.Key_Space)
    assert window.desk.case.decision.reason == "advice"
    assert window.desk.case.decision.label == "healthy"
    assert window.desk.case.overrides == []
    assert window.page.advice.go_on.hasFocus()
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
    assert "left to a person" in window.page.advice.sentence.text()
    assert window.page.advice.decide.property("role") != "primary"
    window.menus.run("decide")
    assert window.desk.case.decision.reason == "deferred"
    assert "left it to a person" in window.page.advice.sentence.text()
    report = report_html(window.desk)
    assert "guarantee left it to a person" in report
    assert "Rows answered wrongly" in report
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


# ---- Any order ---------------------------------------------------------------------------------------------


def test_any_open_question_can_be_asked_next(window, enter, qtbot):
    view = window.page.others.view
    features = [window.page.others.filter.index(i, 0).data(Qt.ItemDataRole.UserRole) for i in range(5)]
    assert features[0] == 3
    assert "always asked" in window.page.others.filter.index(0, 0).data()
    assert window.page.others.filter.index(0, 2).data() == "free"
    view.setFocus()
    view.selectRow(features.index(4))
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.asked == 4
    assert window.page.question.title.text() == "YOUR QUESTION"
    window.page.question.back.click()
    assert window.desk.asked == 3
    window.desk.ask(4)
    enter("1")
    assert window.desk.asked == 3


def test_a_question_is_found_by_its_name(window, qtbot):
    window.page.others.search.setFocus()
    qtbot.keyClicks(window.page.others.search, "SCO")
    assert window.page.others.filter.rowCount() == 1
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.asked == 4
    assert window.page.others.search.text() == ""


# ---- Why ---------------------------------------------------------------------------------------------------


def test_why_weighs_each_answer_for_the_chosen_class(window, enter):
    enter("47")
    enter("41")
    weights = window.desk.found.weights(window.desk.found.leading)
    words = window.page.why.weights.accessibleDescription()
    for weight in weights:
        name = window.desk.features[weight.feature].name
        assert f"{name} {'+' if weight.decibans >= 0 else '−'}{abs(weight.decibans):.1f} dB" in words
        assert f"without it {probability(weight.without)}" in words
    window.page.why.target.setCurrentIndex(1)
    window.page.why.target.activated.emit(1)
    assert window.desk.explained == 0
    assert "for healthy" in window.page.why.note.text()


# ---- What if -----------------------------------------------------------------------------------------------


def test_a_what_if_leaves_the_case_alone_and_shows_both(window, enter):
    enter("47")
    window.menus.run("what_if")
    assert window.page.what_if_bar.isVisible()
    enter("41")
    assert [k for k, _ in window.desk.case.findings()] == [3]
    assert window.page.posterior.bars.beside == window.desk.base.posterior.tolist()
    assert window.page.posterior.bars.now == window.desk.found.posterior.tolist()
    assert len(window.page.course.case_lines[0].getData()[0]) == 2
    assert len(window.page.course.lines[0].getData()[0]) == 3
    assert "case" in window.page.posterior.bars.accessibleDescription()
    window.menus.run("what_if")
    assert not window.page.what_if_bar.isVisible()
    assert window.page.posterior.bars.beside is None
    assert [k for k, _ in window.desk.case.findings()] == [3]


def test_what_if_answers_are_kept_as_one_change(window, enter):
    window.menus.run("what_if")
    enter("47")
    enter("41")
    window.menus.run("keep_what_if")
    assert [k for k, _ in window.desk.case.findings()] == [3, 0]
    window.menus.run("undo")
    assert window.desk.case.findings() == []


# ---- Keyboard, accessibility, help -------------------------------------------------------------------------


def test_the_help_page_and_the_menus_come_from_one_table(window):
    page = keys_html()
    for row in SHORTCUTS:
        if row.keys:
            assert row.text in page.replace("&quot;", '"')
        if row.name:
            action = window.menus.actions[row.name]
            assert [key.toString() for key in action.shortcuts()] == list(row.keys)


def test_the_guide_lists_every_key():
    guide = (Path(__file__).parents[2] / "docs" / "window.md").read_text(encoding="utf-8")
    listed = [line for line in guide.splitlines() if line.startswith("| ") and line.count("|") == 4]
    for row in SHORTCUTS:
        if row.keys:
            assert f"| {row.menu.replace('&', '')} | {' or '.join(row.keys)} | {row.text} |" in listed


def test_no_key_has_two_meanings():
    keys = [key for row in SHORTCUTS for key in row.keys]
    assert len(set(keys)) == len(keys)


def test_a_whole_case_with_the_keyboard_alone(window, qtbot):
    qtbot.keyClicks(QApplication.focusWidget(), "47")
    press(qtbot, window, Qt.Key.Key_Return)
    press(qtbot, window, Qt.Key.Key_U)
    press(qtbot, window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.page.others.view.hasFocus()
    press(qtbot, window, Qt.Key.Key_Return)
    press(qtbot, window, Qt.Key.Key_F7)
    press(qtbot, window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.page.answers.view.hasFocus()
    press(qtbot, window, Qt.Key.Key_Delete)
    assert [k for k, _ in window.desk.case.findings()] == [3]
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(window.desk.case.findings()) == 2
    press(qtbot, window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert len(window.desk.case.findings()) == 1
    press(qtbot, window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert window.page.posterior.bars.hasFocus()
    press(qtbot, window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.case.decision is not None


def test_tab_reaches_every_input(window, qtbot):
    window.desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    choose_row(window, 3)
    window.page.question.focus_entry()
    reached = set()
    for _ in range(60):
        reached.add(QApplication.focusWidget())
        press(qtbot, window, Qt.Key.Key_Tab)
    parts = {
        window.page.question.entry.line,
        window.page.question.answer_button,
        window.page.question.pending_button,
        window.page.others.search,
        window.page.others.view,
        window.page.posterior.prior,
        window.page.posterior.bars,
        window.page.answers.view,
        window.page.answers.retract,
        window.page.why.target,
        window.page.advice.go_on,
        window.page.advice.decide,
        window.page.undo_button,
    }
    assert parts <= reached


def test_every_input_has_a_name_for_screen_readers(window):
    for widget in [*window.findChildren(QLineEdit), *window.findChildren(QPushButton)]:
        if widget.isVisible():
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name), widget
    page = window.page
    for widget in (page.posterior.bars, page.course.plot, page.why.weights, page.answers.view):
        assert widget.accessibleName()


def test_the_plot_tells_its_figures_to_screen_readers(window, enter):
    enter("47")
    interface = QAccessible.queryAccessibleInterface(window.page.posterior.bars)
    description = interface.text(QAccessible.Text.Description)
    for p in window.desk.found.posterior:
        assert probability(p) in description
    assert probability(window.desk.found.posterior[0]) in window.page.course.plot.accessibleDescription()


def test_text_is_enlarged_and_colours_change_without_loss(window, enter, qtbot):
    enter("47")
    size = QApplication.font().pointSizeF()
    for _ in range(5):
        window.menus.run("larger")
    assert QApplication.font().pointSizeF() == pytest.approx(1.5 * size)
    window.menus.actions["dark"].trigger()
    assert window.settings.scheme == "dark"
    assert window.palette().window().color().lightnessF() < 0.3
    assert len(window.page.course.lines) == 3
    window.menus.actions["light"].trigger()
    assert window.palette().window().color().lightnessF() > 0.8
    window.menus.run("normal")
    assert [k for k, _ in window.desk.case.findings()] == [3]


# ---- Opening -----------------------------------------------------------------------------------------------


def test_the_first_start_shows_something_real_in_one_click(empty_window, qtbot):
    qtbot.mouseClick(empty_window.start.demo, Qt.MouseButton.LeftButton)
    assert empty_window.desk.model_path == str(demo.PATH)
    assert empty_window.page.question.entry.line.hasFocus()
    assert "cell nuclei" in empty_window.page.question.question.text()


def test_no_other_window_flashes_up_and_takes_the_focus(empty_window, qapp):
    shown = []

    class Watch(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Show and watched.isWidgetType() and watched.isWindow():
                shown.append(watched)
            return False

    watch = Watch()
    qapp.installEventFilter(watch)
    empty_window.menus.run("demo")
    for k in range(3):
        empty_window.desk.answer(k, ANSWERED, 1.0, 1.0, "")
    qapp.removeEventFilter(watch)
    assert shown == []


def test_a_dropped_file_is_opened(empty_window, model_path, qtbot):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(model_path)])
    event = QDropEvent(
        QPointF(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QEvent.Type.Drop,
    )
    empty_window.dropEvent(event)
    qtbot.waitUntil(lambda: empty_window.desk is not None)
    assert "Fever" in empty_window.page.model_label.text()
    assert empty_window.settings.recent_models == [model_path]


@pytest.mark.parametrize("content", [b"", b"no model", None])
def test_a_damaged_model_is_named_and_the_open_case_stays(
    window, enter, tmp_path, person, content, clinic_bytes
):
    enter("47")
    path = tmp_path / "broken.ifc2f"
    path.write_bytes(clinic_bytes[:-20] if content is None else content)
    assert not window.open_path(str(path))
    assert "broken.ifc2f" in person.said[-1]
    assert window.desk.case.finding(3).value == 47.0


def test_a_model_that_is_not_there_is_said(window, person):
    assert not window.open_path("/nowhere/x.ifc2f")
    assert "No such file" in person.said[-1]


def test_opening_another_model_in_a_case_asks(window, enter, model_path, person):
    enter("47")
    person.choose = 2
    assert not window.open_path(str(demo.PATH))
    assert window.desk.case.finding(3).value == 47.0
    assert "not saved" in person.said[-1]
    person.choose = 1
    assert window.open_path(str(demo.PATH))
    assert window.desk.case.findings() == []
    assert window.desk.model.n_classes == 2
    assert len(window.page.course.lines) == 2


def test_models_of_other_sizes_follow_each_other(window, enter, tmp_path):
    enter("47")
    window.desk.case.mark_saved()
    path = tmp_path / "wide.ifc2f"
    wide_model(11, 20).save(path)
    window.open_path(str(path))
    assert len(window.page.posterior.bars.names) == 11
    assert window.page.why.target.count() == 12
    window.desk.set_target(10)
    window.open_path(str(demo.PATH))
    assert window.desk.explained in (0, 1)


def test_the_model_card_shows_the_certificate_once_it_is_worked_out(window, qtbot):
    from ifc2f_gui.dialogs.card import CardDialog

    from ifc2f import certificate

    card = CardDialog(window.desk.model, window.desk.features, window)
    assert "Being worked out…" in card.text.toPlainText()
    qtbot.waitUntil(lambda: "Being worked out…" not in card.text.toPlainText(), timeout=20_000)
    found = certificate(window.desk.model)
    for text in (f"{found.lower:.4g}", f"{found.upper:.4g}", f"{found.shown_percent:g} % of the best"):
        assert text in card.text.toPlainText()
    assert "with this order of questions" in card.text.toPlainText()


def test_the_model_card_tells_everything(window):
    from ifc2f_gui.report.model_card import card_html

    card = card_html(window.desk.model, window.desk.features)
    for text in (
        "Fever of unknown origin",
        window.desk.model.sha256,
        "For tests of the window only.",
        "Three made-up diseases.",
        "1200",
        "healthy: 600, viral: 400, bacterial: 200",
        "0.91",
        "4.000",
        "35 to 42 °C",
        "none, dry, wet",
    ):
        assert text in card


def test_new_case_asks_about_the_old_one(window, enter, person):
    enter("47")
    person.choose = 2
    window.menus.run("new_case")
    assert window.desk.case.findings()
    person.choose = 1
    window.menus.run("new_case")
    assert not window.desk.case.findings()


def test_other_windows_open_and_close(window, qtbot):
    from PySide6.QtWidgets import QDialog

    for show in (window.menus.commands["card"], window.menus.commands["help"]):
        show()
        dialog = next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())
        assert dialog.text.toPlainText()
        dialog.close()
    window.menus.run("about")
