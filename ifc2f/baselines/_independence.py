"""Fisher's z test of (conditional) independence, on all columns at once and on a working set.

Two variables are independent given S when ``sqrt(n - |S| - 3) artanh(r) < Phi^-1(1 - alpha / 2)``, r their
partial correlation (Anderson, An Introduction to Multivariate Statistical Analysis, section 4.3). The
comparison is made on r, so that a test needs no logarithm; an undefined r (a constant column) counts as
independent.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from ifc2f._core import ffi, lib
from ifc2f.baselines._columns import Columns, bring_into_range, safe
from ifc2f.baselines._memory import sizes
from ifc2f.core.kernels import Float64, pointer

TIE = 1e-9  # strengths that differ by less are equal, whatever the order of additions that led to them
SINGULAR = 1e-12  # share of a variance that counts as none; rounding leaves some 1e-16


def correlation_threshold(alpha: float, n_rows: int, n_given: int, exact: bool) -> float:
    """Return the |r| below which two variables are independent given `n_given` others.

    With too few rows for the test (``n_rows <= n_given + 3``) everything is independent, unless `exact`: the
    public code then goes on with the square root of a negative number, whose modulus decides.
    """
    freedom = n_rows - n_given - 3
    if freedom <= 0 and not exact:
        return math.inf
    cut = float(ndtri(1.0 - alpha / 2.0))
    return math.tanh(cut / math.sqrt(abs(freedom))) if freedom else 1.0


@dataclass(frozen=True)
class Target:
    """What columns are tested against.

    Attributes
    ----------
    centred : ndarray (n_rows,)
        The labels less their mean, scaled by a power of two so that neither the square nor products overflow.
    square : float
        Their sum of squares.
    """

    centred: Float64
    square: float

    @classmethod
    def of(cls, labels: Float64) -> "Target":
        centred = labels[np.newaxis].copy()
        square = np.empty(1)
        _centre(centred, np.zeros_like(labels), np.empty(1), square, np.empty(1))
        _scale(centred, square)
        return cls(centred[0], float(square[0]))


@dataclass(frozen=True)
class RelevantColumns:
    """Columns that depend on the target, ascending.

    Attributes
    ----------
    index : ndarray of int (count,)
        Which columns of the matrix they are.
    centred : ndarray (count, n_rows)
        Their values less their means, scaled by powers of two like the target.
    squares : ndarray (count,)
        Sums of squares of `centred`.
    strength : ndarray (count,)
        |correlation| with the target.
    """

    index: npt.NDArray[np.intp]
    centred: Float64
    squares: Float64
    strength: Float64

    def select(self, which: npt.NDArray[np.intp]) -> "RelevantColumns":
        """Return those at the positions `which`."""
        return RelevantColumns(
            self.index[which], self.centred[which], self.squares[which], self.strength[which]
        )

    def followed_by(self, others: "RelevantColumns") -> "RelevantColumns":
        """Return these columns, followed by the others."""
        return RelevantColumns(
            np.concatenate([self.index, others.index]),
            np.concatenate([self.centred, others.centred]),
            np.concatenate([self.squares, others.squares]),
            np.concatenate([self.strength, others.strength]),
        )


def relevant_columns(
    columns: Columns, target: Target, alpha: float, exact: bool
) -> Iterator[RelevantColumns]:
    """Yield the columns that depend on the target, a block at a time: of sparse data all of them may be many.

    `exact` passes over columns that sum to exactly 0.
    """
    threshold = correlation_threshold(alpha, columns.n_rows, 0, exact)
    for first, block in columns.blocks():
        totals, squares, products = np.empty((3, len(block)))
        _centre(block, target.centred, totals, squares, products)
        is_zero = (totals == 0.0) & (products == 0.0)
        again = np.flatnonzero(~safe(squares) & ~is_zero)
        if len(again):
            part = columns.take(again + first)
            bring_into_range(part)
            sums = np.empty((3, len(again)))
            _centre(part, target.centred, *sums)
            block[again] = part
            totals[again], squares[again], products[again] = sums
        with np.errstate(invalid="ignore"):
            strength = np.abs(products / np.sqrt(squares * target.square))
        relevant = strength >= threshold
        if exact:
            relevant &= totals != 0.0
        which = np.flatnonzero(relevant)
        kept, squares = block[which], squares[which]
        _scale(kept, squares)
        yield RelevantColumns(which + first, kept, squares, strength[which])


def _centre(columns: Float64, target: Float64, totals: Float64, squares: Float64, products: Float64) -> None:
    lib.ifc2f_centre_columns(
        pointer(columns),
        columns.shape[1],
        columns.shape[0],
        pointer(target),
        pointer(totals),
        pointer(squares),
        pointer(products),
    )


def _scale(columns: Float64, squares: Float64) -> None:
    """Scale columns in place to a length in [1/2, 1) by powers of two, exactly."""
    exponents = np.frexp(np.sqrt(squares))[1]
    np.ldexp(columns, -exponents[:, np.newaxis], out=columns)
    np.ldexp(squares, -2 * exponents, out=squares)


class WorkingSet:
    """Relevant columns under consideration, with the covariances between them and with the target.

    Columns are named by their index in the matrix.
    """

    _TARGET = 0  # row of the covariances

    def __init__(self, target: Target, alpha: float, max_given: int, exact: bool) -> None:
        n_rows = len(target.centred)
        self._row_of: dict[int, int] = {}
        self._free: list[int] = []
        self._n_rows_used = 1
        self._columns = np.zeros((16, n_rows))
        self._columns[self._TARGET] = target.centred
        self._covariance = np.zeros((16, 16))
        self._covariance[self._TARGET, self._TARGET] = target.square
        self._max_given = max_given
        self._squared_thresholds = np.array(
            [correlation_threshold(alpha, n_rows, size, exact) ** 2 for size in range(max_given + 1)]
        )
        self._tolerance = 0.0 if exact else SINGULAR
        self._undefined = lib.IFC2F_UNDEFINED_INDEPENDENT if exact else lib.IFC2F_UNDEFINED_SKIPPED
        self._work = np.empty(0)

    def add(self, index: int, centred: Float64) -> None:
        """Take in a column (n_rows,), as `relevant_columns` centres it."""
        if self._free:
            row = self._free.pop()
        else:
            row = self._n_rows_used
            self._n_rows_used += 1
            if row == len(self._columns):
                self._columns = np.concatenate([self._columns, np.zeros_like(self._columns)])
                wider = np.zeros((2 * row, 2 * row))
                wider[:row, :row] = self._covariance
                self._covariance = wider
        self._row_of[index] = row
        self._columns[row] = centred
        products = np.empty(self._n_rows_used)
        lib.ifc2f_column_products(
            pointer(self._columns[row]),
            pointer(self._columns),
            self._columns.shape[1],
            self._n_rows_used,
            pointer(products),
        )
        self._covariance[row, : self._n_rows_used] = products
        self._covariance[: self._n_rows_used, row] = products

    def remove(self, index: int) -> None:
        """Forget a column."""
        self._free.append(self._row_of.pop(index))

    def explained(self, index: int, given: Sequence[int], must: int | None = None) -> bool:
        """Return whether a column is independent of the target given some small set of the columns `given`.

        With `must`, only sets that contain this column and some of `given` are tried.
        """
        needed = lib.ifc2f_any_independent_work(len(given), self._max_given)
        if needed > len(self._work):
            self._work = np.empty(2 * needed)
        rows = np.array([self._row_of[other] for other in given], dtype=np.uintp)
        return bool(
            lib.ifc2f_any_independent(
                pointer(self._covariance),
                len(self._covariance),
                self._row_of[index],
                self._TARGET,
                sizes(rows) if len(rows) else ffi.NULL,
                len(rows),
                -1 if must is None else self._row_of[must],
                pointer(self._squared_thresholds),
                self._max_given,
                self._tolerance,
                self._undefined,
                pointer(self._work) if len(self._work) else ffi.NULL,
            )
        )
