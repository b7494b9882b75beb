"""Bounds of the optimal cost along an order, by simulation, from whatever values a plan holds.

With all answers known in advance, one could choose the cheapest stage to stop; that cost is a loose lower
bound. A martingale charges for the knowledge: each answer is charged the change that it makes to the
expected cost, by the plan's vectors. The charge is 0 on average for every policy that does not know the
future, so

- the smallest of the costs along an instance, less the martingale, averages to no more than the optimum;
- the cost where the policy stops, less the martingale, averages to what the policy costs.

With the vectors of the optimum, both would be the same number for every instance, so few instances
are enough. docs/planning.md, section "Certificate", says more; the work is done in C.

References
----------
Rogers, "Monte Carlo valuation of American options", Mathematical Finance 12(3), 2002. Andersen and Broadie,
"Primal-dual simulation algorithm for pricing multidimensional American options", Management Science 50(9),
2004.
"""

from __future__ import annotations

import numpy as np

from ifc2f._core import lib
from ifc2f.core.errors import check
from ifc2f.core.kernels import Float64, Int32, UInt8, pointer
from ifc2f.model import Model
from ifc2f.planning.instances import bounds_memory, checked_bins
from ifc2f.planning.optimum import stage_prices

__all__ = ["simulated_costs"]


def simulated_costs(
    model: Model, bins: UInt8, n_acquired: Int32, tolerated: float = 1e300
) -> tuple[Float64, Float64, Float64]:
    """Return what averages to at most the optimum, what averages to the policy's cost, and weights, all (n,).

    The weights are those of instances that `draw_instances` drew with the stages' features followed.

    Parameters
    ----------
    model : Model
        With an ordered policy.
    bins : ndarray of uint8, shape (n, K)
        Instances of the model's network.
    n_acquired : ndarray of int32, shape (n,)
        After how many acquisitions the policy stops.
    tolerated : float, optional
        By how much in all the plan's values may miss what going on costs before an instance is no longer
        charged: it keeps values in the range given in ``ifc2f_certificate.h``.

    Raises
    ------
    ValueError
        If bins or numbers of acquisitions are out of their range, or an instance is not possible.
    """
    bins = checked_bins(model, bins)
    n = len(bins)
    if n_acquired.dtype != np.int32 or n_acquired.shape != (n,):
        raise ValueError(
            f"n_acquired must be int32 of shape ({n},), not {n_acquired.dtype} of shape {n_acquired.shape}"
        )
    optimal, actual, weights = np.empty(n), np.empty(n), np.empty(n)
    acquired = pointer(np.ascontiguousarray(n_acquired))
    given = pointer(stage_prices(model)), tolerated, pointer(bins), acquired, n
    out = pointer(optimal), pointer(actual), pointer(weights)
    check(lib.ifc2f_follow(model.c_model, *given, *bounds_memory(model), *out))
    return optimal, actual, weights
