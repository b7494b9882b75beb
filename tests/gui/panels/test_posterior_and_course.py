"""The figures of the window are the runtime's."""

import numpy as np
from ifc2f_gui.shared.numbers import probability
from ifc2f_gui.shared.theme import class_colour
from PySide6.QtGui import QAccessible

from ifc2f.files.format import adaptive_section
from ifc2f.session import Session


def test_every_figure_of_the_window_is_the_runtimes(window, enter):
    enter("47")
    enter("38.9")
    session = Session(window.desk.model)
    session.answer("age", 47.0)
    session.answer("temperature", 38.9)
    expected = [probability(p) for p in session.posterior]
    words = window.page.posterior.bars.accessibleDescription()
    for name, shown in zip(window.desk.model.classes, expected, strict=True):
        assert f"{name} {shown}" in words
    window.menus.actions["tables"].setChecked(True)
    window.menus.run("tables")
    table = window.page.posterior.table
    assert [table.item(i, 3).text() for i in range(3)] == expected
    course = window.page.course.table
    assert [course.item(2, j + 1).text() for j in range(3)] == expected
    assert f"Spent {session.cost:.3f}" in window.page.advice.costs.text()
    assert f"{session.cost_of_stopping:.3f}" in window.page.advice.sentence.text()
    # Age stands behind temperature in the order, so the adaptive policy asks and prices from here on.
    adaptive = Session(window.desk.model.with_policies({"ADPT": adaptive_section()}))
    adaptive.answer("age", 47.0)
    adaptive.answer("temperature", 38.9)
    assert f"{adaptive.cost_of_continuing(adaptive.next()):.3f}" in window.page.advice.sentence.text()
    row = window.page.others.filter.index(0, 0).siblingAtColumn(2).data()
    best = window.desk.found.open[0]
    mistakes = window.desk.model.misclassification.astype(np.float64)
    joint = session.feature_posterior(best.feature).astype(np.float64)
    then = (joint @ mistakes).min(axis=1).sum()  # deciding after each answer: the question's own saving
    assert row == f"{session.cost_of_stopping - then:.3f}"


def test_classes_keep_their_order_and_the_axis_its_ends(window, enter):
    names = list(window.page.posterior.bars.names)
    chart = window.page.course.plot
    ends = [chart.place(0, p).y() for p in (0.0, 1.0)]
    enter("47")
    enter("41")
    assert window.page.posterior.bars.names == names
    assert [chart.place(0, p).y() for p in (0.0, 1.0)] == ends
    assert chart.height() > ends[0] > ends[1] > 0


def test_the_course_has_a_point_for_the_start_and_each_answer(window, enter):
    enter("47")
    enter("38.9")
    course = window.page.course.plot.posteriors
    assert course.shape == (3, 3)
    assert course[0].tolist() == window.desk.found.start.tolist()
    assert course[-1].tolist() == window.desk.found.posterior.tolist()


def test_each_point_of_the_course_is_drawn_in_its_class_s_colour(window, enter):
    enter("47")
    chart = window.page.course.plot
    seen = chart.grab().toImage()
    for k, posterior in enumerate(chart.posteriors):
        at = chart.place(k, posterior.max()).toPoint()
        expected = class_colour(int(posterior.argmax()))
        drawn = seen.pixelColor(at)
        assert abs(drawn.hue() - expected.hue()) < 20, (k, drawn.name(), expected.name())


def test_the_plot_tells_its_figures_to_screen_readers(window, enter):
    enter("47")
    interface = QAccessible.queryAccessibleInterface(window.page.posterior.bars)
    description = interface.text(QAccessible.Text.Description)
    for p in window.desk.found.posterior:
        assert probability(p) in description
    assert probability(window.desk.found.posterior[0]) in window.page.course.plot.accessibleDescription()


def test_symbols_keep_clear_of_the_frame_of_the_focus(window, qtbot):
    bars = window.page.posterior.bars
    window.page.posterior.setFocus()
    image = bars.grab().toImage()
    edge = [image.pixelColor(x, y).rgb() for x in range(3) for y in range(image.height())]
    assert set(edge) == {image.pixelColor(0, 0).rgb()}
    bars.setFocus()
    framed = window.page.posterior.room.grab().toImage()
    assert framed.pixelColor(1, framed.height() // 2) != image.pixelColor(0, 0)
