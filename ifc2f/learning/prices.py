"""What is odd about costs of questions, beside each other and beside those of mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.core.callers import warn_caller
from ifc2f.core.checks import listed
from ifc2f.core.words import Words, words
from ifc2f.costs import AcquisitionCosts

NOTHING_BESIDE_MISTAKES = 1e-4  # of the least mistake: a question below it is asked whatever it tells
FORGOTTEN = 0.01  # of the lowest cost that is given: a cost of all others below it was probably forgotten
_ROUNDED = 1.0 - 1e-6  # costs have single precision


def are_dear(prices: ArrayLike, mistakes: ArrayLike) -> bool:
    """Whether the cheapest question that is not free costs as much as the dearest mistake.

    No answer is worth that. Usually prices of questions are then money, and those of mistakes were left at
    their default of 1.

    Parameters
    ----------
    prices : array_like of float
        Of questions; none of 0 counts.
    mistakes : array_like of float
        Of wrong decisions.
    """
    paid = _above_zero(prices)
    dearest = float(np.asarray(mistakes).max(initial=0.0))
    return bool(paid.size) and dearest > 0.0 and float(paid.min()) >= dearest


def are_next_to_nothing(prices: ArrayLike, mistakes: ArrayLike) -> bool:
    """Whether even the dearest question costs next to nothing compared with the least mistake.

    Usually prices of mistakes are then money, and those of questions were left at their default of 0.01.
    Parameters are those of `are_dear`.
    """
    paid, wrong = _above_zero(prices), _above_zero(mistakes)
    if not paid.size or not wrong.size:
        return False
    return float(paid.max()) < _ROUNDED * NOTHING_BESIDE_MISTAKES * float(wrong.min())


def price_findings(prices: ArrayLike, mistakes: ArrayLike) -> list[Words]:
    """Return what is odd about prices of questions beside costs of mistakes, as sentences without a stop.

    Parameters are those of `are_dear`.
    """
    found = []
    if are_dear(prices, mistakes):
        text = words(
            "the cheapest question costs {price:g}, and a mistake at most {mistake:g}: no "
            "answer is worth its price. Give both costs in the same unit",
            price=_above_zero(prices).min(),
            mistake=np.asarray(mistakes).max(),
        )
        found.append(text)
    if are_next_to_nothing(prices, mistakes):
        text = words(
            "no question costs more than {price:g}, next to nothing compared with mistakes, which cost "
            "{mistake:g} or more: nearly every answer is worth its price. Give both costs in the same unit",
            price=_above_zero(prices).max(),
            mistake=_above_zero(mistakes).min(),
        )
        found.append(text)
    return found


def forgotten_findings(common: float, own: Mapping[str, float], others: Sequence[str]) -> list[Words]:
    """Return whether the cost of all other questions is negligible beside those that are given.

    Parameters
    ----------
    common : float
        What a question costs that has no cost of its own.
    own : mapping of str to float
        Costs of single questions.
    others : sequence of str
        The questions without one.
    """
    priced = _above_zero(list(own.values()))
    if not others or not priced.size or not 0.0 < common < FORGOTTEN * float(priced.min()):
        return []
    text = words(
        "Questions without a cost of their own cost {cost:g} here, next to nothing compared with the others: "
        "{names}",
        cost=common,
        names=listed(others),
    )
    return [text]


def warn_of_prices(costs: AcquisitionCosts, misclassification: NDArray[np.float32]) -> None:
    """Warn of what `price_findings` finds."""
    for text in price_findings(np.minimum(costs.cost, costs.discount_cost), misclassification):
        warn_caller(text)


def _above_zero(costs: ArrayLike) -> NDArray[np.float64]:
    found = np.asarray(costs, dtype=np.float64).ravel()
    return found[found > 0.0]
