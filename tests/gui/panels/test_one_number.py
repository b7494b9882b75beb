"""What a question saves and why an answer counts are the same in every order, by real clicks and keys."""

import itertools

import pytest
from hands import press
from ifc2f_gui.panels.others import FEATURE_ROLE
from ifc2f_gui.shared.numbers import fixed, probability
from PySide6.QtCore import Qt

from ifc2f.session import Session

TYPED = {"temperature": "38.9", "crp": "90", "age": "47", "score": "1"}


def ask(window, qtbot, name):
    """Click a question in the list of open ones."""
    view = window.page.others.view
    for row in range(view.model().rowCount()):
        index = view.model().index(row, 0)
        if window.desk.features[index.data(FEATURE_ROLE)].name == name:
            view.scrollTo(index)
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
            return
    raise AssertionError(f"{name} is not open")


def give(window, qtbot, name):
    ask(window, qtbot, name)
    assert window.page.question.name.text() == name or window.page.question.question.text() == name
    qtbot.keyClicks(window.page.question.entry.line, TYPED[name])
    press(qtbot, window, Qt.Key.Key_Return)


def listed(window):
    """Return what the list shows: change, saving and cost by name."""
    model, features = window.page.others.view.model(), window.desk.features
    rows = [[model.index(i, j) for j in range(4)] for i in range(model.rowCount())]
    return {features[row[0].data(FEATURE_ROLE)].name: tuple(cell.data() for cell in row[1:]) for row in rows}


@pytest.mark.parametrize("order", list(itertools.permutations(["temperature", "crp", "score"])))
def test_saves_is_the_questions_own_saving_in_and_out_of_order(window, qtbot, order):
    session = Session(window.desk.model)
    for name in order:
        give(window, qtbot, name)
        session.answer(name, float(TYPED[name]))
        shown = listed(window)
        assert set(shown) == set(window.desk.model.feature_names) - set(order[: order.index(name) + 1])
        for other, (_, saving, _) in shown.items():
            assert saving == fixed(session.worth(other).saving, window.desk.decimals)


def test_why_is_the_same_in_every_order_and_says_what_the_probability_beside_it_says(window, qtbot):
    window.menus.actions["tables"].setChecked(True)
    window.menus.run("tables")
    told = []
    for order in (("temperature", "crp", "age", "score"), ("score", "age", "crp", "temperature")):
        for name in order:
            give(window, qtbot, name)
        table = window.page.why.table
        rows = [
            [" ".join(table.item(i, j).text().split()) for j in range(3)] for i in range(table.rowCount())
        ]
        assert [row[0] for row in rows] == list(order)
        told.append({row[0]: row[1:] for row in rows})
        now = probability(window.desk.found.posterior[window.desk.explained])
        for _, strength, without in rows:
            if "less likely" in strength:
                assert without >= now
            elif "either way" not in strength:
                assert without <= now
        for _ in order:
            window.page.answers.view.setFocus()
            press(qtbot, window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
            press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert window.desk.case.findings() == []
    assert told[0] == told[1]
