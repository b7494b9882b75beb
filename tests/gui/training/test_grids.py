"""Grids of the training dialog: whole, steady while they are filled in, and smooth where they scroll."""

import pytest
from hands import installed, settle, type_in_cell
from ifc2f_gui.shared import theme
from ifc2f_gui.training.columns import KIND
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.training.grids import Grid
from ifc2f_gui.window.appearance import LARGEST
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

COSTS, MISTAKES, POLICY = 2, 3, 4  # steps of the assistant
CLASSES = ["Bakterielle Lungenentzündung", "Chronisch obstruktive Erkrankung", "Virale Bronchitis", "gesund"]


def table_of(path, classes, n_columns):
    """Write a table of 40 rows."""
    lines = [",".join([*(f"marker {k}" for k in range(n_columns)), "diagnosis"])]
    for i in range(40):
        cells = [f"{(i * (k + 3)) % 17 + 0.5}" for k in range(n_columns)]
        lines.append(",".join([*cells, classes[i % len(classes)]]))
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


@pytest.fixture(params=[("en", 1.0), ("de", LARGEST)])
def opened(request, qapp, qtbot, tmp_path):
    """The dialog with four classes of long names and 20 columns, on the screen of a laptop."""
    language, zoom = request.param
    theme.apply("system", zoom)
    with installed(qapp, QLocale(language)):
        dialog = TrainDialog()
        qtbot.addWidget(dialog)
        assert dialog.open_table(table_of(tmp_path / "t.csv", CLASSES, 20))
        dialog.show()
        dialog.resize(1350, 720)
        settle()
        yield dialog
    theme.apply("system", 1.0)


def test_mistakes_between_four_classes_are_seen_whole(opened):
    opened.inputs.steps.setCurrentIndex(MISTAKES)
    settle()
    grid = opened.inputs.mistakes
    for header in (grid.horizontalHeader(), grid.verticalHeader()):
        for i, name in enumerate(CLASSES):
            item = grid.horizontalHeaderItem(i)
            assert item.text().replace("\n", " ") == name
            assert item.toolTip() == name
            assert header.sectionSize(i) >= header.sectionSizeHint(i)
    assert grid.horizontalHeader().length() <= grid.viewport().width()
    assert grid.verticalHeader().length() <= grid.viewport().height() or grid.verticalScrollBar().isVisible()


