"""A case file leads the window nowhere: the path that it names is not opened."""

import json
import os

import pytest
from hands import press
from ifc2f_gui.case.case_file import LARGEST_BYTES
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from window_models import clinic_model

from ifc2f.model import Model


@pytest.fixture
def case_path(window, tmp_path, qtbot):
    """A saved case, of whose model the window has another one open."""
    qtbot.keyClicks(window.page.question.entry.line, "47")
    qtbot.keyClick(window.page.question.entry.line, Qt.Key.Key_Return)
    folder = tmp_path / "cases"
    folder.mkdir()
    path = folder / "x.case.json"
    assert window.keeper.save_to(str(path))
    window.settings._store.remove("recent/models")
    window.menus.run("demo")
    return path


def named(case_path, path):
    """Let the case name another path of its model."""
    content = json.loads(case_path.read_text(encoding="utf-8"))
    content["model"]["path"] = path
    case_path.write_text(json.dumps(content), encoding="utf-8")
    return str(case_path)


def by_key(window, qtbot, person, path):
    """Press Ctrl+O and choose a file."""
    person.path = path
    press(qtbot, window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)


def by_drop(window, qtbot, person, path):
    """Drop a file on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path)])
    left, copy = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    drop = QDropEvent(QPointF(20, 20), copy, data, left, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(drop)
    qtbot.waitUntil(lambda: bool(person.said))


@pytest.mark.parametrize("path", ["/dev/zero", "pipe", r"\\stranger\share\model.ifc2f", "//stranger/x.ifc2f"])
def test_the_path_that_a_case_names_is_not_opened(
    window, case_path, tmp_path, person, monkeypatch, path, qtbot
):
    """Not by Ctrl+O, and not by a file that is dropped on the window."""
    if path == "pipe":
        path = str(tmp_path / "pipe")
        os.mkfifo(path)
    opened = []
    load = Model.load
    monkeypatch.setattr(Model, "load", lambda path: opened.append(str(path)) or load(path))
    person.choose = 1
    shown = window.desk
    for bring in (by_key, by_drop):
        person.said.clear()
        bring(window, qtbot, person, named(case_path, path))
        assert "belongs to the model" in person.said[-1]
        assert path in person.said[-1]
        assert window.desk is shown
        assert window.desk.case.findings() == []
    assert path not in opened
    assert not any("stranger" in place and "share" in place for place in opened)


def test_a_model_elsewhere_is_asked_for_even_if_it_is_the_one(window, case_path, model_path, person):
    person.choose = 1
    assert not window.open_path(str(case_path))
    person.choose, person.path = 0, model_path
    assert window.open_path(str(case_path))


@pytest.mark.parametrize("named_as", ["/gone/fever.ifc2f", r"C:\gone\fever.ifc2f", "fever.ifc2f"])
def test_the_model_beside_the_case_is_found(window, case_path, clinic_bytes, named_as):
    (case_path.parent / "fever.ifc2f").write_bytes(clinic_bytes)
    assert window.open_path(named(case_path, named_as))
    assert window.desk.case.finding(3).value == 47.0
    assert window.desk.model_path == str(case_path.parent / "fever.ifc2f")


def test_a_recent_model_is_found_whatever_its_name(window, case_path, tmp_path, clinic_bytes):
    other = tmp_path / "renamed.ifc2f"
    other.write_bytes(clinic_bytes)
    window.settings.add_model(str(other))
    assert window.open_path(named(case_path, "/gone/fever.ifc2f"))
    assert window.desk.model_path == str(other)


@pytest.mark.parametrize("beside", ["a pipe", "another model", "a folder"])
def test_what_stands_beside_under_that_name_is_looked_at_first(window, case_path, person, beside):
    place = case_path.parent / "fever.ifc2f"
    if beside == "a pipe":
        os.mkfifo(place)
    elif beside == "a folder":
        place.mkdir()
    else:
        clinic_model(title="Another").save(place)
    person.choose = 1
    assert not window.open_path(named(case_path, "/gone/fever.ifc2f"))
    assert "belongs to the model" in person.said[-1]


@pytest.mark.parametrize("ending", [".ifc2f", ".case.json", ".csv"])
@pytest.mark.parametrize("kind", ["pipe", "zero", "huge"])
def test_a_strange_file_is_named_at_once(window, tmp_path, person, ending, kind):
    path = tmp_path / f"strange{ending}"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "zero":
        os.symlink("/dev/zero", path)
    else:
        if ending == ".csv":
            pytest.skip("a table may have any size")
        with open(path, "wb") as file:
            file.write(b"\x89IFC2F\r\n")
            file.truncate((1 << 30) + 1 if ending == ".ifc2f" else LARGEST_BYTES + 1)
    assert not window.open_path(str(path))
    said = [*person.said, window.train_dialog.message.text() if window.train_dialog else ""]
    assert any("regular file" in text or "large" in text for text in said)
