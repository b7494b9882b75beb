"""Neighbourhood dependency: how pure the neighbourhoods of the instances are in a set of columns.

The neighbourhood of an instance reaches as far as its sorted distances to the others follow a rule (csrc:
IFC2F_NEIGHBOURS_DENSITY, IFC2F_NEIGHBOURS_GAP); the dependency of the class on the columns is the mean share
of neighbours with the instance's own label. Distances are standardised Euclidean.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from joblib import effective_n_jobs

from ifc2f._core import lib
from ifc2f.baselines._columns import Columns
from ifc2f.baselines._memory import sizes
from ifc2f.core.kernels import Float64, over_ranges, pointer

_LEAST_SHARE = 1 << 16  # distances per thread below which a thread costs more than it brings

_SLACK = 1e-6  # purities may lack so much more before a sum is given up: far more than its rounding error


class Neighbourhoods:
    """Dependencies of the class on sets of columns.

    Parameters
    ----------
    columns : Columns
    labels : ndarray of int32 (n_rows,)
        0 .. number of classes - 1.
    rule : int
        lib.IFC2F_NEIGHBOURS_DENSITY or lib.IFC2F_NEIGHBOURS_GAP.
    exact : bool
        As the public code: of the instances at distance zero the first is dropped instead of the instance
        itself, and a constant column makes all distances undefined. Else a constant column's own dependency
        is NaN.
    n_jobs : int or None
        Threads, as in joblib; None: one.
    """

    def __init__(
        self, columns: Columns, labels: npt.NDArray[np.int32], rule: int, exact: bool, n_jobs: int | None
    ) -> None:
        self._columns = columns
        self._labels = labels
        self._rule = rule
        self._exact = exact
        self._n_threads = 1 if n_jobs is None else int(effective_n_jobs(n_jobs))
        self._place: dict[int, int] = {}  # of a column in `_held`
        self._held = np.empty((8, columns.n_rows))
        self._weights = np.empty(8)  # of the columns held
        self._free = list(range(8))

    def of_each(self) -> Iterator[float]:
        """Yield the dependency on each single column."""
        for _, block in self._columns.blocks():
            yield from self._of_block(block).tolist()

    def _of_block(self, block: Float64) -> Float64:
        weights = _weights(block)
        orders = np.argsort(block, axis=1, kind="stable").astype(np.uintp)
        n_labels = int(self._labels.max()) + 1
        dependencies = np.full(len(block), np.nan)

        def of_singles(first: int, last: int) -> None:
            quality, work = np.empty(self._columns.n_rows), np.empty(n_labels)
            for j in range(first, last):
                if np.isinf(weights[j]) and not self._exact:
                    continue
                lib.ifc2f_neighbourhood_quality_1d(
                    pointer(block[j]),
                    self._columns.n_rows,
                    sizes(orders[j]),
                    weights[j],
                    pointer(self._labels),
                    n_labels,
                    self._rule,
                    self._exact,
                    pointer(quality),
                    pointer(work),
                )
                dependencies[j] = sequential_mean(quality)

        over_ranges(len(block), of_singles, self._n_threads)
        return dependencies

    def of(self, chosen: Collection[int], at_least: float = 0.0) -> float:
        """Return the dependency on a set of columns; -inf as soon as it must be less than `at_least`."""
        places = self._places_of(sorted(chosen))
        n_rows = self._columns.n_rows
        quality = np.empty(n_rows)
        may_lack = n_rows * (1.0 - at_least) + _SLACK
        incomplete = []

        def of_rows(first: int, last: int) -> None:
            work = np.empty(lib.ifc2f_neighbourhood_work(n_rows))
            n_done = lib.ifc2f_neighbourhood_quality(
                pointer(self._held),
                n_rows,
                sizes(places),
                len(places),
                pointer(self._weights),
                pointer(self._labels),
                self._rule,
                self._exact,
                first,
                last,
                may_lack,
                pointer(quality[first:last]),
                pointer(work),
            )
            if n_done < last - first:
                incomplete.append(first)

        n_threads = min(self._n_threads, max(1, n_rows * n_rows * len(places) // _LEAST_SHARE))
        over_ranges(n_rows, of_rows, n_threads)
        return -np.inf if incomplete else sequential_mean(quality)

    def _places_of(self, chosen: Sequence[int]) -> npt.NDArray[np.uintp]:
        """Return where the columns are held, after reading those that are not."""
        missing = [column for column in chosen if column not in self._place]
        if len(self._place) + len(missing) > len(self._held):
            self._make_room(chosen, len(missing))
        for column in missing:
            place = self._free.pop()
            self._held[place] = self._columns.take(np.array([column]))
            self._weights[place] = _weights(self._held[place : place + 1])[0]
            self._place[column] = place
        return np.array([self._place[column] for column in chosen], dtype=np.uintp)

    def _make_room(self, chosen: Sequence[int], n_missing: int) -> None:
        """Forget the columns that are not in use, and hold more if that frees few places."""
        self._place = {column: self._place[column] for column in chosen if column in self._place}
        needed = 2 * (len(self._place) + n_missing)
        if needed > len(self._held):
            self._held = np.concatenate([self._held, np.empty((needed, self._columns.n_rows))])
            self._weights = np.concatenate([self._weights, np.empty(needed)])
        self._free = sorted(set(range(len(self._held))) - set(self._place.values()))


def _weights(columns: Float64) -> Float64:
    """Return 1 / variance of each column; infinite for a constant one."""
    centred = columns.copy()
    totals, squares, products = np.empty((3, len(columns)))
    no_target = np.zeros(columns.shape[1])
    lib.ifc2f_centre_columns(
        pointer(centred),
        columns.shape[1],
        len(columns),
        pointer(no_target),
        pointer(totals),
        pointer(squares),
        pointer(products),
    )
    with np.errstate(divide="ignore"):
        inverse: Any = 1.0 / (squares / (columns.shape[1] - 1.0))
    return inverse  # type: ignore[no-any-return]


def sequential_mean(values: Float64) -> float:
    """Return the mean by adding one after the other, which fixes its last bit."""
    return float(np.add.accumulate(values)[-1]) / len(values)
