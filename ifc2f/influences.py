"""The effect of each answer of a session on the probability of a class, leaving out one at a time."""

from __future__ import annotations

import math
from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.words import Words, words

_TELLS_NOTHING, _MOST_TIMES = 1.05, 1000  # factors of the odds


class Influence(NamedTuple):
    """The effect of one answer on the probability of a class, given all other answers.

    Attributes
    ----------
    feature : int
    log_factor : float
        Natural logarithm of P(answer | class, other answers) / P(answer | other classes, other answers), the
        factor by which the answer multiplies the odds of the class. Above 0, the answer is evidence for the
        class; below 0, against it. Infinite if the answer is impossible on one of the two sides.
    without : float
        Probability of the class if this answer had not been given.
    """

    feature: int
    log_factor: float
    without: float


def strength(log_factor: float, name: str) -> Words:
    """Say how an answer speaks for or against a class, given the other answers.

    This is the one place that tells factors in words; a page has the same in ``page/words.mjs``. No factor
    below 1 is told: what is half as likely is "about 2 times less likely".
    """
    if math.isinf(log_factor):
        if log_factor > 0:
            return words("possible only if {name}", name=name)
        return words("possible only if not {name}", name=name)
    factor = math.exp(min(abs(log_factor), 700.0))
    if factor < _TELLS_NOTHING:
        return words("equally likely either way")
    if factor > _MOST_TIMES:
        if log_factor > 0:
            return words("over {n} times as likely", n=_MOST_TIMES)
        return words("over {n} times less likely", n=_MOST_TIMES)
    shown = float(f"{factor:.2g}" if factor < 2.0 or factor >= 10.0 else f"{factor:.1g}")
    n = int(shown) if shown.is_integer() else shown
    if log_factor > 0:
        return words("about {n} times as likely", n=n)
    return words("about {n} times less likely", n=n)


def influences(session: Any, i: int) -> list[Influence]:
    """Return the effect of each answer on the probability of class number i; see `Session.influences`."""
    now, without = session.posterior, copy(session)
    sides = both_sides(session, i)
    total = log_ratio(*sides)
    found = []
    for k in told(session):
        for twin in (*sides, without):
            twin.retract(k)
        log_factor = _difference(total, log_ratio(*sides))
        p = float(without.posterior[i])
        if session.model.policy == "graph":  # whose posterior is its own while nothing is left out
            p = _without_factor(float(now[i]), log_factor, p)
        found.append(Influence(k, log_factor, p))
        for twin in (*sides, without):
            answer_again(twin, k, session)
    return found


def told(session: Any) -> list[int]:
    """Return the answered features: first those acquired, then those known beforehand."""
    acquired = session.acquired
    rest = [k for k in range(session.model.n_features) if k not in set(acquired)]
    return [k for k in [*acquired, *rest] if (s := session.state(k)) == "uncertain" or isinstance(s, int)]


def both_sides(session: Any, i: int) -> tuple[Any, Any]:
    """Return the session as if class number i were certain, and as if it were ruled out."""
    sides = copy(session), copy(session)
    for side, prior in zip(sides, _certain_and_ruled_out(session, i), strict=True):
        side.set_prior(prior)
    return sides


def answer_again(twin: Any, k: int, session: Any) -> None:
    """Answer a feature of one session as it is answered in another."""
    state = session.state(k)
    if isinstance(state, int):
        twin.answer_bin(k, state)
    else:
        twin.answer_likelihoods(k, session.likelihoods(k))


def _certain_and_ruled_out(session: Any, i: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return priors under which a class is certain, and under which it is ruled out."""
    start, n_classes = copy(session), session.model.n_classes
    start.restart()
    certain = np.zeros(n_classes)
    certain[i] = 1.0
    others = np.where(certain == 1.0, 0.0, start.posterior.astype(np.float64))
    if others.sum() == 0.0:  # no other class was thought possible
        others = 1.0 - certain if n_classes > 1 else certain
    return certain, others / others.sum()


def log_ratio(towards: Any, against: Any) -> float:
    """Return ln of P(answers | class) / P(answers | other classes)."""
    return _difference(towards.log_evidence, against.log_evidence)


def _difference(a: float, b: float) -> float:
    """Subtract logarithms; 0 for two equal infinities."""
    return 0.0 if math.isinf(a) and a == b else a - b


def _without_factor(p: float, log_factor: float, else_: float) -> float:
    """Return a probability whose odds lack a factor; `else_` where these are 0 or infinite."""
    if not 0.0 < p < 1.0 or math.isinf(log_factor):
        return else_
    log_odds = math.log(p) - math.log1p(-p) - log_factor
    return 1.0 / (1.0 + math.exp(min(700.0, -log_odds)))
