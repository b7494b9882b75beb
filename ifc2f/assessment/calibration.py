"""Calibration: correct a model that is overconfident or underconfident.

The correction is made in the model itself, in its tables, prior and policy, so that everything that runs it,
down to the smallest device, is calibrated without knowing of it. docs/confidence.md, section "Calibration",
says how.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.assessment import measures
from ifc2f.assessment.fingerprints import remembering, sketch_of, warn_if_known
from ifc2f.core.kernels import Float64
from ifc2f.data.columns import cells_of
from ifc2f.data.weights import checked_weights, repetitions
from ifc2f.files.format import SMALLEST_PROBABILITY, adaptive_section
from ifc2f.files.graph_nodes import at_other_beliefs, graph_section
from ifc2f.files.meta import refuse_one_class, row_labels
from ifc2f.model import Model, checked_model
from ifc2f.planning.plan import plan

__all__ = ["Calibration", "Scores", "calibrate", "calibrate_by", "calibration_of"]

N_FOLDS = 5
LEAST, MOST = 0.05, 4.0  # of the power
N_NEWTON = 100  # steps at most; the loss is convex in the log weights, and far fewer are needed


@dataclass(frozen=True)
class Scores:
    """Quality of posteriors on some rows.

    Attributes
    ----------
    brier : float
        Mean squared distance of the posterior from the truth, 0 to 2.
    log_loss : float
        Mean of -log P(true class), nats.
    calibration_error : float
        Expected calibration error of the most probable class, ten bins.
    bins : list of ReliabilityBin
        The reliability diagram.
    """

    brier: float
    log_loss: float
    calibration_error: float
    bins: list[measures.ReliabilityBin]

    @classmethod
    def of(cls, posterior: Float64, truth: NDArray[np.int64]) -> Scores:
        """Score posteriors (n, L) of rows with these classes (n,)."""
        bins = measures.reliability(posterior, truth)
        chance = posterior[np.arange(len(truth)), truth]
        return cls(
            float(measures.brier_score(posterior, truth)),
            float(-np.log(np.maximum(chance, 1e-12)).mean()),
            float(measures.expected_calibration_error(bins)),
            bins,
        )


@dataclass(frozen=True)
class Calibration:
    """The result of a calibration.

    Attributes
    ----------
    power : float
        The power to which the likelihoods are raised; below 1, the model was overconfident.
    weights : list of float
        The factor of each class's prior probability, before normalisation.
    n_rows : int
    before, after : Scores
        Scores on the given rows. `after` is by cross-validation: each row is scored by a calibration that did
        not use it.
    """

    power: float
    weights: list[float]
    n_rows: int
    before: Scores
    after: Scores

    def __str__(self) -> str:
        return (
            f"Likelihoods are raised to the power {self.power:.3g}. On {self.n_rows} rows the Brier score "
            f"went from {self.before.brier:.4f} to {self.after.brier:.4f} and the calibration error from "
            f"{self.before.calibration_error:.4f} to {self.after.calibration_error:.4f} (cross-validated)."
        )


def calibrate(
    model: Model,
    X: Any,
    y: ArrayLike,
    *,
    columns: Sequence[int] | NDArray[np.integer[Any]] | None = None,
    unknown: str = "missing",
    sample_weight: ArrayLike | None = None,
) -> Model:
    """Return the model with its posteriors calibrated on rows it was not trained on.

    Warns of rows that the model was trained on, as far as its file remembers them.

    Parameters
    ----------
    model : Model
    X : array_like, sparse matrix or data frame, shape (n, C)
        As for `Model.classify`.
    y : array_like, shape (n,)
        Their classes, from ``model.classes``.
    columns, unknown
        As for `Model.classify`.
    sample_weight : array_like, shape (n,), optional
        The number of rows that each row stands for, as for `IFC2FClassifier.fit`.

    Raises
    ------
    ValueError
        If there are fewer than ten rows, another number of labels, or only one class, or if a label is
        missing or unknown to the model; or as for `Model.classify`.

    References
    ----------
    Temperature scaling: Guo, Pleiss, Sun and Weinberger, ICML 2017. Here the temperature applies to the
    likelihoods, not to the posterior, so the prior keeps its meaning.
    """
    X, columns = checked_model(model, "a calibration").found_by_name(X, columns)
    acquisition = model.classify(X, columns=columns, unknown=unknown)
    cells = cells_of(X, model.columns if columns is None else np.asarray(columns))
    warn_if_known(model, cells, "calibration")
    return calibrate_by(model, cells, acquisition, y, unknown, sample_weight)


def calibrate_by(
    model: Model,
    cells: NDArray[Any],
    acquisition: Acquisition,
    y: ArrayLike,
    unknown: str = "missing",
    sample_weight: ArrayLike | None = None,
) -> Model:
    """Return the model calibrated by what it did with rows of K columns; see `calibrate`."""
    labels = row_labels(y, len(acquisition.label))
    truth = _numbers_of(labels, model)
    times = np.ones(len(truth), dtype=np.int64)
    if sample_weight is not None:
        times = repetitions(checked_weights(sample_weight, len(truth)), truth, seed=0)
    there = np.flatnonzero(times)
    if len(there) < 2 * N_FOLDS:
        raise ValueError(f"calibration needs at least {2 * N_FOLDS} rows, not {len(there)}")
    refuse_one_class([labels[row] for row in there.tolist()], "calibration")
    sketch = sketch_of(cells[there])
    rows = np.repeat(there, times[there])
    fold = np.repeat(_folds(truth[there]), times[there])  # a row that counts often is in one fold
    cells, acquisition, truth = cells[rows], acquisition[rows], truth[rows]
    found = _calibration(model, cells, acquisition, truth, fold, unknown)
    changed = _changed(model, found.power, np.array(found.weights))
    told = changed.with_meta({**changed.meta, "calibration": asdict(found)})
    return remembering(told, sketch)


def _numbers_of(labels: Sequence[Any], model: Model) -> NDArray[np.int64]:
    """Return the positions of labels among the model's classes."""
    number = {label: i for i, label in enumerate(model.classes)}
    for row, label in enumerate(labels):
        if label not in number:
            raise ValueError(f"row {row} is of class {label!r}, which the model does not know")
    return np.array([number[label] for label in labels], dtype=np.int64)


