"""OFS-A3M: neighbourhoods that end at the first wide gap."""

from ifc2f._core import lib
from ifc2f.baselines._neighbourhood import Neighbourhoods
from ifc2f.baselines._neighbourhood_selector import TIE, NeighbourhoodSelector


class OFSA3M(NeighbourhoodSelector):
    """Online streaming feature selection by neighbourhood dependency, with an adapted gap relation.

    A column better than the mean contribution of the kept ones is taken in if the class then depends more on
    the kept columns; if it depends just as much, it is taken in for those it makes superfluous.

    Parameters
    ----------
    prune_order : {"random", "ascending", "descending"}, default="random"
        In which order the kept columns are tried without.
    random_state : int, RandomState or None, default=None
        Of the random order. Once the dependency is 1 the selection depends on it strongly.
    n_jobs : int or None, default=None
        Threads.
    exact : bool, default=False
        Follow the public code: of duplicates the first is taken for the instance itself; constant columns
        have a dependency; dependencies are equal only to the last bit. By default an instance is never its
        own neighbour, constant columns are passed over, and dependencies within 1e-9 are equal.

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
    P. Zhou, X. Hu, P. Li, X. Wu: Online streaming feature selection using adapted neighborhood rough set.
    Information Sciences 481, 2019.
    """

    @staticmethod
    def _rule() -> int:
        return int(lib.IFC2F_NEIGHBOURS_GAP)

    def _stream(self, neighbourhoods: Neighbourhoods) -> set[int]:
        tie = 0.0 if self.exact else TIE
        prune = self._pruner(
            neighbourhoods, lambda whole, part: whole > 0 and abs(whole - part) <= tie * whole
        )
        kept: set[int] = set()
        dependency = mean_share = 0.0
        for column, alone in enumerate(neighbourhoods.of_each()):
            if not alone > mean_share:
                continue
            joined = neighbourhoods.of(kept | {column}, at_least=dependency - TIE)
            if joined > dependency + tie:
                kept, dependency = kept | {column}, joined
            elif abs(joined - dependency) <= tie:
                kept, _ = prune(kept | {column}, joined, column)
            else:
                continue
            mean_share = dependency / len(kept)
        return kept
