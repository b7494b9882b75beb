"""The folders of the benchmarks import one way, as each says at its head."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import benchmarks

ROOT = Path(benchmarks.__file__).parent
FOLDERS = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))


def said_imports(folder: str) -> set[str]:
    """Return what a folder says it imports."""
    text = ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    (listed,) = re.findall(r"^Imports: (.+)\.$", text, flags=re.M)
    return set(listed.split(", ")) - {"nothing"}


def imported(source: str, folder: str) -> Iterator[str]:
    """Give what a module of a folder imports of the project: ``ifc2f``, a folder, or a file above them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = ["", f"benchmarks.{folder}.", "benchmarks."][node.level]
            names = [f"{above}{node.module or ''}".rstrip(".")]
            if names == ["benchmarks"]:
                names = [f"benchmarks.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _, rest = name.partition(".")
            if top == "benchmarks":
                yield rest.partition(".")[0]
            elif top in ("ifc2f", "ifc2f_gui", "tests"):
                yield top


def test_every_folder_with_modules_is_a_package():
    assert sorted({path.parent.name for path in ROOT.glob("*/*.py")}) == FOLDERS


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_what_it_says_and_no_less(folder):
    found = {
        name
        for path in (ROOT / folder).glob("*.py")
        for name in imported(path.read_text(encoding="utf-8"), folder)
    }
    assert found - {folder} == said_imports(folder)


def test_no_folder_leads_back_to_itself():
    graph = {folder: said_imports(folder) - {"ifc2f"} for folder in FOLDERS}
    assert set().union(*graph.values()) <= set(FOLDERS)
    TopologicalSorter(graph).prepare()  # raises CycleError


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from ..reports import summary", "reports"),
        ("from ..reports.summary import Results", "reports"),
        ("from .. import scale", "scale"),
        ("import benchmarks.reports.summary", "reports"),
        ("from benchmarks import reports", "reports"),
        ("def late():\n    from ifc2f.planning.plan import plan", "ifc2f"),
        ("from . import store", "runs"),
        ("from .store import Store", "runs"),
    ],
)
def test_each_form_of_import_is_seen(source, found):
    assert list(imported(source, "runs")) == [found]
