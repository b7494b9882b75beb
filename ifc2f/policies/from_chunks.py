"""Any kind of policy from more rows than memory holds.

Policies are compared, and graphs grown, on a sample of the rows. Everything that adds up is then counted on
all of them: the tables of networks, and how many rows of each class pass each node of a graph, for
pruning and for its class probabilities. While the sample is all the rows, the model is that of
training on them at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.callers import warn_caller
from ifc2f.core.kernels import Int64
from ifc2f.costs import AcquisitionCosts, checked_budget
from ifc2f.data.chunks import ChunkSource
from ifc2f.data.quantise import Binnings
from ifc2f.learning import tables
from ifc2f.learning.chunked import ChunkedData, count_families, count_in_bins, refuse_settings
from ifc2f.learning.evidence import CodedRows, CountedPairs, Evidence
from ifc2f.learning.sampling import Sampled
from ifc2f.learning.train import NOTHING_TELLS, Planner, Progress, model_of, without_plan
from ifc2f.learning.training_data import TrainingData, check_training
from ifc2f.model import Model
from ifc2f.policies import choose, graph, graph_model, wide
from ifc2f.policies.candidates import Adaptive, Nothing, Order, candidates_of
from ifc2f.policies.graph import Graph, Ground, Growth
from ifc2f.policies.node_counts import NodeCounter, count_down, with_more_rows
from ifc2f.policies.problem import Problem, planner, power_of
from ifc2f.policies.tempering import tempered_graph
from ifc2f.settings import Settings

__all__ = ["AllRows", "ChunkRows", "StreamRows", "refuse_unlearnable", "train_on_sample"]

FEW_OF_A_CLASS = 30  # rows in the sample; fewer are warned of if there are others


class AllRows(Protocol):
    """What is still available of the rows that a sample was drawn from."""

    def pairs(self, settings: Settings) -> ChunkedData:
        """Return the counts of a network, in the bins of the settings where they are not given."""
        ...

    def families(self, ground: Ground, binnings: Binnings) -> Evidence | None:
        """Return counts of a ground's columns in some bins, each with its parent, if available."""
        ...

    def passing(self, grown: Graph, ground: Ground) -> Int64 | None:
        """Return how many rows of each class pass each node of a graph, if available."""
        ...


@dataclass(frozen=True, eq=False)
class ChunkRows:
    """All rows, as chunks that can be passed over again."""

    source: ChunkSource
    sampled: Sampled
    n_jobs: int
    progress: Progress

    def pairs(self, settings: Settings) -> ChunkedData:
        return count_in_bins(
            self.source,
            settings,
            self.sampled.summary,
            self.sampled.bins(settings, self.n_jobs),
            features=self.sampled.features,
            n_jobs=self.n_jobs,
            progress=self.progress,
        )

    def families(self, ground: Ground, binnings: Binnings) -> CountedPairs | None:
        coder = self.sampled.coder(ground.columns, binnings)
        return count_families(self.source, coder, ground.parents, self.n_jobs, self.progress)

    def passing(self, grown: Graph, ground: Ground) -> Int64:
        counter = NodeCounter.of(grown, self.sampled.coder(ground.columns, ground.binnings), self.n_jobs)
        return self.source.gather("counting rows down the graph", counter, np.add, self.progress)


@dataclass(frozen=True, eq=False)
class StreamRows:
    """All rows, of which only the counts of a stream in given bins are left."""

    data: ChunkedData

    def pairs(self, settings: Settings) -> ChunkedData:
        return self.data

    def families(self, ground: Ground, binnings: Binnings) -> CountedPairs:
        position = {c: k for k, c in enumerate(self.data.columns)}
        counted = CountedPairs(self.data.counts, self.data.bins.binnings.select(self.data.columns).n_values)
        return counted.select([position[c] for c in ground.columns])

    def passing(self, grown: Graph, ground: Ground) -> None:
        return None


def refuse_unlearnable(policy: str, settings: Settings) -> None:
    """Refuse settings of the ordered policy's network that chunks cannot learn, where it is a candidate.

    Raises
    ------
    ValueError
        Naming the setting.
    """
    if policy != "graph":
        refuse_settings(settings)


