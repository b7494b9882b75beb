"""From a matrix to a model: bins, relevance, structure, tables, order, plan."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ifc2f
from ifc2f import counts, order, quantise, relevance, structure, tables
from ifc2f.costs import AcquisitionCosts, checked_budget
from ifc2f.format import MAX_CLASSES
from ifc2f.model import Model
from ifc2f.network import ClassLabel, Feature, Network
from ifc2f.plan import expected_cost, plan
from ifc2f.settings import Settings

Progress = Callable[[str], None]


@dataclass(frozen=True)
class TrainingData:
    """What a model is trained on.

    Attributes
    ----------
    matrix : ndarray of float32, shape (n, C)
        NaN is missing; categories are numbers.
    y : ndarray of int32, shape (n,)
        Class numbers, 0 to L - 1.
    names : sequence of str, length C
    classes : sequence, length L
        Class labels.
    categorical : sequence of int
        Columns whose distinct values are categories.
    labels : dict
        For a column with categories that are texts: their texts, in the order of their numbers 0, 1, ...
    """

    matrix: NDArray[np.float32]
    y: NDArray[np.int32]
    names: Sequence[str]
    classes: Sequence[ClassLabel]
    categorical: Sequence[int] = ()
    labels: dict[int, tuple[str, ...]] | None = None

    @property
    def n_classes(self) -> int:
        """L."""
        return len(self.classes)


@dataclass(frozen=True)
class Kept:
    """The features kept by relevance, most relevant first.

    Attributes
    ----------
    columns : list of int
        Their columns.
    scores : ndarray of float64, shape (C,)
        Relevance of all columns.
    codes : ndarray of uint8, shape (len(columns), n)
    binnings : Binnings
        Of the kept columns.
    """

    columns: list[int]
    scores: NDArray[np.float64]
    codes: NDArray[np.uint8]
    binnings: quantise.Binnings


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

    Raises
    ------
    ValueError
        If the data or a setting is out of range; the message names the column or the setting.
    """
    settings = settings or Settings()
    check_training(data, meta)
    budget = checked_budget(budget)
    kept = keep_relevant(data, settings, n_jobs, progress)
    progress(
        f"kept {len(kept.columns)} of {data.matrix.shape[1]} features; finding how they depend on each other"
    )
    network = ordered_network(data, kept, costs, budget, settings, n_jobs)
    columns = [feature.column for feature in network.features]
    described = describe(data, network, settings, meta or {})
    model = Model.build(network, costs.select(columns), misclassification, budget=budget, meta=described)
    progress(f"planning over {len(columns)} stages")
    return with_plan(model, settings)


def keep_relevant(data: TrainingData, settings: Settings, n_jobs: int, progress: Progress) -> Kept:
    """Cut columns into bins, score them and keep the relevant ones (docs/method.md, training 1 and 2)."""
    n_columns = data.matrix.shape[1]
    progress(f"cutting {n_columns} columns of {len(data.y)} rows into bins")
    binnings = quantise.fit_binnings(
        data.matrix,
        data.y,
        settings.n_bins,
        settings.binning,
        categorical=data.categorical,
        names=data.names,
        n_jobs=n_jobs,
    )
    codes = binnings.codes(data.matrix, n_jobs)
    progress("scoring their relevance")
    if settings.relevance == "values":
        scores = relevance.relevance_of_values(
            data.matrix, data.y, data.n_classes, settings.relevance_average, n_jobs
        )
    else:
        counted = counts.count(
            codes, data.y, int(binnings.n_values.max(initial=1)), data.n_classes, n_jobs=n_jobs
        )
        scores = relevance.relevance_of_bins(counted.features, settings.relevance_average, n_jobs)
    scores = np.where(binnings.n_values > 1, scores, 0.0)
    columns = relevance.filter(
        scores, settings.relevance_start, _min_features(settings, n_columns), settings.max_features
    )
    if not columns:
        warnings.warn(
            "no feature tells anything about the class: the model is the class prior alone", stacklevel=4
        )
    return Kept(columns, scores, np.ascontiguousarray(codes[columns]), binnings.select(columns))


def _min_features(settings: Settings, n_columns: int) -> float:
    if settings.min_features == "authors":
        return relevance.authors_minimum(n_columns)
    return min(float(settings.min_features), settings.max_features or np.inf)


def ordered_network(
    data: TrainingData, kept: Kept, costs: AcquisitionCosts, budget: float, settings: Settings, n_jobs: int
) -> Network:
    """Learn order, structure and tables of the ordered policy's network (docs/method.md, training 3 to 6)."""
    L = data.n_classes
    information = _information(data, kept, n_jobs)
    if settings.order == "blanket":
        parents = structure.parents(information, settings.structure, settings.seed)
        sequence = costs.select(kept.columns).affordable(order.markov_blanket_order(parents), budget)
    else:
        kept, information = _in_order(data, kept, information, costs, budget, n_jobs)
        parents = _parents_before(data, kept, information, settings)
        sequence = list(range(len(kept.columns)))
    n_values = kept.binnings.n_values.tolist()
    conditional = tables.network_tables(
        kept.codes, data.y, parents, n_values, L, order.ancestors(parents, sequence)
    )

    def pair_counts(family: tuple[int, ...]) -> NDArray[np.int64]:
        return counts.family_counts(kept.codes, data.y, family, n_values, L)

    steps = order.ordered_tables(parents, conditional, sequence, pair_counts)
    position = {step.feature: k for k, step in enumerate(steps)}
    features = [
        _feature(data, kept, step.feature, position.get(step.given, -1), step.table) for step in steps
    ]
    prior = tables.class_prior(np.bincount(data.y, minlength=L))
    return Network(
        tuple(features), tuple(data.classes), tables.normalised_float32(prior[:, np.newaxis])[:, 0]
    )


