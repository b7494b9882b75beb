"""The total cost of decisions, as a score for searches, also through pipelines and their prices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.costs import misclassification
from ifc2f.data.frames import as_array
from ifc2f.data.weights import checked_weights

__all__ = ["acquire", "costs_after", "expected_cost_scorer", "total_cost"]

# Transformers of scikit-learn of which each output is made of one input: those of the place where it stands.
APART = {
    "Binarizer",
    "MaxAbsScaler",
    "MinMaxScaler",
    "OrdinalEncoder",
    "PowerTransformer",
    "QuantileTransformer",
    "RobustScaler",
    "SimpleImputer",
    "StandardScaler",
}


def total_cost(
    y_true: ArrayLike,
    acquisition: Acquisition,
    misclassification_cost: Any = None,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Return the average cost of an instance: acquisitions plus wrong decisions.

    Parameters
    ----------
    y_true : array_like, shape (n,)
    acquisition : Acquisition
        The result of ``acquire`` for the instances.
    misclassification_cost : optional
        As for `IFC2FClassifier`; None: 1 for a mistake.
    sample_weight : array_like, shape (n,), optional

    Raises
    ------
    ValueError
        If y_true has another length.
    """
    costs = instance_costs(y_true, acquisition, misclassification_cost)
    weights = None if sample_weight is None else checked_weights(sample_weight, len(costs), some=False)
    return float(np.average(costs, weights=weights))


def instance_costs(
    y_true: ArrayLike, acquisition: Acquisition, misclassification_cost: Any = None
) -> NDArray[np.float64]:
    """Return the cost of each instance; see `total_cost`."""
    truth = np.asarray(as_array(y_true)).tolist()
    if len(truth) != len(acquisition):
        raise ValueError(f"y_true has {len(truth)} rows, but {len(acquisition)} were classified")
    labels = acquisition.label.tolist()
    classes = [*acquisition.classes, *sorted({*truth, *labels} - {*acquisition.classes}, key=str)]
    costs = misclassification(misclassification_cost, classes).astype(np.float64)
    number = {label: i for i, label in enumerate(classes)}
    mistakes = costs[[number[label] for label in truth], [number[label] for label in labels]]
    return np.asarray(acquisition.cost.astype(np.float64) + mistakes)


def expected_cost_scorer(misclassification_cost: Any = None, *, budget: float | None = None) -> Scorer:
    """Return a score for `GridSearchCV` and the like: minus the total cost of held-out rows.

    Parameters
    ----------
    misclassification_cost : optional
        Costs of mistakes where the model is used. Default: those of the estimator.
    budget : float, optional
        The most to spend on a row; default: the budget of training.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.model_selection import cross_val_score
    >>> from ifc2f import IFC2FClassifier
    >>> from ifc2f.metrics import expected_cost_scorer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> scores = cross_val_score(IFC2FClassifier(), X, y, scoring=expected_cost_scorer(), cv=3)
    >>> bool((scores > -0.15).all())
    True
    """
    return Scorer(misclassification_cost, budget)


