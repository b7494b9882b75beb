"""What is odd about the columns of a table, found before anything is learned from it.

A row number, a date of admission or a copy of the class makes a model that is right only on its own table.
No such column is dropped silently: a finding says what was seen, and how to settle it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.callers import warn_caller
from ifc2f.core.checks import listed
from ifc2f.data.matrix import is_sparse
from ifc2f.data.spellings import spelled_alike
from ifc2f.data.table import Table
from ifc2f.data.text_columns import MOST_CATEGORIES

__all__ = ["KINDS", "Finding", "matrix_findings", "table_findings", "warn_of_findings"]

MOST_ROWS = 10_000  # that are looked at, evenly spread over the table
LEAST_ROWS = 20  # of a column, and outside of the largest class: fewer may look odd by chance
LEAST_CATEGORIES = 20
ROWS_PER_CATEGORY = 4  # on average; with fewer, most categories are too rare to learn from
ROWS_PER_VALUE = 10  # of a number; with more, each value may stand for a class of its own
SURE = 10.0  # repeated numbers to expect in a quantity; a column with none of them is a numbering
RISING = 0.99  # rank correlation with the number of the row
NEARLY_ALL, NEARLY_NONE = 0.95, 0.01
FAR_APART, SURELY_APART = 0.2, 5.0  # shares of missing cells, and in standard errors
_COUNTED = r"(?:id|nr|no|num|number|key|uuid|guid|index)"
_WHOSE = (
    r"(?:patient|case|customer|client|user|record|account|person|subject|student|passenger|row|sample|serial)"
)
IDENTIFIER_NAME = re.compile(
    rf"(?i:(?:.*[\s_.-])?{_COUNTED}|.*{_WHOSE}{_COUNTED}|unnamed: \d+|row)|.*[a-z](?:Id|ID|Nr|No|Key|Number)"
)
# Of each kind of finding: what a column does, why that matters, and what to do about it.
KINDS = {
    "row number": (
        "rises with the rows",
        "it gives the position or time of a row in this table, which no new case has",
        "leave it out",
    ),
    "identifier": (
        "has a different value in nearly every row",
        "it numbers or names cases, and a new case has a new value",
        "leave it out",
    ),
    "too many categories": (
        f"has more than {MOST_CATEGORIES} categories",
        "a model holds no more for a feature",
        "leave it out, or merge categories",
    ),
    "many categories": (
        "has few rows for each of its categories",
        "most are too rare to learn from, and new cases bring others",
        "leave it out, or merge categories",
    ),
    "label in disguise": (
        "determines the class alone",
        "it may have been recorded after the class was known",
        "leave it out if so",
    ),
    "missing tells": (
        "is missing far more often in one class than in another",
        "a policy graph takes a missing answer as a sign of a class, which is right only if values are "
        "missing for the same reasons where the model is used",
        "if they are not, use the ordered or the adaptive policy",
    ),
    "single precision": (
        "holds numbers that are equal in single precision",
        "the difference between them is lost",
        "subtract a constant from all of them, or leave it out",
    ),
    "spellings": (
        "spells categories in more than one way",
        "each spelling is a separate category",
        "merge them",
    ),
}


@dataclass(frozen=True)
class Finding:
    """Something odd about a column.

    Attributes
    ----------
    column : str
        Its name.
    kind : str
        One of `KINDS`.
    evidence : str
        What was seen, such as "569 different values in 569 rows".
    """

    column: str
    kind: str
    evidence: str

    @property
    def sentence(self) -> str:
        """What was found."""
        what, why, _ = KINDS[self.kind]
        return f"column {self.column!r} {what} ({self.evidence}): {why}"

    @property
    def advice(self) -> str:
        """What to do about it."""
        return KINDS[self.kind][2]

    @property
    def option(self) -> str:
        """The option of the command line that settles it."""
        options = {"spellings": "--merge-spellings", "missing tells": "--policy ordered"}
        return options.get(self.kind, f"--ignore {shlex.quote(self.column)}")


def table_findings(table: Table, target: str | None) -> list[Finding]:
    """Return what is odd about the columns of a table; of the column of classes, how it is spelled.

    Rows without a class do not count. Without a target nothing is said of what decides the class.

    Raises
    ------
    ValueError
        If the column of classes is not there.
    """
    y = np.zeros(table.n_rows) if target is None else _numbered(table[target])[0]
    rows = _spread(np.flatnonzero(~np.isnan(y)))
    classes = np.unique(y[rows], return_inverse=True)[1].astype(np.int64)
    found: list[Finding] = []
    for name, cells in zip(table.names, table.columns, strict=True):
        column = _Column(name, *_numbered(cells[rows]), classes)
        found += column.spellings() if name == target else column.findings()
    return found


def matrix_findings(
    X: Any, names: Sequence[str], y: NDArray[Any], texts: Mapping[int, Sequence[str]]
) -> list[Finding]:
    """Return what is odd about the columns of a matrix.

    Parameters
    ----------
    X : ndarray or SciPy sparse matrix, shape (n, C)
        NaN is missing. Of a sparse one nothing is found: no column of it holds numbers of cases.
    names : sequence of str, length C
    y : ndarray of int, shape (n,)
        Class numbers from 0.
    texts : mapping
        For a column of texts, of which X holds the numbers: these texts.
    """
    if is_sparse(X):
        return []
    rows = np.arange(len(y)) if len(y) <= MOST_ROWS else _places(len(y))
    classes = np.asarray(y)[rows]
    found: list[Finding] = []
    for c in range(X.shape[1]):
        cells = np.asarray(X[rows, c], dtype=np.float64)
        found += _Column(names[c], cells, texts.get(c), classes).findings()
    return found


def warn_of_findings(
    findings: Sequence[Finding], policy: str = "auto", *, with_options: bool = False
) -> None:
    """Warn of findings that matter under a policy, once for each kind.

    With `with_options` the options of the command line are named.
    """
    if policy in ("ordered", "adaptive"):  # that learn nothing from a missing answer
        findings = [finding for finding in findings if finding.kind != "missing tells"]
    for kind in dict.fromkeys(finding.kind for finding in findings):
        first, *others = [finding for finding in findings if finding.kind == kind]
        text = f"{first.sentence}; {first.advice}"
        text += f": {first.option}" if with_options else ""
        if others:
            plural = "column" if len(others) == 1 else "columns"
            text += f". The same holds for {plural} {listed([other.column for other in others])}"
        warn_caller(text)


def _numbered(column: NDArray[Any]) -> tuple[NDArray[np.float64], Sequence[str] | None]:
    """Return a column as numbers, and the texts of a column of texts."""
    if column.dtype != object:
        return column, None
    number: dict[Any, float] = {None: np.nan}
    for text in column:
        number.setdefault(text, float(len(number) - 1))
    return np.array([number[text] for text in column], dtype=np.float64), list(number)[1:]


def _spread(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return at most `MOST_ROWS` of some rows, evenly spread."""
    if len(rows) <= MOST_ROWS:
        return rows
    return rows[_places(len(rows))]


