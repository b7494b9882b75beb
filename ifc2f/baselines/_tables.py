"""Bins of equal width and P(value | class), as ETANA and F-ETANA use them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f.core.kernels import Float64

Codes = npt.NDArray[np.uint8]


class EqualWidthBins:
    """Bins of equal width between the integers around the range of each column.

    Unlike the bins of the main method these are found and applied in double precision, so that results can be
    compared with the published ones.

    Parameters
    ----------
    X : ndarray (n_rows, n_columns)
    n_values : int
        Number of bins.
    """

    def __init__(self, X: Float64, n_values: int) -> None:
        low = np.floor(X.min(axis=0))
        high = np.ceil(X.max(axis=0))
        steps = np.arange(1, n_values)[:, np.newaxis]
        self.inner_edges: Float64 = steps * ((high - low) / n_values) + low  # (n_values - 1, n_columns)
        self.n_values = n_values

    def codes(self, X: Float64) -> Codes:
        """Return the bin of each value, left-closed, the outer bins open-ended: (n_rows, n_columns)."""
        codes = np.zeros(X.shape, dtype=np.uint8)
        for edges in self.inner_edges:
            codes += edges <= X
        return codes


def value_tables(codes: Codes, labels: npt.NDArray[np.intp], n_classes: int, n_values: int) -> Float64:
    """Return P(value | class) with one instance added to each cell: (n_columns, n_values, n_classes)."""
    of_class = (labels == np.arange(n_classes)[:, np.newaxis]).astype(np.float64)
    counts = np.stack(
        [of_class @ (codes == value) for value in range(n_values)]
    )  # (values, classes, columns)
    smoothed: Any = (counts + 1.0) / (of_class.sum(axis=1)[:, np.newaxis] + n_values)
    return np.ascontiguousarray(smoothed.transpose(2, 0, 1))


def separation(tables: Float64) -> Float64:
    """Return the variance of P(value | class) over the classes, summed over the values: (n_columns,).

    Added one after the other, so that the order of columns it gives does not depend on the library.
    """
    n_values, n_classes = tables.shape[1:]
    total = np.zeros(len(tables))
    for value in range(n_values):
        mean = np.zeros(len(tables))
        for label in range(n_classes):
            mean += tables[:, value, label]
        mean /= n_classes
        variance = np.zeros(len(tables))
        for label in range(n_classes):
            variance += (tables[:, value, label] - mean) ** 2
        total += variance / n_classes
    return total
