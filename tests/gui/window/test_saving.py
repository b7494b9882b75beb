"""Case files: saved, opened with their model, and never lost."""

import json
import os

import pytest
from ifc2f_gui.case.case import ANSWERED, Case
from ifc2f_gui.case.case_file import case_to_json
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.dialogs.record import RecordDialog
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from window_models import clinic_model

needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


def test_a_case_is_saved_and_opened(window, enter, tmp_path, person):
    enter("47")
    assert window.isWindowModified()
    person.path = str(tmp_path / "bed3")
    assert window.keeper.save()
    assert not window.isWindowModified()
    saved = tmp_path / "bed3.case.json"
    assert json.loads(saved.read_text(encoding="utf-8"))["model"]["sha256"] == window.desk.model.sha256
    window.menus.run("new_case")
    assert window.open_path(str(saved))
    assert window.desk.case.finding(3).value == 47.0
    assert window.keeper.path == str(saved)


def test_files_are_proposed_by_the_name_of_their_case(window, monkeypatch):
    proposed = []
    monkeypatch.setattr(
        prompts, "save_path", lambda parent, title, name, filters: proposed.append(name) or ""
    )
    for case in ("", "P10301", '7/31: "left"', "../../etc/passwd", "x" * 5000):
        window.desk.set_name(case)
        window.keeper.save_as()
        window.menus.run("report")
    names = ["P10301", "7-31- -left", "etc-passwd", "x" * 80]
    files = [name + ending for name in names for ending in (".case.json", ".pdf")]
    assert proposed == ["case.case.json", "report.pdf", *files]


def test_files_of_a_case_without_a_name_are_called_as_its_file(window, monkeypatch, tmp_path, person, qtbot):
    person.path = str(tmp_path / "bed3")
    assert window.keeper.save()
    proposed = []
    monkeypatch.setattr(
        prompts, "save_path", lambda parent, title, name, filters: proposed.append(name) or ""
    )
    window.menus.run("report")
    window.menus.run("record")
    dialog = next(each for each in window.findChildren(RecordDialog) if each.isVisible())
    for made in dialog.findChildren(QPushButton):
        if made.text().startswith("Save as"):
            qtbot.mouseClick(made, Qt.MouseButton.LeftButton)
    dialog.close()
    window.keeper.save_as()
    assert proposed == ["bed3.pdf", "bed3.csv", "bed3.fhir.json", "bed3.case.json"]
    window.menus.run("new_case")
    window.menus.run("report")
    assert proposed[-1] == "report.pdf"


def test_a_long_name_of_a_case_leaves_the_window_its_size(window, qtbot):
    size = window.size()
    window.desk.set_name("very long " * 500)
    qtbot.wait(20)
    assert window.size() == size
    assert window.minimumSizeHint().width() <= size.width()
    assert len(window.page.case_label.toolTip()) > 4000


def test_saving_again_goes_to_the_same_file(window, enter, tmp_path, person):
    enter("47")
    person.path = str(tmp_path / "a.case.json")
    window.keeper.save()
    person.path = ""
    enter("41")
    assert window.keeper.save()
    assert '"temperature"' in (tmp_path / "a.case.json").read_text(encoding="utf-8")


def test_a_case_opens_with_its_own_model(window, enter, tmp_path, person, empty_window):
    enter("47")
    person.path = str(tmp_path / "a.case.json")
    window.keeper.save()
    window.menus.run("demo")
    assert window.desk.model.n_classes == 2
    assert window.open_path(person.path)
    assert window.desk.model.n_classes == 3
    assert window.desk.case.finding(3).value == 47.0
    assert window.page.course.plot.posteriors.shape[1] == 3


def test_a_case_is_opened_before_any_model(empty_window, tmp_path, person, model_path):
    from ifc2f_gui.case.case import Case
    from ifc2f_gui.case.case_file import write_case

    from ifc2f.model import Model

    case = Case()
    case.record(3, ANSWERED, 47.0, 47.0, "years")
    path = tmp_path / "a.case.json"
    write_case(path, case, Model.load(model_path), model_path)
    assert empty_window.open_path(str(path))
    assert empty_window.desk.case.finding(3).value == 47.0


def test_a_case_of_a_changed_model_is_refused_until_the_right_one_is_found(
    window, enter, tmp_path, person, model_path, clinic_bytes
):
    enter("47")
    person.path = str(tmp_path / "a.case.json")
    window.keeper.save()
    window.menus.run("demo")
    clinic_model(title="Retrained").save(model_path)
    case_path, person.choose = person.path, 1
    assert not window.open_path(case_path)
    assert "SHA-256" in person.said[-1]
    person.choose, person.path = 0, model_path
    assert not window.open_path(case_path)
    assert "not the model of this case" in person.said[-1]
    right = tmp_path / "right.ifc2f"
    right.write_bytes(clinic_bytes)
    person.path = str(right)
    assert window.open_path(case_path)
    assert window.desk.case.finding(3).value == 47.0


def test_a_damaged_case_is_named_and_the_open_one_stays(window, enter, tmp_path, person):
    enter("47")
    path = tmp_path / "broken.case.json"
    path.write_text("{", encoding="utf-8")
    assert not window.open_path(str(path))
    assert "broken.case.json" in person.said[-1]
    assert window.desk.case.finding(3).value == 47.0


@needs_full
def test_a_full_disk_is_said_and_nothing_is_lost(window, enter, person, tmp_path):
    enter("47")
    assert not window.keeper.save_to("/dev/full")
    assert "the disk is full" in person.said[-1]
    assert window.desk.case.is_dirty
    assert window.desk.case.finding(3).value == 47.0
    report = tmp_path / "report.pdf"
    report.symlink_to("/dev/full")
    person.said.clear()
    person.path = str(report)
    window.menus.run("report")
    assert "the disk is full" in person.said[-1]


def test_closing_with_unsaved_changes_asks(window, enter, person, tmp_path):
    enter("47")
    person.choose = 2
    assert not window.close()
    assert window.isVisible()
    person.choose, person.path = 0, ""
    assert not window.close()
    person.path = str(tmp_path / "a.case.json")
    assert window.close()
    assert (tmp_path / "a.case.json").exists()


def test_a_case_opened_again_from_its_file_is_what_was_saved_on_leaving(window, enter, person, tmp_path):
    enter("47")
    person.path = str(tmp_path / "a.case.json")
    assert window.keeper.save()
    enter("38.9")
    person.choose = 0
    assert window.open_path(person.path)
    assert len(window.desk.case.findings()) == 2
    assert not window.desk.case.is_dirty


@pytest.mark.parametrize("place", ["", "\0", ".", "x" * 5000, "/dev/null"])
def test_a_case_may_name_any_place_of_its_model(empty_window, tmp_path, person, place):
    path = tmp_path / "a.case.json"
    path.write_text(case_to_json(Case(), clinic_model(title="Elsewhere"), place))
    person.choose = 1
    assert not empty_window.open_path(str(path))
    assert "Elsewhere" in person.said[-1]


def test_the_model_is_saved_as_a_page(window, tmp_path, person):
    person.path = str(tmp_path / "fever")
    window.menus.run("page")
    assert (tmp_path / "fever.html").read_text(encoding="utf-8") == window.desk.model.to_page()
    person.path = str(tmp_path / "nowhere" / "fever.html")
    window.menus.run("page")
    assert "fever.html" in person.said[-1]
