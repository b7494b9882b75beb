"""Saving, opening, recovery after a crash, reports, and what is remembered."""

import errno
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from ifc2f_gui import demo
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case import ANSWERED, Case
from ifc2f_gui.case.case_file import case_to_json
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.words import decibans
from ifc2f_gui.report.case_report import report_html, shown_time, write_report
from ifc2f_gui.shared import theme
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings
from PySide6.QtCore import QSettings
from window_models import clinic_model, wide_model

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
    assert len(window.page.course.lines) == 3


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
def test_a_full_disk_is_said_and_nothing_is_lost(window, enter, person):
    enter("47")
    person.path = "/dev/full"
    assert not window.keeper.save_to("/dev/full")
    assert "No space left" in person.said[-1]
    assert window.desk.case.is_dirty
    assert window.desk.case.finding(3).value == 47.0
    window.menus.run("report")
    assert "No space left" in person.said[-1]


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


# ---- Recovery ----------------------------------------------------------------------------------------------


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
from ifc2f_gui.case.words import decibans
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
    assert "No space left" in window.statusBar().currentMessage()
    assert left.exists()


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


# ---- Report ------------------------------------------------------------------------------------------------


@pytest.fixture
def reported(window, enter):
    window.desk.set_prior((0.25, 0.25, 0.5))
    window.desk.ask(0)
    window.page.question.entry.units.setCurrentText("°F")
    enter("104")
    window.desk.ask(2)
    window.menus.run("pending")
    window.desk.set_budget(0.5)
    window.menus.run("decide")
    return window


def test_the_report_tells_all_that_is_needed_to_check_it(reported):
    html = report_html(reported.desk)
    text = re.sub(r"<[^>]+>", " ", html)
    model = reported.desk.model
    for part in (
        "104 °F (= 40.000 °C)",
        "result pending",
        "pre-test (set by the user)",
        "healthy 0.250, viral 0.250, bacterial 0.500 (set by the user)",
        "Probability of healthy",
        "the model’s own, in which mistakes cost 1.000 to 4.000",
        "0.250",
        "decided where the advice was to go on",
        "by the user, against the advice",
        model.sha256,
        "Fever of unknown origin",
        "For tests of the window only.",
        "Three made-up diseases.",
        "0.91",
        "1200",
        "ifc2f 0.",
        "dB",
        "0.500 (set by the user)",
        f"{reported.desk.found.session.cost:.3f} of 0.120 for all questions",
    ):
        assert part in text, part
    times = [finding.time for _, finding in reported.desk.case.findings()]
    assert all(shown_time(time) in text for time in times)


def test_texts_of_a_model_cannot_put_markup_into_the_report(empty_window, tmp_path):
    path = tmp_path / "m.ifc2f"
    clinic_model(title="<script>x</script>", intended_use="a < b").save(path)
    empty_window.open_path(str(path))
    html = report_html(empty_window.desk)
    assert "<script" not in html
    assert "a &lt; b" in html


SVG = "{http://www.w3.org/2000/svg}"


def test_the_reports_charts_tell_their_figures_in_words(reported):
    reported.desk.answer(1, ANSWERED, "wet")
    found, classes = reported.desk.found, list(reported.desk.model.classes)
    weights, course = map(ElementTree.fromstring, re.findall("<svg.*?</svg>", report_html(reported.desk)))
    assert weights.get("role") == course.get("role") == "img"
    name = classes[found.leading]
    assert weights.findtext(f"{SVG}title") == f"Weight of evidence for {name}"
    for weight in found.weights(found.leading):
        assert (
            f"{reported.desk.features[weight.feature].name}: {decibans(weight.decibans)}"
            in weights.findtext(f"{SVG}desc")
        )
    words = course.findtext(f"{SVG}desc")
    steps = [found.start, *(step.after for step in found.steps)]
    for i, label in enumerate(classes):
        assert f"{label}: " + ", ".join(probability(p[i]) for p in steps) in words
    lines = course.findall(f"{SVG}polyline")
    assert len(lines) == len(classes)
    heights = [float(point.split(",")[1]) for point in lines[0].get("points").split()]
    assert np.argsort(heights).tolist() == np.argsort([-p[0] for p in steps]).tolist()


@pytest.fixture
def pages(monkeypatch, tmp_path):
    """Return a function that writes a desk's report and returns its document, and what is at the foots."""
    from ifc2f_gui.report import pdf

    documents, foots = [], []
    draw = pdf._draw_foot

    def watched(painter, document, page, foot):
        documents.append(document)
        foots.append(foot)
        draw(painter, document, page, foot)

    monkeypatch.setattr(pdf, "_draw_foot", watched)

    def written(desk):
        documents.clear()
        foots.clear()
        write_report(tmp_path / "r.pdf", desk)
        assert len(documents) == documents[0].pageCount()
        return documents[0], list(foots)

    return written


