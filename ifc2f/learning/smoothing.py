"""Tables of numeric features smoothed along their axis, so that fine bins need no more rows than coarse ones.

Everything comes from counts, so it does not matter how rows were cut into chunks. The C kernels do the work;
``csrc/include/ifc2f_smooth.h`` and docs/training.md say what the estimate is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import Float64, Int64, pointer

__all__ = ["FEWEST_BINS", "smoothed_along_axis"]

FEWEST_BINS = 3  # with a shape to smooth


def smoothed_along_axis(
    family_counts: Callable[[Sequence[int]], Int64], family: Sequence[int], numeric: Collection[int]
) -> Float64:
    """Return P(F | its parents, class) of a family, parents first, then F.

    Without a parent, a feature is smoothed towards a normal distribution per class, in normal scores.
    Given its parent it is smoothed towards a normal copula, or, if feature or parents are categories or
    have fewer than three bins, towards its distribution without the parent.

    Parameters
    ----------
    family_counts
        As for `ifc2f.learning.tables.network_tables`.
    family
        Parents of the feature, and itself.
    numeric
        Features whose values are bins of a number, in its order.

    Returns
    -------
    ndarray
        float64, shape (V_p1, .., V_pm, V, L); sums to 1 over axis -2.
    """
    *parents, feature = family
    alone = _alone(family_counts([feature]), feature in numeric)
    if not parents:
        return alone
    joint = family_counts(family)
    has_axes = (
        len(parents) == 1 and numeric and {*family} <= {*numeric} and min(joint.shape[:2]) >= FEWEST_BINS
    )
    return _dependent(joint, alone, _alone(family_counts(parents), True) if has_axes else None)


def _alone(counts: Int64, is_numeric: bool) -> Float64:
    """Return P(value | class), shape (V, L), of counts of that shape."""
    n_values, n_classes = counts.shape
    if not is_numeric or n_values < FEWEST_BINS:
        return np.ascontiguousarray((counts + 1) / (counts.sum(axis=0) + n_values), dtype=np.float64)
    table, work = np.empty((n_values, n_classes)), _work(0, n_values, n_classes)
    own = np.ascontiguousarray(counts, dtype=np.int64)
    lib.ifc2f_smooth_alone(pointer(own), n_values, n_classes, pointer(table), pointer(work))
    return table


def _dependent(joint: Int64, alone: Float64, given: Float64 | None) -> Float64:
    """Return P(value | parents' values, class) of counts of that shape."""
    *of_parents, n_values, n_classes = joint.shape
    n_given = int(np.prod(of_parents))
    table, work = np.empty(joint.shape), _work(n_given, n_values, n_classes)
    own = np.ascontiguousarray(joint, dtype=np.int64)
    beforehand = ffi.NULL if given is None else pointer(given), pointer(alone)
    sizes = n_given, n_values, n_classes
    lib.ifc2f_smooth_dependent(pointer(own), *sizes, *beforehand, pointer(table), pointer(work))
    return table


def _work(n_given: int, n_values: int, n_classes: int) -> Float64:
    return np.empty(lib.ifc2f_smooth_work(n_given, n_values, n_classes))
