"""Bounds of what the best policy of an order costs, by simulation, from whatever values a plan holds.

Who knew all answers beforehand could stop at the best moment, and costs too little. A martingale takes the
knowledge back: what an answer changes of the expected cost, by the plan's vectors, is charged as it comes. It
is 0 on average for every policy that does not know the future, so

- the smallest of the costs along an instance, less the martingale, averages to no more than the optimum;
- the cost where the policy stops, less the martingale, averages to what the policy costs.

Were the vectors those of the optimum, both would be the same number for every instance: hence few instances
are enough. docs/method.md, section "Certificate", says more.

References
----------
Rogers, "Monte Carlo valuation of American options", Mathematical Finance 12(3), 2002. Andersen and Broadie,
"Primal-dual simulation algorithm for pricing multidimensional American options", Management Science 50(9),
2004.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ifc2f.alpha_vectors import alpha_vectors, live_features
from ifc2f.drawing import class_weights
from ifc2f.model import Model
from ifc2f.stopping import Order

__all__ = ["simulated_costs"]

Float64 = NDArray[np.float64]

VALUES_AT_ONCE = 1 << 21


def simulated_costs(
    model: Model, order: Order, bins: NDArray[np.uint8], n_looked: NDArray[np.int32]
) -> tuple[Float64, Float64, Float64]:
    """Return what averages to at most the optimum, what averages to the policy's cost, and weights, all (n,).

    The weights are those of instances that `draw_bins` drew with `rare_classes`.

    Parameters
    ----------
    model : Model
        With an ordered policy.
    order : Order
        Of that model.
    bins : ndarray, shape (n, K)
        Instances of the model's network.
    n_looked : ndarray of int, shape (n,)
        After how many looks the policy stops.
    """
    rows = np.arange(len(bins))
    beliefs = np.tile(order.prior, (len(bins), 1))
    spent, martingale = 0.0, np.zeros(len(bins))
    optimal = order.stop(beliefs)
    actual = optimal.copy()
    for k, price in enumerate(order.prices):
        joint = beliefs[:, np.newaxis] * order.given(k, bins)  # P(answer to feature k, class)
        costs = _costs_after(model, order, k, joint, bins)
        answer = bins[:, k]
        chance = joint.sum(axis=2)[rows, answer]
        martingale += costs[rows, answer] / chance - costs.sum(axis=1)
        beliefs = joint[rows, answer] / chance[:, np.newaxis]
        spent += price
        stopping = spent + order.stop(beliefs) - martingale
        optimal = np.minimum(optimal, stopping)
        actual = np.where(n_looked > k, stopping, actual)
    return optimal, actual, 1 / (beliefs @ class_weights(model.network))


def _costs_after(model: Model, order: Order, k: int, joint: Float64, bins: NDArray[np.uint8]) -> Float64:
    """Return what each answer to feature k leads to by the plan, times its probability, shape (n, V)."""
    n, n_values, n_classes = joint.shape
    stop = order.stop(joint)
    if k + 1 == order.n:
        return stop
    live = live_features(model, k + 1)
    number = np.zeros((n, n_values), dtype=np.intp)  # of the alpha set
    for j in live:
        value = np.arange(n_values) if j == k else bins[:, j, np.newaxis]
        number = number * order.sizes[j] + value
    turn = np.argsort(number, axis=None, kind="stable")
    numbers, starts = np.unique(number.ravel()[turn], return_index=True)
    beliefs, costs = joint.reshape(-1, n_classes), stop.ravel()
    sizes = [order.sizes[j] for j in live]
    for which, rows in zip(numbers, np.split(turn, starts[1:]), strict=True):
        values = np.unravel_index(which, sizes) if live else ()
        answers = {j: int(value) for j, value in zip(live, values, strict=True)}
        vectors = alpha_vectors(model, k + 1, answers).astype(np.float64)
        for part in np.array_split(rows, len(rows) * len(vectors) // VALUES_AT_ONCE + 1):
            going_on = (beliefs[part] @ vectors.T).min(axis=1, initial=np.inf)
            costs[part] = np.minimum(costs[part], going_on)
    return costs.reshape(n, n_values)
