"""Open questions, asked in any order."""

import pytest
from hands import press
from ifc2f_gui.panels.others import FEATURE_ROLE
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication


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
