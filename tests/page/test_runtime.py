"""The page's runtime: the same bits as Python's, for models of all kinds; misuse is refused."""

import os

import numpy as np
from models import bare, planned
from page_jobs import by_node, followed, in_base64, job, models_of_all_kinds, random_changes
from strategies import Problem, plain_costs, random_network, random_problem

from ifc2f.files.format import adaptive_section

N_MODELS, N_CASES = 20, int(os.environ.get("PAGE_CASES", "40"))


def test_node_follows_cases_to_the_same_bits_as_python():
    rng = np.random.default_rng(20)
    powers = {"policy": {"power": 0.7}, "calibration": {"power": 0.9}}
    models = [model.with_meta(model.meta | powers) for model in models_of_all_kinds(rng, N_MODELS)]
    cases = [(i % N_MODELS, random_changes(rng, models[i % N_MODELS], 12)) for i in range(N_CASES)]
    found = by_node("follow", job(models, cases))
    for (model, changes), told in zip(cases, found, strict=True):
        assert told == followed(models[model], changes)


def test_misuse_raises_the_librarys_error_and_changes_nothing():
    """WebAssembly would take nothing for 0 and 1.5 for 1, and JavaScript memory that was given back."""
    networks = (random_network(np.random.default_rng(seed), 2, [3, 3]) for seed in range(100))
    network = next(each for each in networks if not each.features[0].categorical)
    model = planned(Problem(network, plain_costs([0.1] * 2), (1 - np.eye(2)).astype(np.float32)))
    told = by_node("misuse", {"model": in_base64(model.with_meta({"training": {"n_rows": 10}}))})
    assert told["isAsBefore"]
    assert len(told["errors"]) > 150
    for misuse, (name, status, *message) in told["errors"].items():
        assert name == "Ifc2fError", (misuse, name, status)
        assert message
        assert status < 0 or misuse.startswith(("freed", "Model")), misuse
    assert told["errors"]["answer null"][2].endswith("an answer is a number or a text, not null")


def test_an_outlook_that_is_given_up_gives_its_memory_back():
    """A browser may collect garbage late, and the memory of a module never shrinks."""
    problem = random_problem(np.random.default_rng(3), 12, 4, 3)
    model = bare(problem).with_policies({"ADPT": adaptive_section()})
    taken = by_node("memory", {"model": in_base64(model), "n": 14})
    assert taken[-1] == taken[4]
