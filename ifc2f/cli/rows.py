"""Tables as the numbers that training and models work on."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.assessment.fingerprints import seems_known
from ifc2f.cli.options import dialect_of
from ifc2f.cli.screen import plural, warn
from ifc2f.core.errors import ColumnError
from ifc2f.data.columns import UNKNOWN
from ifc2f.data.csv_file import note_of_limits
from ifc2f.data.decimals import Decimals
from ifc2f.data.limits import limits_of, without_signs
from ifc2f.data.spellings import known_spellings, plain
from ifc2f.data.table import Table, joined_errors, read_table, read_what_can_be, reading_of
from ifc2f.data.text_columns import numbers_of_texts
from ifc2f.data.weights import checked_weights, repetitions
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
        """Warn if the model has learned from rows of the table, as far as its file remembers."""
        if seems_known(self.model, self.matrix):
            warn(
                f"the model was trained on rows of {self.table.source}: {what} needs rows it has not seen, "
                "or its promise is too strong"
            )

    def classify(self, unknown: str, known: Sequence[str] = ()) -> Acquisition:
        """Classify all rows; `unknown` says how to treat a category that the model does not know.

        `known` names columns whose values are known before the first question.

        Raises
        ------
        ValueError
            If `known` names a column that the model does not use.
            If a cell that is known or asked for is infinite, or an unknown category and `unknown` is "error".
            The message names file, line or row, column and cell.
        """
        features, columns = self._features_of(known), np.arange(self.model.n_features)
        try:
            return self.model.classify(self.matrix, columns=columns, unknown=unknown, known=features)
        except ValueError:
            self._refuse_first(np.isinf(self.matrix) | (self.is_unknown & (unknown == "error")), features)
            raise

    def _features_of(self, known: Sequence[str]) -> list[int]:
        """Return the features of columns, and those that tell whether one of them holds a value."""
        sources = [feature.get("measured") for feature in self.model.meta["features"]]
        own = [name for name in known if name in self.model.feature_names or name not in sources]
        companions = [k for k, source in enumerate(sources) if source in known]
        return [*map(self.model.feature_index, own), *companions]

    def _refuse_first(self, unusable: NDArray[np.bool_], known: Sequence[int]) -> None:
        """Raise for the first unusable cell that is known, or that a session asks for."""
        for row in np.flatnonzero(unusable.any(axis=1)):
            session = Session(self.model)
            for feature in known:
                if unusable[row, feature]:
                    self._refuse(session, feature, int(row))
                elif not np.isnan(self.matrix[row, feature]) and not self.is_unknown[row, feature]:
                    session.know(feature, self._cell(feature, int(row)))
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
            raise ValueError(f"{self.table.source}, {self.table.place(row)}: {error}") from None

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
    """Return a table; report what was odd about its file, and the encoding if it was a guess."""
    if table.dialect is not None and table.dialect.encoding == "cp1252":
        warn(f"{table.source} is read as {table.dialect}; choose another encoding with --encoding")
    for note in table.notes:
        warn(f"{table.source}: {note}")
    return table


def having_classes(table: Table, target: str, drop: bool) -> Table:
    """Return a table; with `drop`, leave out the rows without a class and report their number.

    Raises
    ------
    ValueError
        If no row is left.
    """
    if not drop:
        return table
    kept = table.having(target)
    if not kept.n_rows:
        raise ValueError(f"{table.source}: no row has a class: column {target!r} is empty")
    if kept.n_rows < table.n_rows:
        warn(f"{table.source}: {plural(table.n_rows - kept.n_rows, 'row')} without a class left out")
    return kept


def read_for_training(args: argparse.Namespace, target: str) -> Table:
    """Read the columns and rows to learn from, as the command line says.

    Raises
    ------
    ValueError
        If the file is damaged, or columns or rows of it cannot be learned from. What settles all of that is
        told at once.
    """
    reading = reading_of(**dialect_of(args))
    table, errors = read_what_can_be(args.data, args.categorical, None, args.ignore, reading)
    told(table)
    unreadable = {error.column for error in errors}
    for name in (target, *(name for name in args.categorical if name not in args.ignore)):
        if name not in unreadable:
            table[name]  # has to be there
    errors += [error for error in too_many_categories(table) if error.column != target]
    if target not in unreadable:
        table = having_classes(table, target, args.drop_rows_without_class)
        try:
            table.labels(target)
        except ColumnError as error:
            errors.append(error)
    if errors:
        raise joined_errors(errors)
    return table.with_one_spelling() if args.merge_spellings else table


def weights_of(table: Table, name: str) -> NDArray[np.float64]:
    """Return the numbers of a column as weights.

    Raises
    ------
    ValueError
        If one is missing, negative or no number; the message names its line.
    """
    column = table[name]
    if column.dtype == object:
        text = next((cell for cell in column if cell is not None), "nothing")
        raise ValueError(
            f"{table.source}: column {name!r} of --weights holds {text!r}, but weights are numbers of at "
            "least 0"
        )
    for row in np.flatnonzero(~(np.isfinite(column) & (column >= 0)))[:1]:
        cell = "nothing" if np.isnan(column[row]) else f"{column[row]:g}"
        raise ValueError(
            f"{table.source}, {table.place(int(row))}: column {name!r} of --weights holds {cell}, but "
            "weights are numbers of at least 0"
        )
    return column.astype(np.float64)


def repeated(table: Table, target: str, weights: NDArray[np.float64], seed: int) -> Table:
    """Return each row as often as its weight says, as `IFC2FClassifier.fit` does with ``sample_weight``."""
    checked = checked_weights(weights, table.n_rows)
    classes = np.unique(table.labels(target), return_inverse=True)[1]
    return table.take(np.repeat(np.arange(table.n_rows), repetitions(checked, classes, seed)))


def read_labelled(model: Model, args: argparse.Namespace) -> tuple[ModelRows, NDArray[np.int64]]:
    """Read rows whose class is known as the command line says, and the number of each row's class.

    Raises as `read_for_model` and `class_numbers` do.
    """
    weights = getattr(args, "weights", None)
    dialect = dialect_of(args)
    drop, numbers = args.drop_rows_without_class, [] if weights is None else [weights]
    rows = read_for_model(model, args.data, [args.target], numbers, drop=drop, **dialect)
    return rows, class_numbers(rows.table, args.target, model)


def read_for_model(
    model: Model,
    path: str,
    texts: Sequence[str] = (),
    numbers: Sequence[str] = (),
    *,
    drop: bool = False,
    **dialect: Any,
) -> ModelRows:
    """Read the columns a model needs, by name and in any order, and others as `texts` or as they are.

    With `drop` rows that lack one of the texts are left out. `dialect` is what is known of how the file is
    written, as `read_table` takes it.

    Raises
    ------
    ValueError
        If a column is not there, or holds texts where the model takes numbers; the message names it.
    """
    about = zip(model.feature_names, model.meta["features"], strict=True)
    companions = {name: str(entry["measured"]) for name, entry in about if "measured" in entry}
    labelled = [feature.name for feature in model.network.features if feature.labels is not None]
    numeric = {*model.feature_names} - {*labelled}
    as_texts = {*labelled, *texts, *companions.values()} - {*companions} - numeric
    features = [companions.get(name, name) for name in model.feature_names]
    wanted = dict.fromkeys([*features, *texts, *numbers])
    # A model without features still has rows to classify.
    table = told(read_table(path, as_texts, wanted or None, **dialect)).with_measured(companions)
    for name in texts:
        table = having_classes(table, name, drop)
    matrix = np.empty((table.n_rows, model.n_features), dtype=np.float32)
    for k, feature in enumerate(model.network.features):
        if feature.labels is None:
            limits = bool(dialect.get("limits_as_numbers"))
            matrix[:, k] = rounded(_numbers(table, feature.name, limits))
        else:
            matrix[:, k] = _category_numbers(table[feature.name], feature.labels, feature.values.tolist())
    return ModelRows(model, table, matrix)


def _category_numbers(column: NDArray[Any], labels: Sequence[str], values: Sequence[float]) -> list[float]:
    """Return the numbers of categories; of a spelling that training did not see, those of the one alike."""
    numbers, alike = dict(zip(labels, values, strict=True)), known_spellings(labels, values)
    return [np.nan if text is None else numbers.get(text, alike.get(plain(text), UNKNOWN)) for text in column]


def _numbers(table: Table, name: str, limits_as_numbers: bool) -> NDArray[Any]:
    """Return a column as numbers, which the reader of a few rows may have taken for categories."""
    column = table[name]
    if column.dtype != object:
        return column
    texts = table.texts(name)
    are_limits = len(limits_of(texts.texts)) == len(texts.texts)
    if are_limits and limits_as_numbers:
        cells: Sequence[str] = without_signs(texts.texts)
        if table.lines is not None and table.dialect is not None and table.dialect.separator != ",":
            lines = [int(table.lines[np.argmax(texts.codes == code)]) for code in range(len(cells))]
            cells = Decimals(table.source).with_points({name: cells}, lines)[name]
        if (read := numbers_of_texts(cells)) is not None:
            warn(f"{table.source}: {note_of_limits(name, texts.texts[0])}")
            return np.append(read.numbers, np.nan)[texts.codes]
    text = next(cell for cell in column if cell is not None)
    told = f"{table.source}: column {name!r} holds texts such as {text!r}, but the model needs numbers there"
    if are_limits:
        told += "; correct them, or read such limits as the number alone (--limits-as-numbers)"
    raise ValueError(told)


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
        If a cell is infinite or a column has too many categories; the message names column and line.
    """
    matrix = np.empty((table.n_rows, len(table.names)), dtype=np.float32)
    if errors := too_many_categories(table):
        raise joined_errors(errors)
    labels: dict[int, tuple[str, ...]] = {}
    for c, (name, column) in enumerate(zip(table.names, table.columns, strict=True)):
        if table.categorical[c]:
            cells = table.texts(name)
            labels[c] = cells.texts
            matrix[:, c] = np.array([*range(len(cells.texts)), np.nan], dtype=np.float32)[cells.codes]
        else:
            matrix[:, c] = rounded(column)
            _refuse_infinite(matrix[:, c], table, c)
    return matrix, labels


