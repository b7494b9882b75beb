"""OSFS: every newcomer leads to a new test of all kept columns."""

from numbers import Integral, Real
from typing import Any

import numpy.typing as npt

from ifc2f.baselines._columns import Columns, label_numbers
from ifc2f.baselines._independence import Target, WorkingSet, relevant_columns
from ifc2f.baselines._selector import StreamingSelector
from ifc2f.core.scikit import Interval


class OSFS(StreamingSelector):
    """Online streaming feature selection, Fisher-z form.

    A column that depends on the class is taken in. Then every kept column, oldest first and the newcomer
    last, goes if it is independent of the class given some set of up to `max_given` of the others.

    Parameters
    ----------
    alpha : float, default=0.01
        Level of the independence tests.
    max_given : int, default=3
        Largest conditioning set.
    exact : bool, default=False
        Follow the public code: labels taken as they are; columns that sum to zero passed over; a conditioning
        set whose members determine each other makes everything independent. The default takes the places of
        the sorted labels, and passes over such sets, which add nothing to a smaller set.

    Attributes
    ----------
    selected_ : ndarray of int
        Columns kept, ascending.
    classes_, n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    Labels enter as numbers: with more than two classes their order matters. The number of tests per newcomer
    grows with the kept columns to the power ``max_given + 1``.

    References
    ----------
    X. Wu, K. Yu, W. Ding, H. Wang, X. Zhu: Online feature selection with streaming features. IEEE TPAMI
    35(5), 2013.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> OSFS().fit(*load_iris(return_X_y=True)).selected_.tolist()
    [1, 2, 3]
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        **StreamingSelector._parameter_constraints,
        "alpha": [Interval(Real, 0, 1, closed="neither")],
        "max_given": [Interval(Integral, 1, 8, closed="both")],
    }

    def __init__(self, alpha: float = 0.01, max_given: int = 3, *, exact: bool = False) -> None:
        self.alpha = alpha
        self.max_given = max_given
        self.exact = exact

    def _select(self, columns: Columns, y: npt.NDArray[Any]) -> list[int]:
        labels, _ = label_numbers(y, self.exact)
        target = Target.of(labels)
        working_set = WorkingSet(target, self.alpha, self.max_given, self.exact)
        kept: list[int] = []
        for relevant in relevant_columns(columns, target, self.alpha, self.exact):
            for newcomer, centred in zip(relevant.index.tolist(), relevant.centred, strict=True):
                working_set.add(newcomer, centred)
                kept = self._take_in(working_set, kept, newcomer)
        return kept

    def _take_in(self, working_set: WorkingSet, kept: list[int], newcomer: int) -> list[int]:
        """Return what is kept after the newcomer, which is in the working set."""
        kept = [*kept, newcomer]
        for candidate in kept:
            others = [other for other in kept if other != candidate]
            if working_set.explained(candidate, others):
                working_set.remove(candidate)
                kept = others
        return kept
