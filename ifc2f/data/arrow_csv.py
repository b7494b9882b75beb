"""CSV by pyarrow, where it reads a part of a file as Python's own reader does.

What it would read differently, or cannot number the lines of, is left to that reader: blank lines, lines of
other lengths, line ends and quotes inside cells. Cells stay texts, so that the rules of `text_columns` hold.
"""

from __future__ import annotations

import csv
import functools
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ifc2f.data.csv_lines import UTF8_MARK

__all__ = ["ArrowCells", "cells_of_lines", "different", "is_available", "joined_cells", "pays"]

LINE_FEED, CARRIAGE_RETURN, QUOTE = b'\n\r"'
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
    column : pyarrow.ChunkedArray of string
    """

    def __init__(self, column: Any) -> None:
        self.column = column

    def __len__(self) -> int:
        return len(self.column)

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
        import pyarrow
        import pyarrow.compute as compute

        try:
            numbers = self.column.cast(pyarrow.float64())
        except pyarrow.ArrowInvalid:
            return None
        total = compute.sum(numbers).as_py()
        if total is not None and not np.isfinite(total):  # it reads "nan(x)", too
            return None
        found: NDArray[np.float64] = numbers.to_numpy()
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

    chunks: list[Any] = []
    for part in parts:
        if isinstance(part, ArrowCells):
            chunks += part.column.chunks
        else:
            chunks.append(pyarrow.array([cell or None for cell in part], pyarrow.string()))
    return ArrowCells(pyarrow.chunked_array(chunks, pyarrow.string()))


def cells_of_lines(
    lines: Sequence[bytes], text: bytes, n_columns: int, separator: str
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
    import pyarrow
    import pyarrow.csv as arrow_csv

    names = [str(c) for c in range(n_columns)]
    try:
        table = arrow_csv.read_csv(
            pyarrow.BufferReader(text),
            arrow_csv.ReadOptions(
                column_names=names, use_threads=False, block_size=max(BLOCK_BYTES, 2 * longest)
            ),
            arrow_csv.ParseOptions(delimiter=separator),
            arrow_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pyarrow.string()),
                strings_can_be_null=True,
                null_values=[""],
            ),
        )
    except pyarrow.ArrowInvalid:
        return None
    if table.num_rows != len(lines):  # some lines are blank
        return None
    return [ArrowCells(column) for column in table.columns]


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
