"""Bounds of a mean from drawn values that hold with a known probability, however the values are distributed.

Averages of some thousand instances are not normal where costs are made by rare answers: what normal bounds
promise they then keep far less often. These rest on the range that values are known to have. Let Z be what a
drawn value, weighed, is above a mean expected beforehand, and at least -R. Then for its true mean m and a
rate r <= c / R

    exp(sum over i of y_i - y_i^2 / (2 (1 - c))),   y_i = r (Z_i - m) >= -c,

averages to at most 1, because exp(y - y^2 / (2 (1 - c))) <= 1 + y. So it exceeds 1000 with a probability
below 0.001 (Markov), and every m for which it does is excluded: what is left is all m above a bound. The
rate is chosen by instances drawn before. This is an empirical Bernstein bound.

References
----------
Fan, Grama and Liu, "Exponential inequalities for martingales with applications", Electronic Journal of
Probability 20, 2015. Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
Journal of the Royal Statistical Society B 86(1), 2024.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ifc2f.core.kernels import Float64, UInt8

__all__ = ["EVIDENCE", "SHARES", "Estimate", "Pilot", "added", "least_mean", "most_mean", "sure"]

LARGEST_WEIGHT = 8 / 3  # of an instance that `draw_instances` draws
EVIDENCE = 6.9078  # log 1000: each bound fails with a probability below 0.001
SPARE = 1.05  # times R, so that a mean above that of the pilot can be shown
SHARES = tuple(step / 20 for step in range(1, 19))  # c: of the largest rate


def added(values: Float64) -> float:
    """Add up numbers, rounding once: the same in every order, and so on every machine."""
    return math.fsum(values.ravel().tolist())


@dataclass(frozen=True)
class Estimate:
    """A mean, its standard error, and what bounds it."""

    mean: float
    error: float
    below: float
    above: float


def sure(mean: float) -> Estimate:
    """Return a mean that is known."""
    return Estimate(mean, 0.0, mean, mean)


@dataclass(frozen=True)
class Pilot:
    """What is expected of values, by instances drawn beforehand.

    Attributes
    ----------
    mean : float
    variance : float
        Of a value's distance from the mean, times the weight of its instance.
    """

    mean: float
    variance: float

    @classmethod
    def of(cls, values: Float64, weights: Float64) -> Pilot:
        """Average weighted values."""
        mean = added(weights * values) / added(weights)
        off = weights * (values - mean)
        return cls(mean, added(off * off) / (len(values) - 1))

    def width(self, n: int, reach: float, share: float) -> float:
        """Return about how far a bound by n values is from their mean; `reach` is R, `share` is c."""
        return reach * EVIDENCE / (n * share) + share * self.variance / (2 * (1 - share) * reach)

    def share(self, n: int, reach: float) -> float:
        """Return the share of the largest rate that makes the narrowest bound."""
        return min(SHARES, key=lambda share: self.width(n, reach, share))

    def distance(self, n: int, least: float) -> float:
        """Return about how far from the mean the bound by n values will be."""
        reach = _reach(self.mean, least)
        return self.width(n, reach, self.share(n, reach)) if reach > 0 else 0.0


def _reach(mean: float, least: float) -> float:
    return SPARE * LARGEST_WEIGHT * max(mean - least, 0.0)


def least_mean(
    values: Float64,
    weights: Float64,
    pilot: Pilot,
    least: float,
    groups: UInt8 | None = None,
    share: float | None = None,
    needed: float = EVIDENCE,
    enough: float = math.inf,
) -> float:
    """Return a lower bound of the mean of values that holds with a probability above 0.999.

    Parameters
    ----------
    values : ndarray, shape (n,) or (n, A)
        Of instances drawn by `draw_instances`. With A alternatives it is the least mean of those that choose
        one of them for each group.
    weights : ndarray, shape (n,)
    pilot : Pilot
        By other instances.
    least : float
        What no value is below.
    groups : ndarray of uint8, shape (n,), optional
        The group of each instance; by default there is one.
    share : float, optional
        c, as a share of the largest rate; by default the best one by the pilot's variance.
    needed : float, optional
        Evidence that excludes a mean: the logarithm of 1000, or less to see what more instances would give.
    enough : float, optional
        This is returned where the bound is known to be no less.
    """
    n, reach = len(values), _reach(pilot.mean, least)
    if not reach > 0:
        return least
    share = pilot.share(n, reach) if share is None else share
    rate, curve = share / reach, 1 / (2 * (1 - share))
    z = weights[:, np.newaxis] * (values.reshape(n, -1) - pilot.mean)
    of_group = np.zeros(n, dtype=np.uint8) if groups is None else groups
    sizes = np.bincount(of_group).astype(np.float64)[:, np.newaxis]
    sums = np.stack([np.bincount(of_group, column) for column in z.T], axis=1)
    squares = np.stack([np.bincount(of_group, column * column) for column in z.T], axis=1)

    def evidence(m: float) -> float:
        """Return how much speaks against a mean of m and less: concave in m."""
        y = rate * (sums - sizes * m)
        y2 = rate * rate * (squares - 2 * m * sums + sizes * m * m)
        return added((y - curve * y2).min(axis=1))

    within = (SPARE - 1) / SPARE * reach  # up to here no y is below -c
    if enough - pilot.mean <= within and evidence(enough - pilot.mean) > needed:
        return max(enough, least)
    highest = added(sums.min(axis=1)) / n  # there nothing speaks against it
    step = 1e-3 * reach
    lowest = highest - step
    while evidence(lowest) <= needed:
        step *= 1.25
        lowest = highest - step
        if lowest < -reach:
            return least
    for _ in range(60):
        middle = (lowest + highest) / 2
        if evidence(middle) > needed:
            lowest = middle
        else:
            highest = middle
    return max(pilot.mean + min(lowest, within), least)


def most_mean(values: Float64, weights: Float64, pilot: Pilot, most: float) -> float:
    """Return an upper bound of the mean of values, shape (n,), none of which is above `most`."""
    return -least_mean(-values, weights, Pilot(-pilot.mean, pilot.variance), -most)
