"""Notes of columns are whole and in sight in a small dialog, beside long names and ranges."""

import pytest
from hands import settle
from ifc2f_gui.shared import theme
from ifc2f_gui.training.columns import BARS, NAME, NOTE, RANGE
from ifc2f_gui.training.dialog import TrainDialog

SMALL = (784, 616)


@pytest.fixture
def long_table(tmp_path):
    """Columns with long names of several words, a wide range of dates, and something to note of most."""
    rows = ["number of the patient,date of the first visit,worst perimeter of all nuclei,code,outcome"]
    rows += [
        f"{i + 1000},2024-01-{i % 28 + 1:02d},{1000.125 + i},{i % 4},{'ill' if i % 3 else 'well'}"
        for i in range(60)
    ]
    path = tmp_path / "patients.csv"
    path.write_text("\n".join(rows))
    return str(path)


def small_dialog(table, qtbot):
    """Return the dialog with a table, shown on a small screen."""
    dialog = TrainDialog()
    qtbot.addWidget(dialog)
    dialog.resize(*SMALL)
    dialog.show()
    dialog.open_table(table)
    settle()
    return dialog


def test_notes_need_no_scrolling_to_the_side_and_are_whole(language, long_table, qtbot):
    theme.apply("system", 1.0)
    dialog = small_dialog(long_table, qtbot)
    assert (dialog.width(), dialog.height()) == SMALL
    grid = dialog.inputs.profiles
    assert grid.horizontalScrollBar().maximum() == 0
    noted = [row for row in range(grid.rowCount()) if grid.text(row, NOTE)]
    assert len(noted) >= 3
    for row in noted:
        assert grid.rowHeight(row) >= grid.sizeHintForRow(row), grid.text(row, NOTE)
        assert grid.rowHeight(row) <= grid.viewport().height(), "one row can be seen whole"
    for column in (NAME, RANGE):
        words = [word for row in range(grid.rowCount()) for word in grid.text(row, column).split()]
        assert grid.columnWidth(column) > max(map(grid.fontMetrics().horizontalAdvance, words))


def test_the_bars_come_back_where_there_is_room(long_table, qtbot):
    dialog = small_dialog(long_table, qtbot)
    grid = dialog.inputs.profiles
    assert grid.isColumnHidden(BARS)
    dialog.resize(1300, 700)
    settle()
    assert not grid.isColumnHidden(BARS)
    assert grid.columnWidth(RANGE) > max(
        grid.fontMetrics().horizontalAdvance(grid.text(row, RANGE)) for row in range(grid.rowCount())
    )
