"""One act of the hand records one answer, to the question it was meant for, and nothing moves under it."""

import numpy as np
import pytest
from hands import press
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from window_models import clinic_model

from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import plan

LEFT = Qt.MouseButton.LeftButton


def model_of_choices(*sizes):
    """Return a model whose questions have so many choices each."""
    rng = np.random.default_rng(5)
    features = []
    for k, size in enumerate(sizes):
        table = rng.dirichlet(np.full(size, 30.0), 2).T[None].astype(np.float32)
        texts = tuple(f"choice {i + 1}" for i in range(size))
        edges = np.arange(size, dtype=np.float32)
        features.append(Feature(f"question {k + 1}", k, edges, True, texts, -1, table))
    network = Network(tuple(features), ("well", "ill"), np.array([0.5, 0.5], np.float32))
    costs = AcquisitionCosts.from_spec(1e-6, [f.name for f in features])
    model = Model.build(network, costs, misclassification(None, network.classes))
    return model.with_policies({"ORDR": plan(model)})


@pytest.fixture(params=[(12, 12, 12), (3, 12, 12), (12, 3, 3), (9, 9, 9)])
def choices(empty_window, tmp_path, request):
    """The window with a model whose questions have choices."""
    path = tmp_path / "choices.ifc2f"
    model_of_choices(*request.param).save(path)
    assert empty_window.open_path(str(path))
    return empty_window


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_return_records_one_answer_and_none_where_nothing_is_chosen(choices, qtbot, key):
    desk, panel = choices.desk, choices.page.question
    for n in range(2):
        press(qtbot, choices, key)
        press(qtbot, choices, key)
        assert len(desk.case.findings()) == n
        assert "choose one" in panel.entry.message.text()
        asked = desk.asked
        press(qtbot, choices, Qt.Key.Key_Down)
        press(qtbot, choices, Qt.Key.Key_Space)
        before = desk.found.posterior
        press(qtbot, choices, key)
        assert [k for k, _ in desk.case.findings()].count(asked) == 1
        assert len(desk.case.findings()) == n + 1
        np.testing.assert_array_equal(desk.found.steps[-1].before, before)


def test_a_choice_is_recorded_once_by_the_mouse(choices, qtbot):
    desk, panel = choices.desk, choices.page.question
    asked, list_ = desk.asked, panel.entry.list
    if not list_.count():
        pytest.skip("radio buttons: a click chooses, and does not answer")
    place = list_.visualItemRect(list_.item(2)).center()
    qtbot.mouseClick(list_.viewport(), LEFT, pos=place)
    assert desk.case.findings() == []
    qtbot.mouseDClick(list_.viewport(), LEFT, pos=place)
    assert [(k, finding.value) for k, finding in desk.case.findings()] == [(asked, "choice 3")]


def test_an_entry_is_deaf_once_it_has_answered(choices, qtbot):
    desk, entry = choices.desk, choices.page.question.entry
    asked = desk.asked
    entry.select(1)
    heard = []
    entry.submitted.connect(heard.append)
    for _ in range(3):
        entry.submit()
    assert [given.feature for given in heard] == [asked]
    assert len(desk.case.findings()) == 1


def test_a_refused_entry_hears_again(window, qtbot, monkeypatch):
    def refuse(*_):
        raise ValueError("no such value")

    window.desk.ask(0)
    entry = window.page.question.entry
    with monkeypatch.context() as patched:
        patched.setattr(window.desk, "answer", refuse)
        qtbot.keyClicks(entry.line, "38")
        press(qtbot, window, Qt.Key.Key_Return)
    assert "no such value" in entry.message.text()
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.case.finding(0).value == 38.0


@pytest.mark.parametrize("name", ["unknown_button", "pending_button", "answer_button"])
def test_a_double_click_answers_one_question(window, qtbot, name):
    qtbot.keyClicks(window.page.question.entry.line, "47")
    made = getattr(window.page.question, name)
    qtbot.mouseClick(made, LEFT)
    qtbot.mouseDClick(made, LEFT)  # what follows the first click of two
    assert [k for k, _ in window.desk.case.findings()] == [3]


# ---- Nothing moves, and a slip is not confirmed by repeating it --------------------------------------------


def places(window):
    """Return where everything is that can be clicked, once it has come to rest."""
    for _ in range(3):
        QTest.qWait(1)
    parts = [*window.page.question.answer_buttons, window.page.others.view, window.page.advice.decide]
    parts += [window.page.question.entry.line] if hasattr(window.page.question.entry, "line") else []
    return {part: part.mapTo(window, QPoint(0, 0)) for part in parts}


