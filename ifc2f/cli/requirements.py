"""The requirements of this installation by its own metadata, and which of them are installed."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module, metadata
from warnings import catch_warnings, simplefilter

# Distributions whose module is named otherwise, or loads what it needs only in a part of it.
_MODULES = {
    "PySide6-Essentials": "PySide6.QtWidgets",
    "dask": "dask.dataframe",
    "lightgbm": "lightgbm",
    "scikit-learn": "sklearn",
}
_REQUIREMENT = re.compile(r"([\w.-]+)\s*(?:\[([^\]]*)\])?\s*([^;]*)(?:;(.*))?")
_CONDITION = re.compile(r"(python_version|extra)\s*(<=|>=|==|<|>)\s*['\"]([^'\"]+)['\"]")
_LIMIT = re.compile(r"(<=|>=|==|<|>)\s*([\w.]+)")


@dataclass(frozen=True)
class Requirement:
    """A distribution of the metadata: its name, the versions it may have, and what asks for it."""

    name: str
    limits: tuple[tuple[str, str], ...]
    part: str  # the extra, or "" for the core
    extras: tuple[str, ...]  # of the distribution itself

    @property
    def versions(self) -> str:
        """The versions it may have, as they are written."""
        return ",".join(f"{comparison}{version}" for comparison, version in self.limits)


@dataclass(frozen=True)
class Found:
    """What was found of a requirement: no version if it is not installed, and what is wrong with it."""

    name: str
    version: str | None
    problem: str | None


def requirements(lines: Iterable[str] | None = None) -> list[Requirement]:
    """Return what this installation's metadata ask for on this Python; markers but of Python are not used."""
    found = []
    for line in (metadata.requires("ifc2f") or ()) if lines is None else lines:
        match = _REQUIREMENT.match(line)
        if match is None:
            raise ValueError(f"the metadata of ifc2f have a requirement that cannot be read: {line!r}")
        name, extras, limits, marker = match.groups(default="")
        part, here = "", True
        for subject, comparison, value in _CONDITION.findall(marker):
            if subject == "extra":
                part = value
            else:
                here &= _holds(f"{sys.version_info[0]}.{sys.version_info[1]}", comparison, value)
        if here:
            own = tuple(word.strip() for word in extras.split(",") if word)
            found.append(Requirement(name, tuple(_LIMIT.findall(limits)), part, own))
    return found


def of_part(part: str, everything: Iterable[Requirement]) -> list[Requirement]:
    """Return what an extra asks for, those extras included that it names; ``""`` is the core."""
    everything = list(everything)
    found = []
    for requirement in everything:
        if requirement.part != part:
            continue
        if requirement.name == "ifc2f":
            for other in requirement.extras:
                found += of_part(other, everything)
        else:
            found.append(requirement)
    return found


def look(requirement: Requirement) -> Found:
    """Check whether a distribution is installed in an allowed version, and can be imported."""
    try:
        with catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # of metadata without a version, which is told below
            version: str | None = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return Found(requirement.name, None, None)
    except (KeyError, FileNotFoundError):  # of newer Pythons, and of importlib_metadata
        version = None
    if version is None:
        return Found(requirement.name, "unknown", "has damaged metadata, without a version: install it again")
    problem = None
    if not all(_holds(version, *limit) for limit in requirement.limits):
        problem = f"is {version}, but {requirement.versions} is needed"
    else:
        try:
            import_module(_MODULES.get(requirement.name, requirement.name.replace("-", "_")))
        except (Exception, SystemExit) as error:  # whatever a foreign package raises is reported
            problem = f"does not load: {' '.join(str(error).split()) or type(error).__name__}"
    return Found(requirement.name, version, problem)


def _holds(version: str, comparison: str, limit: str) -> bool:
    ours, theirs = _release(version), _release(limit)
    length = max(len(ours), len(theirs))
    a, b = (release + (0,) * (length - len(release)) for release in (ours, theirs))
    return {"<": a < b, "<=": a <= b, "==": a == b, ">=": a >= b, ">": a > b}[comparison]


def _release(version: str) -> tuple[int, ...]:
    """Return the numbers a version begins with."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, match[0].split("."))) if match else ()
