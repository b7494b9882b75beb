"""Neighbourhood dependency: how pure the neighbourhoods of the instances are in a set of columns.

The neighbourhood of an instance reaches as far as its sorted distances to the others follow a rule (csrc:
IFC2F_NEIGHBOURS_DENSITY, IFC2F_NEIGHBOURS_GAP); the dependency of the class on the columns is the mean share of
neighbours with the instance's own label. Distances are standardised Euclidean.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
from joblib import effective_n_jobs

from ifc2f._core import lib
from ifc2f.baselines._columns import Columns
from ifc2f.baselines._memory import Doubles, doubles, pointer, sizes

_LEAST_SHARE = 1 << 16  # distances per thread below which a thread costs more than it brings


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
        As the public code: of the instances at distance zero the first is dropped instead of the instance itself, and a
        constant column makes all distances undefined. Else a constant column's own dependency is NaN.
    n_jobs : int or None
        Threads, as in joblib.
    """

    def __init__(
        self, columns: Columns, labels: npt.NDArray[np.int32], rule: int, exact: bool, n_jobs: int | None
    ) -> None:
        self._columns = columns
        self._labels = labels
        self._rule = rule
        self._exact = exact
        self._n_threads = effective_n_jobs(n_jobs)
        self._place: dict[int, int] = {}
        self._kept = np.empty((8, columns.n_rows))
        self._weights = np.empty(8)

    def of_each(self) -> Iterator[float]:
        """Yield the dependency on each single column."""
        for _, block in self._columns.blocks():
            weights = _weights(block)
            orders = np.argsort(block, axis=1, kind="stable").astype(np.uintp)
            shares = np.array_split(np.arange(len(block)), self._n_threads)
            with ThreadPoolExecutor(self._n_threads) as threads:
                parts = threads.map(lambda share: self._of_singles(block, orders, weights, share), shares)
                for part in parts:
                    yield from part

    def _of_singles(
        self, block: Doubles, orders: npt.NDArray[np.uintp], weights: Doubles, share: npt.NDArray[np.intp]
    ) -> list[float]:
        n_labels = int(self._labels.max()) + 1
        quality, work = np.empty(self._columns.n_rows), np.empty(n_labels)
        found = []
        for j in share:
            if not self._exact and np.isinf(weights[j]):
                found.append(np.nan)
                continue
            lib.ifc2f_neighbourhood_quality_1d(
                doubles(block[j]),
                self._columns.n_rows,
                sizes(orders[j]),
                weights[j],
                pointer(self._labels, np.int32),
                n_labels,
                self._rule,
                self._exact,
                doubles(quality),
                doubles(work),
            )
            found.append(sequential_mean(quality))
        return found

    def of(self, chosen: Iterable[int]) -> float:
        """Return the dependency on a set of columns."""
        places = np.array([self._place_of(column) for column in sorted(chosen)], dtype=np.uintp)
        n_rows = self._columns.n_rows
        quality = np.empty(n_rows)
        n_shares = min(self._n_threads, max(1, n_rows * n_rows * len(places) // _LEAST_SHARE))
        bounds = np.linspace(0, n_rows, n_shares + 1).astype(int)
        if n_shares == 1:
            self._of_rows(places, 0, n_rows, quality)
        else:
            with ThreadPoolExecutor(n_shares) as threads:
                parts = [
                    threads.submit(self._of_rows, places, first, last, quality[first:last])
                    for first, last in zip(bounds[:-1], bounds[1:], strict=True)
                ]
                for part in parts:
                    part.result()
        return sequential_mean(quality)

    def _of_rows(self, places: npt.NDArray[np.uintp], first: int, last: int, quality: Doubles) -> None:
        work = np.empty(lib.ifc2f_neighbourhood_work(self._columns.n_rows))
        lib.ifc2f_neighbourhood_quality(
            doubles(self._kept),
            self._columns.n_rows,
            sizes(places),
            len(places),
            doubles(self._weights),
            pointer(self._labels, np.int32),
            self._rule,
            self._exact,
            first,
            last,
            doubles(quality),
            doubles(work),
        )

    def _place_of(self, column: int) -> int:
        """Return where the column is held, after reading it if need be."""
        if column not in self._place:
            place = len(self._place)
            if place == len(self._kept):
                self._kept = np.concatenate([self._kept, np.empty_like(self._kept)])
                self._weights = np.concatenate([self._weights, np.empty_like(self._weights)])
            self._kept[place] = self._columns.take(np.array([column]))
            self._weights[place] = _weights(self._kept[place : place + 1])[0]
            self._place[column] = place
        return self._place[column]


def _weights(columns: Doubles) -> Doubles:
    """Return 1 / variance of each column; infinite for a constant one."""
    centred = columns.copy()
    totals, squares, products = np.empty((3, len(columns)))
    no_target = np.zeros(columns.shape[1])
    lib.ifc2f_centre_columns(
        doubles(centred),
        columns.shape[1],
        len(columns),
        doubles(no_target),
        doubles(totals),
        doubles(squares),
        doubles(products),
    )
    with np.errstate(divide="ignore"):
        inverse: Any = 1.0 / (squares / (columns.shape[1] - 1.0))
    return inverse  # type: ignore[no-any-return]


def sequential_mean(values: Doubles) -> float:
    """Return the mean by adding one after the other, which fixes its last bit."""
    return float(np.add.accumulate(values)[-1]) / len(values)
