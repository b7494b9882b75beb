"""What was answered, what each answer did, and how much it weighs."""

import numpy as np
from hands import choose_row
from ifc2f_gui.case.case import ANSWERED, NOT_AVAILABLE
from ifc2f_gui.case.words import strength
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.theme import class_colour
from PySide6.QtCore import Qt

from ifc2f.session import Session


def test_a_failed_look_counts_its_cost_and_moves_nothing(window, enter):
    window.desk.ask(2)
    window.page.question.failed_button.click()
    session = Session(window.desk.model)
    session.missing(2, paid=True)
    assert window.desk.found.session.cost == session.cost > 0
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert "failed, no result" in window.page.answers.rows.index(0).data()
    window.desk.answer(2, NOT_AVAILABLE)
    assert window.desk.found.session.cost == 0


def test_answers_are_edited_paused_and_retracted_and_everything_is_computed_anew(window, enter):
    enter("47")
    enter("41")
    fevered = window.desk.found.posterior
    choose_row(window, 0)
    window.menus.run("edit")
    assert window.page.question.entry.line.text() == "41"
    enter("36.5")
    session = Session(window.desk.model)
    session.answer(3, 47.0)
    session.answer(0, 36.5)
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert [k for k, _ in window.desk.case.findings()] == [3, 0]
    choose_row(window, 0)
    window.menus.run("pause")
    session.retract(0)
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert window.page.answers.pause.text() == "Count"
    window.menus.run("pause")
    window.menus.run("retract")
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)
    assert window.desk.asked == 0
    for _ in range(4):
        window.menus.run("undo")
    np.testing.assert_array_equal(window.desk.found.posterior, fevered)
    for _ in range(4):
        window.menus.run("redo")
    np.testing.assert_array_equal(window.desk.found.posterior, session.posterior)


def test_each_answer_says_how_it_moved_the_leading_class(window, enter):
    enter("47")
    enter("41")
    step, leading = window.desk.found.steps[1], window.desk.found.leading
    before, after = probability(step.before[leading]), probability(step.after[leading])
    assert f"{before} → {after}" in window.page.answers.rows.index(1).data()


def test_why_weighs_each_answer_for_the_chosen_class(window, enter, qtbot):
    enter("47")
    enter("41")
    leading = window.desk.found.leading
    words = window.page.why.strengths.accessibleDescription()
    for each in window.desk.found.influences(leading):
        name = window.desk.features[each.feature].name
        told = strength(each.log_factor, window.desk.model.classes[leading])
        assert ("times as likely" if each.log_factor > 0 else "times less likely") in told
        assert f"{name}: {told}, without it {probability(each.without)}" in words
    window.page.why.target.setFocus()
    qtbot.keyClick(window.page.why.target, Qt.Key.Key_Down)
    assert window.desk.explained == 0
    assert "for healthy" in window.page.why.note.text()


def test_a_bar_for_a_class_has_its_colour_and_symbol(empty_window, qtbot):
    """The same answers in another order, and with another class explained, give the same picture."""
    empty_window.menus.run("demo")
    desk, shown = empty_window.desk, empty_window.page.why.strengths
    values = {
        k: float(f.values[-1]) if k % 2 else float(f.values[0]) - 1
        for k, f in enumerate(desk.model.network.features[:6])
    }
    for k, value in values.items():
        desk.answer(k, ANSWERED, value, value, "")
    speaks_for = {each.feature: shown._speaks_for(each) for each in shown.influences}
    for each in shown.influences:
        assert (speaks_for[each.feature] == shown.target) == (each.log_factor >= 0)
        p = float(desk.found.posterior[shown.target])
        assert each.log_factor * (p - each.without) >= -1e-6
    image = shown.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert {class_colour(c).name() for c in set(speaks_for.values())} <= colours
    for target in (0, 1):
        desk.set_target(target)
        assert {each.feature: shown._speaks_for(each) for each in shown.influences} == speaks_for
    assert "dB" not in shown.in_words()
