"""The cost of candidates on held-out rows, and the calibration of their networks."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float64
from ifc2f.core.threads import advance, shared
from ifc2f.core.words import words
from ifc2f.learning.train import Progress, keep_relevant, with_plan, without_plan
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.policies import graph, graph_model
from ifc2f.policies.candidates import COMPLEXITY, Adaptive, Candidate, Nothing, Order
from ifc2f.policies.expected import expected_mistakes
from ifc2f.policies.folds import MOST_HELD, N_DRAWN, folds
from ifc2f.policies.graph import Growth, Material
from ifc2f.policies.problem import Problem, planned, with_adaptive
from ifc2f.policies.tempering import Beliefs, best_power, tempered_graph

__all__ = ["Comparison", "Tried", "compared"]

DRAFT_WORK = 5.0  # what a graph may take to roll out cuts while candidates are compared, as `graph.WORK`
DRAFT_TREES = 0.5  # share of a forest's trees that is grown meanwhile
SHARE = 0.75  # of what decisions cost on average, in what they cost to choose by
ENOUGH = 0.5  # of what the best decisions of a candidate save: a forest that saves less does not count
CERTAIN = 1.645  # standard errors above 0 of what a power costs more, before it is certain enough (5 %)
COMPARING = 0.8  # share of the comparison in the work, for the estimate of the time left


@dataclass(frozen=True, eq=False)
class Tried:
    """The result of a candidate, trained on a part of the rows, on held-out rows.

    Attributes
    ----------
    costs : ndarray of float64, shape (n,)
        Total cost of each row: of its features and of a wrong decision.
    decision : ndarray of int32, shape (n,)
        The class that was decided for.
    beliefs : Beliefs or None
        What it believed when it decided; None if it asks nothing.
    with_power : callable or None
        Tries the candidate again, with what it says of the class raised to a power.
    """

    costs: Float64
    decision: NDArray[np.int32]
    beliefs: Beliefs | None = None
    with_power: Callable[[float], Float64] | None = None

    @classmethod
    def of(cls, model: Model, rest: TrainingData, problem: Problem) -> Tried:
        """Follow a model's policy on held-out rows."""
        acquisition = model.classify(rest.matrix, unknown="missing")
        number = {label: i for i, label in enumerate(rest.classes)}
        decision = np.array([number[label] for label in acquisition.label.tolist()], dtype=np.int32)
        costs = problem.misclassification[rest.y, decision] + acquisition.cost
        beliefs = Beliefs.of(model, acquisition.posterior, rest.y)
        return cls(np.asarray(costs, dtype=np.float64), decision, beliefs)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Candidates, each tried on the held-out rows of each part of the data.

    Attributes
    ----------
    problem : Problem
    data : TrainingData
    parts : list of (rows fitted, held-out rows)
    tried : list of dict
        By candidate, of each part.
    expected : ndarray of float64, shape (n, L), or None
        What each decision costs each row on average, as `expected_mistakes` says, where rows are few.
    """

    problem: Problem
    data: TrainingData
    parts: list[tuple[NDArray[np.intp], NDArray[np.intp]]]
    tried: list[dict[Candidate, Tried]]
    expected: Float64 | None = None

    def costs_of_rows(self, candidates: Sequence[Candidate]) -> Float64:
        """Return the total cost of every row while it was held out, averaged over repeats.

        Shape (n candidates, held-out rows); no rows if there were too few to compare candidates.
        """
        return self._averaged(candidates, lambda held, tried: tried.costs)

    def costs_to_choose_by(self, candidates: Sequence[Candidate]) -> Float64:
        """Return the same with labels that depend less on chance.

        Few rows have few mistakes, so that one of many candidates costs little by chance. So `SHARE` of what
        a decision costs is what it costs on average by a forest. All is what it cost where the forest saves
        less than `ENOUGH` of what the best decisions of a candidate save: it does not find all dependences.
        """
        observed = self.costs_of_rows(candidates)
        if self.expected is None or not observed.size:
            return observed
        expected, y, mistakes = self.expected, self.data.y, self.problem.misclassification.astype(np.float64)
        decided = self._averaged(candidates, lambda held, tried: mistakes[y[held], tried.decision])
        of_forest = float(mistakes[y, expected.argmin(axis=1)].mean())
        deciding = self.cost_of_deciding()
        if deciding - of_forest < ENOUGH * (deciding - float(decided.mean(axis=1).min())):
            return observed
        on_average = self._averaged(candidates, lambda held, tried: expected[held, tried.decision])
        return np.asarray(observed + SHARE * (on_average - decided))

    def _averaged(
        self, candidates: Sequence[Candidate], of_rows: Callable[[NDArray[np.intp], Tried], Float64]
    ) -> Float64:
        """Return a quantity of every row while it was held out, averaged over repeats."""
        if not self.parts:
            return np.zeros((len(candidates), 0))
        return self._of_each_row(
            [
                np.array([of_rows(held, tried[candidate]) for candidate in candidates])
                for (_, held), tried in zip(self.parts, self.tried, strict=True)
            ]
        )

    def _of_each_row(self, of_parts: Sequence[Float64]) -> Float64:
        """Average what parts say of their held-out rows, the last axis, over the repeats of a row."""
        rows = np.unique(np.concatenate([held for _, held in self.parts]))
        total, times = np.zeros((*of_parts[0].shape[:-1], len(rows))), np.zeros(len(rows))
        for (_, held), of_part in zip(self.parts, of_parts, strict=True):
            at = np.searchsorted(rows, held)
            total[..., at] += of_part
            times[at] += 1
        return np.asarray(total / times)

    def cost_of_deciding(self) -> float:
        """Return what held-out rows cost if the class that is best for the other rows is decided at once."""
        y = self.data.y
        costs = [_deciding(self.problem, y[fitted], y[held]).costs for fitted, held in self.parts]
        return float(np.concatenate(costs).mean())

    def tempering(self, candidate: Candidate) -> tuple[float, float]:
        """Return the power that calibrates a candidate on held-out rows, and their cost.

        The power is 1 if another makes these rows dearer by more than chance: costs come first.
        """
        of_parts = [tried[candidate] for tried in self.tried]
        power = best_power(tried.beliefs for tried in of_parts if tried.beliefs is not None)
        costs = [tried.costs for tried in of_parts]
        if power == 1.0:
            return power, float(np.concatenate(costs).mean())

        def raised(tried: Tried) -> Float64:
            return tried.costs if tried.with_power is None else tried.with_power(power)

        with_power = shared(raised, of_parts)
        dearer = self._of_each_row([after - before for after, before in zip(with_power, costs, strict=True)])
        if dearer.mean() > CERTAIN * dearer.std() / np.sqrt(len(dearer)):
            power, with_power = 1.0, costs
        return power, float(np.concatenate(with_power).mean())


def compared(
    problem: Problem, data: TrainingData, candidates: Sequence[Candidate], progress: Progress
) -> Comparison:
    """Train every candidate on parts of the rows, and try it on those held out of each.

    Looking ahead takes long. Where something else costs less in the first part it counts, in the others, as
    the policy that does not look ahead.
    """
    parts = list(folds(data.y, problem.settings.seed))
    if parts:
        progress(
            words(
                "comparing {n} policies on held-out rows, {n_parts} times",
                n=len(candidates),
                n_parts=len(parts),
            )
        )

    def of_part(
        rows: tuple[NDArray[np.intp], NDArray[np.intp]], some: Sequence[Candidate]
    ) -> dict[Candidate, Tried]:
        part, rest = (replace(data, matrix=data.matrix[of], y=data.y[of]) for of in rows)
        return _tried(problem, part, rest, some, COMPARING / len(parts))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # nothing to learn in a part is no news
        found = shared(lambda rows: of_part(rows, candidates), parts[:1])  # the waiting thread can interrupt
        plain = {c: replace(c, breadth=0) for c in candidates if isinstance(c, Adaptive) and c.breadth > 0}
        behind = {c: like for c, like in plain.items() if found and not _is_best(found[0], c)}
        left = [c for c in candidates if c not in behind]
        found += shared(lambda rows: of_part(rows, left), parts[1:])
    for tried in found[1:]:
        tried.update({c: tried[like] for c, like in behind.items()})
    is_few = bool(parts) and len(data.y) <= MOST_HELD
    expected = shared(partial(expected_mistakes, problem), [data] if is_few else [])
    return Comparison(problem, data, parts, found, *expected)


def _is_best(tried: dict[Candidate, Tried], candidate: Candidate) -> bool:
    """Return whether a candidate costs less than all others."""
    least = min(float(each.costs.sum()) for other, each in tried.items() if other != candidate)
    return float(tried[candidate].costs.sum()) < least


def _tried(
    problem: Problem, part: TrainingData, rest: TrainingData, candidates: Sequence[Candidate], effort: float
) -> dict[Candidate, Tried]:
    """Train every candidate on a part of the rows, and try it on others; that is `effort` of all the work."""
    found: list[dict[Candidate, Tried]] = []
    growths = [c for c in candidates if isinstance(c, Growth) and c.complexity == COMPLEXITY[0]]
    by_network: dict[str, list[Adaptive | Order]] = {}
    for candidate in candidates:
        if isinstance(candidate, Adaptive | Order):
            by_network.setdefault(candidate.network, []).append(candidate)
    whole = by_network.pop("whole", [])
    if growths or whole:
        ground = problem.ground(part)
    if growths:
        material = _with_fewer_trees(problem).material(ground, part, N_DRAWN)
        advance(effort / 2)
        found += shared(lambda growth: _tried_growth(problem, material, growth, rest), growths)
    if whole:
        model = graph_model.network_model(ground, part, **problem.model_parts(part, {}))
        found.append(_tried_on(model, problem, rest, whole))
    if by_network:
        found += _tried_in_order(problem, part, rest, by_network)
    if Nothing() in candidates:
        found.append({Nothing(): _deciding(problem, part.y, rest.y)})
    advance(effort / 2 if growths else effort)
    return {candidate: tried for some in found for candidate, tried in some.items()}


def _with_fewer_trees(problem: Problem) -> Problem:
    n_trees = math.ceil(DRAFT_TREES * problem.settings.graph_trees)
    return replace(problem, settings=replace(problem.settings, graph_trees=n_trees))


def _tried_in_order(
    problem: Problem,
    part: TrainingData,
    rest: TrainingData,
    by_network: dict[str, list[Adaptive | Order]],
) -> list[dict[Candidate, Tried]]:
    """Try candidates on the networks of ordered policies, which differ only in their dependences."""
    kept = keep_relevant(part, problem.costs, problem.settings, problem.n_jobs, lambda stage: None)
    found = []
    for network, candidates in by_network.items():
        if network == "factor":
            model = problem.network(part, candidates[0], {})
        else:
            is_planned = any(isinstance(candidate, Order) for candidate in candidates)
            plan_it = partial(with_plan, is_draft=True) if is_planned else without_plan
            model = problem.ordered(part, None, plan_it=plan_it, network=network, kept=kept)
        found.append(_tried_on(model, problem, rest, candidates))
    return found


def _tried_growth(
    problem: Problem, material: Material, growth: Growth, rest: TrainingData
) -> dict[Candidate, Tried]:
    """Grow one graph, and try it on other rows, pruned by each of `COMPLEXITY`."""
    grown, ground = problem.graph(material, growth, DRAFT_WORK), material.ground
    mistakes = problem.misclassification

    def tried(complexity: float, power: float = 1.0) -> Tried:
        pruned = graph.pruned(grown, ground.prior, mistakes, complexity)
        pruned = tempered_graph(pruned, ground.prior, mistakes, power)
        leaf, decision, price = graph.walk(pruned, ground, rest.matrix, mistakes)
        costs = np.asarray(mistakes[rest.y, decision] + price, dtype=np.float64)
        beliefs = Beliefs(pruned.posterior[leaf], ground.prior, rest.y)
        return Tried(costs, decision, beliefs, lambda power: tried(complexity, power).costs)

    return {replace(growth, complexity=complexity): tried(complexity) for complexity in COMPLEXITY}


def _tried_on(
    model: Model, problem: Problem, rest: TrainingData, candidates: Sequence[Adaptive | Order]
) -> dict[Candidate, Tried]:
    """Try policies on a network: adaptive ones, and the ordered one that its model has."""

    def tried(candidate: Adaptive | Order) -> Tried:
        def with_power(power: float) -> Float64:
            tempered = planned(candidate, power, model, problem.settings, is_draft=True)
            return Tried.of(tempered, rest, problem).costs

        with_policy = with_adaptive(model, candidate) if isinstance(candidate, Adaptive) else model
        return replace(Tried.of(with_policy, rest, problem), with_power=with_power)

    return dict(zip(candidates, shared(tried, candidates), strict=True))


def _deciding(problem: Problem, fitted: NDArray[np.int32], held: NDArray[np.int32]) -> Tried:
    """Decide for each held-out row what is best for those fitted."""
    frequency = np.bincount(fitted, minlength=len(problem.misclassification))
    decided = int(np.argmin(frequency @ problem.misclassification.astype(np.float64)))
    costs = np.asarray(problem.misclassification[held, decided], dtype=np.float64)
    return Tried(costs, np.full(len(held), decided, dtype=np.int32))
