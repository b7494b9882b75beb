"""Panels: a test that shows several values is one question with one form, and its price is paid once."""

import json
import re
from copy import copy

import pytest
from hands import press
from ifc2f_gui.case.advice import change_in_words, saved_together
from ifc2f_gui.case.case_file import case_content
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.panels.panel_entry import PanelEntry
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.report.record import questionnaire_response, record_text, timeline
from ifc2f_gui.window.appearance import LARGEST
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QStyle, QStyleOptionFrame
from window_models import clinic_model

from ifc2f.session import Session

PRICE = 0.03
BLOOD = {"blood count": {"cost": PRICE, "features": ["temperature", "cough", "crp"]}}
TEMPERATURE, COUGH, CRP, AGE, SCORE = range(5)


@pytest.fixture
def panel(empty_window, tmp_path, qtbot):
    """The window where the model asks for a panel, after the age that it always asks for."""
    path = tmp_path / "panel.ifc2f"
    clinic_model(tests=BLOOD).save(path)
    assert empty_window.open_path(str(path))
    qtbot.keyClicks(empty_window.page.question.entry.line, "47")
    press(qtbot, empty_window, Qt.Key.Key_Return)
    assert isinstance(empty_window.page.question.entry, PanelEntry)
    return empty_window


def type_values(qtbot, *texts):
    """Type values where the focus is, a Return after each; Tab passes over one that is left empty."""
    for text in texts:
        if text:
            for letter in text:
                qtbot.keyClick(QApplication.focusWidget(), letter)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return if text else Qt.Key.Key_Tab)
        QApplication.processEvents()  # Qt takes a value after its key


def states(window):
    return {k: (f.state, f.value) for k, f in window.desk.case.findings() if k != AGE}


