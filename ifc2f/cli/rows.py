"""Tables as the numbers that training and models work on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.assessment.fingerprints import seems_known
from ifc2f.cli.screen import warn
from ifc2f.data.columns import UNKNOWN
from ifc2f.data.table import Table, read_table
from ifc2f.files.format import MAX_VALUES
from ifc2f.files.meta import label_text
from ifc2f.model import Model
from ifc2f.session import Session

Float32 = NDArray[np.float32]


@dataclass(frozen=True)
class ModelRows:
    """The rows of a table as a model sees them.

    Attributes
    ----------
    model : Model
    table : Table
        The model's features, and other columns that were asked for.
    matrix : ndarray of float32, shape (n, K)
        A column for each feature of the model.
    """

    model: Model
    table: Table
    matrix: Float32

    def warn_if_known(self, what: str) -> None:
        """Warn if the model has learnt from rows of the table, as far as its file remembers."""
        if seems_known(self.model, self.matrix):
            warn(
                f"the model has learnt from rows of {self.table.source}: {what} needs rows it has not seen, "
                "or it promises too much"
            )

    def classify(self, unknown: str) -> Acquisition:
        """Classify all rows; `unknown` says what a category counts as that the model does not know.

        Raises
        ------
        ValueError
            If a cell that is asked for is infinite, or an unknown category and `unknown` is "error". The
            message names file, row (the first is 1), column and cell.
        """
        try:
            columns = np.arange(self.model.n_features)
            return self.model.classify(self.matrix, columns=columns, unknown=unknown)
        except ValueError:
            self._refuse_first(np.isinf(self.matrix) | (self.is_unknown & (unknown == "error")))
            raise

    def _refuse_first(self, unusable: NDArray[np.bool_]) -> None:
        """Raise for the first unusable cell that a session asks for."""
        for row in np.flatnonzero(unusable.any(axis=1)):
            session = Session(self.model)
            while (k := session.next()) is not None:
                if unusable[row, k]:
                    self._refuse(session, k, int(row))
                elif np.isnan(self.matrix[row, k]) or self.is_unknown[row, k]:
                    session.missing(k)
                else:
                    session.answer(k, self._cell(k, int(row)))

    def _refuse(self, session: Session, k: int, row: int) -> None:
        try:
            session.answer(k, self._cell(k, int(row)))
        except ValueError as error:
            raise ValueError(f"{self.table.source}, row {row + 1}: {error}") from None

    def _cell(self, k: int, row: int) -> Any:
        return self.table[self.model.feature_names[k]][row]

    @cached_property
    def is_unknown(self) -> NDArray[np.bool_]:
        """Which cells hold a category that the model does not know, shape (n, K)."""
        unknown = np.zeros(self.matrix.shape, dtype=np.bool_)
        for k, feature in enumerate(self.model.network.features):
            if feature.categorical:
                column = self.matrix[:, k]
                unknown[:, k] = np.isfinite(column) & ~np.isin(column, feature.values)
        return unknown

    def unknown_categories(self) -> dict[str, str]:
        """Return an unknown category for each feature that has one."""
        rows = self.is_unknown.argmax(axis=0)
        return {
            name: str(self.table[name][rows[k]])
            for k, name in enumerate(self.model.feature_names)
            if self.is_unknown[rows[k], k]
        }


def told(table: Table) -> Table:
    """Return a table; say so if its encoding was taken for one that any bytes could be."""
    if table.dialect is not None and table.dialect.encoding == "cp1252":
        warn(f"{table.source} is read as {table.dialect}; --encoding names another")
    return table


def read_for_model(model: Model, path: str, texts: Sequence[str] = (), **dialect: str | None) -> ModelRows:
    """Read the columns a model needs, by name and in any order, and other columns as `texts`.

    `dialect` is what is known of how the file is written, as `read_table` takes it.

    Raises
    ------
    ValueError
        If a column is not there, or holds texts where the model takes numbers; the message names it.
    """
    labelled = [feature.name for feature in model.network.features if feature.labels is not None]
    as_texts = {*labelled, *texts} - ({*model.feature_names} - {*labelled})
    wanted = dict.fromkeys([*model.feature_names, *texts])
    # A model without features still has rows to classify.
    table = told(read_table(path, as_texts, wanted or None, **dialect))
    matrix = np.empty((table.n_rows, model.n_features), dtype=np.float32)
    for k, feature in enumerate(model.network.features):
        if feature.labels is None:
            matrix[:, k] = rounded(_numbers(table, feature.name))
        else:
            numbers = dict(zip(feature.labels, feature.values.tolist(), strict=True))
            matrix[:, k] = [
                np.nan if text is None else numbers.get(text, UNKNOWN) for text in table[feature.name]
            ]
    return ModelRows(model, table, matrix)


def _numbers(table: Table, name: str) -> NDArray[Any]:
    column = table[name]
    if column.dtype == object:
        text = next(cell for cell in column if cell is not None)
        raise ValueError(
            f"{table.source}: column {name!r} holds texts such as {text!r}, but the model takes numbers"
        )
    return column


def rounded(column: NDArray[Any]) -> Float32:
    """Round to single precision; what is too large for it becomes infinite."""
    with np.errstate(over="ignore"):
        return column.astype(np.float32)


def numbered_categories(table: Table) -> tuple[Float32, dict[int, tuple[str, ...]]]:
    """Return a table as a matrix of float32, shape (n, C), and the texts of its categorical columns.

    Categories are numbered in ascending order of their texts.

    Raises
    ------
    ValueError
        If a cell is infinite or a column has too many categories; the message names column and row.
    """
    matrix = np.empty((table.n_rows, len(table.names)), dtype=np.float32)
    labels = {}
    for c, column in enumerate(table.columns):
        if table.categorical[c]:
            labels[c] = tuple(sorted({text for text in column if text is not None}))
            if len(labels[c]) > MAX_VALUES:
                raise ValueError(
                    f"{table.source}: column {table.names[c]!r} has {len(labels[c])} categories, and at most "
                    f"{MAX_VALUES} are possible; leave it out (--ignore), or put categories together"
                )
            number = {text: n for n, text in enumerate(labels[c])}
            matrix[:, c] = [np.nan if text is None else number[text] for text in column]
        else:
            matrix[:, c] = rounded(column)
            _refuse_infinite(matrix[:, c], table, c)
    return matrix, labels


def _refuse_infinite(column: Float32, table: Table, c: int) -> None:
    infinite = np.flatnonzero(np.isinf(column))
    if infinite.size:
        row = int(infinite[0])
        cell = table.columns[c][row]
        raise ValueError(
            f"{table.source}, row {row + 1}: column {table.names[c]!r} holds {cell:g}: not finite in "
            "single precision; leave the cell empty if the value is missing"
        )


def class_numbers(labels: Collection[Any], model: Model, source: str) -> NDArray[np.int64]:
    """Return the number of each row's class, shape (n,); labels are compared as texts.

    Raises
    ------
    ValueError
        If a row has no class or one that the model does not know; the message names it.
    """
    number = {label_text(label): i for i, label in enumerate(model.classes)}
    found = np.empty(len(labels), dtype=np.int64)
    for row, label in enumerate(labels, 1):
        if label is None:
            raise ValueError(f"{source}, row {row}: there is no class")
        text = label_text(label)
        if text not in number:
            known = ", ".join(map(repr, number))
            raise ValueError(f"{source}, row {row}: {text!r} is not one of the model's classes, {known}")
        found[row - 1] = number[text]
    return found