def _places(n: int) -> NDArray[np.int64]:
    """Return `MOST_ROWS` of 0 .. n - 1, evenly spread."""
    return np.linspace(0, n - 1, MOST_ROWS).astype(np.int64)


@dataclass(frozen=True, eq=False)
class _Column:
    """The cells of a column, and the class of each: texts as numbers, missing ones as NaN."""

    name: str
    cells: NDArray[np.float64]
    texts: Sequence[str] | None
    y: NDArray[np.int64]

    @cached_property
    def is_there(self) -> NDArray[np.bool_]:
        return np.isfinite(self.cells)

    @cached_property
    def present(self) -> NDArray[np.float64]:
        return self.cells[self.is_there]

    @cached_property
    def _unique(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        distinct, rank = np.unique(self.present, return_inverse=True)
        return distinct, rank.astype(np.int64)

    @property
    def distinct(self) -> NDArray[np.float64]:
        return self._unique[0]

    @property
    def rank(self) -> NDArray[np.int64]:
        """Which of the distinct values each cell that is there holds."""
        return self._unique[1]

    def findings(self) -> Iterator[Finding]:
        """Yield what is odd: a numbering of rows, a copy of the class, or numbers that become equal."""
        yield from self.spellings()
        if len(self.present) < LEAST_ROWS:
            return
        about = f"{len(self.distinct)} different values in {len(self.present)} rows"
        if self.texts is None and self._rises():
            yield Finding(self.name, "row number", about)
        elif self._is_identifier():
            yield Finding(self.name, "identifier", about)
        elif self.texts is not None and len(self.distinct) > MOST_CATEGORIES:
            yield Finding(self.name, "too many categories", about)
        elif self.texts is not None and self._has_many_categories():
            yield Finding(self.name, "many categories", about)
        elif (wrong := self._errors()) is not None:
            yield Finding(self.name, "label in disguise", f"{wrong} of {len(self.y)} rows would be wrong")
        elif (shares := self._missing_shares()) is not None:
            low, high = (f"{100 * share:.0f} %" for share in shares)
            yield Finding(self.name, "missing tells", f"{high} of the rows of one, {low} of the other")
        if self.texts is None and (pair := self._made_one()) is not None:
            yield Finding(self.name, "single precision", f"such as {pair[0]:.17g} and {pair[1]:.17g}")

    def spellings(self) -> Iterator[Finding]:
        """Yield a finding if texts differ only in capitals or blanks."""
        if groups := spelled_alike(self.texts or ()):
            pairs = ", ".join(" and ".join(map(repr, group)) for group in groups[:3])
            yield Finding(self.name, "spellings", pairs)

    def _rises(self) -> bool:
        """Whether numbers that mostly differ rise or fall with the number of the row."""
        if 2 * len(self.distinct) < len(self.present):
            return False
        row = np.arange(len(self.rank)) - (len(self.rank) - 1) / 2.0
        rank = self.rank - self.rank.mean()
        return abs(float(rank @ row)) >= RISING * float(np.sqrt((rank @ rank) * (row @ row)))

    def _is_identifier(self) -> bool:
        n = len(self.present)
        if len(self.distinct) < NEARLY_ALL * n:
            return False
        if self.texts is not None:
            return True
        if not np.array_equal(self.distinct, np.floor(self.distinct)):
            return False
        # Of n numbers drawn from a range of r, n - r (1 - exp(-n / r)) repeat others.
        r = float(self.distinct[-1] - self.distinct[0]) + 1.0
        expected = n + r * np.expm1(-n / r)
        is_numbering = expected >= SURE and n - len(self.distinct) <= expected / SURE
        return bool(is_numbering or IDENTIFIER_NAME.fullmatch(self.name.strip()))

    def _has_many_categories(self) -> bool:
        n_categories = len(self.distinct)
        return n_categories >= LEAST_CATEGORIES and len(self.present) < ROWS_PER_CATEGORY * n_categories

    def _errors(self) -> int | None:
        """Return how many rows the column alone puts into a wrong class, if that is nearly none."""
        counts = np.bincount(self.y)
        others = len(self.y) - int(counts.max(initial=0))
        if others < LEAST_ROWS:
            return None
        most = int(NEARLY_NONE * others)
        absent = np.bincount(self.y[~self.is_there], minlength=len(counts))
        errors = int(absent.sum() - absent.max())
        if errors <= most:
            errors += self._errors_of_present(len(counts), most)
        return errors if errors <= most else None

    def _errors_of_present(self, n_classes: int, most: int) -> int:
        """Return how many of the rows that hold something are wrong, or what is above `most`."""
        y, n_values = self.y[self.is_there], len(self.distinct)
        if self.texts is not None or ROWS_PER_VALUE * n_values <= len(y):
            cells = np.bincount(self.rank * n_classes + y, minlength=n_values * n_classes)
            return int(len(y) - cells.reshape(n_values, n_classes).max(axis=1).sum())
        ordered = y[np.argsort(self.rank, kind="stable")]
        if np.count_nonzero(ordered[1:] != ordered[:-1]) > n_classes - 1 + 2 * most:
            return most + 1  # a wrong row makes the class change twice at most, from value to value
        return _errors_of_cuts(self.rank, y, n_classes)

    def _missing_shares(self) -> tuple[float, float] | None:
        """Return the least and the largest share of missing cells in a class, if they are far apart."""
        rows = np.bincount(self.y)
        absent = np.bincount(self.y[~self.is_there], minlength=len(rows))[rows >= LEAST_ROWS]
        rows = rows[rows >= LEAST_ROWS]
        if len(rows) < 2:
            return None
        share = absent / rows
        ends = [int(np.argmin(share)), int(np.argmax(share))]
        low, high = share[ends].tolist()
        common = absent[ends].sum() / rows[ends].sum()
        error = float(np.sqrt(common * (1 - common) * (1 / rows[ends]).sum()))
        return (low, high) if high - low >= max(FAR_APART, SURELY_APART * error) else None

    def _made_one(self) -> tuple[float, float] | None:
        """Return two numbers that become equal in single precision, if a large share of all do."""
        with np.errstate(over="ignore"):
            single = self.distinct.astype(np.float32)
        same = np.flatnonzero(single[1:] == single[:-1])
        if len(same) <= (1 - NEARLY_ALL) * len(self.distinct) or not np.isfinite(single[same[0]]):
            return None
        return float(self.distinct[same[0]]), float(self.distinct[same[0] + 1])


def _errors_of_cuts(value: NDArray[np.int64], y: NDArray[np.int64], n_classes: int) -> int:
    """Return how many rows are wrong if a number is cut into an interval for each class.

    Classes follow each other as their means do; the cut between two neighbours is that which puts fewest rows
    on the wrong side of it.
    """
    seen = np.flatnonzero(np.bincount(y, minlength=n_classes))
    mean = np.array([value[y == c].mean() for c in seen])
    place = np.zeros(n_classes, dtype=np.int64)
    place[seen[np.argsort(mean, kind="stable")]] = np.arange(len(seen))
    order = np.argsort(value, kind="stable")
    ordered, places = value[order], place[y[order]]
    may_cut = np.flatnonzero(ordered[1:] != ordered[:-1])  # after which rows
    told: NDArray[np.int64] = np.zeros(len(y), dtype=np.int64)
    for low in range(len(seen) - 1 if len(may_cut) else 0):
        above = np.cumsum(places > low)
        below = np.arange(1, len(y) + 1) - above
        wrong = above + below[-1] - below
        told += ordered > ordered[may_cut[np.argmin(wrong[may_cut])]]
    return int(np.sum(told != places))
