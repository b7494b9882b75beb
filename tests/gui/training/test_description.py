"""What a model says of itself, from the assistant to its card; and which columns are given words."""

from hands import press
from ifc2f_gui.report.model_card import card_sections
from ifc2f_gui.training.columns import KIND
from ifc2f_gui.training.worker import run
from PySide6.QtCore import Qt

from ifc2f.model import Model

WORDS, COSTS, DESCRIPTION = 1, 2, 5  # steps of the assistant
TYPED = {
    "Title": "Fever",
    "Version": "2.1",
    "Intended use": "Adults in the emergency room.",
    "Limits": "Not for children.",
}


def test_version_and_limits_are_typed_in_and_the_card_tells_them(fast_dialog, table, tmp_path, qtbot):
    dialog = fast_dialog
    dialog.open_table(table)
    dialog.inputs.steps.setCurrentIndex(DESCRIPTION)
    page = dialog.inputs.description
    page.title.setFocus()
    page.title.selectAll()
    for i, text in enumerate(TYPED.values()):
        if i:
            press(qtbot, dialog, Qt.Key.Key_Tab)
        qtbot.keyClicks(dialog.focusWidget(), text)
    press(qtbot, dialog, Qt.Key.Key_Tab)
    assert not page.isAncestorOf(dialog.focusWidget()), "Tab leaves a text of several lines"
    output = tmp_path / "m.ifc2f"
    run(dialog.inputs.job(str(output)), lambda text: None)
    told = {what: told for _, rows in card_sections(Model.load(output)) for what, told in rows}
    assert {what: told[what] for what in TYPED} == TYPED


def test_what_is_not_told_is_not_in_the_model(fast_dialog, table, tmp_path):
    fast_dialog.open_table(table)
    output = tmp_path / "m.ifc2f"
    run(fast_dialog.inputs.job(str(output)), lambda text: None)
    meta = Model.load(output).meta
    assert not {"model_version", "limits", "unit_of_costs"} & meta.keys()
    assert meta["title"] == "patients"


def in_sight(grid):
    """Return the names of the rows that a person can see."""
    return [
        grid.text(row, 0)
        for row in range(grid.rowCount())
        if grid.visualItemRect(grid.item(row, 0)).isValid()
    ]


def test_columns_that_are_left_out_are_given_no_words(dialog, table, tmp_path, qtbot):
    """Those that the table page leaves out, those that the list of questions does not use, in either way."""
    dialog.open_table(table)
    inputs = dialog.inputs
    names = ["crp", "temperature", "height", "cough"]
    choice = inputs.profiles.cellWidget(1, KIND)
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_End)
    inputs.steps.setCurrentIndex(WORDS)
    assert in_sight(inputs.words) == ["crp", "height", "cough"]
    inputs.steps.setCurrentIndex(COSTS)
    inputs.columns.setCurrentCell(2, 0)
    inputs.columns.setFocus()
    qtbot.keyClick(inputs.columns, Qt.Key.Key_Space)
    inputs.steps.setCurrentIndex(WORDS)
    assert in_sight(inputs.words) == ["crp", "cough"]
    qtbot.keyClick(choice, Qt.Key.Key_Home)
    assert in_sight(inputs.words) == ["crp", "temperature", "cough"]
    dialog.open_table(table)
    assert in_sight(inputs.words) == names, "nothing is left out of a table that was opened anew"


def test_columns_that_are_set_aside_are_given_no_words(dialog, tmp_path):
    path = tmp_path / "odd.csv"
    rows = "".join(f"P{1000 + 7 * i},2024-01-{1 + i % 28:02},{i % 50},{'ab'[i % 2]}\n" for i in range(200))
    path.write_text("patient_id,admitted,crp,outcome\n" + rows)
    dialog.open_table(str(path))
    dialog.inputs.steps.setCurrentIndex(WORDS)
    assert in_sight(dialog.inputs.words) == ["crp"]
