"""Open questions, asked in any order."""

import pytest
from hands import press, settle
from ifc2f_gui.panels.others import FEATURE_ROLE
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication
from window_models import clinic_model, wide_model


def test_any_open_question_can_be_asked_next(window, enter, qtbot):
    view = window.page.others.view
    features = [window.page.others.filter.index(i, 0).data(Qt.ItemDataRole.UserRole) for i in range(5)]
    assert features[0] == 3
    assert "always asked" in window.page.others.filter.index(0, 0).data()
    assert window.page.others.filter.index(0, 3).data() == "free"
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


def test_a_click_on_a_head_sorts_and_a_third_one_restores(window, qtbot):
    view = window.page.others.view
    header = view.horizontalHeader()
    listed = [view.model().index(i, 0).data(FEATURE_ROLE) for i in range(5)]
    saving = {row.feature: row.saving for row in window.desk.found.open}
    seen = []
    for _ in range(3):
        place = QPoint(header.sectionViewportPosition(2) + 5, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        seen.append([view.model().index(i, 0).data(FEATURE_ROLE) for i in range(5)])
    by_saving = sorted(saving, key=saving.__getitem__)
    assert [saving[k] for k in seen[0]] in (
        [saving[k] for k in by_saving],
        [saving[k] for k in by_saving[::-1]],
    )
    assert [saving[k] for k in seen[1]] == [saving[k] for k in seen[0]][::-1]
    assert seen[2] == listed


def test_a_question_under_the_mouse_or_the_focus_shows_its_fan_and_is_not_asked(window, qtbot):
    view, fan = window.page.others.view, window.page.posterior.fan
    asked = window.desk.asked
    assert fan.title == window.desk.features[asked].name
    for row in range(2, 5):
        index = view.model().index(row, 0)
        qtbot.mouseMove(view.viewport(), view.visualRect(index).center() - QPoint(3, 0))
        qtbot.mouseMove(view.viewport(), view.visualRect(index).center())
        k = index.data(FEATURE_ROLE)
        qtbot.waitUntil(lambda k=k: window.desk.regarded == k)
        assert fan.title == window.desk.features[k].name
        worth = window.desk.found.session.worth(k)
        assert [a.probability for a in fan.answers] == worth.probability[worth.probability > 0].tolist()
        assert sum(a.probability for a in fan.answers if a.changes) == pytest.approx(worth.change, abs=1e-5)
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert fan.title == window.desk.features[asked].name
    view.setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, window, Qt.Key.Key_Down)
    press(qtbot, window, Qt.Key.Key_Down)
    shown = view.currentIndex().data(FEATURE_ROLE)
    assert (window.desk.regarded, window.desk.asked) == (shown, asked)
    assert window.desk.features[shown].name in fan.accessibleDescription()
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.asked == shown