def _calibration(
    model: Model,
    cells: NDArray[Any],
    acquisition: Acquisition,
    truth: NDArray[np.int64],
    fold: NDArray[np.intp],
    unknown: str,
) -> Calibration:
    """Return power and class weights of all rows, and the scores of those found without each fold."""
    before = Scores.of(_normalised(acquisition.posterior), truth)
    power, weights = _fitted(model, cells, acquisition, truth)
    after = np.empty(acquisition.posterior.shape)
    for f in range(N_FOLDS):
        held, kept = np.flatnonzero(fold == f), np.flatnonzero(fold != f)
        tried = _changed(model, *_fitted(model, cells[kept], acquisition[kept], truth[kept]))
        after[held] = _normalised(_classified(tried, cells[held], unknown).posterior)
    return Calibration(power, weights.tolist(), len(truth), before, Scores.of(after, truth))


def calibration_of(model: Model) -> Calibration | None:
    """Return the calibration of a model, or None if it has none."""
    entry = model.meta.get("calibration")
    if not isinstance(entry, Mapping):
        return None
    try:
        scores = {
            when: Scores(
                **{**entry[when], "bins": [measures.ReliabilityBin(**b) for b in entry[when]["bins"]]}
            )
            for when in ("before", "after")
        }
        found = Calibration(**{**entry, **scores})
    except (KeyError, TypeError):
        return None
    of_scores = [(s.brier, s.log_loss, s.calibration_error) for s in scores.values()]
    numbers = [found.power, found.n_rows, *chain(*of_scores)]
    return found if all(isinstance(number, Real) for number in numbers) else None


def _classified(model: Model, cells: NDArray[Any], unknown: str) -> Acquisition:
    """Classify rows with a column for each feature of the model."""
    return model.classify(cells, columns=np.arange(model.n_features), unknown=unknown)


def _folds(truth: NDArray[np.int64]) -> NDArray[np.intp]:
    """Deal the rows of each class evenly to the folds, in their order."""
    fold = np.empty(len(truth), dtype=np.intp)
    fold[np.argsort(truth, kind="stable")] = np.arange(len(truth)) % N_FOLDS
    return fold


def _normalised(posterior: NDArray[Any]) -> Float64:
    exact = posterior.astype(np.float64)
    return np.asarray(exact / exact.sum(axis=1, keepdims=True))


# ---- Fitting ----------------------------------------------------------------


def _fitted(
    model: Model, cells: NDArray[Any], acquisition: Acquisition, truth: NDArray[np.int64]
) -> tuple[float, Float64]:
    """Return the power and the class weights that make the classes most probable, given the acquisitions.

    Penalised as by a normal prior of unit variance on the logarithms, so that a class without rows, or rows
    that the model separates without a mistake, do no harm.
    """
    from scipy.optimize import minimize_scalar  # not for all who only read of a calibration

    posterior_at = _by_power(model, cells, acquisition)

    def loss(log_power: float) -> float:
        return _weighted(posterior_at(float(np.exp(log_power))), truth)[1] + log_power**2 / 2

    found = minimize_scalar(
        loss, bounds=(np.log(LEAST), np.log(MOST)), method="bounded", options={"xatol": 1e-3}
    )
    power = float(np.exp(found.x)) if found.fun < loss(0.0) else 1.0
    return power, _weighted(posterior_at(power), truth)[0]


