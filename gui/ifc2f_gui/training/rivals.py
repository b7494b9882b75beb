"""Results of asking everything, and of a decision tree, on the rows of the model, for comparison."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.assessment.tree_paths import paths_of
from ifc2f.costs import AcquisitionCosts
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.session import Session

MOST_ROWS = 2000  # that are answered one by one
_LEAST_IN_LEAF = 5


def rivals(
    model: Model,
    part: TrainingData,
    matrix: NDArray[np.float32],
    y: NDArray[np.int32],
    costs: AcquisitionCosts,
) -> dict[str, dict[str, float]]:
    """Return accuracy, average number of questions and average cost, mistakes included, by rival.

    Parameters
    ----------
    model : Model
        Trained on `part`; its answers to all questions are "everything".
    part : TrainingData
        What the tree, "cart", learns from. Without scikit-learn there is none.
    matrix, y
        Rows that neither has seen.
    costs : AcquisitionCosts
        Of all columns; the tree pays for the columns on a row's path, each by itself.
    """
    rows = np.linspace(0, len(y) - 1, min(len(y), MOST_ROWS)).astype(int)
    found = {"everything": _everything(model, matrix[rows], y[rows])}
    tree = _tree(part)
    if tree is not None:
        prices = np.array([sum(float(costs.cost[t]) for t in tests) for tests in costs.tests_of])
        found["cart"] = _cart(tree, model.misclassification, prices, matrix[rows], y[rows])
    return found


def _everything(model: Model, matrix: NDArray[np.float32], y: NDArray[np.int32]) -> dict[str, float]:
    """Decide on the answers to all questions of the model that a row has."""
    decided, asked, cost = np.empty(len(y), dtype=int), np.empty(len(y)), np.empty(len(y))
    index = {repr(label): i for i, label in enumerate(model.classes)}
    labels = [entry.get("labels") for entry in model.meta["features"]]
    for i, row in enumerate(matrix):
        session = Session(model)
        for k, column in enumerate(model.columns):
            _answer(session, k, row[column], labels[k])
        decided[i], asked[i], cost[i] = index[repr(session.decide())], len(session.acquired), session.cost
    return _figures(decided, y, asked, cost, model.misclassification)


def _answer(session: Session, k: int, value: float, labels: Any) -> None:
    """Answer a feature of a row; what is missing or was never seen stays open."""
    if not np.isfinite(value):
        return
    try:
        if labels is None:
            session.answer(k, float(value))
        else:
            session.answer_bin(k, int(value))
    except ValueError:  # a category that the rows to learn from did not have
        return


def _tree(part: TrainingData) -> Any:
    try:
        from sklearn.tree import DecisionTreeClassifier
    except ImportError:
        return None
    tree = DecisionTreeClassifier(min_samples_leaf=_LEAST_IN_LEAF, random_state=0)
    return tree.fit(part.matrix, part.y)


def _cart(
    tree: Any,
    mistakes: NDArray[np.float32],
    prices: NDArray[np.float64],
    matrix: NDArray[np.float32],
    y: NDArray[np.int32],
) -> dict[str, float]:
    """Decide what costs least in a row's leaf, at the price of the columns on its path."""
    shares = tree.predict_proba(matrix)
    decided = (shares @ mistakes[tree.classes_]).argmin(axis=1)
    columns = tree.tree_.feature
    used = [
        {int(columns[node]) for node in path if node >= 0 and columns[node] >= 0}
        for path in paths_of(tree, matrix)
    ]
    asked = np.array([len(each) for each in used], dtype=float)
    cost = np.array([sum(prices[k] for k in each) for each in used])
    return _figures(decided, y, asked, cost, mistakes)


def _figures(
    decided: NDArray[np.int64],
    y: NDArray[np.int32],
    asked: NDArray[np.float64],
    cost: NDArray[np.float64],
    mistakes: NDArray[np.float32],
) -> dict[str, float]:
    return {
        "accuracy": float((decided == y).mean()),
        "mean_questions": float(asked.mean()),
        "mean_cost": float(cost.mean() + mistakes[y, decided].mean(dtype=np.float64)),
    }
