"""Settings of training, and the presets of the paper and its authors' code.

`AUTHORS_SETTINGS` and `PAPER_SETTINGS` are keyword arguments of `IFC2FClassifier`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

# The names that each choice knows; a test holds them to the functions that follow them.
Binning = Literal["mixed", "entropy", "quantile", "equal-width"]
Relevance = Literal["bins", "values"]
Average = Literal["mean", "max"]
Selection = Literal["relevance", "cmim", "jmi", "mrmr"]
Structure = Literal["tree", "forest", "line", "random", "clique", "naive"]
Order = Literal["information", "blanket"]
Smoothing = Literal["gaussian", "laplace", "back-off"]
Treatment = Literal["auto", "exact", "parent", "marginal"]
Solver = Literal["full", "perseus"]
Policy = Literal["ordered", "adaptive", "graph", "auto"]


@dataclass(frozen=True)
class Settings:
    """How a model is trained, from bins to policy.

    Attributes
    ----------
    n_bins : int
        Largest number of bins of a numeric feature.
    binning : {"mixed", "entropy", "quantile", "equal-width"}
        How bin edges are found; see `ifc2f.data.quantise.fit_binnings`.
    merge_categories : bool
        Whether categories whose class frequencies are alike are merged while the network is learned; see
        `ifc2f.data.categories`.
    relevance : {"bins", "values"}
        What adjusted mutual information with the class is computed on: the bins, or each distinct value.
    relevance_average : {"mean", "max"}
        Its normaliser: mean or maximum of the two entropies.
    relevance_start : float
        First threshold of relevance; halved until enough features exceed it.
    min_features : int or "authors"
        Number of features that is enough; "authors" is min(K / 2, 15) for K columns.
    max_features : int or None
        Largest number of features kept, the most relevant ones.
    selection : {"relevance", "cmim", "jmi", "mrmr"}
        Whether features are kept by their relevance alone, or by what they add to those already kept, at
        most `max_features` of them; see `ifc2f.learning.selection`.
    structure : {"tree", "forest", "line", "random", "clique", "naive"}
        Feature parents; see `ifc2f.learning.structure.parents`.
    order : {"information", "blanket"}
        In which order the policy acquires features: by information on the class beyond the features before
        it, per cost, each feature's parent being the strongest earlier one; or the paper's Markov-blanket
        order of the structure, which leaves features out. See `ifc2f.learning.order`.
    smoothing : {"gaussian", "laplace", "back-off"}
        What probabilities fall back to where rows are few: those of neighbouring bins and of a normal
        distribution of the class, equal ones, or those the feature has in the class whatever its parent is;
        see `ifc2f.learning.tables.learned_table`.
    treatment : {"auto", "exact", "parent", "marginal"}
        What alpha sets are indexed by; see `ifc2f.planning.plan.plan`.
    solver : {"full", "perseus"}
        How alpha vectors are found.
    n_beliefs : int or None
        Simulated instances whose beliefs are backed up; None: enough, see `ifc2f.planning.plan.plan`.
    graph_trees : int
        Trees of the forest that a graph is grown towards.
    graph_depth : int
        Largest number of cuts on a path through a graph.
    graph_columns : int
        Columns that a graph may use, those most useful to a forest on all.
    graph_cuts : int
        Equally filled bins of a column, between which cuts are chosen.
    graph_rows : int
        Rows of the sample that policies are compared and graphs grown on where chunks hold more.
    seed : int
        Seed of simulation and of the random structure.
    """

    n_bins: int = 16
    binning: Binning = "mixed"
    merge_categories: bool = False
    relevance: Relevance = "bins"
    relevance_average: Average = "mean"
    relevance_start: float = 1.0
    min_features: int | Literal["authors"] = 20
    max_features: int | None = 200
    selection: Selection = "relevance"
    structure: Structure = "tree"
    order: Order = "information"
    smoothing: Smoothing = "gaussian"
    treatment: Treatment = "auto"
    solver: Solver = "full"
    n_beliefs: int | None = None
    graph_trees: int = 200
    graph_depth: int = 12
    graph_columns: int = 40
    graph_cuts: int = 250  # with those of the network at most 255 bins
    graph_rows: int = 400_000
    seed: int = 0

    def of_graphs(self) -> dict[str, Any]:
        """Return those that play a part in policy graphs, by name."""
        every = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: every[name] for name in every if name.startswith("graph_") or name == "seed"}

    def told(self) -> dict[str, Any]:
        """Return by name the settings that an ordered policy's model records, without switches set to off."""
        others = self.of_graphs().keys() - {"seed"}
        every = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: every[name] for name in every if every[name] is not False and name not in others}

    def told_of_factor(self) -> dict[str, Any]:
        """Return by name the settings that a model with a factor records: no order is planned on it."""
        unused = ("order", "treatment", "solver", "n_beliefs")
        told = {name: value for name, value in self.told().items() if name not in unused}
        return {**told, "structure": "factor"}

    def told_of_graphs(self) -> dict[str, Any]:
        """Return by name the settings that the model of a graph records: the seed, and changed defaults."""
        usual = {f.name: f.default for f in fields(self) if f.name != "seed"}
        return {name: value for name, value in self.of_graphs().items() if value != usual.get(name)}


AUTHORS_SETTINGS: dict[str, Any] = {
    "feature_cost": 0.01,
    "policy": "ordered",
    "n_bins": 4,
    "binning": "equal-width",
    "relevance": "values",
    "relevance_average": "mean",
    "relevance_start": 0.8,
    "min_features": "authors",
    "max_features": None,
    "structure": "tree",
    "order": "blanket",
    "smoothing": "laplace",
    "treatment": "auto",
    "solver": "perseus",
    "n_beliefs": 100,
}
"""The settings of the authors' published code, with its faults fixed (docs/method.md lists them): relevance
on raw values, threshold halved from 0.8 until min(K / 2, 15) features are kept, four bins of equal width
from the floor of the minimum to the ceiling of the maximum."""

PAPER_SETTINGS: dict[str, Any] = {
    "feature_cost": 0.01,
    "policy": "ordered",
    "n_bins": 4,
    "binning": "equal-width",
    "relevance": "bins",
    "relevance_average": "mean",
    "relevance_start": 1.0,
    "min_features": 1,
    "max_features": None,
    "structure": "tree",
    "order": "blanket",
    "smoothing": "laplace",
    "treatment": "auto",
    "solver": "perseus",
    "n_beliefs": 100,
}
"""The settings that the paper prints: threshold halved from 1 until at least one feature is kept, on
quantised features, V = 4 (10 for sparse data). The equal-width edges are those of the authors' code, because
the paper does not say where they begin."""
