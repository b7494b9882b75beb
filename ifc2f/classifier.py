"""The scikit-learn estimator.

Its ``__init__`` is longer than 60 lines: scikit-learn wants a line for every parameter, and one to keep it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import cached_property
from numbers import Integral, Real
from typing import Any, Literal, TypeVar

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from ifc2f.assessment.fingerprints import remembering
from ifc2f.core.memory import give_back
from ifc2f.core.scikit import Interval, StrOptions, checks_parameters
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.dask_chunks import DaskChunks, is_dask
from ifc2f.data.findings import matrix_findings, warn_of_findings
from ifc2f.data.texts import numbered_labels
from ifc2f.estimator.acquiring import AcquiresFeatures
from ifc2f.estimator.held_out import LearnsFromHeldOutRows
from ifc2f.estimator.inputs import ReadsRows
from ifc2f.estimator.streaming import LearnsFromChunks
from ifc2f.learning.measured import with_companions, with_sources
from ifc2f.learning.prices import warn_of_prices
from ifc2f.learning.train import CHOICES
from ifc2f.learning.training_data import TrainingData, check_classes
from ifc2f.planning.certificate import Certificate, certificate
from ifc2f.planning.plan import Expectation, expected_cost
from ifc2f.policies.candidates import POLICIES
from ifc2f.policies.choose import train_by_policy
from ifc2f.settings import (
    Average,
    Binning,
    Order,
    Policy,
    Relevance,
    Selection,
    Settings,
    Smoothing,
    Solver,
    Structure,
    Treatment,
)

Self = TypeVar("Self", bound="IFC2FClassifier")

_SETTING_NAMES = tuple(name for name in Settings.__dataclass_fields__ if name != "seed")


class IFC2FClassifier(
    ReadsRows, LearnsFromChunks, LearnsFromHeldOutRows, AcquiresFeatures, ClassifierMixin, BaseEstimator
):
    """Classify by acquiring one feature at a time, and stop when another acquisition is not worth its cost.

    Training learns a tree-augmented naive Bayes network over the relevant features, and a policy that says
    which feature to acquire next. Prediction acquires features while they pay for themselves. The policy
    minimises the expected total cost: the acquisition cost of the features plus the cost of mistakes [1]_.

    Parameters
    ----------
    feature_cost : float, array_like (n_features,), dict, path, data frame or list of dict, default=0.01
        Cost of acquiring a feature, in the unit of `misclassification_cost`. A dict maps names to costs, or
        to dicts with `cost`, `discount_cost` and `group`: the first feature acquired in a group costs `cost`,
        later ones cost `discount_cost`. See `AcquisitionCosts.from_spec`.
    tests : dict or None, default=None
        Panels by name. A panel is a test that measures several features at once, such as ``{"blood count":
        {"cost": 20, "features": ["leukocytes", "platelets"]}}``, and its price is paid once. See
        `AcquisitionCosts.from_spec`.
    misclassification_cost : None, float, array_like (n_classes, n_classes), dict or path, default=None
        Cost of deciding for column j when row i is true, or a dict ``{(true, predicted): cost}``. None: 0 for
        the right class, 1 for a wrong one. See `misclassification`.
    budget : float or None, default=None
        The most to spend on an instance. None or infinity: no limit.
    n_bins : int, default=16
        Largest number of bins of a numeric feature.
    binning : {"mixed", "entropy", "quantile", "equal-width"}, default="mixed"
        How bin edges are found: supervised by MDLP ("entropy"), equally filled ("quantile"), half by each
        ("mixed"), or equally wide ("equal-width").
    merge_categories : bool, default=False
        Merge categories with similar class frequencies while the network is learned, so that rare ones share
        their counts. The model still has all categories.
    relevance : {"bins", "values"}, default="bins"
        Whether relevance (adjusted mutual information with the class) is computed on bins or distinct values.
    relevance_average : {"mean", "max"}, default="mean"
        Entropy that normalises relevance: the mean of feature and class, or the larger.
    relevance_start : float, default=1.0
        First threshold of relevance. It is halved until `min_features` features exceed it.
    min_features : int or "authors", default=20
        Number of relevant features at which the threshold stops; "authors" is min(n_features / 2, 15).
    max_features : int or None, default=200
        Largest number of features kept.
    selection : {"relevance", "cmim", "jmi", "mrmr"}, default="relevance"
        Keep features by their relevance alone, or by the information they add to those already kept.
    structure : {"tree", "forest", "line", "random", "clique", "naive"}, default="tree"
        Which features depend on which.
    order : {"information", "blanket"}, default="information"
        Order by information on the class beyond the earlier features, per cost; or by the paper's
        Markov blankets, which ignore costs.
    policy : {"ordered", "adaptive", "graph", "auto"}, default="auto"
        How the next feature is chosen. "ordered", the paper's policy: one order for all instances, and alpha
        vectors that say when to stop; it trains fastest. "adaptive": from the answers so far, by exact
        inference at run time. "graph": from the answers so far, by a graph grown in training, with its own
        cuts. "auto": the policy that costs least in cross-validation, which may ask nothing. Cross-validation
        also chooses the settings of "adaptive" and "graph". Graphs do not use the parameters from `n_bins` to
        `n_beliefs`, nor does "adaptive" if it costs less on the network of graphs than on that of "ordered".
        All of them follow `edges` and `features`.
    smoothing : {"gaussian", "laplace", "back-off"}, default="gaussian"
        How tables are smoothed: by neighbouring bins and a normal distribution per class ("gaussian"), by
        one extra row for each value ("laplace"), or towards the feature's distribution in the class whatever
        its parent ("back-off").
    treatment : {"auto", "exact", "parent", "marginal"}, default="auto"
        How many of the earlier answers, besides the posterior, the plan distinguishes. "exact" distinguishes
        all that matter for the order; "auto" does so for as many leading features as feasible.
    solver : {"full", "perseus"}, default="full"
        How the plan is computed.
    n_beliefs : int or None, default=None
        Number of simulated instances for the plan. None: 200 for two classes, or 800 if that pays, and more
        for more classes.
    graph_trees : int, default=200
        Number of trees of the forest that supplies the targets of graphs.
    graph_depth : int, default=12
        Largest number of cuts on a path through a graph.
    graph_columns : int, default=40
        Number of columns that a graph may use: those most useful to a forest on all columns.
    graph_cuts : int, default=250
        Number of equally filled bins of a column, between which the cuts of a graph lie.
    graph_rows : int, default=400_000
        Number of rows in the sample for comparing policies and growing graphs, if chunks or a stream hold
        more; see `fit_chunks`. `fit` uses all rows.
    edges : None, list or dict, default=None
        Bin edges of every column, by position, or in a dict by name or number, instead of those that
        `binning` finds: the inner edges of a numeric column, ascending; the values of a column of categories;
        the texts of a column of texts. `partial_fit` needs them.
    features : None or array_like, default=None
        Columns to keep, by number or name, instead of the most relevant ones.
    half_life : None or float, default=None
        For `partial_fit`: the number of further rows after which the weight of a row halves. None: all rows
        have the same weight.
    categorical_features : "auto" or array_like of int, bool or str, default="auto"
        Columns whose distinct values are categories. "auto": the columns of a data frame without numbers.
        Texts that stand for numbers, such as "12" or "5 %", are numbers unless their column is named here.
    merge_spellings : bool, default=False
        Whether texts of a data frame that differ only in capitals and blanks, such as "Yes" and "yes", are
        one category, with the most frequent spelling. For `fit`.
    missing : {"auto", "category"}, default="auto"
        What a missing value means. "auto": nothing, but graphs learn from it. "category": whether a
        value was measured is a feature of its own under every policy, named like "age measured", with the
        answers "no" and "yes". Right only where values are missing for the same reasons as in training; see
        docs/choosing.md. For `fit` on dense rows, without `edges`.
    unknown : {"missing", "error"}, default="missing"
        How to treat a category that training did not see.
    remember_rows : bool, default=True
        Whether to warn of a guarantee or a calibration on training rows. The estimator in memory knows the
        hashes of all training rows. Its pickle, and the file that `save` writes, hold the hashes of a sample
        of 32 rows. Anyone who has such a row can tell that it was used for training. With False, they hold
        no hashes.
    class_weight : dict, "balanced" or None, default=None
        Weights of rows by class label, or "balanced" for equal total weight of the classes. It multiplies
        `sample_weight`. It changes the class prior. If mistakes have different costs, set
        `misclassification_cost` instead.
    random_state : int, RandomState instance or None, default=0
        Seed of the simulated instances. The same seed gives the same model on every machine.
    n_jobs : int or None, default=None
        Number of threads; results do not depend on it.
    verbose : int, default=0
        1 prints each stage of training to standard error.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    n_features_in_ : int
    feature_names_in_ : ndarray of str, shape (n_features,)
        If X had column names.
    model_ : Model
        The trained model. `save` writes it, and every prediction uses it.
    expected_cost_ : Expectation
        Expected total cost of an instance under the model, its parts, and the expected number of features.
    certificate_ : Certificate
        Bounds of the optimal expected cost under the model's network. For an ordered policy, `lower` bounds
        the optimum of its order; `lower_of_all` bounds all policies.
    order_ : ndarray of int, shape (n_stages,)
        Columns in the order of their acquisition; with a graph, the columns it may acquire, those nearest to
        its root first.
    choice_ : dict
        `name` of the chosen policy, and under `cross_validation` the average total cost on held-out rows of
        each policy compared, by name. `held_out_cost` is the cost of the chosen policy as it is in the model.
        Its likelihoods are raised to `power`, which calibrates it on these rows.

    Notes
    -----
    NaN is a value that was not acquired, in training and in prediction.

    References
    ----------
    .. [1] Liyanage, Zois, Chelmis, "Dynamic Instance-Wise Classification in Correlated Feature Spaces", IEEE
       Transactions on Artificial Intelligence 2(6), 2021, doi 10.1109/TAI.2021.3109858

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from ifc2f import IFC2FClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> acquisition = IFC2FClassifier(feature_cost=0.01).fit(X[:400], y[:400]).acquire(X[400:])
    >>> bool(acquisition.n_features.mean() < 6)
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012 - scikit-learn's name and form
        "feature_cost": [Real, "array-like", dict, str, os.PathLike],
        "tests": [None, dict],
        "misclassification_cost": [None, Real, "array-like", dict, str, os.PathLike],
        "budget": [None, Interval(Real, 0, None, closed="both")],
        "n_bins": [Interval(Integral, 2, 255, closed="both")],
        "merge_categories": ["boolean"],
        "relevance_start": [Interval(Real, 0, None, closed="neither")],
        "min_features": [Interval(Integral, 1, None, closed="left"), StrOptions({"authors"})],
        "max_features": [None, Interval(Integral, 1, None, closed="left")],
        "policy": [StrOptions(set(POLICIES))],
        **{name: [StrOptions(set(choices))] for name, choices in CHOICES.items()},
        "n_beliefs": [None, Interval(Integral, 1, 65535, closed="both")],
        "graph_trees": [Interval(Integral, 1, None, closed="left")],
        "graph_depth": [Interval(Integral, 1, 30, closed="both")],
        "graph_columns": [Interval(Integral, 1, None, closed="left")],
        "graph_cuts": [Interval(Integral, 2, 250, closed="both")],
        "graph_rows": [Interval(Integral, 10, None, closed="left")],
        "edges": [None, list, tuple, dict],
        "features": [None, "array-like"],
        "half_life": [None, Interval(Real, 0, None, closed="neither")],
        "categorical_features": [StrOptions({"auto"}), "array-like"],
        "merge_spellings": ["boolean"],
        "missing": [StrOptions({"auto", "category"})],
        "unknown": [StrOptions({"missing", "error"})],
        "remember_rows": ["boolean"],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "random_state": ["random_state"],
        "n_jobs": [None, Integral],
        "verbose": ["verbose"],
    }

    def __init__(
        self,
        feature_cost: Any = 0.01,
        *,
        tests: dict[str, dict[str, Any]] | None = None,
        misclassification_cost: Any = None,
        budget: float | None = None,
        n_bins: int = Settings.n_bins,
        binning: Binning = Settings.binning,
        merge_categories: bool = Settings.merge_categories,
        relevance: Relevance = Settings.relevance,
        relevance_average: Average = Settings.relevance_average,
        relevance_start: float = Settings.relevance_start,
        min_features: int | Literal["authors"] = Settings.min_features,
        max_features: int | None = Settings.max_features,
        selection: Selection = Settings.selection,
        structure: Structure = Settings.structure,
        order: Order = Settings.order,
        policy: Policy = "auto",
        smoothing: Smoothing = Settings.smoothing,
        treatment: Treatment = Settings.treatment,
        solver: Solver = Settings.solver,
        n_beliefs: int | None = Settings.n_beliefs,
        graph_trees: int = Settings.graph_trees,
        graph_depth: int = Settings.graph_depth,
        graph_columns: int = Settings.graph_columns,
        graph_cuts: int = Settings.graph_cuts,
        graph_rows: int = Settings.graph_rows,
        edges: Any = None,
        features: Any = None,
        half_life: float | None = None,
        categorical_features: Any = "auto",
        merge_spellings: bool = False,
        missing: Literal["auto", "category"] = "auto",
        unknown: Literal["missing", "error"] = "missing",
        remember_rows: bool = True,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        random_state: int | np.random.RandomState | None = 0,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.feature_cost = feature_cost
        self.tests = tests
        self.misclassification_cost = misclassification_cost
        self.budget = budget
        self.n_bins = n_bins
        self.binning = binning
        self.merge_categories = merge_categories
        self.relevance = relevance
        self.relevance_average = relevance_average
        self.relevance_start = relevance_start
        self.min_features = min_features
        self.max_features = max_features
        self.selection = selection
        self.structure = structure
        self.order = order
        self.policy = policy
        self.smoothing = smoothing
        self.treatment = treatment
        self.solver = solver
        self.n_beliefs = n_beliefs
        self.graph_trees = graph_trees
        self.graph_depth = graph_depth
        self.graph_columns = graph_columns
        self.graph_cuts = graph_cuts
        self.graph_rows = graph_rows
        self.edges = edges
        self.features = features
        self.half_life = half_life
        self.categorical_features = categorical_features
        self.merge_spellings = merge_spellings
        self.missing = missing
        self.unknown = unknown
        self.remember_rows = remember_rows
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        return tags

    @checks_parameters
    def fit(
        self: Self,
        X: Any,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        *,
        meta: dict[str, Any] | None = None,
    ) -> Self:
        """Train the model.

        Parameters
        ----------
        X : array_like, sparse matrix, data frame or Dask collection, shape (n, n_features)
            NaN is a missing value. Data frames may be of pandas or polars, or pyarrow tables; columns without
            numbers are categories, and times count days or seconds. A sparse matrix is not made dense;
            entries that it does not store are 0, not missing. A Dask array or data frame is counted on the
            workers of the current cluster, as by `fit_chunks`.
        y : array_like, shape (n,)
            Class labels: numbers, texts or booleans.
        sample_weight : array_like, shape (n,), optional
            The number of rows that each row stands for. Whole numbers give the model of rows repeated that
            often, and omitted if it is 0. Of other numbers only the ratios count, and each is rounded up or
            down at random so that the sum in each class is kept. Dask takes only whole numbers.
        meta : dict, optional
            Descriptions for people, stored in the model, such as ``{"title": ..., "unit_of_costs": ...,
            "features": {name: {"unit": ..., "question": ...}}}``; see docs/format.md.

        Raises
        ------
        ValueError
            If a cell is infinite, a column name is repeated, costs do not fit, or y has missing labels; the
            message names the column or class.
        """
        if is_dask(X):
            if self.class_weight is not None:
                raise ValueError("class_weight needs all rows at once: give sample_weight instead")
            return self.fit_chunks(DaskChunks(X, y, sample_weight, self._meant_as_texts()), meta=meta)
        self._forget()
        matrix, labels, unrounded = self._training_arrays(X, y)
        times = self._repetitions(labels, sample_weight)
        if times is not None:
            matrix, labels, unrounded = self._repeated(matrix, labels, times)
        self.classes_, codes = numbered_labels(labels)
        # Only the different ones are looked at, each as if it came a few times.
        check_classification_targets(np.tile(self.classes_, 3))
        if self.classes_.dtype.kind not in "biufUO":
            raise ValueError(f"class labels must be numbers, texts or booleans, not {self.classes_.dtype}")
        check_classes(self.classes_.tolist())
        names = self._names()
        bins = self._given_bins(names)
        categorical = sorted({*self._labels, *self._categorical_columns(names)})
        warn_of_findings(matrix_findings(unrounded, names, codes, self._labels), self.policy)
        data = TrainingData(
            matrix=matrix,
            y=codes,
            names=names,
            classes=[label.item() if hasattr(label, "item") else label for label in self.classes_],
            categorical=categorical,
            labels=self._labels,
            given=None if bins is None else bins.binnings,
            features=self._given_features(),
        )
        costs = AcquisitionCosts.from_spec(self.feature_cost, names, self.tests)
        mistakes = misclassification(self.misclassification_cost, data.classes)
        warn_of_prices(costs, mistakes)
        about = self._with_units(meta)
        if self.missing == "category":
            data, costs, companions = with_companions(data, costs)
            about, self._measured = with_sources(about, data.names, companions), tuple(companions.values())
        model = train_by_policy(
            self.policy,
            data,
            costs,
            mistakes,
            budget=np.inf if self.budget is None else self.budget,
            settings=self._settings(),
            meta=about,
            n_jobs=self._n_threads(),
            progress=self._progress(),
        )
        self._set_model(model)
        give_back()  # what training took
        self._remember(data.matrix)
        return self

    def _settings(self) -> Settings:
        chosen = {name: getattr(self, name) for name in _SETTING_NAMES}
        return Settings(**chosen, seed=self._seed())

    def _seed(self) -> int:
        if isinstance(self.random_state, Integral):
            return int(self.random_state) & 0xFFFFFFFF
        return int(check_random_state(self.random_state).randint(2**31))

    def _trained_seed(self) -> int:
        """Return the seed of training: a generator as `random_state` would give another one each time."""
        return int(self.model_.meta["training"]["settings"]["seed"])

    def _n_threads(self) -> int:
        return int(effective_n_jobs(self.n_jobs)) if self.n_jobs is not None else 1

    def _progress(self) -> Callable[[str], None]:
        start = time.perf_counter()

        def tell(stage: str) -> None:
            if self.verbose:
                print(f"[ifc2f {time.perf_counter() - start:6.2f} s] {stage}", file=sys.stderr, flush=True)

        return tell

    @cached_property
    def expected_cost_(self) -> Expectation:
        """Expected total cost of an instance under the model, and its parts; computed at first use."""
        check_is_fitted(self)
        return expected_cost(self.model_, seed=self._trained_seed())

    @cached_property
    def certificate_(self) -> Certificate:
        """How far the policy's expected cost can be from the optimum; computed at first use."""
        check_is_fitted(self)
        return certificate(self.model_)

    @property
    def choice_(self) -> dict[str, Any]:
        """The policy that was chosen, and what those compared with it scored."""
        check_is_fitted(self)
        return dict(self.model_.meta.get("policy", {"name": self.model_.policy, "cross_validation": {}}))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the trained model to a file that `Model.load`, the command line and the C runtime read.

        Besides `model_` it holds a sample of numbers of the rows that `fit` saw, so that a guarantee or a
        calibration on them is warned of wherever the file goes.
        """
        check_is_fitted(self)
        model = self.model_
        for sketch in self._sketches:
            model = remembering(model, sketch)
        model.save(path)
