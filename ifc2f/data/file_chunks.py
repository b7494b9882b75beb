"""Files in chunks: CSV, Parquet, SVMlight and NPZ, which may be larger than memory, and XLSX."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ifc2f.data.chunks import Chunk, Chunks, as_chunk
from ifc2f.data.columns import as_float32, is_written_number
from ifc2f.data.csv_file import Note, PathLike, Reading, note_of_limits
from ifc2f.data.table import Table, read_tables
from ifc2f.data.texts import Texts

__all__ = ["ARRAY_FILES", "FileChunks", "is_array_file"]

T = TypeVar("T")

SVMLIGHT = frozenset({".svm", ".svmlight", ".libsvm"})
ARRAY_FILES = SVMLIGHT | {".npz"}
BAR_LENGTH = 20
SVMLIGHT_LINE = re.compile(rb"\s*[^\s:]+(?:\s+[0-9]+:[^\s:]+)*\s*")
Read = Callable[[], Iterator[tuple[Chunk, float]]]


def is_array_file(path: PathLike) -> bool:
    """Return whether a file holds a matrix and classes rather than a table with named columns."""
    return Path(path).suffix.lower() in ARRAY_FILES


class FileChunks(Chunks):
    """The rows of a file, some at a time.

    Parameters
    ----------
    path : str or path
        CSV; XLSX; Parquet (``.parquet``, ``.pq``); SVMlight (``.svm``, ``.svmlight``, ``.libsvm``: a line
        holds the class and then ``column:value``, columns from 1, or from 0 if there is a 0; what is left
        out is 0);
        or NPZ (arrays ``X``, or ``data``, ``indices``, ``indptr`` and ``shape`` of compressed sparse rows;
        ``feature_names`` if there are names).
    target : str
        The column, or the array of an NPZ file, that holds the class. SVMlight has no names.
    rows_at_once : int
    ignore : collection of str
        Columns of a table that are left out.
    categorical : collection of str
        Columns of a table that are read as categories whatever they hold.
    reading : Reading, optional
        How a CSV file is to be read, as far as it is known.
    drop_rows_without_class : bool
        Whether rows of a table whose class is missing are left out. They are refused otherwise.
    weights : str, optional
        The column that says how many rows each row stands for: whole numbers.

    Attributes
    ----------
    notes : dict
        What was odd about a table and read all the same, as keys.
    """

    def __init__(
        self,
        path: PathLike,
        target: str,
        rows_at_once: int,
        ignore: Collection[str] = (),
        categorical: Collection[str] = (),
        *,
        reading: Reading | None = None,
        drop_rows_without_class: bool = False,
        weights: str | None = None,
    ) -> None:
        self._path = Path(path)
        self.notes: dict[str, None] = {}
        suffix = self._path.suffix.lower()
        if suffix in SVMLIGHT:
            self._read: Read = _SVMlight(self._path, rows_at_once).chunks
        elif suffix == ".npz":
            self._read = _NPZ(self._path, target, rows_at_once).chunks
        else:
            kept = _Kept(target, tuple(ignore), frozenset(categorical), drop_rows_without_class, weights)
            self._read = _Tables(self._path, rows_at_once, kept, reading or Reading(), self.notes).chunks
        self._share = 0.0

    def __iter__(self) -> Iterator[Chunk]:
        for chunk, share in self._read():
            self._share = share
            yield chunk

    def gather(
        self,
        what: str,
        measure: Callable[[Chunk], T],
        merge: Callable[[T, T], T],
        tell: Callable[[str], None],
    ) -> T:
        """Measure one chunk after the other, with a progress bar."""

        def tell_with_bar(text: str) -> None:
            full = round(self._share * BAR_LENGTH)
            tell(f"{'#' * full}{'-' * (BAR_LENGTH - full)} {100 * self._share:3.0f} % {text}")

        return super().gather(what, measure, merge, tell_with_bar)


class _Kept(NamedTuple):
    """The columns of a table to learn from."""

    target: str
    ignore: tuple[str, ...]
    categorical: frozenset[str]
    drop_rows_without_class: bool
    weights: str | None


class _Tables:
    """CSV and Parquet."""

    def __init__(
        self, path: Path, rows_at_once: int, kept: _Kept, reading: Reading, notes: dict[str, None]
    ) -> None:
        self._path, self._rows_at_once, self._kept = path, rows_at_once, kept
        self._reading, self._notes = reading, notes
        self._having_limits: set[str] = set()  # columns of which that is noted

    def chunks(self) -> Iterator[tuple[Chunk, float]]:
        kept = self._kept
        tables = read_tables(self._path, self._rows_at_once, kept.categorical, kept.ignore, self._reading)
        number = 0
        for table, share in tables:
            for name in kept.categorical:
                table[name]  # has to be there
            self._notes.update(dict.fromkeys(self._new(table.notes)))
            if table.dialect is not None:  # it need not be found again in the next pass
                found = table.dialect
                self._reading = replace(self._reading, separator=found.separator, encoding=found.encoding)
            if kept.drop_rows_without_class:
                table = table.having(kept.target)
            if table.n_rows:
                yield _chunk_of(table, number, kept.target, kept.weights), share
                number += 1

    def _new(self, notes: Sequence[Note]) -> Iterator[Note]:
        """Yield notes; of the limits of a column only the first, without the number in its chunk."""
        for note in notes:
            if note.kind != "limits":
                yield note
                continue
            name, _, example = map(str, note.what)
            if name not in self._having_limits:
                self._having_limits.add(name)
                yield note_of_limits(name, example)


def _chunk_of(table: Table, number: int, target: str, weights: str | None) -> Chunk:
    features = table.without([target] if weights is None else [target, weights])
    matrix = np.full((table.n_rows, len(features.names)), np.nan, dtype=np.float32)
    texts: dict[int, Texts] = {}
    for c, (name, column) in enumerate(zip(features.names, features.columns, strict=True)):
        if column.dtype == object:
            texts[c] = features.texts(name)
        else:
            matrix[:, c] = as_float32(column)
    chunk = Chunk(number, matrix, texts, table.labels(target), features.names)
    return chunk if weights is None else chunk.repeated(table[weights])


class _SVMlight:
    """Lines ``class column:value column:value ...``; behind ``#`` is a comment."""

    def __init__(self, path: Path, rows_at_once: int) -> None:
        self._path, self._rows_at_once = path, rows_at_once
        self._shape: tuple[int, int] | None = None  # lowest and highest column, found at the first reading

    def chunks(self) -> Iterator[tuple[Chunk, float]]:
        from scipy.sparse import csr_array

        lowest, highest = self._columns()
        for number, (starts, columns, values, labels, share) in enumerate(self._blocks()):
            shape = (len(labels), highest - lowest + 1)
            matrix = csr_array((as_float32(values), columns - lowest, starts), shape=shape)
            yield as_chunk(matrix, labels, number), share

    def _columns(self) -> tuple[int, int]:
        """Return the number of the first column, 0 or 1, and of the last."""
        if self._shape is None:
            lowest, highest = 1, 0
            for _, columns, _, _, _ in self._blocks():
                lowest = min(lowest, int(columns.min(initial=1)))
                highest = max(highest, int(columns.max(initial=0)))
            if highest < lowest:
                raise ValueError(f"{self._path}: not SVMlight: no line has column:value")
            self._shape = lowest, highest
        return self._shape

    def _blocks(self) -> Iterator[tuple[Any, Any, Any, Any, float]]:
        size = max(self._path.stat().st_size, 1)
        with self._path.open("rb") as file:
            lines: list[bytes] = []
            first = 1
            for at, line in enumerate(file, 1):
                lines.append(line.split(b"#", 1)[0])
                if len(lines) == self._rows_at_once:
                    yield *self._parsed(lines, first), file.tell() / size
                    lines, first = [], at + 1
            if lines:
                yield *self._parsed(lines, first), 1.0

    def _parsed(self, lines: list[bytes], first: int) -> tuple[Any, Any, Any, Any]:
        """Return starts of rows, columns, values and labels of some lines; empty ones do not count."""
        rows = [line for line in lines if line.strip()]
        n_pairs = np.array([line.count(b":") for line in rows], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(n_pairs)])
        if not all(map(SVMLIGHT_LINE.fullmatch, rows)):
            raise ValueError(self._what_is_wrong(lines, first))
        numbers = b" ".join(rows).replace(b":", b" ").split()
        labels_at = starts[:-1] * 2 + np.arange(len(rows))
        try:
            parsed = np.array(numbers, dtype=np.bytes_).astype(np.float64)
        except ValueError:
            raise ValueError(self._what_is_wrong(lines, first)) from None
        pairs = np.delete(parsed, labels_at).reshape(-1, 2)
        if (last := pairs[:, 0].max(initial=0)) > np.iinfo(np.int32).max:
            raise ValueError(f"{self._path}: column {last:.0f} is out of range")
        columns = pairs[:, 0].astype(np.int64)
        return starts, columns, pairs[:, 1], parsed[labels_at]

    def _what_is_wrong(self, lines: list[bytes], first: int) -> str:
        for at, line in enumerate(lines, first):
            for word in line.split()[:1]:
                if not is_written_number(word):
                    return f"{self._path}, line {at}: the class {_shown(word)} is not a number"
            for word in line.split()[1:]:
                column, _, value = word.partition(b":")
                if not column.isdigit() or not is_written_number(value):
                    return f"{self._path}, line {at}: {_shown(word)} is not column:value"
        return f"{self._path}, lines {first} to {first + len(lines) - 1}: not SVMlight"


