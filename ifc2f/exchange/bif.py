"""Networks in the Bayesian interchange format (BIF), which most programs for Bayesian networks read.

The class is a variable of its own, parent of all others. What BIF has no words for (true names, bin edges,
types of class labels) is in one property per variable, as percent-encoded JSON; other programs skip it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from ifc2f.exchange.bif_text import Variable, array, read_text, variables_of
from ifc2f.files.meta import label_text
from ifc2f.files.writing import write_atomically
from ifc2f.network import ClassLabel, Feature, Network

__all__ = ["read_bif", "write_bif"]

CLASS = "class"  # name of the class variable in what is written
_LARGEST = float(np.finfo(np.float32).max)

# ---- Writing ----------------------------------------


def write_bif(network: Network, path: str | os.PathLike[str] | None = None) -> str:
    """Write a network in the Bayesian interchange format.

    Names and states become words of letters, digits, ``_``, ``-`` and ``.``; true names, edges and labels are
    kept in a property, from which `read_bif` restores the same network.

    Parameters
    ----------
    network : Network
        For example ``model.network``.
    path : path, optional
        Also write it there, replacing an old file only once the new one is complete.

    Returns
    -------
    str
        The text.

    References
    ----------
    Cozman, The interchange format for Bayesian networks, version 0.15, 1998.
    """
    factors = [] if network.factor is None else [network.factor]
    names = _words([CLASS, *(feature.name for feature in network.features), *("factor" for _ in factors)])
    states = [_words([label_text(label) for label in network.classes])]
    states += [_words(feature.value_texts()) for feature in network.features]
    states += [_words([str(v) for v in range(len(factor))]) for factor in factors]
    about: list[dict[str, Any]] = [{"classes": list(network.classes)}]
    about += [_about(feature) for feature in network.features]
    about += [{"is_factor": True} for _ in factors]
    parts = ["network model {\n}\n"]
    for name, words, told in zip(names, states, about, strict=True):
        known = quote(json.dumps(told, separators=(",", ":")), safe="")
        parts.append(
            f"variable {name} {{\n  type discrete [ {len(words)} ] {{ {', '.join(words)} }};\n"
            f"  property ifc2f = {known} ;\n}}\n"
        )
    parts.append(f"probability ( {names[0]} ) {{\n  table {_numbers(network.prior)};\n}}\n")
    tables = [(feature.parent, feature.table) for feature in network.features]
    tables += [(-1, factor[np.newaxis]) for factor in factors]
    for k, (parent, table) in enumerate(tables, 1):
        given = [0] if parent < 0 else [0, parent + 1]
        rows = [
            f"  ({', '.join(states[g][s] for g, s in zip(given, at, strict=True))}) "
            f"{_numbers(table[at[1] if len(at) > 1 else 0, :, at[0]])};\n"
            for at in product(*(range(len(states[g])) for g in given))
        ]
        head = f"probability ( {names[k]} | {', '.join(names[g] for g in given)} ) {{\n"
        parts.append(head + "".join(rows) + "}\n")
    text = "".join(parts)
    if path is not None:
        write_atomically(path, text)
    return text


def _about(feature: Feature) -> dict[str, Any]:
    return {
        "name": feature.name,
        "column": feature.column,
        "values": [float(str(value)) for value in feature.values],
        "categorical": feature.categorical,
        "labels": None if feature.labels is None else list(feature.labels),
    }


def _words(texts: Sequence[str]) -> list[str]:
    """Return a word for each text, all different, also for readers that ignore case."""
    words: list[str] = []
    taken: set[str] = set()
    for text in texts:
        stem = re.sub(r"[^A-Za-z0-9_.-]+", "_", text).strip("_") or "x"
        if not stem[0].isalpha():
            stem = "s" + stem
        word, number = stem, 1
        while word.lower() in taken:
            number += 1
            word = f"{stem}_{number}"
        taken.add(word.lower())
        words.append(word)
    return words


def _numbers(values: NDArray[np.float32]) -> str:
    """Write single-precision numbers with the digits that they have."""
    return ", ".join(str(value) for value in values)


# ---- Reading ----------------------------------------


def read_bif(path: str | os.PathLike[str], target: str = CLASS) -> Network:
    """Read a network from a BIF file, such as one with tables by experts.

    Parameters
    ----------
    path : path
    target : str, default="class"
        The variable that is the class. It has no parents; every other variable has at most one parent
        besides it. States become categories, unless `write_bif` noted bin edges.

    Raises
    ------
    ValueError
        If the file is no BIF, or its network is of another kind; the message names the variable.
    OSError
        If the file cannot be read, or is no regular one.
    """
    source = os.fspath(path)
    try:
        variables = variables_of(read_text(path))
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from error
    if target not in variables:
        raise ValueError(f"{source} has no variable {target!r}; it has {', '.join(variables) or 'none'}")
    try:
        return _network(variables, target)
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from error


def _network(variables: Mapping[str, Variable], target: str) -> Network:
    top = variables[target]
    if top.parents:
        raise ValueError(
            f"the class {target!r} depends on {', '.join(top.parents)}; reverse the edges: give tables of "
            "the "
            "findings given the class"
        )
    above: dict[str, str | None] = {}
    for name, variable in variables.items():
        others = [parent for parent in variable.parents if parent != target]
        if len(others) > 1:
            raise ValueError(
                f"{name!r} depends on {', '.join(others)}; besides the class {target!r}, it may depend on "
                "only one"
            )
        above[name] = others[0] if others else None
    factor = _factor(variables)
    position = _parents_first([name for name in variables if name not in (target, factor)], above)
    if factor is not None:
        position[factor] = len(position)
    classes = _classes(target, top)
    features = tuple(
        _feature(name, variables, target, above, position) for name in position if name != factor
    )
    prior = array(target, variables).astype(np.float32)
    if factor is None:
        return Network(features, classes, prior)
    return Network(features, classes, prior, _table(factor, variables, target, None)[0])


def _factor(variables: Mapping[str, Variable]) -> str | None:
    """Return the variable that `write_bif` noted as a network's factor."""
    noted = [name for name, variable in variables.items() if variable.about.get("is_factor") is True]
    if len(noted) > 1:
        raise ValueError(f"{', '.join(noted)} are all marked as the factor; a network has only one")
    return noted[0] if noted else None


