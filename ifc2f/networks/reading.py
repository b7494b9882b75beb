"""Networks from files of any program: BIF is read here, all else by pyAgrum.

An XMLBIF, XDSL (GeNIe), UAI, NET (Hugin) or DSL file needs ``pip install ifc2f[networks]``.
"""

from __future__ import annotations

import os
import warnings
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from ifc2f.exchange.bif_text import array, read_text, variables_of
from ifc2f.files.reading import require_regular
from ifc2f.networks.bayesian import BayesianNetwork

__all__ = ["EXTENSIONS", "network_of_text", "read_network"]

EXTENSIONS = {".bifxml": "bifxml", ".xmlbif": "bifxml", ".xml": "bifxml", ".xdsl": "xdsl", ".uai": "uai"}
EXTENSIONS |= {".net": "net", ".dsl": "dsl"}
_COUNTS = ("Errors :", "Warnings :")  # lines of its messages that say nothing
LARGEST_ERROR = 1e-2  # of a distribution, which is then normalised


def read_network(path: str | os.PathLike[str]) -> BayesianNetwork:
    """Read a discrete Bayesian network of any structure.

    Parameters
    ----------
    path : path
        The file extension gives the format: ``.bifxml``, ``.xmlbif``, ``.xml`` (XMLBIF), ``.xdsl``
        (GeNIe), ``.uai``, ``.net`` (Hugin), ``.dsl``; anything else is BIF, which may be compressed by gzip.

    Raises
    ------
    ValueError
        If the file has another format or is damaged; the message names it.
    ImportError
        If the format needs pyAgrum, which is not installed.
    OSError
        If the file cannot be read, or is not a regular file.
    """
    source = os.fspath(path)
    extension = os.path.splitext(source)[1].lower()
    try:
        if extension in EXTENSIONS:
            require_regular(path)
            return _read_by_pyagrum(source, EXTENSIONS[extension])
        return network_of_text(read_text(path))
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from error


def network_of_text(text: str) -> BayesianNetwork:
    """Return the network described by a BIF text.

    Raises
    ------
    ValueError
        If it is not valid BIF; the message names the variable.
    """
    variables = variables_of(text)
    names = list(variables)
    number = {name: i for i, name in enumerate(names)}
    return BayesianNetwork(
        tuple(names),
        tuple(tuple(variables[name].states) for name in names),
        tuple(tuple(number[parent] for parent in variables[name].parents) for name in names),
        tuple(array(name, variables) for name in names),
        tuple(i for i, name in enumerate(names) if variables[name].about.get("is_factor") is True),
    )


def _read_by_pyagrum(source: str, extension: str) -> BayesianNetwork:
    if find_spec("pyagrum") is None:
        raise ImportError(
            f"{source}: files of this format are read by pyAgrum: pip install ifc2f[networks]", name="pyagrum"
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its extension, where warnings are errors, ends the process
        pyagrum: Any = import_module("pyagrum")

    readers = {
        "bifxml": "loadBIFXML",
        "xdsl": "loadXDSL",
        "uai": "loadUAI",
        "net": "loadNET",
        "dsl": "loadDSL",
    }
    found: Any = pyagrum.BayesNet()
    try:
        getattr(found, readers[extension])(source)
    except Exception as error:  # of no class of its own where a damaged file surprises it
        told = str(error).replace("[pyAgrum] ", "").splitlines()
        told = [line.strip() for line in told if line.strip("^ ") and not line.startswith(_COUNTS)]
        raise ValueError(f"pyAgrum cannot read it: {' '.join(told) or type(error).__name__}") from error
    return of_pyagrum(found)


def of_pyagrum(found: Any) -> BayesianNetwork:
    """Convert a pyAgrum network.

    Parameters
    ----------
    found : pyagrum.BayesNet

    Raises
    ------
    ValueError
        If it has no variable, or a table is not a distribution.
    """
    nodes = sorted(found.nodes())
    if not nodes:
        raise ValueError("there is no variable in it")
    names = [found.variable(node).name() for node in nodes]
    number = {name: i for i, name in enumerate(names)}
    parents, tables = [], []
    for node, name in zip(nodes, names, strict=True):
        table = found.cpt(node)
        own, *above = list(table.names)  # its axes stand the other way round
        shape = [found.variable(name_of).domainSize() for name_of in (*above[::-1], own)]
        values = np.asarray(table.toarray(), dtype=np.float64).reshape(shape)
        values = values.transpose([*range(len(above) - 1, -1, -1), len(above)])
        total = values.sum(axis=-1, keepdims=True)
        if own != name or not (np.abs(total - 1) <= LARGEST_ERROR).all() or (values < 0).any():
            raise ValueError(f"probabilities of {name!r} are negative or do not sum to 1")
        parents.append(tuple(number[parent] for parent in above))
        tables.append(values / total)
    states = tuple(tuple(found.variable(node).labels()) for node in nodes)
    return BayesianNetwork(tuple(names), states, tuple(parents), tuple(tables))
