"""What lies ahead of a case: mistakes in 100 cases, and where asking pays."""

from dataclasses import replace

import numpy as np
import pytest
from hands import finish_outlook
from ifc2f_gui import demo
from ifc2f_gui.case.advice import advise, change_in_words, of_hundred
from ifc2f_gui.case.case import ANSWERED, Case
from ifc2f_gui.case.describe import describe
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.case.evidence import Consequences
from ifc2f_gui.case.outlook import asks_at, looking_ahead
from ifc2f_gui.panels.posterior import PosteriorPanel
from window_models import clinic_model

from ifc2f import AcquisitionCosts, Feature, Model, Network, expected_cost
from ifc2f.planning.plan import plan


def two_class_model(cost=0.02, mistakes=(1.0, 1.0)):
    """Three signs of a disease, in a network in which each tells by itself."""
    table = np.array([[[0.8, 0.25], [0.2, 0.75]]], np.float32)
    names = ("fever", "rash", "cough")
    features = tuple(
        Feature(name, k, np.array([0.5], np.float32), False, None, -1, table) for k, name in enumerate(names)
    )
    network = Network(features, ("well", "ill"), np.array([0.7, 0.3], np.float32))
    wrong = np.array([[0.0, mistakes[0]], [mistakes[1], 0.0]], np.float32)
    model = Model.build(network, AcquisitionCosts.from_spec(cost, names), wrong)
    return model.with_policies({"ORDR": plan(model)})


def of(model, answers=()):
    case = Case()
    for k, value in answers:
        case.record(k, ANSWERED, value, value, "")
    return Consequences(model, describe(model), case)


def end_of(found):
    return [step for step in looking_ahead(found) if step is not None][-1]


@pytest.mark.parametrize("cost", [0.001, 0.02, 0.05])
def test_the_outlook_is_what_the_policy_is_expected_to_do(cost):
    model = two_class_model(cost)
    ahead, expected = end_of(of(model)), expected_cost(model)
    assert ahead.mistakes == pytest.approx(expected.misclassification, abs=1e-6)
    assert ahead.answers == pytest.approx(expected.n_features, abs=1e-6)
    assert ahead.spent == pytest.approx(cost * ahead.answers, rel=1e-5)


def test_asking_pays_between_the_ends_that_are_told():
    found = of(two_class_model(), [(0, 1.0)])
    low, high = end_of(found).asking
    assert 0.0 < low < found.threshold < high < 1.0
    for p in np.linspace(0.01, 0.99, 50):
        if min(abs(p - low), abs(p - high)) > 0.01:
            assert asks_at(found, p) == (low < p < high)


def test_the_decision_changes_at_the_threshold():
    model = two_class_model(mistakes=(1.0, 9.0))
    threshold = of(model).threshold
    assert threshold == pytest.approx(0.1)
    for p, label in ((threshold - 0.01, "well"), (threshold + 0.01, "ill")):
        case = Case()
        case.set_prior((1 - p, p))
        assert Consequences(model, describe(model), case).decision == label


def test_advice_counts_mistakes_where_all_cost_the_same():
    found = of(two_class_model())
    ahead = end_of(found)
    text = advise(found, 2, ahead, in_cases=True).text
    assert text.startswith("If you decide now, 30 of 100 such cases are decided wrongly.")
    assert f"{round(100 * ahead.mistakes)} of 100" in text
    assert "more answer" in text
    assert "expected to cost" in advise(found, 2, ahead, in_cases=False).text
    unequal = of(two_class_model(mistakes=(1.0, 2.0)))
    assert "expected to cost" in advise(unequal, 2, end_of(unequal), in_cases=True).text


