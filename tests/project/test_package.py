"""The package as a whole: its public names, how lean its import is, and what may not be in it."""

import ast
import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from speed import slowness
from tools import need

import ifc2f

ROOT = Path(__file__).resolve().parents[2]
CSRC = ROOT / "csrc"
PARTS = (CSRC / "parts").read_text(encoding="utf-8").split()
INCLUDE = f"-I{CSRC / 'include'}"
HEADERS = sorted(path.name for path in (CSRC / "include").glob("*.h"))
INTEGER_SOURCES = sorted((CSRC / "integer").glob("*.c"))
FLOAT_SOURCES = [path for part in PARTS if part != "integer" for path in sorted((CSRC / part).glob("*.c"))]
CORE_SOURCES = FLOAT_SOURCES + INTEGER_SOURCES


def from_csrc(path: Path) -> str:
    """Return what a C file is called in a test's name."""
    return path.relative_to(CSRC).as_posix()


def python(code: str) -> str:
    """Run code in a fresh interpreter away from the checkout and return what it prints."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT.parent
    ).stdout


@pytest.mark.parametrize("name", ifc2f.__all__)
def test_every_public_name_is_there(name):
    assert name in dir(ifc2f)
    assert getattr(ifc2f, name) is not None


def test_public_names_are_loaded_as_type_checkers_see_them():
    tree = ast.parse(Path(ifc2f.__file__).read_text(encoding="utf-8"))
    seen = {
        alias.name: node.module.removeprefix("ifc2f.")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ifc2f.")
        for alias in node.names
    }
    assert seen == ifc2f._MODULE_OF


def test_no_public_name_is_that_of_a_module():
    """Importing a module sets its name on the package, and would so hide what is exported under it."""
    modules = {path.stem for path in Path(ifc2f.__file__).parent.iterdir()}
    assert not modules & set(ifc2f.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        ifc2f.nothing  # noqa: B018


def test_version_is_that_of_the_distribution():
    assert ifc2f.__version__ == importlib.metadata.version("ifc2f")


def test_folders_of_the_packages_names_are_not_taken_for_them(tmp_path):
    """Above a checkout there is a folder named ifc2f: what ``git clone`` makes."""
    for name in ("ifc2f", "ifc2f_gui"):
        (tmp_path / name).mkdir()
    code = "from ifc2f import Model; from ifc2f_gui import main; print(Model.__module__, main.__module__)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.stdout.split() == ["ifc2f.model", "ifc2f_gui"], done.stderr


def test_import_loads_nothing_that_is_not_needed():
    loaded = set(python("import sys, ifc2f; print(*sys.modules)").split())
    assert not loaded & {"sklearn", "scipy", "pandas", "pyarrow", "numpy"}
    loaded = set(python("import sys; from ifc2f import Model, Session; print(*sys.modules)").split())
    assert not loaded & {"sklearn", "scipy", "pandas", "pyarrow"}


@pytest.mark.alone
@pytest.mark.parametrize("code", ["import ifc2f", "from ifc2f import Model, Session"])
def test_import_is_fast(code):
    """Under 0.15 s of processor time at best, beside what NumPy takes by itself."""
    timed = f"import numpy, time; start = time.process_time(); {code}; print(time.process_time() - start)"
    assert min(float(python(timed)) for _ in range(5)) < 0.15 * slowness()


@pytest.mark.parametrize("header", HEADERS)
def test_headers_compile_as_cpp(header, tmp_path):
    need("c++")
    source = tmp_path / "use.cpp"
    source.write_text(f'#include "{header}"\n#include "{header}"\n')
    flags = ["-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    subprocess.run(["c++", *flags, INCLUDE, source], check=True)


def test_every_status_has_a_text_of_its_own():
    from ifc2f._core import ffi, lib

    status = ffi.typeof("ifc2f_status").relements
    texts = {name: ffi.string(lib.ifc2f_strerror(number)).decode() for name, number in status.items()}
    assert len(set(texts.values())) == len(texts) > 10
    for text in texts.values():
        assert text
        assert not text.endswith(".")
        assert text != "unknown status"
    for number in (1, min(status.values()) - 1, 2**31 - 1, -(2**31)):
        assert ffi.string(lib.ifc2f_strerror(number)) == b"unknown status"


@pytest.mark.parametrize("source", CORE_SOURCES, ids=from_csrc)
def test_the_core_needs_nothing_but_memory_copies(source, tmp_path):
    """No heap, no stdio, no libm: a core that links on a microcontroller, and a wheel for old systems."""
    need("cc", "nm")
    built = tmp_path / "core.o"
    flags = ["-std=c99", "-O2", "-ffp-contract=off", "-fno-math-errno", "-fno-stack-protector", "-fno-pic"]
    subprocess.run(["cc", *flags, INCLUDE, "-c", source, "-o", built], check=True)
    undefined = subprocess.run(["nm", "-u", built], capture_output=True, text=True, check=True).stdout.split()
    outside = {symbol for symbol in undefined if symbol != "U" and not symbol.startswith(("ifc2f_", "i2f_"))}
    # What instructions there are is asked of the compiler's own library, in training on a PC only.
    asks = {"__cpu_model"} if source.name == "bits.c" else set()
    assert outside - asks <= {"memcpy", "memmove", "memset", "memcmp"}


FUSED = re.compile(r"\b(?:vfn?m(?:add|sub)\w*|fn?m(?:add|sub|la|ls)|vfn?m[as])\b")  # of x86 and of ARM


def fused_multiply_adds(compiler: str, source: Path, *flags: str) -> list[str]:
    """Return the fused multiply-adds in what a compiler makes of a C file for a processor that has them."""
    target = ["-mfma"] if platform.machine().lower() in ("x86_64", "amd64", "i686") else []
    command = [compiler, "-std=gnu99", "-O3", *target, *flags, INCLUDE, "-S", "-o", "-", source]
    return FUSED.findall(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("source", CORE_SOURCES, ids=from_csrc)
def test_no_build_fuses_multiply_and_add(source, compiler, tmp_path):
    """Whatever flags a build forgets: the bits would differ between machines."""
    need(compiler)
    plain = tmp_path / "plain.c"
    plain.write_text("float f(float a, float b, float c) { return a * b + c; }")
    if not fused_multiply_adds(compiler, plain):
        pytest.skip("this compiler does not fuse for this processor")
    assert fused_multiply_adds(compiler, source) == []


@pytest.mark.parametrize("source", FLOAT_SOURCES, ids=from_csrc)
def test_flags_that_change_results_are_refused(source):
    need("cc")
    command = ["cc", "-ffast-math", INCLUDE, "-fsyntax-only", source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "compile without -ffast-math" in done.stderr


@pytest.mark.parametrize("source", INTEGER_SOURCES, ids=from_csrc)
def test_the_integer_runtime_has_no_floats(source, tmp_path):
    """Without a floating-point unit every operation would be a call of the compiler's library."""
    need("cc")
    assembly = tmp_path / "integer.s"
    command = ["cc", "-O2", "-mgeneral-regs-only", INCLUDE, "-S", source]
    done = subprocess.run([*command, "-o", assembly], capture_output=True, text=True, check=False)
    if "mgeneral-regs-only" in done.stderr:
        pytest.skip("this compiler cannot be told to do without floating-point registers")
    assert done.returncode == 0, done.stderr