def blocks_of(document):
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def test_pages_of_reports_of_any_length_cut_nothing_and_none_is_empty(qapp, pages):
    """No block of text, chart or heading is parted by a page's end."""
    from ifc2f_gui.report.pdf import _lines

    desk = Desk(wide_model(11, 30))
    for k in range(25):
        desk.answer(k, ANSWERED, float(k % 6), float(k % 6), "")
        if k < 8 and k % 2:
            continue
        document, _ = pages(desk)
        height = document.pageSize().height()
        places = [_lines(block) for block in blocks_of(document) if block.text()]
        assert all(top // height == (bottom - 1) // height for top, bottom in places)
        assert {top // height for top, _ in places} == set(range(document.pageCount()))


def test_the_windows_colours_and_size_of_text_do_not_change_the_report(qapp, pages):
    desk = Desk(clinic_model())
    found = []
    for scheme, zoom in (("light", 1.0), ("dark", 2.0)):
        theme.apply(scheme, zoom)
        document, _ = pages(desk)
        found.append([document.documentLayout().blockBoundingRect(block) for block in blocks_of(document)])
    theme.apply("system", 1.0)
    assert found[0] == found[1]


def test_tables_on_several_pages_repeat_their_heads_and_no_others(qapp, pages):
    """Heads stand above a row of theirs; Qt repeats them where only the room below a table goes on."""
    from ifc2f_gui.report.pdf import _lines, _tables

    desk = Desk(wide_model(11, 30))
    n_repeated = 0
    for k in range(25):
        desk.answer(k, ANSWERED, float(k % 6), float(k % 6), "")
        if k < 12 or k % 3:
            continue
        document, _ = pages(desk)
        height = document.pageSize().height()
        for table in _tables(document):
            rows = [
                _lines(table.cellAt(i, 0).lastCursorPosition().block())[1] // height
                for i in range(table.rows())
            ]
            bottom = document.documentLayout().frameBoundingRect(table).bottom() // height
            assert rows[0] == rows[min(1, table.rows() - 1)]
            if table.format().toTableFormat().headerRowCount():
                assert bottom == rows[-1]
                n_repeated += rows[0] < rows[-1]
    assert n_repeated > 4


def test_every_page_names_its_case(qapp, pages):
    desk = Desk(wide_model(11, 30))
    desk.set_name("Ward 3, bed 2")
    document, foots = pages(desk)
    assert foots == [f"Ward 3, bed 2 · Untitled model, {desk.model.sha256[:12]}"] * document.pageCount()


def test_the_report_is_written_as_pdf_and_html(reported, tmp_path, person):
    person.path = str(tmp_path / "r.pdf")
    reported.menus.run("report")
    content = (tmp_path / "r.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert len(content) > 5000
    write_report(tmp_path / "r.html", reported.desk)
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


# ---- What is remembered ------------------------------------------------------------------------------------


def test_nothing_of_a_case_is_in_settings_unless_wanted(window, enter, tmp_path, person, settings):
    enter("47")
    window.desk.set_name("Jane Doe")
    person.path = str(tmp_path / "jane-doe.case.json")
    window.keeper.save()
    settings._store.sync()
    stored = Path(settings._store.fileName()).read_text(encoding="utf-8")
    assert "fever.ifc2f" in stored
    assert "jane" not in stored.lower()
    settings.keep_cases(True)
    window.keeper.save()
    assert settings.recent_cases == [person.path]
    settings.clear_cases()
    assert settings.recent_cases == []
    window.keeper.save()
    settings.keep_cases(False)
    assert "jane" not in Path(settings._store.fileName()).read_text(encoding="utf-8").lower()


def test_the_demo_model_is_not_among_recent_models(empty_window, settings):
    empty_window.menus.run("demo")
    assert settings.recent_models == []


def test_recent_models_are_offered_at_the_start(tmp_path, model_path, qtbot):
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    settings.add_model(model_path)
    settings.add_model(str(demo.PATH))
    settings.add_model(model_path)
    assert settings.recent_models == [model_path, str(demo.PATH)]
    window = MainWindow(settings, None)
    qtbot.addWidget(window)
    window.recent.fill()
    texts = [action.text() for action in window.recent.actions()]
    assert texts[:2] == ["fever.ifc2f", "demo.ifc2f"]
    Path(model_path).unlink()
    assert settings.recent_models == [str(demo.PATH)]


def test_damaged_settings_do_no_harm(tmp_path):
    store = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    store.setValue("view/zoom", "large")
    store.setValue("recent/models", 7)
    settings = Settings(store)
    assert settings.zoom == 1.0
    assert settings.recent_models == []
