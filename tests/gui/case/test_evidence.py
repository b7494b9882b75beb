"""Every figure of the window is the runtime's."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ifc2f_gui.case.advice import advise, cost_decimals, why_asked
from ifc2f_gui.case.case import ANSWERED, NOT_AVAILABLE, PENDING, UNKNOWN, Case
from ifc2f_gui.case.describe import describe
from ifc2f_gui.case.evidence import Consequences
from ifc2f_gui.shared.numbers import fixed
from sklearn.datasets import load_breast_cancer
from window_models import clinic_model, wide_model

from ifc2f import IFC2FClassifier
from ifc2f.files.format import adaptive_section
from ifc2f.session import Session

MODEL = clinic_model()
FEATURES = describe(MODEL)
VALUES = {0: 38.9, 1: "wet", 2: 120.0, 3: 47.0, 4: 1.0}


def found(case, model=MODEL, features=FEATURES):
    return Consequences(model, features, case)


def answered(*order):
    case = Case()
    for k in order:
        case.record(k, ANSWERED, VALUES[k], None if k == 1 else VALUES[k], "")
    return case


@settings(max_examples=40)
@given(st.permutations(range(5)), st.integers(0, 5))
def test_the_posterior_is_the_runtimes_to_the_bit_in_any_order(order, n):
    session = Session(MODEL)
    for k in sorted(order[:n]):
        session.answer(k, VALUES[k])
    case = found(answered(*order[:n]))
    np.testing.assert_array_equal(case.posterior, session.posterior)
    assert case.stopping == session.cost_of_stopping
    assert case.session.log_evidence == session.log_evidence


def graph_model():
    """Return the model with a policy graph grown for it."""
    X, y = load_breast_cancer(return_X_y=True)
    return IFC2FClassifier(policy="graph").fit(X[:, :6], y).model_


MODELS = {
    "ordered": MODEL,
    "adaptive": MODEL.with_policies({"ADPT": adaptive_section()}),
    "graph": graph_model(),
}


@pytest.mark.parametrize("policy", MODELS)
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_what_a_question_saves_is_its_own_saving_in_and_out_of_order(policy, data):
    model = MODELS[policy]
    features = describe(model)
    order = data.draw(st.permutations(range(model.n_features)))
    case, network = Case(), model.with_policies({})
    bins = {}
    for k in order[: data.draw(st.integers(0, model.n_features - 1))]:
        n_values = model.network.features[k].n_values
        bins[k] = data.draw(st.integers(0, n_values - 1))
        if features[k].choices is not None:
            case.record(k, ANSWERED, features[k].choices[bins[k]])
        else:
            edges = [-np.inf, *model.network.features[k].values.tolist(), np.inf]
            low, high = edges[bins[k]], edges[bins[k] + 1]
            value = high - 1.0 if low == -np.inf else low
            case.record(k, ANSWERED, float(np.float32(value)), float(np.float32(value)))
    consequences = Consequences(model, features, case)

    def mistake(extra):
        session = Session(network)
        for k, v in {**bins, **extra}.items():
            session.answer_bin(k, v)
        return session.posterior.astype(np.float64) @ model.misclassification

    joint = Session(network)
    for k, v in bins.items():
        joint.answer_bin(k, v)
    for row in consequences.open:
        chance = joint.feature_posterior(row.feature).sum(axis=1)
        then = sum(p * mistake({row.feature: v}).min() for v, p in enumerate(chance) if p > 0)
        assert row.saving == pytest.approx(mistake({}).min() - then, abs=2e-5)
        assert row.saving >= -1e-6
        assert row.cost == consequences.session.feature_cost(row.feature)
        assert row.net == pytest.approx(row.saving - row.cost, abs=1e-7)


def test_costs_are_the_runtimes():
    case = found(answered(0))
    session = Session(MODEL)
    session.answer(0, 38.9)
    assert case.session.cost == session.cost
    assert case.policy_next == session.next()
    assert case.continuing == session.cost_of_continuing()


def adaptive_session(*order):
    session = Session(MODEL.with_policies({"ADPT": adaptive_section()}))
    for k in order:
        session.answer(k, VALUES[k])
    return session


def test_after_answers_out_of_order_the_adaptive_policy_asks_and_prices():
    assert found(answered(0, 1)).in_turn
    case, adaptive = found(answered(3)), adaptive_session(3)
    assert not case.in_turn
    assert case.policy_next == adaptive.next()
    assert case.continuing == adaptive.cost_of_continuing(case.policy_next)
    assert case.posterior.tobytes() == adaptive.posterior.tobytes()


def test_a_model_with_an_adaptive_policy_is_asked_by_it():
    model = MODEL.with_policies({"ADPT": adaptive_section()})
    case = found(answered(0), model)
    assert case.has_policy
    assert case.policy_next == adaptive_session(0).next()
    assert case.continuing is not None


@settings(max_examples=25)
@given(st.permutations(range(5)), st.integers(0, 4), st.booleans())
def test_what_is_still_to_come_is_said_to_be_a_bound_where_it_is_one(order, n, is_adaptive):
    """It is no more than one more question and deciding then cost."""
    model = MODEL.with_policies({"ADPT": adaptive_section(1.0)}) if is_adaptive else MODEL
    got = found(answered(*order[:n]), model)
    if got.policy_next is None:
        assert not got.is_bound
        return
    in_turn = sorted(order[:n]) == list(range(n))
    assert got.is_bound == (is_adaptive or not in_turn)
    if got.is_bound:
        k = got.policy_next
        after = 0.0
        for v in range(MODEL.network.features[k].n_values):
            session = Session(model)
            for j in order[:n]:
                got._tell(session, j, dict(got.findings)[j])
            chance = session.feature_posterior(k).sum(axis=1)[v]
            session.answer_bin(k, v)
            after += float(chance) * session.cost_of_stopping
        assert got.still_to_come <= (got.session.feature_cost(k) + after) * (1 + 1e-4)
        assert got.still_to_come < got.stopping


def test_a_model_with_a_graph_is_asked_by_it():
    X, y = load_breast_cancer(return_X_y=True)
    model = IFC2FClassifier(policy="graph").fit(X[:, :8], y).model_
    assert "GRAF" in model.policies
    case = found(Case(), model, describe(model))
    session = Session(model)
    assert case.policy_next == session.next()
    assert case.continuing == session.cost_of_continuing(session.next())
    assert {row.feature for row in case.open} == set(range(model.n_features))
    elsewhere = Case()
    elsewhere.set_prior((0.1, 0.9))
    at_prior = found(elsewhere, model, describe(model))
    network = replace(model.network, prior=np.array([0.1, 0.9], dtype=np.float32))
    moved = Session(model.changed(network=network))
    assert at_prior.continuing == moved.cost_of_continuing(moved.next())
    assert at_prior.continuing < at_prior.stopping < 0.101 < case.stopping


def test_mandatory_questions_come_first_then_free_ones_then_the_most_useful():
    rows = found(Case()).open
    assert rows[0].feature == 3
    paid = [row.net for row in rows[1:]]
    assert paid == sorted(paid, reverse=True)
    assert found(Case()).next == 3
    free = [row for row in found(answered(0), *_unlabelled()).open if row.cost == 0.0]
    assert free[0].feature == 3
    assert found(answered(0), *_unlabelled()).open[0].feature == 3


def _unlabelled():
    model = clinic_model(features=[{}] * 5)
    return model, describe(model)


def test_unknown_not_available_and_pending_move_nothing_and_only_pending_costs():
    session = Session(MODEL)
    for state, cost in ((UNKNOWN, 0.0), (NOT_AVAILABLE, 0.0), (PENDING, session.feature_cost(2))):
        case = Case()
        case.record(2, state)
        consequences = found(case)
        np.testing.assert_array_equal(consequences.posterior, consequences.start)
        assert consequences.session.cost == cost
        assert 2 not in [row.feature for row in consequences.open]


def test_a_paused_answer_costs_but_does_not_count():
    case = answered(0, 2)
    case.pause(2, True)
    paused, without = found(case), found(answered(0))
    np.testing.assert_array_equal(paused.posterior, without.posterior)
    assert paused.session.cost > without.session.cost
    assert [k for k, _ in paused.counted] == [0]


def test_the_prior_is_the_users():
    case = answered(0)
    case.set_prior((0.1, 0.2, 0.7))
    session = Session(MODEL, prior=[0.1, 0.2, 0.7])
    np.testing.assert_array_equal(found(case).start, session.posterior)
    session.answer(0, 38.9)
    np.testing.assert_array_equal(found(case).posterior, session.posterior)


@pytest.mark.parametrize("target", range(3))
@settings(max_examples=15, deadline=None)
@given(st.permutations([0, 1, 2, 3]))
def test_influences_do_not_depend_on_the_order_and_have_the_sign_of_what_they_do(target, order):
    case = found(answered(*order))
    by_feature = {each.feature: each for each in found(answered(0, 1, 2, 3)).influences(target)}
    influences = case.influences(target)
    assert [each.feature for each in influences] == list(order)
    p = float(case.posterior[target])
    for each in influences:
        assert each.log_factor == pytest.approx(by_feature[each.feature].log_factor, abs=1e-5)
        rest = [k for k in order if k != each.feature]
        assert each.without == found(answered(*rest)).posterior[target]
        odds = math.log(p / (1 - p)) - math.log(each.without / (1 - each.without))
        assert each.log_factor == pytest.approx(odds, abs=1e-4)


def test_influences_stay_finite_where_the_posterior_is_all_but_certain():
    model = wide_model(3, 60)
    case = Case()
    answers = []
    for k, feature in enumerate(model.network.features):
        given_parent = feature.table[answers[feature.parent] if feature.parent >= 0 else 0]
        answers.append(int(given_parent[:, 0].argmax()))
        case.record(k, ANSWERED, answers[k] + 0.5, answers[k] + 0.5)
    consequences = Consequences(model, describe(model), case)
    assert float(consequences.posterior[0]) == 1.0
    assert all(math.isfinite(each.log_factor) for each in consequences.influences(consequences.leading))


def test_ordinary_answers_are_no_conflict_and_improbable_ones_are():
    assert not found(answered(0, 1, 2, 3)).conflict
    model = chained_model()
    features = describe(model)
    usual, odd = Case(), Case()
    for k in range(4):
        usual.record(k, ANSWERED, 0.0, 0.0)
        odd.record(k, ANSWERED, float(k % 2), float(k % 2))
    assert not Consequences(model, features, usual).conflict
    consequences = Consequences(model, features, odd)
    assert consequences.conflict
    assert not consequences.contradiction
    alone = 0.0
    for k in range(4):
        session = Session(model)
        session.answer(k, float(k % 2))
        alone += session.log_evidence
    assert consequences.surprise == pytest.approx(alone - consequences.session.log_evidence)


def chained_model(certain=False):
    """Features that nearly always agree with the one before."""
    from ifc2f.costs import AcquisitionCosts, misclassification
    from ifc2f.model import Model
    from ifc2f.network import Feature, Network

    stay = 1.0 if certain else 0.99
    root = np.array([[[0.5, 0.5], [0.5, 0.5]]], np.float32)
    table = np.array([[[stay] * 2, [1 - stay] * 2], [[1 - stay] * 2, [stay] * 2]], np.float32)
    features = tuple(
        Feature(f"f{k}", k, np.array([0.5], np.float32), False, None, k - 1, table if k else root)
        for k in range(4)
    )
    network = Network(features, ("a", "b"), np.array([0.5, 0.5], np.float32))
    costs = AcquisitionCosts.from_spec(0.1, [f.name for f in features])
    return Model.build(network, costs, misclassification(None, network.classes))


def test_answers_that_cannot_be_are_a_contradiction():
    model = chained_model(certain=True)
    case = Case()
    case.record(0, ANSWERED, 0.0, 0.0)
    case.record(1, ANSWERED, 1.0, 1.0)
    consequences = Consequences(model, describe(model), case)
    assert consequences.contradiction
    assert consequences.conflict
    assert "contradict" in advise(consequences, 2).text
    assert len(consequences.influences(0)) == 2


def test_a_model_without_a_policy_says_so():
    model = chained_model()
    consequences = Consequences(model, describe(model), Case())
    assert consequences.next is None
    advice = advise(consequences, 2)
    assert not advice.stop
    assert "does not advise" in advice.text


def test_advice_gives_both_costs_and_the_question():
    case = found(answered(3))
    advice = advise(case, 3)
    assert not advice.stop
    assert f"{case.continuing:.3f}" in advice.text
    assert f"{case.stopping:.3f}" in advice.text
    assert FEATURES[case.policy_next].name in advice.text
    assert case.still_to_come == case.continuing
    assert case.is_bound
    assert "at most" in advice.text
    in_turn = found(Case())
    assert not in_turn.is_bound
    assert "at most" not in advise(in_turn, 3).text


def test_advice_to_stop_promises_no_more_and_no_less_than_the_list_of_open_questions():
    """Also where the plan, which knows one order only, stops although another question pays."""
    model = wide_model(4, 12)
    case, told = Case(), set()
    for k in range(6):
        case.record(k, ANSWERED, 1.0, 1.0)
        got = found(case, model, describe(model))
        if got.policy_next is not None:
            continue
        cheapest = min(got.stopping - row.net for row in got.open)
        assert got.continuing <= cheapest
        advice = advise(got, 4)
        assert advice.stop
        pays = f"{cheapest:.4f}" < f"{got.stopping:.4f}"
        assert ("not worth its cost" in advice.text) != pays
        assert not pays or f"down to {got.continuing:.4f}" in advice.text
        assert pays != ("not worth its cost" in advise(got, 4, None, in_cases=True).text)
        told.add(pays)
    assert True in told


def test_going_on_costs_no_more_than_a_whole_test_leaves():
    """A test with several values, of which the adaptive policy's bound looks at one at a time."""
    model = clinic_model(tests={"Blood count": {"cost": 0.03, "features": ["temperature", "cough", "crp"]}})
    case = found(answered(3), model, describe(model))
    assert case.is_bound
    leaves = case.stopping - case.joint_worth(case.policy_next).saving + 0.03
    assert case.continuing == pytest.approx(leaves)
    assert leaves < case.adviser.cost_of_continuing(case.policy_next) - 0.01
    assert f"at most {leaves:.3f}" in advise(case, 3).text


