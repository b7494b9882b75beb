"""The largest and the least text: nothing is cut, and the question and the figures stay in sight."""

from itertools import pairwise

import pytest
from hands import Drawn, is_whole, settle
from ifc2f_gui.case.case import ANSWERED, PENDING, UNKNOWN
from ifc2f_gui.dialogs.decide import DecideDialog, GoOnDialog
from ifc2f_gui.dialogs.other_class import OtherClassDialog
from ifc2f_gui.dialogs.uncertain import UncertainDialog
from ifc2f_gui.shared import theme
from ifc2f_gui.shared.room import FRAME
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.window.appearance import LARGEST, SMALLEST
from ifc2f_gui.window.main_window import MainWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea


def test_the_largest_text_keeps_the_odds_of_values_apart(window):
    window.appearance.set_zoom(LARGEST)
    dialog = UncertainDialog(window.desk, window.desk.features[1], window)
    dialog.show()
    settle()
    places = [spin.geometry() for spin in dialog.odds]
    assert all(a.bottom() < b.top() for a, b in pairwise(places)), places
    assert all(spin.height() >= spin.sizeHint().height() for spin in dialog.odds)
    dialog.close()
    window.appearance.set_zoom(1.0)


def test_the_largest_text_shows_all_that_confirmations_say(language, window):
    window.appearance.set_zoom(LARGEST)
    window.desk.answer(2, PENDING)
    for kind in (DecideDialog, GoOnDialog, OtherClassDialog):
        dialog = kind(window.desk, window)
        dialog.show()
        assert_sentences_are_whole(dialog)
        if kind is OtherClassDialog:
            dialog.classes.setCurrentIndex(1)
            assert_sentences_are_whole(dialog)
        assert dialog.height() <= 728, (kind, dialog.height())  # of a screen of 768
        dialog.close()
    window.appearance.set_zoom(1.0)


def assert_sentences_are_whole(dialog):
    settle()
    for label in dialog.findChildren(QLabel):
        if label.isVisible():
            assert label.height() >= label.heightForWidth(label.width()), (type(dialog), label.text())


def test_the_first_page_cuts_no_button_at_any_size_of_text(language, settings, qtbot):
    for zoom in (SMALLEST, 1.0, LARGEST):
        settings.set_zoom(zoom)
        window = MainWindow(settings, None)
        qtbot.addWidget(window)
        window.resize(1366, 728)
        window.show()
        assert window.width() == 1366, zoom
        for size in ((1366, 728), (683, 384)) if zoom <= 1.0 else ((1366, 728),):
            window.resize(*size)
            settle()
            for button in window.start.buttons:
                assert is_whole(button), (button.text(), zoom, size)
                assert button.width() >= button.sizeHint().width(), (button.text(), zoom, size)
    theme.apply("system", 1.0)


def test_the_largest_text_cuts_nothing_of_what_the_marks_mean(empty_window, settings, model_path):
    empty_window.open_path(model_path)
    empty_window.appearance.set_zoom(LARGEST)
    empty_window.resize(1366, 728)
    settle()
    legend = empty_window.page.posterior.legend
    assert legend.text()
    assert legend.height() >= legend.heightForWidth(legend.width())
    empty_window.menus.actions["tables"].setChecked(True)
    empty_window.menus.run("tables")
    assert legend.isHidden(), "a table has no marks"
    assert "→" not in empty_window.page.why.note.text()
    empty_window.appearance.set_zoom(1.0)


def test_the_largest_text_shows_the_figures_where_nothing_more_is_asked(empty_window, settings, model_path):
    """All classes of three, and what there is to say, rather than the list below."""
    empty_window.open_path(model_path)
    empty_window.appearance.set_zoom(LARGEST)
    empty_window.resize(1366, 728)
    empty_window.desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    empty_window.desk.answer(0, ANSWERED, 60.0, 60.0, "°C")  # outside training: no button is the one to press
    for k in (2, 1, 4):
        empty_window.desk.answer(k, UNKNOWN)
    settle()
    page = empty_window.page
    assert empty_window.desk.asked is None
    assert empty_window.focusWidget() is page.posterior.bars
    seen = page.posterior.bars.visibleRegion().boundingRect()
    assert seen.top() == 0
    assert seen.height() == page.posterior.bars.height()
    assert page.question.question.visibleRegion().boundingRect().top() == 0
    room = page.question.room
    assert room.widget().height() <= room.viewport().height(), "nothing scrolls beside empty room"
    empty_window.appearance.set_zoom(1.0)