@pytest.mark.parametrize("feature", [0, 1, 2, 4])
@pytest.mark.parametrize("typed", ["", "warm", "1e9", "-500", "1,234", "1e300", "x" * 400])
@pytest.mark.parametrize("size", [(1180, 700), (1000, 560)])
def test_nothing_moves_while_a_question_is_open(window, qtbot, feature, typed, size):
    window.resize(*size)
    window.desk.ask(feature)
    before = places(window)
    entry = window.page.question.entry
    if hasattr(entry, "line"):
        qtbot.keyClicks(entry.line, typed)
    place = window.page.question.answer_button.mapTo(window, QPoint(5, 5))
    press(qtbot, window, Qt.Key.Key_Return)
    if window.desk.case.finding(feature) is not None:
        return  # a number after all, of a question that knows no range
    assert entry.has_problem
    assert places(window) == before
    assert window.childAt(place) is window.page.question.answer_button
    assert not entry.message.visibleRegion().isEmpty()


@pytest.mark.parametrize("size", [(1366, 728), (1180, 700), (1000, 560)])
def test_the_buttons_stay_from_one_number_to_the_next(window, qtbot, size):
    """Where the next question has fewer lines of text, the room for them stays."""
    window.resize(*size)
    numbers = [feature.index for feature in window.desk.features if feature.choices is None]
    seen, texts = [], set()
    for feature in [*numbers, *reversed(numbers), *numbers]:
        window.desk.ask(feature)
        question = window.page.question
        found = places(window)
        seen.append([found[part] for part in question.answer_buttons])
        lines = (question.question, question.name, question.cost, question.reason, question.help)
        texts.add(sum(part.height() for part in lines if part.isVisible()))
        qtbot.mouseClick(question.pending_button, LEFT)
        window.desk.retract(feature)
    assert len(texts) > 1, "the questions have different lines"
    assert all(each == seen[-1] for each in seen[len(numbers) :])
    heights = [each[0].y() for each in seen]
    assert heights == sorted(heights)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize(
    ("feature", "keys"),
    [(1, [Qt.Key.Key_1, Qt.Key.Key_Return]), (1, [Qt.Key.Key_U]), (3, [Qt.Key.Key_N])],
)
def test_a_key_too_many_after_the_last_answer_decides_nothing(window, qtbot, feature, keys, key):
    """However long after: a letter answers by itself, a choice waits for Return."""
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    if feature != 3:
        window.desk.answer(3, "unknown")  # the age is always asked first
        window.desk.ask(feature)
    for answer in keys:
        press(qtbot, window, answer)
    assert window.desk.asked is None
    answers = window.desk.case.findings()
    for _ in range(3):
        press(qtbot, window, key)
    assert window.desk.case.decision is None
    assert window.desk.case.findings() == answers


def test_an_unusual_value_takes_another_act_than_repeating_the_slip(window, qtbot):
    window.desk.ask(0)
    entry = window.page.question.entry
    qtbot.keyClicks(entry.line, "47")
    for _ in range(3):
        press(qtbot, window, Qt.Key.Key_Return)
    qtbot.mouseClick(window.page.question.answer_button, LEFT)
    assert window.desk.case.findings() == []
    assert "No training case had such a value" in entry.message.text()
    press(qtbot, window, Qt.Key.Key_Tab)
    press(qtbot, window, Qt.Key.Key_Tab)
    made = QApplication.focusWidget()
    assert isinstance(made, QPushButton)
    assert made.text() == "Use 47\u00a0°C anyway"
    press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.case.finding(0).value == 47.0


def test_a_number_with_two_meanings_is_not_chosen_by_repeating_it(window, qtbot):
    window.desk.ask(4)
    qtbot.keyClicks(window.page.question.entry.line, "1,234")
    for _ in range(3):
        press(qtbot, window, Qt.Key.Key_Return)
    assert window.desk.case.findings() == []
    made = window.page.question.entry.findChildren(QPushButton)
    qtbot.mouseClick(made[1], LEFT)
    assert window.desk.case.finding(4).value == 1234.0


def test_stopping_is_not_recommended_while_a_value_lies_outside_training(window, qtbot):
    window.desk.set_prior((0.9999, 0.00005, 0.00005))
    qtbot.keyClicks(window.page.question.entry.line, "1e9")
    press(qtbot, window, Qt.Key.Key_Return)
    qtbot.mouseClick(window.page.question.entry.findChildren(QPushButton)[0], LEFT)
    assert window.desk.advice.stop
    advice = window.page.advice
    assert advice.decide.property("role") != "primary"
    assert not advice.decide.hasFocus()
    assert "outside the range seen in training" in advice.sentence.text()
    assert "Age" in advice.sentence.text() or "age" in advice.sentence.text()
    window.desk.retract(3)
    QTest.keyClicks(window.page.question.entry.line, "47")
    press(qtbot, window, Qt.Key.Key_Return)
    assert advice.decide.property("role") == "primary"
    assert "outside" not in advice.sentence.text()


def test_the_limits_are_told_in_the_room_that_was_kept(empty_window, tmp_path, qtbot):
    path = tmp_path / "limits.ifc2f"
    clinic_model(features=[{"limits": [0, 10], "unit": "mmol/L"}, {}, {}, {}, {}]).save(path)
    empty_window.open_path(str(path))
    empty_window.desk.ask(0)
    before = places(empty_window)
    qtbot.keyClicks(empty_window.page.question.entry.line, "-3")
    press(qtbot, empty_window, Qt.Key.Key_Return)
    assert places(empty_window) == before