def test_advice_at_the_end():
    case = found(answered(0, 1, 2, 3, 4))
    advice = advise(case, 3)
    assert advice.stop
    assert "No question is left" in advice.text
    assert case.continuing is None
    assert case.still_to_come == case.stopping


def test_advice_to_stop_before_the_end():
    model = clinic_model()
    prior = Case()
    prior.set_prior((0.9999, 0.00005, 0.00005))
    prior.record(3, ANSWERED, 30.0, 30.0)
    case = Consequences(model, describe(model), prior)
    advice = advise(case, 3)
    assert advice.stop
    assert case.open
    assert "not worth its cost" in advice.text


def test_a_decision_that_is_not_the_most_probable_class_is_explained():
    case = answered(0, 1, 2, 3, 4)
    wanted = np.array([0.05, 0.55, 0.4])  # a prior that makes this the posterior
    prior = wanted / found(case).posterior * found(case).start
    case.set_prior(tuple(prior / prior.sum()))
    consequences = found(case)
    assert (consequences.decision, MODEL.classes[consequences.leading]) == ("bacterial", "viral")
    assert "bacterial has the lowest expected cost, although viral" in advise(consequences, 3).text


def test_a_case_outside_the_guarantee_is_deferred_to_a_person():
    model = clinic_model(guarantee={"threshold": 0.999})
    case = answered(0, 1, 2, 3, 4)
    assert "a person must decide" in advise(Consequences(model, describe(model), case), 3).text
    model = clinic_model(guarantee={"threshold": 0.1})
    assert "a person must decide" not in advise(Consequences(model, describe(model), case), 3).text


