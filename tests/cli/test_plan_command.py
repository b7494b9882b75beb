"""``ifc2f plan`` on networks of any structure."""

import json
import re
import warnings

import numpy as np
import pytest
from strategies import random_problem

from ifc2f import Model, write_bif
from ifc2f.cli import main

CHEST = """
network chest { }
variable smoke { type discrete [ 2 ] { yes, no }; }
variable tub { type discrete [ 2 ] { yes, no }; }
variable lung { type discrete [ 2 ] { yes, no }; }
variable either { type discrete [ 2 ] { yes, no }; }
variable xray { type discrete [ 2 ] { yes, no }; }
variable dysp { type discrete [ 3 ] { none, some, bad }; }
probability ( smoke ) { table 0.5, 0.5; }
probability ( tub ) { table 0.05, 0.95; }
probability ( lung | smoke ) { (yes) 0.3, 0.7; (no) 0.05, 0.95; }
probability ( either | lung, tub ) { default 1.0, 0.0; (no, no) 0.0, 1.0; }
probability ( xray | either ) { (yes) 0.95, 0.05; (no) 0.1, 0.9; }
probability ( dysp | either, smoke ) { default 0.2, 0.3, 0.5; (no, no) 0.8, 0.1, 0.1; }
"""


@pytest.fixture
def chest(tmp_path):
    path = tmp_path / "chest.bif"
    path.write_text(CHEST)
    return path


def test_a_network_of_any_structure_becomes_a_graph(chest, tmp_path, capsys):
    model = tmp_path / "chest.ifc2f"
    assert main(["plan", str(chest), "--target", "lung", "--cost", "0.02", "-o", str(model)]) == 0
    out = capsys.readouterr().out
    assert "Questions, by how much each would save" in out
    assert "so it is within" in out
    assert "exact posteriors" in out
    assert Model.load(model).policy == "graph"
    assert main(["inspect", str(model), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["certificate"]
    assert told["method"] == "search"
    assert told["gap"] <= 0.01
    assert main(["inspect", str(model)]) == 0
    assert "Under the network it was planned on" in capsys.readouterr().out
    for target in ("page", "int8", "c", "float32"):
        assert main(["export", str(model), "--target", target, "-o", str(tmp_path / f"out-{target}")]) == 0
    capsys.readouterr()


def test_leaves_the_file_of_costs_or_names_say_what_can_be_asked(chest, tmp_path, capsys):
    model, costs = str(tmp_path / "chest.ifc2f"), tmp_path / "costs.csv"
    costs.write_text("feature,cost\nsmoke,0.001\nxray,0.01\n")
    plan = ["plan", str(chest), "--target", "lung", "-o", model]
    for options, possible in (
        (["--ask-leaves"], {"xray"}),  # the other leaf is not worth its price
        (["--costs", str(costs)], {"smoke", "xray"}),
        (["--ask", "xray"], {"xray"}),
        (["--ask", "xray", "--costs", str(costs)], {"xray"}),
    ):
        assert main([*plan, *options, "--mistake", "yes", "no", "20"]) == 0
        assert set(Model.load(model).feature_names) == possible
    assert main([*plan, "--ask-leaves", "--nodes", "3", "--beliefs", "5", "--gap", "0"]) == 0
    assert len(Model.load(model).graph_nodes()) <= 3
    capsys.readouterr()


def test_a_tree_is_planned_in_an_order_unless_a_graph_is_wanted(tmp_path, capsys):
    path, model = tmp_path / "tree.bif", str(tmp_path / "tree.ifc2f")
    path.write_text(
        "variable class { type discrete [2] { a, b }; } variable x { type discrete [2] { c, d }; }"
        "probability (class) { table 0.5, 0.5; } probability (x | class) { (a) 0.9, 0.1; (b) 0.2, 0.8; }"
    )
    for options, policy in (([], "ordered"), (["--policy", "graph"], "graph"), (["--ask", "x"], "graph")):
        assert main(["plan", str(path), *options, "-o", model]) == 0
        assert Model.load(model).policy == policy
    capsys.readouterr()


def test_a_factor_is_never_asked_for(tmp_path, capsys):
    """Not the true network's, whose variables have no names of ours, nor in a policy of any kind."""
    path, model = tmp_path / "factor.bif", str(tmp_path / "factor.ifc2f")
    problem = random_problem(np.random.default_rng(3), 4, 3, 2, "factor", shared=False)
    write_bif(problem.network, path)
    names = {feature.name for feature in problem.network.features}
    for options, policy in (([], "adaptive"), (["--policy", "graph"], "graph"), (["--ask", "f0"], "graph")):
        assert main(["plan", str(path), *options, "--cost", "0.001", "-o", model]) == 0
        planned = Model.load(model)
        assert planned.policy == policy
        assert len(planned.feature_names) > 0
        assert set(planned.feature_names) <= names
    capsys.readouterr()
    for options, message in (
        (["--policy", "ordered"], "use policy='adaptive'"),
        (["--ask", "f0", "factor"], "'factor' is the network's factor"),
    ):
        assert main(["plan", str(path), *options, "-o", model]) == 2
        assert message in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "has no variable 'class'; it has 'smoke', 'tub', 'lung'"),
        (["--target", "lung", "--ask", "cough"], "no variable 'cough'"),
        (["--target", "lung", "--ask", "lung"], "'lung' is the target"),
        (["--target", "lung", "--policy", "ordered"], "plan a graph: --policy graph"),
        (["--target", "smoke", "--policy", "adaptive", "--ask-leaves"], "are for graphs"),
    ],
)
def test_what_cannot_be_planned_is_said_with_what_to_do(chest, tmp_path, capsys, options, message):
    output = tmp_path / "none.ifc2f"
    assert main(["plan", str(chest), *options, "-o", str(output)]) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert not output.exists()


def test_questions_that_a_wide_network_leaves_out_are_counted(chest, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ifc2f.networks.narrowed.MOST_CELLS", 20)
    monkeypatch.setattr("ifc2f.networks.junction_tree.MOST_CELLS", 39)
    monkeypatch.setattr("ifc2f.networks.drawn.N_LEARNT", 2000)
    model = tmp_path / "chest.ifc2f"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert main(["plan", str(chest), "--target", "lung", "-o", str(model)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    told = re.search(
        r"exact posteriors; .* explored, without (\d) questions that exact inference has no", out
    )
    assert told is not None
    assert 0 < int(told[1]) < 5
    assert set(Model.load(model).meta["plan"]) == {"lower", "upper", "standard_error"}


def test_a_network_that_is_too_wide_is_learnt_from_what_it_draws(chest, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("ifc2f.networks.junction_tree.MOST_CELLS", 0)
    monkeypatch.setattr("ifc2f.networks.drawn.N_LEARNT", 300)
    model = tmp_path / "chest.ifc2f"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert main(["plan", str(chest), "--target", "lung", "-o", str(model)]) == 0
    out = capsys.readouterr().out
    assert "learned from simulated instances" in out
    assert "over 100,000 instances simulated from the network" in out
    assert Model.load(model).meta["plan"]["standard_error"] > 0
    assert main(["inspect", str(model)]) == 0
    assert "The first bound is simulated, and holds" in " ".join(capsys.readouterr().out.split())
