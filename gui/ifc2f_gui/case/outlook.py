"""The outlook of a case: how many more answers, and how often the decision is then wrong.

The policy is followed through the answers that are most probable now, step by step, so that a window can do
it while it waits for its user.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterator
from copy import copy
from dataclasses import dataclass
from itertools import count

import numpy as np

from ifc2f.session import Session
from ifc2f_gui.case.evidence import Consequences

ENOUGH, MOST_STEPS = 0.97, 400  # of all courses that a case may take, and of sessions followed
_LEAST = 0.75  # share of the courses below which nothing is reported
_RARE = 1e-4
_HALVINGS = 7  # of the range in which asking pays: to less than 0.01


@dataclass(frozen=True)
class Outlook:
    """Averages over the courses that the case may take if the advice is followed.

    Attributes
    ----------
    answers : float
        Further answers.
    mistakes : float
        Expected cost of a mistake at their end.
    spent : float
        Cost of the answers.
    asking : tuple of two floats or None
        Of two classes: the probabilities of the second one between which the model asks for more, given what
        is answered; None where it asks at none, or where that does not depend on the probability alone.
    """

    answers: float
    mistakes: float
    spent: float
    asking: tuple[float, float] | None


def looking_ahead(found: Consequences) -> Iterator[Outlook | None]:
    """Compute the outlook: None after each step, at the end the outlook if it can be computed."""
    if not found.has_policy:
        return
    start = found.asking_session
    totals = np.zeros(4)  # share of the courses, answers, mistakes, cost: of those that have ended
    order = count()
    open_: list[tuple[float, int, int, Session]] = [(-1.0, next(order), 0, start)]
    steps = 0
    while open_ and totals[0] < ENOUGH and steps < MOST_STEPS:
        share, _, n_answers, session = heapq.heappop(open_)
        feature = session.next()
        steps += 1
        if feature is None:
            end = [1.0, n_answers, session.cost_of_stopping, session.cost - start.cost]
            totals -= share * np.array(end)
            continue
        joint = session.feature_posterior(feature)
        for v, p in enumerate(
            np.cumsum(joint, axis=1, dtype=np.float64)[:, -1].tolist()
        ):  # one by one, as a page
            if -share * p >= _RARE:
                then = copy(session)
                then.answer_bin(feature, v)
                heapq.heappush(open_, (share * p, next(order), n_answers + 1, then))
        yield None
    if totals[0] >= _LEAST:
        answers, mistakes, spent = (totals[1:] / totals[0]).tolist()
        asking = yield from _asking_range(found)
        yield Outlook(answers, mistakes, spent, asking)


def _asking_range(found: Consequences) -> Generator[None, None, tuple[float, float] | None]:
    """Find where the model asks, by halving from the probability at which the decision changes."""
    threshold = found.threshold
    if threshold is None or "GRAF" in found.model.policies or not 0.0 < found.posterior[1] < 1.0:
        return None
    ends = []
    for outer in (0.0, 1.0):
        inside, outside = threshold, outer
        if not asks_at(found, threshold):
            return None
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2.0
            inside, outside = (middle, outside) if asks_at(found, middle) else (inside, middle)
            yield None
        ends.append((inside + outside) / 2.0)
    return ends[0], ends[1]


def asks_at(found: Consequences, probability: float) -> bool:
    """Whether the model would ask another question if the second of two classes had this probability."""
    session = copy(found.asking_session)
    weights = found.start.astype(np.float64) / found.posterior * np.array([1.0 - probability, probability])
    session.set_prior(weights / weights.sum())
    return session.next() is not None


def mistake_cost(found: Consequences) -> float | None:
    """Return the cost of a mistake if all cost the same and right decisions nothing; else None."""
    mistakes = found.model.misclassification
    wrong = mistakes[~np.eye(len(mistakes), dtype=bool)]
    same = wrong.size > 0 and wrong.min() == wrong.max() > 0.0 and not np.diag(mistakes).any()
    return float(wrong[0]) if same else None
