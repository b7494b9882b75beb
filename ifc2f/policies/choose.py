"""Choose a policy by cross-validation on the training rows: kinds of policies, and their settings."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.callers import warn_caller
from ifc2f.core.kernels import Int64
from ifc2f.core.memory import give_back
from ifc2f.core.threads import Threads
from ifc2f.core.words import words
from ifc2f.costs import AcquisitionCosts, checked_budget
from ifc2f.data.reservoir import first_positions
from ifc2f.learning.train import NOTHING_TELLS, Progress
from ifc2f.learning.training_data import TrainingData, check_training
from ifc2f.model import Model
from ifc2f.policies import graph, graph_model, wide
from ifc2f.policies.candidates import (
    Adaptive,
    Candidate,
    Nothing,
    Order,
    best_candidate,
    best_of_kinds,
    candidates_of,
    name_of,
)
from ifc2f.policies.graph import Ground, Growth
from ifc2f.policies.held_out import compared
from ifc2f.policies.node_counts import count_down, with_more_rows
from ifc2f.policies.problem import Problem, planner, power_of
from ifc2f.policies.tempering import tempered_graph
from ifc2f.settings import Settings

__all__ = ["choose", "grown", "threads", "train_by_policy", "warn_of_nothing"]

MOST_GUESSES = 1 << 26  # class probabilities of rows that a graph is grown on (256 MB)
ROWS_AT_ONCE = 1 << 18  # of those that are counted down it


def train_by_policy(
    policy: str,
    data: TrainingData,
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    *,
    budget: float = np.inf,
    settings: Settings | None = None,
    meta: dict[str, Any] | None = None,
    n_jobs: int = 1,
    progress: Progress = lambda stage: None,
) -> Model:
    """Train a model whose policy is "ordered", "adaptive", a "graph", or, "auto", what costs least held out.

    Settings of adaptive policies and graphs are chosen in the same way. Scores, average total costs of rows
    held out, are in the model's ``meta["policy"]["cross_validation"]``. A network is made as sure of itself
    as it is right on these rows: ``power`` there is what its likelihoods were raised to, ``held_out_cost``
    what rows cost with that. Other parameters are those of `ifc2f.learning.train.train`. Of a sparse matrix
    that is too wide to be made dense, graphs and adaptive policies use only the most relevant columns,
    which every fold of the comparison finds anew.

    Raises
    ------
    ValueError
        If there is no such policy, or as `ifc2f.learning.train.train` says.
    """
    check_training(data, meta)
    problem = Problem(costs, misclassification, checked_budget(budget), settings or Settings(), n_jobs)
    if policy == "graph":
        _warn_of_unused(problem.settings)
    candidates = candidates_of(policy, problem.settings)
    with threads(n_jobs, progress):
        if candidates == [Order()]:
            return problem.ordered(data, meta, progress)
        if wide.is_too_wide(data):
            progress(
                words("a wide sparse matrix: graphs and adaptive policies use its most relevant columns")
            )
        data = wide.where_dense(data)
        chosen, about = choose(problem, data, candidates, meta, progress)
        give_back()  # what comparing took
        return _trained(problem, data, chosen, about, progress)


def choose(
    problem: Problem,
    data: TrainingData,
    candidates: list[Candidate],
    meta: dict[str, Any] | None,
    progress: Progress,
) -> tuple[Candidate, dict[str, Any]]:
    """Choose among candidates by held-out rows; return the one chosen, and `meta` with all scores."""
    comparison = compared(problem, data, candidates, progress)
    costs_of_rows = comparison.costs_of_rows(candidates)
    chosen = best_candidate(candidates, comparison.costs_to_choose_by(candidates))
    scores = costs_of_rows.mean(axis=1) if costs_of_rows.size else np.zeros(0)
    by_name = {name_of(c): float(score) for c, score in zip(candidates, scores, strict=False)}
    for name in best_of_kinds(by_name):
        progress(words("{name}: cost {cost:.4g}", name=name, cost=by_name[name]))
    if not by_name:
        progress(words("{n} rows are too few to compare policies on held-out rows", n=len(data.y)))
    progress(words("chosen: {chosen}", chosen=name_of(chosen)))
    if by_name:
        _warn_if_dearer(by_name[name_of(chosen)], comparison.cost_of_deciding())
    choice: dict[str, Any] = {"name": name_of(chosen), "cross_validation": by_name}
    if by_name and not isinstance(chosen, Nothing):
        progress(words("calibrating it on held-out rows"))
        choice["power"], choice["held_out_cost"] = comparison.tempering(chosen)
    elif by_name:
        choice["held_out_cost"] = by_name[name_of(chosen)]
    return chosen, {**(meta or {}), "policy": choice}


def _trained(
    problem: Problem, data: TrainingData, chosen: Candidate, about: dict[str, Any], progress: Progress
) -> Model:
    """Train the model of the candidate chosen on all rows."""
    if isinstance(chosen, Order):
        return problem.ordered(data, about, progress, planner(chosen, about), network=chosen.network)
    if isinstance(chosen, Adaptive):
        network = problem.network(data, chosen, about, progress)
        return planner(chosen, about)(network, problem.settings)
    ground = problem.ground(data)
    if not ground.columns or data.n_classes == 1:
        warn_caller(NOTHING_TELLS)
    parts = problem.model_parts(data, about)
    if isinstance(chosen, Nothing):
        if ground.columns and data.n_classes > 1:
            warn_of_nothing(about)
        root = graph.ungrown(np.bincount(data.y, minlength=data.n_classes))
        best = graph.pruned(root, ground.prior, problem.misclassification, 0.0)
        return graph_model.graph_model(best, ground, data, **parts)
    best = graph.pruned(
        grown(problem, ground, data, chosen), ground.prior, problem.misclassification, chosen.complexity
    )
    best = tempered_graph(best, ground.prior, problem.misclassification, power_of(about))
    return graph_model.graph_model(best, ground, data, **parts)


def grown(problem: Problem, ground: Ground, data: TrainingData, growth: Growth) -> graph.Graph:
    """Grow a graph on all rows, or on some if guesses of all are too many, and count the others down it."""
    most = MOST_GUESSES // data.n_classes
    if len(data.y) <= most:
        return problem.graph(problem.material(ground, data), growth)
    kept = first_positions(np.arange(len(data.y)), most, problem.settings.seed)
    some = replace(data, matrix=data.matrix[kept], y=data.y[kept])
    of_some = problem.graph(problem.material(ground, some), growth)
    is_left = np.ones(len(data.y), dtype=np.bool_)
    is_left[kept] = False
    return with_more_rows(of_some, _counted_down(problem, ground, data, of_some, np.flatnonzero(is_left)))


def _counted_down(
    problem: Problem, ground: Ground, data: TrainingData, of_some: graph.Graph, rows: NDArray[np.intp]
) -> Int64:
    """Count some rows down a graph, so many at once that what is held of them does not grow with them."""
    counts = np.zeros(of_some.sums.shape, dtype=np.int64)
    for first in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[first : first + ROWS_AT_ONCE]
        codes = ground.binnings.codes(data.matrix[part][:, ground.columns])
        counts += count_down(of_some, codes, data.y[part], ground.binnings, data.n_classes, problem.n_jobs)
    return counts


def threads(n_jobs: int, progress: Progress) -> Threads:
    """Return threads for a `with` block, which report how much of its work is done."""
    return Threads(n_jobs, _Clock(progress).tell)


class _Clock:
    """Reports now and then how much of the work is done, and how long the rest may take."""

    FIRST = 2.0  # seconds: shorter waits need no report

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.told, self.again = 0.0, self.FIRST

    def tell(self, share: float, seconds: float) -> None:
        """Note the share of the work done after some seconds."""
        if seconds < self.again or share <= self.told:
            return
        self.told, self.again = share, seconds + max(2.0, seconds / 5)
        left = seconds * (1 - share) / share
        self.progress(
            words("{share:.0%} done, about {left:.0f} s left", share=min(share, 0.99), left=max(left, 1))
        )


def _warn_of_unused(settings: Settings) -> None:
    """Warn of settings that a graph does not use, because it has cuts and features of its own."""
    used = settings.of_graphs()
    chosen = [
        f.name for f in fields(Settings) if f.name not in used and getattr(settings, f.name) != f.default
    ]
    if chosen:
        names = ", ".join(chosen)
        told = words("with the policy 'graph' {names} have no effect", names=names)
        if len(chosen) == 1:
            told = words("with the policy 'graph' {name} has no effect", name=names)
        warn_caller(told)


def warn_of_nothing(about: dict[str, Any]) -> None:
    """Warn that no policy costs less on held-out rows than asking nothing does."""
    warn_caller(
        words(
            "on held-out rows, no policy costs less than deciding at once, which costs {cost:.4g}: the "
            "model asks nothing; check that the costs of questions and of mistakes are in the same unit",
            cost=about["policy"]["cross_validation"][name_of(Nothing())],
        ),
    )


def _warn_if_dearer(cost: float, deciding: float) -> None:
    """Warn if the chosen policy costs more on held-out rows than asking nothing."""
    if cost > deciding:
        warn_caller(
            words(
                "on held-out rows, the policy costs {cost:.4g} on average, and deciding at once "
                "{deciding:.4g}: no answer is worth its price, or there are too few rows to learn which "
                "one is",
                cost=cost,
                deciding=deciding,
            ),
        )
