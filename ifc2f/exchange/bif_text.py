"""The text of the Bayesian interchange format (BIF): variables of any number of parents, and their tables.

Names may be quoted or not; states may be intervals such as ``(0, 5]``, and stand without commas, as older
programs wrote them.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from ifc2f.core.callers import warn_caller
from ifc2f.files.format import MAX_VALUES, SMALLEST_PROBABILITY
from ifc2f.files.reading import LARGEST_BYTES, read_regular

__all__ = ["Variable", "array", "read_text", "variables_of"]

SUM_TOLERANCE = 1e-2  # of an expert's distribution, which is then normalised
_GZIP = b"\x1f\x8b"

_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"((?:[^"\\]|\\.)*)"|([{}()\[\];,|])|([^\s{}()\[\];,|"]+)|"', re.S)


@dataclass
class Variable:
    """A variable of a BIF file; an entry is of states of its parents, or None for all of them."""

    states: list[str]
    about: dict[str, Any] = field(default_factory=dict)
    parents: list[str] = field(default_factory=list)
    entries: list[tuple[list[str] | None, list[float]]] = field(default_factory=list)
    has_table: bool = False


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a file, which may be compressed by gzip.

    Raises
    ------
    ValueError
        If it is damaged, or no text in UTF-8.
    OSError
        If the file cannot be read, or is no regular one.
    """
    data = read_regular(path)
    if data[:2] == _GZIP:
        unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
        try:
            data = unpacking.decompress(data, LARGEST_BYTES)
        except zlib.error as error:
            raise ValueError(f"a damaged gzip file: {error}") from error
        if not unpacking.eof:
            raise ValueError(f"a gzip file that is cut short, or holds more than {LARGEST_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 text: {error}") from error


def variables_of(text: str) -> dict[str, Variable]:
    words = _tokens(text)
    variables: dict[str, Variable] = {}
    for word in words:
        if word == "network":
            _skip_block(words)
        elif word == "variable":
            _read_variable(words, variables)
        elif word == "probability":
            _read_probability(words, variables)
        else:
            raise ValueError(f"found {word!r} where a network, variable or probability block was expected")
    if not variables:
        raise ValueError("there is no variable in it: is it a BIF file?")
    return variables


def _tokens(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        quoted, mark, word = match.groups()
        found = quoted if quoted is not None else mark or word
        if match[0] == '"':
            raise ValueError("a quotation mark is not closed")
        if quoted is not None and len(quoted) == 1 and quoted in "{}()[];,|":
            raise ValueError(f'"{quoted}" is part of the format, and cannot be a name')
        if found is not None:
            yield found


def _next(words: Iterator[str], wanted: str | None = None) -> str:
    word = next(words, None)
    if word is None:
        raise ValueError("the file ends within a block")
    if wanted is not None and word != wanted:
        raise ValueError(f"found {word!r} where {wanted!r} was expected")
    return word


def _until(words: Iterator[str], end: str) -> list[str]:
    found: list[str] = []
    while (word := _next(words)) != end:
        found.append(word)
    return found


def _names(words: Iterator[str], end: str) -> list[str]:
    """Return the names up to a sign; an interval such as (0, 5] or ]0, 5] is one, without its blanks."""
    names: list[str] = []
    interval = ""
    while (word := _next(words)) != end or interval:
        if interval or word in ("(", "[", "]"):
            is_closed = bool(interval) and word in ("(", ")", "[", "]")
            interval += word
            if is_closed:
                names.append(interval)
                interval = ""
        elif word != ",":
            names.append(word)
    return names


def _skip_block(words: Iterator[str]) -> None:
    _until(words, "{")
    _until(words, "}")


def _read_variable(words: Iterator[str], variables: dict[str, Variable]) -> None:
    name = _next(words)
    if name in variables:
        raise ValueError(f"two variables are named {name!r}")
    _next(words, "{")
    variable = Variable([])
    while (word := _next(words)) != "}":
        if word == "type":
            _next(words, "discrete")
            _next(words, "[")
            number = _next(words)
            _next(words, "]")
            _next(words, "{")
            variable.states = _names(words, "}")
            _next(words, ";")
            if str(len(variable.states)) != number:
                raise ValueError(f"variable {name!r} has {len(variable.states)} states, but says {number}")
        elif word == "property":
            told = " ".join(_until(words, ";"))
            key, _, value = told.partition("=")
            if key.strip() == "ifc2f":
                variable.about = _noted(name, value.strip())
        else:
            raise ValueError(f"variable {name!r}: found {word!r} where type or property was expected")
    if not 1 <= len(variable.states) <= MAX_VALUES:
        raise ValueError(f"variable {name!r} has {len(variable.states)} states, not 1 to {MAX_VALUES}")
    if len(set(variable.states)) < len(variable.states):
        raise ValueError(f"variable {name!r} has two states with the same name")
    variables[name] = variable


def _noted(name: str, value: str) -> dict[str, Any]:
    """Return the note of `write_bif` on a variable."""
    try:
        about = json.loads(unquote(value))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"variable {name!r}: its property ifc2f is damaged: {error}") from None
    if not isinstance(about, dict):
        raise ValueError(f"variable {name!r}: its property ifc2f is damaged: it is not a JSON object")
    return about


