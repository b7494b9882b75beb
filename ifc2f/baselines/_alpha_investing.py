"""Alpha-investing: a wealth that tests spend and discoveries earn."""

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import ffi, lib
from ifc2f.baselines._columns import Columns, bring_into_range, label_numbers, safe
from ifc2f.baselines._selector import StreamingSelector
from ifc2f.core.kernels import pointer
from ifc2f.core.scikit import Interval

SINGULAR = 1e-20  # share of a column's squares outside the kept span that counts as none: 1e-10 of its length


class AlphaInvesting(StreamingSelector):
    """Streaming selection for a linear model of the label, by alpha-investing.

    Column i is kept if it lowers the squared error of the least-squares fit significantly at level
    ``wealth / (2 (i + 1))``. Each test costs its level, each column kept earns `payout`.

    Parameters
    ----------
    wealth : float, default=0.5
        Wealth at the start.
    payout : float, default=0.5
        Earned by each column kept.
    exact : bool, default=False
        Follow the public code, which takes the first column for the constant term: it is kept untested, the
        fit has no intercept, and labels are taken as they are. By default the fit has an intercept, which
        makes the selection independent of a shift of labels or columns, and every column is tested.

    Attributes
    ----------
    selected_ : ndarray of int
        Columns kept, ascending.
    classes_, n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    A column that the kept ones determine (to 1e-10 of its length) is not kept.

    References
    ----------
    J. Zhou, D. P. Foster, R. A. Stine, L. H. Ungar: Streamwise feature selection. JMLR 7, 2006.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> AlphaInvesting().fit(*load_iris(return_X_y=True)).selected_.tolist()
    [0, 1, 2, 3]
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        **StreamingSelector._parameter_constraints,
        "wealth": [Interval(Real, 0, None, closed="neither")],
        "payout": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, wealth: float = 0.5, payout: float = 0.5, *, exact: bool = False) -> None:
        self.wealth = wealth
        self.payout = payout
        self.exact = exact

    def _select(self, columns: Columns, y: npt.NDArray[Any]) -> list[int]:
        n_rows = columns.n_rows
        residual, _ = label_numbers(y, self.exact)
        max_kept = min(n_rows, columns.n_columns + 1)
        basis, work = np.empty((max_kept, n_rows)), np.empty(n_rows)
        state = ffi.new(
            "ifc2f_alpha_state *",
            {
                "wealth": self.wealth,
                "payout": self.payout,
                "error": float(residual @ residual),
                "singular": SINGULAR,
                "n_rows": n_rows,
                "n_forced": 1,
                "residual": pointer(residual),
                "basis": pointer(basis),
                "work": pointer(work),
                "max_kept": max_kept,
            },
        )
        if not self.exact:
            self._test(state, np.ones((1, n_rows)))
        selected: list[int] = []
        for first, block in columns.blocks():
            extreme = np.flatnonzero(~safe(np.einsum("ij,ij->i", block, block)))
            if len(extreme):
                part = block[extreme]
                bring_into_range(part)
                block[extreme] = part
            selected.extend((np.flatnonzero(self._test(state, block)) + first).tolist())
        return selected

    @staticmethod
    def _test(state: Any, columns: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
        kept = np.zeros(len(columns), dtype=np.uint8)
        lib.ifc2f_alpha_investing(state, pointer(columns), len(columns), pointer(kept))
        return kept
