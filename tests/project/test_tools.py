"""No test fails for want of a program that README does not ask for: it asks with ``need`` and is skipped."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import PACKAGES, need

TESTS = next(folder for folder in Path(__file__).parents if folder.name == "tests")
FILES = sorted(path for path in TESTS.rglob("*.py") if path.name != "tools.py")
EVERYWHERE = {"sh"}  # with any system that has make


def calls(node: ast.AST, name: str) -> list[ast.Call]:
    """Return the calls in a piece of code of what begins with a name."""
    found = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
    return [call for call in found if f"{ast.unparse(call.func)}.".startswith(f"{name}.")]


def first_word(command: ast.expr) -> str | None:
    """Return the program of a command, if it is written out: of a list, or of one text."""
    if isinstance(command, ast.List) and command.elts:
        command = command.elts[0]
    if isinstance(command, ast.Constant) and isinstance(command.value, str):
        return command.value.partition(" ")[0]
    return None


def programs(function: ast.FunctionDef) -> set[str]:
    """Return the programs that a function calls: any by ``subprocess``, known ones in any list."""
    body = ast.Module(function.body, [])  # without what decorates it
    commands = [call.args[0] for call in calls(body, "subprocess") if call.args]
    any_program = {first_word(command) for command in commands}
    commands = [call.args[0] for call in calls(body, "run") if call.args]
    commands += [node for node in ast.walk(body) if isinstance(node, ast.List)]
    known_ones = {first_word(command) for command in commands} & PACKAGES.keys()
    return {word for word in any_program | known_ones if word and not word.startswith("./")} - EVERYWHERE


def faults(source: str) -> list[str]:
    """Say which programs a test file looks for by itself, and which it calls unasked."""
    tree = ast.parse(source)
    found = [
        f"line {node.lineno}: looks for a program by itself"
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr == "which")
        or (isinstance(node, ast.alias) and node.name == "which")
    ]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    run_asks = any(function.name == "run" and calls(function, "need") for function in functions)
    for function in functions:
        asking = calls(function, "need") + (calls(function, "run") if run_asks else [])
        asked = {first_word(word) for call in asking for word in call.args}
        unasked = sorted(programs(function) - asked)
        found += [f"{function.name}: calls {program} and does not need() it" for program in unasked]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_test_asks_for_the_programs_it_calls(path):
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def test():\n    subprocess.run(['cmake', '-B', 'x'])", "test: calls cmake and does not need() it"),
        ("def test():\n    subprocess.run('strange --now', shell=True)", "test: calls strange and"),
        ("def test():\n    need('cc')\n    command = ['c++', '-c']", "test: calls c++ and"),
        ("def test():\n    need('cc')\n    run('nm', '-u')", "test: calls nm and"),
        ("import shutil\nx = shutil.which('cc')", "line 2: looks for a program by itself"),
        ("from shutil import which", "line 1: looks for a program by itself"),
    ],
)
def test_a_program_called_unasked_is_found(source, fault):
    (found,) = faults(source)
    assert found.startswith(fault)


def test_the_cut_path_has_what_readme_names_and_no_more(tmp_path):
    need("bash", "cc", "git")
    folder = tmp_path / "bin"
    script = TESTS.parent / "release/cut_path.sh"
    environment = {**os.environ, "PYTHON": sys.executable}
    for _ in range(2):  # again, where there is one
        subprocess.run(["bash", script, folder], check=True, env=environment)
    found = {path.name for path in folder.iterdir()}
    assert {"python3", "cc", "gcc", "make", "git", "sh", "cp"} <= found
    assert found & PACKAGES.keys() <= {"bash", "cc", "gcc", "git", "nm"}
    told = subprocess.run(
        ["sh", "-c", "python3 -c 'import sys; print(sys.prefix)'; command -v cmake || echo none"],
        check=True, capture_output=True, text=True, env={"PATH": str(folder)},
    )  # fmt: skip
    assert told.stdout.split() == [sys.base_prefix, "none"]


def test_what_is_missing_is_skipped_with_its_package(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.skip.Exception, match=r"needs c\+\+: apt-get install g\+\+"):
        need("c++")


def test_a_program_goes_by_several_names(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "google-chrome").touch(mode=0o755)
    assert need("chromium") == str(tmp_path / "google-chrome")
