"""A what-if beside the case."""


def test_a_what_if_leaves_the_case_alone_and_shows_both(window, enter):
    enter("47")
    window.menus.run("what_if")
    assert window.page.what_if_bar.isVisible()
    enter("41")
    assert [k for k, _ in window.desk.case.findings()] == [3]
    assert window.page.posterior.bars.beside == window.desk.base.posterior.tolist()
    assert window.page.posterior.bars.now == window.desk.found.posterior.tolist()
    assert len(window.page.course.plot.case) == 2
    assert len(window.page.course.plot.posteriors) == 3
    assert "case" in window.page.posterior.bars.accessibleDescription()
    window.menus.run("what_if")
    assert not window.page.what_if_bar.isVisible()
    assert window.page.posterior.bars.beside is None
    assert [k for k, _ in window.desk.case.findings()] == [3]


def test_what_if_answers_are_kept_as_one_change(window, enter):
    window.menus.run("what_if")
    enter("47")
    enter("41")
    window.menus.run("keep_what_if")
    assert [k for k, _ in window.desk.case.findings()] == [3, 0]
    window.menus.run("undo")
    assert window.desk.case.findings() == []
