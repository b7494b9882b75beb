"""What OFS-Density and OFS-A3M share: their parameters, and pruning in a random order."""

from abc import abstractmethod
from collections.abc import Callable
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from ifc2f.baselines._columns import Columns
from ifc2f.baselines._neighbourhood import Neighbourhoods
from ifc2f.baselines._selector import StreamingSelector
from ifc2f.core.scikit import StrOptions

TIE = 1e-9  # dependencies that differ by less are equal


class NeighbourhoodSelector(StreamingSelector):
    """Base of the selectors by neighbourhood dependency."""

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012
        **StreamingSelector._parameter_constraints,
        "prune_order": [StrOptions({"random", "ascending", "descending"})],
        "random_state": ["random_state"],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        prune_order: str = "random",
        *,
        random_state: Any = None,
        n_jobs: int | None = None,
        exact: bool = False,
    ) -> None:
        self.prune_order = prune_order
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.exact = exact

    def _select(self, columns: Columns, y: npt.NDArray[Any]) -> list[int]:
        labels = np.searchsorted(self.classes_, y).astype(np.int32)
        neighbourhoods = Neighbourhoods(columns, labels, self._rule(), self.exact, self.n_jobs)
        return sorted(self._stream(neighbourhoods))

    @staticmethod
    @abstractmethod
    def _rule() -> int:
        """Return how far a neighbourhood reaches."""

    @abstractmethod
    def _stream(self, neighbourhoods: Neighbourhoods) -> set[int]:
        """Return the columns kept."""

    def _pruner(
        self, neighbourhoods: Neighbourhoods, superfluous: Callable[[float, float], bool]
    ) -> Callable[[set[int], float, int], tuple[set[int], float]]:
        """Return a function that takes away columns without which the dependency is as good.

        It takes a set, its dependency and a column that stays, and returns the same of what is left.
        ``superfluous(dependency of all, dependency without the column)`` decides.
        """
        random = check_random_state(self.random_state)

        def prune(chosen: set[int], dependency: float, newcomer: int) -> tuple[set[int], float]:
            candidates = sorted(chosen - {newcomer}, reverse=self.prune_order == "descending")
            if self.prune_order == "random":
                candidates = [candidates[place] for place in random.permutation(len(candidates))]
            for candidate in candidates:
                without = neighbourhoods.of(chosen - {candidate}, at_least=dependency - TIE)
                if superfluous(dependency, without):
                    chosen = chosen - {candidate}
                    dependency = without
            return chosen, dependency

        return prune
