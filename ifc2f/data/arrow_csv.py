"""CSV by pyarrow, where it reads a part of a file as Python's own reader does.

What it would read differently, or cannot number the lines of, is left to that reader: blank lines, lines of
other lengths, line ends and quotes inside cells. Cells stay texts, so that the rules of `text_columns` hold.
Columns that were plain numbers so far are read as numbers, and as texts only if these are asked for.
"""

from __future__ import annotations

import csv
import functools
import importlib.util
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ifc2f.data.csv_lines import UTF8_MARK

__all__ = ["ArrowCells", "cells_of_lines", "different", "is_available", "joined_cells", "pays"]

LINE_FEED, CARRIAGE_RETURN, QUOTE = b'\n\r"'
FEW = 10  # cells of a column that tell texts from numbers at once
BLOCK_BYTES = 1 << 20  # what pyarrow parses at once: its memory stays in the cache


LEAST_BYTES = (
    1 << 21
)  # of a file that pyarrow is loaded for: that takes as long as to read this much without it


def pays(path: Path) -> bool:
    """Return whether pyarrow reads a file faster: it is installed, and loaded or worth loading."""
    return is_available() and ("pyarrow" in sys.modules or path.stat().st_size >= LEAST_BYTES)


@functools.cache
def is_available() -> bool:
    """Return whether pyarrow is installed."""
    return importlib.util.find_spec("pyarrow") is not None


