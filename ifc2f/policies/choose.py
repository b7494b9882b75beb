"""Choose a policy by cross-validation on the training rows: kinds of policies, and their settings."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import lib
from ifc2f.core.kernels import Float64
from ifc2f.costs import AcquisitionCosts, checked_budget
from ifc2f.data.matrix import is_sparse
from ifc2f.files.format import DOUBT_WEIGHT, adaptive_section
from ifc2f.learning.train import NOTHING_TELLS, Progress, TrainingData, check_training, describe, train
from ifc2f.model import Model
from ifc2f.network import Network
from ifc2f.policies import graph
from ifc2f.policies.graph import Growth, Material
from ifc2f.settings import Settings

__all__ = ["POLICIES", "Doubt", "train_by_policy"]

POLICIES = ("ordered", "adaptive", "graph", "auto")
N_FOLDS = 5
MOST_DENSE = 1 << 28  # cells of a sparse matrix that is made dense (1 GB)
FEW_ROWS, N_REPEATS = 700, 3  # with few rows folds are drawn again, because scores differ by chance
MANY_ROWS = 20000  # and with many one part held out tells enough
N_DRAWN = 3000  # rows drawn from a network while candidates are compared
DRAWN, LABELS, COMPLEXITY = (5.0, 25.0, 125.0), (0.5, 1.0), (0.3, 1.0)
DOUBTS = (0.1, 0.25, 0.5, 1.0)
CAUTION = 0.5  # standard errors from the average of its kind that count against a candidate


@dataclass(frozen=True)
class Doubt:
    """The setting of an adaptive policy.

    Attributes
    ----------
    weight : float
        How much doubt counts besides the cost of deciding now.
    sparing : bool
        Whether its network is that of the ordered policy, with supervised bins and no dependence weaker
        than chance makes it on average, or the one that rows are drawn from for graphs, with equally filled
        bins and a whole tree.
    """

    weight: float = DOUBT_WEIGHT
    sparing: bool = False


@dataclass(frozen=True)
class Order:
    """The ordered policy, which has no setting to choose."""


Candidate = Growth | Doubt | Order


def _candidates(policy: str) -> list[Candidate]:
    """Return what is compared; what is usually best comes first."""
    kinds: dict[str, list[Candidate]] = {
        "graph": [Growth(*values) for values in product(DRAWN, LABELS, COMPLEXITY)],
        "adaptive": [Doubt(weight, sparing) for sparing in (False, True) for weight in DOUBTS],
        "ordered": [Order()],
    }
    if policy not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}; got {policy!r}")
    found = [
        candidate for kind, of_kind in kinds.items() if policy in (kind, "auto") for candidate in of_kind
    ]
    return sorted(found, key=lambda candidate: candidate not in (Growth(), Doubt()))


def _name(candidate: Candidate) -> str:
    if isinstance(candidate, Order):
        return "ordered"
    if isinstance(candidate, Doubt):
        return f"adaptive, {'sparing network, ' * candidate.sparing}doubt {candidate.weight:g}"
    settings = candidate.drawn, candidate.labels, candidate.complexity
    return "graph, drawn {:g}, labels {:g}, complexity {:g}".format(*settings)


@dataclass(frozen=True)
class _Problem:
    """What is common to all candidates."""

    costs: AcquisitionCosts
    misclassification: NDArray[np.float32]
    budget: float
    settings: Settings
    n_jobs: int

    def material(self, data: TrainingData, n_drawn: int = graph.N_DRAWN) -> Material:
        return Material.of(
            data.matrix,
            data.y,
            data.n_classes,
            data.categorical,
            given=data.given,
            candidates=data.features,
            n_drawn=n_drawn,
            seed=self.settings.seed,
            n_jobs=self.n_jobs,
        )

    def graph(self, material: Material, growth: Growth) -> graph.Graph:
        of_columns = self.costs.select(material.columns)
        return graph.grow(material, of_columns, self.misclassification, growth, self.budget)

    def model_parts(self, data: TrainingData, meta: dict[str, Any]) -> dict[str, Any]:
        def about(network: Network) -> dict[str, Any]:
            told = describe(data, network, self.settings, meta)
            told["training"]["settings"] = {"seed": self.settings.seed}  # others play no part in it
            return told

        return {
            "costs": self.costs,
            "misclassification": self.misclassification,
            "budget": self.budget,
            "meta": about,
        }

    def ordered(self, data: TrainingData, meta: dict[str, Any] | None, progress: Progress) -> Model:
        return train(
            data,
            self.costs,
            self.misclassification,
            budget=self.budget,
            settings=self.settings,
            meta=meta,
            n_jobs=self.n_jobs,
            progress=progress,
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
    held out, are in the model's ``meta["policy"]["cross_validation"]``. Other parameters are those of
    `ifc2f.learning.train.train`. Data too large for graphs and adaptive policies have an ordered one under
    "auto".

    Raises
    ------
    ValueError
        If there is no such policy, or as `ifc2f.learning.train.train` says.
    """
    check_training(data, meta)
    problem = _Problem(costs, misclassification, checked_budget(budget), settings or Settings(), n_jobs)
    if policy == "graph":
        _warn_of_unused(problem.settings)
    candidates = _candidates(policy)
    if policy == "auto" and _too_wide(data):
        progress("the sparse matrix is too large to be made dense: the policy is ordered")
        candidates = [Order()]
    if candidates == [Order()]:
        return problem.ordered(data, meta, progress)
    data = _dense(data, policy)
    costs_of_rows = _held_out(problem, data, candidates, progress)
    chosen = _chosen(candidates, costs_of_rows)
    scores = costs_of_rows.mean(axis=1) if costs_of_rows.size else np.zeros(0)
    by_name = {_name(c): float(score) for c, score in zip(candidates, scores, strict=False)}
    for name in _best_of_kinds(by_name):
        progress(f"{name}: cost {by_name[name]:.4g}")
    if not by_name:
        progress(f"{len(data.y)} rows are too few to compare policies on rows held out")
    progress(f"chosen: {_name(chosen)}")
    if by_name:
        _warn_if_dearer(by_name[_name(chosen)], _deciding_held_out(problem, data))
    about = {**(meta or {}), "policy": {"name": _name(chosen), "cross_validation": by_name}}
    if isinstance(chosen, Order):
        return problem.ordered(data, about, progress)
    if isinstance(chosen, Doubt) and chosen.sparing:
        return _adaptive(problem.ordered(data, about, progress), chosen)
    material = problem.material(data)
    if not material.columns or data.n_classes == 1:
        warnings.warn(NOTHING_TELLS, stacklevel=4)
    parts = problem.model_parts(data, about)
    if isinstance(chosen, Doubt):
        return _adaptive(graph.network_model(material, data, **parts), chosen)
    grown = problem.graph(material, chosen)
    best = graph.pruned(grown, material.prior, misclassification, chosen.complexity)
    return graph.graph_model(best, material, data, **parts)