def too_many_categories(table: Table) -> list[ColumnError]:
    """Return an error for each column of more categories than a model holds."""
    errors = []
    for name, column, categorical in zip(table.names, table.columns, table.categorical, strict=True):
        if categorical and (n := len({text for text in column if text is not None})) > MAX_VALUES:
            option = f"--ignore {shlex.quote(name)}"
            text = (
                f"{table.source}: column {name!r} has {n} categories, and at most {MAX_VALUES} are possible; "
                f"leave it out ({option}), or merge categories"
            )
            errors.append(ColumnError(text, name, option))
    return errors


def _refuse_infinite(column: Float32, table: Table, c: int) -> None:
    infinite = np.flatnonzero(np.isinf(column))
    if infinite.size:
        row = int(infinite[0])
        cell = table.columns[c][row]
        raise ValueError(
            f"{table.source}, {table.place(row)}: column {table.names[c]!r} holds {cell:g}, which is not "
            "finite in "
            "single precision; leave the cell empty if the value is missing"
        )


def class_numbers(table: Table, target: str, model: Model) -> NDArray[np.int64]:
    """Return the number of each row's class, shape (n,); labels are compared as texts.

    Raises
    ------
    ValueError
        If a row has no class or one that the model does not know; the message names it.
    """
    number = {label_text(label): i for i, label in enumerate(model.classes)}
    found = np.empty(table.n_rows, dtype=np.int64)
    for row, label in enumerate(table[target]):
        where = f"{table.source}, {table.place(row)}"
        if label is None:
            raise ValueError(
                f"{where}: there is no class; leave out all such rows with --drop-rows-without-class"
            )
        text = label_text(label)
        if text not in number:
            known = ", ".join(map(repr, number))
            raise ValueError(f"{where}: {text!r} is not one of the model's classes, {known}")
        found[row] = number[text]
    return found
