"""What acquiring features one at a time gave, for many instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

ROWS_SHOWN = 10


@dataclass(frozen=True, repr=False, eq=False)
class Acquisition:
    """Result of classifying n instances.

    ``acquisition[rows]`` selects instances by a number, a slice, numbers or a mask.

    Attributes
    ----------
    label : ndarray, shape (n,)
        The class decided for.
    posterior : ndarray of float32, shape (n, L)
        P(class | answers), columns in the order of the model's classes.
    n_features : ndarray of int32, shape (n,)
        Number of features acquired.
    cost : ndarray of float32, shape (n,)
        Cost of the features acquired, in the units of the feature costs.
    order : ndarray of int32, shape (n, W)
        Columns in the order of their acquisition, then -1. W is the largest number of acquisitions.
    n_unknown : int
        Number of categories that the model does not know and that count as missing.
    threshold : float
        Threshold of the model's guarantee: the least probability of the most probable class for an answer. 0
        without a guarantee, and with a budget other than that of the guarantee.
    classes : tuple
        The classes, in the order of the columns of `posterior`.
    names : mapping of int to str
        Name of each column that may be acquired.
    index : object
        The index of the pandas data frame that held the instances; None for anything else.
    kind : {"pandas", "polars"}
        The kind of data frame that `to_frame` returns.
    """

    label: NDArray[Any]
    posterior: NDArray[np.float32]
    n_features: NDArray[np.int32]
    cost: NDArray[np.float32]
    order: NDArray[np.int32]
    n_unknown: int = 0
    threshold: float = 0.0
    classes: tuple[Any, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    index: Any = None
    kind: Literal["pandas", "polars"] = "pandas"

    def __len__(self) -> int:
        return len(self.label)

    def __getitem__(self, rows: Any) -> Acquisition:
        if isinstance(rows, int | np.integer):
            if not -len(self) <= rows < len(self):
                raise IndexError(f"there is no instance {rows}; there are {len(self)} instances")
            rows = slice(rows, None if rows == -1 else rows + 1)
        arrays = {
            name: getattr(self, name)[rows] for name in ("label", "posterior", "n_features", "cost", "order")
        }
        return replace(self, **arrays, index=None if self.index is None else self.index[rows])

    def acquired(self, row: int) -> list[str | int]:
        """Return the features acquired for an instance, in order: their names, or numbers of columns."""
        return [self.names.get(c, c) for c in self.order[row].tolist() if c >= 0]

    def to_frame(self, kind: Literal["pandas", "polars"] | None = None) -> Any:
        """Return the results as a data frame.

        Parameters
        ----------
        kind : {"pandas", "polars"}, optional
            Default: the kind of the input, or pandas if the input was not a data frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns `label`, `deferred`, `cost`, `n_features`, `acquired` (a list of what was acquired, in
            order) and ``P(class)`` for each class.
        """
        classes = self.classes or range(self.posterior.shape[1])
        columns: dict[str, Any] = {
            "label": self.label,
            "deferred": self.deferred,
            "cost": self.cost,
            "n_features": self.n_features,
            "acquired": None,
        }
        first, number = _distinct_rows(self.order)
        paths = [list(map(str, self.acquired(row))) for row in first.tolist()]
        columns |= {f"P({label})": self.posterior[:, i] for i, label in enumerate(classes)}
        if (kind or self.kind) == "polars":
            import polars

            texts = self.label.tolist() if self.label.dtype == object else self.label
            acquired = polars.Series(paths, dtype=polars.List(polars.String)).gather(number)
            return polars.DataFrame({**columns, "label": texts, "acquired": acquired})
        import pandas

        of_rows = [paths[i].copy() for i in number.tolist()]
        columns["acquired"] = pandas.Series(of_rows, index=self.index, dtype=object)
        return pandas.DataFrame(columns, index=self.index)

    def __repr__(self) -> str:
        if not len(self):
            return "<Acquisition: no instances>"
        deferred = int(self.deferred.sum())
        left = f", {deferred} left to a person" if deferred else ""
        return (
            f"<Acquisition: {len(self)} instances, on average {self.n_features.mean():.2f} features "
            f"acquired and {self.cost.mean():.4g} spent{left}>"
        )

    def _repr_html_(self) -> str:
        """Return the first instances as a table, for notebooks."""
        from html import escape

        shown = [
            (
                label,
                f"{p.max():.3f}",
                f"{cost:.4g}",
                ", ".join(map(str, self.acquired(row))) or "nothing",
            )
            for row, (label, p, cost) in enumerate(zip(self.label, self.posterior, self.cost, strict=True))
            if row < ROWS_SHOWN
        ]
        head = "".join(f"<th>{name}</th>" for name in ("label", "probability", "cost", "acquired"))
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>" for cells in shown
        )
        more = f"<p>and {len(self) - ROWS_SHOWN} more</p>" if len(self) > ROWS_SHOWN else ""
        return f"<p>{escape(repr(self)[1:-1])}</p><table><tr>{head}</tr>{body}</table>{more}"

    @property
    def deferred(self) -> NDArray[np.bool_]:
        """Which instances are left to a person, because the model's guarantee does not cover them."""
        return np.asarray(self.posterior.max(axis=1).astype(np.float64) < self.threshold)


def _distinct_rows(order: NDArray[np.int32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first of each kind of rows, and the kind of each row: instances take few different paths."""
    base = int(order.max(initial=0)) + 2
    key, n_keys = np.zeros(len(order), dtype=np.int64), 1
    for column in order.T:
        if n_keys * base >= 1 << 62:
            kinds, key = np.unique(key, return_inverse=True)
            n_keys = len(kinds)
        key, n_keys = key * base + (column + 1), n_keys * base
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return first, number
