"""What bounds every policy: on small networks against all policies there are, on large ones step by step."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import plain_costs, random_network

from benchmarks.guards import Case, broken, optimum, random_case
from ifc2f import (
    AcquisitionCosts,
    Feature,
    IFC2FClassifier,
    Model,
    Network,
    Session,
    expected_cost,
    plan_network,
)
from ifc2f.cli import main
from ifc2f.files.format import adaptive_section


def of_tests(accuracies: list[float], prior: list[float]) -> Network:
    """Return a network of yes/no tests, each right with its probability whatever the class and the others."""
    features = tuple(
        Feature(
            f"f{k}",
            k,
            np.array([0.5], dtype=np.float32),
            False,
            None,
            -1,
            np.array([[[right, 1 - right], [1 - right, right]]], dtype=np.float32),
        )
        for k, right in enumerate(accuracies)
    )
    return Network(features, (0, 1), np.array(prior, dtype=np.float32))


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32 - 1))
@pytest.mark.filterwarnings("ignore:no question costs more than")
def test_nothing_is_broken_on_a_small_network(seed: int) -> None:
    assert list(broken(random_case(seed), np.random.default_rng(seed))) == []


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_a_test_that_changes_no_decision_is_not_made(weight: float) -> None:
    """Adaptive falls by more than the test costs, but neither answer changes the decision: .216, not .200."""
    model = plan_network(of_tests([0.75], [0.8, 0.2]), 0.016, policy="adaptive")
    model = model.with_policies({"ADPT": adaptive_section(weight)})
    assert Session(model).next() is None
    assert expected_cost(model).total == pytest.approx(0.2)


def unequal(n_features: int, n_values: int) -> tuple[Network, NDArray[np.float32]]:
    """Return a network, and mistakes of one class a hundred times as dear as those of the other."""
    rng = np.random.default_rng(n_features)
    network = random_network(rng, n_features, [n_values] * n_features, 2, "naive", concentration=0.5)
    return replace(network, prior=np.array([0.9, 0.1], dtype=np.float32)), np.array(
        [[0, 1], [100, 0]], dtype=np.float32
    )


@pytest.mark.parametrize(("n_features", "n_values"), [(1, 3), (60, 12)])
@pytest.mark.parametrize("weight", [0.0, 1.0, 10.0])
@pytest.mark.parametrize("budget", [np.inf, 0.5])
def test_where_pairs_are_not_tried_a_look_that_pays_is_made_and_no_other(
    n_features: int, n_values: int, weight: float, budget: float
) -> None:
    """One feature, or too many pairs. Adaptive grows with answers where mistakes are not equally dear."""
    network, mistakes = unequal(n_features, n_values)
    model = Model.build(network, plain_costs([0.05] * n_features), mistakes, budget=budget)
    model = model.with_policies({"ADPT": adaptive_section(weight)})
    rng = np.random.default_rng(0)
    for _ in range(20):
        session = Session(model)
        while True:
            stop, chosen = session.cost_of_stopping, session.next()
            if chosen is not None:
                assert session.cost_of_continuing(chosen) <= stop * (1 + 1e-5)
                session.answer_bin(chosen, int(rng.integers(network.features[chosen].n_values)))
                continue
            for k in range(n_features):
                if session.state(k) == "open" and session.cost + session.feature_cost(k) <= budget - 1e-6:
                    assert session.cost_of_continuing(k) >= stop * (1 - 1e-4)
            break
    assert expected_cost(model, n_instances=2000).total <= Session(model).cost_of_stopping * (1 + 1e-4)


def test_looks_are_made_that_pay_only_three_together() -> None:
    """No two of five tests change the decision: a plan knows that three can, and who looks ahead finds it."""
    network = of_tests([0.75] * 5, [0.9, 0.1])
    ahead = plan_network(network, 0.003, policy="adaptive")
    beside = ahead.with_policies({"ADPT": adaptive_section(), "ORDR": ahead.policies["ORDR"]})
    alone = ahead.with_policies({"ADPT": adaptive_section()})
    assert Session(alone).next() is None
    assert Session(ahead.with_policies({"ADPT": ahead.policies["ADPT"]})).next() is not None
    assert expected_cost(ahead).total <= expected_cost(beside).total * (1 + 1e-6)
    assert expected_cost(beside).total == pytest.approx(expected_cost(plan_network(network, 0.003)).total)
    assert expected_cost(beside).total < 0.06 < expected_cost(alone).total


def test_a_plan_for_other_costs_is_no_base() -> None:
    network = of_tests([0.9, 0.9, 0.9], [0.5, 0.5])
    cheap = plan_network(network, 0.001, policy="adaptive")
    assert set(cheap.policies) == {"ADPT", "ORDR"}
    dear = cheap.changed(costs=AcquisitionCosts.from_spec(0.45, ["f0", "f1", "f2"]))
    assert set(dear.policies) == {"ADPT"}
    assert expected_cost(dear).total <= Session(dear).cost_of_stopping + 1e-6


def test_a_policy_that_costs_more_on_rows_held_out_than_deciding_is_warned_of() -> None:
    """Columns of noise: whatever a graph asks for is for nothing."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(80, 3)), rng.random(80) < 0.3
    with pytest.warns(UserWarning, match="deciding at once 0.3875: no answer is worth"):
        clf = IFC2FClassifier(0.001, policy="graph").fit(X, y)
    choice = clf.model_.meta["policy"]
    assert choice["cross_validation"][choice["name"]] > y.mean()


def test_an_evaluation_tells_what_deciding_at_once_would_have_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On rows whose classes were shuffled the looks are paid for nothing; on the others they pay."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 300)
    X = y + rng.normal(0, 0.5, 300)
    Model(IFC2FClassifier(0.05, policy="ordered").fit(X[:, np.newaxis], y).model_.to_bytes()).save(
        tmp_path / "m.ifc2f"
    )
    for name, truth in (("same", y), ("shuffled", rng.permutation(y))):
        rows = "".join(f"{x},{label}\n" for x, label in zip(X, truth, strict=True))
        (tmp_path / f"{name}.csv").write_text("x0,y\n" + rows)
        command = ["evaluate", str(tmp_path / "m.ifc2f"), str(tmp_path / f"{name}.csv"), "--target", "y"]
        assert main([*command, "--json"]) == 0
        cost = json.loads(capsys.readouterr().out)["total_cost"]
        assert cost["deciding_at_once"] == pytest.approx(min(y.mean(), 1 - y.mean()))
        assert main(command) == 0
        told = "Deciding at once, without asking anything, would have cost" in capsys.readouterr().out
        page = tmp_path / f"{name}.html"
        assert main(["report", *command[1:], "-o", str(page)]) == 0
        assert told == ("deciding at once, without asking anything" in page.read_text(encoding="utf-8"))
        capsys.readouterr()
        assert told == (cost["realised"]["mean"] > cost["deciding_at_once"]) == (name == "shuffled")


def test_the_optimum_is_that_of_an_example_by_hand() -> None:
    """Test 0 is right in .9 and costs .1: with it .2, without any .3; the second test is too dear."""
    network = of_tests([0.9, 0.99], [0.7, 0.3])
    mistakes = (1 - np.eye(2)).astype(np.float32)
    case = Case(network, plain_costs([0.1, 0.5]), mistakes, np.inf)
    assert optimum(case) == pytest.approx(0.2, abs=1e-6)
    assert optimum(replace(case, budget=0.05)) == pytest.approx(0.3, abs=1e-6)
