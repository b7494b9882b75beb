"""Decimal commas in tables, as spreadsheets write them where a comma is the decimal sign.

Such files separate cells by semicolons or tabs. What a number means is never guessed: it is read where all
cells with a comma, and none with a point, are decimals, and refused otherwise.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Mapping, Sequence

from ifc2f.core.errors import ColumnError
from ifc2f.core.words import words
from ifc2f.data.arrow_csv import ArrowCells

DECIMAL = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
TWO_MEANINGS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")  # 1,234 may be a number of thousands
NUMBER_WITH_COMMA = re.compile(r"[+-]?\d[\d.\s'’]*(,\d+)+(\.\d*)?([eE][+-]?\d+)?")
NUMBER_WITH_POINT = re.compile(r"[+-]?(\d+\.\d*|\.\d+)([eE][+-]?\d+)?")

Cells = Sequence[str]


class Decimals:
    """How a file writes decimals, as far as its cells have shown.

    Parameters
    ----------
    source : str
        The file, for messages.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._have_comma = False
        self._point: tuple[str, str] | None = None  # column of the first number with a point, and its place

    def with_points(
        self, cells_of: Mapping[str, Cells], lines: Sequence[int], texts: Collection[str] = ()
    ) -> dict[str, Cells]:
        """Return some rows with decimal points in the place of decimal commas.

        Parameters
        ----------
        cells_of : dict
            Cells by column.
        lines : sequence of int
            Line of every row.
        texts : collection of str
            Columns that hold no numbers.

        Raises
        ------
        ColumnError
            If all commas may as well separate thousands, or decimals have commas here and points there.
        """
        columns = {name: cells for name, cells in cells_of.items() if name not in texts}
        found = {name: _matching(DECIMAL, cells, ",") for name, cells in columns.items()}
        self._learn(columns, found, lines)
        for name, cells in columns.items():
            if self._point is None and (points := _matching(NUMBER_WITH_POINT, cells, ".")):
                place = words(
                    "column {name!r}, line {line}: {cell!r}",
                    name=name,
                    line=lines[points[0]],
                    cell=cells[points[0]].strip(),
                )
                self._point = name, place
        if self._have_comma and self._point is not None:
            column, first = self._point
            self._point = None  # of the other columns, if this one is left out
            option = f"--categorical {shlex.quote(column)}"
            raise ColumnError(
                words(
                    "{source}: {place} has a decimal point, but other numbers have decimal commas; write "
                    "all alike, with nothing between thousands, or list columns without numbers as "
                    "categorical ({option})",
                    source=self._source,
                    place=first,
                    option=option,
                ),
                column,
                option,
            )
        return {
            name: _rewritten(cells, found[name]) if found.get(name) and not _are_grouped(cells) else cells
            for name, cells in cells_of.items()
        }

    def _learn(
        self, columns: Mapping[str, Cells], found: Mapping[str, list[int]], lines: Sequence[int]
    ) -> None:
        """Note that there are decimal commas; refuse ambiguous cells."""
        if self._have_comma or not any(found.values()):
            return
        cells = ((name, i, columns[name][i].strip()) for name, rows in found.items() for i in rows)
        name, i, first = next(cells)
        if TWO_MEANINGS.fullmatch(first) and all(TWO_MEANINGS.fullmatch(cell) for *_, cell in cells):
            option = f"--categorical {shlex.quote(name)}"
            meanings = words("{one} or {other}", one=first.replace(",", "."), other=first.replace(",", ""))
            raise ColumnError(
                words(
                    "{source}: column {name!r}, line {line}: {cell!r} is a number with a comma that may "
                    "mean {meanings}; write decimals with a point and nothing between thousands, or list "
                    "the column as categorical ({option})",
                    source=self._source,
                    name=name,
                    line=lines[i],
                    cell=first,
                    meanings=meanings,
                    option=option,
                ),
                name,
                option,
            )
        self._have_comma = True


def _matching(pattern: re.Pattern[str], cells: Cells, sign: str) -> list[int]:
    """Return which cells match; `sign` is in all that do."""
    some = cells.have(sign) if isinstance(cells, ArrowCells) else sign in "\n".join(cells)
    if not some:  # the fast way: most columns have none
        return []
    return [i for i, cell in enumerate(cells) if sign in cell and pattern.fullmatch(cell.strip())]


def _are_grouped(cells: Cells) -> bool:
    """Whether some numbers have something between thousands, too: such a column is read as a whole."""
    stripped = (cell.strip() for cell in cells if "," in cell)
    return any(NUMBER_WITH_COMMA.fullmatch(cell) and not DECIMAL.fullmatch(cell) for cell in stripped)


def _rewritten(cells: Cells, rows: Sequence[int]) -> list[str]:
    changed = list(cells)
    for i in rows:
        changed[i] = changed[i].replace(",", ".")
    return changed
