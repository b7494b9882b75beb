"""The copy of a case for the event of a crash."""

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case_file import case_to_json


def test_unsaved_changes_are_kept_for_a_crash_where_only_the_user_reads(window, enter):
    enter("47")
    window.keeper.autosave_now()
    path = window.keeper.autosave.path
    assert json.loads(path.read_text(encoding="utf-8"))["answers"][0]["feature"] == "age"
    if os.name == "posix":
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    window.menus.run("undo")
    window.keeper.autosave_now()
    assert not path.exists()


def test_the_copy_is_written_by_itself_and_deleted_on_close(window, enter, qtbot, person):
    enter("47")
    qtbot.waitUntil(window.keeper.autosave.path.exists, timeout=3000)
    person.choose = 1
    window.close()
    assert list(window.keeper.autosave.folder.iterdir()) == []


CRASH = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QSettings
from ifc2f_gui.app import make_application
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.window.settings import Settings
from ifc2f_gui.window.main_window import MainWindow
app = make_application()
window = MainWindow(Settings(QSettings(sys.argv[3], QSettings.Format.IniFormat)), Autosave(Path(sys.argv[1])))
window.show()
window.open_path(sys.argv[2])
window.desk.answer(3, "answered", 47.0, 47.0, "years")
window.keeper.autosave_now()
os._exit(1)
"""


def test_a_case_is_recovered_after_a_crash(empty_window, model_path, tmp_path, person, qtbot):
    folder = empty_window.keeper.autosave.folder
    arguments = [str(folder), model_path, str(tmp_path / "crash.ini")]
    assert subprocess.run([sys.executable, "-c", CRASH, *arguments], check=False).returncode == 1
    assert len(empty_window.keeper.autosave.left_behind()) == 1
    person.choose = 2
    empty_window.opening.recover()
    assert empty_window.desk is None
    assert len(empty_window.keeper.autosave.left_behind()) == 1
    person.choose = 0
    empty_window.opening.recover()
    assert empty_window.desk.case.finding(3).value == 47.0
    assert empty_window.desk.case.is_dirty
    assert empty_window.keeper.autosave.left_behind() == []
    assert empty_window.keeper.autosave.path.exists()


@pytest.fixture
def left(window, enter, tmp_path):
    """A copy that a crash left behind, of a case that is no longer open."""
    enter("47")
    path = window.keeper.autosave.folder / "1-gone.case.json"
    path.write_text(case_to_json(window.desk.case, window.desk.model, window.desk.model_path))
    window.menus.run("undo")
    window.desk.case.mark_saved()
    return path


def test_a_recovered_case_never_goes_to_the_file_of_another_case(window, left, enter, person, tmp_path):
    person.path = str(tmp_path / "other.case.json")
    assert window.keeper.save()
    before = Path(person.path).read_bytes()
    person.choose = 0
    window.opening.recover()
    assert window.desk.case.finding(3).value == 47.0
    person.path = str(tmp_path / "recovered.case.json")
    assert window.keeper.save()
    assert (tmp_path / "other.case.json").read_bytes() == before
    assert Path(person.path).exists()


def test_a_copy_stays_where_no_other_can_be_written(window, left, person, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(window.keeper.autosave, "write", full)
    person.choose = 0
    window.opening.recover()
    assert window.desk.case.finding(3).value == 47.0
    assert "the disk is full" in window.statusBar().currentMessage()
    assert left.exists()


def test_the_copy_of_another_running_window_is_left_alone(tmp_path):
    one, two = Autosave(tmp_path / "x"), Autosave(tmp_path / "x")
    one.write("{}")
    assert two.left_behind() == []
    one.close()
    two.close()


def test_a_folder_that_cannot_be_made_does_not_stop_the_program(monkeypatch, settings, tmp_path, qtbot):
    from ifc2f_gui import app

    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(app, "default_folder", lambda: blocked / "folder")
    window = app.make_window(settings)
    qtbot.addWidget(window)
    assert window.keeper.autosave is None
    assert window.statusBar().currentMessage()
