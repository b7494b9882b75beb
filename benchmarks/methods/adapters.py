"""How each method of the declared list is run on one fold."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils import get_tags

from ifc2f.costs import AcquisitionCosts

from . import aaco, networks, pruning, rivals, streed
from .prices import BUDGET_PRICE, PriceList, Target, budgets, uniform

EVEN_WIDTHS = "even widths"  # as `edges`: those of bins of one width, found on the training rows


@dataclass(frozen=True)
class Split:
    """Training and test part of one fold; ``label_numbers`` are the classes' published numbers, ascending."""

    X_train: Any
    y_train: np.ndarray
    X_test: Any
    y_test: np.ndarray
    categorical: tuple[int, ...] = ()
    label_numbers: np.ndarray = field(default_factory=lambda: np.arange(255))
    feature_names: tuple[str, ...] = ()
    costs: Path | Mapping[str, Any] | None = None  # the tests' prices, or their file
    mistakes: np.ndarray | None = None  # what deciding j where i is true costs; None: all mistakes the same

    @property
    def test_costs(self) -> AcquisitionCosts:
        """The tests' prices.

        Raises
        ------
        ValueError
            if the data have none
        """
        if self.costs is None:
            raise ValueError("the data have no prices of tests")
        return AcquisitionCosts.from_spec(self.costs, self.feature_names)

    @property
    def numbered(self) -> np.ndarray:
        """Training labels as published: what the public code of a rival sees."""
        return np.asarray(self.label_numbers[self.y_train])

    def classes_of(self, numbers: Any) -> np.ndarray:
        """Classes 0..L-1 of published numbers."""
        return np.asarray(np.searchsorted(self.label_numbers, numbers))


@dataclass(frozen=True)
class Outcome:
    """The result of every test instance; ``cost`` is what it was charged, None if nothing is."""

    label: np.ndarray  # (n,) int
    n_features: np.ndarray  # (n,) features that were there when looked at
    cost: np.ndarray | None = None  # (n,)


@dataclass
class Result:
    """One row of the results; ``e`` is None for a method that does not know costs."""

    e: float | None
    outcome: Outcome
    seconds: dict[str, float]
    details: dict[str, Any] = field(default_factory=dict)


Method = Callable[[Split, dict[str, Any], tuple[float, ...], int], Iterator[Result]]


def run(
    method: str, split: Split, settings: dict[str, Any], costs: tuple[float, ...], seed: int
) -> Iterator[Result]:
    """Run a method of the declared list at each cost.

    Raises
    ------
    KeyError
        if there is no such method
    """
    return METHODS[method](split, dict(settings), costs, seed)


def charged_features(order: np.ndarray, X: Any) -> np.ndarray:
    """Number of acquired features per instance that had a value; a missing answer costs nothing."""
    acquired = order >= 0
    if not scipy.sparse.issparse(X):
        rows = np.arange(len(order))[:, None]
        acquired &= ~np.isnan(X[rows, np.maximum(order, 0)])
    return np.asarray(acquired.sum(axis=1), dtype=float)


# A dense matrix that a method needs may take this much; beyond, the method is said to have no form for
# sparse data.
DENSE_BYTES = 2 << 30


def as_needed(X: Any, estimator: Any) -> Any:
    """Sparse data as the estimator takes them: as they are, or dense if that is possible.

    Raises
    ------
    ValueError
        if it takes no sparse data and dense they would be too large
    """
    if not scipy.sparse.issparse(X) or get_tags(estimator).input_tags.sparse:
        return X
    size = X.shape[0] * X.shape[1] * X.dtype.itemsize
    if size > DENSE_BYTES:
        raise ValueError(f"takes no sparse data, and dense they are {size / 1e9:.0f} GB")
    return X.toarray()


# So many columns, the most relevant by their raw values, are kept of sparse data that are too wide to be
# made dense. On binary data that is the method's own filter, as long as it keeps no more.
NARROWED_COLUMNS = 2000


def narrowed(X: Any, y: np.ndarray, estimator: Any) -> np.ndarray | None:
    """Columns to keep of sparse data too wide for the estimator, ascending; None where it can take all."""
    if not scipy.sparse.issparse(X) or get_tags(estimator).input_tags.sparse:
        return None
    if X.shape[0] * X.shape[1] * X.dtype.itemsize <= DENSE_BYTES:
        return None
    from ifc2f.learning.relevance import relevance_of_values

    scores = relevance_of_values(X, y, int(y.max()) + 1)
    return np.sort(np.argsort(-scores, kind="stable")[:NARROWED_COLUMNS])


