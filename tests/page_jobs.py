"""Models of all kinds and random cases of them, followed in Python and by the page's runtime."""

from __future__ import annotations

import base64
import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from graphs import random_nodes, with_graph
from models import bare, planned
from strategies import SHAPES, random_problem
from tools import need

import ifc2f.page
from ifc2f.costs import AcquisitionCosts
from ifc2f.files.format import adaptive_section
from ifc2f.model import Model
from ifc2f.session import Session

HERE = Path(__file__).parent / "page"
FOLDER = Path(ifc2f.page.__file__).parent


def models_of_all_kinds(rng: np.random.Generator, n: int) -> list[Model]:
    """Return models with an ordered policy, a graph, an adaptive policy with and without a plan, and none.

    Of a quarter of them one test shows several features. Half of those that could have one have a factor.
    """
    found = []
    for i in range(n):
        shape = "factor" if i % 5 in (0, 3, 4) and i // 5 % 2 == 1 else SHAPES[i // 5 % 4]
        problem = random_problem(rng, int(rng.integers(1, 7)), int(rng.integers(2, 5)), 2 + i % 3, shape)
        if i % 4 == 3:
            problem = replace(problem, costs=_with_panel(problem.costs))
        model = with_graph(problem, random_nodes(rng, problem, 4)) if i % 5 == 0 else bare(problem)
        policies = planned(problem).policies if i % 5 in (1, 2) else {}
        if i % 5 in (2, 3):
            policies["ADPT"] = adaptive_section(0.5, i % 3)
        model = model.with_policies(policies) if policies else model
        found.append(model.with_meta({**model.meta, "training": {"n_rows": 10 + 90 * i}}))
    return found


def _with_panel(costs: AcquisitionCosts) -> AcquisitionCosts:
    """Return costs of which the first test shows the first half of the features, alone in its group."""
    n = len(costs.tests_of)
    of_panel = (n + 1) // 2
    group = np.full(len(costs.cost), -1, dtype=np.int32)
    group[0] = 0
    tests_of = ((0,),) * of_panel + tuple((k,) for k in range(of_panel, n))
    return replace(
        costs, group=group, group_names=("panel",), tests_of=tests_of, discount_cost=costs.cost.copy()
    )


def random_changes(rng: np.random.Generator, model: Model, n: int) -> list[list[Any]]:
    """Return changes to a case: answers in any order, soft, known, unknown, taken back, priors, budgets."""
    changes: list[list[Any]] = [["restart", None, None]]
    for _ in range(n):
        k = int(rng.integers(model.n_features))
        feature = model.network.features[k]
        bin = int(rng.integers(feature.n_values))
        value: Any = float(np.float32(rng.normal(bin, 0.3)))
        if feature.categorical:
            value = feature.labels[bin] if feature.labels is not None else float(feature.values[bin])
        prior = rng.gamma(1.0, size=model.n_classes) + 1e-3
        budget = float(rng.choice([0.0, 0.05, 0.2, 1e9]))
        kinds = [
            *[["answer", k, value], ["bin", k, bin]] * 3,
            ["likelihoods", k, np.round(rng.random(feature.n_values) + 0.01, 3).tolist()],
            ["know", k, value],
            ["missing", k, bool(rng.integers(2))],
            ["retract", k, None],
            ["prior", None, (prior / prior.sum()).tolist()],
            ["budget", None, budget],
        ]
        changes.append(kinds[int(rng.integers(len(kinds)))])
    return changes


def followed(model: Model, changes: list[list[Any]]) -> list[Any]:
    """Return what Python tells after each change, as ``follow.mjs`` does."""
    session, told = Session(model), []
    for what, k, value in changes:
        if what == "missing":
            session.missing(k, paid=value)
        elif what in ("prior", "budget"):
            getattr(session, f"set_{what}")(value)
        else:
            name = {"bin": "answer_bin", "likelihoods": "answer_likelihoods"}.get(what, what)
            getattr(session, name)(*(part for part in (k, value) if part is not None))
        asked = None if model.policy is None else session.next()
        cost, stopping = _bits([session.cost, session.cost_of_stopping])
        known = [_bits(session.posterior), asked, session.decide(), cost, stopping, session.acquired]
        known += [session.interval().tolist(), session.decision_thresholds()]
        told.append([*known, *_valued(session, k or 0)])
    return told


def _valued(session: Session, k: int) -> list[Any]:
    """Return what is known of a feature, its cost, its worth, and what the first are worth together."""
    worth, together = session.worth(k), session.joint_worth(range(min(3, session.model.n_features)))
    of_both = [worth.change, worth.saving, together.change, together.saving, together.missed]
    try:
        continuing = None if session.model.policy is None else _bits([session.cost_of_continuing(k)])[0]
    except ValueError:  # the policy does not tell
        continuing = None
    return [
        session.state(k),
        _bits(session.likelihoods(k)),
        [_bits(row) for row in session.feature_posterior(k)],
        _bits([session.feature_cost(k), *of_both]),
        continuing,
        session.conflict,
    ]


def _bits(numbers: Any) -> list[int]:
    return [int(word) for word in np.asarray(numbers, dtype=np.float32).view(np.uint32)]


def in_base64(model: Model) -> str:
    return base64.b64encode(model.to_bytes()).decode("ascii")


def job(models: list[Model], cases: list[tuple[int, list[list[Any]]]]) -> dict[str, Any]:
    """Return what ``follow.mjs`` takes."""
    return {"models": [in_base64(model) for model in models], "cases": cases}


def by_node(what: str, given: Any) -> Any:
    """Return what a function of the folder ``page`` tells of a job; skip the test without Node."""
    command = [need("node"), HERE / "node.mjs", FOLDER, what]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