def _warn_of_unused(settings: Settings) -> None:
    """Warn of settings that somebody chose for a graph, which has cuts and features of its own."""
    chosen = [f.name for f in fields(Settings) if f.name != "seed" and getattr(settings, f.name) != f.default]
    if chosen:
        verb = "has" if len(chosen) == 1 else "have"
        warnings.warn(f"with the policy 'graph' {', '.join(chosen)} {verb} no effect", stacklevel=4)


def _warn_if_dearer(cost: float, deciding: float) -> None:
    """Warn where what was chosen costs more on rows held out than asking nothing does."""
    if cost > deciding:
        warnings.warn(
            f"on rows held out the policy costs {cost:.4g} on average, and deciding at once, without a look, "
            f"{deciding:.4g}: no look is worth its price, or there are too few rows to learn which is",
            stacklevel=5,
        )


def _deciding_held_out(problem: _Problem, data: TrainingData) -> float:
    """Return what rows held out cost if the class that is best for the other rows is decided at once."""
    costs = []
    for fitted, held in _folds(data.y, problem.settings.seed):
        frequency = np.bincount(data.y[fitted], minlength=data.n_classes)
        decided = int(np.argmin(frequency @ problem.misclassification.astype(np.float64)))
        costs.append(problem.misclassification[data.y[held], decided].astype(np.float64))
    return float(np.concatenate(costs).mean())


def _adaptive(model: Model, doubt: Doubt) -> Model:
    return model.with_policies({"ADPT": adaptive_section(doubt.weight)})


def _best_of_kinds(scores: dict[str, float]) -> list[str]:
    """Return the name with the lowest score of each kind of policy, the lowest first."""
    best: dict[str, str] = {}
    for name in sorted(scores, key=lambda name: scores[name]):
        best.setdefault(name.partition(",")[0], name)
    return list(best.values())


