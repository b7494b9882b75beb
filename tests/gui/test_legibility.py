"""What is shown can be read: at any size of text and window, in both languages, by keyboard, in the dark."""

from itertools import product

import pytest
from contrasts import contrast
from hands import finish_outlook, is_whole, settle
from ifc2f_gui import demo
from ifc2f_gui.case.advice import change_in_words
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.dialogs.prior import PriorDialog
from ifc2f_gui.panels.posterior import Bars
from ifc2f_gui.panels.values import QUESTION, VALUE, ValuesForm
from ifc2f_gui.shared import theme
from ifc2f_gui.shared.figures import Figures
from ifc2f_gui.shared.widgets import Tabs
from ifc2f_gui.training.columns import KIND
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.window.appearance import LARGEST
from ifc2f_gui.window.main_window import MainWindow
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from ifc2f.model import Model


@pytest.fixture(params=[1.0, 2.0])
def zoom(request, settings):
    settings.set_zoom(request.param)
    yield request.param
    theme.apply("system", 1.0)


@pytest.fixture
def demo_window(language, zoom, settings, qapp):
    window = MainWindow(settings, None)
    window.show()
    window.menus.run("demo")
    yield window
    window.desk.case.mark_saved()
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_question_and_its_input_are_seen_together(demo_window, zoom):
    """In the window of a small laptop, and in that of one whose screen is scaled by 2."""
    for size in [(1366, 728)] + ([(683, 384)] if zoom == 1.0 else []):
        demo_window.resize(*size)
        for k in range(2):
            demo_window.desk.ask(k)
            settle()
            assert (demo_window.width(), demo_window.height()) == size
            assert is_whole(demo_window.page.question.question), demo_window.page.question.question.text()
            assert is_whole(demo_window.page.question.entry.line)
        demo_window.menus.run("to_others")
        settle()
        view = demo_window.page.others.view
        finish_outlook(demo_window.desk)  # what it says may need another line
        settle()
        assert view.viewport().visibleRegion().contains(view.visualRect(view.currentIndex()).center())
        demo_window.menus.run("to_question")
        settle()
        assert is_whole(demo_window.page.question.question)
        assert is_whole(demo_window.page.question.entry.line)


def wrong_budget(window):
    dialog = BudgetDialog(window.desk, window)
    return dialog, dialog.line, dialog.use


def wrong_prior(window):
    dialog = PriorDialog(window.desk, window)
    return dialog, dialog.lines[0], dialog.use


def test_what_a_dialog_says_is_wrong_overlaps_nothing(demo_window):
    for make, text in product([wrong_budget, wrong_prior], ["", "x" * 30, "-3"]):
        dialog, line, use = make(demo_window)
        dialog.show()
        settle()
        line.setText(text)
        use.click()
        settle()
        assert dialog.message.isVisible()
        for part in dialog.findChildren(QLabel):
            if part.isVisible():
                assert part.height() >= part.heightForWidth(part.width()), part.text()
        for part in dialog.findChildren(QLineEdit):
            assert part.height() >= part.sizeHint().height()
        dialog.close()
        dialog.deleteLater()


def test_a_list_reached_by_keyboard_shows_the_row_that_keys_act_on(window, enter, qtbot):
    enter("47")
    window.menus.actions["tables"].setChecked(True)
    window.menus.run("tables")
    for view in (
        window.page.others.view,
        window.page.answers.view,
        window.page.posterior.table,
        window.page.course.table,
        window.page.why.table,
    ):
        view.setFocus(Qt.FocusReason.TabFocusReason)
        settle()
        assert view.hasFocus()
        assert view.selectionModel().isSelected(view.currentIndex()), view.accessibleName()
    window.menus.run("to_others")
    qtbot.keyClick(window.page.others.view, Qt.Key.Key_Down)
    second = window.desk.found.open[1].feature
    qtbot.keyClick(window.page.others.view, Qt.Key.Key_Return)
    assert window.desk.asked == second


def test_tab_goes_from_the_input_to_the_answers_beside_it(window, qtbot):
    """For a number, one with a choice of units, and choices."""
    question = window.page.question
    for k in (3, 0, 1):
        window.desk.ask(k)
        settle()
        question.focus_entry()
        passed = []
        for _ in range(40):
            passed.append(QApplication.focusWidget())
            window.focusNextChild()
            if QApplication.focusWidget() is window.page.advice.decide:
                break
        wanted = [question.answer_button, question.uncertain_button, question.unknown_button]
        at = passed.index(question.answer_button)
        assert passed[at : at + 3] == wanted
        assert all(question.entry.isAncestorOf(widget) for widget in passed[:at])
        assert passed.index(window.page.others.view) < passed.index(window.page.answers.view)
        assert not set(passed) & set(window.page.buttons)


