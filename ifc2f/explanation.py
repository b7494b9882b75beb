"""Explanation of a session: what answers add to the odds of a class, and what questions are worth.

The weights of evidence are Shapley values: what an answer adds to the logarithm of the odds, averaged over
all orders in which the answers could have come. They add up to the whole change. What is found by leaving one
answer out at a time (`Session.influences`) does not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.checks import listed
from ifc2f.core.random_bits import random_bits
from ifc2f.influences import answer_again, both_sides, influences, log_ratio, told
from ifc2f.network import ClassLabel
from ifc2f.session import Session

__all__ = ["Evidence", "Explanation", "OpenQuestion", "explain"]

MOST_EXACT = 10  # most answers whose sets are all formed
N_ORDERS = 100  # of more answers, each followed backwards too
IMPOSSIBLE = math.log(1e30)  # weight of impossible evidence: probabilities go to 1e-30
STREAM = 0x53484150


class Evidence(NamedTuple):
    """What one answer adds to the odds of the class.

    Attributes
    ----------
    name : str
        The feature.
    answer : str
        Its bin, category, or "uncertain".
    weight : float
        What the answer adds to the logarithm of the odds of the class (natural logarithm): its Shapley value.
    error : float
        Standard error of the weight: 0 for up to ten answers, for which all sets of answers are formed.
    without : float
        Probability of the class if this answer alone were left out.
    """

    name: str
    answer: str
    weight: float
    error: float
    without: float


class OpenQuestion(NamedTuple):
    """What one more answer is worth, whatever is asked after it.

    Attributes
    ----------
    name : str
        The feature.
    cost : float
        What it costs now.
    change : float
        Probability that its answer changes the decision.
    saving : float
        Expected decrease in the cost of a mistake, before the cost of the answer.
    """

    name: str
    cost: float
    change: float
    saving: float

    @property
    def net(self) -> float:
        """Saving less cost."""
        return self.saving - self.cost


@dataclass(frozen=True)
class Explanation:
    """Explanation of a class in a session.

    Attributes
    ----------
    label : str, int, float or bool
        The class that is explained.
    before : float
        Its probability before any answer.
    probability : float
        Its probability given all answers.
    weight : float
        Sum of the weights of evidence: the logarithm of the factor by which all answers multiply the odds. It
        is that of the model's network; the probability of a policy graph is the graph's own.
    evidence : tuple of Evidence
        The answers, in the order of the acquisitions.
    decision : str, int, float or bool
        The class with the smallest expected cost of a mistake.
    next : str or None
        The feature that the policy asks for; None if it stops.
    stopping : float
        Expected cost of a mistake if the class is decided now.
    questions : tuple of OpenQuestion
        Open features, the one with the largest net saving first.
    """

    label: ClassLabel
    before: float
    probability: float
    weight: float
    evidence: tuple[Evidence, ...]
    decision: ClassLabel
    next: str | None
    stopping: float
    questions: tuple[OpenQuestion, ...]

    def __str__(self) -> str:
        evidence, questions = _aligned(self._evidence_rows()), _aligned(self._question_rows())
        return "\n".join([self._summary(), *evidence, self._advice(), *questions])

    def _repr_html_(self) -> str:
        """Return both tables, for notebooks."""
        return (
            f"<p>{escape(self._summary())}</p>{_table(self._evidence_rows())}"
            f"<p>{escape(self._advice())}</p>{_table(self._question_rows())}"
        )

    def _summary(self) -> str:
        change = f"from {self.before:.3f} to {self.probability:.3f}"
        factor = "" if not self.evidence else f"; all answers multiply its odds by {_factor(self.weight)}"
        return f"P({self.label}) went {change}{factor}"

    def _advice(self) -> str:
        asks = "stop" if self.next is None else f"ask {self.next}"
        return f"The policy says: {asks}. Deciding {self.decision} now costs {self.stopping:.4g} on average"

    def _evidence_rows(self) -> list[tuple[str, ...]]:
        if not self.evidence:
            return []
        head = ("feature", "answer", "odds times", f"P({self.label}) without it")
        return [head, *((e.name, e.answer, _factor(e.weight), f"{e.without:.3f}") for e in self.evidence)]

    def _question_rows(self) -> list[tuple[str, ...]]:
        if not self.questions:
            return []
        head = ("open", "cost", "saves", "changes the decision")
        rows = ((q.name, f"{q.cost:.4g}", f"{q.saving:.4g}", f"{q.change:.1%}") for q in self.questions)
        return [head, *rows]


def explain(session: Session, label: ClassLabel | None = None) -> Explanation:
    """Explain a class in a session.

    Parameters
    ----------
    session : Session
        With any answers. It is not changed.
    label : optional
        The class to explain; default: the one decided.

    Returns
    -------
    Explanation
        ``print`` it, or show it in a notebook.

    Raises
    ------
    ValueError
        If the model has no such class.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from ifc2f import IFC2FClassifier, Session, explain
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> session = Session(IFC2FClassifier(policy="ordered").fit(X, y).model_)
    >>> session.answer(0, 20.0)
    >>> why = explain(session)
    >>> bool(abs(sum(each.weight for each in why.evidence) - why.weight) < 1e-9)
    True
    """
    model = session.model
    decision = session.decide()
    label = decision if label is None else label
    if label not in model.classes:
        raise ValueError(f"the model has no class {label!r}; it has {listed(model.classes)}")
    i = model.classes.index(label)
    start = session.__copy__()
    start.restart()
    features = told(session)
    weights, errors = _weights(session, i, features)
    without = {each.feature: each.without for each in influences(session, i)}
    evidence = [
        Evidence(model.feature_names[k], _answer(session, k), weight, error, without[k])
        for k, weight, error in zip(features, weights.tolist(), errors.tolist(), strict=True)
    ]
    asked = session.next() if model.policies else None
    return Explanation(
        label=model.classes[i],
        before=float(start.posterior[i]),
        probability=float(session.posterior[i]),
        weight=math.fsum(weights.tolist()),
        evidence=tuple(evidence),
        decision=decision,
        next=None if asked is None else model.feature_names[asked],
        stopping=session.cost_of_stopping,
        questions=_questions(session),
    )


def _answer(session: Session, k: int) -> str:
    state = session.state(k)
    return session.model.network.features[k].values_text([state]) if isinstance(state, int) else state


def _questions(session: Session) -> tuple[OpenQuestion, ...]:
    model = session.model
    found = []
    for k in range(model.n_features):
        if session.state(k) == "open":
            worth = session.worth(k)
            name, cost = model.feature_names[k], session.feature_cost(k)
            found.append(OpenQuestion(name, cost, worth.change, worth.saving))
    return tuple(sorted(found, key=lambda question: -question.net))


# ---- Weights of evidence ------------------------------------------------------------------------


class _Told:
    """Evidence of sets of answers: the logarithm of the odds, less that without answers."""

    def __init__(self, session: Session, i: int, features: Sequence[int]) -> None:
        self.session, self.features = session, features
        self.sides = both_sides(session, i)
        self.has = [True] * len(features)

    def flip(self, j: int) -> None:
        """Leave an answer out, or take it up again."""
        self.has[j] = not self.has[j]
        for side in self.sides:
            if self.has[j]:
                answer_again(side, self.features[j], self.session)
            else:
                side.retract(self.features[j])

    def now(self) -> float:
        """Return the evidence of the answers that are not left out."""
        return min(max(log_ratio(*self.sides), -IMPOSSIBLE), IMPOSSIBLE)


def _weights(
    session: Session, i: int, features: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the Shapley value of each answer, and its standard error."""
    answers = _Told(session, i, features)
    if len(features) <= MOST_EXACT:
        return _of_all_sets(answers), np.zeros(len(features))
    return _of_some_orders(answers)


