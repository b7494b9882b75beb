"""Choose a policy by cross-validation on the training rows: kinds of policies, and their settings."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float64
from ifc2f.core.threads import Threads, advance, shared
from ifc2f.costs import AcquisitionCosts, checked_budget
from ifc2f.data.reservoir import first_positions
from ifc2f.files.format import adaptive_section
from ifc2f.learning.train import (
    NOTHING_TELLS,
    Planner,
    Progress,
    describe,
    train,
    with_plan,
    without_plan,
)
from ifc2f.learning.training_data import Described, TrainingData, check_training
from ifc2f.model import Model
from ifc2f.network import Network
from ifc2f.policies import graph, graph_model, wide
from ifc2f.policies.candidates import (
    COMPLEXITY,
    Candidate,
    Doubt,
    Nothing,
    Order,
    best_candidate,
    best_of_kinds,
    candidates_of,
    name_of,
)
from ifc2f.policies.folds import N_DRAWN, folds
from ifc2f.policies.graph import Ground, Growth, Material
from ifc2f.policies.node_counts import count_down, with_more_rows
from ifc2f.policies.tempering import Beliefs, best_power
from ifc2f.settings import Settings

__all__ = ["Problem", "choose", "grown", "planner", "threads", "train_by_policy", "warn_of_nothing"]

MOST_GUESSES = 1 << 26  # class probabilities of rows that a graph is grown on (256 MB)
DRAFT_WORK = 50.0  # what a graph may take to roll out cuts while candidates are compared, as `graph.WORK`
COMPARING = 0.8  # share of the work that comparing is, to tell how long the rest will take


@dataclass(frozen=True)
class Problem:
    """What is common to all candidates; parameters of `train_by_policy`."""

    costs: AcquisitionCosts
    misclassification: NDArray[np.float32]
    budget: float
    settings: Settings
    n_jobs: int

    def ground(self, data: TrainingData) -> Ground:
        return Ground.of(data, self.settings)

    def material(self, ground: Ground, data: TrainingData, n_drawn: int = graph.N_DRAWN) -> Material:
        return Material.of(ground, data, self.settings, n_drawn)

    def graph(self, material: Material, growth: Growth, work: float = graph.WORK) -> graph.Graph:
        of_columns = self.costs.select(material.ground.columns)
        of_all = self.budget, self.settings.graph_depth
        return graph.grow(material, of_columns, self.misclassification, growth, *of_all, work)

    def model_parts(self, data: Described, meta: dict[str, Any]) -> dict[str, Any]:
        def about(network: Network) -> dict[str, Any]:
            told = describe(data, network, self.settings, meta)
            told["training"]["settings"] = self.settings.told_of_graphs()
            return told

        return {
            "costs": self.costs,
            "misclassification": self.misclassification,
            "budget": self.budget,
            "meta": about,
        }

    def ordered(
        self,
        data: TrainingData,
        meta: dict[str, Any] | None,
        progress: Progress = lambda stage: None,
        plan_it: Planner = with_plan,
    ) -> Model:
        return train(
            data,
            self.costs,
            self.misclassification,
            budget=self.budget,
            settings=self.settings,
            meta=meta,
            n_jobs=self.n_jobs,
            progress=progress,
            plan_it=plan_it,
        )


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

    The settings of adaptive policies and graphs are chosen likewise. Scores, the average total cost of rows
    held out, are in the model's ``meta["policy"]["cross_validation"]``. A network is made as sure of itself
    as it is right on these rows: ``power`` there is what its likelihoods were raised to, ``held_out_cost``
    what rows cost with that. Other parameters are those of `ifc2f.learning.train.train`. Of a sparse matrix
    that is too wide to be made dense, graphs and adaptive policies look at the most relevant columns only,
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
    candidates = candidates_of(policy)
    with threads(n_jobs, progress):
        if candidates == [Order()]:
            return problem.ordered(data, meta, progress)
        if wide.is_too_wide(data):
            progress("a wide sparse matrix: graphs and adaptive policies look at its most relevant columns")
        data = wide.where_dense(data)
        return _trained(problem, data, *choose(problem, data, candidates, meta, progress), progress)


def choose(
    problem: Problem,
    data: TrainingData,
    candidates: list[Candidate],
    meta: dict[str, Any] | None,
    progress: Progress,
) -> tuple[Candidate, dict[str, Any]]:
    """Choose among candidates by rows held out; return the one chosen, and `meta` with what all scored."""
    costs_of_rows = _held_out(problem, data, candidates, progress)
    chosen = best_candidate(candidates, costs_of_rows)
    scores = costs_of_rows.mean(axis=1) if costs_of_rows.size else np.zeros(0)
    by_name = {name_of(c): float(score) for c, score in zip(candidates, scores, strict=False)}
    for name in best_of_kinds(by_name):
        progress(f"{name}: cost {by_name[name]:.4g}")
    if not by_name:
        progress(f"{len(data.y)} rows are too few to compare policies on rows held out")
    progress(f"chosen: {name_of(chosen)}")
    if by_name:
        _warn_if_dearer(by_name[name_of(chosen)], _deciding_held_out(problem, data))
    choice: dict[str, Any] = {"name": name_of(chosen), "cross_validation": by_name}
    if by_name and isinstance(chosen, Order | Doubt):
        choice["power"], choice["held_out_cost"] = _tempering(problem, data, chosen, progress)
    elif by_name:
        choice["held_out_cost"] = by_name[name_of(chosen)]
    return chosen, {**(meta or {}), "policy": choice}


def _trained(
    problem: Problem, data: TrainingData, chosen: Candidate, about: dict[str, Any], progress: Progress
) -> Model:
    """Train the model of the candidate chosen on all rows."""
    if isinstance(chosen, Order):
        return problem.ordered(data, about, progress, planner(chosen, about))
    if isinstance(chosen, Doubt):
        network = _network_model(problem, data, chosen, about, progress)
        return planner(chosen, about)(network, problem.settings)
    ground = problem.ground(data)
    if not ground.columns or data.n_classes == 1:
        warnings.warn(NOTHING_TELLS, stacklevel=5)
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
    return graph_model.graph_model(best, ground, data, **parts)


def grown(problem: Problem, ground: Ground, data: TrainingData, growth: Growth) -> graph.Graph:
    """Grow a graph on all rows, or on some if guesses of all are too many, and count the others down it."""
    most = MOST_GUESSES // data.n_classes
    if len(data.y) <= most:
        return problem.graph(problem.material(ground, data), growth)
    kept = first_positions(np.arange(len(data.y)), most, problem.settings.seed)
    some = replace(data, matrix=data.matrix[kept], y=data.y[kept])
    of_some = problem.graph(problem.material(ground, some), growth)
    others = np.ones(len(data.y), dtype=np.bool_)
    others[kept] = False
    codes = ground.binnings.codes(data.matrix[:, ground.columns])[:, others]
    more = count_down(of_some, codes, data.y[others], ground.binnings, data.n_classes, problem.n_jobs)
    return with_more_rows(of_some, more)


def threads(n_jobs: int, progress: Progress) -> Threads:
    """Return threads for a `with` block, which tell how much of its work is done."""
    return Threads(n_jobs, _Clock(progress).tell)


class _Clock:
    """Tells now and then how much of the work is done, and how long the rest may take."""

    FIRST = 2.0  # seconds: those who wait for less need not know

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.told, self.again = 0.0, self.FIRST

    def tell(self, share: float, seconds: float) -> None:
        """Take note of the share that is done after so many seconds."""
        if seconds < self.again or share <= self.told:
            return
        self.told, self.again = share, seconds + max(2.0, seconds / 5)
        left = seconds * (1 - share) / share
        self.progress(f"{min(share, 0.99):.0%} done, about {max(left, 1):.0f} s left")


def _warn_of_unused(settings: Settings) -> None:
    """Warn of settings that somebody chose for a graph, which has cuts and features of its own."""
    used = settings.of_graphs()
    chosen = [
        f.name for f in fields(Settings) if f.name not in used and getattr(settings, f.name) != f.default
    ]
    if chosen:
        verb = "has" if len(chosen) == 1 else "have"
        warnings.warn(f"with the policy 'graph' {', '.join(chosen)} {verb} no effect", stacklevel=4)


def warn_of_nothing(about: dict[str, Any]) -> None:
    """Warn that no policy costs less on rows held out than asking nothing does."""
    warnings.warn(
        "on rows held out no policy costs less than deciding at once, which costs "
        f"{about['policy']['cross_validation'][name_of(Nothing())]:.4g}: the model asks nothing",
        stacklevel=6,
    )


def _warn_if_dearer(cost: float, deciding: float) -> None:
    """Warn where what was chosen costs more on rows held out than asking nothing does."""
    if cost > deciding:
        warnings.warn(
            f"on rows held out the policy costs {cost:.4g} on average, and deciding at once {deciding:.4g}: "
            "no answer is worth its price, or there are too few rows to learn which is",
            stacklevel=5,
        )


def _deciding_held_out(problem: Problem, data: TrainingData) -> float:
    """Return what rows held out cost if the class that is best for the other rows is decided at once."""
    costs = [
        _costs_of_deciding(problem, data.y[fitted], data.y[held])
        for fitted, held in folds(data.y, problem.settings.seed)
    ]
    return float(np.concatenate(costs).mean())


def _costs_of_deciding(problem: Problem, fitted: NDArray[np.int32], held: NDArray[np.int32]) -> Float64:
    """Return what each of the rows held out costs under the decision that is best for those fitted."""
    frequency = np.bincount(fitted, minlength=len(problem.misclassification))
    decided = int(np.argmin(frequency @ problem.misclassification.astype(np.float64)))
    return np.asarray(problem.misclassification[held, decided], dtype=np.float64)


def planner(chosen: Order | Doubt, about: dict[str, Any]) -> Planner:
    """Return what gives a model the policy chosen, once it is as sure of itself as `about` says it may be."""
    return partial(_planned, chosen, about["policy"].get("power", 1.0))


def _planned(
    candidate: Order | Doubt, power: float, model: Model, settings: Settings, is_draft: bool = False
) -> Model:
    """Raise a model's likelihoods to a power, and give it a candidate's policy."""
    tempered = model.changed(network=model.network.tempered(power)) if power != 1.0 else model
    if isinstance(candidate, Doubt):
        return _with_doubt(tempered, candidate)
    return with_plan(tempered, settings, is_draft)


def _with_doubt(model: Model, doubt: Doubt) -> Model:
    return model.with_policies({"ADPT": adaptive_section(doubt.weight)})


def _network_model(
    problem: Problem,
    data: TrainingData,
    candidate: Doubt | Order,
    meta: dict[str, Any],
    progress: Progress = lambda stage: None,
) -> Model:
    """Train the network of a candidate, without a policy."""
    if isinstance(candidate, Order) or candidate.sparing:
        return problem.ordered(data, meta, progress, without_plan)
    ground = problem.ground(data)
    if not ground.columns or data.n_classes == 1:
        warnings.warn(NOTHING_TELLS, stacklevel=6)
    return graph_model.network_model(ground, data, **problem.model_parts(data, meta))


def _tempering(
    problem: Problem, data: TrainingData, candidate: Doubt | Order, progress: Progress
) -> tuple[float, float]:
    """Return the power that makes a candidate as sure as it is right on held-out rows, and their cost."""
    progress("finding how sure of itself it may be, on rows held out")
    parts = list(folds(data.y, problem.settings.seed))

    def rows_of(fold: NDArray[np.intp]) -> TrainingData:
        return replace(data, matrix=data.matrix[fold], y=data.y[fold])

    def with_power(power: float, model: Model) -> Model:
        return _planned(candidate, power, model, problem.settings, is_draft=True)

    def beliefs(model: Model, held: NDArray[np.intp]) -> Beliefs:
        looks = with_power(1.0, model).classify(data.matrix[held], unknown="missing")
        return Beliefs.of(model, looks.posterior, data.y[held])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        models = shared(lambda fold: _network_model(problem, rows_of(fold[0]), candidate, {}), parts)
        pairs = [(model, held) for model, (_, held) in zip(models, parts, strict=True)]
        power = best_power(shared(lambda pair: beliefs(*pair), pairs))
        costs = shared(
            lambda pair: _total_costs(with_power(power, pair[0]), rows_of(pair[1]), problem), pairs
        )
    return power, float(np.concatenate(costs).mean())


def _held_out(
    problem: Problem, data: TrainingData, candidates: list[Candidate], progress: Progress
) -> Float64:
    """Return the total cost of every row while it was held out, under every candidate, averaged over repeats.

    Shape (n candidates, rows held out); no rows if there are too few to choose.
    """
    parts = list(folds(data.y, problem.settings.seed))
    if parts:
        progress(f"comparing {len(candidates)} policies on rows held out, {len(parts)} times")

    def costs_of(fold: tuple[NDArray[np.intp], NDArray[np.intp]]) -> list[Float64]:
        part, rest = (replace(data, matrix=data.matrix[rows], y=data.y[rows]) for rows in fold)
        costs = _costs_of_rest(problem, part, rest, candidates, COMPARING / len(parts))
        return [costs[candidate] for candidate in candidates]

    total, times = np.zeros((len(candidates), len(data.y))), np.zeros(len(data.y))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # nothing to learn in a part is no news
        for (_, held), costs in zip(parts, shared(costs_of, parts), strict=True):
            total[:, held] += costs
            times[held] += 1
    return np.asarray(total[:, times > 0] / times[times > 0])


def _costs_of_rest(
    problem: Problem, part: TrainingData, rest: TrainingData, candidates: list[Candidate], effort: float
) -> dict[Candidate, Float64]:
    """Train every candidate on a part of the rows; return the total cost of each of the others.

    What it takes is `effort` of all the work.
    """
    found: list[dict[Candidate, Float64]] = []
    growths = [c for c in candidates if isinstance(c, Growth) and c.complexity == COMPLEXITY[0]]
    doubts = [c for c in candidates if isinstance(c, Doubt) and not c.sparing]
    sparing = [c for c in candidates if isinstance(c, Order) or (isinstance(c, Doubt) and c.sparing)]
    if growths or doubts:
        ground = problem.ground(part)
    if growths:
        material = problem.material(ground, part, N_DRAWN)
        advance(effort / 2)
        found += shared(lambda growth: _costs_of_growth(problem, material, growth, rest), growths)
    if doubts:
        model = graph_model.network_model(ground, part, **problem.model_parts(part, {}))
        found += shared(lambda doubt: {doubt: _total_costs(_with_doubt(model, doubt), rest, problem)}, doubts)
    if sparing:
        found.append(_costs_of_ordered_network(problem, part, sparing, rest))
    if Nothing() in candidates:
        found.append({Nothing(): _costs_of_deciding(problem, part.y, rest.y)})
    advance(effort / 2 if growths else effort)
    return {candidate: costs for some in found for candidate, costs in some.items()}


def _costs_of_growth(
    problem: Problem, material: Material, growth: Growth, rest: TrainingData
) -> dict[Candidate, Float64]:
    """Grow one graph, and return the costs of other rows under it, pruned by each of `COMPLEXITY`."""
    found: dict[Candidate, Float64] = {}
    grown, ground = problem.graph(material, growth, DRAFT_WORK), material.ground
    for complexity in COMPLEXITY:
        tried = graph.pruned(grown, ground.prior, problem.misclassification, complexity)
        costs = graph.total_costs(tried, ground, rest.matrix, rest.y, problem.misclassification)
        found[replace(growth, complexity=complexity)] = costs
    return found


def _costs_of_ordered_network(
    problem: Problem, part: TrainingData, candidates: Sequence[Candidate], rest: TrainingData
) -> dict[Candidate, Float64]:
    """Return the costs of other rows under policies on the network of the ordered policy."""
    plan_it = partial(with_plan, is_draft=True) if Order() in candidates else without_plan
    model = problem.ordered(part, None, plan_it=plan_it)

    def costs(candidate: Candidate) -> dict[Candidate, Float64]:
        tried = _with_doubt(model, candidate) if isinstance(candidate, Doubt) else model
        return {candidate: _total_costs(tried, rest, problem)}

    found = shared(costs, candidates)
    return {candidate: of_rows for some in found for candidate, of_rows in some.items()}


def _total_costs(model: Model, data: TrainingData, problem: Problem) -> Float64:
    looks = model.classify(data.matrix, unknown="missing")
    number = {label: i for i, label in enumerate(data.classes)}
    decided = [number[label] for label in looks.label.tolist()]
    return np.asarray(problem.misclassification[data.y, decided] + looks.cost, dtype=np.float64)