def test_the_largest_text_cuts_no_button_and_widens_no_window(language, empty_window, settings, model_path):
    """Whatever is done in a case: not even what is said below, unsaved, asks for more than a laptop has."""
    empty_window.open_path(model_path)
    empty_window.appearance.set_zoom(LARGEST)
    empty_window.resize(1366, 728)
    page, desk = empty_window.page, empty_window.desk
    for act in (
        lambda: desk.answer(3, ANSWERED, 47.0, 47.0, "years"),
        lambda: desk.set_budget(0.05),
        lambda: empty_window.menus.run("what_if"),
        lambda: page.tell("Saved: " + "a folder of a long name/" * 9),
    ):
        act()
        settle()
        assert empty_window.minimumSizeHint().width() <= 1366
        assert empty_window.width() == 1366
        for part in (page.saved_label, *page.buttons, page.advice.go_on, page.advice.decide):
            assert part.isHidden() or part.width() >= part.sizeHint().width(), part.text()
        assert page.done_label.geometry().center().y() == page.saved_label.geometry().center().y()
        sentence = page.advice.sentence
        assert sentence.height() >= sentence.heightForWidth(sentence.width())
        assert sentence.width() > 0.9 * page.advice.width()
    empty_window.appearance.set_zoom(1.0)
    settle()
    assert page.advice.decide.y() < sentence.y() + sentence.height()  # beside it again


def test_the_largest_text_shows_what_is_wrong_with_an_entry_without_scrolling(
    language, empty_window, settings, model_path, qtbot
):
    empty_window.open_path(model_path)
    empty_window.appearance.set_zoom(LARGEST)
    empty_window.resize(1366, 728)
    panel = empty_window.page.question
    for text, n_buttons in (("", 0), ("1,234", 2), ("4711", 1)):
        empty_window.desk.ask(0)
        panel.entry.line.clear()
        settle()
        qtbot.keyClicks(panel.entry.line, text)
        qtbot.keyClick(panel.entry.line, Qt.Key.Key_Return)
        settle()
        parts = [panel.entry.message, *panel.entry.findChildren(QPushButton)]
        told = [part for part in parts if part.isVisible()]
        assert len(told) == 1 + n_buttons
        assert panel.entry.message.text()
        for part in told:
            seen = part.visibleRegion().boundingRect()
            assert seen.height() == part.height(), (text, part.text(), seen, part.size())
    empty_window.appearance.set_zoom(1.0)


@pytest.mark.parametrize("zoom", [2.0, LARGEST])
def test_large_text_cuts_neither_names_in_why_nor_titles_of_the_plot(
    zoom, language, empty_window, settings, monkeypatch
):
    empty_window.menus.run("demo")
    empty_window.appearance.set_zoom(zoom)
    empty_window.resize(1366, 728)
    desk, page = empty_window.desk, empty_window.page
    for k in range(3):
        low, high = desk.features[k].range
        desk.answer(k, ANSWERED, (2 * low + high) / 3, (2 * low + high) / 3, "")
    settle()
    drawn = Drawn(monkeypatch)
    shown = drawn.texts_of(page.why.strengths)
    names = page.why.strengths.names
    assert len(names) == 3
    assert set(names) <= set(shown), shown
    assert not any("…" in text for text in shown)
    assert page.why.strengths.height() >= page.why.strengths.sizeHint().height()
    shown = drawn.texts_of(page.course.plot)
    assert {page.course.plot.x_title, page.course.plot.y_title} <= set(shown), shown
    empty_window.appearance.set_zoom(1.0)


def test_training_fits_on_a_small_screen_in_the_largest_text(language, qtbot, tmp_path):
    """No page asks for more width than a laptop's screen has, and the frame has room below the buttons."""
    table = tmp_path / "t.csv"
    table.write_text("crp,,outcome\n" + "".join(f"{i},{i % 3},{'ab'[i % 2]}\n" for i in range(20)))
    theme.apply("system", LARGEST)
    dialog = TrainDialog(None)
    qtbot.addWidget(dialog)
    dialog.open_table(str(table))
    dialog.show()
    settle()
    asked = dialog.minimumSizeHint().width()
    height, screen = dialog.height(), dialog.screen().availableGeometry().height()
    theme.apply("system", 1.0)
    assert dialog.inputs.trade.isVisibleTo(dialog.inputs.trade.parentWidget())
    assert asked <= 1366
    assert height <= screen - FRAME.height()


def test_the_largest_text_leaves_the_titles_of_the_result_whole(window):
    window.appearance.set_zoom(LARGEST)
    dialog = TrainDialog(window)
    dialog.show()
    dialog.stages.setTabEnabled(1, True)
    dialog.stages.setCurrentIndex(1)
    settle()
    for plot in (dialog.results.calibration, dialog.results.questions):
        assert plot.height() >= plot.fontMetrics().horizontalAdvance(plot.y_title), plot.y_title
    dialog.close()
    window.appearance.set_zoom(1.0)