@pytest.mark.parametrize("change", ["prior", "budget", None])
def test_advice_says_so_if_another_prior_or_budget_takes_the_guarantee_away(change):
    model = clinic_model(guarantee={"threshold": 0.1})
    case = answered(0, 1, 2, 3, 4)
    if change == "prior":
        case.set_prior((0.2, 0.3, 0.5))
    elif change == "budget":
        case.set_budget(1000.0)
    note = "The guarantee does not hold with another pre-test probability or budget"
    assert (note in advise(found(case, model), 3).text) == (change is not None)
    assert note not in advise(found(case, clinic_model()), 3).text


def test_numbers_outside_training_are_found():
    case = Case()
    case.record(0, ANSWERED, 44.0, 44.0, "°C")
    case.record(2, ANSWERED, 40.0, 40.0, "mg/L")
    assert found(case).outside_training == [0]


def test_going_on_costs_less_than_stopping_where_a_question_pays_only_with_others():
    case = answered(3)
    case.record(0, ANSWERED, 37.5, 37.5, "")
    case.record(2, PENDING)
    followed = found(case)
    asked = next(row for row in followed.open if row.feature == followed.policy_next)
    assert asked.net < 0 < followed.stopping - followed.continuing
    assert "ask cough" in advise(followed, 3).text


def test_cost_decimals_show_two_digits_of_the_smallest_cost():
    assert cost_decimals(MODEL) == 3
    assert cost_decimals(wide_model(2, 3)) == 4
    assert cost_decimals(chained_model()) == 2


def test_a_question_that_pays_only_with_later_ones_says_so(language):
    """The class is whether two answers differ: the first tells nothing by itself."""
    rng = np.random.default_rng(0)
    x = rng.integers(0, 2, (400, 3)).astype(float)
    model = IFC2FClassifier(policy="graph").fit(x, x[:, 0] != x[:, 1]).model_
    case = Case()
    now = found(case, model, describe(model))
    asked = next(row for row in now.open if row.feature == now.policy_next)
    assert asked.net < 0 < now.stopping - now.continuing
    assert fixed(now.stopping - now.continuing, 3) in why_asked(now, 3)
    case.record(asked.feature, ANSWERED, 1.0)
    assert why_asked(found(case, model, describe(model)), 3) == "", "the second answer settles it by itself"
