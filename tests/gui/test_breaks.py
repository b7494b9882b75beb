"""What people and machines do wrong, in every field, file and moment: all is said, nothing is lost."""

import errno
import json
import random
from functools import partial
from pathlib import Path

import pytest
from hands import installed
from ifc2f_gui.case import desk as desk_module
from ifc2f_gui.case.case import ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNKNOWN, Case
from ifc2f_gui.case.case_file import case_to_json
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.dialogs.prior import PriorDialog
from ifc2f_gui.training.dialog import TrainDialog
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from window_models import clinic_model, wide_model

from ifc2f.session import Session

BAD = [
    "",
    "warm",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "9" * 500,
    "3\n4",
    "3\t4",
    "=1+1",
    "½",
    "0x10",
    "1e",
    "--3",
    "3 %",
    "\x00",
]


@pytest.mark.parametrize("text", BAD)
def test_bad_text_in_the_fields_of_the_prior(window, qtbot, text):
    dialog = PriorDialog(window.desk, window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.lines[0].setText(text)
    for press in (dialog.use, dialog.scale):
        press.click()
        assert dialog.message.isVisible()
        assert "healthy" in dialog.message.text()
        assert dialog.isVisible()
    assert dialog.prior is None


@pytest.mark.parametrize("text", BAD)
def test_bad_text_in_the_costs_of_training(qtbot, tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_text("a,b,y\n" + "1,2,p\n3,4,q\n" * 9)
    dialog = TrainDialog()
    qtbot.addWidget(dialog)
    dialog.open_table(str(path))
    places = [
        (dialog.inputs.columns, 0, 1, "a"),
        (dialog.inputs.columns, 1, 2, "b"),
        (dialog.inputs.mistakes, 0, 1, "q"),
    ]
    for grid, row, column, name in places:
        kept = grid.item(row, column).text()
        grid.item(row, column).setText(text)
        if text.strip() or grid is dialog.inputs.mistakes:
            dialog.go.click()
            assert name in dialog.message.text()
            assert not dialog.is_running
        grid.item(row, column).setText(kept)


@pytest.mark.parametrize("text", ["3.8 °C", "38,9 mg/L", "0.5<", "5 months"])
def test_a_number_with_its_unit_or_a_word_is_asked_for_alone(window, enter, text):
    enter(text)
    assert "the number alone" in window.page.question.entry.message.text()
    assert window.desk.case.findings() == []


def test_a_number_that_is_too_large_in_the_models_unit_is_said_as_any_other(window, enter):
    window.desk.ask(2)
    window.page.question.entry.units.setCurrentIndex(1)
    assert window.page.question.entry._unit.factor > 1.0
    enter("1e38")
    enter("1e38")
    assert "too large" in window.page.question.entry.message.text()
    assert window.desk.case.findings() == []


@pytest.mark.parametrize("name", ["<b>x</b>", "a\nb", "x" * 5000, "../..", "\u202eevil", ""])
def test_any_name_of_a_case_is_kept_and_saved(window, enter, person, tmp_path, name):
    window.desk.set_name(name)
    window.show_title()
    person.path = str(tmp_path / "named")
    assert window.keeper.save() or name == ""
    person.choose = 1
    window.menus.run("new_case")
    assert window.open_path(str(tmp_path / "named.case.json")) or name == ""
    assert window.desk.case.name == name


def test_a_case_that_its_model_does_not_take_is_said_and_the_open_one_stays(
    window, enter, person, tmp_path, monkeypatch
):
    """Well formed, yet refused by the runtime."""
    enter("47")
    path = tmp_path / "a.case.json"
    path.write_text(case_to_json(Case(), window.desk.model), encoding="utf-8")

    def refuse(*_):
        raise ValueError("the model does not take it")

    monkeypatch.setattr(desk_module, "Consequences", refuse)
    person.choose = 1
    assert not window.open_path(str(path))
    assert "a.case.json" in person.said[-1]
    assert window.desk.case.finding(3).value == 47.0
    assert window.desk.found.findings == window.desk.case.findings()


def test_a_word_typed_into_an_empty_field_answers_one_question_at_most(window, qtbot):
    for letter in "unknown":
        qtbot.keyClick(QApplication.focusWidget(), letter)
    assert [finding.state for _, finding in window.desk.case.findings()] == [UNKNOWN]


def test_letters_behind_a_number_are_text(window, qtbot):
    qtbot.keyClicks(window.page.question.entry.line, "5 pounds")
    assert window.page.question.entry.line.text() == "5 pounds"
    assert window.desk.case.findings() == []


def test_a_key_held_down_answers_one_question_only(window, qapp):
    window.desk.ask(1)
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, "1", True)
    qapp.sendEvent(QApplication.focusWidget(), held)
    assert window.page.question.entry.selected == -1
    window.page.question.entry.select(0)
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    qapp.sendEvent(QApplication.focusWidget(), held)
    assert window.desk.case.findings() == []
    assert not any(window.menus.actions[name].autoRepeat() for name in ("unknown", "pending", "failed"))
    assert window.menus.actions["undo"].autoRepeat()


@pytest.mark.parametrize("seed", range(3))
def test_pieces_of_a_case_file_damaged_at_random_never_end_the_program(window, enter, person, tmp_path, seed):
    enter("47")
    window.desk.answer(2, PENDING)
    window.desk.set_budget(0.5)
    rng = random.Random(seed)
    whole = case_to_json(window.desk.case, window.desk.model)
    path = tmp_path / "a.case.json"
    person.choose, before = 1, window.desk.case
    for _ in range(60):
        at, cut = rng.randrange(len(whole)), rng.choice([0, 1, 1, 5])
        text = whole[:at] + rng.choice(["", "0", '"', "]", "null", "-", "1e999"]) + whole[at + cut :]
        path.write_text(text, encoding="utf-8")
        said = len(person.said)
        if not window.open_path(str(path)):
            assert len(person.said) > said
            assert window.desk.case is before
        before = window.desk.case
        assert window.desk.found.findings == before.findings()
    before.mark_saved()


def test_a_folder_or_no_file_is_said(window, person, tmp_path):
    for path in (tmp_path, tmp_path / "x.case.json", tmp_path / "none.ifc2f"):
        assert not window.open_path(str(path))
        assert str(path) in person.said[-1] or path.name in person.said[-1]


def test_a_full_disk_at_the_start_of_training_is_said(qtbot, tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    path.write_text("a,y\n" + "1,p\n3,q\n" * 9)
    dialog = TrainDialog()
    qtbot.addWidget(dialog)
    dialog.open_table(str(path))

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    dialog.go.click()
    assert "the disk is full" in dialog.message.text()
    assert not dialog.is_running
    assert dialog.inputs.isEnabled()


def test_what_a_library_prints_does_not_end_training(qtbot):
    dialog = TrainDialog()
    qtbot.addWidget(dialog)

    class Process:
        def readAllStandardOutput(self):
            return self

        def data(self):
            return (
                b"warning: x\n"
                + json.dumps({"progress": ["working", 0.5]}).encode()
                + b"\n{\n[1\n7\n[2]\nnull\n"
            )

    dialog.process._process = Process()
    dialog.process._read()
    dialog.process._process = None
    assert dialog.bar.value() == 500


def test_a_storm_of_changes_ends_where_a_fresh_session_is(window, qtbot):
    """Answers, states, pauses, undo, redo, what-if, decisions at random: figures stay the runtime's."""
    rng = random.Random(5)
    desk = window.desk
    values = {0: [36.0, 38.0, 41.0], 2: [5.0, 50.0, 300.0], 3: [10.0, 47.0, 80.0], 4: [-1.0, 1.0]}
    for _ in range(250):
        k, what = rng.randrange(5), rng.randrange(12)
        if what < 4 and k != 1:
            value = rng.choice(values[k])
            desk.answer(k, ANSWERED, value, value, "")
        elif what < 4:
            desk.answer(1, ANSWERED, rng.choice(["none", "dry", "wet"]))
        elif what == 4:
            desk.answer(k, rng.choice([UNKNOWN, NOT_AVAILABLE, PENDING, FAILED]))
        elif what == 5:
            desk.retract(k)
        elif what == 6 and (found := desk.active.finding(k)) is not None and found.state == ANSWERED:
            desk.pause(k, not found.paused)
        elif what == 7:
            window.menus.run("undo")
        elif what == 8:
            window.menus.run("redo")
        elif what == 9:
            rng.choice([window.menus.commands["decide"], window.menus.commands["go_on"]])()
        elif what == 10:
            rng.choice([window.menus.commands["what_if"], window.menus.commands["keep_what_if"]])()
        else:
            desk.ask(rng.choice([None, k]))
    session = Session(desk.model, prior=desk.active.prior)
    for k, finding in desk.active.findings():
        if finding.state != ANSWERED or finding.paused:
            session.missing(k, paid=finding.state in (ANSWERED, PENDING, FAILED))
        else:
            session.answer(k, finding.value)
    assert desk.found.posterior.tolist() == session.posterior.tolist()
    assert desk.found.session.cost == session.cost


# ---- Sizes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])  # German is longer
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_a_small_window_cuts_no_button_and_hides_no_input(qapp, qtbot, settings, tmp_path, language, zoom):
    from ifc2f_gui.window.main_window import MainWindow

    path = tmp_path / "m.ifc2f"
    with installed(qapp, QLocale(language)):
        settings.set_zoom(zoom)
        window = MainWindow(settings, None)
        qtbot.addWidget(window)
        window.resize(1024, 700)
        window.show()
        for model in (clinic_model(), wide_model(11, 20)):
            model.save(path)
            window.open_path(str(path))
            for k in range(4):
                window.desk.ask(k)
                QApplication.processEvents()
                assert (window.width(), window.height()) == (1024, 700)
                assert not window.page.question.entry.visibleRegion().isEmpty()
                if window.desk.features[k].choices is None:
                    line = window.page.question.entry.line
                    assert line.visibleRegion().boundingRect().height() == line.height()
                    line.setText("x")
                    window.page.question.submit()
                    QApplication.processEvents()
                    assert not window.page.question.entry.message.visibleRegion().isEmpty()
                for made in window.findChildren(QPushButton):
                    if made.isVisible():
                        assert made.width() >= made.minimumSizeHint().width(), made.text()
                for made in window.findChildren(QLabel):
                    if made.isVisible() and not made.wordWrap():
                        assert made.width() >= made.minimumSizeHint().width(), made.text()
            window.desk.case.mark_saved()
        window.close()
    settings.set_zoom(1.0)
    window.menus.run("normal")


def test_two_meanings_are_offered_in_sight_in_a_small_window_with_large_text(qtbot, settings):
    from ifc2f_gui.window.main_window import MainWindow

    settings.set_zoom(1.5)
    window = MainWindow(settings, None)
    qtbot.addWidget(window)
    window.resize(1024, 700)
    window.show()
    window.opening.take_model(clinic_model(), "", remember=False)
    window.desk.ask(0)
    entry = window.page.question.entry
    for _ in range(9):
        QApplication.processEvents()
    entry.line.setText("1,234")
    entry.submit()
    for _ in range(9):  # layouts follow each other
        QApplication.processEvents()
    meanings = entry.findChildren(QPushButton)
    assert len(meanings) == 2
    assert all(made.visibleRegion().boundingRect().size() == made.size() for made in meanings)
    window.menus.run("normal")
    window.close()


@pytest.mark.parametrize("typed", ["notes", "notes.JSON", "v1.2"])
def test_a_file_is_not_overwritten_by_a_name_that_was_completed(monkeypatch, tmp_path, typed):
    """The system's dialog asks about the name it is shown: that must be the whole one."""
    shown = []

    def save_path(parent, title, name, filters):
        shown.append(name)
        return str(tmp_path / typed) if len(shown) == 1 else name

    monkeypatch.setattr(prompts, "save_path", save_path)
    ask = partial(prompts.save_path_ending, None, "", "case", "", ".case.json")
    whole = ask()
    assert whole.lower().endswith(".json")
    assert len(shown) == 1
    Path(whole).touch()
    shown.clear()
    assert ask() == whole
    assert shown == (["case"] if whole.endswith(typed) else ["case", whole])


def test_dropping_a_text_or_a_link_does_nothing(window):
    from PySide6 import __version_info__
    from PySide6.QtCore import QMimeData, QPoint, QPointF, QUrl
    from PySide6.QtGui import QDragEnterEvent

    place = QPointF(5, 5) if __version_info__ >= (6, 12) else QPoint(5, 5)
    text, link = QMimeData(), QMimeData()
    text.setText("38.9")
    link.setUrls([QUrl("https://example.org/model.ifc2f")])
    for data in (text, link):
        left, no = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, left, no)
        event.ignore()
        window.dragEnterEvent(event)
        assert not event.isAccepted()
