"""Columns of a table from their texts: numbers if all cells are, categories if none is, else an error."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ifc2f.core.errors import ColumnError
from ifc2f.core.words import words
from ifc2f.data.arrow_csv import ArrowCells
from ifc2f.data.csv_file import MISSING
from ifc2f.data.decimals import NUMBER_WITH_COMMA
from ifc2f.data.limits import limits_of, without_signs
from ifc2f.data.texts import Texts
from ifc2f.data.times import Written
from ifc2f.data.written import numbers_of, parse_number

WHOLE_NUMBER = re.compile(r"([+-]?\d+)\.0*")
FEW_MARKS = 2  # different texts among numbers that may stand for missing cells,
FEW_CELLS = 0.1  # if their share is small,
MANY_NUMBERS = 20  # or they have no digit and there are too many different numbers for categories
MOST_CATEGORIES = 255  # of a model's feature

Column = npt.NDArray[Any]


def numbers_of_texts(cells: Sequence[str], missing: Collection[str] = MISSING) -> Written | None:
    """Return the numbers that texts stand for, NaN where one means a missing value.

    This is the one rule for the cells of files and of data frames.

    Parameters
    ----------
    cells : sequence of str
        Blanks around them do not count.
    missing : collection of str
        What a cell reads that is missing.

    Returns
    -------
    Written or None
        None if some texts stand for no number, or it is not certain for which.
    """
    cells = [cell.strip() for cell in cells]
    rows = [row for row, cell in enumerate(cells) if cell not in missing]
    written = numbers_of([cells[row] for row in rows])
    return None if written is None else Written(_placed(rows, written.numbers, len(cells)), written.unit)


class Converted(NamedTuple):
    """A column: float64 with NaN where a cell is missing, or object with texts and None; and its unit.

    Texts may be given by their numbers, where reading has numbered them.
    """

    cells: Column
    unit: str | None = None
    texts: Texts | None = None


def column_of_texts(
    cells: Sequence[str], name: str, lines: Sequence[int], path: Path, missing: frozenset[str] = MISSING
) -> Converted:
    """Convert the cells of a column to numbers if they stand for numbers, else to categories.

    Raises
    ------
    ColumnError
        If some cells are numbers and others are not, or what a comma in them means is not certain.
    """
    if (numbers := _plain_numbers(cells, missing)) is not None:
        return Converted(numbers)
    codes, different = _factorized(cells)  # often few: what holds for them holds for all
    if (written := numbers_of_texts(different, missing)) is not None:
        return Converted(written.numbers[codes], written.unit)
    bare = (cell.strip() for cell in different)
    if any(_is_number(cell) or NUMBER_WITH_COMMA.fullmatch(cell) for cell in bare if cell not in missing):
        _refuse_uncertain(cells, name, lines, path, missing)
    return _category_column(codes, different, missing)


def _plain_numbers(cells: Sequence[str], missing: frozenset[str]) -> npt.NDArray[np.float64] | None:
    """Return numbers that are written plainly, the fast way; None if some cell may be anything else.

    Of Python's texts no cell may be missing. pyarrow's may be empty.
    """
    marks = [mark for mark in missing if _is_number(mark) and not math.isnan(float(mark))]
    if isinstance(cells, ArrowCells):
        numbers = cells.numbers()
        if numbers is not None and marks:
            return np.where(cells.are_among(marks), np.nan, numbers)
        return numbers
    with suppress(ValueError):
        if not (marks or any("_" in cell for cell in cells)):
            return np.array(list(map(float, cells)), dtype=np.float64)
    return None


def _factorized(cells: Sequence[str]) -> tuple[npt.NDArray[np.int32], list[str]]:
    """Return the number of each cell among the different ones, and these in the order they come in."""
    if isinstance(cells, ArrowCells):
        return cells.factorized()
    number: dict[str, int] = {}
    codes = np.array([number.setdefault(cell, len(number)) for cell in cells], dtype=np.int32)
    return codes, list(number)


def _refuse_uncertain(
    cells: Sequence[str], name: str, lines: Sequence[int], path: Path, missing: frozenset[str]
) -> None:
    """Refuse numbers among texts, and numbers with a comma that can be read in more than one way."""
    cells = [cell.strip() for cell in cells]
    rows = [row for row, cell in enumerate(cells) if cell not in missing]
    present = [cells[row] for row in rows]
    is_number = [_is_number(cell) for cell in present]
    has_comma = [bool(NUMBER_WITH_COMMA.fullmatch(cell)) for cell in present]
    if any(is_number) and not all(map(or_, is_number, has_comma)):
        excess = 2 * sum(is_number) - len(is_number)
        are_numbers = excess > 0 or (excess == 0 and is_number[0])  # the others are what is odd
        odd = is_number.index(not are_numbers)
        where = {"path": path, "name": name, "line": lines[rows[odd]], "cell": present[odd]}
        text = words("{path}: column {name!r}, line {line}: {cell!r} is a number among texts", **where)
        if are_numbers:
            text = words("{path}: column {name!r}, line {line}: {cell!r} is text among numbers", **where)
        raise _mixed(text, name, present, is_number)
    if any(has_comma) and all(map(or_, is_number, has_comma)):
        odd = has_comma.index(True)
        option = f"--categorical {shlex.quote(name)}"
        raise ColumnError(
            words(
                "{path}: column {name!r}, line {line}: {cell!r} is a number with a comma; write decimals "
                "with a point and nothing between thousands, or list the column as categorical ({option})",
                path=path,
                name=name,
                line=lines[rows[odd]],
                cell=present[odd],
                option=option,
            ),
            name,
            option,
        )


def doubt_of_texts(texts: Sequence[str]) -> str | None:
    """Return why the reading of a column is uncertain, and how to settle it; or None.

    Parameters
    ----------
    texts : sequence of str
        The different ones, without blanks around them.
    """
    present = [text for text in texts if text not in MISSING]
    odd = [text for text in present if not _is_number(text)]
    if texts and not odd and len(present) == len(texts):
        return (
            f"holds numbers as text, such as {texts[0]!r}, and is read as numbers; if they are codes, name "
            "the column in categorical_features"
        )
    if odd and all(map(NUMBER_WITH_COMMA.fullmatch, odd)) and numbers_of(present) is None:
        return (
            f"holds numbers with a comma, such as {odd[0]!r}, which can be read in two ways, so each becomes "
            "a category; convert them to numbers, or name the column in categorical_features"
        )
    if odd and len(limits_of(odd)) == len(odd) <= FEW_CELLS * len(present):
        return (
            f"holds limits such as {odd[0]!r} among numbers, so each number becomes a category; write a "
            f"limit as the number alone, such as {without_signs(odd)[0]}, or name the column in "
            "categorical_features"
        )
    if 0 < len(odd) <= min(FEW_MARKS, FEW_CELLS * len(present)):
        return (
            f"holds {' and '.join(map(repr, odd))} among numbers, so each number becomes a category; put NaN "
            "there if a value is missing, or name the column in categorical_features"
        )
    return None


def category_column(cells: Sequence[str], missing: frozenset[str] = MISSING) -> Converted:
    """Return texts as categories, whatever they look like."""
    return _category_column(*_factorized(cells), missing)


def _category_column(
    codes: npt.NDArray[np.int32], different: Sequence[str], missing: frozenset[str]
) -> Converted:
    bare = (cell.strip() for cell in different)
    known = [None if text in missing else _category(text) for text in bare]
    place = np.array([-1 if text is None else number for number, text in enumerate(known)], dtype=np.int32)
    texts = Texts.of_codes(place[codes], [text or "" for text in known])
    return Converted(_objects(known)[codes], texts=texts)


def categories(cells: Iterable[str | None]) -> Column:
    """Return an object array of texts, whole numbers without their decimals."""
    texts = list(cells)
    known = {text: None if text is None else _category(text) for text in dict.fromkeys(texts)}
    return _objects([known[text] for text in texts])


def _category(text: str) -> str:
    """Return the text of a category: a whole number without its decimals."""
    whole = WHOLE_NUMBER.fullmatch(text)
    return whole[1] if whole else text


def _objects(cells: Sequence[str | None]) -> Column:
    column = np.empty(len(cells), dtype=object)
    column[:] = cells
    return column


def _placed(rows: Sequence[int], numbers: Any, n: int) -> Column:
    """Return n cells, those of some rows filled with numbers, NaN elsewhere."""
    column = np.full(n, np.nan)
    column[np.asarray(rows, dtype=np.int64)] = numbers
    return column


def _mixed(text: str, name: str, present: Sequence[str], is_number: Sequence[bool]) -> ColumnError:
    """Return the error of a column of numbers and texts, with the way out that fits it best."""
    texts = [cell for cell, number in zip(present, is_number, strict=True) if not number]
    limits = limits_of(texts)
    known = set(limits)
    odd = [text for text in texts if text not in known]
    marks, column = sorted(set(odd)), shlex.quote(name)
    are_few = len(odd) <= max(FEW_MARKS, FEW_CELLS * len(present))
    are_plain = not any(letter.isdigit() for letter in "".join(marks))
    may_be_gaps = len(marks) <= FEW_MARKS and (are_few or (are_plain and len(set(present)) > MANY_NUMBERS))
    of_limits = ["--limits-as-numbers"] if limits else []
    if not marks:
        option = of_limits[0]
        what = words("read such limits as the number alone ({option})", option=option)
    elif may_be_gaps:
        option = " ".join([*(f"--missing-mark {shlex.quote(mark)}" for mark in marks), *of_limits])
        what = words("say that it stands for a missing value ({option})", option=option)
    elif len(set(present)) <= MOST_CATEGORIES:
        option = f"--categorical {column}"
        what = words("list the column as categorical ({option})", option=option)
    else:
        option = f"--ignore {column}"
        what = words("leave the column out ({option})", option=option)
    gaps = tuple(marks) if may_be_gaps and are_plain else ()
    told = words("{text}; correct it, or {what}", text=text, what=what)
    return ColumnError(told, name, option, gaps, text, () if marks else limits)


def _is_number(cell: str) -> bool:
    try:
        parse_number(cell)
    except ValueError:
        return False
    return True
