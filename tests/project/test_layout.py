"""The folders of the package in their order of dependence, and how long a file or function may be."""

from __future__ import annotations

import ast
import os
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from docs import architecture
from docs.architecture import imports_of, place

ROOT = Path(__file__).parents[2]
# Folders and modules of ifc2f: each may import those before it, and none behind it.
ORDER = [
    "core",
    "data",
    "network",
    "costs",
    "files",
    "acquisition",
    "metrics",
    "page",
    "model",
    "batches",
    "certainty",
    "influences",
    "questions",
    "shown",
    "session",
    "explanation",
    "settings",
    "planning",
    "learning",
    "policies",
    "assessment",
    "exchange",
    "networks",
    "baselines",
    "estimator",
    "classifier",
    "plots",
    "cli",
    "__main__",
]
# Folders whose modules are named by their first lines; those of the others are named after one thing each.
NAMING = (
    *("core", "data", "files", "planning", "learning", "policies"),
    *("assessment", "exchange", "networks", "estimator"),
)
# The face of the package, which loads names when they are used, and the compiled extension.
ALWAYS_ALLOWED = {"", "_core"}
WINDOW = {"ifc2f_gui"}  # which stands above the package
OPENS_THE_WINDOW = {("ifc2f.cli.gui", "ifc2f_gui")}
MOST_LINES, MOST_LINES_OF_FUNCTION = 500, 60
MADE = {"build", "dist", "generated", "auto_examples"}
REASON = re.compile(r"[Ll]onger than \d+[\s*#]+lines")  # stands at the head of a file that has to be


def sources_of_package() -> dict[str, str]:
    """Return the text of every module of the package by its name."""
    return architecture.sources(ROOT / "ifc2f", "ifc2f")


def past_the_order(module: str, texts: dict[str, str]) -> list[str]:
    """Return imports whose place is not seen: of the face as a whole, of the window, and as texts."""
    known = {"__version__", *architecture.homes_of_public_names(texts["ifc2f"])}
    wrong = []
    for node in ast.walk(ast.parse(texts[module])):
        if isinstance(node, ast.Import):
            wrong += [alias.name for alias in node.names if alias.name in ("ifc2f", *WINDOW)]
        elif isinstance(node, ast.ImportFrom):
            wrong += [str(node.module)] * (node.module in WINDOW)
            names = {alias.name for alias in node.names} if node.module == "ifc2f" else set()
            wrong += [name for name in names - known if f"ifc2f.{name}" not in texts]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            wrong += [ast.unparse(each) for each in node.args if ast.unparse(each).startswith("'ifc2f")]
    return [f"{module} imports {name}" for name in wrong if (module, name) not in OPENS_THE_WINDOW]


def against_the_order(texts: dict[str, str]) -> list[str]:
    """Return every import that goes from a place to a later one, or whose place is not seen."""
    wrong = [each for module in texts if module != "ifc2f" for each in past_the_order(module, texts)]
    for module in texts:
        for imported in imports_of(module, texts):
            ends = place(module), place(imported)
            if ALWAYS_ALLOWED.isdisjoint(ends) and ORDER.index(ends[0]) < ORDER.index(ends[1]):
                wrong.append(f"{module} imports {imported}")
    return wrong


def test_every_place_is_in_the_order():
    assert {place(module) for module in sources_of_package()} - ALWAYS_ALLOWED == set(ORDER)


def test_imports_go_one_way():
    assert not against_the_order(sources_of_package())


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("ifc2f.data.table", "from ifc2f.policies import graph"),
        ("ifc2f.model", "import ifc2f.session"),
        ("ifc2f.data.matrix", "from ifc2f import Session"),
        ("ifc2f.planning.plan", "def late():\n    from ifc2f.learning.train import train"),
        ("ifc2f.data.table", "import ifc2f"),
        ("ifc2f.data.table", "from ifc2f import *"),
        ("ifc2f.data.table", "import importlib\nimportlib.import_module('ifc2f.session')"),
        ("ifc2f.session", "import ifc2f_gui"),
        ("ifc2f.model", "from ifc2f_gui import main"),
    ],
)
def test_an_import_against_the_order_is_found(module, line):
    texts = sources_of_package()
    texts[module] += f"\n{line}\n"
    assert len(against_the_order(texts)) == 1


