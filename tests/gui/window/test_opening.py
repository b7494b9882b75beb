"""Opening models, and beginning another case."""

import pytest
from ifc2f_gui import demo
from ifc2f_gui.case.case import ANSWERED
from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from window_models import wide_model


def test_the_first_start_shows_something_real_in_one_click(empty_window, qtbot):
    qtbot.mouseClick(empty_window.start.demo, Qt.MouseButton.LeftButton)
    assert empty_window.desk.model_path == str(demo.PATH)
    assert empty_window.page.question.entry.line.hasFocus()
    assert "cell nuclei" in empty_window.page.question.question.text()


def test_no_other_window_flashes_up_and_takes_the_focus(empty_window, qapp):
    shown = []

    class Watch(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Show and watched.isWidgetType() and watched.isWindow():
                shown.append(watched)
            return False

    watch = Watch()
    qapp.installEventFilter(watch)
    empty_window.menus.run("demo")
    for k in range(3):
        empty_window.desk.answer(k, ANSWERED, 1.0, 1.0, "")
    qapp.removeEventFilter(watch)
    assert shown == []


def drop(window, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    event = QDropEvent(
        QPointF(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QEvent.Type.Drop,
    )
    window.dropEvent(event)


def test_of_several_files_that_are_dropped_none_is_opened(empty_window, model_path, qtbot, person):
    drop(empty_window, model_path, model_path)
    qtbot.waitUntil(lambda: person.said == ["Please drop one file at a time."])
    assert empty_window.desk is None


def test_a_dropped_file_is_opened(empty_window, model_path, qtbot):
    drop(empty_window, model_path)
    qtbot.waitUntil(lambda: empty_window.desk is not None)
    assert "Fever" in empty_window.page.model_label.accessibleName()
    assert empty_window.settings.recent_models == [model_path]


@pytest.mark.parametrize("content", [b"", b"no model", None])
def test_a_damaged_model_is_named_and_the_open_case_stays(
    window, enter, tmp_path, person, content, clinic_bytes
):
    enter("47")
    path = tmp_path / "broken.ifc2f"
    path.write_bytes(clinic_bytes[:-20] if content is None else content)
    assert not window.open_path(str(path))
    assert "broken.ifc2f" in person.said[-1]
    assert window.desk.case.finding(3).value == 47.0


def test_a_model_that_is_not_there_is_said(window, person):
    assert not window.open_path("/nowhere/x.ifc2f")
    assert "no such file" in person.said[-1]


def test_opening_another_model_in_a_case_asks(window, enter, model_path, person):
    enter("47")
    person.choose = 2
    assert not window.open_path(str(demo.PATH))
    assert window.desk.case.finding(3).value == 47.0
    assert "not saved" in person.said[-1]
    person.choose = 1
    assert window.open_path(str(demo.PATH))
    assert window.desk.case.findings() == []
    assert window.desk.model.n_classes == 2
    assert window.page.course.plot.posteriors.shape[1] == 2


def test_models_of_other_sizes_follow_each_other(window, enter, tmp_path):
    enter("47")
    window.desk.case.mark_saved()
    path = tmp_path / "wide.ifc2f"
    wide_model(11, 20).save(path)
    window.open_path(str(path))
    assert len(window.page.posterior.bars.names) == 11
    assert window.page.why.target.count() == 12
    window.desk.set_target(10)
    window.open_path(str(demo.PATH))
    assert window.desk.explained in (0, 1)


def test_new_case_asks_about_the_old_one(window, enter, person):
    enter("47")
    person.choose = 2
    window.menus.run("new_case")
    assert window.desk.case.findings()
    person.choose = 1
    window.menus.run("new_case")
    assert not window.desk.case.findings()