def test_del_retracts_no_answer_that_is_not_shown_as_selected(window, enter, qtbot):
    enter("47")
    view, desk = window.page.answers.view, window.desk
    below = view.viewport().rect().bottomRight() - QPoint(2, 2)
    assert not view.indexAt(below).isValid()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=below)
    settle()
    assert view.hasFocus()
    assert not view.selectionModel().hasSelection()
    assert not window.page.answers.retract.isEnabled()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert len(desk.found.findings) == 1
    window.page.question.answer_button.setFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    assert view.selectionModel().hasSelection()
    assert window.page.answers.retract.isEnabled()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert len(desk.found.findings) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boxes_to_tick_stand_out_from_their_ground(scheme, qtbot, settings, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("temperature,outcome\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(40)))
    theme.apply(scheme, 1.0)
    dialog = TrainDialog(None)
    qtbot.addWidget(dialog)
    assert dialog.open_table(str(table))
    dialog.show()
    settle()
    grid = dialog.inputs.columns
    grid.use(0, False)
    dialog.inputs.steps.setCurrentIndex(2)
    settle()
    box = grid.visualItemRect(grid.item(0, 0))
    line = grid.viewport().grab(QRect(box.left(), box.center().y(), box.height(), 1)).toImage()
    ground = line.pixelColor(0, 0)
    outline = max(contrast(line.pixelColor(x, 0), ground) for x in range(box.height() // 2))
    assert outline >= 3.0  # WCAG 2.2, 1.4.11
    grid.use(0, True)
    settle()
    ticked = grid.viewport().grab(QRect(box.left(), box.top(), box.height() + 4, box.height())).toImage()
    c = theme.colours()
    tick = [
        (x, y)
        for x in range(box.height() // 4, 3 * box.height() // 4)
        for y in range(box.height() // 4, 3 * box.height() // 4)
        if contrast(ticked.pixelColor(x, y), c.accent) >= 4.5
    ]
    assert len(tick) > 6, "a ticked box has a tick, not a colour alone"
    name = grid.item(0, 0).text()
    assert (
        grid.columnWidth(0) > grid.fontMetrics().horizontalAdvance(name) + 36
    )  # the box and what is about it
    theme.apply("system", 1.0)


def test_a_table_of_figures_keeps_its_names_in_a_narrow_window(qtbot):
    table = Figures("Posterior")
    qtbot.addWidget(table)
    table.resize(190, 120)
    table.show()
    table.fill(
        ["Class", "Pre-test", "Before", "Now", "90 % interval"], [["bacterial", *["0.222"] * 3, "0.1 to 0.3"]]
    )
    settle()
    assert table.columnWidth(0) >= table.sizeHintForColumn(0) > 20
    table.resize(900, 120)
    settle()
    assert sum(table.columnWidth(j) for j in range(5)) == table.viewport().width()


def test_questions_that_are_entered_together_are_whole_at_every_width(window, qtbot):
    form = ValuesForm(list(window.desk.features))
    qtbot.addWidget(form)
    form.show()
    for width in (900, 260, 420):
        form.resize(width, 500)
        settle()
        for row in range(form.values.rowCount()):
            assert form.values.rowHeight(row) >= form.values.sizeHintForRow(row)
    assert form.unusual.minimumSizeHint().width() <= 260
    form.values.say(0, "tall " * 60)
    form.values.editItem(form.values.item(0, VALUE))
    settle()
    editor = form.values.viewport().findChild(QLineEdit)
    assert form.values.rowHeight(0) > 5 * editor.height()
    assert editor.y() <= form.values.rowViewportPosition(0) + editor.height() // 2, "beside the question"


def test_questions_that_are_entered_together_are_whole_where_they_just_fit(window, qtbot):
    """At no width does Qt shorten a text that it has given one line."""
    form = ValuesForm(list(window.desk.features))
    qtbot.addWidget(form)
    form.show()
    text = window.desk.features[0].question
    advance = form.values.fontMetrics().horizontalAdvance(text)
    heights = {}
    for width in range(round(2.6 * advance), round(2.7 * (advance + 30)), 7):
        form.resize(width, 500)
        settle()
        heights[form.values.columnWidth(QUESTION)] = form.values.rowHeight(0)
    one_line = min(heights.values())
    fitting = [width for width, height in heights.items() if height == one_line]
    assert min(fitting) >= advance + 10
    assert len(fitting) < len(heights)


def test_tabs_cut_no_letter_that_reaches_below_the_line(qtbot):
    tabs = Tabs()
    qtbot.addWidget(tabs)
    for name in ("front", "gypq", "HTML"):
        tabs.addTab(QLabel(), name)
    tabs.resize(400, 80)
    tabs.show()
    settle()
    bar = tabs.tabBar()
    inked = []
    for at in (1, 2):
        room = bar.tabRect(at).adjusted(4, 4, -4, -3)
        image = bar.grab(room).toImage()
        ground = image.pixelColor(0, image.height() // 2)
        inked.append(
            [
                y
                for y in range(image.height())
                if any(contrast(image.pixelColor(x, y), ground) > 3.0 for x in range(image.width()))
            ]
        )
    below, above = (bar.fontMetrics().tightBoundingRect(text).bottom() for text in ("gypq", "HTML"))
    assert max(inked[0]) - max(inked[1]) == below - above
    assert max(inked[0]) < image.height() - 1


def test_tables_tell_from_which_probability_a_class_is_decided(language, window, enter):
    enter("47")
    page = window.page
    in_plots = page.posterior.legend.text()
    window.page.show_tables(True)
    heads = [page.posterior.table.horizontalHeaderItem(j).text() for j in range(6)]
    limits = [page.posterior.table.item(i, 5).text() for i in range(3)]
    assert limits == [f"{limit:.3f}" for limit in window.desk.found.thresholds], heads
    assert page.posterior.table.horizontalHeaderItem(5).toolTip()
    window.page.show_tables(False)
    assert page.posterior.legend.text() == in_plots


def test_names_that_a_list_shortens_are_told_beside_their_help(window):
    rows = window.page.others.rows
    for row, each in enumerate(rows.rows):
        told = rows.data(rows.index(row, 0), Qt.ItemDataRole.ToolTipRole)
        feature = window.desk.features[each.feature]
        assert told.startswith(feature.name)
        assert feature.help in told


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_where_the_decision_changes_is_seen_across_a_bar_of_its_colour(scheme, qtbot):
    theme.apply(scheme, 1.0)
    bars = Bars()
    qtbot.addWidget(bars)
    bars.resize(400, 100)
    bars.show_limits([0.5], None)
    bars.show_figures(["ill"], [0.9], [0.9], None)
    bars.show()
    settle()
    image = bars.grab().toImage()
    colour, row = theme.class_colour(0), round(bars._row / 2)
    in_bar = [x for x in range(9, image.width() - 9) if image.pixelColor(x, row) == colour]
    inside = range(max(in_bar) - 150, max(in_bar) - 9)  # left of it are the name and the symbol
    across = max(contrast(image.pixelColor(x, row), colour) for x in inside)
    theme.apply("system", 1.0)
    assert across >= 3.0


def test_names_of_columns_are_whole_where_the_target_is_chosen(qtbot, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a,the_column_that_holds_the_diagnosis\n1,ill\n2,well\n")
    dialog = TrainDialog(None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.open_table(str(table))
    settle()
    chosen = dialog.inputs.target
    assert chosen.width() > chosen.fontMetrics().horizontalAdvance(chosen.currentText()) + 20


def test_what_a_column_is_taken_for_is_whole(language, qtbot, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text(
        "crp,cough,outcome\n" + "".join(f"{i},{'yn'[i % 3 > 0]},{'ab'[i % 2]}\n" for i in range(40))
    )
    for zoom in (1.0, LARGEST):
        theme.apply("system", zoom)
        dialog = TrainDialog(None)
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.open_table(str(table))
        settle()
        grid = dialog.inputs.profiles
        choices = [grid.cellWidget(row, KIND) for row in range(grid.rowCount())]
        assert len(choices) == 2
        assert all(choice.width() >= choice.sizeHint().width() for choice in choices)
        dialog.inputs.steps.setCurrentIndex(1)
        settle()
        heads = dialog.inputs.words.horizontalHeader()
        assert all(heads.sectionSize(j) >= heads.sectionSizeHint(j) for j in range(heads.count()))
    theme.apply("system", 1.0)


def test_the_window_says_why_the_model_does_not_ask_what_the_list_puts_first(empty_window):
    empty_window.menus.run("demo")
    window, desk = empty_window, empty_window.desk
    for text in ("110", "0.1", "0.05", "25"):
        window.page.question.entry.line.setText(text)
        window.page.question.submit()
    best = desk.found.open[0]
    assert desk.asked != best.feature
    assert "an order fixed in training" in window.page.question.reason.text()
    assert desk.features[best.feature].name in window.page.question.reason.text()
    desk.ask(best.feature)  # the user's own choice needs no reason
    assert window.page.question.reason.text() == change_in_words(best.worth.change)
    ready = [
        desk.answer(k, ANSWERED, desk.features[k].range[1], 1.0, "") for k in range(desk.model.n_features)
    ]
    assert ready
    assert desk.asked is None
    assert not window.page.question.reason.isVisible()


def test_costs_say_what_they_are_measured_by(window):
    assert window.page.question.cost.toolTip() == ("Unit of costs: not stated; mistakes cost 1.000 to 4.000.")
    assert window.page.question.cost.toolTip() in window.page.advice.accessibleDescription()
    model = window.desk.model
    window.desk.use_model(model.with_meta({**model.meta, "unit_of_costs": "euros"}), "")
    assert "Unit of costs: euros; mistakes cost" in window.page.question.cost.toolTip()
    costs = Model.load(str(demo.PATH)).misclassification
    assert costs.max() == 1.0
    window.menus.run("demo")
    assert "a mistake costs 1.000" in window.page.question.cost.toolTip()
