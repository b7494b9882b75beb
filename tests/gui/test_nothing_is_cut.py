"""No button is cut, no window grows, nothing scrolls sideways, no texts of a plot touch, whatever is done."""

from itertools import combinations

import pytest
from hands import Drawn, finish_outlook, settle
from ifc2f_gui.case.case import ANSWERED, PENDING, UNKNOWN
from ifc2f_gui.panels.panel_entry import PanelEntry
from ifc2f_gui.panels.values import VALUE
from ifc2f_gui.shared.widgets import Elided
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QScrollArea, QStyle, QStyleOptionComboBox
from window_models import clinic_model

BLOOD = {"blood count": {"cost": 0.03, "features": ["temperature", "cough", "crp"]}}
SIZES = [(size, zoom) for size in [(1366, 728), (1920, 1040), (1024, 660)] for zoom in (1.0, 2.0, 2.5)]
SIZES.append(((683, 384), 1.0))  # a laptop's screen that the system scales by two


def states(window):
    """Do what is done in a case, and yield what was done each time."""
    desk, page, run = window.desk, window.page, window.menus.run
    yield "opened"
    desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    yield "first answer"
    if isinstance(page.question.entry, PanelEntry):
        for row, text in enumerate(("99", "dry", "4711")):
            page.question.entry.form.values.item(row, VALUE).setText(text)
        yield "a panel's values outside training"
        return
    for text in ("4711", "1,234"):
        desk.ask(0)
        page.question.entry.line.setText(text)
        page.question.submit()
        yield f"{text} is questioned"
    page.question.entry.line.clear()
    desk.answer(0, ANSWERED, 60.0, 60.0, "°C")
    yield "outside training"
    desk.answer(1, PENDING)
    desk.set_budget(0.05)
    yield "budget"
    run("what_if")
    yield "what if"
    page.tell("Saved: " + "a folder of a long name/" * 9)
    yield "saved"
    desk.end_what_if(keep=True)
    for k in (2, 4, 1):
        desk.answer(k, UNKNOWN)
    yield "ready"
    run("decide")
    yield "decided"


def room_for_text(choice):
    """Return the width of the field of a choice."""
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    parts = QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField
    return choice.style().subControlRect(*parts, choice).width()


def faults(window, size):
    """Return what is cut or too wide."""
    if (window.width(), window.height()) != size:
        yield f"the window grew to {window.width()} x {window.height()}"
    for part in window.findChildren(QScrollArea):
        if part.isVisible() and part.widget().width() > part.viewport().width():
            yield f"scrolls sideways: {part.parentWidget().accessibleName()}"
    for part in window.findChildren(QPushButton):
        place = QRect(part.mapTo(window, QPoint(0, 0)), part.size())
        if part.isVisible() and (part.width() < part.sizeHint().width() or place.right() > window.width()):
            yield f"cut: {part.text()}"
    for part in window.findChildren(QComboBox):
        if part.isVisible() and part.fontMetrics().horizontalAdvance(part.currentText()) > room_for_text(
            part
        ):
            yield f"cut: {part.currentText()}"
    for part in window.findChildren(QLabel):
        if not part.isVisible() or isinstance(part, Elided):
            continue
        words = part.text().split() if part.wordWrap() else [part.text()]
        if max(map(part.fontMetrics().horizontalAdvance, words), default=0) > part.width():
            yield f"wider than its room: {part.text()}"
        if part.wordWrap() and part.height() < part.heightForWidth(part.width()):
            yield f"lines are cut: {part.text()}"


@pytest.mark.parametrize(("size", "zoom"), SIZES, ids=str)
@pytest.mark.parametrize("tests", [None, BLOOD], ids=["questions", "panel"])
def test_nothing_is_cut_in_any_state(language, size, zoom, tests, empty_window, tmp_path):
    path = tmp_path / "clinic.ifc2f"
    clinic_model(tests=tests).save(path)
    empty_window.appearance.set_zoom(zoom)
    empty_window.resize(*size)
    assert empty_window.open_path(str(path))
    found = []
    for state in states(empty_window):
        settle()
        finish_outlook(empty_window.desk)
        settle()
        found += [f"{state}: {fault}" for fault in faults(empty_window, size)]
    empty_window.appearance.set_zoom(1.0)
    assert not found


@pytest.mark.parametrize("width", [1024, 1366, 1920])
@pytest.mark.parametrize("is_demo", [True, False], ids=["demo", "three classes"])
def test_bars_are_seen_and_the_texts_of_plots_keep_apart(
    language, is_demo, width, empty_window, model_path, monkeypatch
):
    """Panels go below each other before a bar is shorter than eight letters are high."""
    if is_demo:
        empty_window.menus.run("demo")
    else:
        assert empty_window.open_path(model_path)
    desk, page = empty_window.desk, empty_window.page
    for k in (0, 2):
        desk.answer(k, ANSWERED, 20.0, 20.0)
    drawn = Drawn(monkeypatch)
    found = []
    for zoom in (1.0, 1.5, 2.0, 2.5):
        empty_window.appearance.set_zoom(zoom)
        empty_window.resize(width, 728)
        settle()
        for plot in (page.posterior.bars, page.course.plot, page.posterior.fan):
            pairs = combinations(drawn.on(plot), 2)
            found += [(zoom, a, b) for (a, here), (b, there) in pairs if here.intersects(there)]
        drawn.on(page.posterior.bars)
        upright = [a.x() for a, b in drawn.lines if a.x() == b.x()]
        seen = (max(upright) - min(upright)) / QFontInfo(page.posterior.bars.font()).pixelSize()
        found += [(zoom, "bars", seen)] if seen < 8 else []
        if empty_window.width() != width:
            found.append((zoom, empty_window.width()))
    empty_window.appearance.set_zoom(1.0)
    assert not found


@pytest.mark.parametrize(("size", "zoom"), SIZES, ids=str)
def test_tables_in_place_of_plots_scroll_down_alone(language, size, zoom, empty_window, model_path):
    """Their heads and figures are broken into lines where a line has no room."""
    assert empty_window.open_path(model_path)
    empty_window.appearance.set_zoom(zoom)
    empty_window.resize(*size)
    empty_window.desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    empty_window.desk.answer(0, ANSWERED, 38.0, 38.0, "°C")
    empty_window.menus.actions["tables"].setChecked(True)
    empty_window.menus.run("tables")
    settle()
    page = empty_window.page
    shown = [panel.table for panel in (page.posterior, page.course, page.why)]
    hidden = {table.accessibleName(): table.horizontalScrollBar().maximum() for table in shown}
    empty_window.appearance.set_zoom(1.0)
    assert set(hidden.values()) == {0}, hidden


@pytest.mark.parametrize("width", [1024, 1366, 1920])
def test_what_is_wrong_with_a_value_of_a_panel_is_said_in_few_lines(language, width, empty_window, tmp_path):
    path = tmp_path / "clinic.ifc2f"
    clinic_model(tests=BLOOD).save(path)
    assert empty_window.open_path(str(path))
    empty_window.resize(width, 728)
    empty_window.desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    values = empty_window.page.question.entry.form.values
    for row, text in enumerate(("99", "dry", "4711")):
        values.item(row, VALUE).setText(text)
    settle()
    for row in (0, 2):
        lines = values.rowHeight(row) / values.fontMetrics().lineSpacing()
        assert lines < 4.6, (values.item(row, 2).text(), lines)