class Scorer:
    """A callable (estimator, X, y, sample_weight=None); see `expected_cost_scorer`."""

    def __init__(self, misclassification_cost: Any, budget: float | None) -> None:
        self.misclassification_cost, self.budget = misclassification_cost, budget

    def __call__(self, estimator: Any, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        costs = self.misclassification_cost
        if costs is None:
            costs = getattr(_steps(estimator)[1], "misclassification_cost", None)
        acquisition = acquire(estimator, X, budget=self.budget)
        return -total_cost(y, acquisition, costs, sample_weight=sample_weight)


def acquire(
    estimator: Any, X: Any, *, budget: float | None = None, known: Iterable[int | str] | None = ()
) -> Acquisition:
    """Acquire the features of each row as `IFC2FClassifier.acquire` does, also through a pipeline.

    The steps before the classifier get all cells of a row, so only outputs that they are known to keep apart
    can have their own price. `costs_after` returns the costs of their outputs.

    Parameters
    ----------
    estimator : IFC2FClassifier or Pipeline that ends in one
    X : as its first step takes it
    budget : float, optional
        The most to spend on a row; default: the budget of training.
    known : iterable of int or str, optional
        Columns whose values are known before the first acquisition: columns of what the classifier gets,
        after the steps before it.
    """
    transformers, classifier = _steps(estimator)
    if not hasattr(classifier, "acquire"):
        raise TypeError(f"a {type(classifier).__name__} does not acquire features one at a time")
    for transformer in transformers:
        X = transformer.transform(X)
    acquisition: Acquisition = classifier.acquire(X, budget=budget, known=known)
    return acquisition


def costs_after(transformer: Any, feature_cost: Mapping[str, float]) -> dict[str, Any]:
    """Return the costs of a transformer's outputs: those of the inputs that each needs.

    Scalers, `OrdinalEncoder`, `OneHotEncoder`, `SimpleImputer` without indicators and the others in `APART`
    compute each output from one input, and a `ColumnTransformer` keeps its parts apart, and the columns that
    it passes through. Any other transformer is assumed to need all its inputs for each output: its outputs
    are a panel at the price of all inputs together. Several outputs of one input are a panel at the price of
    that input.

    Parameters
    ----------
    transformer : fitted transformer, ColumnTransformer or Pipeline of these
        It must have column names: fit it on a data frame.
    feature_cost : mapping of str to float
        Costs of the inputs.

    Returns
    -------
    dict
        `feature_cost` and `tests` of `IFC2FClassifier`, by the names that the outputs have after
        ``transformer.set_output(transform="pandas")``.

    Raises
    ------
    ValueError
        If an input has no cost.
    """
    names = [str(name) for name in transformer.feature_names_in_]
    if absent := [name for name in names if name not in feature_cost]:
        raise ValueError(f"feature_cost has no cost for the input {absent[0]!r}")
    outputs = [str(name) for name in transformer.get_feature_names_out()]
    needs = _inputs(transformer, [(name,) for name in names], len(outputs))
    sharing: dict[tuple[str, ...], list[str]] = {}
    for output, inputs in zip(outputs, needs, strict=True):
        sharing.setdefault(inputs, []).append(output)
    price = {inputs: sum(feature_cost[name] for name in inputs) for inputs in sharing}
    tests = {
        " + ".join(inputs): {"cost": price[inputs], "features": group}
        for inputs, group in sharing.items()
        if len(group) > 1
    }
    single = {group[0]: price[inputs] for inputs, group in sharing.items() if len(group) == 1}
    return {"feature_cost": single, "tests": tests or None}


def _steps(estimator: Any) -> tuple[list[Any], Any]:
    """Return the transformers and the last step of a pipeline, or none and the estimator itself."""
    if not hasattr(estimator, "steps"):
        return [], estimator
    steps = [step for _, step in estimator.steps if step is not None and step != "passthrough"]
    return steps[:-1], steps[-1]


def _inputs(
    transformer: Any, inputs: Sequence[tuple[str, ...]], n_outputs: int | None = None
) -> list[tuple[str, ...]]:
    """Return for each output of a transformer the columns of the first step that it needs."""
    if isinstance(transformer, str):  # "passthrough"
        return list(inputs)
    if hasattr(transformer, "steps"):
        for _, step in transformer.steps:
            inputs = _inputs(step, inputs)
        return list(inputs)
    if hasattr(transformer, "output_indices_"):
        return _inputs_of_parts(transformer, inputs)
    n_outputs = len(transformer.get_feature_names_out()) if n_outputs is None else n_outputs
    kind = type(transformer).__name__
    if kind == "OneHotEncoder":
        lengths = _one_hot_lengths(transformer)
        return [needed for needed, length in zip(inputs, lengths, strict=True) for _ in range(length)]
    passes = kind == "FunctionTransformer" and transformer.func is None  # a part that is "passthrough"
    if (kind in APART or passes) and n_outputs == len(inputs):
        return list(inputs)
    every = tuple(dict.fromkeys(name for needed in inputs for name in needed))
    return [every] * n_outputs


def _one_hot_lengths(encoder: Any) -> list[int]:
    """Return how many outputs a `OneHotEncoder` has for each input."""
    dropped = [None] * len(encoder.categories_) if encoder.drop_idx_ is None else encoder.drop_idx_
    rare = getattr(encoder, "infrequent_categories_", [None] * len(encoder.categories_))
    return [
        len(categories) - (0 if few is None else len(few) - 1) - (left_out is not None)
        for categories, few, left_out in zip(encoder.categories_, rare, dropped, strict=True)
    ]


def _inputs_of_parts(transformer: Any, inputs: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return what each output of a `ColumnTransformer` needs."""
    names = [str(name) for name in transformer.feature_names_in_]
    found: list[tuple[str, ...]] = [()] * sum(s.stop - s.start for s in transformer.output_indices_.values())
    for name, part, columns in transformer.transformers_:
        place = transformer.output_indices_[name]
        if isinstance(part, str) and part == "drop":
            continue
        chosen = np.arange(len(names))[columns] if isinstance(columns, slice) else np.atleast_1d(columns)
        at = [names.index(c) if isinstance(c, str) else c for c in chosen.tolist()]
        if chosen.dtype.kind == "b":
            at = np.flatnonzero(chosen).tolist()
        found[place] = _inputs(part, [inputs[c] for c in at], place.stop - place.start)
    return found
