"""A bound on the error among the instances a model answers; the others are deferred to a person.

Distribution-free: it holds whatever the model is worth, for instances that come as the held-out rows did.
docs/confidence.md, section "Guarantee", says how.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.assessment.fingerprints import warn_if_known
from ifc2f.core.random_bits import random_bits
from ifc2f.core.words import words
from ifc2f.data.columns import cells_of
from ifc2f.data.matrix import is_sparse
from ifc2f.data.weights import checked_weights
from ifc2f.files.meta import refuse_one_class, row_labels
from ifc2f.model import Model, checked_model

__all__ = ["Guarantee", "find_threshold", "guarantee", "guarantee_by", "guarantee_of"]

N_THRESHOLDS = 61
STRICTEST = 1e-3  # of the way from certainty to chance
STREAM = 0x47554152
STARTS = (60, 50, 40, 30, 20, 10)  # thresholds at which sequences of tests start, by their numbers


@dataclass(frozen=True)
class Guarantee:
    """With probability 1 - delta over the held-out rows, the error among the answered is at most alpha.

    Attributes
    ----------
    threshold : float or None
        An instance is answered if its most probable class has at least this probability when the policy
        stops, and deferred otherwise. None: no threshold passed the tests, and every instance is deferred.
    alpha, delta : float
    n_rows, n_answered, n_wrong : int
        Number of held-out rows, of rows that reach the threshold, and of wrong answers among these.
    """

    threshold: float | None
    alpha: float
    delta: float
    n_rows: int
    n_answered: int
    n_wrong: int

    def __str__(self) -> str:
        if self.threshold is None:
            least = math.ceil(math.log(self.delta / len(STARTS)) / math.log1p(-self.alpha))
            few = f" It takes at least {least} rows, even without a mistake." if self.n_rows < least else ""
            rows = "this one row" if self.n_rows == 1 else f"these {self.n_rows} rows"
            return (
                f"No threshold keeps the error at or below {self.alpha:g} with confidence "
                f"{1 - self.delta:g} on {rows}: every case is deferred.{few}"
            )
        share = self.n_answered / self.n_rows
        return (
            f"Cases whose most probable class has a probability of at least {self.threshold:.4g} are "
            f"answered ({100 * share:.1f} % of {self.n_rows} held-out rows, {self.n_wrong} of them wrongly), "
            f"others are deferred to a person. With confidence {1 - self.delta:g} at most "
            f"{100 * self.alpha:g} % of the answers are wrong."
        )


def guarantee(
    model: Model,
    X: Any,
    y: ArrayLike,
    alpha: float = 0.05,
    delta: float = 0.05,
    *,
    unknown: str = "missing",
    sample_weight: ArrayLike | None = None,
) -> Model:
    """Return the model with a guarantee found on rows that it was not trained, calibrated or chosen on.

    Choose `alpha` and `delta` beforehand: the confidence is for one try, not for the best of several on the
    same rows. Warns of rows that the model was trained on, as far as its file remembers them.

    Parameters
    ----------
    model : Model
    X : array_like, sparse matrix or data frame, shape (n, C)
        As for `Model.classify`.
    y : array_like, shape (n,)
        Their classes, as in ``model.classes``. For a row of another class, every answer is wrong.
    alpha : float, default=0.05
        Largest share of wrong answers among the answered instances.
    delta : float, default=0.05
        Probability, over the choice of held-out rows, that the share is larger nevertheless.
    unknown : {"missing", "error"}, default="missing"
        As for `Model.classify`.
    sample_weight : array_like, shape (n,), optional
        How often such instances come where the model is used, relative to how often they are among these
        rows. Only ratios count, and the largest must be the largest possible. Each row is used with a
        probability in proportion to its weight, so few rows are left if weights differ much; `n_rows` says
        how many. Equal rows that were counted together are not weighted: repeat them.

    Raises
    ------
    ValueError
        If `alpha` or `delta` is not between 0 and 1, there are no rows or another number of labels, all rows
        have one class, a label is missing, or the model knows none of the classes.

    References
    ----------
    Angelopoulos, Bates, Candès, Jordan and Lei, "Learn then test", Annals of Applied Statistics 19(2), 2025.
    """
    X, columns = checked_model(model, "a guarantee").found_by_name(X)
    acquisition = model.classify(X, columns=columns, unknown=unknown)
    wanted = model.columns if columns is None else columns
    cells = X.tocsc()[:, wanted] if is_sparse(X) else cells_of(X, wanted)  # sparse ones may be too many
    warn_if_known(model, cells, words("a guarantee"))
    return guarantee_by(model, acquisition, y, alpha, delta, sample_weight)


def guarantee_by(
    model: Model,
    acquisition: Acquisition,
    y: ArrayLike,
    alpha: float,
    delta: float,
    sample_weight: ArrayLike | None = None,
) -> Model:
    """Return the model with a guarantee found by what it did with held-out rows; see `guarantee`."""
    truth = row_labels(y, len(acquisition.label))
    if truth and not set(truth) & set(model.classes):
        raise ValueError(
            words(
                "no row has a class that the model knows: y holds {label!r}, of type {kind}, but the "
                "model's first class is {first!r}, of type {first_kind}",
                label=truth[0],
                kind=type(truth[0]).__name__,
                first=model.classes[0],
                first_kind=type(model.classes[0]).__name__,
            )
        )
    refuse_one_class(truth, words("a guarantee"))
    wrong = np.array([a != b for a, b in zip(acquisition.label.tolist(), truth, strict=True)], dtype=bool)
    used = drawn_by_weight(sample_weight, len(truth))
    found = find_threshold(acquisition.posterior[used], wrong[used], alpha, delta)
    return model.with_meta({**model.meta, "guarantee": asdict(found)})


def drawn_by_weight(sample_weight: ArrayLike | None, n: int) -> NDArray[np.intp]:
    """Return the rows that are used: each with the probability of its weight over the largest.

    They are then a sample of the weighted population, and the tests hold unchanged
    (rejection sampling: Park, Dobriban, Lee and Bastani, "PAC prediction sets under covariate shift", ICLR
    2022).
    """
    if sample_weight is None:
        return np.arange(n)
    weights = checked_weights(sample_weight, n)
    there = np.flatnonzero(weights)
    chance = random_bits(0, STREAM, np.arange(len(there), dtype=np.uint32)) / 2.0**32
    return np.asarray(there[chance < weights[there] / weights.max()])


def guarantee_of(model: Model) -> Guarantee | None:
    """Return the guarantee of a model, or None if it has no valid one."""
    entry = model.meta.get("guarantee")
    if not isinstance(entry, Mapping) or set(entry) != set(Guarantee.__dataclass_fields__):
        return None
    numbers = [entry[name] for name in Guarantee.__dataclass_fields__ if name != "threshold"]
    if not all(isinstance(number, Real) for number in numbers):
        return None
    found = Guarantee(**entry)
    can_be = 0 < found.alpha < 1 and 0 < found.delta < 1 and 0 <= found.n_wrong <= found.n_answered
    return found if can_be and found.n_answered <= found.n_rows and found.n_rows > 0 else None


def thresholds(n_classes: int) -> NDArray[np.float64]:
    """Return the probabilities tried, from chance, which answers everything, towards certainty."""
    share = np.geomspace(1.0, STRICTEST, N_THRESHOLDS)
    return np.asarray(1.0 - (1.0 - 1.0 / n_classes) * share)


def find_threshold(
    posterior: NDArray[Any], wrong: NDArray[np.bool_] | Sequence[bool], alpha: float, delta: float
) -> Guarantee:
    """Return the lowest threshold at which the error among the answered is shown to be at most alpha.

    Parameters
    ----------
    posterior : ndarray, shape (n, L)
        Of n independent instances.
    wrong : array_like of bool, shape (n,)
        Whether their answers were wrong.
    alpha, delta : float
    """
    for name, value in (("alpha", alpha), ("delta", delta)):
        if not (isinstance(value, Real) and 0 < value < 1):
            raise ValueError(
                words("{name} must be a number between 0 and 1, not {value!r}", name=name, value=value)
            )
    n, n_classes = posterior.shape
    if not n:
        raise ValueError(words("a guarantee needs held-out rows, and there are none"))
    from scipy.stats import binom  # not for all who only read a guarantee

    tried = thresholds(n_classes)
    is_answered = posterior.max(axis=1)[:, np.newaxis].astype(np.float64) >= tried
    n_answered = is_answered.sum(axis=0)
    n_wrong = (is_answered & np.asarray(wrong, dtype=bool)[:, np.newaxis]).sum(axis=0)
    # Given how many rows are answered, the wrong ones among them are binomial: a p-value of "error > alpha".
    is_shown = binom.cdf(n_wrong, n_answered, alpha) <= delta / len(STARTS)
    best = len(tried)
    for start in STARTS:
        at = start
        while at >= 0 and is_shown[at]:
            best = min(best, at)
            at -= 1
    if best == len(tried):
        return Guarantee(None, float(alpha), float(delta), n, 0, 0)
    counts = int(n_answered[best]), int(n_wrong[best])
    return Guarantee(float(tried[best]), float(alpha), float(delta), n, *counts)
