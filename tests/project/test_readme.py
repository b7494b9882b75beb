"""The examples of README.md and of docs/c.md, run as they stand."""

import io
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from tools import need

from ifc2f.cli import main

matplotlib.use("agg")

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
C_PAGE = (ROOT / "docs" / "c.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> str:
    """Return the fenced blocks of a language, one after the other."""
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", page, flags=re.S | re.M))


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """Run the Python example in a folder of its own; return the folder and the example's variables."""
    folder = tmp_path_factory.mktemp("readme")
    variables: dict = {}
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as printed:
        patch.chdir(folder)
        exec(compile(blocks(README, "python"), "README.md", "exec"), variables)
    variables["printed"] = printed.getvalue()
    return folder, variables


def test_python_example(example):
    folder, variables = example
    acquisition, truth = variables["acquisition"], variables["y_test"]
    assert (acquisition.label == truth).mean() > 0.85
    assert 0 < acquisition.n_features.mean() < 10
    assert (folder / "breast-cancer.ifc2f").stat().st_size > 0


def test_the_python_example_prints_what_the_page_says(example):
    said = re.findall(r"This prints `([^`]+)`", README)
    assert example[1]["printed"].splitlines() == said


def test_commands_run_in_their_order_on_tables_as_they_name(example, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "breast-cancer.ifc2f").write_bytes((example[0] / "breast-cancer.ifc2f").read_bytes())
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n?\n"))
    rng = np.random.default_rng(0)
    for name in ("patients.csv", "held-out.csv"):
        ill = rng.random(60) < 0.4
        cough = np.where(rng.random(60) < 0.2 + 0.6 * ill, "yes", "no")
        rows = zip(37 + ill + rng.normal(0, 0.5, 60), cough, np.where(ill, "ill", "healthy"), strict=True)
        lines = ["fever,cough,diagnosis", *(f"{fever:.1f},{cough},{label}" for fever, cough, label in rows)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    (tmp_path / "costs.csv").write_text("feature,cost\nfever,0.1\ncough,0.02\n")
    commands = [line for line in blocks(README, "console").splitlines() if line]
    assert len(commands) == 5
    for line in commands:
        program, *words = shlex.split(line.removeprefix("$ "))
        assert program == "ifc2f"
        assert main(words) == 0, capsys.readouterr().err
    assert (tmp_path / "report.html").stat().st_size > 0


def test_c_example_asks_and_answers_as_python_does(example):
    need("cc")
    folder, variables = example
    (folder / "example.c").write_text(blocks(C_PAGE, "c"))
    (command,) = re.findall(r"^ {4}(cc .*)$", C_PAGE, flags=re.M)
    amalgamate = [sys.executable, ROOT / "csrc" / "amalgamate.py", folder / "build" / "amalgamation"]
    subprocess.run(amalgamate, check=True)
    subprocess.run(f"{command} -Wall -Wextra -Wpedantic -Werror", shell=True, cwd=folder, check=True)
    acquisition, rows = variables["acquisition"], variables["X_test"].to_numpy()
    classes = list(variables["classifier"].classes_)
    for row in range(10):
        order = acquisition.order[row][: acquisition.n_features[row]]
        answers = "\n".join(str(np.float32(value)) for value in rows[row, order])
        done = subprocess.run(
            ["./example"], input=answers, cwd=folder, capture_output=True, text=True, check=True
        )
        assert re.findall(r"column (\d+):", done.stdout) == [str(column) for column in order]
        assert re.search(r"class (\d+)$", done.stdout)[1] == str(classes.index(acquisition.label[row]))
    (folder / "breast-cancer.ifc2f").write_bytes(b"")
    done = subprocess.run(["./example"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error: " in done.stdout