def _of_all_sets(answers: _Told) -> NDArray[np.float64]:
    """Return Shapley values from all sets, each one answer away from the one before (a Gray code)."""
    n = len(answers.features)
    value = np.empty(1 << n)
    left_out = 0
    value[-1] = answers.now()
    for step in range(1, 1 << n):
        j = (step & -step).bit_length() - 1
        answers.flip(j)
        left_out ^= 1 << j
        value[~left_out] = answers.now()
    sets = np.arange(1 << n)
    size = np.array([s.bit_count() for s in sets.tolist()])
    share = np.array([1.0 / (n * math.comb(n - 1, s)) for s in range(n)])
    found = np.empty(n)
    for j in range(n):
        lacking = sets[sets >> j & 1 == 0]
        found[j] = share[size[lacking]] @ (value[lacking | 1 << j] - value[lacking])
    return found


def _of_some_orders(answers: _Told) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return means over orders drawn at random, each followed forwards and backwards, and their errors."""
    n = len(answers.features)
    numbers = np.arange(N_ORDERS * n, dtype=np.uint32)
    orders = random_bits(0, STREAM, numbers).reshape(N_ORDERS, n).argsort(axis=1, kind="stable")
    added = np.empty((N_ORDERS, n))
    for row, order in enumerate(orders.tolist()):
        leaving = _differences(answers, order)  # from all answers to none, in this order
        coming = -_differences(answers, order)  # and back, in the same: the reverse order of those that stay
        added[row] = (leaving + coming) / 2.0
    return added.mean(axis=0), added.std(axis=0, ddof=1) / math.sqrt(N_ORDERS)


def _differences(answers: _Told, order: Sequence[int]) -> NDArray[np.float64]:
    """Flip the answers one after the other; return by how much each lowers the evidence of all."""
    found = np.empty(len(order))
    before = answers.now()
    for j in order:
        answers.flip(j)
        after = answers.now()
        found[j], before = before - after, after
    return found


# ---- Words --------------------------------------------------------------------------------------


def _factor(weight: float) -> str:
    """Return the factor of odds that a weight stands for."""
    return f"{math.exp(weight):.3g}"


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the lines of a table whose cells are as wide as the widest of their column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = ([cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return [f"  {'  '.join(row)}".rstrip() for row in cells]


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    if not rows:
        return ""
    kinds = ["th", *["td"] * (len(rows) - 1)]
    lines = [
        "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row)
        for kind, row in zip(kinds, rows, strict=True)
    ]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"