class StageClock(io.StringIO):
    """A stream for the messages of training, which notes when planning begins."""

    planning: float | None = None

    def write(self, text: str) -> int:
        if self.planning is None and "planning" in text:
            self.planning = time.process_time()
        return super().write(text)


def _ifc2f(split: Split, settings: dict[str, Any], costs: tuple[float, ...], seed: int) -> Iterator[Result]:
    from pandas import DataFrame

    from ifc2f import IFC2FClassifier

    removed = settings.pop("removed", 0.0)
    priced = settings.pop("prices", False)
    budgeted = settings.pop("budget", False)
    for e in costs:
        classifier = IFC2FClassifier(feature_cost=e, random_state=seed, n_jobs=1, verbose=1, **settings)
        if priced:
            seen = np.unique(split.y_train)
            mistakes = e * _mistakes_between(seen, split.mistakes)
            classifier.set_params(feature_cost=split.costs, misclassification_cost=mistakes)
        if budgeted:  # half a feature more, for rounding
            classifier.set_params(feature_cost=BUDGET_PRICE, budget=BUDGET_PRICE * (e + 0.5))
        if split.categorical:
            classifier.set_params(categorical_features=list(split.categorical))
        if classifier.edges == EVEN_WIDTHS:
            classifier.set_params(edges=even_widths(split, classifier.n_bins))
        clock = StageClock()
        details: dict[str, Any] = {}
        with contextlib.redirect_stderr(clock):
            started = time.process_time()
            X_train, X_test = split.X_train, split.X_test
            columns = narrowed(X_train, split.y_train, classifier)
            if columns is not None:
                X_train, X_test = X_train[:, columns], X_test[:, columns]
                details["narrowed_to"] = len(columns)
            X_train, X_test = as_needed(X_train, classifier), as_needed(X_test, classifier)
            if priced:  # prices go by name
                X_train, X_test = (DataFrame(X, columns=split.feature_names) for X in (X_train, X_test))
            classifier.fit(X_train, split.y_train)
            trained = time.process_time()
        if removed:
            X_test = without(X_test, removed, seed, classifier.model_.columns)
        planning = clock.planning or trained
        began = time.process_time()
        acquisition = classifier.acquire(X_test)
        seconds = {
            "preprocess": planning - started,
            "plan": trained - planning,
            "classify": time.process_time() - began,
        }
        values = X_test.to_numpy() if priced else X_test
        outcome = Outcome(
            np.asarray(acquisition.label),
            charged_features(acquisition.order, values),
            np.asarray(acquisition.cost, float),
        )
        details["n_model"] = len(classifier.model_.feature_names)
        details["chosen"] = classifier.choice_["name"]
        if not (priced or budgeted or removed):  # then it is in the units of J
            details["expected"] = float(classifier.expected_cost_.total)
        yield Result(e, outcome, seconds, details)


def even_widths(split: Split, n_bins: int) -> dict[int, np.ndarray]:
    """Inner edges of bins of one width between the least and the largest value of each numeric column."""
    X = split.X_train
    if scipy.sparse.issparse(X):
        least, largest = (np.asarray(end(axis=0).todense()).ravel() for end in (X.min, X.max))
    else:
        least, largest = np.nanmin(X, axis=0), np.nanmax(X, axis=0)
    inner = np.linspace(least, largest, n_bins + 1, axis=1)[:, 1:-1].astype(np.float32)
    # Of a constant column, and of one so narrow that edges fall together, each edge is there once.
    return {k: np.unique(edges) for k, edges in enumerate(inner) if k not in split.categorical}


def _mistakes_between(classes: np.ndarray, mistakes: np.ndarray | None) -> np.ndarray:
    """What mistakes cost between the classes that training sees."""
    return 1.0 - np.eye(len(classes)) if mistakes is None else mistakes[np.ix_(classes, classes)]


def without(X: Any, per_cent: float, seed: int, columns: np.ndarray) -> np.ndarray:
    """The rows, dense, with a share of each row's features removed at random (NaN).

    Of sparse data only ``columns``, those of the model, are filled in; the others stay zero: they are never
    read.
    """
    n, k = X.shape
    n_removed = round(k * per_cent / 100.0)
    random = np.random.default_rng(seed)
    if scipy.sparse.issparse(X):
        dense = np.zeros((n, k), dtype=np.float32)
        dense[:, columns] = X.tocsc()[:, columns].toarray()
    else:
        dense = np.array(X, dtype=float)
    for row in dense:
        row[random.choice(k, n_removed, replace=False)] = np.nan
    return dense


