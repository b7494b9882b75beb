"""The case document: findings, undo and redo."""

import json

from hypothesis import given
from hypothesis import strategies as st
from ifc2f_gui.case.case import ANSWERED, FAILED, NOT_AVAILABLE, PENDING, UNDO_STEPS, UNKNOWN, Case

ACTIONS = st.one_of(
    st.tuples(
        st.just("record"), st.integers(0, 4), st.sampled_from([UNKNOWN, NOT_AVAILABLE, PENDING, FAILED])
    ),
    st.tuples(st.just("answer"), st.integers(0, 4), st.floats(-5, 5)),
    st.tuples(st.just("retract"), st.integers(0, 4), st.none()),
    st.tuples(st.just("pause"), st.integers(0, 4), st.booleans()),
    st.tuples(st.just("prior"), st.sampled_from([None, (0.5, 0.5), (0.1, 0.9)]), st.none()),
    st.tuples(st.just("budget"), st.sampled_from([None, 0.5, 2.0]), st.none()),
    st.tuples(st.just("override"), st.integers(0, 4), st.none()),
    st.tuples(st.just("decide"), st.sampled_from("ab"), st.none()),
    st.tuples(st.just("name"), st.sampled_from(["", "x", "y"]), st.none()),
)


def act(case, action):
    kind, first, second = action
    if kind == "record":
        case.record(first, second)
    elif kind == "answer":
        case.record(first, ANSWERED, second, second, "mm")
    elif kind == "retract":
        case.retract(first)
    elif kind == "pause":
        case.pause(first, second)
    elif kind == "prior":
        case.set_prior(first)
    elif kind == "budget":
        case.set_budget(first)
    elif kind == "override":
        case.override("continued", first, 0.1, None)
    elif kind == "decide":
        case.decide(first, "advice")
    else:
        case.set_name(first)


def state(case):
    return (case.findings(), case.prior, case.budget, case.overrides, case.decision, case.name)


@given(st.lists(ACTIONS, max_size=30))
def test_undo_and_redo_are_exact(actions):
    case = Case(lambda: "12:00")
    states = [state(case)]
    for action in actions:
        act(case, action)
        if state(case) != states[-1]:
            states.append(state(case))
    for earlier in reversed(states[:-1]):
        case.undo()
        assert state(case) == earlier
    assert not case.can_undo
    for later in states[1:]:
        case.redo()
        assert state(case) == later
    assert not case.can_redo


def test_a_replaced_answer_keeps_its_place():
    case = Case()
    for k in (3, 1, 2):
        case.record(k, UNKNOWN)
    case.record(3, ANSWERED, 1.0, 1.0)
    assert [k for k, _ in case.findings()] == [3, 1, 2]
    case.retract(3)
    case.record(3, UNKNOWN)
    assert [k for k, _ in case.findings()] == [1, 2, 3]


def test_a_changed_answer_takes_the_decision_back_and_undo_brings_both():
    case = Case()
    case.record(0, UNKNOWN)
    case.decide("a", "advice")
    case.retract(0)
    assert case.decision is None
    case.undo()
    assert case.decision.label == "a"
    assert case.finding(0) is not None


def test_a_decision_against_advice_and_its_override_are_one_change():
    case = Case()
    case.decide_against_advice("a", 0, 0.5, 0.2)
    assert [override.kind for override in case.overrides] == ["decided"]
    case.undo()
    assert case.overrides == []
    assert case.decision is None


def test_dirty_follows_undo_and_redo_across_a_save():
    case = Case()
    assert not case.is_dirty
    case.record(0, UNKNOWN)
    assert case.is_dirty
    case.mark_saved()
    case.record(1, UNKNOWN)
    case.undo()
    assert not case.is_dirty
    case.undo()
    assert case.is_dirty
    case.redo()
    assert not case.is_dirty


def test_a_copy_goes_its_own_way_and_is_adopted_as_one_change():
    case = Case()
    case.record(0, UNKNOWN)
    copy = case.copy()
    copy.record(1, PENDING)
    copy.retract(0)
    assert [k for k, _ in case.findings()] == [0]
    case.adopt(copy)
    assert case.findings() == copy.findings()
    case.undo()
    assert [k for k, _ in case.findings()] == [0]


def test_nothing_changed_is_no_step():
    case = Case()
    case.retract(0)
    case.pause(0, True)
    case.set_prior(None)
    case.undo()
    case.redo()
    assert not case.can_undo
    assert not case.is_dirty


def test_the_history_is_bounded():
    case = Case()
    for i in range(UNDO_STEPS + 5):
        case.record(0, ANSWERED, float(i), float(i))
    steps = 0
    while case.can_undo:
        case.undo()
        steps += 1
    assert steps == UNDO_STEPS
    assert case.finding(0).value == 4.0
    assert case.is_dirty  # what is left was never saved


def test_times_are_whole_seconds_with_their_offset():
    time = Case().started
    assert json.dumps(time)
    assert len(time) == len("2026-11-27T10:00:00+00:00")