class ArrowCells(Sequence[str]):
    """The cells of a column as texts, held by pyarrow; what is empty is held as null.

    Parameters
    ----------
    column : pyarrow.ChunkedArray
        Texts, or the numbers that they read as.
    read_texts : callable, optional
        Returns the texts of a column of numbers.
    """

    def __init__(self, column: Any, read_texts: Callable[[], Any] | None = None) -> None:
        self._column, self._read_texts = column, read_texts

    @functools.cached_property
    def column(self) -> Any:
        """The texts as a pyarrow.ChunkedArray."""
        return self._column if self._read_texts is None else self._read_texts()

    @functools.cached_property
    def doubles(self) -> Any:
        """Plain numbers as a pyarrow.ChunkedArray, or None if some cell may be anything else."""
        import pyarrow
        import pyarrow.compute as compute

        try:
            self._column.slice(0, FEW).cast(pyarrow.float64())
            doubles = self._column.cast(pyarrow.float64())
        except pyarrow.ArrowInvalid:
            return None
        total = compute.sum(doubles).as_py()
        if total is not None and not np.isfinite(total):  # it reads "nan(x)", too
            return None
        return doubles

    @property
    def are_better_as_numbers(self) -> bool:
        """Whether these are plain numbers, and nobody has asked for texts that were not at hand."""
        return self.doubles is not None and (self._read_texts is None or "column" not in self.__dict__)

    def __len__(self) -> int:
        return len(self._column)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return list(self)[index]
        return self.column[index].as_py() or ""

    def __iter__(self) -> Iterator[str]:
        return iter(self.column.fill_null("").to_pylist())

    def have(self, sign: str) -> bool:
        """Return whether a text is inside some cell."""
        import pyarrow.compute as compute

        return bool(compute.any(compute.match_substring(self.column, sign)).as_py())

    def factorized(self) -> tuple[NDArray[np.int32], list[str]]:
        """Return the number of each cell among the different ones, and these in the order they come in."""
        import pyarrow
        import pyarrow.compute as compute

        encoded = compute.dictionary_encode(self.column.fill_null("").combine_chunks())
        if isinstance(encoded, pyarrow.ChunkedArray):
            encoded = encoded.combine_chunks()
        return encoded.indices.to_numpy(), encoded.dictionary.to_pylist()

    def numbers(self) -> NDArray[np.float64] | None:
        """Return plain numbers, NaN where a cell is empty; None if some cell may be anything else."""
        if self.doubles is None:
            return None
        found: NDArray[np.float64] = self.doubles.to_numpy()
        return found

    def are_among(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Return which cells read as one of some texts."""
        import pyarrow
        import pyarrow.compute as compute

        found: NDArray[np.bool_] = compute.is_in(
            self.column, pyarrow.array(texts, pyarrow.string())
        ).to_numpy()
        return found


def different(cells: Sequence[str]) -> Sequence[str]:
    """Return the distinct cells where they are found fast, or else all cells."""
    return cells.factorized()[1] if isinstance(cells, ArrowCells) else cells


def joined_cells(parts: Sequence[Sequence[str]]) -> Sequence[str]:
    """Return the cells of a column from its parts."""
    if len(parts) == 1:
        return parts[0]
    import pyarrow

    if all(isinstance(part, ArrowCells) and part.doubles is not None for part in parts):
        doubles = [chunk for part in parts for chunk in part.doubles.chunks]  # type: ignore[attr-defined]
        numbers = pyarrow.chunked_array(doubles, pyarrow.float64())
        return ArrowCells(numbers, functools.partial(_joined_texts, parts))
    return ArrowCells(_joined_texts(parts))


def _joined_texts(parts: Sequence[Sequence[str]]) -> Any:
    import pyarrow

    chunks: list[Any] = []
    for part in parts:
        if isinstance(part, ArrowCells):
            chunks += part.column.chunks
        else:
            chunks.append(pyarrow.array([cell or None for cell in part], pyarrow.string()))
    return pyarrow.chunked_array(chunks, pyarrow.string())


def cells_of_lines(
    lines: Sequence[bytes], text: bytes, n_columns: int, separator: str, numeric: Collection[int] = ()
) -> list[ArrowCells] | None:
    """Return the cells of each column if every line has `n_columns`; None if pyarrow cannot read it.

    Parameters
    ----------
    lines : sequence of bytes
        They begin with a row.
    text : bytes
        All of them, in UTF-8.
    n_columns : int
    separator : str
    numeric : collection of int
        Columns to read as numbers, if all of them can be.
    """
    longest = max(map(len, lines))
    is_plain = (
        len(separator.encode()) == 1
        and b"\0" not in text
        and not text.startswith(UTF8_MARK)  # which pyarrow leaves out
        and (b"\r" not in text or text.count(b"\r") == text.count(b"\r\n"))
        and longest <= csv.field_size_limit()
        and (QUOTE not in text or _quotes_are_plain(text, separator))
    )
    if not is_plain:
        return None
    read = functools.partial(_columns, text, n_columns, separator, max(BLOCK_BYTES, 2 * longest))
    columns = (read(numeric) if numeric else None) or read()
    if columns is None or any(len(column) != len(lines) for column in columns[:1]):  # some lines are blank
        return None
    return [
        ArrowCells(column, functools.partial(_texts, read, c) if column.type != "string" else None)
        for c, column in enumerate(columns)
    ]


def _texts(read: Callable[..., Any], column: int) -> Any:
    return read(only=[column])[0]


def _columns(
    text: bytes,
    n_columns: int,
    separator: str,
    block_size: int,
    numeric: Collection[int] = (),
    only: Sequence[int] = (),
) -> list[Any] | None:
    """Return all columns, or only some, as texts, or as numbers; None for what pyarrow cannot do."""
    import pyarrow
    import pyarrow.csv as arrow_csv

    names = [str(c) for c in range(n_columns)]
    types = {str(c): pyarrow.float64() if c in numeric else pyarrow.string() for c in range(n_columns)}
    try:
        table = arrow_csv.read_csv(
            pyarrow.BufferReader(text),
            arrow_csv.ReadOptions(column_names=names, use_threads=False, block_size=block_size),
            arrow_csv.ParseOptions(delimiter=separator),
            arrow_csv.ConvertOptions(
                column_types=types,
                strings_can_be_null=True,
                null_values=[""],
                include_columns=[names[c] for c in only],
            ),
        )
    except pyarrow.ArrowInvalid:
        return None
    found: list[Any] = table.columns
    return found


def _quotes_are_plain(text: bytes, separator: str) -> bool:
    """Whether quotes only enclose whole cells, without a line end between them."""
    letters = np.frombuffer(text, dtype=np.uint8)
    quotes = np.flatnonzero(letters == QUOTE)
    if len(quotes) % 2:
        return False
    opening, closing = quotes[::2], quotes[1::2]
    before = letters[np.maximum(opening, 1) - 1]
    behind = letters[np.minimum(closing + 1, len(letters) - 1)]
    mark = ord(separator)
    opens = (before == mark) | (before == LINE_FEED) | (opening == 0)
    closes = (
        (behind == mark) | (behind == LINE_FEED) | (behind == CARRIAGE_RETURN) | (closing == len(letters) - 1)
    )
    ends = np.flatnonzero(letters == LINE_FEED)
    in_one_line = np.searchsorted(ends, opening) == np.searchsorted(ends, closing)
    return bool(opens.all() and closes.all() and in_one_line.all())
