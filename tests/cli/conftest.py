"""The command line as a function, and a folder with tables and models."""

import io
import sys

import pytest
from command_line import Done, patients, training, write_csv

from ifc2f.cli import main


@pytest.fixture
def ifc2f(capsys, monkeypatch):
    """Return a function that runs a command in this process."""

    def run(*words, stdin="", terminal=False):
        source = io.StringIO(stdin)
        source.isatty = lambda: terminal
        monkeypatch.setattr(sys, "stdin", source)
        capsys.readouterr()
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with ``train.csv``, ``test.csv`` and ``m.ifc2f``."""
    place = tmp_path_factory.mktemp("cli")
    write_csv(place / "train.csv", patients())
    write_csv(place / "test.csv", patients(seed=1))
    words = training(place / "train.csv", "-o", place / "m.ifc2f")
    words += ["--title", "Made-up ward", "--intended-use", "Tests only."]
    words += ["--unit-of-costs", "euros"]
    assert main([str(word) for word in words]) == 0
    return place