def test_no_tracked_file_names_a_place_on_somebodys_machine():
    need("git")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    place = re.compile(rb"(?<![\w.])/(?:home|root|work|Users|mnt|opt)/\w|[A-Z]:\\\\?Users")
    found = [
        f"{name}: {match[0].decode()}"
        for name in filter(None, listed.stdout.split("\0"))
        if (ROOT / name).is_file() and Path(name).name != Path(__file__).name
        for match in place.finditer((ROOT / name).read_bytes())
    ]
    assert found == []


def test_the_source_archive_has_every_folder_that_is_tracked():
    """Its tests read the documentation, so the archive without it could not be tested."""
    need("git")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("needs the repository")
    folders = {path.split("/")[0] for path in listed.stdout.splitlines() if "/" in path and path[0] != "."}
    manifest = (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
    named = set(re.findall(r"^(?:graft|recursive-include) (\w+)", manifest, flags=re.M)) | {"ifc2f"}
    assert folders == named


@pytest.mark.parametrize("name", ["ifc2f", "other"])
def test_all_checks_run_in_a_folder_of_the_packages_name(name, tmp_path):
    need("bash")
    script = ROOT / ".ci" / "run"
    if not script.is_file():
        pytest.skip("needs the repository")
    for folder in (f"{name}/.ci", "shared/data", "programs", "temporary"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(script, tmp_path / name / ".ci")
    make = tmp_path / "programs" / "make"
    make.write_text('#!/bin/sh\necho "$@"; echo "$IFC2F_DATA"; pwd; exit 3\n')
    make.chmod(0o755)
    environment = {"PATH": f"{make.parent}:{os.environ['PATH']}", "TMPDIR": str(tmp_path / "temporary")}
    done = subprocess.run(
        ["bash", tmp_path / name / ".ci" / "run"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    words, data, folder = done.stdout.splitlines()
    assert (done.returncode, words, data) == (3, "pytest-bare test", str(tmp_path / "shared" / "data")), (
        done.stderr
    )
    assert Path(folder).name == "ifc2f"
    assert list((tmp_path / "temporary").iterdir()) == []
