"""Known values: entered together or pasted, with the checks of single answers, by real keys."""

import pytest
from hands import in_dialog, press, seen, type_in_cell
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.entered import read_lines, read_value
from ifc2f_gui.panels.values import HINT, VALUE
from ifc2f_gui.shared.theme import colours
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

CTRL = Qt.KeyboardModifier.ControlModifier


def row_of(dialog, name):
    return [feature.name for feature in dialog.form.values.features].index(name)


def paste(qtbot, dialog, text):
    QApplication.clipboard().setText(text)
    press(qtbot, dialog, Qt.Key.Key_V, CTRL)


def test_pasted_lines_are_taken_as_one_change_and_cost_nothing(window, qtbot):
    def fill(dialog):
        paste(qtbot, dialog, "age: 47\nBody is fine\ncough = dry\ntemperature\t102.2 °F")
        assert "“Body is fine”" in dialog.form.message.text()
        assert dialog.form.values.text(row_of(dialog, "cough")) == "dry"
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_K, CTRL)
    assert seen(told)
    found = {k: (f.value, f.entered, f.unit, f.known) for k, f in window.desk.case.findings()}
    assert found[3] == (47.0, 47.0, "years", True)
    assert found[1] == ("dry", None, "", True)
    assert found[0][0] == pytest.approx(39.0)
    assert found[0][1:] == (102.2, "°F", True)
    assert window.desk.found.session.cost == 0.0
    assert "Spent 0.000" in window.page.advice.costs.text()
    assert window.desk.asked not in (0, 1, 3)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    assert window.desk.case.findings() == []


def test_a_value_is_typed_where_the_focus_is(window, qtbot):
    def fill(dialog):
        row = dialog.form.values.currentRow()
        qtbot.keyClicks(QApplication.focusWidget(), "4")
        qtbot.keyClicks(QApplication.focusWidget(), "7")
        press(qtbot, dialog, Qt.Key.Key_Tab)
        assert dialog.form.values.text(row) == "47"
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_K, CTRL)
    assert seen(told)
    assert window.desk.case.finding(3).value == 47.0


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Return])
@pytest.mark.parametrize(
    ("typed", "why", "is_unusual"),
    [("470", "In training: 0 to 110\u00a0years.", True), ("abc", "is not a number", False)],
)
def test_a_slip_is_marked_as_soon_as_it_is_entered(window, qtbot, typed, why, is_unusual, key):
    """In its row, with the reason, before anything is taken; and a right value takes the mark away."""

    def enter(values, row, text):
        values.setCurrentCell(row, VALUE)
        for letter in text:  # the first one opens an editor, and replaces what is there
            qtbot.keyClick(QApplication.focusWidget(), letter)
        qtbot.keyClick(QApplication.focusWidget(), key)
        qtbot.wait(1)  # Return ends an editor in an event loop alone

    def fill(dialog):
        values, row = dialog.form.values, row_of(dialog, "age")
        before = values.item(row, HINT).text()
        enter(values, row, typed)
        told = values.item(row, HINT)
        assert values.text(row) == typed
        assert told.text().startswith("⚠")
        assert why in told.text()
        assert values.rowHeight(row) >= values.sizeHintForRow(row), "the reason is whole"
        assert values.item(row, VALUE).foreground().color() == colours().bad
        assert dialog.form.unusual.isVisible() == is_unusual
        assert dialog.form.message.text() == "⚠ Please check: age."
        type_in_cell(qtbot, values, row, VALUE, "47")
        assert values.text(row) == "47"
        assert values.item(row, HINT).text() == before
        assert values.item(row, VALUE).data(Qt.ItemDataRole.ForegroundRole) is None
        assert not dialog.form.unusual.isVisible()
        assert dialog.form.message.text() == ""
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_K, CTRL)
    assert seen(told)


def test_slips_are_stopped_and_said_in_their_rows(window, qtbot):
    def fill(dialog):
        paste(qtbot, dialog, "age 470\ncough perhaps\ncrp 1,2,3\nscore 1")
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        assert dialog.isVisible()
        said = {
            f.name: dialog.form.values.item(i, HINT).text() for i, f in enumerate(dialog.form.values.features)
        }
        assert "Not one of the choices: none, dry, wet" in said["cough"]
        assert "is not a number" in said["crp"]
        assert "In training:" in said["age"]
        assert not said["score"].startswith("⚠")
        assert "cough" in dialog.form.message.text()
        for name in ("cough", "crp"):
            dialog.form.values.item(row_of(dialog, name), VALUE).setText("")
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        assert dialog.isVisible()
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        assert dialog.isVisible(), "an unusual value takes another act than repeating"
        dialog.form.unusual.setFocus()
        press(qtbot, dialog, Qt.Key.Key_Space)
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        return True

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_K, CTRL)
    assert seen(told)
    assert {k: f.value for k, f in window.desk.case.findings()} == {3: 470.0, 4: 1.0}


def test_using_a_value_anyway_is_meant_for_the_values_that_were_there(window, qtbot):
    def fill(dialog):
        paste(qtbot, dialog, "age 470")
        qtbot.mouseClick(dialog.form.unusual, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
        assert dialog.form.unusual.isChecked()
        QApplication.clipboard().setText("crp 99999")
        qtbot.mouseClick(dialog.paste_button, Qt.MouseButton.LeftButton)
        assert not dialog.form.unusual.isChecked()
        qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
        return dialog.isVisible()

    told = in_dialog(fill)
    press(qtbot, window, Qt.Key.Key_K, CTRL)
    assert seen(told)
    assert window.desk.case.findings() == []


def test_a_row_of_a_spreadsheet_goes_by_its_heads(window):
    features = window.desk.features
    found, problems = read_lines(features, "Patient\tAge\tcough\tscore\nX1\t47\twet\t\n")
    assert found == {3: "47", 1: "wet"}
    assert problems == ["Ignored: Patient."]
    found, problems = read_lines(features, "age\tcough\n47\twet\n48\tdry\n")
    assert found == {}
    assert "2 rows" in problems[0]


def test_a_name_that_begins_another_is_not_taken_for_it(window):
    assert read_lines(window.desk.features, "ages 3") == (
        {},
        ["“ages 3” does not begin with the name of an open question."],
    )
    assert read_lines(window.desk.features, "age 3\nAge: 4")[1] == ["age occurs twice."]


@pytest.mark.parametrize("text", ["", "  ", "wet dry", "1e99", "4;7", "nan"])
def test_what_is_no_value_is_refused(window, text):
    for feature in window.desk.features:
        assert read_value(feature, text).problem


def test_known_values_stay_known_through_pause_edit_and_undo(window, qtbot):
    from ifc2f_gui.case.case import Finding

    window.desk.know({0: Finding(ANSWERED, 39.0, 39.0, "°C")})
    told = window.desk.found.posterior.tolist()
    window.desk.pause(0, True)
    assert window.desk.found.session.cost == 0.0
    window.desk.pause(0, False)
    assert window.desk.found.posterior.tolist() == told
    assert window.desk.found.influences(0)[0].feature == 0
    window.desk.answer(0, ANSWERED, 39.0, 39.0, "°C")
    assert window.desk.found.session.cost > 0.0
