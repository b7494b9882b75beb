"""What type checkers say of a user's program: its results have types, and a name that is wrong is found."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest

from ifc2f import settings
from ifc2f.learning.train import CHOICES
from ifc2f.policies.candidates import POLICIES

ROOT = Path(__file__).parents[2]
PROGRAM = """\
from __future__ import annotations

import numpy as np
from typing_extensions import assert_type

from ifc2f import IFC2FClassifier, Session

X, y = np.zeros((10, 2)), [0, 1] * 5
classifier = IFC2FClassifier(feature_cost=0.1, policy="graph").fit(X, y)
assert_type(classifier, IFC2FClassifier)
acquisition = classifier.acquire(X)
acquisition.not_an_attribute  # wrong
label: str = classifier.predict(X)  # wrong
classifier.predict(X).not_of_an_array  # wrong
assert_type(IFC2FClassifier().fit_chunks([(X, y)]), IFC2FClassifier)
assert_type(IFC2FClassifier(edges=[[0.5], [0.5]]).partial_fit(X, y, classes=[0, 1]), IFC2FClassifier)
IFC2FClassifier(policy="orderd")  # wrong
IFC2FClassifier(binning="entropie")  # wrong
IFC2FClassifier(unknown="ignore")  # wrong
IFC2FClassifier(min_features="all")  # wrong
session = Session(classifier.model_)
session.next() + 1  # wrong
acquisition[3].to_frame("polars")
acquisition.to_frame("arrow")  # wrong
while (feature := session.next()) is not None:
    session.answer(feature, X[0, feature])
print(session.decide(), Session.resume(session.model, session.to_bytes()).cost)
"""


def lines_found(command: list[str], program: Path) -> set[int]:
    """Return the lines of the program that a type checker complains of."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=600)
    found = {int(line) for line in re.findall(rf"{program.name}:(\d+)(?::\d+)?(?: -|:) error", done.stdout)}
    assert found, done.stdout + done.stderr
    return found


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_users_program_has_types_and_its_slips_are_found(checker, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    wrong = {number for number, line in enumerate(PROGRAM.splitlines(), 1) if line.endswith("# wrong")}
    if checker == "mypy":  # the settings of the project, and its cache: they are strict
        command = [sys.executable, "-m", "mypy", "--strict", str(program)]
    elif not os.environ.get("IFC2F_PYRIGHT") or find_spec("pyright") is None:
        pytest.skip("pyright fetches what it runs on: set IFC2F_PYRIGHT=1 where it is installed")
    else:
        command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(program)]
    assert lines_found(command, program) == wrong


def test_the_names_of_choices_are_those_that_type_checkers_know():
    types = {
        "binning": settings.Binning,
        "relevance": settings.Relevance,
        "relevance_average": settings.Average,
        "selection": settings.Selection,
        "structure": settings.Structure,
        "order": settings.Order,
        "smoothing": settings.Smoothing,
        "treatment": settings.Treatment,
        "solver": settings.Solver,
    }
    assert {name: set(get_args(type_)) for name, type_ in types.items()} == {
        name: set(choices) for name, choices in CHOICES.items()
    }
    assert set(get_args(settings.Policy)) == set(POLICIES)


def test_private_names_of_scikit_learn_stand_in_one_module():
    private = re.compile(
        r"from sklearn[\w.]*\._\w+|from sklearn[^\n]* import [^\n]*\b_\w+|import sklearn[\w.]*\._"
    )
    using = [
        path.relative_to(ROOT).as_posix()
        for folder in ("ifc2f", "gui")
        for path in (ROOT / folder).rglob("*.py")
        if private.search(path.read_text(encoding="utf-8"))
    ]
    assert using == ["ifc2f/core/scikit.py"]
