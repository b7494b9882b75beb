"""The examples of README.md, run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from tools import need

matplotlib.use("agg")

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> str:
    """Return the fenced blocks of a language, one after the other."""
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.S | re.M))


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """Run the Python example in a folder of its own; return the folder and the example's variables."""
    folder = tmp_path_factory.mktemp("readme")
    variables: dict = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        exec(compile(blocks("python"), "README.md", "exec"), variables)
    return folder, variables


def test_python_example(example):
    folder, variables = example
    looks, truth = variables["looks"], variables["y_test"]
    assert (looks.label == truth).mean() > 0.85
    assert 0 < looks.n_features.mean() < 10
    assert (folder / "breast-cancer.ifc2f").stat().st_size > 0


def test_c_example_asks_and_answers_as_python_does(example):
    need("cc")
    folder, variables = example
    (folder / "example.c").write_text(blocks("c"))
    (command,) = re.findall(r"^ {4}(cc .*)$", README, flags=re.M)
    amalgamate = [sys.executable, ROOT / "csrc" / "amalgamate.py", folder / "build" / "amalgamation"]
    subprocess.run(amalgamate, check=True)
    subprocess.run(f"{command} -Wall -Wextra -Wpedantic -Werror", shell=True, cwd=folder, check=True)
    looks, rows = variables["looks"], variables["X_test"].to_numpy()
    classes = list(variables["classifier"].classes_)
    for row in range(10):
        order = looks.order[row][: looks.n_features[row]]
        answers = "\n".join(str(np.float32(value)) for value in rows[row, order])
        done = subprocess.run(
            ["./example"], input=answers, cwd=folder, capture_output=True, text=True, check=True
        )
        assert re.findall(r"column (\d+):", done.stdout) == [str(column) for column in order]
        assert re.search(r"class (\d+)$", done.stdout)[1] == str(classes.index(looks.label[row]))
    (folder / "breast-cancer.ifc2f").write_bytes(b"")
    done = subprocess.run(["./example"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error: " in done.stdout