def _largest(kept: Kept) -> int:
    return int(kept.binnings.n_values.max(initial=1))


def _information(data: TrainingData, kept: Kept, n_jobs: int) -> NDArray[np.float64]:
    """Return I(F_i; F_j | C) of the kept features, nats."""
    return counts.conditional_information(kept.codes, data.y, _largest(kept), data.n_classes, n_jobs=n_jobs)


def _in_order(
    data: TrainingData,
    kept: Kept,
    information: NDArray[np.float64],
    costs: AcquisitionCosts,
    budget: float,
    n_jobs: int,
) -> tuple[Kept, NDArray[np.float64]]:
    """Return the kept features, and the information about them, in the order of `order.information_order`."""
    alone, beyond = counts.information_on_class(
        kept.codes, data.y, _largest(kept), data.n_classes, information, n_jobs=n_jobs
    )
    of_kept = costs.select(kept.columns)
    sequence = of_kept.affordable(order.information_order(alone, beyond, of_kept.price), budget)
    columns = [kept.columns[k] for k in sequence]
    codes = np.ascontiguousarray(kept.codes[sequence])
    return Kept(columns, kept.scores, codes, kept.binnings.select(sequence)), information[
        np.ix_(sequence, sequence)
    ]


def _parents_before(
    data: TrainingData, kept: Kept, information: NDArray[np.float64], settings: Settings
) -> list[list[int]]:
    """Return parents of features that are numbered in their order."""
    if settings.structure != "tree":
        return structure.parents(information, settings.structure, settings.seed)
    spare = kept.binnings.n_values - 1
    by_chance = np.outer(spare, spare) * data.n_classes / (2 * len(data.y))  # of independent features
    return structure.strongest_earlier(information, by_chance)


def _feature(data: TrainingData, kept: Kept, k: int, parent: int, table: NDArray[np.float32]) -> Feature:
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


def labels_of(data: TrainingData, column: int, values: NDArray[np.float32]) -> tuple[str, ...] | None:
    """Return the texts of those categories that training rows have."""
    texts = (data.labels or {}).get(column)
    return None if texts is None else tuple(texts[int(value)] for value in values)


def check_training(data: TrainingData, meta: Any) -> None:
    """Refuse, before the work, what no model could hold.

    Raises
    ------
    TypeError
        If `meta`, or what it says of features, is no dict.
    ValueError
        If there are too many classes, or `meta` describes a feature that is no column.
    """
    if data.n_classes > MAX_CLASSES:
        raise ValueError(f"a model holds at most {MAX_CLASSES} classes, not {data.n_classes}")
    if not isinstance(meta, dict | None):
        raise TypeError(f"meta must be a dict, not {meta!r}")
    about = (meta or {}).get("features", {})
    if not isinstance(about, dict) or not all(isinstance(entry, dict) for entry in about.values()):
        raise TypeError(f"the features of meta must be a dict of dicts by name, not {about!r}")
    if unknown := set(about) - set(data.names):
        raise ValueError(f"meta describes {min(unknown, key=str)!r}, which is no feature")


def describe(
    data: TrainingData, network: Network, settings: Settings, meta: dict[str, Any]
) -> dict[str, Any]:
    """Return what the model says of itself: provenance, and each feature's training range."""
    about = meta.get("features", {})
    entries = []
    for feature in network.features:
        column = data.matrix[:, feature.column]
        entry = dict(about.get(feature.name, {}))
        if not feature.categorical and not np.all(np.isnan(column)):
            entry.setdefault("range", [float(np.nanmin(column)), float(np.nanmax(column))])
        entries.append(entry)
    return {
        **meta,
        "features": entries,
        "training": {
            "class_counts": np.bincount(data.y, minlength=data.n_classes).tolist(),
            "n_columns": data.matrix.shape[1],
            "n_rows": len(data.y),
            "settings": asdict(settings),
            "version": ifc2f.__version__,
        },
    }


def with_plan(model: Model, settings: Settings) -> Model:
    """Plan the ordered policy; keep it if it is no worse than stopping at once.

    Only `exact` is sure not to be worse.
    """

    def planned(n_stages: int | None) -> Model:
        section = plan(
            model,
            treatment=settings.treatment,
            solver=settings.solver,
            n_beliefs=settings.n_beliefs,
            n_stages=n_stages,
            seed=settings.seed,
        )
        return model.with_policies({"ORDR": section})

    policy = planned(None)
    if policy.treatment == "exact":
        return policy
    stop = planned(0)
    return policy if expected_cost(policy).total <= expected_cost(stop).total else stop
