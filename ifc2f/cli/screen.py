"""Text for people: a stream that knows whether it may use colour and block characters."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

_STYLES = {"bold": "1", "dim": "2", "good": "32", "bad": "31", "accent": "36"}
# Our styles, or else control characters and those that turn the direction of writing.
_COMMANDS = re.compile("(\033\\[(?:0|1|2|31|32|36)m)|[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class Screen:
    """A stream to print on.

    Colour is used on a terminal only, and not if ``NO_COLOR`` is set; it never carries meaning alone.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._colour = terminal and not os.environ.get("NO_COLOR")
        self._blocks = _can_encode(stream, _EIGHTHS)
        self.width = min(shutil.get_terminal_size((100, 24)).columns, 110) if terminal else 100

    def line(self, text: str = "", indent: int = 0) -> None:
        """Print one line."""
        self.stream.write(visible(" " * indent + text, has_styles=self._colour).rstrip() + "\n")

    def heading(self, text: str) -> None:
        """Print a blank line and a heading."""
        self.line()
        self.line(self.style(text, "bold"))

    def paragraph(self, text: str, indent: int = 0, style: str | None = None) -> None:
        """Print lines of words, each folded at the width of the screen."""
        for line in text.splitlines():
            for row in fold(line, self.width - indent) or [""]:
                self.line(self.style(row, style) if style else row, indent)

    def style(self, text: str, name: str) -> str:
        """Return the text in a style, if colour may be used."""
        return f"\033[{_STYLES[name]}m{text}\033[0m" if self._colour and text else text

    def bar(self, share: float, length: int = 20) -> str:
        """Return a bar for a share of 1, always `length` characters long."""
        if not self._blocks:
            full = round(share * length)
            return "#" * full + "-" * (length - full)
        full, part = divmod(round(share * length * 8), 8)
        return ("█" * full + _EIGHTHS[part] * (part > 0)).ljust(length)

    def table(
        self, header: Sequence[str], rows: Iterable[Sequence[str]], align: str, indent: int = 2, most: int = 0
    ) -> None:
        """Print rows under a header; `align` has one of ``<`` and ``>`` for each column.

        With `most` > 0 the columns to the left are shortened to that many characters.
        """
        cells = [[shorten(cell, most) if most else cell for cell in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
        lines = [
            "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, align, widths, strict=True))
            for row in [list(header), *cells]
        ]
        if any(header):
            self.line(self.style(lines[0].rstrip(), "dim"), indent)
        for line in lines[1:]:
            self.line(line, indent)


def visible(text: str, has_styles: bool = False) -> str:
    """Return a text in which nothing commands a terminal, as a model's names might.

    With `has_styles` our own styles stay, which are written where colour may be used and nowhere else.
    """

    def shown(match: re.Match[str]) -> str:
        own = match[1] if has_styles else None
        return own or match[0].encode("unicode_escape").decode("ascii")

    return _COMMANDS.sub(shown, text)


def _can_encode(stream: TextIO, text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def fold(text: str, width: int) -> list[str]:
    """Split a text at blanks into lines of at most `width` characters where that can be done."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def shorten(text: str, most: int) -> str:
    """Return a text of at most `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def amount(value: float) -> str:
    """Return a cost or measured value with four significant digits."""
    return f"{value:.4g}"


def percent(share: float) -> str:
    """Return a share of 1 as per cent."""
    return f"{100 * share:.1f} %"


def plural(n: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun."""
    number = str(n) if n < 10_000 else f"{n:,}".replace(",", " ")
    return f"{number} {one if n == 1 else many or one + 's'}"


def size(n_bytes: int) -> str:
    """Return a number of bytes for people."""
    return (
        f"{n_bytes} bytes"
        if n_bytes < 1000
        else f"{n_bytes / 1000:.1f} kB"
        if n_bytes < 1e6
        else f"{n_bytes / 1e6:.1f} MB"
    )


def stdout() -> Screen:
    """Return the screen on standard output."""
    return Screen(sys.stdout)


class Progress:
    """A progress line on standard error, on a terminal only."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty()

    def __call__(self, text: str) -> None:
        """Show a text in place of the last one."""
        if self._shown:
            self._stream.write(f"\r\033[K{text} ...")
            self._stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._stream.write("\r\033[K")
            self._stream.flush()


def warn(message: str) -> None:
    """Print one line to standard error."""
    print(f"ifc2f: warning: {visible(' '.join(message.split()))}", file=sys.stderr)
