"""Fast-OSFS: the newcomer is tested first, and kept columns only against sets with the newcomer."""

from ifc2f.baselines._independence import WorkingSet
from ifc2f.baselines._osfs import OSFS


class FastOSFS(OSFS):
    """Fast online streaming feature selection, Fisher-z form.

    A column that depends on the class is taken in unless it is independent of it given some set of up to
    `max_given` kept columns. Then every kept column goes that is independent of the class given some such set
    with the newcomer in it.

    Parameters
    ----------
    alpha : float, default=0.01
        Level of the independence tests.
    max_given : int, default=3
        Largest conditioning set.
    exact : bool, default=False
        Follow the public code, as in :class:`OSFS`.

    Attributes
    ----------
    selected_ : ndarray of int
        Columns kept, ascending.
    classes_, n_features_in_, feature_names_in_
        As in scikit-learn.

    References
    ----------
    X. Wu, K. Yu, W. Ding, H. Wang, X. Zhu: Online feature selection with streaming features. IEEE TPAMI
    35(5), 2013.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> FastOSFS().fit(*load_iris(return_X_y=True)).selected_.tolist()
    [1, 2, 3]
    """

    def _take_in(self, working_set: WorkingSet, kept: list[int], newcomer: int) -> list[int]:
        if kept and working_set.explained(newcomer, kept):
            working_set.remove(newcomer)
            return kept
        for candidate in list(kept):
            others = [other for other in kept if other != candidate]
            if working_set.explained(candidate, others, must=newcomer):
                working_set.remove(candidate)
                kept = others
        return [*kept, newcomer]
