"""A column of categories as numbers of their texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.kernels import Float32, Int32
from ifc2f.data.cells import CELLS_AT_ONCE
from ifc2f.data.columns import UNKNOWN, category_text, is_missing
from ifc2f.data.spellings import one_spelling

MOST_IN_A_RANGE = 1 << 16  # whole numbers that a table of all between can distinguish

__all__ = ["Texts", "factorized", "numbered", "numbered_labels", "texts_of_codes"]


@dataclass(frozen=True, eq=False)
class Texts:
    """Cells that hold texts, each text kept once.

    Attributes
    ----------
    codes : ndarray of int32, shape (n,)
        Number of each cell's text, -1 where it is missing.
    texts : tuple of str
        Ascending, all different; each is in some cell.
    """

    codes: Int32
    texts: tuple[str, ...]

    @classmethod
    def of_codes(cls, codes: NDArray[Any], distinct: Sequence[Any], missing: Collection[str] = ()) -> Texts:
        """Return cells given by their numbers among some distinct values, -1 for none.

        Values that read alike, such as 3 and 3.0, become one text; values that no cell has are left out, and
        so are texts that mean `missing`.
        """
        texts = texts_of_codes(codes, distinct, missing)
        number = numbered(texts)
        place = [number.get(category_text(value), -1) for value in distinct]
        return cls(np.array([*place, -1], dtype=np.int32)[codes], texts)

    @classmethod
    def of_cells(cls, cells: Iterable[Any]) -> Texts:
        """Return cells given one by one."""
        return cls.of_codes(*factorized(cells))

    @classmethod
    def missing(cls, n: int) -> Texts:
        """Return n cells without a text."""
        return cls(np.full(n, -1, dtype=np.int32), ())

    def __len__(self) -> int:
        return len(self.codes)

    def tolist(self) -> list[str | None]:
        """Return the cells one by one, None where one is missing."""
        places = [*self.texts, None]
        return [places[code] for code in self.codes]

    @property
    def n_present(self) -> int:
        """Number of cells that are not missing."""
        return int(np.count_nonzero(self.codes >= 0))

    def numbers(self, number_of: Mapping[str, float]) -> Float32:
        """Return the number of each cell: `UNKNOWN` for a text that has none, NaN for a missing cell."""
        numbers = [number_of.get(text, UNKNOWN) for text in self.texts]
        return np.array([*numbers, np.nan], dtype=np.float32)[self.codes]

    def one_spelling(self) -> Texts:
        """Return the cells with the most frequent spelling of texts that differ in capitals and blanks."""
        cells = np.array([*self.texts, None], dtype=object)[self.codes]
        return Texts.of_cells(one_spelling(cells))

    def take(self, rows: Any) -> Texts:
        """Return some of the cells."""
        return Texts.of_codes(self.codes[rows], self.texts)

    def followed_by(self, other: Texts) -> Texts:
        """Return the cells of both."""
        texts = tuple(sorted({*self.texts, *other.texts}))
        number = numbered(texts)
        parts = [
            np.array([*(number[text] for text in part.texts), -1], dtype=np.int32)[part.codes]
            for part in (self, other)
        ]
        return Texts(np.concatenate(parts), texts)


def texts_of_codes(
    codes: NDArray[Any], distinct: Sequence[Any], missing: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the texts of cells, as `Texts.of_codes` has them, without their codes."""
    is_there = np.zeros(len(distinct) + 1, dtype=np.bool_)
    is_there[codes] = True
    read = {category_text(value) for value, there in zip(distinct, is_there, strict=False) if there}
    return tuple(sorted(read - {*missing}))


def numbered(texts: Sequence[str]) -> dict[str, int]:
    """Return the position of each text."""
    return {text: number for number, text in enumerate(texts)}


def factorized(cells: Iterable[Any]) -> tuple[Int32, list[Any]]:
    """Return the number of each cell among the distinct ones, -1 where it is missing, and these.

    Cells of two types are different, though they be equal: True is not 1.
    """
    cells = list(cells)
    number: dict[Any, int] = {}
    if {str, type(None)}.issuperset(map(type, cells)):
        codes = [number.setdefault(cell, len(number)) for cell in cells]
        distinct = list(number)
    else:
        keys = [_key(cell) for cell in cells]
        codes = [number.setdefault(key, len(number)) for key in keys]
        distinct = [value for _, value in number]
    place, n = [], 0
    for value in distinct:
        place.append(-1 if is_missing(value) else n)
        n += not is_missing(value)
    present = [value for value in distinct if not is_missing(value)]
    return np.array(place, dtype=np.int32)[codes] if cells else np.empty(0, dtype=np.int32), present


def numbered_labels(labels: NDArray[Any]) -> tuple[NDArray[Any], Int32]:
    """Return the different class labels, ascending, and the position of each row's label among them."""
    if labels.dtype.kind in "iu" and len(labels) and int(labels.max()) - int(labels.min()) < MOST_IN_A_RANGE:
        wide = np.dtype(np.int64 if labels.dtype.kind == "i" else np.uint64)
        least = labels.min().astype(wide)
        is_there = np.zeros(int(labels.max()) - int(least) + 1, dtype=np.bool_)  # no sorting
        parts = [slice(row, row + CELLS_AT_ONCE) for row in range(0, len(labels), CELLS_AT_ONCE)]
        for part in parts:
            is_there[labels[part].astype(wide) - least] = True
        number, codes = np.cumsum(is_there) - 1, np.empty(len(labels), dtype=np.int32)
        for part in parts:
            codes[part] = number[labels[part].astype(wide) - least]
        distinct = np.flatnonzero(is_there).astype(wide) + least
        return distinct.astype(labels.dtype), codes
    if labels.dtype.kind not in "OU":
        classes, found = np.unique(labels, return_inverse=True)
        return classes, found.astype(np.int32)
    numbers, distinct = factorized(labels.tolist())
    classes, place = np.unique(np.array(distinct, dtype=labels.dtype), return_inverse=True)
    return classes, place.astype(np.int32)[numbers]


def _key(cell: Any) -> tuple[type, Any]:
    """Return a key for a cell: itself and its type, or its text if it cannot be a key."""
    if is_missing(cell):
        return type(None), None
    try:
        hash(cell)
    except TypeError:
        return str, category_text(cell)
    return type(cell), cell