def test_the_last_of_many_classes_is_reached_and_priced(opened, tmp_path, qtbot):
    classes = [f"class of the name {i}" for i in range(20)]
    assert opened.open_table(table_of(tmp_path / "many.csv", classes, 2))
    opened.inputs.steps.setCurrentIndex(MISTAKES)
    settle()
    grid = opened.inputs.mistakes
    assert grid.horizontalScrollBar().isVisible()
    assert grid.verticalScrollBar().isVisible()
    grid.setFocus()
    qtbot.keyClick(grid, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(grid, Qt.Key.Key_Left)
    last = grid.visualItemRect(grid.item(19, 18))
    assert grid.viewport().rect().contains(last)
    type_in_cell(qtbot, grid, 19, 18, "7.5")
    names = opened.inputs.classes
    assert (names[19], names[18], 7.5) in opened.inputs.job("out").mistakes


def test_typing_a_cost_moves_no_column_and_no_row(opened, qtbot):
    opened.inputs.steps.setCurrentIndex(MISTAKES)
    type_in_cell(qtbot, opened.inputs.mistakes, 0, 1, "5000")
    opened.inputs.steps.setCurrentIndex(COSTS)
    settle()
    grid = opened.inputs.columns
    header = grid.horizontalHeader()
    assert header.length() <= grid.viewport().width(), (
        "the last column is beside the scroll bar, not under it"
    )
    widths = [header.sectionSize(j) for j in range(header.count())]
    for column, text in ((1, "1234.567"), (2, "12"), (3, "blood sample of the morning"), (4, "2 days")):
        type_in_cell(qtbot, grid, 2, column, text)
        assert [header.sectionSize(j) for j in range(header.count())] == widths
    job = opened.inputs.job("out")
    assert job.costs["marker 2"]["group"] == "blood sample of the morning"
    assert job.costs["marker 2"]["delay"] == "2 days"


def test_one_key_begins_to_fill_in_a_cell(opened, qtbot):
    opened.inputs.steps.setCurrentIndex(COSTS)
    settle()
    grid = opened.inputs.columns
    place = grid.visualItemRect(grid.item(3, 1)).center()
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.keyClicks(grid, "4")
    qtbot.keyClicks(QApplication.focusWidget(), "2")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.wait(1)
    assert grid.text(3, 1) == "42"


def turn_wheel(widget):
    """Turn the wheel over a widget, as the window system tells of it."""
    window = widget.window()
    place = QPointF(widget.mapTo(window, widget.rect().center()))
    QTest.wheelEvent(window.windowHandle(), place, QPoint(0, -120))
    settle()


def test_the_wheel_scrolls_the_table_of_columns_and_chooses_nothing(opened):
    inputs = opened.inputs
    before = inputs.job("out")
    choice = inputs.profiles.cellWidget(0, KIND)
    (page,) = (area for area in opened.findChildren(QScrollArea) if area.isAncestorOf(choice))
    page.ensureWidgetVisible(choice)
    settle()
    turn_wheel(choice)
    assert inputs.profiles.verticalScrollBar().value() > 0
    for choice in (inputs.target, inputs.separator, inputs.encoding):
        turn_wheel(choice)
    opened.inputs.steps.setCurrentIndex(POLICY)
    settle()
    turn_wheel(inputs.policy)
    assert inputs.job("out") == before


def test_no_number_of_a_row_jumps_where_rows_are_hidden(opened, qtbot):
    """Where rows can be left out of sight, none is numbered; where they are numbered, none is left out."""
    inputs = opened.inputs
    choice = inputs.profiles.cellWidget(1, KIND)
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_End)
    for step, grid in ((0, inputs.profiles), (1, inputs.words), (COSTS, inputs.columns)):
        inputs.steps.setCurrentIndex(step)
        settle()
        numbers = grid.verticalHeader()
        seen = [i + 1 for i in range(grid.rowCount()) if not grid.isRowHidden(i)]
        assert not numbers.isVisible() or seen == list(range(1, len(seen) + 1)), grid.accessibleName()
    assert inputs.words.isRowHidden(1)


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
@pytest.mark.parametrize("step", [1, COSTS, MISTAKES], ids=["wording", "costs", "mistakes"])
def test_a_cell_is_emptied_by_the_keys_of_spreadsheets(opened, qtbot, step, key):
    opened.inputs.steps.setCurrentIndex(step)
    settle()
    grid = next(each for each in opened.findChildren(Grid) if each.isVisible())
    type_in_cell(qtbot, grid, 0, 1, "7")
    place = grid.visualItemRect(grid.item(0, 1)).center()
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(grid.edited) as told:
        qtbot.keyClick(grid, key)
    assert told.args == [0, 1]
    assert grid.text(0, 1) == ""
    assert grid.state() == grid.State.NoState, "nothing is being edited"
    grid.setCurrentCell(1, 0)
    name = grid.text(1, 0)
    qtbot.keyClick(grid, key)
    assert grid.text(1, 0) == (name if step != MISTAKES else "")


def test_a_file_of_costs_is_counted_by_the_questions_that_are_asked(opened, tmp_path, person, qtbot):
    opened.inputs.columns.use(19, False)
    path = tmp_path / "costs.csv"
    path.write_text("feature,cost,discount_cost,group\nmarker 0,2,1,blood\nmarker 1,3,3,\nmarker 19,4,,\n")
    person.path = str(path)
    opened.inputs.steps.setCurrentIndex(COSTS)
    qtbot.mouseClick(opened.inputs.of_costs.costs, Qt.MouseButton.LeftButton)
    assert all(number in opened.state.text().split() for number in ("2", "19"))
    grid = opened.inputs.columns
    assert [grid.text(row, 2) for row in (0, 1, 19)] == ["1", "", ""]
    assert [grid.text(row, 1) for row in (0, 1, 19)] == ["2", "3", "4"]
