"""The lines of a CSV file, which can be read as texts or taken as bytes, in turn."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO

__all__ = ["CUT_AT_LINE_FEEDS", "UTF8_MARK", "Lines"]

CUT_AT_LINE_FEEDS = frozenset({"utf-8-sig", "ascii", "cp1252", "iso8859-1", "iso8859-15"})
UTF8_MARK = b"\xef\xbb\xbf"


class Lines(Iterator[str]):
    """Lines as `csv.reader` wants them, each with its end.

    Parameters
    ----------
    file : file
        At its beginning.
    encoding : str
        One of `CUT_AT_LINE_FEEDS`: no other character has the byte of a line feed in it.
    """

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._file, self._encoding = file, "utf-8" if encoding == "utf-8-sig" else encoding
        self._again: deque[bytes] = deque()
        self._pieces: deque[str] = deque()  # of a line that has a carriage return inside
        first = self._file.readline()
        self.put_back([first.removeprefix(UTF8_MARK) if encoding == "utf-8-sig" else first])

    def __next__(self) -> str:
        if not self._pieces:
            line = self._again.popleft() if self._again else self._file.readline()
            if not line:
                raise StopIteration
            text = line.decode(self._encoding)
            if "\r" not in text[:-2]:
                return text
            self._pieces.extend(io.StringIO(text, newline=""))
        return self._pieces.popleft()

    def take(self, n: int) -> list[bytes]:
        """Return the next lines as they are in the file: n, fewer at its end, none inside a line."""
        if self._pieces:
            return []
        lines = [self._again.popleft() for _ in range(min(n, len(self._again)))]
        return lines + list(islice(self._file, n - len(lines)))

    def put_back(self, lines: Sequence[bytes]) -> None:
        """Let lines that were taken be the next again."""
        self._again.extendleft(line for line in reversed(lines) if line)

    def as_utf8(self, lines: Sequence[bytes]) -> bytes:
        """Return lines that were taken as one text in UTF-8; UnicodeError if they are not in the encoding."""
        joined = b"".join(lines)
        return joined if self._encoding in ("utf-8", "ascii") else joined.decode(self._encoding).encode()