def train_on_sample(
    policy: str,
    sampled: Sampled,
    rows: AllRows,
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    *,
    budget: float = np.inf,
    settings: Settings | None = None,
    meta: dict[str, Any] | None = None,
    n_jobs: int = 1,
    progress: Progress = lambda stage: None,
) -> Model:
    """Train a model on all rows, a sample of them in memory.

    Parameters
    ----------
    policy : {"ordered", "adaptive", "graph", "auto"}
    sampled : Sampled
    rows : AllRows
        What is available of all rows.
    costs, misclassification, budget, settings, meta, n_jobs, progress
        As for `ifc2f.policies.choose.train_by_policy`.

    Raises
    ------
    ValueError
        As `train_by_policy` says.
    """
    data, settings = sampled.training_data(), settings or Settings()
    if sampled.rows.is_whole:
        return choose.train_by_policy(
            policy,
            data,
            costs,
            misclassification,
            budget=budget,
            settings=settings,
            meta=meta,
            n_jobs=n_jobs,
            progress=progress,
        )
    check_training(data, meta)
    data = wide.where_dense(data)
    _warn_of_rare(sampled, data)
    progress(f"a sample of {len(data.y)} of {sampled.summary.n_rows} rows")
    problem = Problem(costs, misclassification, checked_budget(budget), settings, n_jobs)
    training = _Training(problem, sampled, data, rows, progress)
    candidates = candidates_of(policy, settings)
    with choose.threads(n_jobs, progress):
        chosen, about = choose.choose(problem, data, candidates, meta, progress)
    if isinstance(chosen, Order):
        return training.ordered(about, planner(chosen, about), chosen.network)
    if isinstance(chosen, Adaptive):
        if chosen.network == "whole":
            network = training.network(about)
        elif chosen.network == "factor":
            network = training.of_factor(about)
        else:
            network = training.ordered(about, without_plan, chosen.network)
        return planner(chosen, about)(network, settings)
    if isinstance(chosen, Nothing):
        choose.warn_of_nothing(about)
        return training.nothing(about)
    return training.graph(about, chosen)


def _warn_of_rare(sampled: Sampled, data: TrainingData) -> None:
    """Warn of classes that the sample has few rows of, and the data more."""
    kept = data.class_counts
    for c in np.flatnonzero((kept < FEW_OF_A_CLASS) & (kept < sampled.class_counts))[:1]:
        warn_caller(
            f"the sample on which policies are chosen has only {kept[c]} of the {sampled.class_counts[c]} "
            "rows of "
            f"class {sampled.classes[c]!r}: raise graph_rows, the size of the sample, if this class matters",
        )


@dataclass(frozen=True, eq=False)
class _Training:
    """Trains the model of the candidate that was chosen."""

    problem: Problem
    sampled: Sampled
    data: TrainingData
    rows: AllRows
    progress: Progress

    def ordered(self, about: dict[str, Any], plan_it: Planner, network: str) -> Model:
        p = self.problem
        settings = p.settings_of(network)
        counted = self.rows.pairs(settings)
        return model_of(
            counted,
            counted.kept(settings, self.sampled.features, p.costs, p.n_jobs),
            p.costs,
            p.misclassification,
            p.budget,
            settings,
            about,
            p.n_jobs,
            self.progress,
            plan_it,
        )

    def of_factor(self, about: dict[str, Any]) -> Model:
        p = self.problem
        settings = p.settings_of("factor")
        counted = self.rows.pairs(settings)
        kept = counted.kept(settings, self.sampled.features, p.costs, p.n_jobs)
        return p.of_factor(counted, kept, about)

    def network(self, about: dict[str, Any]) -> Model:
        ground = self._ground()
        parts = self.problem.model_parts(self.sampled, about)
        return graph_model.network_model(
            ground, self.sampled, evidence=partial(self._evidence, ground), **parts
        )

    def graph(self, about: dict[str, Any], growth: Growth) -> Model:
        problem = self.problem
        self.progress("growing the graph")
        ground = self._ground()
        share = len(self.data.y) / max(int(self.sampled.class_counts.sum()), 1)
        of_sample = replace(
            growth, complexity=growth.complexity * share
        )  # a cut is charged once, for all rows
        with choose.threads(problem.n_jobs, self.progress):
            grown = problem.graph(problem.material(ground, self.data), of_sample)
        passing = self.rows.passing(grown, ground)
        if passing is not None:
            codes = ground.binnings.codes(self.data.matrix[:, ground.columns])
            known = count_down(grown, codes, self.data.y, ground.binnings, self.data.n_classes)
            grown = with_more_rows(grown, passing - known)
        return self._model_of_graph(about, ground, grown, growth.complexity)

    def nothing(self, about: dict[str, Any]) -> Model:
        return self._model_of_graph(about, self._ground(), graph.ungrown(self.sampled.class_counts), 0.0)

    def _model_of_graph(
        self, about: dict[str, Any], ground: Ground, grown: Graph, complexity: float
    ) -> Model:
        prior = tables.class_prior(self.sampled.class_counts)
        best = graph.pruned(grown, prior, self.problem.misclassification, complexity)
        best = tempered_graph(best, prior, self.problem.misclassification, power_of(about))
        parts = self.problem.model_parts(self.sampled, about)
        return graph_model.graph_model(
            best, ground, self.sampled, evidence=partial(self._evidence, ground), **parts
        )

    def _ground(self) -> Ground:
        with choose.threads(self.problem.n_jobs, self.progress):
            ground = self.problem.ground(self.data)
        if not ground.columns or self.data.n_classes == 1:
            warn_caller(NOTHING_TELLS)
        return ground

    def _evidence(self, ground: Ground, binnings: Binnings) -> Evidence:
        """Return counts of all rows, or of the sample if those are not available."""
        counted = self.rows.families(ground, binnings)
        if counted is not None:
            return counted
        warn_caller(
            "counts of all rows in the bins of the network would take more than 1 GB: its tables are learned "
            f"from the sample of {len(self.data.y)} rows",
        )
        codes = binnings.codes(self.data.matrix[:, ground.columns])
        return CodedRows(codes, self.data.y, binnings.n_values, self.data.n_classes)