def _classes(target: str, variable: Variable) -> tuple[ClassLabel, ...]:
    noted = variable.about.get("classes", variable.states)
    right = isinstance(noted, list) and all(isinstance(label, str | int | float) for label in noted)
    if not right or len(noted) != len(variable.states):
        raise ValueError(f"variable {target!r}: its property does not name {len(variable.states)} classes")
    return tuple(noted)


def _parents_first(names: Sequence[str], above: Mapping[str, str | None]) -> dict[str, int]:
    """Return the position of each variable in an order in which parents stand before their children."""
    position: dict[str, int] = {}
    for name in names:
        line: dict[str, None] = {}  # the variable and those above it that have no position yet
        at: str | None = name
        while at is not None and at in names and at not in position:
            if at in line:
                raise ValueError(f"{', '.join(line)} depend on each other in a cycle")
            line[at] = None
            at = above[at]
        for one in reversed(line):
            position[one] = len(position)
    return position


def _table(
    name: str, variables: Mapping[str, Variable], target: str, parent: str | None
) -> NDArray[np.float32]:
    """Return P(value | parent's value, class), shape (U, V, L)."""
    variable = variables[name]
    values = array(name, variables)
    by_class = target in variable.parents
    if parent is not None and by_class and variable.parents.index(target) < variable.parents.index(parent):
        values = np.swapaxes(values, 0, 1)  # (U, L, V)
    if parent is None:
        values = values[np.newaxis]
    if not by_class:  # the same in every class
        values = np.repeat(values[..., np.newaxis, :], len(variables[target].states), axis=-2)
    return np.swapaxes(values, -1, -2).astype(np.float32)


def _feature(
    name: str,
    variables: Mapping[str, Variable],
    target: str,
    above: Mapping[str, str | None],
    position: Mapping[str, int],
) -> Feature:
    variable, parent = variables[name], above[name]
    table = _table(name, variables, target, parent)
    n = len(variable.states)
    plain = {"values": list(range(n)), "categorical": True, "labels": variable.states}
    about = {"name": name, "column": position[name], **plain, **variable.about}
    fault = _fault(about, n)
    if fault:
        raise ValueError(f"variable {name!r}: its property ifc2f is damaged: {fault}")
    return Feature(
        name=about["name"],
        column=about["column"],
        values=np.array(about["values"], dtype=np.float32),
        categorical=about["categorical"],
        labels=None if about["labels"] is None else tuple(about["labels"]),
        parent=-1 if parent is None else position[parent],
        table=table,
    )


def _fault(about: Mapping[str, Any], n_states: int) -> str | None:
    """Return what is wrong with the note on a feature."""
    values, labels, categorical = about["values"], about["labels"], about["categorical"]
    if not isinstance(about["name"], str) or not about["name"]:
        return f"{about['name']!r} is not a name"
    if type(about["column"]) is not int or not 0 <= about["column"] < 2**32:
        return f"{about['column']!r} is not a column"
    if not isinstance(categorical, bool) or not isinstance(values, list):
        return "it describes no bins"
    if len(values) + (not categorical) != n_states:
        return f"it describes {len(values) + (not categorical)} bins, not {n_states}"
    if not all(type(value) in (int, float) and abs(value) <= _LARGEST for value in values):
        return "an edge or category is not a finite number"
    if (np.diff(np.array(values, dtype=np.float32)) <= 0).any():
        return "edges or categories do not ascend"
    if labels is not None and (not categorical or not _are_names(labels, n_states)):
        return f"it does not name {n_states} categories"
    return None


def _are_names(labels: Any, n: int) -> bool:
    return isinstance(labels, list) and len(labels) == n and all(isinstance(text, str) for text in labels)
