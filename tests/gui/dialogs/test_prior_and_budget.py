"""Pre-test probabilities and the budget, as the user sets them."""

import pytest
from hands import is_whole, settle
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.dialogs.prior import PriorDialog
from PySide6.QtCore import Qt
from window_models import clinic_model

from ifc2f.files.format import adaptive_section
from ifc2f.model import Model
from ifc2f.session import Session


def test_the_pre_test_probability_is_the_users_and_recorded(window, enter, qtbot):
    dialog = PriorDialog(window.desk, window)
    qtbot.addWidget(dialog)
    dialog.show()
    for line, text in zip(dialog.lines, ("20", "30", "60"), strict=True):
        line.setText(text)
    dialog.use.click()
    assert "add up to 110.00\u00a0%" in dialog.message.text()
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


@pytest.mark.parametrize("zoom", [1.0, 2.5])
def test_all_classes_stay_in_sight_and_in_place_while_a_message_shows(zoom, window, qtbot):
    window.appearance.set_zoom(zoom)
    dialog = PriorDialog(window.desk, window)
    qtbot.addWidget(dialog)
    dialog.show()
    settle()
    assert len(dialog.lines) == 3
    places = [line.mapTo(dialog, line.rect().center()) for line in dialog.lines]
    for texts in (("20", "30", "60"), ("20", "101", "60"), ("20", "30", "1e99"), ("20", "30", "x" * 60)):
        for line, text in zip(dialog.lines, texts, strict=True):
            line.setFocus()
            line.selectAll()
            qtbot.keyClicks(line, text)
        qtbot.keyClick(dialog.lines[2], Qt.Key.Key_Return)
        settle()
        assert dialog.message.text().startswith("⚠ ")
        assert all(map(is_whole, [*dialog.lines, dialog.use])), texts
        assert dialog.message.height() >= dialog.message.heightForWidth(dialog.message.width())
        if "x" not in texts[2]:
            assert [line.mapTo(dialog, line.rect().center()) for line in dialog.lines] == places, texts


def test_with_two_classes_one_probability_gives_the_other(empty_window, qtbot):
    empty_window.menus.run("demo")
    dialog = PriorDialog(empty_window.desk, empty_window)
    qtbot.addWidget(dialog)
    dialog.lines[0].clear()
    qtbot.keyClicks(dialog.lines[0], "12,5")
    assert dialog.lines[1].text() == "87.5"


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
        ("-1", "cannot be negative"),
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
