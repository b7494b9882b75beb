"""OFS-Density: neighbourhoods that end where the density drops."""

import numpy as np

from ifc2f._core import lib
from ifc2f.baselines._neighbourhood import Neighbourhoods, sequential_mean
from ifc2f.baselines._neighbourhood_selector import TIE, NeighbourhoodSelector

BAND = 0.05  # relative change of the dependency within which a column may replace others


class OFSDensity(NeighbourhoodSelector):
    """Online streaming feature selection by neighbourhood dependency, with an adapted density relation.

    A column at least as good as the mean of the kept ones is taken in if the class then depends more on the
    kept columns; if the dependency changes by at most 5 %, it is taken in for those it makes superfluous.

    Parameters
    ----------
    prune_order : {"random", "ascending", "descending"}, default="random"
        In which order the kept columns are tried without.
    random_state : int, RandomState or None, default=None
        Of the random order. The selection depends on it noticeably.
    n_jobs : int or None, default=None
        Threads.
    exact : bool, default=False
        Follow the public code: of duplicates the first is taken for the instance itself; a column that makes
        the dependency drop by up to 5 % is kept when pruning does not mend the drop. By default an instance
        is never its own neighbour and such a column goes.

    Attributes
    ----------
    selected_ : ndarray of int
        Columns kept, ascending.
    classes_, n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    A dependency costs the squared number of instances times the number of columns.

    References
    ----------
    P. Zhou, X. Hu, P. Li, X. Wu: OFS-Density: a novel online streaming feature selection method. Pattern
    Recognition 86, 2019.
    """

    @staticmethod
    def _rule() -> int:
        return int(lib.IFC2F_NEIGHBOURS_DENSITY)

    def _stream(self, neighbourhoods: Neighbourhoods) -> set[int]:
        prune = self._pruner(neighbourhoods, lambda whole, part: whole - part <= 0)
        kept: set[int] = set()
        dependency = mean_of_singles = 0.0
        single: dict[int, float] = {}
        for column, alone in enumerate(neighbourhoods.of_each()):
            if not alone >= mean_of_singles:
                continue
            joined = neighbourhoods.of(kept | {column}, at_least=(1 - BAND) * dependency - TIE)
            if joined > dependency:
                kept, dependency = kept | {column}, joined
            elif dependency > 0 and abs(joined - dependency) / dependency <= BAND:
                pruned, left = prune(kept | {column}, joined, column)
                if left >= dependency:
                    kept, dependency = pruned, left
                else:
                    if self.exact:
                        kept = kept | {column}
                        single[column] = alone
                    continue
            else:
                continue
            single[column] = alone
            mean_of_singles = sequential_mean(np.array([single[other] for other in sorted(kept)]))
        return kept