def test_the_question_is_the_panel_and_one_form_answers_it(panel, qtbot):
    question, desk = panel.page.question, panel.desk
    assert question.title.text() == "NEXT TEST"
    assert question.question.text() == "blood count"
    assert "3 values" in question.name.text()
    assert f"Costs {PRICE:.3f}" in question.cost.text()
    assert "ask blood count." in desk.advice.text
    type_values(qtbot, "38,9", "dry", "80")
    qtbot.mouseClick(question.answer_button, Qt.MouseButton.LeftButton)
    assert states(panel) == {
        TEMPERATURE: ("answered", 38.9), COUGH: ("answered", "dry"), CRP: ("answered", 80.0)
    }  # fmt: skip
    assert desk.found.session.cost == pytest.approx(PRICE)
    direct = Session(desk.model)
    direct.answer("age", 47.0)
    direct.answer_panel("blood count", {"temperature": 38.9, "cough": "dry", "crp": 80.0})
    assert desk.found.posterior.tolist() == direct.posterior.tolist()
    press(qtbot, panel, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert states(panel) == {}, "one form is one change"


def saved_by_all(session, features):
    """Return what looking at all features saves, from every combination of their values."""

    def cost_then(session, left):
        if not left:
            return session.cost_of_stopping
        first, *rest = left
        total = 0.0
        for value, p in enumerate(session.feature_posterior(first).sum(axis=1).tolist()):
            then = copy(session)
            then.answer_bin(first, value)
            total += p * cost_then(then, rest)
        return total

    return session.cost_of_stopping - cost_then(session, list(features))


def test_it_saves_what_all_combinations_of_its_values_save(panel):
    desk, decimals = panel.desk, panel.desk.decimals
    blood = (TEMPERATURE, COUGH, CRP)
    assert desk.found.together(CRP) == blood
    for priors in (desk.found.start, (0.3, 0.3, 0.4), (0.05, 0.9, 0.05)):
        desk.set_prior(tuple(float(p) for p in priors))
        worth = desk.found.joint_worth(CRP)
        assert worth.missed == 0.0
        assert worth.saving == pytest.approx(saved_by_all(desk.found.session, blood), abs=1e-6)
        if desk.asked in blood:
            assert f"expected to save {worth.saving:.{decimals}f}" in panel.page.question.cost.text()
            assert panel.page.question.reason.text() == change_in_words(worth.change)
    assert desk.found.joint_worth(SCORE) is None
    bound = worth._replace(missed=0.2)
    assert saved_together(bound, decimals) == f"at least {worth.saving:.{decimals}f}"
    rows, view = panel.page.others.rows, panel.page.others.view.model()
    told = {
        row.feature: rows.data(rows.index(i, 2), Qt.ItemDataRole.ToolTipRole)
        for i, row in enumerate(rows.rows)
    }
    assert view.rowCount() == len(told) == 4
    assert all("blood count gives 3 values at this cost" in told[k] for k in blood)
    assert "values at this cost" not in told[SCORE]


@pytest.mark.parametrize(("rest", "state"), [(0, "not available"), (1, "pending")])
def test_it_may_be_answered_in_part(panel, qtbot, rest, state):
    entry = panel.page.question.entry
    type_values(qtbot, "", "dry")
    entry.rest.setFocus()
    for _ in range(rest):
        press(qtbot, panel, Qt.Key.Key_Down)
    qtbot.mouseClick(panel.page.question.answer_button, Qt.MouseButton.LeftButton)
    assert states(panel) == {COUGH: ("answered", "dry"), TEMPERATURE: (state, None), CRP: (state, None)}
    assert panel.desk.found.session.cost == pytest.approx(PRICE)


@pytest.mark.parametrize(("name", "state", "cost"), [
    ("unknown_button", "unknown", 0.0), ("not_available_button", "not available", 0.0),
    ("pending_button", "pending", PRICE), ("failed_button", "failed", PRICE),
])  # fmt: skip
def test_an_answer_without_values_is_that_of_the_whole_panel(panel, qtbot, name, state, cost):
    qtbot.mouseClick(getattr(panel.page.question, name), Qt.MouseButton.LeftButton)
    assert states(panel) == dict.fromkeys((TEMPERATURE, COUGH, CRP), (state, None))
    assert panel.desk.found.session.cost == pytest.approx(cost)


def test_letters_are_values_and_not_keys_of_the_window(panel, qtbot):
    """The choice "none" begins with the key for "not available"."""
    type_values(qtbot, "", "none")
    assert states(panel) == {}
    press(qtbot, panel, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    qtbot.mouseClick(panel.page.question.answer_button, Qt.MouseButton.LeftButton)
    assert states(panel)[COUGH] == ("answered", "none")


def test_return_after_the_last_value_answers_and_no_return_before(panel, qtbot):
    type_values(qtbot, "38.9", "dry", "80")
    assert states(panel) == {}
    press(qtbot, panel, Qt.Key.Key_Return)
    assert len(states(panel)) == 3


def test_slips_are_said_in_their_rows_and_move_no_button(panel, qtbot):
    question = panel.page.question
    before = [made.mapTo(panel, made.rect().center()) for made in question.answer_buttons]
    qtbot.mouseClick(question.answer_button, Qt.MouseButton.LeftButton)
    assert "enter a value" in question.entry.message.text()
    type_values(qtbot, "abc", "dry", "9999")
    qtbot.mouseClick(question.answer_button, Qt.MouseButton.LeftButton)
    assert states(panel) == {}
    assert "temperature" in question.entry.message.text()
    assert [made.mapTo(panel, made.rect().center()) for made in question.answer_buttons] == before
    entry = question.entry
    entry.form.values.item(0, 1).setText("39")
    qtbot.mouseClick(question.answer_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(question.answer_button, Qt.MouseButton.LeftButton)
    assert states(panel) == {}, "an unusual value takes another act than repeating"
    QTest.keyClick(entry.form.unusual, Qt.Key.Key_Space)
    qtbot.mouseClick(question.answer_button, Qt.MouseButton.LeftButton)
    assert states(panel)[CRP] == ("answered", 9999.0)


def test_large_text_cuts_no_number_that_is_typed_into_the_table(panel, qtbot):
    panel.appearance.set_zoom(LARGEST)
    values = panel.page.question.entry.form.values
    for column in range(3):
        values.item(0, column).setText("")  # so that the row has the height of one line
    QApplication.processEvents()
    qtbot.keyClick(values, "9")
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    room = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
    assert room.height() >= line.fontMetrics().boundingRect("9").height()
    panel.menus.run("normal")


def test_tab_leaves_the_table_at_its_ends(panel, qtbot):
    table = panel.page.question.entry.form.values
    for _ in range(table.rowCount()):
        assert table.isAncestorOf(QApplication.focusWidget()) or table.hasFocus()
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert not table.isAncestorOf(QApplication.focusWidget())
    assert QApplication.focusWidget() is not table


def test_one_value_alone_is_edited_like_any_other(panel, qtbot):
    type_values(qtbot, "38.9", "dry", "80")
    qtbot.mouseClick(panel.page.question.answer_button, Qt.MouseButton.LeftButton)
    panel.desk.ask(CRP)
    qtbot.keyClicks(panel.page.question.entry.line, "90")
    press(qtbot, panel, Qt.Key.Key_Return)
    assert states(panel)[CRP] == ("answered", 90.0)
    assert panel.desk.found.session.cost == pytest.approx(PRICE)


def test_lists_record_report_and_case_file_name_the_panel(panel, qtbot):
    rows = [panel.page.others.filter.index(i, 0).data() for i in range(4)]
    assert sum(row.startswith("▸") and row.endswith("· blood count") for row in rows) == 3
    type_values(qtbot, "38.9", "dry", "80")
    qtbot.mouseClick(panel.page.question.answer_button, Qt.MouseButton.LeftButton)
    desk = panel.desk
    content = case_content(desk.case, desk.model)
    assert [entry.get("panel") for entry in content["answers"]] == [None, *["blood count"] * 3]
    assert timeline(content)[1][4] == "Ask blood count."
    assert "CRP in blood (blood count): 80 mg/L" in record_text(content)
    told = re.sub("<[^>]+>", " ", report_html(desk))
    assert "CRP in blood (blood count)" in told
    groups = [item for item in questionnaire_response(content)["item"] if "item" in item]
    assert [group["linkId"] for group in groups] == ["panel:blood count"]
    assert [item["linkId"] for item in groups[0]["item"]] == ["temperature", "cough", "crp"]
    json.dumps(content)


def test_a_panel_of_which_one_value_is_open_is_a_question(qapp):
    desk = Desk(clinic_model(tests=BLOOD))
    for k, value in ((AGE, 47.0), (TEMPERATURE, 39.0), (COUGH, "dry")):
        desk.answer(k, "answered", value)
    assert desk.found.together(CRP) == ()
    assert desk.found.test_name(CRP) == "crp"
