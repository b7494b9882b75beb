"""``ifc2f doctor``: what it finds, and what it says of an installation that is not whole."""

import json
import platform
import re
from importlib import metadata
from pathlib import Path

import pytest

from ifc2f.cli import doctor, main
from ifc2f.cli import requirements as needs
from ifc2f.cli.requirements import Found, Requirement, look, of_part, requirements

GOLDEN = json.loads(
    (Path(__file__).resolve().parents[1] / "golden" / "coin.json").read_text(encoding="utf-8")
)
# For those who work on the package, or run an example.
NOT_OF_USE = {"dev", "docs", "release", "frozen", "page", "service", "spark"}


@pytest.fixture
def nothing_else_is_loaded(monkeypatch):
    """Let what loads slowly count as loaded."""
    monkeypatch.setattr(needs, "import_module", lambda name: None)


def test_the_self_check_is_of_the_golden_model():
    assert doctor.coin().sha256 == GOLDEN["sha256"]
    assert list(doctor.POSTERIORS.values()) == [case["posterior"] for case in GOLDEN["cases"]]


def test_the_core_of_this_installation_passes():
    wide_words, failure = doctor.check_core()
    assert failure is None
    assert wide_words in (False, True)


def test_a_core_that_computes_otherwise_is_found(monkeypatch, capsys, nothing_else_is_loaded):
    monkeypatch.setitem(doctor.POSTERIORS, 1, "efeeee3e8988083e")
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "!!  self-check: the self-check's posterior is efeeee3e8988083f, not efeeee3e8988083e" in out
    assert "Something is wrong" in out


def test_a_core_that_does_not_load_is_found(monkeypatch):
    def broken():
        raise ImportError("no such symbol")

    monkeypatch.setattr(doctor, "_self_check", broken)
    assert doctor.check_core() == (None, "the core does not run: no such symbol")


def test_every_extra_of_use_is_told_of():
    assert set(doctor.PURPOSES) | NOT_OF_USE >= set(metadata.metadata("ifc2f").get_all("Provides-Extra"))


def test_the_core_needs_four_packages():
    assert {one.name for one in of_part("", requirements())} == {"numpy", "scipy", "scikit-learn", "cffi"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("numpy>=1.24", [Requirement("numpy", ((">=", "1.24"),), "", ())]),
        ('matplotlib>=3.8; extra == "plot"', [Requirement("matplotlib", ((">=", "3.8"),), "plot", ())]),
        ('old<6.12,>=6.8; python_version < "3.0" and extra == "gui"', []),
        (
            'new<6.12,>=6.8; python_version >= "3.10" and extra == "gui"',
            [Requirement("new", (("<", "6.12"), (">=", "6.8")), "gui", ())],
        ),
        (
            'dask[dataframe,distributed]; extra == "d"',
            [Requirement("dask", (), "d", ("dataframe", "distributed"))],
        ),
    ],
)
def test_requirements_are_read(line, expected):
    assert requirements([line]) == expected


def test_a_requirement_that_cannot_be_read_is_refused():
    with pytest.raises(ValueError, match=re.escape("'==1'")):
        requirements(["==1"])


def test_an_extra_that_names_another_needs_what_that_needs():
    lines = ["a>=1", 'b; extra == "one"', 'ifc2f[one]; extra == "two"', 'c; extra == "two"']
    assert [one.name for one in of_part("two", requirements(lines))] == ["b", "c"]


@pytest.mark.parametrize(
    ("limit", "holds"),
    [((">=", "1"), True), ((">=", "999"), False), (("<", "1"), False), (("<", "999"), True)],
)
def test_versions_are_compared(limit, holds):
    version = metadata.version("numpy")
    problem = None if holds else f"is {version}, but {limit[0]}{limit[1]} is needed"
    assert look(Requirement("numpy", (limit,), "", ())) == Found("numpy", version, problem)


