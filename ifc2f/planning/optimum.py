"""The optimum of an order of acquisitions: whether to acquire the next feature or to decide; computed in C.

docs/planning.md, section "Certificate", says what is computed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.errors import check
from ifc2f.core.kernels import Float64, pointer
from ifc2f.costs import Purchases
from ifc2f.model import Model
from ifc2f.planning.instances import bounds_memory

__all__ = ["MAX_ASSIGNMENTS", "by_value_functions", "optimum_of_order", "stage_prices"]

MAX_ASSIGNMENTS = 4096  # of live values that index functions and sets of alpha vectors
MAX_BREAKPOINTS = 4096  # of a value function of two classes; more are thinned, which only lowers it
MAX_SEQUENCES = 200_000  # of answers that are followed one by one


def optimum_of_order(model: Model) -> float | None:
    """Return the smallest expected cost of acquiring the features of the model's stages in their order.

    With two classes it may be hardly less. None if it is out of reach.
    """
    found = by_enumeration(model)
    return by_value_functions(model) if found is None else found


def stage_prices(model: Model) -> Float64:
    """Return what each acquisition costs after those before it, shape (n_stages,)."""
    purchases, prices = Purchases(model.costs), np.empty(model.n_stages)
    for k in range(model.n_stages):
        prices[k] = purchases.price(k)
        purchases.buy(k)
    return prices


def by_enumeration(model: Model) -> float | None:
    """Follow every sequence of answers; None if there are more than 200,000."""
    cost = ffi.new("double *")
    prices = pointer(stage_prices(model))
    status = lib.ifc2f_order_optimum(model.c_model, prices, MAX_SEQUENCES, *bounds_memory(model), cost)
    if status == lib.IFC2F_ERR_TOO_LARGE:
        return None
    check(status)
    return float(cost[0])


# ---- Two classes: piecewise linear functions of one number -------------------------------------------


@dataclass(frozen=True, eq=False)
class Lines:
    """A concave piecewise linear function of P(class 1).

    Attributes
    ----------
    p : ndarray, shape (n,)
        Its breakpoints, ascending from 0 to 1.
    cost : ndarray, shape (n,)
    """

    p: Float64
    cost: Float64

    def at(self, p: float) -> float:
        """Return the function at p."""
        return float(lib.ifc2f_lines_at(_as_c([self]), p))


def by_value_functions(model: Model, most: int = MAX_BREAKPOINTS) -> float | None:
    """Back up from the last stage to the first what is left to pay, a function for each set of live values.

    Each has `most` breakpoints at most; fewer take less time, and give a lower bound that is less tight.

    Axes of `functions` are the live features of the stage in ascending order: those of stage k without the
    parent of feature k are those of stage k + 1 without feature k and the parent. None if there are more than
    two classes, or too many functions.
    """
    features = model.network.features[: model.n_stages]
    parents = [feature.parent for feature in features]
    live = [sorted({p for p in parents[k:] if 0 <= p < k}) for k in range(len(features) + 1)]
    n_functions = max(math.prod(features[j].n_values for j in at_stage) for at_stage in live)
    if model.n_classes != 2 or n_functions > MAX_ASSIGNMENTS:
        return None
    prices = stage_prices(model)
    functions = np.array(_stop_lines(model), dtype=object)
    for k in reversed(range(len(features))):
        of_values = []
        for u in range(len(features[k].table)):
            known = ({k: v, parents[k]: u} for v in range(features[k].n_values))
            after = [functions[tuple(values.get(j, slice(None)) for j in live[k + 1])] for values in known]
            of_values.append(_back_up(model, k, u, prices[k], after, most))
        functions = of_values[0] if parents[k] < 0 else np.stack(of_values, axis=live[k].index(parents[k]))
    prior = model.network.prior.astype(np.float64)
    lines: Lines = functions.item()
    return lines.at(prior[1] / (prior[0] + prior[1]))


def _stop_lines(model: Model) -> Lines:
    """Return the cost of deciding."""
    p, cost = np.empty(3), np.empty(3)
    n = lib.ifc2f_stop_lines(model.c_model, pointer(p), pointer(cost))
    return Lines(p[:n], cost[:n])


def _back_up(model: Model, k: int, u: int, price: float, after: list[Any], most: int) -> NDArray[Any]:
    """Return min(stop, acquire feature k, its parent = u) for every assignment of the other live values."""
    parts = np.broadcast_arrays(*(np.asarray(part, dtype=object) for part in after))
    backed_up = np.empty(parts[0].shape, dtype=object)
    for index in np.ndindex(backed_up.shape):
        backed_up[index] = acquisition_lines(model, k, u, price, [part.item(index) for part in parts], most)
    return backed_up


def acquisition_lines(
    model: Model, k: int, u: int, price: float, after: list[Lines], most: int = MAX_BREAKPOINTS
) -> Lines:
    """Return min(stop, acquire feature k, its parent = u), with `most` breakpoints at most.

    `after` is what is left to pay after each answer.
    """
    answers = _as_c(after)
    room = lib.ifc2f_acquisition_room(answers, len(after))
    p, cost, work = np.empty(room), np.empty(room), np.empty(2 * room)
    out = pointer(work), pointer(p), pointer(cost)
    n = lib.ifc2f_acquisition_lines(model.c_model, k, u, price, answers, most, *out)
    return Lines(p[:n].copy(), cost[:n].copy())


def _as_c(functions: list[Lines]) -> Any:
    """Return functions for the kernels, which `functions` keep alive."""
    lines = ffi.new("ifc2f_lines[]", len(functions))
    for line, function in zip(lines, functions, strict=True):
        line.p, line.cost, line.n = pointer(function.p), pointer(function.cost), len(function.p)
    return lines
