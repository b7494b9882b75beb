"""Whether a value was measured, as a feature of its own, for tables in which this depends on the class.

A column with missing cells gets a companion, a category "no" or "yes". One test shows both: as a
panel they are asked for together and paid for once. "It cannot be measured" is the companion's answer "no".
A missing answer still carries no information: nobody asked, or nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ifc2f.core.checks import listed
from ifc2f.costs import AcquisitionCosts
from ifc2f.data.cells import Cells, CellsByColumn
from ifc2f.data.matrix import is_sparse
from ifc2f.learning.training_data import TrainingData

__all__ = ["with_companion_cells", "with_companions", "with_sources"]

_NO_YES = ("no", "yes")
_SPARSE = "missing='category' needs a matrix that is not sparse: pass X.toarray()"


def with_companions(
    data: TrainingData, costs: AcquisitionCosts
) -> tuple[TrainingData, AcquisitionCosts, dict[str, int]]:
    """Add a companion for each column that has missing cells and others.

    Parameters
    ----------
    data : TrainingData
        Dense, with bins that are still to be found.
    costs : AcquisitionCosts
        Of its columns.

    Returns
    -------
    data, costs
        With the companions, which are the last columns.
    companions : dict
        By the name of each companion, in their order, the column that it is of.

    Raises
    ------
    ValueError
        If the matrix is sparse, the bins are given, or a companion has the name of a column.
    """
    if is_sparse(data.matrix):
        raise ValueError(_SPARSE)
    if data.given is not None:
        raise ValueError("missing='category' finds bins itself: leave out edges")
    columns = [c for c in range(data.n_columns) if 0 < np.isnan(data.matrix[:, c]).sum() < len(data.y)]
    companions = {f"{data.names[c]} measured": c for c in columns}
    if taken := sorted({*companions} & {*data.names}):
        raise ValueError(
            f"missing='category' would add columns that the data have already, {listed(taken)}: rename them "
            "or leave them out"
        )
    number = dict(zip(columns, range(data.n_columns, data.n_columns + len(columns)), strict=True))
    features = data.features
    if features is not None:
        features = [*features, *(number[c] for c in features if c in number)]
    extended = replace(
        data,
        matrix=with_companion_cells(data.matrix, columns),
        names=[*data.names, *companions],
        categorical=[*data.categorical, *number.values()],
        labels={**(data.labels or {}), **dict.fromkeys(number.values(), _NO_YES)},
        features=features,
        companions=number,
    )
    return extended, _shown_together(costs, {c: data.names[c] for c in columns}), companions


def with_sources(
    meta: Mapping[str, Any] | None, names: Sequence[str], companions: Mapping[str, int]
) -> dict[str, Any]:
    """Return descriptions in which each companion names its column."""
    told = dict((meta or {}).get("features", {}))
    told |= {name: {**told.get(name, {}), "measured": names[c]} for name, c in companions.items()}
    return {**(meta or {}), "features": told}


def with_companion_cells(matrix: Any, columns: Sequence[int]) -> Any:
    """Return rows with the numbers of the companions of some columns, 0 for "no" and 1 for "yes".

    Raises
    ------
    ValueError
        If there are companions, and the matrix is sparse.
    """
    if not columns:
        return matrix
    if is_sparse(matrix):
        raise ValueError(_SPARSE)
    if isinstance(matrix, CellsByColumn):
        return matrix.followed_by([Cells.of(~np.isnan(matrix[:, c])) for c in columns])
    return np.hstack([matrix, (~np.isnan(matrix[:, list(columns)])).astype(matrix.dtype)])


def _shown_together(costs: AcquisitionCosts, names: Mapping[int, str]) -> AcquisitionCosts:
    """Return costs with a further column for each of some: the same tests show it.

    A test that is in no group becomes a panel of the column's name, unless a group has that name.
    """
    both = costs.select([*range(len(costs.tests_of)), *names])
    group, groups = both.group.copy(), list(both.group_names)
    for column, name in names.items():
        tests = both.tests_of[column]
        if len(tests) == 1 and group[tests[0]] < 0 and name not in groups:
            group[tests[0]] = len(groups)
            groups.append(name)
    group.setflags(write=False)
    return replace(both, group=group, group_names=tuple(groups))
