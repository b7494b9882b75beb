"""Open questions, asked in any order."""

from hands import press
from PySide6.QtCore import Qt


def test_any_open_question_can_be_asked_next(window, enter, qtbot):
    view = window.page.others.view
    features = [window.page.others.filter.index(i, 0).data(Qt.ItemDataRole.UserRole) for i in range(5)]
    assert features[0] == 3
    assert "always asked" in window.page.others.filter.index(0, 0).data()
    assert window.page.others.filter.index(0, 2).data() == "free"
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
