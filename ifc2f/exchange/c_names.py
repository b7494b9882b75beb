"""Names and comments of generated C, made from a model's texts."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["IN_C", "check_name", "comment", "enum", "identifier"]

# Of our own headers, and of the macros in those of C, such as INT8_MAX: a feature may be named max.
TAKEN = (
    r"ifc2f\w*|u?int((_least|_fast)?\d+|max|ptr)?|size|ptrdiff|sig_atomic|wchar|wint"
    r"|[su]?char|u?shrt|u?long|u?llong"
)
# Texts whose meaning their names keep. The names of -1 and <4 would be those of 1 and 4.
PLAIN = re.compile(r"\w(?:[\w .,:/()%]|(?<=[A-Za-z0-9])-)*", re.ASCII)
MINUS = re.compile(r"(?:(?<=_)|^)[-\u2212](?=[.,]?\d)")
IN_C = '#ifdef __cplusplus\nextern "C" {{\n#endif\n\n{}\n\n#ifdef __cplusplus\n}}\n#endif\n\n'


def check_name(name: str) -> None:
    """Refuse a text that names in C cannot begin with."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise ValueError(f"names in C cannot begin with {name!r}: use lower-case letters, digits and _")
    if re.fullmatch(TAKEN, name):
        raise ValueError(
            f"names that begin with {name!r} belong to the headers of ifc2f or C: choose another name"
        )


def enum(prefix: str, what: str, entries: list[tuple[str, str]], used: set[str]) -> list[str]:
    """Return an enum of texts, numbered from 0, each with a note; none where there is no entry."""
    lines = []
    for i, (text, note) in enumerate(entries):
        wanted = f"{prefix}_{_word(text) or i}"
        name = _unused(wanted, used)
        is_told = PLAIN.fullmatch(text) is not None and name == _word(wanted)
        original = "" if is_told else comment(text)
        said = ", ".join(part for part in (original, note) if part)
        lines.append(f"    {name} = {i}," + (f" /* {said} */" if said else ""))
    return [f"/* {comment(what)} */\nenum {{\n" + "\n".join(lines) + "\n};\n"] if lines else []


def comment(text: str) -> str:
    """Return a text that a C comment may hold."""
    printed = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printed.replace("*/", "* /").replace("/*", "/ *").split())


def _word(text: str) -> str:
    """Return the part of a text that an identifier may hold; letters lose their accents."""
    signed = MINUS.sub("MINUS_", text.upper())
    letters = "".join(c for c in unicodedata.normalize("NFKD", signed) if not unicodedata.combining(c))
    return re.sub(r"[^A-Z0-9]+", "_", letters).strip("_")


def _unused(text: str, used: set[str]) -> str:
    """Return an identifier for a text that no other has."""
    word = _word(text)
    name, n = word, 2
    while name in used:
        name, n = f"{word}_{n}", n + 1
    used.add(name)
    return name


def identifier(text: str) -> str:
    """Return a text as the beginning of names in C."""
    word = _word(text).lower() or "model"
    return word if word[0].isalpha() else f"model_{word}"
