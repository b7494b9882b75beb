"""Parquet files as columns, by pyarrow."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from ifc2f.core.words import words
from ifc2f.data.csv_file import MISSING, check_names, chosen_columns
from ifc2f.data.text_columns import Converted, categories
from ifc2f.data.times import times_of_arrow

INDEX_COLUMN = re.compile(r"__index_level_\d+__")  # how pandas names a row index it stores in Parquet
SUFFIXES = frozenset({".parquet", ".pq"})


def parquet_parts(
    path: Path,
    rows_at_once: int | None,
    categorical: Collection[str],
    columns: Collection[str] | None = None,
    ignore: Collection[str] = (),
) -> Iterator[tuple[dict[str, Converted], float]]:
    """Yield the columns of some rows at a time, or of all, and the share of rows read so far.

    A row index that pandas stored with them is left out.

    Raises
    ------
    OSError, ImportError
        If the file cannot be read, or pyarrow is not installed.
    ValueError
        If it is damaged or empty, or a column is not there, or of a type that is neither number, text nor
        time.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise ImportError(
            words("{path}: reading Parquet needs pyarrow; install ifc2f[data]", path=path)
        ) from error
    with path.open("rb") as file:
        try:
            parquet = pyarrow.parquet.ParquetFile(file)
            names = [name for name in parquet.schema_arrow.names if not INDEX_COLUMN.fullmatch(name)]
            check_names(names, path)
            chosen = chosen_columns(columns, names, ignore, path)
            n_rows = parquet.metadata.num_rows
            if n_rows == 0:
                raise ValueError(words("{path}: the table has columns but no rows", path=path))
            n_read = 0
            for part in _arrow_tables(parquet, chosen, rows_at_once):
                cells = {
                    name: _column_of_arrow(
                        part.column(name),
                        name in categorical,
                        words("{path}: column {name!r}", path=path, name=name),
                    )
                    for name in chosen
                }
                n_read += part.num_rows
                yield cells, n_read / n_rows
        except (pyarrow.ArrowException, OSError) as error:
            raise ValueError(
                words("{path}: not a Parquet file, or a damaged one ({why})", path=path, why=error)
            ) from error


def _arrow_tables(parquet: Any, columns: Sequence[str], rows_at_once: int | None) -> Iterator[Any]:
    import pyarrow

    if rows_at_once is None:
        yield parquet.read(columns=list(columns))
        return
    for batch in parquet.iter_batches(batch_size=rows_at_once, columns=list(columns)):
        yield pyarrow.Table.from_batches([batch])


def _column_of_arrow(column: Any, categorical: bool, what: str) -> Converted:
    """Convert a pyarrow column by its type."""
    import pyarrow
    from pyarrow import types

    kind = column.type
    number = (
        types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind) or types.is_null(kind)
    )
    if number and not categorical:
        return Converted(column.cast(pyarrow.float64(), safe=False).to_numpy())
    if (times := times_of_arrow(column)) is not None:
        return Converted(*times)
    if types.is_dictionary(kind):
        kind = kind.value_type
    text = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    if not (text or number or types.is_boolean(kind) or types.is_integer(kind)):
        raise ValueError(
            words("{what} holds {kind}, which is not a number, text, boolean or time", what=what, kind=kind)
        )
    cells = (None if cell is None else str(cell) for cell in column.to_pylist())
    return Converted(categories(None if cell in MISSING else cell for cell in cells))
