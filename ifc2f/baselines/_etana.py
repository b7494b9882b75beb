"""ETANA: optimal stopping in a fixed order, on a grid of beliefs."""

import math
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import ffi, lib
from ifc2f.baselines._instance_wise import InstanceWiseClassifier, Walks
from ifc2f.baselines._memory import Sizes, sizes
from ifc2f.baselines._tables import Codes
from ifc2f.core.kernels import pointer
from ifc2f.core.scikit import Interval


class ETANA(InstanceWiseClassifier):
    """Datum-wise classification by dynamic programming over a grid of beliefs.

    Features are acquired by falling variance of P(value | class) over the classes. Before each, the expected
    cost of stopping at the belief rounded to the grid is compared with that of going on.

    Parameters
    ----------
    feature_cost : float, default=0.01
        Cost of acquiring a feature; a wrong answer costs 1.
    n_bins : int, default=4
        Bins of equal width per feature.
    n_steps : int, default=10
        The grid holds the beliefs that are multiples of ``1 / n_steps``; ``comb(n_steps + L - 1, L - 1)`` of
        them for L classes.
    exact : bool, default=False
        Follow the public code: beliefs start uniform; they are rounded to one decimal and repaired a tenth at
        a time (`n_steps` must be 10); an instance that never stops counts one feature too few. The default
        starts from the class frequencies and rounds by largest remainders.

    Attributes
    ----------
    classes_ : ndarray
    class_prior_ : ndarray (n_classes,)
        Belief at the start.
    order_ : ndarray of int (n_features,)
        Columns in the order in which they are acquired.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    Training costs the number of features times bins times grid points; eleven classes have 184 756 points.

    References
    ----------
    Y. Warnapura Liyanage, D.-S. Zois, C. Chelmis: Dynamic instance-wise joint feature selection and
    classification. IEEE Transactions on Artificial Intelligence 2(2), 2021.
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        **InstanceWiseClassifier._parameter_constraints,
        "n_steps": [Interval(Integral, 1, 1000, closed="both")],
    }

    def __init__(
        self, feature_cost: float = 0.01, *, n_bins: int = 4, n_steps: int = 10, exact: bool = False
    ) -> None:
        self.feature_cost = feature_cost
        self.n_bins = n_bins
        self.n_steps = n_steps
        self.exact = exact

    def _plan(self, codes: Codes, labels: npt.NDArray[np.intp]) -> None:
        if self.exact and self.n_steps != 10:
            raise ValueError(
                f"exact=True rounds beliefs to one decimal, so n_steps must be 10, got {self.n_steps}"
            )
        n_classes = len(self.classes_)
        n_points = math.comb(self.n_steps + n_classes - 1, n_classes - 1)
        self._stop = np.zeros((len(self.order_), n_points), dtype=np.uint8)
        grid, _choose = self._grid()
        work = np.empty(2 * n_points + 2 * n_classes)
        status = lib.ifc2f_etana_plan(
            grid,
            pointer(self._tables),
            len(self.order_),
            self.n_bins,
            self.feature_cost,
            n_points,
            pointer(self._stop),
            pointer(work),
        )
        if status:
            raise RuntimeError("the grid of beliefs does not have the expected number of points")

    def _grid(self) -> tuple[Any, Sizes]:
        """Return the grid for C, and the binomial coefficients it points to."""
        n_classes = len(self.classes_)
        choose = np.array(
            [[math.comb(n, k) for k in range(n_classes + 1)] for n in range(self.n_steps + n_classes)],
            dtype=np.uintp,
        )
        grid = ffi.new("ifc2f_belief_grid *", (n_classes, self.n_steps, self.exact, sizes(choose)))
        return grid, choose

    def _walk(self, codes: Codes) -> Walks:
        n_rows, n_features = codes.shape
        n_acquired = np.empty(n_rows, dtype=np.int32)
        belief = np.empty((n_rows, len(self.classes_)))
        grid, _choose = self._grid()
        lib.ifc2f_etana_classify(
            grid,
            pointer(self._tables),
            n_features,
            self.n_bins,
            pointer(self._stop),
            self._stop.shape[1],
            pointer(self.class_prior_),
            pointer(codes),
            n_rows,
            pointer(n_acquired),
            pointer(belief),
        )
        reported = np.minimum(n_acquired, n_features - 1) if self.exact else n_acquired
        return Walks(belief, belief.argmax(axis=1), n_acquired, reported)