def test_an_adaptive_policys_further_cost_is_first_bounded_and_then_followed():
    model = clinic_model(tests={"Blood count": {"cost": 0.03, "features": ["temperature", "cough", "crp"]}})
    found = of(model, [(3, 47.0)])
    assert found.is_bound
    ahead = end_of(found)
    followed = ahead.mistakes + ahead.spent
    assert followed < found.still_to_come
    assert f"at most {found.still_to_come:.3f}" in advise(found, 3).text
    assert f"Going on is expected to cost about {followed:.3f}, deciding now" in advise(found, 3, ahead).text
    costly = replace(ahead, mistakes=found.still_to_come)
    assert f"at most {found.still_to_come:.3f}" in advise(found, 3, costly).text


def test_the_desk_looks_ahead_while_it_waits(qapp, qtbot):
    desk = Desk(two_class_model())
    assert desk.outlook is None
    with qtbot.waitSignal(desk.outlook_changed):
        pass
    assert desk.outlook == end_of(desk.found)
    desk.answer(0, ANSWERED, 1.0, 1.0, "")
    assert desk.outlook is None
    finish_outlook(desk)
    assert desk.outlook == end_of(desk.found)


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.0, "0"), (1e-9, "fewer than 1"), (0.37, "37"), (0.9999, "more than 99"), (1.0, "100")],
)
def test_what_is_not_certain_is_never_none_or_all(share, words):
    assert of_hundred(share) == words


@pytest.mark.parametrize(
    ("change", "words"),
    [(0.0, "No answer"), (0.001, "fewer than 1"), (0.03, "3 of 100"), (0.31, "3 of 10"), (0.97, "Nearly")],
)
def test_how_often_a_decision_changes_is_told_in_words(change, words):
    assert words in change_in_words(change)


@pytest.mark.parametrize("seed", range(20))
def test_each_class_is_decided_from_its_threshold_on(seed, qapp):
    """Just below it another class costs less, just above it none: with the others' ratios as they are."""
    rng = np.random.default_rng(seed)
    model = clinic_model()
    mistakes = rng.uniform(0.1, 5.0, (3, 3)) * (1.0 - np.eye(3))
    found = Desk(model.changed(misclassification=mistakes.astype(np.float32))).found
    posterior = found.posterior.astype(np.float64)
    costs = found.model.misclassification.astype(np.float64)
    thresholds = found.thresholds
    assert any(threshold is not None for threshold in thresholds)
    for i, threshold in enumerate(thresholds):
        for p in np.linspace(0.0, 0.999, 200):
            there = posterior * (1.0 - p) / (1.0 - posterior[i])
            there[i] = p
            is_decided = int(np.argmin(there @ costs)) == i
            if threshold is None:
                assert is_decided
            elif abs(p - threshold) > 1e-6:
                assert is_decided == (p > threshold), (i, p, threshold)


def test_of_two_classes_the_thresholds_are_that_of_the_second_and_its_complement(qapp):
    found = Desk(Model.load(str(demo.PATH))).found
    first, second = found.thresholds
    assert second == pytest.approx(found.threshold)
    assert first == pytest.approx(1.0 - second)


def legend_after_looking_ahead(panel):
    finish_outlook(panel.desk)
    return panel.legend.text()


def test_the_legend_explains_the_underline_only_where_there_is_one(qapp):
    """Not before it is known where asking pays, nor where it pays at no probability."""
    asks, never = (PosteriorPanel(Desk(two_class_model(cost))) for cost in (0.02, 5.0))
    assert (asks.bars.asking, "Underlined" in asks.legend.text()) == (None, False)
    assert "Underlined" in legend_after_looking_ahead(asks)
    assert asks.bars.asking is not None
    assert "Underlined" not in legend_after_looking_ahead(never)
    assert never.bars.asking is None
    asks.desk.answer(0, ANSWERED, 1.0, 1.0, "")
    assert "Underlined" not in asks.legend.text()


def test_the_posterior_of_three_classes_shows_its_thresholds(window):
    panel = window.page.posterior
    assert panel.bars.thresholds == window.desk.found.thresholds
    assert "if the others keep their ratios" in panel.legend.text()
    assert "Underlined" not in panel.legend.text()