def _read_probability(words: Iterator[str], variables: Mapping[str, Variable]) -> None:
    _next(words, "(")
    names = [word for word in _until(words, ")") if word not in (",", "|")]
    unknown = [name for name in names if name not in variables]
    if unknown or not names:
        raise ValueError(
            f"a probability block is for {', '.join(unknown) or 'nothing'}, which is not a variable"
        )
    name, *parents = names
    variable = variables[name]
    if variable.entries:
        raise ValueError(f"variable {name!r} has two probability blocks")
    if len(set(names)) < len(names):
        raise ValueError(f"the probability block of {name!r} names a variable twice: {', '.join(names)}")
    variable.parents = parents
    _next(words, "{")
    while (word := _next(words)) != "}":
        if word == "property":
            _until(words, ";")
            continue
        given = None
        if word == "(":
            given = _names(words, ")")
        elif word not in ("table", "default"):
            raise ValueError(f"probability of {name!r}: found {word!r} where table or ( was expected")
        if any(given == earlier for earlier, _ in variable.entries):
            which = "everything" if given is None else f"({', '.join(given)})"
            raise ValueError(f"probability of {name!r}: {which} is given twice")
        numbers = [_number(text, name) for text in _until(words, ";") if text != ","]
        variable.entries.append((given, numbers))
        variable.has_table |= word == "table"


def _number(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"probability of {name!r}: {text!r} is not a number") from None
    if not 0 <= value <= 1:
        raise ValueError(f"probability of {name!r}: {text} is not between 0 and 1")
    return value


def array(name: str, variables: Mapping[str, Variable]) -> NDArray[np.float64]:
    """Return P(variable | parents), axes in the order of its parents, its own states last."""
    variable = variables[name]
    shape = [len(variables[parent].states) for parent in variable.parents]
    n = len(variable.states)
    values = np.full([*shape, n], np.nan)
    for given, numbers in sorted(variable.entries, key=lambda entry: entry[0] is not None):
        if given is None and variable.has_table:
            if len(numbers) != values.size:
                raise ValueError(f"the table of {name!r} has {len(numbers)} numbers, not {values.size}")
            values = np.moveaxis(np.reshape(numbers, [n, *shape]), 0, -1)  # its own states run slowest
            continue
        if len(numbers) != n:
            raise ValueError(f"probability of {name!r}: {len(numbers)} numbers for {n} states")
        values[_position(name, variable, given, variables) if given is not None else ...] = numbers
    if not variable.entries or np.isnan(values).any():
        raise ValueError(f"probabilities of {name!r} are missing for some states of its parents")
    total = values.sum(axis=-1, keepdims=True)
    off = np.abs(total - 1).max()
    if off > SUM_TOLERANCE:
        worst = float(total.flat[np.abs(total - 1).argmax()])
        raise ValueError(f"probabilities of {name!r} sum to {worst:.4g} for some states, not to 1")
    values = values / total
    if np.any((values > 0) & (values < SMALLEST_PROBABILITY)):
        warn_caller(
            f"probabilities of {name!r} are below {SMALLEST_PROBABILITY:g}: the model stores 0 in their "
            "place, which means impossible",
        )
    return np.asarray(values)


def _position(
    name: str, variable: Variable, given: Sequence[str], variables: Mapping[str, Variable]
) -> tuple[int, ...]:
    if len(given) != len(variable.parents):
        raise ValueError(f"probability of {name!r}: ({', '.join(given)}) is not a state of each parent")
    for parent, state in zip(variable.parents, given, strict=True):
        if state not in variables[parent].states:
            raise ValueError(f"probability of {name!r}: {parent!r} has no state {state!r}")
    return tuple(variables[p].states.index(s) for p, s in zip(variable.parents, given, strict=True))