def _instance_wise(name: str) -> Method:
    def method(
        split: Split, settings: dict[str, Any], costs: tuple[float, ...], seed: int
    ) -> Iterator[Result]:
        from ifc2f import baselines

        for e in costs:
            classifier = getattr(baselines, name)(feature_cost=e, **settings)
            if "random_state" in classifier.get_params():
                classifier.set_params(random_state=seed)
            started = time.process_time()
            classifier.fit(as_needed(split.X_train, classifier), split.numbered)
            trained = time.process_time()
            acquisition = classifier.acquire(as_needed(split.X_test, classifier))
            classified = time.process_time()
            seconds = {"preprocess": 0.0, "plan": trained - started, "classify": classified - trained}
            label = split.classes_of(acquisition.label)
            yield Result(e, Outcome(label, np.asarray(acquisition.n_features, float)), seconds)

    return method


def _streaming(name: str) -> Method:
    def method(
        split: Split, settings: dict[str, Any], costs: tuple[float, ...], seed: int
    ) -> Iterator[Result]:
        del costs
        from ifc2f import baselines

        selector = getattr(baselines, name)(**settings)
        if "random_state" in selector.get_params():
            selector.set_params(random_state=seed)
        neighbours = baselines.NearestNeighbours(3, accept_empty=True)
        started = time.process_time()
        selector.fit(split.X_train, split.numbered)
        selected = time.process_time()
        columns = np.sort(selector.selected_)
        train, test = (rivals.dense_columns(X, columns) for X in (split.X_train, split.X_test))
        neighbours.fit(train, split.numbered)
        trained = time.process_time()
        label = neighbours.predict(test)
        classified = time.process_time()
        yield Result(
            None,
            Outcome(split.classes_of(label), np.full(len(label), float(len(columns)))),
            {"preprocess": selected - started, "plan": trained - selected, "classify": classified - trained},
            {"selected": [int(column) for column in selector.selected_[:50]]},
        )

    return method


def _rival(fit: Callable[..., list[rivals.Fitted]], knows_categories: bool = False) -> Method:
    def method(
        split: Split, settings: dict[str, Any], costs: tuple[float, ...], seed: int
    ) -> Iterator[Result]:
        if settings.pop("prices", False):
            prices = PriceList(split.test_costs)
            targets = [Target(prices, mistake, split.mistakes) for mistake in costs]
        elif settings.pop("budget", False):
            targets = budgets(costs)
        else:
            targets = uniform(costs)
        if knows_categories:
            settings["categorical"] = split.categorical
        fitted = fit(split.X_train, split.y_train, targets, seed, **settings)
        for index, each in enumerate(fitted):
            started = time.process_time()
            outcome = each.outcome(split.X_test)
            seconds = {"preprocess": 0.0, "plan": each.seconds, "classify": time.process_time() - started}
            target = targets[index] if targets else None
            charged = target.prices.charge(outcome.columns, outcome.read) if target else None
            yield Result(
                costs[index] if costs else None,
                Outcome(outcome.label, outcome.n_features, charged),
                seconds,
                each.chosen,
            )

    return method


METHODS: dict[str, Method] = {
    "IFC2F": _ifc2f,
    "ETANA": _instance_wise("ETANA"),
    "F-ETANA": _instance_wise("FETANA"),
    "OFS-Density": _streaming("OFSDensity"),
    "OFS-A3M": _streaming("OFSA3M"),
    "SAOLA": _streaming("SAOLA"),
    "Fast-OSFS": _streaming("FastOSFS"),
    "OSFS": _streaming("OSFS"),
    "Alpha-Investing": _streaming("AlphaInvesting"),
    "CART": _rival(rivals.fit_trees),
    "CEGB": _rival(rivals.fit_cegb),
    "ceiling": _rival(rivals.fit_ceiling),
    "CART-CC": _rival(pruning.fit_pruned_trees),
    "STreeD": _rival(streed.fit_streed, knows_categories=True),
    "GDFS": _rival(networks.fit_gdfs, knows_categories=True),
    "DIME": _rival(networks.fit_dime, knows_categories=True),
    "AACO": _rival(aaco.fit_aaco, knows_categories=True),
}
