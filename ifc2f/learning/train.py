"""From a matrix to a model: bins, relevance, structure, tables, order, plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f import __version__
from ifc2f.core.callers import warn_caller
from ifc2f.core.kernels import UInt8
from ifc2f.core.threads import in_thread
from ifc2f.core.words import words
from ifc2f.costs import AcquisitionCosts, checked_budget
from ifc2f.data import categories, quantise
from ifc2f.data.matrix import Columns
from ifc2f.learning import count_rows, order, relevance, selection, structure, tables
from ifc2f.learning.evidence import CodedRows, Evidence
from ifc2f.learning.information import Information
from ifc2f.learning.training_data import Described, TrainingData, check_training
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import OFFERED_TREATMENTS, SOLVERS, affordable_stages, least_expected, plan
from ifc2f.settings import Settings

Progress = Callable[[str], None]
Planner = Callable[[Model, Settings], Model]
# What those settings may be that are a choice among names, for the estimator and the command line alike.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "binning": quantise.METHODS,
    "relevance": relevance.MEASURED_ON,
    "relevance_average": tuple(relevance.AVERAGES),
    "selection": ("relevance", *selection.RULES),
    "structure": structure.KINDS,
    "order": order.ORDERS,
    "smoothing": tables.SMOOTHINGS,
    "treatment": OFFERED_TREATMENTS,
    "solver": SOLVERS,
}
MOST_AT_ONCE = 256  # columns that are cut and coded before it is known which are kept
NOTHING_TELLS = words("no feature is informative about the class: the model is only the class prior")


@dataclass(frozen=True)
class Kept:
    """The features kept by relevance, most relevant first.

    Attributes
    ----------
    columns : list of int
        Their columns.
    scores : ndarray of float64, shape (C,)
        Relevance of all columns.
    evidence : Evidence
        Counts of the kept columns in bins.
    binnings : Binnings
        Of the kept columns.
    mergings : dict of int to Merging
        By column, the groups of its categories, which `evidence` counts instead.
    companions : dict
        As of `TrainingData`.
    """

    columns: list[int]
    scores: NDArray[np.float64]
    evidence: Evidence
    binnings: quantise.Binnings
    mergings: Mapping[int, categories.Merging] = field(default_factory=dict)
    companions: Mapping[int, int] = field(default_factory=dict)

    @property
    def n_coarse(self) -> NDArray[np.int64]:
        """Number of coarse values of each feature, shape (K,)."""
        numbers: NDArray[np.int64] = self.evidence.n_values.copy()
        for k, bins in self._coarse_bins().items():
            numbers[k] = bins[-1] + 1
        return numbers

    def information(self, n_jobs: int) -> Information:
        """Return the information of coarse bins, which hold enough rows to estimate dependences."""
        return self.evidence.information(n_jobs, self._coarse_bins())

    def _coarse_bins(self) -> dict[int, NDArray[np.int64]]:
        found = {k: binning.coarse_bins for k, binning in enumerate(self.binnings)}
        return {k: bins for k, bins in found.items() if bins is not None}

    def select(self, features: Sequence[int]) -> Kept:
        """Return some of the kept features, in the order given."""
        columns = [self.columns[k] for k in features]
        evidence, binnings = self.evidence.select(features), self.binnings.select(features)
        return replace(self, columns=columns, evidence=evidence, binnings=binnings)

    def merged(self) -> Kept:
        """Merge categories whose class frequencies are alike."""
        features = np.flatnonzero(self.binnings.categorical).tolist()
        mergings = {k: categories.Merging.of(self.evidence.family([k])) for k in features}
        evidence = self.evidence.merged({k: merging.group for k, merging in mergings.items()})
        return replace(
            self, evidence=evidence, mergings={self.columns[k]: merging for k, merging in mergings.items()}
        )


def train(
    data: TrainingData,
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    *,
    budget: float = np.inf,
    settings: Settings | None = None,
    meta: dict[str, Any] | None = None,
    n_jobs: int = 1,
    progress: Progress = lambda stage: None,
    plan_it: Planner | None = None,
) -> Model:
    """Train a model with an ordered policy.

    Parameters
    ----------
    data : TrainingData
    costs : AcquisitionCosts
        Of all C columns.
    misclassification : ndarray of float32, shape (L, L)
        Rows true, columns assigned.
    budget : float, default=inf
        Largest cost spent on an instance.
    settings : Settings, optional
    meta : dict, optional
        What is for people, added to the model; a dict ``features`` by name describes features.
    n_jobs : int, default=1
        Threads; the model does not depend on it.
    progress : callable, optional
        Called with a sentence at every stage.
    plan_it : callable, optional
        Returns a model with a plan, from one without and the settings; by default `with_plan`.

    Raises
    ------
    ValueError
        If the data or a setting is out of range; the message names the column or the setting.
    """
    settings = settings or Settings()
    check_training(data, meta)
    budget = checked_budget(budget)
    kept = keep_relevant(data, costs, settings, n_jobs, progress)
    of_kept = data, kept, costs, misclassification, budget, settings, meta or {}, n_jobs, progress
    return model_of(*of_kept, plan_it)


def model_of(
    data: Described,
    kept: Kept,
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    budget: float,
    settings: Settings,
    meta: dict[str, Any],
    n_jobs: int,
    progress: Progress,
    plan_it: Planner | None = None,
) -> Model:
    """Train a model from the features kept; parameters as in `train`."""
    check_training(data, meta)
    budget = checked_budget(budget)
    progress(
        words(
            "kept {n} of {n_columns} features; finding how they depend on each other",
            n=len(kept.columns),
            n_columns=data.n_columns,
        )
    )
    information = kept.information(n_jobs)

    def planned_along(sequence: list[int]) -> Model:
        network = ordered_network(data, kept, information, sequence, settings)
        columns = [feature.column for feature in network.features]
        described = describe(data, network, settings, meta)
        model = Model.build(network, costs.select(columns), misclassification, budget=budget, meta=described)
        progress(words("planning over {n} stages", n=len(columns)))
        model = in_thread(lambda: (plan_it or with_plan)(model, settings))
        _tell_reach(model, progress)
        return model

    found = sequences(kept, information, costs, budget, settings)
    if plan_it is without_plan:
        return planned_along(found[0])
    return least_expected(map(planned_along, found))


def _tell_reach(model: Model, progress: Progress) -> None:
    """Report a plan that ends before the features do: the size of an exact one grows with the bins."""
    if 0 < model.n_stages < (n := affordable_stages(model)):
        progress(
            words(
                "the plan covers {n_planned} of {n} features: with so many bins more would take too many "
                "sets of alpha vectors. Fewer bins reach further",
                n_planned=model.n_stages,
                n=n,
            )
        )


def keep_relevant(
    data: TrainingData, costs: AcquisitionCosts, settings: Settings, n_jobs: int, progress: Progress
) -> Kept:
    """Cut columns into bins, score them and keep the relevant ones (docs/training.md, training 1 and 2)."""
    columns = data.columns
    progress(
        words(
            "cutting {n_columns} columns of {n_rows} rows into bins and scoring them",
            n_columns=columns.n_columns,
            n_rows=columns.n_rows,
        )
    )
    if columns.n_columns <= MOST_AT_ONCE:
        scores, kept, chosen, codes = _coded_at_once(data, costs, settings, n_jobs)
    else:
        scores = scores_of_columns(data, settings, n_jobs)
        kept = chosen_columns(scores, settings, data.features, costs)
        of_kept = columns.select(kept)
        chosen = _binned(data, of_kept, kept, settings, n_jobs)
        codes = chosen.codes(of_kept, n_jobs)
    evidence = CodedRows(codes, data.y, chosen.n_values, data.n_classes)
    pool = Kept(kept, scores, evidence, chosen, companions=data.companions)
    if settings.merge_categories:
        pool = pool.merged()
    return pool if data.features is not None else narrowed(pool, settings, n_jobs)


def _coded_at_once(
    data: TrainingData, costs: AcquisitionCosts, settings: Settings, n_jobs: int
) -> tuple[NDArray[np.float64], list[int], quantise.Binnings, UInt8]:
    """Return scores of all columns, and of those kept their numbers, bins and codes: each is sorted once."""
    binnings = _binned(data, data.columns, range(data.n_columns), settings, n_jobs)
    codes = binnings.codes(data.columns, n_jobs)
    if settings.relevance == "values":
        scores = _scores_of_values(data, data.columns, binnings, settings, n_jobs)
    else:
        largest = int(binnings.n_values.max(initial=1))
        counted = count_rows.count(codes, data.y, largest, data.n_classes, n_jobs=n_jobs).features
        scores = scores_of_bins(counted, binnings, settings, n_jobs)
    kept = chosen_columns(scores, settings, data.features, costs)
    return scores, kept, binnings.select(kept), _moved_to_front(codes, kept)


def _moved_to_front(codes: UInt8, columns: Sequence[int]) -> UInt8:
    """Return some rows of a code matrix, which loses its own order: many take no second matrix."""
    at = np.arange(len(codes))  # which row is where
    for k, column in enumerate(columns):
        place = int(np.flatnonzero(at == column)[0])
        if place != k:
            codes[[k, place]], at[[k, place]] = codes[[place, k]], at[[place, k]]
    chosen = codes[: len(columns)]
    return chosen if 2 * len(chosen) >= len(codes) else chosen.copy()


def scores_of_columns(data: TrainingData, settings: Settings, n_jobs: int = 1) -> NDArray[np.float64]:
    """Return the relevance of all columns, shape (C,)."""
    scores = np.empty(data.n_columns)
    every = range(data.n_columns)
    for first, block in data.columns.blocks(settings.n_bins * data.n_classes):
        part = slice(first, first + block.n_columns)
        scores[part] = _scored(data, block, every[part], settings, n_jobs)
    return scores


def chosen_columns(
    scores: NDArray[np.float64],
    settings: Settings,
    features: Sequence[int] | None,
    costs: AcquisitionCosts | None = None,
) -> list[int]:
    """Return the columns to keep, or those that `narrowed` chooses from; the most relevant first.

    Informative columns that a kept column pays for are kept with it: each value of a panel may
    have little information, and all of them a lot.
    """
    if features is not None:
        return [features[k] for k in relevance.rank(scores[list(features)])]
    least, most = _min_features(settings, len(scores)), settings.max_features
    if settings.selection != "relevance":
        least, most = selection.POOL, selection.POOL
    kept = relevance.filter(scores, settings.relevance_start, least, most)
    if not kept:
        warn_caller(NOTHING_TELLS)
    if costs is not None and settings.selection == "relevance":
        free = np.array([column for column in costs.free_with(kept) if scores[column] > 0], dtype=np.intp)
        kept = [*kept, *free[relevance.rank(scores[free])].tolist()][:most]
    return kept


def narrowed(pool: Kept, settings: Settings, n_jobs: int) -> Kept:
    """Keep the relevant features that add information to the others, if the settings say so."""
    if settings.selection == "relevance" or not pool.columns:
        return pool
    least = _min_features(settings, len(pool.scores))
    rule = settings.selection, least, settings.max_features
    return pool.select(selection.select(pool.information(n_jobs), *rule))


def _binned(
    data: TrainingData,
    block: Columns,
    columns: Sequence[int],
    settings: Settings,
    n_jobs: int,
    only_coarse: bool = False,
) -> quantise.Binnings:
    """Return the bins, or the coarse bins, of some columns."""
    if data.given is not None:
        every = list(columns) == list(range(len(data.given)))
        return data.given if every else data.given.select(columns)
    categorical = set(data.categorical)
    if isinstance(columns, range):  # a block of neighbours: there may be millions
        names = data.names[columns.start : columns.stop]
    else:
        names = [data.names[c] for c in columns]
    method = settings.n_bins, settings.binning
    quantise.check_method(*method)
    return quantise.fit_binnings(
        block,
        data.y,
        *(quantise.coarse_method(*method) if only_coarse else method),
        categorical=[at for at, c in enumerate(columns) if c in categorical] if categorical else (),
        names=names,
        n_jobs=n_jobs,
    )


def _scored(
    data: TrainingData, block: Columns, columns: Sequence[int], settings: Settings, n_jobs: int
) -> NDArray[np.float64]:
    """Return the relevance of a block of columns."""
    binnings = _binned(data, block, columns, settings, n_jobs, only_coarse=True)
    if settings.relevance == "values":
        return _scores_of_values(data, block, binnings, settings, n_jobs)
    counted = binnings.counts(block, data.y, data.n_classes, n_jobs)
    return scores_of_bins(counted, binnings, settings, n_jobs)


def _scores_of_values(
    data: TrainingData, block: Columns, binnings: quantise.Binnings, settings: Settings, n_jobs: int
) -> NDArray[np.float64]:
    scores = relevance.relevance_of_values(block, data.y, data.n_classes, settings.relevance_average, n_jobs)
    return np.where(binnings.n_coarse > 1, scores, 0.0)


def scores_of_bins(
    counted: NDArray[np.int64], binnings: quantise.Binnings, settings: Settings, n_jobs: int
) -> NDArray[np.float64]:
    """Return the relevance of columns from their counts, shape (K, V, L); 0 if one has a single bin."""
    counted = quantise.in_coarse_bins(counted, binnings)
    if settings.merge_categories:
        counted = categories.merged_columns(counted, binnings)
    scores = relevance.relevance_of_bins(counted, settings.relevance_average, n_jobs)
    return np.where(binnings.n_coarse > 1, scores, 0.0)


def _min_features(settings: Settings, n_columns: int) -> float:
    if settings.min_features == "authors":
        return relevance.authors_minimum(n_columns)
    return min(float(settings.min_features), settings.max_features or np.inf)


def sequences(
    kept: Kept, information: Information, costs: AcquisitionCosts, budget: float, settings: Settings
) -> list[list[int]]:
    """Return orders of kept features to plan along, the usual one first, as far as the budget pays."""
    of_kept = costs.select(kept.columns)
    if settings.order == "blanket":
        parents = structure.parents(information.conditional, settings.structure, settings.seed)
        return [of_kept.affordable(order.markov_blanket_order(parents), budget)]
    rule = order.information_order(information.alone, information.beyond, of_kept)
    found = order.orders_within(rule, of_kept, budget)
    number = {column: k for k, column in enumerate(kept.columns)}
    companions = {number[c]: number[d] for c, d in kept.companions.items() if {c, d} <= {*number}}
    return [of_kept.affordable(order.with_companions_first(each, companions), budget) for each in found]


def ordered_network(
    data: Described, kept: Kept, information: Information, sequence: list[int], settings: Settings
) -> Network:
    """Learn structure and tables of the network of an ordered policy (docs/training.md, training 4 and 5)."""
    if settings.order == "blanket":
        parents = structure.parents(information.conditional, settings.structure, settings.seed)
    else:
        kept, information = kept.select(sequence), information.select(sequence)
        parents = _parents_before(data, kept, information, settings)
        sequence = list(range(len(kept.columns)))
    evidence = kept.evidence
    how = settings.smoothing, frozenset(np.flatnonzero(~kept.binnings.categorical).tolist())
    conditional = tables.network_tables(
        evidence.family,
        parents,
        evidence.n_values,
        data.n_classes,
        order.ancestors(parents, sequence),
        *how,
    )
    steps = order.ordered_tables(parents, conditional, sequence, evidence.family, *how)
    position = {step.feature: k for k, step in enumerate(steps)}
    features = [
        feature_of(data, kept, step.feature, position.get(step.given, -1), _of_categories(kept, step))
        for step in steps
    ]
    prior = tables.class_prior(evidence.classes)
    return Network(
        tuple(features), tuple(data.classes), tables.normalised_float32(prior[:, np.newaxis])[:, 0]
    )


def _parents_before(
    data: Described, kept: Kept, information: Information, settings: Settings
) -> list[list[int]]:
    """Return parents of features that are numbered in their order.

    A dependence of a "tree" is stronger than chance makes it on average, so that nearly every feature has a
    parent; one of a "forest" pays for the parameters it takes (Schwarz, Annals of Statistics 6, 1978).
    """
    if settings.structure not in ("tree", "forest"):
        return structure.parents(information.conditional, settings.structure, settings.seed)
    spare = kept.n_coarse - 1
    n_rows = np.maximum(information.together, 1)
    least = np.outer(spare, spare) * data.n_classes / (2 * n_rows)  # of independent features, by chance
    if settings.structure == "forest":
        least = least * np.log(n_rows)
    return structure.strongest_earlier(information.conditional, least)


def _of_categories(kept: Kept, step: order.OrderedTable) -> NDArray[np.float32]:
    """Return a table of the categories themselves, where they were merged."""
    given = kept.mergings.get(kept.columns[step.given]) if step.given >= 0 else None
    return categories.expanded(step.table, given, kept.mergings.get(kept.columns[step.feature]))


def feature_of(data: Described, kept: Kept, k: int, parent: int, table: NDArray[np.float32]) -> Feature:
    column = kept.columns[k]
    binning = kept.binnings[k]
    return Feature(
        name=data.names[column],
        column=column,
        values=binning.values,
        categorical=binning.categorical,
        labels=labels_of(data, column, binning.values),
        parent=parent,
        table=table,
    )


def labels_of(data: Described, column: int, values: NDArray[np.float32]) -> tuple[str, ...] | None:
    """Return the texts of those categories that training rows have."""
    texts = (data.labels or {}).get(column)
    return None if texts is None else tuple(texts[int(value)] for value in values)


def describe(data: Described, network: Network, settings: Settings, meta: dict[str, Any]) -> dict[str, Any]:
    """Return the description of the model: provenance, and each feature's training range."""
    about = meta.get("features", {})
    low, high = data.ranges([feature.column for feature in network.features])
    entries = []
    for k, feature in enumerate(network.features):
        entry = dict(about.get(feature.name, {}))
        if not feature.categorical and not np.isnan(low[k]):
            entry.setdefault("range", [float(low[k]), float(high[k])])
        entries.append(entry)
    return {
        **meta,
        "features": entries,
        "training": {
            "class_counts": data.class_counts.tolist(),
            "n_columns": data.n_columns,
            "n_rows": int(data.class_counts.sum()),
            "settings": settings.told(),
            "version": __version__,
        },
    }


def without_plan(model: Model, settings: Settings) -> Model:
    """Return the model as it is: another policy will be put in the plan's place."""
    return model


def with_plan(model: Model, settings: Settings, is_draft: bool = False) -> Model:
    """Plan the ordered policy."""
    section = plan(
        model,
        treatment=settings.treatment,
        solver=settings.solver,
        n_beliefs=settings.n_beliefs,
        seed=settings.seed,
        is_draft=is_draft,
    )
    return model.with_policies({"ORDR": section})
