"""SAOLA: pairwise redundancy."""

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f._core import lib
from ifc2f.baselines._columns import Columns, label_numbers
from ifc2f.baselines._independence import (
    TIE,
    RelevantColumns,
    Target,
    correlation_threshold,
    relevant_columns,
)
from ifc2f.baselines._memory import sizes
from ifc2f.baselines._selector import StreamingSelector
from ifc2f.core.kernels import pointer
from ifc2f.core.scikit import Interval


class SAOLA(StreamingSelector):
    """Scalable and accurate online feature selection by pairwise comparisons, Fisher-z form.

    A column that depends on the class is taken in unless a kept one is at least as relevant and explains it
    better than the class does; kept columns that it explains in this sense go.

    Parameters
    ----------
    alpha : float, default=0.01
        Level of the independence tests.
    exact : bool, default=False
        Follow the public code: labels taken as they are; columns that sum to zero passed over; columns
        removed by a newcomer stay removed although the newcomer is then found redundant itself; ties of
        strength broken by the last bit. The default takes the places of the sorted labels, restores such
        columns, and takes strengths within 1e-9 as equal (the older column wins).

    Attributes
    ----------
    selected_ : ndarray of int
        Columns kept, ascending.
    classes_, n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    Labels enter as numbers: with more than two classes their order matters.

    References
    ----------
    K. Yu, X. Wu, W. Ding, J. Pei: Towards scalable and accurate online feature selection for big data. ICDM
    2014.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> SAOLA().fit(*load_iris(return_X_y=True)).selected_.tolist()
    [3]
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        **StreamingSelector._parameter_constraints,
        "alpha": [Interval(Real, 0, 1, closed="neither")],
    }

    def __init__(self, alpha: float = 0.01, *, exact: bool = False) -> None:
        self.alpha = alpha
        self.exact = exact

    def _select(self, columns: Columns, y: npt.NDArray[Any]) -> list[int]:
        labels, _ = label_numbers(y, self.exact)
        kept = RelevantColumns(np.empty(0, np.intp), np.empty((0, columns.n_rows)), *np.empty((2, 0)))
        for newcomers in relevant_columns(columns, Target.of(labels), self.alpha, self.exact):
            kept = self._take_in(kept, newcomers)
        return kept.index.tolist()  # type: ignore[no-any-return]

    def _take_in(self, kept: RelevantColumns, newcomers: RelevantColumns) -> RelevantColumns:
        """Return what is kept after the newcomers."""
        if not len(newcomers.index):
            return kept
        both = kept.followed_by(newcomers)
        n_rows = both.centred.shape[1]
        positions, work = np.empty((2, len(both.index)), dtype=np.uintp)
        n_kept = lib.ifc2f_saola(
            pointer(both.centred),
            n_rows,
            len(kept.index),
            len(both.index),
            pointer(both.squares),
            pointer(both.strength),
            correlation_threshold(self.alpha, n_rows, 0, self.exact),
            0.0 if self.exact else TIE,
            not self.exact,
            sizes(positions),
            sizes(work),
        )
        return both.select(positions[:n_kept].astype(np.intp))