def _weighted(posterior: Float64, truth: NDArray[np.int64]) -> tuple[Float64, float]:
    """Return the best class weights for these posteriors and the penalised loss.

    By Newton's method, whose steps are halved where they would go too far: posteriors near 0 and 1 make the
    loss nearly straight, and whole steps then lead away for good.
    """
    n, n_classes = posterior.shape
    log_posterior = np.log(np.maximum(posterior, 1e-30))
    counts = np.bincount(truth, minlength=n_classes)

    def at(log_weights: Float64) -> tuple[float, Float64]:
        shifted = log_posterior + log_weights
        shifted -= shifted.max(axis=1, keepdims=True)
        mass = np.exp(shifted)
        total = mass.sum(axis=1, keepdims=True)
        logs = shifted[np.arange(n), truth] - np.log(total[:, 0])
        return float(-logs.sum() + (log_weights**2).sum() / 2), mass / total

    log_weights = np.zeros(n_classes)
    loss, chance = at(log_weights)
    for _ in range(N_NEWTON):
        slope = chance.sum(axis=0) - counts + log_weights
        curvature = np.diag(chance.sum(axis=0) + 1.0) - chance.T @ chance
        step = np.linalg.solve(curvature, slope)
        tried, chance = at(log_weights - step)
        while tried > loss + 1e-12 * abs(loss):
            step /= 2
            tried, chance = at(log_weights - step)
        log_weights, loss = log_weights - step, tried
        if np.abs(step).max() < 1e-9:
            break
    return np.exp(log_weights), loss


def _by_power(model: Model, cells: NDArray[Any], acquisition: Acquisition) -> Callable[[float], Float64]:
    """Return a function from the power to the posteriors given the same answers."""
    if model.policy == "graph":
        prior = model.network.prior.astype(np.float64)
        posterior = _normalised(acquisition.posterior)
        return lambda power: _tempered_posterior(posterior, prior, power)
    answers, every = _answers(model, cells, acquisition), np.arange(model.n_features)

    def posterior_at(power: float) -> Float64:
        tempered = model.changed(network=model.network.tempered(power), policies={"ADPT": adaptive_section()})
        return _normalised(tempered.classify(answers, columns=every, known=every, budget=0).posterior)

    return posterior_at


def _answers(model: Model, cells: NDArray[Any], acquisition: Acquisition) -> NDArray[np.float32]:
    """Return what was acquired, NaN elsewhere, shape (n, K)."""
    feature = np.full(int(model.columns.max(initial=0)) + 2, model.n_features, dtype=np.intp)
    feature[model.columns] = np.arange(model.n_features)
    is_acquired = np.zeros((len(acquisition.order), model.n_features + 1), dtype=bool)
    np.put_along_axis(
        is_acquired, feature[acquisition.order], True, axis=1
    )  # -1, no acquisition, goes behind the last
    with np.errstate(over="ignore"):
        answers: NDArray[np.float32] = np.where(is_acquired[:, :-1], cells, np.nan).astype(np.float32)
    return answers


# ---- Changing the model -----------------------------------------------------------


def _changed(model: Model, power: float, weights: Float64) -> Model:
    """Return the model with its likelihoods raised to a power and its prior weighted, and planned again."""
    network = model.network.tempered(power)
    prior = model.network.prior * weights
    prior = np.asarray(prior / prior.sum())
    network = replace(network, prior=np.where(prior < SMALLEST_PROBABILITY, 0, prior).astype(np.float32))
    policies = dict(model.policies)
    if "GRAF" in policies:
        nodes = model.graph_nodes()
        posteriors = np.array([node.posterior for node in nodes], dtype=np.float64)
        tempered = _tempered_posterior(posteriors, model.network.prior.astype(np.float64), power)
        beliefs = _normalised(tempered * weights)
        policies["GRAF"] = graph_section(
            at_other_beliefs(nodes, beliefs, model.costs, model.misclassification, stop_early=True)
        )
    changed = model.changed(network=network, policies=policies)
    if "ORDR" in policies:
        section = plan(changed, treatment=model.treatment or "auto", n_stages=model.n_stages)
        changed = changed.with_policies({**policies, "ORDR": section})
    return changed


def _tempered_posterior(posterior: Float64, prior: Float64, power: float) -> Float64:
    """Raise what posteriors (n, L) say beyond the prior to a power."""
    ratio = posterior / np.where(prior > 0, prior, 1.0)
    return _normalised(prior * ratio**power)