def _chosen(candidates: list[Candidate], costs_of_rows: Float64) -> Candidate:
    """Return the candidate with the least cost, held out, of the kind of policy that costs least.

    With few rows the least of many scores is low by chance. So kinds are compared by the average over the
    better half of their candidates, of which chance is a smaller part. Within the kind each candidate is
    charged a part of the standard error of its difference from the kind's average: the less alike they
    behave, the more it must save.
    """
    if not costs_of_rows.size:
        return candidates[0]
    members: dict[tuple[type, bool], list[int]] = {}
    for i, candidate in enumerate(candidates):
        members.setdefault((type(candidate), getattr(candidate, "sparing", False)), []).append(i)
    scores = costs_of_rows.mean(axis=1)

    def of_better_half(kind: list[int]) -> float:
        return round(float(np.sort(scores[kind])[: (len(kind) + 1) // 2].mean()), 9)  # equal ones: the first

    best = min(members.values(), key=of_better_half)
    apart = costs_of_rows[best] - costs_of_rows[best].mean(axis=0)
    charged = apart.mean(axis=1) + CAUTION * apart.std(axis=1, ddof=1) / np.sqrt(apart.shape[1])
    return candidates[best[int(np.argmin(charged))]]


def _too_wide(data: TrainingData) -> bool:
    return is_sparse(data.matrix) and data.matrix.shape[0] * data.matrix.shape[1] > MOST_DENSE


def _dense(data: TrainingData, policy: str) -> TrainingData:
    """Return data with a dense matrix, on which trees are grown."""
    if not is_sparse(data.matrix):
        return data
    if _too_wide(data):
        n_cells = data.matrix.shape[0] * data.matrix.shape[1]
        raise ValueError(
            f"policy={policy!r} grows trees on a dense matrix, but this sparse one would have {n_cells} "
            f"cells, more than {MOST_DENSE}; use policy='ordered', or choose columns first"
        )
    return replace(data, matrix=data.matrix.toarray())


def _held_out(
    problem: _Problem, data: TrainingData, candidates: list[Candidate], progress: Progress
) -> Float64:
    """Return the total cost of every row while it was held out, under every candidate, averaged over repeats.

    Shape (n candidates, rows held out); no rows if there are too few to choose.
    """
    folds = list(_folds(data.y, problem.settings.seed))
    total, times = np.zeros((len(candidates), len(data.y))), np.zeros(len(data.y))
    for number, (fitted, held) in enumerate(folds):
        progress(f"comparing {len(candidates)} policies on rows held out, part {number + 1} of {len(folds)}")
        part = replace(data, matrix=data.matrix[fitted], y=data.y[fitted])
        rest = replace(data, matrix=data.matrix[held], y=data.y[held])
        costs = dict(_costs_of_rest(problem, part, rest, candidates))
        total[:, held] += [costs[candidate] for candidate in candidates]
        times[held] += 1
    return np.asarray(total[:, times > 0] / times[times > 0])


def _costs_of_rest(
    problem: _Problem, part: TrainingData, rest: TrainingData, candidates: list[Candidate]
) -> Iterator[tuple[Candidate, Float64]]:
    """Train every candidate on a part of the rows; yield the total cost of each of the others."""
    material = problem.material(part, N_DRAWN)
    for growth in candidates:
        if isinstance(growth, Growth) and growth.complexity == COMPLEXITY[0]:
            grown = problem.graph(material, growth)
            for complexity in COMPLEXITY:
                tried = graph.pruned(grown, material.prior, problem.misclassification, complexity)
                costs = graph.total_costs(tried, material, rest.matrix, rest.y, problem.misclassification)
                yield replace(growth, complexity=complexity), costs
    doubts = [candidate for candidate in candidates if isinstance(candidate, Doubt)]
    models: dict[bool, Model] = {}
    if doubts:
        models[False] = graph.network_model(material, part, **problem.model_parts(part, {}))
    if doubts or Order() in candidates:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # nothing to learn in a part is no news
            models[True] = problem.ordered(part, None, lambda stage: None)
    for doubt in doubts:
        tried_model = _adaptive(models[doubt.sparing], doubt)
        yield doubt, _total_costs(tried_model, rest, problem.misclassification)
    if Order() in candidates:
        yield Order(), _total_costs(models[True], rest, problem.misclassification)


def _total_costs(model: Model, data: TrainingData, misclassification: NDArray[np.float32]) -> Float64:
    looks = model.classify(data.matrix, unknown="missing")
    number = {label: i for i, label in enumerate(data.classes)}
    decided = [number[label] for label in looks.label.tolist()]
    return np.asarray(misclassification[data.y, decided] + looks.cost, dtype=np.float64)


def _folds(y: NDArray[np.int32], seed: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield (rows to fit, rows held out): each class is dealt evenly to the folds, in a random order."""
    if len(y) < 2 * N_FOLDS:
        return
    n_parts = 1 if len(y) > MANY_ROWS else N_FOLDS
    for repeat in range(N_REPEATS if len(y) < FEW_ROWS else 1):
        keys = [lib.ifc2f_random(seed & 0xFFFFFFFF, 0xF01D + repeat, r) for r in range(len(y))]
        order = np.lexsort((keys, y))
        fold = np.empty(len(y), dtype=np.intp)
        fold[order] = np.arange(len(y)) % N_FOLDS
        for f in range(n_parts):
            yield np.flatnonzero(fold != f), np.flatnonzero(fold == f)