def test_versions_are_compared_as_numbers():
    assert needs._holds("1.10", ">=", "1.9")
    assert needs._holds("2", "==", "2.0")
    assert needs._holds("2.0rc1", ">=", "2")
    assert not needs._holds("6.12.0", "<", "6.12")


def test_what_is_not_there_has_no_version():
    assert look(Requirement("no-such-distribution", (), "", ())) == Found("no-such-distribution", None, None)


@pytest.mark.parametrize("text", [None, "", "Metadata-Version: 2.1\nName: broken\n"])
def test_damaged_metadata_are_told(text, tmp_path, monkeypatch):
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "RECORD").write_text("")
    if text is not None:
        (folder / "METADATA").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    found = look(Requirement("broken", ((">=", "1"),), "plot", ()))
    assert found.problem == "has damaged metadata, without a version: install it again"


@pytest.mark.parametrize("error", [KeyError("Version"), FileNotFoundError("No package metadata was found.")])
def test_damaged_metadata_are_told_whatever_reads_them(error, monkeypatch):
    """The package importlib_metadata, once imported, reads in the standard library's place."""

    def damaged(name):
        raise error

    monkeypatch.setattr("importlib.metadata.version", damaged)
    assert look(Requirement("broken", (), "", ())).problem is not None


def test_a_package_that_ends_the_program_is_told(tmp_path, monkeypatch):
    (tmp_path / "ends_at_once.py").write_text("raise SystemExit(3)")
    (tmp_path / "ends_at_once-1.0.dist-info").mkdir()
    (tmp_path / "ends_at_once-1.0.dist-info" / "METADATA").write_text("Name: ends-at-once\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert look(Requirement("ends-at-once", (), "", ())).problem == "does not load: 3"


def test_what_is_there_but_does_not_load_is_told(monkeypatch):
    def broken(name):
        raise OSError("libEGL.so.1: cannot open shared object file")

    monkeypatch.setattr(needs, "import_module", broken)
    assert look(Requirement("numpy", (), "", ())).problem == (
        "does not load: libEGL.so.1: cannot open shared object file"
    )


def found(monkeypatch, answer):
    """Let `answer` say what is found of each requirement."""
    monkeypatch.setattr(doctor, "look", answer)


def test_missing_extras_are_no_fault(monkeypatch, capsys):
    core = {one.name for one in of_part("", requirements())}
    found(monkeypatch, lambda one: Found(one.name, "1" if one.name in core else None, None))
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    for name, purpose in doctor.PURPOSES.items():
        if of_part(name, requirements()):  # on this Python
            assert f"{name}, for {purpose}: pip install 'ifc2f[{name}]'" in out
    assert "Everything installed works." in out


def test_an_extra_that_this_python_cannot_have_is_not_called_installed(monkeypatch, capsys):
    monkeypatch.setattr(
        doctor, "requirements", lambda: [one for one in requirements() if one.part != "chunks"]
    )
    found(monkeypatch, lambda one: Found(one.name, "1", None))
    assert main(["doctor"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if "chunks, for" in line)
    assert "ok" not in line
    assert f"cannot be had for Python {platform.python_version()}" in line


@pytest.mark.parametrize(
    "broken", [Found("numpy", None, None), Found("matplotlib", "1", "is 1, but >=3.8 is needed")]
)
def test_what_is_broken_is_a_fault(broken, monkeypatch, capsys):
    found(monkeypatch, lambda one: broken if one.name == broken.name else Found(one.name, "1", None))
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert (broken.problem or "pip install 'numpy'") in out


def test_json_says_the_same(monkeypatch, capsys):
    found(monkeypatch, lambda one: Found(one.name, "1", None))
    assert main(["doctor", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["works"] is True
    assert document["self_check"] == "passes"
    assert set(document["extras"]) == set(doctor.PURPOSES)
    assert document["core"][0] == {"name": "numpy", "version": "1", "problem": None}
