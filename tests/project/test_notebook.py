"""The notebook runs, and prints what it shows."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def test_the_notebook_prints_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("notebook", DOCS / "notebook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    notebook = json.loads(module.NOTEBOOK.read_text(encoding="utf-8"))
    shown, printed = module.kept(notebook), module.executed(notebook)
    assert any(shown)
    for old, new in zip(shown, printed, strict=True):
        assert NUMBER.sub("#", old).split() == NUMBER.sub("#", new).split()
        # Other versions of scikit-learn may grow another forest.
        numbers = [[float(number) for number in NUMBER.findall(text)] for text in (old, new)]
        assert numbers[1] == pytest.approx(numbers[0], rel=0.1), "run: python docs/notebook.py"
