"""What is odd about costs is said where they are entered, in the words in which training warns of it."""

import warnings

import pytest
from hands import settle, type_in_cell
from ifc2f_gui.shared.texts import sentence
from ifc2f_gui.training.worker import run
from PySide6.QtCore import Qt

COSTS, MISTAKES = 2, 3  # steps of the assistant


def enter_mistakes(inputs, qtbot, costs):
    inputs.steps.setCurrentIndex(MISTAKES)
    for (i, j), cost in costs.items():
        type_in_cell(qtbot, inputs.mistakes, i, j, cost)


def enter_costs(inputs, qtbot, common, own):
    inputs.steps.setCurrentIndex(COSTS)
    inputs.cost.setFocus()
    inputs.cost.selectAll()
    qtbot.keyClicks(inputs.cost, common)
    for row, cost in own.items():
        type_in_cell(qtbot, inputs.columns, row, 1, cost)


@pytest.mark.parametrize(
    ("common", "own", "mistakes", "found"),
    [
        ("0.01", {}, {}, ""),
        ("0.01", {}, {(0, 1): "5000", (1, 0): "300"}, "No question costs more than 0.01, next to nothing"),
        ("0.01", {0: "5", 1: "10"}, {(0, 1): "5000", (1, 0): "300"}, "Questions without a cost of their own"),
        ("5", {}, {}, "The cheapest question costs 5, and a mistake at most 1"),
        ("5", {0: "10"}, {(0, 1): "5000", (1, 0): "300"}, ""),
        ("0", {0: "5"}, {(0, 1): "5000", (1, 0): "300"}, ""),
    ],
)
def test_odd_costs_are_told_before_training_and_refused_nowhere(
    common, own, mistakes, found, fast_dialog, table, tmp_path, qtbot
):
    fast_dialog.open_table(table)
    inputs = fast_dialog.inputs
    enter_mistakes(inputs, qtbot, mistakes)
    enter_costs(inputs, qtbot, common, own)
    settle()
    odd = inputs.of_costs.odd
    assert odd.isVisible() == bool(found)
    assert odd.text().startswith(found)
    assert odd.height() >= odd.heightForWidth(odd.width()) or not found
    inputs.steps.setCurrentIndex(MISTAKES)
    settle()
    assert inputs.of_mistakes.odd.text() == odd.text()
    assert inputs.of_mistakes.odd.isVisible() == bool(found)
    assert fast_dialog.message.text() == "", "nothing is wrong"
    job = inputs.job(str(tmp_path / "m.ifc2f"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run(job, lambda text: None)
    told = [sentence(each.message) for each in caught if "cost" in str(each.message)]
    assert [text for text in told if text in odd.text()] == odd.text().splitlines()


def test_what_is_told_goes_when_the_cost_is_mended(dialog, table, qtbot):
    dialog.open_table(table)
    inputs = dialog.inputs
    odd = inputs.of_costs.odd
    enter_mistakes(inputs, qtbot, {(0, 1): "5000", (1, 0): "300"})
    enter_costs(inputs, qtbot, "0.01", {0: "5"})
    settle()
    assert "'temperature', 'height', 'cough'" in odd.text()
    inputs.columns.setCurrentCell(2, 0)
    qtbot.keyClick(inputs.columns, Qt.Key.Key_Space)  # a question that is not asked costs nothing
    settle()
    assert "'temperature', 'cough'" in odd.text()
    enter_costs(inputs, qtbot, "2", {})
    settle()
    assert not odd.isVisible()
    enter_costs(inputs, qtbot, "x", {})
    settle()
    assert not odd.isVisible(), "a cost that cannot be read is beside nothing"


def test_a_trade_off_is_looked_at_too(dialog, table, qtbot):
    dialog.open_table(table)
    inputs = dialog.inputs
    enter_costs(inputs, qtbot, "3", {})
    settle()
    assert inputs.of_costs.odd.isVisible()
    inputs.steps.setCurrentIndex(MISTAKES)
    inputs.trade.times.setFocus()
    inputs.trade.times.selectAll()
    qtbot.keyClicks(inputs.trade.times, "20")
    qtbot.keyClick(inputs.trade.times, Qt.Key.Key_Return)
    settle()
    assert not inputs.of_mistakes.odd.isVisible()
