"""A column of a data frame: numbers, or categories that are coded once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Float64
from ifc2f.data.cells import Cells
from ifc2f.data.columns import UNKNOWN, category_text
from ifc2f.data.csv_file import MISSING
from ifc2f.data.spellings import known_spellings, plain
from ifc2f.data.text_columns import numbers_of_texts
from ifc2f.data.texts import Texts, texts_of_codes
from ifc2f.data.times import Written

__all__ = ["Categories", "Codes", "Column", "Numbers", "is_plain_number", "smallest_codes"]

Codes = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column of numbers; NaN is missing. The unit is what times are counted in."""

    values: NDArray[Any]
    unit: str | None = None

    def texts(self) -> Texts:
        """Return the numbers as categories."""
        distinct, codes = np.unique(self.values, return_inverse=True)
        present = ~np.isnan(distinct)  # NaN is last
        codes = np.where(present[codes], codes, -1)
        return Texts.of_codes(codes, distinct[present].tolist())

    def numbers(self, name: Any, rows: Any = slice(None)) -> NDArray[Any]:
        """Return the numbers, or those of some rows."""
        numbers: NDArray[Any] = self.values[rows]
        return numbers

    def coded(self, number_of: Mapping[str, float]) -> Float32:
        """Return the numbers of categories that are numbers themselves."""
        return self.texts().numbers(number_of)

    def cells(self, name: Any, number_of: Mapping[str, float] | None = None) -> Cells:
        """Return the numbers where they are, or those of categories."""
        return Cells.of(self.values if number_of is None else self.coded(number_of))


@dataclass(frozen=True, eq=False)
class Categories:
    """A column that does not hold numbers.

    Attributes
    ----------
    codes : ndarray of int8, int16 or int32, shape (n,)
        Position of each cell in `distinct`, -1 where it is missing.
    distinct : sequence
    is_declared : bool
        Whether the frame itself calls the column one of categories.
    """

    codes: Codes
    distinct: Sequence[Any]
    is_declared: bool = False

    @cached_property
    def read(self) -> Written | None:
        """What the distinct values stand for, if they are texts that are read as numbers."""
        if not all(isinstance(value, str) or is_plain_number(value) for value in self.distinct):
            return None
        return numbers_of_texts([category_text(value) for value in self.distinct])

    @property
    def is_numeric(self) -> bool:
        """Whether the column is read as numbers."""
        return not self.is_declared and self.read is not None

    @property
    def unit(self) -> str | None:
        """What the numbers count."""
        return None if self.read is None else self.read.unit

    def texts(self) -> Texts:
        """Return the cells as texts."""
        return Texts.of_codes(*self._written)

    def different_texts(self) -> tuple[str, ...]:
        """Return the texts of the cells, each once, ascending."""
        return texts_of_codes(*self._written)

    @property
    def _written(self) -> tuple[Codes, Sequence[Any], Collection[str]]:
        """Codes, what they stand for, and which texts mean that a cell is missing."""
        if self.is_declared:
            return self.codes, self.distinct, ()
        return self.codes, list(map(_bare, self.distinct)), MISSING

    def numbers(self, name: Any, rows: Any = slice(None)) -> Float64:
        """Return the cells as numbers, or those of some rows; ValueError if one is none."""
        numbers: Float64 = np.append(self._numbers(name), np.nan)[self.codes[rows]]
        return numbers

    def coded(self, number_of: Mapping[str, float]) -> Float32:
        """Return the number of each cell's text: that of one spelled alike if training did not see it."""
        return np.append(self._coded(number_of), np.float32(np.nan))[self.codes]

    def cells(self, name: Any, number_of: Mapping[str, float] | None = None) -> Cells:
        """Return the same, with each number once."""
        numbers = self._numbers(name) if number_of is None else self._coded(number_of)
        return Cells.of_codes(self.codes, numbers)

    def _numbers(self, name: Any) -> Float64:
        """Return the distinct values as numbers; ValueError if a cell holds one that is none."""
        if self.read is not None:
            return np.array(self.read.numbers, dtype=np.float64)
        numbers = np.array([*map(_as_number, self.distinct)], dtype=np.float64)
        is_none = np.append(np.isnan(numbers), False)
        for number in np.unique(self.codes[is_none[self.codes]])[:1]:
            value = self.distinct[int(number)]
            raise ValueError(f"column {name!r} holds {value!r}, but the model takes numbers there")
        return numbers

    def _coded(self, number_of: Mapping[str, float]) -> Float32:
        alike = known_spellings(list(number_of), list(number_of.values()))

        def number(value: Any) -> float:
            text, bare = category_text(value), category_text(_bare(value))
            for known in (text, bare):
                if known in number_of:
                    return number_of[known]
            return np.nan if bare in MISSING else alike.get(plain(bare), UNKNOWN)

        return np.array([*map(number, self.distinct)], dtype=np.float32)


Column = Numbers | Categories


def smallest_codes(codes: Any, n_distinct: int) -> Codes:
    """Return positions among so many values in as few bytes as hold them; -1 is none."""
    kind = np.int8 if n_distinct <= 1 << 7 else np.int16 if n_distinct <= 1 << 15 else np.int32
    small: Codes = np.asarray(codes).astype(kind, copy=False)
    return small


def _bare(value: Any) -> Any:
    """Return a text without the blanks around it, which do not count in a file either."""
    return value.strip() if isinstance(value, str) else value


def is_plain_number(value: Any) -> bool:
    """Return whether a value is a number, and no boolean."""
    return not isinstance(value, str | bytes | bool | np.bool_) and not np.isnan(_as_number(value))


def _as_number(value: Any) -> float:
    """Return a value as a number, infinite if it is too large, NaN if it is none."""
    try:
        return float(value)
    except OverflowError:  # a whole number
        return np.inf if value > 0 else -np.inf
    except (TypeError, ValueError):
        return np.nan
