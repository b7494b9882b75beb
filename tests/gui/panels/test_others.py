"""Open questions, asked in any order."""

from dataclasses import replace

import numpy as np
import pytest
from hands import press, settle
from ifc2f_gui.case.case import UNKNOWN
from ifc2f_gui.panels.others import FEATURE_ROLE
from ifc2f_gui.window.appearance import LARGEST
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


ASIDE = 2 * 6  # that a cell keeps free at its sides
NAME = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole


def assert_all_columns_are_whole(panel):
    """Heads and figures are whole and in sight; names have room for eight letters; words tell them whole."""
    view, rows, header = panel.view, panel.filter, panel.view.horizontalHeader()
    metrics = view.fontMetrics()
    assert view.horizontalScrollBar().maximum() == 0
    assert header.length() <= view.viewport().width()
    for column in (1, 2, 3):
        assert not view.isColumnHidden(column)
        texts = [rows.index(row, column).data() for row in range(rows.rowCount())]
        heads = rows.headerData(column, Qt.Orientation.Horizontal).split("\n")
        assert header.sectionSize(column) > max(map(metrics.horizontalAdvance, [*heads, *texts]))
    for row in range(rows.rowCount()):
        name = rows.index(row, 0)
        room = view.visualRect(name).width() - ASIDE
        assert room >= min(metrics.horizontalAdvance(name.data()), 8 * metrics.averageCharWidth())
        for role in NAME:
            assert name.data(role).startswith(name.data().removeprefix("▸ "))


@pytest.fixture(params=["demo", "wide", "a test", "beyond a budget", "units"])
def case(request, empty_window, tmp_path):
    """A window that lists long names, many, those of a test, and amounts in a unit."""
    path, kind = tmp_path / "model.ifc2f", request.param
    if kind == "demo":
        empty_window.menus.run("demo")
        return empty_window
    model = wide_model() if kind == "wide" else clinic_model()
    if kind == "a test":
        test = {"cost": 0.03, "features": ["temperature", "cough", "crp"]}
        model = clinic_model(tests={"A long name of a test": test})
    if kind == "units":
        model = model.with_meta({**model.meta, "unit_of_costs": "minutes of a nurse"})
    model.save(path)
    empty_window.opening.open_model(str(path))
    if kind == "beyond a budget":
        empty_window.desk.set_budget(0.001)
    return empty_window


@pytest.mark.parametrize(
    ("size", "zoom"),
    [((1024, 700), 1.0), ((683, 384), 1.0), ((1024, 700), 2.0), ((1366, 728), LARGEST)],
)
def test_every_figure_of_the_list_is_in_sight(size, zoom, language, case, qtbot):
    """No column is cut or scrolled to, while a question is asked and where none is; a click on it sorts."""
    case.resize(*size)
    case.appearance.set_zoom(zoom)
    panel = case.page.others
    settle()
    assert_all_columns_are_whole(panel)
    assert panel.view.viewport().height() >= 2 * (panel.view.fontMetrics().height() + 8)
    if case.desk.asked is not None:
        case.desk.answer(case.desk.asked, UNKNOWN)
    case.desk.decide("enough is known")
    settle()
    assert case.desk.asked is None
    assert_all_columns_are_whole(panel)
    header = panel.view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(3) + 5, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert header.sortIndicatorSection() == 3
    case.appearance.set_zoom(1.0)


def test_a_name_too_long_for_its_column_has_two_lines_where_rows_are_still_seen(case):
    case.resize(1024, 700)
    view = case.page.others.view
    for height in (900, 700, 560):
        case.resize(1024, height)
        settle()
        line = view.fontMetrics().lineSpacing()
        longest = max(view.model().index(row, 0).data() for row in range(view.model().rowCount()))
        is_cut = view.fontMetrics().horizontalAdvance(longest) > view.columnWidth(0)
        two = view.rowHeight(0) >= 2 * line
        assert view.viewport().height() >= 2 * view.rowHeight(0), "two rows are whole"
        assert not two or view.wordWrap()
        assert two or not is_cut or view.viewport().height() < 2 * (2 * line + 8)


def test_figures_of_too_many_digits_are_scrolled_to(empty_window, tmp_path):
    """They widen no window, and no figure is cut."""
    model, path = clinic_model(), tmp_path / "dear.ifc2f"
    dear = model.costs.cost * np.float32(1e19)
    costs = replace(model.costs, cost=dear, discount_cost=dear)
    model.changed(costs=costs, misclassification=model.misclassification * np.float32(1e19)).save(path)
    empty_window.resize(1024, 700)
    empty_window.opening.open_model(str(path))
    settle()
    panel = empty_window.page.others
    view = panel.view
    assert empty_window.width() == 1024
    assert view.horizontalScrollBar().maximum() > 0
    view.setFocus()
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    end = view.visualRect(panel.filter.index(0, 3))
    assert end.right() <= view.viewport().width()
    longest = max(panel.filter.index(row, 3).data() for row in range(panel.filter.rowCount()))
    assert end.width() > view.fontMetrics().horizontalAdvance(longest)
