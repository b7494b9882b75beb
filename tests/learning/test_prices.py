"""Questions as dear as mistakes, or next to nothing beside them, are warned of wherever costs are given."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifc2f import IFC2FClassifier, plan_network
from ifc2f.cli import main
from ifc2f.learning.prices import are_dear, are_next_to_nothing, price_findings

DEAR = "the cheapest question costs"
PRICES = st.lists(st.floats(0, 100), min_size=1, max_size=5)


def data(n=120):
    """Return rows of two informative columns, and two classes."""
    rng = np.random.default_rng(3)
    y = np.arange(n) % 2
    return rng.normal(y[:, None] * 2.0, 1.0, (n, 2)), y


@given(PRICES, PRICES)
def test_dear_is_when_no_paid_answer_can_be_worth_its_price(prices, mistakes):
    paid = [price for price in prices if price > 0]
    assert are_dear(prices, mistakes) == (bool(paid) and 0 < max(mistakes) <= min(paid))


@pytest.mark.parametrize("policy", ["ordered", "graph", "adaptive"])
@pytest.mark.parametrize(("costs", "mistakes", "is_dear"), [
    (1.0, None, True),
    ([40.0, 175.0], None, True),
    ([0.0, 175.0], None, True),
    (0.5, None, False),
    (0.0, None, False),
    ([40.0, 175.0], 1000.0, False),
])  # fmt: skip
def test_the_estimator_warns(policy, costs, mistakes, is_dear):
    X, y = data()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        IFC2FClassifier(policy=policy, feature_cost=costs, misclassification_cost=mistakes).fit(X, y)
    assert sum(DEAR in str(warning.message) for warning in caught) == is_dear


def test_streams_warn_too():
    X, y = data()
    with pytest.warns(UserWarning, match=DEAR):
        IFC2FClassifier(feature_cost=10.0, edges=[[1.0], [1.0]], policy="ordered").partial_fit(
            X, y, classes=[0, 1]
        )


def test_a_plan_of_a_network_warns_too():
    X, y = data()
    network = IFC2FClassifier(policy="ordered").fit(X, y).model_.network
    with pytest.warns(UserWarning, match=DEAR):
        plan_network(network, 10.0)


@pytest.mark.parametrize("chunks", [[], ["--rows-at-once", "50"]])
def test_the_command_line_warns(tmp_path, capsys, chunks):
    X, y = data()
    path = tmp_path / "t.csv"
    rows = "".join(f"{a:.3f},{b:.3f},{c}\n" for (a, b), c in zip(X, y, strict=True))
    path.write_text("a,b,class\n" + rows, encoding="utf-8")
    train = [
        "train",
        str(path),
        "--policy",
        "ordered",
        "--target",
        "class",
        "-o",
        str(tmp_path / "m.ifc2f"),
        *chunks,
    ]
    assert main([*train, "--cost", "25"]) == 0
    assert f"{DEAR} 25, and a mistake at most 1" in capsys.readouterr().err
    assert main([*train, "--cost", "25", "--cost-ratio", "900"]) == 0
    assert DEAR not in capsys.readouterr().err


@given(PRICES, PRICES)
def test_next_to_nothing_is_when_no_question_costs_a_ten_thousandth_of_a_mistake(prices, mistakes):
    paid, wrong = ([cost for cost in costs if cost > 0] for costs in (prices, mistakes))
    is_far_below = bool(paid and wrong) and max(paid) < 0.99e-4 * min(wrong)
    is_above = not paid or not wrong or max(paid) >= 1e-4 * min(wrong)
    found = are_next_to_nothing(prices, mistakes)
    assert found or not is_far_below
    assert not (found and is_above)
    assert len(price_findings(prices, mistakes)) == are_dear(prices, mistakes) + found


@pytest.mark.parametrize(("cost", "is_odd"), [(0.01, True), (0.05, False), (0.0, False)])
def test_costs_next_to_nothing_beside_mistakes_are_warned_of(cost, is_odd):
    X, y = data()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mistakes = [[0, 5000], [300, 0]]
        IFC2FClassifier(policy="ordered", feature_cost=cost, misclassification_cost=mistakes).fit(X, y)
    told = f"than {cost:g}, next to nothing compared with mistakes, which cost 300 or more"
    assert sum(told in str(warning.message) for warning in caught) == is_odd
