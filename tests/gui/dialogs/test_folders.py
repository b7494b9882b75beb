"""Where files are looked for and proposed: beside the last one, whatever the program's own folder is."""

import os
import sys
from pathlib import Path

import pytest
from hands import in_dialog, seen
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.dialogs.prompts import open_path, save_path, save_path_ending  # before tests replace them
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(prompts, "_last_folder", [])


def typed(qtbot, path):
    """Type a path into the next file dialog and press Return; say where that dialog began."""

    def fill(dialog):
        assert isinstance(dialog, QFileDialog)
        line = dialog.findChild(QLineEdit)
        proposed = line.text()
        line.selectAll()
        qtbot.keyClicks(line, str(path))
        where = dialog.directory().absolutePath()
        qtbot.keyClick(line, Qt.Key.Key_Return)
        return Path(where), proposed

    return in_dialog(fill)


def test_the_next_file_is_proposed_beside_the_last(window, qtbot, tmp_path, monkeypatch):
    prompts._last_folder.clear()  # the window has opened its model
    started, ward = tmp_path / "started", tmp_path / "ward"
    for place in (started, ward):
        place.mkdir()
    (ward / "table.csv").write_text("a\n1\n")
    monkeypatch.chdir(started)
    told = typed(qtbot, ward / "table.csv")
    assert open_path(window, "Open", "All files (*)") == str(ward / "table.csv")
    assert seen(told)[0] == started
    told = typed(qtbot, "other.pdf")
    assert save_path(window, "Save", "report.pdf", "PDF (*.pdf)") == str(ward / "other.pdf")
    assert seen(told) == (ward, "report.pdf")
    told = typed(qtbot, started / "third")
    monkeypatch.setattr(prompts, "save_path", save_path)
    found = save_path_ending(window, "Save", "report.pdf", "PDF (*.pdf)", ".pdf")
    assert found == str(started / "third.pdf")
    assert prompts.folder() == started


def test_a_report_is_proposed_beside_the_model_that_was_opened_without_a_dialog(
    window, model_path, tmp_path, monkeypatch
):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert window.open_path(model_path)
    assert prompts.folder() == Path(model_path).parent


@pytest.mark.parametrize("where", ["root", "program"])
def test_a_program_that_is_started_by_its_icon_begins_with_documents(where, monkeypatch):
    monkeypatch.chdir("/" if where == "root" else Path(sys.executable).parent)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    assert prompts.folder() == Path(documents)


def test_a_program_whose_folder_is_a_link_begins_with_documents(tmp_path, monkeypatch):
    (tmp_path / "version 2" / "bin").mkdir(parents=True)
    (tmp_path / "current").symlink_to(tmp_path / "version 2", target_is_directory=True)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "current"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "current" / "bin" / "python"))
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    for place in ("current", "current/bin"):
        monkeypatch.chdir(tmp_path / place)
        assert prompts.folder() == Path(documents)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read_is_not_proposed(tmp_path, monkeypatch):
    tmp_path.chmod(0o500)
    monkeypatch.chdir(tmp_path)
    assert prompts.folder() != tmp_path