def test_no_modules_import_each_other_in_a_circle():
    texts = sources_of_package()
    graph = {module: imports_of(module, texts) - {"ifc2f"} for module in texts if module != "ifc2f"}
    TopologicalSorter(graph).prepare()
    graph["ifc2f.core.kernels"].add("ifc2f.core.errors")
    graph["ifc2f.core.errors"].add("ifc2f.core.kernels")
    with pytest.raises(CycleError):
        TopologicalSorter(graph).prepare()


def test_the_picture_is_drawn_from_the_imports_as_they_are():
    drawn = architecture.PICTURE.read_text(encoding="utf-8")
    assert drawn == architecture.svg(architecture.arrows()), "run: python docs/architecture.py"


def said_imports(folder: str) -> set[str]:
    """Return what a folder says it imports."""
    text = (ROOT / "ifc2f" / folder / "__init__.py").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^Imports: ([^.]+)\.$", ast.get_docstring(ast.parse(text)) or "", flags=re.M)
    return set(re.split(r",\s+", listed)) - {"nothing"}


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in ROOT.glob("ifc2f/*/__init__.py")))
def test_a_folder_imports_what_it_says_and_no_less(folder):
    texts = sources_of_package()
    modules = [module for module in texts if place(module) == folder]
    imported = {place(name) for module in modules for name in imports_of(module, texts)}
    assert imported - ALWAYS_ALLOWED - {folder} == said_imports(folder)


def code_files() -> list[Path]:
    """Return the files of code of the project that people write."""
    found = []
    for folder, within, names in os.walk(ROOT):
        within[:] = [
            name for name in within if not is_made((name,))
        ]  # not walked through: an environment is large
        found += [Path(folder, name) for name in names if name.endswith((".py", ".c", ".h", ".mjs", ".css"))]
    return found


def is_made(parts: tuple[str, ...]) -> bool:
    """Whether a file stands where tools write."""
    return not MADE.isdisjoint(parts) or any(part.startswith(".") for part in parts)


def long_functions(file: Path) -> list[str]:
    """Return the functions of a file that have too many lines, their docstrings not counted."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        opening = r"^(?:export |async )*function .*?" if file.suffix == ".mjs" else ""
        bodies = re.finditer(rf"^{opening}\{{\n.*?^\}}", text, flags=re.M | re.S)
        lengths = [(text.count("\n", 0, body.start()) + 1, body.group().count("\n") + 1) for body in bodies]
        return [f"line {line}: {n}" for line, n in lengths if n > MOST_LINES_OF_FUNCTION]
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            told = node.body[0] if ast.get_docstring(node) else None
            n = node.end_lineno - node.lineno + 1 - (told.end_lineno - told.lineno + 1 if told else 0)
            found += [f"{node.name}: {n}"] if n > MOST_LINES_OF_FUNCTION else []
    return found


def test_no_two_files_of_tests_have_one_name():
    """Together they would not run: pytest imports them by their name alone."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("folder", NAMING)
def test_the_first_lines_of_a_folder_name_its_modules(folder):
    place_of = ROOT / "ifc2f" / folder
    said = ast.get_docstring(ast.parse((place_of / "__init__.py").read_text(encoding="utf-8"))) or ""
    names = {path.stem for path in place_of.glob("*.py")} - {"__init__"}
    assert names - set(re.findall(r"`(\w+)`", said)) == set()


def test_files_and_functions_are_short_or_say_why_not():
    long = {}
    for file in code_files():
        lines = file.read_text(encoding="utf-8").splitlines()
        wrong = long_functions(file) + ([f"{len(lines)} lines"] if len(lines) > MOST_LINES else [])
        if wrong and not REASON.search("\n".join(lines[:25])):
            long[str(file.relative_to(ROOT))] = wrong
    assert not long