def _shown(word: bytes) -> str:
    return repr(word[:40].decode("utf-8", "replace"))


class _NPZ:
    """Arrays of a zip archive, read piece by piece, so that none but the class is held whole."""

    def __init__(self, path: Path, target: str, rows_at_once: int) -> None:
        self._path, self._target, self._rows_at_once = path, target, rows_at_once

    def chunks(self) -> Iterator[tuple[Chunk, float]]:
        try:
            with zipfile.ZipFile(self._path) as archive, ExitStack() as stack:
                yield from self._chunks(archive, stack)
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
            raise ValueError(f"{self._path}: not an NPZ file, or a damaged one ({error})") from None

    def _chunks(self, archive: zipfile.ZipFile, stack: ExitStack) -> Iterator[tuple[Chunk, float]]:
        def stream(name: str) -> _ArrayStream:
            return stack.enter_context(_ArrayStream(archive, name, self._path))

        names = {Path(member).stem for member in archive.namelist() if member.endswith(".npy")}
        if self._target not in names:
            raise ValueError(
                f"{self._path}: there is no array {self._target!r} of classes in {sorted(names)}"
            )
        labels = stream(self._target).rest()
        column_names: tuple[str, ...] | None = None
        if "feature_names" in names:
            column_names = tuple(str(name) for name in stream("feature_names").rest())
            if len(set(column_names)) < len(column_names):
                raise ValueError(f"{self._path}: two of the feature_names are equal")
        if "X" in names:
            blocks = self._dense(stream("X"), len(labels))
        elif {"data", "indices", "indptr", "shape"} <= names:
            if "format" in names and (kept := stream("format").rest().item()) not in (b"csr", "csr"):
                raise ValueError(f"{self._path}: the matrix is of format {kept!r}; save its .tocsr()")
            blocks = self._sparse(stream, len(labels))
        else:
            raise ValueError(
                f"{self._path}: NPZ needs X, or data, indices, indptr and shape; it has {sorted(names)}"
            )
        at = 0
        for number, matrix in enumerate(blocks):
            chunk = as_chunk(matrix, labels[at : at + matrix.shape[0]], number)
            at += matrix.shape[0]
            if column_names is not None and len(column_names) != chunk.n_columns:
                raise ValueError(
                    f"{self._path}: {len(column_names)} feature_names for {chunk.n_columns} columns"
                )
            yield Chunk(number, chunk.matrix, {}, chunk.labels, column_names), at / max(len(labels), 1)

    def _dense(self, X: _ArrayStream, n_rows: int) -> Iterator[Any]:
        if len(X.shape) != 2 or X.shape[0] != n_rows or X.fortran_order:
            raise ValueError(
                f"{self._path}: X must be a matrix of {n_rows} rows, row by row; it is {X.shape}"
            )
        for begin in range(0, n_rows, self._rows_at_once):
            rows = min(self._rows_at_once, n_rows - begin)
            yield X.read(rows * X.shape[1]).reshape(rows, X.shape[1])

    def _sparse(self, stream: Callable[[str], _ArrayStream], n_rows: int) -> Iterator[Any]:
        from scipy.sparse import csr_array

        shape = stream("shape").rest().tolist()
        starts = stream("indptr").rest().astype(np.int64)
        fit = len(shape) == 2 and shape[0] == n_rows and len(starts) == n_rows + 1 and starts[0] == 0
        if not fit or np.any(np.diff(starts) < 0):
            raise ValueError(f"{self._path}: shape {shape}, indptr and {n_rows} classes do not match")
        data, indices = stream("data"), stream("indices")
        for begin in range(0, n_rows, self._rows_at_once):
            end = min(begin + self._rows_at_once, n_rows)
            n_stored = int(starts[end] - starts[begin])
            columns = indices.read(n_stored)
            if n_stored and not 0 <= columns.min() <= columns.max() < shape[1]:
                raise ValueError(f"{self._path}: indices are outside the {shape[1]} columns")
            own = starts[begin : end + 1] - starts[begin]
            values = as_float32(data.read(n_stored))
            yield csr_array((values, columns.astype(np.int32), own), shape=(end - begin, shape[1]))


class _ArrayStream:
    """One array of an NPZ file, from its first element on."""

    def __init__(self, archive: zipfile.ZipFile, name: str, path: Path) -> None:
        self._file: IO[bytes] = archive.open(f"{name}.npy")
        self._what = f"{path}: {name}"
        version = np.lib.format.read_magic(self._file)
        read_header = (
            np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        )
        self.shape, self.fortran_order, self._dtype = read_header(self._file)
        if self._dtype.hasobject:
            raise ValueError(f"{self._what} holds Python objects, which are not read")

    def __enter__(self) -> _ArrayStream:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, n: int) -> NDArray[Any]:
        """Return the next n elements."""
        data = self._file.read(n * self._dtype.itemsize)
        if len(data) < n * self._dtype.itemsize:
            raise ValueError(f"{self._what} ends too early")
        return np.frombuffer(data, dtype=self._dtype)

    def rest(self) -> NDArray[Any]:
        """Return the whole array."""
        return self.read(int(np.prod(self.shape, dtype=np.int64)))
