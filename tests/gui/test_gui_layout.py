"""The folders of the window import one another in one direction only."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import ifc2f_gui

ROOT = Path(ifc2f_gui.__file__).parent

# What a folder, or a module beside the folders, may import besides itself.
MAY_IMPORT = {
    "shared": set(),
    "case": {"shared"},
    "panels": {"case", "shared"},
    "report": {"case", "shared"},
    "dialogs": {"report", "case", "shared", "panels"},
    "training": {"dialogs", "shared"},
    "demo": {"training"},
    "window": {"demo", "training", "dialogs", "report", "panels", "case", "shared"},
    "app": {"window", "case", "shared"},
    "__init__": {"app"},
    "__main__": {"__init__"},
}
# What they may load of Qt: a case needs no screen, and the process that trains starts faster without.
MAY_LOAD = {"case": {"QtCore"}, "training/job": set(), "training/validation": set(), "training/worker": set()}

TREES = {
    path.relative_to(ROOT).with_suffix("").as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.rglob("*.py"))
}


def imported(name):
    """Return the modules of the package that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.ImportFrom):
            found |= {_place(f"{node.module}.{alias.name}") or _place(node.module) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {_place(alias.name) for alias in node.names}
    return found - {""}


def _place(module):
    """Return the name in `TREES` of what is imported; empty if it is no module of the package."""
    package, _, rest = module.partition(".")
    place = rest.replace(".", "/") or "__init__"
    places = [place, f"{place}/__init__"] if package == "ifc2f_gui" else []
    return next((each for each in places if each in TREES), "")


def folder(name):
    return name.split("/")[0]


def test_imports_go_one_way():
    assert {folder(name) for name in TREES} == set(MAY_IMPORT)
    against = [
        f"{name} imports {other}"
        for name in TREES
        for other in sorted(imported(name))
        if folder(other) not in {folder(name)} | MAY_IMPORT[folder(name)]
    ]
    assert not against


def test_no_modules_import_each_other():
    TopologicalSorter({name: imported(name) for name in TREES}).prepare()


def test_what_runs_without_a_screen_loads_nothing_that_draws():
    for name, tree in TREES.items():
        allowed = MAY_LOAD.get(name, MAY_LOAD.get(folder(name)))
        modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        loaded = {module.split(".")[-1] for module in modules if module.startswith("PySide6")}
        assert allowed is None or loaded <= allowed, name


def test_every_folder_says_what_lives_there_and_what_it_may_import():
    for name, tree in TREES.items():
        if name.endswith("/__init__"):
            told = ast.get_docstring(tree) or ""
            assert "mports" in told, name
            for other in MAY_IMPORT[folder(name)] if folder(name) != "window" else ():
                assert f"`{other}`" in told, f"{name} does not name {other}"