@pytest.mark.parametrize(
    ("zoom", "size"), [(LARGEST, None), (1.0, (384, 352))], ids=["largest text", "800x800, scaled by 2"]
)
def test_every_page_of_the_assistant_is_whole(zoom, size, language, window, tmp_path, qtbot):
    path = tmp_path / "patients of the year.csv"
    path.write_text(
        "crp,outcome\n" + "".join(f"{i % 17},{'' if i < 5 else 'ab'[i % 2]}\n" for i in range(60))
    )
    window.appearance.set_zoom(zoom)
    dialog = TrainDialog(window)
    if size is not None:
        dialog.resize(*size)
    dialog.show()
    dialog.open_table(str(path))
    inputs = dialog.inputs
    inputs.drop_unlabelled.click()
    inputs.steps.setCurrentIndex(2)
    inputs.cost.selectAll()
    qtbot.keyClicks(inputs.cost, "5")  # as dear as a mistake, which is told
    for step in range(inputs.steps.count()):
        inputs.steps.setCurrentIndex(step)
        settle()
        bar = inputs.steps.tabBar()
        places = [bar.tabRect(i) for i in range(bar.count())]
        assert all(place.left() >= 0 and place.right() < bar.width() for place in places), (step, places)
        assert len(bar.tabText(step).split()) > 1, "the page that is shown has its name"
        assert bar.tabToolTip(step) == bar.tabText(step)
        page = inputs.steps.widget(step)
        if isinstance(page, QScrollArea):
            assert page.horizontalScrollBar().maximum() == 0, inputs.steps.tabText(step)
            page = page.widget()
        for part in page.findChildren(QLabel):
            if part.isVisible() and part.wordWrap():
                assert part.height() >= part.heightForWidth(part.width()), part.text()
        assert [part.isVisible() for part in (inputs.of_costs.odd, inputs.of_mistakes.odd)] == [
            step == 2,
            step == 3,
        ]
    dialog.close()
    window.appearance.set_zoom(1.0)


RESULT = {
    "rows": 100,
    "accuracy": 0.79,
    "mean_questions": 1.3,
    "mean_cost": 0.2226,
    "estimate": {"mean_cost": 0.19, "margin": 0.05, "unseen": 0.0},
    "calibration": [(0.1, 0.1, 20), (0.8, 0.9, 30)],
    "questions": [0, 74, 26],
    "confusion": [[45, 6], [15, 34]],
    "unused": ["height", "weight"],
    "left_out": ["patient"],
    "dropped": 3,
    "unit_of_costs": "minutes",
    "rivals": {"everything": {"accuracy": 0.8, "mean_questions": 4.0, "mean_cost": 0.25}},
}


@pytest.mark.parametrize(
    ("zoom", "size"),
    [(1.0, (784, 752)), (1.0, (384, 352)), (2.0, (784, 752)), (LARGEST, (1350, 720))],
    ids=["800x800", "800x800, scaled by 2", "800x800, text doubled", "laptop, largest text"],
)
def test_the_result_of_training_scrolls_down_alone(language, zoom, size, qtbot):
    """Its texts are broken into lines, its plots stand below each other, and its tables shrink."""
    theme.apply("system", zoom)
    dialog = TrainDialog(None)
    qtbot.addWidget(dialog)
    dialog.resize(*size)
    dialog.show()
    dialog.stages.setTabEnabled(1, True)
    tabs = dialog.stages.tabBar()
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(1).center())
    results = dialog.results
    results.show_result(RESULT, ["bacterial", "viral"])
    settle()
    assert dialog.width() == size[0], "the dialog needs no more"
    page = dialog.stages.currentWidget()
    assert page.horizontalScrollBar().maximum() == 0
    for part in results.findChildren(QLabel):
        assert part.height() >= part.heightForWidth(part.width()), part.text()
        words = max(map(part.fontMetrics().horizontalAdvance, part.text().split()), default=0)
        assert part.width() >= words, part.text()
    for table in (results.confusion, results.rivals):
        assert table.columnWidth(0) >= table.fontMetrics().horizontalAdvance("bacterial")
        hidden = table.horizontalHeader().length() - table.viewport().width()
        assert hidden <= table.columnWidth(table.columnCount() - 1), "at most one column is out of sight"
        needed = sum(table.rowHeight(i) for i in range(table.rowCount()))
        assert table.viewport().height() >= needed
    first, second = (plot.mapTo(results, QPoint(0, 0)) for plot in (results.calibration, results.questions))
    if size[0] > 700:
        assert second.x() >= first.x() + results.calibration.width(), "beside each other"
    else:
        assert second.y() >= first.y() + results.calibration.height(), "below each other"
    theme.apply("system", 1.0)
