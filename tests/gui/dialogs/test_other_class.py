"""A case may be closed as another class than the model's; that is confirmed once, and recorded."""

import json

import numpy as np
import pytest
from hands import finish_outlook, in_dialog, press, seen
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.case_file import CaseError, case_content, case_to_json, read_case, read_content
from ifc2f_gui.case.words import closed_as
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.report.record import record_text, timeline
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
WHY = "The culture says so."


def decide_for_another(window, qtbot, answer):
    """Press the key for another class and let `answer` act on the dialog."""
    told = in_dialog(lambda dialog: answer(dialog) or True)
    press(qtbot, window, Qt.Key.Key_D, CTRL_SHIFT)
    assert seen(told)


def test_a_class_is_chosen_by_keys_with_a_reason_and_stands_in_all_records(window, qtbot, tmp_path):
    desk = window.desk
    advised = desk.found.decision
    names = {}

    def answer(dialog):
        press(qtbot, dialog, Qt.Key.Key_Return)
        assert dialog.isVisible(), "nothing is chosen yet"
        assert advised not in [dialog.classes.itemData(i) for i in range(dialog.classes.count())]
        qtbot.keyClick(dialog.classes, Qt.Key.Key_Down)
        names["label"] = dialog.label
        qtbot.keyClick(dialog.classes, Qt.Key.Key_Tab)
        qtbot.keyClicks(QApplication.focusWidget(), WHY)
        press(qtbot, dialog, Qt.Key.Key_Return)

    decide_for_another(window, qtbot, answer)
    decision = desk.case.decision
    assert decision.label == names["label"] != advised
    assert (decision.reason, decision.why, decision.advised) == ("override", WHY, advised)
    (override,) = desk.case.overrides  # the advice was to go on
    assert override.cost_of_stopping == desk.found.cost_of_deciding(names["label"]) > desk.found.stopping
    assert f"The model would have chosen {advised}" in window.page.advice.sentence.text()
    content = case_content(desk.case, desk.model)
    for text in (report_html(desk), record_text(content)):
        assert "The model’s choice" in text
        assert WHY in text
    last = timeline(content)[-1]
    assert any(advised in cell and WHY in cell and names["label"] in cell for cell in last)
    path = tmp_path / "x.case.json"
    path.write_text(case_to_json(desk.case, desk.model), encoding="utf-8")
    assert read_case(path, desk.model, desk.features).decision == decision
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.case.decision is None
    assert desk.case.overrides == []


def test_the_link_opens_it_what_is_pending_is_listed_and_escape_decides_nothing(window, qtbot):
    window.desk.ask(2)
    press(qtbot, window, Qt.Key.Key_P)

    def look(dialog):
        assert "crp" in "\n".join(label.text() for label in dialog.findChildren(QLabel))
        press(qtbot, dialog, Qt.Key.Key_Escape)
        return True

    told = in_dialog(look)
    qtbot.mouseClick(window.page.advice.other, Qt.MouseButton.LeftButton)
    assert seen(told)
    assert window.desk.case.decision is None


@pytest.mark.parametrize("deferred", [False, True])
def test_where_the_advice_is_to_stop_it_is_the_class_that_differs(window, monkeypatch, deferred):
    desk = window.desk
    desk.set_prior((0.9999, 0.00005, 0.00005))
    desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    assert desk.advice.stop
    advised = desk.found.decision
    other = next(label for label in desk.model.classes if label != advised)
    if deferred:
        monkeypatch.setitem(vars(desk.found), "deferred", True)
    desk.decide(WHY, other)
    decision = desk.case.decision
    assert (decision.reason, decision.advised) == ("deferred" if deferred else "other class", advised)
    assert desk.case.overrides == []
    told = closed_as(desk.model, decision)
    assert f"The model would have chosen {advised}" in told
    assert ("guarantee" in told) == deferred


def test_of_two_classes_the_other_is_offered_and_its_cost_told(empty_window, qtbot):
    empty_window.menus.run("demo")
    desk = empty_window.desk
    finish_outlook(desk)  # what the advice says once it is there is what the dialog shows
    costs = desk.found.costs_of_deciding
    assert costs.min() == pytest.approx(desk.found.stopping, abs=1e-6)
    other = desk.model.classes[int(np.argmax(costs))]

    def answer(dialog):
        assert dialog.label == "", "nothing is chosen beforehand"
        assert desk.advice.text in "\n".join(label.text() for label in dialog.findChildren(QLabel))
        qtbot.keyClick(dialog.classes, Qt.Key.Key_Down)
        assert dialog.label == str(other)
        assert f"{costs.max():.3f}" in dialog.about.text()
        press(qtbot, dialog, Qt.Key.Key_Return)

    decide_for_another(empty_window, qtbot, answer)
    assert desk.case.decision.label == str(other)
    assert not empty_window.page.advice.other.isEnabled()
    assert f"expected cost of mistakes {costs.max():.3f}" in empty_window.page.advice.costs.text()
    assert f"{costs.max():.3f}" in report_html(desk).split("Expected cost of mistakes")[1][:80]


@pytest.mark.parametrize("advised", ["no class of the model", 3, None, ["viral"]])
def test_a_damaged_record_of_it_is_refused(window, tmp_path, advised):
    window.desk.decide()
    content = json.loads(case_to_json(window.desk.case, window.desk.model))
    content["decision"]["advised"] = advised
    path = tmp_path / "x.case.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(CaseError, match="damaged"):
        read_case(path, window.desk.model, window.desk.features)
    if not isinstance(advised, str):
        with pytest.raises(CaseError, match="damaged"):
            read_content(path)


def test_a_file_that_does_not_tell_it_is_read(window, tmp_path):
    window.desk.decide()
    content = json.loads(case_to_json(window.desk.case, window.desk.model))
    del content["decision"]["advised"]
    path = tmp_path / "x.case.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert read_case(path, window.desk.model, window.desk.features).decision.advised == ""