@pytest.mark.parametrize(
    ("unit", "shown"), [("", ""), ("euros", "\neuros"), ("minutes of a nurse", "\nminutes of …")]
)
def test_the_heads_of_amounts_name_the_unit_that_the_model_has(unit, shown, empty_window, tmp_path, qtbot):
    model = clinic_model()
    path = tmp_path / "unit.ifc2f"
    model.with_meta({**model.meta, "unit_of_costs": unit}).save(path)
    empty_window.opening.open_model(str(path))
    view = empty_window.page.others.view
    heads = [view.model().headerData(i, Qt.Orientation.Horizontal) for i in range(4)]
    assert heads == ["Question", "Changes", f"Saves{shown}", f"Costs{shown}"]
    header, metrics = view.horizontalHeader(), view.fontMetrics()
    for i in (1, 2, 3):
        assert not view.isColumnHidden(i)
        assert header.sectionSize(i) > max(map(metrics.horizontalAdvance, heads[i].split("\n")))
    assert header.height() >= metrics.lineSpacing() * heads[2].count("\n")
    qtbot.mouseClick(
        header.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(header.sectionPosition(3) + 5, header.height() // 2),
    )
    costs = [view.model().index(i, 3).data() for i in range(view.model().rowCount())]
    assert costs == sorted(costs, key=lambda text: 0.0 if text == "free" else float(text))


def test_the_fan_says_what_it_shows_in_fewer_words_before_it_cuts_them(window):
    fan = window.page.posterior.fan
    fan.resize(2000, fan.height())
    wide, room = fan.heading, fan.fontMetrics().horizontalAdvance(fan.heading)
    assert wide.startswith("Probability of ")
    short = wide.removeprefix("Probability of ")
    for width in (room - 1, fan.fontMetrics().horizontalAdvance(short)):
        fan.resize(width, fan.height())
        assert fan.heading == short
    fan.resize(width - 1, fan.height())
    assert "…" in fan.heading


def assert_names_are_readable(view):
    """Names are whole, or have room for twenty letters, or all the room; words tell the whole of them."""
    metrics, model = view.fontMetrics(), view.model()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        room = view.visualRect(index).width() - 2 * 6  # that a cell keeps free at its sides
        needed = min(metrics.horizontalAdvance(index.data()), 20 * metrics.averageCharWidth())
        assert needed <= room or room >= view.viewport().width() - 2 * 6, (index.data(), room)
        name = model.index(row, 0).data(FEATURE_ROLE)
        for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            assert model.index(row, 0).data(role).startswith(f"measure {name + 1}")


@pytest.mark.parametrize("size", [(683, 384), (800, 700), (1366, 728)])
def test_names_of_open_questions_have_the_room_before_their_figures(size, empty_window, tmp_path, qtbot):
    path = tmp_path / "wide.ifc2f"
    wide_model().save(path)
    empty_window.opening.open_model(str(path))
    empty_window.resize(*size)
    settle()
    panel, desk = empty_window.page.others, empty_window.desk
    assert panel.view.textElideMode() == Qt.TextElideMode.ElideRight
    assert_names_are_readable(panel.view)
    desk.set_budget(0.001)  # each name says that it is over the budget
    settle()
    assert "over budget" in panel.filter.index(0, 0).data()
    assert_names_are_readable(panel.view)
    desk.set_budget(None)
    empty_window.resize(1366, 728)
    settle()
    assert panel.view.horizontalScrollBar().maximum() == 0, "all figures are in sight"
    first = panel.filter.index(1, 0)
    qtbot.mouseClick(
        panel.view.viewport(), Qt.MouseButton.LeftButton, pos=panel.view.visualRect(first).center()
    )
    assert desk.asked == first.data(FEATURE_ROLE)


@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_figures_without_room_are_scrolled_to_and_told_in_words(
    zoom, language, empty_window, tmp_path, qtbot
):
    """None leaves, none is cut, and a click on their heads sorts."""
    path = tmp_path / "wide.ifc2f"
    wide_model().save(path)
    empty_window.opening.open_model(str(path))
    empty_window.appearance.set_zoom(zoom)
    empty_window.resize(683, 384)
    settle()
    panel = empty_window.page.others
    view = panel.view
    assert_names_are_readable(view)
    header, metrics = view.horizontalHeader(), view.fontMetrics()
    for column in (1, 2, 3):
        assert not view.isColumnHidden(column)
        texts = [panel.filter.index(row, column).data() for row in range(panel.filter.rowCount())]
        head = panel.filter.headerData(column, Qt.Orientation.Horizontal)
        assert header.sectionSize(column) > max(map(metrics.horizontalAdvance, [head, *texts]))
    assert view.viewport().height() >= 2 * view.rowHeight(0)
    row = panel.rows.rows[0]
    told = panel.rows.data(panel.rows.index(0, 0), Qt.ItemDataRole.ToolTipRole)
    for text in (panel.rows._saving(row), panel.rows._cost(row)):
        assert text in told
    view.setFocus()
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    end = view.visualRect(panel.filter.index(0, 3))
    assert 0 <= end.left() < end.right() <= view.viewport().width()
    place = QPoint(header.sectionViewportPosition(3) + 5, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert header.sortIndicatorSection() == 3
    empty_window.appearance.set_zoom(1.0)
